//! A game of Blue & Gray as clients see it: the view of a state, the facts that never change, answers to
//! questions, and choices made by standing orders. `docs/api-blue-gray.md` describes the shapes.
//!
//! Nothing here decides anything about the rules: whatever is shown is asked of the modules that do.

mod ask;
mod facts;
mod orders;
mod score;
mod table;
mod units;
mod words;

use serde_json::{Value, json};

use super::battle::Battle;
use super::state::{Phase, State};

pub use ask::ask;
pub use facts::facts;
pub use orders::{check_orders, standing};
pub use score::outcome;
pub use table::Table;
pub use words::decision;

/// What everybody sees of a state: nothing is hidden in Blue & Gray.
pub fn view(table: &Table, state: &State) -> Value {
    let battle = &table.battle;
    json!({
        "turn": state.turn,
        "turns": battle.turns,
        "side": state.side.word(),
        "phase": phase_word(state.phase),
        "light": light(battle, state.turn),
        "time": table.time(state.turn),
        "units": units::all(battle, state),
    })
}

/// The word for a phase.
fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Movement => "movement",
        Phase::Combat => "combat",
    }
}

/// The light of a game-turn.
fn light(battle: &Battle, turn: u8) -> &'static str {
    match (battle.is_night(turn), battle.is_fog(turn)) {
        (true, _) => "night",
        (_, true) => "fog",
        _ => "day",
    }
}
