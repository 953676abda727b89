//! What is kept of a game of the Grand-tactical system, in the shape in which a journal holds it.

use std::collections::BTreeMap;

use atlas::BySide;
use serde::{Deserialize, Serialize};

use crate::room::Kept;
use crate::rows::{GameRow, Own, own, taken};

/// Men and guns that were lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lost {
    /// Infantrymen.
    pub infantry: u32,
    /// Cavalrymen.
    pub cavalry: u32,
    /// Guns.
    pub guns: u32,
}

impl Lost {
    /// Men of both arms.
    pub fn men(&self) -> u32 {
        self.infantry + self.cavalry
    }
}

/// A game-turn, as it stood at its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptTurn {
    /// What each side had lost by then.
    pub lost: BySide<Lost>,
    /// Units on the map.
    pub units: BySide<u32>,
    /// Of them, routed.
    pub routed: BySide<u32>,
    /// Their fatigue, all together.
    pub fatigue: BySide<u32>,
    /// What each objective brought, in the order of the battle.
    pub objectives: Vec<i32>,
}

/// What is kept of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptGame {
    /// What is kept of it as a whole.
    pub whole: Members,
    /// Its game-turns.
    pub turns: Vec<KeptTurn>,
}

/// The members of a game in the journal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Members {
    /// Losses by formation: a corps, or what belongs to none.
    pub formations: BySide<BTreeMap<String, Lost>>,
    /// Men who fell in each square, by its name.
    pub fell: BySide<BTreeMap<String, u32>>,
    /// Shots fired.
    pub shots: BySide<u32>,
    /// Melees begun.
    pub melees: BySide<u32>,
    /// Routs.
    pub routs: BySide<u32>,
    /// Leaders lost.
    pub leaders: BySide<u32>,
}

impl Members {
    /// As members of a game in the journal.
    pub fn into_own(self) -> Own {
        own(&self)
    }
}

impl KeptTurn {
    /// As members of a turn in the journal.
    pub fn into_own(self) -> Own {
        own(&self)
    }
}

impl Kept for KeptGame {
    fn read(row: &mut GameRow) -> Result<KeptGame, String> {
        let whole = taken(&mut row.own)?;
        let turns = row.turns.iter_mut().map(|turn| taken(&mut turn.own));
        Ok(KeptGame { whole, turns: turns.collect::<Result<_, _>>()? })
    }
}
