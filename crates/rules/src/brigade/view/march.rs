//! Answers about movement: where a unit can go, and by which way.

use field::{Cell, Search};
use serde_json::{Value, json};

use super::{hex, hexes, id, words};
use crate::brigade::action::{Action, Path};
use crate::brigade::arrivals;
use crate::brigade::battle::Battle;
use crate::brigade::check::check;
use crate::brigade::listing::{Listed, actions, marches_of};
use crate::brigade::movement::Mover;
use crate::brigade::pending::Pending;
use crate::brigade::state::{Phase, State};
use crate::brigade::{Refusal, ford};
use crate::column::Marches;
use crate::dice::FixedDie;
use crate::ids::UnitId;
use crate::json::Question;

/// The most hexes of a way that is read: where it begins, and all that a move can enter.
const LONGEST: usize = 17;

/// The half-points that a unit has now: those left to a mover that goes on, else all of them.
fn points_of(battle: &Battle, state: &State, unit: UnitId) -> u8 {
    match state.pending() {
        Some(Pending::Reaction(reaction)) if reaction.mover == unit => reaction.points,
        _ => battle.unit(unit).allowance,
    }
}

/// Every move, entry and search of a unit, or why it has none.
pub fn reach(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let unit = fields.unit(battle, "unit")?;
    let allowance = points_of(battle, state, unit);
    let listed = marches(battle, state, unit);
    let enemy = state.controlled_by(battle, battle.unit(unit).side.other());
    let (mut moves, mut entries) = (Vec::new(), Vec::new());
    for Listed { action, half_points, .. } in &listed {
        let cost = half_points.unwrap_or(0);
        let (to, at) = match *action {
            Action::Move { to, .. } => (to, None),
            Action::Enter { hex, to, .. } => (to, Some(hex)),
            _ => continue,
        };
        let mut one = json!({
            "to": hex(battle, to), "half_points": cost, "left": allowance.saturating_sub(cost),
            "stops": enemy.contains(to),
        });
        match at {
            None => moves.push(one),
            Some(at) => {
                one["hex"] = json!(hex(battle, at));
                entries.push(one);
            }
        }
    }
    let searches: Vec<String> = match state.phase == Phase::Movement && state.pending().is_none() {
        true => hexes(battle, ford::choices(battle, state, unit)),
        false => Vec::new(),
    };
    let refusal = if listed.is_empty() { why_nowhere(battle, state, unit) } else { None };
    Ok(json!({
        "unit": id(battle, unit),
        "from": state.cell(unit).map(|cell| hex(battle, cell)),
        "allowance": allowance,
        "moves": moves,
        "entries": entries,
        "searches": searches,
        "refusal": refusal.map(|refusal| words::refusal(battle, &refusal)),
    }))
}

/// The moves and entries of one unit, also of a mover that goes on.
fn marches(battle: &Battle, state: &State, unit: UnitId) -> Vec<Listed> {
    let mut listed = Vec::new();
    if state.outcome.is_some() {
        return listed;
    }
    match state.pending() {
        None if state.phase == Phase::Movement && battle.unit(unit).side == state.side => {
            marches_of(battle, state, unit, &mut Search::new(), &mut listed);
        }
        Some(Pending::Reaction(reaction))
            if reaction.units.is_empty() && reaction.mover == unit =>
        {
            listed = actions(battle, state);
            listed.retain(|one| matches!(one.action, Action::Move { .. }));
        }
        _ => {}
    }
    listed
}

/// Why a unit can go nowhere: what holds for it, then what is in its way.
fn why_nowhere(battle: &Battle, state: &State, unit: UnitId) -> Option<Refusal> {
    if let Some(cell) = state.cell(unit) {
        let mut around = battle.grid().neighbours(cell);
        return around.find_map(|(_, to)| {
            check(battle, state, &Action::Move { unit, to, path: None }).err()
        });
    }
    match arrivals::check_due(battle, state, unit) {
        Ok(cells) => cells.iter().find_map(|&hex| {
            check(battle, state, &Action::Enter { unit, hex, to: hex, path: None }).err()
        }),
        Err(refusal) => Some(refusal),
    }
}

/// The way to a hex, or along given hexes, with what each step costs; or why it cannot be gone.
pub fn path(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let unit = fields.unit(battle, "unit")?;
    let to = fields.hex(battle, "to")?;
    let enter = fields.hex(battle, "enter")?;
    let mut via = fields.hexes(battle, "via", LONGEST)?;
    // A way may begin where the unit is, or with the entry hex.
    if let Some(cells) = &mut via
        && cells.first().is_some_and(|&first| Some(first) == enter.or(state.cell(unit)))
    {
        cells.remove(0);
    }
    let end = via.as_ref().and_then(|cells| cells.last().copied());
    let Some(to) = to.or(end).or(enter) else {
        return Err("path: expected \"to\" or \"via\"".into());
    };
    let path = match via.map(Path::of) {
        None => None,
        Some(Some(path)) => Some(path),
        Some(None) => return Err("path, via: more hexes than any move enters".into()),
    };
    let action = match enter {
        Some(hex) => Action::Enter { unit, hex, to, path },
        None => Action::Move { unit, to, path },
    };
    if let Err(refusal) = check(battle, state, &action) {
        return Ok(json!({"refusal": words::refusal(battle, &refusal)}));
    }
    let Some((path, costs)) = way(battle, state, &action) else {
        let refusal = Refusal::EmptyPath(unit);
        return Ok(json!({"refusal": words::refusal(battle, &refusal)}));
    };
    let cost: u32 = costs.iter().map(|&cost| u32::from(cost)).sum();
    Ok(json!({
        "from": state.cell(unit).map(|cell| hex(battle, cell)),
        "path": hexes(battle, path),
        "costs": costs,
        "half_points": cost,
    }))
}

/// The hexes a legal move or entry enters, and what each costs.
fn way(battle: &Battle, state: &State, action: &Action) -> Option<(Vec<Cell>, Vec<u8>)> {
    let mut search = Search::new();
    let (mover, onward, mut cells, mut costs) = match *action {
        Action::Move { unit, to, path } => {
            let start = state.cell(unit)?;
            let mover = match state.pending() {
                None => Mover::starting(battle, state, unit, start),
                Some(_) => {
                    let points = points_of(battle, state, unit);
                    Mover::going_on(battle, state, unit, start, points)
                }
            };
            let onward = path.or_else(|| Some(mover.path_to(to, &mut search)?.0))?;
            (mover, onward, Vec::new(), Vec::new())
        }
        Action::Enter { unit, hex, to, path } => {
            let mover = arrivals::placed(battle, state, unit, hex).ok()?;
            let onward = match path {
                Some(path) => path,
                None if to == hex => Path::EMPTY,
                None => mover.path_to(to, &mut search)?.0,
            };
            (mover, onward, vec![hex], vec![arrivals::entry_cost(battle, unit, hex)?])
        }
        _ => return None,
    };
    let mut here = mover.start;
    for &next in onward.iter() {
        let way = battle.grid().direction(here, next)?;
        costs.push(mover.costs().price(here, way)?.get());
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
        check(self.0, state, &action).map_err(|reason| words::refusal(self.0, &reason))?;
        Ok(way(self.0, state, &action).map_or_else(Vec::new, |(cells, _)| cells))
    }

    fn go(&self, state: &mut State, unit: UnitId, to: Cell) -> Result<(), Value> {
        let action = Action::Move { unit, to, path: None };
        let mut events = Vec::new();
        // A march throws no die of its own.
        crate::brigade::apply(self.0, state, &action, &mut FixedDie::face(1), &mut events)
            .map_err(|reason| words::refusal(self.0, &reason))
    }

    fn waits(&self, state: &State) -> bool {
        state.pending().is_some()
    }
}
