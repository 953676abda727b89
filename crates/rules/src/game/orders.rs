//! Standing orders: what a player has decided beforehand, so that a game by link does not wait for him.
//!
//! They speak of choices inside a combat only, never of movement and of which attacks are made.

use serde::{Deserialize, Serialize};

/// What a player has decided beforehand; whatever is not said is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StandingOrders {
    /// Where units of a combat retreat to, and those they displace.
    pub retreat: RetreatOrder,
    /// Whether a victorious unit advances.
    pub advance: AdvanceOrder,
    /// Whether bombarding guns share a retreat.
    pub elect: ElectOrder,
    /// Who is lost in an exchange.
    pub losses: LossesOrder,
}

/// Where units retreat to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetreatOrder {
    /// The player is asked.
    #[default]
    Ask,
    /// Where the fewest neighbouring hexes are under enemy control, without displacing anybody if possible.
    Safest,
    /// As near as possible to this hex, without displacing anybody if possible.
    Towards(String),
}

/// Whether a victorious unit advances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdvanceOrder {
    /// The player is asked.
    #[default]
    Ask,
    /// Nobody advances.
    Never,
    /// The strongest unit that can advances.
    Always,
}

/// Whether bombarding guns share a retreat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ElectOrder {
    /// The player is asked.
    #[default]
    Ask,
    /// They retreat.
    Retreat,
    /// They stay.
    Stay,
}

/// Who is lost in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossesOrder {
    /// The player is asked.
    #[default]
    Ask,
    /// Those that together are worth least.
    Weakest,
}
