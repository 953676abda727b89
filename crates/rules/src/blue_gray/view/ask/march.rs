//! Where a unit can go, and by which way.

use field::{Cell, Search};
use serde_json::{Value, json};

use crate::blue_gray::action::Action;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::check::check;
use crate::blue_gray::ids::{Path, UnitId};
use crate::blue_gray::listing::{Listed, marches_of};
use crate::blue_gray::movement::Mover;
use crate::blue_gray::reinforcements;
use crate::blue_gray::state::State;
use crate::blue_gray::view::is_marching;
use crate::blue_gray::view::words::{hex, hexes, id, refusal};
use crate::blue_gray::{Phase, Refusal};
use crate::column::Marches;
use crate::dice::FixedDie;
use crate::json::Question;

/// The most hexes of a way that is read: where it begins, and all that a move can enter.
const LONGEST: usize = 15;

/// Every move, entry and exit of a unit, or why it has none.
pub fn reach(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let unit = fields.unit(battle, "unit")?;
    let allowance = battle.allowance(state.turn);
    let mut listed = Vec::new();
    if is_marching(state) && battle.unit(unit).side == state.side {
        marches_of(battle, state, unit, &mut Search::new(), &mut listed);
    }
    let reason = if listed.is_empty() { why_nowhere(battle, state, unit) } else { None };
    let (mut moves, mut entries, mut exits) = (Vec::new(), Vec::new(), Vec::new());
    let enemy = state.controlled_by(battle.unit(unit).side.other());
    for Listed { action, cost, .. } in listed {
        let cost = cost.unwrap_or(0);
        let left = allowance.saturating_sub(cost);
        match action {
            Action::Move { to, .. } => moves.push(json!({
                "to": hex(battle, to), "cost": cost, "left": left, "stops": enemy.contains(to),
            })),
            Action::Enter { hex: at, to, .. } => entries.push(json!({
                "hex": hex(battle, at), "to": hex(battle, to), "cost": cost, "left": left,
                "stops": enemy.contains(to),
            })),
            Action::Exit { hex: at, .. } => exits.push(json!({
                "hex": hex(battle, at), "cost": cost,
                "points": reinforcements::exit_points(battle, unit, at),
            })),
            _ => {}
        }
    }
    Ok(json!({
        "unit": id(battle, unit),
        "from": state.cell(unit).map(|cell| hex(battle, cell)),
        "allowance": allowance,
        "moves": moves,
        "entries": entries,
        "exits": exits,
        "refusal": reason.map(|reason| refusal(battle, &reason)),
    }))
}

/// Why a unit can go nowhere: what holds for the moment, then what holds for it, then what is in its way.
fn why_nowhere(battle: &Battle, state: &State, unit: UnitId) -> Option<Refusal> {
    if state.outcome.is_some() {
        return Some(Refusal::GameOver);
    }
    if let Some(pending) = state.pending() {
        return Some(Refusal::Unresolved(pending.step));
    }
    if state.phase == Phase::Combat {
        return Some(Refusal::OutOfSequence(unit));
    }
    if battle.unit(unit).side != state.side {
        return Some(Refusal::NotYours(unit));
    }
    if let Some(cell) = state.cell(unit) {
        let mut around = battle.grid().neighbours(cell);
        return around.find_map(|(_, to)| {
            check(battle, state, &Action::Move { unit, to, path: None }).err()
        });
    }
    match reinforcements::arrival(battle, unit) {
        Some(arrival) => arrival.cells.iter().find_map(|&hex| {
            check(battle, state, &Action::Enter { unit, hex, to: hex, path: None }).err()
        }),
        None => Some(Refusal::NotOnMap(unit)),
    }
}

/// The way to a hex, or along given hexes, with what each step costs; or why it cannot be gone.
pub fn path(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let unit = fields.unit(battle, "unit")?;
    let to = fields.hex(battle, "to")?;
    let enter = fields.hex(battle, "enter")?;
    let via = fields.hexes(battle, "via", LONGEST)?;
    let via = via.map(|mut cells| {
        // A way may begin where the unit is, or with the entry hex.
        if cells.first().is_some_and(|&first| Some(first) == enter.or(state.cell(unit))) {
            cells.remove(0);
        }
        cells
    });
    let path = match &via {
        None => None,
        Some(cells) => match Path::of(cells.iter().copied()) {
            Some(path) => Some(path),
            None => return Err("path, via: more hexes than any move enters".into()),
        },
    };
    let end = via.as_ref().and_then(|cells| cells.last().copied());
    let Some(to) = to.or(end).or(enter) else {
        return Err("path: expected \"to\" or \"via\"".into());
    };
    let action = match enter {
        Some(hex) => Action::Enter { unit, hex, to, path },
        None => Action::Move { unit, to, path },
    };
    if let Err(reason) = check(battle, state, &action) {
        return Ok(json!({"refusal": refusal(battle, &reason)}));
    }
    Ok(way(battle, state, &action).map_or_else(
        || json!({"refusal": refusal(battle, &Refusal::EmptyPath(unit))}),
        |(path, costs)| {
            let cost: u32 = costs.iter().map(|&cost| u32::from(cost)).sum();
            json!({
                "from": state.cell(unit).map(|cell| hex(battle, cell)),
                "path": hexes(battle, path),
                "costs": costs,
                "cost": cost,
            })
        },
    ))
}

/// The hexes a legal move or entry enters, and what each costs.
fn way(battle: &Battle, state: &State, action: &Action) -> Option<(Vec<Cell>, Vec<u8>)> {
    let mut search = Search::new();
    let (start, mut cells, onward, mut costs) = match *action {
        Action::Move { unit, to, path } => {
            let mover = Mover::of(battle, state, unit).ok()?;
            let onward = path.or_else(|| Some(mover.path_to(battle, to, &mut search)?.0))?;
            (mover.start, Vec::new(), onward, Vec::new())
        }
        Action::Enter { unit, hex, to, path } => {
            let mover = reinforcements::mover_from(battle, state, unit, hex);
            let onward = match path {
                Some(path) => path,
                None if to == hex => Path::EMPTY,
                None => mover.path_to(battle, to, &mut search)?.0,
            };
            (hex, vec![hex], onward, vec![reinforcements::placing_cost(battle, hex)])
        }
        _ => return None,
    };
    let mut here = start;
    for &next in onward.iter() {
        costs.push(battle.ground.path_cost(here, &[next]));
        cells.push(next);
        here = next;
    }
    Some((cells, costs))
}

/// Units of a movement phase that march together.
pub struct Columns<'b>(pub &'b Battle);

impl Marches for Columns<'_> {
    type Battle = Battle;
    type State = State;

    fn battle(&self) -> &Battle {
        self.0
    }

    fn cell(&self, state: &State, unit: UnitId) -> Option<Cell> {
        state.cell(unit)
    }

    fn way(&self, state: &State, unit: UnitId, to: Cell) -> Result<Vec<Cell>, Value> {
        let action = Action::Move { unit, to, path: None };
        check(self.0, state, &action).map_err(|reason| refusal(self.0, &reason))?;
        Ok(way(self.0, state, &action).map_or_else(Vec::new, |(cells, _)| cells))
    }

    fn go(&self, state: &mut State, unit: UnitId, to: Cell) -> Result<(), Value> {
        let action = Action::Move { unit, to, path: None };
        let mut events = Vec::new();
        // A march throws no die of its own.
        crate::blue_gray::apply(self.0, state, &action, &mut FixedDie::face(1), &mut events)
            .map_err(|reason| refusal(self.0, &reason))
    }

    fn waits(&self, state: &State) -> bool {
        state.pending().is_some()
    }
}
