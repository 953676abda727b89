//! The Quick Start rules: the basic game.

use serde_json::{Value, json};

use crate::fixture::Field;

fn basic() -> Field {
    Field::open(9, 9).option("8").infantry("A", "union", 500, "4,4", 5).infantry(
        "Z",
        "confederate",
        500,
        "0,0",
        5,
    )
}

fn step(unit: &str, dir: u8) -> Value {
    json!({"step": {"unit": unit, "dir": dir}})
}

#[test]
fn q3_0_orders_of_the_basic_game() {
    let game = basic().game();
    let kinds: std::collections::BTreeSet<String> = game
        .list()
        .iter()
        .filter_map(|one| one["action"].as_object()?.keys().next().cloned())
        .collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["end_phase", "move", "plot_melee", "step"]);
}

#[test]
fn q3_4_points_and_moves() {
    let game = basic().at(json!({"units": [{"id": "A", "square": "4,4", "op": 1}]}));
    assert_eq!(game.rule(step("A", 5)), "GT-QS 3.4");
    let edge = basic().at(json!({"units": [{"id": "A", "square": "8,4"}]}));
    assert_eq!(edge.rule(step("A", 5)), "GT-QS 3.4");
    // There is no square that can always be entered.
    let woods =
        Field::new("tw\ntw").option("8").level("0,0", 2).infantry("A", "union", 500, "1,1", 1);
    assert_eq!(woods.game().rule(step("A", 8)), "GT-QS 3.4", "9 for the town and 2 uphill");
}

#[test]
fn q3_4_everybody_takes_the_road_and_the_bridge() {
    let field = Field::new("..\n.b\n..")
        .option("8")
        .road(&["0,1", "1,1", "2,1"])
        .infantry("A", "union", 500, "0,1", 5);
    let game = field.game();
    assert_eq!(game.cost(&step("A", 5)), Some(1));
}

#[test]
fn q3_5_stacking() {
    let field = Field::new("t.\n..").option("8");
    let units = [("A", "1,1"), ("B", "1,1"), ("C", "1,0")];
    let field = units.iter().fold(field, |field, (id, at)| field.infantry(id, "union", 500, at, 1));
    let game = field
        .at(json!({"units": [{"id": "A", "square": "0,0"}, {"id": "B", "square": "0,0"},
        {"id": "C", "square": "1,0"}]}));
    assert_eq!(game.rule(step("C", 1)), "GT-QS 3.5", "two in a town, and no third");
}

#[test]
fn q3_6_zones_of_control() {
    let field =
        basic().infantry("Y", "confederate", 500, "2,4", 5).guns("G", "union", 10, "4,4", 5, "N12");
    let units = |unit: Value| json!({"units": [unit, {"id": "Y", "square": "2,4"}]});
    let into = field.at(units(json!({"id": "A", "square": "4,4"})));
    assert_eq!(into.cost(&step("A", 1)), Some(4));
    let out = field.at(units(json!({"id": "A", "square": "3,4"})));
    assert_eq!(out.cost(&step("A", 5)), Some(2), "nothing for leaving");
    assert_eq!(out.cost(&step("A", 3)), Some(10), "ten in all");
    let few = field.at(units(json!({"id": "A", "square": "3,4", "op": 9})));
    assert_eq!(few.rule(step("A", 3)), "GT-QS 3.4");
    let guns = field.at(units(json!({"id": "G", "square": "3,4"})));
    assert_eq!(guns.rule(step("G", 3)), "GT-QS 3.6");
}

#[test]
fn q3_7_fire_plots_all_round() {
    let field = basic();
    let game = field.at(json!({"turn": 3}));
    let plot = |square: &str| json!({"plot_fire": {"unit": "A", "square": square}});
    assert_eq!(game.rule(plot("3,4")), "legal");
    assert_eq!(game.rule(plot("5,4")), "legal");
    assert_eq!(game.rule(plot("0,4")), "GT-QS 3.7");
}

#[test]
fn q3_8_a_melee_plot_is_a_flag() {
    let mut game = basic().guns("G", "union", 10, "6,6", 5, "N12").game();
    assert_eq!(game.rule(json!({"plot_melee": {"unit": "G", "on": true}})), "GT-QS 3.8");
    game.act(json!({"plot_melee": {"unit": "A", "on": true}}), &[]);
    assert!(game.unit("A").melee && game.unit("A").fire.is_none() && !game.unit("A").advance);
}

#[test]
fn q5_0_fatigue_of_a_march() {
    let mut game = basic().cavalry("H", "union", 300, "6,6", 5).game();
    game.act(step("A", 5), &[]).act(step("H", 5), &[]);
    assert_eq!((game.unit("A").fatigue, game.unit("H").fatigue), (2, 1));
}

#[test]
fn q7_1_points_are_those_of_the_other_games_without_leaders() {
    let game = basic().game();
    let faults = game.faults_of(json!({"losses": {"union": {"corps": 1}}}));
    assert!(faults.contains("corps"), "{faults}");
}

#[test]
fn q4_1_the_six_parts_of_a_combat_phase() {
    let mut game = basic().game();
    game.end(&[]);
    let parts: Vec<Value> =
        game.told("sub_phase").iter().map(|told| told["name"].clone()).collect();
    let expected = [
        "defensive artillery fire",
        "offensive artillery fire",
        "defensive fire",
        "offensive fire",
        "defensive melee fire",
        "melee",
    ];
    assert_eq!(parts, expected);
}

/// [GT-QS 3.6] From zone to zone costs ten in all, also where the ground alone would cost eleven.
#[test]
fn q3_6_zone_to_zone_is_ten_on_any_ground() {
    let game = Field::new(".....\n..t..\n.....\n.....")
        .level("1,2", 2)
        .infantry("A", "union", 500, "3,3", 1)
        .infantry("Z", "confederate", 500, "1,3", 5)
        .option("8")
        .at(json!({"turn": 3, "units": [{"id": "A", "square": "3,3", "op": 14},
            {"id": "Z", "square": "1,3"}]}));
    assert_eq!(game.cost(&json!({"move": {"unit": "A", "to": "1,2"}})), Some(14));
    assert_eq!(game.why(json!({"move": {"unit": "A", "path": ["2,3", "1,2"]}})), "legal");
}
