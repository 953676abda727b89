//! How fast the field is: reach, sets and lines on a mixed map of 688 hexes.
//!
//! Every measurement is checked against the reference first and then reported as a rate with its spread
//! and as a multiple of a calibration kernel timed in the same run, so that figures from different
//! machines can be compared. Times are never asserted.

mod ground;
mod report;

use std::hint::black_box;

use criterion::Criterion;
use field::{CellMap, CellSet, Search, Walk, reach_slow};
use ground::Ground;
use report::Report;

const POINTS: u8 = 6;

fn walks(ground: &Ground) -> Vec<Walk<'_>> {
    let walk =
        |start| Walk::new(start, POINTS).stopping_at(&ground.control).avoiding(&ground.enemies);
    ground.friends.iter().map(walk).collect()
}

/// Destinations of the whole side, one unit after another, by the fast search.
fn destinations(ground: &Ground, search: &mut Search, walks: &[Walk<'_>]) -> Vec<CellSet> {
    walks.iter().map(|&walk| search.reach(&ground.costs, walk).destinations()).collect()
}

fn check(ground: &Ground) {
    let mut search = Search::new();
    let walks = walks(ground);
    let fast = destinations(ground, &mut search, &walks);
    for (&walk, fast) in walks.iter().zip(fast) {
        let slow = reach_slow(&ground.grid, &ground.costs, walk);
        let slow: CellSet = ground.grid.cells().filter(|&cell| slow.cost(cell).is_some()).collect();
        assert_eq!(fast, slow);
    }
    let neighbours = |cell| ground.grid.neighbours(cell).map(|(_, next)| next);
    let control: CellSet = ground.enemies.iter().flat_map(neighbours).collect();
    assert_eq!(ground.enemies.neighbours(&ground.grid), control);
    let sight = sight_table(ground);
    for a in ground.grid.cells() {
        assert!(sight[a].iter().all(|b| sight[b].contains(a)), "sight is mutual");
    }
}

/// For every hex, the hexes up to seven away that it sees over the cover.
fn sight_table(ground: &Ground) -> CellMap<CellSet> {
    CellMap::from_fn(&ground.grid, |from| {
        let sees = |&to: &field::Cell| !ground.grid.line(from, to).is_blocked_by(&ground.cover);
        ground.grid.disc(from, 7).iter().filter(sees).collect()
    })
}

fn main() {
    let ground = Ground::new();
    check(&ground);
    let walks = walks(&ground);
    let mut search = Search::new();

    let mut report = Report::new();
    let mut turn = walks.iter().cycle();
    report.line("reach of one unit, 6 points", || {
        search.reach(&ground.costs, black_box(*turn.next().unwrap())).destinations()
    });
    let mut turn = walks.iter().cycle();
    report.line("the same, the obvious way", || {
        reach_slow(&ground.grid, &ground.costs, black_box(*turn.next().unwrap()))
    });
    report.line("reach of 50 units", || {
        walks
            .iter()
            .map(|&walk| search.reach(&ground.costs, walk).destinations().len())
            .sum::<usize>()
    });
    let _ = Criterion::default();
}
