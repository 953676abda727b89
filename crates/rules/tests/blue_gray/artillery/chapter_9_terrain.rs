//! Chapter 9 and 7.4: what the ground does for a defender.

use serde_json::json;

use crate::artillery::words::{attack, bare, bombard};
use crate::fixture::{Field, Game};

/// The multiplier of a defending hex in an attack.
fn multiplier(game: &Game, attack: serde_json::Value, hex: &str) -> u64 {
    assert_eq!(game.why(attack.clone()), "legal");
    game.odds(bare(attack))["multipliers"][hex].as_u64().expect("a multiplier")
}

/// [BG 9.0, 7.4] Rough, forest on rough ground and town double their defender; clear and forest do not.
mod r9_0_terrain_doubles {
    use super::*;

    #[test]
    fn by_terrain() {
        for (terrain, times) in [('.', 1), ('f', 1), ('r', 2), ('x', 2), ('t', 2)] {
            let drawing = format!(".....\n..{terrain}..\n.....\n.....\n.....");
            let field = Field::new(&drawing).union("A", 4, "0303").confederate("X", 4, "0302");
            let game = field.combat();
            let assault = attack(&["0303"], &[], &["0302"]);
            assert_eq!(multiplier(&game, assault.clone(), "0302"), times, "{terrain}");
            assert_eq!(game.odds(bare(assault))["defence"], 4 * times);
        }
    }

    #[test]
    fn against_bombardment_too() {
        let field = Field::new(".....\n..t..\n.....\n.....\n.....").union_gun("G", 4, "0304");
        let game = field.confederate("X", 4, "0302").combat();
        assert_eq!(multiplier(&game, bombard(&["G"], "0302"), "0302"), 2);
    }

    #[test]
    fn the_attackers_ground_does_nothing() {
        let field = Field::new("ttttt\nt.ttt\nttttt").union("A", 4, "0302");
        let game = field.confederate("X", 4, "0202").combat();
        assert_eq!(multiplier(&game, attack(&["0302"], &[], &["0202"]), "0202"), 1);
    }

    #[test]
    fn a_road_does_not_take_it_away() {
        let field = Field::new(".....\n..r..\n.....\n.....\n.....").road(&["0301", "0302", "0303"]);
        let game = field.union("A", 4, "0303").confederate("X", 4, "0302").combat();
        assert_eq!(multiplier(&game, attack(&["0303"], &[], &["0302"]), "0302"), 2);
    }

    #[test]
    fn each_defending_hex_by_itself() {
        let field = Field::new(".....\n..r..\n.....\n.....\n.....").union("A", 9, "0303");
        let game = field.confederate("X", 3, "0302").confederate("Y", 2, "0402").combat();
        let odds = game.odds(bare(attack(&["0303"], &[], &["0302", "0402"])));
        assert_eq!(odds["multipliers"], json!({"0302": 2, "0402": 1}));
        assert_eq!(odds["defence"], 8);
        assert_eq!(odds["column"], "1-1");
    }
}

/// [BG 7.4] Of several factors the largest counts alone; they are not multiplied with each other.
mod r7_4_the_largest_factor {
    use super::*;

    #[test]
    fn a_town_behind_a_bridge_is_doubled_once() {
        let field = Field::new(".....\n..t..\n.....\n.....\n.....").bridge("0302|0303");
        let game = field.union("A", 4, "0303").confederate("X", 4, "0302").combat();
        assert_eq!(multiplier(&game, attack(&["0303"], &[], &["0302"]), "0302"), 2);
    }

    #[test]
    fn works_in_a_town_triple_it() {
        let field = Field::new(".....\n..t..\n.....\n.....\n.....").redoubt("0302", "0303");
        let game = field.union("A", 4, "0303").confederate("X", 4, "0302").combat();
        assert_eq!(multiplier(&game, attack(&["0303"], &[], &["0302"]), "0302"), 3);
    }
}

/// [BG 9.0] Doubled if all adjacent attackers come over bridges or fords. Official: guns that bombard do not
/// matter.
mod r9_0_bridges_and_fords {
    use super::*;

    /// X in 0504 behind a creek on its south side: a bridge to 0505, a ford to 0404.
    fn field() -> Field {
        let field = Field::open().bridge("0504|0505").ford("0404|0504");
        field.confederate("X", 4, "0504")
    }

    #[test]
    fn a_bridge_a_ford_or_both() {
        let game = field().union("A", 4, "0505").combat();
        assert_eq!(multiplier(&game, attack(&["0505"], &[], &["0504"]), "0504"), 2);
        let game = field().union("A", 4, "0404").combat();
        assert_eq!(multiplier(&game, attack(&["0404"], &[], &["0504"]), "0504"), 2);
        let game = field().union("A", 4, "0505").union("B", 4, "0404").combat();
        assert_eq!(multiplier(&game, attack(&["0404", "0505"], &[], &["0504"]), "0504"), 2);
    }

    #[test]
    fn one_attacker_on_dry_ground_takes_it_away() {
        let game = field().union("A", 4, "0505").union("B", 1, "0503").combat();
        assert_eq!(multiplier(&game, attack(&["0503", "0505"], &[], &["0504"]), "0504"), 1);
    }

    #[test]
    fn guns_that_bombard_are_not_asked() {
        let game = field().union("A", 4, "0505").union_gun("G", 4, "0501").combat();
        assert_eq!(multiplier(&game, attack(&["0505"], &["G"], &["0504"]), "0504"), 2);
        // And the other way round: a gun beyond the creek does not double a defender attacked dry-shod.
        let field = Field::open().creek(&["0504|0505"]).confederate("X", 4, "0504");
        let game = field.union("A", 4, "0503").union_gun("G", 4, "0506").combat();
        assert_eq!(multiplier(&game, attack(&["0503"], &["G"], &["0504"]), "0504"), 1);
    }

    #[test]
    fn of_several_hexes_only_the_one_behind_the_water() {
        let field = field().confederate("Y", 4, "0604").union("A", 9, "0505");
        let game = field.combat();
        let odds = game.odds(bare(attack(&["0505"], &[], &["0504", "0604"])));
        assert_eq!(odds["multipliers"], json!({"0504": 2, "0604": 1}));
    }

    #[test]
    fn a_creek_elsewhere_around_the_hex_does_nothing() {
        let field = Field::open().creek(&["0504|0505"]).confederate("X", 4, "0504");
        let game = field.union("A", 4, "0503").combat();
        assert_eq!(multiplier(&game, attack(&["0503"], &[], &["0504"]), "0504"), 1);
    }
}

/// [BG-F 16.2?, BG-C 18.12?, BG 9.0?] Tripled if all adjacent attackers come over redoubts from outside.
mod r9_0_redoubts {
    use super::*;

    /// Works in 0504 that look at 0505 and 0404.
    fn field() -> Field {
        Field::open().redoubt("0504", "0505").redoubt("0504", "0404")
    }

    #[test]
    fn over_the_front_of_the_works() {
        let field = field().confederate("X", 4, "0504").union("A", 4, "0505");
        assert_eq!(multiplier(&field.combat(), attack(&["0505"], &[], &["0504"]), "0504"), 3);
        let game = field.union("B", 4, "0404").combat();
        assert_eq!(multiplier(&game, attack(&["0404", "0505"], &[], &["0504"]), "0504"), 3);
    }

    #[test]
    fn not_if_one_comes_round_them() {
        let field = field().confederate("X", 4, "0504").union("A", 4, "0505");
        let game = field.union("B", 1, "0503").combat();
        assert_eq!(multiplier(&game, attack(&["0503", "0505"], &[], &["0504"]), "0504"), 1);
    }

    #[test]
    fn not_from_inside() {
        let game = field().confederate("X", 4, "0505").union("A", 4, "0504").combat();
        assert_eq!(multiplier(&game, attack(&["0504"], &[], &["0505"]), "0505"), 1);
    }

    #[test]
    fn whoever_stands_behind_them() {
        let field = field().union("A", 4, "0504").confederate("X", 4, "0505");
        let game = field.at(json!({"side": "confederate", "phase": "combat"}));
        assert_eq!(multiplier(&game, attack(&["0505"], &[], &["0504"]), "0504"), 3);
    }

    #[test]
    fn bombardment_alone_never_triples_and_guns_that_join_do_not_matter() {
        let field = field().confederate("X", 4, "0504").union_gun("G", 4, "0507");
        assert_eq!(multiplier(&field.combat(), bombard(&["G"], "0504"), "0504"), 1);
        let game = field.union("A", 4, "0505").union_gun("H", 4, "0501").combat();
        assert_eq!(multiplier(&game, attack(&["0505"], &["G", "H"], &["0504"]), "0504"), 3);
    }

    #[test]
    fn works_and_water_do_not_add_up_to_all() {
        // A over the works, B over the bridge: neither kind is crossed by all.
        let field = Field::open().redoubt("0504", "0505").bridge("0503|0504");
        let field = field.confederate("X", 4, "0504").union("A", 4, "0505").union("B", 4, "0503");
        let game = field.combat();
        assert_eq!(multiplier(&game, attack(&["0503", "0505"], &[], &["0504"]), "0504"), 1);
    }
}
