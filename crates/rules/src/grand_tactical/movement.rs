//! [GT 7.5, 7.6, GT-T 1.0] Movement: what a step costs, whether it is allowed, and how far a unit comes.

use atlas::battle::{Arm, Mode};
use atlas::map::Terrain;
use field::{Cell, Direction};

use super::action::{MOST_STEPS, Path};
use super::battle::{Battle, Step};
use super::ids::UnitId;
use super::places::{self, Full};
use super::refusal::Refusal;
use super::state::State;
use super::{activation, tables::Column};

/// A unit about to move: what does not change from step to step.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    unit: UnitId,
    side: atlas::Side,
    column: Column,
    /// [GT-T 1.0] Whether it gets the road rate.
    by_road: bool,
    /// [GT 7.8] Whether it is formed to cross a bridge.
    crosses: bool,
    basic: bool,
    /// [GT 7.5?] The most that a first step costs (D-91); none in the basic game.
    cap: u8,
}

impl Mover {
    /// A unit as it is formed now.
    #[inline]
    pub fn new(battle: &Battle, state: &State, unit: UnitId) -> Mover {
        let (facts, now) = (battle.unit(unit), state.unit(unit));
        let basic = battle.options.basic();
        let points = &battle.tables.points;
        let cap = match (basic, now.in_command) {
            (true, _) => u8::MAX,
            (false, true) => points.in_command,
            (false, false) => points.out_of_command,
        };
        Mover {
            unit,
            side: facts.side,
            column: battle.column(unit, now.mode),
            by_road: basic || facts.arm != Arm::Infantry || now.mode == Mode::Column,
            crosses: places::may_cross_bridge(battle, now.mode),
            basic,
            cap,
        }
    }

    /// [GT 7.5, 7.7] Whether the unit may stand in the square to which a step leads.
    #[inline]
    fn may_enter(&self, battle: &Battle, state: &State, step: &Step) -> Result<(), Refusal> {
        let (unit, to) = (self.unit, step.to);
        let dry = step.cost[self.column.index()] > 0;
        if !dry || (step.needs_ford && !state.fords.contains(to)) {
            return Err(Refusal::Impassable { unit, to });
        }
        if state.occupied(self.side.other()).contains(to) {
            return Err(Refusal::IntoEnemy { unit, to });
        }
        if state.is_occupied(to) {
            match places::room(battle, state, unit, to) {
                Err(Full::Crowded) => return Err(Refusal::NoRoom { unit, to }),
                Err(Full::OneOnly) => return Err(Refusal::OneUnitOnly { unit, to }),
                Ok(()) => {}
            }
        }
        if step.onto_bridge && !self.crosses {
            return Err(Refusal::WrongModeForBridge(unit));
        }
        Ok(())
    }

    /// [GT-T 1.0] What a step costs (9.2) by the enemies that stand in this state; `first`: the unit has
    /// not moved in this phase. Entering must be allowed.
    #[inline]
    fn price(
        &self,
        battle: &Battle,
        state: &State,
        from: Cell,
        step: &Step,
        first: bool,
    ) -> Result<u8, Refusal> {
        let (unit, to, column) = (self.unit, step.to, self.column.index());
        let costs = &battle.tables.costs;
        let mut cost = step.cost[column];
        let road = step.by_road[column];
        // [GT 7.7] The road rate only onto a square without another unit.
        if road > 0 && self.by_road && !state.is_occupied(to) {
            cost = cost.min(road);
        }
        let enemy = self.side.other();
        let leaves = state.in_zone_of(battle, enemy, from);
        let enters = state.in_zone_of(battle, enemy, to);
        if leaves && enters {
            let Some(extra) = costs.zone_to_zone[column] else {
                return Err(Refusal::ArtilleryZoneToZone { unit, to });
            };
            if self.basic {
                // [GT-QS 3.6] Ten points, and no fewer.
                return Ok(costs.basic_zone_to_zone);
            }
            if !first {
                return Err(Refusal::ZoneToZoneAfterStep { unit, to });
            }
            cost += extra;
        } else if self.basic {
            cost += if enters { costs.basic_zone } else { 0 };
        } else if leaves || enters {
            cost += costs.zone[column];
        }
        Ok(if first { cost.min(self.cap) } else { cost })
    }

    /// Whether a step is allowed by the enemies in this state, and what it costs.
    #[inline]
    pub fn step(
        &self,
        battle: &Battle,
        state: &State,
        from: Cell,
        way: Direction,
        first: bool,
    ) -> Result<(Cell, u8), Refusal> {
        let step = &battle.steps[from][way.index()];
        if step.to == from {
            return Err(Refusal::OffMap(self.unit));
        }
        self.may_enter(battle, state, step)?;
        Ok((step.to, self.price(battle, state, from, step, first)?))
    }

    /// Why the unit could not stand in a square, wherever it came from.
    fn cannot_stand(&self, battle: &Battle, state: &State, to: Cell) -> Option<Refusal> {
        if !battle.passable(&state.fords, to) {
            return Some(Refusal::Impassable { unit: self.unit, to });
        }
        let way = Direction::ALL.into_iter().find_map(|way| {
            let from = battle.grid.neighbour(to, way)?;
            Some(battle.steps[from][way.opposite().index()])
        });
        way.and_then(|step| self.may_enter(battle, state, &step).err())
    }
}

/// [GT 7.5, 3.3] Whether a unit may move at all.
#[inline]
pub fn may_move(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    activation::may_move(battle, state, unit)?;
    let now = state.unit(unit);
    if now.mode == Mode::Unlimbered && !battle.options.basic() {
        return Err(Refusal::Unlimbered(unit));
    }
    if now.routed && now.moved > 0 {
        return Err(Refusal::RoutedMovesOnce(unit));
    }
    Ok(())
}

/// Whether a way is allowed step by step, and what it costs in all.
pub fn check_path(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    path: &Path,
) -> Result<u8, Refusal> {
    may_move(battle, state, unit)?;
    let Some(mut at) = state.cell(unit) else { return Err(Refusal::NotOnMap(unit)) };
    if path.is_empty() {
        return Err(Refusal::EmptyPath(unit));
    }
    let now = state.unit(unit);
    if now.routed && path.len() > 1 {
        return Err(Refusal::RoutedMovesOnce(unit));
    }
    let mover = Mover::new(battle, state, unit);
    let mut spent = 0;
    for (index, &way) in path.ways().iter().enumerate() {
        let first = now.moved == 0 && index == 0;
        let (to, cost) = if index == 0 {
            mover.step(battle, state, at, way, first)?
        } else {
            mover.later_step(battle, state, at, way)?
        };
        spent += cost;
        if spent > now.op {
            return Err(Refusal::TooFewPoints { unit, cost: spent, has: now.op });
        }
        at = to;
    }
    Ok(spent)
}

impl Mover {
    /// A step after the first of a move: the unit itself no longer stands where it began.
    #[inline]
    fn later_step(
        &self,
        battle: &Battle,
        state: &State,
        from: Cell,
        way: Direction,
    ) -> Result<(Cell, u8), Refusal> {
        let step = &battle.steps[from][way.index()];
        if step.to == from {
            return Err(Refusal::OffMap(self.unit));
        }
        self.may_enter(battle, state, step)?;
        let cost = self.price(battle, state, from, step, false)?;
        // Back where it began the road is free again, if nobody else is there.
        let road = step.by_road[self.column.index()];
        if road > 0 && self.by_road && state.cell(self.unit) == Some(step.to) {
            let alone = state.stack(step.to).count() == 1;
            let plain = step.cost[self.column.index()];
            if alone && road < plain {
                return Ok((step.to, cost - plain + road));
            }
        }
        Ok((step.to, cost))
    }
}

impl Mover {
    /// What a step after the first costs, to a square other than where the move began; `None` if it is not
    /// allowed. The same as [`Mover::later_step`] without reasons, for searches.
    #[inline]
    fn later_cost(&self, battle: &Battle, state: &State, step: &Step, leaves: bool) -> Option<u8> {
        let (to, column) = (step.to, self.column.index());
        let mut cost = step.cost[column];
        if (step.needs_ford && !state.fords.contains(to)) || (step.onto_bridge && !self.crosses) {
            return None;
        }
        if state.is_occupied(to) {
            let enemy = state.occupied(self.side.other()).contains(to);
            if enemy || places::room(battle, state, self.unit, to).is_err() {
                return None;
            }
        } else if step.by_road[column] > 0 && self.by_road {
            cost = cost.min(step.by_road[column]);
        }
        let costs = &battle.tables.costs;
        let enters = state.zones(self.side.other()).contains(to);
        match (leaves, enters) {
            (true, true) if self.basic => {
                costs.zone_to_zone[column].map(|_| costs.basic_zone_to_zone)
            }
            (true, true) => None,
            (_, true) if self.basic => Some(cost + costs.basic_zone),
            (true, _) | (_, true) if !self.basic => Some(cost + costs.zone[column]),
            _ => Some(cost),
        }
    }
}

const SLOTS: usize = field::MAX_COLUMNS * field::MAX_ROWS;
const UNREACHED: u16 = u16::MAX;
const NONE: u16 = u16::MAX;

/// The squares that a unit can reach, each by its cheapest way: fewest points, then fewest squares.
///
/// It is made once and used for many searches, which allocate nothing.
#[derive(Clone)]
pub struct Reach {
    /// Points in the high byte, squares in the low one.
    best: Box<[u16; SLOTS]>,
    reached: Vec<u16>,
    /// Squares to go on from: a list for each number of points, linked by the place of the next.
    queue: Vec<(u16, u16)>,
    heads: [u16; MOST_STEPS + 1],
    op: usize,
    from: Option<Cell>,
}

impl std::fmt::Debug for Reach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.squares()).finish()
    }
}

impl Default for Reach {
    fn default() -> Reach {
        Reach::new()
    }
}

impl Reach {
    /// Room for searches.
    pub fn new() -> Reach {
        Reach {
            best: Box::new([UNREACHED; SLOTS]),
            reached: Vec::with_capacity(256),
            queue: Vec::with_capacity(512),
            heads: [NONE; MOST_STEPS + 1],
            op: 0,
            from: None,
        }
    }

    /// Every square that a unit can reach now, by the enemies in this state.
    pub fn search(&mut self, battle: &Battle, state: &State, unit: UnitId) {
        for &index in &self.reached {
            self.best[usize::from(index)] = UNREACHED;
        }
        self.reached.clear();
        self.queue.clear();
        self.from = state.cell(unit);
        let Some(from) = self.from.filter(|_| may_move(battle, state, unit).is_ok()) else {
            return;
        };
        let now = state.unit(unit);
        self.op = usize::from(now.op).min(MOST_STEPS);
        self.heads = [NONE; MOST_STEPS + 1];
        let mover = Mover::new(battle, state, unit);
        for way in Direction::ALL {
            if let Ok((to, cost)) = mover.step(battle, state, from, way, now.moved == 0) {
                self.offer(to, cost, 1);
            }
        }
        if now.routed {
            return;
        }
        for spent in 0..self.op {
            let mut entry = self.heads[spent];
            while entry != NONE {
                let (after, index) = self.queue[usize::from(entry)];
                entry = after;
                let label = self.best[usize::from(index)];
                // A square that was reached for less in the meantime has been gone on from.
                if usize::from(label >> 8) == spent
                    && let Some(at) = Cell::from_index(index.into())
                {
                    self.spread(battle, state, &mover, at, label);
                }
            }
        }
    }

    /// Goes on from a square to its neighbours.
    #[inline]
    fn spread(&mut self, battle: &Battle, state: &State, mover: &Mover, at: Cell, label: u16) {
        let (spent, squares) = ((label >> 8) as u8, label as u8);
        let column = mover.column.index();
        let leaves = state.zones(mover.side.other()).contains(at);
        let steps = &battle.steps[at];
        // Across sides first: what a corner costs is then mostly known to be too much.
        for index in [0, 2, 4, 6, 1, 3, 5, 7] {
            let step = &steps[index];
            let plain = step.cost[column];
            let road = mover.by_road && step.by_road[column] > 0;
            let least = if road { plain.min(1) } else { plain };
            let known = self.best[step.to.index()];
            if least == 0
                || usize::from(spent + least) > self.op
                || known <= (u16::from(spent + least) << 8 | u16::from(squares + 1))
                || Some(step.to) == self.from
            {
                continue;
            }
            if let Some(cost) = mover.later_cost(battle, state, step, leaves) {
                self.offer(step.to, spent.saturating_add(cost), squares + 1);
            }
        }
    }

    #[inline]
    fn offer(&mut self, to: Cell, cost: u8, squares: u8) {
        let label = u16::from(cost) << 8 | u16::from(squares);
        let known = &mut self.best[to.index()];
        if usize::from(cost) > self.op || *known <= label {
            return;
        }
        let queued = *known != UNREACHED && *known >> 8 == u16::from(cost);
        if *known == UNREACHED {
            self.reached.push(to.index() as u16);
        }
        *known = label;
        if !queued {
            let head = &mut self.heads[usize::from(cost)];
            self.queue.push((*head, to.index() as u16));
            *head = (self.queue.len() - 1) as u16;
        }
    }

    /// The squares reached, with points and number of squares of the cheapest way; in no order.
    pub fn squares(&self) -> impl Iterator<Item = (Cell, u8, u8)> + '_ {
        self.reached.iter().filter_map(|&index| {
            let label = self.best[usize::from(index)];
            Some((Cell::from_index(index.into())?, (label >> 8) as u8, label as u8))
        })
    }

    /// How many squares were reached.
    pub fn len(&self) -> usize {
        self.reached.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.reached.is_empty()
    }

    /// One of the squares reached, with the number of squares of its cheapest way.
    pub fn nth(&self, n: usize) -> Option<(Cell, u8)> {
        let index = usize::from(*self.reached.get(n)?);
        Some((Cell::from_index(index)?, self.best[index] as u8))
    }

    /// Points and number of squares of the cheapest way to a square.
    pub fn cost(&self, to: Cell) -> Option<(u8, u8)> {
        let label = self.best[to.index()];
        (label != UNREACHED && Some(to) != self.from).then_some(((label >> 8) as u8, label as u8))
    }

    /// The cheapest way to a square: fewest points, then fewest squares, then the smallest directions.
    pub fn path(&self, battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Option<Path> {
        let from = self.from?;
        let (_, squares) = self.cost(to)?;
        let mover = Mover::new(battle, state, unit);
        let first = state.unit(unit).moved == 0;
        // From the end back: which squares lie on some cheapest way, by the number of their step.
        let mut layers = [field::CellSet::EMPTY; MOST_STEPS + 1];
        layers[usize::from(squares)].insert(to);
        let step = |at: Cell, way: Direction| {
            if at == from {
                mover.step(battle, state, at, way, first)
            } else {
                mover.later_step(battle, state, at, way)
            }
        };
        let leads = |at: Cell, way: Direction, next: Cell| {
            let (spent, steps) = if at == from { Some((0, 0)) } else { self.cost(at) }?;
            let (to, cost) = step(at, way).ok()?;
            let (all, count) = self.cost(next)?;
            (to == next && spent + cost == all && steps + 1 == count).then_some(())
        };
        for depth in (1..=usize::from(squares)).rev() {
            let here = layers[depth];
            for cell in &here {
                for way in Direction::ALL {
                    let Some(before) = battle.grid.neighbour(cell, way) else { continue };
                    if leads(before, way.opposite(), cell).is_some() {
                        layers[depth - 1].insert(before);
                    }
                }
            }
        }
        let mut path = Path::EMPTY;
        let mut at = from;
        for layer in &layers[1..=usize::from(squares)] {
            let way = Direction::ALL.into_iter().find(|&way| {
                let next = battle.grid.neighbour(at, way);
                next.is_some_and(|next| layer.contains(next) && leads(at, way, next).is_some())
            })?;
            path.push(way);
            at = battle.grid.neighbour(at, way)?;
        }
        Some(path)
    }
}

/// Why a unit has no way to a square.
pub fn why_not(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> Refusal {
    if let Err(refusal) = may_move(battle, state, unit) {
        return refusal;
    }
    let mover = Mover::new(battle, state, unit);
    if let Some(refusal) = mover.cannot_stand(battle, state, to) {
        return refusal;
    }
    // Next door the one step says what is wrong.
    let from = state.cell(unit);
    let way = from.and_then(|from| Some((from, battle.grid.direction(from, to)?)));
    if let Some((from, way)) = way {
        let now = state.unit(unit);
        match mover.step(battle, state, from, way, now.moved == 0) {
            Err(refusal) => return refusal,
            Ok((_, cost)) if cost > now.op => {
                return Refusal::TooFewPoints { unit, cost, has: now.op };
            }
            Ok(_) => {}
        }
    }
    Refusal::NoWay { unit, to }
}

/// [GT 7.8, GT-T 1.0] What a change of mode costs (D-93).
pub fn mode_cost(battle: &Battle, state: &State, unit: UnitId) -> u8 {
    let costs = &battle.tables.costs;
    let (facts, now) = (battle.unit(unit), state.unit(unit));
    let unlimbers = now.mode == Mode::Limbered;
    let in_zone = now.cell().is_some_and(|cell| state.in_zone_of(battle, facts.side.other(), cell));
    match facts.arm {
        Arm::Artillery if unlimbers && in_zone => costs.unlimber_in_zone,
        Arm::Artillery if facts.horse_artillery => costs.horse_artillery_mode,
        Arm::Artillery => costs.change_mode[Column::Artillery.index()],
        Arm::Cavalry => costs.change_mode[Column::Mounted.index()],
        Arm::Infantry => costs.change_mode[Column::Foot.index()],
    }
}

/// Whether a square is a bridge.
pub fn is_bridge(battle: &Battle, cell: Cell) -> bool {
    battle.ground[cell].terrain == Terrain::Bridge
}
