//! Games that are offered to whoever takes them: what is said of one, and how many there may be.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Wish;
use crate::facts::{DicePolicy, UndoPolicy};
use crate::given::GivenPoints;
use crate::problem::Problem;
use crate::text::clean_text;

/// The most offers of one player that stand at once.
pub const MOST_OF_PLAYER: usize = 5;
/// The most offers that stand at once.
pub const MOST_OFFERS: i64 = 500;
/// How long an offer may stand, in hours.
pub const HOURS: RangeInclusive<u32> = 1..=14 * 24;
/// How long one stands of which nothing is said, in hours.
pub const USUAL_HOURS: u32 = 24;
/// The longest pace, in characters.
pub const LONGEST_PACE: usize = 60;
/// The most words beside an offer, in characters.
pub const LONGEST_WORDS: usize = 200;

/// How a game of an open table is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpenTerms {
    /// The battle's id.
    pub battle: String,
    /// The system of rules.
    pub system: String,
    /// The battle's title.
    pub title: String,
    /// The scenario's id.
    pub scenario: String,
    /// Its title.
    pub scenario_title: String,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
    /// How fast it is to be played, in words.
    pub pace: String,
    /// Undo.
    pub undo: UndoPolicy,
    /// Dice.
    pub dice: DicePolicy,
    /// Points that a side is given beforehand.
    pub bid: Option<GivenPoints>,
    /// Whether it counts for the ratings.
    pub rated: bool,
}

/// What is offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offered {
    /// How it is played.
    pub terms: OpenTerms,
    /// The side that whoever offers wants.
    pub side: Wish,
    /// What he says of it.
    pub words: String,
}

/// A short text that stands beside a game, made fit to be shown.
pub fn short(text: &str, most: usize, what: &str) -> Result<String, Problem> {
    let text = clean_text(text);
    match text.chars().count() <= most {
        true => Ok(text),
        false => Err(Problem::Malformed(format!("{what} has at most {most} characters."))),
    }
}

/// Whether a game may count for the ratings as it is thrown for.
pub fn check_rated(rated: bool, dice: DicePolicy) -> Result<(), Problem> {
    match rated && dice == DicePolicy::ByHand {
        true => {
            let words = "A rated game is played with the host's dice or with witnessed dice.";
            Err(Problem::NotAllowed(words.into()))
        }
        false => Ok(()),
    }
}
