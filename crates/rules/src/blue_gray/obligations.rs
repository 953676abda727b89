//! Which attacks must be made [BG 7.11, 7.12, 7.23], and whether an attack leaves them possible.
//!
//! Two sets without isolated members can always be covered by stars, so the test is local: after an
//! attack, every friendly hex that must attack still has a target, and as many enemy hexes that must be
//! attacked still have an attacker or a gun of their own as before.

use atlas::Side;
use field::{Cell, CellSet};

use super::action::Attack;
use super::artillery;
use super::battle::Battle;
use super::ids::UnitId;
use super::odds::is_able;
use super::state::State;

/// Who must still attack, and who must still be attacked.
#[derive(Clone, Debug)]
pub struct Obligations {
    /// Enemy hexes that can still be attacked: a unit there was neither attacked nor has advanced.
    pub targets: CellSet,
    /// Friendly hexes that can attack and stand next to a target.
    pub must_attack: CellSet,
    /// Targets next to an effective friendly unit that has not advanced.
    pub must_be_attacked: CellSet,
    /// Hexes with a gun that can bombard.
    pub batteries: Vec<Battery>,
}

/// A hex with guns that can bombard, and the targets they reach.
#[derive(Clone, Debug)]
pub struct Battery {
    /// The hex.
    pub cell: Cell,
    /// The targets in range and sight of at least one of its guns.
    pub reaches: CellSet,
}

impl Obligations {
    /// The obligations of the phasing player.
    pub fn of(battle: &Battle, state: &State) -> Obligations {
        let side = state.side;
        let targets = targets(battle, state, side.other());
        let (mut able, mut engaged) = (CellSet::EMPTY, CellSet::EMPTY);
        for unit in battle.of_side(side).iter() {
            let Some(cell) = state.cell(unit) else { continue };
            let flags = state.flags(unit);
            if !flags.ineffective() && !flags.advanced() {
                engaged.insert(cell);
                if is_able(state, unit) {
                    able.insert(cell);
                }
            }
        }
        let next_to =
            |cell: Cell, set: &CellSet| battle.adjacent(cell).iter().any(|&c| set.contains(c));
        let must_attack = able.iter().filter(|&cell| next_to(cell, &targets)).collect();
        let must_be_attacked = targets.iter().filter(|&cell| next_to(cell, &engaged)).collect();
        Obligations {
            targets,
            must_attack,
            must_be_attacked,
            batteries: batteries(battle, state, &targets),
        }
    }

    /// Whether nothing that can be met is left to be met: the combat phase may end.
    pub fn are_met(&self, battle: &Battle) -> bool {
        self.must_attack.is_empty()
            && self.covered(battle, &self.must_be_attacked, &CellSet::EMPTY, &[]) == 0
    }

    /// Why an attack would leave an obligation that could be met before without anybody to meet it.
    pub fn broken_by(&self, battle: &Battle, state: &State, attack: &Attack) -> Option<Broken> {
        let attacked: CellSet = attack.defenders.iter().copied().collect();
        let attacking: CellSet = attack.attackers.iter().copied().collect();
        let left_attackers: CellSet =
            self.must_attack.iter().filter(|&cell| !attacking.contains(cell)).collect();
        let idle = left_attackers.iter().find(|&cell| {
            let open = |target: Cell| self.targets.contains(target) && !attacked.contains(target);
            !battle.adjacent(cell).iter().any(|&target| open(target))
        });
        if let Some(cell) = idle {
            return Some(Broken::LeavesWithoutTarget(cell));
        }
        let left: CellSet =
            self.must_be_attacked.iter().filter(|&cell| !attacked.contains(cell)).collect();
        let firing: Vec<Cell> = attack.bombard.iter().filter_map(|gun| state.cell(gun)).collect();
        let before = self.covered(battle, &self.must_be_attacked, &CellSet::EMPTY, &[]);
        let met = self.must_be_attacked.len() - left.len();
        let after = self.covered(battle, &left, &attacking, &firing);
        if met + after >= before {
            return None;
        }
        let lonely = |&cell: &Cell| {
            let one: CellSet = [cell].into_iter().collect();
            self.covered(battle, &one, &attacking, &firing) == 0
        };
        let cell = left.iter().find(lonely).or_else(|| left.iter().next())?;
        Some(Broken::LeavesUnattacked(cell))
    }

    /// How many of these enemy hexes can be attacked at most, without the attackers and batteries named.
    fn covered(
        &self,
        battle: &Battle,
        enemies: &CellSet,
        without: &CellSet,
        firing: &[Cell],
    ) -> usize {
        let mut count = 0;
        let mut lonely = Vec::new();
        for cell in enemies.iter() {
            let attacker =
                |&near: &Cell| self.must_attack.contains(near) && !without.contains(near);
            if battle.adjacent(cell).iter().any(|near| attacker(near)) {
                count += 1;
            } else {
                lonely.push(cell);
            }
        }
        count + self.matched(&lonely, firing)
    }

    /// How many of these hexes can have a battery of their own: a maximum matching by augmenting paths.
    fn matched(&self, enemies: &[Cell], firing: &[Cell]) -> usize {
        if enemies.is_empty() {
            return 0;
        }
        let free: Vec<&Battery> =
            self.batteries.iter().filter(|battery| !firing.contains(&battery.cell)).collect();
        let mut taken: Vec<Option<usize>> = vec![None; free.len()];
        let mut count = 0;
        for enemy in 0..enemies.len() {
            let mut tried = vec![false; free.len()];
            count += usize::from(augment(enemies, &free, enemy, &mut taken, &mut tried));
        }
        count
    }
}

/// Finds a battery for an enemy hex, moving others to other batteries where that helps.
fn augment(
    enemies: &[Cell],
    batteries: &[&Battery],
    enemy: usize,
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for (index, battery) in batteries.iter().enumerate() {
        if tried[index] || !battery.reaches.contains(enemies[enemy]) {
            continue;
        }
        tried[index] = true;
        let free = match taken[index] {
            None => true,
            Some(other) => augment(enemies, batteries, other, taken, tried),
        };
        if free {
            taken[index] = Some(enemy);
            return true;
        }
    }
    false
}

/// What an attack would make impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// [BG 7.12] This friendly hex must attack and would have nobody left to attack.
    LeavesWithoutTarget(Cell),
    /// [BG 7.11] This enemy hex must be attacked and would have nobody left to attack it.
    LeavesUnattacked(Cell),
}

/// The hexes of a side that can still be attacked.
fn targets(battle: &Battle, state: &State, side: Side) -> CellSet {
    let mut found = CellSet::EMPTY;
    for unit in battle.of_side(side).iter() {
        let Some(cell) = state.cell(unit) else { continue };
        let flags = state.flags(unit);
        if !flags.attacked() && !flags.advanced() {
            found.insert(cell);
        }
    }
    found
}

/// The hexes with guns that can bombard, and what they reach.
fn batteries(battle: &Battle, state: &State, targets: &CellSet) -> Vec<Battery> {
    let mut found: Vec<Battery> = Vec::new();
    let own_guns = battle.guns().intersection(battle.of_side(state.side));
    for gun in own_guns.iter().filter(|&gun| artillery::why_silent(battle, state, gun).is_none()) {
        let Some(cell) = state.cell(gun) else { continue };
        let reaches = reach(battle, gun, cell, targets);
        if reaches.is_empty() {
            continue;
        }
        match found.iter_mut().find(|battery| battery.cell == cell) {
            Some(battery) => reaches.iter().for_each(|target| {
                battery.reaches.insert(target);
            }),
            None => found.push(Battery { cell, reaches }),
        }
    }
    found
}

fn reach(battle: &Battle, gun: UnitId, cell: Cell, targets: &CellSet) -> CellSet {
    targets.iter().filter(|&target| artillery::reaches(battle, gun, cell, target)).collect()
}
