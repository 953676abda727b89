//! Who plays in matches and studies.

use crate::level::Level;

/// Who sits at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contender {
    /// Somebody who picks any legal action.
    Random,
    /// A computer player.
    Staff(Level),
    /// The procedure that the rules print for solitaire play, where a system has one.
    Machine,
}

impl Contender {
    /// The contender with this word: a level, `random`, or `machine`.
    pub fn parse(word: &str) -> Option<Contender> {
        match word {
            "random" => Some(Contender::Random),
            "machine" => Some(Contender::Machine),
            word => Level::parse(word).map(Contender::Staff),
        }
    }

    /// As it is written on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Contender::Random => "random",
            Contender::Staff(level) => level.word(),
            Contender::Machine => "machine",
        }
    }
}
