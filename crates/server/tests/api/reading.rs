//! Those who look on: however many ask, they are told the same, and nobody who plays waits for them.

use std::collections::HashMap;

use serde_json::json;

use crate::common::table::Bench;
use crate::storage::a_game;

#[tokio::test(flavor = "multi_thread")]
async fn many_who_ask_the_same_are_told_the_same_while_somebody_plays() {
    let bench = Bench::new("reading-many").await;
    let seats = a_game(&bench).await;
    let reads = ["", "/verify", "/steps", "/steps/1", "/record", "/entries"];
    let version = seats.version().await;
    let readers: Vec<_> = (0..120)
        .map(|number| {
            let (watch, path) = (seats.watch.clone(), reads[number % reads.len()]);
            let whole = seats.path(path);
            tokio::spawn(async move { (path, watch.get(&whole).await) })
        })
        .collect();
    // Talk makes no new version: what was asked stays the same.
    let said = json!({"request": "said-meanwhile", "text": "We hold."});
    assert_eq!(seats.union.post(&seats.path("/talk"), &said).await.status, 200);
    let mut told: HashMap<&str, Vec<u8>> = HashMap::new();
    for reader in readers {
        let (path, answer) = reader.await.expect("a reader");
        assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
        if ["/verify", "/steps", "/steps/1", "/record"].contains(&path) {
            let known = told.entry(path).or_insert_with(|| answer.body.clone());
            assert!(*known == answer.body, "{path} is told in two ways");
        }
    }
    assert_eq!(seats.version().await, version);
    // The game goes on, and so does what is told of it.
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    for path in ["/verify", "/record"] {
        let now = seats.watch.get(&seats.path(path)).await;
        assert!(told[path] != now.body, "{path} tells of the seed now");
        let tag = now.header("etag").expect("a tag").to_owned();
        let head = [("if-none-match", tag.as_str())];
        let again = seats.watch.send("GET", &seats.path(path), &head, b"").await.unwrap();
        assert_eq!(again.status, 304, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_for_one_role_is_told_to_no_other() {
    let bench = Bench::hidden("reading-roles").await;
    let link = json!({"holder": "link"});
    let new = json!({"battle": "toy/nine-squares", "options": [],
        "seats": {"union": link, "confederate": link}});
    let seats = crate::common::table::Seats::create(&bench.client(), &new).await;
    let to = json!({"move": {"unit": "US-1", "to": "1,0"}});
    crate::hidden::act(&seats, &seats.union, to).await;
    for path in ["", "/steps", "/entries"] {
        // The side that knows more asks first, so that what is kept is hers.
        let own = seats.union.get(&seats.path(path)).await;
        let other = seats.confederate.get(&seats.path(path)).await;
        let watcher = seats.watch.get(&seats.path(path)).await;
        assert_eq!((own.status, other.status, watcher.status), (200, 200, 200));
        assert_ne!(own.body, other.body, "{path}");
        assert_ne!(own.body, watcher.body, "{path}");
        // By the tag of the one nothing is said of the other.
        let tag = own.header("etag").expect("a tag").to_owned();
        let head = [("if-none-match", tag.as_str())];
        let asked = seats.confederate.send("GET", &seats.path(path), &head, b"").await.unwrap();
        assert_eq!(asked.status, 200, "{path}");
    }
}
