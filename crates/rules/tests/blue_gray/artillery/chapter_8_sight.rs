//! Chapter 8.3: the line of sight.

use crate::artillery::words::bombard;
use crate::fixture::Field;

/// Whether a gun of range 7 may bombard a target over this ground.
fn why(drawing: &str, gun: &str, target: &str) -> String {
    let field = Field::new(drawing).unit("G", "union", "artillery", 4, gun, "range = 7");
    field.confederate("X", 4, target).combat().why(bombard(&["G"], target))
}

const OPEN: [&str; 8] = [
    "...........",
    "...........",
    "...........",
    "...........",
    "...........",
    "...........",
    "...........",
    "...........",
];

/// Open ground with these characters in these hexes.
fn with(cells: &[(&str, char)]) -> String {
    let mut rows: Vec<Vec<char>> = OPEN.iter().map(|row| row.chars().collect()).collect();
    for (cell, terrain) in cells {
        let number: usize = cell.parse().expect("a hex");
        rows[number % 100 - 1][number / 100 - 1] = *terrain;
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    rows.join("\n")
}

/// [BG 8.31?] A hex between gun and target that the straight line goes through stops it if it blocks; one
/// that the line touches in a corner does not.
mod r8_31_a_straight_line {
    use super::*;

    #[test]
    fn a_wood_on_the_way_blocks() {
        assert_eq!(why(&with(&[]), "0501", "0504"), "legal");
        assert_eq!(why(&with(&[("0502", 'f')]), "0501", "0504"), "BG 8.31");
        assert_eq!(why(&with(&[("0503", 'f')]), "0501", "0504"), "BG 8.31");
    }

    #[test]
    fn a_wood_beside_the_way_does_not() {
        let beside = [("0402", 'f'), ("0602", 'f'), ("0403", 'f'), ("0601", 'f'), ("0505", 'f')];
        assert_eq!(why(&with(&beside), "0501", "0504"), "legal");
    }

    #[test]
    fn every_hex_that_is_cut_counts_however_little_of_it() {
        // From 0302 to 0406 the line cuts 0303, 0304, 0404 and 0405.
        for cut in ["0303", "0304", "0404", "0405"] {
            assert_eq!(why(&with(&[(cut, 'f')]), "0302", "0406"), "BG 8.31", "{cut}");
        }
    }

    #[test]
    fn a_corner_does_not_count() {
        // The same line passes through a corner of 0403 and of 0305.
        assert_eq!(why(&with(&[("0403", 'f'), ("0305", 'f')]), "0302", "0406"), "legal");
        assert_eq!(why(&with(&[("0403", 'f'), ("0305", 'f')]), "0406", "0302"), "legal");
        assert_eq!(why(&with(&[("0503", 't'), ("0802", 'x')]), "0302", "1003"), "legal");
    }

    #[test]
    fn what_is_seen_is_seen_back() {
        let drawing = with(&[("0404", 'f'), ("0603", 't'), ("0505", 'x')]);
        for (a, b) in [("0302", "0406"), ("0305", "0703"), ("0501", "0507"), ("0306", "0704")] {
            assert_eq!(why(&drawing, a, b), why(&drawing, b, a), "{a} {b}");
        }
    }
}

/// [BG 8.32] A line along a hexside is blocked there only if both hexes beside it block.
mod r8_32_along_a_hexside {
    use super::*;

    #[test]
    fn one_wood_beside_the_hexside_does_not_block() {
        // From 0305 to 0505 the line runs between 0404 and 0405.
        assert_eq!(why(&with(&[("0404", 'f')]), "0305", "0505"), "legal");
        assert_eq!(why(&with(&[("0405", 'f')]), "0305", "0505"), "legal");
        assert_eq!(why(&with(&[("0404", 'f'), ("0405", 't')]), "0305", "0505"), "BG 8.31");
    }

    #[test]
    fn each_hexside_is_asked_by_itself() {
        // From 0305 to 0705: between 0404 and 0405, through 0505, between 0604 and 0605.
        assert_eq!(why(&with(&[("0404", 'f'), ("0605", 'f')]), "0305", "0705"), "legal");
        assert_eq!(why(&with(&[("0404", 'f'), ("0604", 'f')]), "0305", "0705"), "legal");
        assert_eq!(why(&with(&[("0505", 'f')]), "0305", "0705"), "BG 8.31");
        assert_eq!(why(&with(&[("0604", 'f'), ("0605", 'f')]), "0305", "0705"), "BG 8.31");
    }

    #[test]
    fn in_the_slanting_directions_too() {
        // From 0505 to 0403 the line runs between 0404 and 0504, to 0603 between 0504 and 0604.
        assert_eq!(why(&with(&[("0504", 'f')]), "0505", "0403"), "legal");
        assert_eq!(why(&with(&[("0404", 'f'), ("0504", 'f')]), "0505", "0403"), "BG 8.31");
        assert_eq!(why(&with(&[("0504", 'f'), ("0604", 'f')]), "0505", "0603"), "BG 8.31");
        assert_eq!(why(&with(&[("0404", 'f'), ("0604", 'f')]), "0505", "0603"), "legal");
    }

    #[test]
    fn off_the_sheet_nothing_blocks() {
        // From 0301 to 0501 the line runs between 0401 and the edge of the sheet.
        assert_eq!(why(&with(&[("0401", 'f')]), "0301", "0501"), "legal");
    }
}

/// [BG 8.33] Forest, forest on rough ground and town block; rough ground, clear ground and rivers do not.
mod r8_33_what_blocks {
    use super::*;

    #[test]
    fn by_terrain() {
        for (terrain, verdict) in [
            ('.', "legal"),
            ('r', "legal"),
            ('~', "legal"),
            ('f', "BG 8.31"),
            ('x', "BG 8.31"),
            ('t', "BG 8.31"),
        ] {
            assert_eq!(why(&with(&[("0502", terrain)]), "0501", "0504"), verdict, "{terrain}");
        }
    }

    #[test]
    fn a_creek_does_not_hide_anything() {
        let field = Field::open().creek(&["0501|0502", "0502|0503"]).union_gun("G", 4, "0501");
        let game = field.confederate("X", 4, "0503").combat();
        assert_eq!(game.why(bombard(&["G"], "0503")), "legal");
    }

    #[test]
    fn scenery_does_not_block_whatever_is_drawn_on_it() {
        assert_eq!(why(&with(&[("0502", '#')]), "0501", "0504"), "legal");
        assert_eq!(why(&with(&[("0502", 'F')]), "0501", "0504"), "legal");
        assert_eq!(why(&with(&[("0404", 'F'), ("0405", 'f')]), "0305", "0505"), "legal");
    }
}

/// [BG 8.34] What grows in the gun's own hex and in the target hex never blocks.
mod r8_34_the_ends_of_the_line {
    use super::*;

    #[test]
    fn woods_and_towns_at_both_ends() {
        assert_eq!(why(&with(&[("0501", 'f'), ("0504", 't')]), "0501", "0504"), "legal");
        assert_eq!(why(&with(&[("0305", 'x'), ("0505", 'x')]), "0305", "0505"), "legal");
    }
}

/// [BG 8.35] Guns fire over units, friend and enemy.
mod r8_35_over_units {
    use super::*;

    #[test]
    fn over_a_friend_and_over_an_enemy() {
        let field = Field::open().union_gun("G", 4, "0501").union("A", 4, "0502");
        let field = field.confederate("X", 4, "0503").confederate("Y", 4, "0504");
        assert_eq!(field.combat().why(bombard(&["G"], "0504")), "legal");
    }
}
