//! How each level thinks: everything that the levels differ in, in one place.

use super::movement::plan::Manner;
use super::movement::trial::{COLONEL_AHEAD, Foresight, GENERAL_AHEAD};
use super::position::outlook::NEAR_TURNS;
use super::position::weights::Weights;
use crate::level::Level;

/// How somebody thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thought {
    /// The numbers that he judges by.
    pub weights: Weights,
    /// How he plans where he plays nothing out.
    pub manner: Manner,
    /// Whether he strikes by the odds alone, and does not ask what comes of it.
    pub by_thumb: bool,
    /// Whether he names the corps that count most where they stand, and plans nothing for it.
    pub names_by_thumb: bool,
    /// How many pairs of corps he plans for who names them by his plans.
    pub pairs: usize,
    /// How much he heeds the enemy when he chooses who loses a step, where to retreat and whether to advance.
    pub wary: f64,
    /// How far he looks ahead; `None` if he does not.
    pub ahead: Option<Foresight>,
}

impl Thought {
    /// How a level thinks.
    pub const fn of(level: Level) -> Thought {
        match level {
            Level::Recruit => RECRUIT,
            Level::Captain => CAPTAIN,
            Level::Colonel => COLONEL,
            Level::General => GENERAL,
        }
    }
}

/// One look at every corps; he does not ask what the enemy will do.
const CAPTAIN: Thought = Thought {
    weights: Weights::USUAL,
    manner: Manner { targets: 10, ..Manner::QUICK },
    by_thumb: false,
    names_by_thumb: false,
    pairs: 1,
    wary: 1.0,
    ahead: None,
};
/// No second thoughts.
const RECRUIT: Thought = Thought { by_thumb: true, names_by_thumb: true, wary: 0.0, ..CAPTAIN };
/// A few plans, which heed who is near before who is far away; played out, and judged by how other games ended.
const COLONEL: Thought = Thought {
    ahead: Some(COLONEL_AHEAD),
    weights: Weights { judges_by_outlook: true, far_turns: 1.3, ..Weights::USUAL },
    ..CAPTAIN
};
/// As many plans as there is time for, made and judged by how other games ended: who is near counts, and a landmark that
/// hardly ever falls is no place to go to.
const GENERAL: Thought = Thought {
    ahead: Some(GENERAL_AHEAD),
    weights: Weights {
        plans_by_outlook: true,
        judges_by_outlook: true,
        far_turns: NEAR_TURNS,
        ..Weights::USUAL
    },
    ..CAPTAIN
};
