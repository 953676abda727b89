//! What is fed to each door, and what must hold whatever it is. The fuzz targets hand these
//! functions what libFuzzer makes up; `crates/rules/tests/every_system/fuzz.rs` hands them damaged
//! golden inputs, in every test run.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

use rules::game::Game;

pub mod battle_file;
pub mod position;
pub mod record;

/// A game by battle, scenario and options.
type Key = (String, Option<String>, Vec<String>);

/// Games are slow to make ready; so many are kept.
const KEPT: usize = 64;

static GAMES: LazyLock<Mutex<BTreeMap<Key, Option<Arc<Game>>>>> = LazyLock::new(Mutex::default);

/// The game that an input names, of whatever system; `None` if there is none.
fn game_of(battle: &str, scenario: Option<&str>, options: &[String]) -> Option<Arc<Game>> {
    let key = (battle.to_owned(), scenario.map(str::to_owned), options.to_vec());
    let mut games = GAMES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(known) = games.get(&key) {
        return known.clone();
    }
    let files = atlas::builtin::ids().find(|&id| id == battle).map(atlas::builtin::battle)?.ok()?;
    let game = Game::new(&files, scenario, options).ok().map(Arc::new);
    if games.len() >= KEPT {
        games.clear();
    }
    games.insert(key, game.clone());
    game
}
