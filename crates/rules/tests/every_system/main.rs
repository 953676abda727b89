//! The laws that every system of rules keeps, asked of whole random games through [`Game`] alone.
//!
//! After OpenSpiel's test by random simulation: one body for every built-in battle, scenario and kind of
//! options, and for the toy system of the tests. What [`rules::System`] promises is checked here; what a
//! printed rule says is checked in the folder of its system. Every day the small battles of the documents are
//! played many times to their end, and the large ones begun; `LONGROLL_SOAK=1` plays many more games, all of
//! them to their end.

mod alike;
mod bids;
mod fair;
mod fuzz;
mod kinds;
mod lessons;
mod perft;
mod records;
mod walk;

use atlas::battle::Battle as Files;
use rules::dice::Seed;
use rules::game::{Game, GameState, InGame, Seat};
use rules::grand_tactical::Battle as GrandTactical;
use rules::record::{ActionLine, HeaderLine, Source};
use rules::toy::Toy;
use rules::{blue_gray, brigade};
use serde_json::{Map, Value};

/// A system as these tests need it.
trait Lawful: InGame {
    /// An action without the choices that the list leaves free; `None` if it leaves all of them
    /// free.
    fn bare(action: &Value) -> Option<Value>;
}

impl Lawful for blue_gray::Prepared {
    /// The way of a move is free, and how an attack is made up.
    fn bare(action: &Value) -> Option<Value> {
        let (kind, body) = action.as_object()?.iter().next()?;
        let end = match (&body["path"], &body["to"]) {
            (Value::Array(path), _) => path.last()?.clone(),
            (_, to) => to.clone(),
        };
        match kind.as_str() {
            "attack" => None,
            "move" | "enter" => Some(serde_json::json!([kind, body["unit"], body["hex"], end])),
            _ => Some(action.clone()),
        }
    }
}

impl Lawful for brigade::Prepared {
    /// The way of a move is free, and which guns take part in an attack.
    fn bare(action: &Value) -> Option<Value> {
        let (kind, body) = action.as_object()?.iter().next()?;
        let end = match (&body["path"], &body["to"]) {
            (Value::Array(path), _) => path.last()?.clone(),
            (_, to) => to.clone(),
        };
        match kind.as_str() {
            "assault" | "bombard" => None,
            "move" | "enter" => Some(serde_json::json!([kind, body["unit"], body["hex"], end])),
            _ => Some(action.clone()),
        }
    }
}

impl Lawful for GrandTactical {
    /// The way of a move is free, and so are fire plots where no enemy is seen.
    fn bare(action: &Value) -> Option<Value> {
        let (kind, body) = action.as_object()?.iter().next()?;
        match kind.as_str() {
            "plot_fire" if !body["square"].is_null() => None,
            "move" => {
                let end = body["path"].as_array().and_then(|path| path.last());
                Some(serde_json::json!([kind, body["unit"], end.unwrap_or(&body["to"])]))
            }
            _ => Some(action.clone()),
        }
    }
}

impl Lawful for Toy {
    fn bare(action: &Value) -> Option<Value> {
        Some(action.clone())
    }
}

/// Runs an expression on the system of a game: a line here for each system.
macro_rules! of_system {
    ($game:expr, $system:ident => $body:expr) => {
        match $game {
            Game::BlueGray($system) => $body,
            Game::Brigade($system) => $body,
            Game::GrandTactical($system) => $body,
            Game::Toy($system) => $body,
        }
    };
}

pub(crate) use of_system;

/// After how many steps a game of a large battle is left, unless the long tests are asked for. Games of the
/// first system end before it; a game of the largest has some 1,300 steps.
const STEPS: u64 = 250;

/// A kind of game, made ready.
struct Table {
    files: Files,
    game: Game,
}

impl Table {
    /// Whether many games are played in a moment.
    fn is_small(&self) -> bool {
        self.files.map.grid.len() < 100
    }

    /// The most steps of its games that are played.
    fn steps(&self) -> usize {
        if self.is_small() { MOST } else { soak(STEPS, MOST as u64) as usize }
    }
}

/// No game is longer than this.
const MOST: usize = 20_000;

/// A game that was played at random to its end or as far as was asked, with everything that was recorded.
struct Played {
    seed: Seed,
    header: HeaderLine,
    lines: Vec<ActionLine>,
    /// The states: one more than lines.
    states: Vec<GameState>,
}

impl Played {
    fn source(&self) -> Source {
        Source::new(self.seed)
    }
}

/// Plays a game at random to its end, or as far as this kind of game is played.
fn play<S: Lawful>(table: &Table, system: &S, number: u64) -> Played {
    let played = play_some(&table.game, system, number, table.steps());
    let last = &played.states[played.lines.len()];
    let left = played.lines.len() < MOST || table.game.decider(last).is_none();
    assert!(left, "game {number} does not end");
    played
}

/// Plays so many actions of a game at random, or fewer if it ends before.
fn play_some<S: Lawful>(game: &Game, system: &S, number: u64, most: usize) -> Played {
    use rules::random::RandomPlayer;

    let seed = Seed::from_number(number);
    let (header, first) = game.begin(&seed, Map::new());
    let mut played = Played { seed, header, lines: Vec::new(), states: vec![first] };
    let source = played.source();
    let mut player = S::Random::new(number);
    while played.lines.len() < most {
        let state = &played.states[played.states.len() - 1];
        let truth = S::of_state(state).expect("a state of this system");
        let Some(action) = player.choose(system, truth) else { return played };
        let action = system.write_action(&action);
        let acted = game.act(state, &source, &action, &[]);
        let acted = acted.unwrap_or_else(|error| panic!("game {number}: {action}: {error}"));
        played.lines.push(acted.line);
        played.states.push(acted.state);
    }
    played
}

/// The seat of whoever decides.
fn decider(game: &Game, state: &GameState) -> Seat {
    game.decider(state).map_or(Seat::Watcher, Seat::Side)
}

/// How many times as much is done when the long tests are asked for.
fn soak(usually: u64, soaking: u64) -> u64 {
    if std::env::var_os("LONGROLL_SOAK").is_some() { soaking } else { usually }
}
