//! A combat that waits for a choice, as a position tells it.

use serde_json::{Value, json};

use crate::artillery::words::attack;
use crate::fixture::{Field, Game};

/// A and B stand around X, the gun G reaches X; Y is elsewhere.
fn field() -> Field {
    let field = Field::open().union("A", 4, "0505").union("B", 4, "0403").union_gun("G", 2, "0501");
    field.confederate("X", 4, "0504").confederate("Y", 4, "0909")
}

/// The units of the field, with X as told.
fn units(x: Value) -> Value {
    json!([{"id": "A", "hex": "0505", "used": true}, {"id": "B", "hex": "0403", "used": true},
           {"id": "G", "hex": "0501", "used": true, "bombarded_from": "0501"}, x,
           {"id": "Y", "hex": "0909"}])
}

fn standing() -> Value {
    units(json!({"id": "X", "hex": "0504", "attacked": true}))
}

fn gone() -> Value {
    units(json!({"id": "X", "state": "eliminated", "attacked": true}))
}

fn pending(step: &str, result: &str, more: Value) -> Value {
    let mut value = json!({"step": step, "result": result, "units": [],
        "attack": {"defenders": ["0504"], "attackers": ["0403", "0505"], "bombard": ["G"], "column": "2-1"}});
    for (key, field) in more.as_object().expect("fields") {
        value[key] = field.clone();
    }
    value
}

fn at(units: Value, pending: Value) -> Game {
    field().at(json!({"phase": "combat", "units": units, "pending": pending}))
}

fn wrong(units: Value, pending: Value) -> String {
    let position = json!({"phase": "combat", "units": units, "pending": pending});
    let faults = field().movement().faults_of(position);
    assert!(!faults.is_empty(), "nothing is wrong with {pending}");
    faults
}

mod each_step {
    use super::*;

    #[test]
    fn elect() {
        let mut game = at(standing(), pending("elect", "Ar", json!({"units": ["G"], "die": 6})));
        assert_eq!(game.json()["pending"]["decider"], "union", "it follows from the step");
        assert_eq!(game.actions().len(), 2);
        game.apply(json!({"elect": {"unit": "G", "retreat": false}}), &[]);
        assert_eq!(game.json()["pending"]["step"], "retreat");
    }

    #[test]
    fn losses() {
        let mut game = at(gone(), pending("losses", "Ex", json!({"units": ["A", "B"]})));
        assert_eq!(game.why(json!({"losses": {"units": ["A", "B"]}})), "BG 7.6", "one is enough");
        game.apply(json!({"losses": {"units": ["B"]}}), &[]);
        assert_eq!(game.whereabouts("B"), "eliminated");
        assert_eq!(game.json()["pending"]["units"], json!(["A"]), "A may advance");
    }

    #[test]
    fn retreat_of_the_defender_and_of_the_attackers() {
        let game = at(standing(), pending("retreat", "Dr", json!({"units": ["X"]})));
        assert_eq!(game.json()["pending"]["decider"], "confederate");
        assert!(!game.actions().is_empty());
        let game = at(standing(), pending("retreat", "Ar", json!({"units": ["A"]})));
        assert!(game.actions().iter().all(|one| one["action"]["retreat"]["unit"] == "A"));
    }

    #[test]
    fn one_way_out_is_still_offered() {
        // Of X's neighbours all but 0503 are controlled by A and B, C and D.
        let field = field().union("C", 1, "0703");
        let position = json!({"phase": "combat", "units": [
            {"id": "A", "hex": "0505", "used": true}, {"id": "B", "hex": "0303"},
            {"id": "C", "hex": "0703"}, {"id": "X", "hex": "0504", "attacked": true}],
            "pending": {"step": "retreat", "decider": "confederate", "result": "Dr", "die": 3,
                        "attack": {"defenders": ["0504"], "attackers": ["0505"], "column": "1-1"},
                        "units": ["X"], "vacated": []}});
        let mut game = field.at(position);
        assert_eq!(game.actions(), [json!({"action": {"retreat": {"unit": "X", "to": "0503"}}})]);
        game.apply(json!({"retreat": {"unit": "X", "to": "0503"}}), &[]);
        assert_eq!(game.whereabouts("X"), "0503");
    }

    #[test]
    fn advance() {
        let mut game =
            at(gone(), pending("advance", "De", json!({"units": ["A", "B"], "vacated": ["0504"]})));
        game.apply(json!({"advance": {"unit": "B", "to": "0504"}}), &[]);
        assert_eq!(game.whereabouts("B"), "0504");
        assert_eq!(game.json()["pending"], Value::Null);
    }

    #[test]
    fn withdraw() {
        let field = field().options(&["11.0"]);
        let units =
            json!([{"id": "A", "hex": "0505", "ineffective": true}, {"id": "X", "hex": "0504"}]);
        let mut game = field.at(json!({"phase": "combat", "units": units,
            "pending": {"step": "withdraw", "units": ["A"]}}));
        game.apply(json!({"retreat": {"unit": "A", "to": "0506"}}), &[]);
        assert_eq!(game.json()["side"], "confederate", "the player-turn ends with it");
    }

    #[test]
    fn a_unit_being_displaced() {
        // X has retreated onto F and G in 0503 and pushed F out; F must go on.
        let field = field().confederate("F", 1, "0503").confederate("H", 1, "0503");
        let units = json!([{"id": "A", "hex": "0505", "used": true}, {"id": "F", "hex": "0503"},
                           {"id": "H", "hex": "0503"}, {"id": "X", "hex": "0503", "attacked": true}]);
        let position = |displaced: Value| {
            json!({"phase": "combat", "units": units, "pending": {
                "step": "retreat", "result": "Dr", "units": [],
                "attack": {"defenders": ["0504"], "attackers": ["0505"], "column": "2-1"},
                "defenders": ["X"], "displaced": displaced, "chain": ["0504", "0503"]}})
        };
        let mut game = field.at(position(json!("F")));
        let back = json!({"retreat": {"unit": "F", "to": "0504"}});
        assert_eq!(game.why(back), "BG 7.72", "A controls it");
        game.apply(json!({"retreat": {"unit": "F", "to": "0502"}}), &[]);
        assert_eq!(game.unit("F")["displaced"], true);
        let faults = game.faults_of(position(Value::Null));
        assert!(faults.contains("it is one too many in 0503"), "{faults}");
        let faults = game.faults_of(position(json!("A")));
        assert!(faults.contains("A is not displaced"), "{faults}");
    }
}

mod what_cannot_be {
    use super::*;

    #[test]
    fn a_choice_that_does_not_follow_the_result() {
        for (step, result) in
            [("elect", "Dr"), ("losses", "De"), ("retreat", "Ae"), ("retreat", "Ex")]
        {
            let fault = wrong(standing(), pending(step, result, json!({})));
            let told =
                format!("pending, step: found {step:?}; it does not follow the result {result}");
            assert!(fault.contains(&told), "{fault}");
        }
    }

    #[test]
    fn a_choice_of_the_wrong_player() {
        let fault = wrong(
            standing(),
            pending("retreat", "Dr", json!({"units": ["X"], "decider": "union"})),
        );
        assert_eq!(fault, "pending, decider: found \"union\"; expected \"confederate\"");
        let fault = wrong(standing(), pending("retreat", "Dr", json!({"units": ["A"]})));
        assert_eq!(fault, "pending, A: it does not belong to the decider");
    }

    #[test]
    fn a_unit_that_has_no_part_in_it() {
        let fault = wrong(standing(), pending("retreat", "Dr", json!({"units": ["X", "Y"]})));
        assert_eq!(fault, "pending, Y: it does not decide anything in this combat at this step");
        let fault = wrong(gone(), pending("retreat", "Dr", json!({"units": ["X"]})));
        assert_eq!(fault, "pending, X: it is not on the map");
        let fault = wrong(standing(), pending("elect", "Ar", json!({"units": ["A"]})));
        assert!(fault.starts_with("pending, A: it does not decide anything"));
        let fault = wrong(gone(), pending("losses", "Ex", json!({"units": ["A", "B", "G"]})));
        assert!(fault.starts_with("pending, G: it does not decide anything"));
    }

    #[test]
    fn nobody_with_anything_to_choose() {
        let nothing = "pending, units: none of them has anything to choose at this step";
        assert_eq!(wrong(standing(), pending("retreat", "Dr", json!({}))), nothing);
        assert_eq!(wrong(standing(), pending("elect", "Ar", json!({}))), nothing);
        assert_eq!(wrong(gone(), pending("losses", "Ex", json!({}))), nothing);
    }

    #[test]
    fn a_vacated_hex_that_is_not() {
        let more = json!({"units": ["A"], "vacated": ["0504", "0901"]});
        let fault = wrong(standing(), pending("advance", "Dr", more));
        assert_eq!(
            fault,
            "pending, vacated: a unit of the loser's is in 0504\n\
             pending, vacated: 0901 was not a hex of the loser's"
        );
        let seven: Vec<String> = (1..8).map(|row| format!("010{row}")).collect();
        let fault =
            wrong(gone(), pending("advance", "De", json!({"units": ["A"], "vacated": seven})));
        assert_eq!(fault, "pending, vacated: found 7 hexes; expected at most 6");
    }

    #[test]
    fn guns_and_sides_that_do_not_fit() {
        let more = json!({"units": ["X"], "attackers": ["X"], "defenders": ["A", "X"]});
        let fault = wrong(standing(), pending("retreat", "Dr", more));
        assert_eq!(
            fault,
            "pending, attackers: found X; expected units of the phasing player\n\
             pending, defenders: found A; expected units of the other player"
        );
        let mut bombard = pending("retreat", "Dr", json!({"units": ["X"]}));
        bombard["attack"]["bombard"] = json!(["A"]);
        let fault = wrong(standing(), bombard);
        assert_eq!(fault, "pending, attack, bombard: found A; expected guns of the phasing player");
    }

    #[test]
    fn in_a_movement_phase() {
        let position = json!({"units": standing(), "pending": pending("retreat", "Dr", json!({"units": ["X"]}))});
        let fault = field().movement().faults_of(position);
        assert_eq!(fault, "pending: found one in a movement phase; expected a combat phase");
    }

    #[test]
    fn missing_and_misspelt_fields() {
        let fault = wrong(standing(), json!({"step": "retreat"}));
        assert_eq!(
            fault,
            "pending: the field \"attack\" is missing\n\
             pending: the field \"result\" is missing\n\
             pending: the field \"units\" is missing"
        );
        let fault = wrong(standing(), pending("sit", "Dr", json!({"units": ["X"], "mood": 1})));
        assert_eq!(fault.lines().count(), 2, "{fault}");
        assert!(fault.starts_with("pending, step: found \"sit\"; expected elect, losses, retreat"));
        assert!(fault.contains("pending: unknown field \"mood\""));
        let fault = wrong(standing(), pending("retreat", "Dx", json!({"units": ["X"], "die": 7})));
        assert!(fault.contains("pending, die: found 7; expected a whole number, 1 to 6"));
        assert!(fault.contains("pending, result: found \"Dx\"; expected Ae, Ar, Ex, Dr or De"));
        assert_eq!(wrong(standing(), json!(3)), "pending: found 3; expected an object");
        let fault = wrong(standing(), pending("withdraw", "Dr", json!({})));
        assert!(fault.starts_with("pending: found a combat; at this step"), "{fault}");
    }
}

mod written_back {
    use super::*;

    /// Attackers that were all lost stay lost: nobody else in their hexes takes their place.
    #[test]
    fn an_empty_list_of_attackers_is_not_a_missing_one() {
        let field = Field::open().union("A", 1, "0505").union("N", 1, "0505");
        let field = field.confederate("X", 9, "0504").options(&["11.0"]);
        let units = json!([{"id": "A", "hex": "0505"}, {"id": "N", "hex": "0505", "ineffective": true},
                           {"id": "X", "hex": "0504"}]);
        let mut game = field.at(json!({"phase": "combat", "units": units}));
        game.apply(attack(&["0505"], &[], &["0504"]), &[6]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.whereabouts("N"), "0505");
        assert_eq!(game.json()["pending"], Value::Null, "N holds the hex");
    }

    #[test]
    fn the_die_and_the_column_only_if_they_were_told() {
        let game = at(standing(), pending("retreat", "Dr", json!({"units": ["X"]})));
        assert_eq!(game.json()["pending"].get("die"), None);
        let mut untold = pending("retreat", "Dr", json!({"units": ["X"], "die": 2}));
        untold["attack"].as_object_mut().unwrap().remove("column");
        let game = at(standing(), untold);
        assert_eq!(game.json()["pending"]["die"], 2);
        assert_eq!(game.json()["pending"]["attack"].get("column"), None);
        let again = field().at(game.json());
        assert!(again.state() == game.state());
    }
}
