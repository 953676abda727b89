//! The tables of a study: one description of each, and two ways to write it.

mod csv;
mod parquet;
mod shapes;

use std::path::{Path, PathBuf};

use crate::fault::LabError;
use crate::journal::Journal;
use crate::plan::Study;
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

/// A value in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A whole number.
    Number(i64),
    /// Text.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// Nothing.
    Nothing,
}

/// A table by its name and its columns.
#[derive(Debug)]
pub struct Shape {
    /// Name of its files, without an ending.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [(&'static str, Kind)],
}

/// A table being written, in both formats at once.
struct Table {
    csv: csv::Writer,
    parquet: parquet::Writer,
}

impl Table {
    fn create(folder: &Path, shape: &'static Shape) -> Result<Table, LabError> {
        Ok(Table {
            csv: csv::Writer::create(folder, shape)?,
            parquet: parquet::Writer::create(folder, shape)?,
        })
    }

    fn add(&mut self, row: Vec<Value>) -> Result<(), LabError> {
        self.csv.add(&row)?;
        self.parquet.add(row)
    }

    fn finish(self) -> Result<[PathBuf; 2], LabError> {
        Ok([self.csv.finish()?, self.parquet.finish()?])
    }
}

/// Writes every table of a study, and sums its games up on the way.
pub fn write(
    study: &Study,
    journal: &Journal,
    folder: &Path,
) -> Result<(Vec<Summary>, Vec<PathBuf>), LabError> {
    let mut summaries: Vec<Summary> = study.battles.iter().map(Summary::new).collect();
    let mut games = Table::create(folder, &shapes::GAMES)?;
    let mut turns = Table::create(folder, &shapes::TURNS)?;
    let mut attacks = Table::create(folder, &shapes::ATTACKS)?;
    let mut deaths = Table::create(folder, &shapes::DEATHS)?;
    for row in journal.rows() {
        let row = row?;
        let strange = |what| LabError::Differs { path: journal.path().to_owned(), what };
        let (Some(battle), Some(summary)) =
            (study.battle(row.set), summaries.get_mut(row.set as usize))
        else {
            return Err(strange("a game with options that are not planned"));
        };
        summary.add(battle, &row).map_err(strange)?;
        games.add(shapes::game(study, battle, &row))?;
        shapes::turns(battle, &row).try_for_each(|row| turns.add(row))?;
        shapes::attacks(&row).try_for_each(|row| attacks.add(row))?;
        shapes::deaths(&row).try_for_each(|row| deaths.add(row))?;
    }
    let mut ground = Table::create(folder, &shapes::GROUND)?;
    for (set, (battle, summary)) in study.battles.iter().zip(&summaries).enumerate() {
        shapes::ground(set, battle, summary).try_for_each(|row| ground.add(row))?;
    }
    let mut files = Vec::new();
    for table in [games, turns, attacks, deaths, ground] {
        files.extend(table.finish()?);
    }
    Ok((summaries, files))
}

/// Where a file is written before it takes its place.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}
