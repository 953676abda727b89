//! What is fixed about a game when it is set up.

use atlas::BySide;
use rules::record::HeaderLine;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalogue::Selection;
use crate::moment::Moment;
use crate::pace::Pace;
use crate::staff::Level;

/// Where the player of a side sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// Whoever set the game up.
    #[default]
    Me,
    /// Another person at the same screen.
    Here,
    /// Whoever has the link.
    Link,
    /// Nobody: a computer plays the side.
    Computer,
}

/// Whether players may take back what they did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// Freely until a die is thrown; then the other side must agree.
    #[default]
    UntilDie,
    /// Only if the other side agrees.
    Ask,
    /// Not at all.
    Never,
}

/// Where the dice come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DicePolicy {
    /// From the game's secret seed.
    #[default]
    Seeded,
    /// A study table: throws may be given by hand, and the record says so.
    ByHand,
    /// From the secret seed and a link of a hash chain from each of two players' browsers.
    Witnessed,
}

/// What is fixed about a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Facts {
    /// The battle's id.
    pub battle: String,
    /// The scenario's id.
    pub scenario: String,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
    /// The battle's title.
    pub title: String,
    /// Who sits where.
    pub holders: BySide<Holder>,
    /// The levels of the computers among them.
    #[serde(default)]
    pub levels: BySide<Option<Level>>,
    /// Names given when it was set up.
    pub names: BySide<Option<String>>,
    /// Undo.
    pub undo: UndoPolicy,
    /// Dice.
    pub dice: DicePolicy,
    /// It is a record that was brought in, and is only looked at.
    pub imported: bool,
    /// Seats see less than everything until it is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// A computer lets throws be taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub friendly: bool,
    /// Nothing is thrown before every player has sat down; what its header draws is not thrown yet. Games of before
    /// have begun at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// It is a game of an open table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// How much time its players have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// First line of its record.
    pub header: HeaderLine,
    /// When it was set up, in milliseconds since 1970.
    pub created: i64,
}

impl Facts {
    /// The battle, scenario and options it is played with.
    pub fn choice(&self) -> Selection {
        Selection {
            battle: self.battle.clone(),
            scenario: Some(self.scenario.clone()),
            options: self.options.clone(),
            bid: self.header.bid,
        }
    }

    /// When it was set up.
    pub fn created(&self) -> Moment {
        Moment(self.created)
    }
}
