//! What the assessment knows of the brigade game, and how right it is.
//!
//! `cargo run --release -p staff --example brigade_experience -- learn [GAMES [SEED]]` plays games between Captains and prints
//! the lessons that stand in `crates/staff/src/brigade/position/experience.csv`; `check` plays others and prints how the
//! assessments of all their player-turns compare with how the games ended.

use std::collections::BTreeMap;

use rules::brigade::{Battle, Phase, apply_listed, decision, new_game, victory};
use rules::dice::Chance;
use staff::brigade::{Assessor, Player};
use staff::{Budget, Level};

const BATTLE: &str = "brigade/antietam";
const SCENARIOS: [&str; 2] = ["september-17", "hooker-attacks"];

/// The beginning of a player-turn: its turn, its side, the points assessed and how far they stray.
type Mark = ((u8, &'static str), f64, f64);

fn main() {
    let mut arguments = std::env::args().skip(1);
    let chore = arguments.next().unwrap_or_default();
    let mut number = |usual: u64| match arguments.next().map(|text| text.parse()) {
        None => usual,
        Some(Ok(number)) => number,
        Some(Err(_)) => usage(),
    };
    match chore.as_str() {
        "learn" => learn(number(100), number(5001)),
        "check" => check(number(60), number(7001)),
        _ => usage(),
    }
}

fn usage() -> ! {
    eprintln!("brigade_experience learn|check [GAMES [SEED]]");
    std::process::exit(2)
}

fn battle(scenario: &str) -> Battle {
    let files = atlas::builtin::battle(BATTLE).expect("a built-in battle");
    Battle::new(&files, Some(scenario), &[]).expect("a battle that can be played")
}

/// A game between Captains: the beginnings of its player-turns, and the points it ended with.
fn played(battle: &Battle, assessor: &Assessor, seed: u64) -> (Vec<Mark>, f64) {
    let (mut dice, mut events) = (Chance::new(seed), Vec::new());
    let mut state = new_game(battle, &mut dice, &mut events);
    let mut player = Player::new(battle, Level::Captain, seed).without_reasons();
    let (mut marks, mut last) = (Vec::new(), None);
    while decision(&state).side().is_some() {
        let now = (state.turn, state.side);
        if last != Some(now) && state.phase <= Phase::Rally {
            let found = assessor.assess(battle, &state);
            marks.push(((state.turn, state.side.word()), found.margin, found.spread));
            last = Some(now);
        }
        let Some(choice) = player.choose(battle, &state, Budget::FREE) else { break };
        events.clear();
        apply_listed(battle, &mut state, &choice.action, &mut dice, &mut events);
    }
    (marks, f64::from(victory::points(battle, &state)))
}

fn learn(games: u64, seed: u64) {
    println!("battle,scenario,turn,side,drift,stray");
    for scenario in SCENARIOS {
        let battle = battle(scenario);
        let assessor = Assessor::without_experience(&battle);
        let mut found: BTreeMap<(u8, &str), Vec<f64>> = BTreeMap::new();
        for game in 0..games {
            let (marks, points) = played(&battle, &assessor, seed + game);
            for (when, margin, _) in marks {
                found.entry(when).or_default().push(points - margin);
            }
        }
        for ((turn, side), errors) in found {
            let count = errors.len() as f64;
            let drift = errors.iter().sum::<f64>() / count;
            let squares = errors.iter().map(|error| (error - drift) * (error - drift)).sum::<f64>();
            let stray = (squares / (count - 1.0).max(1.0)).sqrt();
            println!("{BATTLE},{scenario},{turn},{side},{drift:.2},{stray:.2}");
        }
    }
}

fn check(games: u64, seed: u64) {
    for scenario in SCENARIOS {
        let battle = battle(scenario);
        let assessor = Assessor::of(&battle);
        let mut thirds = [(0.0, 0.0, 0u32, 0u32); 3];
        for game in 0..games {
            let (marks, points) = played(&battle, &assessor, seed + game);
            for ((turn, _), margin, spread) in marks {
                let third = &mut thirds[usize::from((turn - 1) * 3 / battle.turns)];
                let error = points - margin;
                third.0 += error;
                third.1 += error * error;
                third.2 += u32::from(error.abs() <= 1.2816 * spread);
                third.3 += 1;
            }
        }
        for (index, (sum, squares, within, count)) in thirds.into_iter().enumerate() {
            let number = f64::from(count.max(1));
            println!(
                "{scenario}, third {}: off by {:+.1} on the average, typically {:.1}; {:.0} % within four in five",
                index + 1,
                sum / number,
                (squares / number).sqrt(),
                100.0 * f64::from(within) / number
            );
        }
    }
}
