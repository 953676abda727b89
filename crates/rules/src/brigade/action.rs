//! What a player can decide.

use field::Cell;

use super::battle::CorpsSet;
use crate::ids::{Around, Hexes, UnitId, UnitSet};

/// The most half-points a unit may have: a move's path must fit in its place.
pub const MOST_HALF_POINTS: u8 = 16;

/// The hexes a unit enters in one move, in order.
pub type Path = Hexes<{ MOST_HALF_POINTS as usize }>;

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// [BR 3.0] Corps are named.
    Activate {
        /// Which.
        corps: CorpsSet,
    },
    /// [BR 4.0] A unit tries to rally.
    Rally {
        /// Who.
        unit: UnitId,
    },
    /// [BR 6.0] A unit moves, or goes on, to a hex: by the cheapest way or by one given.
    Move {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Cell,
        /// The hexes entered, if not the cheapest way.
        path: Option<Path>,
    },
    /// [BR 14.0] A unit looks for a ford.
    Search {
        /// Who.
        unit: UnitId,
        /// The hex across the creek.
        hex: Cell,
    },
    /// [BR 13] A unit comes on and may go on.
    Enter {
        /// Who.
        unit: UnitId,
        /// Where it comes on.
        hex: Cell,
        /// Where it stops.
        to: Cell,
        /// The hexes entered after the first, if not the cheapest way.
        path: Option<Path>,
    },
    /// [BR 7.0] Guns bombard a hex.
    Bombard(Bombardment),
    /// [BR 8.0] Units assault hexes.
    Assault(Assault),
    /// [BR 11.0] A unit loses a step.
    Loss {
        /// Who.
        unit: UnitId,
    },
    /// [BR 13.0] A unit retreats, or is displaced onward; without a way it stands and loses a step.
    Retreat {
        /// Who.
        unit: UnitId,
        /// Where to; nowhere if no way is open.
        to: Option<Cell>,
        /// Who must make room.
        displace: Option<UnitId>,
    },
    /// [BR 12.0] An attacker advances.
    Advance {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Cell,
    },
    /// [BR 6.0] A unit withdraws before infantry.
    Withdraw {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Cell,
    },
    /// Nobody advances; this unit does not withdraw; the mover stops.
    Decline,
    /// The phasing player is done with the phase.
    EndPhase,
}

/// [BR 7.0] A bombardment: guns against one hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bombardment {
    /// The hex.
    pub target: Cell,
    /// The guns.
    pub guns: UnitSet,
}

/// [BR 8.0] An assault: units against hexes. A gun two or more hexes away from all of them supports
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assault {
    /// The defending hexes.
    pub defenders: Around,
    /// The attackers.
    pub attackers: UnitSet,
}
