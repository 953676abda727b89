//! Which corps are named: those whose plans together promise most.

use field::Search;
use rules::brigade::battle::CorpsSet;
use rules::brigade::{Action, Phase, State, activation, rally};

use super::plan::{Campaign, Manner, Planner};
use super::rally::chance;
use crate::brigade::position::balance::Balance;
use crate::brigade::position::desk::Desk;
use crate::brigade::position::scene::Scene;
use crate::budget::Effort;

/// A choice of corps with what it promises.
#[derive(Clone, Debug)]
pub struct Naming {
    /// The corps.
    pub corps: CorpsSet,
    /// What their moves promise.
    pub value: f64,
}

/// The state in which the moves of these corps are planned: nobody rallies.
pub fn named(desk: &Desk<'_>, state: &State, corps: CorpsSet) -> State {
    let mut after = state.clone();
    desk.make(&mut after, &Action::Activate { corps });
    if after.phase == Phase::Rally {
        desk.make(&mut after, &Action::EndPhase);
    }
    after
}

/// What a choice of corps promises: their moves and assaults, and who may rally.
pub fn promise(
    desk: &Desk<'_>,
    state: &State,
    corps: CorpsSet,
    manner: Manner,
    search: &mut Search,
    effort: &mut Effort<'_>,
) -> (f64, Campaign) {
    let mut rallying = state.clone();
    desk.make(&mut rallying, &Action::Activate { corps });
    let worth = Scene::of(*desk, state, state.side, 0.0, search).worth;
    let points = |unit| {
        let printed = desk.battle.unit(unit);
        f64::from(printed.full) - f64::from(printed.reduced)
    };
    let lost: f64 = rally::able(desk.battle, &rallying).iter().map(points).sum();
    let start = named(desk, state, corps);
    let plan = Planner::new(*desk, &start, manner, search, effort).plan();
    (plan.value + 0.5 * chance(desk, state) * lost * worth, plan)
}

/// The choices of corps, the best first: single corps by their plans, then the pairs of the best of them.
pub fn namings(
    desk: &Desk<'_>,
    state: &State,
    manner: Manner,
    pairs: usize,
    search: &mut Search,
    effort: &mut Effort<'_>,
) -> Vec<Naming> {
    let choices = activation::choices(desk.battle, state);
    let most = choices.iter().map(|corps| corps.len()).max().unwrap_or(0);
    let mut value_of = |corps: CorpsSet, effort: &mut Effort<'_>| {
        effort.spend(1);
        promise(desk, state, corps, manner, search, effort).0
    };
    let none = value_of(CorpsSet::EMPTY, effort);
    let mut single: Vec<(f64, usize)> = Vec::new();
    for corps in choices.iter().filter(|corps| corps.len() == 1) {
        let Some(index) = corps.iter().next() else { continue };
        single.push((value_of(*corps, effort) - none, index));
    }
    single.sort_by(|a, b| b.0.total_cmp(&a.0));
    let gain = |corps: CorpsSet| -> f64 {
        single.iter().filter(|(_, index)| corps.contains(*index)).map(|(gain, _)| gain).sum()
    };
    let mut found: Vec<Naming> = choices
        .iter()
        .filter(|corps| corps.len() == most)
        .map(|&corps| Naming { corps, value: none + gain(corps) })
        .collect();
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    for naming in found.iter_mut().take(pairs) {
        if effort.is_over() {
            break;
        }
        naming.value = value_of(naming.corps, effort);
    }
    let judged = pairs.min(found.len());
    found[..judged].sort_by(|a, b| b.value.total_cmp(&a.value));
    found
}

/// The corps that count most where something is to be had.
pub fn by_thumb(desk: &Desk<'_>, state: &State) -> CorpsSet {
    let balance = Balance::of(desk, state);
    let pulls = balance.pulls(desk, state.side);
    let weight = |corps: usize| -> f64 {
        let units = desk.battle.of_corps(corps).intersection(state.on_map(desk.battle, state.side));
        let pull = |unit| {
            state.cell(unit).map_or(0.0, |cell| balance.pull(desk, state, &pulls, unit, cell))
        };
        units.iter().map(pull).sum()
    };
    let choices = activation::choices(desk.battle, state);
    let all = |corps: &CorpsSet| corps.iter().map(weight).sum::<f64>();
    choices.into_iter().max_by(|a, b| all(a).total_cmp(&all(b))).unwrap_or_default()
}
