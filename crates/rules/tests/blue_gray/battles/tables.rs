//! The combat results table of each battle, cell by cell.

use rules::blue_gray::Battle;
use rules::blue_gray::crt::Column;
use serde_json::json;

use crate::battles::words::*;

/// The first printing: a row for each face of the die.
const FIRST: [&str; 6] = [
    "Ar Ar Dr Dr Dr Dr De De De De",
    "Ar Ar Ar Dr Dr Dr Dr Dr De De",
    "Ar Ar Ar Ar Dr Dr Dr Dr Dr De",
    "Ae Ar Ar Ar Ar Dr Dr Dr Dr Dr",
    "Ae Ae Ar Ar Ar Ar Dr Ex Ex Dr",
    "Ae Ae Ae Ae Ar Ar Ex Ex Ex Ex",
];

/// The table as the battle plays it, a row for each face of the die.
fn rows(battle: &Battle) -> Vec<String> {
    let row = |die: u8| {
        let results = &battle.facts.results;
        let cells = Column::BEST.up_to().map(|column| results.result(column, die).name());
        cells.collect::<Vec<&str>>().join(" ")
    };
    (1..=6).map(row).collect()
}

/// The first printing with De at 4-1 on a 2 and at 5-1 on a 3.
fn second() -> Vec<String> {
    let mut rows: Vec<String> = FIRST.iter().map(|&row| row.to_owned()).collect();
    rows[1] = "Ar Ar Ar Dr Dr Dr Dr De De De".to_owned();
    rows[2] = "Ar Ar Ar Ar Dr Dr Dr Dr De De".to_owned();
    rows
}

/// [BG-A 7.6?] Antietam's table is the first of the three copies.
mod a7_6_combat_results {
    use super::*;

    #[test]
    fn the_first_printing() {
        assert_eq!(rows(antietam(json!({})).battle()), FIRST);
    }
}

/// [BG-F 7.6?] Fredericksburg's table differs in two cells.
mod f7_6_combat_results {
    use super::*;

    #[test]
    fn the_second_printing_on_both_days() {
        assert_eq!(rows(fredericksburg(json!({})).battle()), second());
        assert_eq!(rows(may_3(json!({})).battle()), second());
    }
}

/// [BG-C 7.6?] Chattanooga's table is Fredericksburg's.
mod c7_6_combat_results {
    use super::*;

    #[test]
    fn the_second_printing() {
        assert_eq!(rows(chattanooga(json!({})).battle()), second());
    }
}
