//! Games brought from storage to a table.

use std::sync::Arc;

use super::failed;
use crate::catalogue::{Catalogue, Ready};
use crate::entry::{Entry, Kind, Secret};
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::{StoreError, StoredGame};
use crate::table::Table;

/// Builds a table from what is stored.
pub(super) fn fold(
    catalogue: &Catalogue,
    stored: StoredGame,
    entries: Vec<Entry>,
) -> Result<Table, Problem> {
    let choice = stored.facts.choice();
    let ready = catalogue.ready(&choice).map_err(|problem| {
        let detail = problem.document().detail;
        cannot_show(&format!("The battle {} cannot be played here: {detail}", choice.battle))
    })?;
    let mut table = lay(&ready, stored).map_err(|reason| {
        cannot_show(&format!("Its first position cannot be made by these rules: {reason}."))
    })?;
    entries.into_iter().for_each(|entry| table.take(Arc::new(entry), None));
    Ok(table)
}

/// A table at which nothing has happened.
pub fn lay(ready: &Ready, game: StoredGame) -> Result<Table, String> {
    let scenario = ready.battle.scenario(Some(&game.facts.scenario));
    let turns = scenario.map_or(0, |scenario| scenario.turns);
    Table::new(game, ready, turns)
}

/// The entry with which every game begins.
pub fn started(at: Moment) -> Entry {
    Entry {
        seq: 1,
        version: 1,
        kind: Kind::Started,
        at,
        by: None,
        auto: false,
        step: None,
        line: None,
        text: None,
        to: None,
        why: None,
        secret: Secret::default(),
    }
}

fn cannot_show(why: &str) -> Problem {
    let left = "Its record can be taken away, and its owner can delete it.";
    Problem::ReadOnly(format!("This game cannot be shown. {why} {left}"))
}

/// A fault of storage, logged; what is damaged costs no more than the game it belongs to.
pub(super) fn unreadable(error: StoreError) -> Problem {
    match error {
        StoreError::Damaged(_) => {
            tracing::error!(%error, "storage");
            cannot_show("What is stored of it is damaged.")
        }
        other => failed(other),
    }
}
