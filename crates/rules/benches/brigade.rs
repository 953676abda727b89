//! How fast Brigade is played: whole random games, decisions, destinations, copies.
//!
//! A table: processor time, rates with their spread, and each as a multiple of a calibration kernel
//! measured in the same run, to compare machines. What is measured is checked before it is timed.
//!
//! A decision of random play is the whole loop: the random player chooses, the action is applied;
//! over whole games. `-- digest` prints a number for 150 games of each kind, the same before and
//! after any change of speed. `-- games COUNT` plays without a clock, for programs that count
//! instructions.

#[path = "../../field/benches/field/report.rs"]
mod report;

mod course;

use std::hint::black_box;

use course::Course;
use field::Search;
use rules::brigade::movement::Mover;
use rules::brigade::{Phase, Prepared, actions};

/// What is timed: a name, the scenario and the options in force.
const KINDS: [(&str, &str, &[&str]); 4] = [
    ("Antietam", "september-17", &[]),
    ("Antietam, 4.0 6.0", "september-17", &["4.0", "6.0"]),
    ("Hooker Attacks", "hooker-attacks", &[]),
    ("Hooker Attacks, 4.0 6.0", "hooker-attacks", &["4.0", "6.0"]),
];

fn open(scenario: &str, options: &[&str]) -> Prepared {
    course::open("brigade/antietam", scenario, options)
}

fn pieces(report: &mut report::Report) {
    let ready = open("september-17", &[]);
    let battle = &ready.battle;
    // A Confederate movement phase in the middle of the day: everybody may move.
    let state = &course::midgame(&ready, |state| {
        state.turn >= 5 && state.phase == Phase::Movement && state.side == atlas::Side::Confederate
    });
    report.line("copy of a state", &mut || {
        let copy = black_box(state).clone();
        black_box(&copy);
    });
    let mut search = Search::new();
    let movers: Vec<Mover<'_>> =
        battle.roster().filter_map(|unit| Mover::of(battle, state, unit).ok()).collect();
    assert!(movers.len() > 20, "enough units that can move");
    let mut next = movers.iter().cycle();
    report.line("destinations of one unit", &mut || {
        if let Some(mover) = next.next() {
            black_box(search.reach(mover.costs(), mover.walk()).destinations());
        }
    });
    report.line("every unit's destinations, sets", &mut || {
        for mover in &movers {
            black_box(search.reach(mover.costs(), mover.walk()).destinations());
        }
    });
    report.line("the whole list of actions", &mut || {
        black_box(actions(battle, state));
    });
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|argument| argument == "digest") {
        for (name, scenario, options) in KINDS {
            let (digest, decisions) = course::digest(&open(scenario, options));
            println!("{digest:016x} {decisions} {name}");
        }
        return;
    }
    if let Some(at) = arguments.iter().position(|argument| argument == "games") {
        let count = arguments.get(at + 1).and_then(|count| count.parse().ok()).unwrap_or(100);
        let ready = open("september-17", &[]);
        let mut course = Course::new(&ready, 1862);
        let decisions: usize = (0..count).map(|_| course.game()).sum();
        println!("{decisions} decisions");
        return;
    }
    let mut report = report::Report::new();
    pieces(&mut report);
    for (name, scenario, options) in KINDS {
        let ready = open(scenario, options);
        let mut course = Course::new(&ready, 1862);
        report.line(&format!("a random game, {name}"), &mut || {
            black_box(course.game());
        });
    }
    println!("decisions of random play, choose + apply:");
    for (checked, how) in [(false, ""), (true, ", checked")] {
        for (name, scenario, options) in KINDS {
            let ready = open(scenario, options);
            let mut course = Course::new(&ready, 1862);
            report.line(&format!("a decision, {name}{how}"), &mut || course.go_on(checked));
        }
    }
}
