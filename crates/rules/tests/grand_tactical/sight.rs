//! [GT 7.9, 8.3] Arcs, visibility, lines of sight; the fast way against a slow and obvious one.

use atlas::map::Terrain;
use field::{Cell, Direction};
use rules::System;
use rules::dice::Chance;
use rules::grand_tactical::{Action, Battle, State, sight};

use crate::fixture::{Field, Game};
use crate::fray::*;

fn clear(game: &Game, from: &str, to: &str) -> bool {
    let cell = |name: &str| game.battle().grid.cell(name).unwrap();
    let one = sight::clear(game.battle(), &game.state, cell(from), cell(to));
    let back = sight::clear(game.battle(), &game.state, cell(to), cell(from));
    assert_eq!(one, back, "{from} and {to} disagree");
    one
}

#[test]
fn w11_lines_of_sight() {
    let field = Field::new(&"222222222222222\n".repeat(12)).intermediate();
    let with_unit = field.infantry("US", "union", 500, "10,12", 3);
    assert!(!clear(&clear_day(&with_unit), "10,10", "10,14"));
    let woods = |observer: u8| {
        let mut rows = vec!["...............".to_owned(); 12];
        rows[10] = ".............w.".to_owned();
        let field = Field::new(&rows.join("\n")).intermediate().level("10,10", observer);
        clear_day(&field.infantry("US", "union", 500, "0,0", 3))
    };
    assert!(clear(&woods(3), "10,10", "10,14"));
    assert!(!clear(&woods(2), "10,10", "10,14"));
}

#[test]
fn w12_a_half_way_step() {
    let corn = |line: &str| {
        let mut rows = vec!["...............".to_owned(); 13];
        rows[11] = line.to_owned();
        clear_day(&Field::new(&rows.join("\n")).infantry("US", "union", 500, "0,0", 3))
    };
    assert!(clear(&corn("..........k...."), "10,10", "12,11"));
    assert!(clear(&corn("...........k..."), "10,10", "12,11"));
    assert!(!clear(&corn("..........kk..."), "10,10", "12,11"));
}

/// [GT 7.9] Ninety degrees with the edges; three neighbours are always in front; never the own square.
#[test]
fn r7_9_arcs() {
    let battle = Field::open(9, 9).intermediate().infantry("US", "union", 1, "0,0", 1).battle();
    let from = Cell::at(4, 4);
    for (index, facing) in Direction::ALL.into_iter().enumerate() {
        let next = Direction::ALL.map(|way| battle.grid.neighbour(from, way).unwrap());
        let front: Vec<usize> =
            (0..8).filter(|&way| sight::in_arc(&battle, facing, from, next[way])).collect();
        let mut expected = [(index + 7) % 8, index, (index + 1) % 8];
        expected.sort_unstable();
        assert_eq!(front, expected);
        assert!(!sight::in_arc(&battle, facing, from, from));
        // A quarter of the 80 other squares, and the two edges.
        let inside = battle.grid.cells().filter(|&to| sight::in_arc(&battle, facing, from, to));
        assert_eq!(inside.count(), 24);
    }
}

/// [GT 8.3?] Four squares a level, less in the morning mist and the evening; one at the least (D-41).
#[test]
fn r8_3_visibility() {
    let field =
        Field::new("1234\n".replace('1', ".").as_str()).infantry("US", "union", 1, "0,0", 3);
    let battle = field.battle();
    let limits = |turn| [0, 1, 2, 3].map(|y| sight::limit(&battle, turn, Cell::at(y, 0)));
    assert_eq!(limits(1), [2, 4, 7, 9]);
    assert_eq!(limits(2), [3, 6, 9, 12]);
    assert_eq!(limits(3), [4, 8, 12, 16]);
    assert_eq!(limits(10), [4, 8, 12, 16]);
    assert_eq!(limits(11), [3, 6, 9, 12]);
}

/// The rule word for word (11.3).
fn slowly_clear(battle: &Battle, state: &State, from: Cell, to: Cell) -> bool {
    let place = |cell: Cell| (cell.row() as i64, cell.column() as i64);
    let ground = |cell: Cell| 45 * (i64::from(battle.ground[cell].level) - 1);
    let eye = |cell: Cell| ground(cell) + 5;
    let top = |cell: Cell| {
        let obstacle = match battle.ground[cell].terrain {
            Terrain::Woods => 20,
            Terrain::Town => 30,
            Terrain::Cornfield => 6,
            _ => 0,
        };
        let unit = if state.stack(cell).next().is_some() { 5 } else { 0 };
        ground(cell) + std::cmp::max(obstacle, unit)
    };
    let ((ax, ay), (bx, by)) = (place(from), place(to));
    let n = (ax - bx).abs().max((ay - by).abs());
    for i in 1..n {
        let height = eye(from) * (n - i) + eye(to) * i;
        // The point of the line, in n-ths of a square; the nearest squares of the row across.
        let (px, py) = (ax * n + (bx - ax) * i, ay * n + (by - ay) * i);
        let mut blocked = true;
        let mut nearest = i64::MAX;
        for (cx, cy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (px / n + dx, py / n + dy))) {
            let away = (cx * n - px).abs().max((cy * n - py).abs());
            let on_major =
                if (ax - bx).abs() >= (ay - by).abs() { cx * n == px } else { cy * n == py };
            if !on_major || cx < 0 || cy < 0 || away > nearest {
                continue;
            }
            let blocks = top(Cell::at(cy as usize, cx as usize)) * n >= height;
            blocked = if away < nearest { blocks } else { blocked && blocks };
            nearest = away;
        }
        if blocked {
            return false;
        }
    }
    true
}

/// On the map of the book, with both armies on it, from every square.
#[test]
fn r8_3_the_fast_way_sees_what_the_slow_one_sees() {
    let battle = Game::antietam(&["4=advanced"]);
    let mut state = battle.start(&mut Chance::new(3), &mut Vec::new());
    for turn in [1, 3] {
        state.turn = turn;
        for from in battle.grid.cells() {
            let limit = sight::limit(&battle, turn, from);
            let field = sight::field_of(&battle, &state, from, None);
            let facing = Direction::ALL[from.index() % 8];
            let front = sight::field_of(&battle, &state, from, Some(facing));
            for to in battle.grid.cells() {
                let near = to != from && battle.distance(from, to) <= limit;
                let sees = near && slowly_clear(&battle, &state, from, to);
                let arc = sees && sight::in_arc(&battle, facing, from, to);
                assert_eq!(field.contains(to), sees, "{} {}", battle.name(from), battle.name(to));
                assert_eq!(front.contains(to), arc, "{} {}", battle.name(from), battle.name(to));
                if near {
                    assert_eq!(sight::clear(&battle, &state, from, to), sees);
                }
            }
        }
    }
}

/// Beyond the limit a line is clear or not all the same.
#[test]
fn r8_3_lines_longer_than_sight() {
    let battle = Game::antietam(&["4=advanced"]);
    let state = battle.start(&mut Chance::new(3), &mut Vec::new());
    let mut chance = Chance::new(11);
    for _ in 0..5000 {
        let mut any = || Cell::at(chance.below(36), chance.below(42));
        let (from, to) = (any(), any());
        let slow = slowly_clear(&battle, &state, from, to);
        assert_eq!(sight::clear(&battle, &state, from, to), slow);
        assert_eq!(sight::clear(&battle, &state, to, from), slow);
    }
}

/// [GT 2.1, 7.9] Hidden units: in arc, sight and limit of some unit, or next to one; nobody else.
#[test]
fn r2_1_who_is_sighted_in_combat() {
    let battle = Game::antietam(&["4=advanced", "5", "8"]);
    let mut state = battle.start(&mut Chance::new(3), &mut Vec::new());
    state.turn = 3;
    for picture in 0..4 {
        // Turn a part of the armies, so that more than one picture is compared.
        for unit in battle.roster().skip(picture).step_by(4) {
            let facing = Direction::ALL[(usize::from(unit.0) * 3 + picture) % 8];
            let Some(cell) = state.cell(unit) else { continue };
            let stack: Vec<_> = state.stack(cell).collect();
            stack.into_iter().for_each(|one| state.unit_mut(one).facing = facing);
        }
        let (mut after, mut events) = (state.clone(), Vec::new());
        let mut dice = Chance::new(picture as u64);
        battle.apply(&mut after, &Action::EndPhase, &mut dice, &mut events).unwrap();
        for side in atlas::Side::BOTH {
            for unit in battle.of_side(side.other()).iter() {
                let Some(cell) = after.cell(unit) else { continue };
                let seen = after.on_map(&battle, side).any(|own| {
                    let from = after.cell(own).unwrap();
                    battle.distance(from, cell) == 1 || sight::sees(&battle, &after, own, cell)
                });
                // The next operations phase adds only neighbours, who are seen anyway.
                assert_eq!(after.sighted[side].has(unit), seen, "{}", battle.unit(unit).id);
            }
        }
    }
}
