//! Whether the phase may end now, and what would be left undone.

use serde_json::{Value, json};

use super::{ids, words};
use crate::brigade::action::Action;
use crate::brigade::battle::Battle;
use crate::brigade::check::check;
use crate::brigade::state::{Phase, State};
use crate::brigade::{bombardment, rally};
use crate::ids::UnitSet;
use crate::words::count;

/// Whether the phase may end, why not, and what would be left undone.
pub fn end_phase(battle: &Battle, state: &State, movable: UnitSet) -> Value {
    match check(battle, state, &Action::EndPhase) {
        Ok(()) => json!({
            "can": true, "rule": null, "reason": null, "link": null,
            "unfinished": unfinished(battle, state, movable),
        }),
        Err(refusal) => {
            let mut value = words::refusal(battle, &refusal);
            value["can"] = json!(false);
            value["unfinished"] = json!([]);
            value
        }
    }
}

fn unfinished(battle: &Battle, state: &State, movable: UnitSet) -> Vec<Value> {
    let (kind, units, what) = match state.phase {
        Phase::Rally => ("rally", rally::able(battle, state), "try to rally"),
        Phase::Movement => ("movable", movable, "move"),
        Phase::Bombardment => {
            let guns = bombardment::choices(battle, state).into_iter().map(|fire| fire.guns);
            ("bombard", guns.fold(UnitSet::EMPTY, UnitSet::union), "bombard")
        }
        Phase::Activation | Phase::Assault => return Vec::new(),
    };
    if units.is_empty() {
        return Vec::new();
    }
    let words = format!("{} could still {what}.", count(units.len(), "unit", "units"));
    vec![json!({"kind": kind, "words": words, "units": ids(battle, units), "serious": false})]
}
