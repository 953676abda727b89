//! Small studies in folders of their own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use atlas::BySide;
use lab::{Contender, Journal, Ran, Request, Shard, Study, publish, run};
use staff::Level;

/// A folder of its own for a test.
pub fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// Two quick players.
pub fn seats() -> BySide<Contender> {
    BySide { union: Contender::Staff(Level::Recruit), confederate: Contender::Random }
}

/// A request for Antietam with and without Hill's early arrival.
pub fn request(games: u32) -> Request {
    Request {
        scenario: None,
        seats: seats(),
        nodes: None,
        seed: "17".to_owned(),
        games,
        sets: vec![vec![], vec!["20.3".to_owned()]],
    }
}

pub fn study_of(id: &str, request: &Request) -> Study {
    Study::new(atlas::builtin::battle(id).expect("a sound battle"), request).expect("a study")
}

pub fn study(games: u32) -> Study {
    study_of("blue-gray/antietam", &request(games))
}

/// Plays what is left, at most so many games now.
pub fn play(study: &Study, journal: &mut Journal, jobs: usize, most: usize) -> Ran {
    let stop = AtomicBool::new(most == 0);
    let mut told = 0;
    run(study, journal, jobs, &stop, &mut |_| {
        told += 1;
        if told >= most {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .expect("games are played")
}

/// Plays a part of a study to its end.
pub fn play_all(study: &Study, folder: &Path, shard: Shard, jobs: usize) -> Journal {
    let mut journal = Journal::begin(folder, &study.plan, shard).expect("a new journal");
    let ran = play(study, &mut journal, jobs, usize::MAX);
    assert!(ran.is_complete());
    journal
}

/// Publishes a study; the bytes of every file by its name.
pub fn published(study: &Study, journal: &Journal, folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let published = publish(study, journal, folder).expect("tables and a report");
    published
        .files
        .iter()
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read(path).expect("a file"))
        })
        .collect()
}

/// That two sets of files are the same, byte for byte.
pub fn assert_same(found: &BTreeMap<String, Vec<u8>>, expected: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(
        found.keys().collect::<Vec<_>>(),
        expected.keys().collect::<Vec<_>>(),
        "not the same files"
    );
    for (name, bytes) in found {
        assert!(*bytes == expected[name], "{name} differs");
    }
}

/// A row of a table by the names of its columns.
pub type Row = BTreeMap<String, String>;

/// The rows of a table among the files of a study; no field of these studies has a quote in it.
pub fn rows_of(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Vec<Row> {
    let text = String::from_utf8(files[&format!("{name}.csv")].clone()).unwrap();
    assert!(!text.contains("\"\""), "{name} has quotes within fields");
    let mut lines = text.lines().map(fields);
    let head = lines.next().unwrap();
    lines.map(|line| head.iter().cloned().zip(line).collect()).collect()
}

/// The fields of a line; a comma within quotes is no end.
fn fields(line: &str) -> Vec<String> {
    let (mut found, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => found.push(String::new()),
            _ => found.last_mut().unwrap().push(letter),
        }
    }
    found
}

/// A number of a row.
pub fn number(row: &Row, column: &str) -> i64 {
    row[column].parse().unwrap()
}
