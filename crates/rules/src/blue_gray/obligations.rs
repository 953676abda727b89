//! Which attacks must be made [BG 7.11?, 7.12?, 7.23?], and whether an attack leaves them possible.
//!
//! Two sets without isolated members can always be covered by stars, each of them an attack: one hex against
//! several, or several against one. So the test is local: after an attack, every friendly hex that must
//! attack still has a target next to it, and as many enemy hexes that must be attacked as before have an
//! attacker next to them or a gun of their own.

use field::{Cell, CellSet};

use super::action::Attack;
use super::artillery;
use super::battle::Battle;
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
    /// Those that must be attacked with nobody next to them who can still attack.
    lonely: Vec<Cell>,
    /// How many of these no battery can see to, however the batteries are shared out.
    unmet: usize,
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
struct Spent<'a> {
    attackers: &'a [Cell],
    batteries: Vec<Cell>,
}

impl Obligations {
    /// The obligations of the phasing player.
    pub fn of(battle: &Battle, state: &State) -> Obligations {
        let (side, enemy) = (state.side, state.side.other());
        let marks = &state.board.marks;
        let targets = state.hexes_without(battle, enemy, marks.attacked.union(marks.advanced));
        // [BG 7.75, 11.2?] The advanced and the ineffective have no duty and create none.
        let idle = marks.ineffective.union(marks.advanced);
        let engaged = state.hexes_without(battle, side, idle);
        let able = state.hexes_without(battle, side, idle.union(marks.used));
        let next_to = |set: &CellSet, cell: Cell| battle.ground.around(cell).meets(set);
        // Whoever is next to an enemy is in his zone of control: the others need no closer look.
        let in_contact = able & state.controlled_by(enemy);
        let threatened = targets & state.controlled_by(side);
        let must_attack = in_contact.iter().filter(|&cell| next_to(&targets, cell)).collect();
        let must_be_attacked: CellSet =
            threatened.iter().filter(|&cell| next_to(&engaged, cell)).collect();
        let is_lonely = |&cell: &Cell| !next_to(&must_attack, cell);
        let lonely: Vec<Cell> = must_be_attacked.iter().filter(is_lonely).collect();
        let batteries = batteries(battle, state, &targets);
        let unmet = lonely.len() - matched(&lonely, &batteries, &[]);
        Obligations { targets, must_attack, must_be_attacked, batteries, lonely, unmet }
    }

    /// Whether nothing that can be met is left to be met: the combat phase may end.
    pub fn are_met(&self) -> bool {
        // Where nobody must attack, whoever must be attacked is lonely.
        self.must_attack.is_empty() && self.lonely.len() == self.unmet
    }

    /// The first enemy hex that must be attacked and can be.
    pub fn first_that_can_be_met(&self, battle: &Battle) -> Option<Cell> {
        self.must_be_attacked.iter().find(|&cell| self.can_meet(battle, cell))
    }

    /// What an attack would leave without anybody to meet it although it could be met before.
    pub fn broken_by(&self, battle: &Battle, state: &State, attack: &Attack) -> Option<Broken> {
        if let Some(cell) = self.left_without_target(battle, attack) {
            return Some(Broken::LeavesWithoutTarget(cell));
        }
        let spent = Spent {
            attackers: &attack.attackers,
            batteries: attack.bombard.iter().filter_map(|gun| state.cell(gun)).collect(),
        };
        let lonely = self.left_lonely(battle, attack);
        let unmet = lonely.len() - matched(&lonely, &self.batteries, &spent.batteries);
        if unmet <= self.unmet {
            return None;
        }
        // Somebody can be named even if several hexes vie for the last gun.
        let left = |&cell: &Cell| !attack.defenders.contains(&cell) && self.can_meet(battle, cell);
        let open: Vec<Cell> = self.must_be_attacked.iter().filter(left).collect();
        let stranded = open.iter().find(|&&cell| !self.can_still_meet(battle, cell, &spent));
        stranded.or(open.first()).copied().map(Broken::LeavesUnattacked)
    }

    /// The first friendly hex that must attack, takes no part in an attack, and has nobody left to attack
    /// after it. Only those next to a hex that is attacked can lose their last target.
    fn left_without_target(&self, battle: &Battle, attack: &Attack) -> Option<Cell> {
        let mut targets_left = self.targets;
        attack.defenders.iter().for_each(|&cell| _ = targets_left.remove(cell));
        let beside = |&cell: &Cell| battle.ground.around(cell).within(&self.must_attack).iter();
        let has_target = |cell: Cell| battle.ground.around(cell).meets(&targets_left);
        let bereft = |&cell: &Cell| !attack.attackers.contains(&cell) && !has_target(cell);
        attack.defenders.iter().flat_map(beside).filter(bereft).min()
    }

    /// Those that must be attacked, are not, and have nobody next to them any more who could: they had
    /// nobody before, or stand next to somebody who takes part in the attack.
    fn left_lonely(&self, battle: &Battle, attack: &Attack) -> Vec<Cell> {
        let is_left = |cell: Cell| !attack.defenders.contains(&cell);
        let mut lonely: Vec<Cell> =
            self.lonely.iter().copied().filter(|&cell| is_left(cell)).collect();
        for &attacker in attack.attackers.iter() {
            for enemy in battle.ground.around(attacker).within(&self.must_be_attacked).iter() {
                if is_left(enemy)
                    && !lonely.contains(&enemy)
                    && !self.has_attacker(battle, enemy, &attack.attackers)
                {
                    lonely.push(enemy);
                }
            }
        }
        lonely
    }

    /// Whether somebody next to a hex must attack, other than these.
    fn has_attacker(&self, battle: &Battle, enemy: Cell, spent: &[Cell]) -> bool {
        let mut beside = battle.ground.around(enemy).within(&self.must_attack).iter();
        beside.any(|cell| !spent.contains(&cell))
    }

    /// Whether somebody could attack a hex.
    fn can_meet(&self, battle: &Battle, cell: Cell) -> bool {
        self.can_still_meet(battle, cell, &Spent { attackers: &[], batteries: Vec::new() })
    }

    /// Whether somebody who is not spent could attack a hex.
    fn can_still_meet(&self, battle: &Battle, cell: Cell, spent: &Spent<'_>) -> bool {
        self.has_attacker(battle, cell, spent.attackers)
            || matched(&[cell], &self.batteries, &spent.batteries) == 1
    }
}

/// [BG 8.13, 8.14] How many of these hexes can have a battery of their own that has not fired: a maximum
/// matching by augmenting paths.
fn matched(enemies: &[Cell], batteries: &[Battery], fired: &[Cell]) -> usize {
    if enemies.is_empty() {
        return 0;
    }
    let free: Vec<&Battery> =
        batteries.iter().filter(|battery| !fired.contains(&battery.cell)).collect();
    let mut taken: Vec<Option<usize>> = vec![None; free.len()];
    let mut count = 0;
    for enemy in 0..enemies.len() {
        let mut tried = vec![false; free.len()];
        count += usize::from(augment(enemies, &free, enemy, &mut taken, &mut tried));
    }
    count
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

/// The hexes with guns that can bombard, and what they reach.
fn batteries(battle: &Battle, state: &State, targets: &CellSet) -> Vec<Battery> {
    let mut found: Vec<Battery> = Vec::new();
    for gun in artillery::ready(battle, state).iter() {
        let Some(cell) = state.cell(gun) else { continue };
        let mut reached = artillery::targets(battle, gun, cell, targets).peekable();
        if reached.peek().is_none() {
            continue;
        }
        let known = found.iter().position(|battery| battery.cell == cell);
        let index = known.unwrap_or_else(|| {
            found.push(Battery { cell, reaches: CellSet::EMPTY });
            found.len() - 1
        });
        found[index].reaches.extend(reached);
    }
    found
}
