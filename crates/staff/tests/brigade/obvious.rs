//! Positions in which everybody who knows the game would do the same.

use atlas::Side;
use field::Cell;
use rules::brigade::retreat::{Choices, From, Retreat};
use rules::brigade::{Action, Battle, Phase, State, strength};
use rules::ids::UnitSet;
use staff::Level;

use crate::common::{played, position};

fn cell(battle: &Battle, name: &str) -> Cell {
    battle.grid().cell(name).unwrap()
}

/// The moves of a phase.
fn moved(battle: &Battle, mut state: State, level: Level) -> State {
    let (turn, side) = (state.turn, state.side);
    played(battle, &mut state, level, 1, |now| {
        (now.turn, now.side) == (turn, side) && now.phase <= Phase::Movement
    });
    state
}

/// A lone brigade in the fields between the woods, and enough enemies to come at it from all sides.
const LONE: &str = r#"{"game":"brigade/antietam","turn":5,"side":"union","first":"union","phase":"movement",
    "active":["II"],"units":[{"id":"CS-JS-DHHILL-RIPLEY","hex":"1410"},
    {"id":"US-II-FRENCH-KIMBALL","hex":"1110"},{"id":"US-II-FRENCH-WEBER","hex":"1111"},
    {"id":"US-II-SEDGWICK-GORMAN","hex":"1710"},{"id":"US-II-SEDGWICK-DANA","hex":"1711"}]}"#;

#[test]
fn a_unit_that_can_be_trapped_is_trapped() {
    let (battle, state) = position(LONE);
    let prey = battle.find("CS-JS-DHHILL-RIPLEY").unwrap();
    for level in [Level::Colonel, Level::General] {
        let after = moved(&battle, state.clone(), level);
        let next = |unit: &rules::ids::UnitId| {
            after
                .cell(*unit)
                .is_some_and(|at| battle.grid().distance(at, cell(&battle, "1410")) == 1)
        };
        let attackers: UnitSet = after.on_map(&battle, Side::Union).iter().filter(next).collect();
        let cells = attackers.iter().filter_map(|unit| after.cell(unit));
        let from = From::of(cells).unwrap();
        let units = UnitSet::one(prey);
        let retreat = Retreat { from: &from, units, displaced: UnitSet::EMPTY };
        let choices = retreat.choices(&battle, &after, prey);
        assert_eq!(choices, Choices::Stand, "{level} leaves a way out");
    }
}

/// The last turn: a landmark that nobody guards within a march.
const CHURCH: &str = r#"{"game":"brigade/antietam","turn":16,"side":"union","first":"confederate",
    "phase":"activation","units":[{"id":"CS-JS-DHHILL-RIPLEY","hex":"2210"},
    {"id":"US-II-FRENCH-KIMBALL","hex":"1614"},{"id":"US-I-MEADE-SEYMOUR","hex":"0505"},
    {"id":"US-V-SYKES-LOVELL","hex":"2203"}]}"#;

#[test]
fn a_landmark_that_falls_on_the_last_turn_is_taken() {
    let (battle, state) = position(CHURCH);
    let church = cell(&battle, "1616");
    for level in Level::ALL {
        let mut after = state.clone();
        let done = played(&battle, &mut after, level, 1, |_| true);
        let named = done.iter().find_map(|action| match action {
            Action::Activate { corps } => Some(*corps),
            _ => None,
        });
        let second = battle.facts.activation.as_ref().unwrap();
        let index = second.corps.iter().position(|name| name == "II").unwrap();
        assert!(named.unwrap().contains(index), "{level} names the corps that can take something");
        assert_eq!(after.holder(&battle, church), Some(Side::Union), "{level}");
    }
}

/// Union guns alone within a march of strong infantry, a friendly brigade behind them.
const GUNS: &str = r#"{"game":"brigade/antietam","turn":5,"side":"union","first":"union","phase":"movement",
    "active":["I"],"units":[{"id":"US-I-RICKETTS-MATTHEWS-ART","hex":"1209"},{"id":"US-I-RICKETTS-HARTSUFF","hex":"0807"},
    {"id":"CS-JS-DHHILL-RIPLEY","hex":"1612"},{"id":"CS-JS-DHHILL-COLQUITT","hex":"1611"}]}"#;

#[test]
fn guns_are_not_left_alone_in_reach() {
    let (battle, state) = position(GUNS);
    let guns = battle.find("US-I-RICKETTS-MATTHEWS-ART").unwrap();
    // Those who play their plans out may find that nobody would come.
    let after = moved(&battle, state, Level::Captain);
    let at = after.cell(guns).unwrap();
    let company = after.of_side_at(&battle, Side::Union, at).len() > 1;
    let near = ["CS-JS-DHHILL-RIPLEY", "CS-JS-DHHILL-COLQUITT"].iter().any(|id| {
        let enemy = after.cell(battle.find(id).unwrap()).unwrap();
        battle.grid().distance(enemy, at) <= 5
    });
    assert!(company || !near, "they are left at {}", battle.grid().name(at));
}

/// The Lower Bridge: a weak brigade may not storm a strong one beyond it.
const BRIDGE: &str = r#"{"game":"brigade/antietam","turn":5,"side":"union","first":"union","phase":"movement",
    "active":["IX"],"units":[{"id":"US-IX-WILLCOX-CHRIST","hex":"3009"},{"id":"CS-LS-JGWALKER-MANNING","hex":"3111"}]}"#;

#[test]
fn a_bridge_is_not_stormed_at_one_to_four() {
    let (battle, state) = position(BRIDGE);
    for level in Level::ALL {
        let mut after = state.clone();
        let done = played(&battle, &mut after, level, 1, |now| now.side == Side::Union);
        let storms = done.iter().any(|action| matches!(action, Action::Assault(_)));
        assert!(!storms, "{level} storms the bridge");
    }
}

/// The last turn: two brigades against one at the Dunker Church, and nothing else to be had.
const TWO: &str = r#"{"game":"brigade/antietam","turn":16,"side":"union","first":"confederate",
    "phase":"movement","active":["II"],"control":{"1914":"union","1216":"union","1120":"union"},
    "units":[{"id":"CS-JS-DHHILL-MCRAE","hex":"1616"},
    {"id":"US-II-FRENCH-KIMBALL","hex":"1613"},{"id":"US-II-FRENCH-WEBER","hex":"1714"}]}"#;

#[test]
fn the_enemy_is_struck_together() {
    let (battle, state) = position(TWO);
    for level in [Level::Captain, Level::Colonel, Level::General] {
        let mut after = state.clone();
        let done = played(&battle, &mut after, level, 1, |now| {
            now.outcome.is_none() && now.phase <= Phase::Bombardment
        });
        assert!(!done.is_empty());
        let mut fight = after.clone();
        let first = played(&battle, &mut fight, level, 1, |now| *now == after);
        let Some(Action::Assault(assault)) = first.first() else {
            panic!("{level} does not assault: {first:?}");
        };
        let odds = strength::of_assault(&battle, &after, assault);
        assert!(odds.attack >= 2 * odds.defence, "{level}: {odds:?}");
    }
}
