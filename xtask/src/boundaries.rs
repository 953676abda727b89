//! No name of a system of rules outside its rooms.
//!
//! The systems are the folders of `battles/`. A system's rooms are `src/SYSTEM/` in the crates [`HOUSES`],
//! its index, `web/js/systems/SYSTEM/` and `web/css/systems/SYSTEM.css`. What is about all systems by nature
//! may name them: the crates [`KNOW_ALL`], the battles, the documents, and tests, fuzz targets, benches and
//! examples, also tests inside a source file. The `lib.rs` of a house declares its rooms (`pub mod SYSTEM;`).
//!
//! A name of several words is looked for in every spelling: `blue_gray`, `blue-gray`, `BlueGray`,
//! "Blue & Gray". A name of one word is an ordinary noun too (a brigade is a formation of several regiments),
//! so it is looked for only where it can be nothing but a name: as a segment of a path (`brigade::`,
//! `::Brigade`, `brigade/`, `/brigade`), behind `mod`, as a variant (`Brigade(`, `Brigade {`), and as a whole
//! text in quotes (`"brigade"`). `Size::Brigade` and `Rank::Brigade` are formations, and so is a noun in quotes in
//! another system's room, where it is a member of that system's JSON.
//!
//! `xtask/boundaries.list` names the files that register the systems, one line a system. It only shrinks: a file
//! on it that names no system any more must be taken off.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::hygiene;
use crate::run::root;

/// The list of the files that still name a system.
const LIST: &str = "xtask/boundaries.list";

/// The crates in which every system has a room.
const HOUSES: [&str; 3] = ["rules", "staff", "lab"];

/// The crates that know every system by nature: they read and draw the files of all of them.
const KNOW_ALL: [&str; 2] = ["crates/atlas/", "crates/engraver/"];

/// How many lines of one file are shown.
const SHOWN: usize = 3;

/// A system of rules by its name, as the folders of `battles/` write it: "grand-tactical".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System(String);

impl System {
    /// A system by the name of its folder.
    pub fn new(name: &str) -> System {
        System(name.to_owned())
    }

    /// Its name with hyphens.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Its name as a module.
    pub fn module(&self) -> String {
        self.0.replace('-', "_")
    }

    /// Whether a file is in one of its rooms.
    pub fn is_at_home(&self, path: &str) -> bool {
        let (name, module) = (self.name(), self.module());
        HOUSES.iter().any(|house| {
            let room = format!("crates/{house}/src/{module}");
            path == format!("{room}.rs") || path.starts_with(&format!("{room}/"))
        }) || path.starts_with(&format!("web/js/systems/{name}/"))
            || path == format!("web/css/systems/{name}.css")
            || path == format!("crates/rules/index/{module}.index")
    }

    /// Whether a line names it; `in_room`: a line in the room of another system.
    fn is_named_in(&self, line: &str, in_room: bool) -> bool {
        let words: Vec<&str> = self.0.split('-').collect();
        match words.as_slice() {
            [word] => names_noun(line, word, in_room),
            words => names_words(line, words),
        }
    }
}

/// The systems of the project.
pub fn systems() -> Vec<System> {
    let entries = std::fs::read_dir(root().join("battles")).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names.into_iter().map(System).collect()
}

/// Every name of a system outside its rooms, and every entry of the list that is no longer needed.
pub fn complaints() -> Vec<String> {
    let mut texts = BTreeMap::new();
    for path in hygiene::files() {
        let shown = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        if may_name_all(&shown) {
            continue;
        }
        if let Ok(Ok(text)) = std::fs::read(&path).map(String::from_utf8) {
            texts.insert(shown, text);
        }
    }
    let list = std::fs::read_to_string(root().join(LIST)).unwrap_or_default();
    judge(&systems(), &texts, &list)
}

fn judge(systems: &[System], texts: &BTreeMap<String, String>, list: &str) -> Vec<String> {
    let mut found = Vec::new();
    let tests = test_files(texts);
    let listed: BTreeMap<&str, usize> = list
        .lines()
        .enumerate()
        .map(|(number, line)| (line.split('#').next().unwrap_or_default().trim(), number + 1))
        .filter(|(path, _)| !path.is_empty())
        .collect();
    let mut guilty = BTreeSet::new();
    for (path, text) in texts {
        if tests.contains(path) {
            continue;
        }
        let lines = names_in(systems, path, text);
        if lines.is_empty() {
            continue;
        }
        guilty.insert(path.as_str());
        if listed.contains_key(path.as_str()) {
            continue;
        }
        for (line, system) in lines.iter().take(SHOWN) {
            found.push(format!("{path}:{line}: names the system {system} outside its rooms"));
        }
        if lines.len() > SHOWN {
            found.push(format!("{path}: and {} lines more", lines.len() - SHOWN));
        }
    }
    for (path, line) in listed {
        if !guilty.contains(path) {
            found.push(format!("{LIST}:{line}: {path} names no system any more: take it off"));
        }
    }
    found
}

/// Whether every system may be named in a file: it is a test, a document, or about all of them.
fn may_name_all(path: &str) -> bool {
    let folders: Vec<&str> = path.split('/').collect();
    let within = |name: &str| folders[..folders.len() - 1].contains(&name);
    path.ends_with(".md")
        || [LIST, "xtask/src/boundaries.rs"].contains(&path)
        || ["battles/", "docs/"].iter().any(|folder| path.starts_with(folder))
        || KNOW_ALL.iter().any(|folder| path.starts_with(folder))
        || ["tests", "benches", "examples"].into_iter().any(within)
        || ["web/test/", "web/browser-test/", "fuzz/"].iter().any(|folder| path.starts_with(folder))
}

/// The lines of a file that name a system which is not at home there, with the system's name.
fn names_in<'a>(systems: &'a [System], path: &str, text: &str) -> Vec<(usize, &'a str)> {
    let strangers: Vec<&System> =
        systems.iter().filter(|system| !system.is_at_home(path)).collect();
    let in_room = strangers.len() < systems.len();
    let passed_over = if path.ends_with(".rs") {
        test_lines(text)
    } else if path.ends_with("Cargo.toml") {
        target_lines(text)
    } else {
        BTreeSet::new()
    };
    let houses = HOUSES.map(|house| format!("crates/{house}/src/lib.rs"));
    let is_door = |line: &str| houses.iter().any(|lib| lib == path) && declares_room(line, systems);
    let lines = text.lines().enumerate();
    lines
        .filter(|(number, line)| !passed_over.contains(number) && !is_door(line))
        .filter_map(|(number, line)| {
            let named = strangers.iter().find(|system| system.is_named_in(line, in_room))?;
            Some((number + 1, named.name()))
        })
        .collect()
}

/// Whether a line is the declaration of a system's room.
fn declares_room(line: &str, systems: &[System]) -> bool {
    let declared = line.trim_start_matches("pub ").strip_prefix("mod ");
    let name = declared.and_then(|rest| rest.strip_suffix(';'));
    name.is_some_and(|name| systems.iter().any(|system| system.module() == name))
}

/// The lines of the test modules inside a source file, counted from 0: from `#[cfg(test)]` and the `mod`
/// below it to the brace that closes it, at the same depth.
fn test_lines(text: &str) -> BTreeSet<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = BTreeSet::new();
    for (number, line) in lines.iter().enumerate() {
        if line.trim() != "#[cfg(test)]" || found.contains(&number) {
            continue;
        }
        let depth = line.len() - line.trim_start().len();
        let close = format!("{}}}", &line[..depth]);
        let opens = lines.get(number + 1).is_some_and(|next| next.ends_with('{'));
        let last = if opens {
            (number..lines.len()).find(|&at| lines[at] == close).unwrap_or(lines.len())
        } else {
            number + 1
        };
        found.extend(number..=last);
    }
    found
}

/// The lines of a manifest that name its tests, benches and examples, counted from 0.
fn target_lines(text: &str) -> BTreeSet<usize> {
    let mut inside = false;
    let mut found = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('[') {
            inside = ["[[bench]]", "[[test]]", "[[example]]"].contains(&line.trim());
        }
        if inside {
            found.insert(number);
        }
    }
    found
}

/// The source files that another one declares as `#[cfg(test)] mod name;`.
fn test_files(texts: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (path, text) in texts.iter().filter(|(path, _)| path.ends_with(".rs")) {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]") {
            let declared = pair[1].trim_start_matches("pub ").trim_start_matches("pub(crate) ");
            let Some(name) = declared.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'))
            else {
                continue;
            };
            let folder = module_folder(path);
            found.insert(format!("{folder}/{name}.rs"));
            let below = format!("{folder}/{name}/");
            found.extend(texts.keys().filter(|path| path.starts_with(&below)).cloned());
        }
    }
    found
}

/// The folder in which the modules of a source file lie.
fn module_folder(path: &str) -> String {
    let whole = Path::new(path);
    let folder = whole.parent().unwrap_or(whole).display().to_string();
    match whole.file_stem().and_then(|stem| stem.to_str()) {
        Some("lib" | "main" | "mod") | None => folder,
        Some(stem) => format!("{folder}/{stem}"),
    }
}

/// Whether a line has the words one after the other, with at most three signs between them that are neither
/// letters nor digits.
fn names_words(line: &str, words: &[&str]) -> bool {
    let line = line.to_lowercase();
    let Some((first, rest)) = words.split_first() else { return false };
    line.match_indices(first).any(|(at, _)| {
        let mut tail = &line[at + first.len()..];
        rest.iter().all(|word| {
            let between = |c: char| !c.is_alphanumeric();
            let gap: usize = tail.chars().take_while(|&c| between(c)).take(4).count();
            let Some(after) = tail.trim_start_matches(between).strip_prefix(word) else {
                return false;
            };
            tail = after;
            gap <= 3
        })
    })
}

/// Whether a line uses an ordinary noun as a name; see the head of this file.
fn names_noun(line: &str, noun: &str, in_room: bool) -> bool {
    let lower = line.to_lowercase();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    lower.match_indices(noun).any(|(at, _)| {
        let (before, after) = (&lower[..at], &lower[at + noun.len()..]);
        if before.ends_with(word) || after.starts_with(word) {
            return false;
        }
        if before.ends_with("size::") || before.ends_with("rank::") {
            return false;
        }
        let capital = lower.len() == line.len() && line[at..].starts_with(char::is_uppercase);
        let quoted = ["\"", "'", "`"]
            .iter()
            .any(|quote| before.ends_with(quote) && after.starts_with(quote));
        quoted && !in_room
            || before.ends_with("::")
            || after.starts_with("::")
            || before.ends_with('/') && !before.ends_with("//")
            || after.starts_with('/') && !after.starts_with("//")
            || before.ends_with("mod ")
            || capital && (after.starts_with('(') || after.starts_with(" {"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<System> {
        ["blue-gray", "brigade", "grand-tactical"].map(System::new).to_vec()
    }

    fn complaints(files: &[(&str, &str)], list: &str) -> Vec<String> {
        let texts = files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        judge(&all(), &texts, list)
    }

    #[test]
    fn a_name_of_two_words_is_found_in_every_spelling() {
        let system = System::new("blue-gray");
        for line in [
            "blue_gray::x",
            "a BlueGray b",
            "blueGray",
            "BLUE_GRAY",
            "\"blue-gray/antietam\"",
            "of Blue & Gray.",
        ] {
            assert!(system.is_named_in(line, false), "{line}");
        }
        for line in ["a blue sky above gray walls", "blue, red or gray", "bluegrass", ""] {
            assert!(!system.is_named_in(line, false), "{line}");
        }
    }

    #[test]
    fn an_ordinary_noun_is_a_name_only_where_it_can_be_nothing_else() {
        let system = System::new("brigade");
        for line in [
            "use rules::brigade::Battle;",
            "mod brigade;",
            "System::Brigade => 1,",
            "    Brigade(Box<Table>),",
            "battle(\"brigade/antietam\")",
            "system = \"brigade\"",
            "import '../systems/brigade/face.js'",
        ] {
            assert!(system.is_named_in(line, false), "{line}");
        }
        for line in [
            "/// A lone brigade in the fields.",
            "const BRIGADE: f64 = 4.0;",
            "fn four_brigades() {",
            "let brigade = unit; //brigade",
            "Size::Brigade",
            "two for a division/two brigades",
        ] {
            assert!(!system.is_named_in(line, false), "{line}");
        }
    }

    #[test]
    fn a_name_outside_its_rooms_is_a_fault_with_its_line() {
        let found = complaints(&[("crates/server/src/a.rs", "//\nuse rules::blue_gray;\n")], "");
        assert_eq!(
            found,
            ["crates/server/src/a.rs:2: names the system blue-gray outside its rooms"]
        );
    }

    #[test]
    fn a_system_is_at_home_in_its_rooms_and_nobody_else_is() {
        let rooms = [
            "crates/rules/src/blue_gray/mod.rs",
            "crates/staff/src/blue_gray.rs",
            "crates/lab/src/blue_gray/tables.rs",
            "crates/rules/index/blue_gray.index",
            "web/js/systems/blue-gray/face.js",
            "web/css/systems/blue-gray.css",
        ];
        for room in rooms {
            assert!(complaints(&[(room, "blue_gray")], "").is_empty(), "{room}");
            assert_eq!(complaints(&[(room, "grand_tactical")], "").len(), 1, "{room}");
            assert_eq!(complaints(&[(room, "brigade::Battle")], "").len(), 1, "{room}");
            assert!(complaints(&[(room, "(\"brigade\", 1)")], "").is_empty(), "{room}");
        }
    }

    #[test]
    fn a_house_declares_its_rooms() {
        let door = "pub mod blue_gray;\nmod brigade;\n";
        assert!(complaints(&[("crates/lab/src/lib.rs", door)], "").is_empty());
        assert_eq!(complaints(&[("crates/server/src/lib.rs", door)], "").len(), 2);
        let more = "pub use blue_gray::Player;\n";
        assert_eq!(complaints(&[("crates/lab/src/lib.rs", more)], "").len(), 1);
    }

    #[test]
    fn tests_and_documents_may_name_every_system() {
        for path in [
            "README.md",
            "docs/examples/a.json",
            "crates/atlas/src/lib.rs",
            "crates/rules/tests/every_system.rs",
            "crates/staff/benches/turns.rs",
            "crates/server/examples/load/main.rs",
            "web/test/board.test.js",
        ] {
            assert!(may_name_all(path), "{path}");
        }
        assert!(!may_name_all("crates/server/src/lib.rs"));
        assert!(!may_name_all("web/index.html"));
        let inside = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    use x::blue_gray;\n}\n";
        assert!(complaints(&[("crates/server/src/a.rs", inside)], "").is_empty());
        let after = format!("{inside}use x::blue_gray;\n");
        assert_eq!(complaints(&[("crates/server/src/a.rs", &after)], "").len(), 1);
        let files = [
            ("crates/server/src/a.rs", "#[cfg(test)]\nmod games;\n"),
            ("crates/server/src/a/games.rs", "use x::blue_gray;\n"),
        ];
        assert!(complaints(&files, "").is_empty());
        let manifest = "[package]\nname = \"rules\"\n\n[[bench]]\nname = \"blue_gray\"\n";
        assert!(complaints(&[("crates/rules/Cargo.toml", manifest)], "").is_empty());
    }

    #[test]
    fn the_list_only_shrinks() {
        let files = [("crates/server/src/a.rs", "blue_gray"), ("crates/server/src/b.rs", "")];
        assert!(complaints(&files, "# still\ncrates/server/src/a.rs  # why\n").is_empty());
        assert_eq!(
            complaints(&files, "crates/server/src/a.rs\ncrates/server/src/b.rs\ngone.rs\n"),
            [
                "xtask/boundaries.list:2: crates/server/src/b.rs names no system any more: take it off",
                "xtask/boundaries.list:3: gone.rs names no system any more: take it off",
            ]
        );
    }
}
