//! The battles that can be played here, each read when it is first wanted, and made ready once.

use std::sync::{Arc, OnceLock};

use atlas::battle::Battle;
use rules::Bid;
use rules::game::{CannotPlay, Game};

use crate::cache::Cache;
use crate::problem::Problem;
use crate::staff::{self, Staff};

/// How many battles stay made ready, with their scenario and options.
const MOST_READY: usize = 64;

/// Reads a battle, or says what is wrong with it.
pub type Load = Box<dyn Fn() -> Result<Battle, String> + Send + Sync>;

/// A battle that can be read.
pub struct Source {
    id: String,
    load: Load,
    loaded: OnceLock<Result<Arc<Battle>, String>>,
}

impl Source {
    /// A battle with this id that is read so.
    pub fn new(id: String, load: Load) -> Source {
        Source { id, load, loaded: OnceLock::new() }
    }
}

/// The battle, scenario and options that make a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Selection {
    /// The battle's id.
    pub battle: String,
    /// The scenario's id; the first if there is none.
    pub scenario: Option<String>,
    /// Numbers of the optional rules.
    pub options: Vec<String>,
    /// Points given to a side beforehand.
    pub bid: Option<Bid>,
}

impl Selection {
    /// A choice; the order of the options, and saying one twice, changes nothing.
    pub fn new(battle: String, scenario: Option<String>, mut options: Vec<String>) -> Selection {
        options.sort();
        options.dedup();
        Selection { battle, scenario, options, bid: None }
    }

    /// The same with points given to a side beforehand.
    pub fn with_bid(self, bid: Option<Bid>) -> Selection {
        Selection { bid, ..self }
    }
}

/// A battle made ready.
#[derive(Clone)]
pub struct Ready {
    /// What its files say.
    pub battle: Arc<Battle>,
    /// Its rules.
    pub game: Arc<Game>,
    /// Its staff, if it has one.
    pub staff: Option<Arc<dyn Staff>>,
}

/// The battles.
pub struct Catalogue {
    sources: Vec<Source>,
    ready: Cache<Selection, Ready>,
}

impl Catalogue {
    /// These battles, in this order.
    pub fn new(sources: Vec<Source>) -> Catalogue {
        Catalogue { sources, ready: Cache::new(MOST_READY) }
    }

    /// The ids of the battles.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| source.id.as_str())
    }

    /// A battle, read now if it was not yet. Takes a while the first time: not for a thread that
    /// serves.
    pub fn battle(&self, id: &str) -> Result<Arc<Battle>, Problem> {
        let source = self.sources.iter().find(|source| source.id == id);
        let source = source.ok_or_else(|| {
            let ids: Vec<&str> = self.ids().collect();
            Problem::UnknownBattle(format!("There are: {}.", ids.join(", ")))
        })?;
        let loaded = source.loaded.get_or_init(|| {
            (source.load)().map(Arc::new).inspect_err(|error| {
                tracing::error!(battle = id, %error, "a battle cannot be read");
            })
        });
        let faults = |error: &String| Problem::UnknownBattle(format!("It has faults: {error}"));
        loaded.clone().map_err(|error| faults(&error))
    }

    /// A choice with its scenario named, so that each has one name only.
    pub fn settled(&self, choice: Selection) -> Result<Selection, Problem> {
        let battle = self.battle(&choice.battle)?;
        let known = battle.scenario(choice.scenario.as_deref());
        let scenario = known.ok_or_else(|| {
            let ids: Vec<&str> = battle.scenarios.iter().map(|one| one.id.as_str()).collect();
            Problem::UnknownBattle(format!("Its scenarios are: {}.", ids.join(", ")))
        })?;
        let settled = Selection::new(choice.battle, Some(scenario.id.clone()), choice.options);
        Ok(settled.with_bid(choice.bid))
    }

    /// A battle made ready. Takes a while the first time: not for a thread that serves.
    pub fn ready(&self, choice: &Selection) -> Result<Ready, Problem> {
        let choice = self.settled(choice.clone())?;
        self.ready.get(&choice, || {
            let battle = self.battle(&choice.battle)?;
            let game = Game::new(&battle, choice.scenario.as_deref(), &choice.options);
            let game = game.map_err(|error| match &error {
                CannotPlay::NoEngine(_) => Problem::NotAllowed(error.to_string()),
                _ => Problem::Malformed(error.to_string()),
            })?;
            let game = Arc::new(game.with_bid(choice.bid));
            let staff = staff::of(&game, &battle);
            Ok(Ready { battle, game, staff })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_battle_is_surveyed_once_for_all_its_games() {
        let mut kinds = atlas::builtin::kinds();
        let plain = kinds.next().expect("a battle");
        let other = kinds.find(|kind| kind.battle == plain.battle).expect("with an option");
        let load = move || atlas::builtin::battle(plain.battle).map_err(|f| f.to_string());
        let source = Source::new(plain.battle.to_owned(), Box::new(load));
        let catalogue = Catalogue::new(vec![source]);
        let staff = |options: &[&str]| {
            let options = options.iter().map(|&number| number.to_owned()).collect();
            let choice = Selection::new(plain.battle.to_owned(), None, options);
            catalogue.ready(&choice).expect("a battle").staff.expect("a staff")
        };
        assert!(Arc::ptr_eq(&staff(&[]), &staff(&[])));
        assert!(!Arc::ptr_eq(&staff(&[]), &staff(other.options)), "another game");
    }
}
