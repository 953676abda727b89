//! Puzzles: positions with one best answer, proved by following every face of every die.
//!
//! A puzzle asks for one action: the first attack of a combat phase, or the one order before it. Its worth is what comes
//! of it by the end of the player-turn if both sides choose best from then on and every die is weighed with all its
//! faces. That is reckoned exactly, in whole numbers ([`proof`]). `puzzles.json` of a battle's folder holds the puzzles
//! with what was proved of them; `docs/lessons.md` describes it.

pub mod draws;
mod fraction;
mod likeness;
mod pose;
pub mod proof;
pub mod seek;

use atlas::Side;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use fraction::Fraction;
pub use likeness::likeness;
pub use pose::posed;
pub use proof::{Exhaustive, Faces, Outcome, Prover, Solvable, Unproved, Valued, Ways};
pub use seek::Candidate;

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Which attack is best?
    Attack,
    /// Which march leaves the enemy no way out?
    Close,
    /// Which attack keeps, or takes, the place?
    Hold,
    /// At whom does the unit fire?
    Fire,
    /// Which order breaks the enemy?
    Break,
}

impl Kind {
    /// How much less than the best usually counts as right: of strength points, of the score, or of a chance.
    pub fn usual_tolerance(self) -> Fraction {
        match self {
            Kind::Attack => Fraction::new(1, 12),
            Kind::Close | Kind::Hold | Kind::Break => Fraction::new(1, 36),
            Kind::Fire => Fraction::new(1, 1),
        }
    }
}

/// What an answer is measured by, at the end of the player-turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Goal {
    /// Enemy strength lost less own strength lost; where losses score, what they bring less what they cost.
    Losses {},
    /// The chance that this enemy is lost, or has broken.
    Lost {
        /// Who.
        unit: String,
    },
    /// The chance that a unit of one's own stands there.
    Held {
        /// Where.
        cell: String,
    },
}

/// Where a puzzle was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Who played.
    pub players: String,
    /// The seed of the game.
    pub seed: u64,
    /// After how many actions of it.
    pub step: u32,
}

/// A puzzle with what was proved of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name in addresses.
    pub id: String,
    /// What it is about.
    pub kind: Kind,
    /// What it is called.
    pub title: String,
    /// What is asked.
    pub words: String,
    /// Whose decision it is.
    pub side: Side,
    /// The position.
    pub position: Value,
    /// What an answer is measured by.
    pub goal: Goal,
    /// The worth of the best answer.
    pub best: Fraction,
    /// The worth of the best of the others.
    pub second: Fraction,
    /// How much less than the best still counts as right.
    pub tolerance: Fraction,
    /// The best answers.
    pub answers: Vec<Value>,
    /// How many answers there are.
    pub choices: usize,
    /// How many positions the proof looked at.
    pub nodes: u64,
    /// Where it was found.
    pub from: Provenance,
}

/// The puzzles of a battle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzles {
    /// The scenario of their positions; without one, the battle's first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
}

impl Puzzles {
    /// Reads the bytes of `puzzles.json`, or says what is wrong and where.
    pub fn read(bytes: &[u8]) -> Result<Puzzles, String> {
        serde_json::from_slice(bytes).map_err(|error| format!("puzzles.json: {error}"))
    }

    /// The text of the file, a puzzle a line.
    pub fn written(&self) -> String {
        let lines: Vec<String> =
            self.puzzles.iter().map(|one| format!("  {}", json!(one))).collect();
        let scenario = self.scenario.as_ref().map(|id| format!("\"scenario\": {}, ", json!(id)));
        format!("{{{}\"puzzles\": [\n{}\n]}}\n", scenario.unwrap_or_default(), lines.join(",\n"))
    }

    /// The puzzle with this id.
    pub fn find(&self, id: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }
}

impl Puzzle {
    /// Whether an answer of this worth is right.
    pub fn is_right(&self, worth: Fraction) -> bool {
        worth.plus(self.tolerance) >= self.best
    }

    /// Proves the puzzle anew, and says everything that is not as it is written.
    pub fn check(&self, prover: &dyn Prover, most: u64) -> Result<(), String> {
        let proved = prover.prove(&self.position, &self.goal, most).map_err(|e| e.to_string())?;
        let mut wrong = Vec::new();
        let best = proved.first().ok_or("nothing can be done")?.worth;
        if best != self.best {
            wrong.push(format!("the best is worth {best}, not {}", self.best));
        }
        if proved.len() != self.choices {
            wrong.push(format!("there are {} answers, not {}", proved.len(), self.choices));
        }
        for answer in &self.answers {
            if !proved.iter().any(|one| one.action == *answer && one.worth == best) {
                wrong.push(format!("{answer} is not best"));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
    }
}
