//! Positions in which a fight decides more than the lives of those who fight: a hex that is lost with it, an army's way
//! out, the creek that must not be crossed first, a neighbour who is no help.

use atlas::Side;
use rules::blue_gray::{Action, Battle, Phase, Place, State, apply, decision, victory};
use rules::dice::Chance;
use staff::blue_gray::Player;
use staff::{Budget, Level};

use crate::common::{Face, position};

/// Who thinks of more than one move.
const THINKERS: [Level; 3] = [Level::Captain, Level::Colonel, Level::General];

/// What a General has for a movement phase when he thinks at his ease.
const NODES: u64 = 16_000;

/// Lets a player make all his moves.
fn moved(battle: &Battle, mut state: State, level: Level, nodes: u64) -> State {
    let mut player = Player::new(battle, level, 1);
    while state.phase == Phase::Movement {
        let choice = player.choose(battle, &state, Budget::nodes(nodes)).unwrap();
        if choice.action == Action::EndPhase {
            break;
        }
        apply(battle, &mut state, &choice.action, &mut Face(1), &mut Vec::new()).unwrap();
    }
    state
}

/// Lets a player finish his player-turn.
fn played(battle: &Battle, mut state: State, level: Level, seed: u64) -> State {
    let mut player = Player::new(battle, level, 1);
    let (side, mut dice) = (state.side, Chance::new(seed));
    while state.side == side && decision(&state).side().is_some() {
        let choice = player.choose(battle, &state, Budget::nodes(NODES)).unwrap();
        apply(battle, &mut state, &choice.action, &mut dice, &mut Vec::new()).unwrap();
    }
    state
}

/// [BG-A 17.1] The last player-turn: one cavalry shuts the ford, and with it dies what cuts an army off.
const FORD: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"confederate","phase":"combat","units":[
    {"id":"1","hex":"0125"},{"id":"Wilcox","hex":"0716"},{"id":"Mahone","hex":"0716"},
    {"id":"JG Wlk","hex":"0224"},{"id":"AP Hill","hex":"0225"}]}"#;

#[test]
fn the_way_out_is_opened_for_certain_if_it_can_be() {
    let (battle, state) = position(FORD);
    let cavalry = battle.find("1").unwrap();
    for level in THINKERS {
        let mut player = Player::new(&battle, level, 1);
        let choice = player.choose(&battle, &state, Budget::nodes(1_000)).unwrap();
        for face in 1..=6 {
            let (mut after, mut events) = (state.clone(), Vec::new());
            apply(&battle, &mut after, &choice.action, &mut Face(face), &mut events).unwrap();
            let dead = after.place(cavalry) == Place::Eliminated;
            assert!(dead, "{level} leaves it to the die: {}", choice.why);
        }
    }
}

/// The same before the march, with a stronger brigade in reach that has nothing to do with it.
const FORD_AND_LURE: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"confederate","phase":"movement",
    "units":[{"id":"JG Wlk","hex":"0121"},{"id":"AP Hill","hex":"0321"},{"id":"1","hex":"0125"},
    {"id":"Wilcox","hex":"0716"},{"id":"Mahone","hex":"0716"},{"id":"1/1/V","hex":"0419"}]}"#;

#[test]
fn an_army_that_is_cut_off_opens_its_way_before_anything_else() {
    let (battle, state) = position(FORD_AND_LURE);
    let cavalry = battle.find("1").unwrap();
    for level in THINKERS {
        for seed in 0..3 {
            let after = played(&battle, state.clone(), level, seed);
            let dead = after.place(cavalry) == Place::Eliminated;
            assert!(dead, "{level} is cut off");
            // A General also strikes at the lure, which is worth more than whom it may cost.
            let lost = victory::totals(&battle, &after)[Side::Union];
            assert!(lost == 0 || level == Level::General, "{level} loses {lost}");
        }
    }
}

/// The Union's last player-turn: a brigade can shut the ford behind a whole army, or hunt a weak one.
const FORD_TO_SHUT: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"union","phase":"movement","units":[
    {"id":"2","hex":"0222"},{"id":"AP Hill","hex":"0911"},{"id":"JG Wlk","hex":"0911"},
    {"id":"Wilcox","hex":"0320"},{"id":"1/1/V","hex":"0422"},{"id":"Mahone","hex":"0716"}]}"#;

#[test]
fn an_army_whose_way_out_can_be_shut_is_cut_off() {
    let (battle, state) = position(FORD_TO_SHUT);
    let ford = battle.grid().cell("0126").unwrap();
    for level in THINKERS {
        let after = moved(&battle, state.clone(), level, NODES);
        let shut = after.occupied(Side::Union).contains(ford)
            || after.controlled_by(Side::Union).contains(ford);
        assert!(shut, "{level} leaves the ford open");
    }
}

/// The last player-turn at Fredericksburg: a weak brigade on Marye's Heights must attack a strong one, and is thrown
/// out of them unless two that are near come to help. There may be a weaker enemy elsewhere.
const HEIGHTS: &str = r#"{"game":"blue-gray/fredericksburg","turn":11,"side":"union","phase":"movement","units":[
    {"id":"2/2/II","hex":"1113"},{"id":"1/II","hex":"0911"},{"id":"1/1/V","hex":"0911"},
    {"id":"Ransom","hex":"1114"}LURE],"control":{"1113":"union","1711":"confederate","2401":"confederate"}}"#;

#[test]
fn those_who_must_attack_from_a_hex_worth_having_are_helped() {
    for lure in ["", r#",{"id":"Wright","hex":"0814"}"#] {
        let (battle, state) = position(&HEIGHTS.replace("LURE", lure));
        let enemy = battle.grid().cell("1114").unwrap();
        for level in THINKERS {
            let after = moved(&battle, state.clone(), level, NODES);
            for unit in ["1/II", "1/1/V"] {
                let cell = after.cell(battle.find(unit).unwrap()).unwrap();
                let near = battle.ground.are_adjacent(cell, enemy);
                assert!(near, "{level} leaves the heights to themselves: {unit} {lure}");
            }
        }
    }
}

/// [BG-A 18.1] Early on the 17th: most of the Union's army waits for its turn to move, until somebody crosses the creek. A
/// battery without support beyond it can be trapped.
const BEYOND: &str = include_str!("positions/antietam-turn-2.json");

#[test]
fn a_battery_is_not_worth_the_first_step_over_the_creek() {
    let (battle, state) = position(BEYOND);
    for level in THINKERS {
        let after = moved(&battle, state.clone(), level, 3_000);
        assert!(!after.creek_crossed, "{level} crosses");
    }
}

#[test]
fn the_creek_is_crossed_once_the_game_is_all_but_over() {
    let last = BEYOND.replace(r#""turn": 2"#, r#""turn": 10"#);
    let (battle, state) = position(&last);
    for level in [Level::Captain, Level::Colonel] {
        let after = moved(&battle, state.clone(), level, 3_000);
        assert!(after.creek_crossed, "{level} lets the battery be");
    }
}

/// The same morning: a battery at the far end of the Middle bridge has fled, and its hex is open to the victor.
const FAR_END: &str = r#""pending":{"step":"advance","decider":"confederate","attack":{"defenders":["1414"],
    "attackers":["1314"],"bombard":[],"column":"1-1"},"die":1,"result":"Dr","attackers":["JG Wlk"],
    "defenders":["B"],"units":["JG Wlk"],"vacated":["1414"]}}"#;

#[test]
fn nobody_advances_over_the_creek_while_it_holds_an_army_back() {
    let text = BEYOND
        .replace(r#""movement""#, r#""combat""#)
        .replace(
            r#""id": "JG Wlk", "hex": "1117""#,
            r#""id": "JG Wlk", "hex": "1314", "used": true"#,
        )
        .replace(
            r#""id": "B", "hex": "1414""#,
            r#""id": "B", "state": "eliminated", "attacked": true"#,
        );
    let text = format!("{},{FAR_END}", text.trim_end().trim_end_matches('}'));
    let (battle, state) = position(&text);
    for level in THINKERS {
        let mut player = Player::new(&battle, level, 1);
        let choice = player.choose(&battle, &state, Budget::nodes(1_000)).unwrap();
        let advances = matches!(choice.action, Action::Advance { .. });
        assert!(!advances, "{level} crosses: {}", choice.why);
    }
}

/// [BG 11.2] A brigade next to an enemy may not attack, or may; another could come beside it.
const WORN_OUT: &str = r#"{"game":"blue-gray/chattanooga","options":["11.0"],"turn":8,"side":"union",
    "phase":"movement","units":[{"id":"1/2/IV","hex":"1818","ineffective":WORN},{"id":"1/2/XI","hex":"1621"},
    {"id":"Lewis","hex":"1719"},{"id":"Brown","hex":"1720"}]}"#;

#[test]
fn whoever_may_not_attack_is_not_counted_on() {
    for (worn, joins) in [("false", true), ("true", false)] {
        let (battle, state) = position(&WORN_OUT.replace("WORN", worn));
        let lewis = battle.grid().cell("1719").unwrap();
        // Alone it would strike at even odds, which a General may like.
        for level in [Level::Recruit, Level::Captain, Level::Colonel] {
            let after = moved(&battle, state.clone(), level, NODES);
            let cell = after.cell(battle.find("1/2/XI").unwrap()).unwrap();
            let joined = battle.ground.are_adjacent(cell, lewis);
            assert_eq!(joined, joins, "{level} with a neighbour worn out: {worn}");
        }
    }
}
