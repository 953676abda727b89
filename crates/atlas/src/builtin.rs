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
    ($id:literal $(with $rules:literal)?: $($scenario:literal),+) => {
        Builtin {
            id: $id,
            files: &[
                bytes!($id, "battle.toml"),
                bytes!($id, "map.json"),
                $(bytes!($id, $rules),)?
                $(bytes!($id, concat!("setups/", $scenario, ".toml"))),+
            ],
        }
    };
}

/// Every battle of the folder `battles`, and the scenarios of each.
static BUILTIN: [Builtin; 5] = [
    builtin!("blue-gray/antietam" with "rules.toml": "september-17"),
    builtin!("blue-gray/fredericksburg" with "rules.toml": "december-13", "may-3"),
    builtin!("blue-gray/chattanooga" with "rules.toml": "november-24"),
    builtin!("brigade/antietam": "september-17"),
    builtin!("grand-tactical/antietam": "september-17"),
];

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
