//! Chapter 5.2: creeks and rivers.

use serde_json::json;

use crate::fixture::{Field, Game};

/// A river in row 5, with open ground on both banks.
fn river() -> Field {
    Field::new(
        ".......
         .......
         .......
         .......
         ~~~~~~~
         .......
         .......
         .......",
    )
}

/// The cost of a path of A.
fn price(field: &Field, path: &[&str]) -> u64 {
    let mut game = field.movement();
    game.apply(json!({"move": {"unit": "A", "path": path}}), &[]);
    game.event("moved").and_then(|moved| moved["cost"].as_u64()).expect("it moved")
}

/// [BG 5.24] Rivers are crossed at ferries only, bank to bank in one move, by the two open hexsides.
mod r5_24_rivers_and_ferries {
    use super::*;

    /// A ferry in 0405, from 0404 to 0406.
    fn ferry() -> Field {
        river().crossing("0405", "ferry", ["0404", "0406"])
    }

    #[test]
    fn a_river_hex_is_never_entered() {
        let game = ferry().union("A", 4, "0504").movement();
        assert_eq!(game.why_path("A", &["0505"]), "BG 5.24");
        assert_eq!(game.why_move("A", "0505"), "BG 5.24");
        let shut = river().union("A", 4, "0504").movement();
        assert!(shut.reach("A").iter().all(|(to, _)| &to[2..] < "05"));
        assert_eq!(shut.why_move("A", "0506"), "BG 5.15", "there is no way across");
    }

    #[test]
    fn three_points_for_the_ferry_and_the_far_bank_by_its_ground() {
        let field = ferry().union("A", 4, "0404");
        assert_eq!(field.movement().cost("A", "0406"), Some(4));
        assert_eq!(price(&field, &["0405", "0406", "0407"]), 5);
        let wooded = Field::new("....\n....\n~~~~\n...f\n....")
            .crossing("0403", "ferry", ["0402", "0404"])
            .union("A", 4, "0402");
        assert_eq!(wooded.movement().cost("A", "0404"), Some(6));
    }

    #[test]
    fn a_pontoon_costs_one_point_by_its_own_number() {
        let field = river().crossing("0405", "pontoon", ["0404", "0406"]).union("A", 4, "0404");
        assert_eq!(field.movement().cost("A", "0406"), Some(2));
    }

    #[test]
    fn a_unit_enters_only_with_the_points_to_leave_on_the_far_side() {
        let near = ferry().union("A", 4, "0402").movement();
        assert_eq!(near.cost("A", "0406"), Some(6), "two to the bank, three, one");
        let far = ferry().union("A", 4, "0401").movement();
        assert_eq!(far.cost("A", "0406"), None);
        assert_eq!(far.why_move("A", "0406"), "BG 5.15");
        assert_eq!(far.why_path("A", &["0402", "0403", "0404", "0405", "0406"]), "BG 5.15");
    }

    #[test]
    fn no_move_ends_in_a_ferry() {
        let game = ferry().union("A", 4, "0404").movement();
        assert_eq!(game.why_move("A", "0405"), "BG 5.24");
        assert_eq!(game.why_path("A", &["0405"]), "BG 5.24");
        assert_eq!(game.cost("A", "0405"), None);
        let faults = game.faults_of(json!({"units": [{"id": "A", "hex": "0405"}]}));
        assert!(faults.contains("0405"), "{faults}");
    }

    #[test]
    fn nobody_turns_round_in_a_ferry() {
        let game = ferry().union("A", 4, "0404").movement();
        assert_eq!(game.why_path("A", &["0405", "0404"]), "BG 5.24");
        let pontoon = river().crossing("0405", "pontoon", ["0404", "0406"]).union("A", 4, "0404");
        assert_eq!(pontoon.movement().why_path("A", &["0405", "0404"]), "BG 5.24");
        assert_eq!(price(&pontoon, &["0405", "0406", "0405", "0404"]), 4, "over and back is fine");
    }

    #[test]
    fn only_the_two_open_hexsides_are_passed() {
        let game = ferry().union("A", 4, "0404").union("B", 4, "0307").movement();
        assert_eq!(game.why_path("A", &["0405", "0306"]), "BG 5.24", "left by a closed side");
        assert_eq!(game.why_path("A", &["0405", "0506"]), "BG 5.24");
        assert_eq!(game.why_path("B", &["0306", "0405", "0404"]), "BG 5.24", "entered by one");
        assert_eq!(game.why_path("B", &["0406", "0405", "0404"]), "legal");
        assert_eq!(game.why_path("A", &["0405", "0305"]), "BG 5.24", "along the river");
    }

    #[test]
    fn a_crossing_open_to_one_bank_is_closed() {
        let game =
            river().crossing_open_to("0405", "ferry", &["0404"]).union("A", 4, "0404").movement();
        assert_eq!(game.why_path("A", &["0405", "0406"]), "BG 5.24");
        assert_eq!(game.why_move("A", "0405"), "BG 5.24");
        assert_eq!(game.cost("A", "0406"), None);
    }

    #[test]
    fn a_crossing_to_scenery_leads_nowhere() {
        let game = Field::new("....\n....\n~~~~\n###.\n....")
            .crossing("0203", "pontoon", ["0202", "0204"])
            .union("A", 4, "0202")
            .movement();
        assert_eq!(game.why_path("A", &["0203", "0204"]), "BG 5.24");
        assert_eq!(game.cost("A", "0204"), None);
    }

    #[test]
    fn an_enemy_on_the_far_bank_closes_it_and_one_near_it_stops_the_move_there() {
        let field = river().crossing("0405", "pontoon", ["0404", "0406"]).union("A", 4, "0404");
        let held = field.clone().confederate("B", 4, "0406").movement();
        assert_eq!(held.why_path("A", &["0405", "0406"]), "BG 5.12");
        assert_eq!(held.cost("A", "0406"), None);
        let watched = field.confederate("B", 4, "0407").movement();
        assert_eq!(watched.why_path("A", &["0405", "0406"]), "legal");
        assert_eq!(watched.why_path("A", &["0405", "0406", "0506"]), "BG 6.0");
    }

    #[test]
    fn sherman_crosses_the_tennessee() {
        let units = json!([{"id": "3/2/XIV", "hex": "1204"}]);
        let game = Game::of(json!({"game": "blue-gray/chattanooga", "units": units}));
        assert_eq!(game.cost("3/2/XIV", "1405"), Some(4));
        assert_eq!(game.why_path("3/2/XIV", &["1305", "1405"]), "legal");
        assert_eq!(game.why_path("3/2/XIV", &["1304", "1305", "1405"]), "BG 5.24");
    }
}

/// [BG 5.25?] A creek is crossed at bridges, free, and at fords, for one point more; a road through a ford
/// pays one and one.
mod r5_25_creeks {
    use super::*;

    fn field() -> Field {
        Field::open().union("A", 4, "0303")
    }

    #[test]
    fn a_creek_hexside_is_closed() {
        let game = field().creek(&["0303|0304"]).movement();
        assert_eq!(game.why_path("A", &["0304"]), "BG 5.25");
        assert_eq!(game.cost("A", "0304"), Some(2), "round the end of the creek");
    }

    #[test]
    fn a_creek_without_end_keeps_a_neighbour_out() {
        let around = ["0303|0304", "0203|0304", "0204|0304", "0304|0305", "0304|0403", "0304|0404"];
        let game = field().creek(&around).movement();
        assert_eq!(game.why_move("A", "0304"), "BG 5.25");
        assert_eq!(game.cost("A", "0304"), None);
        assert_eq!(game.why_move("A", "0305"), "legal");
    }

    #[test]
    fn a_bridge_costs_nothing() {
        let field = field().bridge("0303|0304");
        assert_eq!(price(&field, &["0304"]), 1);
    }

    #[test]
    fn a_ford_costs_one_point_more() {
        let field = field().ford("0303|0304");
        assert_eq!(price(&field, &["0304"]), 2);
        let wooded = Field::new("...\n...\n...\n..f").ford("0303|0304").union("A", 4, "0303");
        assert_eq!(price(&wooded, &["0304"]), 4, "the book's own example");
    }

    #[test]
    fn a_road_through_a_ford_pays_one_and_one() {
        let field = Field::new("...\n...\n...\n..f")
            .ford("0303|0304")
            .road(&["0303", "0304"])
            .union("A", 4, "0303");
        assert_eq!(price(&field, &["0304"]), 2);
    }

    #[test]
    fn both_ways_alike() {
        let field = Field::open().union("A", 4, "0304").ford("0303|0304");
        assert_eq!(price(&field, &["0303"]), 2);
        let closed = Field::open().union("A", 4, "0304").creek(&["0303|0304"]).movement();
        assert_eq!(closed.why_path("A", &["0303"]), "BG 5.25");
    }
}
