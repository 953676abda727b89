//! The units of a state: where they are, what they have done or suffered, and who can still move.

use field::Search;
use serde_json::{Value, json};

use super::is_marching;
use super::words::{hex, id};
use crate::blue_gray::Refusal;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::ids::{UnitId, UnitSet};
use crate::blue_gray::movement::{self, Mover};
use crate::blue_gray::obligations::Obligations;
use crate::blue_gray::odds::is_able;
use crate::blue_gray::reinforcements;
use crate::blue_gray::state::{Flags, Place, State};

/// The word of a mark, and whether a unit's flags give it.
type Mark = (&'static str, fn(Flags) -> bool);

/// The marks that are flags of the state.
const MARKS: [Mark; 8] = [
    ("moved", Flags::moved),
    ("attacked", Flags::used),
    ("was attacked", Flags::attacked),
    ("advanced", Flags::advanced),
    ("displaced", Flags::displaced),
    ("ineffective", Flags::ineffective),
    ("released", Flags::released),
    ("withdraws", Flags::withdraws),
];

/// Every unit of the roster.
pub fn all(battle: &Battle, state: &State, duties: Option<&Obligations>) -> Vec<Value> {
    let unit = |unit| {
        json!({
            "id": id(battle, unit),
            "place": place_word(state.place(unit)),
            "hex": state.cell(unit).map(|cell| hex(battle, cell)),
            "marks": marks(battle, state, unit, duties),
            "holds": why_it_stands(battle, state, unit).map(|refusal| refusal.reason(battle)),
        })
    };
    battle.roster().map(unit).collect()
}

fn place_word(place: Place) -> &'static str {
    match place {
        Place::On(_) => "map",
        Place::Reserve => "reserve",
        Place::Eliminated => "eliminated",
        Place::Exited => "exited",
        Place::Absent => "absent",
    }
}

fn marks(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    duties: Option<&Obligations>,
) -> Vec<&'static str> {
    let Some(cell) = state.cell(unit) else { return Vec::new() };
    let flags = state.flags(unit);
    let mut marks: Vec<&'static str> =
        MARKS.iter().filter(|(_, is_set)| is_set(flags)).map(|(word, _)| *word).collect();
    if battle.unit(unit).immobile {
        marks.push("immobile");
    }
    let bound = duties.is_some_and(|duties| duties.must_attack.contains(cell));
    if bound && battle.unit(unit).side == state.side && is_able(state, unit) {
        marks.push("must attack");
    }
    marks
}

/// Why a unit on the map stands still: for good, for now, or for this turn; in its own movement phase for
/// whatever reason, except that it has moved.
fn why_it_stands(battle: &Battle, state: &State, unit: UnitId) -> Option<Refusal> {
    state.cell(unit)?;
    let refusal = movement::why_not(battle, state, unit)?;
    let lasting =
        matches!(refusal, Refusal::Immobile(_) | Refusal::Held(_) | Refusal::Standstill(_));
    let moving = is_marching(state) && battle.unit(unit).side == state.side;
    (lasting || moving && !matches!(refusal, Refusal::MovesTwice(_))).then_some(refusal)
}

/// The units that have at least one move, entry or exit now.
pub fn movable(battle: &Battle, state: &State, search: &mut Search) -> UnitSet {
    if !is_marching(state) {
        return UnitSet::EMPTY;
    }
    let mut found = UnitSet::EMPTY;
    for unit in movement::able_to_move(battle, state).iter() {
        let Ok(mover) = Mover::of(battle, state, unit) else { continue };
        if !mover.destinations(battle, state, search).is_empty()
            || !reinforcements::exits(battle, state, unit, &mover, search).is_empty()
        {
            found.insert(unit);
        }
    }
    let waiting = |&unit: &UnitId| state.place(unit) == Place::Reserve;
    for unit in battle.of_side(state.side).iter().filter(waiting) {
        if reinforcements::can_enter(battle, state, unit) {
            found.insert(unit);
        }
    }
    found
}
