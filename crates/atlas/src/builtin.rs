//! The battles that come with the program, in its own bytes.
//!
//! Battles of other folders are read from there by whoever has the folder, and go through the same
//! [`Battle::from_files`].

use crate::battle::{Battle, Folder};
use crate::fault::{Fault, Faults, one_of, quoted};

/// A battle's id and the files of its folder.
struct Builtin {
    id: &'static str,
    files: &'static [(&'static str, &'static [u8])],
}

macro_rules! bytes {
    ($id:literal, $file:expr) => {
        ($file, include_bytes!(concat!("../../../battles/", $id, "/", $file)).as_slice())
    };
}

macro_rules! builtin {
    ($id:literal with $($file:literal),+: $($scenario:literal),+) => {
        Builtin {
            id: $id,
            files: &[
                bytes!($id, "battle.toml"),
                bytes!($id, "map.json"),
                $(bytes!($id, $file),)+
                $(bytes!($id, concat!("setups/", $scenario, ".toml"))),+
            ],
        }
    };
}

/// Every battle of the folder `battles`, and the scenarios of each.
static BUILTIN: [Builtin; 5] = [
    builtin!("blue-gray/antietam" with "rules.toml", "lesson.json", "puzzles.json": "september-17"),
    builtin!("blue-gray/fredericksburg" with "rules.toml", "puzzles.json": "december-13", "may-3"),
    builtin!("blue-gray/chattanooga" with "rules.toml", "puzzles.json": "november-24"),
    builtin!("brigade/antietam" with "rules.toml", "puzzles.json": "september-17", "hooker-attacks"),
    builtin!("grand-tactical/antietam" with "rules.toml", "puzzles.json": "september-17"),
];

/// One way to play a built-in battle: its scenario, and the optional rules that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The battle's id.
    pub battle: &'static str,
    /// The scenario's id.
    pub scenario: &'static str,
    /// The numbers of the optional rules.
    pub options: &'static [&'static str],
}

impl Kind {
    /// The system of rules, as the battle's id names it: "blue-gray".
    pub fn system(&self) -> &'static str {
        self.battle.split('/').next().unwrap_or_default()
    }
}

const fn kind(
    battle: &'static str,
    scenario: &'static str,
    options: &'static [&'static str],
) -> Kind {
    Kind { battle, scenario, options }
}

/// Every scenario, with and without optional rules. Rules that replace one another are not used together.
static KINDS: [Kind; 17] = [
    kind("blue-gray/antietam", "september-17", &[]),
    kind("blue-gray/antietam", "september-17", &["11.0", "20.1", "20.3", "20.5", "20.6"]),
    kind("blue-gray/antietam", "september-17", &["11.0", "20.2", "20.4"]),
    kind("blue-gray/fredericksburg", "december-13", &[]),
    kind("blue-gray/fredericksburg", "december-13", &["11.0"]),
    kind("blue-gray/fredericksburg", "may-3", &["11.0"]),
    kind("blue-gray/chattanooga", "november-24", &[]),
    kind("blue-gray/chattanooga", "november-24", &["11.0"]),
    kind("brigade/antietam", "september-17", &[]),
    kind(
        "brigade/antietam",
        "september-17",
        &["4.0", "6.0", "D04", "D14", "D19", "D32", "D39", "D59"],
    ),
    kind("brigade/antietam", "september-17", &["3.0", "6.0"]),
    kind("brigade/antietam", "hooker-attacks", &[]),
    kind("brigade/antietam", "hooker-attacks", &["3.0", "4.0", "6.0", "D59"]),
    kind("grand-tactical/antietam", "september-17", &[]),
    kind("grand-tactical/antietam", "september-17", &["5", "6=20", "8", "D-17"]),
    kind("grand-tactical/antietam", "september-17", &["4=intermediate", "1=4", "D-78", "D-99"]),
    kind("grand-tactical/antietam", "september-17", &["4=advanced", "5"]),
];

/// The kinds of games that tests and measurements go through: every scenario of every built-in battle, and
/// every optional rule that is simply used or not.
pub fn kinds() -> impl Iterator<Item = Kind> {
    KINDS.iter().copied()
}

/// The ids of the built-in battles, the easiest first.
pub fn ids() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|battle| battle.id)
}

/// The files of a built-in battle.
pub fn files(id: &str) -> Option<Folder<'static>> {
    let battle = BUILTIN.iter().find(|battle| battle.id == id)?;
    Some(battle.files.iter().copied().collect())
}

/// A built-in battle.
pub fn battle(id: &str) -> Result<Battle, Faults> {
    match files(id) {
        Some(folder) => Battle::from_files(id, &folder),
        None => {
            let message = format!("no battle has this name; expected {}", one_of(ids()));
            Err(Fault::new(quoted(id), message).into())
        }
    }
}
