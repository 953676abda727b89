//! Retreat [BG 7.7] and displacement [BG 7.8]: where a unit that must retreat may go, and who makes room.
//!
//! In which order units retreat, and what becomes of those that cannot, is said in [`resolve`](super::resolve).

use atlas::Side;
use field::{Cell, CellSet};

use super::battle::Battle;
use super::ids::{UnitId, UnitSet};
use super::refusal::Refusal;
use super::state::State;

/// One way for a unit to retreat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Retreat {
    /// Who.
    pub unit: UnitId,
    /// Where to.
    pub to: Cell,
    /// Who must make room.
    pub displace: Option<UnitId>,
}

/// The hexes that a chain of displacements has visited: none for a unit that begins one.
pub type Visited = CellSet;

/// [BG 7.72] Whether a hex is free of enemies and of their control. Prohibited hexes and hexsides are not
/// between adjacent hexes.
fn is_open(state: &State, side: Side, to: Cell) -> bool {
    let enemy = side.other();
    !state.occupied(enemy).contains(to) && !state.controlled_by(enemy).contains(to)
}

/// Whether a unit that must retreat is eliminated instead, whatever the ground [BG-A 19.0, BG-C 16.11].
pub fn is_bound(battle: &Battle, unit: UnitId) -> bool {
    battle.unit(unit).immobile
}

/// [BG 7.71] Every way for a unit to retreat one hex; none if it is trapped. `visited` holds the hexes of
/// the chain so far if the unit is itself displaced.
pub fn options(battle: &Battle, state: &State, unit: UnitId, visited: &Visited) -> Vec<Retreat> {
    let Some(from) = state.cell(unit) else { return Vec::new() };
    if is_bound(battle, unit) {
        return Vec::new();
    }
    let side = battle.unit(unit).side;
    let is_way = |&to: &Cell| is_open(state, side, to) && !visited.contains(to);
    // [BG-A 15.4, BG-F 17.33, BG-C 19.13] Off the map and into ferries there is no way.
    let ways: Vec<Cell> = battle.adjacent(from).iter().copied().filter(is_way).collect();
    // [BG 7.73] An empty hex, or one friend to stack with.
    let roomy: Vec<Retreat> = ways
        .iter()
        .filter(|&&to| !state.full(side).contains(to))
        .map(|&to| Retreat { unit, to, displace: None })
        .collect();
    if !roomy.is_empty() {
        return roomy;
    }
    // [BG 7.81] Only where no hex with room is open is a friend displaced, one for each retreating unit.
    let mut visited = *visited;
    visited.insert(from);
    let mut found = Vec::new();
    for to in ways.into_iter().filter(|&to| chain_ends_well(battle, state, side, to, &visited)) {
        for displaced in displaceable(battle, state, side, to).iter() {
            found.push(Retreat { unit, to, displace: Some(displaced) });
        }
    }
    found
}

/// The units in a hex that could make room: those that can retreat at all.
fn displaceable(battle: &Battle, state: &State, side: Side, cell: Cell) -> UnitSet {
    let there = state.units_at(cell).intersection(battle.of_side(side));
    there.iter().filter(|&unit| !is_bound(battle, unit)).collect()
}

/// [BG 7.82?] Whether a chain of displacements that pushes a unit out of this full hex can end where there
/// is room, visiting each hex at most once and costing nobody. A way exists exactly if one does through
/// hexes that hold somebody who can be pushed on, so a search for reachable hexes answers it.
fn chain_ends_well(
    battle: &Battle,
    state: &State,
    side: Side,
    full: Cell,
    visited: &Visited,
) -> bool {
    let mut seen = *visited;
    seen.insert(full);
    let mut open = vec![full];
    while let Some(cell) = open.pop() {
        for &next in battle.adjacent(cell) {
            if !is_open(state, side, next) || seen.contains(next) {
                continue;
            }
            if !state.full(side).contains(next) {
                return true;
            }
            seen.insert(next);
            if !displaceable(battle, state, side, next).is_empty() {
                open.push(next);
            }
        }
    }
    false
}

/// Whether a unit has any way to retreat.
pub fn is_possible(battle: &Battle, state: &State, unit: UnitId) -> bool {
    !options(battle, state, unit, &CellSet::EMPTY).is_empty()
}

/// Why a unit may not retreat so, given that it is not one of its options.
pub fn why_not(
    battle: &Battle,
    state: &State,
    retreat: &Retreat,
    visited: &Visited,
    options: &[Retreat],
) -> Refusal {
    let &Retreat { unit, to, displace } = retreat;
    let side = battle.unit(unit).side;
    let Some(from) = state.cell(unit) else { return Refusal::NotOnMap(unit) };
    if battle.grid().direction(from, to).is_none() {
        return Refusal::RetreatsTooFar { unit, to };
    }
    if !battle.ground.are_adjacent(from, to) {
        return Refusal::RetreatsIntoProhibited { unit, to };
    }
    if state.occupied(side.other()).contains(to) {
        return Refusal::RetreatsIntoEnemy { unit, to };
    }
    if state.controlled_by(side.other()).contains(to) {
        return Refusal::RetreatsIntoControl { unit, to };
    }
    if visited.contains(to) {
        return Refusal::DisplacedInCircle { unit, to };
    }
    let roomy = options.iter().any(|option| option.displace.is_none());
    if state.full(side).contains(to) {
        match (roomy, displace) {
            (true, _) => Refusal::DisplacesWithoutNeed { unit, to },
            (false, None) => Refusal::NobodyNamedToDisplace { unit, to },
            (false, Some(other)) if state.cell(other) != Some(to) => {
                Refusal::DisplacesAbsent { unit, other, to }
            }
            (false, Some(other)) if is_bound(battle, other) => Refusal::DisplacesImmobile { other },
            (false, Some(_)) => Refusal::DisplacementKills { unit, to },
        }
    } else {
        Refusal::DisplacesIntoRoom { unit, to }
    }
}
