//! The balance of strength about each landmark, and what it promises: how many points the Union is expected to end
//! with.
//!
//! A unit counts for a landmark by its strength and by how long its way there is. Who has more will probably have the
//! landmark at the end; whoever holds it already is the likelier, the more so the later it is.
//!
//! A balance is worked out anew, or from that of another state of the same player-turn, which takes a small part of it.

use atlas::Side;
use atlas::battle::Arm;
use field::Cell;
use rules::brigade::battle::{Unit, UnitStart};
use rules::brigade::state::{Hill, Mark};
use rules::brigade::{Battle, Phase, Place, State};
use rules::ids::UnitId;

use super::desk::Desk;
use super::survey::LANDMARKS_MAX;

/// How much cavalry and guns count for a landmark beside infantry, which alone takes one for the Union.
const UNION_ARMS: [f64; 3] = [1.0, 0.25, 0.05];
/// The same for the Confederates, of whom anybody holds one.
const CONFEDERATE_ARMS: [f64; 3] = [1.0, 0.7, 0.25];
/// Strength that is everywhere, so that nothing is certain.
pub const SOMEBODY: f64 = 2.0;
/// Turns that a group is expected to be late by when a die decides.
const DIE_TURNS: u16 = 3;

/// The strength of both sides about each landmark.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Balance {
    forces: [[f64; LANDMARKS_MAX]; 2],
    /// The same where only who is near counts; nothing where nobody judges by that.
    near: [[f64; LANDMARKS_MAX]; 2],
    /// What all units of each side are worth.
    armies: [f64; 2],
    /// The turns that each side has still to move in.
    pub left: [u8; 2],
    held: u64,
    trend: Trend,
}

/// What decides who will have a landmark, as parts of the logarithm of the odds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trend {
    /// How much the balance of strength about it does.
    pub sharp: f64,
    /// How much it does to hold it.
    pub hold: f64,
    /// By landmark, how it inclines to the Union besides.
    pub inclines: [f64; LANDMARKS_MAX],
}

impl Trend {
    /// Nothing decides anything.
    const EVEN: Trend = Trend { sharp: 0.0, hold: 0.0, inclines: [0.0; LANDMARKS_MAX] };
}

/// How many turns a side has still to move in.
pub fn turns_left(turns: u8, state: &State, side: Side) -> u8 {
    let to_come = turns.saturating_sub(state.turn);
    let now =
        if side == state.side { state.phase <= Phase::Movement } else { state.side == state.first };
    to_come + u8::from(now)
}

impl Balance {
    /// The turns that each side has still to move in.
    pub fn left(battle: &Battle, state: &State) -> [u8; 2] {
        Side::BOTH.map(|side| turns_left(battle.turns, state, side))
    }

    /// The balance of a state.
    pub fn of(desk: &Desk<'_>, state: &State) -> Balance {
        let left = Balance::left(desk.battle, state);
        let nobody = [[0.0; LANDMARKS_MAX]; 2];
        let (armies, trend) = ([0.0; 2], Trend::EVEN);
        let mut balance = Balance { forces: nobody, near: nobody, armies, left, held: 0, trend };
        for unit in desk.battle.roster() {
            balance.count(desk, state, unit, 1.0);
        }
        balance.settle(desk, state);
        balance
    }

    /// The balance of a state from that of one before it, of the same player-turn.
    pub fn since(&self, desk: &Desk<'_>, before: &State, after: &State) -> Balance {
        let left = Balance::left(desk.battle, after);
        if left != self.left || after.turn != before.turn || after.hill != before.hill {
            return Balance::of(desk, after);
        }
        let mut balance = *self;
        for unit in desk.battle.roster() {
            let same = before.place(unit) == after.place(unit)
                && before.is_reduced(unit) == after.is_reduced(unit);
            if !same {
                balance.count(desk, before, unit, -1.0);
                balance.count(desk, after, unit, 1.0);
            }
        }
        balance.settle(desk, after);
        balance
    }

    /// What follows from who is where.
    fn settle(&mut self, desk: &Desk<'_>, state: &State) {
        self.trend = trend(desk, state, self);
        self.hold(desk, state);
    }

    /// Counts a unit in, or out again.
    fn count(&mut self, desk: &Desk<'_>, state: &State, unit: UnitId, times: f64) {
        if let Some((cell, late)) = whereabouts(desk, state, unit) {
            self.add(desk, state, unit, cell, late, times);
        }
        if matches!(state.place(unit), Place::On(_) | Place::Reserve) {
            let side = desk.battle.unit(unit).side as usize;
            self.armies[side] += times * desk.worth_of(state, unit);
        }
    }

    fn add(
        &mut self,
        desk: &Desk<'_>,
        state: &State,
        unit: UnitId,
        cell: Cell,
        late: u16,
        times: f64,
    ) {
        let (battle, survey) = (desk.battle, desk.survey);
        let printed = battle.unit(unit);
        let side = printed.side as usize;
        let weight = times * weight(printed) * f64::from(state.strength(battle, unit));
        let late = late * u16::from(printed.allowance);
        let counting = survey.counting(printed.gait, self.left[side]);
        let near = survey.counting_near(printed.gait, self.left[side]);
        let judged = survey.weights.judges_by_outlook;
        for index in 0..survey.landmarks.len() {
            let way = u16::from(survey.way(printed.gait, index, cell)) + late;
            let way = usize::from(way).min(255);
            self.forces[side][index] += weight * counting[way];
            if judged {
                self.near[side][index] += weight * near[way];
            }
        }
    }

    /// Looks who holds what.
    pub fn hold(&mut self, desk: &Desk<'_>, state: &State) {
        self.held = 0;
        for (index, &(cell, _)) in desk.survey.landmarks.iter().enumerate() {
            let union = state.holder(desk.battle, cell) == Some(Side::Union);
            self.held |= u64::from(union) << index;
        }
    }

    /// A unit has gone from one hex to another.
    pub fn shift(&mut self, desk: &Desk<'_>, state: &State, unit: UnitId, from: Cell, to: Cell) {
        self.add(desk, state, unit, from, 0, -1.0);
        self.add(desk, state, unit, to, 0, 1.0);
    }

    /// The strength of a side about a landmark.
    pub fn force(&self, side: Side, landmark: usize) -> f64 {
        self.forces[side as usize][landmark]
    }

    /// The strength of a side near a landmark, for those who judge by that.
    pub fn near(&self, side: Side, landmark: usize) -> f64 {
        self.near[side as usize][landmark]
    }

    /// What all units of a side are worth, in strength points.
    pub fn army(&self, side: Side) -> f64 {
        self.armies[side as usize]
    }

    /// Who holds a landmark.
    pub fn holder(&self, landmark: usize) -> Side {
        if self.held >> landmark & 1 != 0 { Side::Union } else { Side::Confederate }
    }

    /// The chance that the Union has a landmark at the end.
    pub fn chance(&self, landmark: usize) -> f64 {
        let union = self.holder(landmark) == Side::Union;
        self.chance_if(landmark, union)
    }

    fn chance_if(&self, landmark: usize, union: bool) -> f64 {
        if self.left == [0, 0] {
            return if union { 1.0 } else { 0.0 };
        }
        let [ours, theirs] =
            [Side::Union, Side::Confederate].map(|side| self.forces[side as usize][landmark]);
        let Trend { sharp, hold, inclines } = &self.trend;
        let balance = sharp * ((ours.max(0.0) + SOMEBODY) / (theirs.max(0.0) + SOMEBODY)).ln();
        let hold = if union { *hold } else { -hold };
        1.0 / (1.0 + (-(balance + hold + inclines[landmark])).exp())
    }

    /// The points the Union is expected to end with.
    pub fn points(&self, desk: &Desk<'_>) -> f64 {
        let landmarks = desk.survey.landmarks.iter().enumerate();
        landmarks.map(|(index, &(_, points))| points * self.chance(index)).sum()
    }

    /// What it is worth to a side to take a landmark, or to keep it.
    pub fn prize(&self, desk: &Desk<'_>, landmark: usize) -> f64 {
        let (_, points) = desk.survey.landmarks[landmark];
        points * (self.chance_if(landmark, true) - self.chance_if(landmark, false))
    }

    /// By landmark, what a strength point of a side on the spot is worth to it.
    pub fn pulls(&self, desk: &Desk<'_>, side: Side) -> [f64; LANDMARKS_MAX] {
        let mut pulls = [0.0; LANDMARKS_MAX];
        for (index, &(_, points)) in desk.survey.landmarks.iter().enumerate() {
            let chance = self.chance(index);
            let force = self.forces[side as usize][index].max(0.0) + SOMEBODY;
            pulls[index] = points * chance * (1.0 - chance) * self.trend.sharp / force;
        }
        pulls
    }

    /// What it is worth to a side to have a unit in a hex, by what pulls it.
    pub fn pull(
        &self,
        desk: &Desk<'_>,
        state: &State,
        pulls: &[f64; LANDMARKS_MAX],
        unit: UnitId,
        cell: Cell,
    ) -> f64 {
        let printed = desk.battle.unit(unit);
        let counting = desk.survey.counting(printed.gait, self.left[printed.side as usize]);
        let landmarks = 0..desk.survey.landmarks.len();
        let sum: f64 = landmarks
            .map(|index| {
                let way = desk.survey.way(printed.gait, index, cell);
                pulls[index] * counting[usize::from(way)]
            })
            .sum();
        sum * weight(printed) * f64::from(state.strength(desk.battle, unit))
    }
}

/// What decides who will have a landmark: as experience has it, for those who plan by it.
fn trend(desk: &Desk<'_>, state: &State, balance: &Balance) -> Trend {
    let weights = &desk.survey.weights;
    if weights.plans_by_outlook {
        return desk.survey.outlook.trend(desk, state, balance);
    }
    let turns = f64::from(balance.left[0]) + f64::from(balance.left[1]);
    let hold = weights.hold_early + 2.0 * weights.hold_late / turns.max(1.0);
    Trend { sharp: weights.sharp, hold, inclines: [0.0; LANDMARKS_MAX] }
}

/// How much a unit counts beside infantry of its strength.
pub fn weight(unit: &Unit) -> f64 {
    let arms = if unit.side == Side::Union { &UNION_ARMS } else { &CONFEDERATE_ARMS };
    let index = match unit.arm {
        Arm::Infantry => 0,
        Arm::Cavalry => 1,
        Arm::Artillery => 2,
    };
    arms[index]
}

/// Where a unit is, or will come on, and in how many turns at the earliest.
pub fn whereabouts(desk: &Desk<'_>, state: &State, unit: UnitId) -> Option<(Cell, u16)> {
    match (state.place(unit), &desk.battle.unit(unit).start) {
        (Place::On(cell), _) => Some((cell, 0)),
        (Place::Reserve, UnitStart::Hill) => {
            let hill = desk.battle.hill()?;
            let wait = u16::from(hill.from_turn.saturating_sub(state.turn));
            let late = if state.hill == Hill::Waiting { wait + DIE_TURNS } else { 1 };
            Some((hill.cell, late))
        }
        (Place::Reserve, UnitStart::Arrives { turn, cells }) => {
            let late = u16::from(turn.saturating_sub(state.turn));
            cells.first().map(|&cell| (cell, late))
        }
        _ => None,
    }
}

/// Whether a unit has nothing more to do in this turn but to stand.
pub fn is_done(state: &State, unit: UnitId) -> bool {
    [Mark::Rallied, Mark::Searched].iter().any(|&mark| state.is_marked(unit, mark))
}

#[cfg(test)]
mod tests;
