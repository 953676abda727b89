//! What a plan is made for: a temperament, what it strikes or leaves alone, and where it looks.

use field::CellSet;

use super::plan::Manner;

/// What a plan is made for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Intent {
    /// The temperament.
    pub manner: Manner,
    /// Enemy hexes that are left alone.
    pub shun: CellSet,
    /// Enemy hexes that are struck, also if it costs a little.
    pub urge: CellSet,
    /// The landmark that pulls more than the others.
    pub focus: Option<usize>,
}

impl Intent {
    /// Nothing but a temperament.
    pub const fn of(manner: Manner) -> Intent {
        Intent { manner, shun: CellSet::EMPTY, urge: CellSet::EMPTY, focus: None }
    }
}

/// The temperaments that plans are made with, the usual one first.
pub const TEMPERAMENTS: [Manner; 6] = [
    Manner::USUAL,
    Manner { caution: 0.35, ..Manner::USUAL },
    Manner { caution: 1.0, least: 0.02, ..Manner::USUAL },
    Manner { targets: 16, rounds: 1, least: 0.08, ..Manner::USUAL },
    Manner { caution: 0.35, targets: 0, rounds: 0, ..Manner::USUAL },
    Manner { caution: 0.1, eager: 2.0, ..Manner::USUAL },
];
