//! What a position says besides its units: turn, side, phase, corps, ford, landmarks, and how the
//! game ended.

use atlas::Side;
use atlas::fault::{Report, one_of, quoted};
use field::{CellSet, Edge};
use serde_json::{Map, Value, json};

use super::action::read_corps;
use super::{hex, read_hexes};
use crate::brigade::activation;
use crate::brigade::battle::Battle;
use crate::brigade::ground::Water;
use crate::brigade::obligations;
use crate::brigade::state::{Hill, Phase, Place, State};
use crate::brigade::victory::{self, Outcome};
use crate::ids::UnitSet;
use crate::json::{Object, expected, number, side, text};

/// Reads the turn, the phasing player, the first player and the phase; units are not there yet.
pub(super) fn read(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    object: &mut Object<'_>,
) {
    if let Some(value) = object.find("turn") {
        let turns = (1, i64::from(battle.turns));
        state.turn = number(report, "turn", value, turns).unwrap_or(1) as u8;
    }
    let first = object.find("first").and_then(|value| side(report, "first", value));
    let phasing = object.find("side").and_then(|value| side(report, "side", value));
    state.side = phasing.or(first).unwrap_or(battle.first);
    // [BR 3.0] On the first turn there is no initiative.
    let usual = if state.turn == 1 { battle.first } else { state.side };
    state.first = first.unwrap_or(usual);
    let begins = first_phase(battle, state.side);
    state.phase = match object.find("phase") {
        None => begins,
        Some(value) => phase(report, value).unwrap_or(begins),
    };
    if state.phase < begins {
        let message = "found \"activation\"; expected another: nobody names corps in this player-turn [BR 3.0]";
        report.fault("phase", message);
    }
    if state.turn == 1 && state.first != battle.first {
        let due = battle.first.word();
        let message = format!("found {:?}; expected {due:?} on the first turn", state.first.word());
        report.fault("first", message);
    }
}

/// The phase in which a player-turn of a side begins.
fn first_phase(battle: &Battle, side: Side) -> Phase {
    match battle.activation(side) {
        Some(_) if !battle.options.drawn_activation => Phase::Activation,
        _ => Phase::Rally,
    }
}

fn phase(report: &mut Report, value: &Value) -> Option<Phase> {
    let found = Phase::ALL.into_iter().find(|phase| value.as_str() == Some(phase.word()));
    found.or_else(|| {
        let known = one_of(Phase::ALL.iter().map(|phase| phase.word()));
        expected(report, "phase", value, &known)
    })
}

/// Reads what depends on where the units are; `passing`: a mover that waits for reactions where it
/// stands.
pub(super) fn read_rest(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    object: &mut Object<'_>,
    passing: UnitSet,
) {
    active(report, battle, state, object);
    if let Some(value) = object.find("ford") {
        state.ford = ford(report, battle, value);
    }
    hill(report, battle, state, object);
    control(report, battle, state, object, passing);
}

fn active(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    let Some(value) = object.find("active") else { return };
    let Some(corps) = read_corps(report, battle, "active", value) else { return };
    let most = battle.activation(state.side).map_or(0, |facts| usize::from(facts.most));
    let most = if state.phase == Phase::Activation { 0 } else { most };
    if corps.len() > most {
        let message = format!("found {} corps; expected at most {most} now [BR 3.0]", corps.len());
        report.fault("active", message);
        return;
    }
    let early = corps.iter().find(|&corps| {
        use crate::brigade::Refusal::CorpsTooEarly;
        matches!(activation::why_not(battle, state, corps), Some(CorpsTooEarly { .. }))
    });
    if let Some(corps) = early {
        let names = battle.facts.activation.as_ref().map(|facts| facts.corps[corps].as_str());
        let name = names.unwrap_or_default();
        report.fault("active", format!("found {name:?}; expected it on a later turn [BR 3.0]"));
        return;
    }
    state.active = corps;
}

/// [BR 14.0] A ford that was found: on a creek hexside without one.
fn ford(report: &mut Report, battle: &Battle, value: &Value) -> Option<Edge> {
    let name = text(report, "ford", value)?;
    let searched = battle.facts.search.is_some() && battle.options.ford.is_none();
    let edge = name.split_once('|').filter(|_| searched).and_then(|(a, b)| {
        let (a, b) = (battle.grid().cell(a)?, battle.grid().cell(b)?);
        let ground = &battle.ground;
        let plain = ground.land.contains(a)
            && ground.land.contains(b)
            && ground.water_between(a, b, None) == Water::Creek;
        battle.grid().edge(a, b).filter(|_| plain)
    });
    edge.or_else(|| {
        let known = match searched {
            true => "a creek hexside without bridge or ford, as in \"3612|3712\"",
            false => "none: nobody searches in this game",
        };
        expected(report, "ford", value, known)
    })
}

/// The hexside of the ford, as it is written.
pub(super) fn ford_to_json(battle: &Battle, ford: Edge) -> String {
    let (a, b) = battle.grid().edge_cells(ford);
    let (a, b) = (a.min(b), a.max(b));
    format!("{}|{}", hex(battle, a), hex(battle, b))
}

fn hill(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    let waits = battle.hill_units().iter().any(|unit| state.place(unit) == Place::Reserve);
    state.hill = if waits { Hill::Waiting } else { Hill::Arrived };
    let Some(value) = object.find("hill") else { return };
    let found = Hill::ALL.into_iter().find(|hill| value.as_str() == Some(hill.word()));
    match found.filter(|_| battle.hill().is_some()) {
        Some(hill) => state.hill = hill,
        None => {
            let known = match battle.hill() {
                Some(_) => one_of(Hill::ALL.iter().map(|hill| hill.word())),
                None => "none: no group waits for a die in this scenario".to_owned(),
            };
            expected::<()>(report, "hill", value, &known);
        }
    }
}

/// [BR 16.0] Who holds the landmarks: those not named are Confederate; if nothing is said, Union
/// infantry holds those it stands in.
fn control(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    object: &mut Object<'_>,
    passing: UnitSet,
) {
    let Some(value) = object.find("control") else {
        let taken = state.infantry(battle, Side::Union);
        for (index, landmark) in battle.facts.landmarks.iter().enumerate() {
            if taken.contains(landmark.cell) {
                state.hand_over(index, Side::Union);
            }
        }
        return;
    };
    let Value::Object(fields) = value else {
        expected::<()>(report, "control", value, "an object of landmarks and their holders");
        return;
    };
    for (name, value) in fields {
        let place = format!("control, {name}");
        let index = battle.grid().cell(name).and_then(|cell| battle.landmark(cell));
        let Some(index) = index else {
            let message = format!("found {}; expected the hex of a landmark", quoted(name));
            report.fault("control", message);
            continue;
        };
        let Some(holder) = side(report, &place, value) else { continue };
        let cell = battle.facts.landmarks[index].cell;
        let there = state.of_side_at(battle, Side::Confederate, cell);
        // [BR 16.0?] A mover that waits for reactions is not at rest.
        if holder == Side::Union && !there.without(passing).is_empty() {
            report.fault(place, "found \"union\"; a Confederate unit is there [BR 16.0]");
            continue;
        }
        state.hand_over(index, holder);
    }
}

/// Who holds the landmarks.
pub(super) fn control_to_json(battle: &Battle, state: &State) -> Map<String, Value> {
    let held = battle.facts.landmarks.iter().filter_map(|landmark| {
        let holder = state.holder(battle, landmark.cell)?;
        Some((hex(battle, landmark.cell), json!(holder.word())))
    });
    held.collect()
}

/// Reads the hexes that the phase keeps in mind: those bombarded, those that must still be
/// assaulted.
pub(super) fn read_noted(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    object: &mut Object<'_>,
) {
    let mut named = |report: &mut Report, key: &'static str, phase: Phase| {
        let value = object.find(key)?;
        let cells = read_hexes(report, key, value, battle)?;
        if state.phase != phase && !cells.is_empty() {
            let word = phase.word();
            report.fault(key, format!("found hexes; expected none outside the {word} phase"));
            return None;
        }
        Some(cells)
    };
    let targets = named(report, "targets", Phase::Bombardment);
    let owed = named(report, "obligations", Phase::Assault);
    state.board.noted = match state.phase {
        Phase::Bombardment => targets.unwrap_or(CellSet::EMPTY),
        Phase::Assault => match owed {
            Some(owed) => {
                check_owed(report, battle, state, &owed);
                owed
            }
            None => obligations::at_start(battle, state),
        },
        _ => CellSet::EMPTY,
    };
    state.note_zones(battle);
}

/// [BR 8.0?] What must still be assaulted holds an enemy who has not been, and somebody answers for
/// it.
fn check_owed(report: &mut Report, battle: &Battle, state: &State, owed: &CellSet) {
    let able = obligations::able(battle, state);
    for cell in owed.iter() {
        let place = format!("obligations, {}", hex(battle, cell));
        let alone = || {
            let one = CellSet::of(cell);
            obligations::uncovered(battle, state, &one, able).is_some()
        };
        if !obligations::can_be_assaulted(battle, state, cell) {
            report.fault(place, "no enemy is there who has not been assaulted [BR 8.0]");
        } else if state.pending.is_none() && alone() {
            let message = "no infantry that must assault has it in its zone of control [BR 8.0]";
            report.fault(place, message);
        }
    }
}

/// How the game ended.
pub(super) fn outcome_to_json(battle: &Battle, outcome: &Outcome) -> Value {
    json!({
        "winner": outcome.winner.map(|side| side.word()),
        "name": outcome.name(battle),
        "points": outcome.points,
    })
}

/// Reads how the game ended: what the landmarks say on the last turn.
pub(super) fn outcome(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    value: &Value,
) -> Option<Outcome> {
    let due = victory::outcome(battle, state);
    let told = outcome_to_json(battle, &due);
    if state.turn != battle.turns {
        report.fault("outcome", "found one before the last turn is over");
        return None;
    }
    if *value != told {
        report.fault("outcome", format!("found {value}; expected {told}, as the landmarks say"));
        return None;
    }
    Some(due)
}
