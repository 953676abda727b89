//! A whole position as JSON.

use atlas::fault::{Faults, Report};
use serde_json::{Value, json};

use super::action::corps_names;
use super::{hexes, moment, pending, units};
use crate::brigade::battle::Battle;
use crate::brigade::state::State;
use crate::ids::UnitSet;
use crate::json::{Object, check_header, seed_and_sequence, whole};
use crate::system::Key;

/// A state and the seed its dice come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The state.
    pub state: State,
    /// The seed, as it was written.
    pub seed: Value,
}

impl Position {
    /// Reads a position of a battle that is ready, or says everything that is wrong with it.
    pub fn read(battle: &Battle, value: &Value) -> Result<Position, Faults> {
        whole("position", |report| position(report, battle, value))
    }

    /// A state as JSON, with a seed if one is given.
    pub fn write(battle: &Battle, state: &State, seed: Option<&Value>) -> Value {
        let mut value = json!({
            "game": battle.id,
            "scenario": battle.scenario,
            "options": battle.options.numbers,
            "turn": state.turn,
            "side": state.side.word(),
            "first": state.first.word(),
            "phase": state.phase.word(),
            "active": corps_names(battle, state.active),
            "units": units::to_json(battle, state),
            "ford": state.ford.map(|ford| moment::ford_to_json(battle, ford)),
            "hill": battle.hill().map(|_| state.hill.word()),
            "targets": hexes(battle, state.bombarded().iter()),
            "obligations": hexes(battle, state.obligations().iter()),
            "control": moment::control_to_json(battle, state),
            "pending": state.pending().map(|it| pending::to_json(battle, state, it)),
        });
        if let Some(seed) = seed {
            value["seed"] = seed.clone();
        }
        value["sequence"] = json!(state.sequence);
        if let Some(outcome) = &state.outcome {
            value["outcome"] = moment::outcome_to_json(battle, outcome);
        }
        value
    }
}

fn position(report: &mut Report, battle: &Battle, value: &Value) -> Option<Position> {
    let mut object = Object::of(report, "", value)?;
    let key =
        Key { battle: &battle.id, scenario: &battle.scenario, options: &battle.options.numbers };
    check_header(report, key, value, &mut object);
    let mut state = State::empty(battle);
    moment::read(report, battle, &mut state, &mut object);
    let waiting = object.find("pending");
    let named = |member: &str| waiting?.get(member)?.as_str().and_then(|id| battle.find(id));
    let moving = named("moving");
    let passing = named("mover").map_or(UnitSet::EMPTY, UnitSet::one);
    match object.find("units") {
        None => state.set_up(battle),
        Some(value) => units::read(report, battle, &mut state, value),
    }
    state.note_zones(battle);
    units::check_stacking(report, battle, &state, moving);
    moment::read_rest(report, battle, &mut state, &mut object, passing);
    if let Some(value) = waiting {
        state.pending = pending::read(report, battle, &state, value).map(Box::new);
        pending::mark(battle, &mut state);
    }
    moment::read_noted(report, battle, &mut state, &mut object);
    pending::note(&mut state);
    if let Some(value) = object.find("outcome") {
        if waiting.is_some() {
            report.fault("outcome", "found one although a choice is waited for");
        }
        state.outcome = moment::outcome(report, battle, &state, value);
    }
    let (seed, sequence) = seed_and_sequence(report, &mut object);
    state.sequence = sequence;
    object.finish(report);
    Some(Position { state, seed })
}
