//! What happened: the log, the animation, the statistics and the replay are made of these.

use atlas::Side;
use field::Cell;

use super::action::Path;
use super::battle::CorpsSet;
use super::pending::Attack;
use super::results::{Column, CombatResult};
use super::state::Phase;
use super::victory::Outcome;
use crate::ids::{UnitId, UnitSet};

/// Why a unit lost a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Loss {
    /// By the combat result.
    Combat,
    /// It crossed water in a retreat.
    Crossing,
    /// It had to retreat and had no way.
    Trapped,
}

impl Loss {
    /// As it is written in events.
    pub const fn word(self) -> &'static str {
        match self {
            Loss::Combat => "combat",
            Loss::Crossing => "crossing",
            Loss::Trapped => "trapped",
        }
    }
}

/// What a die was thrown for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// [BR 15.0] Whether a group comes.
    Arrival,
    /// [BR 3.0] Who is first.
    Initiative(Side),
    /// [BR 4.0] A rally.
    Rally(UnitId),
    /// [BR 14.0] A search for a ford.
    Search(UnitId),
    /// [BR 7.0] A bombardment.
    Bombardment,
    /// [BR 8.0] An assault.
    Assault,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A game-turn began.
    TurnBegan {
        /// Which.
        turn: u8,
        /// Who is first in it.
        first: Side,
    },
    /// A phase began.
    PhaseBegan {
        /// Game-turn.
        turn: u8,
        /// Phasing player.
        side: Side,
        /// Phase.
        phase: Phase,
    },
    /// A die was thrown.
    DieThrown {
        /// The face.
        face: u8,
        /// What for.
        purpose: Purpose,
    },
    /// Corps were named, or drawn.
    Activated {
        /// Which.
        corps: CorpsSet,
        /// Whether they were drawn.
        drawn: bool,
    },
    /// A unit got its step back.
    Rallied {
        /// Who.
        unit: UnitId,
    },
    /// A unit tried to rally in vain.
    RallyFailed {
        /// Who.
        unit: UnitId,
    },
    /// A unit moved: all of its move, or as far as it came before somebody could react.
    Moved {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// The hexes entered.
        path: Path,
        /// Half-points spent.
        cost: u8,
    },
    /// A unit came on.
    Entered {
        /// Who.
        unit: UnitId,
        /// The hexes entered, where it came on first.
        path: Path,
        /// Half-points spent.
        cost: u8,
    },
    /// A unit searched for a ford.
    Searched {
        /// Who.
        unit: UnitId,
        /// The hex across the creek.
        hex: Cell,
        /// Whether there is one.
        found: bool,
    },
    /// A unit withdrew before infantry.
    Withdrew {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// A unit that could have withdrawn stayed.
    Stayed {
        /// Who.
        unit: UnitId,
    },
    /// An attack was made.
    Attacked {
        /// The attack.
        attack: Attack,
        /// Twice the attackers' strength.
        strength: u32,
        /// Twice the defenders' strength.
        defence: u32,
        /// The column.
        column: Column,
    },
    /// The table spoke.
    Resulted {
        /// What it said.
        result: CombatResult,
    },
    /// A unit lost its first step.
    Reduced {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Cell,
        /// Why.
        loss: Loss,
    },
    /// A unit lost its last step.
    Eliminated {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Cell,
        /// Why.
        loss: Loss,
    },
    /// A unit retreated, or was displaced.
    Retreated {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// Where to.
        to: Cell,
        /// Whether it made room for another.
        displaced: bool,
    },
    /// A unit had to retreat and had no way.
    Stood {
        /// Who.
        unit: UnitId,
    },
    /// An attacker advanced.
    Advanced {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// Where to.
        to: Cell,
    },
    /// Nobody advanced.
    Declined {
        /// Whose choice it was.
        side: Side,
    },
    /// A hex need not be assaulted any more: nobody has it in his zone of control.
    Lapsed {
        /// Which.
        cell: Cell,
    },
    /// A landmark changed hands.
    ControlChanged {
        /// Which.
        cell: Cell,
        /// To whom.
        to: Side,
    },
    /// [BR 15.0] The group that a die brings on is there.
    Arrived {
        /// Who.
        units: UnitSet,
        /// Where.
        at: Cell,
    },
    /// [BR 15.0] It would be there, but an enemy stands in its way.
    Delayed {
        /// Where.
        at: Cell,
    },
    /// [BR 15.0] Units for which there was no room come later.
    SentBack {
        /// Who.
        units: UnitSet,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// The points of the landmarks in Union hands.
        points: u32,
    },
}
