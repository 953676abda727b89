//! Combats that wait for a choice, written by hand as positions are, and taken up from there.

use serde_json::{Value, json};

use crate::combat::words::*;
use crate::fixture::{Field, Game};

/// The same game after being written and read again.
fn again(game: &Game) -> Game {
    let copy = Game::at(game.battle().clone(), game.json());
    assert_eq!(copy.json(), game.json());
    assert_eq!(copy.state(), game.state());
    copy
}

/// A position in a combat phase with a choice pending.
fn waiting(field: &Field, units: Value, pending: Value) -> Game {
    again(&field.at(json!({"phase": "combat", "units": units, "pending": pending})))
}

/// [BG 8.16] Loaded at the choice of guns.
mod r8_16_elect {
    use super::*;

    #[test]
    fn a_gun_chooses_then_all_retreat() {
        let field = Field::open().union("A", 2, "0505").union_gun("G", 2, "0507");
        let field = field.confederate("X", 8, "0504");
        let units = json!([
            {"id": "A", "hex": "0505", "used": true}, {"id": "G", "hex": "0507", "used": true},
            {"id": "X", "hex": "0504", "attacked": true},
        ]);
        let mut game = waiting(
            &field,
            units,
            json!({
                "step": "elect", "decider": "union",
                "attack": {"defenders": ["0504"], "attackers": ["0505"], "bombard": ["G"], "column": "1-2"},
                "die": 4, "result": "Ar", "units": ["G"], "vacated": [],
            }),
        );
        assert_eq!(listed(&game, "elect").len(), 2);
        game.apply(elect("G", true), &[]);
        assert_eq!(pending(&game)["units"], json!(["A", "G"]));
        game.apply(retreat("G", "0508"), &[]);
        let mut game = again(&game);
        game.apply(retreat("A", "0506"), &[]);
        assert_eq!(game.why(advance("X", "0505")), "legal");
    }
}

/// [BG 7.6] Loaded at the losses of an exchange.
mod r7_6_losses {
    use super::*;

    fn exchange(attackers: &[&str]) -> Game {
        let field = Field::open().union("A", 4, "0505").union("B", 5, "0505");
        let field = field.confederate("X", 3, "0504");
        let mut units = vec![json!({"id": "X", "state": "eliminated", "attacked": true})];
        units.extend(attackers.iter().map(|id| json!({"id": id, "hex": "0505", "used": true})));
        waiting(
            &field,
            json!(units),
            json!({
                "step": "losses", "decider": "union",
                "attack": {"defenders": ["0504"], "attackers": ["0505"], "bombard": [], "column": "3-1"},
                "die": 6, "result": "Ex", "units": attackers, "vacated": [],
            }),
        )
    }

    #[test]
    fn the_attacker_chooses_then_advances() {
        let mut game = exchange(&["A", "B"]);
        assert_eq!(listed(&game, "losses").len(), 2);
        assert_eq!(game.why(losses(&["A", "B"])), "BG 7.6");
        game.apply(losses(&["B"]), &[]);
        assert_eq!(listed(&game, "advance"), [json!({"unit": "A", "to": "0504"})]);
    }

    /// What a game takes by itself is offered when it is loaded.
    #[test]
    fn a_single_choice_is_offered() {
        let mut game = exchange(&["A"]);
        assert_eq!(listed(&game, "losses"), [json!({"units": ["A"]})]);
        assert_eq!(game.actions().len(), 1);
        game.apply(losses(&["A"]), &[]);
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(step(&game), "none");
    }
}

/// [BG 7.71] Loaded at a retreat.
mod r7_71_retreat {
    use super::*;

    fn driven(field: &Field, extra: &[Value]) -> Game {
        let mut units = vec![
            json!({"id": "A", "hex": "0103", "used": true}),
            json!({"id": "X", "hex": "0104", "attacked": true}),
        ];
        units.extend_from_slice(extra);
        waiting(
            field,
            json!(units),
            json!({
                "step": "retreat", "decider": "confederate",
                "attack": {"defenders": ["0104"], "attackers": ["0103"], "bombard": [], "column": "1-1"},
                "die": 1, "result": "Dr", "units": ["X"], "vacated": [],
            }),
        )
    }

    fn field() -> Field {
        corridor(7).union("A", 4, "0103").confederate("X", 4, "0104")
    }

    #[test]
    fn a_single_way_is_offered_then_the_advance() {
        let mut game = driven(&field(), &[]);
        assert_eq!(game.actions().len(), 1);
        assert_eq!(game.why(retreat("X", "0105")), "legal");
        game.apply(retreat("X", "0105"), &[]);
        assert_eq!(listed(&game, "advance"), [json!({"unit": "A", "to": "0104"})]);
        assert_eq!(game.json()["sequence"], 1);
    }

    #[test]
    fn a_displacement_is_written_and_read_on_its_way() {
        let stack = |id: &str, at: &str| json!({"id": id, "hex": at});
        let field = field()
            .confederate("P", 1, "0105")
            .confederate("Q", 1, "0105")
            .confederate("R", 1, "0106")
            .confederate("S", 1, "0106");
        let others =
            [stack("P", "0105"), stack("Q", "0105"), stack("R", "0106"), stack("S", "0106")];
        let mut game = driven(&field, &others);
        game.apply(displace("X", "0105", "P"), &[]);
        let mut game = again(&game);
        assert_eq!(game.why(retreat("P", "0104")), "BG 7.72");
        game.apply(displace("P", "0106", "S"), &[]);
        assert_eq!(
            ["X", "P", "Q", "R", "S"].map(|unit| game.whereabouts(unit)),
            ["0105", "0106", "0105", "0106", "0107"]
        );
    }

    /// Who took part is told by the hexes of the attack and by who has attacked.
    #[test]
    fn a_mate_that_took_no_part_does_not_advance() {
        let field = field().options(&["11.0"]).union("B", 4, "0103");
        let mate = json!({"id": "B", "hex": "0103", "ineffective": true});
        let mut game = driven(&field, &[mate]);
        game.apply(retreat("X", "0105"), &[]);
        assert_eq!(listed(&game, "advance"), [json!({"unit": "A", "to": "0104"})]);
    }

    #[test]
    fn attackers_in_the_middle_of_their_retreat() {
        let field = Field::open().union("A", 4, "0505").union("B", 4, "0604");
        let field = field.confederate("X", 8, "0504");
        let units = json!([
            {"id": "A", "hex": "0506", "used": true}, {"id": "B", "hex": "0604", "used": true},
            {"id": "X", "hex": "0504", "attacked": true},
        ]);
        let mut game = waiting(
            &field,
            units,
            json!({
                "step": "retreat", "decider": "union",
                "attack": {"defenders": ["0504"], "attackers": ["0505", "0604"], "bombard": [], "column": "1-1"},
                "die": 6, "result": "Ar", "units": ["B"], "vacated": ["0505"],
            }),
        );
        game.apply(retreat("B", "0705"), &[]);
        assert_eq!(pending(&game)["vacated"], json!(["0505", "0604"]));
        assert_eq!(game.why(advance("X", "0505")), "legal");
    }

    /// A trapped unit has nothing to choose: such a position cannot be waiting.
    #[test]
    fn a_retreat_without_any_way_is_no_position() {
        let field = corridor(4).union("A", 4, "0103").confederate("X", 4, "0104");
        let faults = field.combat().faults_of(json!({"phase": "combat", "pending": {
            "step": "retreat", "decider": "confederate",
            "attack": {"defenders": ["0104"], "attackers": ["0103"], "bombard": [], "column": "1-1"},
            "die": 1, "result": "Dr", "units": ["X"], "vacated": [],
        }}));
        assert!(faults.contains("pending"), "{faults}");
    }
}

/// [BG 7.75] Loaded at an advance.
mod r7_75_advance {
    use super::*;

    fn won() -> Game {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let units = json!([{"id": "A", "hex": "0505", "used": true}, {"id": "X", "hex": "0503", "attacked": true}]);
        waiting(
            &field,
            units,
            json!({
                "step": "advance", "decider": "union",
                "attack": {"defenders": ["0504"], "attackers": ["0505"], "bombard": [], "column": "1-1"},
                "die": 2, "result": "Dr", "units": ["A"], "vacated": ["0504"],
            }),
        )
    }

    #[test]
    fn one_advance_or_none() {
        let mut game = won();
        assert_eq!(game.actions().len(), 2);
        game.apply(advance("A", "0504"), &[]);
        assert_eq!(game.unit("A")["advanced"], true);
        let mut game = won();
        game.apply(decline(), &[]);
        assert_eq!(step(&game), "none");
        assert_eq!(game.why(end_phase()), "legal");
    }

    #[test]
    fn not_across_a_creek() {
        let field = Field::open().union("A", 4, "0505").confederate("X", 4, "0504");
        let game = waiting(
            &field.creek(&["0504|0505"]),
            json!([{"id": "A", "hex": "0505", "used": true}]),
            json!({
                "step": "advance", "decider": "union",
                "attack": {"defenders": ["0504"], "attackers": ["0505"], "bombard": [], "column": "1-1"},
                "die": 2, "result": "Dr", "units": ["A"], "vacated": ["0504"],
            }),
        );
        assert_eq!(game.why(advance("A", "0504")), "BG 7.75");
        assert_eq!(game.actions().len(), 1, "only to decline");
    }
}

/// [BG 11.31] Loaded at the withdrawal of ineffective units.
mod r11_31_withdraw {
    use super::*;

    #[test]
    fn a_single_way_is_offered_then_the_turn_ends() {
        let field = corridor(6).options(&["11.0"]).union("A", 4, "0103");
        let units =
            json!([{"id": "A", "hex": "0103", "ineffective": true}, {"id": "X", "hex": "0104"}]);
        let pending =
            json!({"step": "withdraw", "decider": "union", "units": ["A"], "vacated": []});
        let mut game = waiting(&field.confederate("X", 4, "0104"), units, pending);
        assert_eq!(listed(&game, "retreat"), [json!({"unit": "A", "to": "0102"})]);
        game.apply(retreat("A", "0102"), &[]);
        assert_eq!(game.json()["side"], "confederate");
        assert_eq!(game.json()["phase"], "movement");
    }
}

/// [BG 7.14] Whoever takes part in the combat that waits has fought in this phase, marked or not.
mod r7_14_unmarked {
    use super::*;

    fn field() -> Field {
        let field = Field::open().union("A", 4, "0505").union_gun("G", 2, "0507");
        let field = field.union_gun("H", 2, "0507").confederate("X", 4, "0504");
        field.confederate("Y", 4, "0605")
    }

    /// A and G have attacked X; nothing is marked.
    fn unmarked(step: &str, result: &str, units: &[&str]) -> Game {
        let listed = json!([
            {"id": "A", "hex": "0505"}, {"id": "G", "hex": "0507"}, {"id": "H", "hex": "0507"},
            {"id": "X", "hex": "0504"}, {"id": "Y", "hex": "0605"},
        ]);
        let pending = json!({
            "step": step, "result": result, "units": units, "vacated": [],
            "attack": {"defenders": ["0504"], "attackers": ["0505"], "bombard": ["G"]},
        });
        waiting(&field(), listed, pending)
    }

    #[test]
    fn the_attacker_does_not_attack_again_nor_a_second_gun_from_the_same_hex() {
        let mut game = unmarked("retreat", "Dr", &["X"]);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        assert_eq!(game.why(attack(&["0505"], &["0605"])), "BG 7.14");
        assert_eq!(game.why(bombard(&["G"], "0605")), "BG 7.14");
        assert_eq!(game.why(bombard(&["H"], "0605")), "BG 8.14");
        assert_eq!(game.why(end_phase()), "legal");
    }

    #[test]
    fn the_defender_is_not_attacked_again() {
        let mut game = unmarked("retreat", "Dr", &["X"]);
        assert_eq!(game.unit("X")["attacked"], true);
        game.apply(retreat("X", "0503"), &[]).apply(decline(), &[]);
        assert_eq!(game.unit("X")["attacked"], true);
        assert!(game.unit("Y")["attacked"].is_null(), "it was not attacked");
    }

    #[test]
    fn defenders_that_still_stand_are_lost_in_the_exchange() {
        let mut game = unmarked("losses", "Ex", &["A"]);
        game.apply(losses(&["A"]), &[]);
        assert_eq!(game.whereabouts("X"), "eliminated");
        assert_eq!(game.whereabouts("A"), "eliminated");
        assert_eq!(game.json()["points"]["union"]["eliminated"], 4);
    }

    #[test]
    fn hexes_that_were_left_need_not_be_named() {
        let units = json!([{"id": "A", "hex": "0505"}, {"id": "X", "hex": "0502"}]);
        let attack = json!({"defenders": ["0504"], "attackers": ["0505"]});
        let pending = json!({"step": "advance", "result": "Dr", "units": ["A"], "attack": attack});
        let game = waiting(&field(), units, pending);
        assert_eq!(game.why(advance("A", "0504")), "legal");
    }

    #[test]
    fn after_an_elimination_no_defender_stands() {
        let position = |units: Value, step: &str, result: &str| {
            let attack = json!({"defenders": ["0504"], "attackers": ["0505"]});
            let pending = json!({"step": step, "result": result, "units": ["A"], "attack": attack});
            json!({"phase": "combat", "units": units, "pending": pending})
        };
        let game = field().combat();
        let both = json!([{"id": "A", "hex": "0505"}, {"id": "X", "hex": "0504"}]);
        for result in ["De", "Ex"] {
            let faults = game.faults_of(position(both.clone(), "advance", result));
            let message = format!("pending, defenders: X is on the map; after {result}");
            assert!(faults.contains(&message), "{faults}");
        }
        let alone = json!([{"id": "A", "hex": "0505"}]);
        let faults = game.faults_of(position(alone, "losses", "Ex"));
        assert!(faults.contains("pending, defenders: found nobody"), "{faults}");
    }
}
