//! The attacker's losses in an exchange [BG 7.6].

use super::battle::Battle;
use super::ids::{UnitId, UnitSet};

/// [BG 7.6?] Every choice of attackers whose printed strengths total at least what the defender lost, and in which
/// no unit is superfluous. If all together total less, all of them go.
pub fn choices(battle: &Battle, attackers: UnitSet, lost: u32) -> Vec<UnitSet> {
    if attackers.is_empty() {
        return Vec::new();
    }
    if battle.strength(attackers) <= lost {
        return vec![attackers];
    }
    let units: Vec<UnitId> = attackers.iter().collect();
    (1..1u32 << units.len())
        .map(|bits| pick(&units, bits))
        .filter(|&chosen| {
            is_sufficient(battle, attackers, chosen, lost) && !wastes(battle, chosen, lost)
        })
        .collect()
}

fn pick(units: &[UnitId], bits: u32) -> UnitSet {
    units.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, &unit)| unit).collect()
}

/// Whether these attackers make up for what the defender lost.
pub fn is_sufficient(battle: &Battle, attackers: UnitSet, chosen: UnitSet, lost: u32) -> bool {
    chosen == attackers || battle.strength(chosen) >= lost
}

/// Whether one of these could be spared.
pub fn wastes(battle: &Battle, chosen: UnitSet, lost: u32) -> bool {
    let total = battle.strength(chosen);
    chosen.iter().any(|unit| total - battle.unit(unit).strength >= lost)
}
