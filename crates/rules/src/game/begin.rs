//! How a game begins at a table: nothing is thrown before its players have sat down.

use super::systems::{with_game, with_state};
use super::{Game, GameState, wrap};
use crate::record::{self, HeaderLine, Source, Terms};

impl Game {
    /// Begins a game on these terms, at its set-up or from a state; what the players gave to the dice is in the
    /// source.
    pub fn begin_with(
        &self,
        source: &Source,
        terms: Terms,
        from: Option<&GameState>,
    ) -> (HeaderLine, GameState) {
        let Some(from) = from else {
            return with_game!(self, s => {
                let (header, state) = record::begin_with(s, source, terms, None);
                (header, wrap(s, state))
            });
        };
        with_state!(self, from, (s, state) => {
            let (header, state) = record::begin_with(s, source, terms, Some(state));
            (header, wrap(s, state))
        })
    }

    /// The first line of a game that waits for its players: nothing is thrown yet.
    pub fn blank(&self, source: &Source, terms: Terms, from: Option<&GameState>) -> HeaderLine {
        let Some(from) = from else {
            return with_game!(self, s => record::blank(s, source, terms, None).0);
        };
        with_state!(self, from, (s, state) => record::blank(s, source, terms, Some(state)).0)
    }
}
