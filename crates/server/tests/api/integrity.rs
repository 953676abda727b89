//! Integrity at rest: what rots in the file is seen, and costs no more than the game it belongs to.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use server::check::{Found, check};
use server::serve::{Config, Server};
use server::store::{Place, back_up};
use sqlx::Executor;

use crate::common::http::Answer;
use crate::common::table::{Bench, CAME_LATER, Seats, attack, battles, fresh};
use crate::hidden::{act, end};
use crate::storage::{a_game, rotten};

fn kind(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["type"].as_str().unwrap_or_default().to_owned())
}

fn file(bench: &Bench) -> PathBuf {
    bench.data.join("longroll.sqlite")
}

async fn checked(file: &Path) -> Found {
    check(&Place::File(file.to_owned()), battles()).await.expect("it can be checked")
}

/// What a person reads of the games that are damaged.
fn damaged(found: &Found) -> Vec<&str> {
    found.damaged.iter().map(|noticed| noticed.words.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_game_is_read_only_up_to_the_damage_and_the_others_play_on() {
    // Behind the entries with which the players sat down: before them nothing had begun that could be shown.
    let damages = [
        ("body", "UPDATE entries SET body = replace(body, '\"dice\":[1]', '\"dice\":[2]')"),
        ("time", "UPDATE entries SET at = at + 1 WHERE seq = (SELECT MAX(seq) - 1 FROM entries)"),
        ("type", "UPDATE entries SET body = x'ff00' WHERE seq = (SELECT MAX(seq) FROM entries)"),
        ("gap", "DELETE FROM entries WHERE seq = (SELECT MAX(seq) - 1 FROM entries)"),
        ("end", "DELETE FROM entries WHERE seq = (SELECT MAX(seq) FROM entries)"),
        ("link", "UPDATE entries SET link = NULL WHERE seq = (SELECT MAX(seq) - 1 FROM entries)"),
    ];
    for (name, damage) in damages {
        let mut bench = Bench::new(&format!("integrity-{name}")).await;
        let seats = a_game(&bench).await;
        assert!(checked(&file(&bench)).await.is_well());
        let seats = rotten(&mut bench, &seats, damage).await;
        let view = seats.view().await;
        assert_eq!(view["status"], "read-only", "{name}");
        assert!(view["why_read_only"].as_str().unwrap().contains("damaged"), "{view}");
        let version = &view["version"];
        let act = json!({"request": fresh(), "version": version, "action": attack()});
        let tried = [
            seats.union.post(&seats.path("/actions"), &act).await,
            seats.union.post(&seats.path("/resign"), &json!({"request": fresh()})).await,
            seats.union.post(&seats.path("/talk"), &json!({"request": fresh(), "text": "x"})).await,
            seats.owner.post(&seats.path("/seats/union/reissue"), &json!({})).await,
        ];
        for answer in &tried {
            assert_eq!(kind(answer), (409, "damaged".into()), "{name}");
        }
        for look in ["/entries", "/steps", "/record", "/summary"] {
            assert_eq!(seats.watch.get(&seats.path(look)).await.status, 200, "{name} {look}");
        }
        assert_eq!(damaged(&checked(&file(&bench)).await).len(), 1, "{name}");
        // The others play on.
        let other = a_game(&bench).await;
        assert_eq!(other.command(&other.union, "/resign", json!({})).await.status, 200);
        assert_eq!(seats.owner.delete(&seats.path("")).await.status, 204);
        assert!(checked(&file(&bench)).await.is_well(), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_that_was_not_committed_to_closes_its_game_and_is_never_revealed() {
    let mut bench = Bench::new("integrity-seed").await;
    let seats = a_game(&bench).await;
    seats.command(&seats.union, "/resign", json!({})).await;
    bench.stop().await;
    let mut database = bench.database().await;
    let seed = "UPDATE games SET seed = '1111111111111111111111111111111111111111111111111111111111111111'";
    database.execute(seed).await.unwrap();
    // The chain is made anew over it: only the commitment tells.
    Bench::unchain(&mut database).await;
    sqlx::Connection::close(database).await.unwrap();
    bench.start().await;
    let seats = seats.moved_to(&bench.client());
    let view = seats.view().await;
    assert_eq!((&view["status"], &view["seed"]), (&json!("read-only"), &Value::Null));
    assert!(view["why_read_only"].as_str().unwrap().contains("seed"), "{view}");
    let found = checked(&file(&bench)).await;
    assert_eq!(damaged(&found), ["its seed is not the one that was committed to"]);
    // With the chain, what is fixed about the game does not hold at all.
    let seats = rotten(&mut bench, &seats, "UPDATE games SET seed = NULL").await;
    assert_eq!(kind(&seats.watch.get(&seats.path("")).await), (409, "damaged".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_from_before_chains_get_theirs_once_and_the_check_says_so() {
    let mut bench = Bench::new("integrity-adopt").await;
    let seats = a_game(&bench).await;
    bench.stop().await;
    let mut database = bench.database().await;
    for sql in CAME_LATER.into_iter().chain([
        "DROP TABLE chains",
        "DROP TABLE marks",
        "ALTER TABLE entries DROP COLUMN link",
        "DELETE FROM _sqlx_migrations WHERE version > 3",
    ]) {
        database.execute(sql).await.expect(sql);
    }
    sqlx::Connection::close(database).await.unwrap();
    let before = checked(&file(&bench)).await;
    assert!(before.is_well() && !before.chained && before.games == 1, "{before:?}");
    bench.start().await;
    let seats = seats.moved_to(&bench.client());
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    let after = checked(&file(&bench)).await;
    assert!(after.is_well() && after.chained && after.adopted == 1, "{after:?}");
    // It is done once: a chain that is lost later is missed.
    let seats = rotten(&mut bench, &seats, "DELETE FROM chains").await;
    assert_eq!(kind(&seats.watch.get(&seats.path("")).await), (409, "damaged".into()));
}

/// Errors, checks and copies of a hidden game tell its seats nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_hidden_game_hides_what_it_hid() {
    for (name, damage) in [
        (
            "entry",
            "UPDATE entries SET body = replace(body, '\"line\"', '\"lime\"') WHERE kind = 'action'",
        ),
        ("flag", "UPDATE games SET facts = replace(facts, '\"hidden\":true', '\"hiddem\":true')"),
    ] {
        let mut bench = Bench::hidden(&format!("integrity-hidden-{name}")).await;
        let link = json!({"holder": "link"});
        let seats = json!({"union": link, "confederate": link});
        let new = json!({"battle": "toy/nine-squares", "options": [], "seats": seats});
        let seats = Seats::create(&bench.client(), &new).await;
        act(&seats, &seats.union, json!({"move": {"unit": "US-1", "to": "1,0"}})).await;
        act(&seats, &seats.union, end()).await;
        let seats = rotten(&mut bench, &seats, damage).await;
        for who in [&seats.owner, &seats.union, &seats.confederate, &seats.watch] {
            let record = who.get(&seats.path("/record")).await;
            assert_eq!(record.status, 409, "{name}");
            let summary = who.get(&seats.path("/summary")).await.json();
            assert_eq!(summary["status"], "read-only");
            let words = summary["why_read_only"].as_str().unwrap();
            assert!(!words.contains(|c: char| c.is_ascii_digit()), "{words}");
        }
        let found = checked(&file(&bench)).await;
        assert_eq!(found.games, 1);
        for words in damaged(&found) {
            assert!(!words.contains(|c: char| c.is_ascii_digit()), "{words}");
        }
        assert_eq!(found.damaged.len(), 1, "{found:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_that_is_damaged_stays_with_its_guests_too() {
    let mut bench = Bench::new("integrity-delete").await;
    let holders = json!({"union": {"holder": "me"}, "confederate": {"holder": "link"}});
    let new = json!({"battle": "blue-gray/antietam", "seats": holders});
    let seats = Seats::create(&bench.client(), &new).await;
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    let seats =
        rotten(&mut bench, &seats, "UPDATE games SET facts = replace(facts, 'Antietam', 'A')")
            .await;
    assert_eq!(kind(&seats.confederate.get(&seats.path("")).await), (409, "damaged".into()));
    assert_eq!(seats.owner.delete(&seats.path("")).await.status, 204);
    assert_eq!(seats.owner.get(&seats.path("/summary")).await.status, 401);
    assert_eq!(seats.confederate.get(&seats.path("/record")).await.status, 200);
}

async fn start(data: &Path) -> Result<Server, String> {
    let config = Config { port: 0, ..Config::local(data.to_owned()) };
    Server::start(config, battles()).await.map_err(|error| error.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_or_foreign_file_is_refused_and_left_alone() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("integrity-foreign");
    let place = data.join("longroll.sqlite");
    let fresh = || {
        let _ = std::fs::remove_dir_all(&data);
        std::fs::create_dir_all(&data).unwrap();
    };
    for (bytes, word) in [
        (&b""[..], "empty"),
        (b"SQLite format", "no file of games"),
        (b"This is a letter, and no database at all.", "no file of games"),
    ] {
        fresh();
        std::fs::write(&place, bytes).unwrap();
        let said = start(&data).await.err().expect("it does not start");
        assert!(said.contains(word), "{said}");
        assert_eq!(std::fs::read(&place).unwrap(), bytes, "it is left alone");
    }
    // A write-ahead log that lost its database may hold games.
    fresh();
    std::fs::write(data.join("longroll.sqlite-wal"), b"frames").unwrap();
    let said = start(&data).await.err().expect("it does not start");
    assert!(said.contains("missing"), "{said}");
    assert!(data.join("longroll.sqlite-wal").exists() && !place.exists());
    // Another program's database, and one of a later version of this one.
    for (sql, word) in [
        ("CREATE TABLE recipes (id INTEGER)", "another program"),
        (
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             VALUES (9999, 'later', 1, x'00', 0)",
            "later version",
        ),
    ] {
        fresh();
        if word == "later version" {
            start(&data).await.expect("a new one").stop().await;
        }
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&place);
        let mut database =
            sqlx::ConnectOptions::connect(&options.create_if_missing(true)).await.unwrap();
        database.execute(sql).await.unwrap();
        sqlx::Connection::close(database).await.unwrap();
        let before = std::fs::read(&place).unwrap();
        let said = start(&data).await.err().expect("it does not start");
        assert!(said.contains(word), "{said}");
        assert_eq!(std::fs::read(&place).unwrap(), before, "it is left alone");
    }
    // A new one that a power cut kept from its place is made anew.
    fresh();
    std::fs::write(data.join("longroll.sqlite.new"), b"half").unwrap();
    start(&data).await.expect("it starts").stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_whose_tables_are_described_by_no_text_is_refused_in_words() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("integrity-described");
    let _ = std::fs::remove_dir_all(&data);
    std::fs::create_dir_all(&data).unwrap();
    start(&data).await.expect("a new one").stop().await;
    let place = data.join("longroll.sqlite");
    let mut bytes = std::fs::read(&place).unwrap();
    let column = b"body      TEXT";
    let at = bytes.windows(column.len()).position(|found| found == column).expect("a column");
    bytes[at + column.len() - 2] = 0xff;
    std::fs::write(&place, &bytes).unwrap();
    let said = start(&data).await.err().expect("it does not start");
    assert!(said.contains("description of its tables is damaged"), "{said}");
    assert_eq!(std::fs::read(&place).unwrap(), bytes, "it is left alone");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_taken_while_games_are_played_and_every_acknowledged_action_before_it_is_in_it()
{
    let mut bench = Bench::new("integrity-backup").await;
    let copy = bench.data.join("copy.sqlite");
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(a_game(&bench).await);
    }
    let versions: Vec<u64> = {
        let mut versions = Vec::new();
        for seats in &games {
            versions.push(seats.version().await);
        }
        versions
    };
    // Somebody talks all the while.
    let talking = {
        let seats = games[0].clone();
        tokio::spawn(async move {
            for _ in 0..40 {
                let body = json!({"request": fresh(), "text": "still here"});
                assert_eq!(seats.union.post(&seats.path("/talk"), &body).await.status, 200);
            }
        })
    };
    assert_eq!(back_up(&file(&bench), &copy).await, Ok(3));
    talking.await.unwrap();
    let found = checked(&copy).await;
    assert!(found.is_well() && found.games == 3, "{found:?}");
    let again = back_up(&file(&bench), &copy).await.expect_err("nothing is overwritten");
    assert!(again.to_string().contains("there already"), "{again}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    bench.stop().await;
    std::fs::rename(&copy, file(&bench)).unwrap();
    bench.start().await;
    for (seats, version) in games.iter().zip(versions) {
        let seats = seats.moved_to(&bench.client());
        assert_eq!(seats.version().await, version);
        assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    }
    let nowhere = back_up(&bench.data.join("none"), &copy).await.expect_err("there is none");
    assert!(nowhere.to_string().contains("no such file"), "{nowhere}");
}
