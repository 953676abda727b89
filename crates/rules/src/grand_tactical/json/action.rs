//! Actions as JSON.

use atlas::battle::Rank;
use atlas::fault::{Faults, Report};
use field::Cell;
use serde_json::{Value, json};

use super::read;
use super::{direction_number, square};
use crate::grand_tactical::action::{Action, MOST_STEPS, Path};
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::ids::UnitId;
use crate::grand_tactical::movement::{self, Mover, Reach};
use crate::grand_tactical::operations;
use crate::grand_tactical::state::State;
use crate::json::{Object, each, kind_and_body, whole};

const KINDS: [&str; 12] = [
    "activate",
    "step",
    "move",
    "face",
    "mode",
    "force_march",
    "fortify",
    "plot_fire",
    "plot_melee",
    "plot_advance",
    "transfer",
    "end_phase",
];

/// Reads an action; `seen` is what the asker sees.
pub fn read_action(battle: &Battle, seen: &State, value: &Value) -> Result<Action, Faults> {
    whole("action", |report| action(report, battle, seen, value))
}

fn action(report: &mut Report, battle: &Battle, seen: &State, value: &Value) -> Option<Action> {
    let (kind, mut object) = kind_and_body(report, value, &KINDS)?;
    let read = match kind {
        "activate" => activate(report, battle, &mut object),
        "transfer" => transfer(report, battle, seen, &mut object),
        "end_phase" => Some(Action::EndPhase),
        kind => {
            let unit = need_unit(report, battle, seen, &mut object);
            order(report, battle, seen, kind, unit, &mut object)
        }
    };
    object.finish(report);
    read
}

fn need_unit(
    report: &mut Report,
    battle: &Battle,
    seen: &State,
    object: &mut Object<'_>,
) -> Option<UnitId> {
    let value = object.need(report, "unit")?;
    read::seen_unit(report, &object.at("unit"), value, battle, seen)
}

fn activate(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<Action> {
    let value = object.need(report, "division")?;
    let side = battle.tables.activation.side;
    let place = object.at("division");
    let division = read::post(report, &place, value, battle, side, Rank::Division)?;
    Some(Action::Activate { division })
}

fn transfer(
    report: &mut Report,
    battle: &Battle,
    seen: &State,
    object: &mut Object<'_>,
) -> Option<Action> {
    let unit = need_unit(report, battle, seen, object);
    let value = object.need(report, "leader")?;
    let leader = read::leader(report, &object.at("leader"), value, battle, seen)?;
    Some(Action::Transfer { leader, unit: unit? })
}

/// An order to a unit.
fn order(
    report: &mut Report,
    battle: &Battle,
    seen: &State,
    kind: &str,
    unit: Option<UnitId>,
    object: &mut Object<'_>,
) -> Option<Action> {
    let direction = |report: &mut Report, object: &mut Object<'_>| {
        let value = object.need(report, "dir")?;
        read::direction(report, &object.at("dir"), value)
    };
    let on = |report: &mut Report, object: &mut Object<'_>| {
        object.need(report, "on")?;
        object.answer(report, "on")
    };
    match kind {
        "step" => {
            let direction = direction(report, object);
            Some(Action::Step { unit: unit?, direction: direction? })
        }
        "move" => march(report, battle, seen, unit, object),
        "face" => {
            let direction = direction(report, object);
            Some(Action::Face { unit: unit?, direction: direction? })
        }
        "mode" => Some(Action::Mode { unit: unit? }),
        "force_march" => Some(Action::ForceMarch { unit: unit? }),
        "fortify" => Some(Action::Fortify { unit: unit? }),
        "plot_fire" => {
            let square = match object.find("square") {
                Some(value) => Some(read::cell(report, &object.at("square"), value, battle)?),
                None => None,
            };
            Some(Action::PlotFire { unit: unit?, square })
        }
        "plot_melee" => {
            let on = on(report, object);
            Some(Action::PlotMelee { unit: unit?, on: on? })
        }
        _ => {
            let on = on(report, object);
            Some(Action::PlotAdvance { unit: unit?, on: on? })
        }
    }
}

/// A move by its path or to its end. An end that can be reached is read as the cheapest way there.
fn march(
    report: &mut Report,
    battle: &Battle,
    seen: &State,
    unit: Option<UnitId>,
    object: &mut Object<'_>,
) -> Option<Action> {
    let to = object.find("to");
    let to = to.map(|value| read::cell(report, &object.at("to"), value, battle));
    let path = object.find("path").map(|value| {
        let place = object.at("path");
        each(report, &place, value, |r, p, v| read::cell(r, p, v, battle))
    });
    match (to, path) {
        (Some(to), None) => {
            let (unit, to) = (unit?, to?);
            Some(Action::MoveTo { unit, to })
        }
        (None, Some(path)) => way(report, battle, seen, unit?, &path?),
        (Some(_), Some(_)) => {
            report.fault("move", "found both \"to\" and \"path\"; expected one of them");
            None
        }
        (None, None) => {
            report.fault("move", "found neither \"to\" nor \"path\"; expected one of them");
            None
        }
    }
}

/// A path of squares, each next to the one before; it may begin with the square the unit is in.
fn way(
    report: &mut Report,
    battle: &Battle,
    seen: &State,
    unit: UnitId,
    squares: &[Cell],
) -> Option<Action> {
    let Some(from) = seen.cell(unit) else {
        // Whoever is not on the map has no way; the rules say so.
        let to = squares.last().copied().unwrap_or(Cell::at(0, 0));
        return Some(Action::MoveTo { unit, to });
    };
    let squares = if squares.first() == Some(&from) { &squares[1..] } else { squares };
    let mut path = Path::EMPTY;
    let mut at = from;
    for &next in squares {
        let Some(direction) = battle.grid.direction(at, next) else {
            let (at, next) = (battle.name(at), battle.name(next));
            report.fault(
                "move, path",
                format!("found {next} after {at}; expected a square next to it"),
            );
            return None;
        };
        if !path.push(direction) {
            let found = squares.len();
            report.fault(
                "move, path",
                format!("found {found} squares; expected at most {MOST_STEPS}"),
            );
            return None;
        }
        at = next;
    }
    Some(Action::Move { unit, from, path })
}

/// An action as JSON; a move with the squares it enters.
pub fn action_to_json(battle: &Battle, action: &Action) -> Value {
    let id = |unit: UnitId| battle.unit(unit).id.as_str();
    match *action {
        Action::Activate { division } => {
            json!({"activate": {"division": battle.post(division).name}})
        }
        Action::Step { unit, direction } => {
            json!({"step": {"unit": id(unit), "dir": direction_number(direction)}})
        }
        Action::Move { unit, from, path } => {
            let squares = path.squares(&battle.grid, from);
            let squares: Vec<String> = squares.map(|cell| battle.name(cell)).collect();
            json!({"move": {"unit": id(unit), "path": squares}})
        }
        Action::MoveTo { unit, to } => {
            json!({"move": {"unit": id(unit), "to": battle.name(to)}})
        }
        Action::Face { unit, direction } => {
            json!({"face": {"unit": id(unit), "dir": direction_number(direction)}})
        }
        Action::Mode { unit } => json!({"mode": {"unit": id(unit)}}),
        Action::ForceMarch { unit } => json!({"force_march": {"unit": id(unit)}}),
        Action::Fortify { unit } => json!({"fortify": {"unit": id(unit)}}),
        Action::PlotFire { unit, square: at } => {
            json!({"plot_fire": {"unit": id(unit), "square": square(battle, at)}})
        }
        Action::PlotMelee { unit, on } => json!({"plot_melee": {"unit": id(unit), "on": on}}),
        Action::PlotAdvance { unit, on } => json!({"plot_advance": {"unit": id(unit), "on": on}}),
        Action::Transfer { leader, unit } => {
            json!({"transfer": {"leader": battle.leader(leader).name, "unit": id(unit)}})
        }
        Action::EndPhase => json!({"end_phase": {}}),
    }
}

/// A listed action with its cost, where it has one.
pub fn listed_to_json(
    battle: &Battle,
    seen: &State,
    reach: &mut Option<(UnitId, Reach)>,
    action: &Action,
) -> Value {
    let mut listed = json!({"action": action_to_json(battle, action)});
    if let Some(cost) = cost(battle, seen, reach, action) {
        listed["cost"] = json!(cost);
    }
    listed
}

/// What a legal action costs by what is seen; `reach` is kept from one move of a unit to the next.
pub fn cost(
    battle: &Battle,
    seen: &State,
    reach: &mut Option<(UnitId, Reach)>,
    action: &Action,
) -> Option<u8> {
    match *action {
        Action::Step { unit, direction } => {
            let from = seen.cell(unit)?;
            let first = seen.unit(unit).moved == 0;
            let mover = Mover::new(battle, seen, unit);
            mover.step(battle, seen, from, direction, first).ok().map(|(_, cost)| cost)
        }
        Action::Move { unit, path, .. } => movement::check_path(battle, seen, unit, &path).ok(),
        Action::MoveTo { unit, to } => {
            if reach.as_ref().is_none_or(|(of, _)| *of != unit) {
                let mut fresh = reach.take().map_or_else(Reach::new, |(_, reach)| reach);
                fresh.search(battle, seen, unit);
                *reach = Some((unit, fresh));
            }
            reach.as_ref()?.1.cost(to).map(|(cost, _)| cost)
        }
        Action::Mode { unit } => Some(movement::mode_cost(battle, seen, unit)),
        Action::Fortify { .. } => Some(battle.tables.costs.fortify),
        _ => None,
    }
}

/// The one spelling of all actions that do the same: a move by its squares, a single one as a step.
pub fn canonical(battle: &Battle, seen: &State, action: &Action) -> Action {
    let moved = match *action {
        Action::MoveTo { unit, to } => {
            let path = operations::way_to(battle, seen, unit, to).ok();
            path.zip(seen.cell(unit)).map(|(path, from)| Action::Move { unit, from, path })
        }
        _ => None,
    };
    match moved.unwrap_or(*action) {
        Action::Move { unit, path, .. } if path.len() == 1 => {
            Action::Step { unit, direction: path.ways()[0] }
        }
        other => other,
    }
}
