//! Stacks on the board: everything can be read, nothing covers the printed numbers, nobody is left
//! out.

use crate::counter_common::{parse, scenario, unit};
use atlas::Side;
use atlas::battle::{Group, Leader, Rank, Start};
use engraver::counter::{Counter, Livery, State, counter_sheet_svg};
use engraver::units::{self, SHOWN};
use engraver::{Options, Theme};
use field::{Cell, Grid, Shape};

fn hexes() -> Grid {
    Grid::new(Shape::HexFlat { columns: 9, rows_odd: 7, rows_even: 6 }).unwrap()
}

fn squares() -> Grid {
    Grid::new(Shape::Square { columns: 8, rows: 6 }).unwrap()
}

fn wrapped(body: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"800\">{body}</svg>")
}

#[test]
fn stacks_stay_in_their_cell_and_off_its_number() {
    for hex in [true, false] {
        for count in 1..=6 {
            let spots = units::spots(count, hex);
            assert_eq!(spots.len(), count.min(SHOWN));
            for spot in &spots {
                let (right, bottom) = (spot.x.abs() + spot.side / 2.0, spot.y + spot.side / 2.0);
                let top = spot.y - spot.side / 2.0;
                if hex {
                    // The lower corners of a counter are inside the slanted sides of the hex.
                    let room = 57.7 - bottom * 0.577;
                    assert!(right <= room + 1.0, "{count}: {right} of {room}");
                } else {
                    assert!(right <= 48.0, "{count}");
                }
                assert!(top >= if hex { -35.0 } else { -38.0 }, "{count}: the number is covered");
                assert!(bottom <= 48.0, "{count}: {bottom}");
            }
        }
    }
}

#[test]
fn numbers_of_covered_counters_look_out() {
    for hex in [true, false] {
        for count in 2..=SHOWN {
            let spots = units::spots(count, hex);
            for pair in spots.windows(2) {
                let upper_bottom = pair[0].y + pair[0].side / 2.0;
                // Digits end 6.5 hundredths above the lower edge of a counter and are 28 high.
                let digits_top = pair[1].y + pair[1].side * 0.156;
                assert!(digits_top >= upper_bottom - 0.1, "{digits_top} below {upper_bottom}");
            }
        }
    }
    assert!(units::spots(0, true).is_empty());
}

#[test]
fn everybody_on_the_map_is_drawn_once() {
    for grid in [hexes(), squares()] {
        let cells: Vec<Cell> = grid.cells().take(20).collect();
        let mut roster: Vec<_> = cells
            .iter()
            .enumerate()
            .map(|(n, &cell)| unit(&format!("U{n}"), Side::BOTH[n % 2], Start::At(cell)))
            .collect();
        for n in 0..4 {
            roster.push(unit(&format!("more {n}"), Side::Union, Start::At(cells[0])));
        }
        let svg = wrapped(&units::units_layer(&scenario(roster), &grid, Theme::Light));
        parse(&svg);
        for n in 1..20 {
            assert_eq!(svg.matches(&format!("data-unit=\"U{n}\"")).count(), 1);
        }
        let name = grid.name(cells[0]).to_string();
        assert_eq!(svg.matches(&format!("data-cell=\"{name}\"")).count(), 1);
        // Five in one cell: three are drawn, a badge says five.
        assert_eq!(svg.matches("class=\"count\"").count(), 1);
        assert!(svg.contains(">5</text></g></g>"), "{svg}");
        assert_eq!(svg.matches("class=\"counter ").count(), 19 + SHOWN);
    }
}

#[test]
fn a_stack_that_faces_one_way_has_one_arrow() {
    let grid = squares();
    let cell = grid.cell("2,3").unwrap();
    let arrows = |facings: [u8; 3]| {
        let roster = facings.into_iter().enumerate().map(|(n, facing)| {
            let mut unit = unit(&format!("U{n}"), Side::Union, Start::At(cell));
            unit.special.facing = Some(facing);
            unit
        });
        let svg = units::units_layer(&scenario(roster.collect()), &grid, Theme::Light);
        let with_arrow = |part: &&str| part.contains("rotate(");
        let bearers: Vec<String> = svg
            .split("data-unit=\"")
            .skip(1)
            .filter(with_arrow)
            .map(|part| part[..2].to_owned())
            .collect();
        bearers.join(" ")
    };
    assert_eq!(arrows([1, 1, 1]), "U0");
    assert_eq!(arrows([5, 5, 5]), "U2");
    assert_eq!(arrows([1, 3, 1]), "U2 U1 U0");
}

#[test]
fn stacks_off_the_board_are_left_out() {
    let outside = hexes().cell("0907").unwrap();
    let small = Grid::new(Shape::Square { columns: 2, rows: 2 }).unwrap();
    let roster = vec![unit("far", Side::Union, Start::At(outside))];
    let svg = units::units_layer(&scenario(roster), &small, Theme::Light);
    assert!(!svg.contains("data-unit"));
}

#[test]
fn those_to_come_stand_in_the_strip_by_turn() {
    let grid = hexes();
    let group = |id: &str, turns: &[u8], cells: &[&str]| Group {
        id: id.to_owned(),
        side: Side::Union,
        turns: turns.to_vec(),
        cells: cells.iter().map(|name| grid.cell(name).unwrap()).collect(),
        options: Vec::new(),
        by_option: Vec::new(),
        choice: None,
    };
    let arrives =
        |id: &str, group: &str| unit(id, Side::Union, Start::Arrives { group: group.to_owned() });
    let mut army = scenario(vec![
        arrives("late", "B"),
        arrives("first", "A"),
        arrives("second", "A"),
        unit("here", Side::Union, Start::At(grid.cell("0101").unwrap())),
    ]);
    army.groups = vec![
        group("B", &[], &["0901"]),
        group("A", &[4], &["0101", "0201", "0301", "0401", "0501"]),
        group("nobody", &[1], &["0101"]),
    ];
    let strip = units::coming_strip(&army, &grid, Theme::Light, 600.0);
    parse(&wrapped(&format!("{}{}", engraver::counter::definitions(Theme::Light), strip.svg)));
    let place = |text: &str| strip.svg.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(place(">Turn 4<") < place("\"first\""));
    assert!(place("\"second\"") < place(">By the rules<"));
    assert!(place("at 0101 to 0501") < place("at 0901"));
    assert!(!strip.svg.contains("\"here\"") && !strip.svg.contains("Turn 1<"));
    assert!(strip.height > 60.0);
    let none = units::coming_strip(&scenario(Vec::new()), &grid, Theme::Light, 600.0);
    assert_eq!(none.height, 0.0);
    // A strip narrower than a counter still shows everybody.
    let narrow = units::coming_strip(&army, &grid, Theme::Light, 1.0);
    assert_eq!(narrow.svg.matches("data-unit").count(), 3);
}

#[test]
fn corps_are_tinted_and_leaders_shown() {
    let at = Start::At(hexes().cell("0101").unwrap());
    let mut first = unit("a", Side::Union, at.clone());
    first.corps = Some("I".to_owned());
    let mut second = unit("b", Side::Union, at.clone());
    second.corps = Some("II".to_owned());
    let mut army = scenario(vec![first, second, unit("c", Side::Union, at)]);
    army.leaders.push(Leader {
        name: "Hooker".to_owned(),
        side: Side::Union,
        rank: Rank::Corps,
        commands: "I".to_owned(),
        bonus: 10,
        with: Some("a".to_owned()),
        note: None,
    });
    let livery = Livery::of(&army);
    let tints: Vec<_> = army.units.iter().map(|unit| livery.tint(unit)).collect();
    assert!(tints[0].is_some() && tints[1].is_some() && tints[0] != tints[1]);
    assert_eq!(tints[2], None);
    let led = Counter::of(&army.units[0], &livery);
    assert_eq!(led.stars, 2);
    assert!(led.description().ends_with("with Hooker"), "{}", led.description());
    assert_eq!(Counter::of(&army.units[1], &livery).stars, 0);
}

#[test]
fn the_reverse_shows_the_reduced_strength() {
    let mut brigade = unit("a", Side::Union, Start::At(hexes().cell("0101").unwrap()));
    assert_eq!(Counter::reverse_of(&brigade, &Livery::default()), None);
    brigade.reduced = Some(2);
    let reverse = Counter::reverse_of(&brigade, &Livery::default()).unwrap();
    assert_eq!(reverse.strength, "2");
    assert!(reverse.states.contains(State::Reduced));
}

#[test]
fn the_sheet_has_both_faces_of_everybody() {
    let at = Start::At(hexes().cell("0101").unwrap());
    let mut roster: Vec<_> =
        (0..30).map(|n| unit(&format!("U{n}"), Side::BOTH[n % 2], at.clone())).collect();
    roster[0].reduced = Some(1);
    let svg = counter_sheet_svg(&scenario(roster), Theme::Print, 60.0);
    parse(&svg);
    assert_eq!(svg.matches("class=\"counter ").count(), 31);
    assert!(svg.contains("A &lt;test&gt; &amp; more"));
    parse(&counter_sheet_svg(&scenario(Vec::new()), Theme::Light, 60.0));
}

#[test]
fn the_armies_of_the_built_in_battles_are_complete_and_small() {
    for id in atlas::builtin::ids() {
        let battle = atlas::builtin::battle(id).unwrap();
        for scenario in &battle.scenarios {
            let layer = units::units_layer(scenario, &battle.map.grid, Theme::Light);
            let strip = units::coming_strip(scenario, &battle.map.grid, Theme::Light, 2000.0);
            parse(&wrapped(&format!("{layer}{}", strip.svg)));
            let count = |side: Side| {
                let word = format!("class=\"counter {side}\"", side = side.word());
                layer.matches(&word).count() + strip.svg.matches(&word).count()
            };
            for side in Side::BOTH {
                let army = scenario.units.iter().filter(|unit| unit.side == side).count();
                assert_eq!(count(side), army, "{id} {}: {side}", scenario.id);
            }
            let bytes = layer.len() + strip.svg.len();
            assert!(bytes < 20_000 + 1_000 * scenario.units.len(), "{id}: {bytes} bytes");
        }
    }
}

#[test]
fn a_deployment_is_one_drawing_of_board_armies_and_those_to_come() {
    let battle = atlas::builtin::battle("blue-gray/antietam").unwrap();
    let svg = units::deployment_svg(&battle.map, &battle.scenarios[0], &Options::default());
    let tree = parse(&svg);
    let board = engraver::geometry::Geometry::new(&battle.map.grid).size();
    assert!(f64::from(tree.size().width()) > board.0);
    assert!(f64::from(tree.size().height()) > board.1 + 100.0);
    let layer = |name: &str| svg.find(&format!("data-layer=\"{name}\"")).unwrap();
    assert!(layer("numbers") < layer("units") && layer("units") < layer("coming"));
}
