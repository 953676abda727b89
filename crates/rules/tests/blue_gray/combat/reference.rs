//! A slow, obvious judge of attacks: it tries every way to share out the remaining attacks among the hexes
//! that must attack and the guns that can fire.
//!
//! It reads nothing but the JSON of a position, with its own idea of neighbours and distances, and knows
//! open ground with creeks only.

use std::collections::HashMap;

use serde_json::Value;

/// Column and row of a hex, from 1.
pub type Hex = (i32, i32);

/// A set of things numbered from 0.
type Bits = u32;

/// An attack by the numbers of its hexes and guns in a [`Reference`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    pub defenders: Bits,
    pub attackers: Bits,
    pub guns: Bits,
}

/// A friendly gun that can bombard.
#[derive(Debug)]
pub struct Gun {
    pub id: String,
    hex: Hex,
    /// The targets it reaches.
    reaches: Bits,
}

/// A combat phase as the judge sees it.
#[derive(Debug, Default)]
pub struct Reference {
    /// Enemy hexes that can still be attacked.
    pub targets: Vec<String>,
    /// Friendly hexes that must attack.
    pub attackers: Vec<String>,
    /// Friendly guns that can bombard.
    pub guns: Vec<Gun>,
    /// For each target, the hexes that must attack and stand next to it.
    next_to: Vec<Bits>,
    /// The targets that must be attacked.
    due: Bits,
}

/// The hex with this printed number.
pub fn hex(name: &Value) -> Option<Hex> {
    let name = name.as_str()?;
    Some((name[..2].parse().ok()?, name[2..].parse().ok()?))
}

/// The printed number of a hex.
pub fn name((column, row): Hex) -> String {
    format!("{column:02}{row:02}")
}

/// How many hexes apart two hexes are.
pub fn distance((column, row): Hex, (other_column, other_row): Hex) -> i32 {
    // Twice the height on the sheet: even columns stand half a hex lower.
    let height = |column: i32, row: i32| 2 * row + i32::from(column % 2 == 0);
    let across = (column - other_column).abs();
    let along = (height(column, row) - height(other_column, other_row)).abs();
    across + (along - across).max(0) / 2
}

fn is_set(unit: &Value, flag: &str) -> bool {
    unit[flag] == true
}

fn numbered(hexes: &mut Vec<Hex>) {
    hexes.sort_unstable();
    hexes.dedup();
}

/// The subsets of a set, the empty one included.
fn subsets(of: Bits) -> impl Iterator<Item = Bits> {
    let mut next = Some(of);
    std::iter::from_fn(move || {
        let this = next?;
        next = (this != 0).then(|| (this - 1) & of);
        Some(this)
    })
}

fn members(of: Bits) -> impl Iterator<Item = usize> {
    (0..32).filter(move |index| of >> index & 1 != 0)
}

impl Reference {
    /// The combat phase of the Union in a position; `is_union` and `is_gun` tell the units apart.
    pub fn of(
        position: &Value,
        creeks: &[&str],
        is_union: fn(&str) -> bool,
        is_gun: fn(&str) -> bool,
    ) -> Reference {
        let none = Vec::new();
        let units = position["units"].as_array().unwrap_or(&none);
        let id = |unit: &Value| unit["id"].as_str().unwrap_or("").to_owned();
        let is_near = |a: Hex, b: Hex| {
            let edge = if a < b { (name(a), name(b)) } else { (name(b), name(a)) };
            distance(a, b) == 1 && !creeks.contains(&format!("{}|{}", edge.0, edge.1).as_str())
        };
        let (mut targets, mut enemies, mut able, mut engaged, mut fired) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for unit in units {
            let Some(at) = hex(&unit["hex"]) else { continue };
            if !is_union(&id(unit)) {
                enemies.push(at);
                if !is_set(unit, "attacked") && !is_set(unit, "advanced") {
                    targets.push(at);
                }
                continue;
            }
            fired.extend(hex(&unit["bombarded_from"]));
            if !is_set(unit, "ineffective") && !is_set(unit, "advanced") {
                engaged.push(at);
                if !is_set(unit, "used") {
                    able.push(at);
                }
            }
        }
        numbered(&mut targets);
        numbered(&mut able);
        able.retain(|&at| targets.iter().any(|&target| is_near(at, target)));
        let bits = |wanted: &dyn Fn(usize) -> bool, count: usize| {
            (0..count).filter(|&index| wanted(index)).fold(0, |set, index| set | 1 << index)
        };
        let silenced = ["used", "advanced", "ineffective", "displaced"];
        let may_fire = |unit: &&Value| {
            is_union(&id(unit))
                && is_gun(&id(unit))
                && !silenced.iter().any(|flag| is_set(unit, flag))
                && hex(&unit["hex"]).is_some_and(|at| {
                    !fired.contains(&at) && !enemies.iter().any(|&enemy| is_near(at, enemy))
                })
        };
        let guns = units.iter().filter(may_fire).filter_map(|unit| {
            let at = hex(&unit["hex"])?;
            let reaches = bits(&|target| distance(at, targets[target]) <= 3, targets.len());
            Some(Gun { id: id(unit), hex: at, reaches })
        });
        Reference {
            guns: guns.collect(),
            next_to: targets
                .iter()
                .map(|&target| bits(&|index| is_near(able[index], target), able.len()))
                .collect(),
            due: bits(
                &|target| engaged.iter().any(|&at| is_near(at, targets[target])),
                targets.len(),
            ),
            targets: targets.iter().copied().map(name).collect(),
            attackers: able.iter().copied().map(name).collect(),
        }
    }

    fn all(count: usize) -> Bits {
        (1 << count) - 1
    }

    /// Everything that could be an attack at all, duties aside.
    pub fn plans(&self) -> Vec<Plan> {
        let mut found = Vec::new();
        for defenders in subsets(Self::all(self.targets.len())) {
            for attackers in subsets(Self::all(self.attackers.len())) {
                for guns in subsets(Self::all(self.guns.len())) {
                    found.push(Plan { defenders, attackers, guns });
                }
            }
        }
        found
    }

    /// The guns that could join an attack, each by itself; for a bombardment, that could make it.
    pub fn guns_for(&self, plan: Plan, known: &mut Known) -> Vec<&str> {
        let mut joins = |gun: &usize| self.is_legal(Plan { guns: 1 << *gun, ..plan }, known);
        let joining: Vec<usize> = (0..self.guns.len()).filter(&mut joins).collect();
        joining.into_iter().map(|gun| self.guns[gun].id.as_str()).collect()
    }

    /// Whether an attack keeps every rule that looks at it alone [BG 7.15, 7.25, 8.13, 8.22].
    pub fn is_attack(&self, plan: Plan) -> bool {
        let Plan { defenders, attackers, guns } = plan;
        defenders != 0
            && (attackers != 0 || guns != 0 && defenders.count_ones() == 1)
            && members(defenders).all(|target| attackers & !self.next_to[target] == 0)
            && members(guns).all(|gun| self.guns[gun].reaches & defenders != 0)
    }

    /// The guns in the hexes of these guns: none of them fires again [BG 8.14].
    fn silenced_with(&self, guns: Bits) -> Bits {
        members(guns)
            .flat_map(|gun| {
                let hex = self.guns[gun].hex;
                (0..self.guns.len()).filter(move |&other| self.guns[other].hex == hex)
            })
            .fold(0, |set, gun| set | 1 << gun)
    }

    /// Whether an attack is legal: somebody who makes it can still do as much of what is due as before.
    pub fn is_legal(&self, plan: Plan, known: &mut Known) -> bool {
        if !self.is_attack(plan) {
            return false;
        }
        let met = (plan.defenders & self.due).count_ones();
        self.best_after(self.everything(), plan, known).map(|rest| met + rest)
            == self.best(self.everything(), known)
    }

    /// Whether nothing that is due can be done.
    pub fn may_end(&self, known: &mut Known) -> bool {
        self.attackers.is_empty() && self.best(self.everything(), known) == Some(0)
    }

    /// Whether everybody who must attack can: the judge believes so always.
    pub fn can_be_done(&self, known: &mut Known) -> bool {
        self.best(self.everything(), known).is_some()
    }

    fn everything(&self) -> Plan {
        Plan {
            defenders: Self::all(self.targets.len()),
            attackers: Self::all(self.attackers.len()),
            guns: Self::all(self.guns.len()),
        }
    }

    fn best_after(&self, left: Plan, attack: Plan, known: &mut Known) -> Option<u32> {
        let left = Plan {
            defenders: left.defenders & !attack.defenders,
            attackers: left.attackers & !attack.attackers,
            guns: left.guns & !self.silenced_with(attack.guns),
        };
        self.best(left, known)
    }

    /// The most targets that are due and can be attacked if every hex left attacks; `None` if not every one
    /// can.
    fn best(&self, left: Plan, known: &mut Known) -> Option<u32> {
        if let Some(&best) = known.get(&left) {
            return best;
        }
        let mut best = None;
        if left.attackers != 0 {
            // The first hex is in one attack or another.
            let first = left.attackers & left.attackers.wrapping_neg();
            for others in subsets(left.attackers & !first) {
                for defenders in subsets(left.defenders) {
                    let attack = Plan { defenders, attackers: first | others, guns: 0 };
                    if self.is_attack(attack) {
                        let met = (defenders & self.due).count_ones();
                        best = best.max(self.best_after(left, attack, known).map(|n| n + met));
                    }
                }
            }
        } else {
            best = Some(0);
            let first = left.guns & left.guns.wrapping_neg();
            if first != 0 {
                // The first gun stays silent, or bombards one target or another.
                best = best.max(self.best(Plan { guns: left.guns & !first, ..left }, known));
                for target in members(left.defenders) {
                    let attack = Plan { defenders: 1 << target, attackers: 0, guns: first };
                    if self.is_attack(attack) {
                        let met = (1 << target & self.due).count_ones();
                        best = best.max(self.best_after(left, attack, known).map(|n| n + met));
                    }
                }
            }
        }
        known.insert(left, best);
        best
    }
}

/// What the judge has worked out for one position.
pub type Known = HashMap<Plan, Option<u32>>;
