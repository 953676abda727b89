//! A whole position as JSON.

use atlas::fault::{Fault, Faults, Report};
use atlas::{BySide, Side};
use field::Cell;
use serde_json::{Map, Value, json};

use super::event::phase_word;
use super::pending;
use super::read::{Object, cell, each, expected, list, number, side, text, unit};
use crate::blue_gray::battle::Battle;
use crate::blue_gray::ids::{UnitId, UnitSet};
use crate::blue_gray::movement::quota_now;
use crate::blue_gray::state::{Phase, Place, Points, State};
use crate::blue_gray::victory::Outcome;
use crate::dice::Seed;

/// What must be known of a position before its battle can be made ready.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Folder of the battle.
    pub game: String,
    /// The scenario; without one, the battle's first.
    pub scenario: Option<String>,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
}

impl Header {
    /// Reads the head of a position and keeps the rest for [`Position::read`].
    pub fn read(text: &str) -> Result<(Header, Value), Faults> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| Faults::from(Fault::new("position", format!("not JSON: {error}"))))?;
        let mut report = Report::new();
        let header = header(&mut report, &value);
        match (report.into_faults(), header) {
            (Some(faults), _) => Err(faults),
            (None, Some(header)) => Ok((header, value)),
            (None, None) => Err(Fault::new("position", "cannot be read").into()),
        }
    }
}

fn header(report: &mut Report, value: &Value) -> Option<Header> {
    let mut object = Object::of(report, "", value)?;
    let game = object.need(report, "game").and_then(|value| text(report, "game", value));
    let scenario = match object.find("scenario") {
        None => Some(None),
        Some(value) => text(report, "scenario", value).map(|id| Some(id.to_owned())),
    };
    let options = match object.find("options") {
        None => Some(Vec::new()),
        Some(value) => each(report, "options", value, |r, p, v| text(r, p, v).map(str::to_owned)),
    };
    Some(Header { game: game?.to_owned(), scenario: scenario?, options: options? })
}

/// A state and the seed its dice come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The state.
    pub state: State,
    /// The seed, as it was written.
    pub seed: Value,
}

impl Position {
    /// The seed of the dice.
    pub fn seed(&self) -> Seed {
        let text = match &self.seed {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Seed::parse(&text).unwrap_or(Seed::from_number(0))
    }

    /// Reads a position of a battle that is ready, or says everything that is wrong with it.
    pub fn read(battle: &Battle, value: &Value) -> Result<Position, Faults> {
        let mut report = Report::new();
        let position = position(&mut report, battle, value);
        match (report.into_faults(), position) {
            (Some(faults), _) => Err(faults),
            (None, Some(position)) => Ok(position),
            (None, None) => Err(Fault::new("position", "cannot be read").into()),
        }
    }

    /// The position as JSON.
    pub fn to_json(&self, battle: &Battle) -> Value {
        let state = &self.state;
        let name = |cell| battle.grid().name(cell).to_string();
        let control: Map<String, Value> = battle
            .watched
            .iter()
            .filter_map(|&cell| Some((name(cell), json!(state.holder(battle, cell)?.word()))))
            .collect();
        let points = |side: Side| {
            let Points { eliminated, exited, awarded } = state.points[side];
            json!({"eliminated": eliminated, "exited": exited, "awarded": awarded})
        };
        let left = quota_now(battle, state).map(|quota| quota.saturating_sub(state.moves_made));
        let forts: Vec<String> = battle
            .facts
            .scoring
            .firsts
            .iter()
            .enumerate()
            .filter(|(index, _)| state.firsts_scored >> index & 1 != 0)
            .map(|(_, first)| name(first.cell))
            .collect();
        let mut value = json!({
            "game": battle.id,
            "scenario": battle.scenario,
            "options": battle.options.numbers,
            "turn": state.turn,
            "side": state.side.word(),
            "phase": phase_word(state.phase),
            "units": units_to_json(battle, state),
            "control": control,
            "points": {"union": points(Side::Union), "confederate": points(Side::Confederate)},
            "moves_left": left,
            "quota_lifted": state.quota_lifted,
            "creek_crossed": state.creek_crossed,
            "group_admitted": state.group_admitted,
            "forts_scored": forts,
            "pending": state.pending().map(|pending| pending::to_json(battle, pending)),
            "seed": self.seed,
            "sequence": state.sequence,
        });
        if let Some(outcome) = &state.outcome {
            value["outcome"] = json!({
                "winner": outcome.winner.map(|side| side.word()),
                "level": outcome.level,
                "name": outcome.level_name(battle),
                "early": outcome.early,
            });
        }
        value
    }
}

fn units_to_json(battle: &Battle, state: &State) -> Vec<Value> {
    let mut units = Vec::new();
    for unit in battle.roster() {
        let mut value = json!({"id": battle.unit(unit).id});
        match state.place(unit) {
            Place::Absent => continue,
            Place::On(cell) => value["hex"] = json!(battle.grid().name(cell).to_string()),
            Place::Reserve => value["state"] = json!("reserve"),
            Place::Eliminated => value["state"] = json!("eliminated"),
            Place::Exited => value["state"] = json!("exited"),
        }
        let flags = state.flags(unit);
        for (word, set) in [
            ("moved", flags.moved()),
            ("used", flags.used()),
            ("attacked", flags.attacked()),
            ("advanced", flags.advanced()),
            ("displaced", flags.displaced()),
            ("ineffective", flags.ineffective()),
            ("released", flags.released()),
        ] {
            if set {
                value[word] = json!(true);
            }
        }
        if flags.withdraws() || seems_to_withdraw(battle, state, unit) {
            value["withdraws"] = json!(flags.withdraws());
        }
        if let Some(from) = state.bombarded_from[unit.index()] {
            value["bombarded_from"] = json!(battle.grid().name(from).to_string());
        }
        units.push(value);
    }
    units
}

fn position(report: &mut Report, battle: &Battle, value: &Value) -> Option<Position> {
    let mut object = Object::of(report, "", value)?;
    for known in ["game", "scenario", "options"] {
        object.find(known);
    }
    let mut state = State::empty(battle);
    let turns = i64::from(battle.turns);
    if let Some(value) = object.find("turn") {
        state.turn = number(report, "turn", value, (1, turns)).unwrap_or(1) as u8;
    }
    if let Some(value) = object.find("side") {
        state.side = side(report, "side", value).unwrap_or(battle.first);
    }
    if let Some(value) = object.find("phase") {
        state.phase = match value.as_str() {
            Some("movement") => Phase::Movement,
            Some("combat") => Phase::Combat,
            _ => expected(report, "phase", value, "\"movement\" or \"combat\"")
                .unwrap_or(Phase::Movement),
        };
    }
    if state.phase == Phase::Combat && battle.is_night(state.turn) {
        let message = "found \"combat\"; a night game-turn has no combat phase [BG 10.1]";
        report.fault("phase", message);
    }
    let displaced = object
        .find("pending")
        .and_then(|pending| pending.get("displaced")?.as_str())
        .and_then(|id| battle.find(id));
    match object.find("units") {
        None => state.set_up(battle),
        Some(value) => units(report, battle, &mut state, value, displaced),
    }
    bookkeeping(report, battle, &mut state, &mut object);
    if let Some(value) = object.find("pending") {
        state.pending = pending::read(report, battle, &state, value).map(Box::new);
    }
    if let Some(value) = object.find("outcome") {
        state.outcome = outcome(report, value);
    }
    let seed = object.find("seed").cloned().unwrap_or(json!(0));
    check_seed(report, &seed);
    if let Some(value) = object.find("sequence") {
        let most = i64::from(u32::MAX) - 1;
        state.sequence = number(report, "sequence", value, (0, most)).unwrap_or(0) as u32;
    }
    object.finish(report);
    Some(Position { state, seed })
}

fn check_seed(report: &mut Report, seed: &Value) {
    let good = match seed {
        Value::Number(number) => number.as_u64().is_some(),
        Value::String(text) => text.len() == 64 && Seed::parse(text).is_ok(),
        _ => false,
    };
    if !good {
        expected::<()>(report, "seed", seed, "a whole number or 64 hexadecimal digits");
    }
}

/// Points, control and what else is counted.
fn bookkeeping(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    if let Some(Value::Object(holders)) = object.find("control") {
        for (name, holder) in holders {
            let place = format!("control, {name}");
            let index = battle.grid().cell(name).and_then(|cell| battle.watched_index(cell));
            let Some(index) = index else {
                report.fault(place, "this is not a hex whose control matters in this battle");
                continue;
            };
            match side(report, &place, holder) {
                Some(Side::Union) => state.held &= !(1 << index),
                Some(Side::Confederate) => state.held |= 1 << index,
                None => {}
            }
        }
    }
    if let Some(value) = object.find("points") {
        points(report, state, value);
    }
    state.quota_lifted = object.flag(report, "quota_lifted");
    state.creek_crossed = object.flag(report, "creek_crossed");
    state.group_admitted = object.flag(report, "group_admitted");
    if let Some(value) = object.find("moves_left") {
        let quota = quota_now(battle, state);
        match (quota, number(report, "moves_left", value, (0, 255))) {
            (Some(quota), Some(left)) => state.moves_made = quota.saturating_sub(left as u8),
            (None, Some(_)) => {
                report.fault("moves_left", "no quota binds the phasing player in this position");
            }
            _ => {}
        }
    }
    if let Some(value) = object.find("forts_scored") {
        let cells = each(report, "forts_scored", value, |r, p, v| cell(r, p, v, battle));
        for cell in cells.unwrap_or_default() {
            let firsts = &battle.facts.scoring.firsts;
            match firsts.iter().position(|first| first.cell == cell) {
                Some(index) => state.firsts_scored |= 1 << index,
                None => report.fault(
                    "forts_scored",
                    format!("{} does not score once in this battle", battle.grid().name(cell)),
                ),
            }
        }
    }
}

fn points(report: &mut Report, state: &mut State, value: &Value) {
    let Some(mut object) = Object::of(report, "points", value) else { return };
    let mut read: BySide<Points> = state.points;
    for side in Side::BOTH {
        let Some(value) = object.find(side.word()) else { continue };
        let place = format!("points, {}", side.word());
        let Some(mut fields) = Object::of(report, &place, value) else { continue };
        let Points { eliminated, exited, awarded } = &mut read[side];
        for (key, slot) in [("eliminated", eliminated), ("exited", exited), ("awarded", awarded)] {
            if let Some(value) = fields.find(key) {
                let limits = (-100_000, 100_000);
                *slot = number(report, &fields.at(key), value, limits).unwrap_or(0) as i32;
            }
        }
        fields.finish(report);
    }
    object.finish(report);
    state.points = read;
}

fn outcome(report: &mut Report, value: &Value) -> Option<Outcome> {
    let mut object = Object::of(report, "outcome", value)?;
    let winner = object.find("winner").and_then(|value| side(report, "outcome, winner", value));
    let level =
        object.find("level").and_then(|value| number(report, "outcome, level", value, (0, 99)));
    object.find("name");
    let early = object.flag(report, "early");
    object.finish(report);
    Some(Outcome { winner, level: level.unwrap_or(0) as u8, early })
}

/// Exactly the units listed; all others are absent.
fn units(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    value: &Value,
    displaced: Option<UnitId>,
) {
    let (mut listed, mut stated) = (UnitSet::EMPTY, UnitSet::EMPTY);
    let items = list(report, "units", value).unwrap_or_default();
    let crowded = displaced.and_then(|displaced| {
        let item = items.iter().find(|item| item["id"] == battle.unit(displaced).id.as_str())?;
        battle.grid().cell(item["hex"].as_str()?)
    });
    for (index, item) in items.iter().enumerate() {
        let place = format!("units, item {}", index + 1);
        let Some(mut object) = Object::of(report, &place, item) else { continue };
        let id = object.need(report, "id").and_then(|v| unit(report, &object.at("id"), v, battle));
        let Some(who) = id else { continue };
        let place = format!("unit {}", battle.unit(who).id);
        if listed.contains(who) {
            report.fault(place.as_str(), "it is listed twice");
        }
        listed.insert(who);
        if item.get("withdraws").is_some_and(|value| !value.is_null()) {
            stated.insert(who);
        }
        one_unit(report, battle, state, who, &place, &mut object, crowded);
        object.finish(report);
    }
    for unit in battle.of_side(state.side).without(stated).iter() {
        let withdraws = seems_to_withdraw(battle, state, unit);
        state.flags[unit.index()].set_withdraws(withdraws);
    }
}

/// [BG 11.31, 11.32] Whether an ineffective unit began the combat phase under enemy control, as far as the
/// units tell: it has not attacked in it, and next to it stands an enemy that has not advanced in it.
fn seems_to_withdraw(battle: &Battle, state: &State, unit: UnitId) -> bool {
    let flags = state.flags(unit);
    let due = state.phase == Phase::Combat && battle.options.attack_effectiveness;
    let Some(cell) = state.cell(unit).filter(|_| due && flags.ineffective() && !flags.used())
    else {
        return false;
    };
    let side = battle.unit(unit).side;
    let enemies = state.on_map(battle, side.other());
    let stayed = |enemy: UnitId| !state.flags(enemy).advanced();
    let beside = |enemy| state.cell(enemy).is_some_and(|at| battle.ground.are_adjacent(cell, at));
    side == state.side && enemies.iter().any(|enemy| stayed(enemy) && beside(enemy))
}

fn one_unit(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    unit: UnitId,
    place: &str,
    object: &mut Object<'_>,
    crowded: Option<Cell>,
) {
    let hex = object.find("hex").map(|value| cell(report, &format!("{place}, hex"), value, battle));
    let word = object.find("state");
    let where_to = match (word.map(|value| (value, value.as_str())), hex) {
        (None | Some((_, Some("map"))), Some(Some(cell))) => Some(Place::On(cell)),
        (_, Some(None)) => None,
        (None, None) | (Some((_, Some("map"))), None) => {
            report.fault(place, "found neither \"hex\" nor a \"state\" off the map; expected one");
            None
        }
        (Some((_, Some("reserve"))), None) => Some(Place::Reserve),
        (Some((_, Some("eliminated"))), None) => Some(Place::Eliminated),
        (Some((_, Some("exited"))), None) => Some(Place::Exited),
        (Some((_, Some("absent"))), None) => Some(Place::Absent),
        (Some((_, Some("reserve" | "eliminated" | "exited" | "absent"))), Some(_)) => {
            report.fault(place, "found a hex for a unit that is not on the map");
            None
        }
        (Some((value, _)), _) => {
            let known = "\"map\", \"reserve\", \"eliminated\", \"exited\" or \"absent\"";
            expected(report, &format!("{place}, state"), value, known)
        }
    };
    if let Some(Place::On(cell)) = where_to {
        let name = battle.grid().name(cell);
        let side = battle.unit(unit).side;
        // A displaced unit stands where there is no room for it until it has gone on.
        let most = battle.stacking + usize::from(crowded == Some(cell));
        if !battle.ground.land.contains(cell) {
            report.fault(
                place,
                format!("it is in {name}, where no unit can stand: river or scenery"),
            );
        } else if state.occupied(side.other()).contains(cell) {
            report.fault(place, format!("it is in {name} with an enemy unit"));
        } else if state.units_at(battle, cell).len() >= most {
            let most = battle.stacking;
            report
                .fault(place, format!("it is one too many in {name}; {most} may stack [BG 5.32]"));
        } else {
            state.put(battle, unit, Place::On(cell));
        }
    } else if let Some(where_to) = where_to {
        state.put(battle, unit, where_to);
    }
    let mut flags = state.flags(unit);
    flags.set_moved(object.flag(report, "moved"));
    flags.set_used(object.flag(report, "used"));
    flags.set_attacked(object.flag(report, "attacked"));
    flags.set_advanced(object.flag(report, "advanced"));
    flags.set_displaced(object.flag(report, "displaced"));
    flags.set_ineffective(object.flag(report, "ineffective"));
    flags.set_released(object.flag(report, "released"));
    flags.set_withdraws(object.flag(report, "withdraws"));
    state.flags[unit.index()] = flags;
    if let Some(value) = object.find("bombarded_from") {
        state.bombarded_from[unit.index()] =
            cell(report, &format!("{place}, bombarded_from"), value, battle);
    }
}
