//! Events as JSON.

use atlas::Side;
use serde_json::{Map, Value, json};

use super::{direction_number, square};
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::event::{Crowd, Event, FACTORS};
use crate::grand_tactical::ids::{GroupId, UnitId};
use crate::grand_tactical::state::Losses;

/// An event as JSON, its kind in `event`.
pub fn event_to_json(battle: &Battle, event: &Event) -> Value {
    let id = |unit: UnitId| battle.unit(unit).id.as_str();
    let named = |kind: &str, unit: UnitId| json!({"event": kind, "unit": id(unit)});
    match *event {
        Event::Activated { division } => {
            json!({"event": "activated", "division": battle.post(division).name})
        }
        Event::Moved { unit, from, path, cost } => {
            let path: Vec<String> =
                path.squares(&battle.grid, from).map(|cell| battle.name(cell)).collect();
            json!({"event": "moved", "unit": id(unit), "from": battle.name(from), "path": path, "cost": cost})
        }
        Event::Faced { unit, direction } => {
            json!({"event": "faced", "unit": id(unit), "dir": direction_number(direction)})
        }
        Event::ModeChanged { unit, mode, cost } => {
            json!({"event": "mode_changed", "unit": id(unit), "mode": mode.word(), "cost": cost})
        }
        Event::ForceMarched { unit } => named("force_marched", unit),
        Event::Fortified { unit, level, .. } => {
            json!({"event": "fortified", "unit": id(unit), "fort": level})
        }
        Event::FirePlotted { unit, square: at } => {
            json!({"event": "fire_plotted", "unit": id(unit), "square": square(battle, at)})
        }
        Event::MeleePlotted { unit, on } => {
            json!({"event": "melee_plotted", "unit": id(unit), "on": on})
        }
        Event::AdvancePlotted { unit, on } => {
            json!({"event": "advance_plotted", "unit": id(unit), "on": on})
        }
        Event::Transferred { leader, unit } => {
            json!({"event": "transferred", "leader": battle.leader(leader).name, "unit": id(unit)})
        }
        Event::Released { formation } => {
            let name = &battle.tables.timetable.formations[usize::from(formation)].name;
            json!({"event": "released", "formation": name})
        }
        Event::CameDue { group: GroupId(group) } => {
            json!({"event": "came_due", "group": battle.groups[usize::from(group)].id})
        }
        Event::Arrived { unit, at, .. } => {
            json!({"event": "arrived", "unit": id(unit), "square": battle.name(at)})
        }
        Event::Recovered { unit, .. } => named("recovered", unit),
        Event::Rallied { unit, .. } => named("rallied", unit),
        Event::Resupplied { unit, .. } => named("resupplied", unit),
        Event::Sighted { by, unit, at } => json!({
            "event": "sighted", "by": by.word(), "unit": id(unit), "square": battle.name(at),
        }),
        ref other => sequence(battle, other).unwrap_or_else(|| combat(battle, other)),
    }
}

/// What belongs to the sequence of play; `None` if it is something else.
fn sequence(battle: &Battle, event: &Event) -> Option<Value> {
    Some(match *event {
        Event::PhaseEnded { side } => json!({"event": "phase_ended", "side": side.word()}),
        Event::PhaseBegan { turn, stage, round, side } => {
            let mut told = json!({"event": "phase_began", "turn": turn, "phase": stage.word()});
            if round > 0 {
                told["round"] = json!(round);
            }
            if let Some(side) = side {
                told["side"] = json!(side.word());
            }
            told
        }
        Event::Drew { purpose, of, value } => {
            json!({"event": "drew", "for": purpose.word(), "of": of, "value": value})
        }
        Event::FordFound { at } => json!({"event": "ford_found", "square": battle.name(at)}),
        Event::Limited { limit } => json!({"event": "limited", "limit": limit}),
        Event::SubPhaseBegan { part } => json!({"event": "sub_phase", "name": part.word()}),
        Event::Scored { score } => json!({"event": "scored", "score": score}),
        Event::Ended { score } => json!({"event": "ended", "score": score}),
        _ => return None,
    })
}

/// What happens in a combat phase.
fn combat(battle: &Battle, event: &Event) -> Value {
    let id = |unit: UnitId| battle.unit(unit).id.as_str();
    let name = |cell| battle.name(cell);
    let leader_name = |leader| &battle.leader(leader).name;
    match *event {
        Event::Fired { unit, from, at, casualties, factors, dry, .. } => json!({
            "event": "fired", "unit": id(unit), "from": name(from), "at": name(at),
            "casualties": casualties, "factors": factors_to_json(&factors), "dry": dry,
        }),
        Event::Lost { unit, at, losses, fatigue, .. } => {
            let what = if battle.unit(unit).is_artillery() { "guns" } else { "men" };
            let mut told =
                json!({"event": "lost", "unit": id(unit), "square": name(at), "fatigue": fatigue});
            told[what] = json!(losses);
            told
        }
        Event::LeaderLost { leader, rank, unit, .. } => json!({
            "event": "leader_lost", "leader": leader_name(leader), "rank": rank.word(),
            "unit": id(unit),
        }),
        Event::LeaderMoved { leader, unit, .. } => json!({
            "event": "leader_moved", "leader": leader_name(leader), "unit": unit.map(id),
        }),
        Event::Succeeded { leader, post, unit, .. } => json!({
            "event": "succeeded", "leader": leader_name(leader),
            "rank": battle.post(post).rank.word(), "commands": battle.post(post).name,
            "unit": unit.map(id),
        }),
        Event::Disrupted { unit, .. } => json!({"event": "disrupted", "unit": id(unit)}),
        Event::Routed { unit, .. } => json!({"event": "routed", "unit": id(unit)}),
        Event::Retreated { unit, from, path, .. } => {
            let path: Vec<String> = path.squares(&battle.grid, from).map(name).collect();
            json!({"event": "retreated", "unit": id(unit), "from": name(from), "path": path})
        }
        Event::Melee { at, attackers, defenders, difference } => {
            let ids =
                |crowd: Crowd| -> Vec<&str> { crowd.units().iter().map(|&u| id(u)).collect() };
            json!({
                "event": "melee", "at": name(at), "attackers": ids(attackers),
                "defenders": ids(defenders), "difference": difference,
            })
        }
        Event::Advanced { unit, from, to, .. } => {
            json!({"event": "advanced", "unit": id(unit), "from": name(from), "to": name(to)})
        }
        Event::Eliminated { unit, at, .. } => {
            json!({"event": "eliminated", "unit": id(unit), "square": name(at)})
        }
        // Everything else was written by the callers.
        _ => Value::Null,
    }
}

/// The factors of a shot by their names; those that change nothing are left out, but for the first.
fn factors_to_json(factors: &[u16; FACTORS.len()]) -> Value {
    let named = FACTORS.iter().zip(factors).filter(|(_, percent)| **percent != 100);
    json!(named.map(|(name, percent)| json!([name, percent])).collect::<Vec<_>>())
}

/// What a side has lost, without what it has not.
pub fn losses_to_json(losses: &Losses) -> Value {
    let Losses { infantry, cavalry, guns, brigade, division, corps } = *losses;
    let all = [
        ("infantry", infantry),
        ("cavalry", cavalry),
        ("guns", guns),
        ("brigade", brigade),
        ("division", division),
        ("corps", corps),
    ];
    let some = all.into_iter().filter(|(_, count)| *count > 0);
    Value::Object(some.map(|(key, count)| (key.to_owned(), json!(count))).collect::<Map<_, _>>())
}

/// Both sides, each by its word.
pub(super) fn by_side(mut value: impl FnMut(Side) -> Value) -> Value {
    json!({"union": value(Side::Union), "confederate": value(Side::Confederate)})
}
