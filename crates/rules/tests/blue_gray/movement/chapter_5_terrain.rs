//! Chapter 5.2: what ground, roads and trails cost.

use crate::fixture::{Field, Game};

/// What each kind of ground costs by itself.
const GROUND: [(char, u64); 5] = [('.', 1), ('t', 1), ('f', 3), ('r', 3), ('x', 6)];

/// A in 0201, with one kind of ground south of it in 0202.
fn onto(ground: char) -> Field {
    Field::new(&format!("...\n.{ground}.\n...")).union("A", 4, "0201")
}

/// [BG 5.21] Clear ground costs one point; other ground costs what chart 9.0 says, or is closed.
mod r5_21_the_cost_of_ground {
    use super::*;

    #[test]
    fn clear_and_town_one_forest_and_rough_three_both_together_six() {
        for (ground, cost) in GROUND {
            assert_eq!(onto(ground).movement().cost("A", "0202"), Some(cost), "{ground:?}");
        }
    }

    #[test]
    fn the_hex_entered_is_paid_not_the_hex_left() {
        let field = Field::new(".x.\n...\n...").union("A", 4, "0201");
        assert_eq!(field.movement().cost("A", "0202"), Some(1));
    }

    #[test]
    fn the_costs_of_a_way_add_up() {
        let game = Field::new(".\n.\nf\n.\n.\n.").union("A", 4, "0101").movement();
        assert_eq!(game.cost("A", "0103"), Some(4));
        assert_eq!(game.cost("A", "0105"), Some(6));
        assert_eq!(game.why_move("A", "0106"), "BG 5.15");
    }

    #[test]
    fn a_river_hex_is_closed() {
        let game = onto('~').movement();
        assert_eq!(game.why_move("A", "0202"), "BG 5.24");
        assert_eq!(game.why_path("A", &["0202"]), "BG 5.24");
        assert_eq!(game.cost("A", "0202"), None);
    }

    #[test]
    fn works_cost_nothing() {
        let field = onto('.').redoubt("0202", "0201");
        assert_eq!(field.movement().cost("A", "0202"), Some(1));
    }
}

/// [BG 5.22] From road hex to road hex across a road hexside costs one point, whatever the ground.
mod r5_22_roads {
    use super::*;

    #[test]
    fn one_point_whatever_the_ground() {
        for (ground, _) in GROUND {
            let by_road = onto(ground).road(&["0201", "0202"]).movement();
            assert_eq!(by_road.cost("A", "0202"), Some(1), "{ground:?}");
            let by_pike = onto(ground).pike(&["0201", "0202"]).movement();
            assert_eq!(by_pike.cost("A", "0202"), Some(1), "{ground:?}");
        }
    }

    #[test]
    fn six_hexes_of_wood_along_a_road() {
        let cells = ["0101", "0102", "0103", "0104", "0105", "0106", "0107", "0108"];
        let game = Field::new(&"x\n".repeat(8)).road(&cells).union("A", 4, "0101").movement();
        assert_eq!(game.cost("A", "0107"), Some(6));
        assert_eq!(game.cost("A", "0108"), None);
    }

    #[test]
    fn a_road_hex_entered_off_the_road_costs_its_ground() {
        let field = Field::new("...\n.f.\n...").road(&["0201", "0202"]).union("A", 4, "0203");
        assert_eq!(field.movement().cost("A", "0202"), Some(3));
    }

    #[test]
    fn two_roads_side_by_side_are_not_joined() {
        let game = Field::new(".....\n.ff..\n.....")
            .road(&["0201", "0202"])
            .road(&["0303", "0302"])
            .union("A", 4, "0201")
            .movement();
        assert_eq!(game.cost("A", "0202"), Some(1));
        assert_eq!(game.why_path("A", &["0202", "0302"]), "legal");
        let cost = |path: &[&str]| price(&game, path);
        assert_eq!(cost(&["0202", "0302"]), Some(4), "the road of 0302 runs another way");
    }

    /// What a path costs: the event of moving along it.
    fn price(game: &Game, path: &[&str]) -> Option<u64> {
        let mut game = Game::at(game.battle().clone(), game.json());
        game.apply(serde_json::json!({"move": {"unit": "A", "path": path}}), &[]);
        game.event("moved")?["cost"].as_u64()
    }
}

/// [BG 5.23] Along a trail: two points into forest or rough ground, one into open ground.
mod r5_23_trails {
    use super::*;

    #[test]
    fn two_points_into_forest_rough_or_both_one_into_clear_and_town() {
        for (ground, cost) in [('.', 1), ('t', 1), ('f', 2), ('r', 2), ('x', 2)] {
            let game = onto(ground).trail(&["0201", "0202"]).movement();
            assert_eq!(game.cost("A", "0202"), Some(cost), "{ground:?}");
        }
    }

    #[test]
    fn a_trail_hex_entered_off_the_trail_costs_its_ground() {
        let field = Field::new("...\n.f.\n...").trail(&["0201", "0202"]).union("A", 4, "0203");
        assert_eq!(field.movement().cost("A", "0202"), Some(3));
    }
}

/// [BG 5.26] Official erratum: the costs of hex and hexside add up; a unit short of the sum stays out.
mod r5_26_hex_and_hexside_add_up {
    use super::*;

    #[test]
    fn a_ford_adds_one_to_every_ground() {
        for (ground, cost) in [('.', 2), ('t', 2), ('f', 4), ('r', 4)] {
            let game = onto(ground).ford("0201|0202").movement();
            assert_eq!(price_of_step(&game), Some(cost), "{ground:?}");
        }
    }

    #[test]
    fn forest_on_rough_ground_across_a_ford_is_never_entered_off_a_road() {
        let field = onto('x').ford("0201|0202");
        assert_eq!(field.movement().why_path("A", &["0202"]), "BG 5.15");
        let by_trail = field.clone().trail(&["0201", "0202"]);
        assert_eq!(price_of_step(&by_trail.movement()), Some(3));
        let by_road = field.road(&["0201", "0202"]);
        assert_eq!(price_of_step(&by_road.movement()), Some(2));
    }

    #[test]
    fn with_fewer_points_than_the_sum_the_unit_stays_out() {
        let game =
            Field::new(".\n.\n.\n.\nf\n.").ford("0104|0105").union("A", 4, "0101").movement();
        assert_eq!(game.cost("A", "0104"), Some(3));
        assert_eq!(game.cost("A", "0105"), None, "three points are left and four needed");
        assert_eq!(game.why_move("A", "0105"), "BG 5.15");
    }

    /// What the step from 0201 to 0202 costs.
    fn price_of_step(game: &Game) -> Option<u64> {
        let mut game = Game::at(game.battle().clone(), game.json());
        game.apply(serde_json::json!({"move": {"unit": "A", "path": ["0202"]}}), &[]);
        game.event("moved")?["cost"].as_u64()
    }
}
