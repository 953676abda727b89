//! Chapter 5: movement.

use serde_json::json;

use crate::fixture::Field;

/// [BG 5.12] A hex with an enemy unit is never entered.
mod r5_12_never_into_an_enemy {
    use super::*;

    #[test]
    fn neither_as_destination_nor_on_the_way() {
        let game = Field::open().union("A", 4, "0303").confederate("B", 4, "0305").movement();
        assert_eq!(game.why(json!({"move": {"unit": "A", "to": "0305"}})), "BG 5.12");
        assert_eq!(game.cost("A", "0305"), None);
    }
}

/// [BG 5.13] Whoever starts in an enemy-controlled hex does not move.
mod r5_13_no_movement_out_of_control {
    use super::*;

    #[test]
    fn a_unit_next_to_an_enemy_stays() {
        let game = Field::open().union("A", 4, "0303").confederate("B", 4, "0304").movement();
        assert_eq!(game.why(json!({"move": {"unit": "A", "to": "0301"}})), "BG 5.13");
        assert!(game.reach("A").is_empty());
    }
}
