//! What is kept of a brigade game, in the shape in which a journal holds it.
//!
//! Attacks, losses and namings, of which a game has many, are written without the names of their fields.

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize, Serializer};

use crate::room::Kept;
use crate::rows::{GameRow, Own, own, taken};

/// What is kept of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptGame {
    /// What its own members say.
    pub own: Members,
    /// Its game-turns.
    pub turns: Vec<KeptTurn>,
}

/// The members of a game in the journal.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Members {
    /// The corps that were named, or drawn.
    pub named: Vec<NamedRow>,
    /// Its attacks.
    pub attacks: Vec<AttackRow>,
    /// The steps it cost.
    pub losses: Vec<LossRow>,
    /// How often somebody looked for a ford.
    pub searches: u16,
    /// The ford that was found.
    pub ford: Option<Ford>,
    /// The turn on which the group came that a die brings on.
    pub hill: Option<u8>,
}

/// A ford that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ford {
    /// Game-turn.
    pub turn: u8,
    /// The hex across the creek.
    pub hex: String,
}

/// A game-turn, as it stood at its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptTurn {
    /// Units on the map.
    pub units: BySide<u16>,
    /// Their strength, of those who lost a step what is left.
    pub strength: BySide<u32>,
    /// The landmarks in Union hands, by their hexes.
    pub union_holds: Vec<String>,
}

impl KeptTurn {
    /// As members of a turn in the journal.
    pub fn into_own(self) -> Own {
        own(&self)
    }
}

impl Members {
    /// As members of a game in the journal.
    pub fn into_own(self) -> Own {
        own(&self)
    }
}

impl Kept for KeptGame {
    fn read(row: &mut GameRow) -> Result<KeptGame, String> {
        let members = taken(&mut row.own)?;
        let turns = row.turns.iter_mut().map(|turn| taken(&mut turn.own));
        Ok(KeptGame { own: members, turns: turns.collect::<Result<_, _>>()? })
    }
}

/// The corps of a player-turn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedRow {
    /// Game-turn.
    pub turn: u8,
    /// The corps, with a space between.
    pub corps: String,
    /// Whether they were drawn by lot.
    pub drawn: bool,
}

impl Serialize for NamedRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.turn, &self.corps, self.drawn).serialize(to)
    }
}

/// An attack.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackRow {
    /// Game-turn.
    pub turn: u8,
    /// Who attacked.
    pub side: Side,
    /// Whether guns bombard, which suffer nothing by it [BR 7.0]; else it is an assault.
    pub bombards: bool,
    /// The hexes attacked.
    pub targets: String,
    /// Who attacks, guns apart.
    pub attackers: String,
    /// The guns that take part.
    pub guns: String,
    /// Twice the attackers' strength.
    pub strength: u32,
    /// Twice the defenders'.
    pub defence: u32,
    /// The column of the table.
    pub odds: String,
    /// The die as it was thrown.
    pub die: u8,
    /// What the table said.
    pub result: String,
    /// How many steps each side lost by it.
    pub steps_lost: BySide<u16>,
    /// Whether an attacker advanced.
    pub advanced: bool,
}

impl Serialize for AttackRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let row = (
            self.turn,
            self.side,
            self.bombards,
            &self.targets,
            &self.attackers,
            &self.guns,
            self.strength,
            self.defence,
            &self.odds,
            self.die,
            &self.result,
            (self.steps_lost.union, self.steps_lost.confederate),
            self.advanced,
        );
        row.serialize(to)
    }
}

/// A step lost.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossRow {
    /// Game-turn.
    pub turn: u8,
    /// Whose player-turn it was.
    pub phasing: Side,
    /// Who.
    pub unit: String,
    /// Whose.
    pub side: Side,
    /// Of which corps.
    pub corps: String,
    /// How much weaker the unit is.
    pub strength: u32,
    /// Where.
    pub hex: String,
    /// Why, in a word.
    pub cause: String,
    /// Whether it was the last step.
    pub eliminated: bool,
    /// The attack that did it, from 1.
    pub attack: u32,
}

impl Serialize for LossRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let row = (
            self.turn,
            self.phasing,
            &self.unit,
            self.side,
            &self.corps,
            self.strength,
            &self.hex,
            &self.cause,
            self.eliminated,
            self.attack,
        );
        row.serialize(to)
    }
}
