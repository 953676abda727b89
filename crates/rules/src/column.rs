//! Units that march together: the question `column`, which systems of marches answer alike.
//!
//! The first unit goes where it is sent. Each of the others follows to the same hex if there is room, else as far along the
//! way of the first as it can. Every step is a move that the rules accept; nothing is moved here.

use field::Cell;
use serde_json::{Value, json};

use crate::ids::UnitId;
use crate::json::{Names, Question};

/// The most units in a column.
const LONGEST: usize = 12;

/// How units of a system march.
pub(crate) trait Marches {
    /// What has the names.
    type Battle: Names;
    /// A moment.
    type State: Clone;
    /// The battle.
    fn battle(&self) -> &Self::Battle;
    /// Where a unit stands.
    fn cell(&self, state: &Self::State, unit: UnitId) -> Option<Cell>;
    /// The hexes a unit would enter on its way to a hex, or why it cannot go there.
    fn way(&self, state: &Self::State, unit: UnitId, to: Cell) -> Result<Vec<Cell>, Value>;
    /// Moves a unit, or says why not.
    fn go(&self, state: &mut Self::State, unit: UnitId, to: Cell) -> Result<(), Value>;
    /// Whether somebody must decide before anybody moves on.
    fn waits(&self, state: &Self::State) -> bool;
}

/// Answers the question: the moves in the order of march, and who stays and why.
pub(crate) fn answer<M: Marches>(
    marches: &M,
    state: &M::State,
    fields: &mut Question<'_>,
) -> Result<Value, String> {
    let battle = marches.battle();
    let to = fields.hex(battle, "to")?.ok_or("column, to: it is missing")?;
    let wrong = || format!("column, units: expected one to {LONGEST} designations, each once");
    let named = fields.need("units")?.as_array().ok_or_else(wrong)?;
    let units: Option<Vec<UnitId>> =
        named.iter().map(|id| id.as_str().and_then(|id| battle.unit_named(id))).collect();
    let units = units.filter(|units| (1..=LONGEST).contains(&units.len())).ok_or_else(wrong)?;
    if (1..units.len()).any(|index| units[..index].contains(&units[index])) {
        return Err(wrong());
    }
    let mut now = state.clone();
    let mut way = match marches.way(state, units[0], to) {
        Ok(way) => way,
        Err(refusal) => {
            return Ok(json!({"moves": [], "stays": [told(battle, units[0], &refusal)]}));
        }
    };
    way.reverse();
    way.extend(marches.cell(state, units[0]));
    let (mut moves, mut stays) = (Vec::new(), Vec::new());
    for &unit in &units {
        if marches.waits(&now) {
            stays.push(told(battle, unit, &Value::Null));
            continue;
        }
        let here = marches.cell(&now, unit);
        let mut first = None;
        let mut gone = None;
        for &goal in way.iter().take_while(|&&goal| Some(goal) != here) {
            let path = marches.way(&now, unit, goal).unwrap_or_default();
            match marches.go(&mut now, unit, goal) {
                Ok(()) => {
                    gone = Some((goal, path));
                    break;
                }
                Err(refusal) => first = first.or(Some(refusal)),
            }
        }
        match gone {
            Some((goal, path)) => moves.push(json!({
                "unit": battle.designation(unit),
                "to": battle.hex_name(goal),
                "path": path.into_iter().map(|cell| battle.hex_name(cell)).collect::<Vec<_>>(),
            })),
            None => stays.push(told(battle, unit, &first.unwrap_or(Value::Null))),
        }
    }
    Ok(json!({"moves": moves, "stays": stays}))
}

fn told(battle: &impl Names, unit: UnitId, refusal: &Value) -> Value {
    json!({"unit": battle.designation(unit), "refusal": refusal})
}
