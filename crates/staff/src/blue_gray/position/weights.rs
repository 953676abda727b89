//! What things are worth beside points: the numbers that judgement hangs on, in one place.
//!
//! They were set by matches of players with different numbers, in duplicate pairs on every battle. Those matches are not
//! on record; what all numbers together come to is (`docs/strength.md`).

use crate::level::Level;

/// The numbers that judgement hangs on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// What a unit's future is worth at the start, as a part of what its loss scores.
    pub future: f64,
    /// What driving off a unit is worth, as a part of its life, if it gets away.
    pub driven: f64,
    /// What being thrown back costs, as a part of the unit's life, if it gets away.
    pub thrown_back: f64,
    /// The chance that a victor who may enter a hex worth having keeps it long enough to matter.
    pub keeps: f64,
    /// Part of an estimated gain that a player usually makes of it.
    pub realised: f64,
    /// How much of the neighbours' strength an attacker must reckon with beside his target's.
    pub burden: f64,
    /// How much what enemies in contact are forced to do counts.
    pub forced: f64,
    /// The chance that a hex in the enemy's reach is taken, before the last turn.
    pub seized: f64,
    /// Points for a strength point that is one movement point nearer to the enemy.
    pub nearer: f64,
    /// How much of that is left where hexes score by themselves: there one marches for them.
    pub hunt: f64,
    /// What part of a hex's worth pulls at a brigade on the spot.
    pub goal: f64,
    /// How much each hex of a group pulls, beside one that counts by itself.
    pub part: f64,
    /// How much a hex already held pulls, beside one to be taken.
    pub held_goal: f64,
    /// What part of their worth pulls at a brigade in places where units are wanted at the end, by its end.
    pub lure: f64,
    /// What part of its score pulls a unit at a gate.
    pub gate: f64,
    /// What a hex held counts at the start of a game, beside one held at its end.
    pub held_early: f64,
    /// How much heed is paid to what the enemy can do in return.
    pub caution: f64,
    /// The chance of being driven off from which a hex is reckoned emptied.
    pub cleared: f64,
    /// The balance of strength below which a side does not seek the enemy.
    pub balance: f64,
}

impl Weights {
    /// The numbers a level judges by.
    pub const fn of(level: Level) -> Weights {
        match level {
            Level::Recruit | Level::Captain | Level::Colonel => Weights::USUAL,
            Level::General => Weights::GENERAL,
        }
    }

    /// The numbers in use.
    pub const USUAL: Weights = Weights {
        future: 0.35,
        driven: 0.10,
        thrown_back: 0.10,
        keeps: 0.6,
        realised: 0.75,
        burden: 0.6,
        forced: 1.0,
        seized: 0.75,
        nearer: 0.012,
        hunt: 1.0,
        goal: 0.04,
        part: 1.0,
        held_goal: 0.4,
        lure: 0.08,
        gate: 0.4,
        held_early: 0.5,
        caution: 1.0,
        cleared: 0.6,
        balance: 0.6,
    };

    /// A General's: he marches for what scores rather than for the enemy, guards what he holds, and counts an enemy
    /// who is driven off for more.
    pub const GENERAL: Weights =
        Weights { driven: 0.2, hunt: 0.33, held_goal: 1.0, part: 0.25, ..Weights::USUAL };
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::USUAL
    }
}
