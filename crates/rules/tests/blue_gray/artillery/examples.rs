//! The worked examples of the rulebook that speak of guns, on the maps they speak of.

use serde_json::json;

use crate::artillery::words::{bare, bombard};
use crate::fixture::Game;

/// [BG 8.32] Lines along hexsides at Antietam.
#[test]
fn along_a_hexside() {
    let game = Game::of(json!({"game": "blue-gray/antietam"}));
    let sees = |from: &str, to: &str| {
        let cell = |name: &str| game.battle().grid().cell(name).unwrap();
        game.battle().sight.is_clear(cell(from), cell(to))
    };
    assert!(sees("0711", "0911"), "0810 is clear");
    assert!(!sees("0910", "1110"), "1009 and 1010 are the East Woods");
    assert!(!sees("0716", "0916"), "0815 and 0816 are Sharpsburg");
    assert!(sees("1513", "1113"), "five hexes beside and under the line, and none blocks");
}

/// [BG 9.0] Moore beyond the Tennessee, bombarded by guns alone.
#[test]
fn a_bombardment_over_a_river() {
    let units = json!([{"id": "XV", "hex": "0921"}, {"id": "Moore", "hex": "1222"}]);
    let game =
        Game::of(json!({"game": "blue-gray/chattanooga", "phase": "combat", "units": units}));
    assert_eq!(game.why(bombard(&["XV"], "1222")), "legal");
    let odds = game.odds(bare(bombard(&["XV"], "1222")));
    assert_eq!((&odds["attack"], &odds["defence"]), (&json!(4), &json!(10)));
    assert_eq!(odds["column"], "1-3");
}

/// [BG 9.0?] Rodes beyond the Middle bridge: water on both sides of the line, and rough ground besides.
#[test]
fn a_bombardment_along_a_hexside() {
    let units = json!([{"id": "B", "hex": "1414"}, {"id": "Rodes", "hex": "1214"}]);
    let game = Game::of(json!({"game": "blue-gray/antietam", "phase": "combat", "units": units}));
    let cell = |name: &str| game.battle().grid().cell(name).unwrap();
    assert!(game.battle().sight.crosses_water(cell("1414"), cell("1214")));
    let odds = game.odds(bare(bombard(&["B"], "1214")));
    assert_eq!((&odds["attack"], &odds["defence"]), (&json!(4), &json!(6)));
    assert_eq!(odds["column"], "1-2");
}
