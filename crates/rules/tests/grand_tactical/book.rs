//! The figures and worked examples of the rulebook, played: each position is read from the file that the figures are
//! drawn from, so that book, picture and rules cannot part.

use std::fmt::Write;

use field::Cell;
use rules::grand_tactical::sight;
use serde_json::{Value, json};

use crate::fixture::{Field, Game};
use crate::fray::*;

const FIGURES: &str = include_str!("../../../../docs/rules/figures/grand-tactical.toml");

/// A figure of the book as it is written.
struct Figure(toml::Table);

impl Figure {
    fn new(name: &str) -> Figure {
        let file: toml::Table = FIGURES.parse().expect("a file of figures");
        let figures = file["figures"].as_array().expect("figures");
        let found = figures.iter().find(|figure| figure["name"].as_str() == Some(name));
        Figure(found.and_then(toml::Value::as_table).expect(name).clone())
    }

    fn cells(&self, key: &str) -> Vec<&str> {
        let text = self.0.get(key).and_then(toml::Value::as_str).unwrap_or_default();
        text.split_whitespace().collect()
    }

    fn list(&self, key: &str) -> &[toml::Value] {
        self.0.get(key).and_then(toml::Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The squares that are shaded with a meaning.
    fn shaded(&self, meaning: &str) -> Vec<String> {
        let shades = self.list("shades").iter().filter(|shade| word(shade, "as") == meaning);
        shades.flat_map(|shade| squares(word(shade, "cells"))).collect()
    }

    /// The ways of the arrows, with what they mean.
    fn arrows(&self) -> Vec<(Vec<String>, &str)> {
        let arrows = self.list("arrows").iter();
        arrows.map(|arrow| (squares(word(arrow, "way")), word(arrow, "as"))).collect()
    }

    /// What is written next to a square, in the order of the file.
    fn words_at(&self, square: &str) -> Vec<&str> {
        let words = self.list("words").iter().filter(|words| word(words, "at") == square);
        words.map(|words| word(words, "text")).collect()
    }

    /// The ground of the figure on an open map of the size of Antietam's.
    fn ground(&self) -> Field {
        let mut field = Field::open(42, 36);
        let kinds = [("woods", 'w'), ("corn", 'k'), ("town", 't'), ("stream", '~')];
        for (key, drawn) in kinds.into_iter().chain([("bridge", 'b'), ("ford", 'd')]) {
            for square in self.cells(key) {
                field = field.ground(square, drawn);
            }
        }
        let levels = self.0.get("levels").and_then(toml::Value::as_table);
        for (level, cells) in levels.into_iter().flatten() {
            for square in squares(cells.as_str().unwrap_or_default()) {
                field = field.level(&square, level.parse().expect("a level"));
            }
        }
        for road in self.list("roads") {
            let squares: Vec<&str> = road.as_str().unwrap_or_default().split_whitespace().collect();
            field = field.road(&squares);
        }
        field
    }

    /// The figure with its units: rifles, carbines, Napoleons.
    fn field(&self) -> Field {
        self.list("units").iter().fold(self.ground(), add)
    }
}

fn word<'v>(value: &'v toml::Value, key: &str) -> &'v str {
    value.get(key).and_then(toml::Value::as_str).unwrap_or_default()
}

fn squares(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A field with one more unit, as the figure has it.
fn add(field: Field, unit: &toml::Value) -> Field {
    let or = |key: &str, other: &'static str| match word(unit, key) {
        "" => other.to_owned(),
        word => word.to_owned(),
    };
    let (name, arm) = (word(unit, "name"), or("arm", "infantry"));
    let (weapon, mode) = match &arm[..] {
        "artillery" => ("N12", "unlimbered"),
        "cavalry" => ("CRB", "mounted"),
        _ => ("RFL", "normal"),
    };
    let mut rest = format!(
        "at = \"{}\", weapon = \"{weapon}\", effectiveness = 80, facing = {}, mode = \"{}\", corps = \"C\"",
        word(unit, "at"),
        unit.get("facing").and_then(toml::Value::as_integer).unwrap_or(1),
        or("mode", mode),
    );
    if arm == "infantry" {
        let _ = write!(rest, ", division = \"D\", brigade = \"{name}\"");
    }
    let strength = unit["strength"].as_integer().expect("a strength") as u32;
    field.unit(name, word(unit, "side"), &arm, strength, &rest)
}

/// The units of a figure of the real map, as a position has them.
fn deployed(name: &str) -> Value {
    let units = Figure::new(name).list("units").to_vec();
    units.iter().map(|unit| json!({"id": word(unit, "id"), "square": word(unit, "at")})).collect()
}

/// A figure in the intermediate game, everybody active, on a clear day.
fn intermediate(name: &str) -> Game {
    clear_day(&Figure::new(name).field().intermediate().option("8"))
}

fn step(unit: &str, way: &[String]) -> Value {
    json!({"move": {"unit": unit, "path": way}})
}

/// What each step of a way costs, the unit being the one of these that stands where it begins.
fn prices(mut game: Game, units: &[&str], way: &[String]) -> Result<Vec<u64>, String> {
    let unit = *units.iter().find(|unit| game.square(unit) == way[0]).expect("a unit");
    let mut prices = Vec::new();
    for to in &way[1..] {
        let step = step(unit, std::slice::from_ref(to));
        match game.why(step.clone()) {
            why if why == "legal" => game.act(step, &[]),
            why => return Err(why),
        };
        prices.push(game.told("moved")[0]["cost"].as_u64().expect("a cost"));
    }
    Ok(prices)
}

/// The sum that words like "2 + 8" make.
fn sum(text: &str) -> u64 {
    text.split(" + ").map(|term| term.parse::<u64>().expect("a number")).sum()
}

/// [GT 7.5, 7.6] The costs written beside the arrows are those that are paid.
#[test]
fn r7_5_the_marches_of_the_book() {
    for (name, units) in [("march", &["A", "B", "C", "D"][..]), ("zones", &["A", "B", "C", "D"])] {
        let figure = Figure::new(name);
        for (way, meaning) in figure.arrows() {
            let paid = prices(intermediate(name), units, &way);
            if meaning == "no" {
                let why = paid.expect_err("a refusal");
                assert_eq!(why.split(": ").next(), Some("GT 7.6"), "{why}");
                continue;
            }
            let written = way[1..].iter().map(|square| sum(figure.words_at(square)[0]));
            assert_eq!(paid, Ok(written.collect()), "{name} {way:?}");
        }
    }
    // From one square of the zone to another is dearer than the way round.
    let game = intermediate("zones");
    assert_eq!(game.cost(&json!({"move": {"unit": "B", "to": "12,11"}})), Some(9));
}

/// [GT 7.5, 7.8] A bridge in column for one point by road, a ford in any mode for four, the stream never.
#[test]
fn r7_8_the_crossings_of_the_book() {
    let figure = Figure::new("crossings");
    let paid: Vec<Result<Vec<u64>, String>> = figure
        .arrows()
        .iter()
        .map(|(way, _)| prices(intermediate("crossings"), &["A", "B", "C", "D"], way))
        .collect();
    assert_eq!((&paid[0], &paid[2]), (&Ok(vec![1]), &Ok(vec![4])));
    let rules = [&paid[1], &paid[3]].map(|why| why.as_ref().unwrap_err().split(": ").next());
    assert_eq!(rules, [Some("GT 7.8"), Some("GT 7.5")]);
}

/// [GT 7.6] The shaded squares are the zone of control.
#[test]
fn r7_6_the_zone_of_the_book() {
    let game = intermediate("zones");
    let (battle, shaded) = (game.battle(), Figure::new("zones").shaded("reach"));
    for cell in battle.grid.cells() {
        let controlled = game.state.in_zone_of(battle, atlas::Side::Confederate, cell);
        assert_eq!(controlled, shaded.contains(&battle.name(cell)), "{}", battle.name(cell));
    }
}

/// [GT 7.7] The stacks with a tick can be formed; of the others the last unit is refused.
#[test]
fn r7_7_the_stacks_of_the_book() {
    let figure = Figure::new("stacking");
    for (meaning, rule) in [("yes", "legal"), ("no", "GT 7.7")] {
        for square in figure.shaded(meaning) {
            let units = figure.list("units").iter().filter(|unit| word(unit, "at") == square);
            let mut units: Vec<toml::Value> = units.cloned().collect();
            for (number, unit) in units.iter_mut().enumerate() {
                let table = unit.as_table_mut().unwrap();
                table.insert("name".into(), format!("U{number}").into());
            }
            // The last one comes from the south, formed to march.
            let last = units.last_mut().unwrap().as_table_mut().unwrap();
            let (x, y) = square.split_once(',').unwrap();
            let below = format!("{},{y}", x.parse::<u8>().unwrap() + 1);
            last.insert("at".into(), below.into());
            let mode = match last.get("arm").and_then(toml::Value::as_str) {
                Some("artillery") => "limbered",
                Some("cavalry") => "dismounted",
                _ => "normal",
            };
            last.insert("mode".into(), mode.into());
            let field = units.iter().fold(figure.ground(), add).intermediate().option("8");
            let name = format!("U{}", units.len() - 1);
            assert_eq!(
                clear_day(&field).rule(step(&name, std::slice::from_ref(&square))),
                rule,
                "{square}"
            );
        }
    }
}

/// [GT 7.9] A shot from the front, and one from outside the arc.
#[test]
fn r7_9_the_flank_of_the_book() {
    let mut game = intermediate("flank");
    silence(&mut game, &["Law A"]);
    game.end(&[NO, EVEN, NO, NO, EVEN, NO]);
    assert_eq!(shot(&game, "A"), (20, json!([])));
    // 630 men are left, which is density 99.
    assert_eq!(shot(&game, "B"), (30, json!([["flank", 150], ["density", 99]])));
}

/// [GT 8.3] Which of the five lines are clear.
#[test]
fn r8_3_the_lines_of_sight_of_the_book() {
    let figure = Figure::new("sight");
    let game = intermediate("sight");
    for line in figure.list("sights") {
        let cell = |key: &str| game.battle().grid.cell(word(line, key)).unwrap();
        let clear = sight::clear(game.battle(), &game.state, cell("from"), cell("to"));
        assert_eq!(clear, word(line, "as") == "yes", "{line}");
    }
}

/// [GT 8.3] The lines drawn from the side: heights as in the rules, clear and blocked as drawn.
#[test]
fn r8_3_the_profile_of_the_book() {
    let file: toml::Table = FIGURES.parse().expect("a file of figures");
    let profile = &file["profiles"].as_array().expect("profiles")[0];
    let heights = Game::antietam(&[]).tables.sight.clone();
    for (name, feet) in [
        ("level", heights.feet_a_level),
        ("woods", heights.woods),
        ("town", heights.town),
        ("corn", heights.cornfield),
        ("unit", heights.unit),
    ] {
        assert_eq!(profile["feet"][name].as_integer(), Some(feet.into()), "{name}");
    }
    for line in profile["lines"].as_array().expect("lines") {
        let squares = line["squares"].as_array().expect("squares");
        let mut field = Field::open(1, squares.len()).infantry("US", "union", 500, "0,0", 3);
        for (y, square) in squares.iter().enumerate() {
            let (at, square) = (format!("0,{y}"), square.as_str().expect("a square"));
            let (level, on) = square.split_once(' ').unwrap_or((square, ""));
            field = field.level(&at, level.parse().expect("a level"));
            field = if on == "woods" { field.ground(&at, 'w') } else { field };
        }
        let game = clear_day(&field);
        let last = Cell::at(squares.len() - 1, 0);
        let clear = sight::clear(game.battle(), &game.state, Cell::at(0, 0), last);
        assert_eq!(clear, word(line, "as") == "yes", "{line}");
    }
}

/// [GT 8.1, GT-T 2.0] 26 Napoleons at three squares against 753 men in woods: 54 men.
#[test]
fn r8_1_the_fire_of_the_book() {
    let mut game = intermediate("fire");
    silence(&mut game, &["Law A"]);
    game.end(&[NO, 70, NO]);
    let factors = json!([["terrain", 80], ["density", 108], ["random", 120]]);
    assert_eq!(shot(&game, "I. Corps A"), (54, factors));
}

/// [GT 7.7] 15 casualties by guns on a stack of three: 9, 3 and 3.
#[test]
fn r7_7_the_shares_of_the_book() {
    let mut game = intermediate("shares");
    silence(&mut game, &["Law A", "Law B", "Jack A"]);
    game.end(&[NO, EVEN, NO, NO, NO, NO]);
    assert_eq!(shot(&game, "I. Corps A").0, 15);
    let lost = [("Law A".into(), 9, 4), ("Law B".into(), 3, 1), ("Jack A".into(), 0, 1)];
    assert_eq!(losses(&game), lost);
}

/// [GT 8.4] 801 men in the flank and 650 in front against 503, with their leaders: a difference of 35.
#[test]
fn r8_4_the_melee_of_the_book() {
    let field = Figure::new("melee").field().advanced().option("8");
    let field = field
        .leader("Alpha", "union", "brigade", "A", 10, "")
        .leader("Beta", "union", "brigade", "B", 10, "")
        .leader("Hays", "confederate", "brigade", "Hays A", 13, "");
    let mut game = clear_day(&field);
    for unit in ["A", "B", "C"] {
        game.act(json!({"plot_melee": {"unit": unit, "on": true}}), &[]);
    }
    assert_eq!(game.rule(json!({"plot_melee": {"unit": "guns", "on": true}})), "GT 8.4");
    let odds = game.odds(json!({"plot_melee": {"unit": "A", "on": true}}));
    assert_eq!((&odds["attack"], &odds["defence"]), (&json!(203_665), &json!(28_419)));
    silence(&mut game, &["A", "B", "C", "guns", "Hays A"]);
    game.end(&[EVEN, EVEN, 0, 0]);
    assert_eq!(game.told("melee")[0]["attackers"], json!(["A", "B"]));
}

/// [GT 8.5, 8.6] The rout goes the way of the arrow, and not through the squares with a cross.
#[test]
fn r8_6_the_rout_of_the_book() {
    let figure = Figure::new("rout");
    let mut game = intermediate("rout");
    silence(&mut game, &["Hays B"]);
    game.end(&[NO, EVEN, NO, NO]);
    assert_eq!(path(&game, "Hays B"), figure.arrows()[0].0[1..]);
    for square in figure.shaded("no") {
        let cell = game.battle().grid.cell(&square).unwrap();
        assert!(game.state.in_zone_of(game.battle(), atlas::Side::Union, cell), "{square}");
    }
}

/// [GT 8.5, 8.7] The beaten pass through a friend, who tires; the attacker follows.
#[test]
fn r8_5_the_retreat_of_the_book() {
    let figure = Figure::new("retreat");
    let mut game = intermediate("retreat");
    silence(&mut game, &["A", "Law A", "Law B"]);
    plot_melee(&mut game, "A", "13,13");
    game.end(&[EVEN, EVEN, 0, 0, NO, NO]);
    let ways: Vec<String> = figure.arrows()[..2].iter().map(|(way, _)| way[1].clone()).collect();
    assert_eq!(path(&game, "Law A"), ways);
    assert_eq!((game.unit("Law B").fatigue, game.square("A")), (5, "13,13".into()));
}

/// [GT 4.1] Who of the division is in command.
#[test]
fn r4_1_the_command_of_the_book() {
    let field = Figure::new("command").field().advanced();
    let field = field
        .leader("Hooker", "union", "corps", "C", 10, "Hooker")
        .leader("Meade", "union", "division", "D", 10, "Meade");
    let mut game = field.at(json!({"turn": 2, "phase": "activation", "side": "union"}));
    game.end(&[]);
    for (unit, commanded) in [("A", true), ("B", true), ("C", false), ("guns", true)] {
        assert_eq!(game.unit(unit).in_command, commanded, "{unit}");
    }
    assert_eq!(game.unit("C").op, 5);
}

/// [GT 2.1] Those drawn pale are not seen.
#[test]
fn r2_1_the_hidden_units_of_the_book() {
    let figure = Figure::new("hidden");
    let game = clear_day(&figure.field().intermediate().option("8").option("5"));
    let seen = game.seen();
    for unit in figure.list("units") {
        let pale = unit.get("unseen").is_some();
        let there = seen.cell(game.id(word(unit, "name"))).is_some();
        assert_eq!(there, !pale, "{}", word(unit, "name"));
    }
}

/// [GT 7.11] Works of three levels take three tenths.
#[test]
fn r7_11_the_works_of_the_book() {
    for (fort, casualties) in [(0, 10), (3, 7)] {
        let mut game = intermediate("works");
        silence(&mut game, &["Rodes A"]);
        game.unit_mut("Rodes A").fort = fort;
        game.end(&[NO, EVEN, NO]);
        assert_eq!(shot(&game, "A").0, casualties);
    }
}

/// [GT-QS 3.0] The first turn of the basic game as the book tells it.
#[test]
fn q3_0_the_first_turn_of_the_book() {
    let mut game =
        Game::at(Game::antietam(&[]), json!({"turn": 1, "units": deployed("turn-march")}));
    let (duryea, seymour) = ("US-DURYEA-A", "US-SEYMOUR-A");
    for ((way, _), (unit, cost)) in
        Figure::new("turn-march").arrows().iter().zip([(duryea, 5), (seymour, 7)])
    {
        game.act(step(unit, &way[1..]), &[]);
        assert_eq!(game.told("moved")[0]["cost"], cost);
    }
    for unit in deployed("turn-melee").as_array().unwrap() {
        assert_eq!(game.square(unit["id"].as_str().unwrap()), unit["square"]);
    }
    for unit in [duryea, seymour] {
        game.act(json!({"plot_fire": {"unit": unit, "square": "15,14"}}), &[]);
    }
    game.act(json!({"plot_melee": {"unit": duryea, "on": true}}), &[]);
    game.end(&[50, 60, 50, 50, 40, 70, 40, 11, 7, 30]);
    let shots: Vec<(Value, Value)> = game
        .told("fired")
        .iter()
        .map(|shot| (shot["casualties"].clone(), shot["factors"].clone()))
        .collect();
    let expected = [
        (23, json!([["density", 88]])),
        (15, json!([["density", 86], ["random", 110]])),
        (5, json!([["fatigue", 98], ["battle_time", 50], ["density", 80]])),
        (6, json!([["fatigue", 76], ["battle_time", 50], ["density", 79]])),
        (9, json!([["fatigue", 95], ["battle_time", 80], ["density", 85], ["random", 90]])),
    ];
    assert_eq!(shots, expected.map(|(casualties, factors)| (json!(casualties), factors)));
    assert_eq!(game.told("melee")[0]["difference"], 3);
    assert_eq!(path(&game, "CS-JAWALKER-A"), ["16,13", "17,12"]);
    assert_eq!(game.square(duryea), "15,14");
    let (men, fatigue) = (game.unit(duryea).strength, game.unit(duryea).fatigue);
    assert_eq!((men, fatigue, game.unit("CS-JAWALKER-A").strength), (442, 36, 382));
}
