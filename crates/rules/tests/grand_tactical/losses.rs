//! [GT 8.2, 8.6, 8.8, GT-T 4.0] What follows losses: fatigue, disruption, rout, elimination.

use atlas::Side;
use serde_json::json;

use crate::fixture::{Field, Game};
use crate::fray::*;

/// A shot of rifles with just these casualties at one unit of so many men, both on open ground.
fn strike(men: u32, casualties: u32, prepare: impl FnOnce(&mut Game), draws: &[u16]) -> Game {
    let density = 100 + (((men as i32) - 650) / 12).clamp(-25, 25);
    let does = |firers: u32| (firers * 40 * density as u32 / 100 + 500) / 1000;
    let firers = (1..4000).find(|&firers| does(firers) == casualties).unwrap();
    let field = Field::open(42, 36)
        .intermediate()
        .infantry("US", "union", firers, "12,14", 5)
        .infantry("CS", "confederate", men, "13,14", 1);
    let mut game = clear_day(&field);
    silence(&mut game, &["CS"]);
    prepare(&mut game);
    let draws = [&[NO, EVEN], draws].concat();
    game.end(&draws);
    assert_eq!(losses(&game)[0].1, u64::from(casualties));
    game
}

#[test]
fn w13_the_fatigue_of_casualties() {
    for (men, lost, fatigue) in [(501, 30, 15), (600, 30, 10), (900, 45, 10), (1200, 45, 9)] {
        let game = strike(men, lost, |_| {}, &[NO]);
        assert_eq!(losses(&game)[0].2, fatigue, "{lost} of {men}");
    }
}

/// [GT 8.8] 40 in a hundred for a hundred casualties, rounded down; it ends all plots.
#[test]
fn r8_8_disruption() {
    for (draw, disrupted) in [(11, true), (12, false)] {
        let game = strike(500, 30, |game| game.unit_mut("CS").advance = true, &[draw]);
        assert_eq!((game.unit("CS").disrupted, game.unit("CS").advance), (disrupted, false));
        assert_eq!(game.told("disrupted").len(), usize::from(disrupted));
    }
    // Two casualties make a chance of nothing: no draw. Neither is there one for who is disrupted already.
    let game = strike(500, 2, |_| {}, &[]);
    assert_eq!(purposes(&game), ["ammunition", "fire"]);
    let game = strike(500, 30, |game| game.unit_mut("CS").disrupted = true, &[]);
    assert_eq!(purposes(&game), ["ammunition", "fire"]);
}

/// [GT 8.6] Morale below 15: 40 in a hundred. Fewer than 80 men rout for certain, without a draw.
#[test]
fn r8_6_rout() {
    // Effectiveness 80, fatigue 51 + 15.
    for (draw, routed) in [(39, true), (40, false)] {
        let game = strike(501, 30, |game| game.unit_mut("CS").fatigue = 51, &[NO, draw]);
        assert_eq!(game.unit("CS").routed, routed);
        assert_eq!(purposes(&game), ["ammunition", "fire", "disruption", "rout"]);
    }
    let game = strike(501, 30, |game| game.unit_mut("CS").fatigue = 50, &[NO]);
    assert_eq!(purposes(&game), ["ammunition", "fire", "disruption"]);
    let game = strike(84, 4, |_| {}, &[NO]);
    assert!(!game.unit("CS").routed && game.unit("CS").strength == 80);
    let game = strike(84, 5, |_| {}, &[NO]);
    assert!(game.unit("CS").routed);
    assert_eq!(purposes(&game), ["ammunition", "fire", "disruption"]);
}

/// [GT 8.6] A routed unit is checked for neither disruption nor rout.
#[test]
fn r8_6_routed_units_are_not_checked_again() {
    let field = Field::open(42, 36)
        .intermediate()
        .infantry("US", "union", 500, "12,14", 5)
        .infantry("CS", "confederate", 70, "13,14", 1);
    let mut game = field.at(json!({"turn": 3, "units": [
        {"id": "US", "square": "12,14"},
        {"id": "CS", "square": "13,14", "routed": true, "ammo": false, "fatigue": 90},
    ]}));
    game.end(&[NO, EVEN]);
    assert_eq!(purposes(&game), ["ammunition", "fire"]);
    assert!(game.told("retreated").is_empty());
}

/// A unit that loses all is no more: no fatigue, no disruption, no rout; its men count for the enemy.
#[test]
fn r8_2_elimination() {
    let field = Field::open(42, 36)
        .intermediate()
        .infantry("US", "union", 2000, "12,14", 5)
        .infantry("CS", "confederate", 40, "13,14", 1);
    let mut game = clear_day(&field);
    silence(&mut game, &["CS"]);
    game.end(&[NO, EVEN]);
    assert_eq!(purposes(&game), ["ammunition", "fire"]);
    // What is more than it has vanishes.
    assert_eq!((shot(&game, "US").0, losses(&game)), (60, vec![("CS".into(), 40, 0)]));
    assert_eq!(units_told(&game, "eliminated"), ["CS"]);
    assert_eq!(game.state.losses[Side::Confederate].infantry, 40);
    assert!(game.state.occupied(Side::Confederate).is_empty());
}

/// [GT 8.2?] A gun for every 25 points, and one by the chance of the rest (D-55); morale alone routs guns.
#[test]
fn r8_2_guns_as_targets() {
    let field = Field::open(8, 5).intermediate().guns("US", "union", 40, "1,2", 5, "N12").guns(
        "CS",
        "confederate",
        3,
        "3,2",
        1,
        "N12",
    );
    for (guns, draws, lost, left, drawn) in [
        // 160 points: six guns and a chance of 40, drawn also if no gun is left to lose.
        (40, vec![NO, EVEN, 39], 3, 0, vec!["ammunition", "fire", "gun"]),
        // 52 points: two guns and a chance of 8.
        (13, vec![NO, EVEN, 8, NO], 2, 1, vec!["ammunition", "fire", "gun", "disruption"]),
        (13, vec![NO, EVEN, 7, NO], 3, 0, vec!["ammunition", "fire", "gun"]),
        (10, vec![NO, EVEN, 60, NO], 1, 2, vec!["ammunition", "fire", "gun", "disruption"]),
        (10, vec![NO, EVEN, 59, NO], 2, 1, vec!["ammunition", "fire", "gun", "disruption"]),
        // 100 points are four guns and no chance.
        (25, vec![NO, EVEN], 3, 0, vec!["ammunition", "fire"]),
    ] {
        let mut game = field.at(json!({"turn": 3, "units": [
            {"id": "US", "square": "1,2", "guns": guns},
            {"id": "CS", "square": "3,2", "ammo": false},
        ]}));
        game.end(&draws);
        assert_eq!((losses(&game)[0].1, game.unit("CS").strength), (lost, left), "{guns} guns");
        assert_eq!(purposes(&game), drawn, "{guns} guns");
        assert_eq!(u64::from(game.state.losses[Side::Confederate].guns), lost);
    }
}

/// D-83: all losses of a shot come off first; whoever has no men left keeps his place until his own turn.
#[test]
fn r8_2_losses_come_off_before_anything_follows() {
    let field = Field::open(42, 36)
        .intermediate()
        .infantry("US", "union", 1500, "12,14", 5)
        .infantry("CS1", "confederate", 85, "13,14", 1)
        .infantry("CS2", "confederate", 5, "13,14", 1);
    let mut game = clear_day(&field);
    silence(&mut game, &["CS1", "CS2"]);
    game.end(&[NO, EVEN, NO]);
    // 45 casualties: 34 and 11. The first routs, then the second is gone.
    assert_eq!(losses(&game), [("CS1".into(), 34, 17), ("CS2".into(), 5, 0)]);
    let order: Vec<String> =
        game.events.iter().map(|e| e["event"].as_str().unwrap().into()).collect();
    let place = |kind: &str| order.iter().position(|one| one == kind).unwrap();
    assert!(place("lost") < place("routed") && place("retreated") < place("eliminated"));
}

/// [GT-QS 4.3] The basic game has fatigue and rout, but no disruption and no ammunition.
#[test]
fn q4_3_basic_losses() {
    let field = Field::open(42, 36).infantry("US", "union", 1000, "12,14", 5).infantry(
        "CS",
        "confederate",
        500,
        "13,14",
        1,
    );
    let mut game = clear_day(&field);
    game.unit_mut("CS").fatigue = 60;
    game.end(&[0, EVEN, 39]);
    assert_eq!(purposes(&game), ["fire", "fire", "rout"]);
    assert!(game.unit("CS").routed);
}
