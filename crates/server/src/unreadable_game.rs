//! A game that cannot be brought to a table: its battle is gone, or what is stored of it is damaged.
//!
//! It is listed, and its record can be taken away as far as it can be read. No rule is needed for either, and
//! nothing here is proved: whoever reads the record with the battle at hand will see whether it holds.

use rules::dice::Seed;
use rules::record::{EndLine, Text};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::entry::Kind;
use crate::facts::Facts;
use crate::problem::Problem;
use crate::store::Remains;
use crate::table::{Aside, DiceNews, SeatView, SeatsView, Status, Summary};

/// A game that cannot be brought to a table.
pub struct UnreadableGame {
    id: String,
    why: String,
    remains: Remains,
    facts: Value,
}

impl UnreadableGame {
    /// What remains of a game that for this reason cannot be shown.
    pub fn new(id: &str, why: String, remains: Remains) -> UnreadableGame {
        let facts = serde_json::from_str(&remains.facts).unwrap_or_default();
        UnreadableGame { id: id.to_owned(), why, remains, facts }
    }

    fn word(&self, name: &str) -> &str {
        self.facts[name].as_str().unwrap_or_default()
    }

    /// The id of its battle, if it can be read.
    pub fn battle(&self) -> &str {
        self.word("battle")
    }

    /// It in a list.
    pub fn summary(&self) -> Summary {
        let facts: Option<Facts> = serde_json::from_value(self.facts.clone()).ok();
        let seat = |side: atlas::Side| SeatView {
            name: facts.as_ref().and_then(|facts| facts.names[side].clone()),
            holder: facts.as_ref().map_or_else(Default::default, |facts| facts.holders[side]),
            level: facts.as_ref().and_then(|facts| facts.levels[side]),
            connected: false,
            thinking: false,
            invited: false,
            lost: None,
        };
        // The numbers and times of a hidden game tell of what is hidden.
        let last = self.remains.entries.last().filter(|_| !self.is_hidden());
        let title = Some(self.word("title")).filter(|title| !title.is_empty());
        Summary {
            id: self.id.clone(),
            version: last.map_or(0, |entry| entry.version.unsigned_abs()),
            seq: last.map_or(0, |_| self.remains.entries.len() as u64),
            battle: self.battle().to_owned(),
            title: title.unwrap_or("A game that cannot be read").to_owned(),
            scenario: self.word("scenario").to_owned(),
            status: Status::ReadOnly,
            turn: 0,
            turns: 0,
            decision: json!({"side": null, "kind": "unreadable", "words": self.why}),
            seats: SeatsView {
                union: seat(atlas::Side::Union),
                confederate: seat(atlas::Side::Confederate),
            },
            why_read_only: Some(self.why.clone()),
            updated: last.map_or_else(Default::default, |entry| entry.at),
            clock: None,
            ended: None,
        }
    }

    /// Whether it has come to its end, as far as it can be read.
    pub fn is_over(&self) -> bool {
        self.remains.entries.iter().any(|entry| entry.kind == Kind::Ended.word())
    }

    /// Whether it is to be taken for one that hides something: it says so, or it does not hold what it says.
    fn is_hidden(&self) -> bool {
        self.facts["hidden"] == true || !self.remains.head_holds
    }

    /// Its record up to the first entry that cannot be read.
    pub fn record(&self) -> Result<String, Problem> {
        let mut header = self.facts["header"].clone();
        let mut waits = self.facts["waits"] == true;
        if !header.is_object() {
            return Err(Problem::ReadOnly("Even the head of its record cannot be read.".into()));
        }
        let (mut lines, mut whole, mut ended) = (Vec::new(), true, false);
        // Lines between actions, each with the number of actions before it.
        let mut asides: Vec<(usize, Aside)> = Vec::new();
        for entry in &self.remains.entries {
            let body: Value = serde_json::from_str(&entry.body).unwrap_or_default();
            let to = body["to"].as_u64().and_then(|to| usize::try_from(to).ok());
            match (Kind::from_word(&entry.kind), to) {
                (Some(Kind::Action), _) if body["line"].is_object() => {
                    lines.push(body["line"].clone());
                }
                (Some(Kind::Undo | Kind::TakeBackGranted), Some(to)) => {
                    lines.truncate(to);
                    asides.iter_mut().for_each(|(at, _)| *at = (*at).min(to));
                }
                (Some(Kind::Begun), _) if body["data"]["header"].is_object() => {
                    header = body["data"]["header"].clone();
                    waits = false;
                }
                (Some(Kind::Dice), _) if !waits => {
                    let news = DiceNews::deserialize(&body["dice"]).ok();
                    let line = news.and_then(|news| news.line());
                    asides.extend(line.map(|line| (lines.len(), line)));
                }
                (Some(Kind::Action | Kind::Undo | Kind::TakeBackGranted) | None, _) => {
                    whole = false;
                    break;
                }
                (Some(kind), _) => ended |= kind == Kind::Ended,
            }
        }
        if self.is_hidden() && !ended {
            let problem = "What is hidden in this game is shown when it is over.";
            return Err(Problem::NotAllowed(problem.into()));
        }
        if waits {
            return Err(Problem::NotAllowed("The game has not begun.".into()));
        }
        let end = lines.last().map_or(&header["hash"], |line| &line["hash"]);
        let end = end.as_str().unwrap_or_default().to_owned();
        let revealed = whole && (ended || self.facts["imported"] == true);
        let seed = self.remains.seed.clone().filter(|_| revealed);
        let key = self.remains.seed.as_deref().and_then(|seed| Seed::parse(seed).ok());
        let (mut text, first) = Text::begin_with(&header, key.as_ref());
        let mut record = first + "\n";
        let between = |at: usize| asides.iter().filter(move |(place, _)| *place == at);
        for (_, aside) in between(0) {
            record += &(text.line(aside) + "\n");
        }
        for (index, line) in lines.iter().enumerate() {
            record += &(text.line(line) + "\n");
            for (_, aside) in between(index + 1) {
                record += &(text.line(aside) + "\n");
            }
        }
        if let Some(seed) = seed {
            record += &(text.line(&EndLine { seed, end, chain: None }) + "\n");
        }
        Ok(record)
    }
}
