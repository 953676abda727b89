//! Chapter 10: night.

use serde_json::json;

use crate::fixture::Field;

const NIGHT: &str = "turns = 10\nfirst = \"union\"\nstacking = 2\nnight = [1]\n";

/// Open ground on a first turn at night.
fn night() -> Field {
    Field::open().scenario(NIGHT)
}

/// [BG 10.0] A night game-turn has no combat phase.
mod r10_0_no_combat_phase {
    use super::*;

    #[test]
    fn movement_is_followed_by_the_other_player_s_movement() {
        let mut game = night().union("A", 4, "0303").confederate("B", 4, "0304").movement();
        game.end_phase(&[]);
        let began = |game: &crate::fixture::Game| {
            let began = game.event("phase_began").cloned().expect("a phase begins");
            (began["turn"].clone(), began["side"].clone(), began["phase"].clone())
        };
        assert_eq!(began(&game), (json!(1), json!("confederate"), json!("movement")));
        assert_eq!(game.events.len(), 1);
        game.end_phase(&[]);
        assert_eq!(began(&game), (json!(2), json!("union"), json!("movement")));
        game.end_phase(&[]);
        assert_eq!(began(&game), (json!(2), json!("union"), json!("combat")), "by day again");
    }

    #[test]
    fn a_combat_phase_at_night_is_no_position() {
        let game = night().union("A", 4, "0303").movement();
        let faults = game.faults_of(json!({"phase": "combat"}));
        assert!(faults.contains("10.1"), "{faults}");
        assert_eq!(game.faults_of(json!({"phase": "combat", "turn": 2})), "");
    }

    #[test]
    fn who_moved_at_night_moves_again_by_day() {
        let mut game = night().union("A", 4, "0303").movement();
        game.apply(json!({"move": {"unit": "A", "to": "0304"}}), &[]);
        assert_eq!(game.unit("A")["moved"], true);
        game.end_phase(&[]);
        assert_eq!(game.unit("A"), json!({"id": "A", "hex": "0304"}));
        game.end_phase(&[]);
        assert_eq!(game.why_move("A", "0305"), "legal");
    }
}

/// [BG 10.1] At night nobody attacks and nobody bombards.
mod r10_1_no_combat {
    use super::*;

    #[test]
    fn neither_neighbours_nor_guns() {
        let field =
            night().union("A", 9, "0303").union_gun("G", 4, "0502").confederate("B", 1, "0304");
        let game = field.movement();
        let attack = json!({"attack": {"defenders": ["0304"], "attackers": ["0303"]}});
        let bombard = json!({"attack": {"defenders": ["0304"], "bombard": ["G"]}});
        assert_eq!(game.why(attack.clone()), "BG 10.1");
        assert_eq!(game.why(bombard), "BG 10.1");
        let day = field.at(json!({"turn": 2, "phase": "combat"}));
        assert_eq!(day.why(attack), "legal");
    }

    #[test]
    fn neighbours_simply_stay() {
        let mut game = night().union("A", 9, "0303").confederate("B", 1, "0304").movement();
        assert!(game.lists(&json!({"end_phase": {}})));
        game.end_phase(&[]).end_phase(&[]);
        assert_eq!((game.whereabouts("A"), game.whereabouts("B")), ("0303".into(), "0304".into()));
    }
}

/// [BG 10.2] At night no unit enters or leaves an enemy-controlled hex.
mod r10_2_no_unit_enters_or_leaves_control {
    use super::*;

    #[test]
    fn control_is_not_entered_by_any_way() {
        let game = night().union("A", 4, "0302").confederate("B", 4, "0305").movement();
        assert_eq!(game.why_move("A", "0304"), "BG 10.2");
        assert_eq!(game.why_path("A", &["0303", "0304"]), "BG 10.2");
        assert_eq!(game.cost("A", "0304"), None);
        assert_eq!(game.why_move("A", "0305"), "BG 5.12");
    }

    #[test]
    fn nor_passed_through() {
        let game = Field::new(&".x\n".repeat(8))
            .scenario(NIGHT)
            .union("A", 4, "0101")
            .confederate("B", 4, "0204")
            .movement();
        assert_eq!(game.why_move("A", "0106"), "BG 10.2");
        assert_eq!(game.cost("A", "0103"), Some(2));
        assert_eq!(game.cost("A", "0104"), None);
    }

    #[test]
    fn who_is_in_control_stays() {
        let game = night().union("A", 4, "0303").confederate("B", 4, "0304").movement();
        assert_eq!(game.why_move("A", "0302"), "BG 5.13");
        assert!(game.reach("A").is_empty());
    }

    #[test]
    fn elsewhere_units_move_as_by_day() {
        let game = night().union("A", 4, "0303").confederate("B", 4, "0309").movement();
        assert_eq!(game.cost("A", "0307"), Some(4));
        assert_eq!(game.cost("A", "0308"), None, "B's control");
        assert_eq!(game.cost("A", "0903"), Some(6));
        assert_eq!(game.cost("A", "0303"), Some(2));
    }
}
