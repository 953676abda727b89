//! The units of a position: where each is, what it has done, and what cannot be.

use serde_json::{Value, json};

use crate::fixture::{Field, Game};

fn field() -> Field {
    let field = Field::open().union("A", 4, "0505").union("B", 4, "0505").union("C", 4, "0507");
    field.union_gun("G", 4, "0501").confederate("X", 4, "0902").confederate("Y", 4, "0902")
}

fn with(units: Value) -> Game {
    field().at(json!({"phase": "combat", "units": units}))
}

fn wrong(units: Value) -> String {
    let faults = field().movement().faults_of(json!({"units": units}));
    assert!(!faults.is_empty(), "nothing is wrong with {units}");
    faults
}

mod whereabouts {
    use super::*;

    #[test]
    fn exactly_the_units_listed_are_in_play() {
        let game = with(json!([{"id": "A", "hex": "0301"}]));
        assert_eq!(game.whereabouts("A"), "0301");
        assert_eq!(game.whereabouts("B"), "absent");
        assert_eq!(game.json()["units"], json!([{"id": "A", "hex": "0301"}]));
        let nobody = with(json!([]));
        assert_eq!(nobody.json()["units"], json!([]));
        assert_eq!(field().movement().json()["units"].as_array().unwrap().len(), 6, "the set-up");
    }

    #[test]
    fn each_state() {
        let game = with(json!([
            {"id": "A", "state": "map", "hex": "0301"}, {"id": "B", "state": "reserve"},
            {"id": "C", "state": "eliminated"}, {"id": "X", "state": "exited"},
            {"id": "Y", "state": "absent"},
        ]));
        for (unit, place) in
            [("A", "0301"), ("B", "reserve"), ("C", "eliminated"), ("X", "exited"), ("Y", "absent")]
        {
            assert_eq!(game.whereabouts(unit), place);
        }
        let points = game.json()["points"].clone();
        assert_ne!(points["confederate"]["eliminated"], 0, "the lost have scored");
        let told = field().at(json!({
            "units": [{"id": "C", "state": "eliminated"}],
            "points": {"confederate": {"eliminated": 0}},
        }));
        assert_eq!(
            told.json()["points"]["confederate"]["eliminated"],
            0,
            "unless it says otherwise"
        );
    }

    #[test]
    fn neither_nor_and_both() {
        let fault = wrong(json!([{"id": "A"}]));
        assert_eq!(fault, "unit A, hex: it is missing; expected one, or a \"state\" off the map");
        let fault = wrong(json!([{"id": "A", "state": "map"}]));
        assert!(fault.starts_with("unit A, hex: it is missing"));
        let fault = wrong(json!([{"id": "A", "state": "reserve", "hex": "0301"}]));
        assert_eq!(fault, "unit A, hex: found one for a unit that is not on the map");
        let fault = wrong(json!([{"id": "A", "state": "asleep"}]));
        assert!(fault.starts_with("unit A, state: found \"asleep\"; expected \"map\""), "{fault}");
    }

    #[test]
    fn unknown_units_hexes_and_fields_are_named() {
        let fault = wrong(json!([{"id": "Z", "hex": "0301"}, {"id": "A", "hex": "9901"},
                                 {"id": "B", "hex": "0301", "tired": true}, {"hex": "0101"}, 7]));
        let lines: Vec<&str> = fault.lines().collect();
        assert_eq!(lines.len(), 5, "{fault}");
        assert!(lines[0].starts_with("units, item 1, id: found \"Z\"; expected the designation"));
        assert!(lines[1].starts_with("unit A, hex: found \"9901\"; expected the number of a hex"));
        assert!(lines[2].starts_with("unit B: unknown field \"tired\"; expected id, hex, state"));
        assert_eq!(lines[3], "units, item 4: the field \"id\" is missing");
        assert_eq!(lines[4], "units, item 5: found 7; expected an object");
        assert_eq!(
            wrong(json!([{"id": "A", "hex": "0301"}, {"id": "A", "hex": "0302"}])),
            "unit A: it is listed twice"
        );
    }
}

mod what_cannot_be {
    use super::*;

    #[test]
    fn all_of_it_is_told_at_once() {
        let river = ".........\n....~....\n......#..\n.........\n.........";
        let field =
            Field::new(river).union("A", 4, "0101").union("B", 4, "0101").union("C", 4, "0102");
        let field = field.confederate("X", 4, "0901").confederate("Y", 4, "0902");
        let faults = field.movement().faults_of(json!({"units": [
            {"id": "A", "hex": "0301"}, {"id": "B", "hex": "0301"}, {"id": "C", "hex": "0301"},
            {"id": "X", "hex": "0502"}, {"id": "Y", "hex": "0301"},
        ]}));
        assert_eq!(
            faults,
            "unit C: it is one too many in 0301; 2 may stack [BG 5.32]\n\
             unit X: it is in 0502, where no unit can stand: river or scenery [BG 5.24]\n\
             unit Y: it is in 0301 with an enemy unit [BG 5.12]"
        );
        let faults = field.movement().faults_of(json!({"units": [{"id": "A", "hex": "0703"}]}));
        assert!(faults.contains("river or scenery"));
    }

    #[test]
    fn not_even_in_a_ferry() {
        let field = Field::new(".....\n..~..\n.....").crossing("0302", "ferry", ["0301", "0303"]);
        let game = field.union("A", 4, "0301").confederate("X", 4, "0501").movement();
        let faults = game.faults_of(json!({"units": [{"id": "A", "hex": "0302"}]}));
        assert!(faults.contains("where no unit can stand"), "{faults}");
    }
}

mod flags {
    use super::*;

    #[test]
    fn each_is_kept_and_false_unless_told() {
        let words =
            ["moved", "used", "attacked", "advanced", "displaced", "ineffective", "released"];
        for word in words {
            let game = with(json!([{"id": "A", "hex": "0301", word: true}]));
            assert_eq!(game.unit("A"), json!({"id": "A", "hex": "0301", word: true}));
            let game = with(json!([{"id": "A", "hex": "0301", word: false}]));
            assert_eq!(game.unit("A"), json!({"id": "A", "hex": "0301"}));
            let fault = wrong(json!([{"id": "A", "hex": "0301", word: 1}]));
            assert_eq!(fault, format!("unit A, {word}: found 1; expected true or false"));
        }
    }

    #[test]
    fn the_hex_a_gun_bombarded_from() {
        let game = with(json!([{"id": "G", "hex": "0501", "bombarded_from": "0502"}]));
        assert_eq!(game.unit("G")["bombarded_from"], "0502");
        let fault = wrong(json!([{"id": "G", "hex": "0501", "bombarded_from": "0099"}]));
        assert!(fault.starts_with("unit G, bombarded_from: found \"0099\""), "{fault}");
        let fault = wrong(json!([{"id": "A", "hex": "0501", "bombarded_from": "0502"}]));
        assert_eq!(fault, "unit A, bombarded_from: it is not artillery [BG 8.0]");
    }

    #[test]
    fn what_a_flag_forbids() {
        let moved = field().at(json!({"units": [{"id": "A", "hex": "0301", "moved": true}]}));
        assert_eq!(moved.why_move("A", "0302"), "BG 5.17");
        let used =
            with(json!([{"id": "A", "hex": "0301", "used": true}, {"id": "X", "hex": "0302"}]));
        let attack = json!({"attack": {"defenders": ["0302"], "attackers": ["0301"]}});
        assert_eq!(used.why(attack.clone()), "BG 7.14");
        let attacked =
            with(json!([{"id": "A", "hex": "0301"}, {"id": "X", "hex": "0302", "attacked": true}]));
        assert_eq!(attacked.why(attack), "BG 7.14");
    }

    /// [BG 11.31] A unit that was ineffective and under control when the combat phase began must withdraw;
    /// without a word a position is taken as one that has just begun.
    #[test]
    fn who_must_withdraw() {
        let field = field().options(&["11.0"]);
        let units = |more: Value| {
            let mut unit = json!({"id": "A", "hex": "0301", "ineffective": true});
            for (key, value) in more.as_object().unwrap() {
                unit[key] = value.clone();
            }
            json!({"phase": "combat", "units": [unit, {"id": "X", "hex": "0302"}]})
        };
        assert_eq!(field.at(units(json!({}))).unit("A")["withdraws"], true);
        let told = field.at(units(json!({"withdraws": false})));
        assert_eq!(told.unit("A")["withdraws"], false);
        let thrown_back = field.at(units(json!({"used": true})));
        assert_eq!(thrown_back.unit("A").get("withdraws"), None);
        let mut in_movement = units(json!({}));
        in_movement["phase"] = json!("movement");
        assert_eq!(field.at(in_movement).unit("A").get("withdraws"), None);
    }
}
