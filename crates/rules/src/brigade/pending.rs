//! A choice that somebody must make in the midst of something: of a combat, or of a move.

use atlas::Side;
use field::Cell;

use super::action::{Assault, Bombardment, Path};
use super::results::CombatResult;
use super::state::State;
use crate::ids::{UnitId, UnitSet};

/// What is to be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// [BR 11.0] Who loses a step.
    Loss,
    /// [BR 13.0] Where units retreat.
    Retreat,
    /// [BR 12.0] Whether and where an attacker advances.
    Advance,
    /// [BR 6.0] Whether and where a unit withdraws before infantry.
    Withdraw,
    /// [BR 6.0?] Where the mover goes on after somebody has withdrawn.
    GoOn,
}

impl Step {
    /// All of them.
    pub const ALL: [Step; 5] =
        [Step::Loss, Step::Retreat, Step::Advance, Step::Withdraw, Step::GoOn];

    /// As it is written in positions.
    pub const fn word(self) -> &'static str {
        match self {
            Step::Loss => "loss",
            Step::Retreat => "retreat",
            Step::Advance => "advance",
            Step::Withdraw => "withdraw",
            Step::GoOn => "go_on",
        }
    }
}

/// An attack of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attack {
    /// [BR 8.0] An assault.
    Assault(Assault),
    /// [BR 7.0] A bombardment.
    Bombardment(Bombardment),
}

impl Attack {
    /// The units that attack.
    pub fn attackers(&self) -> UnitSet {
        match self {
            Attack::Assault(assault) => assault.attackers,
            Attack::Bombardment(bombardment) => bombardment.guns,
        }
    }

    /// The hexes that are attacked.
    pub fn targets(&self) -> &[Cell] {
        match self {
            Attack::Assault(assault) => &assault.defenders,
            Attack::Bombardment(bombardment) => std::slice::from_ref(&bombardment.target),
        }
    }

    /// Whether it is an assault.
    pub fn is_assault(&self) -> bool {
        matches!(self, Attack::Assault(_))
    }
}

/// A combat after the die was thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Combat {
    /// The attack.
    pub attack: Attack,
    /// The die as it was thrown.
    pub die: u8,
    /// The result.
    pub result: CombatResult,
}

/// A combat that waits for a choice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CombatChoice {
    /// What is to be chosen: a loss, a retreat or an advance.
    pub step: Step,
    /// By whom.
    pub decider: Side,
    /// The combat.
    pub combat: Combat,
    /// Who may lose the step, has still to retreat, or may advance.
    pub units: UnitSet,
    /// A displaced unit, which must go before any other.
    pub moving: Option<UnitId>,
    /// All who have been displaced in this combat.
    pub displaced: UnitSet,
}

/// A move that waits for the other player's reactions, or for its own player after them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reaction {
    /// Who moves.
    pub mover: UnitId,
    /// The hexes that it still means to enter.
    pub path: Path,
    /// The half-points left to it.
    pub points: u8,
    /// The units that may still react; the first of them decides. None: the mover goes on as it
    /// likes.
    pub units: UnitSet,
    /// Whether somebody has withdrawn.
    pub withdrew: bool,
}

/// A choice that somebody must make in the midst of something.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pending {
    /// In a combat.
    Combat(CombatChoice),
    /// In a move.
    Reaction(Reaction),
}

impl Pending {
    /// What is to be chosen.
    pub fn step(&self) -> Step {
        match self {
            Pending::Combat(choice) => choice.step,
            Pending::Reaction(reaction) if reaction.units.is_empty() => Step::GoOn,
            Pending::Reaction(_) => Step::Withdraw,
        }
    }

    /// Who chooses.
    pub fn decider(&self, state: &State) -> Side {
        match self {
            Pending::Combat(choice) => choice.decider,
            Pending::Reaction(reaction) if reaction.units.is_empty() => state.side,
            Pending::Reaction(_) => state.side.other(),
        }
    }

    /// The units it is about.
    pub fn units(&self) -> UnitSet {
        match self {
            Pending::Combat(choice) => choice.units,
            Pending::Reaction(reaction) if reaction.units.is_empty() => {
                UnitSet::one(reaction.mover)
            }
            Pending::Reaction(reaction) => reaction.units,
        }
    }
}
