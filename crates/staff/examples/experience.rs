//! What the assessment knows of the built-in battles, and how right it is.
//!
//! `cargo run --release -p staff --example experience -- learn [GAMES [SEED]]` plays games between Colonels and prints the
//! lessons that stand in `crates/staff/src/blue_gray/position/experience.csv`; `check` plays others and prints how the assessments of
//! all their player-turns compare with how the games ended.

#[path = "../tests/blue_gray/kinds.rs"]
mod kinds;

use atlas::{BySide, Side};
use rules::blue_gray::{Battle, Phase, Place, State, apply, decision, new_game, victory};
use rules::dice::Chance;
use staff::blue_gray::{Assessor, Player};
use staff::{Assessment, Budget, Level};

use kinds::BATTLES;

/// The beginning of a player-turn.
struct Mark {
    turn: u8,
    side: Side,
    found: Assessment,
    totals: BySide<i32>,
    strength: u32,
}

/// A game that is over.
struct Played {
    marks: Vec<Mark>,
    totals: BySide<i32>,
    winner: Option<Side>,
}

impl Played {
    fn margin(&self) -> f64 {
        f64::from(self.totals.union - self.totals.confederate)
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let chore = arguments.next().unwrap_or_default();
    let mut number = |usual: u64| match arguments.next().map(|text| text.parse()) {
        None => usual,
        Some(Ok(number)) => number,
        Some(Err(_)) => usage(),
    };
    match chore.as_str() {
        "learn" => learn(number(400), number(5001)),
        "check" => check(number(200), number(7001)),
        _ => usage(),
    }
}

fn usage() -> ! {
    eprintln!("experience learn|check [GAMES [SEED]]");
    std::process::exit(2)
}

fn played(battle: &Battle, assessor: &Assessor, seed: u64) -> Played {
    let mut dice = Chance::new(seed);
    let mut players = [0, 1].map(|side| {
        Player::new(battle, Level::Colonel, seed.wrapping_mul(2) + side).without_reasons()
    });
    let mut events = Vec::new();
    let mut state = new_game(battle, &mut dice, &mut events);
    let mut marks: Vec<Mark> = Vec::new();
    while let Some(side) = decision(&state).side() {
        let known = |mark: &Mark| (mark.turn, mark.side) == (state.turn, state.side);
        if state.phase == Phase::Movement && !marks.last().is_some_and(known) {
            marks.push(Mark {
                turn: state.turn,
                side: state.side,
                found: assessor.assess(battle, &state),
                totals: victory::totals(battle, &state),
                strength: strength(battle, &state),
            });
        }
        let chosen = players[side as usize].choose(battle, &state, Budget::FREE);
        let action = chosen.expect("a game that goes on").action;
        events.clear();
        apply(battle, &mut state, &action, &mut dice, &mut events).expect("a legal action");
    }
    let winner = state.outcome.and_then(|outcome| outcome.winner);
    Played { marks, totals: victory::totals(battle, &state), winner }
}

fn strength(battle: &Battle, state: &State) -> u32 {
    let gone = |place| matches!(place, Place::Absent | Place::Eliminated | Place::Exited);
    let living = battle.roster().filter(|&unit| !gone(state.place(unit)));
    living.map(|unit| battle.unit(unit).strength).sum()
}

fn battles() -> impl Iterator<Item = Battle> {
    BATTLES.iter().map(|(id, scenario)| {
        let files = atlas::builtin::battle(id).expect("a battle");
        Battle::new(&files, Some(scenario), &[]).expect("a battle that can be played")
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn learn(games: u64, seed: u64) {
    println!("battle,scenario,turn,side,drift,stray,to_come,strength");
    for battle in battles() {
        let assessor = Assessor::without_experience(&battle);
        let all: Vec<Played> =
            (seed..seed + games).map(|seed| played(&battle, &assessor, seed)).collect();
        for turn in 1..=battle.turns {
            for side in [battle.first, battle.first.other()] {
                let pairs: Vec<(&Mark, &Played)> = all
                    .iter()
                    .flat_map(|game| game.marks.iter().map(move |mark| (mark, game)))
                    .filter(|(mark, _)| (mark.turn, mark.side) == (turn, side))
                    .collect();
                let of = |fact: &dyn Fn(&Mark, &Played) -> f64| -> Vec<f64> {
                    pairs.iter().map(|(mark, game)| fact(mark, game)).collect()
                };
                let strays = of(&|mark, game| game.margin() - mark.found.margin);
                let drift = mean(&strays);
                let squares: Vec<f64> =
                    strays.iter().map(|stray| (stray - drift) * (stray - drift)).collect();
                let sum = |totals: BySide<i32>| f64::from(totals.union + totals.confederate);
                let to_come = mean(&of(&|mark, game| sum(game.totals) - sum(mark.totals)));
                let strength = mean(&of(&|mark, _| f64::from(mark.strength)));
                println!(
                    "{},{},{turn},{},{drift:.1},{:.1},{to_come:.1},{strength:.0}",
                    battle.id,
                    battle.scenario,
                    side.word(),
                    mean(&squares).sqrt(),
                );
            }
        }
    }
}

fn check(games: u64, seed: u64) {
    println!(
        "battle,third,positions,bias,error,in_range,win_stated,win_seen,brier,brier_of_the_mean"
    );
    for battle in battles() {
        let assessor = Assessor::of(&battle);
        let all: Vec<Played> =
            (seed..seed + games).map(|seed| played(&battle, &assessor, seed)).collect();
        let third = |turn: u8| (turn - 1) * 3 / battle.turns + 1;
        for part in 1..=3 {
            let (mut strays, mut inside) = (Vec::new(), Vec::new());
            let (mut stated, mut seen, mut missed) = (Vec::new(), Vec::new(), Vec::new());
            for game in &all {
                for mark in game.marks.iter().filter(|mark| third(mark.turn) == part) {
                    let (low, high) = mark.found.range();
                    let margin = game.margin();
                    strays.push(margin - mark.found.margin);
                    inside.push(f64::from(u8::from((low..=high).contains(&margin))));
                    let union =
                        mark.found.chances.iter().filter(|one| one.winner == Some(Side::Union));
                    let chance: f64 = union.map(|one| one.chance).sum();
                    let won = f64::from(u8::from(game.winner == Some(Side::Union)));
                    stated.push(chance);
                    seen.push(won);
                    missed.push((chance - won) * (chance - won));
                }
            }
            let squares: Vec<f64> = strays.iter().map(|stray| stray * stray).collect();
            let share = mean(&seen);
            println!(
                "{},{part},{},{:+.1},{:.1},{:.2},{:.2},{share:.2},{:.3},{:.3}",
                battle.scenario,
                strays.len(),
                mean(&strays),
                mean(&squares).sqrt(),
                mean(&inside),
                mean(&stated),
                mean(&missed),
                share * (1.0 - share),
            );
        }
    }
}
