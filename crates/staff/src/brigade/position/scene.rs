//! What a side judges its own moves by: what the landmarks are worth to it now, what the enemy can do in return, and
//! with that what a position after its moves promises.

use atlas::Side;
use atlas::battle::Arm;
use field::{Cell, CellSet, Search};
use rules::brigade::State;
use rules::ids::{UnitId, UnitSet};

use super::balance::Balance;
use super::desk::Desk;
use super::survey::LANDMARKS_MAX;
use super::threat::Threat;

/// What a step of an enemy brigade is worth that breaks on a position, in strength points.
const ENEMY_STEP: f64 = 1.5;

/// A player-turn of a side as its staff sees it before it moves.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The desk.
    pub desk: Desk<'a>,
    /// Whose it is.
    pub side: Side,
    /// The balance before the moves.
    pub balance: Balance,
    /// By landmark, what it is worth to take or to keep it.
    pub prizes: [f64; LANDMARKS_MAX],
    /// What a strength point is worth.
    pub worth: f64,
    /// What the enemy can do in return.
    pub threat: Threat,
    /// How much that counts.
    pub caution: f64,
    /// Hexes with a landmark.
    pub marks: CellSet,
}

impl<'a> Scene<'a> {
    /// The scene of a side in a state; without caution it is not worked out what the enemy can do.
    pub fn of(
        desk: Desk<'a>,
        state: &State,
        side: Side,
        caution: f64,
        search: &mut Search,
    ) -> Scene<'a> {
        Scene::with(desk, state, side, caution, search, Balance::of(&desk, state))
    }

    /// The same where the balance is known.
    pub fn with(
        desk: Desk<'a>,
        state: &State,
        side: Side,
        caution: f64,
        search: &mut Search,
        balance: Balance,
    ) -> Scene<'a> {
        let mut prizes = [0.0; LANDMARKS_MAX];
        for (index, prize) in prizes[..desk.survey.landmarks.len()].iter_mut().enumerate() {
            *prize = balance.prize(&desk, index);
        }
        let worth = desk.worth_of_strength(state) + strength_at_large(&desk, &balance, side);
        let answers = balance.left[side.other() as usize] > 0;
        let caution = caution * desk.survey.weights.caution;
        let threat = match answers && caution > 0.0 {
            true => Threat::of(&desk, state, side.other(), search),
            false => Threat::none(),
        };
        let marks = desk.survey.landmarks.iter().map(|&(cell, _)| cell).collect();
        Scene { desk, side, balance, prizes, worth, threat, caution, marks }
    }

    /// What a landmark in a hex is worth to take or to keep; nothing elsewhere.
    pub fn prize_at(&self, cell: Cell) -> f64 {
        if !self.marks.contains(cell) {
            return 0.0;
        }
        self.desk.survey.landmark(cell).map_or(0.0, |index| self.prizes[index])
    }

    /// What a side gains by resting in a hex with a unit: the landmark that it takes.
    pub fn taken(&self, state: &State, unit: UnitId, cell: Cell) -> f64 {
        let takes = self.takes(unit);
        let theirs = state.holder(self.desk.battle, cell) == Some(self.side.other());
        if takes && theirs { self.prize_at(cell) } else { 0.0 }
    }

    /// Whether a unit takes a landmark by resting in it.
    pub fn takes(&self, unit: UnitId) -> bool {
        let printed = self.desk.battle.unit(unit);
        printed.side == Side::Confederate || printed.arm == Arm::Infantry
    }

    /// What the next step of a unit is worth here.
    pub fn step_worth(&self, state: &State, unit: UnitId) -> f64 {
        let arm = if self.desk.battle.unit(unit).arm == Arm::Infantry { 1.0 } else { 0.8 };
        arm * self.desk.step(state, unit) * self.worth
    }

    /// What units of the own side in a hex have to fear there from the enemy's next player-turn.
    pub fn exposure(&self, state: &State, cell: Cell, units: UnitSet) -> f64 {
        let force = self.threat.force(cell);
        if force <= 0.0 || units.is_empty() {
            return 0.0;
        }
        let desk = &self.desk;
        let strength: f64 =
            units.iter().map(|unit| f64::from(state.strength(desk.battle, unit))).sum();
        let cover = if desk.battle.ground.cover.contains(cell) { 2.0 } else { 1.0 };
        let (attack, defence) = ((2.0 * force) as u32, (2.0 * cover * strength) as u32);
        let column = desk.battle.facts.results.column(attack, defence.max(1));
        let chances = &desk.survey.columns[usize::from(column.0)];
        let weakest =
            units.iter().map(|unit| self.step_worth(state, unit)).fold(f64::MAX, f64::min);
        let alone = units.len() == 1 && units.iter().all(|unit| state.is_reduced(unit));
        let lost = chances.exchange + chances.defender_loses;
        let vacated = chances.driven + if alone { lost } else { 0.0 };
        let weights = &desk.survey.weights;
        let harm = lost * weakest
            + chances.driven * 2.0 * weights.driven * strength * self.worth
            + vacated * self.prize_at(cell);
        let price = (chances.attacker_loses + chances.exchange) * ENEMY_STEP * self.worth;
        (harm - price).max(0.0) * weights.attacked
    }

    /// What all that stand exposed have to fear, and what landmarks without a garrison have.
    pub fn fears(&self, state: &State) -> f64 {
        if self.caution <= 0.0 {
            return 0.0;
        }
        let battle = self.desk.battle;
        let own = *state.occupied(self.side) & self.threat.touched;
        let mut sum = 0.0;
        for cell in own.iter() {
            sum += self.exposure(state, cell, state.of_side_at(battle, self.side, cell));
        }
        self.caution * (sum + self.unguarded(state))
    }

    /// What is to be feared for landmarks in which nobody stands.
    fn unguarded(&self, state: &State) -> f64 {
        let open = self.marks & self.threat.walkable;
        let mut sum = 0.0;
        for cell in open.iter() {
            let own = state.holder(self.desk.battle, cell) == Some(self.side);
            let closed = state.occupied(self.side).contains(cell)
                || state.occupied(self.side.other()).contains(cell);
            if own && !closed {
                sum += self.prize_at(cell);
            }
        }
        sum * self.desk.survey.weights.garrison
    }
}

/// What a strength point means for the landmarks, on the average of the units of a side: so that steps lost are not
/// thought cheaper than ground.
fn strength_at_large(desk: &Desk<'_>, balance: &Balance, side: Side) -> f64 {
    let pulls = balance.pulls(desk, side);
    // Somebody in the midst of it counts a little for several landmarks.
    0.35 * pulls.iter().sum::<f64>() / desk.survey.landmarks.len().max(1) as f64 * 3.0
}
