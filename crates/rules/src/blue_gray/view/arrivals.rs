//! Reinforcements that have yet to come.

use serde_json::{Value, json};

use super::is_marching;
use super::words::{army, either, hexes, ids, list};
use crate::blue_gray::battle::Arrival;
use crate::blue_gray::ids::UnitSet;
use crate::blue_gray::prepared::{Coming, Prepared};
use crate::blue_gray::reinforcements::{arrival, is_due};
use crate::blue_gray::state::{Place, State};

/// Every group with units that still wait off the map.
pub fn waiting(table: &Prepared, state: &State) -> Vec<Value> {
    table.groups.iter().filter_map(|group| describe(table, state, group)).collect()
}

fn describe(table: &Prepared, state: &State, group: &Coming) -> Option<Value> {
    let battle = &table.battle;
    let in_reserve = |unit: &_| state.place(*unit) == Place::Reserve;
    let units: UnitSet = group.units.iter().copied().filter(in_reserve).collect();
    let first = units.first()?;
    let arrival = arrival(battle, first)?;
    let due = units.iter().any(|unit| is_due(battle, state, unit));
    let late = arrival.turn.is_some_and(|turn| turn < state.turn);
    let when = match due {
        true => When::Now,
        false if late => When::Missed,
        false => When::Later,
    };
    Some(json!({
        "group": group.id,
        "title": group.title,
        "side": battle.unit(first).side.word(),
        "turn": arrival.turn,
        "hexes": hexes(battle, arrival.cells.iter().copied()),
        "units": ids(battle, units),
        "due": due,
        "lost_if_late": battle.facts.entry.lost_if_late,
        "words": words(table, state, group, arrival, when),
    }))
}

/// When a group may come, as things stand.
enum When {
    Missed,
    Now,
    Later,
}

fn words(table: &Prepared, state: &State, group: &Coming, arrival: &Arrival, when: When) -> String {
    let battle = &table.battle;
    let only = battle.facts.entry.lost_if_late;
    let side = group.units.first().map(|&unit| battle.unit(unit).side);
    let at = either(&hexes(battle, arrival.cells.iter().copied()));
    let moving = is_marching(state) && side == Some(state.side);
    let mut text = match (when, arrival.turn) {
        (When::Missed, _) => "Came too late.".into(),
        (When::Now, _) if moving && only => format!("Must come on now, at {at}, or is lost."),
        (When::Now, _) if moving => format!("May come on now, at {at}."),
        (When::Now, _) if only => format!("Must come on in this game-turn, at {at}, or is lost."),
        (When::Now, _) => format!("May come on in its next movement phase, at {at}."),
        (When::Later, Some(turn)) if only => {
            format!("Comes on in Game-Turn {turn}, at {at}, or never.")
        }
        (When::Later, Some(turn)) => format!("May come on from Game-Turn {turn} on, at {at}."),
        (When::Later, None) => {
            let throws =
                side.map_or("Its owner throws".into(), |side| army(side, "throws", "throw"));
            format!(
                "{throws} a die as each player-turn of that side begins: on a 1 it may come on, at {at}."
            )
        }
    };
    let others = alternatives(table, arrival);
    if !others.is_empty() {
        text.push_str(&format!(" Its owner chooses between it and {}.", list(&others)));
    }
    text
}

/// The other forms of a reinforcement of which its owner picks one.
fn alternatives<'t>(table: &'t Prepared, arrival: &Arrival) -> Vec<&'t str> {
    let is_other =
        |group: &&Coming| group.units.iter().any(|&unit| arrival.instead_of.contains(unit));
    table.groups.iter().filter(is_other).map(|group| group.title.as_str()).collect()
}
