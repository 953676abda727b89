//! Chapter 9: bombardment over water.

use crate::artillery::words::{attack, bare, bombard};
use crate::fixture::{Field, Game};

fn multiplier(game: &Game, guns: &[&str], hex: &str) -> u64 {
    let shot = bombard(guns, hex);
    assert_eq!(game.why(shot.clone()), "legal");
    game.odds(bare(shot))["multipliers"][hex].as_u64().expect("a multiplier")
}

/// The multiplier of X in 0504 against a gun in 0506, with this between them.
fn straight(field: Field) -> u64 {
    let game = field.union_gun("G", 4, "0506").confederate("X", 4, "0504").combat();
    multiplier(&game, &["G"], "0504")
}

/// [BG 9.0] Official: bombarded by guns alone, a hex is doubled if the line crosses a creek, bridge or ford
/// hexside or a river hex.
mod r9_0_bombardment_over_water {
    use super::*;

    #[test]
    fn over_a_creek_a_bridge_or_a_ford() {
        assert_eq!(straight(Field::open()), 1);
        assert_eq!(straight(Field::open().creek(&["0505|0506"])), 2);
        assert_eq!(straight(Field::open().creek(&["0504|0505"])), 2);
        assert_eq!(straight(Field::open().bridge("0504|0505")), 2);
        assert_eq!(straight(Field::open().ford("0505|0506")), 2);
    }

    #[test]
    fn over_a_river_a_ferry_or_a_pontoon() {
        let river = ".........\n.........\n.........\n.........\n....~....\n.........\n.........";
        assert_eq!(straight(Field::new(river)), 2);
        for kind in ["ferry", "pontoon"] {
            let field = Field::new(river).crossing("0505", kind, ["0504", "0506"]);
            assert_eq!(straight(field), 2, "{kind}");
        }
    }

    #[test]
    fn not_over_water_that_the_line_passes_by() {
        assert_eq!(straight(Field::open().creek(&["0405|0505", "0505|0605", "0506|0507"])), 1);
        let river = ".........\n.........\n.........\n.........\n...~.....\n.........\n.........";
        assert_eq!(straight(Field::new(river)), 1);
    }

    #[test]
    fn not_over_a_river_that_is_scenery() {
        let drawn = ".........\n.........\n.........\n.........\n....W....\n.........\n.........";
        assert_eq!(straight(Field::new(drawn)), 1);
    }

    #[test]
    fn a_town_beyond_the_water_is_doubled_once() {
        let town = ".........\n.........\n.........\n....t....\n.........\n.........\n.........";
        assert_eq!(straight(Field::new(town).creek(&["0505|0506"])), 2);
    }

    #[test]
    fn the_neighbour_beyond_a_plain_creek() {
        let field = Field::open().creek(&["0504|0505"]).union_gun("G", 4, "0505");
        let game = field.confederate("X", 4, "0504").combat();
        assert_eq!(multiplier(&game, &["G"], "0504"), 2);
    }

    #[test]
    fn with_an_adjacent_attacker_the_line_is_not_asked() {
        let field = Field::open().creek(&["0504|0505"]).union_gun("G", 4, "0506");
        let game = field.union("A", 4, "0503").confederate("X", 4, "0504").combat();
        let odds = game.odds(bare(attack(&["0503"], &["G"], &["0504"])));
        assert_eq!(odds["multipliers"]["0504"], 1);
    }
}

/// [BG 9.0?] A line that runs along a hexside or through a corner is moved a hair to either side, and
/// crosses water only if it does both times.
mod r9_0_lines_along_a_hexside {
    use super::*;

    /// The multiplier of X in 0505 against a gun in 0305: the line runs between 0404 and 0405.
    fn along(field: Field) -> u64 {
        let game = field.union_gun("G", 4, "0305").confederate("X", 4, "0505").combat();
        multiplier(&game, &["G"], "0505")
    }

    #[test]
    fn a_creek_under_the_line_itself_is_not_crossed() {
        assert_eq!(along(Field::open().creek(&["0404|0405"])), 1);
    }

    #[test]
    fn a_creek_on_one_side_only_is_not_crossed() {
        assert_eq!(along(Field::open().creek(&["0305|0404"])), 1);
        assert_eq!(along(Field::open().creek(&["0404|0505"])), 1);
        assert_eq!(along(Field::open().creek(&["0305|0405"])), 1);
    }

    #[test]
    fn water_on_both_sides_is() {
        assert_eq!(along(Field::open().creek(&["0305|0404", "0305|0405"])), 2);
        assert_eq!(along(Field::open().creek(&["0305|0404", "0405|0505"])), 2);
        assert_eq!(along(Field::open().creek(&["0404|0505"]).bridge("0405|0505")), 2);
    }

    #[test]
    fn a_river_hex_on_one_side_is_not_enough() {
        let rows = [".........", ".........", ".........", "...~.....", ".........", "........."];
        assert_eq!(along(Field::new(&rows.join("\n"))), 1);
        assert_eq!(along(Field::new(&rows.join("\n")).creek(&["0305|0405"])), 2);
    }

    #[test]
    fn through_a_corner_both_ways_round_it_are_asked() {
        // From 0302 to 0406 the line goes from 0303 to 0404 by way of 0304, touching a corner of 0403: to
        // the one side it goes 0303, 0403, 0404, to the other 0303, 0304, 0404.
        let shot = |field: Field| {
            let field = field.unit("G", "union", "artillery", 4, "0302", "range = 7");
            multiplier(&field.confederate("X", 4, "0406").combat(), &["G"], "0406")
        };
        assert_eq!(shot(Field::open()), 1);
        assert_eq!(shot(Field::open().creek(&["0303|0403"])), 1);
        assert_eq!(shot(Field::open().creek(&["0303|0403", "0303|0304"])), 2);
        assert_eq!(shot(Field::open().creek(&["0302|0303"])), 2);
    }
}

/// [BG 9.0?] With several guns bombarding alone, all their lines must cross water.
mod r9_0_all_lines {
    use super::*;

    fn field() -> Field {
        let field = Field::open().creek(&["0504|0505"]).confederate("X", 4, "0504");
        field.union_gun("wet", 4, "0506").union_gun("dry", 4, "0502")
    }

    #[test]
    fn one_dry_line_takes_the_doubling_away() {
        let game = field().combat();
        assert_eq!(multiplier(&game, &["wet"], "0504"), 2);
        assert_eq!(multiplier(&game, &["dry"], "0504"), 1);
        assert_eq!(multiplier(&game, &["wet", "dry"], "0504"), 1);
        let game = field().union_gun("also wet", 4, "0507").combat();
        assert_eq!(multiplier(&game, &["wet", "also wet"], "0504"), 2);
    }
}
