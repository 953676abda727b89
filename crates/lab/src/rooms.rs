//! Which room is whose: the one place here that knows which systems have one.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rules::game::{Game, InGame, Visitor};

use crate::fault::LabError;
use crate::journal::Journal;
use crate::plan::Study;
use crate::play;
use crate::publish::{self, Published};
use crate::room::{Kept, Plain, Room};
use crate::rows::GameRow;

/// A room, if a game is of its system.
type Find = fn(&Game) -> Option<Box<dyn Bench>>;

/// The rooms, one a system.
const ROOMS: &[Find] = &[
    bench::<crate::blue_gray::BlueGray>,
    bench::<crate::brigade::Brigade>,
    bench::<crate::grand_tactical::GrandTactical>,
];

/// A room as studies see it, whatever its system.
pub trait Bench: Debug + Send + Sync {
    /// Plays a game; `None` if it was told to stop before the end.
    fn play(
        &self,
        study: &Study,
        set: u32,
        game: u32,
        stop: &AtomicBool,
    ) -> Result<Option<GameRow>, LabError>;
    /// Plays a game again and writes its record.
    fn record(
        &self,
        study: &Study,
        told: Option<&GameRow>,
        set: u32,
        game: u32,
    ) -> Result<Vec<String>, LabError>;
    /// Reads what the journal holds of every game.
    fn check(&self, journal: &Journal) -> Result<(), LabError>;
    /// Writes tables and report.
    fn publish(
        &self,
        study: &Study,
        journal: &Journal,
        folder: &Path,
    ) -> Result<Published, LabError>;
}

/// Work in a room.
#[derive(Debug)]
struct In<R>(PhantomData<R>);

impl<R: Room> Bench for In<R> {
    fn play(
        &self,
        study: &Study,
        set: u32,
        game: u32,
        stop: &AtomicBool,
    ) -> Result<Option<GameRow>, LabError> {
        play::play_in::<R>(study, set, game, stop)
    }

    fn record(
        &self,
        study: &Study,
        told: Option<&GameRow>,
        set: u32,
        game: u32,
    ) -> Result<Vec<String>, LabError> {
        play::record_in::<R>(study, told, set, game)
    }

    fn check(&self, journal: &Journal) -> Result<(), LabError> {
        for row in journal.rows() {
            let mut row = row?;
            R::Kept::read(&mut row).map_err(|problem| journal.bad_line(&row, problem))?;
        }
        Ok(())
    }

    fn publish(
        &self,
        study: &Study,
        journal: &Journal,
        folder: &Path,
    ) -> Result<Published, LabError> {
        publish::publish_in::<R>(study, journal, folder)
    }
}

/// The room of a game's system: its own, or the one of all that have none.
pub fn of(game: &Game) -> Box<dyn Bench> {
    let own = ROOMS.iter().find_map(|room| room(game));
    own.unwrap_or_else(|| game.visit(WithoutRoom))
}

/// A room, if a game is of its system.
fn bench<R: Room>(game: &Game) -> Option<Box<dyn Bench>> {
    R::System::of_game(game).map(|_| Box::new(In::<R>(PhantomData)) as Box<dyn Bench>)
}

/// The games and turns of any system.
struct WithoutRoom;

impl Visitor for WithoutRoom {
    type Output = Box<dyn Bench>;

    fn visit<S: InGame>(self, _: &S) -> Box<dyn Bench> {
        Box::new(In::<Plain<S>>(PhantomData))
    }
}

/// A study whose system is taken for one without a room: its games are played over JSON, and its own tables are not
/// kept. Tests hold a room's games against it.
#[doc(hidden)]
pub fn without_room(study: Study) -> Study {
    let bench = study.games.first().map(|game| game.visit(WithoutRoom));
    match bench {
        Some(bench) => Study { bench, ..study },
        None => study,
    }
}
