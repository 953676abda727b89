//! A combat that waits for somebody's choice.

use atlas::Side;
use field::CellSet;

use super::action::Attack;
use super::crt::{Column, CombatResult};
use super::ids::{Around, UnitId, UnitSet};

/// What is to be chosen, in the order the steps come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// [BG 8.16] Whether bombarding guns share the attacker's retreat.
    Elect,
    /// [BG 7.6] Which attackers are lost in an exchange.
    Losses,
    /// [BG 7.71] Where units retreat.
    Retreat,
    /// [BG 7.75] Whether and where a victorious unit advances.
    Advance,
    /// [BG 11.31] Where ineffective units withdraw at the end of the combat phase.
    Withdraw,
}

impl Step {
    const ALL: [(Step, &'static str); 5] = [
        (Step::Elect, "elect"),
        (Step::Losses, "losses"),
        (Step::Retreat, "retreat"),
        (Step::Advance, "advance"),
        (Step::Withdraw, "withdraw"),
    ];

    /// As it is written in positions.
    pub fn word(self) -> &'static str {
        Step::ALL.iter().find(|(step, _)| *step == self).map_or("", |(_, word)| word)
    }

    /// The step with this word.
    pub fn parse(word: &str) -> Option<Step> {
        Step::ALL.iter().find(|(_, known)| *known == word).map(|(step, _)| *step)
    }
}

/// A combat that waits for a choice, or the withdrawals at the end of a combat phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pending {
    /// What is to be chosen.
    pub step: Step,
    /// By whom.
    pub decider: Side,
    /// The combat; `None` while ineffective units withdraw.
    pub combat: Option<Combat>,
    /// The units still to be decided at this step.
    pub units: UnitSet,
    /// The guns that chose to share the retreat, while others choose.
    pub elected: UnitSet,
    /// The hexes that the loser has left so far.
    pub vacated: Around,
    /// A displaced unit that must go on before anything else, and the way of the displacement.
    pub chain: Option<Chain>,
}

/// A displacement under way [BG 7.82].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chain {
    /// The unit that has just been displaced: it stands where there is no room for it.
    pub unit: UnitId,
    /// The hexes the chain has visited, that of the retreating unit included.
    pub visited: CellSet,
}

/// A combat after the die was thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    /// The attack, with the column it was resolved on.
    pub attack: Attack,
    /// The column.
    pub column: Column,
    /// The die.
    pub die: u8,
    /// The result.
    pub result: CombatResult,
    /// The adjacent units that attacked.
    pub attackers: UnitSet,
    /// The units that were attacked.
    pub defenders: UnitSet,
}

impl Combat {
    /// [BG 7.75] Those who took part on the winning side.
    pub fn winners(&self) -> UnitSet {
        if self.result.favours_attacker() { self.attackers } else { self.defenders }
    }
}
