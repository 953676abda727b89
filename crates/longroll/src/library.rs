//! The battles at hand: those built in, and those in folders that the player names.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use atlas::battle::{Battle, Folder};
use atlas::builtin;
use atlas::map::MAX_BYTES;

use crate::trouble::Trouble;

/// How deep below a folder of battles a battle may stand.
const DEEPEST: usize = 4;
/// The most files a battle's folder may hold.
const MOST_FILES: usize = 200;

/// Where a battle comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Compiled into the program.
    BuiltIn,
    /// A folder on disk.
    Folder(PathBuf),
}

/// A battle that can be loaded.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its id: its folder below the battles.
    pub id: String,
    /// Where it comes from.
    pub source: Source,
}

/// The battles at hand. A folder's battle takes the place of a built-in one with the same id.
pub struct Library {
    entries: Vec<Entry>,
}

impl Library {
    /// The built-in battles and those below the folders given.
    pub fn open(folders: &[PathBuf]) -> Result<Library, Trouble> {
        let built_in = |id: &str| Entry { id: id.to_owned(), source: Source::BuiltIn };
        let mut library = Library { entries: builtin::ids().map(built_in).collect() };
        for folder in folders.iter().filter(|folder| !folder.as_os_str().is_empty()) {
            if folder.join("battle.toml").is_file() {
                return Err(Trouble::Request(format!(
                    "{}: is itself a battle; expected the folder that holds it",
                    folder.display()
                )));
            }
            let mut found = Vec::new();
            find_battles(folder, &mut Vec::new(), &mut found)?;
            if found.is_empty() {
                eprintln!("longroll: {}: no battle here, no battle.toml", folder.display());
            }
            found.sort_by(|a: &Entry, b: &Entry| a.id.cmp(&b.id));
            found.into_iter().for_each(|entry| library.put(entry));
        }
        Ok(library)
    }

    fn put(&mut self, entry: Entry) {
        match self.entries.iter_mut().find(|known| known.id == entry.id) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// Every battle, the built-in ones first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The battle with this id.
    pub fn find(&self, id: &str) -> Result<&Entry, Trouble> {
        self.entries.iter().find(|entry| entry.id == id).ok_or_else(|| {
            let ids: Vec<&str> = self.entries.iter().map(|entry| entry.id.as_str()).collect();
            Trouble::Request(format!("no battle is called `{id}`; there are: {}", ids.join(", ")))
        })
    }

    /// Loads the battle with this id.
    pub fn load(&self, id: &str) -> Result<Battle, Trouble> {
        self.find(id)?.load()
    }
}

impl Entry {
    /// A battle in a folder, with an id or a name for it.
    pub fn in_folder(id: &str, folder: &Path) -> Entry {
        Entry { id: id.to_owned(), source: Source::Folder(folder.to_owned()) }
    }

    /// Loads it.
    pub fn load(&self) -> Result<Battle, Trouble> {
        let faults = |faults| Trouble::Faults { what: self.id.clone(), faults };
        match &self.source {
            Source::BuiltIn => builtin::battle(&self.id).map_err(faults),
            Source::Folder(path) => {
                let files = read_folder(path)?;
                let mut folder = Folder::new();
                for (name, bytes) in &files {
                    folder.add(name.clone(), bytes);
                }
                Battle::from_files(&self.id, &folder).map_err(faults)
            }
        }
    }
}

/// Finds the folders that hold a `battle.toml`, and names each by its way below the first.
fn find_battles(
    folder: &Path,
    below: &mut Vec<String>,
    found: &mut Vec<Entry>,
) -> Result<(), Trouble> {
    if folder.join("battle.toml").is_file() {
        let source = Source::Folder(folder.to_owned());
        found.push(Entry { id: below.join("/"), source });
        return Ok(());
    }
    if below.len() == DEEPEST {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder).map_err(|error| Trouble::file(folder, error))? {
        let entry = entry.map_err(|error| Trouble::file(folder, error))?;
        let (path, Ok(name)) = (entry.path(), entry.file_name().into_string()) else { continue };
        if path.is_dir() && !name.starts_with('.') {
            below.push(name);
            if let Err(trouble) = find_battles(&path, below, found) {
                // A folder that cannot be read hides no other.
                trouble.report();
            }
            below.pop();
        }
    }
    Ok(())
}

/// The files of a battle's folder and of the folders in it, by their names below it.
fn read_folder(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Trouble> {
    let mut files = Vec::new();
    gather(folder, "", &mut files)?;
    Ok(files)
}

fn gather(folder: &Path, below: &str, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), Trouble> {
    for entry in std::fs::read_dir(folder).map_err(|error| Trouble::file(folder, error))? {
        let entry = entry.map_err(|error| Trouble::file(folder, error))?;
        let (path, Ok(name)) = (entry.path(), entry.file_name().into_string()) else { continue };
        if name.starts_with('.') {
            continue;
        }
        if files.len() == MOST_FILES {
            return Err(Trouble::Request(format!(
                "{}: more than {MOST_FILES} files; a battle has a handful",
                folder.display()
            )));
        }
        if path.is_dir() {
            if below.is_empty() {
                gather(&path, &format!("{name}/"), files)?;
            }
        } else if path.is_file()
            && ["toml", "json"].iter().any(|ending| path.extension().is_some_and(|e| e == *ending))
        {
            files.push((format!("{below}{name}"), read_bounded(&path)?));
        }
    }
    Ok(())
}

/// Whether a path names a pipe on the disk: whoever opens one waits until somebody writes, perhaps for ever. What a shell
/// hands over (`<(…)`) has no name there, and is read.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = std::fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo());
    is_pipe && std::fs::canonicalize(path).is_ok_and(|place| place.exists())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

/// Reads a file, but never much more of it than a loader would accept.
pub fn read_bounded(path: &Path) -> Result<Vec<u8>, Trouble> {
    let trouble = |error| Trouble::file(path, error);
    if is_named_pipe(path) {
        let words = format!("{}: a pipe, where a file should be", path.display());
        return Err(Trouble::Request(words));
    }
    let file = File::open(path).map_err(trouble)?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(trouble)?;
    Ok(bytes)
}
