//! What one unit could be told to do now, and what is left to do for all of them: answers that a
//! table needs before an order is given. Everything comes from the checks that judge orders.

use atlas::battle::Mode;
use field::Cell;
use serde_json::{Map, Value, json};

use super::ask::illegal;
use crate::grand_tactical::action::Action;
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::combat::{self, Silence};
use crate::grand_tactical::ids::UnitId;
use crate::grand_tactical::json::{action_to_json, cost};
use crate::grand_tactical::movement::{self, Reach};
use crate::grand_tactical::odds::{self, FireOdds, Spread};
use crate::grand_tactical::operations::check;
use crate::grand_tactical::places;
use crate::grand_tactical::refusal::Refusal;
use crate::grand_tactical::sight;
use crate::grand_tactical::state::{Phase, State};

/// Everything that a unit could be told: where it could go, at whom it could fire and what that
/// would do, and its other orders, each with its price or with what forbids it.
pub(super) fn orders(battle: &Battle, seen: &State, unit: UnitId) -> Value {
    let now = seen.unit(unit);
    let mut reach = Reach::new();
    let turn = seen.phase == Phase::Operations && battle.unit(unit).side == seen.side;
    if turn {
        reach.search(battle, seen, unit);
    }
    let mut squares: Vec<_> = reach.squares().collect();
    squares.sort_by_key(|(cell, ..)| (cell.row(), cell.column()));
    let moves = squares.iter().map(|&(cell, cost, steps)| {
        json!({
            "to": battle.name(cell), "cost": cost, "left": now.op.saturating_sub(cost),
            "steps": steps,
        })
    });
    let refusal = movement::may_move(battle, seen, unit).err();
    let silent = combat::silence(battle, seen, battle.unit(unit).side, unit);
    json!({
        "unit": battle.unit(unit).id, "from": now.cell().map(|cell| battle.name(cell)),
        "points": now.op, "moves": moves.collect::<Vec<_>>(),
        "refusal": refusal.map(|refusal| refused(battle, &refusal)),
        "targets": targets(battle, seen, unit).iter().map(|odds| target(battle, seen, odds))
            .collect::<Vec<_>>(),
        "silent": silent.map(Silence::words),
        "deeds": if turn { deeds(battle, seen, unit) } else { json!({}) },
    })
}

/// A refusal with its rule and the place in the rulebook.
pub(super) fn refused(battle: &Battle, refusal: &Refusal) -> Value {
    let mut told = illegal(battle, refusal);
    if let Value::Object(fields) = &mut told {
        fields.remove("legal");
    }
    told
}

/// [GT 7.13] What a unit's fire would do at every square where it sees an enemy, by x, then y.
pub(super) fn targets(battle: &Battle, seen: &State, unit: UnitId) -> Vec<FireOdds> {
    let enemies = seen.occupied(battle.unit(unit).side.other());
    let mut found: Vec<FireOdds> =
        enemies.iter().filter_map(|square| odds::fire(battle, seen, unit, square)).collect();
    found.sort_by_key(|odds| (odds.square.row(), odds.square.column()));
    found
}

fn target(battle: &Battle, seen: &State, odds: &FireOdds) -> Value {
    let there = seen.stack(odds.square).map(|unit| battle.unit(unit).id.as_str());
    json!({
        "square": battle.name(odds.square), "range": odds.range,
        "units": there.collect::<Vec<_>>(), "casualties": spread(odds.casualties),
    })
}

fn spread(casualties: Spread) -> Value {
    let Spread { min, max, mean_tenths } = casualties;
    json!({"min": min, "max": max, "mean": f64::from(mean_tenths) / 10.0})
}

/// The orders that need no square, by their names; what this level of the game does without is left
/// out.
fn deeds(battle: &Battle, seen: &State, unit: UnitId) -> Value {
    let now = seen.unit(unit);
    let all = [
        ("mode", Action::Mode { unit }),
        ("force_march", Action::ForceMarch { unit }),
        ("fortify", Action::Fortify { unit }),
        ("melee", Action::PlotMelee { unit, on: !now.melee }),
        ("advance", Action::PlotAdvance { unit, on: !now.advance }),
        ("hold_fire", Action::PlotFire { unit, square: None }),
    ];
    let mut told = Map::new();
    for (name, action) in all {
        let judged = check(battle, seen, &action);
        if matches!(judged, Err(Refusal::NotAtThisLevel(_))) {
            continue;
        }
        let mut deed = json!({"action": action_to_json(battle, &action), "can": judged.is_ok()});
        match judged {
            Ok(()) => deed["cost"] = json!(cost(battle, seen, &mut None, &action)),
            Err(refusal) => deed["refusal"] = refused(battle, &refusal),
        }
        if name == "mode" {
            deed["to"] = json!(places::other_mode(now.mode).word());
        }
        told.insert(name.to_owned(), deed);
    }
    Value::Object(told)
}

/// [GT 8.2] The field of fire: every square at which a unit may plot, with what it would do to the
/// enemies seen there; where nobody is seen, to men in line, in the open and as dense as the table
/// counts with.
pub(super) fn field(battle: &Battle, seen: &State, unit: UnitId) -> Value {
    let mut cells: Vec<Cell> =
        battle.grid.cells().filter(|&to| sight::may_plot(battle, seen, unit, to).is_ok()).collect();
    cells.sort_by_key(|cell| (cell.row(), cell.column()));
    let told = cells.iter().filter_map(|&square| {
        let real = odds::fire(battle, seen, unit, square).map(|odds| odds.casualties);
        let casualties = real.or_else(|| odds::fire_on_ground(battle, seen, unit, square))?;
        Some(json!({
            "square": battle.name(square), "enemy": real.is_some(),
            "range": seen.cell(unit).map(|from| battle.distance(from, square)),
            "casualties": spread(casualties),
        }))
    });
    json!({
        "unit": battle.unit(unit).id,
        "reach": battle.tables.weapons.reach(battle.unit(unit).weapon),
        "squares": told.collect::<Vec<_>>(),
    })
}

/// The units of the side that decides which could still do something, or want something, with why.
pub(super) fn todo(battle: &Battle, seen: &State) -> Value {
    if seen.phase != Phase::Operations {
        return json!({"units": []});
    }
    let mut reach = Reach::new();
    let told = seen.on_map(battle, seen.side).filter_map(|unit| {
        let now = seen.unit(unit);
        let silent = combat::silence(battle, seen, seen.side, unit);
        reach.search(battle, seen, unit);
        let aims = |square| sight::may_plot(battle, seen, unit, square).is_ok();
        let target = silent.is_none()
            && now.fire.is_none()
            && seen.occupied(seen.side.other()).iter().any(aims);
        let guns = battle.unit(unit).is_artillery() && !battle.options.basic();
        let limbered = guns && now.mode == Mode::Limbered;
        let why: Vec<&str> = [
            ("target", target),
            ("points", now.moved == 0 && !reach.is_empty()),
            ("limbered", limbered && now.op >= movement::mode_cost(battle, seen, unit)),
            ("routed", now.routed),
            ("disrupted", now.disrupted),
            ("ammunition", !now.ammo),
            ("command", !now.in_command),
        ]
        .into_iter()
        .filter_map(|(word, is)| is.then_some(word))
        .collect();
        let id = battle.unit(unit).id.as_str();
        (!why.is_empty()).then(|| json!({"unit": id, "why": why}))
    });
    json!({"units": told.collect::<Vec<_>>()})
}
