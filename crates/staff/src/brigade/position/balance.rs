//! The balance of strength about each landmark, and what it promises: how many points the Union is expected to end
//! with.
//!
//! A unit counts for a landmark by its strength and by how long its way there is. Who has more will probably have the
//! landmark at the end; whoever holds it already is the likelier, the more so the later it is.

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
        let battle = desk.battle;
        let left = Balance::left(battle, state);
        let trend = trend(desk, state, left);
        let mut balance = Balance { forces: [[0.0; LANDMARKS_MAX]; 2], left, held: 0, trend };
        for unit in battle.roster() {
            if let Some((cell, late)) = whereabouts(desk, state, unit) {
                balance.add(desk, state, unit, cell, late, 1.0);
            }
        }
        for (index, &(cell, _)) in desk.survey.landmarks.iter().enumerate() {
            let union = state.holder(battle, cell) == Some(Side::Union);
            balance.held |= u64::from(union) << index;
        }
        balance
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
        let printed = desk.battle.unit(unit);
        let weight = times * weight(printed) * f64::from(state.strength(desk.battle, unit));
        let counting = desk.survey.counting(printed.gait, self.left[printed.side as usize]);
        let late = late * u16::from(printed.allowance);
        for (index, force) in
            self.forces[printed.side as usize][..desk.survey.landmarks.len()].iter_mut().enumerate()
        {
            let way = u16::from(desk.survey.way(printed.gait, index, cell)) + late;
            *force += weight * counting[usize::from(way).min(255)];
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
fn trend(desk: &Desk<'_>, state: &State, left: [u8; 2]) -> Trend {
    let weights = &desk.survey.weights;
    if weights.experienced {
        return desk.survey.outlook.trend(desk, state);
    }
    let turns = f64::from(left[0]) + f64::from(left[1]);
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
