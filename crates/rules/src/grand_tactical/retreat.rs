//! [GT 8.5, 8.6] Retreats: away from the enemy, towards the rear.

use atlas::Side;
use atlas::battle::Mode;
use field::{Cell, CellSet, Direction};

use super::action::Path;
use super::combat::Combat;
use super::event::Event;
use super::ids::UnitId;
use super::places;
use crate::dice::Dice;

/// The distance to the nearest enemy where there is none (D-87).
const NO_ENEMY: usize = 99;

/// [GT 8.5?] Of two squares the one with the smaller key is taken: out of enemy zones of control,
/// not nearer to the enemy, nearer to the rear, without friends, by the number of the direction.
type Key = (bool, bool, usize, bool, usize);

/// The next step of a retreat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    key: Key,
    direction: Direction,
    to: Cell,
}

impl<D: Dice + ?Sized> Combat<'_, D> {
    /// [GT 8.5, 8.6] A unit retreats some squares. `together`: the units of the same retreat, who
    /// do not tire each other (D-87).
    pub fn retreat(&mut self, unit: UnitId, squares: u8, together: &[UnitId]) {
        let Some(start) = self.state.cell(unit) else { return };
        if self.state.unit(unit).mode == Mode::Unlimbered && !self.battle.options.basic() {
            self.state.unit_mut(unit).mode = Mode::Limbered;
        }
        let side = self.battle.unit(unit).side;
        let routed = self.state.unit(unit).routed;
        let rear = self.battle.tables.rear[side];
        let (mut at, mut path, mut visited) = (start, Path::EMPTY, CellSet::of(start));
        let mut caught = Caught::No;
        while path.len() < usize::from(squares) && at != rear {
            let Some(step) = self.next_step(unit, side, at, &visited) else {
                if path.is_empty() && routed && self.hemmed_in(side, at) {
                    caught = Caught::Hemmed;
                }
                break;
            };
            let into_zone = step.key.0;
            if routed && into_zone && self.battle.options.basic() {
                caught = Caught::Hemmed;
                break;
            }
            at = step.to;
            visited.insert(at);
            path.push(step.direction);
            self.pass_through(unit, at, together);
            if routed && into_zone {
                caught = Caught::InZone;
                break;
            }
        }
        self.arrive(unit, start, at, &path);
        match caught {
            Caught::No => {}
            _ if self.battle.options.basic() => self.eliminate(unit),
            Caught::Hemmed | Caught::InZone => self.suffer_trap(unit),
        }
    }

    /// The best square to go to, if there is any.
    fn next_step(&self, unit: UnitId, side: Side, from: Cell, visited: &CellSet) -> Option<Step> {
        let (battle, enemy) = (self.battle, side.other());
        let rear = battle.tables.rear[side];
        let now = self.nearest(enemy, from);
        let open = |&(_, to): &(Direction, Cell)| {
            !visited.contains(to)
                && battle.passable(&self.state.fords, to)
                && !self.state.occupied(enemy).contains(to)
                && places::room(battle, self.state, unit, to).is_ok()
        };
        let judge = |(direction, to): (Direction, Cell)| {
            let (dx, dy) = (to.row().abs_diff(rear.row()), to.column().abs_diff(rear.column()));
            let key = (
                self.state.in_zone_of(battle, enemy, to),
                self.nearest(enemy, to) < now,
                dx * dx + dy * dy,
                self.state.is_occupied(to),
                direction.index(),
            );
            Step { key, direction, to }
        };
        battle.grid.neighbours(from).filter(open).map(judge).min_by_key(|step| step.key)
    }

    /// Squares to the nearest enemy, routed and unseen ones included.
    fn nearest(&self, enemy: Side, from: Cell) -> usize {
        let distance = |at: Cell| self.battle.distance(from, at);
        self.state.occupied(enemy).iter().map(distance).min().unwrap_or(NO_ENEMY)
    }

    /// [GT 8.5?] Whether it is the enemy who keeps a routed unit from going anywhere: its square,
    /// or one beside it that could be entered but for friends, is in his zone of control (D-87).
    fn hemmed_in(&self, side: Side, at: Cell) -> bool {
        let (battle, enemy) = (self.battle, side.other());
        let zone = |cell| self.state.in_zone_of(battle, enemy, cell);
        let beside = |cell: Cell| {
            battle.passable(&self.state.fords, cell)
                && !self.state.occupied(enemy).contains(cell)
                && zone(cell)
        };
        zone(at) || battle.around(at).iter().any(beside)
    }

    /// [GT-T 4.0, GT 7.7, 8.5] Whoever stands where the unit comes by grows tired.
    fn pass_through(&mut self, unit: UnitId, at: Cell, together: &[UnitId]) {
        let fatigue = self.battle.tables.fatigue.passed_through;
        for &friend in self.stack(at).units() {
            if friend != unit && !together.contains(&friend) {
                self.state.unit_mut(friend).tire(fatigue.into());
            }
        }
    }

    /// The unit stands where its retreat ended: without its works (D-38), looking where friends
    /// look that were there before (D-77), or else, if routed, the way it ran.
    fn arrive(&mut self, unit: UnitId, from: Cell, at: Cell, path: &Path) {
        let Some(&last) = path.ways().last() else { return };
        let friends = self.state.stack(at).find(|&friend| friend != unit);
        let theirs = friends.map(|friend| self.state.unit(friend).facing);
        self.state.put(self.battle, unit, at);
        let facing = !self.battle.options.basic();
        let now = self.state.unit_mut(unit);
        now.fort = 0;
        if facing {
            let own = if now.routed { last } else { now.facing };
            now.facing = theirs.unwrap_or(own);
        }
        let eyes = self.eyes(unit);
        self.events.push(Event::Retreated { unit, from, path: *path, eyes });
    }
}

/// How a rout met the enemy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caught {
    No,
    /// It could not leave its square, or in the basic game only into a zone of control.
    Hemmed,
    /// It ran into a zone of control and stopped there.
    InZone,
}
