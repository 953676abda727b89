//! Counts of positions, pinned in files: `tests/perft/*.perft`, one a battle.
//!
//! A count that changes is a rule that changed. `LONGROLL_BLESS=1 cargo test --test every_system
//! perft` writes the counts anew: do that only together with a line in the changelog that says
//! which rule it was.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rules::dice::FixedDie;
use rules::game::{Game, GameState};
use rules::json::Header;

/// Where the files are.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft")
}

fn game(header: &Header) -> Game {
    let files = match header.battle.as_str() {
        rules::toy::BATTLE => rules::toy::battle(),
        id => atlas::builtin::battle(id).unwrap(),
    };
    Game::new(&files, header.scenario.as_deref(), &header.options).unwrap()
}

/// Goes through a file: every line is a position, or the set-up, and then counts for it.
fn counted(text: &str) -> String {
    let mut now: Option<(Game, GameState)> = None;
    let mut out = String::new();
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "start" | "position" => {
                let (header, position) = Header::read(rest).unwrap();
                let game = game(&header);
                let state = match word {
                    "start" => game.start_with(FixedDie::face(3)),
                    _ => game.read_position(&position).unwrap(),
                };
                now = Some((game, state));
                let _ = writeln!(out, "{line}");
            }
            "die" => {
                let (game, state) = now.as_ref().expect("a position before its counts");
                let mut words = rest.split(' ');
                let face: u16 = words.next().and_then(|face| face.parse().ok()).expect("a face");
                let counts = (1..).zip(words);
                let counts =
                    counts.map(|(depth, _)| game.perft(state, depth, FixedDie::face(face)));
                let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
                let _ = writeln!(out, "die {face} {}", counts.join(" "));
            }
            _ => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

/// Checks one file, or writes it anew.
fn check(name: &str) {
    let path = folder().join(format!("{name}.perft"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let found = counted(&text);
    if std::env::var_os("LONGROLL_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, text, "{name}: counts differ");
}

macro_rules! files {
    ($($name:ident $file:literal),+ $(,)?) => {
        $(#[test]
        fn $name() {
            check($file);
        })+

        #[test]
        fn every_file_is_read() {
            let mut there: Vec<String> = std::fs::read_dir(folder())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            there.sort_unstable();
            assert_eq!(there, [$(concat!($file, ".perft")),+]);
        }
    };
}

files!(
    antietam "blue-gray-antietam",
    chattanooga "blue-gray-chattanooga",
    fredericksburg "blue-gray-fredericksburg",
    brigade_antietam "brigade-antietam",
    toy "toy-nine-squares",
);
