//! The brigade game in the laboratory: its namings, its landmarks, its attacks and its losses.

mod digest;
mod endings;
mod rows;
mod sections;
mod tables;
mod watch;

use std::sync::Arc;

use atlas::Side;
use atlas::battle::Battle as Files;
use rules::brigade::{Action, Prepared, State};
use rules::game::{Game, InGame};
use staff::bout::Contestant;
use staff::{Budget, Contender};

use crate::fault::LabError;
use crate::report::OwnSet;
use crate::room::{End, Room, Work};
use crate::rows::{GameRow, Level};
use crate::seats::Seat;
use crate::statistics::mean;
use crate::summary::{Ending, Summary};
use crate::tables::{Column, Datum, Further, Schema};
use digest::Tally;
use rows::KeptGame;
use watch::Watcher;

/// The room of the brigade game.
#[derive(Debug)]
pub struct Brigade;

/// A set of options in the report.
type Set<'a> = OwnSet<'a, Brigade>;

impl Room for Brigade {
    type System = Prepared;
    type Seat = staff::brigade::Seat;
    type Watch = Watcher;
    type Kept = KeptGame;
    type Digest = Tally;

    fn seat(
        game: &Arc<Game>,
        _: &Files,
        contender: Contender,
        seed: u64,
    ) -> Option<staff::brigade::Seat> {
        let prepared = Prepared::of_game(game)?;
        Some(staff::brigade::Seat::new(&prepared.battle, contender, seed))
    }

    fn end(_: &Prepared, state: &State) -> Option<End> {
        let outcome = state.outcome?;
        let level = Level::Place(outcome.level);
        Some(End { winner: outcome.winner, level, early: false })
    }

    fn endings(prepared: &Prepared) -> Option<Vec<Ending>> {
        Some(endings::endings(&prepared.battle))
    }

    fn level_name(prepared: &Prepared, row: &GameRow) -> String {
        endings::level_name(&prepared.battle, row)
    }

    const GAME_COLUMNS: &'static [Column] = tables::GAME_COLUMNS;
    const TURN_COLUMNS: &'static [Column] = tables::TURN_COLUMNS;
    const TABLES: &'static [Schema] =
        &[tables::NAMED, tables::ATTACKS, tables::LOSSES, tables::LANDMARKS];

    fn game_values(kept: &KeptGame) -> Vec<Datum> {
        tables::game(kept)
    }

    fn turn_values(_: &Prepared, kept: &KeptGame) -> Vec<Vec<Datum>> {
        tables::turns(kept)
    }

    fn rows(row: &GameRow, kept: &KeptGame, into: &mut Further) -> Result<(), LabError> {
        tables::named(row, kept).try_for_each(|row| into.add(&tables::NAMED, row))?;
        tables::attacks(row, kept).try_for_each(|row| into.add(&tables::ATTACKS, row))?;
        tables::losses(row, kept).try_for_each(|row| into.add(&tables::LOSSES, row))
    }

    fn set_rows(
        set: usize,
        prepared: &Prepared,
        summary: &Summary,
        tally: &Tally,
        into: &mut Further,
    ) -> Result<(), LabError> {
        let mut rows = tables::landmarks(set, prepared, summary, tally);
        rows.try_for_each(|row| into.add(&tables::LANDMARKS, row))
    }

    const WORK: Work = Work {
        title: "Actions and attacks a game",
        heads: &[
            "Union assaults",
            "Confederate assaults",
            "Union bombardments",
            "Confederate bombardments",
        ],
    };

    fn work(tally: &Tally) -> Vec<Vec<i64>> {
        let of = |counts: &atlas::BySide<Vec<i64>>| Side::BOTH.map(|side| counts[side].clone());
        of(&tally.assaults).into_iter().chain(of(&tally.bombardments)).collect()
    }

    fn lines(tally: &Tally) -> Vec<String> {
        Side::BOTH.map(|side| line(tally, side)).to_vec()
    }

    fn sections(_: &Files, sets: &[Set<'_>]) -> String {
        [
            sections::activation(sets),
            sections::landmarks(sets),
            sections::chance(sets),
            sections::attacks(sets),
            sections::losses(sets),
        ]
        .concat()
    }
}

/// Players who give no reasons, over the system's own types.
impl Seat<Prepared> for staff::brigade::Seat {
    fn choose(&mut self, prepared: &Prepared, seen: &State, budget: Budget<'_>) -> Option<Action> {
        Contestant::choose(self, prepared, seen, budget)
    }
}

/// The attacks and losses of a side, for a terminal.
fn line(tally: &Tally, side: Side) -> String {
    let of = |values: &[i64]| mean(values.iter().copied()).mean;
    format!(
        "  {side}: {:.1} assaults and {:.1} bombardments a game, {:.1} steps lost",
        of(&tally.assaults[side]),
        of(&tally.bombardments[side]),
        of(&tally.steps_lost[side])
    )
}
