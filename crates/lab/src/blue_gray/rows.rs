//! What is kept of a game of Blue & Gray, in the shape in which a journal holds it.
//!
//! Attacks and losses, of which a game has many, are written without the names of their fields.

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize, Serializer};

use crate::room::Kept;
use crate::rows::{GameRow, Own, own, taken};

/// What is kept of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptGame {
    /// Its attacks.
    pub attacks: Vec<AttackRow>,
    /// Those it cost.
    pub deaths: Vec<DeathRow>,
    /// Its game-turns.
    pub turns: Vec<KeptTurn>,
}

/// The members of a game in the journal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    attacks: Vec<AttackRow>,
    deaths: Vec<DeathRow>,
}

/// A game-turn, as it stood at its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptTurn {
    /// Units on the map.
    pub units: BySide<u16>,
    /// Their strength.
    pub strength: BySide<u32>,
    /// The hexes that count and that the Confederates were the last to enter, by their names.
    pub confederate_holds: Vec<String>,
    /// The hexes that a side has in its grip, as bits.
    pub grip: BySide<String>,
}

impl KeptTurn {
    /// As members of a turn in the journal.
    pub fn into_own(self) -> Own {
        own(&self)
    }
}

impl KeptGame {
    /// As members of a game in the journal; its turns have theirs.
    pub fn into_own(self) -> Own {
        own(&Members { attacks: self.attacks, deaths: self.deaths })
    }
}

impl Kept for KeptGame {
    fn read(row: &mut GameRow) -> Result<KeptGame, String> {
        let Members { attacks, deaths } = taken(&mut row.own)?;
        let turns = row.turns.iter_mut().map(|turn| taken(&mut turn.own));
        Ok(KeptGame { attacks, deaths, turns: turns.collect::<Result<_, _>>()? })
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
    /// The hexes attacked.
    pub defenders: String,
    /// The hexes attacked from; none if guns bombard alone.
    pub attackers: String,
    /// The guns that bombarded.
    pub guns: String,
    /// Attack strength.
    pub strength: u32,
    /// Defence strength, multiplied.
    pub defence: u32,
    /// The column it was resolved on.
    pub odds: String,
    /// The die.
    pub die: u8,
    /// What the table said.
    pub result: String,
    /// How many units each side lost by it.
    pub units_lost: BySide<u16>,
    /// Their strength.
    pub strength_lost: BySide<u32>,
    /// Whether the winner advanced.
    pub advanced: bool,
}

impl AttackRow {
    /// Whether guns alone bombarded: [BG 8.15] they suffer nothing by it.
    pub fn is_bombardment(&self) -> bool {
        self.attackers.is_empty()
    }
}

/// A unit eliminated.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeathRow {
    /// Game-turn.
    pub turn: u8,
    /// Whose player-turn it was.
    pub phasing: Side,
    /// Who.
    pub unit: String,
    /// Whose.
    pub side: Side,
    /// Printed strength.
    pub strength: u32,
    /// Where; `None`: it never came on.
    pub hex: Option<String>,
    /// Why.
    pub cause: Cause,
    /// What it scored for the other side.
    pub points: i32,
    /// The attack that did it, from 1.
    pub attack: Option<u32>,
}

impl Serialize for AttackRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let row = (
            self.turn,
            self.side,
            &self.defenders,
            &self.attackers,
            &self.guns,
            self.strength,
            self.defence,
            &self.odds,
            self.die,
            &self.result,
            (self.units_lost.union, self.units_lost.confederate),
            (self.strength_lost.union, self.strength_lost.confederate),
            self.advanced,
        );
        row.serialize(to)
    }
}

impl Serialize for DeathRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let row = (
            self.turn,
            self.phasing,
            &self.unit,
            self.side,
            self.strength,
            &self.hex,
            self.cause,
            self.points,
            self.attack,
        );
        row.serialize(to)
    }
}

/// Why a unit was eliminated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// By the combat result.
    Combat,
    /// In an exchange.
    Exchange,
    /// It had nowhere to retreat to.
    NoRetreat,
    /// It had to retreat and cannot move.
    Immobile,
    /// It could not come on in time.
    Late,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Cause; 5] =
        [Cause::Combat, Cause::Exchange, Cause::NoRetreat, Cause::Immobile, Cause::Late];

    /// As it is written in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Cause::Combat => "combat",
            Cause::Exchange => "exchange",
            Cause::NoRetreat => "no_retreat",
            Cause::Immobile => "immobile",
            Cause::Late => "late",
        }
    }

    /// As a person reads it.
    pub const fn words(self) -> &'static str {
        match self {
            Cause::Combat => "by the combat result",
            Cause::Exchange => "in an exchange",
            Cause::NoRetreat => "with the retreat closed",
            Cause::Immobile => "unable to move",
            Cause::Late => "too late to come on",
        }
    }
}
