//! Limits: rates, streams, time.

use std::time::Duration;

use serde_json::json;
use server::limits::Limits;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::common::http::Client;
use crate::common::table::{Bench, Seats, fresh, generous};

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_are_told_when_to_come_back() {
    let bench = Bench::with("limits-rate", Limits { requests: (1, 5), ..generous() }).await;
    let client = bench.client();
    let mut refused = 0;
    for _ in 0..10 {
        let answer = client.get("/healthz").await;
        if answer.status == 429 {
            assert_eq!(answer.json()["type"], "too-many-requests");
            let after: u64 = answer.header("retry-after").unwrap().parse().unwrap();
            assert!((1..=10).contains(&after));
            refused += 1;
        }
    }
    assert!(refused >= 3, "only {refused} of 10 were refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_talks_too_fast_is_asked_to_wait_and_the_other_seat_is_not() {
    let bench = Bench::with("limits-talk", Limits { talk: (1, 3), ..generous() }).await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    let path = seats.path("/talk");
    let say = async |who: &Client| who.post(&path, &json!({"request": fresh(), "text": "x"})).await;
    for _ in 0..3 {
        assert_eq!(say(&seats.union).await.status, 200);
    }
    let refused = say(&seats.union).await;
    assert_eq!((refused.status, refused.json()["type"].as_str()), (429, Some("too-many-requests")));
    let after: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=61).contains(&after));
    assert_eq!(say(&seats.confederate).await.status, 200);
    assert_eq!(seats.act(&seats.union, json!({"end_phase": {}})).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_games_from_one_place_are_refused() {
    let bench = Bench::with("limits-games", Limits { games: (1, 2), ..generous() }).await;
    let client = bench.client();
    let new = json!({"battle": "blue-gray/antietam"});
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(client.post("/api/v1/games", &new).await.status);
    }
    assert_eq!(statuses, [201, 201, 429]);
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_are_limited_by_game_and_in_all_and_watchers_lock_nobody_out() {
    let limits = Limits { streams_of_watchers: 2, streams_of_seat: 1, streams: 5, ..generous() };
    let bench = Bench::with("limits-streams", limits).await;
    let new = json!({"battle": "blue-gray/antietam"});
    let one = Seats::create(&bench.client(), &new).await;
    let two = Seats::create(&bench.client(), &new).await;
    let _first = one.watch.listen(&one.path("/stream"), None).await.unwrap();
    let _second = one.watch.listen(&one.path("/stream"), None).await.unwrap();
    let third = one.watch.listen(&one.path("/stream"), None).await.err().unwrap();
    assert_eq!((third.status, third.json()["type"].as_str()), (429, Some("too-many-streams")));
    assert_eq!(third.header("retry-after"), Some("10"));
    let _union = one.union.listen(&one.path("/stream"), None).await.unwrap();
    let again = one.union.listen(&one.path("/stream"), None).await.err().unwrap();
    assert_eq!(again.status, 429);
    let _other = two.watch.listen(&two.path("/stream"), None).await.unwrap();
    let _owner = two.owner.listen(&two.path("/stream"), None).await.unwrap();
    let more = two.union.listen(&two.path("/stream"), None).await.err().unwrap();
    assert_eq!(more.json()["type"], "too-many-streams");
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_are_limited_by_address() {
    let limits = Limits { streams_of_address: 1, spare_loopback: false, ..generous() };
    let bench = Bench::with("limits-streams-address", limits).await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    let first = seats.union.listen(&seats.path("/stream"), None).await.unwrap();
    let second = seats.confederate.listen(&seats.path("/stream"), None).await.err().unwrap();
    assert_eq!(second.json()["type"], "too-many-streams");
    drop(first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_dawdles_is_cut_off() {
    let limits = Limits { head_time: Duration::from_millis(300), ..generous() };
    let bench = Bench::with("limits-slow", limits).await;
    let mut slow = tokio::net::TcpStream::connect(bench.client().address).await.unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n").await.unwrap();
    let mut rest = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), slow.read_to_end(&mut rest));
    let _ = read.await.expect("the server hangs up");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_that_left_memory_come_back_as_they_were() {
    let bench = Bench::with("limits-memory", Limits { games_in_memory: 2, ..generous() }).await;
    let new = json!({"battle": "blue-gray/antietam"});
    let mut games = Vec::new();
    for _ in 0..6 {
        let seats = Seats::create(&bench.client(), &new).await;
        assert_eq!(seats.act(&seats.union, json!({"end_phase": {}})).await.status, 200);
        let view = seats.view().await;
        games.push((seats, view));
    }
    for (seats, view) in &games {
        assert_eq!(&seats.view().await, view);
    }
}
