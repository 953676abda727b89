//! The tables of a study: one description of each, and two ways to write it.

mod common;
mod csv;
mod parquet;

use std::path::{Path, PathBuf};

use rules::game::InGame;

use crate::fault::LabError;
use crate::journal::Journal;
use crate::plan::Study;
use crate::room::{Digest, Kept, Room};
use crate::rows::GameRow;
use crate::summary::Summary;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Whole numbers.
    Number,
    /// Whole numbers, or nothing.
    MaybeNumber,
    /// Text.
    Text,
    /// Text, or nothing.
    MaybeText,
    /// Yes or no.
    Flag,
}

/// A datum in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Datum {
    /// A whole number.
    Number(i64),
    /// Text.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// Nothing.
    Nothing,
}

impl Datum {
    /// A number.
    pub fn number(value: impl Into<i64>) -> Datum {
        Datum::Number(value.into())
    }

    /// How many.
    pub fn count(value: usize) -> Datum {
        Datum::Number(value as i64)
    }

    /// Text.
    pub fn text(value: &str) -> Datum {
        Datum::Text(value.to_owned())
    }
}

/// A column by its name.
pub type Column = (&'static str, Kind);

/// A table by its name and its columns.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// Name of its files, without an ending.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [Column],
}

/// A table being written, in both formats at once.
struct Table {
    csv: csv::Writer,
    parquet: parquet::Writer,
}

impl Table {
    /// Begins a table that has columns of its system behind the common ones.
    fn create(folder: &Path, schema: &Schema, own: &[Column]) -> Result<Table, LabError> {
        let columns = [schema.columns, own].concat();
        Ok(Table {
            csv: csv::Writer::create(folder, schema.name, &columns)?,
            parquet: parquet::Writer::create(folder, schema.name, columns)?,
        })
    }

    fn add(&mut self, row: Vec<Datum>) -> Result<(), LabError> {
        self.csv.add(&row)?;
        self.parquet.add(row)
    }

    fn finish(self) -> Result<[PathBuf; 2], LabError> {
        Ok([self.csv.finish()?, self.parquet.finish()?])
    }
}

/// The further tables of a system, being written.
pub struct Further {
    schemas: &'static [Schema],
    tables: Vec<Table>,
}

impl Further {
    fn create(folder: &Path, schemas: &'static [Schema]) -> Result<Further, LabError> {
        let table = |schema: &Schema| Table::create(folder, schema, &[]);
        Ok(Further { schemas, tables: schemas.iter().map(table).collect::<Result<_, _>>()? })
    }

    /// Adds a row to one of them.
    pub fn add(&mut self, schema: &Schema, row: Vec<Datum>) -> Result<(), LabError> {
        let place = self.schemas.iter().position(|known| known.name == schema.name);
        match place.and_then(|place| self.tables.get_mut(place)) {
            Some(table) => table.add(row),
            None => Err(LabError::Request(format!("there is no table {}", schema.name))),
        }
    }
}

/// The names of all tables of a room, in their order.
pub fn names<R: Room>() -> Vec<&'static str> {
    let common = [common::GAMES.name, common::TURNS.name];
    common.into_iter().chain(R::TABLES.iter().map(|schema| schema.name)).collect()
}

/// The first columns of every row of a game: sets are counted from 1.
pub fn key(row: &GameRow) -> [Datum; 2] {
    [Datum::number(row.set + 1), Datum::number(row.game)]
}

/// What all games of a set come to.
pub type Sum<R> = (Summary, <R as Room>::Digest);

/// Writes every table of a study, and sums its games up on the way.
pub fn write<R: Room>(
    study: &Study,
    journal: &Journal,
    folder: &Path,
) -> Result<(Vec<Sum<R>>, Vec<PathBuf>), LabError> {
    let systems: Vec<&R::System> =
        study.games.iter().filter_map(|game| R::System::of_game(game)).collect();
    let mut sums: Vec<Sum<R>> = systems
        .iter()
        .map(|&system| (Summary::new(system, R::endings(system)), R::Digest::new(system)))
        .collect();
    let mut games = Table::create(folder, &common::GAMES, R::GAME_COLUMNS)?;
    let mut turns = Table::create(folder, &common::TURNS, R::TURN_COLUMNS)?;
    let mut further = Further::create(folder, R::TABLES)?;
    for row in journal.rows() {
        let mut row = row?;
        let strange = |what| LabError::Differs { path: journal.path().to_owned(), what };
        let set = row.set as usize;
        let (Some(&system), Some((summary, digest))) = (systems.get(set), sums.get_mut(set)) else {
            return Err(strange("a game with options that are not planned"));
        };
        let kept = R::Kept::read(&mut row).map_err(|problem| journal.bad_line(&row, problem))?;
        let level = R::level_name(system, &row);
        summary.add(&row, &level).map_err(strange)?;
        digest.add(system, &row, &kept).map_err(strange)?;
        let own = R::game_values(&kept);
        games.add(common::game(study, system, &row, &level).into_iter().chain(own).collect())?;
        let mut own = R::turn_values(system, &kept).into_iter();
        for turn in common::turns(&row) {
            turns.add(turn.into_iter().chain(own.next().unwrap_or_default()).collect())?;
        }
        R::rows(&row, &kept, &mut further)?;
    }
    for (set, (system, (summary, digest))) in systems.iter().zip(&sums).enumerate() {
        R::set_rows(set, system, summary, digest, &mut further)?;
    }
    let mut files = Vec::new();
    for table in [games, turns].into_iter().chain(further.tables) {
        files.extend(table.finish()?);
    }
    Ok((sums, files))
}

/// Where a file is written before it takes its place.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}
