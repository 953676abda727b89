//! How fast the field is: reach, sets and lines on a mixed map of 688 hexes.
//!
//! Every result is checked against an obvious computation first. Then each piece of work is reported as
//! a rate with its spread and as a multiple of a calibration kernel timed in the same run, so that
//! figures of different machines can be compared; after that Criterion measures the same, for
//! comparison with earlier runs. Times are never asserted.

mod ground;
mod report;

use std::hint::black_box;
use std::time::Duration;

use criterion::Criterion;
use field::{Cell, CellMap, CellSet, Search, Walk, reach_slow};
use ground::Ground;
use report::{Report, calibration_kernel};

const POINTS: u8 = 6;
const SIGHT: usize = 7;

fn main() {
    let ground = Ground::new();
    check(&ground);
    let mut report = Report::new();
    each(&ground, &mut |name, work| report.line(name, work));

    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    criterion.bench_function("calibration kernel", |bencher| bencher.iter(calibration_kernel));
    each(&ground, &mut |name, work| {
        criterion.bench_function(name, |bencher| bencher.iter(&mut *work));
    });
    criterion.final_summary();
}

/// Shows every piece of work that is measured, one after another.
fn each(ground: &Ground, show: &mut dyn FnMut(&str, &mut dyn FnMut())) {
    let walks = walks(ground);
    let mut search = Search::new();
    let mut next = walks.iter().cycle();
    show("reach of one unit", &mut || {
        let walk = *next.next().unwrap_or(&walks[0]);
        black_box(search.reach(&ground.costs, walk).destinations());
    });
    show("reach of 50 units", &mut || {
        for &walk in &walks {
            black_box(search.reach(&ground.costs, walk).destinations());
        }
    });
    let mut next = walks.iter().cycle();
    show("reach of one unit and a path", &mut || {
        let walk = *next.next().unwrap_or(&walks[0]);
        let reach = search.reach(&ground.costs, walk);
        black_box(farthest(&reach.destinations()).and_then(|cell| reach.path(cell)));
    });
    let mut next = walks.iter().cycle();
    show("reach of one unit, reference", &mut || {
        let walk = *next.next().unwrap_or(&walks[0]);
        black_box(reach_slow(&ground.grid, &ground.costs, walk));
    });

    show("neighbours of a set", &mut || {
        black_box(black_box(&ground.enemies).neighbours(&ground.grid));
    });
    show("neighbours through gates", &mut || {
        black_box(black_box(&ground.enemies).neighbours_through(&ground.grid, &ground.gates));
    });
    show("lines to all within 7 hexes", &mut || {
        black_box(seen_from(ground, black_box(Cell::at(12, 13))));
    });
}

/// The moves of all units of a side.
fn walks(ground: &Ground) -> Vec<Walk<'_>> {
    let walk =
        |start| Walk::new(start, POINTS).stopping_at(&ground.control).avoiding(&ground.enemies);
    ground.friends.iter().map(walk).collect()
}

fn farthest(cells: &CellSet) -> Option<Cell> {
    cells.iter().last()
}

/// The hexes near one that it sees over the cover.
fn seen_from(ground: &Ground, from: Cell) -> CellSet {
    let sees = |&to: &Cell| !ground.grid.line(from, to).is_blocked_by(&ground.cover);
    ground.grid.disc(from, SIGHT).iter().filter(sees).collect()
}

/// Asserts that what is measured is right.
fn check(ground: &Ground) {
    let grid = &ground.grid;
    let mut search = Search::new();
    for walk in walks(ground) {
        let slow = reach_slow(grid, &ground.costs, walk);
        let reach = search.reach(&ground.costs, walk);
        for cell in grid.cells() {
            assert_eq!(reach.cost(cell), slow.cost(cell));
            assert_eq!(reach.path(cell).as_deref(), slow.path(cell));
        }
        assert!(reach.destinations().len() > 1, "a unit that cannot move measures nothing");
    }

    let around = |cell| grid.neighbours(cell).map(|(_, next)| next);
    let control: CellSet = ground.enemies.iter().flat_map(around).collect();
    assert_eq!(ground.enemies.neighbours(grid), control);
    let through = ground.enemies.neighbours_through(grid, &ground.gates);
    assert!(through.is_subset(&control) && through != control);

    let sight = CellMap::from_fn(grid, |from| seen_from(ground, from));
    for from in grid.cells() {
        assert!(sight[from].iter().all(|to| sight[to].contains(from)), "sight is mutual");
        assert!(grid.disc(from, 1).is_subset(&sight[from]), "neighbours see each other");
    }
}
