//! Blue & Gray in the laboratory: its attacks, its losses and its ground.

mod attacks;
mod digest;
mod endings;
mod ground;
mod losses;
mod places;
mod rows;
mod tables;
mod watch;

use std::sync::Arc;

use atlas::Side;
use atlas::battle::Battle as Files;
use rules::blue_gray::{Action, Prepared, State};
use rules::game::{Game, InGame};
use staff::{Budget, Contender};

use crate::fault::LabError;
use crate::report::{OwnSet, map};
use crate::room::{End, Room, Work};
use crate::rows::{GameRow, Level};
use crate::seats::Seat;
use crate::statistics::mean;
use crate::summary::{Ending, Summary};
use crate::tables::{Column, Datum, Further, Schema};
use digest::Tally;
use rows::KeptGame;
use watch::Watcher;

/// The room of Blue & Gray.
#[derive(Debug)]
pub struct BlueGray;

/// A set of options in the report.
type Set<'a> = OwnSet<'a, BlueGray>;

impl Room for BlueGray {
    type System = Prepared;
    type Seat = staff::blue_gray::Seat;
    type Watch = Watcher;
    type Kept = KeptGame;
    type Digest = Tally;

    fn seat(
        game: &Arc<Game>,
        _: &Files,
        contender: Contender,
        seed: u64,
    ) -> Option<staff::blue_gray::Seat> {
        let prepared = Prepared::of_game(game)?;
        staff::blue_gray::Seat::new(&prepared.battle, contender, seed)
    }

    fn end(_: &Prepared, state: &State) -> Option<End> {
        let outcome = state.outcome?;
        let level = Level::Place(outcome.level);
        Some(End { winner: outcome.winner, level, early: outcome.early })
    }

    fn endings(prepared: &Prepared) -> Option<Vec<Ending>> {
        Some(endings::endings(&prepared.battle))
    }

    fn level_name(prepared: &Prepared, row: &GameRow) -> String {
        endings::level_name(&prepared.battle, row)
    }

    const GAME_COLUMNS: &'static [Column] = tables::GAME_COLUMNS;
    const TURN_COLUMNS: &'static [Column] = tables::TURN_COLUMNS;
    const TABLES: &'static [Schema] = &[tables::ATTACKS, tables::DEATHS, tables::GROUND];

    fn game_values(kept: &KeptGame) -> Vec<Datum> {
        tables::game(kept)
    }

    fn turn_values(prepared: &Prepared, kept: &KeptGame) -> Vec<Vec<Datum>> {
        tables::turns(&prepared.battle, kept)
    }

    fn rows(row: &GameRow, kept: &KeptGame, into: &mut Further) -> Result<(), LabError> {
        tables::attacks(row, kept).try_for_each(|row| into.add(&tables::ATTACKS, row))?;
        tables::deaths(row, kept).try_for_each(|row| into.add(&tables::DEATHS, row))
    }

    fn set_rows(
        set: usize,
        prepared: &Prepared,
        summary: &Summary,
        tally: &Tally,
        into: &mut Further,
    ) -> Result<(), LabError> {
        let mut rows = tables::ground(set, &prepared.battle, summary, tally);
        rows.try_for_each(|row| into.add(&tables::GROUND, row))
    }

    const WORK: Work = Work {
        title: "Actions and attacks a game",
        heads: &["Union attacks", "Confederate attacks"],
    };
    const SHADES: &'static [&'static str] = &["night", "fog"];

    fn work(tally: &Tally) -> Vec<Vec<i64>> {
        Side::BOTH.map(|side| tally.attacks[side].clone()).to_vec()
    }

    fn shade(prepared: &Prepared, turn: u16) -> Option<&'static str> {
        let (battle, turn) = (&prepared.battle, u8::try_from(turn).ok()?);
        match (battle.is_night(turn), battle.is_fog(turn)) {
            (true, _) => Some("night"),
            (false, true) => Some("fog"),
            (false, false) => None,
        }
    }

    fn lines(tally: &Tally) -> Vec<String> {
        Side::BOTH.map(|side| line(tally, side)).to_vec()
    }

    fn style(files: &Files) -> String {
        map::style(&files.map)
    }

    fn sections(files: &Files, sets: &[Set<'_>]) -> String {
        [
            places::section(&files.map, sets),
            attacks::section(sets),
            losses::section(sets),
            ground::section(&files.map, sets),
        ]
        .concat()
    }
}

/// Players who give no reasons, over the system's own types.
impl Seat<Prepared> for staff::blue_gray::Seat {
    fn choose(&mut self, prepared: &Prepared, seen: &State, budget: Budget<'_>) -> Option<Action> {
        staff::blue_gray::Seat::choose(self, &prepared.battle, seen, budget)
    }
}

/// The attacks and losses of a side, for a terminal.
fn line(tally: &Tally, side: Side) -> String {
    let attacks = mean(tally.attacks[side].iter().copied());
    let lost = mean(tally.strength_lost[side].iter().copied());
    let guns = if tally.bombardments[side].iter().any(|&number| number > 0) {
        let by_guns = mean(tally.bombardments[side].iter().copied());
        format!(" ({:.1} by guns alone)", by_guns.mean)
    } else {
        String::new()
    };
    format!(
        "  {side}: {:.1} attacks a game{guns}, {:.1} strength points lost",
        attacks.mean, lost.mean
    )
}
