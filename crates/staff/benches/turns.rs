//! How long the staff thinks: a player-turn of each level, how soon a General answers when he is told to, and whole
//! games of recruits.
//!
//! A table in the manner of the other crates: processor time, rates with their spread, and each as a
//! multiple of a calibration kernel measured in the same run.

#[path = "../tests/blue_gray/kinds.rs"]
mod kinds;
#[path = "../../field/benches/field/report.rs"]
mod report;

use std::cell::Cell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use atlas::{BySide, builtin};
use kinds::BATTLES;
use rules::System;
use rules::blue_gray::{Battle, Prepared, State, apply_listed, decision, new_game};
use rules::dice::Chance;
use staff::blue_gray::{Assessor, Player, work_of};
use staff::bout;
use staff::{Budget, Contender, Level, share_of_nodes};

fn battle(id: &str, scenario: &str) -> Battle {
    let files = builtin::battle(id).expect("a built-in battle");
    Battle::new(&files, Some(scenario), &[]).expect("a battle that can be played")
}

/// Positions at the start of player-turns in the middle of a game of captains.
fn midgame(battle: &Battle) -> Vec<State> {
    let mut dice = Chance::new(1862);
    let mut events = Vec::new();
    let mut state = new_game(battle, &mut dice, &mut events);
    let mut player = Player::new(battle, Level::Captain, 1862);
    let mut found: Vec<State> = Vec::new();
    while let Some(choice) = player.choose(battle, &state, Budget::FREE) {
        let before = (state.turn, state.side);
        apply_listed(battle, &mut state, &choice.action, &mut dice, &mut events);
        let begins = (state.turn, state.side) != before && decision(&state).side().is_some();
        if begins && (3..=8).contains(&state.turn) {
            found.push(state.clone());
        }
    }
    assert!(found.len() > 4, "enough player-turns in the middle of the game");
    found
}

/// How many positions a General judges in a player-turn.
const NODES: [u64; 2] = [1_000, 20_000];
/// After how many questions he is told to stop.
const PATIENCE: [u32; 4] = [10, 100, 1_000, 5_000];
/// How long he may take to answer then, on any machine.
const AT_ONCE: Duration = Duration::from_millis(250);

/// The part of a turn's positions that a decision may take, as in a match.
fn share(state: &State, nodes: Option<u64>) -> Budget<'static> {
    nodes.map_or(Budget::FREE, |nodes| Budget::nodes(share_of_nodes(work_of(state), nodes)))
}

/// One player-turn; how many decisions it took.
fn player_turn(battle: &Battle, start: &State, player: &mut Player, nodes: Option<u64>) -> usize {
    let mut state = start.clone();
    let (mut dice, mut events, mut taken) = (Chance::new(7), Vec::new(), 0);
    while (state.turn, state.side) == (start.turn, start.side) {
        let Some(choice) = player.choose(battle, &state, share(&state, nodes)) else { break };
        events.clear();
        apply_listed(battle, &mut state, &choice.action, &mut dice, &mut events);
        taken += 1;
    }
    taken
}

/// Prints how long a General takes to answer once he is told to stop, by the clock.
fn told_to_stop(scenario: &str, battle: &Battle, states: &[State]) {
    let mut times: Vec<Duration> = Vec::new();
    for state in states {
        for patience in PATIENCE {
            let (asked, told) = (Cell::new(0), Cell::new(None));
            let stop = || {
                asked.set(asked.get() + 1);
                if asked.get() > patience && told.get().is_none() {
                    told.set(Some(Instant::now()));
                }
                told.get().is_some()
            };
            let mut player = Player::new(battle, Level::General, 1);
            let choice = player.choose(battle, state, Budget::until(&stop));
            assert!(choice.is_some(), "an answer");
            times.extend(told.get().map(|at| at.elapsed()));
        }
    }
    times.sort_unstable();
    let (Some(&worst), Some(&median)) = (times.last(), times.get(times.len() / 2)) else { return };
    let name = format!("{scenario}: General, told to stop");
    println!("{name:34} {:>9.3} us at worst {:.3} us", micros(median), micros(worst));
    assert!(worst < AT_ONCE, "he takes {worst:?} to stop");
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn main() {
    let mut report = report::Report::new();
    for (id, scenario) in BATTLES {
        let battle = battle(id, scenario);
        let states = midgame(&battle);
        let levels = Level::ALL.into_iter().filter(|&level| level != Level::General);
        let generals = NODES.map(|nodes| (Level::General, Some(nodes)));
        for (level, nodes) in levels.map(|level| (level, None)).chain(generals) {
            let mut player = Player::new(&battle, level, 1);
            assert!(player_turn(&battle, &states[0], &mut player, nodes) > 0);
            let mut next = states.iter().cycle();
            let name = match nodes {
                Some(nodes) => format!("{scenario}: {level}, {nodes} nodes"),
                None => format!("{scenario}: {level}"),
            };
            report.line(&name, &mut || {
                if let Some(state) = next.next() {
                    black_box(player_turn(&battle, state, &mut player, nodes));
                }
            });
        }
        told_to_stop(scenario, &battle, &states);
        let assessor = Assessor::of(&battle);
        let mut next = states.iter().cycle();
        report.line(&format!("{scenario}: an assessment"), &mut || {
            if let Some(state) = next.next() {
                black_box(assessor.assess(&battle, state));
            }
        });
        report.line(&format!("{scenario}: an assessor"), &mut || {
            black_box(Assessor::of(&battle));
        });
    }
    let files = builtin::battle(BATTLES[0].0).expect("a built-in battle");
    let game = Prepared::ready(&files, None, &[]).expect("a battle that can be played");
    let recruit = Contender::Staff(Level::Recruit);
    let seats = BySide { union: recruit, confederate: recruit };
    let mut seed = 0;
    report.line("a game of recruits at Antietam", &mut || {
        seed += 1;
        let played = bout::play(&game, seats, seed, &mut |_, decide| decide(Budget::FREE));
        assert!(played.is_some(), "a legal game");
    });
}
