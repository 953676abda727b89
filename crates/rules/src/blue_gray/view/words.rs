//! Sentences about a state, in our words.

use atlas::Side;
use field::Cell;
use serde_json::{Value, json};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::ids::{UnitId, UnitSet};
use crate::blue_gray::movement::quota_now;
use crate::blue_gray::obligations::Obligations;
use crate::blue_gray::pending::{Pending, Step};
use crate::blue_gray::state::State;
use crate::blue_gray::victory::Outcome;
use crate::blue_gray::{Decision, Refusal};
pub(crate) use crate::words::{army, capital, count, either, list, the_army};

/// The number of a hex.
pub fn hex(battle: &Battle, cell: Cell) -> String {
    battle.grid().name(cell).to_string()
}

/// The numbers of hexes.
pub fn hexes(battle: &Battle, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|cell| hex(battle, cell)).collect()
}

/// The designation of a unit.
pub fn id(battle: &Battle, unit: UnitId) -> &str {
    &battle.unit(unit).id
}

/// The designations of units.
pub fn ids(battle: &Battle, units: UnitSet) -> Vec<&str> {
    units.iter().map(|unit| id(battle, unit)).collect()
}

/// What a unit is called.
pub fn called(battle: &Battle, unit: UnitId) -> &str {
    &battle.unit(unit).called
}

/// What units are called, in words.
pub fn names(battle: &Battle, units: UnitSet) -> String {
    let names: Vec<&str> = units.iter().map(|unit| called(battle, unit)).collect();
    list(&names)
}

/// Whether a sentence speaks of units as of one.
pub fn is_one(battle: &Battle, units: UnitSet) -> bool {
    units.len() == 1 && !units.iter().any(|unit| battle.unit(unit).is_plural())
}

/// A refusal: `{"rule","reason","link"}`.
pub fn refusal(battle: &Battle, refusal: &Refusal) -> Value {
    let rule = refusal.rule(battle);
    json!({
        "rule": rule.to_string(),
        "reason": refusal.reason(battle),
        "link": rule.link(),
    })
}

/// How a game ended, in words.
pub fn ending(battle: &Battle, outcome: &Outcome) -> String {
    let level = outcome.level_name(battle);
    match outcome.winner {
        None => "a draw".into(),
        Some(side) if level == "victory" => format!("{side} victory"),
        Some(side) => format!("{side} {level} victory"),
    }
}

/// Who must choose, and what about: `{"side","kind","words"}`.
pub fn decision(battle: &Battle, state: &State) -> Value {
    let decision = crate::blue_gray::decision(state);
    let (kind, words) = match decision {
        Decision::Movement(side) => {
            let words = match quota_now(battle, state) {
                Some(quota) => {
                    let left = quota.saturating_sub(state.moves_made);
                    let moves = army(side, "moves", "move");
                    format!("{moves}; {left} of {quota} units may still move.")
                }
                None => format!("{}.", army(side, "moves", "move")),
            };
            ("movement", words)
        }
        Decision::Combat(side) => ("combat", combat(battle, state, side)),
        Decision::Step(step, _) => {
            (step.word(), state.pending().map_or(String::new(), |pending| due(battle, pending)))
        }
        Decision::Over(outcome) => {
            ("over", format!("The game is over: {}.", ending(battle, &outcome)))
        }
    };
    json!({"side": decision.side().map(|side| side.word()), "kind": kind, "words": words})
}

/// What a combat phase still asks for.
fn combat(battle: &Battle, state: &State, side: Side) -> String {
    let duties = Obligations::of(battle, state);
    let attacks = army(side, "attacks", "attack");
    match duties.must_attack.len() {
        0 if duties.are_met() => format!("{attacks}; no attack is owed."),
        0 => format!("{attacks}; guns must still bombard."),
        hexes => {
            let hexes = count(hexes, "hex", "hexes");
            format!("{attacks}; the units in {hexes} must still attack.")
        }
    }
}

/// What must be chosen at a step of a combat.
pub fn due(battle: &Battle, pending: &Pending) -> String {
    let who = names(battle, pending.units);
    let one = pending.units.len() == 1;
    if let Some(chain) = &pending.chain {
        let unit = called(battle, chain.unit);
        let verb = if battle.unit(chain.unit).is_plural() { "are" } else { "is" };
        return format!("{unit} {verb} displaced and must go on: choose a hex.");
    }
    match pending.step {
        Step::Elect if one && !is_one(battle, pending.units) => {
            format!("{who} bombarded: they may share the retreat or stay.")
        }
        Step::Elect if one => format!("{who} bombarded: it may share the retreat or stay."),
        Step::Elect => format!("{who} bombarded: each may share the retreat or stay."),
        Step::Losses => {
            let lost = pending.combat.map_or(0, |combat| battle.strength(combat.defenders));
            let points = count(lost as usize, "strength point", "strength points");
            let chooses = army(pending.decider, "chooses", "choose");
            format!("The exchange costs the attacker {points}. {chooses} who.")
        }
        Step::Retreat if one => format!("{who} must retreat: choose a hex."),
        Step::Retreat => format!("{who} must retreat: choose a unit and a hex."),
        Step::Advance => {
            let to = either(&hexes(battle, pending.vacated.iter().copied()));
            let may = army(pending.decider, "may", "may");
            format!("{may} advance one unit into {to}, or decline.")
        }
        Step::Withdraw if one => {
            let verb = if is_one(battle, pending.units) { "is" } else { "are" };
            format!("{who} {verb} ineffective and must withdraw from enemy control: choose a hex.")
        }
        Step::Withdraw => {
            format!(
                "{who} are ineffective and must withdraw from enemy control: choose a unit and a hex."
            )
        }
    }
}
