//! Whether the phase may end now, and what would be left undone.

use field::Search;
use serde_json::{Value, json};

use super::words::{count, hexes, ids, is_one, list, names};
use super::{is_marching, ready_guns};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::check::check;
use crate::blue_gray::ids::{UnitId, UnitSet};
use crate::blue_gray::movement::{Mover, counts, quota_now};
use crate::blue_gray::obligations::Obligations;
use crate::blue_gray::prepared::Prepared;
use crate::blue_gray::reinforcements::{self, is_due};
use crate::blue_gray::state::{Place, State};
use crate::blue_gray::{Action, Phase};

/// Whether the phase may end, why not, and what would be left undone.
pub fn end_phase(
    table: &Prepared,
    state: &State,
    movable: UnitSet,
    duties: Option<&Obligations>,
) -> Value {
    let battle = &table.battle;
    match check(battle, state, &Action::EndPhase) {
        Ok(()) => {
            let unfinished = match (state.phase, duties) {
                (Phase::Combat, Some(duties)) => silent_guns(battle, state, duties),
                _ if is_marching(state) => marches(battle, state, movable),
                _ => Vec::new(),
            };
            json!({"can": true, "rule": null, "reason": null, "link": null, "unfinished": unfinished})
        }
        Err(refusal) => {
            let rule = refusal.rule(battle);
            json!({
                "can": false,
                "rule": rule.to_string(),
                "reason": refusal.reason(battle),
                "link": rule.link(),
                "unfinished": [],
            })
        }
    }
}

fn undone(battle: &Battle, kind: &str, units: UnitSet, serious: bool, words: String) -> Value {
    json!({"kind": kind, "words": words, "units": ids(battle, units), "serious": serious})
}

/// What is left undone when a movement phase ends.
fn marches(battle: &Battle, state: &State, movable: UnitSet) -> Vec<Value> {
    let mut found = Vec::new();
    let is_on_map = |&unit: &UnitId| state.cell(unit).is_some();
    let late: UnitSet = battle
        .of_side(state.side)
        .iter()
        .filter(|&unit| battle.facts.entry.lost_if_late && is_due(battle, state, unit))
        .collect();
    if !late.is_empty() {
        let verb = if is_one(battle, late) { "has" } else { "have" };
        let lost = if is_one(battle, late) { "is" } else { "are" };
        let words = format!(
            "{} {verb} not come on and {lost} lost when the phase ends.",
            names(battle, late)
        );
        found.push(undone(battle, "arrivals", late, true, words));
    }
    let entering: UnitSet =
        movable.iter().filter(|&unit| state.place(unit) == Place::Reserve).collect();
    if !entering.is_empty() {
        let who = count(entering.len(), "reinforcement", "reinforcements");
        let words = format!("{who} could still come on.");
        found.push(undone(battle, "arrivals", entering, false, words));
    }
    found.extend(exits(battle, state, movable));
    let resting: UnitSet = movable.iter().filter(is_on_map).collect();
    if !resting.is_empty() {
        let words = resting_words(battle, state, resting);
        found.push(undone(battle, "movable", resting, false, words));
    }
    found
}

fn resting_words(battle: &Battle, state: &State, resting: UnitSet) -> String {
    let left = quota_now(battle, state).map(|quota| quota.saturating_sub(state.moves_made));
    let bound = resting.iter().filter(|&unit| counts(battle, state, unit, false)).count();
    let units = count(resting.len(), "unit", "units");
    match left.map(usize::from).filter(|&left| left < bound) {
        Some(left) if bound == resting.len() => {
            format!("{units} could still move; the quota lets {left} more of them.")
        }
        Some(left) => {
            format!("{units} could still move; the quota lets {left} more of {bound} of them.")
        }
        None => format!("{units} could still move."),
    }
}

/// Units that could leave the map for points.
fn exits(battle: &Battle, state: &State, movable: UnitSet) -> Option<Value> {
    let mut search = Search::new();
    let (mut units, mut cells, mut points) = (UnitSet::EMPTY, Vec::new(), 0);
    for unit in movable.iter() {
        let Ok(mover) = Mover::of(battle, state, unit) else { continue };
        let ways = reinforcements::exits(battle, state, unit, &mover, &mut search);
        let worth = |cell| reinforcements::exit_points(battle, unit, cell);
        let Some(best) = ways.iter().map(|&(cell, _)| cell).max_by_key(|&cell| worth(cell)) else {
            continue;
        };
        if worth(best) > 0 {
            units.insert(unit);
            points += worth(best);
            if !cells.contains(&best) {
                cells.push(best);
            }
        }
    }
    if units.is_empty() {
        return None;
    }
    let who = count(units.len(), "unit", "units");
    let worth = count(points.unsigned_abs() as usize, "point", "points");
    let at = list(&hexes(battle, cells));
    let words = format!("{who} could leave the map at {at}, for {worth}.");
    Some(undone(battle, "exits", units, false, words))
}

/// Guns that could still bombard somebody.
fn silent_guns(battle: &Battle, state: &State, duties: &Obligations) -> Vec<Value> {
    let ready = duties.batteries.iter().map(|battery| ready_guns(battle, state, battery));
    let guns = ready.fold(UnitSet::EMPTY, UnitSet::union);
    if guns.is_empty() {
        return Vec::new();
    }
    let words = format!("{} could still bombard.", count(guns.len(), "gun", "guns"));
    vec![undone(battle, "bombard", guns, false, words)]
}
