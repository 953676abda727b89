//! Chapter 7: the operations phase.

use serde_json::{Value, json};

use crate::fixture::{Field, Game};

fn step(unit: &str, dir: u8) -> Value {
    json!({"step": {"unit": unit, "dir": dir}})
}

fn cost(game: &Game, unit: &str, dir: u8) -> Option<u64> {
    game.cost(&step(unit, dir))
}

/// Infantry in line in the middle of open ground, and somebody far away.
fn plain() -> Field {
    Field::open(9, 9).intermediate().infantry("A", "union", 500, "4,4", 5).infantry(
        "Z",
        "confederate",
        500,
        "0,0",
        5,
    )
}

#[test]
fn r1_3_squares_of_the_map_and_their_directions() {
    let mut game = plain().option("8").game();
    game.act(step("A", 5), &[]);
    assert_eq!(game.square("A"), "5,4", "direction 5 is south, x counts southward");
    game.act(step("A", 2), &[]);
    assert_eq!(game.square("A"), "4,5");
    let edge = plain().option("8").at(json!({"units": [{"id": "A", "square": "0,8"}]}));
    assert_eq!(edge.rule(step("A", 1)), "GT 1.3");
}

#[test]
fn r7_1_each_player_moves_his_own_units() {
    let game = plain().option("8").game();
    assert_eq!(game.rule(step("Z", 5)), "GT 7.1");
}

#[test]
fn r7_3_only_units_on_the_map_take_orders() {
    let gone = json!({"units": [{"id": "A", "state": "eliminated"}, {"id": "Z", "square": "0,0"}]});
    assert_eq!(plain().option("8").at(gone).rule(step("A", 5)), "GT 7.3");
}

#[test]
fn r7_4_points_of_a_phase_and_what_is_carried_over() {
    let mut game = plain().option("8").at(json!({"units": [
        {"id": "A", "square": "4,4", "op": 7}, {"id": "Z", "square": "0,0", "op": 1}]}));
    game.end(&[]).end(&[]);
    // Two of what the Union had left, and the Confederates keep what they had.
    assert_eq!((game.state.round, game.unit("A").op), (2, 12));
    game.unit_mut("Z").op = 1;
    game.end(&[]);
    assert_eq!(game.unit("Z").op, 11);
    game.end(&[]);
    assert_eq!((game.state.turn, game.unit("A").op), (2, 10), "a new turn carries nothing over");
}

#[test]
fn r7_4_half_the_points_out_of_command() {
    let far = Field::open(20, 9)
        .advanced()
        .option("8")
        .infantry("A", "union", 500, "0,0", 5)
        .infantry("B", "union", 500, "19,0", 5)
        .infantry("Z", "confederate", 500, "0,8", 5)
        .leader("Div", "union", "division", "D", 10, "B")
        .leader("Cor", "union", "corps", "C", 10, "B");
    let mut game = far.at(json!({"turn": 2, "round": 2, "side": "confederate"}));
    game.end(&[]);
    assert_eq!((game.unit("A").op, game.unit("B").op), (5, 10));
    assert!(!game.unit("A").in_command);
}

#[test]
fn r7_4_some_have_no_points_on_a_turn() {
    let rest = "at = \"4,4\", weapon = \"RFL\", effectiveness = 80, facing = 5, mode = \"normal\", \
                no_points_on = [1]";
    let game = Field::open(9, 9)
        .intermediate()
        .option("8")
        .unit("A", "union", "infantry", 500, rest)
        .infantry("Z", "confederate", 500, "0,0", 5)
        .game();
    assert_eq!(game.unit("A").op, 0);
    assert_eq!(game.rule(step("A", 5)), "GT 7.4");
    assert_eq!(game.rule(json!({"force_march": {"unit": "A"}})), "GT 7.4");
}

/// The worked example W-09, and the rows of the cost table.
#[test]
fn w09_what_squares_cost() {
    let ground = Field::new(
        ".w.k.
         .....
         .t.d.
         ~~~~~
         .....",
    );
    let at = |square: &str, mode: &str| {
        ground
            .clone()
            .intermediate()
            .option("8")
            .infantry("A", "union", 500, "1,2", 5)
            .at(json!({"units": [{"id": "A", "square": square, "mode": mode, "op": 12}]}))
    };
    let game = at("1,2", "normal");
    assert_eq!(cost(&game, "A", 1), Some(2), "clear");
    assert_eq!(cost(&game, "A", 8), Some(7), "woods, diagonally");
    assert_eq!(cost(&game, "A", 2), Some(5), "corn, diagonally");
    assert_eq!(cost(&game, "A", 6), Some(9), "a town, diagonally");
    assert_eq!(cost(&game, "A", 4), Some(6), "a ford, diagonally");
    let game = at("1,1", "normal");
    assert_eq!((cost(&game, "A", 1), cost(&game, "A", 5)), (Some(5), Some(6)));
    assert_eq!(at("4,2", "normal").rule(step("A", 1)), "GT 7.5");
}

#[test]
fn t1_0_elevation_once_and_the_road() {
    let field = Field::open(5, 5)
        .intermediate()
        .option("8")
        .level("1,2", 4)
        .level("2,3", 2)
        .road(&["2,2", "2,3"])
        .infantry("A", "union", 500, "2,2", 5)
        .guns("G", "union", 10, "4,4", 5, "N12");
    let line = field.at(json!({"units": [{"id": "A", "square": "2,2"}]}));
    assert_eq!(cost(&line, "A", 1), Some(4), "three levels up cost as one does");
    assert_eq!(cost(&line, "A", 3), Some(4), "a road is nothing to infantry in line");
    let column = field.at(json!({"units": [{"id": "A", "square": "2,2", "mode": "column"}]}));
    assert_eq!(cost(&column, "A", 3), Some(2), "along the road 1, uphill 1");
    let guns = field.at(json!({"units": [{"id": "G", "square": "2,2", "mode": "limbered"}]}));
    assert_eq!((cost(&guns, "G", 3), cost(&guns, "G", 1)), (Some(2), Some(5)));
    let taken = field.at(json!({"units": [{"id": "A", "square": "2,2", "mode": "column"},
        {"id": "G", "square": "2,3"}]}));
    assert_eq!(cost(&taken, "A", 3), Some(4), "not onto a road where somebody stands");
}

#[test]
fn t1_0_cavalry_and_artillery_have_columns_of_their_own() {
    let field = Field::new("www\nwww\nwww")
        .intermediate()
        .option("8")
        .cavalry("H", "union", 300, "1,1", 1)
        .guns("G", "union", 10, "1,1", 1, "N12");
    let game = field.at(json!({"units": [{"id": "H", "square": "1,1"}]}));
    assert_eq!((cost(&game, "H", 1), cost(&game, "H", 2)), (Some(2), Some(3)));
    let foot = field.at(json!({"units": [{"id": "H", "square": "1,1", "mode": "dismounted"}]}));
    assert_eq!((cost(&foot, "H", 1), cost(&foot, "H", 2)), (Some(5), Some(7)));
    let guns = field.at(json!({"units": [{"id": "G", "square": "1,1", "mode": "limbered"}]}));
    assert_eq!((cost(&guns, "G", 1), cost(&guns, "G", 2)), (Some(2), Some(3)));
    let still = field.at(json!({"units": [{"id": "G", "square": "1,1"}]}));
    assert_eq!(still.rule(step("G", 1)), "GT 7.5", "unlimbered guns stay");
}

#[test]
fn r7_5_always_one_square() {
    let field = plain().option("8").level("3,3", 2).infantry("Y", "confederate", 500, "2,2", 5);
    let units = |op: u8, moved: u8| {
        json!({"units": [{"id": "A", "square": "4,4", "op": op, "moved": moved},
            {"id": "Y", "square": "2,2"}]})
    };
    // 3 for the corner, 2 uphill, 2 into the zone of control.
    assert_eq!(cost(&field.at(units(10, 0)), "A", 8), Some(7));
    let woods = Field::new("ww\nww")
        .intermediate()
        .option("8")
        .level("0,0", 2)
        .infantry("A", "union", 500, "1,1", 1)
        .infantry("B", "confederate", 500, "0,1", 1);
    let at = |op, moved| {
        woods.at(json!({"units": [{"id": "A", "square": "1,1", "op": op, "moved": moved},
            {"id": "B", "square": "0,1", "routed": true}]}))
    };
    assert_eq!(cost(&at(12, 0), "A", 8), Some(9), "7 + 2, a routed enemy has no zone");
    assert_eq!(at(8, 0).rule(step("A", 8)), "GT 7.4");
    let far = Field::new("ww\nww")
        .intermediate()
        .option("8")
        .level("0,0", 2)
        .infantry("A", "union", 500, "1,1", 1)
        .infantry("B", "confederate", 500, "0,1", 1)
        .at(json!({"units": [{"id": "A", "square": "1,1", "op": 10}, {"id": "B", "square": "0,1"}]}));
    assert_eq!(cost(&far, "A", 8), Some(10), "7 + 2 + 8, but a first step costs 10 at the most");
}

#[test]
fn r7_5_bridges_want_a_column() {
    let field =
        Field::new("..\n~b\n..").intermediate().option("8").infantry("A", "union", 500, "0,1", 5);
    let at = |mode: &str| field.at(json!({"units": [{"id": "A", "square": "0,1", "mode": mode}]}));
    assert_eq!(at("normal").rule(step("A", 5)), "GT 7.8");
    assert_eq!(at("column").rule(step("A", 5)), "legal");
    assert_eq!(at("column").rule(step("A", 6)), "GT 7.5", "the stream");
    let mut on = at("column");
    on.act(step("A", 5), &[]);
    assert_eq!(on.rule(json!({"mode": {"unit": "A"}})), "GT 7.8", "no change of mode on a bridge");
}

#[test]
fn r7_5_nobody_enters_the_enemy_or_scenery() {
    let field = Field::new("#.\n..")
        .intermediate()
        .option("8")
        .infantry("A", "union", 500, "1,0", 1)
        .infantry("Z", "confederate", 500, "0,1", 5);
    let game = field.game();
    assert_eq!(game.rule(step("A", 2)), "GT 7.5");
    assert_eq!(game.rule(step("A", 1)), "GT 7.5");
}

/// A move is its steps one after another, and `to` finds the cheapest of them.
#[test]
fn r7_5_moves_of_several_squares() {
    let mut game = Field::new(".....\n.www.\n.....")
        .intermediate()
        .option("8")
        .infantry("A", "union", 500, "1,0", 3)
        .game();
    let to = json!({"move": {"unit": "A", "to": "1,4"}});
    assert_eq!(game.cost(&to), Some(10), "around the woods: 3, 2, 2, 3");
    game.act(to, &[]);
    let told = &game.told("moved")[0];
    assert_eq!(told["path"], json!(["0,1", "0,2", "0,3", "1,4"]), "the smallest directions");
    assert_eq!((told["cost"].as_u64(), game.unit("A").op), (Some(10), 0));
    assert_eq!((game.unit("A").fatigue, game.unit("A").moved), (8, 4));
    let path = json!({"move": {"unit": "A", "path": ["1,2"]}});
    assert!(game.why(path).starts_with("malformed"), "squares follow one another");
}

#[test]
fn w10_from_one_zone_of_control_to_another() {
    let field = Field::open(5, 7)
        .intermediate()
        .option("8")
        .infantry("A", "union", 500, "2,2", 3)
        .cavalry("H", "union", 300, "2,2", 3)
        .guns("G", "union", 10, "2,2", 3, "N12")
        .infantry("Z", "confederate", 500, "1,3", 5);
    let one = |unit: Value| field.at(json!({"units": [unit, {"id": "Z", "square": "1,3"}]}));
    let foot = one(json!({"id": "A", "square": "2,2"}));
    assert_eq!(cost(&foot, "A", 3), Some(10));
    let horse = one(json!({"id": "H", "square": "2,2"}));
    assert_eq!(cost(&horse, "H", 3), Some(6), "1 + 5");
    let guns = one(json!({"id": "G", "square": "2,2", "mode": "limbered"}));
    assert_eq!(guns.rule(step("G", 3)), "GT 7.6");
    let later = one(json!({"id": "A", "square": "2,2", "moved": 1, "op": 12}));
    assert_eq!(later.rule(step("A", 3)), "GT 7.6", "as a first step only");
    assert_eq!(cost(&later, "A", 7), Some(4), "out of the zone: 2 + 2");
}

#[test]
fn r7_6_zones_of_control() {
    let field = plain().option("8").infantry("Y", "confederate", 500, "2,4", 5);
    let at = |more: Value| {
        let mut enemy = json!({"id": "Y", "square": "2,4"});
        if let (Value::Object(enemy), Value::Object(more)) = (&mut enemy, more) {
            enemy.extend(more);
        }
        field.at(json!({"units": [{"id": "A", "square": "4,4"}, enemy]}))
    };
    assert_eq!(cost(&at(json!({})), "A", 1), Some(4), "into it: 2 + 2, wherever the enemy looks");
    assert_eq!(cost(&at(json!({"routed": true})), "A", 1), Some(2), "routed units have none");
}

#[test]
fn r7_7_stacking() {
    let field = Field::new("...\n.t.")
        .intermediate()
        .option("8")
        .infantry("A", "union", 500, "0,0", 3)
        .infantry("B", "union", 500, "0,1", 3)
        .infantry("C", "union", 500, "0,1", 3)
        .guns("G", "union", 10, "0,1", 3, "N12")
        .guns("K", "union", 10, "0,0", 3, "N12");
    let game = field.at(json!({"units": [
        {"id": "A", "square": "0,0"}, {"id": "B", "square": "0,1"}, {"id": "C", "square": "0,1"},
        {"id": "G", "square": "0,1"}, {"id": "K", "square": "0,0", "mode": "limbered"}]}));
    assert_eq!(game.rule(step("A", 3)), "GT 7.7");
    assert_eq!(game.rule(step("K", 3)), "GT 7.7", "one unit of artillery");
    let town = field.at(json!({"units": [
        {"id": "A", "square": "0,0"}, {"id": "B", "square": "1,1"}]}));
    assert_eq!(town.rule(step("A", 4)), "GT 7.7", "one unit in a town");
    let faults = game
        .faults_of(json!({"units": [{"id": "A", "square": "1,1"}, {"id": "B", "square": "1,1"}]}));
    assert!(faults.contains("no room"), "{faults}");
}

#[test]
fn r7_7_the_whole_stack_looks_where_the_last_one_went() {
    let mut game = plain().option("8").infantry("B", "union", 500, "5,4", 1).game();
    game.act(step("A", 5), &[]);
    assert_eq!(game.unit("B").facing, game.unit("A").facing);
    game.act(json!({"face": {"unit": "B", "dir": 7}}), &[]);
    assert_eq!(game.unit("A").facing.index(), 6);
}

#[test]
fn r7_8_modes() {
    let mut game = plain().option("8").guns("G", "union", 10, "6,6", 5, "N12").game();
    let mode = |unit: &str| json!({"mode": {"unit": unit}});
    assert_eq!((game.cost(&mode("A")), game.cost(&mode("G"))), (Some(2), Some(4)));
    game.act(mode("A"), &[]);
    assert_eq!((game.unit("A").mode, game.unit("A").op), (atlas::battle::Mode::Column, 8));
    game.act(mode("G"), &[]).act(step("G", 5), &[]);
    assert_eq!(game.square("G"), "7,6");
    game.unit_mut("A").op = 1;
    assert_eq!(game.rule(mode("A")), "GT 7.4");
    let routed =
        plain().option("8").at(json!({"units": [{"id": "A", "square": "4,4", "routed": true}]}));
    assert_eq!(routed.rule(mode("A")), "GT 7.8");
}

#[test]
fn r7_8_guns_unlimber_before_the_enemy_for_eight() {
    let rest = "at = \"4,4\", weapon = \"RG3\", effectiveness = 80, facing = 5, mode = \"limbered\", \
                division = \"H\", horse_artillery = true";
    let field = Field::open(9, 9)
        .intermediate()
        .option("8")
        .unit("G", "union", "artillery", 10, rest)
        .infantry("Z", "confederate", 500, "3,3", 5);
    let mode = json!({"mode": {"unit": "G"}});
    let near = field.game();
    assert_eq!(near.cost(&mode), Some(8), "horse artillery, too");
    let far = field.at(json!({"units": [{"id": "G", "square": "4,4"}]}));
    assert_eq!(far.cost(&mode), Some(2));
}

#[test]
fn r7_9_facing_is_free_and_changes_something() {
    let mut game = plain().game();
    let face = |dir: u8| json!({"face": {"unit": "A", "dir": dir}});
    assert_eq!(game.rule(face(5)), "GT 7.9");
    game.act(face(1), &[]);
    assert_eq!((game.unit("A").facing.index(), game.unit("A").op), (0, 10));
}

#[test]
fn r7_10_force_marches() {
    let mut game = plain().option("8").game();
    let march = json!({"force_march": {"unit": "A"}});
    for _ in 0..7 {
        game.act(march.clone(), &[]);
    }
    assert_eq!((game.unit("A").op, game.unit("A").fatigue), (17, 42));
    assert_eq!(game.rule(march.clone()), "GT 7.10");
    let routed = plain().at(json!({"units": [{"id": "A", "square": "4,4", "routed": true}]}));
    assert_eq!(routed.rule(march), "GT 7.10");
}

#[test]
fn r7_11_fortification_by_order() {
    let field = Field::open(5, 5).advanced().option("8").infantry("A", "union", 500, "2,2", 5);
    let fortify = json!({"fortify": {"unit": "A"}});
    let at = |more: Value| {
        let mut unit = json!({"id": "A", "square": "2,2", "op": 12});
        if let (Value::Object(unit), Value::Object(more)) = (&mut unit, more) {
            unit.extend(more);
        }
        field.at(json!({"units": [unit]}))
    };
    let mut game = at(json!({}));
    game.act(fortify.clone(), &[]);
    assert_eq!((game.unit("A").fort, game.unit("A").op, game.unit("A").fatigue), (1, 0, 20));
    assert_eq!(at(json!({"op": 11})).rule(fortify.clone()), "GT 7.4");
    assert_eq!(at(json!({"mode": "column"})).rule(fortify.clone()), "GT 7.11");
    assert_eq!(at(json!({"fort": 5})).rule(fortify.clone()), "GT 7.11");
    assert_eq!(at(json!({"routed": true})).rule(fortify.clone()), "GT 7.11");
    let mut dug = at(json!({"fort": 3}));
    dug.act(step("A", 1), &[]);
    assert_eq!(dug.unit("A").fort, 0, "what was dug stays behind");
    let mut formed = at(json!({"fort": 3}));
    formed.act(json!({"mode": {"unit": "A"}}), &[]);
    assert_eq!(formed.unit("A").fort, 0);
}

#[test]
fn r7_11_the_intermediate_game_digs_by_itself() {
    let mut game = plain().at(json!({"side": "confederate", "units": [
        {"id": "A", "square": "4,4", "op": 1}, {"id": "Z", "square": "0,0", "op": 0}]}));
    assert_eq!(game.rule(json!({"fortify": {"unit": "Z"}})), "GT 2.1");
    game.unit_mut("Z").op = 0;
    game.end(&[]);
    assert_eq!((game.unit("A").fort, game.unit("Z").fort), (1, 0), "both sides, with points left");
}

fn staff() -> Field {
    Field::open(9, 9)
        .advanced()
        .option("8")
        .infantry("A", "union", 500, "4,4", 5)
        .infantry("B", "union", 500, "8,8", 5)
        .guns("G", "union", 10, "0,8", 5, "N12")
        .cavalry("H", "union", 300, "8,0", 5)
        .leader("Div", "union", "division", "D", 10, "A")
        .leader("Cor", "union", "corps", "C", 20, "A")
        .leader("A", "union", "brigade", "A", 5, "")
        .infantry("Z", "confederate", 500, "0,0", 5)
        .leader("Reb", "confederate", "division", "D", 10, "Z")
}

#[test]
fn r7_12_transfers() {
    let mut game = staff().game();
    let go = |leader: &str, unit: &str| json!({"transfer": {"leader": leader, "unit": unit}});
    assert_eq!(game.rule(go("Div", "G")), "GT 7.12", "corps artillery is not of the division");
    assert_eq!(game.rule(go("Div", "H")), "GT 7.12");
    assert_eq!(game.rule(go("Div", "A")), "GT 7.12", "he is there");
    assert_eq!(game.rule(go("A", "B")), "GT 7.12", "leaders of brigades stay");
    assert_eq!(game.rule(go("Reb", "A")), "GT 7.1");
    game.act(go("Cor", "G"), &[]).act(go("Div", "B"), &[]);
    assert_eq!(game.rule(go("Div", "A")), "GT 7.12", "once a phase");
    game.end(&[]).end(&[]);
    assert_eq!(game.rule(go("Div", "A")), "legal");
    assert_eq!(
        plain().game().rule(json!({"transfer": {"leader": "X", "unit": "A"}})).split(':').next(),
        Some("malformed")
    );
}

#[test]
fn r7_13_melee_plots_set_the_other_two() {
    let mut game = plain().game();
    let melee = |on: bool| json!({"plot_melee": {"unit": "A", "on": on}});
    assert_eq!(game.rule(melee(false)), "GT 7.13");
    game.act(melee(true), &[]);
    let now = *game.unit("A");
    let front = game.battle().grid.cell("5,4");
    assert!(now.melee && now.advance && now.fire == front);
    game.act(json!({"plot_advance": {"unit": "A", "on": false}}), &[]);
    game.act(melee(false), &[]);
    assert_eq!((game.unit("A").melee, game.unit("A").fire), (false, front));
    let edge = plain().at(json!({"units": [{"id": "A", "square": "8,4"}]}));
    let mut edge = edge;
    edge.act(melee(true), &[]);
    assert_eq!(edge.unit("A").fire, None, "the map ends in front");
}

#[test]
fn r7_13_who_may_plot_what() {
    let field = plain().guns("G", "union", 10, "6,6", 5, "N12");
    let plots = |unit: &str| {
        [
            json!({"plot_melee": {"unit": unit, "on": true}}),
            json!({"plot_advance": {"unit": unit, "on": true}}),
        ]
    };
    let game = field.game();
    let [melee, advance] = plots("G");
    assert_eq!((game.rule(melee), game.rule(advance)), ("GT 8.4".into(), "GT 8.7".into()));
    let state = |flag: &str| field.at(json!({"units": [{"id": "A", "square": "4,4", flag: true}]}));
    for plot in plots("A") {
        assert_eq!(state("routed").rule(plot.clone()), "GT 8.6");
        assert_eq!(state("disrupted").rule(plot), "GT 8.8");
    }
}

#[test]
fn r7_13_fire_plots_need_range_arc_and_sight() {
    let field =
        Field::new("...\n...\n...\n.w.\n...").intermediate().infantry("A", "union", 500, "2,1", 5);
    let game = field.at(json!({"turn": 3, "units": [{"id": "A", "square": "2,1"}]}));
    let plot = |square: &str| json!({"plot_fire": {"unit": "A", "square": square}});
    assert_eq!(game.rule(plot("3,1")), "legal", "an empty square, too");
    assert_eq!(game.rule(plot("4,1")), "GT 8.3", "behind the woods");
    assert_eq!(game.rule(plot("1,1")), "GT 7.9", "behind its back");
    let far = Field::open(9, 3).intermediate().infantry("A", "union", 500, "0,1", 5).game();
    assert_eq!(far.rule(plot("5,1")), "GT 8.3", "out of range");
    let none = json!({"plot_fire": {"unit": "A", "square": null}});
    assert_eq!(game.rule(none), "GT 7.13", "there is none to clear");
}

#[test]
fn r8_6_routed_units_move_one_square() {
    let mut game =
        plain().option("8").at(json!({"units": [{"id": "A", "square": "4,4", "routed": true}]}));
    assert_eq!(game.rule(json!({"move": {"unit": "A", "path": ["5,4", "6,4"]}})), "GT 8.6");
    game.act(step("A", 5), &[]);
    assert_eq!(game.rule(step("A", 5)), "GT 8.6");
}

#[test]
fn r8_8_plots_last_until_the_owner_s_next_phase() {
    let mut game = plain().game();
    game.act(json!({"plot_melee": {"unit": "A", "on": true}}), &[]);
    game.end(&[]);
    assert!(game.unit("A").melee, "defensive fire uses it, too");
    game.end(&[]);
    assert!(!game.unit("A").melee && game.unit("A").fire.is_none());
}
