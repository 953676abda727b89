//! How fast Blue & Gray is played: whole random games, decisions, destinations, copies.
//!
//! First a table: processor time, rates with their spread, and each as a multiple of a calibration kernel
//! measured in the same run, to compare machines. Then the same through criterion, to compare versions.
//! What is measured is checked before it is timed. `-- table` prints the table alone.
//!
//! A decision of random play is the whole loop: the random player chooses, the action is applied; over whole
//! games, of every battle. A checked decision is judged before it is applied, as [`rules::System::apply`] does it.
//!
//! `-- digest` prints a number for 150 games of each kind, the same before and after any change of speed.
//! `-- games COUNT [BATTLE]` plays without a clock, for programs that count instructions.

#[path = "../../field/benches/field/report.rs"]
mod report;

mod course;

use std::hint::black_box;

use course::Course;
use criterion::{Criterion, Throughput, criterion_group};
use field::Search;
use rules::blue_gray::movement::Mover;
use rules::blue_gray::random::{RandomPlayer, play_out};
use rules::blue_gray::{Prepared, actions, new_game};

/// A battle, its scenario and the options in force.
type Kind = (&'static str, &'static str, &'static [&'static str]);

/// The battles whose decisions are timed.
const BATTLES: [(&str, Kind); 4] = [
    ("Antietam", ("antietam", "september-17", &[])),
    ("Fredericksburg", ("fredericksburg", "december-13", &[])),
    ("May 3", ("fredericksburg", "may-3", &[])),
    ("Chattanooga", ("chattanooga", "november-24", &[])),
];

/// Further kinds of games that a digest is made of.
const WITH_OPTIONS: [Kind; 5] = [
    ("antietam", "september-17", &["11.0", "20.1", "20.3", "20.5", "20.6"]),
    ("antietam", "september-17", &["11.0", "20.2", "20.4"]),
    ("fredericksburg", "december-13", &["11.0"]),
    ("fredericksburg", "may-3", &["11.0"]),
    ("chattanooga", "november-24", &["11.0"]),
];

fn open((folder, scenario, options): Kind) -> Prepared {
    course::open(&format!("blue-gray/{folder}"), scenario, options)
}

fn battle(options: &'static [&'static str]) -> Prepared {
    open(("antietam", "september-17", options))
}

/// The lines that tell decisions a second: every battle, the whole loop.
fn decisions(report: &mut report::Report) {
    println!("decisions of random play, choose + apply:");
    for (checked, how) in [(false, ""), (true, ", checked")] {
        for (name, kind) in BATTLES {
            let battle = open(kind);
            let mut course = Course::new(&battle, 1862);
            report.line(&format!("a decision, {name}{how}"), &mut || course.go_on(checked));
        }
    }
}

/// Prints for each kind of game a number made of every action and event of 150 games.
fn digest() {
    let kinds = BATTLES.into_iter().map(|(_, kind)| kind).chain(WITH_OPTIONS);
    for kind in kinds {
        let (digest, decisions) = course::digest(&open(kind));
        println!("{digest:016x} {decisions} {kind:?}");
    }
}

/// Plays games of every battle without a clock.
fn games_only(count: usize, only: Option<&String>) {
    for (name, kind) in BATTLES.into_iter().filter(|(name, _)| only.is_none_or(|it| it == name)) {
        let battle = open(kind);
        let mut course = Course::new(&battle, 1862);
        let decisions: usize = (0..count).map(|_| course.game()).sum();
        println!("{name}: {decisions} decisions");
    }
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("antietam");
    for (name, options) in [("random game", &[][..]), ("random game, 11.0", &["11.0"][..])] {
        let battle = &battle(options).battle;
        let mut player = RandomPlayer::new(1862);
        let start = new_game(battle, player.chance(), &mut Vec::new());
        let mut state = start.clone();
        let decisions = play_out(battle, &mut state, &mut player);
        assert!(state.outcome.is_some() && decisions > 100);
        group.throughput(Throughput::Elements(1));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut state = start.clone();
                play_out(battle, &mut state, &mut player)
            })
        });
    }
    group.finish();
}

fn pieces(c: &mut Criterion) {
    let ready = battle(&[]);
    let (battle, state) = (&ready.battle, course::midgame(&ready, |state| state.turn >= 5));
    let mut search = Search::new();
    let movers: Vec<Mover<'_>> =
        battle.roster().filter_map(|unit| Mover::of(battle, &state, unit).ok()).collect();
    assert!(movers.len() > 5, "enough units that can move");
    let mut group = c.benchmark_group("antietam midgame");
    group.throughput(Throughput::Elements(1));
    group.bench_function("clone", |b| b.iter(|| black_box(&state).clone()));
    group.throughput(Throughput::Elements(movers.len() as u64));
    group.bench_function("destinations of one unit", |b| {
        b.iter(|| {
            movers
                .iter()
                .map(|mover| search.reach(&battle.ground.costs, mover.walk()).destinations().len())
                .sum::<usize>()
        })
    });
    let listed = actions(battle, &state).len();
    assert!(listed > 10);
    group.throughput(Throughput::Elements(listed as u64));
    group.bench_function("the whole list of actions", |b| b.iter(|| actions(battle, &state).len()));
    group.finish();
}

/// The table: a line a piece of work, in multiples of the calibration kernel.
fn table() {
    let ready = battle(&[]);
    let (battle, state) = (&ready.battle, course::midgame(&ready, |state| state.turn >= 5));
    let mut search = Search::new();
    let movers: Vec<Mover<'_>> =
        battle.roster().filter_map(|unit| Mover::of(battle, &state, unit).ok()).collect();
    let mut report = report::Report::new();
    report.line("copy of a state", &mut || {
        let copy = black_box(&state).clone();
        black_box(&copy);
    });
    let mut next = movers.iter().cycle();
    report.line("destinations of one unit", &mut || {
        if let Some(mover) = next.next() {
            black_box(search.reach(&battle.ground.costs, mover.walk()).destinations());
        }
    });
    report.line("every unit's destinations, sets", &mut || {
        for mover in &movers {
            black_box(search.reach(&battle.ground.costs, mover.walk()).destinations());
        }
    });
    report.line("the whole list of actions", &mut || {
        black_box(actions(battle, &state));
    });
    let mut player = RandomPlayer::new(1862);
    let start = new_game(battle, player.chance(), &mut Vec::new());
    report.line("a random game of Antietam", &mut || {
        let mut state = start.clone();
        black_box(play_out(battle, &mut state, &mut player));
    });
    decisions(&mut report);
}

criterion_group!(benches, games, pieces);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |wanted: &str| arguments.iter().any(|argument| argument == wanted);
    if has("digest") {
        return digest();
    }
    if let Some(at) = arguments.iter().position(|argument| argument == "games") {
        let count = arguments.get(at + 1).and_then(|count| count.parse().ok());
        return games_only(count.unwrap_or(100), arguments.get(at + 2));
    }
    table();
    if !has("table") {
        benches();
        Criterion::default().configure_from_args().final_summary();
    }
}
