//! The record of a table as it stands: its lines in their order, and the hash that pins them all.
//!
//! What players gave to the dice counts from where it was given and is never taken back. When the play goes back
//! beyond it, its line stands where the play goes on.

use std::sync::Arc;

use atlas::Side;
use rules::dice::Seed;
use rules::record::{
    ActionLine, ContributionLine, EndLine, HeaderLine, HostDiceLine, NewChainLine, Source, Text,
};
use serde::{Deserialize, Serialize};

/// A line between actions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Aside {
    /// A player gave to the seed.
    Contribution(ContributionLine),
    /// A witness deposited a new chain.
    NewChain(NewChainLine),
    /// Both agreed to go on with the host's dice.
    HostDice(HostDiceLine),
}

impl Aside {
    /// Whose doing it is; of what both did, the Union's.
    pub fn by(&self) -> Side {
        match self {
            Aside::Contribution(line) => line.contribution.by,
            Aside::NewChain(line) => line.new_chain.by,
            Aside::HostDice(_) => Side::Union,
        }
    }
}

/// The record as it stands.
#[derive(Clone)]
pub(super) struct Paper {
    /// The lines between actions, each with the number of actions before it.
    asides: Vec<(usize, Aside)>,
    /// The writer after each action and what follows it; first after the header.
    writers: Vec<Arc<Text>>,
}

impl Paper {
    /// The record of a game that begins with this line.
    pub fn new(header: &HeaderLine, seed: Option<&Seed>) -> Paper {
        Paper { asides: Vec::new(), writers: vec![Arc::new(Text::begin_with(header, seed).0)] }
    }

    /// The hash that pins all lines; none in a format without a chain.
    pub fn head(&self) -> Option<String> {
        self.writers.last().and_then(|writer| writer.head().map(str::to_owned))
    }

    /// An action was carried out.
    pub fn act(&mut self, line: &ActionLine) {
        if let Some(mut writer) = self.writers.last().cloned() {
            Arc::make_mut(&mut writer).line(line);
            self.writers.push(writer);
        }
    }

    /// Something was given to the dice.
    pub fn put(&mut self, aside: Aside) {
        let at = self.writers.len() - 1;
        Arc::make_mut(&mut self.writers[at]).line(&aside);
        self.asides.push((at, aside));
    }

    /// The play goes on after this many actions.
    pub fn cut(&mut self, to: usize) {
        if to + 1 >= self.writers.len() {
            return;
        }
        self.writers.truncate(to + 1);
        for (at, aside) in self.asides.iter_mut().filter(|(at, _)| *at > to) {
            *at = to;
            Arc::make_mut(&mut self.writers[to]).line(aside);
        }
    }

    /// Adds what was given since the start to a source of dice.
    pub fn add_to(&self, source: &mut Source) -> Result<(), String> {
        for (_, aside) in &self.asides {
            match aside {
                Aside::Contribution(line) => source.contributions.push(line.contribution.read()?),
                Aside::NewChain(_) => {}
                Aside::HostDice(line) => source.go_on_with_host(&line.host_dice)?,
            }
        }
        Ok(())
    }

    /// The whole record; with a seed it ends with it, if that is revealed.
    pub fn text<'l>(
        &self,
        header: &HeaderLine,
        actions: impl Iterator<Item = &'l ActionLine>,
        seed: Option<&Seed>,
        revealed: bool,
    ) -> String {
        let (mut writer, first) = Text::begin_with(header, seed);
        let mut lines = vec![first];
        let mut end = &header.hash;
        let between = |at: usize| self.asides.iter().filter(move |(place, _)| *place == at);
        lines.extend(between(0).map(|(_, aside)| writer.line(aside)));
        for (index, line) in actions.enumerate() {
            lines.push(writer.line(line));
            lines.extend(between(index + 1).map(|(_, aside)| writer.line(aside)));
            end = &line.hash;
        }
        if let Some(seed) = seed.filter(|_| revealed) {
            let end = EndLine { seed: seed.to_hex(), end: end.clone(), chain: None };
            lines.push(writer.line(&end));
        }
        lines.join("\n") + "\n"
    }
}
