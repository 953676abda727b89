//! A game at the terminal against a clock that the test turns.

use std::cell::Cell;
use std::sync::LazyLock;
use std::time::Duration;

use atlas::builtin;

use super::*;

/// The first built-in game with a time limit.
static TIMED: LazyLock<Game> = LazyLock::new(|| {
    let games = builtin::kinds().filter_map(|kind| {
        let options: Vec<String> = kind.options.iter().map(|&one| one.to_owned()).collect();
        Game::new(&builtin::battle(kind.battle).ok()?, Some(kind.scenario), &options).ok()
    });
    let mut timed = games.filter(|game| game.capabilities().time_limit.is_some());
    timed.next().expect("a game with a time limit")
});

/// Plays what is typed, each line after so many seconds; what was printed, and the lines of the record.
fn play(typed: &[(u64, &str)]) -> (String, Vec<Acted>) {
    let game = &*TIMED;
    let time = Cell::new(Duration::ZERO);
    let now = || time.get();
    let seed = Seed::from_number(1);
    let mut table = Table::begin(game, seed, BySide::default(), None, &now);
    let mut lines = typed.iter().map(|&(seconds, line)| {
        time.set(time.get() + Duration::from_secs(seconds));
        Ok(line.to_owned())
    });
    let mut out = Vec::new();
    table.talk(&mut lines, &mut out).expect("no trouble");
    (String::from_utf8(out).expect("UTF-8"), std::mem::take(&mut table.taken))
}

fn seconds() -> u64 {
    TIMED.capabilities().time_limit.expect("a limit").into()
}

#[test]
fn at_expiry_the_clock_ends_the_phase_and_what_was_typed_came_too_late() {
    let (out, taken) = play(&[(seconds() - 1, "clock"), (1, "end")]);
    assert!(out.contains("0 minutes and 1 seconds are left"), "{out}");
    assert!(out.contains("Time is up: the clock ended the Union phase."), "{out}");
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].line.cause, Some(rules::record::Cause::Clock));
}

#[test]
fn in_time_it_is_the_players_own_decision() {
    let (out, taken) = play(&[(seconds() - 1, "end")]);
    assert!(!out.contains("Time is up"), "{out}");
    assert_eq!((taken.len(), taken[0].line.cause), (1, None));
}

#[test]
fn every_phase_has_its_own_time_and_handing_over_takes_none() {
    let half = seconds() / 2;
    let (out, taken) = play(&[(half, "end"), (seconds(), ""), (half, "end"), (half, "")]);
    assert!(!out.contains("Time is up"), "{out}");
    assert_eq!(taken.len(), 2);
    let (out, taken) = play(&[(half, "end"), (0, ""), (seconds(), "end")]);
    assert!(out.contains("the clock ended the Confederate phase"), "{out}");
    assert_eq!(taken.len(), 2);
}

#[test]
fn a_stopped_clock_takes_no_time_unless_it_had_run_out() {
    let (out, taken) = play(&[(1, "stop"), (seconds(), ""), (1, "end")]);
    assert!(out.contains("the clock stands still") && !out.contains("Time is up"), "{out}");
    assert_eq!((taken.len(), taken[0].line.cause), (1, None));
    let (out, _) = play(&[(seconds(), "stop"), (0, "quit")]);
    assert!(out.contains("Time is up") && !out.contains("stands still"), "{out}");
}

#[test]
fn whoever_leaves_late_leaves_the_phase_as_it_is() {
    let (out, taken) = play(&[(seconds(), "quit")]);
    assert!(taken.is_empty() && !out.contains("Time is up"), "{out}");
}
