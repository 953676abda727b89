//! A battle on the desk of its staff: what a unit is worth, and what a position is.

use atlas::Side;
use atlas::battle::Arm;
use rules::brigade::{Battle, State};
use rules::ids::UnitId;

use super::balance::Balance;
use super::survey::Survey;

/// How much the board counts beside experience, which does not look far.
const BOARD: f64 = 0.1;

/// A battle and its survey.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// The survey.
    pub survey: &'a Survey,
}

/// 1 for the Union, -1 for the Confederates: what the Union's points are to a side.
pub fn sign(side: Side) -> f64 {
    if side == Side::Union { 1.0 } else { -1.0 }
}

impl Desk<'_> {
    /// What a strength point is worth beside what it means for the landmarks: less towards the end.
    pub fn worth_of_strength(&self, state: &State) -> f64 {
        let turns = f64::from(self.battle.turns).max(1.0);
        let left = f64::from(self.battle.turns.saturating_sub(state.turn)) / turns;
        self.survey.weights.strength * (0.15 + 0.85 * left.sqrt())
    }

    /// What a unit loses with its next step, in strength points: units rally, so that the first is only half lost.
    pub fn step(&self, state: &State, unit: UnitId) -> f64 {
        let printed = self.battle.unit(unit);
        let (full, reduced) = (f64::from(printed.full), f64::from(printed.reduced));
        let first = self.survey.weights.first_step * (full - reduced).max(0.5);
        if state.is_reduced(unit) { full - first } else { first }
    }

    /// What a unit is worth that is there or will come, in strength points.
    pub fn worth_of(&self, state: &State, unit: UnitId) -> f64 {
        let printed = self.battle.unit(unit);
        let (full, reduced) = (f64::from(printed.full), f64::from(printed.reduced));
        let first = self.survey.weights.first_step * (full - reduced).max(0.5);
        let arm = if printed.arm == Arm::Infantry { 1.0 } else { 0.8 };
        arm * if state.is_reduced(unit) { full - first } else { full }
    }

    /// What a position is worth to the Union, without a look at what happens next: the points expected, and what the
    /// armies are worth beside.
    pub fn standing(&self, state: &State) -> f64 {
        self.standing_with(state, &Balance::of(self, state))
    }

    /// The same where the balance is known.
    pub fn standing_with(&self, state: &State, balance: &Balance) -> f64 {
        if state.outcome.is_some() {
            return f64::from(rules::brigade::victory::of_landmarks(self.battle, state));
        }
        let armies = balance.army(Side::Union) - balance.army(Side::Confederate);
        balance.points(self) + self.worth_of_strength(state) * armies
    }

    /// What a position is worth to the Union at the end of a game that was played out: by experience, for those who have it.
    pub fn prospect(&self, state: &State) -> f64 {
        self.prospect_with(state, &Balance::of(self, state))
    }

    /// The same where the balance is known.
    pub fn prospect_with(&self, state: &State, balance: &Balance) -> f64 {
        let standing = self.standing_with(state, balance);
        if !self.survey.weights.judges_by_outlook || state.outcome.is_some() {
            return standing;
        }
        self.survey.outlook.points(self, state, balance) + BOARD * standing
    }
}
