//! Every legal action of a state, up to the choice of path, of announced column and of supporting guns.

use field::{Cell, Search};

use super::action::{Action, Attack};
use super::advance;
use super::artillery;
use super::battle::Battle;
use super::check_combat::check_attack_with;
use super::ids::{Around, UnitId, UnitSet};
use super::losses;
use super::movement::Mover;
use super::obligations::Obligations;
use super::pending::{Pending, Step};
use super::reinforcements;
use super::resolve::retreat_choices;
use super::state::{Phase, State};

/// A legal action, with what it costs or who could join it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The action.
    pub action: Action,
    /// Movement points, for moves, entries and exits.
    pub cost: Option<u8>,
    /// Guns that could join, for attacks.
    pub may_bombard: Option<UnitSet>,
}

impl Listed {
    fn plain(action: Action) -> Listed {
        Listed { action, cost: None, may_bombard: None }
    }

    fn costing(action: Action, cost: u8) -> Listed {
        Listed { action, cost: Some(cost), may_bombard: None }
    }
}

/// Every legal action.
pub fn actions(battle: &Battle, state: &State) -> Vec<Listed> {
    if state.outcome.is_some() {
        return Vec::new();
    }
    match (state.pending(), state.phase) {
        (Some(pending), _) => choices(battle, state, pending),
        (None, Phase::Movement) => marches(battle, state),
        (None, Phase::Combat) => attacks(battle, state),
    }
}

fn marches(battle: &Battle, state: &State) -> Vec<Listed> {
    let mut found = Vec::new();
    let mut search = Search::new();
    for unit in battle.of_side(state.side).iter() {
        marches_of(battle, state, unit, &mut search, &mut found);
    }
    if super::check::check(battle, state, &Action::EndPhase).is_ok() {
        found.push(Listed::plain(Action::EndPhase));
    }
    found
}

/// Every move, entry and exit of one unit.
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
        for (hex, cost) in reinforcements::exits(battle, state, unit, &mover, search) {
            found.push(Listed::costing(Action::Exit { unit, hex, path: None }, cost));
        }
        return;
    }
    let Some(arrival) = reinforcements::arrival(battle, unit) else { return };
    for &hex in &arrival.cells {
        if reinforcements::why_not_placed(battle, state, unit, hex).is_some() {
            continue;
        }
        for (to, cost) in reinforcements::destinations(battle, state, unit, hex, search) {
            found.push(Listed::costing(Action::Enter { unit, hex, to, path: None }, cost));
        }
    }
}

fn attacks(battle: &Battle, state: &State) -> Vec<Listed> {
    let obligations = Obligations::of(battle, state);
    let mut found = Vec::new();
    each_assault(battle, &obligations, &mut |defenders, attackers| {
        let attack = Attack { defenders, attackers, bombard: UnitSet::EMPTY, column: None };
        found.extend(listed_attack(battle, state, attack, &obligations));
    });
    for target in obligations.targets.iter() {
        found.extend(listed_bombardment(battle, state, target, &obligations));
    }
    if obligations.are_met() {
        found.push(Listed::plain(Action::EndPhase));
    }
    found
}

/// Every set of targets with every set of hexes next to all of them, each pair once: the targets are
/// found from the first of the hexes that could attack them all.
fn each_assault(battle: &Battle, obligations: &Obligations, visit: &mut dyn FnMut(Around, Around)) {
    for first in obligations.must_attack.iter() {
        let targets = next_to(battle, first, &obligations.targets);
        for defenders in subsets(&targets) {
            let able = common_attackers(battle, obligations, &defenders);
            if able.first() != Some(&first) {
                continue;
            }
            for attackers in subsets(&able) {
                visit(defenders, attackers);
            }
        }
    }
}

/// Those of some hexes that are next to a hex, in the order of their numbers.
fn next_to(battle: &Battle, cell: Cell, among: &field::CellSet) -> Around {
    Around::of(battle.ground.around(cell).within(among).iter()).unwrap_or(Around::EMPTY)
}

/// The hexes that can attack all of these targets together [BG 7.25], in the order of their numbers.
pub fn common_attackers(battle: &Battle, obligations: &Obligations, defenders: &[Cell]) -> Around {
    let Some((&first, rest)) = defenders.split_first() else { return Around::EMPTY };
    let able = next_to(battle, first, &obligations.must_attack);
    if rest.is_empty() {
        return able;
    }
    let reaches = |cell: &Cell| rest.iter().all(|&to| battle.ground.are_adjacent(*cell, to));
    Around::of(able.iter().copied().filter(reaches)).unwrap_or(Around::EMPTY)
}

/// The subsets of at most six hexes, without the empty one.
fn subsets(cells: &[Cell]) -> impl Iterator<Item = Around> + '_ {
    (1u32..1 << cells.len()).filter_map(|bits| {
        Around::of(
            cells.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, &cell)| cell),
        )
    })
}

fn listed_attack(
    battle: &Battle,
    state: &State,
    attack: Attack,
    obligations: &Obligations,
) -> Option<Listed> {
    check_attack_with(battle, state, &attack, obligations).ok()?;
    let may_bombard = guns_that_can_join(battle, state, &attack, obligations);
    Some(Listed { action: Action::Attack(attack), cost: None, may_bombard: Some(may_bombard) })
}

/// Bombardment alone: listed with the first gun that may fire, and all that could.
fn listed_bombardment(
    battle: &Battle,
    state: &State,
    target: Cell,
    obligations: &Obligations,
) -> Option<Listed> {
    let defenders = Around::of([target])?;
    let none =
        Attack { defenders, attackers: Around::EMPTY, bombard: UnitSet::EMPTY, column: None };
    let may_bombard = guns_that_can_join(battle, state, &none, obligations);
    let attack = Attack { bombard: UnitSet::one(may_bombard.first()?), ..none };
    Some(Listed { action: Action::Attack(attack), cost: None, may_bombard: Some(may_bombard) })
}

/// The guns that, each alone, could be added to an attack.
pub fn guns_that_can_join(
    battle: &Battle,
    state: &State,
    attack: &Attack,
    obligations: &Obligations,
) -> UnitSet {
    let own = battle.guns().intersection(battle.of_side(state.side));
    own.iter()
        .filter(|&gun| {
            let Some(from) = state.cell(gun) else { return false };
            let near = attack.defenders.iter().any(|&t| artillery::in_range(battle, gun, from, t));
            let with = Attack { bombard: attack.bombard.union(UnitSet::one(gun)), ..*attack };
            near && check_attack_with(battle, state, &with, obligations).is_ok()
        })
        .collect()
}

/// The choices at a step of a combat.
fn choices(battle: &Battle, state: &State, pending: &Pending) -> Vec<Listed> {
    match pending.step {
        Step::Elect => pending
            .units
            .iter()
            .flat_map(|unit| [true, false].map(|retreat| Action::Elect { unit, retreat }))
            .map(Listed::plain)
            .collect(),
        Step::Losses => {
            let lost = pending.combat.map_or(0, |combat| battle.strength(combat.defenders));
            let choices = losses::choices(battle, pending.units, lost);
            choices.into_iter().map(|units| Listed::plain(Action::Losses { units })).collect()
        }
        Step::Retreat | Step::Withdraw => retreat_choices(battle, state, pending)
            .into_iter()
            .map(|way| Action::Retreat { unit: way.unit, to: way.to, displace: way.displace })
            .map(Listed::plain)
            .collect(),
        Step::Advance => advance::options(battle, state, pending.units, &pending.vacated)
            .into_iter()
            .map(|(unit, to)| Action::Advance { unit, to })
            .chain([Action::Decline])
            .map(Listed::plain)
            .collect(),
    }
}
