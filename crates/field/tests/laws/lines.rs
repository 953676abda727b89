//! Lines against geometry done another way: cells as intersections of half-planes, cut by a segment in
//! exact fractions.

use std::cmp::Ordering;

use crate::sheets::{grids, pick};
use field::{Cell, CellSet, Grid, LineStep, Shape};
use proptest::prelude::*;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(numerator: i128, denominator: i128) -> Fraction {
        let sign = denominator.signum();
        Fraction(numerator * sign, denominator * sign)
    }

    fn compare(self, other: Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

/// Everything is scaled by this, so that a hair is one unit.
const SCALE: i128 = 100_000;

/// Centres in whole numbers, from the printed stagger alone: a hex is 4 wide and 2 high.
fn centre(grid: &Grid, (column, row): (i128, i128)) -> (i128, i128) {
    if grid.is_hex() {
        (3 * column * SCALE, (2 * row + column.rem_euclid(2)) * SCALE)
    } else {
        (2 * column * SCALE, 2 * row * SCALE)
    }
}

/// The cell around a centre is where every `a * x + b * y < c`, x and y from the centre.
fn half_planes(grid: &Grid) -> Vec<(i128, i128, i128)> {
    if grid.is_hex() {
        let (slant, flat) = (2 * SCALE, SCALE);
        vec![
            (0, 1, flat),
            (0, -1, flat),
            (1, 1, slant),
            (1, -1, slant),
            (-1, 1, slant),
            (-1, -1, slant),
        ]
    } else {
        vec![(0, 1, SCALE), (0, -1, SCALE), (1, 0, SCALE), (-1, 0, SCALE)]
    }
}

/// The part of a segment (as fractions of its length) inside a cell, or on its border if `closed`.
fn part_inside(
    grid: &Grid,
    from: (i128, i128),
    to: (i128, i128),
    place: (i128, i128),
    closed: bool,
) -> Option<(Fraction, Fraction)> {
    let middle = centre(grid, place);
    let (mut enter, mut leave) = (Fraction(0, 1), Fraction(1, 1));
    for (a, b, c) in half_planes(grid) {
        let at_start = a * (from.0 - middle.0) + b * (from.1 - middle.1);
        let gain = a * (to.0 - from.0) + b * (to.1 - from.1);
        match gain.cmp(&0) {
            Ordering::Equal if at_start > c || (at_start == c && !closed) => return None,
            Ordering::Equal => {}
            Ordering::Greater => {
                let bound = Fraction::new(c - at_start, gain);
                leave = if bound.compare(leave).is_lt() { bound } else { leave };
            }
            Ordering::Less => {
                let bound = Fraction::new(c - at_start, gain);
                enter = if bound.compare(enter).is_gt() { bound } else { enter };
            }
        }
    }
    enter.compare(leave).is_lt().then_some((enter, leave))
}

/// A place that need not be on the sheet.
type Place = (i128, i128);

fn place(cell: Cell) -> Place {
    (cell.column() as i128, cell.row() as i128)
}

fn known(grid: &Grid, (column, row): Place) -> Option<Cell> {
    let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
    (column < 64 && row < 64).then(|| Cell::at(column, row)).filter(|&cell| grid.contains(cell))
}

/// Every place a line between two cells could touch.
fn surroundings(a: Cell, b: Cell) -> impl Iterator<Item = Place> {
    let ((ca, ra), (cb, rb)) = (place(a), place(b));
    let columns = ca.min(cb) - 1..=ca.max(cb) + 1;
    columns.flat_map(move |column| (ra.min(rb) - 2..=ra.max(rb) + 2).map(move |row| (column, row)))
}

/// Negative if a point is to the left of a traveller between two others, positive to the right.
fn bearing(from: (i128, i128), to: (i128, i128), point: (i128, i128)) -> i128 {
    (to.0 - from.0) * (point.1 - from.1) - (to.1 - from.1) * (point.0 - from.0)
}

/// The steps of a line by cutting every cell in its surroundings.
fn steps_by_cutting(grid: &Grid, a: Cell, b: Cell) -> Vec<LineStep> {
    let (from, to) = (centre(grid, place(a)), centre(grid, place(b)));
    let cut = |place, closed| part_inside(grid, from, to, place, closed);
    let mut found: Vec<(Fraction, LineStep)> = Vec::new();
    for here in surroundings(a, b).filter(|&here| here != place(a) && here != place(b)) {
        if let Some((enter, _)) = cut(here, false) {
            found.push((enter, LineStep::Through(known(grid, here))));
        } else if let Some((enter, leave)) = cut(here, true)
            && bearing(from, to, centre(grid, here)) < 0
        {
            // The segment lies on a side of this cell, which is on the left: who is on the right?
            let same = |other: &(Fraction, Fraction)| {
                other.0.compare(enter).is_eq() && other.1.compare(leave).is_eq()
            };
            let right = surroundings(a, b)
                .find(|&other| other != here && cut(other, true).as_ref().is_some_and(same))
                .unwrap();
            found.push((enter, LineStep::Between(known(grid, here), known(grid, right))));
        }
    }
    found.sort_by(|x, y| x.0.compare(y.0));
    found.into_iter().map(|(_, step)| step).collect()
}

/// The path of the line moved by one unit to the left (`hair` = 1) or right (`hair` = -1).
fn path_by_cutting(grid: &Grid, a: Cell, b: Cell, hair: i128) -> Vec<Option<Cell>> {
    let (from, to) = (centre(grid, place(a)), centre(grid, place(b)));
    let ahead = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let moved = |point: (i128, i128)| (point.0 + hair * ahead.1, point.1 - hair * ahead.0);
    let mut found: Vec<(Fraction, Option<Cell>)> = surroundings(a, b)
        .filter_map(|here| {
            let (enter, _) = part_inside(grid, moved(from), moved(to), here, false)?;
            Some((enter, known(grid, here)))
        })
        .collect();
    found.sort_by(|x, y| x.0.compare(y.0));
    found.into_iter().map(|(_, cell)| cell).collect()
}

fn check_against_cutting(grid: &Grid, a: Cell, b: Cell) {
    let line = grid.line(a, b);
    let label = format!("{} to {} on {:?}", grid.name(a), grid.name(b), grid.shape());
    assert_eq!(line.steps().collect::<Vec<_>>(), steps_by_cutting(grid, a, b), "{label}");
    if a != b {
        assert_eq!(line.left_path().collect::<Vec<_>>(), path_by_cutting(grid, a, b, 1), "{label}");
        assert_eq!(
            line.right_path().collect::<Vec<_>>(),
            path_by_cutting(grid, a, b, -1),
            "{label}"
        );
    }
}

#[test]
fn lines_equal_exact_cutting_for_every_pair_of_a_small_sheet() {
    let shapes = [
        Shape::HexFlat { columns: 9, rows_odd: 8, rows_even: 7 },
        Shape::HexFlat { columns: 5, rows_odd: 3, rows_even: 6 },
        Shape::Square { columns: 7, rows: 6 },
    ];
    for grid in shapes.map(|shape| Grid::new(shape).unwrap()) {
        for a in grid.cells() {
            for b in grid.cells() {
                check_against_cutting(&grid, a, b);
            }
        }
    }
}

proptest! {
    #[test]
    fn lines_equal_exact_cutting_on_any_sheet(grid in grids(40, 40), a: usize, b: usize) {
        check_against_cutting(&grid, pick(&grid, a), pick(&grid, b));
    }

    #[test]
    fn a_line_is_the_same_from_its_other_end(grid in grids(64, 64), a: usize, b: usize) {
        let (a, b) = (pick(&grid, a), pick(&grid, b));
        let mut back: Vec<_> = grid.line(b, a).steps().map(LineStep::mirrored).collect();
        back.reverse();
        prop_assert_eq!(grid.line(a, b).steps().collect::<Vec<_>>(), back);

        let mut back: Vec<_> = grid.line(b, a).right_path().collect();
        back.reverse();
        prop_assert_eq!(grid.line(a, b).left_path().collect::<Vec<_>>(), back);

        let mut back: Vec<_> = grid.stepped_line(b, a).map(LineStep::mirrored).collect();
        back.reverse();
        prop_assert_eq!(grid.stepped_line(a, b).collect::<Vec<_>>(), back);
    }

    #[test]
    fn moved_lines_go_from_neighbour_to_neighbour(grid in grids(64, 64), a: usize, b: usize) {
        let (a, b) = (pick(&grid, a), pick(&grid, b));
        let line = grid.line(a, b);
        let edges = [line.left_edges().collect::<Vec<_>>(), line.right_edges().collect::<Vec<_>>()];
        for (path, edges) in [line.left_path().collect::<Vec<_>>(), line.right_path().collect()].iter().zip(edges) {
            prop_assert_eq!(path.first(), Some(&Some(a)));
            prop_assert_eq!(path.last(), Some(&Some(b)));
            let mut met = Vec::new();
            for pair in path.windows(2) {
                if let [Some(here), Some(next)] = pair {
                    let edge = grid.edge(*here, *next);
                    prop_assert!(edge.is_some());
                    prop_assert!(grid.is_hex() || here.row() == next.row() || here.column() == next.column());
                    met.extend(edge);
                }
            }
            prop_assert_eq!(&met, &edges);
        }
    }

    #[test]
    fn a_stepped_line_lists_the_nearest_cells(grid in grids(30, 30), a: usize, b: usize) {
        let (a, b) = (pick(&grid, a), pick(&grid, b));
        let distance = grid.distance(a, b);
        let steps: Vec<_> = grid.stepped_line(a, b).collect();
        prop_assert_eq!(steps.len(), distance.saturating_sub(1));
        for (step, i) in steps.into_iter().zip(1..) {
            prop_assert_eq!(step, nearest_by_search(&grid, a, b, i, distance as i128));
        }
    }
}

/// The cells at distance `i` from `a` and `n - i` from `b` whose centres are nearest to the point of the
/// segment `i` steps on, by looking at all of them.
fn nearest_by_search(grid: &Grid, a: Cell, b: Cell, i: i128, n: i128) -> LineStep {
    let (from, to) = (centre(grid, place(a)), centre(grid, place(b)));
    let point = (from.0 * (n - i) + to.0 * i, from.1 * (n - i) + to.1 * i);
    let away = |here: Place| {
        let middle = centre(grid, here);
        let (dx, dy) = ((middle.0 * n - point.0).abs(), (middle.1 * n - point.1).abs());
        // A hex is 4 wide and 2 high here; truly its height is the root of 3 where its width is 2.
        if grid.is_hex() { dx * dx + 3 * dy * dy } else { dx * dx + dy * dy }
    };
    let nearest = surroundings(a, b).map(away).min().unwrap();
    let mut tied: Vec<Place> = surroundings(a, b).filter(|&here| away(here) == nearest).collect();
    tied.sort_by_key(|&here| bearing(from, to, centre(grid, here)));
    match tied[..] {
        [only] => LineStep::Through(known(grid, only)),
        [left, right] => LineStep::Between(known(grid, left), known(grid, right)),
        _ => panic!("{} cells equally near", tied.len()),
    }
}

fn hexes() -> Grid {
    Grid::new(Shape::HexFlat { columns: 25, rows_odd: 28, rows_even: 27 }).unwrap()
}

fn describe(grid: &Grid, steps: impl Iterator<Item = LineStep>) -> String {
    let name = |cell: Option<Cell>| cell.map_or("off".into(), |cell| grid.name(cell).to_string());
    let words = steps.map(|step| match step {
        LineStep::Through(cell) => name(cell),
        LineStep::Between(left, right) => format!("{}/{}", name(left), name(right)),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn describe_path(grid: &Grid, path: impl Iterator<Item = Option<Cell>>) -> String {
    describe(grid, path.map(LineStep::Through))
}

#[test]
fn a_line_along_hexsides_goes_between_two_hexes() {
    let grid = hexes();
    let line = grid.line(grid.cell("0505").unwrap(), grid.cell("0905").unwrap());
    assert_eq!(describe(&grid, line.steps()), "0604/0605 0705 0804/0805");
    assert_eq!(describe_path(&grid, line.left_path()), "0505 0604 0705 0804 0905");
    assert_eq!(describe_path(&grid, line.right_path()), "0505 0605 0705 0805 0905");
}

#[test]
fn a_line_along_hexsides_is_blocked_only_by_both_hexes() {
    let grid = hexes();
    let cell = |name: &str| grid.cell(name).unwrap();
    let line = grid.line(cell("0505"), cell("0705"));
    let blocked = |names: &[&str]| {
        line.is_blocked_by(&names.iter().map(|name| cell(name)).collect::<CellSet>())
    };
    assert!(!blocked(&["0604"]) && !blocked(&["0605"]));
    assert!(blocked(&["0604", "0605"]));
    assert!(!blocked(&["0505", "0705"]), "the ends never block");
}

#[test]
fn a_corner_that_is_only_touched_counts_for_the_moved_line_alone() {
    let grid = hexes();
    let line = grid.line(grid.cell("0505").unwrap(), grid.cell("1006").unwrap());
    assert_eq!(describe(&grid, line.steps()), "0605 0706 0805 0906");
    assert_eq!(describe_path(&grid, line.left_path()), "0505 0605 0705 0706 0805 0906 1006");
    assert_eq!(describe_path(&grid, line.right_path()), "0505 0605 0706 0805 0806 0906 1006");
}

#[test]
fn exact_and_stepped_lines_differ_in_the_middle_of_a_side() {
    let grid = hexes();
    let (a, b) = (grid.cell("0505").unwrap(), grid.cell("0906").unwrap());
    assert_eq!(describe(&grid, grid.line(a, b).steps()), "0605 0705 0706 0805");
    assert_eq!(describe(&grid, grid.stepped_line(a, b)), "0605 0705/0706 0805");
}

#[test]
fn along_the_border_one_side_of_the_line_is_off_the_sheet() {
    let grid = hexes();
    let cell = |name| grid.cell(name).unwrap();
    let line = grid.line(cell("0101"), cell("0501"));
    assert_eq!(describe(&grid, line.steps()), "off/0201 0301 off/0401");
    assert_eq!(describe_path(&grid, line.left_path()), "0101 off 0301 off 0501");
    assert!(!line.is_blocked_by(&[cell("0201"), cell("0401")].into_iter().collect()));
    assert_eq!(line.left_edges().count(), 0);
    assert_eq!(line.right_edges().count(), 4);
    let back = grid.line(cell("0528"), cell("0128"));
    assert_eq!(describe(&grid, back.steps()), "off/0427 0328 off/0227");
}

#[test]
fn a_line_can_cross_a_gap_in_a_ragged_sheet() {
    let grid = Grid::new(Shape::HexFlat { columns: 3, rows_odd: 5, rows_even: 1 }).unwrap();
    let line = grid.line(grid.cell("0103").unwrap(), grid.cell("0304").unwrap());
    assert_eq!(describe(&grid, line.steps()), "off");
    assert!(!line.is_blocked_by(grid.all()));
}

#[test]
fn squares_step_along_the_longer_difference() {
    let grid = Grid::new(Shape::Square { columns: 36, rows: 42 }).unwrap();
    let stepped =
        |a, b| describe(&grid, grid.stepped_line(grid.cell(a).unwrap(), grid.cell(b).unwrap()));
    assert_eq!(stepped("10,10", "10,10"), "");
    assert_eq!(stepped("10,10", "11,11"), "");
    assert_eq!(stepped("10,10", "14,14"), "11,11 12,12 13,13");
    assert_eq!(stepped("10,10", "14,12"), "11,11/11,10 12,11 13,12/13,11");
    assert_eq!(stepped("10,10", "7,11"), "9,10 8,11");
    assert_eq!(stepped("10,10", "12,5"), "10,9 11,8 11,7 12,6");
}

#[test]
fn squares_are_crossed_exactly_too() {
    let grid = Grid::new(Shape::Square { columns: 9, rows: 9 }).unwrap();
    let line = grid.line(grid.cell("0,0").unwrap(), grid.cell("2,2").unwrap());
    assert_eq!(describe(&grid, line.steps()), "1,1");
    assert_eq!(describe_path(&grid, line.left_path()), "0,0 0,1 1,1 1,2 2,2");
    let line = grid.line(grid.cell("0,0").unwrap(), grid.cell("1,2").unwrap());
    assert_eq!(describe(&grid, line.steps()), "0,1 1,1");
}
