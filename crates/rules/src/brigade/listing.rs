//! Every legal action of a state, up to the choice of path and of guns.

use field::{Cell, CellSet, Search};

use super::action::{Action, Assault};
use super::activation;
use super::advance;
use super::arrivals;
use super::assault::{self, Part};
use super::battle::Battle;
use super::bombardment;
use super::check::check;
use super::ford;
use super::movement::{Mover, able_to_move};
use super::obligations;
use super::pending::{Attack, CombatChoice, Pending, Reaction, Step};
use super::rally;
use super::resolve::retreat_choices;
use super::state::{Phase, State};
use super::withdrawal;
use crate::ids::{Around, UnitId, UnitSet};

/// A legal action, with what it costs or who could join it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The action.
    pub action: Action,
    /// Half-points, for moves and entries.
    pub half_points: Option<u8>,
    /// Guns that could join, for assaults.
    pub may_join: Option<UnitSet>,
}

impl Listed {
    fn plain(action: Action) -> Listed {
        Listed { action, half_points: None, may_join: None }
    }

    fn costing(action: Action, cost: u8) -> Listed {
        Listed { action, half_points: Some(cost), may_join: None }
    }
}

/// Every legal action.
pub fn actions(battle: &Battle, state: &State) -> Vec<Listed> {
    if state.outcome.is_some() {
        return Vec::new();
    }
    match state.pending() {
        Some(Pending::Combat(choice)) => combat_choices(battle, state, choice),
        Some(Pending::Reaction(reaction)) => reactions(battle, state, reaction),
        None => in_phase(battle, state),
    }
}

fn in_phase(battle: &Battle, state: &State) -> Vec<Listed> {
    let mut found: Vec<Listed> = match state.phase {
        Phase::Activation => {
            let named = activation::choices(battle, state).into_iter();
            named.map(|corps| Listed::plain(Action::Activate { corps })).collect()
        }
        Phase::Rally => {
            let able = rally::able(battle, state);
            able.iter().map(|unit| Listed::plain(Action::Rally { unit })).collect()
        }
        Phase::Movement => marches(battle, state),
        Phase::Bombardment => {
            let fires = bombardment::choices(battle, state).into_iter();
            fires.map(|fire| Listed::plain(Action::Bombard(fire))).collect()
        }
        Phase::Assault => assaults(battle, state),
    };
    if check(battle, state, &Action::EndPhase).is_ok() {
        found.push(Listed::plain(Action::EndPhase));
    }
    found
}

fn marches(battle: &Battle, state: &State) -> Vec<Listed> {
    let mut found = Vec::new();
    let mut search = Search::new();
    for unit in able_to_move(battle, state).union(arrivals::due(battle, state)).iter() {
        marches_of(battle, state, unit, &mut search, &mut found);
    }
    if ford::searching(battle, state).is_ok() {
        for unit in state.on_map(battle, state.side).iter() {
            let hexes = ford::choices(battle, state, unit);
            found.extend(hexes.map(|hex| Listed::plain(Action::Search { unit, hex })));
        }
    }
    found
}

/// Every move and entry of one unit.
pub fn marches_of(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    search: &mut Search,
    found: &mut Vec<Listed>,
) {
    if let Ok(mover) = Mover::of(battle, state, unit) {
        for (to, cost) in mover.destinations(battle, state, search) {
            found.push(Listed::costing(Action::Move { unit, to, path: None }, cost));
        }
        return;
    }
    let Ok(cells) = arrivals::check_due(battle, state, unit) else { return };
    for &hex in cells {
        for (to, cost) in arrivals::destinations(battle, state, unit, hex, search) {
            found.push(Listed::costing(Action::Enter { unit, hex, to, path: None }, cost));
        }
    }
}

/// Every assault: each set of defending hexes with each set of infantry and cavalry next to all of
/// them, and the guns that may join; and each set of hexes with the guns next to them, where they
/// may assault alone.
fn assaults(battle: &Battle, state: &State) -> Vec<Listed> {
    let mut found = Vec::new();
    let free = assault::free(battle, state);
    for defenders in targets(battle, state, free) {
        let able = adjacent(battle, state, free, &defenders);
        let guns = able.intersection(battle.guns());
        for attackers in subsets(able.without(guns)) {
            found.extend(listed(battle, state, Assault { defenders, attackers }));
        }
        if !guns.is_empty() {
            found.extend(listed(battle, state, Assault { defenders, attackers: guns }));
        }
    }
    found
}

fn listed(battle: &Battle, state: &State, assault: Assault) -> Option<Listed> {
    assault::check(battle, state, &assault).ok()?;
    let Assault { defenders, attackers } = assault;
    let may_join = assault::guns_that_may_join(battle, state, attackers, &defenders);
    let action = Action::Assault(assault);
    Some(Listed { action, half_points: None, may_join: Some(may_join) })
}

/// Every set of hexes that somebody could assault together, each once.
fn targets(battle: &Battle, state: &State, free: UnitSet) -> Vec<Around> {
    let enemies = state.occupied(state.side.other());
    let open: CellSet =
        enemies.iter().filter(|&hex| obligations::can_be_assaulted(battle, state, hex)).collect();
    let mut found: Vec<Around> = Vec::new();
    for cell in state.hexes_of(free).iter() {
        let near: Vec<Cell> = battle.ground.around(cell).within(&open).iter().collect();
        for bits in 1u32..1 << near.len() {
            let some = near.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0);
            let Some(some) = Around::of(some.map(|(_, &hex)| hex)) else { continue };
            if !found.contains(&some) {
                found.push(some);
            }
        }
    }
    found.sort_by_cached_key(|hexes| hexes.to_vec());
    found
}

/// The units that could assault all of these hexes from next to them.
pub fn adjacent(battle: &Battle, state: &State, free: UnitSet, hexes: &[Cell]) -> UnitSet {
    let may = |&unit: &UnitId| {
        matches!(assault::part_of(battle, state, unit, hexes), Ok(Part::Adjacent))
            && assault::check_reaches(battle, state, unit, hexes).is_ok()
    };
    free.iter().filter(may).collect()
}

/// The subsets of some units, without the empty one.
fn subsets(units: UnitSet) -> impl Iterator<Item = UnitSet> {
    let all: Vec<UnitId> = units.iter().collect();
    (1u64..1 << all.len()).map(move |bits| {
        all.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, &unit)| unit).collect()
    })
}

fn combat_choices(battle: &Battle, state: &State, choice: &CombatChoice) -> Vec<Listed> {
    match choice.step {
        Step::Loss => {
            choice.units.iter().map(|unit| Listed::plain(Action::Loss { unit })).collect()
        }
        Step::Retreat => {
            let units = choice.moving.map_or(choice.units, UnitSet::one);
            let of = |unit: UnitId| {
                let choices = retreat_choices(battle, state, choice, unit);
                let all: Vec<_> = choices.iter().collect();
                all.into_iter().map(move |(to, displace)| Action::Retreat { unit, to, displace })
            };
            units.iter().flat_map(of).map(Listed::plain).collect()
        }
        _ => advances(battle, state, choice),
    }
}

fn advances(battle: &Battle, state: &State, choice: &CombatChoice) -> Vec<Listed> {
    let mut found = Vec::new();
    if let Attack::Assault(assault) = &choice.combat.attack {
        for unit in choice.units.iter() {
            for &to in advance::vacated(state, assault).iter() {
                if advance::may_enter(battle, state, unit, to) {
                    found.push(Listed::plain(Action::Advance { unit, to }));
                }
            }
        }
    }
    found.push(Listed::plain(Action::Decline));
    found
}

fn reactions(battle: &Battle, state: &State, reaction: &Reaction) -> Vec<Listed> {
    let mut found = Vec::new();
    match reaction.units.first() {
        Some(unit) => {
            let ends = withdrawal::ends(battle, state, unit);
            found.extend(ends.iter().map(|to| Listed::plain(Action::Withdraw { unit, to })));
        }
        None => {
            let unit = reaction.mover;
            let stopped =
                state.cell(unit).filter(|&at| !state.controls(battle, state.side.other(), at));
            if let Some(start) = stopped {
                let mover = Mover::going_on(battle, state, unit, start, reaction.points);
                let ends = mover.destinations(battle, state, &mut Search::new());
                let going =
                    |(to, cost)| Listed::costing(Action::Move { unit, to, path: None }, cost);
                found.extend(ends.into_iter().map(going));
            }
        }
    }
    found.push(Listed::plain(Action::Decline));
    found
}
