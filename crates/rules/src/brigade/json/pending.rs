//! A choice that is waited for, as JSON.

use atlas::Side;
use atlas::fault::{Report, one_of};
use serde_json::{Value, json};

use super::action::{assault, assault_to_json, bombardment, bombardment_to_json};
use super::{hexes as hex_list, id, ids, pending_check};
use crate::brigade::action::{MOST_HALF_POINTS, Path};
use crate::brigade::battle::Battle;
use crate::brigade::pending::{Attack, Combat, CombatChoice, Pending, Reaction, Step};
use crate::brigade::results::CombatResult;
use crate::brigade::state::{Mark, State};
use crate::brigade::strength::defenders_in;
use crate::ids::{UnitId, UnitSet};
use crate::json::{Object, cell, each, expected, number, side, unit, units};

/// A pending choice as JSON.
pub(super) fn to_json(battle: &Battle, state: &State, pending: &Pending) -> Value {
    let step = pending.step();
    let mut value = json!({"step": step.word(), "decider": pending.decider(state).word()});
    match pending {
        Pending::Combat(choice) => {
            let Combat { attack, die, result } = &choice.combat;
            match attack {
                Attack::Assault(attack) => value["assault"] = assault_to_json(battle, attack),
                Attack::Bombardment(fire) => value["bombard"] = bombardment_to_json(battle, fire),
            }
            value["die"] = json!(die);
            value["result"] = json!(result.name());
            value["units"] = json!(ids(battle, choice.units));
            if step == Step::Retreat {
                value["moving"] = json!(choice.moving.map(|unit| id(battle, unit)));
                value["displaced"] = json!(ids(battle, choice.displaced));
            }
        }
        Pending::Reaction(reaction) => {
            value["mover"] = json!(id(battle, reaction.mover));
            value["half_points"] = json!(reaction.points);
            if step == Step::Withdraw {
                value["path"] = json!(hex_list(battle, reaction.path.iter().copied()));
                value["units"] = json!(ids(battle, reaction.units));
                value["withdrew"] = json!(reaction.withdrew);
            }
        }
    }
    value
}

/// Reads a pending choice; the units of the state are in place already.
pub(super) fn read(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    value: &Value,
) -> Option<Pending> {
    let mut object = Object::of(report, "pending", value)?;
    let step = object.need(report, "step").and_then(|value| read_step(report, value));
    let decider = match object.find("decider") {
        None => Some(None),
        Some(value) => side(report, "pending, decider", value).map(Some),
    };
    let pending = match step {
        None => None,
        Some(Step::Withdraw | Step::GoOn) => {
            reaction(report, battle, step == Some(Step::GoOn), &mut object).map(Pending::Reaction)
        }
        Some(step) => {
            let told = decider.flatten();
            combat(report, battle, state, step, told, &mut object).map(Pending::Combat)
        }
    };
    if step.is_some() {
        object.finish(report);
    }
    let pending = pending?;
    let due = pending.decider(state);
    if let Some(told) = decider?.filter(|&told| told != due) {
        let message = format!("found {:?}; expected {:?}", told.word(), due.word());
        report.fault("pending, decider", message);
    }
    pending_check::check(report, battle, state, &pending);
    Some(pending)
}

fn read_step(report: &mut Report, value: &Value) -> Option<Step> {
    let found = Step::ALL.into_iter().find(|step| value.as_str() == Some(step.word()));
    found.or_else(|| {
        let known = one_of(Step::ALL.iter().map(|step| step.word()));
        expected(report, "pending, step", value, &known)
    })
}

/// The attack of a pending combat: an assault or a bombardment, as in its action.
fn attack(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<Attack> {
    let (assaults, bombards) = (object.find("assault"), object.find("bombard"));
    match (assaults, bombards) {
        (Some(value), None) => {
            let mut fields = Object::of(report, "pending, assault", value)?;
            let read = assault(report, battle, &mut fields);
            fields.finish(report);
            read.map(Attack::Assault)
        }
        (None, Some(value)) => {
            let mut fields = Object::of(report, "pending, bombard", value)?;
            let read = bombardment(report, battle, &mut fields);
            fields.finish(report);
            read.map(Attack::Bombardment)
        }
        _ => {
            report.fault("pending", "expected one of \"assault\" and \"bombard\"");
            None
        }
    }
}

fn combat(
    report: &mut Report,
    battle: &Battle,
    state: &State,
    step: Step,
    decider: Option<Side>,
    object: &mut Object<'_>,
) -> Option<CombatChoice> {
    let attack = attack(report, battle, object);
    let die = object.need(report, "die");
    let die = die.and_then(|value| number(report, "pending, die", value, (1, 6)));
    let result = object.need(report, "result").and_then(|value| {
        let found = value.as_str().and_then(CombatResult::parse);
        let known = "A1, AR, NE, EX, DR or D1";
        found.or_else(|| expected(report, "pending, result", value, known))
    });
    let undecided = need_units(report, battle, object);
    let (moving, displaced) = match step {
        Step::Retreat => displacement(report, battle, object),
        _ => (Some(None), Some(UnitSet::EMPTY)),
    };
    let combat = Combat { attack: attack?, die: die? as u8, result: result? };
    let units = undecided?;
    let decider = pending_check::decider(state, step, &combat, decider);
    Some(CombatChoice { step, decider, combat, units, moving: moving?, displaced: displaced? })
}

fn need_units(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Option<UnitSet> {
    let value = object.need(report, "units")?;
    units(report, "pending, units", value, battle)
}

type Displacement = (Option<Option<UnitId>>, Option<UnitSet>);

fn displacement(report: &mut Report, battle: &Battle, object: &mut Object<'_>) -> Displacement {
    let moving = match object.find("moving") {
        None => Some(None),
        Some(value) => unit(report, "pending, moving", value, battle).map(Some),
    };
    let displaced = match object.find("displaced") {
        None => Some(UnitSet::EMPTY),
        Some(value) => units(report, "pending, displaced", value, battle),
    };
    // Whoever is on the move has been displaced.
    let displaced = displaced
        .map(|units| moving.flatten().map_or(units, |unit| units.union(UnitSet::one(unit))));
    (moving, displaced)
}

fn reaction(
    report: &mut Report,
    battle: &Battle,
    goes_on: bool,
    object: &mut Object<'_>,
) -> Option<Reaction> {
    let mover = object.need(report, "mover");
    let mover = mover.and_then(|value| unit(report, "pending, mover", value, battle));
    let points = object.need(report, "half_points").and_then(|value| {
        number(report, "pending, half_points", value, (0, i64::from(MOST_HALF_POINTS)))
    });
    if goes_on {
        let (mover, points) = (mover?, points? as u8);
        return Some(Reaction {
            mover,
            path: Path::EMPTY,
            points,
            units: UnitSet::EMPTY,
            withdrew: true,
        });
    }
    let path = match object.find("path") {
        None => Some(Path::EMPTY),
        Some(value) => path(report, battle, value),
    };
    let units = need_units(report, battle, object);
    let withdrew = object.flag(report, "withdrew");
    let (mover, points, path, units) = (mover?, points? as u8, path?, units?);
    if units.is_empty() {
        report.fault("pending, units", "found nobody; expected those who may still react");
        return None;
    }
    Some(Reaction { mover, path, points, units, withdrew })
}

fn path(report: &mut Report, battle: &Battle, value: &Value) -> Option<Path> {
    let place = "pending, path";
    let cells = each(report, place, value, |r, p, v| cell(r, p, v, battle))?;
    let found = cells.len();
    Path::of(cells).or_else(|| {
        let message = format!("found {found} hexes; expected no more than a unit can enter");
        report.fault(place, message);
        None
    })
}

/// Whoever takes part in the combat that waits has attacked or been attacked, whether the position
/// marks it or not.
pub(super) fn mark(battle: &Battle, state: &mut State) {
    let Some(Pending::Combat(choice)) = state.pending() else { return };
    let (attack, decider, units) = (choice.combat.attack, choice.decider, choice.units);
    let on_map = state.board.places.on_map();
    match attack {
        Attack::Assault(assault) => {
            let still = if decider == state.side { UnitSet::EMPTY } else { units };
            let defenders = defenders_in(battle, state, &assault.defenders).union(still);
            state.mark(assault.attackers.intersection(on_map), Mark::Assaulted);
            state.mark(defenders.intersection(on_map), Mark::Defended);
        }
        Attack::Bombardment(fire) => {
            state.mark(fire.guns.intersection(on_map), Mark::Bombarded);
        }
    }
}

/// The hex that is being bombarded has been.
pub(super) fn note(state: &mut State) {
    if let Some(Pending::Combat(choice)) = state.pending()
        && let Attack::Bombardment(fire) = choice.combat.attack
    {
        state.board.noted.insert(fire.target);
    }
}
