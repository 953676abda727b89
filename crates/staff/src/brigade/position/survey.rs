//! What never changes in a battle and takes long to work out: how far everything is from the landmarks, and what each
//! column of the combat results table promises.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use atlas::battle::Guns;
use field::{Cell, Edge, Grid, Patch, StepCosts};
use rules::brigade::Battle;
use rules::brigade::facts::Gait;
use rules::brigade::results::CombatResult;

use super::outlook::{NEAR_TURNS, Outlook};
use super::weights::Weights;

/// The most landmarks that are reckoned with.
pub const LANDMARKS_MAX: usize = 16;
/// A way that does not exist, or is longer than any that matters.
pub const NO_WAY: u8 = u8::MAX;
/// What it counts to be too far away to come in time, beside somebody who can.
const TOO_LATE: f64 = 0.1;

/// How often a column brings each result, of six.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chances {
    /// An attacker loses a step.
    pub attacker_loses: f64,
    /// The attackers are thrown back.
    pub thrown_back: f64,
    /// Both lose a step.
    pub exchange: f64,
    /// The defenders are driven off.
    pub driven: f64,
    /// A defender loses a step.
    pub defender_loses: f64,
}

/// A battle surveyed.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The numbers to judge by.
    pub weights: Weights,
    /// The ford that it was surveyed with.
    pub ford: Option<Edge>,
    /// The landmarks and what they are worth.
    pub landmarks: Vec<(Cell, f64)>,
    /// By gait and landmark, by cell: half-points of way to it, whoever stands in it.
    ways: Vec<Vec<u8>>,
    /// By turns left and gait, by half-points: how much somebody counts who is so far away.
    presence: Vec<Vec<f64>>,
    /// The same, where only who is near counts.
    near: Vec<Vec<f64>>,
    /// What is likely to come of a position.
    pub outlook: Outlook,
    /// By cell, the neighbours over a bridge or through a printed ford.
    pub crossings: Vec<Patch>,
    /// By column, what it promises.
    pub columns: Vec<Chances>,
}

impl Survey {
    /// Surveys a battle, with the ford that was found.
    pub fn of(battle: &Battle, ford: Option<Edge>, weights: Weights) -> Survey {
        let facts = battle.facts.landmarks.iter().take(LANDMARKS_MAX);
        let landmarks: Vec<(Cell, f64)> =
            facts.map(|landmark| (landmark.cell, f64::from(landmark.points))).collect();
        let mut ways = Vec::new();
        for gait in Gait::ALL {
            let costs = battle.ground.costs(gait, ford);
            for &(cell, _) in &landmarks {
                ways.push(ways_to(battle, costs, gait, cell));
            }
        }
        let presence = self::presence(battle, weights.far_turns);
        let (near, outlook) = (self::presence(battle, NEAR_TURNS), Outlook::of(battle));
        let columns = battle.facts.results.columns().map(|column| {
            let mut chances = Chances::default();
            for face in 1..=6 {
                let share = match battle.facts.results.result(column, face) {
                    CombatResult::AttackerLoses => &mut chances.attacker_loses,
                    CombatResult::AttackersRetreat => &mut chances.thrown_back,
                    CombatResult::Exchange => &mut chances.exchange,
                    CombatResult::DefendersRetreat => &mut chances.driven,
                    CombatResult::DefenderLoses => &mut chances.defender_loses,
                    CombatResult::NoEffect => continue,
                };
                *share += 1.0 / 6.0;
            }
            chances
        });
        let columns = columns.collect();
        let crossings = crossings(battle);
        Survey { weights, ford, landmarks, ways, presence, near, outlook, crossings, columns }
    }

    /// No survey: what stands in its place while it is lent.
    pub fn none() -> Survey {
        Survey {
            weights: Weights::USUAL,
            ford: None,
            landmarks: Vec::new(),
            ways: Vec::new(),
            presence: Vec::new(),
            near: Vec::new(),
            outlook: Outlook::ANYWHERE,
            crossings: Vec::new(),
            columns: Vec::new(),
        }
    }

    /// The way from a hex to a landmark, in half-points.
    #[inline]
    pub fn way(&self, gait: Gait, landmark: usize, from: Cell) -> u8 {
        self.ways[gait as usize * self.landmarks.len() + landmark][from.index()]
    }

    /// How much somebody counts for a landmark from a hex, with so many turns left; at most one.
    #[inline]
    pub fn presence(&self, gait: Gait, landmark: usize, from: Cell, left: u8) -> f64 {
        let way = self.way(gait, landmark, from);
        self.counting(gait, left)[usize::from(way)]
    }

    /// How much somebody counts by the length of his way, with so many turns left.
    #[inline]
    pub fn counting(&self, gait: Gait, left: u8) -> &[f64] {
        let last = self.presence.len() / 4 - 1;
        &self.presence[usize::from(left).min(last) * 4 + gait as usize]
    }

    /// The same, where only who is near counts.
    #[inline]
    pub fn counting_near(&self, gait: Gait, left: u8) -> &[f64] {
        let last = self.near.len() / 4 - 1;
        &self.near[usize::from(left).min(last) * 4 + gait as usize]
    }

    /// The place of a landmark in the list.
    pub fn landmark(&self, cell: Cell) -> Option<usize> {
        self.landmarks.iter().position(|&(at, _)| at == cell)
    }
}

fn crossings(battle: &Battle) -> Vec<Patch> {
    let grid = battle.grid();
    let mut found = vec![Patch::EMPTY; grid.slots()];
    for cell in battle.ground.land.iter() {
        let over = grid.neighbours(cell).filter(|&(way, next)| {
            battle.ground.land.contains(next) && battle.ground.water(cell, way, None).is_crossing()
        });
        found[cell.index()] = Patch::of(over.map(|(_, next)| next)).unwrap_or(Patch::EMPTY);
    }
    found
}

/// The half-points of a gait.
fn allowance(battle: &Battle, gait: Gait) -> u8 {
    let all = &battle.facts.allowances;
    match gait {
        Gait::Infantry => all.infantry,
        Gait::Cavalry => all.cavalry,
        Gait::Guns => all.guns[Guns::Regular as usize],
        Gait::HorseGuns => all.guns[Guns::Horse as usize],
    }
    .max(1)
}

/// By turns left and gait, by half-points: how much somebody counts who is so far away.
fn presence(battle: &Battle, far_turns: f64) -> Vec<Vec<f64>> {
    let mut presence = Vec::new();
    for left in 0..=u16::from(battle.turns) {
        for gait in Gait::ALL {
            let allowance = f64::from(allowance(battle, gait));
            let counts = |way: u16| counts(f64::from(way) / allowance, f64::from(left), far_turns);
            presence.push((0..=255).map(counts).collect());
        }
    }
    presence
}

fn counts(turns: f64, left: f64, far_turns: f64) -> f64 {
    let near = (-turns / far_turns).exp();
    // Whoever is half a turn late may still be of use on the way.
    if turns > left.max(0.5) { near * TOO_LATE } else { near }
}

/// The half-points from every cell to one, over ground that the gait may enter.
fn ways_to(battle: &Battle, costs: &StepCosts, gait: Gait, to: Cell) -> Vec<u8> {
    let grid: &Grid = battle.grid();
    let mut found = vec![NO_WAY; grid.slots()];
    let mut queue = BinaryHeap::new();
    found[to.index()] = 0;
    queue.push(Reverse((0u8, to)));
    if battle.ground.entry_cost(gait, to).is_none() {
        // Where it may not go it can still stand beside.
        for (_, next) in grid.neighbours(to) {
            found[next.index()] = 2;
            queue.push(Reverse((2, next)));
        }
    }
    while let Some(Reverse((way, cell))) = queue.pop() {
        if way > found[cell.index()] {
            continue;
        }
        for (direction, from) in grid.neighbours(cell) {
            let Some(step) = costs.price(from, direction.opposite()) else { continue };
            let longer = way.saturating_add(step.get());
            if longer < found[from.index()] {
                found[from.index()] = longer;
                queue.push(Reverse((longer, from)));
            }
        }
    }
    found
}
