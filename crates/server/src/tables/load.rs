//! Games brought from storage to a table.

use std::sync::Arc;

use super::failed;
use crate::catalogue::{Catalogue, Ready};
use crate::entry::{Entry, Kind, Secret};
use crate::moment::Moment;
use crate::problem::Problem;
use crate::store::{Damage, Loaded, StoreError, StoredGame};
use crate::table::Table;

/// Builds a table from what is stored, as far as it holds.
pub fn fold(catalogue: &Catalogue, loaded: Loaded) -> Result<Table, Problem> {
    let Loaded { game: stored, entries, damage, .. } = loaded;
    let choice = stored.facts.choice();
    let ready = catalogue.ready(&choice).map_err(|problem| {
        let detail = problem.document().detail;
        cannot_show(&format!("The battle {} cannot be played here: {detail}", choice.battle))
    })?;
    let mut table = lay(&ready, stored).map_err(|reason| {
        cannot_show(&format!("Its first position cannot be made by these rules: {reason}."))
    })?;
    entries.into_iter().for_each(|entry| table.take(Arc::new(entry), None));
    if let Some(damage) = damage {
        tracing::error!(?damage, "what is stored of a game is damaged");
        table.close_damaged(damaged_words(damage));
    }
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
        dice: None,
        clock: None,
        head: None,
        secret: Secret::default(),
    }
}

/// What is said of a damaged game. Where and how much would tell of what is hidden in it.
const fn damaged_words(damage: Damage) -> &'static str {
    match damage {
        Damage::Head | Damage::Entries => {
            "What is stored of this game is damaged, so it can be looked at only, as far as it holds. Whoever keeps the \
             server may have a backup."
        }
        Damage::Seed => {
            "The stored seed of this game's dice is not the one that was committed to, so it can be looked at only. \
             Whoever keeps the server may have a backup."
        }
    }
}

const LEFT: &str = "Its record can be taken away, and its owner can delete it.";

fn cannot_show(why: &str) -> Problem {
    Problem::ReadOnly(format!("This game cannot be shown. {why} {LEFT}"))
}

/// A fault of storage, logged; what is damaged costs no more than the game it belongs to.
pub(super) fn unreadable(error: StoreError) -> Problem {
    match error {
        StoreError::Damaged(_) => {
            tracing::error!(%error, "storage");
            let words = "This game cannot be shown. What is stored of it is damaged.";
            Problem::Damaged(format!("{words} {LEFT}"))
        }
        other => failed(other),
    }
}
