//! What a player can decide.

use field::Cell;

use super::crt::Column;
use super::ids::{Around, Path, UnitId, UnitSet};

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// [BG 5.0] A unit moves to a hex, by the cheapest way or by one given.
    Move {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Cell,
        /// The hexes entered, if not the cheapest way.
        path: Option<Path>,
    },
    /// A reinforcement comes on at a hex and may go on.
    Enter {
        /// Who.
        unit: UnitId,
        /// The entry hex.
        hex: Cell,
        /// Where it stops.
        to: Cell,
        /// The hexes entered after the entry hex, if not the cheapest way.
        path: Option<Path>,
    },
    /// A unit goes to an exit hex and leaves the map.
    Exit {
        /// Who.
        unit: UnitId,
        /// The exit hex.
        hex: Cell,
        /// The hexes entered on the way, if not the cheapest way.
        path: Option<Path>,
    },
    /// The phasing player is done with the phase.
    EndPhase,
    /// [BG 7.0] An attack.
    Attack(Attack),
    /// [BG 8.16] A bombarding gun shares the retreat, or not.
    Elect {
        /// Who.
        unit: UnitId,
        /// Whether it retreats.
        retreat: bool,
    },
    /// [BG 7.6] The attackers lost in an exchange.
    Losses {
        /// Who.
        units: UnitSet,
    },
    /// [BG 7.71] A unit retreats, is displaced onward, or withdraws.
    Retreat {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Cell,
        /// Who must make room.
        displace: Option<UnitId>,
    },
    /// [BG 7.75] A victorious unit advances.
    Advance {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Cell,
    },
    /// [BG 7.75] Nobody advances.
    Decline,
}

/// An attack: hexes against hexes, with guns that bombard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The defending hexes.
    pub defenders: Around,
    /// The hexes of the adjacent attackers.
    pub attackers: Around,
    /// The bombarding guns.
    pub bombard: UnitSet,
    /// The column announced, if lower than the odds give [BG 7.9].
    pub column: Option<Column>,
}
