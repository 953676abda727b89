//! What can be seen from a hex, and what is in the way.

use field::{Cell, LineStep};
use serde_json::{Value, json};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::view::words::{count, hex, hexes, list};
use crate::json::Question;

/// What is seen from a hex, or whether another is.
pub fn sight(battle: &Battle, fields: &mut Question<'_>) -> Result<Value, String> {
    let Some(from) = fields.hex(battle, "from")? else {
        return Err("sight, from: it is missing".into());
    };
    Ok(match fields.hex(battle, "to")? {
        None => json!({
            "seen": hexes(battle, battle.sight.seen_from(from).iter()),
            "range": battle.sight.longest(),
        }),
        Some(to) => line(battle, from, to),
    })
}

fn line(battle: &Battle, from: Cell, to: Cell) -> Value {
    let blocking = &battle.ground.blocking;
    let mut in_the_way = Vec::new();
    let between = battle.grid().line(from, to);
    for step in between.steps().filter(|step| step.is_blocked_by(blocking)) {
        match step {
            LineStep::Through(cell) => in_the_way.extend(cell),
            LineStep::Between(left, right) => in_the_way.extend(left.into_iter().chain(right)),
        }
    }
    let clear = in_the_way.is_empty();
    let distance = count(battle.grid().distance(from, to), "hex", "hexes");
    let (here, there) = (hex(battle, from), hex(battle, to));
    let words = if clear {
        format!("The line of sight from {here} to {there} is clear, {distance} long.")
    } else {
        let verb = if in_the_way.len() == 1 { "blocks" } else { "block" };
        let what = list(&hexes(battle, in_the_way.iter().copied()));
        format!("{what} {verb} the line of sight from {here} to {there}.")
    };
    json!({
        "clear": clear,
        "distance": battle.grid().distance(from, to),
        "blocked_by": hexes(battle, in_the_way),
        "words": words,
    })
}
