//! The last player-turn, where everybody who can count would do the same: a retreat is closed, what lies open is
//! taken, and the one does not go without the other.

use atlas::Side;
use rules::blue_gray::{Action, Battle, Phase, State, apply, retreat, victory};
use rules::dice::Chance;
use staff::blue_gray::{Player, work_of};
use staff::{Budget, Level, share_of_nodes};

use crate::common::{Face, position};

/// Who thinks of more than one move.
const THINKERS: [Level; 3] = [Level::Captain, Level::Colonel, Level::General];

/// Lets a player make all his moves.
fn moved(battle: &Battle, mut state: State, level: Level) -> State {
    let mut player = Player::new(battle, level, 1);
    while state.phase == Phase::Movement {
        let budget = Budget::nodes(share_of_nodes(work_of(&state), 20_000));
        let choice = player.choose(battle, &state, budget).unwrap();
        if choice.action == Action::EndPhase {
            break;
        }
        apply(battle, &mut state, &choice.action, &mut Chance::new(1), &mut Vec::new()).unwrap();
    }
    state
}

/// Two brigades that can close an enemy's retreat, but only if each goes to the hex that the other cannot reach.
const SEMMES: &str = r#"{"game":"blue-gray/fredericksburg","turn":11,"side":"union","phase":"movement","units":[
    {"id":"2/3/VI","hex":"1721"},{"id":"3/3/II","hex":"1422"},{"id":"Semmes","hex":"1520"}],
    "control":{"1113":"confederate","1711":"confederate","2401":"confederate"}}"#;
const LEWIS: &str = r#"{"game":"blue-gray/chattanooga","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/2/IV","hex":"1921"},{"id":"1/2/XI","hex":"1320"},{"id":"Lewis","hex":"1818"},
    {"id":"Moore","hex":"0124"}]}"#;
const BROWN: &str = r#"{"game":"blue-gray/chattanooga","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/2/IV","hex":"1315"},{"id":"2/2/IV","hex":"1621"},{"id":"Brown","hex":"1719"},
    {"id":"Moore","hex":"0124"}]}"#;

/// Asserts that everybody who thinks traps a unit.
fn all_trap(text: &str, prey: &str) {
    let (battle, state) = position(text);
    let prey = battle.find(prey).unwrap();
    for level in THINKERS {
        let after = moved(&battle, state.clone(), level);
        let id = &battle.unit(prey).id;
        let touched = after.controlled_by(state.side).contains(after.cell(prey).unwrap());
        assert!(touched, "{level} lets {id} be");
        assert!(!retreat::is_possible(&battle, &after, prey), "{level} leaves {id} a way out");
    }
}

#[test]
fn each_goes_to_the_hex_that_the_other_cannot_close() {
    for (text, prey) in [(SEMMES, "Semmes"), (LEWIS, "Lewis"), (BROWN, "Brown")] {
        all_trap(text, prey);
    }
}

/// Somebody two hexes away closes a way out from where he stands, and opens it when he comes nearer.
const MANEY: &str = r#"{"game":"blue-gray/chattanooga","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/3/IV","hex":"0122"},{"id":"2/2/XV","hex":"0423"},{"id":"Maney","hex":"0322"}],
    "control":{"2207":"union","2311":"union","2416":"union","2419":"union"},"forts_scored":["1514","1417"]}"#;
const CUMMING: &str = r#"{"game":"blue-gray/chattanooga","turn":10,"side":"union","phase":"movement","units":[
    {"id":"3/3/IV","hex":"0321"},{"id":"2/4/XV","hex":"0520"},{"id":"Cumming","hex":"0621"}],
    "control":{"2207":"union","2311":"union","2416":"union","2419":"union"},"forts_scored":["1514","1417"]}"#;
const RIVER: &str = r#"{"game":"blue-gray/fredericksburg","scenario":"may-3","turn":11,"side":"confederate",
    "phase":"movement","units":[{"id":"Hoke","hex":"1109"},{"id":"Barksdale","hex":"1807"},
    {"id":"3/3/VI","hex":"1308"}],"control":{"1113":"confederate","2401":"confederate"}}"#;
const EDGE: &str = r#"{"game":"blue-gray/fredericksburg","scenario":"may-3","turn":10,"side":"union",
    "phase":"movement","units":[{"id":"3/2/VI","hex":"0222"},{"id":"3/2/II","hex":"0525"},
    {"id":"Wilcox","hex":"0124"}],"control":{"1113":"union","2401":"union"}}"#;

#[test]
fn a_way_out_that_opens_when_its_guard_moves_is_closed_by_another() {
    for (text, prey) in
        [(MANEY, "Maney"), (CUMMING, "Cumming"), (RIVER, "3/3/VI"), (EDGE, "Wilcox")]
    {
        all_trap(text, prey);
    }
}

/// One brigade closes the retreat alone, at even odds; another one can make it two to one.
const CORNER: &str = r#"{"game":"blue-gray/fredericksburg","scenario":"may-3","turn":3,"side":"union",
    "phase":"movement","units":[{"id":"2/1/VI","hex":"0422"},{"id":"3/3/VI","hex":"0528"},
    {"id":"Barksdale","hex":"0328"}],"control":{"1113":"union","2401":"union"}}"#;
const SOUTH: &str = r#"{"game":"blue-gray/fredericksburg","turn":8,"side":"union","phase":"movement","units":[
    {"id":"2/1/III","hex":"0627"},{"id":"3/3/VI","hex":"0825"},{"id":"1/1/I","hex":"1027"},
    {"id":"Thomas","hex":"0827"}],"control":{"1113":"union","2401":"union","1711":"union","1504":"union",
    "0511":"union","0206":"union"}}"#;

#[test]
fn whoever_is_trapped_is_struck_by_all_who_can_help() {
    for (text, prey) in [(CORNER, "Barksdale"), (SOUTH, "Thomas")] {
        all_trap(text, prey);
        let (battle, state) = position(text);
        let target = state.cell(battle.find(prey).unwrap()).unwrap();
        for level in THINKERS {
            let after = moved(&battle, state.clone(), level);
            let near = battle.of_side(state.side).iter().filter(|&unit| {
                after.cell(unit).is_some_and(|cell| battle.ground.are_adjacent(cell, target))
            });
            assert!(near.count() > 1, "{level} leaves it to one");
        }
    }
}

/// The last Confederate move at Fredericksburg: a brigade before Phillips House can be trapped, and takes it otherwise.
const PHILLIPS_HOUSE: &str = r#"{"game":"blue-gray/fredericksburg","turn":11,"side":"confederate",
    "phase":"movement","units":[{"id":"Barksdale","hex":"0104"},{"id":"Thomas","hex":"0207"},
    {"id":"2/3/VI","hex":"0106"}],"control":{"1113":"confederate","2401":"confederate","1711":"confederate",
    "1504":"confederate","0511":"confederate","0206":"confederate"}}"#;

#[test]
fn whoever_would_take_a_hex_is_trapped_before_it() {
    let (battle, state) = position(PHILLIPS_HOUSE);
    let prey = battle.find("2/3/VI").unwrap();
    for level in [Level::Colonel, Level::General] {
        let after = moved(&battle, state.clone(), level);
        assert!(!retreat::is_possible(&battle, &after, prey), "{level} leaves a way out");
    }
}

/// [BG-A 17.1] The last player-turn of Antietam: whoever is thrown back from this enemy is cut off by his advance.
const CUT_OFF: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"confederate","phase":"movement","units":[
    {"id":"Brksdl","hex":"0210"},{"id":"Mahone","hex":"0813"},{"id":"Ripley","hex":"0912"},
    {"id":"2/3/IX","hex":"0411"},{"id":"AP Hill","state":"eliminated"}],"creek_crossed":true,"quota_lifted":true,
    "points":{"union":{"eliminated":15,"exited":0,"awarded":0},
    "confederate":{"eliminated":0,"exited":0,"awarded":0}}}"#;

#[test]
fn whoever_wins_the_last_fight_advances_into_the_way_out() {
    let (battle, start) = position(CUT_OFF);
    for level in Level::ALL {
        let mut state = start.clone();
        for (unit, to) in [("Brksdl", "0410"), ("Ripley", "0412"), ("Mahone", "0410")] {
            let (unit, to) = (battle.find(unit).unwrap(), battle.grid().cell(to).unwrap());
            let march = Action::Move { unit, to, path: None };
            apply(&battle, &mut state, &march, &mut Face(6), &mut Vec::new()).unwrap();
        }
        apply(&battle, &mut state, &Action::EndPhase, &mut Face(6), &mut Vec::new()).unwrap();
        let mut player = Player::new(&battle, level, 1);
        while let Some(choice) = player.choose(&battle, &state, Budget::nodes(2_000)) {
            apply(&battle, &mut state, &choice.action, &mut Face(6), &mut Vec::new()).unwrap();
        }
        let union = battle.find("2/3/IX").unwrap();
        let at = battle.grid().cell("0410");
        assert_eq!(state.cell(union), at, "{level}");
    }
}

/// Two hexes lie open; one brigade reaches both of them, the other only one, and both are needed to win.
const BOTH_NEEDED: &str = r#"{"game":"blue-gray/fredericksburg","turn":11,"side":"union","phase":"movement",
    "units":[{"id":"3/I","hex":"1412"},{"id":"2/2/II","hex":"1010"},{"id":"Lane","hex":"2521"}],
    "control":{"1113":"confederate","1711":"confederate","2401":"confederate"},
    "points":{"union":{"eliminated":5,"exited":0,"awarded":0},
    "confederate":{"eliminated":0,"exited":0,"awarded":0}}}"#;
/// The same on Missionary Ridge.
const RIDGE: &str = r#"{"game":"blue-gray/chattanooga","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/2/XI","hex":"2009"},{"id":"3/3/XI","hex":"2107"},{"id":"Deas","hex":"0520"},
    {"id":"Gist","hex":"0420"}]}"#;
/// The same with an enemy on the ridge.
const GUARDED_RIDGE: &str = r#"{"game":"blue-gray/chattanooga","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/2/IV","hex":"2316"},{"id":"2/2/IV","hex":"2418"},{"id":"Deas","hex":"0520"},
    {"id":"Gist","hex":"2413"}]}"#;

#[test]
fn whoever_can_take_nothing_else_takes_what_two_can_reach() {
    for (text, points) in [(BOTH_NEEDED, 28), (RIDGE, 8), (GUARDED_RIDGE, 8)] {
        let (battle, state) = position(text);
        for level in THINKERS {
            let after = moved(&battle, state.clone(), level);
            let totals = victory::totals(&battle, &after);
            assert_eq!(totals[Side::Union], points, "{level}");
        }
    }
}

/// One brigade holds a part of Sharpsburg, the rest of which counts only with it, against three.
const TOWN: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/1/V","hex":"0813"},{"id":"2/1/V","hex":"0813"},{"id":"3/1/V","hex":"0913"},
    {"id":"Wilcox","hex":"0815"},{"id":"AP Hill","hex":"0124"}]}"#;

#[test]
fn the_open_part_of_a_town_is_taken_while_the_rest_is_assaulted() {
    let (battle, state) = position(TOWN);
    let wilcox = battle.find("Wilcox").unwrap();
    for level in THINKERS {
        let after = moved(&battle, state.clone(), level);
        for name in ["0816", "0716", "0616"] {
            let cell = battle.grid().cell(name).unwrap();
            assert_eq!(after.holder(&battle, cell), Some(Side::Union), "{level} leaves {name}");
        }
        assert!(!retreat::is_possible(&battle, &after, wilcox), "{level} leaves a way out");
    }
}
