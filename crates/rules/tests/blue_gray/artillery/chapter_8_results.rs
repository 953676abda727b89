//! Chapter 8.1, what a bombarding gun suffers: nothing, unless it chooses to.

use serde_json::{Value, json};

use crate::artillery::words::{attack, bare, bombard, end_phase, fate};
use crate::fixture::{Field, Game};

fn elect(retreat: bool) -> Value {
    json!({"elect": {"unit": "G", "retreat": retreat}})
}

/// [BG 8.15] A bombarding gun suffers nothing from its own attack.
mod r8_15_unharmed {
    use super::*;

    /// The gun G against X, resolved on a face; the result.
    fn bombarded(gun: u32, target: u32, die: u8) -> (Game, String) {
        let field = Field::open().union_gun("G", gun, "0501").confederate("X", target, "0503");
        let mut game = field.combat();
        game.apply(bombard(&["G"], "0503"), &[die]);
        let result = game.event("resulted").unwrap()["result"].as_str().unwrap().to_owned();
        (game, result)
    }

    #[test]
    fn ae_does_nothing_at_all() {
        let (game, result) = bombarded(1, 5, 6);
        assert_eq!(result, "Ae");
        assert_eq!((game.whereabouts("G"), game.whereabouts("X")), ("0501".into(), "0503".into()));
        assert_eq!(game.json()["pending"], Value::Null);
        assert_eq!(game.json()["points"]["confederate"]["eliminated"], 0);
    }

    #[test]
    fn ex_costs_the_defender_alone() {
        let (game, result) = bombarded(3, 1, 6);
        assert_eq!(result, "Ex");
        assert_eq!(
            (game.whereabouts("G"), game.whereabouts("X")),
            ("0501".into(), "eliminated".into())
        );
        assert_eq!(game.json()["pending"], Value::Null, "nobody is near enough to advance");
    }

    #[test]
    fn ar_drives_it_back_only_if_it_likes() {
        let (mut game, result) = bombarded(1, 1, 6);
        assert_eq!(result, "Ar");
        assert_eq!(game.json()["pending"]["step"], "elect");
        game.apply(elect(false), &[]);
        assert_eq!(game.whereabouts("G"), "0501");
        assert_eq!(game.why(end_phase()), "legal");
    }

    #[test]
    fn it_does_not_pay_for_an_exchange_of_others() {
        let field =
            Field::open().union("A", 2, "0505").union("B", 2, "0403").union_gun("G", 5, "0501");
        let mut game = field.confederate("X", 2, "0504").combat();
        game.apply(attack(&["0403", "0505"], &["G"], &["0504"]), &[6]);
        assert_eq!(game.json()["pending"]["step"], "losses");
        assert_eq!(game.why(json!({"losses": {"units": ["G"]}})), "BG 8.15");
        assert_eq!(game.why(json!({"losses": {"units": ["A"]}})), "legal");
    }

    #[test]
    fn it_does_not_advance_into_the_hex_it_emptied() {
        let field = Field::open().union_gun("G", 6, "0501").union("A", 6, "0505");
        let mut game = field.confederate("X", 2, "0504").combat();
        game.apply(attack(&["0505"], &["G"], &["0504"]), &[1]);
        assert_eq!(game.event("resulted").unwrap()["result"], "De");
        assert_eq!(game.why(json!({"advance": {"unit": "G", "to": "0504"}})), "BG 7.75");
        assert_eq!(game.why(json!({"advance": {"unit": "A", "to": "0504"}})), "legal");
    }
}

/// [BG 8.16] A bombarding gun may choose to share an Ar.
mod r8_16_may_share_a_retreat {
    use super::*;

    #[test]
    fn it_retreats_like_anybody_then() {
        let field = Field::open().union_gun("G", 1, "0501").confederate("X", 1, "0503");
        let mut game = field.combat();
        assert_eq!(fate(&game.odds(bare(bombard(&["G"], "0503"))), 6, "G"), "owner's choice");
        game.apply(bombard(&["G"], "0503"), &[6]);
        assert_eq!(game.json()["pending"]["decider"], "union");
        assert!(game.lists(&elect(true)) && game.lists(&elect(false)));
        assert_eq!(game.why(end_phase()), "BG 8.16");
        assert_eq!(game.why(json!({"elect": {"unit": "X", "retreat": true}})), "BG 8.16");
        game.apply(elect(true), &[]);
        let retreat = |to: &str| json!({"retreat": {"unit": "G", "to": to}});
        assert_eq!(game.actions().len(), 2);
        assert!(game.lists(&retreat("0401")) && game.lists(&retreat("0601")));
        assert_eq!(game.why(retreat("0502")), "BG 7.72");
        game.apply(retreat("0401"), &[]);
        assert_eq!(game.whereabouts("G"), "0401");
        assert_eq!(game.unit("G")["bombarded_from"], "0501");
    }

    #[test]
    fn only_an_ar_gives_the_choice() {
        for (die, result) in [(6, "Ae"), (1, "Ar")] {
            let field = Field::open().union_gun("G", 1, "0501").confederate("X", 9, "0503");
            let mut game = field.combat();
            game.apply(bombard(&["G"], "0503"), &[die]);
            assert_eq!(game.event("resulted").unwrap()["result"], result);
            assert_eq!(game.json()["pending"]["step"] == "elect", result == "Ar");
        }
    }

    #[test]
    fn a_gun_that_cannot_move_has_no_choice() {
        let field = Field::open().unit("G", "union", "artillery", 1, "0501", "immobile = true");
        let mut game = field.confederate("X", 1, "0503").combat();
        assert_eq!(fate(&game.odds(bare(bombard(&["G"], "0503"))), 6, "G"), "stays");
        game.apply(bombard(&["G"], "0503"), &[6]);
        assert_eq!(game.json()["pending"], Value::Null);
        assert_eq!(game.whereabouts("G"), "0501");
    }

    /// [BG-F 19.1] Nor one that stands still until it is released.
    #[test]
    fn nor_has_one_that_is_held() {
        let release = "[release]\nside = \"union\"\narms = [\"artillery\"]\nbank = \"0101\"\n\
                       on_exit = []\non_enemy_crossing = true\nwithin = 1\nrule = \"19.1\"\n[victory]";
        let field = Field::open().rule("[victory]", release);
        let field = field.union_gun("G", 1, "0501").confederate("X", 1, "0503");
        for (released, step) in [(false, Value::Null), (true, json!("elect"))] {
            let units = json!([{"id": "G", "hex": "0501", "released": released},
                               {"id": "X", "hex": "0503"}]);
            let mut game = field.at(json!({"phase": "combat", "units": units}));
            game.apply(bombard(&["G"], "0503"), &[6]);
            assert_eq!(game.json()["pending"]["step"], step);
        }
    }

    #[test]
    fn nor_has_one_without_a_way_back() {
        // The corner 0101 touches 0102 and 0201 alone, and the enemy controls both.
        let field = Field::open().union_gun("G", 1, "0101").confederate("X", 1, "0202");
        let mut game = field.confederate("Y", 1, "0103").combat();
        game.apply(bombard(&["G"], "0202"), &[6]);
        assert_eq!(game.event("resulted").unwrap()["result"], "Ar");
        assert_eq!(game.json()["pending"], Value::Null);
        assert_eq!(game.whereabouts("G"), "0101");
    }

    #[test]
    fn every_gun_chooses_for_itself() {
        let field = Field::open().union_gun("G", 1, "0501").union_gun("H", 1, "0501");
        let mut game = field.confederate("X", 2, "0503").combat();
        game.apply(bombard(&["G", "H"], "0503"), &[6]);
        game.apply(elect(true), &[]);
        game.apply(json!({"elect": {"unit": "H", "retreat": false}}), &[]);
        game.apply(json!({"retreat": {"unit": "G", "to": "0601"}}), &[]);
        assert_eq!((game.whereabouts("G"), game.whereabouts("H")), ("0601".into(), "0501".into()));
    }

    #[test]
    fn sharing_it_does_not_cost_effectiveness() {
        let field = Field::open().union_gun("G", 2, "0501").union("A", 2, "0505");
        let mut game = field.confederate("X", 4, "0504").options(&["11.0"]).combat();
        game.apply(attack(&["0505"], &["G"], &["0504"]), &[6]);
        game.apply(elect(true), &[]);
        game.apply(json!({"retreat": {"unit": "G", "to": "0601"}}), &[]);
        assert_eq!(game.unit("G").get("ineffective"), None);
        assert_eq!(game.unit("A")["ineffective"], true);
    }
}
