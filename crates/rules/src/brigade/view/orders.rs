//! Choices made by standing orders: losses, retreats, advances and withdrawals, never movement and
//! attacks.

use std::cmp::Reverse;

use field::Cell;
use serde_json::{Value, json};

use crate::brigade::action::Action;
use crate::brigade::battle::Battle;
use crate::brigade::listing::actions;
use crate::brigade::orders::{
    AdvanceOrder, LossOrder, RetreatOrder, StandingOrders, WithdrawOrder,
};
use crate::brigade::pending::{CombatChoice, Pending, Step};
use crate::brigade::resolve::{retreat_of, retreats_from};
use crate::brigade::state::State;
use crate::ids::UnitId;

/// Standing orders as they are kept, or what is wrong with them.
pub fn check_orders(orders: &Value) -> Result<Value, String> {
    StandingOrders::read(orders).map(|orders| json!(orders))
}

/// An action for the decider, if his standing orders cover this decision.
pub fn obey(battle: &Battle, state: &State, orders: &Value) -> Option<Action> {
    let orders = StandingOrders::read(orders).ok()?;
    match state.pending().filter(|_| state.outcome.is_none())? {
        Pending::Combat(choice) => match choice.step {
            Step::Loss => loss(battle, state, orders.loss),
            Step::Retreat => retreat(battle, state, choice, orders.retreat),
            _ => advance(battle, state, orders.advance),
        },
        Pending::Reaction(reaction) if !reaction.units.is_empty() => {
            withdraw(battle, state, orders.withdraw)
        }
        Pending::Reaction(_) => None,
    }
}

fn choices(battle: &Battle, state: &State) -> impl Iterator<Item = Action> {
    actions(battle, state).into_iter().map(|listed| listed.action)
}

/// A whole unit before a reduced one; of these the strongest.
fn loss(battle: &Battle, state: &State, order: LossOrder) -> Option<Action> {
    match order {
        LossOrder::Ask => None,
        LossOrder::Spare => choices(battle, state).min_by_key(|action| match *action {
            Action::Loss { unit } => {
                (state.is_reduced(unit), Reverse(state.strength(battle, unit)))
            }
            _ => (true, Reverse(0)),
        }),
    }
}

/// How far a hex is from the nearest enemy of a unit.
fn safety(battle: &Battle, state: &State, unit: UnitId, cell: Cell) -> usize {
    let enemies = state.occupied(battle.unit(unit).side.other());
    let far = |enemy| battle.grid().distance(cell, enemy);
    enemies.iter().map(far).min().unwrap_or(usize::MAX)
}

/// Dry before wet, nobody displaced if possible, then the farthest; the first in the list among
/// equals.
fn retreat(
    battle: &Battle,
    state: &State,
    choice: &CombatChoice,
    order: RetreatOrder,
) -> Option<Action> {
    if order == RetreatOrder::Ask {
        return None;
    }
    let from = retreats_from(state, &choice.combat.attack, choice.decider);
    let retreat = retreat_of(choice, &from);
    choices(battle, state).min_by_key(|action| match *action {
        Action::Retreat { unit, to: Some(to), displace } => {
            let way = retreat.way(battle, state, unit, to);
            (false, way, displace.is_some(), Reverse(safety(battle, state, unit, to)))
        }
        _ => (true, None, true, Reverse(0)),
    })
}

/// The strongest unit that can advance; the first in the list among equals.
fn advance(battle: &Battle, state: &State, order: AdvanceOrder) -> Option<Action> {
    match order {
        AdvanceOrder::Ask => None,
        AdvanceOrder::Never => Some(Action::Decline),
        AdvanceOrder::Always => choices(battle, state).min_by_key(|action| match *action {
            Action::Advance { unit, .. } => Reverse(state.strength(battle, unit)),
            _ => Reverse(0),
        }),
    }
}

fn withdraw(battle: &Battle, state: &State, order: WithdrawOrder) -> Option<Action> {
    match order {
        WithdrawOrder::Ask => None,
        WithdrawOrder::Never => Some(Action::Decline),
        WithdrawOrder::Always => choices(battle, state).min_by_key(|action| match *action {
            Action::Withdraw { unit, to } => Reverse(safety(battle, state, unit, to)),
            _ => Reverse(0),
        }),
    }
}
