//! Which attacks must be made [BG 7.11?, 7.12?, 7.23?], and whether an attack leaves them possible.
//!
//! Two sets without isolated members can always be covered by stars, each of them an attack: one hex against
//! several, or several against one. So the test is local: after an attack, every friendly hex that must
//! attack still has a target next to it, and as many enemy hexes that must be attacked as before have an
//! attacker next to them or a gun of their own.

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
    /// Enemy hexes that can still be attacked: a unit there was neither attacked nor has advanced
    /// [BG 7.14, 7.75].
    pub targets: CellSet,
    /// [BG 7.12] Friendly hexes that can attack and stand next to a target.
    pub must_attack: CellSet,
    /// [BG 7.11] Targets next to an effective friendly unit that has not advanced.
    pub must_be_attacked: CellSet,
    /// Hexes with a gun that can bombard.
    pub batteries: Vec<Battery>,
    /// How many of those that must be attacked can be.
    can_be_met: usize,
}

/// A hex with guns that can bombard, and the targets they reach.
#[derive(Clone, Debug)]
pub struct Battery {
    /// The hex.
    pub cell: Cell,
    /// The targets in range and sight of at least one of its guns.
    pub reaches: CellSet,
}

/// The hexes an attack takes out of the reckoning.
#[derive(Clone, Copy)]
struct Spent {
    attackers: CellSet,
    batteries: CellSet,
}

impl Spent {
    const NOBODY: Spent = Spent { attackers: CellSet::EMPTY, batteries: CellSet::EMPTY };
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
            // [BG 7.75, 11.2?] The advanced and the ineffective have no duty and create none.
            if !flags.ineffective() && !flags.advanced() {
                engaged.insert(cell);
                if is_able(state, unit) {
                    able.insert(cell);
                }
            }
        }
        let next_to =
            |cell: Cell, set: &CellSet| battle.adjacent(cell).iter().any(|&c| set.contains(c));
        // Whoever is next to an enemy is in his zone of control: the others need no closer look.
        let in_contact = able & *state.controlled_by(side.other());
        let threatened = targets & *state.controlled_by(side);
        let must_attack = in_contact.iter().filter(|&cell| next_to(cell, &targets)).collect();
        let must_be_attacked = threatened.iter().filter(|&cell| next_to(cell, &engaged)).collect();
        let mut obligations = Obligations {
            targets,
            must_attack,
            must_be_attacked,
            batteries: batteries(battle, state, &targets),
            can_be_met: 0,
        };
        obligations.can_be_met = obligations.most_met(battle, &must_be_attacked, &Spent::NOBODY);
        obligations
    }

    /// Whether nothing that can be met is left to be met: the combat phase may end.
    pub fn are_met(&self) -> bool {
        self.must_attack.is_empty() && self.can_be_met == 0
    }

    /// The first enemy hex that must be attacked and can be.
    pub fn first_that_can_be_met(&self, battle: &Battle) -> Option<Cell> {
        let can_be_met = |&cell: &Cell| self.can_meet(battle, cell, &Spent::NOBODY);
        self.must_be_attacked.iter().find(can_be_met)
    }

    /// What an attack would leave without anybody to meet it although it could be met before.
    pub fn broken_by(&self, battle: &Battle, state: &State, attack: &Attack) -> Option<Broken> {
        let attacked: CellSet = attack.defenders.iter().copied().collect();
        let spent = Spent {
            attackers: attack.attackers.iter().copied().collect(),
            batteries: attack.bombard.iter().filter_map(|gun| state.cell(gun)).collect(),
        };
        let targets_left = self.targets - attacked;
        let has_target =
            |cell: Cell| battle.adjacent(cell).iter().any(|&c| targets_left.contains(c));
        let attackers_left = self.must_attack - spent.attackers;
        if let Some(cell) = attackers_left.iter().find(|&cell| !has_target(cell)) {
            return Some(Broken::LeavesWithoutTarget(cell));
        }
        let left = self.must_be_attacked - attacked;
        let met = self.must_be_attacked.len() - left.len();
        if met + self.most_met(battle, &left, &spent) >= self.can_be_met {
            return None;
        }
        // Somebody can be named even if several hexes vie for the last gun.
        let could_be_met = |&cell: &Cell| self.can_meet(battle, cell, &Spent::NOBODY);
        let open: Vec<Cell> = left.iter().filter(could_be_met).collect();
        let stranded = open.iter().find(|&&cell| !self.can_meet(battle, cell, &spent));
        stranded.or(open.first()).copied().map(Broken::LeavesUnattacked)
    }

    /// Whether somebody who is not spent could attack a hex.
    fn can_meet(&self, battle: &Battle, cell: Cell, spent: &Spent) -> bool {
        self.most_met(battle, &CellSet::of(cell), spent) == 1
    }

    /// How many of these enemy hexes can be attacked at most by those who are not spent.
    fn most_met(&self, battle: &Battle, enemies: &CellSet, spent: &Spent) -> usize {
        let attackers = self.must_attack - spent.attackers;
        let has_attacker =
            |cell: Cell| battle.adjacent(cell).iter().any(|&c| attackers.contains(c));
        let lonely: Vec<Cell> = enemies.iter().filter(|&cell| !has_attacker(cell)).collect();
        enemies.len() - lonely.len() + self.matched(&lonely, &spent.batteries)
    }

    /// [BG 8.13, 8.14] How many of these hexes can have a battery of their own: a maximum matching by
    /// augmenting paths.
    fn matched(&self, enemies: &[Cell], fired: &CellSet) -> usize {
        if enemies.is_empty() {
            return 0;
        }
        let free: Vec<&Battery> =
            self.batteries.iter().filter(|battery| !fired.contains(battery.cell)).collect();
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
            Some(battery) => battery.reaches |= reaches,
            None => found.push(Battery { cell, reaches }),
        }
    }
    found
}

fn reach(battle: &Battle, gun: UnitId, cell: Cell, targets: &CellSet) -> CellSet {
    let seen = *targets & *battle.sight.seen_from(cell);
    seen.iter().filter(|&target| artillery::in_range(battle, gun, cell, target)).collect()
}
