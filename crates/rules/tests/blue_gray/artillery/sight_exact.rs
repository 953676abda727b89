//! Lines of sight and lines over water against a slow and obvious geometry: hexes are polygons, lines are
//! clipped against them, and everything is a fraction of whole numbers.
//!
//! Coordinates are stretched so that centres and corners fall on whole points, which changes neither what
//! a straight line meets nor in which order.

use proptest::prelude::*;
use rules::blue_gray::Battle;

use crate::fixture::Field;

type Hex = (i64, i64);

/// A point, and the arrow to it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Point {
    x: i64,
    y: i64,
}

/// Makes room for a line that is moved by less than anything on the map is apart.
const FINE: i64 = 100_000;

fn centre((column, row): Hex) -> Point {
    let lower = i64::from(column % 2 == 0);
    Point { x: 3 * column * FINE, y: (2 * row + lower) * FINE }
}

fn corners(hex: Hex) -> [Point; 6] {
    let Point { x, y } = centre(hex);
    [(-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1)]
        .map(|(dx, dy)| Point { x: x + dx * FINE, y: y + dy * FINE })
}

/// Positive if `c` lies to the right of the arrow from `a` to `b`, as seen on a sheet whose y grows down.
fn turn(a: Point, b: Point, c: Point) -> i128 {
    let wide = |value: i64| i128::from(value);
    wide(b.x - a.x) * wide(c.y - a.y) - wide(b.y - a.y) * wide(c.x - a.x)
}

/// How a line and a hex meet.
#[derive(Clone, PartialEq, Debug)]
enum Meeting {
    Apart,
    /// The line goes through the inside.
    Through,
    /// The line runs along a side: this one.
    Along(Point, Point),
    /// It touches one corner.
    Corner,
}

/// Clips a line from `a` to `b` by the six half-planes of a hex. A moment `t` is a fraction `(top, bottom)`
/// with a positive bottom.
fn meeting(a: Point, b: Point, hex: Hex) -> Meeting {
    let corners = corners(hex);
    let (mut enters, mut leaves) = ((0i128, 1i128), (1i128, 1i128));
    let later = |s: (i128, i128), t: (i128, i128)| s.0 * t.1 > t.0 * s.1;
    let mut side_run_along = None;
    for index in 0..6 {
        let (p, q) = (corners[index], corners[(index + 1) % 6]);
        // The corners go clockwise, so inside is to the right of each side.
        let (at_a, at_b) = (turn(p, q, a), turn(p, q, b));
        if at_a == at_b {
            if at_a < 0 {
                return Meeting::Apart;
            }
            if at_a == 0 {
                side_run_along = Some((p, q));
            }
        } else if at_b > at_a {
            let moment = (-at_a, at_b - at_a);
            if later(moment, enters) {
                enters = moment;
            }
        } else {
            let moment = (at_a, at_a - at_b);
            if later(leaves, moment) {
                leaves = moment;
            }
        }
    }
    if later(enters, leaves) {
        Meeting::Apart
    } else if !later(leaves, enters) {
        Meeting::Corner
    } else if let Some((p, q)) = side_run_along {
        Meeting::Along(p, q)
    } else {
        Meeting::Through
    }
}

/// What a random sheet looks like.
#[derive(Clone, Debug)]
struct Sheet {
    rows: Vec<String>,
    creeks: Vec<(Hex, Hex)>,
}

impl Sheet {
    fn terrain(&self, (column, row): Hex) -> char {
        self.rows[row as usize - 1].as_bytes()[column as usize - 1] as char
    }

    fn hexes(&self) -> Vec<Hex> {
        let (columns, rows) = (self.rows[0].len() as i64, self.rows.len() as i64);
        (1..=columns).flat_map(|column| (1..=rows).map(move |row| (column, row))).collect()
    }

    /// [BG 8.31-8.34] Whether a line is free of blocking hexes.
    fn sees(&self, from: Hex, to: Hex) -> bool {
        let (a, b) = (centre(from), centre(to));
        let mut sides_with_a_wood: Vec<[Point; 2]> = Vec::new();
        for hex in self.hexes() {
            if hex == from || hex == to || !"fxt".contains(self.terrain(hex)) {
                continue;
            }
            match meeting(a, b, hex) {
                Meeting::Apart | Meeting::Corner => {}
                Meeting::Through => return false,
                Meeting::Along(p, q) => {
                    // The hex on the other side names the same two corners the other way round.
                    if sides_with_a_wood.contains(&[q, p]) {
                        return false;
                    }
                    sides_with_a_wood.push([p, q]);
                }
            }
        }
        true
    }

    /// [BG 9.0?] Whether a line, moved a hair to either side, crosses water both times.
    fn over_water(&self, from: Hex, to: Hex) -> bool {
        let (a, b) = (centre(from), centre(to));
        // A hair: at right angles to the line, a few thousandths of a hex long.
        let (dx, dy) = ((b.x - a.x) / FINE, (b.y - a.y) / FINE);
        [(-dy, dx), (dy, -dx)].into_iter().all(|(x, y)| {
            let shift = |point: Point| Point { x: point.x + x * 10, y: point.y + y * 10 };
            self.gets_wet(shift(a), shift(b))
        })
    }

    fn gets_wet(&self, a: Point, b: Point) -> bool {
        let river = |hex: &Hex| self.terrain(*hex) == '~';
        let mut hexes = self.hexes().into_iter();
        hexes.any(|hex| river(&hex) && meeting(a, b, hex) == Meeting::Through)
            || self.creeks.iter().any(|&(one, other)| {
                let [p, q] = shared_side(one, other);
                let apart = |s: i128, t: i128| s.signum() * t.signum() < 0;
                apart(turn(a, b, p), turn(a, b, q)) && apart(turn(p, q, a), turn(p, q, b))
            })
    }
}

/// The two corners that neighbours have in common.
fn shared_side(one: Hex, other: Hex) -> [Point; 2] {
    let theirs = corners(other);
    let shared: Vec<Point> =
        corners(one).into_iter().filter(|corner| theirs.contains(corner)).collect();
    [shared[0], shared[1]]
}

fn neighbours((column, row): Hex) -> [Hex; 3] {
    // Each hexside once: down, and to both hexes of the next column.
    let upper = if column % 2 == 0 { row } else { row - 1 };
    [(column, row + 1), (column + 1, upper), (column + 1, upper + 1)]
}

fn name((column, row): Hex) -> String {
    format!("{column:02}{row:02}")
}

/// Sheets of nine columns and nine rows: every second or third hex blocks, a straight reach of river, and
/// creeks on a fifth of the hexsides.
fn sheets() -> impl Strategy<Value = Sheet> {
    let cell = prop_oneof![5 => Just('.'), 1 => Just('f'), 1 => Just('x'), 1 => Just('t'),
                           1 => Just('r'), 1 => Just('F'), 1 => Just('#')];
    let rows = prop::collection::vec(prop::collection::vec(cell, 9), 9);
    let creeks = prop::collection::vec(prop::bool::weighted(0.2), 9 * 9 * 3);
    (rows, creeks, 0..9usize, 0..9usize, 0..5usize).prop_map(
        |(mut rows, creeks, column, first, length)| {
            rows.iter_mut().skip(first).take(length).for_each(|row| row[column] = '~');
            let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let mut sheet = Sheet { rows, creeks: Vec::new() };
            let sides: Vec<(Hex, Hex)> = sheet
                .hexes()
                .into_iter()
                .flat_map(|hex| neighbours(hex).map(|next| (hex, next)))
                .filter(|(_, (column, row))| *column <= 9 && (1..=9).contains(row))
                .collect();
            let dry = |sheet: &Sheet, hex: Hex| ".fxtr".contains(sheet.terrain(hex));
            let wet = sides.into_iter().zip(creeks).filter(|(_, wet)| *wet);
            sheet.creeks = wet
                .map(|(side, _)| side)
                .filter(|&(one, other)| dry(&sheet, one) && dry(&sheet, other))
                .collect();
            sheet
        },
    )
}

fn battle(sheet: &Sheet) -> Option<Battle> {
    let dry: Vec<Hex> =
        sheet.hexes().into_iter().filter(|&hex| ".fxtr".contains(sheet.terrain(hex))).collect();
    let (gun, target) = (dry.first()?, dry.last()?);
    let mut field = Field::new(&sheet.rows.join("\n"))
        .unit("G", "union", "artillery", 1, &name(*gun), "range = 7")
        .confederate("X", 1, &name(*target));
    for &(one, other) in &sheet.creeks {
        field = field.creek(&[&format!("{}|{}", name(one), name(other))]);
    }
    Some(field.battle())
}

fn cases() -> u32 {
    if std::env::var_os("LONGROLL_SOAK").is_some() { 2_000 } else { 24 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..Default::default() })]

    /// Every pair of hexes in range of a gun with the longest range there is.
    #[test]
    fn lines_meet_what_polygons_say(sheet in sheets()) {
        let Some(battle) = battle(&sheet) else { return Ok(()) };
        let standing: Vec<Hex> =
            sheet.hexes().into_iter().filter(|&hex| ".fxtr".contains(sheet.terrain(hex))).collect();
        for &from in &standing {
            for &to in &standing {
                let cell = |hex| battle.grid().cell(&name(hex)).unwrap();
                let (a, b) = (cell(from), cell(to));
                if from == to || battle.grid().distance(a, b) > 7 {
                    continue;
                }
                prop_assert_eq!(
                    battle.sight.is_clear(a, b), sheet.sees(from, to), "sight {:?} {:?}", from, to
                );
                prop_assert_eq!(
                    battle.sight.crosses_water(a, b), sheet.over_water(from, to),
                    "water {:?} {:?}", from, to
                );
            }
        }
    }
}

#[test]
fn the_slow_geometry_knows_a_corner_from_a_side() {
    let line = |from, to, hex| meeting(centre(from), centre(to), hex);
    assert_eq!(line((3, 2), (4, 6), (4, 3)), Meeting::Corner);
    assert_eq!(line((3, 2), (4, 6), (3, 4)), Meeting::Through);
    assert_eq!(line((3, 2), (4, 6), (5, 4)), Meeting::Apart);
    assert!(matches!(line((3, 5), (5, 5), (4, 4)), Meeting::Along(..)));
    assert!(matches!(line((3, 5), (5, 5), (4, 5)), Meeting::Along(..)));
}
