//! What happened: the log, the animation, the statistics and the replay are made of these.

use atlas::{BySide, Side};
use field::Cell;

use super::action::Attack;
use super::crt::{Column, CombatResult};
use super::ids::{Path, UnitId};
use super::state::Phase;
use super::victory::Outcome;

/// Why a unit was lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Loss {
    /// By the combat result.
    Combat,
    /// In an exchange.
    Exchange,
    /// It had to retreat and had nowhere to go [BG 7.72].
    NoRetreat,
    /// It had to retreat and cannot move.
    Immobile,
    /// It could not come on in time.
    Late,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A phase began.
    PhaseBegan {
        /// Game-turn.
        turn: u8,
        /// Phasing player.
        side: Side,
        /// Phase.
        phase: Phase,
    },
    /// A unit moved.
    Moved {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Cell,
        /// The hexes entered.
        path: Path,
        /// What it cost.
        cost: u8,
    },
    /// A reinforcement came on.
    Entered {
        /// Who.
        unit: UnitId,
        /// The hexes entered, the entry hex first.
        path: Path,
        /// What it cost.
        cost: u8,
    },
    /// A unit left the map.
    Exited {
        /// Who.
        unit: UnitId,
        /// From where it started.
        from: Cell,
        /// The hexes entered on the way.
        path: Path,
        /// The exit hex.
        hex: Cell,
        /// What it scored.
        points: i32,
    },
    /// An attack was declared.
    Attacked {
        /// The attack.
        attack: Attack,
        /// Attack strength.
        strength: u32,
        /// Defence strength, multiplied.
        defence: u32,
        /// The column it is resolved on.
        column: Column,
    },
    /// A die was thrown.
    DieThrown {
        /// The face.
        face: u8,
        /// What for.
        purpose: Purpose,
    },
    /// The table spoke.
    Resulted {
        /// What it said.
        result: CombatResult,
    },
    /// A gun chose whether to share the retreat.
    Elected {
        /// Who.
        unit: UnitId,
        /// Whether it retreats.
        retreat: bool,
    },
    /// A unit stayed although the result was a retreat.
    Stood {
        /// Who.
        unit: UnitId,
    },
    /// A unit was eliminated.
    Eliminated {
        /// Who.
        unit: UnitId,
        /// Where, if it was on the map.
        at: Option<Cell>,
        /// Why.
        loss: Loss,
        /// What that scored for the other side.
        points: i32,
    },
    /// A unit retreated, was displaced, or withdrew.
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
    /// A unit advanced.
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
    /// A unit lost its attack effectiveness.
    BecameIneffective {
        /// Who.
        unit: UnitId,
    },
    /// A unit recovered its attack effectiveness.
    Rallied {
        /// Who.
        unit: UnitId,
    },
    /// A watched hex changed hands.
    ControlChanged {
        /// Which.
        cell: Cell,
        /// To whom.
        to: Side,
    },
    /// Points were awarded for a hex taken during play.
    Awarded {
        /// To whom.
        side: Side,
        /// Which hex.
        cell: Cell,
        /// How many.
        points: i32,
    },
    /// A unit that stood still was released.
    Released {
        /// Who.
        unit: UnitId,
    },
    /// The quota of moving units ended for good.
    QuotaLifted,
    /// A unit of the other side crossed a creek.
    CreekCrossed {
        /// Who.
        unit: UnitId,
    },
    /// The group that a die admits may come from now on.
    GroupAdmitted,
    /// An alternative form of a reinforcement is out of the game.
    SetAside {
        /// Who.
        unit: UnitId,
    },
    /// The game is over.
    Ended {
        /// How.
        outcome: Outcome,
        /// The totals.
        points: BySide<i32>,
    },
}

/// What a die was thrown for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// A combat.
    Combat,
    /// A unit's recovery of its attack effectiveness.
    Rally(UnitId),
    /// Whether a group is admitted.
    Admission,
}
