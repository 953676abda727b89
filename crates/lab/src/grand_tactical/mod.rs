//! The Grand-tactical system in the laboratory: its losses, its fatigue and its routs, its objectives, and where men
//! fell.

mod digest;
mod rows;
mod sections;
mod tables;
mod watch;

use std::sync::Arc;

use atlas::Side;
use atlas::battle::Battle as Files;
use rules::game::{Game, InGame};
use rules::grand_tactical::state::State;
use rules::grand_tactical::{Action, Battle};
use staff::bout::Contestant;
use staff::{Budget, Contender};

use crate::fault::LabError;
use crate::report::{OwnSet, map};
use crate::room::{Room, Work};
use crate::rows::GameRow;
use crate::seats::Seat;
use crate::statistics::mean;
use crate::summary::{Ending, Summary};
use crate::tables::{Column, Datum, Further, Schema};
use digest::Tally;
use rows::KeptGame;
use watch::Watcher;

/// The room of the Grand-tactical system.
#[derive(Debug)]
pub struct GrandTactical;

/// A set of options in the report.
type Set<'a> = OwnSet<'a, GrandTactical>;

impl Room for GrandTactical {
    type System = Battle;
    type Seat = staff::grand_tactical::Seat;
    type Watch = Watcher;
    type Kept = KeptGame;
    type Digest = Tally;

    fn seat(
        game: &Arc<Game>,
        _: &Files,
        contender: Contender,
        seed: u64,
    ) -> Option<staff::grand_tactical::Seat> {
        staff::grand_tactical::Seat::new(Battle::of_game(game)?, contender, seed)
    }

    fn endings(battle: &Battle) -> Option<Vec<Ending>> {
        let levels = battle.tables.levels.iter();
        let ending = |level: &rules::grand_tactical::tables::Level| Ending {
            winner: level.winner,
            name: level.level.clone(),
            games: 0,
        };
        Some(levels.map(ending).collect())
    }

    const GAME_COLUMNS: &'static [Column] = tables::GAME_COLUMNS;
    const TURN_COLUMNS: &'static [Column] = tables::TURN_COLUMNS;
    const TABLES: &'static [Schema] = &[tables::FORMATIONS, tables::FELL];

    fn game_values(kept: &KeptGame) -> Vec<Datum> {
        tables::game(kept)
    }

    fn turn_values(_: &Battle, kept: &KeptGame) -> Vec<Vec<Datum>> {
        tables::turns(kept)
    }

    fn rows(row: &GameRow, kept: &KeptGame, into: &mut Further) -> Result<(), LabError> {
        tables::formations(row, kept).try_for_each(|row| into.add(&tables::FORMATIONS, row))
    }

    fn set_rows(
        set: usize,
        battle: &Battle,
        _: &Summary,
        tally: &Tally,
        into: &mut Further,
    ) -> Result<(), LabError> {
        tables::fell(set, battle, tally).try_for_each(|row| into.add(&tables::FELL, row))
    }

    const WORK: Work =
        Work { title: "Actions and shots a game", heads: &["Union shots", "Confederate shots"] };

    fn work(tally: &Tally) -> Vec<Vec<i64>> {
        Side::BOTH.map(|side| tally.work[side][0].clone()).to_vec()
    }

    fn lines(tally: &Tally) -> Vec<String> {
        Side::BOTH.map(|side| line(tally, side)).to_vec()
    }

    fn style(files: &Files) -> String {
        map::style(&files.map)
    }

    fn sections(files: &Files, sets: &[Set<'_>]) -> String {
        [
            sections::losses(sets),
            sections::course(sets),
            sections::objectives(sets),
            sections::formations(sets),
            sections::fell(&files.map, sets),
        ]
        .concat()
    }
}

/// Players who give no reasons, over the system's own types.
impl Seat<Battle> for staff::grand_tactical::Seat {
    fn choose(&mut self, battle: &Battle, seen: &State, budget: Budget<'_>) -> Option<Action> {
        Contestant::choose(self, battle, seen, budget)
    }
}

/// The losses of a side, for a terminal.
fn line(tally: &Tally, side: Side) -> String {
    let [infantry, cavalry, guns] =
        [0, 1, 2].map(|arm| mean(tally.lost[side][arm].iter().copied()).mean);
    let routs = mean(tally.work[side][2].iter().copied()).mean;
    format!(
        "  {side}: {:.0} men lost a game ({cavalry:.0} of them cavalry), {guns:.0} guns, {routs:.0} routs",
        infantry + cavalry
    )
}
