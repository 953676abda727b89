//! Faults of the disk under a running table: writes and syncs that fail, power cuts that tear sectors, bytes that rot.
//!
//! Short every day; with `LONGROLL_SOAK` long. SQLite's own file layer is not replaced: failing commits are told to the
//! writer at its interface, and power cuts are made of the files before and after a commit. SQLite keeps its order by
//! syncs, so between two acknowledged commands any part of the sectors that changed in *one* of its two files may have
//! reached the disk, and the other file is as it was synced.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use serde_json::{Value, json};
use server::entry::Entry;
use server::store::{Fault, Faults, Place, Store};
use sqlx::Executor;

use crate::common::table::{Bench, Seats, battles, fresh};

const SECTOR: usize = 512;

/// How much longer than every day.
pub fn times() -> u64 {
    let asked = std::env::var("LONGROLL_SOAK").ok().map(|text| text.parse().unwrap_or(10));
    asked.map_or(1, |asked: u64| 20 * asked.clamp(1, 100))
}

/// Random numbers; where they begin is printed.
pub struct Random(AtomicU64);

impl Random {
    pub fn new() -> Random {
        let seed = match std::env::var("LONGROLL_TEST_SEED") {
            Ok(given) => given.parse().expect("LONGROLL_TEST_SEED is a number"),
            Err(_) => SystemTime::UNIX_EPOCH.elapsed().expect("a clock").subsec_nanos().into(),
        };
        println!("LONGROLL_TEST_SEED={seed} repeats this");
        Random(AtomicU64::new(seed))
    }

    pub fn below(&self, most: usize) -> usize {
        let step = |seed: u64| seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let before = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |s| Some(step(s)));
        let number = step(before.unwrap_or_default()) >> 33;
        usize::try_from(number).unwrap_or_default() % most.max(1)
    }
}

pub async fn new_game(bench: &Bench) -> Seats {
    Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await
}

/// A command that can be given at any time, in turn: something said, or a phase ended.
fn command(number: usize) -> (&'static str, Value) {
    match number % 3 {
        0 => ("/actions", json!({"request": fresh(), "action": {"end_phase": {}}})),
        _ => ("/talk", json!({"request": fresh(), "text": format!("word {number}")})),
    }
}

/// Sends a command until the server says that it is done; how often it was not sure.
pub async fn insist(seats: &Seats, number: usize) -> usize {
    let (path, mut body) = command(number);
    let side = seats.view().await["decision"]["side"].as_str().unwrap_or("union").to_owned();
    if path == "/actions" {
        body["version"] = json!(seats.version().await);
    }
    for unsure in 0..100 {
        let answer = seats.seat(&side).post(&seats.path(path), &body).await;
        match answer.status {
            200 => return unsure,
            500 => {}
            other => panic!("{other}: {}", answer.json()),
        }
    }
    panic!("it never gets done");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_writing_fails_nothing_acknowledged_is_lost_and_nothing_is_done_twice() {
    let random = Arc::new(Random::new());
    let mut bench = Bench::new("faults-told").await;
    bench.stop().await;
    let own = Arc::clone(&random);
    bench.faults = Faults::Told(Arc::new(move || match own.below(6) {
        0 => Fault::NotWritten,
        1 => Fault::NotSure,
        _ => Fault::None,
    }));
    bench.start().await;
    let mut games = Vec::new();
    while games.len() < 2 {
        let new = json!({"battle": "blue-gray/antietam"});
        let made = bench.client().post("/api/v1/games", &new).await;
        match made.status {
            201 => {
                // A fault may keep its players from sitting down: then another is set up.
                let seats = Seats::of(&bench.client(), &made.json()).await;
                if seats.view().await["status"] == "playing" {
                    games.push((seats, 0));
                }
            }
            status => assert_eq!(status, 500),
        }
    }
    let mut unsure = 0;
    for number in 0..usize::try_from(10 * times()).unwrap() {
        for (seats, done) in &mut games {
            // A game may end; then there is nothing more to be done in it.
            if seats.view().await["status"] == "playing" {
                unsure += insist(seats, number).await;
                *done += 1;
            }
        }
    }
    assert!(unsure > 0, "no fault was met");
    bench.stop().await;
    bench.faults = Faults::Real;
    bench.start().await;
    for (seats, done) in games {
        let seats = seats.moved_to(&bench.client());
        let told = seats.watch.get(&seats.path("/entries")).await.json();
        let made = told["entries"].as_array().unwrap().iter();
        let made = made.filter(|entry| entry["kind"] == "talk" || entry["auto"] == false);
        let made = made.filter(|entry| matches!(entry["kind"].as_str(), Some("talk" | "action")));
        assert_eq!(made.count(), done, "each once");
        assert_eq!(seats.watch.get(&seats.path("/verify")).await.status, 200);
    }
    let found =
        server::check::check(&Place::File(bench.data.join("longroll.sqlite")), battles()).await;
    assert!(found.expect("it can be checked").is_well());
}

/// The files of a database at a moment at which nothing is being written.
#[derive(Clone)]
struct Files {
    database: Vec<u8>,
    log: Vec<u8>,
}

impl Files {
    fn take(bench: &Bench) -> Files {
        let read = |name: &str| std::fs::read(bench.data.join(name)).unwrap_or_default();
        Files { database: read("longroll.sqlite"), log: read("longroll.sqlite-wal") }
    }

    fn lay(&self, folder: &Path) -> PathBuf {
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder).expect("a folder");
        let place = folder.join("longroll.sqlite");
        std::fs::write(&place, &self.database).expect("the database");
        std::fs::write(folder.join("longroll.sqlite-wal"), &self.log).expect("the log");
        place
    }

    /// What a power cut may leave that comes while these files become those.
    fn torn(&self, after: &Files, random: &Random) -> Files {
        if self.database != after.database {
            // The log was synced before the first page of it was brought to the database.
            let database = torn(&self.database, &after.database, random);
            return Files { database, log: after.log.clone() };
        }
        Files { database: self.database.clone(), log: torn(&self.log, &after.log, random) }
    }
}

/// A file of whose changed sectors some have reached the disk, some have not, and some in part; of new ones some hold
/// what was on the disk before.
fn torn(before: &[u8], after: &[u8], random: &Random) -> Vec<u8> {
    let longest = before.len().max(after.len());
    let length = before.len() + random.below(longest - before.len() + 1);
    let new_share = random.below(5);
    let mut file = before.to_vec();
    file.resize(length, 0);
    for start in (0..length).step_by(SECTOR) {
        let end = (start + SECTOR).min(length);
        let new = &after[start.min(after.len())..end.min(after.len())];
        let takes = random.below(4) < new_share;
        let cut = if random.below(8) == 0 { random.below(new.len() + 1) } else { new.len() };
        if takes {
            file[start..start + cut].copy_from_slice(&new[..cut]);
        } else if start >= before.len() && random.below(2) == 0 {
            file[start..end].iter_mut().for_each(|byte| *byte = random.below(256) as u8);
        }
    }
    file
}

/// What a store finds of a game in such files; the whole must hold.
async fn found(files: &Files, folder: &Path, game: &str) -> Vec<Entry> {
    let place = files.lay(folder);
    let store = Store::open(&place, Faults::Real).await.expect("it opens");
    let loaded = store.load(game).await.expect("it can be read").expect("the game is there");
    store.close().await;
    assert_eq!(loaded.damage, None);
    loaded.entries
}

#[tokio::test(flavor = "multi_thread")]
async fn a_power_cut_that_tears_sectors_loses_nothing_acknowledged() {
    let random = Random::new();
    let bench = Bench::new("faults-power").await;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faults-power-cut");
    let seats = new_game(&bench).await;
    insist(&seats, 1).await;
    let mut before = Files::take(&bench);
    let mut kept = found(&before, &folder, &seats.id).await;
    let (mut lost, mut whole) = (0, 0);
    for number in 0..usize::try_from(8 * times()).unwrap() {
        if number % 5 == 4 {
            // What is in the log is brought to the database.
            let mut database = bench.database().await;
            let brought = if number % 2 == 0 { "PASSIVE" } else { "RESTART" };
            let brought = format!("PRAGMA wal_checkpoint({brought})");
            database.execute(sqlx::AssertSqlSafe(brought)).await.expect("a checkpoint");
            sqlx::Connection::close(database).await.expect("it closes");
        } else if seats.view().await["status"] == "playing" {
            assert_eq!(insist(&seats, number).await, 0);
        }
        let after = Files::take(&bench);
        let all = found(&after, &folder, &seats.id).await;
        assert!(all.starts_with(&kept), "what was acknowledged is there");
        for _ in 0..2 {
            let cut = before.torn(&after, &random);
            let entries = found(&cut, &folder, &seats.id).await;
            assert!(
                entries == kept || entries == all,
                "a command is there as a whole or not at all"
            );
            if all.len() > kept.len() {
                lost += usize::from(entries == kept);
                whole += usize::from(entries == all);
            }
        }
        (before, kept) = (after, all);
    }
    println!("of {} cuts {whole} came after the command was safe", lost + whole);
    assert!(lost > 0, "no cut came too early");
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_rot_are_never_taken_for_what_was_played() {
    let random = Random::new();
    let mut bench = Bench::new("faults-rot").await;
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faults-rotten");
    let seats = new_game(&bench).await;
    for number in 0..9 {
        insist(&seats, number).await;
    }
    bench.stop().await;
    let sound = Files::take(&bench);
    let truth = found(&sound, &folder, &seats.id).await;
    let (mut noticed, mut refused) = (0, 0);
    for _ in 0..16 * times() {
        let mut rotten = sound.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(rotten.database.len());
            rotten.database[at] ^= 1 << random.below(8);
        }
        let place = rotten.lay(&folder);
        let Ok(store) = Store::open(&place, Faults::Real).await else {
            refused += 1;
            continue;
        };
        match store.load(&seats.id).await {
            // It cannot be found, or cannot be read.
            Ok(None) | Err(_) => noticed += 1,
            Ok(Some(loaded)) => {
                assert!(truth.starts_with(&loaded.entries), "something else than was played");
                let whole = loaded.entries == truth;
                assert!(
                    whole || loaded.damage.is_some(),
                    "something is missing, and nobody says so"
                );
                noticed += usize::from(loaded.damage.is_some());
            }
        }
        store.close().await;
    }
    println!("{refused} files were refused, {noticed} games known as damaged");
    assert!(noticed + refused > 0, "nothing was met");
}
