//! A grand-tactical game as clients see it: the view of a state, the facts that never change,
//! answers to questions. `docs/systems/grand-tactical.md` describes the shapes. Everything is made
//! from what a seat observes.

mod ask;
mod charts;
mod facts;
mod goals;
mod group;
mod orders;
mod threats;
mod units;

use atlas::Side;
use serde_json::{Value, json};

use super::activation;
use super::battle::Battle;
use super::combat;
use super::json::losses_to_json;
use super::movement::{self, Reach};
use super::sight;
use super::state::{Phase, State};
use super::victory;
use crate::game::Seat;
use crate::words::count;

pub use ask::{ask, list};
pub use facts::facts;

/// What a seat sees.
pub fn view(battle: &Battle, seen: &State, seat: Seat) -> Value {
    let over = seen.phase == Phase::Over;
    told(battle, seen, seat, !over)
}

/// What a seat sees of a game that was given up: nothing is to be decided any more.
pub fn view_closed(battle: &Battle, state: &State, seat: Seat) -> Value {
    told(battle, state, seat, false)
}

fn told(battle: &Battle, seen: &State, seat: Seat, open: bool) -> Value {
    let names = |cells: &field::CellSet| -> Vec<String> {
        cells.iter().map(|cell| battle.name(cell)).collect()
    };
    // In a hidden game that goes on nobody knows what the other side has lost, nor who of it is
    // active.
    let closed = battle.options.hidden && open;
    let secret =
        Some(battle.tables.activation.side).filter(|&side| closed && seat != Seat::Side(side));
    let standing =
        if closed { victory::by_score(battle, seen) } else { victory::outcome(battle, seen) };
    let counted = victory::counted(battle, seen);
    let side = |side: Side| json!({"total": if side == Side::Union { counted } else { 0 }});
    let visibility = battle.tables.sight.visibility.get(usize::from(seen.turn) - 1);
    json!({
        "turn": seen.turn, "turns": battle.turns, "round": seen.round, "side": seen.side.word(),
        "phase": seen.phase.word(), "time": battle.clock.get(usize::from(seen.turn) - 1),
        "level": battle.options.level.word(), "hidden": battle.options.hidden,
        "visibility": visibility,
        "units": units::all(battle, seen, secret),
        "leaders": units::leaders(battle, seen),
        "movable": if open { movable(battle, seen) } else { Vec::new() },
        "activation": if open { activation(battle, seen) } else { Value::Null },
        "released": super::json::released(battle, seen),
        "due": super::json::due(battle, seen),
        "fords": super::json::fords(battle, seen),
        "zones": {
            "union": names(seen.zones(Side::Union)),
            "confederate": names(seen.zones(Side::Confederate)),
        },
        "losses": {
            "union": losses_to_json(&seen.losses.union),
            "confederate": losses_to_json(&seen.losses.confederate),
        },
        "objectives": objectives(battle, seen),
        "score": seen.score,
        "points": {"union": side(Side::Union), "confederate": side(Side::Confederate)},
        "now": (!closed).then(|| victory::score(battle, seen)),
        "worth": {
            "union": (!closed).then(|| victory::worth_of_losses(battle, seen, Side::Union)),
            "confederate":
                (!closed).then(|| victory::worth_of_losses(battle, seen, Side::Confederate)),
        },
        "standing": Value::from(&standing),
        "goals": goals::goals(battle, seen, closed),
        "end_phase": {
            "can": open, "rule": null, "reason": null, "link": null,
            "unfinished": if open { unfinished(battle, seen) } else { Vec::new() },
        },
    })
}

/// Who must choose, and what about.
pub fn decision(battle: &Battle, seen: &State) -> Value {
    match seen.phase {
        Phase::Over => json!({"side": null, "kind": "over", "words": "The game is over."}),
        Phase::Activation => {
            let words = format!("The {} side activates divisions.", seen.side);
            json!({"side": seen.side.word(), "kind": "activation", "words": words})
        }
        Phase::Operations => {
            let plots =
                if battle.options.basic() { "moves and plots" } else { "moves, forms and plots" };
            let words = format!("The {} side {plots}, round {}.", seen.side, seen.round);
            json!({"side": seen.side.word(), "kind": "operations", "words": words})
        }
    }
}

/// The units that have a step left.
fn movable(battle: &Battle, seen: &State) -> Vec<String> {
    if seen.phase != Phase::Operations {
        return Vec::new();
    }
    let mut reach = Reach::new();
    let can = |unit: &super::UnitId| {
        movement::may_move(battle, seen, *unit).is_ok() && {
            reach.search(battle, seen, *unit);
            !reach.is_empty()
        }
    };
    let own = seen.on_map(battle, seen.side).filter(can);
    own.map(|unit| battle.unit(unit).id.clone()).collect()
}

/// [GT 3.1] The divisions that are offered for activation, with what became of each.
fn activation(battle: &Battle, seen: &State) -> Value {
    if !battle.options.activates() {
        return Value::Null;
    }
    let division = |post| {
        let units = battle.post(post).units.iter().filter(|&unit| seen.cell(unit).is_some());
        let leader = seen.leader_of(Some(post)).map(|leader| &battle.leader(leader).name);
        let can = seen.phase == Phase::Activation && activation::check(battle, seen, post).is_ok();
        json!({
            "division": battle.post(post).name, "leader": leader, "can": can,
            "active": seen.activated.has(post),
            "units": units.map(|unit| battle.unit(unit).id.as_str()).collect::<Vec<_>>(),
        })
    };
    let active = seen.activated.len();
    json!({
        "limit": seen.limit, "used": active,
        "left": usize::from(seen.limit).saturating_sub(active),
        "divisions": activation::divisions(battle).map(division).collect::<Vec<_>>(),
    })
}

/// [GT 10.1] What each objective brings now, by what is seen.
fn objectives(battle: &Battle, seen: &State) -> Vec<Value> {
    let goal = |(index, goal): (usize, &super::battle::Objective)| {
        json!({
            "square": battle.name(goal.cell), "name": goal.name, "to": goal.side.word(),
            "points": goal.points, "brings": victory::objective(battle, seen, index),
        })
    };
    battle.objectives.iter().enumerate().map(goal).collect()
}

/// What a player may want to know before he ends his phase.
fn unfinished(battle: &Battle, seen: &State) -> Vec<Value> {
    let mut notes = Vec::new();
    if seen.phase == Phase::Activation {
        let left = usize::from(seen.limit).saturating_sub(seen.activated.len());
        let open = |post: &_| activation::check(battle, seen, *post).is_ok();
        if left > 0 && activation::divisions(battle).any(|post| open(&post)) {
            let more = count(left, "more division", "more divisions");
            let words = format!("{more} could be activated.");
            notes.push(json!({"kind": "activation", "words": words, "units": [], "serious": true}));
        }
    }
    if seen.phase == Phase::Operations {
        notes.extend(unplotted(battle, seen));
    }
    notes
}

/// [GT 7.13] Nobody has a plot, though some could choose whom they fire at: each takes the nearest.
fn unplotted(battle: &Battle, seen: &State) -> Option<Value> {
    let own = || seen.on_map(battle, seen.side);
    if own().any(|unit| seen.unit(unit).fire.is_some()) {
        return None;
    }
    let chooses = |unit: &super::UnitId| {
        let aims = |&square: &field::Cell| sight::may_plot(battle, seen, *unit, square).is_ok();
        combat::silence(battle, seen, seen.side, *unit).is_none()
            && seen.occupied(seen.side.other()).iter().filter(aims).nth(1).is_some()
    };
    let units: Vec<&str> =
        own().filter(chooses).map(|unit| battle.unit(unit).id.as_str()).collect();
    let who = count(units.len(), "unit has", "units have");
    let words = format!("{who} several targets and no fire plot: each fires at the nearest.");
    (!units.is_empty())
        .then(|| json!({"kind": "plots", "words": words, "units": units, "serious": false}))
}

/// Whatever a unit or a square sees: the door's `sight`.
pub fn sight_from(
    battle: &Battle,
    seen: &State,
    from: field::Cell,
    facing: Option<field::Direction>,
) -> Value {
    let facing = facing.filter(|_| !battle.options.basic());
    let mut cells: Vec<field::Cell> = sight::field_of(battle, seen, from, facing).iter().collect();
    cells.sort_by_key(|cell| (cell.row(), cell.column()));
    let names: Vec<String> = cells.iter().map(|&cell| battle.name(cell)).collect();
    json!({
        "square": battle.name(from), "limit": sight::limit(battle, seen.turn, from), "sees": names,
    })
}

/// The same of a unit, with the squares at which it may plot fire.
pub fn sight_of(battle: &Battle, seen: &State, unit: super::UnitId) -> Option<Value> {
    let from = seen.cell(unit)?;
    let facing = seen.unit(unit).facing;
    let mut told = sight_from(battle, seen, from, Some(facing));
    let plots = battle.grid.cells().filter(|&to| sight::may_plot(battle, seen, unit, to).is_ok());
    let mut plots: Vec<field::Cell> = plots.collect();
    plots.sort_by_key(|cell| (cell.row(), cell.column()));
    told["unit"] = json!(battle.unit(unit).id);
    told["plots"] = json!(plots.iter().map(|&cell| battle.name(cell)).collect::<Vec<_>>());
    Some(told)
}
