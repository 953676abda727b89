//! Standing orders: what a player has decided beforehand, so that a game by link does not wait for him.
//!
//! They speak of choices inside a combat only, never of movement and of which attacks are made.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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

impl StandingOrders {
    /// Reads orders; whatever is left out is asked.
    pub fn read(orders: &Value) -> Result<StandingOrders, String> {
        StandingOrders::deserialize(orders).map_err(|error| error.to_string())
    }
}

/// The form in which a client asks for orders: each item with its choices, the default first.
pub fn form() -> Value {
    json!({
        "title": "Standing orders",
        "words": "What you leave to a standing order is decided for you as soon as it comes up. Moves and attacks are always yours.",
        "none": "no standing orders; every choice is asked for.",
        "items": [
            {"key": "retreat", "title": "Retreats", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "safest", "title": "To the hex with the fewest enemies around it",
                 "words": "retreat to the safest hex"},
                {"value": "towards", "title": "Towards a hex", "asks": "cell",
                 "words": "retreat towards {cell}"},
            ]},
            {"key": "advance", "title": "Advances after combat", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "never", "title": "Never advance", "words": "never advance"},
                {"value": "always", "title": "Always, with the strongest unit that can",
                 "words": "always advance"},
            ]},
            {"key": "elect", "title": "Bombarding guns when the attackers retreat", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "retreat", "title": "Share the retreat", "words": "guns share retreats"},
                {"value": "stay", "title": "Stay", "words": "guns stay"},
            ]},
            {"key": "losses", "title": "Losses in an exchange", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "weakest", "title": "Lose as little strength as possible",
                 "words": "lose the least strength"},
            ]},
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The form offers what can be read, and all of it.
    #[test]
    fn every_choice_of_the_form_can_be_ordered() {
        let form = form();
        for item in form["items"].as_array().unwrap() {
            for (index, choice) in item["choices"].as_array().unwrap().iter().enumerate() {
                let value = match choice["asks"].as_str() {
                    Some("cell") => json!({choice["value"].as_str().unwrap(): "0816"}),
                    _ => choice["value"].clone(),
                };
                let orders = json!({item["key"].as_str().unwrap(): value});
                let read = StandingOrders::read(&orders).unwrap();
                assert_eq!(read == StandingOrders::default(), index == 0, "{orders}");
            }
        }
        assert!(StandingOrders::read(&json!({"retreat": "home"})).is_err());
        assert!(StandingOrders::read(&json!({"drink": "ask"})).is_err());
    }
}
