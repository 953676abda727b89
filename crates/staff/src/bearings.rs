//! Where units are wanted: a pull towards enemies, hexes worth having and gates, as a small part of a point
//! for each step nearer.

use atlas::Side;
use field::Cell;
use rules::blue_gray::{State, UnitId};

use crate::desk::Desk;
use crate::survey::{Distances, NO_WAY};

/// Points for a strength point that is one movement point nearer to the enemy.
const NEARER: f64 = 0.012;
/// How far enemies are felt.
const FAR: u16 = 36;
/// What part of a hex's worth pulls at a brigade on the spot.
const GOAL: f64 = 0.04;
/// The same for hexes already held.
const HELD: f64 = 0.4;
/// What part of its score pulls a unit at a gate.
const GATE: f64 = 0.4;
/// A usual brigade.
const BRIGADE: f64 = 4.0;

/// Where units of a side are wanted in a state.
#[derive(Clone, Debug)]
pub struct Bearings {
    enemy: Distances,
    /// How much the side wants to fight, from the balance of strength.
    eager: f64,
    /// Per goal, how much it pulls.
    goals: Vec<f64>,
    turns_left: u16,
    turn: u8,
}

impl Bearings {
    /// Takes bearings for a side.
    pub fn of(desk: &Desk<'_>, state: &State, side: Side) -> Bearings {
        let enemies = state.occupied(side.other());
        let strength =
            |side: Side| f64::from(desk.strength(state.on_map(desk.battle, side)).max(1));
        let ratio = strength(side) / strength(side.other());
        let goals = desk.survey.goals.iter().map(|goal| {
            let held = state.holder(desk.battle, goal.cell) == Some(side);
            let fading = if goal.fades { desk.survey.to_come(state.turn) } else { 1.0 };
            goal.swing * GOAL * fading * if held { HELD } else { 1.0 }
        });
        Bearings {
            enemy: Distances::to(desk.battle, enemies.iter()),
            eager: (0.9 * (ratio - 0.6)).clamp(0.1, 1.0),
            goals: goals.collect(),
            turns_left: u16::from(desk.battle.turns.saturating_sub(state.turn)) + 1,
            turn: state.turn,
        }
    }

    /// How much a unit is wanted in a hex.
    pub fn pull(&self, desk: &Desk<'_>, unit: UnitId, cell: Cell) -> f64 {
        let strength = f64::from(desk.survey.strength(unit));
        let far = f64::from(self.enemy.from(cell).min(FAR));
        let mut pull = -NEARER * self.eager * strength * far;
        for (goal, weight) in desk.survey.goals.iter().zip(&self.goals) {
            let distance = goal.distances.from(cell);
            if self.in_time(distance) {
                pull += weight * strength.min(2.0 * BRIGADE) / BRIGADE * nearness(distance);
            }
        }
        for (index, gate) in desk.survey.gates.iter().enumerate() {
            let points = desk.survey.exit_points(index, unit) - desk.survey.future(unit, self.turn);
            let distance = gate.distances.from(cell);
            if points > 0.0 && self.in_time(distance) {
                pull += GATE * points * nearness(distance);
            }
        }
        pull
    }

    fn in_time(&self, distance: u16) -> bool {
        distance < NO_WAY && distance <= 6 * self.turns_left
    }
}

/// From 1 on the spot to 0 far away.
fn nearness(distance: u16) -> f64 {
    6.0 / (6.0 + f64::from(distance))
}
