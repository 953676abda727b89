//! Strengths, multipliers and odds [BG 7.0, 7.4, 7.9, 9.0]: one function for the preview and the resolver.

use field::Cell;

use super::action::Attack;
use super::battle::Battle;
use super::crt::Column;
use super::ids::{UnitId, UnitSet};
use super::state::State;

/// The arithmetic of an attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The adjacent units that attack.
    pub attackers: UnitSet,
    /// The units that are attacked.
    pub defenders: UnitSet,
    /// Printed strength of attackers and bombarding guns.
    pub attack: u32,
    /// Multiplied strength of the defenders.
    pub defence: u32,
    /// Multiplier of each defending hex.
    pub multipliers: Vec<(Cell, u32)>,
    /// The column after rounding and shifts: the highest that may be announced.
    pub column: Column,
}

/// [BG 7.0] Works out the odds of an attack that is otherwise in order. Every unit counts with its whole
/// strength, in this attack alone [BG 7.3].
pub fn odds(battle: &Battle, state: &State, attack: &Attack) -> Odds {
    let attackers: UnitSet =
        attack.attackers.iter().flat_map(|&cell| able_in(battle, state, cell).iter()).collect();
    let mut defenders = UnitSet::EMPTY;
    let mut defence = 0;
    let mut multipliers = Vec::with_capacity(attack.defenders.len());
    for &cell in attack.defenders.iter() {
        let multiplier = multiplier(battle, state, attack, cell);
        let here = defenders_in(battle, state, cell);
        defenders = defenders.union(here);
        // [BG 7.74] A unit already attacked in this phase shares the result but adds no strength.
        let fresh = here.iter().filter(|&unit| !state.flags(unit).attacked());
        defence += multiplier * fresh.map(|unit| battle.unit(unit).strength).sum::<u32>();
        multipliers.push((cell, multiplier));
    }
    let attack_strength = battle.strength(attackers.union(attack.bombard));
    let column = Column::of(attack_strength.max(1), defence.max(1));
    let column = battle.options.shifted(state.side, column);
    Odds { attackers, defenders, attack: attack_strength, defence, multipliers, column }
}

/// [BG 7.22?] The units of a hex that attack together if it does: effective, unused, not advanced.
pub fn able_in(battle: &Battle, state: &State, cell: Cell) -> UnitSet {
    let own = state.units_at(cell).intersection(battle.of_side(state.side));
    own.iter().filter(|&unit| is_able(state, unit)).collect()
}

/// Whether a unit on the map can still attack in this phase [BG 7.14, 7.75, 11.2].
pub fn is_able(state: &State, unit: UnitId) -> bool {
    let flags = state.flags(unit);
    !flags.used() && !flags.advanced() && !flags.ineffective()
}

/// [BG 7.21, 7.75] The units of a hex that are attacked if it is: all but those that have advanced.
pub fn defenders_in(battle: &Battle, state: &State, cell: Cell) -> UnitSet {
    let enemy = state.units_at(cell).intersection(battle.of_side(state.side.other()));
    enemy.iter().filter(|&unit| !state.flags(unit).advanced()).collect()
}

/// [BG 7.4, 9.0] The largest multiplier that applies to a defending hex; never the product.
fn multiplier(battle: &Battle, state: &State, attack: &Attack, cell: Cell) -> u32 {
    let ground = &battle.ground;
    let adjacent = &attack.attackers;
    let all =
        |over: &dyn Fn(Cell) -> bool| !adjacent.is_empty() && adjacent.iter().all(|&a| over(a));
    let over_water_alone = || {
        adjacent.is_empty()
            && attack.bombard.iter().all(|gun| {
                state.cell(gun).is_some_and(|from| battle.sight.crosses_water(from, cell))
            })
    };
    // [BG-F 16.2, BG-C 18.12] Tripled if attacked over redoubts only, from their enemy side.
    if all(&|attacker| ground.over_redoubt(cell, attacker)) {
        3
    } else if ground.doubling.contains(cell)
        || all(&|attacker| ground.over_bridge_or_ford(cell, attacker))
        || over_water_alone()
    {
        2
    } else {
        1
    }
}
