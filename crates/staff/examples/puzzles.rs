//! Finds puzzles for a battle in games between computers, proves them, and writes them as `puzzles.json`.
//!
//! ```text
//! cargo run --release -p staff --example puzzles -- blue-gray/antietam > battles/blue-gray/antietam/puzzles.json
//! ```
//!
//! Numbers after the battle are the first seed, how many games are played at most, and how many puzzles are kept. The
//! same numbers give the same puzzles. Whoever keeps more than a dozen looks at them and throws the dull ones out.

use std::sync::Arc;

use atlas::BySide;
use rules::game::Game;
use staff::puzzle::{Fraction, Kind, Puzzle, Puzzles};
use staff::{Contender, Level};

/// How many puzzles of each kind are wanted; no system has all of them.
const WANTED: [(Kind, usize); 5] =
    [(Kind::Attack, 5), (Kind::Close, 4), (Kind::Hold, 3), (Kind::Fire, 6), (Kind::Break, 6)];
/// A dozen.
const ALL: usize = 12;
/// How many positions a proof may look at: so many that whoever answers does not wait.
const MOST: u64 = 25_000;
/// How many games are played, unless something else is said.
const GAMES: u64 = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().ok_or("which battle?")?;
    let first: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let games: u64 = arguments.next().map_or(Ok(GAMES), |text| text.parse())?;
    let all: usize = arguments.next().map_or(Ok(ALL), |text| text.parse())?;
    let files = atlas::builtin::battle(&id)?;
    let game = Arc::new(Game::new(&files, None, &[])?);
    let staff = staff::of(&game, &files).ok_or("this system has no staff")?;
    let captain = Contender::Staff(Level::Captain);
    let seats = BySide { union: captain, confederate: captain };
    let mut found: Vec<(Fraction, Puzzle)> = Vec::new();
    for seed in first..first + games {
        let posed = staff.seek_puzzles(&files, seats, seed, MOST);
        for (lead, puzzle) in posed.ok_or("this system has no puzzles")? {
            let known = |(_, other): &(Fraction, Puzzle)| {
                other.kind == puzzle.kind
                    && (other.title == puzzle.title || other.answers == puzzle.answers)
            };
            if !found.iter().any(known) {
                found.push((lead, puzzle));
            }
        }
        let count = |kind| found.iter().filter(|(_, puzzle)| puzzle.kind == kind).count();
        let counts = WANTED.map(|(kind, _)| count(kind));
        eprintln!("{id}: after game {seed}: {counts:?} of attack, close, hold, fire, break");
        let enough = |wanted: usize| 2 * wanted * all.div_ceil(ALL);
        let plenty = |kinds: &[(Kind, usize)]| {
            kinds.iter().all(|&(kind, wanted)| count(kind) >= enough(wanted))
        };
        if plenty(&WANTED[..3]) || plenty(&WANTED[3..]) {
            break;
        }
    }
    let puzzles = Puzzles { scenario: None, puzzles: choose(found, all) };
    print!("{}", puzzles.written());
    Ok(())
}

/// So many: of each kind as many as are wanted, and others where a kind is short; the clearest first, and never two of
/// one place and turn, nor more than two of one place.
fn choose(mut found: Vec<(Fraction, Puzzle)>, all: usize) -> Vec<Puzzle> {
    found.sort_by_key(|(lead, _)| std::cmp::Reverse(*lead));
    let mut chosen: Vec<Puzzle> = Vec::new();
    let wanted = WANTED.map(|(kind, wanted)| (Some(kind), wanted));
    for (kind, wanted) in wanted.into_iter().chain([(None, all)]) {
        let is_of = |puzzle: &Puzzle| kind.is_none_or(|kind| puzzle.kind == kind);
        for (_, puzzle) in &found {
            let have = chosen.iter().filter(|other| is_of(other)).count();
            if have < wanted && is_of(puzzle) && is_new(&chosen, puzzle) {
                chosen.push(puzzle.clone());
            }
        }
    }
    chosen.sort_by_key(|puzzle| (puzzle.kind as u8, puzzle.choices));
    for (kind, word) in WORDS {
        let of_kind = chosen.iter_mut().filter(|puzzle| puzzle.kind == kind);
        for (index, puzzle) in of_kind.enumerate() {
            puzzle.id = format!("{word}-{}", index + 1);
        }
    }
    chosen
}

/// What puzzles of a kind are called in addresses.
const WORDS: [(Kind, &str); 5] = [
    (Kind::Attack, "attack"),
    (Kind::Close, "close"),
    (Kind::Hold, "hold"),
    (Kind::Fire, "fire"),
    (Kind::Break, "break"),
];

/// Whether a puzzle is about something else than those that were chosen.
fn is_new(chosen: &[Puzzle], puzzle: &Puzzle) -> bool {
    let place = |one: &Puzzle| one.title.rsplit_once(',').map(|(place, _)| place.to_owned());
    let same = chosen.iter().filter(|other| place(other) == place(puzzle)).count();
    same < 2 && chosen.iter().all(|other| other.title != puzzle.title)
}
