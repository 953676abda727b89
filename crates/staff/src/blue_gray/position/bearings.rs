//! Where units are wanted: a pull towards enemies, hexes worth having and gates, as a small part of a point
//! for each step nearer.

use atlas::Side;
use field::Cell;
use rules::blue_gray::{State, UnitId};

use crate::blue_gray::position::desk::Desk;
use crate::blue_gray::position::survey::{Distances, NO_WAY};

/// How far enemies are felt, in movement points. Set by hand.
const FELT_MOVEMENT_POINTS: u16 = 36;
/// The strength of a usual brigade.
const BRIGADE_STRENGTH_POINTS: f64 = 4.0;

/// What a unit is drawn to; goals, lures and gates by their number in the survey.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// The enemy.
    Enemy,
    /// A hex worth having.
    Goal(usize),
    /// A place where units are wanted at the end.
    Lure(usize),
    /// A way off the map.
    Gate(usize),
}

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
    side: Side,
}

impl Bearings {
    /// Takes bearings for a side.
    pub fn of(desk: &Desk<'_>, state: &State, side: Side) -> Bearings {
        let weights = &desk.survey.weights;
        let enemies = state.occupied(side.other());
        let strength =
            |side: Side| f64::from(desk.strength(state.on_map(desk.battle, side)).max(1));
        let ratio = strength(side) / strength(side.other());
        let goals = desk.survey.goals.iter().map(|goal| {
            if goal.has_scored(state) {
                return 0.0;
            }
            let held = state.holder(desk.battle, goal.cell) == Some(side);
            let fading = if goal.fades { desk.survey.to_come(state.turn) } else { 1.0 };
            let part = if goal.group.is_some() { weights.part } else { 1.0 };
            part * goal.swing * weights.goal * fading * if held { weights.held_goal } else { 1.0 }
        });
        let hexes_score = !desk.battle.facts.scoring.hexes.is_empty();
        let hunt = if hexes_score { weights.hunt } else { 1.0 };
        Bearings {
            enemy: Distances::to(desk.battle, enemies.iter()),
            eager: hunt * (0.9 * (ratio - weights.balance)).clamp(0.1, 1.0),
            goals: goals.collect(),
            turns_left: u16::from(desk.battle.turns.saturating_sub(state.turn)) + 1,
            turn: state.turn,
            side,
        }
    }

    /// How much a unit is wanted in a hex.
    pub fn pull(&self, desk: &Desk<'_>, unit: UnitId, cell: Cell) -> f64 {
        let mut pull = 0.0;
        self.drawn(desk, unit, cell, |_, part| pull += part);
        pull
    }

    /// What pulls a unit from one hex to another, the strongest first, with how much more it does there.
    pub fn draws(&self, desk: &Desk<'_>, unit: UnitId, from: Cell, to: Cell) -> Vec<(Draw, f64)> {
        let mut parts: Vec<(Draw, f64)> = Vec::new();
        self.drawn(desk, unit, to, |draw, part| parts.push((draw, part)));
        self.drawn(desk, unit, from, |draw, part| {
            match parts.iter_mut().find(|(known, _)| *known == draw) {
                Some((_, more)) => *more -= part,
                None => parts.push((draw, -part)),
            }
        });
        parts.sort_by(|a, b| b.1.total_cmp(&a.1));
        parts
    }

    /// Everything that draws a unit in a hex, with how strongly it does.
    fn drawn(&self, desk: &Desk<'_>, unit: UnitId, cell: Cell, mut tell: impl FnMut(Draw, f64)) {
        let weights = &desk.survey.weights;
        let strength = f64::from(desk.survey.strength(unit));
        let far = f64::from(self.enemy.from(cell).min(FELT_MOVEMENT_POINTS));
        tell(Draw::Enemy, -weights.nearer * self.eager * strength * far);
        let size = strength.min(2.0 * BRIGADE_STRENGTH_POINTS);
        for (index, (goal, weight)) in desk.survey.goals.iter().zip(&self.goals).enumerate() {
            let distance = goal.distances.from(cell);
            if self.in_time(distance) {
                let part = weight * size / BRIGADE_STRENGTH_POINTS * nearness(distance);
                tell(Draw::Goal(index), part);
            }
        }
        let lures = desk.survey.lures.iter().enumerate();
        for (index, lure) in lures.filter(|(_, lure)| lure.side == self.side) {
            let distance = lure.distances.from(cell);
            if self.in_time(distance) {
                let late = 1.0 - desk.survey.to_come(self.turn);
                let weight = weights.lure * late * lure.points;
                let part = weight * size / BRIGADE_STRENGTH_POINTS * nearness(distance);
                tell(Draw::Lure(index), part);
            }
        }
        for (index, gate) in desk.survey.gates.iter().enumerate() {
            let points = desk.survey.exit_points(index, unit) - desk.survey.future(unit, self.turn);
            let distance = gate.distances.from(cell);
            if points > 0.0 && self.in_time(distance) {
                tell(Draw::Gate(index), weights.gate * points * nearness(distance));
            }
        }
    }

    /// The same for every unit of a side where it stands; nothing on the last turn, when there is no going on.
    pub fn pull_of_all(&self, desk: &Desk<'_>, state: &State, side: Side) -> f64 {
        if self.turns_left <= 1 {
            return 0.0;
        }
        let pull = |unit| state.cell(unit).map_or(0.0, |cell| self.pull(desk, unit, cell));
        desk.battle.of_side(side).iter().map(pull).sum()
    }

    fn in_time(&self, distance: u16) -> bool {
        distance < NO_WAY && distance <= 6 * self.turns_left
    }
}

/// From 1 on the spot to 0 far away.
fn nearness(distance: u16) -> f64 {
    6.0 / (6.0 + f64::from(distance))
}
