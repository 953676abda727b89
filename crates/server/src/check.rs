//! The whole check of a file of games, or of a PostgreSQL database: the pages of the file, every chain, every seed, every replay.
//!
//! What it tells is for whoever keeps the server, who may sit at a table himself: of a hidden game that is not over it
//! tells that something is wrong, and neither what nor where.

use crate::catalogue::{Catalogue, Source};
use crate::problem::Problem;
use crate::store::{Copy, Damage, Loaded, Place, StoreError};
use crate::table::Table;
use crate::tables::fold;

/// A game of which something is to be said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noticed {
    /// Its id.
    pub id: String,
    /// The battle's title, if it can be read.
    pub title: Option<String>,
    /// What is to be said.
    pub words: String,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// How many games there are.
    pub games: usize,
    /// How many of them are from before entries were chained: what was damaged before then is not seen.
    pub adopted: usize,
    /// Whether the entries of the file have their chains at all.
    pub chained: bool,
    /// What is wrong with the file itself.
    pub faults: Vec<String>,
    /// Games that are damaged.
    pub damaged: Vec<Noticed>,
    /// Games whose chains were checked and which cannot be replayed here.
    pub unplayed: Vec<Noticed>,
}

impl Found {
    /// Whether nothing is wrong.
    pub fn is_well(&self) -> bool {
        self.faults.is_empty() && self.damaged.is_empty()
    }
}

/// Checks the games at a place, which are not changed; servers may have them open.
pub async fn check(place: &Place, battles: Vec<Source>) -> Result<Found, StoreError> {
    let catalogue = Catalogue::new(battles);
    let mut copy = Copy::open_at(place).await?;
    let mut found =
        Found { chained: copy.is_chained(), faults: copy.faults().await?, ..Found::default() };
    let ids = match copy.ids().await {
        Ok(ids) => ids,
        Err(StoreError::Damaged(_)) => {
            found.faults.push("the list of games cannot be read".into());
            Vec::new()
        }
        Err(error) => return Err(error),
    };
    for id in ids {
        match copy.load(&id).await {
            // It was deleted meanwhile.
            Ok(None) => continue,
            Ok(Some(loaded)) => examine(&catalogue, loaded, &mut found),
            Err(StoreError::Damaged(_)) => {
                let words = "what is stored of it cannot be read, or is not what it was".into();
                found.damaged.push(Noticed { id, title: None, words });
            }
            Err(error) => return Err(error),
        }
        found.games += 1;
    }
    copy.close().await?;
    Ok(found)
}

fn examine(catalogue: &Catalogue, loaded: Loaded, found: &mut Found) {
    found.adopted += usize::from(loaded.adopted);
    let (id, title) = (loaded.game.id.clone(), Some(loaded.game.facts.title.clone()));
    let (damage, seed) = (loaded.damage, loaded.game.seed);
    let hidden = loaded.game.facts.hidden;
    let (is_damaged, words) = match (fold(catalogue, loaded), damage) {
        (_, Some(damage)) => (true, damaged(damage).to_owned()),
        (Err(_), None) if hidden => (false, "it was not replayed: it cannot be shown here".into()),
        (Err(problem), None) => (false, unplayed(&problem)),
        (Ok(table), None) => match replay(&table, seed.as_ref()) {
            Ok(()) => return,
            Err(_) if table.is_hidden() => (true, "it does not replay as it was recorded".into()),
            Err(why) => (true, format!("it does not replay as it was recorded: {why}")),
        },
    };
    let noticed = Noticed { id, title, words };
    if is_damaged { &mut found.damaged } else { &mut found.unplayed }.push(noticed);
}

const fn damaged(damage: Damage) -> &'static str {
    match damage {
        Damage::Head => "what is fixed about it is not what it was",
        Damage::Seed => "its seed is not the one that was committed to",
        Damage::Entries => "an entry is missing or is not what it was",
    }
}

fn unplayed(problem: &Problem) -> String {
    format!("it was not replayed: {}", problem.document().detail)
}

/// Replays what stands, and holds every throw against the seed.
fn replay(table: &Table, seed: Option<&rules::dice::Seed>) -> Result<(), String> {
    if let Some(reason) = table.spoiled() {
        return Err(reason.to_owned());
    }
    // Nothing is thrown before everybody has sat down.
    if table.is_waiting() {
        return Ok(());
    }
    let verified = table.play().game().verify(&table.record_with(seed.is_some()));
    verified.map(|_| ()).map_err(|error| error.to_string())
}
