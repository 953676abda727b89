//! What a General of the brigade game knows of who ends with a landmark.
//!
//! `cargo run --release -p staff --example brigade_outlook -- [GAMES [SEED]]` plays games between Colonels, as many of each
//! scenario, and prints lines as they stand in `crates/staff/src/brigade/position/outlook.csv`: the logistic regression of who
//! ended with each landmark on what was to be seen at the beginning of every player-turn.

use atlas::Side;
use rules::brigade::{Battle, Phase, apply_listed, decision, new_game};
use rules::dice::Chance;
use staff::brigade::{Assessor, Player};
use staff::{Budget, Level};

const BATTLE: &str = "brigade/antietam";
const SCENARIOS: [&str; 2] = ["september-17", "hooker-attacks"];
/// How strongly numbers are held near nothing.
const HELD: f64 = 1.0;
/// How often the numbers are bettered: more changes nothing.
const ROUNDS: usize = 30;

/// What was seen of a landmark, and whether the Union ended with it.
type Sight = (Vec<f64>, bool);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: u64| match arguments.next().map(|text| text.parse()) {
        None => usual,
        Some(Ok(number)) => number,
        Some(Err(_)) => {
            eprintln!("brigade_outlook [GAMES [SEED]]");
            std::process::exit(2)
        }
    };
    let (games, seed) = (number(100), number(7001));
    let files = atlas::builtin::battle(BATTLE).expect("a built-in battle");
    for scenario in SCENARIOS {
        let battle = Battle::new(&files, Some(scenario), &[]).expect("a battle that can be played");
        let assessor = Assessor::of(&battle);
        let sights: Vec<Sight> =
            (seed..seed + games).flat_map(|seed| played(&battle, &assessor, seed)).collect();
        let numbers: Vec<String> = fitted(&sights).iter().map(|one| format!("{one:.3}")).collect();
        println!("{BATTLE},{scenario},{}", numbers.join(","));
    }
}

/// A game between Colonels: what was seen at the beginning of its player-turns. Every landmark has a pair of places of its own
/// after the signs that all of them share.
fn played(battle: &Battle, assessor: &Assessor, seed: u64) -> Vec<Sight> {
    let (mut dice, mut events) = (Chance::new(seed), Vec::new());
    let mut state = new_game(battle, &mut dice, &mut events);
    let mut players = Side::BOTH.map(|side| {
        Player::new(battle, Level::Colonel, seed.wrapping_mul(2) + side as u64).without_reasons()
    });
    let (mut seen, mut last) = (Vec::new(), None);
    while let Some(side) = decision(&state).side() {
        let now = (state.turn, state.side);
        if last != Some(now) && state.phase <= Phase::Rally {
            seen.extend(assessor.signs(battle, &state));
            last = Some(now);
        }
        let Some(choice) = players[side as usize].choose(battle, &state, Budget::FREE) else {
            break;
        };
        events.clear();
        apply_listed(battle, &mut state, &choice.action, &mut dice, &mut events);
    }
    let ended = |(cell, signs)| (signs, state.holder(battle, cell) == Some(Side::Union));
    seen.into_iter().map(ended).collect()
}

/// The numbers that make what happened likeliest, by Newton's method.
fn fitted(sights: &[Sight]) -> Vec<f64> {
    let size = sights.first().map_or(0, |(signs, _)| signs.len());
    let mut numbers = vec![0.0; size];
    for _ in 0..ROUNDS {
        let mut rows: Vec<Vec<f64>> = (0..size)
            .map(|row| (0..size).map(|column| if row == column { HELD } else { 0.0 }).collect())
            .collect();
        for (row, number) in rows.iter_mut().zip(&numbers) {
            row.push(HELD * number);
        }
        for (signs, union) in sights {
            let odds: f64 = signs.iter().zip(&numbers).map(|(sign, number)| sign * number).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let off = chance - if *union { 1.0 } else { 0.0 };
            for (row, one) in rows.iter_mut().zip(signs).filter(|(_, one)| **one != 0.0) {
                for (place, other) in row.iter_mut().zip(signs) {
                    *place += chance * (1.0 - chance) * one * other;
                }
                row[size] += off * one;
            }
        }
        let steps = solved(rows);
        numbers.iter_mut().zip(steps).for_each(|(number, step)| *number -= step);
    }
    numbers
}

/// Solves linear equations, each a row with its right side at the end. No row is nothing: all are held.
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let size = rows.len();
    for pivot in 0..size {
        let first = rows[pivot].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let times = row[pivot] / first[pivot];
            if index != pivot && times != 0.0 {
                row.iter_mut().zip(&first).for_each(|(place, other)| *place -= times * other);
            }
        }
    }
    rows.iter().enumerate().map(|(index, row)| row[size] / row[index]).collect()
}
