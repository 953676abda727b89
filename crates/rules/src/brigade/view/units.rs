//! The units of a state: where they are, what they have done or suffered, and who can still move.

use serde_json::{Value, json};

use super::{acts, hex, id, words};
use crate::brigade::battle::Battle;
use crate::brigade::movement::{Mover, able_to_move, check_may_move};
use crate::brigade::state::{Mark, Phase, Place, State};
use crate::brigade::{arrivals, ford, obligations};
use crate::ids::{UnitId, UnitSet};
use crate::search::with_search;

/// Every unit of the roster.
pub fn all(battle: &Battle, state: &State) -> Vec<Value> {
    let active = battle.active(state);
    let unit = |unit| {
        json!({
            "id": id(battle, unit),
            "place": place_word(state.place(unit)),
            "hex": state.cell(unit).map(|cell| hex(battle, cell)),
            "steps": if state.is_reduced(unit) { 1 } else { 2 },
            "strength": state.strength(battle, unit),
            "active": active.contains(unit),
            "marks": marks(battle, state, unit),
            "holds": why_it_stands(battle, state, unit),
        })
    };
    battle.roster().map(unit).collect()
}

fn place_word(place: Place) -> &'static str {
    match place {
        Place::On(_) => "map",
        Place::Reserve => "reserve",
        Place::Eliminated => "eliminated",
        Place::Exited | Place::Absent => "absent",
    }
}

/// What a counter shows besides its face.
fn marks(battle: &Battle, state: &State, unit: UnitId) -> Vec<&'static str> {
    let Some(cell) = state.cell(unit) else { return Vec::new() };
    let mut marks = Vec::new();
    if state.is_reduced(unit) {
        marks.push("reduced");
    }
    let done = Mark::ALL.into_iter().filter(|&mark| state.is_marked(unit, mark));
    marks.extend(done.map(Mark::word));
    let owed = state.obligations();
    if acts(state, Phase::Assault)
        && obligations::able(battle, state).contains(unit)
        && battle.ground.zone(cell).meets(owed)
    {
        marks.push("must assault");
    }
    if owed.contains(cell) {
        marks.push("must be assaulted");
    }
    marks
}

/// Why a unit of the player who moves stands still, except that it has moved.
fn why_it_stands(battle: &Battle, state: &State, unit: UnitId) -> Option<Value> {
    state.cell(unit).filter(|_| acts(state, Phase::Movement))?;
    if battle.unit(unit).side != state.side || state.is_marked(unit, Mark::Moved) {
        return None;
    }
    let refusal = check_may_move(battle, state, unit).err()?;
    Some(words::refusal(battle, &refusal))
}

/// The units that have at least one move, entry or search now.
pub fn movable(battle: &Battle, state: &State) -> UnitSet {
    if !acts(state, Phase::Movement) {
        return UnitSet::EMPTY;
    }
    let can_go = |&unit: &UnitId| {
        let mover = Mover::of(battle, state, unit).ok();
        mover.is_some_and(|mover| with_search(|search| mover.can_go(battle, state, search)))
            || ford::choices(battle, state, unit).next().is_some()
    };
    let can_enter = |&unit: &UnitId| {
        arrivals::check_due(battle, state, unit).is_ok_and(|cells| {
            cells.iter().any(|&hex| {
                let ends =
                    with_search(|search| arrivals::destinations(battle, state, unit, hex, search));
                !ends.is_empty()
            })
        })
    };
    let moving: UnitSet = able_to_move(battle, state).iter().filter(can_go).collect();
    let coming = arrivals::due(battle, state).iter().filter(can_enter).collect();
    moving.union(coming)
}
