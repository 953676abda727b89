//! A game of Blue & Gray as clients see it: the view of a state, the facts that never change, answers to
//! questions, and choices made by standing orders. `docs/systems/blue-gray.md` describes the shapes.
//!
//! Nothing here decides anything about the rules: whatever is shown is asked of the modules that do.

mod arrivals;
mod ask;
mod combat;
mod end_phase;
mod faces;
mod facts;
mod goals;
mod orders;
mod score;
mod units;
mod words;

use atlas::Side;
use atlas::map::System;
use field::Search;
use serde_json::{Map, Value, json};

use super::artillery;
use super::battle::Battle;
use super::ids::{UnitId, UnitSet};
use super::movement::quota_now;
use super::obligations::{Battery, Obligations};
use super::prepared::Prepared;
use super::state::{Phase, State};
use super::victory;
use crate::Rule;

pub use ask::ask;
pub use facts::facts;
pub use orders::{check_orders, obey};
pub use score::outcome;
pub use words::decision;

/// What everybody sees of a state: nothing is hidden in Blue & Gray.
pub fn view(table: &Prepared, state: &State) -> Value {
    let battle = &table.battle;
    let duties = (state.phase == Phase::Combat && state.outcome.is_none())
        .then(|| Obligations::of(battle, state));
    let movable = units::movable(battle, state, &mut Search::new());
    json!({
        "turn": state.turn,
        "turns": battle.turns,
        "side": state.side.word(),
        "phase": phase_word(state.phase),
        "light": light(battle, state.turn),
        "time": table.time(state.turn),
        "units": units::all(battle, state, duties.as_ref()),
        "movable": words::ids(battle, movable),
        "quota": quota(battle, state),
        "zones": zones(battle, state),
        "held": held(battle, state),
        "points": score::points(table, state),
        "standing": score::standing(battle, state),
        "goals": goals::goals(table, state),
        "arrivals": arrivals::waiting(table, state),
        "combat": duties.as_ref().map(|duties| combat::duties(battle, state, duties)),
        "pending": state.pending().map(|pending| combat::pending(battle, state, pending)),
        "end_phase": end_phase::end_phase(table, state, movable, duties.as_ref()),
    })
}

/// What everybody sees of a game that was given up in this state: nobody has anything to choose any more,
/// while the points still say what they would come to.
pub fn view_closed(table: &Prepared, state: &State) -> Value {
    let mut closed = state.clone();
    closed.outcome = Some(victory::outcome(&table.battle, state));
    closed.pending = None;
    let mut view = view(table, &closed);
    view["standing"] = score::standing(&table.battle, state);
    view
}

/// Whether the phasing player is moving and nothing else is to be decided.
fn is_marching(state: &State) -> bool {
    state.phase == Phase::Movement && state.pending().is_none() && state.outcome.is_none()
}

/// How many units may still move in this phase; `null` where no quota binds.
fn quota(battle: &Battle, state: &State) -> Value {
    let limit = quota_now(battle, state).filter(|_| is_marching(state));
    let (Some(quota), Some(limit)) = (battle.quota(), limit) else { return Value::Null };
    let rule = Rule::named(System::BlueGray, &battle.facts.book, &quota.rule);
    json!({
        "side": quota.side.word(),
        "limit": limit,
        "used": state.moves_made,
        "left": limit.saturating_sub(state.moves_made),
        "rule": rule.to_string(),
        "link": rule.link(),
    })
}

/// The zones of control of both sides.
fn zones(battle: &Battle, state: &State) -> Value {
    let of = |side: Side| words::hexes(battle, state.controlled_by(side).iter());
    json!({"union": of(Side::Union), "confederate": of(Side::Confederate)})
}

/// The hexes whose last visitor matters, and who that was.
fn held(battle: &Battle, state: &State) -> Value {
    let holder = |&cell: &field::Cell| {
        state.holder(battle, cell).map(|side| (words::hex(battle, cell), Value::from(side.word())))
    };
    Value::Object(battle.watched.iter().filter_map(holder).collect::<Map<String, Value>>())
}

/// The word for a phase.
fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Movement => "movement",
        Phase::Combat => "combat",
    }
}

/// The light of a game-turn.
fn light(battle: &Battle, turn: u8) -> &'static str {
    match (battle.is_night(turn), battle.is_fog(turn)) {
        (true, _) => "night",
        (_, true) => "fog",
        _ => "day",
    }
}

/// The guns of a battery that can still bombard somebody.
fn ready_guns(battle: &Battle, state: &State, battery: &Battery) -> UnitSet {
    let guns = battle.guns().intersection(battle.of_side(state.side));
    let here = state.units_at(battery.cell).intersection(guns);
    let is_ready = |&gun: &UnitId| {
        artillery::why_silent(battle, state, gun).is_none()
            && battery
                .reaches
                .iter()
                .any(|target| artillery::reaches(battle, gun, battery.cell, target))
    };
    here.iter().filter(is_ready).collect()
}
