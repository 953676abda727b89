//! Putting the parts of a study together.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::fault::LabError;
use crate::journal::Journal;
use crate::plan::{Shard, Study};
use crate::run::check_play;

/// A study put together.
#[derive(Debug)]
pub struct Merged {
    /// Its journal, the games in their order.
    pub journal: Journal,
    /// How many games the plan has.
    pub planned: usize,
}

/// Puts the parts of a study in some folders together in a new one. The first game of every part is played once
/// more and must come out as it is told, and a game that two parts tell must be the same in both.
/// Parts that lack games of the plan are refused unless `incomplete` ones are wanted.
pub fn merge(
    study: &Study,
    parts: &[PathBuf],
    into: &Path,
    incomplete: bool,
) -> Result<Merged, LabError> {
    let journals: Vec<Journal> =
        parts.iter().map(|part| Journal::open(part)).collect::<Result<_, _>>()?;
    if journals.is_empty() {
        return Err(LabError::Request("no part to merge".to_owned()));
    }
    let plan = &study.plan;
    let mut keys = std::collections::BTreeMap::new();
    for journal in &journals {
        let differs = |what| LabError::Differs { path: journal.path().to_owned(), what };
        if let Some(what) = plan.difference(journal.plan()) {
            return Err(differs(what));
        }
        if plan.games != journal.plan().games {
            return Err(differs("another number of games"));
        }
        for key in journal.keys() {
            let known = keys.entry(key).or_insert(journal);
            if !std::ptr::eq(*known, journal)
                && known.row(key.0, key.1)? != journal.row(key.0, key.1)?
            {
                let (path, game) = (journal.path().to_owned(), key.1);
                return Err(LabError::Conflict { path, game });
            }
        }
    }
    let planned = plan.games as usize * plan.sets.len();
    if keys.len() < planned && !incomplete {
        return Err(LabError::Incomplete { found: keys.len(), planned });
    }
    let never = AtomicBool::new(false);
    journals.iter().try_for_each(|journal| check_play(study, journal, &never))?;
    let mut merged = Journal::begin(into, plan, Shard::WHOLE).map_err(|error| match error {
        LabError::Held(path) => LabError::Taken(path),
        other => other,
    })?;
    for (&(set, game), journal) in &keys {
        if let Some(row) = journal.row(set, game)? {
            merged.add(&row)?;
        }
    }
    Ok(Merged { journal: merged, planned })
}
