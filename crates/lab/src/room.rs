//! What a system offers to the laboratory beyond games and turns.
//!
//! Every system gets a row a game, a row a turn, and a report of how its games ended. A system with a room
//! of its own (a folder here, named after it) implements [`Room`] and adds to all three: a [`Watch`] keeps
//! more of a game, columns and tables show it, a [`Digest`] sums it up, and sections and pictures report it.
//! Rooms are types, so that a game is played over the system's own types and costs no more than its rules and
//! its players. [`Plain`] is the room of a system that has none. Which room is whose, `rooms` says.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use atlas::Side;
use atlas::battle::Battle as Files;
use rules::game::{Game, InGame};
use rules::{Moment, System};
use staff::Contender;

use crate::fault::LabError;
use crate::report::OwnSet;
use crate::rows::{GameRow, Level, Own};
use crate::seats::{AnySeat, Seat};
use crate::summary::{Ending, Summary};
use crate::tables::{Column, Datum, Further, Schema};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won; `None`: a draw.
    pub winner: Option<Side>,
    /// How clearly.
    pub level: Level,
    /// Whether it was over before the last turn.
    pub early: bool,
}

/// Somebody beside the board who keeps more of a game than every system has.
pub trait Watch<S: System>: Sized {
    /// A game begins, and this happened before anybody chose.
    fn new(system: &S, begun: &[S::Event]) -> Self;
    /// An action was carried out, and this happened; `before` is where the game stood when it was chosen.
    fn saw(&mut self, system: &S, before: Moment, action: &S::Action, events: &[S::Event]);
    /// A turn is over: what is kept of it. The state may already be at the start of the next.
    fn turn_over(&mut self, system: &S, state: &S::State) -> Own;
    /// The game is over: what is kept of it.
    fn game_over(self) -> Own;
}

/// What the journal holds of a game for one system, read back.
pub trait Kept: Sized {
    /// Takes it out of the row, or says what is wrong with it.
    fn read(row: &mut GameRow) -> Result<Self, String>;
}

/// The games of one set of options summed up, beyond the [`Summary`].
pub trait Digest<R: Room>: Sized {
    /// No games yet.
    fn new(system: &R::System) -> Self;
    /// Adds a game; says what in it the battle does not know.
    fn add(
        &mut self,
        system: &R::System,
        row: &GameRow,
        kept: &R::Kept,
    ) -> Result<(), &'static str>;
}

/// The table of work in the report: how much was done in a game.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What it is called.
    pub title: &'static str,
    /// What is counted beside actions.
    pub heads: &'static [&'static str],
}

/// What a system offers to the laboratory.
pub trait Room: Debug + Send + Sync + Sized + 'static {
    /// The system.
    type System: InGame;
    /// A player at a seat; [`AnySeat`] serves every system.
    type Seat: Seat<Self::System>;
    /// Who watches a game; `()` keeps nothing.
    type Watch: Watch<Self::System>;
    /// What a watcher has kept of a game; `()` is nothing.
    type Kept: Kept;
    /// What the games of a set come to; `()` is nothing.
    type Digest: Digest<Self>;

    // ---- play

    /// A contender with luck of its own; `None` if there is no such player.
    fn seat(game: &Arc<Game>, files: &Files, contender: Contender, seed: u64)
    -> Option<Self::Seat>;

    /// How a game ended, if it has.
    fn end(system: &Self::System, state: &<Self::System as System>::State) -> Option<End> {
        let outcome = system.outcome(state)?;
        let moment = system.moment(state);
        let (winner, level) = (outcome.winner, Level::Word(outcome.level));
        Some(End { winner, level, early: moment.turn < moment.turns })
    }

    // ---- endings

    /// Every way a game can end, the Union's best first; `None`: whichever are met.
    fn endings(system: &Self::System) -> Option<Vec<Ending>> {
        let _ = system;
        None
    }

    /// What the ending of a game is called.
    fn level_name(system: &Self::System, row: &GameRow) -> String {
        let _ = system;
        match &row.level {
            Level::Word(word) => word.clone(),
            Level::Place(place) => place.to_string(),
        }
    }

    // ---- tables

    /// Further columns of the table of games.
    const GAME_COLUMNS: &'static [Column] = &[];
    /// Further columns of the table of turns.
    const TURN_COLUMNS: &'static [Column] = &[];
    /// Further tables.
    const TABLES: &'static [Schema] = &[];

    /// The further columns of a game.
    fn game_values(kept: &Self::Kept) -> Vec<Datum> {
        let _ = kept;
        Vec::new()
    }

    /// The further columns of a game's turns.
    fn turn_values(system: &Self::System, kept: &Self::Kept) -> Vec<Vec<Datum>> {
        let _ = (system, kept);
        Vec::new()
    }

    /// The rows of a game in the further tables.
    fn rows(row: &GameRow, kept: &Self::Kept, into: &mut Further) -> Result<(), LabError> {
        let _ = (row, kept, into);
        Ok(())
    }

    /// The rows of all games of a set in the further tables.
    fn set_rows(
        set: usize,
        system: &Self::System,
        summary: &Summary,
        digest: &Self::Digest,
        into: &mut Further,
    ) -> Result<(), LabError> {
        let _ = (set, system, summary, digest, into);
        Ok(())
    }

    // ---- the report

    /// The table of work.
    const WORK: Work = Work { title: "Actions a game", heads: &[] };
    /// What turns may be shaded for, in one word each.
    const SHADES: &'static [&'static str] = &[];

    /// Of each game, what [`WORK`](Room::WORK) counts beside actions.
    fn work(digest: &Self::Digest) -> Vec<Vec<i64>> {
        let _ = digest;
        Vec::new()
    }

    /// Which of [`SHADES`](Room::SHADES) a game-turn has.
    fn shade(system: &Self::System, turn: u16) -> Option<&'static str> {
        let _ = (system, turn);
        None
    }

    /// Lines for a terminal about a set that has games.
    fn lines(digest: &Self::Digest) -> Vec<String> {
        let _ = digest;
        Vec::new()
    }

    /// Further style of the report's page.
    fn style(files: &Files) -> String {
        let _ = files;
        String::new()
    }

    /// Further sections of the report.
    fn sections(files: &Files, sets: &[OwnSet<'_, Self>]) -> String {
        let _ = (files, sets);
        String::new()
    }
}

/// The room of a system that has none: games and turns only.
#[derive(Debug)]
pub struct Plain<S>(PhantomData<S>);

impl<S: InGame> Room for Plain<S> {
    type System = S;
    type Seat = AnySeat<S>;
    type Watch = ();
    type Kept = ();
    type Digest = ();

    fn seat(
        game: &Arc<Game>,
        files: &Files,
        contender: Contender,
        seed: u64,
    ) -> Option<AnySeat<S>> {
        AnySeat::new(game, files, contender, seed)
    }
}

impl<S: System> Watch<S> for () {
    fn new(_: &S, _: &[S::Event]) {}

    fn saw(&mut self, _: &S, _: Moment, _: &S::Action, _: &[S::Event]) {}

    fn turn_over(&mut self, _: &S, _: &S::State) -> Own {
        Own::new()
    }

    fn game_over(self) -> Own {
        Own::new()
    }
}

impl Kept for () {
    fn read(row: &mut GameRow) -> Result<(), String> {
        let of_turns = row.turns.iter().flat_map(|turn| turn.own.keys());
        let unknown = row.own.keys().chain(of_turns).next();
        unknown.map_or(Ok(()), |name| Err(format!("unknown field `{name}`")))
    }
}

impl<R: Room> Digest<R> for () {
    fn new(_: &R::System) {}

    fn add(&mut self, _: &R::System, _: &GameRow, _: &R::Kept) -> Result<(), &'static str> {
        Ok(())
    }
}
