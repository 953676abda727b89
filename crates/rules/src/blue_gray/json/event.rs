//! Events as JSON.

use field::Cell;
use serde_json::{Value, json};

use super::action::attack_to_json;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::event::{Event, Loss, Purpose};
use crate::blue_gray::ids::UnitId;
use crate::blue_gray::state::Phase;

/// An event as JSON, its kind in `event`.
pub fn event_to_json(battle: &Battle, event: &Event) -> Value {
    use Event::*;
    let id = |unit: UnitId| battle.unit(unit).id.as_str();
    let hex = |cell: Cell| battle.grid().name(cell).to_string();
    let hexes = |cells: &[Cell]| -> Vec<String> { cells.iter().map(|&cell| hex(cell)).collect() };
    match *event {
        PhaseBegan { turn, side, phase } => {
            json!({"event": "phase_began", "turn": turn, "side": side.word(), "phase": phase_word(phase)})
        }
        Moved { unit, from, path, cost } => json!({
            "event": "moved", "unit": id(unit), "from": hex(from), "path": hexes(&path), "cost": cost,
        }),
        Entered { unit, path, cost } => {
            json!({"event": "entered", "unit": id(unit), "path": hexes(&path), "cost": cost})
        }
        Exited { unit, from, path, hex: at, points } => json!({
            "event": "exited", "unit": id(unit), "from": hex(from), "path": hexes(&path),
            "hex": hex(at), "points": points,
        }),
        Attacked { attack, strength, defence, column } => json!({
            "event": "attacked", "attack": attack_to_json(battle, &attack), "strength": strength,
            "defence": defence, "column": column.name(),
        }),
        DieThrown { face, purpose } => match purpose {
            Purpose::Combat => json!({"event": "die_thrown", "face": face, "for": "combat"}),
            Purpose::Rally(unit) => {
                json!({"event": "die_thrown", "face": face, "for": "rally", "unit": id(unit)})
            }
            Purpose::Admission => json!({"event": "die_thrown", "face": face, "for": "admission"}),
        },
        Resulted { result } => json!({"event": "resulted", "result": result.name()}),
        Elected { unit, retreat } => {
            json!({"event": "elected", "unit": id(unit), "retreat": retreat})
        }
        Stood { unit } => json!({"event": "stood", "unit": id(unit)}),
        Eliminated { unit, at, loss, points } => json!({
            "event": "eliminated", "unit": id(unit), "at": at.map(hex), "by": loss_word(loss),
            "points": points,
        }),
        Retreated { unit, from, to, displaced } => json!({
            "event": if displaced { "displaced" } else { "retreated" },
            "unit": id(unit), "from": hex(from), "to": hex(to),
        }),
        Advanced { unit, from, to } => {
            json!({"event": "advanced", "unit": id(unit), "from": hex(from), "to": hex(to)})
        }
        Declined { side } => json!({"event": "declined", "side": side.word()}),
        BecameIneffective { unit } => json!({"event": "became_ineffective", "unit": id(unit)}),
        Rallied { unit } => json!({"event": "rallied", "unit": id(unit)}),
        ControlChanged { cell, to } => {
            json!({"event": "control_changed", "hex": hex(cell), "to": to.word()})
        }
        Awarded { side, cell, points } => {
            json!({"event": "awarded", "side": side.word(), "hex": hex(cell), "points": points})
        }
        Released { unit } => json!({"event": "released", "unit": id(unit)}),
        QuotaLifted => json!({"event": "quota_lifted"}),
        CreekCrossed { unit } => json!({"event": "creek_crossed", "unit": id(unit)}),
        GroupAdmitted => json!({"event": "group_admitted"}),
        SetAside { unit } => json!({"event": "set_aside", "unit": id(unit)}),
        Ended { outcome, points } => json!({
            "event": "ended", "winner": outcome.winner.map(|side| side.word()),
            "level": outcome.level_name(battle), "early": outcome.early,
            "points": {"union": points.union, "confederate": points.confederate},
        }),
    }
}

/// The word for a phase.
pub(super) fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Movement => "movement",
        Phase::Combat => "combat",
    }
}

fn loss_word(loss: Loss) -> &'static str {
    match loss {
        Loss::Combat => "combat",
        Loss::Exchange => "exchange",
        Loss::NoRetreat => "no_retreat",
        Loss::Immobile => "immobile",
        Loss::Late => "late",
    }
}
