//! The choices after the die: elections, losses, retreats, advances and withdrawals.
//!
//! By rule of thumb, for simulations and the lowest level; and by looking at what comes of each.

use atlas::Side;
use field::{Cell, Search};
use rules::blue_gray::pending::{Pending, Step};
use rules::blue_gray::{Action, Event, Listed, State, UnitId, actions, apply_listed};
use rules::dice::Chance;

use crate::blue_gray::position::desk::Desk;
use crate::blue_gray::position::outlook::Outlook;
use crate::budget::Effort;

/// How much habit counts where it can be seen what comes of a choice: it decides between those that come to the same.
/// Set by hand.
const HABIT_WEIGHT: f64 = 1e-3;

/// The first of the best among some actions.
fn best_of(values: &[(f64, Action)], which: impl Fn(&Action) -> bool) -> Option<(f64, Action)> {
    let some = values.iter().filter(|(_, action)| which(action)).copied();
    some.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

/// How choices were weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// By rule of thumb.
    Thumb,
    /// By what comes of them.
    Outlook,
}

/// A choice, with all that it was weighed against.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// What was chosen.
    pub action: Action,
    /// How it was weighed.
    pub by: By,
    /// Everything there was to choose, with its value; what was chosen is among it.
    values: Vec<(f64, Action)>,
}

impl Weighed {
    /// The best of some, with its value.
    pub fn best_of(&self, which: impl Fn(&Action) -> bool) -> Option<(f64, Action)> {
        best_of(&self.values, which)
    }

    /// The value of what was chosen.
    pub fn value(&self) -> f64 {
        self.best_of(|action| *action == self.action).map_or(0.0, |(value, _)| value)
    }
}

impl Desk<'_> {
    /// A choice by rule of thumb; `None` if nothing waits for one.
    pub fn step_by_thumb(&self, state: &State) -> Option<Action> {
        let pending = state.pending()?;
        let listed = actions(self.battle, state);
        let mut best: Option<(f64, Action)> = None;
        for one in &listed {
            let score = self.score_by_thumb(state, pending, &one.action);
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, one.action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// The same with all that it was weighed against.
    pub fn weighed_by_thumb(&self, state: &State) -> Option<Weighed> {
        let pending = state.pending()?;
        let score = |one: &Listed| (self.score_by_thumb(state, pending, &one.action), one.action);
        let values: Vec<(f64, Action)> = actions(self.battle, state).iter().map(score).collect();
        let (_, action) = best_of(&values, |_| true)?;
        Some(Weighed { action, by: By::Thumb, values })
    }

    fn score_by_thumb(&self, state: &State, pending: &Pending, action: &Action) -> f64 {
        let side = pending.decider;
        if self.cuts_for_good(state) {
            let (mut after, mut events) = (state.clone(), Vec::new());
            apply_listed(self.battle, &mut after, action, &mut Chance::new(0), &mut events);
            return self.standing(&after, side) + HABIT_WEIGHT * self.habit(state, pending, action);
        }
        self.habit(state, pending, action)
    }

    /// [BG-A 17.1] Whether this is the last player-turn of a battle in which units that are cut off at its end are lost.
    fn cuts_for_good(&self, state: &State) -> bool {
        self.battle.facts.scoring.cut_off.is_some()
            && Side::BOTH.iter().all(|&side| self.next_turn_after(state, side).is_none())
    }

    /// What is usually right.
    fn habit(&self, state: &State, pending: &Pending, action: &Action) -> f64 {
        let side = pending.decider;
        match (pending.step, *action) {
            (Step::Elect, Action::Elect { retreat, .. }) => f64::from(u8::from(!retreat)),
            (Step::Losses, Action::Losses { units }) => -self.worth(units, state.turn),
            (_, Action::Retreat { unit, to, displace }) => {
                let pushed = displace.map_or(0.0, |other| self.life(other, state.turn));
                self.refuge(state, side, unit, to) - 0.2 * pushed
            }
            (_, Action::Advance { unit, to }) => self.advance_by_thumb(state, side, unit, to),
            _ => 0.0,
        }
    }

    /// How good a hex is to fall back on.
    fn refuge(&self, state: &State, side: Side, unit: UnitId, to: Cell) -> f64 {
        let enemy = side.other();
        let around = self.battle.adjacent(to);
        let near = |cell: &&Cell| state.controlled_by(enemy).contains(**cell);
        let open = around.len() - around.iter().filter(near).count();
        let shelter = if self.battle.ground.doubling.contains(to) { 1.5 } else { 0.0 };
        let company = if state.occupied(side).contains(to) { 0.5 } else { 0.0 };
        let keeps = if self.goal_worth(state, side.other(), to) > 0.0 { 2.0 } else { 0.0 };
        let stake = 0.1 * self.life(unit, state.turn);
        0.4 * open as f64 * (1.0 + stake)
            + shelter
            + company
            + keeps
            + self.goal_worth(state, side, to)
    }

    /// What an advance is worth beside standing still.
    fn advance_by_thumb(&self, state: &State, side: Side, unit: UnitId, to: Cell) -> f64 {
        let enemy = side.other();
        let mut score = 0.5 * self.goal_worth(state, side, to);
        let Some(from) = state.cell(unit) else { return score };
        if self.would_cross(state, side, from, to) {
            score -= self.crossing(state);
        }
        let mut facing = 0;
        for &near in self.battle.adjacent(to) {
            if !state.occupied(enemy).contains(near) {
                continue;
            }
            let there = self.stack(state, enemy, near);
            facing += self.strength(there);
            if self.would_close(state, side, near, to) {
                score += 0.5 * self.worth(there, state.turn);
            }
        }
        let held = self.strength(self.stack(state, side, from));
        let risk = 0.05 * (f64::from(facing) - f64::from(held)).max(0.0);
        let shelter = if self.battle.ground.doubling.contains(to) { 0.2 } else { 0.0 };
        score + shelter + 0.25 - risk
    }

    /// The dearest of the enemies around a hex whose way out a unit there would close.
    pub fn closed_by(&self, state: &State, side: Side, to: Cell) -> Option<Cell> {
        let enemy = side.other();
        let worth = |cell: Cell| self.worth(self.stack(state, enemy, cell), state.turn);
        let around = self.battle.adjacent(to).iter().copied();
        around
            .filter(|&near| state.occupied(enemy).contains(near))
            .filter(|&near| self.would_close(state, side, near, to))
            .max_by(|&one, &other| worth(one).total_cmp(&worth(other)))
    }

    /// Whether a unit in a hex would close the way out of a neighbouring enemy who has still to be attacked.
    fn would_close(&self, state: &State, side: Side, near: Cell, to: Cell) -> bool {
        let enemy = side.other();
        let there = self.stack(state, enemy, near);
        let fresh = there.iter().any(|unit| !state.flags(unit).attacked());
        fresh
            && state.side == side
            && self.caught(state, enemy, near, there) != there
            && self.closes(state, side, near, to)
    }

    /// Whether a unit in a hex would close the last ways out of a neighbouring enemy hex.
    fn closes(&self, state: &State, side: Side, enemy: Cell, from: Cell) -> bool {
        let around = self.battle.adjacent(enemy);
        let Some(index) = around.iter().position(|&cell| cell == from) else { return false };
        let cover = self.survey.cover(enemy, index);
        around.iter().enumerate().all(|(bit, &cell)| {
            cover >> bit & 1 != 0
                || state.controlled_by(side).contains(cell)
                || state.occupied(side).contains(cell)
        })
    }

    /// The choice whose consequences look best; `None` if nothing waits for one.
    pub fn weighed_by_outlook(
        &self,
        state: &State,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) -> Option<Weighed> {
        let pending = state.pending()?;
        let side = pending.decider;
        let listed = actions(self.battle, state);
        if listed.len() < 2 || pending.step == Step::Elect || listed.len() > 40 {
            return self.weighed_by_thumb(state);
        }
        let thumb = self.step_by_thumb(state)?;
        let mut values = Vec::with_capacity(listed.len());
        let mut events = Vec::new();
        for one in &listed {
            let mut after = state.clone();
            let mut dice = Chance::new(0);
            apply_listed(self.battle, &mut after, &one.action, &mut dice, &mut events);
            self.settle(&mut after, &mut dice, &mut events);
            let liked = if one.action == thumb { 0.05 } else { 0.0 };
            let value = Outlook::new(self, side).value(&after, search) + liked;
            values.push((value, one.action));
            if !effort.spend(1) {
                // Interrupted, the rule of thumb is as good as any.
                return self.weighed_by_thumb(state);
            }
        }
        let (_, action) = best_of(&values, |_| true)?;
        Some(Weighed { action, by: By::Outlook, values })
    }

    /// Makes every choice that is pending by rule of thumb.
    pub fn settle(&self, state: &mut State, dice: &mut Chance, events: &mut Vec<Event>) {
        while let Some(action) = self.step_by_thumb(state) {
            events.clear();
            apply_listed(self.battle, state, &action, dice, events);
        }
    }
}
