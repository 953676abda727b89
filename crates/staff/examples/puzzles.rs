//! Finds puzzles for a battle in games between computers, proves them, and writes them as `puzzles.json`.
//!
//! ```text
//! cargo run --release -p staff --example puzzles -- blue-gray/antietam > battles/blue-gray/antietam/puzzles.json
//! ```
//!
//! Numbers after the battle are the first seed and how many games are played at most. The same numbers give the same
//! puzzles.

use std::sync::Arc;

use atlas::BySide;
use rules::game::Game;
use staff::puzzle::{Fraction, Kind, Puzzle, Puzzles};
use staff::{Contender, Level};

/// How many puzzles of each kind are wanted.
const WANTED: [(Kind, usize); 3] = [(Kind::Attack, 5), (Kind::Close, 4), (Kind::Hold, 3)];
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
        eprintln!("{id}: after game {seed}: {counts:?} of attack, close, hold");
        if WANTED.iter().all(|&(kind, wanted)| count(kind) >= 2 * wanted) {
            break;
        }
    }
    let puzzles = Puzzles { scenario: None, puzzles: choose(found) };
    print!("{}", puzzles.written());
    Ok(())
}

/// A dozen: of each kind as many as are wanted, and others where a kind is short; the clearest first.
fn choose(mut found: Vec<(Fraction, Puzzle)>) -> Vec<Puzzle> {
    found.sort_by_key(|(lead, _)| std::cmp::Reverse(*lead));
    let mut chosen: Vec<Puzzle> = Vec::new();
    for (kind, wanted) in WANTED {
        let of_kind = found.iter().filter(|(_, puzzle)| puzzle.kind == kind);
        chosen.extend(of_kind.take(wanted).map(|(_, puzzle)| puzzle.clone()));
    }
    let rest: Vec<Puzzle> =
        found.iter().map(|(_, p)| p.clone()).filter(|p| !chosen.contains(p)).collect();
    let short = ALL.saturating_sub(chosen.len());
    chosen.extend(rest.into_iter().take(short));
    chosen.sort_by_key(|puzzle| (puzzle.kind as u8, puzzle.choices));
    for (kind, word) in [(Kind::Attack, "attack"), (Kind::Close, "close"), (Kind::Hold, "hold")] {
        let of_kind = chosen.iter_mut().filter(|puzzle| puzzle.kind == kind);
        for (index, puzzle) in of_kind.enumerate() {
            puzzle.id = format!("{word}-{}", index + 1);
        }
    }
    chosen
}
