//! The journal of a study: its plan in the first line, then a line a game, in the order they were over.
//!
//! A game is written whole as soon as it is over, so an interruption loses nothing but the games that were
//! under way. A last line without its end was being written when the power went: it is not there.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use crate::fault::LabError;
use crate::plan::{Plan, Shard};
use crate::rows::GameRow;

/// The journal's file in the folder of a study.
pub const NAME: &str = "study.jsonl";
/// The version of the format.
const FORMAT: u32 = 1;
/// A header is a plan and some braces.
const LONGEST_HEADER: u64 = 1 << 20;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    longroll_lab: u32,
    shard: Shard,
    plan: Plan,
}

/// A game by its set and number: the order of the tables.
pub(crate) type Key = (u32, u32);

/// Where a line stands.
#[derive(Clone, Copy, Debug)]
struct Span {
    line: usize,
    from: u64,
    length: usize,
}

/// A journal and where its games stand in it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    header: Header,
    file: File,
    /// Where the next line goes.
    end: u64,
    lines: usize,
    games: BTreeMap<Key, Span>,
}

impl Journal {
    /// Begins a study in a folder that holds none.
    pub fn begin(folder: &Path, plan: &Plan, shard: Shard) -> Result<Journal, LabError> {
        std::fs::create_dir_all(folder).map_err(LabError::file(folder))?;
        let path = folder.join(NAME);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
        let file = match file {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(LabError::Held(folder.to_owned()));
            }
            other => other.map_err(LabError::file(&path))?,
        };
        lock(&file, &path)?;
        let header = Header { longroll_lab: FORMAT, shard, plan: plan.clone() };
        let games = BTreeMap::new();
        let mut journal = Journal { path, header, file, end: 0, lines: 0, games };
        journal.write_line(&text(&journal.header))?;
        Ok(journal)
    }

    /// Opens the study of a folder to read it.
    pub fn open(folder: &Path) -> Result<Journal, LabError> {
        Journal::load(folder, OpenOptions::new().read(true))
    }

    /// Opens the study of a folder to go on with it.
    pub fn go_on(folder: &Path) -> Result<Journal, LabError> {
        let journal = Journal::load(folder, OpenOptions::new().read(true).write(true))?;
        lock(&journal.file, &journal.path)?;
        journal.file.set_len(journal.end).map_err(LabError::file(&journal.path))?;
        Ok(journal)
    }

    fn load(folder: &Path, how: &OpenOptions) -> Result<Journal, LabError> {
        let path = folder.join(NAME);
        let file = match how.open(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(LabError::NoStudy(folder.to_owned()));
            }
            other => other.map_err(LabError::file(&path))?,
        };
        let mut reader = BufReader::new(&file);
        let (header, first) = read_header(&path, &mut reader)?;
        let (mut games, mut end, mut lines) = (BTreeMap::new(), first, 1);
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(LabError::file(&path))?;
            if line.last() != Some(&b'\n') {
                break;
            }
            lines += 1;
            let bad =
                |problem: String| LabError::BadLine { path: path.clone(), line: lines, problem };
            let row: GameRow = read(&line).map_err(bad)?;
            let known = (row.set as usize) < header.plan.sets.len();
            if !known || row.game == 0 || row.game > header.plan.games {
                return Err(bad(format!(
                    "game {} of set {} is not planned",
                    row.game,
                    row.set + 1
                )));
            }
            let span = Span { line: lines, from: end, length };
            if games.insert((row.set, row.game), span).is_some() {
                return Err(bad(format!("game {} of set {} is told twice", row.game, row.set + 1)));
            }
            end += length as u64;
        }
        Ok(Journal { path, header, file, end, lines, games })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.header.plan
    }

    /// Which part of the study is played here.
    pub fn shard(&self) -> Shard {
        self.header.shard
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many games are over.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether no game is over yet.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Whether a game is over.
    pub fn has(&self, set: u32, game: u32) -> bool {
        self.games.contains_key(&(set, game))
    }

    /// The games that are over, by set and number.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.games.keys().copied()
    }

    /// Adds a game that is over.
    pub fn add(&mut self, row: &GameRow) -> Result<(), LabError> {
        let (line, from) = (self.lines + 1, self.end);
        self.write_line(&text(row))?;
        let length = (self.end - from) as usize;
        self.games.insert((row.set, row.game), Span { line, from, length });
        Ok(())
    }

    fn write_line(&mut self, text: &str) -> Result<(), LabError> {
        let trouble = LabError::file(&self.path);
        let line = format!("{text}\n");
        self.file.seek(SeekFrom::Start(self.end)).map_err(&trouble)?;
        self.file.write_all(line.as_bytes()).map_err(&trouble)?;
        self.end += line.len() as u64;
        self.lines += 1;
        Ok(())
    }

    /// A game that is over.
    pub fn row(&self, set: u32, game: u32) -> Result<Option<GameRow>, LabError> {
        let Some(span) = self.games.get(&(set, game)) else { return Ok(None) };
        let mut bytes = vec![0; span.length];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(span.from)).map_err(LabError::file(&self.path))?;
        file.read_exact(&mut bytes).map_err(LabError::file(&self.path))?;
        let bad = |problem| LabError::BadLine { path: self.path.clone(), line: span.line, problem };
        read(&bytes).map(Some).map_err(bad)
    }

    /// What is wrong with the line of a game.
    pub(crate) fn bad_line(&self, row: &GameRow, problem: String) -> LabError {
        let line = self.games.get(&(row.set, row.game)).map_or(0, |span| span.line);
        LabError::BadLine { path: self.path.clone(), line, problem }
    }

    /// Every game that is over, by set and number, whatever the order in which they were.
    pub fn rows(&self) -> impl Iterator<Item = Result<GameRow, LabError>> + '_ {
        self.games.keys().filter_map(|&(set, game)| self.row(set, game).transpose())
    }

    /// Raises the number of games planned: the journal is written anew beside its place.
    pub fn extend(self, games: u32) -> Result<Journal, LabError> {
        let folder = self.path.parent().unwrap_or(Path::new("")).to_owned();
        let beside = self.path.with_extension("part");
        let mut header = self.header.clone();
        header.plan.games = games;
        let mut new = File::create(&beside).map_err(LabError::file(&beside))?;
        let mut copy = || -> std::io::Result<()> {
            new.write_all(text(&header).as_bytes())?;
            new.write_all(b"\n")?;
            let mut old = BufReader::new(&self.file);
            old.seek(SeekFrom::Start(0))?;
            old.skip_until(b'\n')?;
            std::io::copy(&mut old, &mut new)?;
            new.sync_all()
        };
        copy().map_err(LabError::file(&beside))?;
        std::fs::rename(&beside, &self.path).map_err(LabError::file(&self.path))?;
        drop(self);
        Journal::go_on(&folder)
    }
}

fn lock(file: &File, path: &Path) -> Result<(), LabError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(LabError::Busy(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(LabError::File { path: path.to_owned(), error }),
    }
}

fn read_header(path: &Path, reader: &mut impl BufRead) -> Result<(Header, u64), LabError> {
    let bad = |problem: String| LabError::BadLine { path: path.to_owned(), line: 1, problem };
    let mut line = Vec::new();
    let length = reader
        .by_ref()
        .take(LONGEST_HEADER)
        .read_until(b'\n', &mut line)
        .map_err(LabError::file(path))?;
    if line.last() != Some(&b'\n') {
        let whole = (length as u64) < LONGEST_HEADER;
        let empty = "; no game was kept in it: remove it and begin the study again";
        let way_out = if whole { empty } else { "" };
        return Err(bad(format!("is not the beginning of a study{way_out}")));
    }
    let header: Header = read(&line).map_err(&bad)?;
    if header.longroll_lab != FORMAT {
        let found = header.longroll_lab;
        return Err(bad(format!("format {found}; this program reads format {FORMAT}")));
    }
    Ok((header, length as u64))
}

/// Reads a line, or says what is wrong with it; which line it is, the caller says.
fn read<'d, T: Deserialize<'d>>(line: &'d [u8]) -> Result<T, String> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    serde_json::from_slice(line).map_err(|error| {
        let text = error.to_string();
        match error.classify() {
            Category::Eof => "it breaks off".to_owned(),
            Category::Syntax => format!("it is no JSON from byte {} on", error.column()),
            // The parser counts lines of its own, of which there is one.
            _ => text.rsplit_once(" at line ").map_or(text.clone(), |(said, _)| said.to_owned()),
        }
    })
}

fn text(line: &impl Serialize) -> String {
    serde_json::json!(line).to_string()
}
