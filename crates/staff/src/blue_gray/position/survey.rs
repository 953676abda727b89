//! What can be worked out about a battle once: what units and hexes are worth, how far it is to the
//! places that matter, which hexes a unit next to another covers.
//!
//! Nothing here depends on the course of a game.

use atlas::{BySide, Side};
use field::{Cell, Gates};
use rules::blue_gray::crt::{Column, CombatResult};
use rules::blue_gray::ground::FORBIDDEN;
use rules::blue_gray::{Battle, State, UnitId, reinforcements, victory};

use crate::blue_gray::position::weights::Weights;

/// How many movement points farther than anything: no way there.
pub const NO_WAY: u16 = 999;

/// What standing on an army's only way out is worth in points, with the chance that it comes to nothing. Set by hand.
const CUT_OFF_POINTS: f64 = 30.0;

/// What the bonus of a quota is worth in points at the start of a game. Set by hand.
const QUOTA_BONUS_POINTS: f64 = 8.0;

/// The movement points from every hex to the nearest of some hexes.
#[derive(Clone, Debug)]
pub struct Distances(Vec<u16>);

impl Distances {
    /// From a hex.
    pub fn from(&self, cell: Cell) -> u16 {
        self.0[cell.index()]
    }

    /// To the nearest of these hexes, over ground without enemies.
    pub fn to(battle: &Battle, goals: impl IntoIterator<Item = Cell>) -> Distances {
        let mut cost = vec![NO_WAY; battle.grid().slots()];
        let mut rings: Vec<Vec<Cell>> = vec![Vec::new()];
        for goal in goals {
            cost[goal.index()] = 0;
            rings[0].push(goal);
        }
        let mut ring = 0;
        while ring < rings.len() {
            while let Some(cell) = rings[ring].pop() {
                if usize::from(cost[cell.index()]) != ring {
                    continue;
                }
                for (direction, near) in battle.grid().neighbours(cell) {
                    let step = battle.ground.step_cost(near, direction.opposite());
                    let total = ring + usize::from(step);
                    if step == FORBIDDEN || total >= usize::from(cost[near.index()]) {
                        continue;
                    }
                    cost[near.index()] = total as u16;
                    if rings.len() <= total {
                        rings.resize(total + 1, Vec::new());
                    }
                    rings[total].push(near);
                }
            }
            ring += 1;
        }
        Distances(cost)
    }
}

/// A hex worth having.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Which.
    pub cell: Cell,
    /// By how much the final margin changes if it changes hands.
    pub swing: f64,
    /// Who alone can have its points; `None`: whoever holds it.
    pub to: Option<Side>,
    /// Whether holding it counts only together with the other hexes of its group.
    pub group: Option<usize>,
    /// Its number among the hexes that score once, when they are first taken.
    pub once: Option<usize>,
    /// Whether it loses its worth as the game goes on.
    pub fades: bool,
    /// How far it is.
    pub distances: Distances,
}

impl Goal {
    /// Whether it has brought what it can bring.
    pub fn has_scored(&self, state: &State) -> bool {
        self.once.is_some_and(|first| state.has_scored(first))
    }
}

/// A place where a side wants units at the end of a game, though nobody holds it.
#[derive(Clone, Debug)]
pub struct Lure {
    /// Who wants to be there.
    pub side: Side,
    /// What being there can bring.
    pub points: f64,
    /// How far it is.
    pub distances: Distances,
}

/// A hex where units leave the map for points.
#[derive(Clone, Debug)]
pub struct Gate {
    /// Which.
    pub cell: Cell,
    /// How far it is.
    pub distances: Distances,
}

/// How many faces of the die have each result in a column.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faces {
    /// Ae.
    pub attacker_eliminated: f64,
    /// Ar.
    pub attacker_retreats: f64,
    /// Ex.
    pub exchange: f64,
    /// Dr.
    pub defender_retreats: f64,
    /// De.
    pub defender_eliminated: f64,
}

/// What can be worked out about a battle once.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    kill: Vec<f64>,
    future: Vec<f64>,
    /// The hexes worth having.
    pub goals: Vec<Goal>,
    /// Where units are wanted at the end.
    pub lures: Vec<Lure>,
    /// Where units leave the map.
    pub gates: Vec<Gate>,
    /// Per gate and unit, what leaving there scores.
    exit_points: Vec<Vec<f64>>,
    cover: Vec<[u8; 6]>,
    /// From a hex to those from which it can be entered.
    pub ways_back: Gates,
    faces: [Faces; Column::COUNT],
    strength: Vec<u32>,
    /// How many turns there are.
    turns: u8,
    /// What things are worth beside points.
    pub weights: Weights,
}

impl Survey {
    /// Surveys a battle.
    pub fn of(battle: &Battle, weights: Weights) -> Survey {
        let kill: Vec<f64> =
            battle.roster().map(|unit| f64::from(victory::kill_points(battle, unit))).collect();
        let rate = |side: Side| {
            let units = battle.of_side(side);
            let points: f64 = units.iter().map(|unit| kill[unit.index()]).sum();
            points / f64::from(battle.strength(units).max(1))
        };
        let rates = BySide { union: rate(Side::Union), confederate: rate(Side::Confederate) };
        let future = battle.roster().map(|unit| {
            let printed = battle.unit(unit);
            weights.future * rates[printed.side] * f64::from(printed.strength)
        });
        let gates: Vec<Gate> = battle
            .facts
            .exits
            .iter()
            .map(|exit| Gate { cell: exit.cell, distances: Distances::to(battle, [exit.cell]) })
            .collect();
        let scores = |gate: &Gate| {
            let score = |unit| f64::from(reinforcements::exit_points(battle, unit, gate.cell));
            battle.roster().map(score).collect()
        };
        Survey {
            future: future.collect(),
            goals: goals(battle),
            lures: lures(battle),
            exit_points: gates.iter().map(scores).collect(),
            gates,
            cover: covers(battle),
            ways_back: Gates::new(battle.grid(), |_, direction, near| {
                battle.ground.step_cost(near, direction.opposite()) != FORBIDDEN
            }),
            faces: faces(battle),
            strength: battle.roster().map(|unit| battle.unit(unit).strength).collect(),
            turns: battle.turns,
            kill,
            weights,
        }
    }

    /// The part of the game that is still to come at a turn, from 1 to 0.
    pub fn to_come(&self, turn: u8) -> f64 {
        f64::from(self.turns.saturating_sub(turn)) / f64::from(self.turns.max(1))
    }

    /// What a unit's life is worth at a turn: what its loss scores, and what it can still do.
    pub fn worth(&self, unit: UnitId, turn: u8) -> f64 {
        self.kill[unit.index()] + self.future(unit, turn)
    }

    /// What a unit on the map can still do, in points.
    pub fn future(&self, unit: UnitId, turn: u8) -> f64 {
        self.future[unit.index()] * self.to_come(turn)
    }

    /// A unit's printed strength.
    pub fn strength(&self, unit: UnitId) -> u32 {
        self.strength[unit.index()]
    }

    /// What a unit scores by leaving at a gate.
    pub fn exit_points(&self, gate: usize, unit: UnitId) -> f64 {
        self.exit_points[gate][unit.index()]
    }

    /// For the neighbours of a hex in the order of `Battle::adjacent`: which of them a unit in the given one
    /// occupies or controls, as bits.
    pub fn cover(&self, cell: Cell, neighbour: usize) -> u8 {
        self.cover[cell.index()][neighbour]
    }

    /// How many faces have each result in a column.
    pub fn faces(&self, column: Column) -> &Faces {
        &self.faces[column.index()]
    }
}

fn goals(battle: &Battle) -> Vec<Goal> {
    let scoring = &battle.facts.scoring;
    let mut found: Vec<Goal> = Vec::new();
    let mut add = |cell: Cell, swing: f64, to: Option<Side>, group: Option<usize>, fades: bool| {
        let distances = Distances::to(battle, [cell]);
        found.push(Goal { cell, swing, to, group, once: None, fades, distances });
    };
    for hex in &scoring.hexes {
        let both = if hex.to.is_none() { 2.0 } else { 1.0 };
        add(hex.cell, both * f64::from(hex.points), hex.to, None, false);
    }
    for (index, group) in scoring.groups.iter().enumerate() {
        for &cell in &group.cells {
            add(cell, f64::from(group.points), group.to, Some(index), false);
        }
    }
    if let Some((cell, _)) = battle.quota().and_then(|quota| quota.bonus) {
        add(cell, QUOTA_BONUS_POINTS, None, None, true);
    }
    found.extend(scoring.firsts.iter().enumerate().map(|(index, first)| Goal {
        cell: first.cell,
        swing: f64::from(first.points),
        to: first.to,
        group: None,
        once: Some(index),
        fades: false,
        distances: Distances::to(battle, [first.cell]),
    }));
    found
}

/// [BG-C 20.12, BG-A 17.1] Hexes that infantry must only stand next to at the end, and the hex whose loss cuts
/// an army off.
fn lures(battle: &Battle) -> Vec<Lure> {
    let scoring = &battle.facts.scoring;
    let threatened = scoring.threatened.iter().map(|facts| Lure {
        side: facts.to,
        points: f64::from(facts.points) * facts.cells.len() as f64,
        distances: Distances::to(battle, facts.cells.iter().copied()),
    });
    let cut_off = scoring.cut_off.iter().map(|cut| Lure {
        side: cut.side.other(),
        points: CUT_OFF_POINTS,
        distances: Distances::to(battle, [cut.to]),
    });
    threatened.chain(cut_off).collect()
}

fn covers(battle: &Battle) -> Vec<[u8; 6]> {
    let mut covers = vec![[0; 6]; battle.grid().slots()];
    for cell in battle.grid().cells() {
        let around = battle.adjacent(cell);
        for (index, &from) in around.iter().enumerate() {
            for (bit, &near) in around.iter().enumerate() {
                if near == from || battle.ground.are_adjacent(from, near) {
                    covers[cell.index()][index] |= 1 << bit;
                }
            }
        }
    }
    covers
}

fn faces(battle: &Battle) -> [Faces; Column::COUNT] {
    let mut table = [Faces::default(); Column::COUNT];
    for column in Column::BEST.up_to() {
        let faces = &mut table[column.index()];
        for die in 1..=6 {
            *match battle.facts.results.result(column, die) {
                CombatResult::AttackerEliminated => &mut faces.attacker_eliminated,
                CombatResult::AttackerRetreats => &mut faces.attacker_retreats,
                CombatResult::Exchange => &mut faces.exchange,
                CombatResult::DefenderRetreats => &mut faces.defender_retreats,
                CombatResult::DefenderEliminated => &mut faces.defender_eliminated,
            } += 1.0 / 6.0;
        }
    }
    table
}
