//! Putting the parts of a study together.

use std::path::{Path, PathBuf};

use crate::fault::LabError;
use crate::journal::Journal;
use crate::plan::Shard;

/// A study put together.
#[derive(Debug)]
pub struct Merged {
    /// Its journal, the games in their order.
    pub journal: Journal,
    /// How many games the plan has.
    pub planned: usize,
}

/// Puts the parts in some folders together in a new one. A game that two parts tell must be the same in both.
/// Parts that lack games of the plan are refused unless `incomplete` ones are wanted.
pub fn merge(parts: &[PathBuf], into: &Path, incomplete: bool) -> Result<Merged, LabError> {
    let journals: Vec<Journal> =
        parts.iter().map(|part| Journal::open(part)).collect::<Result<_, _>>()?;
    let Some(first) = journals.first() else {
        return Err(LabError::Request("no part to merge".to_owned()));
    };
    let plan = first.plan().clone();
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
    let mut merged = Journal::begin(into, &plan, Shard::WHOLE)?;
    for (&(set, game), journal) in &keys {
        if let Some(row) = journal.row(set, game)? {
            merged.add(&row)?;
        }
    }
    Ok(Merged { journal: merged, planned })
}
