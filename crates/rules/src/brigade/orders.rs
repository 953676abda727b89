//! Standing orders: what a player has decided beforehand, so that a game by link does not wait for
//! him.
//!
//! They speak of choices inside a combat or a reaction only, never of movement and of which attacks
//! are made.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What a player has decided beforehand; whatever is not said is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StandingOrders {
    /// Who loses a step.
    pub loss: LossOrder,
    /// Where units of a combat retreat to, and those they displace.
    pub retreat: RetreatOrder,
    /// Whether an attacker advances.
    pub advance: AdvanceOrder,
    /// Whether cavalry and guns withdraw before infantry.
    pub withdraw: WithdrawOrder,
}

/// Who loses a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossOrder {
    /// The player is asked.
    #[default]
    Ask,
    /// A whole unit before a reduced one, of these the strongest: no unit is lost that can be
    /// spared.
    Spare,
}

/// Where units retreat to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetreatOrder {
    /// The player is asked.
    #[default]
    Ask,
    /// As far from all enemies as possible, without crossing water and without displacing anybody
    /// if possible.
    Farthest,
}

/// Whether an attacker advances.
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

/// Whether cavalry and guns withdraw before infantry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithdrawOrder {
    /// The player is asked.
    #[default]
    Ask,
    /// They stay.
    Never,
    /// They go as far from all enemies as possible.
    Always,
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
            {"key": "loss", "title": "Losses", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "spare", "title": "Lose no unit that can be spared", "words": "spare reduced units"},
            ]},
            {"key": "retreat", "title": "Retreats", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "farthest", "title": "As far from the enemy as possible",
                 "words": "retreat as far as possible"},
            ]},
            {"key": "advance", "title": "Advances after an assault", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "never", "title": "Never advance", "words": "never advance"},
                {"value": "always", "title": "Always, with the strongest unit that can",
                 "words": "always advance"},
            ]},
            {"key": "withdraw", "title": "Cavalry and guns before infantry", "choices": [
                {"value": "ask", "title": "Ask me"},
                {"value": "never", "title": "Stay", "words": "never withdraw"},
                {"value": "always", "title": "Withdraw as far as possible", "words": "always withdraw"},
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
        for item in form()["items"].as_array().unwrap() {
            for (index, choice) in item["choices"].as_array().unwrap().iter().enumerate() {
                let orders = json!({item["key"].as_str().unwrap(): choice["value"]});
                let read = StandingOrders::read(&orders).unwrap();
                assert_eq!(read == StandingOrders::default(), index == 0, "{orders}");
            }
        }
        assert!(StandingOrders::read(&json!({"retreat": "home"})).is_err());
        assert!(StandingOrders::read(&json!({"drink": "ask"})).is_err());
    }
}
