//! How fast Blue & Gray is played: whole random games, decisions, destinations, copies.
//!
//! Each bench asserts its result before it is timed. `calibration` is a fixed integer loop of the same
//! run: divide by it to compare machines.

use std::hint::black_box;

use atlas::builtin;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use field::Search;
use rules::blue_gray::movement::Mover;
use rules::blue_gray::random::{Chance, RandomPlayer, play_out};
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

fn calibration(c: &mut Criterion) {
    c.bench_function("calibration", |b| {
        b.iter(|| {
            let mut chance = Chance::new(black_box(1));
            (0..1000).fold(0u64, |sum, _| sum ^ chance.bits())
        })
    });
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
    let movers: Vec<Mover> =
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

criterion_group!(benches, calibration, games, pieces);
criterion_main!(benches);
