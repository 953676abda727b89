//! Movement [BR 6.0]: half-points, the terrain effects chart, and how zones of control hinder it.
//!
//! Friends are no obstacle: a search knows enemies only, and room is looked at where a move ends
//! [BR 5.0].

use std::ops::Deref;

use atlas::map::Terrain;
use field::{Cell, CellSet, Edge, Grid, Search, StepCosts, StepPrices, Walk};

use super::action::Path;
use super::activation::check_active;
use super::battle::Battle;
use super::ground::Water;
use super::refusal::Refusal;
use super::stacking::has_room;
use super::state::{Mark, State};
use crate::ids::{UnitId, UnitSet};

/// As many half-points as a refusal looks ahead to say what a way too far would cost.
const FAR: u8 = 48;

/// One unit about to move: where from, with how many half-points, and what is in its way.
#[derive(Clone, Debug)]
pub struct Mover<'s> {
    /// Who.
    pub unit: UnitId,
    /// Where from.
    pub start: Cell,
    /// The half-points it has.
    pub allowance: u8,
    grid: &'s Grid,
    costs: &'s StepCosts,
    /// The ford that was found.
    ford: Option<Edge>,
    /// Enemy zones of control: they stop whoever enters.
    stops: Zones<'s>,
    /// Hexes with enemies.
    enemies: &'s CellSet,
    /// Whether it begins its move in an enemy zone of control.
    caught: bool,
}

/// Zones of control: those that a movement phase keeps, or made for this mover.
#[derive(Clone, Debug)]
enum Zones<'s> {
    Kept(&'s CellSet),
    Made(Box<CellSet>),
}

impl Deref for Zones<'_> {
    type Target = CellSet;

    #[inline]
    fn deref(&self) -> &CellSet {
        match self {
            Zones::Kept(zones) => zones,
            Zones::Made(zones) => zones,
        }
    }
}

impl<'s> Mover<'s> {
    /// A unit that goes on from a hex with so many half-points, having begun its move
    /// elsewhere or earlier.
    pub fn going_on(
        battle: &'s Battle,
        state: &'s State,
        unit: UnitId,
        start: Cell,
        allowance: u8,
    ) -> Mover<'s> {
        Mover { allowance, caught: false, ..Mover::starting(battle, state, unit, start) }
    }

    /// A unit that begins its move in a hex.
    pub fn starting(battle: &'s Battle, state: &'s State, unit: UnitId, start: Cell) -> Mover<'s> {
        let enemy = battle.unit(unit).side.other();
        let stops = match state.kept_zones(enemy) {
            Some(zones) => Zones::Kept(zones),
            None => Zones::Made(Box::new(state.controlled_by(battle, enemy))),
        };
        Mover::stopped_by(battle, state, stops, (unit, start))
    }

    /// A unit that begins its move in a hex, with the hexes in the zones of control of its enemies:
    /// where many units are asked about, these are made once.
    pub fn among(
        battle: &'s Battle,
        state: &'s State,
        stops: &'s CellSet,
        (unit, start): (UnitId, Cell),
    ) -> Mover<'s> {
        Mover::stopped_by(battle, state, Zones::Kept(stops), (unit, start))
    }

    fn stopped_by(
        battle: &'s Battle,
        state: &'s State,
        stops: Zones<'s>,
        (unit, start): (UnitId, Cell),
    ) -> Mover<'s> {
        Mover {
            unit,
            start,
            allowance: battle.unit(unit).allowance,
            grid: battle.grid(),
            costs: battle.costs(unit, state.ford),
            ford: state.ford,
            caught: stops.contains(start),
            stops,
            enemies: state.occupied(battle.unit(unit).side.other()),
        }
    }

    /// A unit of the phasing player that may move in this phase; the refusal if it may not.
    pub fn of(battle: &'s Battle, state: &'s State, unit: UnitId) -> Result<Mover<'s>, Refusal> {
        check_may_move(battle, state, unit)?;
        let start = state.cell(unit).ok_or(Refusal::NotOnMap(unit))?;
        Ok(Mover::starting(battle, state, unit, start))
    }

    /// The walk that the search is asked about.
    pub fn walk(&self) -> Walk<'_> {
        let walk =
            Walk::new(self.start, self.allowance).stopping_at(&self.stops).avoiding(self.enemies);
        if self.caught { walk.starting_with(self.first_steps()) } else { walk }
    }

    /// [BR 6.0?] Whoever begins in an enemy zone of control may leave it, but not straight into
    /// another.
    fn first_steps(&self) -> StepPrices {
        let mut prices = self.costs.steps_from(self.start);
        for (way, next) in self.grid.neighbours(self.start) {
            if self.stops.contains(next) {
                prices[way.index()] = None;
            }
        }
        prices
    }

    /// The costs that the search is asked about.
    pub fn costs(&self) -> &'s StepCosts {
        self.costs
    }

    /// Every hex other than the start where the move may end, with its least cost.
    pub fn destinations(
        &self,
        battle: &Battle,
        state: &State,
        search: &mut Search,
    ) -> Vec<(Cell, u8)> {
        let reach = search.reach(self.costs, self.walk());
        let unit = battle.unit(self.unit);
        let mut open = reach.destinations() - state.closed_to(battle, unit.side, unit.arm);
        open.remove(self.start);
        open.iter().filter_map(|cell| reach.cost(cell).map(|cost| (cell, cost))).collect()
    }

    /// Whether there is a hex other than the start where the move may end.
    pub fn can_go(&self, battle: &Battle, state: &State, search: &mut Search) -> bool {
        let unit = battle.unit(self.unit);
        let reach = search.reach(self.costs, self.walk());
        !reach.ends(&state.closed_to(battle, unit.side, unit.arm)).is_empty()
    }

    /// [BR 6.0?] The way to a hex if none is given, room aside: the cheapest, of these the
    /// shortest, of these the one with the smallest numbers. The hexes entered, and the cost.
    pub fn path_to(&self, to: Cell, search: &mut Search) -> Option<(Path, u8)> {
        let reach = search.reach_to(self.costs, self.walk(), to);
        Some((Path::of(reach.steps(to)?)?, reach.cost(to)?))
    }

    /// Whether the unit may go to a hex, by a given way or by the cheapest.
    pub fn check(
        &self,
        battle: &Battle,
        state: &State,
        to: Cell,
        path: Option<&Path>,
        search: &mut Search,
    ) -> Result<(), Refusal> {
        let unit = self.unit;
        match path {
            Some(path) => {
                // A path that names no hex goes nowhere.
                if path.last() != Some(&to) {
                    return Err(Refusal::EmptyPath(unit));
                }
                self.walk_along(battle, path)?;
            }
            None if to == self.start => return Err(Refusal::RoundTrip(unit)),
            None => {
                if search.reach_to(self.costs, self.walk(), to).cost(to).is_none() {
                    return Err(self.why_unreachable(battle, to, search));
                }
            }
        }
        // [BR 5.0] Nobody stops where there is no room for him.
        if !has_room(battle, state, unit, to) {
            return Err(Refusal::NoRoom { unit, to });
        }
        Ok(())
    }

    /// What a given way costs, or why it cannot be gone. Room at its end is not looked at.
    pub fn walk_along(&self, battle: &Battle, path: &[Cell]) -> Result<u8, Refusal> {
        let unit = self.unit;
        let (mut here, mut spent) = (self.start, 0u16);
        for (index, &next) in path.iter().enumerate() {
            let begins = index == 0;
            // [BR 6.0] Whoever enters an enemy zone of control stops at once.
            if !begins && self.stops.contains(here) {
                return Err(Refusal::MovesOnUnderControl { unit, at: here });
            }
            let step = self.step(battle, here, next)?;
            if self.enemies.contains(next) {
                return Err(Refusal::IntoEnemy { unit, to: next });
            }
            if begins && self.caught && self.stops.contains(next) {
                return Err(Refusal::FromControlToControl { unit, to: next });
            }
            spent += u16::from(step);
            here = next;
        }
        if spent > u16::from(self.allowance) {
            let cost = u8::try_from(spent).ok();
            return Err(Refusal::TooFar { unit, to: here, cost, allowance: self.allowance });
        }
        Ok(spent as u8)
    }

    /// What a step costs, or why it cannot be made.
    fn step(&self, battle: &Battle, from: Cell, to: Cell) -> Result<u8, Refusal> {
        let Some(way) = battle.grid().direction(from, to) else {
            return Err(Refusal::Skips { from, to });
        };
        match self.costs.price(from, way) {
            Some(cost) => Ok(cost.get()),
            None => Err(self.why_no_step(battle, from, to)),
        }
    }

    fn why_no_step(&self, battle: &Battle, from: Cell, to: Cell) -> Refusal {
        let ground = &battle.ground;
        if let Some(refusal) = self.why_closed(battle, to) {
            return refusal;
        }
        if ground.water_between(from, to, self.ford) == Water::Creek {
            return Refusal::AcrossCreek { from, to };
        }
        Refusal::OnlyByRoad { unit: self.unit, to }
    }

    /// Why the unit may never be in a hex; `None` if it may.
    fn why_closed(&self, battle: &Battle, to: Cell) -> Option<Refusal> {
        let ground = &battle.ground;
        if !ground.land.contains(to) {
            return Some(Refusal::OffMap(to));
        }
        let open = ground.entry_cost(battle.unit(self.unit).gait, to).is_some()
            || ground.terrain(to) == Terrain::RoadInWoods;
        (!open).then_some(Refusal::Prohibited { unit: self.unit, to })
    }

    /// Why there is no way to a hex.
    fn why_unreachable(&self, battle: &Battle, to: Cell, search: &mut Search) -> Refusal {
        let unit = self.unit;
        if let Some(refusal) = self.why_closed(battle, to) {
            return refusal;
        }
        if self.enemies.contains(to) {
            return Refusal::IntoEnemy { unit, to };
        }
        // The way that it would have if nobody controlled anything shows what stands in it.
        let free = Walk::new(self.start, self.allowance).avoiding(self.enemies);
        let way = search.reach(self.costs, free).path(to);
        if let Some(way) = way
            && let Err(refusal) = self.walk_along(battle, &way.cells()[1..])
        {
            return refusal;
        }
        if battle.grid().direction(self.start, to).is_some()
            && let Err(refusal) = self.step(battle, self.start, to)
        {
            return refusal;
        }
        let far = Walk { allowance: FAR, ..self.walk() };
        let cost = search.reach(self.costs, far).cost(to);
        Refusal::TooFar { unit, to, cost, allowance: self.allowance }
    }
}

/// What bars a unit from moving in this phase.
const BARS: [Mark; 3] = [Mark::Rallied, Mark::Moved, Mark::Searched];

/// Whether a unit of the phasing player may begin a move.
pub fn check_may_move(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    check_active(battle, state, unit)?;
    match BARS.into_iter().find(|&mark| state.is_marked(unit, mark)) {
        Some(mark) => Err(Refusal::Done { unit, mark }),
        None => Ok(()),
    }
}

/// The units that what they have done in this turn keeps from moving.
pub fn barred(state: &State) -> UnitSet {
    BARS.map(|mark| state.marked(mark)).into_iter().fold(UnitSet::EMPTY, UnitSet::union)
}

/// The units of the phasing player on the map that may begin a move.
pub fn able_to_move(battle: &Battle, state: &State) -> UnitSet {
    battle.active(state).intersection(state.on_map(battle, state.side)).without(barred(state))
}
