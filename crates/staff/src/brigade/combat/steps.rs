//! The choices in the midst of a combat or a move: who loses a step, where units go, who advances. Each is judged by
//! the position that it leads to.

use field::Search;
use rules::brigade::{Action, State, actions, decision};
use rules::dice::FixedDie;

use crate::brigade::position::desk::{Desk, sign};
use crate::brigade::position::scene::Scene;
use crate::budget::Effort;

/// The most choices that follow one another without an end of the combat. A bound on the work.
const CHOICES_MAX: usize = 64;

/// A choice with what it leads to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weighed {
    /// The action.
    pub action: Action,
    /// What the position is worth that it leads to.
    pub value: f64,
    /// What the second best leads to, if there is one.
    pub second: Option<f64>,
}

impl Desk<'_> {
    /// Makes an action that throws no die that matters.
    pub fn make(&self, state: &mut State, action: &Action) {
        let mut events = Vec::new();
        rules::brigade::apply_listed(self.battle, state, action, &mut FixedDie(0), &mut events);
    }

    /// The best answer to a choice that is pending, for whoever must choose.
    pub fn weighed(
        &self,
        state: &State,
        caution: f64,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) -> Option<Weighed> {
        let side = decision(state).side()?;
        let all = actions(self.battle, state);
        let mut best: Option<Weighed> = None;
        if let [only] = &all[..] {
            return Some(Weighed { action: only.action, value: 0.0, second: None });
        }
        effort.spend(1);
        let scene = Scene::of(*self, state, side, caution, search);
        for listed in all {
            let mut after = state.clone();
            self.make(&mut after, &listed.action);
            let balance = scene.balance.since(self, state, &after);
            let value = sign(side) * self.standing_with(&after, &balance) - scene.fears(&after)
                + self.comfort(&scene, &after, &listed.action);
            let goes_on = effort.spend(0);
            match &mut best {
                Some(known) if value <= known.value => {
                    known.second = Some(known.second.map_or(value, |second| second.max(value)));
                }
                known => {
                    let second = known.map(|known| known.value);
                    *known = Some(Weighed { action: listed.action, value, second });
                }
            }
            if !goes_on {
                break;
            }
        }
        best
    }

    /// Whether a unit comes to stand under cover, and beside friends rather than alone.
    fn comfort(&self, scene: &Scene<'_>, after: &State, action: &Action) -> f64 {
        let (unit, to) = match *action {
            Action::Retreat { unit, to: Some(to), .. }
            | Action::Advance { unit, to }
            | Action::Withdraw { unit, to } => (unit, to),
            _ => return 0.0,
        };
        if after.cell(unit) != Some(to) {
            return 0.0;
        }
        let cover = self.battle.ground.cover.contains(to);
        let strength = f64::from(after.strength(self.battle, unit));
        let enemies = after.occupied(self.battle.unit(unit).side.other());
        let close = self.battle.ground.around(to).meets(enemies);
        let share = if cover { self.survey.weights.cover } else { 0.0 }
            - if close && !matches!(action, Action::Advance { .. }) { 0.1 } else { 0.0 };
        share * strength * scene.worth
    }

    /// Answers every choice that is pending, in haste, as both sides would.
    pub fn settle(&self, state: &mut State, search: &mut Search, effort: &mut Effort<'_>) {
        for _ in 0..CHOICES_MAX {
            if state.pending().is_none() {
                return;
            }
            let Some(weighed) = self.weighed(state, 0.0, search, effort) else { return };
            self.make(state, &weighed.action);
        }
    }
}
