//! How fast Blue & Gray is played: whole random games, decisions, destinations, copies.
//!
//! First a table: processor time, rates with their spread, and each as a multiple of a calibration kernel
//! measured in the same run, to compare machines. Then the same through criterion, to compare versions.
//! What is measured is checked before it is timed. `-- table` prints the table alone.

#[path = "../../field/benches/field/report.rs"]
mod report;

use std::hint::black_box;

use atlas::builtin;
use criterion::{Criterion, Throughput, criterion_group};
use field::Search;
use rules::blue_gray::movement::Mover;
use rules::blue_gray::random::{RandomPlayer, play_out};
use rules::blue_gray::{Battle, State, actions, apply_listed, new_game};

fn battle(options: &[&str]) -> Battle {
    let files = builtin::battle("blue-gray/antietam").expect("a built-in battle");
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Battle::new(&files, None, &options).expect("a battle that can be played")
}

/// A position in the middle of a random game.
fn midgame(battle: &Battle) -> State {
    let mut player = RandomPlayer::new(7);
    let mut state = new_game(battle, player.chance(), &mut Vec::new());
    let mut events = Vec::new();
    while state.turn < 5 {
        let action = player.choose(battle, &state).expect("the game goes on");
        let mut dice = player.chance().clone();
        apply_listed(battle, &mut state, &action, &mut dice, &mut events);
        *player.chance() = dice;
    }
    state
}

fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("antietam");
    for (name, options) in [("random game", &[][..]), ("random game, 11.0", &["11.0"][..])] {
        let battle = battle(options);
        let mut player = RandomPlayer::new(1862);
        let start = new_game(&battle, player.chance(), &mut Vec::new());
        let mut state = start.clone();
        let decisions = play_out(&battle, &mut state, &mut player);
        assert!(state.outcome.is_some() && decisions > 100);
        group.throughput(Throughput::Elements(1));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut state = start.clone();
                play_out(&battle, &mut state, &mut player)
            })
        });
    }
    group.finish();
}

fn pieces(c: &mut Criterion) {
    let battle = battle(&[]);
    let state = midgame(&battle);
    let mut search = Search::new();
    let movers: Vec<Mover<'_>> =
        battle.roster().filter_map(|unit| Mover::of(&battle, &state, unit).ok()).collect();
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
    let listed = actions(&battle, &state).len();
    assert!(listed > 10);
    group.throughput(Throughput::Elements(listed as u64));
    group
        .bench_function("the whole list of actions", |b| b.iter(|| actions(&battle, &state).len()));
    group.finish();
}

/// The table: a line a piece of work, in multiples of the calibration kernel.
fn table() {
    let battle = battle(&[]);
    let state = midgame(&battle);
    let mut search = Search::new();
    let movers: Vec<Mover<'_>> =
        battle.roster().filter_map(|unit| Mover::of(&battle, &state, unit).ok()).collect();
    let mut player = RandomPlayer::new(1862);
    let start = new_game(&battle, player.chance(), &mut Vec::new());
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
        black_box(actions(&battle, &state));
    });
    let mut running = start.clone();
    let mut events = Vec::new();
    report.line("one decision of random play", &mut || {
        let Some(action) = player.choose(&battle, &running) else {
            running = start.clone();
            return;
        };
        events.clear();
        let mut dice = player.chance().clone();
        apply_listed(&battle, &mut running, &action, &mut dice, &mut events);
        *player.chance() = dice;
    });
    let mut player = RandomPlayer::new(1862);
    report.line("a random game of Antietam", &mut || {
        let mut state = start.clone();
        black_box(play_out(&battle, &mut state, &mut player));
    });
}

criterion_group!(benches, games, pieces);

fn main() {
    table();
    if !std::env::args().any(|argument| argument == "table") {
        benches();
        Criterion::default().configure_from_args().final_summary();
    }
}
