//! What the General bids his staff plan for: a temperament, hexes to leave alone, hexes to strike first, whether a
//! division comes on whole. A plan follows from an intent; rival plans come from changing one.

use field::{Cell, CellSet};
use rules::blue_gray::battle::UnitStart;
use rules::blue_gray::{Battle, State, UnitId};
use rules::dice::Chance;

use crate::blue_gray::movement::campaign::{Campaign, Manner};
use crate::blue_gray::movement::muster::Wish;
use crate::blue_gray::position::desk::{Desk, due};

/// A General's usual way.
const USUAL: Manner =
    Manner { caution: 1.0, assaults: 16, marches: 4, refuges: 6, rounds: 2, drive: 1.0 };

/// The temperaments, the usual one first.
pub const TEMPERAMENTS: [Manner; 7] = [
    USUAL,
    Manner { drive: 0.3, ..USUAL },
    Manner { caution: 0.7, refuges: 4, ..USUAL },
    Manner { caution: 1.5, ..USUAL },
    Manner { refuges: 0, drive: 2.5, ..USUAL },
    Manner { caution: 2.0, refuges: 8, drive: 0.3, ..USUAL },
    Manner { caution: 0.4, refuges: 0, drive: 1.5, ..USUAL },
];

/// Most hexes that are struck first. Bounds the work; set by hand.
const URGED_HEXES_MAX: usize = 4;

/// A hex to strike first, and how.
pub type Urge = (Cell, Wish);

/// What a plan is made for.
#[derive(Clone, PartialEq, Debug)]
pub struct Intent {
    /// The temperament.
    pub manner: Manner,
    /// Hexes that are not to be assaulted.
    pub shunned: CellSet,
    /// Hexes that are assaulted before anything is judged.
    pub urged: Vec<Urge>,
    /// Whether those who can come on whole or in parts come in parts.
    pub in_parts: bool,
}

impl Intent {
    /// A temperament, and nothing bidden.
    pub fn of(manner: Manner) -> Intent {
        Intent { manner, shunned: CellSet::EMPTY, urged: Vec::new(), in_parts: false }
    }

    /// The same, leaving a hex alone.
    pub fn shunning(&self, target: Cell) -> Intent {
        let mut other = self.clone();
        other.shunned.insert(target);
        other.urged.retain(|(urged, _)| *urged != target);
        other
    }

    /// The same, striking a hex first; `None` if there are enough of them.
    pub fn urged_to(&self, (target, wish): Urge) -> Option<Intent> {
        let mut other = self.clone();
        other.shunned.remove(target);
        other.urged.retain(|(urged, _)| *urged != target);
        other.urged.push((target, wish));
        (other.urged.len() <= URGED_HEXES_MAX).then_some(other)
    }
}

/// What can be changed about a plan.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Hexes it assaults and could leave alone, the least promising first.
    pub shun: Vec<Cell>,
    /// Hexes it could assault.
    pub urge: Vec<Urge>,
    /// Whether somebody can come on whole or in parts.
    pub divisible: bool,
}

impl Changes {
    /// Every intent that differs from one in a single point, the likeliest to be better first.
    pub fn single(&self, intent: &Intent) -> Vec<Intent> {
        let mut found: Vec<Intent> = Vec::new();
        if self.divisible {
            found.push(Intent { in_parts: !intent.in_parts, ..intent.clone() });
        }
        let mut shun = self.shun.iter().map(|&target| intent.shunning(target));
        let mut urge = self.urge.iter().filter_map(|&urge| intent.urged_to(urge));
        loop {
            let (one, other) = (shun.next(), urge.next());
            if one.is_none() && other.is_none() {
                break;
            }
            found.extend(one.into_iter().chain(other));
        }
        found.extend(TEMPERAMENTS.map(|manner| Intent { manner, ..intent.clone() }));
        found
    }

    /// An intent that differs from one in two or three points.
    pub fn several(&self, intent: &Intent, luck: &mut Chance) -> Intent {
        let mut other = intent.clone();
        for _ in 0..2 + luck.below(2) {
            let (shun, urge) = (self.shun.len(), self.urge.len());
            let pick = luck.below(shun + urge + TEMPERAMENTS.len());
            if pick < shun {
                other = other.shunning(self.shun[pick]);
            } else if pick < shun + urge {
                other = other.urged_to(self.urge[pick - shun]).unwrap_or(other);
            } else {
                other.manner = TEMPERAMENTS[pick - shun - urge];
            }
        }
        other
    }
}

impl Desk<'_> {
    /// What can be changed about a plan; `tempting` are the hexes that promise most from the start.
    pub fn changes(&self, state: &State, plan: &Campaign, tempting: &[Urge]) -> Changes {
        let divisible = due(self.battle, state).iter().any(|&unit| is_divisible(self.battle, unit));
        if self.battle.is_night(state.turn) {
            return Changes { divisible, ..Changes::default() };
        }
        let mut orders = self.orders(&plan.after).list;
        orders.retain(|order| !order.attack.attackers.is_empty());
        orders.sort_by(|a, b| a.price.value.total_cmp(&b.price.value));
        let engaged = state.controlled_by(state.side);
        let mut shun: Vec<Cell> = Vec::new();
        for target in orders.iter().flat_map(|order| order.attack.defenders.iter().copied()) {
            if !engaged.contains(target) && !shun.contains(&target) {
                shun.push(target);
            }
        }
        Changes { shun, urge: tempting.to_vec(), divisible }
    }
}

/// Whether a reinforcement comes in one of several forms.
fn is_divisible(battle: &Battle, unit: UnitId) -> bool {
    let UnitStart::Arrives(arrival) = &battle.unit(unit).start else { return false };
    !arrival.instead_of.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_can_come_whole_or_in_parts_is_tried_both_ways() {
        let intent = Intent::of(USUAL);
        let other = Intent { in_parts: true, ..intent.clone() };
        let changes = |divisible| Changes { divisible, ..Changes::default() };
        assert!(changes(true).single(&intent).contains(&other));
        assert!(changes(true).single(&other).contains(&intent));
        assert!(!changes(false).single(&intent).contains(&other));
    }

    #[test]
    fn early_is_one_division_or_four_brigades() {
        let files = atlas::builtin::battle("blue-gray/fredericksburg").expect("a battle");
        let battle = Battle::new(&files, Some("december-13"), &[]).expect("a battle to play");
        let divisible = |id: &str| is_divisible(&battle, battle.find(id).expect("a unit"));
        assert!(["Early", "Lawton", "Hoke"].iter().all(|id| divisible(id)));
        assert!(!divisible("1/1/I"));
    }
}
