//! Choices made by standing orders: retreats, advances, elections and losses of a combat, never movement,
//! attacks and withdrawals.

use std::cmp::Reverse;

use crate::blue_gray::action::Action;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::event::Event;
use crate::blue_gray::ids::UnitSet;
use crate::blue_gray::listing::actions;
use crate::blue_gray::orders::{
    AdvanceOrder, ElectOrder, LossesOrder, RetreatOrder, StandingOrders,
};
use crate::blue_gray::pending::Step;
use crate::blue_gray::play::Play;
use crate::blue_gray::state::State;
use crate::blue_gray::victory::kill_points;
use field::Cell;

/// Whether standing orders make sense on this map.
pub fn check_orders(battle: &Battle, orders: &StandingOrders) -> Result<(), String> {
    match &orders.retreat {
        RetreatOrder::Towards(name) if battle.grid().cell(name).is_none() => {
            let name: String = name.chars().take(20).collect();
            Err(format!("retreat towards {name:?}; expected the number of a hex of the map"))
        }
        _ => Ok(()),
    }
}

/// An action for the decider, if his standing orders cover this decision.
pub fn obey(battle: &Battle, state: &State, orders: &StandingOrders) -> Option<Action> {
    let pending = state.pending().filter(|_| state.outcome.is_none())?;
    match pending.step {
        Step::Elect => elect(battle, state, orders.elect),
        Step::Losses => losses(battle, state, orders.losses),
        Step::Retreat => retreat(battle, state, &orders.retreat),
        Step::Advance => advance(battle, state, orders.advance),
        Step::Withdraw => None,
    }
}

fn choices(battle: &Battle, state: &State) -> impl Iterator<Item = Action> {
    actions(battle, state).into_iter().map(|listed| listed.action)
}

fn elect(battle: &Battle, state: &State, order: ElectOrder) -> Option<Action> {
    let wanted = match order {
        ElectOrder::Ask => return None,
        ElectOrder::Retreat => true,
        ElectOrder::Stay => false,
    };
    choices(battle, state)
        .find(|action| matches!(action, Action::Elect { retreat, .. } if *retreat == wanted))
}

/// The least strength, of these the fewest points.
fn losses(battle: &Battle, state: &State, order: LossesOrder) -> Option<Action> {
    let price = |units: UnitSet| {
        let points: i32 = units.iter().map(|unit| kill_points(battle, unit)).sum();
        (battle.strength(units), points)
    };
    match order {
        LossesOrder::Ask => None,
        LossesOrder::Weakest => choices(battle, state).min_by_key(|action| match action {
            Action::Losses { units } => price(*units),
            _ => (u32::MAX, i32::MAX),
        }),
    }
}

/// Who loses least by it, displaces nobody, and comes nearest or stands safest; the first in the list among
/// equals.
fn retreat(battle: &Battle, state: &State, order: &RetreatOrder) -> Option<Action> {
    let goal = match order {
        RetreatOrder::Ask => return None,
        RetreatOrder::Safest => None,
        RetreatOrder::Towards(name) => Some(battle.grid().cell(name)?),
    };
    choices(battle, state).min_by_key(|action| {
        let Action::Retreat { unit, to, displace } = *action else {
            return (u32::MAX, true, usize::MAX, usize::MAX);
        };
        let enemy = battle.unit(unit).side.other();
        let near = goal.map_or(0, |goal| battle.grid().distance(to, goal));
        let is_threatened = |cell: &&Cell| state.controlled_by(enemy).contains(**cell);
        let threats = battle.adjacent(to).iter().filter(is_threatened).count();
        (lost_by(battle, state, action), displace.is_some(), near, threats)
    })
}

/// The strength of the units that a choice leaves without a way to retreat.
fn lost_by(battle: &Battle, state: &State, action: &Action) -> u32 {
    let mut after = state.clone();
    let mut events = Vec::new();
    Play { battle, state: &mut after, events: &mut events }.choose(action);
    let lost = |event: &Event| match event {
        Event::Eliminated { unit, .. } => battle.unit(*unit).strength,
        _ => 0,
    };
    events.iter().map(lost).sum()
}

/// The strongest unit that can advance; the first in the list among equals.
fn advance(battle: &Battle, state: &State, order: AdvanceOrder) -> Option<Action> {
    match order {
        AdvanceOrder::Ask => None,
        AdvanceOrder::Never => Some(Action::Decline),
        AdvanceOrder::Always => choices(battle, state).min_by_key(|action| match action {
            Action::Advance { unit, .. } => Reverse(battle.unit(*unit).strength),
            _ => Reverse(0),
        }),
    }
}
