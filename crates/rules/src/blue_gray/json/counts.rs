//! What a position counts: who holds which hex, points, quotas, and how the game ended.

use atlas::Side;
use atlas::fault::{Report, quoted};
use field::Cell;
use serde_json::{Map, Value, json};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::facts::QuotaLift;
use crate::blue_gray::movement::quota_now;
use crate::blue_gray::state::{Phase, Place, Points, State};
use crate::blue_gray::victory::{self, Outcome, kill_points};
use crate::json::{Object, cell, each, expected, number, side, text};

/// The most points a position can give a side for one thing.
const MOST_POINTS: i64 = 100_000;

/// Who holds the hexes that matter.
pub(super) fn control_to_json(battle: &Battle, state: &State) -> Map<String, Value> {
    let held = battle.watched.iter().filter_map(|&cell| {
        let holder = state.holder(battle, cell)?;
        Some((battle.grid().name(cell).to_string(), json!(holder.word())))
    });
    held.collect()
}

/// The points of a side.
pub(super) fn points_to_json(points: &Points) -> Value {
    let Points { eliminated, exited, awarded } = points;
    json!({"eliminated": eliminated, "exited": exited, "awarded": awarded})
}

/// The hexes that score once and have.
pub(super) fn forts_to_json(battle: &Battle, state: &State) -> Vec<String> {
    let firsts = battle.facts.scoring.firsts.iter().enumerate();
    firsts
        .filter(|(index, _)| state.firsts_scored >> index & 1 != 0)
        .map(|(_, first)| battle.grid().name(first.cell).to_string())
        .collect()
}

/// How the game ended.
pub(super) fn outcome_to_json(battle: &Battle, outcome: &Outcome) -> Value {
    json!({
        "winner": outcome.winner.map(|side| side.word()),
        "level": outcome.level,
        "name": outcome.level_name(battle),
        "early": outcome.early,
    })
}

/// Reads all that is counted; the units are in place already.
pub(super) fn read(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    object: &mut Object<'_>,
) {
    control(report, battle, state, object);
    count_the_lost(battle, state);
    if let Some(value) = object.find("points") {
        points(report, state, value);
    }
    state.creek_crossed = object.flag(report, "creek_crossed");
    let lifted = object.answer(report, "quota_lifted");
    state.quota_lifted = lifted.unwrap_or_else(|| quota_has_ended(battle, state));
    state.group_admitted = object.flag(report, "group_admitted");
    if let Some(value) = object.find("moves_left") {
        moves_left(report, battle, state, value);
    }
    forts_scored(report, battle, state, object);
}

/// Units that are listed as eliminated have scored, unless `points` says otherwise.
fn count_the_lost(battle: &Battle, state: &mut State) {
    for unit in battle.roster() {
        if state.place(unit) == Place::Eliminated {
            let winner = battle.unit(unit).side.other();
            state.points[winner].eliminated += kill_points(battle, unit);
        }
    }
}

/// [BG-A 18.1, BG-F 19.0] Whether the quota has ended, as far as the rest of the position tells: in a player-turn of
/// its side a creek has been crossed before, or the enemy holds the headquarters.
fn quota_has_ended(battle: &Battle, state: &State) -> bool {
    battle.quota().is_some_and(|quota| match quota.lifted_by {
        Some(QuotaLift::EnemyCrossesCreek) => {
            state.creek_crossed && state.side == quota.side && state.phase == Phase::Movement
        }
        Some(QuotaLift::EnemyEnters(cell)) => {
            state.holder(battle, cell) == Some(quota.side.other())
        }
        None => false,
    })
}

/// Whoever stands in a hex holds it; otherwise it is as the position says, or as at the start.
fn control(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    let occupant = |state: &State, cell| {
        Side::BOTH.into_iter().find(|&side| state.occupied(side).contains(cell))
    };
    for &cell in &battle.watched {
        if let Some(side) = occupant(state, cell) {
            set_holder(battle, state, cell, side);
        }
    }
    let Some(value) = object.find("control") else { return };
    let Value::Object(holders) = value else {
        return expected(report, "control", value, "an object with hexes and sides")
            .unwrap_or_default();
    };
    for (name, holder) in holders {
        let place = format!("control, {}", quoted(name));
        let known = battle.grid().cell(name).filter(|&cell| battle.watched_index(cell).is_some());
        let holder = side(report, &place, holder);
        match (known, holder) {
            (None, _) => {
                report.fault(place, "this is not a hex whose control matters in this battle");
            }
            (Some(cell), Some(holder)) => match occupant(state, cell) {
                Some(other) if other != holder => {
                    report.fault(place, format!("found {holder}; a {other} unit is in it"));
                }
                _ => set_holder(battle, state, cell, holder),
            },
            (Some(_), None) => {}
        }
    }
}

fn set_holder(battle: &Battle, state: &mut State, cell: Cell, holder: Side) {
    let Some(index) = battle.watched_index(cell) else { return };
    match holder {
        Side::Union => state.held &= !(1 << index),
        Side::Confederate => state.held |= 1 << index,
    }
}

fn points(report: &mut Report, state: &mut State, value: &Value) {
    let Some(mut object) = Object::of(report, "points", value) else { return };
    for side in Side::BOTH {
        let Some(value) = object.find(side.word()) else { continue };
        let place = format!("points, {}", side.word());
        let Some(mut fields) = Object::of(report, &place, value) else { continue };
        let Points { eliminated, exited, awarded } = &mut state.points[side];
        for (key, slot) in [("eliminated", eliminated), ("exited", exited), ("awarded", awarded)] {
            let value = fields.find(key);
            let limits = (0, MOST_POINTS);
            let points = value.and_then(|value| number(report, &fields.at(key), value, limits));
            if let Some(points) = points {
                *slot = points as i32;
            }
        }
        fields.finish(report);
    }
    object.finish(report);
}

/// How many units may still move; of no matter where no quota binds the phasing player.
fn moves_left(report: &mut Report, battle: &Battle, state: &mut State, value: &Value) {
    let quota = quota_now(battle, state);
    let most = quota.map_or(i64::from(u8::MAX), i64::from);
    let left = number(report, "moves_left", value, (0, most));
    if let (Some(quota), Some(left)) = (quota, left) {
        state.moves_made = quota - left as u8;
    }
}

/// Hexes that score once; those in the hands of the side they score for have, unless the position says
/// otherwise.
fn forts_scored(report: &mut Report, battle: &Battle, state: &mut State, object: &mut Object<'_>) {
    let firsts = &battle.facts.scoring.firsts;
    let Some(value) = object.find("forts_scored") else {
        for (index, first) in firsts.iter().enumerate() {
            if first.to.is_some() && state.holder(battle, first.cell) == first.to {
                state.firsts_scored |= 1 << index;
            }
        }
        return;
    };
    let cells = each(report, "forts_scored", value, |r, p, v| cell(r, p, v, battle));
    for cell in cells.unwrap_or_default() {
        match firsts.iter().position(|first| first.cell == cell) {
            Some(index) => state.firsts_scored |= 1 << index,
            None => report.fault(
                "forts_scored",
                format!("{} does not score once in this battle", battle.grid().name(cell)),
            ),
        }
    }
}

/// Reads how the game ended, which must be what the rules make of the rest of the position.
pub(super) fn outcome(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    value: &Value,
) -> Option<Outcome> {
    let mut object = Object::of(report, "outcome", value)?;
    let winner = match object.find("winner") {
        None => Some(None),
        Some(value) => side(report, "outcome, winner", value).map(Some),
    };
    let level = object.need(report, "level");
    let level = level.and_then(|value| number(report, "outcome, level", value, (0, 99)));
    let name = object.find("name").map(|value| text(report, "outcome, name", value));
    let early = object.flag(report, "early");
    object.finish(report);
    let name = match name {
        None => None,
        Some(name) => Some(name?),
    };
    let told = Outcome { winner: winner?, level: level? as u8, early };
    let last = state.side != battle.first
        && (state.turn == battle.turns || victory::early(battle, state).is_some());
    let reached = victory::early(battle, state).unwrap_or_else(|| victory::outcome(battle, state));
    if !last || told != reached || name.is_some_and(|name| name != told.level_name(battle)) {
        report.fault("outcome", "it is not what the rest of the position comes to");
        return None;
    }
    Some(told)
}
