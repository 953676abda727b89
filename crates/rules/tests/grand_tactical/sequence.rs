//! Chapters 1 to 6, 9 and 10: set-up, sequence, activation, command, recovery, reinforcements, victory.

use rules::System;
use rules::dice::FixedDie;
use rules::grand_tactical::recovery_chance;
use rules::grand_tactical::state::{Phase, Place};
use rules::grand_tactical::{activation, victory};
use serde_json::{Value, json};

use crate::fixture::{Field, Game};

fn phases(game: &Game) -> Vec<String> {
    game.told("phase_began").iter().map(|told| told["phase"].as_str().unwrap().to_owned()).collect()
}

fn two() -> Field {
    Field::open(20, 9).infantry("A", "union", 500, "0,8", 5).infantry(
        "Z",
        "confederate",
        500,
        "19,0",
        1,
    )
}

#[test]
fn r1_1_a_turn_has_two_rounds_of_four_phases() {
    let mut game = two().intermediate().option("8").game();
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push((game.state.side.word(), game.state.round));
        game.end(&[]);
    }
    assert_eq!(seen, [("union", 1), ("confederate", 1), ("union", 2), ("confederate", 2)]);
    assert_eq!((game.state.turn, game.state.round), (2, 1));
}

#[test]
fn r2_3_the_sequence_of_a_turn() {
    let mut game = two().intermediate().option("8").game();
    game.end(&[]);
    assert_eq!(phases(&game), ["combat", "operations"]);
    game.end(&[]);
    assert_eq!(phases(&game), ["combat", "mid-turn recovery", "operations"]);
    game.end(&[]).end(&[]);
    let after =
        ["combat", "victory", "activation", "command", "recovery", "reinforcement", "operations"];
    assert_eq!(phases(&game), after);
    let active = two().intermediate().at(json!({"phase": "activation"}));
    assert_eq!(active.rule(json!({"step": {"unit": "A", "dir": 5}})), "GT 2.3");
    assert_eq!(game.rule(json!({"activate": {"division": "D"}})), "GT 2.3");
}

#[test]
fn r2_2_the_historical_set_up() {
    let battle = Game::antietam(&["4=advanced"]);
    let state = rules::grand_tactical::start::set_up(&battle);
    let at = |place: fn(&Place) -> bool| {
        battle.roster().filter(|&u| place(&state.unit(u).place)).count()
    };
    assert_eq!((at(|p| matches!(p, Place::On(_))), at(|p| *p == Place::Reserve)), (176, 33));
    let op = |id: &str| state.unit(battle.find(id).unwrap()).op;
    assert_eq!((op("US-GIBBON-A"), op("CS-KERSHAW-A")), (10, 0), "McLaws marched all night");
}

#[test]
fn r1_3_fords_are_drawn_at_set_up() {
    let battle = Game::antietam(&[]);
    assert_eq!(battle.ford_sites.len(), 25);
    let mut events = Vec::new();
    let state = battle.start(&mut FixedDie(6), &mut events);
    assert_eq!(state.fords.len(), 7);
    let first = battle.start(&mut FixedDie(0), &mut events);
    assert_eq!(first.fords.len(), 1);
    assert!(first.fords.contains(battle.ford_sites[0]));
}

#[test]
fn r2_1_levels_do_without_some_rules() {
    let basic = two().option("8").game();
    for (action, rule) in [
        (json!({"face": {"unit": "A", "dir": 1}}), "GT-QS 3.3"),
        (json!({"mode": {"unit": "A"}}), "GT-QS 3.3"),
        (json!({"force_march": {"unit": "A"}}), "GT-QS 3.3"),
        (json!({"fortify": {"unit": "A"}}), "GT-QS 3.3"),
        (json!({"plot_advance": {"unit": "A", "on": true}}), "GT-QS 3.3"),
    ] {
        assert_eq!(basic.rule(action.clone()), rule, "{action}");
    }
    let faults = basic.faults_of(json!({"units": [{"id": "A", "square": "0,8", "facing": 1}]}));
    assert!(faults.contains("facing"), "{faults}");
}

#[test]
fn r2_1_options_are_read_and_refused() {
    let files = two().files();
    let new = |options: &[&str]| {
        let options: Vec<String> = options.iter().map(|&one| one.to_owned()).collect();
        rules::grand_tactical::Battle::new(&files, None, &options)
    };
    assert!(new(&["4=advanced", "1=5", "5", "8", "D-17", "D-78"]).is_ok());
    for wrong in [&["4"][..], &["4=easy"], &["5=yes"], &["1=1", "1=2"], &["99"]] {
        assert!(new(wrong).is_err(), "{wrong:?}");
    }
}

/// The worked example W-16.
#[test]
fn w16_how_many_divisions() {
    let battle = Game::antietam(&["4=advanced"]);
    let mut state = rules::grand_tactical::start::set_up(&battle);
    let limits = [0, 1, 2].map(|drawn| activation::limit(&battle, &state, drawn));
    assert_eq!(limits, [4, 5, 6]);
    (state.turn, state.score) = (8, 4500);
    assert_eq!(activation::limit(&battle, &state, 1), 9);
    state.score = -4500;
    assert_eq!(activation::limit(&battle, &state, 1), 7);
    let easy = Game::antietam(&["4=advanced", "1=5"]);
    assert_eq!(activation::limit(&easy, &state, 1), 9);
}

/// Option D-99 changes our constants of the limit, and nothing where it is not chosen.
#[test]
fn r3_2_slow_activation() {
    let [usual, slow] = [&["4=advanced"][..], &["4=advanced", "D-99"]].map(Game::antietam);
    let mut state = rules::grand_tactical::start::set_up(&slow);
    assert_eq!((usual.tables.activation.base, slow.tables.activation.base), (4, 4));
    assert_eq!((usual.tables.activation.random, slow.tables.activation.random), (3, 2));
    (state.turn, state.score) = (7, 11_999);
    assert_eq!(activation::limit(&usual, &state, 0), 4 + 5 + 2);
    assert_eq!(activation::limit(&slow, &state, 0), 4 + 1 + 1);
    (state.turn, state.score) = (6, 5_999);
    assert_eq!(activation::limit(&slow, &state, 1), 5);
}

fn corps() -> Field {
    let of = |division: &str, at: &str| {
        format!(
            "at = \"{at}\", weapon = \"RFL\", effectiveness = 80, facing = 5, mode = \"normal\", corps = \"I\", division = \"{division}\""
        )
    };
    Field::open(12, 9)
        .intermediate()
        .unit("A", "union", "infantry", 500, &of("Able", "0,0"))
        .unit("B", "union", "infantry", 500, &of("Baker", "0,2"))
        .unit("G", "union", "artillery", 10, "at = \"0,4\", weapon = \"N12\", effectiveness = 80, facing = 5, mode = \"limbered\", corps = \"I\"")
        .infantry("Z", "confederate", 500, "9,0", 1)
}

#[test]
fn r3_1_divisions_are_activated_up_to_the_limit() {
    let mut game = corps().at(json!({"phase": "activation", "limit": 1}));
    let activate = |name: &str| json!({"activate": {"division": name}});
    assert_eq!(game.list().len(), 3);
    game.act(activate("Able"), &[]);
    assert_eq!(game.rule(activate("Able")), "GT 3.1");
    assert_eq!(game.rule(activate("Baker")), "GT 3.2");
    let gone = corps().at(json!({"phase": "activation", "limit": 2, "units": [
        {"id": "A", "square": "0,0"}, {"id": "B", "state": "eliminated"}]}));
    assert_eq!(gone.rule(activate("Baker")), "GT 3.1", "nobody of it is on the map");
}

#[test]
fn r3_2_activation_is_for_one_turn() {
    let mut game = corps().at(json!({"phase": "activation", "limit": 2}));
    game.act(json!({"activate": {"division": "Able"}}), &[]);
    for _ in 0..5 {
        game.end(&[2]);
    }
    assert_eq!((game.state.phase, game.state.turn, game.state.limit), (Phase::Activation, 2, 2));
    assert!(game.state.activated.is_empty());
}

#[test]
fn r3_3_what_inactive_units_may_do() {
    let game = corps().at(json!({"activated": ["Able"], "limit": 1}));
    let step = |unit: &str| json!({"step": {"unit": unit, "dir": 5}});
    assert_eq!(game.rule(step("A")), "legal");
    assert_eq!(game.rule(step("B")), "GT 3.3");
    assert_eq!(
        game.rule(step("G")),
        "legal",
        "corps artillery goes with any division of its corps"
    );
    for free in [
        json!({"face": {"unit": "B", "dir": 1}}),
        json!({"mode": {"unit": "B"}}),
        json!({"force_march": {"unit": "B"}}),
        json!({"plot_melee": {"unit": "B", "on": true}}),
    ] {
        assert_eq!(game.rule(free.clone()), "legal", "{free}");
    }
    let none = corps().at(json!({"limit": 1}));
    assert_eq!(none.rule(step("G")), "GT 3.3");
    assert_eq!(corps().option("8").game().rule(step("B")), "legal");
}

#[test]
fn r3_2_late_cavalry() {
    let field = Field::open(9, 9)
        .intermediate()
        .option("8")
        .option("D-17")
        .cavalry("H", "union", 300, "4,4", 5)
        .cavalry("Y", "confederate", 300, "0,0", 5);
    let step = |unit: &str| json!({"step": {"unit": unit, "dir": 5}});
    assert_eq!(field.at(json!({"turn": 2})).rule(step("H")), "GT 3.2");
    assert_eq!(field.at(json!({"turn": 3})).rule(step("H")), "legal");
    assert_eq!(field.at(json!({"turn": 1, "side": "confederate"})).rule(step("Y")), "legal");
}

#[test]
fn r3_4_confederates_are_always_active() {
    let game = corps().at(json!({"side": "confederate", "limit": 1}));
    assert_eq!(game.rule(json!({"step": {"unit": "Z", "dir": 1}})), "legal");
}

const SCHEDULE: &str = "\n[timetable]\nchances = [20, 80]\nformations = [{ name = \"Able\", division = \"Able\", turn = 5 }, { name = \"Baker\", division = \"Baker\", turn = 8 }]\n";

fn timetable() -> Field {
    let basic = corps().rules(SCHEDULE);
    basic.option("D-78")
}

#[test]
fn q2_0_the_timetable() {
    let step = |unit: &str| json!({"step": {"unit": unit, "dir": 5}});
    let mut game = timetable().at(json!({"turn": 3, "round": 2, "side": "confederate"}));
    assert_eq!(timetable().game().rule(step("A")), "GT 3.2");
    game.end(&[19]);
    assert_eq!(game.draws(), [("release".to_owned(), 100)], "on the turn before, one in five");
    assert_eq!(game.rule(step("A")), "legal");
    let mut late = timetable().at(json!({"turn": 4, "round": 2, "side": "confederate"}));
    late.end(&[80]);
    assert_eq!(late.rule(step("A")), "GT 3.2", "four in five on its turn");
    let mut sure = timetable().at(json!({"turn": 5, "round": 2, "side": "confederate"}));
    sure.end(&[]);
    assert!(sure.draws().is_empty() && sure.rule(step("A")) == "legal", "then for certain");
}

#[test]
fn q2_0_the_enemy_releases_whom_he_touches() {
    let near = json!({"side": "confederate", "units": [{"id": "A", "square": "0,0"},
        {"id": "B", "square": "5,5"}, {"id": "Z", "square": "1,2", "op": 10}]});
    let mut game = timetable().at(near);
    game.act(json!({"step": {"unit": "Z", "dir": 8}}), &[]);
    game.end(&[]);
    assert_eq!(game.told("released")[0]["formation"], "Able");
    assert_eq!(game.state.released, 1);
}

fn chain() -> Field {
    Field::open(30, 9)
        .advanced()
        .option("8")
        .infantry("A", "union", 500, "0,0", 5)
        .infantry("B", "union", 500, "10,0", 5)
        .infantry("C", "union", 500, "20,0", 5)
        .guns("G", "union", 10, "0,8", 5, "N12")
        .cavalry("H", "union", 300, "29,0", 5)
        .infantry("Y", "confederate", 500, "0,4", 5)
        .infantry("Z", "confederate", 500, "6,4", 5)
        .guns("K", "confederate", 10, "29,8", 5, "N12")
        .leader("Div", "union", "division", "D", 10, "A")
        .leader("Cor", "union", "corps", "C", 20, "C")
        .leader("Reb", "confederate", "division", "D", 10, "Y")
}

/// Who is in command control at the beginning of the next turn.
fn commanded(units: Value, leaders: Value) -> Vec<String> {
    let mut game =
        chain().at(json!({"round": 2, "side": "confederate", "units": units, "leaders": leaders}));
    game.end(&[]);
    let ids = ["A", "B", "C", "G", "H", "Y", "Z", "K"];
    let known = ids.iter().filter(|id| game.state.cell(game.id(id)).is_some());
    known.filter(|id| game.unit(id).in_command).map(|&id| id.to_owned()).collect()
}

#[test]
fn r4_1_units_trace_to_their_division_leader() {
    let at = |a: &str, b: &str, c: &str| json!([{"id": "A", "square": a}, {"id": "B", "square": b}, {"id": "C", "square": c}]);
    assert_eq!(commanded(at("0,0", "4,0", "5,3"), json!([])), ["A", "B", "C"]);
    assert_eq!(commanded(at("0,0", "5,0", "0,6"), json!([])), ["A", "C"], "four squares, not five");
    assert_eq!(
        commanded(at("0,0", "6,5", "5,5"), json!([])),
        ["A", "B", "C"],
        "next to the corps leader"
    );
}

#[test]
fn r4_2_a_division_leader_traces_to_his_corps() {
    let units = json!([{"id": "A", "square": "0,0"}, {"id": "B", "square": "1,0"}, {"id": "C", "square": "7,0"}]);
    assert_eq!(commanded(units, json!([])), ["C"], "seven squares are too many");
    let confederates = json!([{"id": "Y", "square": "0,0"}, {"id": "Z", "square": "6,0"}]);
    assert_eq!(commanded(confederates, json!([])), ["Y", "Z"], "six squares, and no trace above");
}

#[test]
fn r4_3_who_is_always_in_command() {
    let units = json!([{"id": "G", "square": "0,0"}, {"id": "C", "square": "7,0"},
        {"id": "H", "square": "29,0"}, {"id": "K", "square": "29,8"}]);
    assert_eq!(commanded(units, json!([])), ["C", "H", "K"], "Union guns trace to their corps");
    let near = json!([{"id": "G", "square": "1,0"}, {"id": "C", "square": "7,0"}]);
    assert_eq!(commanded(near, json!([])), ["C", "G"]);
}

#[test]
fn r4_4_out_of_command_nobody_rallies() {
    let units = json!([
        {"id": "A", "square": "0,0", "routed": true}, {"id": "B", "square": "20,0", "routed": true},
        {"id": "C", "square": "1,0"}]);
    let mut game = chain().at(json!({"round": 2, "side": "confederate", "units": units}));
    game.end(&[]);
    assert!(!game.unit("A").routed && game.unit("B").routed);
}

#[test]
fn r5_1_disruption_recovery() {
    let field = two().intermediate().option("8").infantry("Y", "confederate", 500, "1,7", 5);
    let chance = |units: Value| {
        let game = field.at(json!({"units": units}));
        recovery_chance(game.battle(), &game.state, game.id("A"))
    };
    let unit = |more: Value| {
        let mut unit = json!({"id": "A", "square": "0,8", "disrupted": true});
        if let (Value::Object(unit), Value::Object(more)) = (&mut unit, more) {
            unit.extend(more);
        }
        unit
    };
    assert_eq!(chance(json!([unit(json!({}))])), 80);
    assert_eq!(chance(json!([unit(json!({})), {"id": "Y", "square": "1,7"}])), 60);
    assert_eq!(chance(json!([unit(json!({"fatigue": 40}))])), 0, "morale 40 is not above 40");
    assert_eq!(chance(json!([unit(json!({"fatigue": 39}))])), 80);
}

#[test]
fn t6_0_without_a_brigade_leader() {
    let field = chain().leader("Ann", "union", "brigade", "A", 5, "");
    let chance = |leaders: Value, enemy: bool| {
        let mut units = vec![json!({"id": "A", "square": "0,0", "disrupted": true})];
        if enemy {
            units.push(json!({"id": "Z", "square": "1,1"}));
        }
        let game = field.at(json!({"units": units, "leaders": leaders}));
        recovery_chance(game.battle(), &game.state, game.id("A"))
    };
    let lost = json!([{"name": "Ann", "side": "union", "state": "lost"}]);
    assert_eq!((chance(json!([]), false), chance(json!([]), true)), (80, 60));
    assert_eq!((chance(lost.clone(), false), chance(lost, true)), (60, 40));
}

#[test]
fn r5_2_rally() {
    let field = two().intermediate().option("8");
    let rallies = |id: &str, square: &str, men: u16, fatigue: u8| {
        let mut game = field.at(json!({"round": 2, "side": "confederate", "units": [
            {"id": id, "square": square, "men": men, "fatigue": fatigue, "routed": true}]}));
        game.end(&[]);
        !game.unit(id).routed
    };
    assert!(rallies("A", "0,8", 301, 0) && !rallies("A", "0,8", 300, 0));
    assert!(rallies("Z", "19,0", 101, 0) && !rallies("Z", "19,0", 100, 0));
    assert!(rallies("A", "0,8", 400, 40) && !rallies("A", "0,8", 400, 41), "morale 40 or more");
}

/// The second half of the worked example W-13.
#[test]
fn r5_3_fatigue_recovery() {
    let field = Field::open(9, 9).option("8").unit(
        "A",
        "union",
        "infantry",
        500,
        "at = \"4,4\", weapon = \"RFL\", effectiveness = 83, facing = 5, mode = \"normal\"",
    );
    let rested = |enemy: &str| {
        // Guns that have moved do not fire, and take no men from anybody.
        let field = field.clone().guns("Z", "confederate", 10, enemy, 5, "N12");
        let mut game = field.at(json!({"round": 2, "side": "confederate", "units": [
            {"id": "A", "square": "4,4", "fatigue": 60}, {"id": "Z", "square": enemy, "moved": 1}]}));
        game.end(&[]);
        60 - game.unit("A").fatigue
    };
    assert_eq!((rested("8,8"), rested("3,4")), (13, 27), "as printed: more in a zone of control");
}

/// The worked example W-14, and the rest of the tables.
#[test]
fn w14_resupply() {
    let field = chain();
    let supplied = |unit: &str, square: &str, leader: &str, round: u8, draws: &[u16]| {
        let men = json!({"id": unit, "square": square, "ammo": false});
        let with = if unit == "G" { "C" } else { "A" };
        let with = if unit == "Z" { "Y" } else { with };
        let mut game = field.at(json!({"round": round, "side": "confederate", "units": [men, {"id": with, "square": leader}]}));
        game.end(draws);
        let draws: Vec<u64> = game.draws().iter().map(|(_, of)| *of).collect();
        (game.unit(unit).ammo, draws.len())
    };
    // Three squares from the leader: 70, then 70; in mid-turn 70, then 35.
    assert_eq!(supplied("Z", "3,0", "0,0", 2, &[69, 69]), (true, 2));
    assert_eq!(supplied("Z", "3,0", "0,0", 2, &[70]), (false, 1));
    assert_eq!(supplied("Z", "3,0", "0,0", 1, &[69, 35]), (false, 2));
    assert_eq!(supplied("Z", "3,0", "0,0", 1, &[69, 34]), (true, 2));
    assert_eq!(supplied("Z", "1,0", "0,0", 2, &[]), (true, 0), "at once");
    assert_eq!(supplied("K", "29,8", "0,0", 2, &[49, 49]), (true, 2), "half, then half");
}

#[test]
fn r5_4_out_of_command_nobody_is_supplied() {
    let units = json!([{"id": "A", "square": "0,0"}, {"id": "C", "square": "1,0"},
        {"id": "B", "square": "20,0", "ammo": false}]);
    let mut game = chain().at(json!({"round": 2, "side": "confederate", "units": units}));
    game.end(&[]);
    assert!(!game.unit("B").ammo && game.draws().is_empty());
}

#[test]
fn t7_0_the_intermediate_game_asks_for_no_leader() {
    let field = two().intermediate().option("8");
    let mut game = field.at(json!({"round": 2, "side": "confederate", "units": [
        {"id": "A", "square": "0,8", "ammo": false}, {"id": "Z", "square": "19,0", "ammo": false}]}));
    game.end(&[89, 70]);
    assert!(game.unit("A").ammo && !game.unit("Z").ammo, "nine in ten, seven in ten");
}

#[test]
fn r9_0_mid_turn_recovery_neither_rallies_nor_rests() {
    let field = two().intermediate().option("8");
    let mut game = field.at(json!({"side": "confederate", "units": [
        {"id": "A", "square": "0,8", "fatigue": 30, "routed": true, "disrupted": true}]}));
    game.end(&[79]);
    let now = game.unit("A");
    assert!(now.routed && now.fatigue == 30 && !now.disrupted);
}

const LATE: &str = "id = \"R1\", turns = [2], cells = [\"0,4\", \"0,5\"]";

fn reserves() -> Field {
    let arrives = |group: &str| {
        format!(
            "arrives = \"{group}\", weapon = \"RFL\", effectiveness = 80, facing = 5, mode = \"column\""
        )
    };
    Field::open(9, 9)
        .intermediate()
        .option("8")
        .infantry("A", "union", 500, "8,8", 5)
        .unit("R", "union", "infantry", 400, &arrives("R1"))
        .unit("S", "union", "infantry", 400, &arrives("R1"))
        .unit("T", "union", "infantry", 400, &arrives("R1"))
        .unit("V", "confederate", "infantry", 400, &arrives("R2"))
        .infantry("Z", "confederate", 500, "8,0", 1)
        .entry("0,4", "union")
        .entry("0,5", "union")
        .entry("4,0", "confederate")
        .group(&format!("{{ {LATE} }}"))
        .group("{ id = \"R2\", turns = [2, 3, 4], cells = [\"4,0\"] }")
        .rules("\n[arrivals.R2]\nchances = [20, 40]\nblocked_by = \"4,0\"\n")
}

#[test]
fn r6_0_reinforcements_come_on_when_there_is_room() {
    let mut game = reserves().at(json!({"round": 2, "side": "confederate"}));
    game.end(&[99]);
    assert_eq!(["R", "S", "T"].map(|unit| game.square(unit)), ["0,4", "0,4", "0,5"]);
    assert_eq!(game.unit("R").op, 10);
    assert_eq!(game.told("arrived").len(), 3);
    let units = json!([{"id": "Z", "square": "0,4"}, {"id": "R", "state": "reserve"},
        {"id": "S", "state": "reserve"}, {"id": "T", "state": "reserve"}]);
    let mut held = reserves().at(json!({"round": 2, "side": "confederate", "units": units}));
    held.end(&[99]);
    assert_eq!(
        ["R", "S", "T"].map(|unit| held.square(unit)),
        ["0,5", "0,5", "-"],
        "the third waits"
    );
}

#[test]
fn r6_0_a_group_by_chance() {
    let at = |turn: u8, draws: &[u16]| {
        let mut game = reserves().at(json!({"turn": turn, "round": 2, "side": "confederate"}));
        game.end(draws);
        (game.square("V"), game.draws().len())
    };
    assert_eq!(at(1, &[19]), ("4,0".into(), 1));
    assert_eq!(at(1, &[20]), ("-".into(), 1));
    assert_eq!(at(2, &[39]), ("4,0".into(), 1));
    assert_eq!(at(3, &[]), ("4,0".into(), 0), "for certain");
    let blocked = json!({"turn": 3, "round": 2, "side": "confederate", "units": [
        {"id": "A", "square": "4,0"}, {"id": "V", "state": "reserve"}]});
    let mut game = reserves().at(blocked);
    game.end(&[]);
    assert_eq!(game.square("V"), "-");
    assert_eq!(game.state.due, 3, "it is due and tries again");
}

#[test]
fn q7_0_the_game_ends_after_its_last_turn() {
    let mut game = two().option("8").at(json!({"turn": 11, "round": 2, "side": "confederate"}));
    game.end(&[]);
    assert_eq!(game.state.phase, Phase::Over);
    assert_eq!(game.rule(json!({"end_phase": {}})), "GT-QS 7.0");
    assert!(game.list().is_empty());
}

#[test]
fn r10_1_points_for_losses_and_objectives() {
    let field = two().advanced().option("8").objective("4,4", 1000).objective("0,8", 2000);
    let game = field.at(json!({"losses": {
        "union": {"infantry": 10, "cavalry": 10, "guns": 1, "brigade": 1, "division": 1, "corps": 1},
        "confederate": {"infantry": 7, "corps": 1}}}));
    let (battle, state) = (game.battle(), &game.state);
    assert_eq!(
        victory::worth_of_losses(battle, state, atlas::Side::Confederate),
        10 + 30 + 150 + 900
    );
    assert_eq!(victory::worth_of_losses(battle, state, atlas::Side::Union), 1007);
    assert_eq!(victory::objectives(battle, state, atlas::Side::Union), 2000);
    let near = field.at(json!({"units": [{"id": "A", "square": "4,5"}]}));
    assert_eq!(
        victory::objectives(near.battle(), &near.state, atlas::Side::Union),
        500,
        "half in a zone"
    );
    let routed = field.at(json!({"units": [{"id": "A", "square": "4,5", "routed": true}]}));
    assert_eq!(victory::objectives(routed.battle(), &routed.state, atlas::Side::Union), 0);
    let taken =
        field.at(json!({"units": [{"id": "A", "square": "4,5"}, {"id": "Z", "square": "4,4"}]}));
    assert_eq!(victory::objectives(taken.battle(), &taken.state, atlas::Side::Union), 0);
}

/// The worked example W-17.
#[test]
fn w17_levels_of_victory() {
    let level = |score: i32, men: u32| {
        let game = two().at(json!({"phase": "over", "score": score,
            "losses": {"confederate": {"infantry": men}}}));
        game.battle().outcome(&game.state).unwrap().words
    };
    assert_eq!(level(6000, 5000), "Union major victory");
    assert_eq!(level(6000, 4999), "Confederate minor victory");
    assert_eq!(level(2000, 5000), "Union minor victory");
    assert_eq!(level(-6000, 5000), "Confederate minor victory");
    assert_eq!(level(-6001, 0), "Confederate major victory");
    assert_eq!(level(1999, 5000), "Draw");
    assert_eq!(level(1999, 0), "Confederate minor victory");
}

#[test]
fn r10_2_the_score_is_announced_each_turn() {
    let mut game =
        two().option("8").objective("0,8", 700).at(json!({"round": 2, "side": "confederate"}));
    game.end(&[]);
    assert_eq!(game.told("scored")[0]["score"], 700);
    assert_eq!(game.state.score, 700);
}

/// The two rates are data of the battle: a house rule may exchange them.
#[test]
fn t5_0_the_rates_of_rest_are_data() {
    let rested = |field: Field| {
        let mut game = field.at(json!({"round": 2, "side": "confederate", "units": [
            {"id": "A", "square": "0,8", "fatigue": 60}]}));
        game.end(&[]);
        60 - game.unit("A").fatigue
    };
    assert_eq!(rested(two().option("8")), 80 / 6);
    let other = two().option("8").rule("recovery_elsewhere = 6", "recovery_elsewhere = 3");
    assert_eq!(rested(other), 80 / 3);
}
