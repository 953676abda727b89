//! [GT 1.4] A whole position as JSON: a saved game, with its options.

use atlas::battle::{Arm, Rank};
use atlas::fault::{Faults, Report};
use atlas::{BySide, Side};
use serde_json::{Value, json};

use super::event::{by_side, losses_to_json};
use super::{leaders, read, units};
use crate::grand_tactical::activation;
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::ids::UnitSet;
use crate::grand_tactical::state::{Fate, Losses, Phase, Place, State};
use crate::grand_tactical::{observe, start, victory};
use crate::json::{
    Object, check_header, each, expected, number, seed_and_sequence, side, text, whole,
};
use crate::moment::Outcome;
use crate::system::Key;

/// The most of anything that a position can say a side has lost.
const MOST_LOST: i64 = 1_000_000;

/// Which game this is.
pub fn key(battle: &Battle) -> Key<'_> {
    Key { battle: &battle.id, scenario: &battle.scenario, options: &battle.options.numbers }
}

/// A state as JSON, with a seed if one is given.
pub fn write_position(battle: &Battle, state: &State, seed: Option<&Value>) -> Value {
    let mut told = json!({
        "game": battle.id, "scenario": battle.scenario, "options": battle.options.numbers,
        "turn": state.turn, "phase": state.phase.word(), "round": state.round,
        "side": state.side.word(), "fords": fords(battle, state),
    });
    if battle.options.activates() {
        let names = state.activated.iter().map(|post| &battle.post(post).name);
        told["activated"] = json!(names.collect::<Vec<_>>());
        told["limit"] = json!(state.limit);
    }
    if battle.options.uses_timetable() {
        told["released"] = json!(released(battle, state));
    }
    told["due"] = json!(due(battle, state));
    told["units"] = units::to_json(battle, state);
    if battle.options.advanced() {
        told["leaders"] = leaders::to_json(battle, state);
    }
    told["losses"] = by_side(|side| losses_to_json(&state.losses[side]));
    told["score"] = json!(state.score);
    if battle.options.hidden {
        let ids = |side: Side| -> Vec<&str> {
            state.sighted[side].iter().map(|unit| battle.unit(unit).id.as_str()).collect()
        };
        told["sighted"] = by_side(|side| json!(ids(side)));
    }
    if let Some(seed) = seed {
        told["seed"] = seed.clone();
    }
    told["sequence"] = json!(state.sequence);
    if state.phase == Phase::Over {
        told["outcome"] = outcome_to_json(&victory::outcome(battle, state));
    }
    told
}

fn outcome_to_json(outcome: &Outcome) -> Value {
    json!({"winner": outcome.winner.map(Side::word), "level": outcome.level})
}

/// The fords that chance gave, by x, then y.
pub fn fords(battle: &Battle, state: &State) -> Vec<String> {
    let drawn = battle.ford_sites.iter().filter(|&&cell| state.fords.contains(cell));
    drawn.map(|&cell| battle.name(cell)).collect()
}

/// The formations of the timetable that have been released.
pub fn released<'b>(battle: &'b Battle, state: &State) -> Vec<&'b str> {
    let all = battle.tables.timetable.formations.iter().enumerate();
    let free = all.filter(|(index, _)| state.released >> index & 1 != 0);
    free.map(|(_, formation)| formation.name.as_str()).collect()
}

/// The groups of reinforcements whose time has come.
pub fn due<'b>(battle: &'b Battle, state: &State) -> Vec<&'b str> {
    let all = battle.groups.iter().enumerate();
    let due = all.filter(|(index, _)| state.due >> index & 1 != 0);
    due.map(|(_, group)| group.id.as_str()).collect()
}

/// Reads a position of a battle that is ready, or says everything that is wrong with it.
pub fn read_position(battle: &Battle, value: &Value) -> Result<State, Faults> {
    whole("position", |report| position(report, battle, value))
}

fn position(report: &mut Report, battle: &Battle, value: &Value) -> Option<State> {
    let mut object = Object::of(report, "", value)?;
    check_header(report, key(battle), value, &mut object);
    let mut state = start::set_up(battle);
    moment(report, battle, &mut state, &mut object);
    read_fords(report, battle, &mut state, &mut object);
    let listed = object.find("units");
    match listed {
        Some(units) => {
            let set_up = state;
            state = start::empty(battle);
            (state.turn, state.phase) = (set_up.turn, set_up.phase);
            (state.round, state.side, state.fords) = (set_up.round, set_up.side, set_up.fords);
            (state.leaders, state.holders) = (set_up.leaders, set_up.holders);
            units::read(report, battle, &mut state, units);
        }
        None => idle_units(battle, &mut state),
    }
    read_sequence(report, battle, &mut state, &mut object);
    if battle.options.advanced()
        && let Some(value) = object.find("leaders")
    {
        leaders::read(report, battle, &mut state, value);
    }
    state.losses = lacking(battle, &state);
    if let Some(value) = object.find("losses") {
        state.losses = read_losses(report, battle, value);
    }
    if let Some(value) = object.find("score") {
        state.score = number(report, "score", value, (-10_000_000, 10_000_000)).unwrap_or(0) as i32;
    }
    read_sighted(report, battle, &mut state, &mut object);
    (_, state.sequence) = seed_and_sequence(report, &mut object);
    if let Some(value) = object.find("outcome") {
        check_outcome(report, battle, &state, value);
    }
    object.finish(report);
    Some(state)
}

/// Turn, phase, round and side.
fn moment(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    if let Some(value) = object.find("turn") {
        let turns = i64::from(battle.turns);
        state.turn = number(report, "turn", value, (1, turns)).unwrap_or(1) as u8;
    }
    if let Some(value) = object.find("round") {
        state.round = number(report, "round", value, (1, 2)).unwrap_or(1) as u8;
    }
    if let Some(value) = object.find("phase") {
        let found = Phase::ALL.into_iter().find(|phase| value.as_str() == Some(phase.word()));
        let found = found.filter(|phase| *phase != Phase::Activation || battle.options.activates());
        let what = if battle.options.activates() {
            "activation, operations or over"
        } else {
            "operations or over: divisions are not activated in this game"
        };
        let found = found.or_else(|| expected(report, "phase", value, what));
        state.phase = found.unwrap_or(Phase::Operations);
    }
    let activates = state.phase == Phase::Activation;
    if activates {
        state.side = battle.tables.activation.side;
    }
    if activates && state.round != 1 {
        report.fault("round", format!("found {}; divisions are activated in round 1", state.round));
    }
    if let Some(value) = object.find("side") {
        let found = side(report, "side", value).unwrap_or(state.side);
        if activates && found != state.side {
            let what = format!("found {}; the {} activates its divisions", found, state.side);
            report.fault("side", what);
        }
        state.side = found;
    }
}

/// Units without points on this turn, where the position says nothing of units.
fn idle_units(battle: &Battle, state: &mut State) {
    for unit in battle.roster() {
        if state.cell(unit).is_some() {
            state.unit_mut(unit).op = start::fresh(battle, unit, state.turn).op;
        }
    }
}

fn read_fords(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    let Some(value) = object.find("fords") else { return };
    let cells = each(report, "fords", value, |report, place, value| {
        let cell = read::cell(report, place, value, battle)?;
        let stream = battle.ford_sites.contains(&cell);
        if stream {
            Some(cell)
        } else {
            expected(report, place, value, "a stream square between banks")
        }
    });
    let cells = cells.unwrap_or_default();
    once(report, "fords", &cells, |&cell| battle.name(cell));
    state.fords = cells.into_iter().collect();
}

/// Whatever stands in a list twice.
fn once<T: PartialEq>(report: &mut Report, place: &str, items: &[T], name: impl Fn(&T) -> String) {
    for (index, item) in items.iter().enumerate() {
        if items[..index].contains(item) {
            report.fault(place, format!("found {} twice; expected once", name(item)));
        }
    }
}

/// Activation, timetable and reinforcements.
fn read_sequence(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    if battle.options.activates() {
        read_activation(report, battle, state, object);
    }
    if battle.options.uses_timetable()
        && let Some(value) = object.find("released")
    {
        let names: Vec<&str> =
            battle.tables.timetable.formations.iter().map(|one| one.name.as_str()).collect();
        state.released = set_of(report, "released", value, &names);
    }
    let groups: Vec<&str> = battle.groups.iter().map(|group| group.id.as_str()).collect();
    let come = |group: &crate::grand_tactical::battle::Group| {
        group.turns.last().is_some_and(|&last| last <= state.turn)
    };
    let come = battle.groups.iter().enumerate().filter(|(_, group)| come(group));
    state.due = match object.find("due") {
        Some(value) => set_of(report, "due", value, &groups),
        None => come.fold(0, |set, (index, _)| set | 1 << index),
    };
}

/// [GT 3.2] Which divisions are active, and how many may be: from one to all of them.
fn read_activation(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    object: &mut Object<'_>,
) {
    if let Some(value) = object.find("activated") {
        let side = battle.tables.activation.side;
        let posts = each(report, "activated", value, |report, place, value| {
            read::post(report, place, value, battle, side, Rank::Division)
        });
        let posts = posts.unwrap_or_default();
        once(report, "activated", &posts, |&post| battle.post(post).name.clone());
        for post in posts {
            state.activated.insert(post);
        }
    }
    let active = state.activated.len();
    state.limit = activation::limit(battle, state, 0).max(active as u8);
    let Some(value) = object.find("limit") else { return };
    let most = activation::divisions(battle).count().max(1) as i64;
    let Some(limit) = number(report, "limit", value, (1, most)) else { return };
    state.limit = limit as u8;
    if active as i64 > limit {
        report.fault("activated", format!("found {active} divisions; expected at most {limit}"));
    }
}

/// A list of names as a set of their places.
fn set_of(report: &mut Report, place: &str, value: &Value, names: &[&str]) -> u32 {
    let found = each(report, place, value, |report, place, value| {
        let name = text(report, place, value)?;
        let index = names.iter().position(|known| *known == name);
        index.or_else(|| expected(report, place, value, &names.join(", ")))
    });
    let found = found.unwrap_or_default();
    once(report, place, &found, |&index| names[index].to_owned());
    found.into_iter().fold(0, |set, index| set | 1 << index)
}

/// What the units that have a part in the game lack, and the leaders who are lost.
fn lacking(battle: &Battle, state: &State) -> BySide<Losses> {
    let mut losses = BySide::<Losses>::default();
    for unit in battle.roster() {
        let (facts, now) = (battle.unit(unit), state.unit(unit));
        if matches!(now.place, Place::Absent | Place::Reserve) {
            continue;
        }
        let lost = u32::from(facts.strength - now.strength);
        let side = &mut losses[facts.side];
        match facts.arm {
            Arm::Infantry => side.infantry += lost,
            Arm::Cavalry => side.cavalry += lost,
            Arm::Artillery => side.guns += lost,
        }
    }
    for leader in battle.staff() {
        let now = &state.leaders[leader.index()];
        let side = &mut losses[battle.leader(leader).side];
        match (now.fate, now.rank) {
            (Fate::Lost, Rank::Brigade) => side.brigade += 1,
            (Fate::Lost, Rank::Division) => side.division += 1,
            (Fate::Lost, Rank::Corps | Rank::Deputy) => side.corps += 1,
            _ => {}
        }
    }
    losses
}

fn read_losses(report: &mut Report, battle: &Battle, value: &Value) -> BySide<Losses> {
    let mut losses = BySide::<Losses>::default();
    let Some(mut both) = Object::of(report, "losses", value) else { return losses };
    for side in Side::BOTH {
        let Some(value) = both.find(side.word()) else { continue };
        let Some(mut object) = Object::of(report, &both.at(side.word()), value) else { continue };
        let mut count = |key| {
            let found = object.find(key);
            let read = found.and_then(|v| number(report, &object.at(key), v, (0, MOST_LOST)));
            read.unwrap_or(0) as u32
        };
        let own = &mut losses[side];
        (own.infantry, own.cavalry, own.guns) =
            (count("infantry"), count("cavalry"), count("guns"));
        if battle.options.advanced() {
            own.brigade = count(Rank::Brigade.word());
            own.division = count("division");
            own.corps = count("corps");
        }
        object.finish(report);
    }
    both.finish(report);
    losses
}

/// Whom each side sees; left out, that is worked out afresh.
fn read_sighted(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    if !battle.options.hidden {
        return;
    }
    let Some(value) = object.find("sighted") else {
        observe::look_around(battle, state, &mut Vec::new());
        return;
    };
    let Some(mut both) = Object::of(report, "sighted", value) else { return };
    for side in Side::BOTH {
        let Some(value) = both.find(side.word()) else { continue };
        let units = each(report, &both.at(side.word()), value, |report, place, value| {
            let unit = read::unit(report, place, value, battle)?;
            let there = matches!(state.unit(unit).place, Place::On(_) | Place::Eliminated);
            let enemy = battle.unit(unit).side != side && there;
            if enemy {
                Some(unit)
            } else {
                expected(report, place, value, "an enemy unit of the map")
            }
        });
        let units = units.unwrap_or_default();
        once(report, &both.at(side.word()), &units, |&unit| battle.unit(unit).id.clone());
        state.sighted[side] = units.into_iter().collect::<UnitSet>();
    }
    both.finish(report);
    // [GT 2.1?] An operations phase has begun with a look at whoever stands next to its units
    // (D-80): nobody steps upon an enemy whom he does not see.
    if state.phase == Phase::Operations {
        observe::look_beside_all(battle, state, &mut Vec::new());
    }
}

fn check_outcome(report: &mut Report, battle: &Battle, state: &State, value: &Value) {
    let right = outcome_to_json(&victory::outcome(battle, state));
    if state.phase != Phase::Over {
        report.fault("outcome", "found one although the game is not over");
    } else if *value != right {
        report.fault("outcome", format!("found {value}; the score gives {right}"));
    }
}
