//! What the assessment knows of the Grand-tactical game, and how right it is.
//!
//! `cargo run --release -p staff --example grand_tactical_experience -- learn [GAMES [SEED]]` plays games between Captains
//! and prints `crates/staff/src/grand_tactical/experience.csv`; `check` plays others and prints how the assessments at the
//! beginning of all their operations phases compare with how the games ended.

use atlas::Side;
use rules::System;
use rules::dice::Chance;
use rules::game::{Game, InGame, Seat};
use rules::grand_tactical::Battle;
use rules::grand_tactical::state::{Losses, Phase, State};
use staff::grand_tactical::{Assessor, Player};
use staff::{Assessment, Budget, Level};

const BATTLE: &str = "grand-tactical/antietam";
const GAMES: [&str; 3] = ["basic", "intermediate", "advanced"];

/// The beginning of an operations phase.
struct Mark {
    turn: u8,
    /// Rounds of phases that still follow.
    left: u32,
    /// Infantry and cavalry that the Confederates have lost.
    lost: f64,
    /// What the board promised, without experience.
    promised: f64,
    found: Assessment,
}

/// A game that is over.
struct Played {
    marks: Vec<Mark>,
    score: f64,
    lost: f64,
    winner: Option<Side>,
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
        "learn" => learn(number(300), number(5001)),
        "check" => check(number(200), number(7001)),
        _ => usage(),
    }
}

fn usage() -> ! {
    eprintln!("grand_tactical_experience learn|check [GAMES [SEED]]");
    std::process::exit(2)
}

/// Games between Captains, each with dice of its own.
fn all_played(game: &str, games: u64, seed: u64) -> Vec<Played> {
    let files = atlas::builtin::battle(BATTLE).expect("the battle");
    let game = Game::new(&files, None, &[format!("4={game}")]).expect("a game");
    let battle = Battle::of_game(&game).expect("a game of this system");
    let assessor = Assessor::of(battle);
    (seed..seed + games).map(|seed| played(battle, &assessor, seed)).collect()
}

fn played(battle: &Battle, assessor: &Assessor, seed: u64) -> Played {
    let (mut dice, mut events) = (Chance::new(seed), Vec::new());
    let mut state = battle.start(&mut dice, &mut events);
    let mut players = [0, 1]
        .map(|side| Player::new(battle, Level::Captain, seed.wrapping_mul(2) + side))
        .map(Player::without_reasons);
    let (mut marks, mut last) = (Vec::new(), None);
    while let Some(side) = battle.decider(&state) {
        let now = Some((state.turn, state.round, side));
        if state.phase == Phase::Operations && now != last {
            last = now;
            marks.push(mark(battle, assessor, &state));
        }
        let seen = battle.seen(&state, Seat::Side(side)).into_owned();
        let chosen = players[side as usize].choose(battle, &seen, Budget::FREE);
        events.clear();
        let action = chosen.expect("a decision").action;
        battle.apply(&mut state, &action, &mut dice, &mut events).expect("a legal action");
    }
    let winner = battle.outcome(&state).and_then(|outcome| outcome.winner);
    Played { marks, score: f64::from(state.score), lost: lost(&state), winner }
}

fn mark(battle: &Battle, assessor: &Assessor, state: &State) -> Mark {
    let turns = u32::from(battle.turns - state.turn);
    Mark {
        turn: state.turn,
        left: 2 * turns + u32::from(2 - state.round.clamp(1, 2)),
        lost: lost(state),
        promised: assessor.expected(battle, state),
        found: assessor.assess(battle, state),
    }
}

fn lost(state: &State) -> f64 {
    let Losses { infantry, cavalry, .. } = state.losses[Side::Confederate];
    f64::from(infantry + cavalry)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard deviation.
fn stray(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares = values.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>();
    (squares / values.len().max(1) as f64).sqrt()
}

/// By the rounds that still follow: by how much the end was off what the board promised on the average and how far it
/// strayed from that, and the same of the men whom the Confederates still lost.
fn learn(games: u64, seed: u64) {
    println!("battle,game,left,drift,stray,men,men_stray");
    for name in GAMES {
        let all = all_played(name, games, seed);
        let most = all.iter().flat_map(|game| &game.marks).map(|mark| mark.left).max();
        for left in (0..=most.unwrap_or(0)).rev() {
            let (mut off, mut men) = (Vec::new(), Vec::new());
            for game in &all {
                for mark in game.marks.iter().filter(|mark| mark.left == left) {
                    off.push(game.score - mark.promised);
                    men.push(game.lost - mark.lost);
                }
            }
            println!(
                "{BATTLE},{name},{left},{:.0},{:.0},{:.0},{:.0}",
                mean(&off),
                stray(&off),
                mean(&men),
                stray(&men)
            );
        }
    }
}

fn check(games: u64, seed: u64) {
    for name in GAMES {
        let all = all_played(name, games, seed);
        for part in 1..=3 {
            let marks = all.iter().flat_map(|game| {
                let of = move |mark: &&Mark| (mark.turn - 1) * 3 / 11 + 1 == part;
                game.marks.iter().filter(of).map(move |mark| (mark, game))
            });
            let (mut strays, mut inside) = (Vec::new(), Vec::new());
            let (mut stated, mut won, mut missed) = (Vec::new(), Vec::new(), Vec::new());
            for (mark, game) in marks {
                let (low, high) = mark.found.range();
                strays.push(game.score - mark.found.margin);
                inside.push(f64::from(u8::from((low..=high).contains(&game.score))));
                let chance = mark.found.wins(Side::Union);
                let wins = f64::from(u8::from(game.winner == Some(Side::Union)));
                stated.push(chance);
                won.push(wins);
                missed.push((chance - wins) * (chance - wins));
            }
            let squares: Vec<f64> = strays.iter().map(|stray| stray * stray).collect();
            println!(
                "{name}, third {part}, {} positions: off by {:+.0} on the average, typically {:.0}; {:.0} % within four in five; the Union wins {:.0} %, stated {:.0} %; Brier {:.3}, of the mean {:.3}",
                strays.len(),
                mean(&strays),
                mean(&squares).sqrt(),
                100.0 * mean(&inside),
                100.0 * mean(&won),
                100.0 * mean(&stated),
                mean(&missed),
                mean(&won) * (1.0 - mean(&won)),
            );
        }
    }
}
