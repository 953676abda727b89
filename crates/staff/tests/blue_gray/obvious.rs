//! Positions in which everybody who knows the game would do the same.

use atlas::Side;
use field::Cell;
use rules::blue_gray::{
    Action, Battle, Decision, Phase, State, apply, decision, new_game, retreat,
};
use rules::dice::Chance;
use staff::blue_gray::{Player, work_of};
use staff::{Budget, Level, share_of_nodes};

use crate::common::{battle, position, soak};

/// What a General is given if nothing is said; the others know when they are done.
fn budget(state: &State) -> Budget<'static> {
    Budget::nodes(share_of_nodes(work_of(state), 20_000))
}

/// Lets a player make all his moves.
fn moved(battle: &Battle, mut state: State, level: Level) -> State {
    let mut player = Player::new(battle, level, 1);
    while state.phase == Phase::Movement {
        let choice = player.choose(battle, &state, budget(&state)).unwrap();
        if choice.action == Action::EndPhase {
            break;
        }
        apply(battle, &mut state, &choice.action, &mut Chance::new(1), &mut Vec::new()).unwrap();
    }
    state
}

/// Lets a player finish his player-turn with these faces of the die.
fn played(battle: &Battle, mut state: State, level: Level, seed: u64) -> State {
    let mut player = Player::new(battle, level, 1);
    let (side, mut dice) = (state.side, Chance::new(seed));
    while state.side == side && decision(&state).side().is_some() {
        let choice = player.choose(battle, &state, budget(&state)).unwrap();
        apply(battle, &mut state, &choice.action, &mut dice, &mut Vec::new()).unwrap();
    }
    state
}

fn cell(battle: &Battle, name: &str) -> Cell {
    battle.grid().cell(name).unwrap()
}

/// A lone brigade in the fields, and enough enemies to come at it from both sides.
const LONE: &str = r#"{"game":"blue-gray/antietam","turn":5,"side":"union","phase":"movement","units":[
    {"id":"Winder","hex":"0809"},{"id":"AP Hill","state":"eliminated"},{"id":"Wilcox","hex":"0716"},
    {"id":"1/1/I","hex":"0805"},{"id":"3/1/I","hex":"0805"},{"id":"2/1/I","hex":"0706"},
    {"id":"4/1/I","hex":"0706"},{"id":"1/2/I","hex":"1007"},{"id":"3/2/I","hex":"1007"}]}"#;

#[test]
fn a_unit_that_can_be_trapped_is_trapped() {
    let (battle, state) = position(LONE);
    let prey = battle.find("Winder").unwrap();
    assert!(retreat::is_possible(&battle, &state, prey));
    for level in [Level::Captain, Level::Colonel, Level::General] {
        let after = moved(&battle, state.clone(), level);
        assert!(!retreat::is_possible(&battle, &after, prey), "{level} leaves a way out");
    }
}

/// The last turn: an undefended town within a march.
const TOWN: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"union","phase":"movement","units":[
    {"id":"Wilcox","hex":"0321"},{"id":"AP Hill","state":"eliminated"},
    {"id":"1/1/I","hex":"0813"},{"id":"1/2/I","hex":"1106"}]}"#;

#[test]
fn a_town_that_can_be_taken_on_the_last_turn_is_taken() {
    let (battle, state) = position(TOWN);
    let town = ["0815", "0816", "0716", "0616"].map(|name| cell(&battle, name));
    for level in Level::ALL {
        let after = moved(&battle, state.clone(), level);
        let taken = town.iter().any(|&cell| after.holder(&battle, cell) == Some(Side::Union));
        assert!(taken, "{level} does not enter Sharpsburg");
    }
}

/// The last turn: all of Sharpsburg lies open to one brigade that goes the right way through it.
const STREETS: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"union","phase":"movement","units":[
    {"id":"1/1/I","hex":"0813"},{"id":"Winder","hex":"0124"},{"id":"AP Hill","state":"eliminated"}]}"#;

#[test]
fn one_brigade_takes_the_whole_town_on_its_way() {
    let (battle, state) = position(STREETS);
    let town = ["0815", "0816", "0716", "0616"].map(|name| cell(&battle, name));
    for level in THINKERS {
        let after = moved(&battle, state.clone(), level);
        let taken = town.iter().all(|&cell| after.holder(&battle, cell) == Some(Side::Union));
        assert!(taken, "{level} leaves a part of Sharpsburg");
    }
}

/// A weak guard at the Middle bridge, and a corps on the other bank.
const BRIDGE: &str = r#"{"game":"blue-gray/antietam","turn":5,"side":"confederate","phase":"movement","units":[
    {"id":"Rodes","hex":"1214"},{"id":"Garland","hex":"1113"},{"id":"Colquit","hex":"1113"},
    {"id":"AP Hill","state":"reserve"},{"id":"Wilcox","hex":"0815"},{"id":"Mahone","hex":"0815"},
    {"id":"1/1/V","hex":"1614"},{"id":"2/1/V","hex":"1613"},{"id":"3/1/V","hex":"1613"},
    {"id":"1/2/V","hex":"1514"},{"id":"2/2/V","hex":"1515"},{"id":"1/1/II","hex":"1612"},
    {"id":"2/1/II","hex":"1612"},{"id":"3/1/II","hex":"1611"},{"id":"A","hex":"1513"}]}"#;

#[test]
fn an_army_that_must_not_cross_the_creek_does_not() {
    let (battle, state) = position(BRIDGE);
    for level in [Level::Colonel, Level::General] {
        for seed in 0..3 {
            let after = played(&battle, state.clone(), level, seed);
            assert!(!after.creek_crossed, "{level} crosses into a kill");
        }
    }
}

/// Who thinks of more than one move.
const THINKERS: [Level; 3] = [Level::Captain, Level::Colonel, Level::General];

/// A strong line behind the Middle bridge, and a corps on the other bank whose attack is doubled against it.
const STRONG: &str = r#"{"game":"blue-gray/antietam","turn":5,"side":"union","phase":"movement","units":[
    {"id":"Rodes","hex":"1214"},{"id":"Garland","hex":"1214"},{"id":"Colquit","hex":"1113"},
    {"id":"Trimble","hex":"1113"},{"id":"GB And","hex":"1115"},{"id":"Wilcox","hex":"1115"},
    {"id":"AP Hill","state":"reserve"},{"id":"1/1/V","hex":"1514"},{"id":"2/1/V","hex":"1514"}]}"#;

#[test]
fn nobody_charges_a_strong_line_over_a_bridge() {
    let (battle, state) = position(STRONG);
    for level in THINKERS {
        for seed in 0..3 {
            let after = played(&battle, state.clone(), level, seed);
            let lost = after.points[Side::Confederate].eliminated;
            let near = |unit| {
                let cell = after.cell(battle.find(unit).unwrap());
                cell.is_some_and(|cell| after.controlled_by(Side::Confederate).contains(cell))
            };
            assert!(lost == 0 && !near("1/1/V") && !near("2/1/V"), "{level} charges");
        }
    }
}

/// A brigade in front of two divisions, with open country behind it.
const ALONE: &str = r#"{"game":"blue-gray/antietam","turn":5,"side":"confederate","phase":"movement","units":[
    {"id":"Winder","hex":"0809"},{"id":"AP Hill","state":"eliminated"},{"id":"Wilcox","hex":"0716"},
    {"id":"1/1/I","hex":"0805"},{"id":"3/1/I","hex":"0805"},{"id":"2/1/I","hex":"0706"},
    {"id":"4/1/I","hex":"0706"},{"id":"1/2/I","hex":"1007"},{"id":"3/2/I","hex":"1007"}]}"#;

#[test]
fn a_general_takes_a_lone_brigade_out_of_reach() {
    let (battle, state) = position(ALONE);
    let brigade = battle.find("Winder").unwrap();
    let after = moved(&battle, state, Level::General);
    let stands = after.cell(brigade).unwrap();
    let nearest = after.occupied(Side::Union).iter();
    let nearest = nearest.map(|enemy| battle.grid().distance(stands, enemy)).min().unwrap();
    // Six hexes of march and one between them.
    assert!(nearest > 7, "left at a distance of {nearest}");
}

/// The last turn at Fredericksburg: two brigades at the road out, which scores their strength, and nobody near.
const ROAD_OUT: &str = r#"{"game":"blue-gray/fredericksburg","scenario":"december-13","turn":11,"side":"union",
    "phase":"movement","units":[{"id":"1/1/I","hex":"2403"},{"id":"3/1/I","hex":"2404"},
    {"id":"Ransom","hex":"1113"}]}"#;

#[test]
fn exits_that_score_are_taken_on_the_last_turn() {
    let (battle, state) = position(ROAD_OUT);
    for level in THINKERS {
        let after = moved(&battle, state.clone(), level);
        assert_eq!(after.points[Side::Union].exited, 11, "{level} stays");
    }
}

/// The same with Hamilton's Crossing in the way, which is worth more than leaving.
const CROSSING: &str = r#"{"game":"blue-gray/fredericksburg","turn":11,"side":"union","phase":"movement","units":[
    {"id":"1/1/I","hex":"2303"},{"id":"Ransom","hex":"1113"}]}"#;

#[test]
fn a_crossing_is_taken_on_the_way_off_the_map() {
    let (battle, state) = position(CROSSING);
    let crossing = cell(&battle, "2401");
    for level in Level::ALL {
        let after = moved(&battle, state.clone(), level);
        assert_eq!(after.holder(&battle, crossing), Some(Side::Union), "{level} passes it by");
        let exited = if level == Level::Recruit { 0 } else { 6 };
        assert_eq!(after.points[Side::Union].exited, exited, "{level}");
    }
}

/// The last turn at Chattanooga: a fort on the way to where infantry threatens five hexes of the town.
const THREAT: &str = r#"{"game":"blue-gray/chattanooga","turn":10,"side":"confederate","phase":"movement","units":[
    {"id":"Deas","hex":"1513"},{"id":"1/2/XII","hex":"0520"}]}"#;

#[test]
fn the_last_march_ends_where_standing_counts() {
    let (battle, state) = position(THREAT);
    for level in THINKERS {
        let after = moved(&battle, state.clone(), level);
        let totals = rules::blue_gray::victory::totals(&battle, &after);
        assert_eq!(totals[Side::Confederate], 24, "{level}");
    }
}

#[test]
fn reinforcements_that_come_now_or_never_come() {
    let battle = battle("blue-gray/chattanooga", "november-24", &[]);
    let geary = ["1/2/XII", "2/2/XII", "3/2/XII"].map(|id| battle.find(id).unwrap());
    for level in Level::ALL {
        let (mut dice, mut events) = (Chance::new(4), Vec::new());
        let mut state = new_game(&battle, &mut dice, &mut events);
        let mut player = Player::new(&battle, level, 4);
        while state.turn < 2 || state.side != Side::Union || state.phase == Phase::Movement {
            let choice = player.choose(&battle, &state, Budget::nodes(300)).unwrap();
            apply(&battle, &mut state, &choice.action, &mut dice, &mut events).unwrap();
        }
        for unit in geary {
            assert!(state.cell(unit).is_some(), "{level} leaves Geary behind");
        }
    }
}

/// A fort of the Union that nobody guards; it scores when it is first entered.
const FORT: &str = r#"{"game":"blue-gray/chattanooga","turn":8,"side":"confederate","phase":"movement","units":[
    {"id":"UNIT","hex":"1716"},{"id":"1/2/XII","hex":"0520"}]}"#;

#[test]
fn an_open_fort_is_entered_for_its_points() {
    let files = atlas::builtin::battle("blue-gray/chattanooga").unwrap();
    let any = Battle::new(&files, None, &[]).unwrap();
    let brigade = any.of_side(Side::Confederate).iter().find(|&unit| {
        let printed = any.unit(unit);
        printed.arm == atlas::battle::Arm::Infantry && !printed.immobile
    });
    let id = &any.unit(brigade.unwrap()).id;
    let (battle, state) = position(&FORT.replace("UNIT", id));
    for level in THINKERS {
        let after = moved(&battle, state.clone(), level);
        assert_eq!(after.points[Side::Confederate].awarded, 4, "{level} passes by");
    }
}

/// A gap in the line at Sharpsburg, and a stronger stack beside it that nobody has to touch.
const GAP: &str = r#"{"game":"blue-gray/antietam","turn":6,"side":"union","phase":"movement","units":[
    {"id":"Rodes","hex":"1214"},{"id":"1/1/V","hex":"1514"},{"id":"2/1/V","hex":"1514"},
    {"id":"1/1/II","hex":"1010"},{"id":"2/1/II","hex":"1010"},{"id":"3/1/II","hex":"1110"},
    {"id":"1/1/I","hex":"1110"},{"id":"Wilcox","hex":"0716"},{"id":"JG Wlk","hex":"0716"},
    {"id":"Mahone","hex":"0815"},{"id":"AP Hill","state":"eliminated"}]}"#;

/// Four brigades on the heights, and four that could come to stand before them.
const HEIGHTS: &str = r#"{"game":"blue-gray/fredericksburg","scenario":"may-3","turn":8,"side":"confederate",
    "phase":"movement","units":[{"id":"1/2/II","hex":"1212"},{"id":"3/2/II","hex":"1013"},
    {"id":"3/2/VI","hex":"1113"},{"id":"3/3/VI","hex":"1113"},{"id":"1/3/VI","hex":"1213"},
    {"id":"2/3/VI","hex":"1213"},{"id":"Mahone","hex":"1417"},{"id":"Kershaw","hex":"1215"},
    {"id":"Cobb","hex":"1115"},{"id":"Semmes","hex":"1115"}]}"#;

#[test]
fn nobody_who_heeds_the_enemy_walks_into_a_hopeless_attack() {
    for text in [GAP, HEIGHTS] {
        let (battle, state) = position(text);
        for level in [Level::Colonel, Level::General] {
            let mut after = moved(&battle, state.clone(), level);
            let (mut dice, mut events) = (Chance::new(1), Vec::new());
            apply(&battle, &mut after, &Action::EndPhase, &mut dice, &mut events).unwrap();
            let mut player = Player::new(&battle, level, 1);
            while decision(&after) == Decision::Combat(state.side) {
                let choice = player.choose(&battle, &after, Budget::nodes(500)).unwrap();
                assert!(!choice.why.starts_with("obliged"), "{level}: {}", choice.why);
                apply(&battle, &mut after, &choice.action, &mut dice, &mut events).unwrap();
            }
        }
    }
}

#[test]
fn a_division_comes_on_whole_or_in_brigades_and_never_both() {
    let battle = battle("blue-gray/fredericksburg", "december-13", &[]);
    let early = ["Early", "Lawton"].map(|id| battle.find(id).unwrap());
    let (mut whole, mut parts) = (0, 0);
    let games = if soak() { 12 } else { 1 };
    for seed in 0..games {
        let (mut dice, mut events) = (Chance::new(seed), Vec::new());
        let mut state = new_game(&battle, &mut dice, &mut events);
        let mut captain = Player::new(&battle, Level::Captain, seed);
        while state.turn < 2 || state.side != Side::Confederate {
            let choice = captain.choose(&battle, &state, Budget::FREE).unwrap();
            apply(&battle, &mut state, &choice.action, &mut dice, &mut events).unwrap();
        }
        let after = moved(&battle, state, Level::General);
        whole += usize::from(after.cell(early[0]).is_some());
        parts += usize::from(after.cell(early[1]).is_some());
    }
    assert_eq!(whole + parts, games as usize, "{whole} times whole, {parts} times in brigades");
}
