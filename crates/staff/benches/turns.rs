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
use rules::dice::Chance;
use rules::{blue_gray, brigade};
use staff::bout::{self, Arena, Contestant};
use staff::{Budget, Contender, Due, Level, share_of_nodes};

/// The scenarios of the brigade game.
const BRIGADES: [(&str, &str); 2] =
    [("brigade/antietam", "september-17"), ("brigade/antietam", "hooker-attacks")];

fn game<A: Arena>(id: &str, scenario: &str) -> A {
    let files = builtin::battle(id).expect("a built-in battle");
    A::ready(&files, Some(scenario), &[]).expect("a battle that can be played")
}

fn seated<A: Arena>(game: &A, level: Level, seed: u64) -> A::Player {
    game.player(Contender::Staff(level), seed).expect("a computer player")
}

/// Positions at the start of player-turns in the middle of a game of captains.
fn midgame<A: Arena>(game: &A) -> Vec<A::State> {
    let mut dice = Chance::new(1862);
    let mut events = Vec::new();
    let mut state = game.start(&mut dice, &mut events);
    let mut player = seated(game, Level::Captain, 1862);
    let mut found: Vec<A::State> = Vec::new();
    let now = |state: &A::State| (game.moment(state).turn, game.moment(state).side);
    while let Some(action) = player.choose(game, &state, Budget::FREE) {
        let before = now(&state);
        game.apply_legal(&mut state, &action, &mut dice, &mut events);
        let begins = now(&state) != before && game.due(&state).is_some();
        if begins && (3..=8).contains(&now(&state).0) {
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
fn share(due: &Due, nodes: Option<u64>) -> Budget<'static> {
    nodes.map_or(Budget::FREE, |nodes| Budget::nodes(share_of_nodes(due.work, nodes)))
}

/// One player-turn; how many decisions it took.
fn player_turn<A: Arena>(
    game: &A,
    start: &A::State,
    player: &mut A::Player,
    nodes: Option<u64>,
) -> usize {
    let mut state = start.clone();
    let now = |state: &A::State| (game.moment(state).turn, game.moment(state).side);
    let (mut dice, mut events, mut taken) = (Chance::new(7), Vec::new(), 0);
    while now(&state) == now(start) {
        let Some(due) = game.due(&state) else { break };
        let Some(action) = player.choose(game, &state, share(&due, nodes)) else { break };
        events.clear();
        game.apply_legal(&mut state, &action, &mut dice, &mut events);
        taken += 1;
    }
    taken
}

/// Prints how long a General takes to answer once he is told to stop, by the clock.
fn told_to_stop<A: Arena>(name: &str, game: &A, states: &[A::State]) {
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
            let mut player = seated(game, Level::General, 1);
            let choice = player.choose(game, state, Budget::until(&stop));
            assert!(choice.is_some(), "an answer");
            times.extend(told.get().map(|at| at.elapsed()));
        }
    }
    times.sort_unstable();
    let (Some(&worst), Some(&median)) = (times.last(), times.get(times.len() / 2)) else { return };
    let name = format!("{name}: General, told to stop");
    println!("{name:34} {:>9.3} us at worst {:.3} us", micros(median), micros(worst));
    assert!(worst < AT_ONCE, "he takes {worst:?} to stop");
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// The lines of a scenario; the positions that they were measured in.
fn levels<A: Arena>(report: &mut report::Report, scenario: &str, game: &A) -> Vec<A::State> {
    let states = midgame(game);
    let levels = Level::ALL.into_iter().filter(|&level| level != Level::General);
    let generals = NODES.map(|nodes| (Level::General, Some(nodes)));
    for (level, nodes) in levels.map(|level| (level, None)).chain(generals) {
        let mut player = seated(game, level, 1);
        assert!(player_turn(game, &states[0], &mut player, nodes) > 0);
        let mut next = states.iter().cycle();
        let name = match nodes {
            Some(nodes) => format!("{scenario}: {level}, {nodes} nodes"),
            None => format!("{scenario}: {level}"),
        };
        report.line(&name, &mut || {
            if let Some(state) = next.next() {
                black_box(player_turn(game, state, &mut player, nodes));
            }
        });
    }
    told_to_stop(scenario, game, &states);
    states
}

/// A line for whole games of recruits.
fn recruits<A: Arena>(report: &mut report::Report, name: &str, game: &A) {
    let recruit = Contender::Staff(Level::Recruit);
    let seats = BySide { union: recruit, confederate: recruit };
    let mut seed = 0;
    report.line(name, &mut || {
        seed += 1;
        let played = bout::play(game, seats, seed, &mut |_, decide| decide(Budget::FREE));
        assert!(played.is_some(), "a legal game");
    });
}

fn main() {
    let mut report = report::Report::new();
    for (id, scenario) in BATTLES {
        let game: blue_gray::Prepared = game(id, scenario);
        let states = levels(&mut report, scenario, &game);
        let assessor = staff::blue_gray::Assessor::of(&game.battle);
        let mut next = states.iter().cycle();
        report.line(&format!("{scenario}: an assessment"), &mut || {
            if let Some(state) = next.next() {
                black_box(assessor.assess(&game.battle, state));
            }
        });
        report.line(&format!("{scenario}: an assessor"), &mut || {
            black_box(staff::blue_gray::Assessor::of(&game.battle));
        });
    }
    for (id, scenario) in BRIGADES {
        let game: brigade::Prepared = game(id, scenario);
        let name = format!("brigade {scenario}");
        let states = levels(&mut report, &name, &game);
        let assessor = staff::brigade::Assessor::of(&game.battle);
        let mut next = states.iter().cycle();
        report.line(&format!("{name}: an assessment"), &mut || {
            if let Some(state) = next.next() {
                black_box(assessor.assess(&game.battle, state));
            }
        });
    }
    let blue_gray: blue_gray::Prepared = game(BATTLES[0].0, BATTLES[0].1);
    recruits(&mut report, "a game of recruits at Antietam", &blue_gray);
    let brigade: brigade::Prepared = game(BRIGADES[0].0, BRIGADES[0].1);
    recruits(&mut report, "the same by brigades", &brigade);
}
