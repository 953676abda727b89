//! What every judgement needs at hand: the battle and its survey, and small questions about a state.

use std::borrow::Cow;

use atlas::Side;
use field::{Cell, CellSet, Search};
use rules::blue_gray::facts::{QuotaFacts, Recovery};
use rules::blue_gray::movement::{self, Mover};
use rules::blue_gray::{Battle, State, UnitId, UnitSet, reinforcements};

use crate::blue_gray::position::survey::Survey;

/// The battle and what was worked out about it.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// Its survey.
    pub survey: &'a Survey,
}

impl Desk<'_> {
    /// The units of a side in a hex.
    pub fn stack(&self, state: &State, side: Side, cell: Cell) -> UnitSet {
        state.units_at(cell).intersection(self.battle.of_side(side))
    }

    /// What these units' lives are worth.
    pub fn worth(&self, units: UnitSet, turn: u8) -> f64 {
        units.iter().map(|unit| self.survey.worth(unit, turn)).sum()
    }

    /// The printed strength of these units.
    pub fn strength(&self, units: UnitSet) -> u32 {
        units.iter().map(|unit| self.survey.strength(unit)).sum()
    }

    /// The hexes under control from these.
    pub fn control_from(&self, cells: CellSet) -> CellSet {
        cells.iter().flat_map(|cell| self.battle.adjacent(cell).iter().copied()).collect()
    }

    /// How many more units of a side a hex has room for.
    pub fn room(&self, state: &State, side: Side, cell: Cell) -> usize {
        if state.full(side).contains(cell) {
            0
        } else if state.occupied(side).contains(cell) {
            self.battle.stacking.saturating_sub(self.stack(state, side, cell).len())
        } else {
            self.battle.stacking
        }
    }

    /// The game-turn of a side's next player-turn, this one included; `None` if it has none left.
    pub fn next_turn(&self, state: &State, side: Side) -> Option<u8> {
        let this_turn = state.side == side || state.side == self.battle.first;
        let turn = if this_turn { state.turn } else { state.turn + 1 };
        (turn <= self.battle.turns && state.outcome.is_none()).then_some(turn)
    }

    /// The game-turn of a side's next player-turn after the one that is being played; `None` if it has none left.
    pub fn next_turn_after(&self, state: &State, side: Side) -> Option<u8> {
        let turn =
            if state.side == side { Some(state.turn + 1) } else { self.next_turn(state, side) };
        turn.filter(|&turn| turn <= self.battle.turns && state.outcome.is_none())
    }

    /// How many units of a side the quota lets move on a turn.
    pub fn quota(&self, state: &State, side: Side, turn: u8) -> usize {
        let quota = self.battle.quota().filter(|quota| quota.side == side && !state.quota_lifted);
        let Some(quota) = quota else { return usize::MAX };
        // [BG-A 18.1] A crossing ends it from the next player-turn of its side on.
        if state.creek_crossed && state.side != side {
            return usize::MAX;
        }
        if state.side == side
            && let Some(now) = movement::quota_now(self.battle, state)
        {
            return usize::from(now.saturating_sub(state.moves_made));
        }
        let bonus = match quota.bonus {
            Some((cell, units)) if state.holder(self.battle, cell) == Some(side) => units,
            _ => 0,
        };
        usize::from(self.quota_on(quota, turn).saturating_add(bonus))
    }

    /// How many units a quota lets move on a turn, without its bonus.
    pub fn quota_on(&self, quota: &QuotaFacts, turn: u8) -> u8 {
        let own = quota.on_turn.iter().find(|(on, _)| *on == turn).map(|(_, units)| *units);
        let option = self.battle.options.quota;
        own.map_or(option.unwrap_or(quota.units), |own| own.max(option.unwrap_or(0)))
    }

    /// [BG 11.2] The units of a side that may not attack on a turn; a die that restores them is not counted on.
    pub fn ineffective(&self, state: &State, side: Side, turn: u8) -> UnitSet {
        let battle = self.battle;
        let rested = battle.facts.recovery == Recovery::Night
            && (state.turn..turn).any(|before| battle.is_night(before));
        if rested { UnitSet::EMPTY } else { state.ineffective().intersection(battle.of_side(side)) }
    }

    /// How many units of a stack that must retreat from a hex would find no way.
    pub fn caught(&self, state: &State, side: Side, cell: Cell, units: UnitSet) -> UnitSet {
        let bound: UnitSet = units.iter().filter(|&unit| self.battle.unit(unit).immobile).collect();
        let free = units.without(bound);
        if free.is_empty() {
            return bound;
        }
        let enemy = side.other();
        let (enemies, control) = (state.occupied(enemy), state.controlled_by(enemy));
        let (mut room, mut full) = (0, false);
        for &near in self.battle.adjacent(cell) {
            if enemies.contains(near) || control.contains(near) {
                continue;
            }
            let here = self.room(state, side, near);
            room += here;
            full |= here == 0;
        }
        if room >= free.len() {
            return bound;
        }
        if full
            && free
                .iter()
                .any(|unit| rules::blue_gray::retreat::is_possible(self.battle, state, unit))
        {
            return bound;
        }
        // Whoever is dearest gets away.
        let mut left: Vec<UnitId> = free.iter().collect();
        left.sort_by_key(|&unit| self.survey.strength(unit));
        left.truncate(free.len() - room);
        bound.union(left.into_iter().collect())
    }
}

/// Where the units of a side could move.
#[derive(Clone, Debug)]
pub struct Reaches {
    /// The units that could move at all, with the hexes they could stop in.
    pub units: Vec<(UnitId, CellSet)>,
    /// The same as a set.
    pub mobile: UnitSet,
    /// Per hex, who could come there.
    by_cell: Vec<UnitSet>,
    /// The hexes where somebody could come.
    pub all: CellSet,
}

impl Reaches {
    /// Where the units of a side could move on its next player-turn, as things stand; those in contact, held
    /// or immobile stay.
    pub fn of(
        desk: &Desk<'_>,
        state: &State,
        side: Side,
        turn: u8,
        search: &mut Search,
    ) -> Reaches {
        Reaches::after(desk, state, side, turn, CellSet::EMPTY, search)
    }

    /// The same, when enemies have left some hexes by then and hold nobody from there.
    pub fn after(
        desk: &Desk<'_>,
        state: &State,
        side: Side,
        turn: u8,
        left: CellSet,
        search: &mut Search,
    ) -> Reaches {
        let battle = desk.battle;
        let own = battle.of_side(side);
        let able = if state.side == side && state.phase == rules::blue_gray::Phase::Movement {
            movement::able_to_move(battle, state)
        } else {
            let mut controlled = *state.controlled_by(side.other());
            if !left.is_empty() {
                controlled = desk.control_from(*state.occupied(side.other()) - left);
            }
            own.iter()
                .filter(|&unit| {
                    let Some(cell) = state.cell(unit) else { return false };
                    let printed = battle.unit(unit);
                    let held = printed.held && !state.flags(unit).released();
                    let still = printed.standstill.contains(&turn) && !battle.options.no_standstill;
                    !(controlled.contains(cell) || printed.immobile || held || still)
                })
                .collect()
        };
        let full = state.full(side);
        let allowance = battle.allowance(turn);
        // What is closed at night is open in the morning.
        let mut then = Cow::Borrowed(state);
        if battle.is_night(turn) != battle.is_night(state.turn) {
            then.to_mut().turn = turn;
        }
        let mut reaches = Reaches {
            units: Vec::with_capacity(able.len()),
            mobile: able,
            by_cell: vec![UnitSet::EMPTY; battle.grid().slots()],
            all: CellSet::EMPTY,
        };
        for unit in able.iter() {
            let Some(start) = state.cell(unit) else { continue };
            let mover = Mover::new(battle, &then, unit, start, allowance);
            let mut cells = search.reach(&battle.ground.costs, mover.walk()).destinations() - *full;
            cells.remove(start);
            reaches.add(unit, cells);
        }
        reaches
    }

    fn add(&mut self, unit: UnitId, cells: CellSet) {
        for cell in cells.iter() {
            self.by_cell[cell.index()].insert(unit);
        }
        self.all |= cells;
        self.units.push((unit, cells));
    }

    /// Who could come to a hex.
    pub fn to(&self, cell: Cell) -> UnitSet {
        self.by_cell[cell.index()]
    }

    /// Where a unit could go.
    pub fn from(&self, unit: UnitId) -> CellSet {
        let found = self.units.iter().find(|(other, _)| *other == unit);
        found.map_or(CellSet::EMPTY, |(_, cells)| *cells)
    }
}

/// The units of the phasing player that wait off the map and could come on now.
pub fn due(battle: &Battle, state: &State) -> Vec<UnitId> {
    let own = battle.of_side(state.side).iter();
    own.filter(|&unit| reinforcements::is_due(battle, state, unit))
        .filter(|&unit| reinforcements::can_enter(battle, state, unit))
        .collect()
}
