//! How the machine fights: the best odds first, what it must and what is good enough; and its choices after the die.

use atlas::battle::Arm;
use field::Cell;
use rules::brigade::pending::{Pending, Step};
use rules::brigade::results::Column;
use rules::brigade::{Action, Assault, Battle, Bombardment, State, actions, bombardment, strength};
use rules::ids::UnitId;

use super::Machine;

/// The column with a name, or the middle one if the table has none of this name.
pub(super) fn column_named(battle: &Battle, name: &str) -> Column {
    let results = &battle.facts.results;
    let middle = Column(results.columns().count() as u8 / 2);
    results.columns().find(|&column| results.name(column) == name).unwrap_or(middle)
}

/// The next bombardment: the best column with all guns that reach; none below one to two.
pub(super) fn bombardment(battle: &Battle, state: &State) -> Option<Action> {
    let least = column_named(battle, "1-2");
    let column = |fire: &Bombardment| strength::of_bombardment(battle, state, fire).column;
    let all = bombardment::choices(battle, state).into_iter().rev();
    let best = all.max_by_key(|fire| (column(fire), std::cmp::Reverse(fire.target)))?;
    (column(&best) >= least).then_some(Action::Bombard(best))
}

impl Machine {
    /// The next assault: of those that must be made the best column, with every gun that may join; then whatever is
    /// good enough.
    pub(super) fn assault(&self, battle: &Battle, state: &State) -> Option<Action> {
        let mut best: Option<(bool, Column, Assault)> = None;
        for listed in actions(battle, state) {
            let Action::Assault(mut assault) = listed.action else { continue };
            assault.attackers = assault.attackers.union(listed.may_join.unwrap_or_default());
            if rules::brigade::assault::check(battle, state, &assault).is_err() {
                continue;
            }
            let column = strength::of_assault(battle, state, &assault).column;
            let owed = assault.defenders.iter().any(|&hex| state.obligations().contains(hex));
            let good = column >= self.least(battle, state, &assault);
            let better =
                |(must, known, _): &(bool, Column, Assault)| (owed, column) > (*must, *known);
            if (owed || good) && best.as_ref().is_none_or(better) {
                best = Some((owed, column, assault));
            }
        }
        best.map(|(_, _, assault)| Action::Assault(assault))
    }

    /// [BR 3.0?] The least column at which the machine assaults of its own will: over a bridge or a ford on the way
    /// to its objective it is bolder.
    fn least(&self, battle: &Battle, state: &State, assault: &Assault) -> Column {
        let crosses = |unit: UnitId| {
            let from = state.cell(unit)?;
            let hex =
                assault.defenders.iter().copied().find(|&hex| {
                    battle.ground.water_between(from, hex, state.ford).is_crossing()
                })?;
            (self.way(battle, state, hex) < self.way(battle, state, from)).then_some(())
        };
        let bold = assault.attackers.iter().any(|unit| crosses(unit).is_some());
        column_named(battle, if bold { "1-1.5" } else { "2-1" })
    }
}

/// The machine's choice in the midst of a combat or a move.
pub(super) fn choice(battle: &Battle, state: &State) -> Option<Action> {
    let pending = state.pending()?;
    let all = || actions(battle, state).into_iter().map(|listed| listed.action);
    match pending.step() {
        Step::Loss => {
            // Most strength of those with two steps; else the least.
            let strength = |unit: UnitId| state.strength(battle, unit);
            let units = pending.units();
            let whole = units.iter().filter(|&unit| !state.is_reduced(unit));
            let loser = whole.first_max_by(|&unit| strength(unit));
            let loser = loser.or_else(|| units.iter().min_by_key(|&unit| strength(unit)));
            loser.map(|unit| Action::Loss { unit })
        }
        Step::Retreat => all().first_max_by(|action| match action {
            Action::Retreat { to: Some(to), .. } => distance(battle, state, *to, pending),
            _ => 0,
        }),
        Step::Advance => {
            let worth = |to: Cell| {
                battle.ground.cover.contains(to)
                    || battle.facts.landmarks.iter().any(|landmark| landmark.cell == to)
            };
            let into = all().filter(|action| match action {
                Action::Advance { unit, to } => {
                    battle.unit(*unit).arm == Arm::Infantry && worth(*to)
                }
                _ => false,
            });
            let strongest = into.first_max_by(|action| match action {
                Action::Advance { unit, .. } => state.strength(battle, *unit) as usize,
                _ => 0,
            });
            Some(strongest.unwrap_or(Action::Decline))
        }
        Step::Withdraw | Step::GoOn => Some(Action::Decline),
    }
}

/// How far a hex is from the nearest enemy of whoever must choose.
fn distance(battle: &Battle, state: &State, to: Cell, pending: &Pending) -> usize {
    let enemies = state.occupied(pending.decider(state).other());
    enemies.iter().map(|enemy| battle.grid().distance(to, enemy)).min().unwrap_or(usize::MAX)
}

/// The first of the greatest: ties go to whoever is listed first.
trait FirstMax: Iterator + Sized {
    fn first_max_by<K: Ord>(self, mut key: impl FnMut(&Self::Item) -> K) -> Option<Self::Item>
    where
        Self::Item: Copy,
    {
        let mut best: Option<(K, Self::Item)> = None;
        for item in self {
            let rank = key(&item);
            if best.as_ref().is_none_or(|(known, _)| rank > *known) {
                best = Some((rank, item));
            }
        }
        best.map(|(_, item)| item)
    }
}

impl<I: Iterator> FirstMax for I {}
