//! The field as a side sees it at the beginning of a phase: what every square promises and threatens.
//!
//! Everything here is reckoned once a phase and looked up for every unit and square, so that a phase is planned in about
//! a millisecond. The numbers are estimates; whether and how well something can be done the engine says when it is ordered.

use atlas::Side;
use atlas::battle::{Arm, Mode};
use field::{Cell, Direction};
use rules::grand_tactical::state::{State, Unit};
use rules::grand_tactical::{Battle, UnitId, sight};

use super::ground::{FAR, Ground, Queue, travels};
use super::temper::Temper;

/// How many more shots a tired enemy does not fire: what a point of fatigue is worth is counted over so many.
const SHOTS_TO_COME: f32 = 4.0;
/// What is left of a unit's points when it fires, on the average, as a share of ten.
const USUAL_TIME: f32 = 0.85;
/// Fire of someone who must turn first.
const OUT_OF_ARC: f32 = 0.6;
/// How far around a square strength is compared.
const ABOUT: usize = 4;
/// How much of an enemy at so many squares may come to blows in his next phase.
const COMES: [f32; 4] = [1.0, 1.0, 0.9, 0.6];
/// Beyond this range guns are not counted as a danger.
const GUNS_MATTER: usize = 6;

/// An enemy square.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Where.
    pub cell: Cell,
    /// Infantry and cavalry there.
    pub men: u32,
    /// Guns there.
    pub guns: u32,
    /// Points for each casualty by small arms, by guns from afar, and by guns from the next square.
    pub pays: [f32; 3],
    /// What ground, works and numbers leave of fire at it.
    pub factor: f32,
    /// Which way it looks.
    pub facing: Direction,
    /// Whether it is on the march.
    pub travels: bool,
    /// Casualties that it inflicts with a volley from the next square.
    pub volley: f32,
    /// Points that overrunning it promises, for each unit that takes part.
    pub storm: f32,
}

/// The field as a side sees it.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The enemy's squares.
    pub targets: Vec<Target>,
    /// Casualties that small arms inflict in a square in a volley of all who reach it.
    pub small: Vec<f32>,
    /// The same by guns.
    pub shells: Vec<f32>,
    /// The best target for small arms from a square: points for a casualty, at one square and at two.
    pub hit: [Vec<f32>; 2],
    /// What an assault from a square promises whoever takes part.
    pub storm: Vec<f32>,
    /// The enemy's foot and horse who may come to blows here in his next phase, in men.
    pub menace: Vec<f32>,
    /// Points on the march to the nearest goal.
    pub goal: Vec<u16>,
    /// Squares to the nearest enemy.
    pub near: Vec<u8>,
    /// Strength of both sides about a square: own, enemy.
    pub power: [Vec<f32>; 2],
    queue: Queue,
    starts: Vec<(Cell, u16)>,
}

/// Casualties of a unit's volley at so many squares, before what the target makes of it.
pub fn volley(battle: &Battle, now: &Unit, unit: UnitId, range: usize) -> f32 {
    let facts = battle.unit(unit);
    let rate = f32::from(battle.tables.weapons.rate(facts.weapon, range));
    let each = if facts.is_artillery() { 1.0 } else { 0.01 };
    let fresh = 1.0 - f32::from(now.fatigue.min(90)) / 100.0;
    f32::from(now.strength) * each * rate * fresh
}

/// What a point of fatigue takes from a unit's fire to come.
fn suppression(battle: &Battle, now: &Unit, unit: UnitId) -> f32 {
    if now.routed {
        return 0.0;
    }
    let guns = battle.unit(unit).is_artillery();
    let range = if guns { 2 } else { 1 };
    volley(battle, now, unit, range) * 0.01 * SHOTS_TO_COME
}

/// Points for a casualty of a unit; `by_guns`: fired by artillery.
pub fn worth(battle: &Battle, now: &Unit, unit: UnitId, by_guns: bool) -> f32 {
    let facts = battle.unit(unit);
    let score = &battle.tables.score;
    let tires = if now.strength < 600 { 0.5 } else { 200.0 / f32::from(now.strength.min(1000)) };
    let tires = if facts.is_artillery() { 0.5 } else { tires };
    let morale = i32::from(facts.effectiveness) - i32::from(now.fatigue);
    let shaken = if !now.routed && morale < 40 { 0.4 } else { 0.0 };
    let direct = match facts.arm {
        Arm::Infantry => score.infantryman as f32,
        Arm::Cavalry => score.cavalryman as f32,
        Arm::Artillery if by_guns => score.gun as f32 / f32::from(battle.tables.points_per_gun),
        Arm::Artillery => 0.0,
    };
    direct + shaken + tires * suppression(battle, now, unit)
}

impl Scene {
    /// Looks at the field anew.
    pub fn look(
        &mut self,
        battle: &Battle,
        ground: &Ground,
        state: &State,
        side: Side,
        temper: &Temper,
    ) {
        let slots = ground.slots();
        for map in [&mut self.small, &mut self.shells, &mut self.menace, &mut self.storm] {
            map.clear();
            map.resize(slots, 0.0);
        }
        for map in self.hit.iter_mut().chain(&mut self.power) {
            map.clear();
            map.resize(slots, 0.0);
        }
        self.find_targets(battle, ground, state, side);
        self.note_dangers(battle, state, side.other());
        self.note_strength(battle, state, side);
        self.note_distance(battle, slots);
        self.promise_storms(battle, state, side);
        self.note_hits(battle, state);
        self.set_goals(battle, ground, state, side, temper);
    }

    fn find_targets(&mut self, battle: &Battle, ground: &Ground, state: &State, side: Side) {
        self.targets.clear();
        for cell in state.occupied(side.other()) {
            self.targets.push(target(battle, ground, state, cell));
        }
    }

    /// What the enemy's fire does to whoever stands in a square.
    fn note_dangers(&mut self, battle: &Battle, state: &State, enemy: Side) {
        for unit in state.on_map(battle, enemy) {
            let (facts, now) = (battle.unit(unit), state.unit(unit));
            let Some(at) = now.cell() else { continue };
            if !now.ammo || now.disrupted {
                continue;
            }
            let guns = facts.is_artillery();
            let limbered = now.mode == Mode::Limbered && !battle.options.basic();
            let ready = if limbered || now.routed { 0.4 } else { 1.0 } * USUAL_TIME;
            let reach = battle.tables.weapons.reach(facts.weapon).min(GUNS_MATTER);
            let field = if guns && !limbered {
                sight::field_of(battle, state, at, None) & battle.grid.disc(at, reach)
            } else {
                battle.grid.disc(at, reach.min(2))
            };
            let mut by_range = [0.0; GUNS_MATTER + 1];
            for (range, casualties) in by_range.iter_mut().enumerate().skip(1) {
                *casualties = volley(battle, now, unit, range) * ready;
            }
            for cell in &field {
                let range = battle.distance(at, cell);
                if range == 0 || range > GUNS_MATTER {
                    continue;
                }
                let looks = sight::in_arc(battle, now.facing, at, cell);
                let casualties = by_range[range] * if looks { 1.0 } else { OUT_OF_ARC };
                let map = if guns { &mut self.shells } else { &mut self.small };
                map[cell.index()] += casualties;
            }
            if !guns && !now.routed {
                for cell in &battle.grid.disc(at, COMES.len() - 1) {
                    let comes = COMES[battle.distance(at, cell)];
                    self.menace[cell.index()] += f32::from(now.strength) * comes;
                }
            }
        }
    }

    /// How strong both sides are about each square.
    fn note_strength(&mut self, battle: &Battle, state: &State, side: Side) {
        for (index, side) in [side, side.other()].into_iter().enumerate() {
            let map = &mut self.power[index];
            for unit in state.on_map(battle, side) {
                let now = state.unit(unit);
                let Some(at) = now.cell().filter(|_| !now.routed) else { continue };
                let range = if battle.unit(unit).is_artillery() { 2 } else { 1 };
                let strength = volley(battle, now, unit, range);
                let rows = at.row().saturating_sub(ABOUT)..=at.row() + ABOUT;
                let last = battle.grid.columns() - 1;
                for column in at.column().saturating_sub(ABOUT)..=(at.column() + ABOUT).min(last) {
                    for row in rows.clone().filter(|&row| row < battle.grid.rows(column)) {
                        map[Cell::at(column, row).index()] += strength;
                    }
                }
            }
        }
    }

    /// Squares to the nearest enemy, all at once.
    fn note_distance(&mut self, battle: &Battle, slots: usize) {
        self.near.clear();
        self.near.resize(slots, u8::MAX);
        let mut reached: field::CellSet = self.targets.iter().map(|target| target.cell).collect();
        for cell in &reached {
            self.near[cell.index()] = 0;
        }
        for squares in 1..=16 {
            let wider = reached.dilated(&battle.grid);
            let mut ring = wider;
            ring -= reached;
            if ring.is_empty() {
                break;
            }
            for cell in &ring {
                self.near[cell.index()] = squares;
            }
            reached = wider;
        }
    }

    /// What overrunning a square promises to each who takes part, if there is strength enough about it.
    fn promise_storms(&mut self, battle: &Battle, state: &State, side: Side) {
        for target in &mut self.targets {
            let mut own = 0.0;
            for cell in &battle.grid.disc(target.cell, 3) {
                for unit in state.stack(cell) {
                    let (facts, now) = (battle.unit(unit), state.unit(unit));
                    let fit = facts.side == side && !facts.is_artillery();
                    if fit && !now.routed && !now.disrupted {
                        own += f32::from(now.strength);
                    }
                }
            }
            let defence = target.men as f32 + 10.0 * target.guns as f32;
            let edge = (own.min(2400.0) - defence) / 50.0;
            let taken = target.guns as f32 / 4.0 * battle.tables.score.gun as f32;
            let wins = ((edge - 2.0) / 16.0).clamp(0.0, 1.0);
            let share = 80.0 * target.pays[0] + taken - 0.5 * target.volley;
            target.storm = (wins * share / 3.0).max(0.0);
        }
    }

    /// The best target for small arms from each square.
    fn note_hits(&mut self, battle: &Battle, state: &State) {
        for target in &self.targets {
            for cell in &battle.grid.disc(target.cell, 2) {
                let range = battle.distance(cell, target.cell);
                let far = range == 2;
                if range == 0 || (far && !sight::clear(battle, state, cell, target.cell)) {
                    continue;
                }
                let flank = target.flanked_from(battle, cell);
                let quality = target.pays[0] * target.factor * flank;
                let best = &mut self.hit[range - 1][cell.index()];
                *best = best.max(quality);
                if !far {
                    let promise = &mut self.storm[cell.index()];
                    *promise = promise.max(target.storm);
                }
            }
        }
    }

    /// How far every square is from what a side wants: the enemy, and what is worth points.
    fn set_goals(
        &mut self,
        battle: &Battle,
        ground: &Ground,
        state: &State,
        side: Side,
        temper: &Temper,
    ) {
        self.starts.clear();
        let head_start = |points: i32| {
            let root = (points as f32).sqrt() * temper.objectives * 0.6;
            root.clamp(0.0, 90.0) as u16
        };
        // Everything begins with so much that the best can begin with nothing.
        const LATEST: u16 = 90;
        for goal in &battle.objectives {
            let taken = state.occupied(goal.side).contains(goal.cell);
            if goal.side == side && !taken {
                self.starts.push((goal.cell, LATEST - head_start(goal.points)));
            }
        }
        for target in &self.targets {
            self.starts.push((target.cell, LATEST));
        }
        self.goal.clear();
        self.goal.resize(ground.slots(), FAR);
        ground.spread(&self.starts, &mut self.goal, &mut self.queue);
    }
}

impl Target {
    /// What fire from a square gains by its flank.
    pub fn flanked_from(&self, battle: &Battle, from: Cell) -> f32 {
        let flanked = self.travels || !sight::in_arc(battle, self.facing, self.cell, from);
        if flanked && !battle.options.basic() { 1.5 } else { 1.0 }
    }
}

/// An enemy square as a target.
fn target(battle: &Battle, ground: &Ground, state: &State, cell: Cell) -> Target {
    let (mut men, mut guns, mut count) = (0, 0, 0);
    let mut primary: Option<UnitId> = None;
    for unit in state.stack(cell) {
        let now = state.unit(unit);
        count += 1;
        if battle.unit(unit).is_artillery() {
            guns += u32::from(now.strength);
            continue;
        }
        men += u32::from(now.strength);
        if primary.is_none_or(|most| state.unit(most).strength < now.strength) {
            primary = Some(unit);
        }
    }
    let first = state.stack(cell).next().unwrap_or(UnitId(0));
    let main = primary.unwrap_or(first);
    let (mut pays, mut weights, mut fires) = ([0.0; 3], [0.0; 2], 0.0);
    for unit in state.stack(cell) {
        let (now, artillery) = (state.unit(unit), battle.unit(unit).is_artillery());
        let weight = if unit == main { 3.0 } else { 1.0 };
        fires += volley(battle, now, unit, 1) * if now.disrupted { 0.3 } else { 1.0 };
        if !artillery || count == 1 {
            pays[0] += weight * worth(battle, now, unit, false);
            weights[0] += weight;
        }
        pays[1] += weight * worth(battle, now, unit, true);
        weights[1] += weight;
        if unit == main {
            pays[2] = worth(battle, now, unit, true);
        }
    }
    pays[0] /= f32::max(weights[0], 1.0);
    pays[1] /= f32::max(weights[1], 1.0);
    let table = &battle.tables.modifiers;
    let density = match men as i32 {
        0 => 0,
        men => ((men - table.density_men) / table.density_step)
            .clamp(-table.density_most, table.density_most),
    };
    let now = state.unit(main);
    let works = 100.0 - f32::from(now.fort) * f32::from(table.fortification);
    let factor = ground.cover[cell.index()] * (1.0 + density as f32 / 100.0) * works / 100.0;
    Target {
        cell,
        men,
        guns,
        pays,
        factor,
        facing: now.facing,
        travels: travels(now.mode),
        volley: fires,
        storm: 0.0,
    }
}
