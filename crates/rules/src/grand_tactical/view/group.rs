//! Orders for many units at once, worked out as the ordinary actions that they are: nothing is done
//! here, and every action is one that the checks accept after those before it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use field::{Cell, Direction};
use serde_json::{Map, Value, json};

use super::orders::{refused, targets};
use crate::dice::FixedDie;
use crate::grand_tactical::action::Action;
use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::combat;
use crate::grand_tactical::ids::UnitId;
use crate::grand_tactical::json::{action_to_json, cost};
use crate::grand_tactical::movement::{self, Mover, Reach};
use crate::grand_tactical::operations::{self, check};
use crate::grand_tactical::places;
use crate::grand_tactical::refusal::Refusal;
use crate::grand_tactical::state::{Phase, State};

/// The most units that are told something together: more than an army has.
const MOST: usize = 256;

/// What a group is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// Towards a square, each keeping its place beside the first.
    Line(Cell),
    /// Towards a square, all to the same.
    Column(Cell),
    Face(Direction),
    /// Whoever sees an enemy fires where it does most.
    Fire,
    /// In column, mounted or limbered; or formed to fight.
    Form {
        to_march: bool,
    },
    ForceMarch,
    Fortify,
}

/// A group order being worked out: the game as it would stand, and what is to be done.
struct Plan<'b> {
    battle: &'b Battle,
    now: State,
    actions: Vec<Value>,
    left_out: Vec<Value>,
    /// The squares that each marches through.
    ways: Vec<(UnitId, Vec<String>)>,
}

impl<'b> Plan<'b> {
    fn new(battle: &'b Battle, seen: &State) -> Plan<'b> {
        let (actions, left_out, ways) = (Vec::new(), Vec::new(), Vec::new());
        Plan { battle, now: *seen, actions, left_out, ways }
    }
}

/// Units that march together, as every table of marches asks for it: `moves` in their order, and
/// who `stays`.
pub(super) fn column(
    battle: &Battle,
    seen: &State,
    body: &Map<String, Value>,
) -> Result<Value, String> {
    let (units, to) = (units(battle, seen, body)?, square(battle, body)?);
    let mut plan = Plan::new(battle, seen);
    if seen.phase == Phase::Operations {
        plan.march(&units, to, false);
    }
    let moves = plan.ways.iter().map(
        |(unit, path)| json!({"unit": battle.unit(*unit).id, "to": path.last(), "path": path}),
    );
    Ok(json!({"moves": moves.collect::<Vec<_>>(), "stays": plan.left_out}))
}

/// Answers the question: the actions in the order in which they are to be done, and who is left out
/// and why.
pub(super) fn group(
    battle: &Battle,
    seen: &State,
    body: &Map<String, Value>,
) -> Result<Value, String> {
    let units = units(battle, seen, body)?;
    let order = order(battle, body)?;
    let mut plan = Plan::new(battle, seen);
    if seen.phase == Phase::Operations {
        match order {
            Order::Line(to) => plan.march(&units, to, true),
            Order::Column(to) => plan.march(&units, to, false),
            Order::Face(direction) => plan.face(&units, direction),
            Order::Fire => plan.fire(&units),
            Order::Form { to_march } => plan.form(&units, to_march),
            Order::ForceMarch => plan.each(&units, |unit| Action::ForceMarch { unit }),
            Order::Fortify => plan.each(&units, |unit| Action::Fortify { unit }),
        }
    }
    Ok(json!({"actions": plan.actions, "left_out": plan.left_out}))
}

fn units(battle: &Battle, seen: &State, body: &Map<String, Value>) -> Result<Vec<UnitId>, String> {
    let wrong = || format!("units: expected one to {MOST} of your units on the map, each once");
    let named = body.get("units").and_then(Value::as_array).ok_or_else(wrong)?;
    let own = |id: &Value| {
        let unit = battle.find(id.as_str()?)?;
        let here = battle.unit(unit).side == seen.side && seen.cell(unit).is_some();
        here.then_some(unit)
    };
    let units: Option<Vec<UnitId>> = named.iter().map(own).collect();
    let units = units.filter(|units| (1..=MOST).contains(&units.len())).ok_or_else(wrong)?;
    if (1..units.len()).any(|index| units[..index].contains(&units[index])) {
        return Err(wrong());
    }
    Ok(units)
}

fn square(battle: &Battle, body: &Map<String, Value>) -> Result<Cell, String> {
    let name = body.get("to").and_then(Value::as_str);
    let cell = name.and_then(|name| battle.grid.cell(name));
    cell.ok_or("to: expected a square of the map, x,y".to_owned())
}

fn order(battle: &Battle, body: &Map<String, Value>) -> Result<Order, String> {
    const KINDS: &str = "line, column, face, fire, march, fight, force_march or fortify";
    let kind = body.get("order").and_then(Value::as_str).ok_or("group, order: it is missing")?;
    Ok(match kind {
        "line" => Order::Line(square(battle, body)?),
        "column" => Order::Column(square(battle, body)?),
        "face" => {
            let number = body.get("dir").and_then(Value::as_u64);
            let number = number.filter(|number| (1..=8).contains(number));
            let number = number.ok_or("group, dir: expected 1 to 8")?;
            Order::Face(Direction::ALL[number as usize - 1])
        }
        "fire" => Order::Fire,
        "march" => Order::Form { to_march: true },
        "fight" => Order::Form { to_march: false },
        "force_march" => Order::ForceMarch,
        "fortify" => Order::Fortify,
        other => {
            let other: String = other.chars().take(40).collect();
            return Err(format!("group, order: found {other:?}; expected {KINDS}"));
        }
    })
}

impl Plan<'_> {
    /// Takes an action in if it is legal after those before it; why not otherwise.
    fn take(&mut self, unit: UnitId, action: Action) -> Result<(), Refusal> {
        check(self.battle, &self.now, &action)?;
        let cost = cost(self.battle, &self.now, &mut None, &action);
        let written = action_to_json(self.battle, &action);
        let id = &self.battle.unit(unit).id;
        self.actions.push(json!({"unit": id, "action": written, "cost": cost}));
        let mut events = Vec::new();
        // Nothing of this draws: no order but the end of a phase does.
        operations::apply(self.battle, &mut self.now, &action, &mut FixedDie(0), &mut events);
        Ok(())
    }

    fn leave_out(&mut self, unit: UnitId, refusal: Option<&Refusal>) {
        let told = refusal.map(|refusal| refused(self.battle, refusal));
        self.left_out.push(json!({"unit": self.battle.unit(unit).id, "refusal": told}));
    }

    fn each(&mut self, units: &[UnitId], action: impl Fn(UnitId) -> Action) {
        for &unit in units {
            if let Err(refusal) = self.take(unit, action(unit)) {
                self.leave_out(unit, Some(&refusal));
            }
        }
    }

    /// Everybody goes as near to his goal as his points allow; those who are nearest to theirs go
    /// first and make room.
    fn march(&mut self, units: &[UnitId], to: Cell, keeps_line: bool) {
        let Some(first) = self.now.cell(units[0]) else { return };
        let mut goals: Vec<(UnitId, Cell, usize)> = Vec::new();
        for &unit in units {
            let Some(here) = self.now.cell(unit) else { continue };
            let goal = if keeps_line { self.beside(here, first, to) } else { to };
            goals.push((unit, goal, self.battle.distance(here, to)));
        }
        goals.sort_by_key(|&(_, _, far)| far);
        let mut reach = Reach::new();
        for (unit, goal, _) in goals {
            self.approach(unit, goal, &mut reach);
        }
    }

    /// The square that lies to a goal as one square lies to another; the nearest of the map.
    fn beside(&self, here: Cell, first: Cell, to: Cell) -> Cell {
        let along = |to: usize, here: usize, first: usize, most: usize| {
            (to + here).saturating_sub(first).min(most - 1)
        };
        let grid = &self.battle.grid;
        let column = along(to.column(), here.column(), first.column(), grid.columns());
        let row = along(to.row(), here.row(), first.row(), grid.rows(column));
        Cell::at(column, row)
    }

    fn approach(&mut self, unit: UnitId, goal: Cell, reach: &mut Reach) {
        let Some(here) = self.now.cell(unit).filter(|&here| here != goal) else { return };
        reach.search(self.battle, &self.now, unit);
        let far = self.far_from(unit, goal);
        let left = |cell: Cell| far[cell.index()];
        let best = reach.squares().min_by_key(|&(cell, cost, steps)| {
            (left(cell), cost, steps, cell.row(), cell.column())
        });
        let better = best.filter(|&(cell, ..)| left(cell) < left(here));
        let refusal = || {
            let may = movement::may_move(self.battle, &self.now, unit).err();
            may.unwrap_or_else(|| movement::why_not(self.battle, &self.now, unit, goal))
        };
        let Some((to, ..)) = better else {
            let refusal = refusal();
            return self.leave_out(unit, Some(&refusal));
        };
        let Some(path) = reach.path(self.battle, &self.now, unit, to) else { return };
        match self.take(unit, Action::Move { unit, from: here, path }) {
            Ok(()) => {
                let squares = path.squares(&self.battle.grid, here);
                let squares = squares.map(|cell| self.battle.name(cell)).collect();
                self.ways.push((unit, squares));
            }
            Err(refusal) => self.leave_out(unit, Some(&refusal)),
        }
    }

    /// What the ground alone would cost a unit from every square to a goal.
    fn far_from(&self, unit: UnitId, goal: Cell) -> Vec<u32> {
        let battle = self.battle;
        let mover = Mover::new(battle, &self.now, unit);
        let least = &battle.least[mover.table()];
        let slots = field::MAX_COLUMNS * field::MAX_ROWS;
        let mut far = vec![u32::MAX; slots];
        far[goal.index()] = 0;
        let mut open = BinaryHeap::from([Reverse((0, goal.index()))]);
        while let Some(Reverse((spent, index))) = open.pop() {
            let Some(at) = Cell::from_index(index).filter(|at| far[at.index()] == spent) else {
                continue;
            };
            // Backwards: what the step from each neighbour to here costs.
            for way in Direction::ALL {
                let Some(from) = battle.grid.neighbour(at, way) else { continue };
                let step = &battle.steps[from][way.opposite().index()];
                let cost = u32::from(least[from][way.opposite().index()]);
                let dry = cost > 0 && (!step.needs_ford || self.now.fords.contains(at));
                if dry && spent + cost < far[from.index()] {
                    far[from.index()] = spent + cost;
                    open.push(Reverse((spent + cost, from.index())));
                }
            }
        }
        far
    }

    /// [GT 7.9] Whoever stands in a square turns with it: one order a square is enough.
    fn face(&mut self, units: &[UnitId], direction: Direction) {
        for &unit in units {
            match self.take(unit, Action::Face { unit, direction }) {
                Ok(()) | Err(Refusal::FacesSo(_)) => {}
                Err(refusal) => self.leave_out(unit, Some(&refusal)),
            }
        }
    }

    /// The square where each unit that may fire does most; plots that stand and are best stay.
    fn fire(&mut self, units: &[UnitId]) {
        for &unit in units {
            let side = self.battle.unit(unit).side;
            if combat::silence(self.battle, &self.now, side, unit).is_some() {
                self.leave_out(unit, None);
                continue;
            }
            let best = targets(self.battle, &self.now, unit)
                .into_iter()
                .max_by_key(|odds| (odds.casualties.mean_tenths, Reverse(odds.range)));
            let Some(best) = best else {
                self.leave_out(unit, None);
                continue;
            };
            let plot = Action::PlotFire { unit, square: Some(best.square) };
            match self.take(unit, plot) {
                Ok(()) | Err(Refusal::PlotStands(_)) => {}
                Err(refusal) => self.leave_out(unit, Some(&refusal)),
            }
        }
    }

    /// [GT 7.8] Changes the mode of everybody who is formed the other way.
    fn form(&mut self, units: &[UnitId], to_march: bool) {
        for &unit in units {
            if places::is_travelling(self.now.unit(unit).mode) == to_march {
                continue;
            }
            if let Err(refusal) = self.take(unit, Action::Mode { unit }) {
                self.leave_out(unit, Some(&refusal));
            }
        }
    }
}
