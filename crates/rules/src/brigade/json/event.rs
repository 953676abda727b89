//! Events as JSON.

use serde_json::{Value, json};

use super::action::{assault_to_json, bombardment_to_json, corps_names};
use super::{hex, hexes, id, ids};
use crate::brigade::battle::Battle;
use crate::brigade::event::{Event, Purpose};
use crate::brigade::pending::Attack;

/// An event as JSON, its kind in `event`.
pub fn event_to_json(battle: &Battle, event: &Event) -> Value {
    use Event::*;
    let hex = |cell| hex(battle, cell);
    let id = |unit| id(battle, unit);
    match *event {
        TurnBegan { turn, first } => {
            json!({"event": "turn_began", "turn": turn, "first": first.word()})
        }
        PhaseBegan { turn, side, phase } => json!({
            "event": "phase_began", "turn": turn, "side": side.word(), "phase": phase.word(),
        }),
        DieThrown { face, purpose } => die_thrown(battle, face, purpose),
        Activated { corps, drawn } => json!({
            "event": "activated", "corps": corps_names(battle, corps), "drawn": drawn,
        }),
        Rallied { unit } => json!({"event": "rallied", "unit": id(unit)}),
        RallyFailed { unit } => json!({"event": "rally_failed", "unit": id(unit)}),
        Moved { unit, from, path, cost } => json!({
            "event": "moved", "unit": id(unit), "from": hex(from),
            "path": hexes(battle, path.iter().copied()), "half_points": cost,
        }),
        Entered { unit, path, cost } => json!({
            "event": "entered", "unit": id(unit), "path": hexes(battle, path.iter().copied()),
            "half_points": cost,
        }),
        Searched { unit, hex: at, found } => {
            json!({"event": "searched", "unit": id(unit), "hex": hex(at), "found": found})
        }
        Withdrew { unit, from, to } => {
            json!({"event": "withdrew", "unit": id(unit), "from": hex(from), "to": hex(to)})
        }
        Stayed { unit } => json!({"event": "stayed", "unit": id(unit)}),
        Attacked { attack, strength, defence, column } => {
            attacked(battle, &attack, (strength, defence), battle.facts.results.name(column))
        }
        Resulted { result } => json!({"event": "resulted", "result": result.name()}),
        Reduced { unit, at, loss } => json!({
            "event": "reduced", "unit": id(unit), "at": hex(at), "by": loss.word(),
        }),
        Eliminated { unit, at, loss } => json!({
            "event": "eliminated", "unit": id(unit), "at": hex(at), "by": loss.word(),
        }),
        Retreated { unit, from, to, displaced } => json!({
            "event": if displaced { "displaced" } else { "retreated" },
            "unit": id(unit), "from": hex(from), "to": hex(to),
        }),
        Stood { unit } => json!({"event": "stood", "unit": id(unit)}),
        Advanced { unit, from, to } => {
            json!({"event": "advanced", "unit": id(unit), "from": hex(from), "to": hex(to)})
        }
        Declined { side } => json!({"event": "declined", "side": side.word()}),
        Lapsed { cell } => json!({"event": "lapsed", "hex": hex(cell)}),
        ControlChanged { cell, to } => {
            json!({"event": "control_changed", "hex": hex(cell), "to": to.word()})
        }
        Arrived { units, at } => {
            json!({"event": "arrived", "units": ids(battle, units), "at": hex(at)})
        }
        Delayed { at } => json!({"event": "delayed", "at": hex(at)}),
        SentBack { units } => json!({"event": "sent_back", "units": ids(battle, units)}),
        Ended { outcome, points } => json!({
            "event": "ended", "winner": outcome.winner.map(|side| side.word()),
            "level": outcome.name(battle), "points": points,
        }),
    }
}

fn attacked(battle: &Battle, attack: &Attack, doubled: (u32, u32), column: &str) -> Value {
    let mut value = match attack {
        Attack::Assault(assault) => {
            json!({"event": "assaulted", "assault": assault_to_json(battle, assault)})
        }
        Attack::Bombardment(fire) => {
            json!({"event": "bombarded", "bombard": bombardment_to_json(battle, fire)})
        }
    };
    value["attack_doubled"] = json!(doubled.0);
    value["defence_doubled"] = json!(doubled.1);
    value["column"] = json!(column);
    value
}

fn die_thrown(battle: &Battle, face: u8, purpose: Purpose) -> Value {
    let mut value = json!({"event": "die_thrown", "face": face});
    value["for"] = json!(match purpose {
        Purpose::Arrival => "arrival",
        Purpose::Initiative(_) => "initiative",
        Purpose::Rally(_) => "rally",
        Purpose::Search(_) => "search",
        Purpose::Bombardment => "bombardment",
        Purpose::Assault => "assault",
    });
    match purpose {
        Purpose::Initiative(side) => value["side"] = json!(side.word()),
        Purpose::Rally(unit) | Purpose::Search(unit) => value["unit"] = json!(id(battle, unit)),
        _ => {}
    }
    value
}
