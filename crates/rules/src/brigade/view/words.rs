//! Sentences about a state, in our words.

use serde_json::{Value, json};

use crate::brigade::battle::Battle;
use crate::brigade::pending::{Attack, CombatChoice, Pending, Step};
use crate::brigade::state::{Phase, State};
use crate::brigade::victory::Outcome;
use crate::brigade::{Decision, Refusal, advance};
use crate::ids::{UnitId, UnitSet};
use crate::words::{army, count, either, list};

/// What a unit is called.
pub fn called(battle: &Battle, unit: UnitId) -> &str {
    &battle.unit(unit).called
}

/// What units are called, in words.
pub fn names(battle: &Battle, units: UnitSet) -> String {
    let names: Vec<&str> = units.iter().map(|unit| called(battle, unit)).collect();
    list(&names)
}

/// A refusal: `{"rule","reason","link"}`.
pub fn refusal(battle: &Battle, refusal: &Refusal) -> Value {
    let rule = refusal.rule(battle);
    json!({"rule": rule.to_string(), "reason": refusal.reason(battle), "link": rule.link()})
}

/// How a game ended, in words without the stop.
pub fn ending(battle: &Battle, outcome: Outcome) -> String {
    let minus = if outcome.points < 0 { "\u{2212}" } else { "" };
    let points = count(outcome.points.unsigned_abs() as usize, "point", "points");
    let of = match battle.bid {
        Some(_) => "for the Union, with what was agreed on beforehand",
        None => "in Union hands",
    };
    let victory = if outcome.winner.is_some() { " victory" } else { "" };
    format!("{}{victory}, with {minus}{points} {of}", outcome.name(battle))
}

/// Who must choose, and what about: `{"side","kind","words"}`.
pub fn decision(battle: &Battle, state: &State) -> Value {
    let decision = crate::brigade::decision(state);
    let (kind, words) = match decision {
        Decision::Phase(phase, side) => {
            let words = match phase {
                Phase::Activation => {
                    let most = battle.activation(side).map_or(0, |facts| facts.most);
                    let names = army(side, "names", "name");
                    format!("{names} up to {most} corps for this turn.")
                }
                Phase::Rally => format!("{}.", army(side, "rallies", "rally")),
                Phase::Movement => format!("{}.", army(side, "moves", "move")),
                Phase::Bombardment => format!("{}.", army(side, "bombards", "bombard")),
                Phase::Assault => {
                    let assaults = army(side, "assaults", "assault");
                    match state.obligations().len() {
                        0 => format!("{assaults}; no assault is owed."),
                        hexes => {
                            let hexes = count(hexes, "hex", "hexes");
                            format!("{assaults}; {hexes} must still be assaulted.")
                        }
                    }
                }
            };
            (phase.word(), words)
        }
        Decision::Step(step, _) => {
            let pending = state.pending();
            (step.word(), pending.map_or(String::new(), |pending| due(battle, state, pending)))
        }
        Decision::Over(outcome) => {
            ("over", format!("The game is over: {}.", ending(battle, outcome)))
        }
    };
    json!({"side": decision.side().map(|side| side.word()), "kind": kind, "words": words})
}

/// What must be chosen in the midst of something.
pub fn due(battle: &Battle, state: &State, pending: &Pending) -> String {
    match pending {
        Pending::Combat(choice) => due_in_combat(battle, state, choice),
        Pending::Reaction(reaction) => {
            let mover = called(battle, reaction.mover);
            match reaction.units.first() {
                Some(unit) => {
                    format!("{} may withdraw before {mover}, or stay.", called(battle, unit))
                }
                None => format!("Somebody has withdrawn before {mover}: go on, or stop."),
            }
        }
    }
}

fn due_in_combat(battle: &Battle, state: &State, choice: &CombatChoice) -> String {
    let who = names(battle, choice.units);
    if let Some(unit) = choice.moving {
        return format!("{} is displaced and must go on: choose a hex.", called(battle, unit));
    }
    match (choice.step, &choice.combat.attack) {
        (Step::Loss, _) => format!("One of {who} loses a step: choose which."),
        (Step::Retreat, _) if choice.units.len() == 1 => {
            format!("{who} must retreat: choose a hex.")
        }
        (Step::Retreat, _) => format!("{who} must retreat: choose a unit and a hex."),
        (_, Attack::Assault(assault)) => {
            let open = advance::vacated(state, assault);
            let to = either(&super::hexes(battle, open.iter().copied()));
            format!(
                "{} advance one unit into {to}, or decline.",
                army(choice.decider, "may", "may")
            )
        }
        (_, Attack::Bombardment(_)) => "Nobody advances after a bombardment.".into(),
    }
}
