//! The leaders of a position as JSON.

use atlas::Side;
use atlas::battle::Rank;
use atlas::fault::Report;
use serde_json::{Value, json};

use super::read;
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::ids::{LeaderId, MOST_POSTS};
use crate::grand_tactical::state::{Fate, State};
use crate::json::{Object, expected, list, side, text};

/// Every leader, in the order of the set-up.
pub(super) fn to_json(battle: &Battle, state: &State) -> Value {
    json!(battle.staff().map(|leader| leader_to_json(battle, state, leader)).collect::<Vec<_>>())
}

/// One leader.
pub fn leader_to_json(battle: &Battle, state: &State, leader: LeaderId) -> Value {
    let (facts, now) = (battle.leader(leader), &state.leaders[leader.index()]);
    if now.fate == Fate::Unknown {
        return json!({"name": facts.name, "side": facts.side.word(), "state": now.fate.word()});
    }
    let mut told = json!({
        "name": facts.name, "side": facts.side.word(), "rank": now.rank.word(),
        "commands": battle.post(now.post).name,
    });
    if let Some(unit) = now.with {
        told["with"] = json!(battle.unit(unit).id);
    }
    if now.fate != Fate::Leads {
        told["state"] = json!(now.fate.word());
    }
    if now.transferred {
        told["transferred"] = json!(true);
    }
    told
}

/// Reads leaders into a state that has them as in the set-up: those named are as written.
pub(super) fn read(report: &mut Report, battle: &Battle, state: &mut State, value: &Value) {
    let mut named = Vec::new();
    for (index, item) in list(report, "leaders", value).unwrap_or_default().iter().enumerate() {
        let place = format!("leaders, item {}", index + 1);
        let Some(leader) = read_leader(report, battle, state, &place, item) else { continue };
        if named.contains(&leader) {
            let name = &battle.leader(leader).name;
            report.fault(format!("leader {name}"), "found twice; expected once");
        }
        named.push(leader);
    }
    state.holders = [None; MOST_POSTS];
    for leader in battle.staff() {
        let now = &state.leaders[leader.index()];
        if now.fate != Fate::Leads || now.rank == Rank::Deputy {
            continue;
        }
        let post = now.post;
        if let Some(other) = state.holders[post.index()].replace(leader) {
            let (name, other) = (&battle.leader(leader).name, &battle.leader(other).name);
            let what = format!("found in command of {}, as {other} is", battle.post(post).name);
            report.fault(format!("leader {name}"), what);
        }
    }
}

fn read_leader(
    report: &mut Report,
    battle: &Battle,
    state: &mut State,
    place: &str,
    value: &Value,
) -> Option<LeaderId> {
    let mut object = Object::of(report, place, value)?;
    let name = object.need(report, "name")?;
    let whose = object.need(report, "side")?;
    let whose = side(report, &object.at("side"), whose)?;
    let leader = find(report, battle, whose, &object.at("name"), name)?;
    object.call(format!("leader {}", battle.leader(leader).name));
    let mut now = state.leaders[leader.index()];
    if let Some(value) = object.find("rank") {
        let found = Rank::ALL.into_iter().find(|rank| value.as_str() == Some(rank.word()));
        let what = "brigade, division, corps or deputy";
        now.rank = found.or_else(|| expected(report, &object.at("rank"), value, what))?;
    }
    let rank = if now.rank == Rank::Deputy { Rank::Corps } else { now.rank };
    if let Some(value) = object.find("commands") {
        now.post = read::post(report, &object.at("commands"), value, battle, whose, rank)?;
    } else if battle.post(now.post).rank != rank {
        report.fault(object.at("commands"), "is missing; expected what he commands now");
    }
    if let Some(value) = object.find("state") {
        let found = Fate::ALL.into_iter().find(|fate| value.as_str() == Some(fate.word()));
        let found =
            found.or_else(|| expected(report, &object.at("state"), value, "map, lost or gone"));
        now.fate = found.unwrap_or(now.fate);
    }
    let placed = now.fate == Fate::Leads && matches!(now.rank, Rank::Division | Rank::Corps);
    if let Some(value) = object.find("with") {
        let unit = read::unit(report, &object.at("with"), value, battle)?;
        if !battle.post(now.post).units.has(unit) {
            report.fault(object.at("with"), "found a unit that is not of his formation");
        }
        now.with = Some(unit);
        if !placed {
            report.fault(object.at("with"), "only leaders of divisions and corps are with a unit");
        }
    } else if placed && now.with.is_none() {
        report.fault(object.at("with"), "is missing; expected the unit he is with");
    }
    if !placed {
        now.with = None;
    }
    now.transferred = object.flag(report, "transferred");
    if now.transferred && !placed {
        let what = "found true; only leaders of divisions and corps are transferred";
        report.fault(object.at("transferred"), what);
    }
    object.finish(report);
    state.leaders[leader.index()] = now;
    Some(leader)
}

fn find(
    report: &mut Report,
    battle: &Battle,
    whose: Side,
    place: &str,
    value: &Value,
) -> Option<LeaderId> {
    let name = text(report, place, value)?;
    let is = |leader: &LeaderId| {
        let facts = battle.leader(*leader);
        facts.side == whose && facts.name == name
    };
    battle.staff().find(is).or_else(|| expected(report, place, value, &format!("a {whose} leader")))
}
