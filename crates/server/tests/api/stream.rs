//! News: nothing missed, nothing twice.

use serde_json::{Value, json};

use crate::common::table::{Bench, Seats, fresh};

async fn say(seats: &Seats, text: &str) {
    let body = json!({"request": fresh(), "text": text});
    assert_eq!(seats.union.post(&seats.path("/talk"), &body).await.status, 200);
}

fn new() -> Value {
    json!({"battle": "blue-gray/antietam"})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_greets_and_then_tells_what_happens() {
    let bench = Bench::new("stream-hello").await;
    let seats = Seats::create(&bench.client(), &new()).await;
    let mut stream = seats.watch.listen(&seats.path("/stream"), None).await.unwrap();
    let hello = stream.next().await.unwrap();
    assert_eq!((hello.event.as_str(), hello.json()), ("hello", json!({"seq": 4, "version": 1})));
    assert_eq!(stream.next().await.unwrap().event, "presence");
    seats.act(&seats.union, json!({"end_phase": {}})).await;
    let news = stream.next().await.unwrap();
    assert_eq!((news.event.as_str(), news.id), ("news", Some(5)));
    let story = seats.watch.get(&seats.path("/entries?after=4")).await.json();
    assert_eq!(news.json(), story["entries"][0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn presence_is_told_and_seen() {
    let bench = Bench::new("stream-presence").await;
    let seats = Seats::create(&bench.client(), &new()).await;
    let mut stream = seats.watch.listen(&seats.path("/stream"), None).await.unwrap();
    let first = stream.next_of("presence").await.unwrap().json();
    assert_eq!(first, json!({"union": false, "confederate": false, "thinking": null}));
    let union = seats.union.listen(&seats.path("/stream"), None).await.unwrap();
    assert_eq!(stream.next_of("presence").await.unwrap().json()["union"], true);
    assert_eq!(seats.view().await["seats"]["union"]["connected"], true);
    drop(union);
    // The server notices when it next writes to the dead connection.
    for text in ["one", "two", "three"] {
        say(&seats, text).await;
    }
    assert_eq!(stream.next_of("presence").await.unwrap().json()["union"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_who_listens_is_present_at_the_seats_of_that_screen() {
    let bench = Bench::new("stream-owner").await;
    let mut here = new();
    here["seats"] = json!({"union": {"holder": "here"}, "confederate": {"holder": "link"}});
    let seats = Seats::create(&bench.client(), &here).await;
    let _owner = seats.owner.listen(&seats.path("/stream"), None).await.unwrap();
    let view = seats.view().await;
    assert_eq!(view["seats"]["union"]["connected"], true);
    assert_eq!(view["seats"]["confederate"]["connected"], false);
}

/// Listens in many short sittings while others talk: the sittings together tell the story once.
#[tokio::test(flavor = "multi_thread")]
async fn resuming_loses_nothing_and_repeats_nothing() {
    let bench = Bench::new("stream-resume").await;
    let seats = Seats::create(&bench.client(), &new()).await;
    const SAID: u64 = 60;
    let talker = {
        let seats = seats.clone();
        tokio::spawn(async move {
            for number in 0..SAID {
                say(&seats, &format!("number {number}")).await;
            }
        })
    };
    let (mut seen, mut sittings) = (vec![1], 0);
    while seen.len() < SAID as usize + 1 {
        sittings += 1;
        assert!(sittings < 1000, "only {} of {SAID} after many sittings", seen.len());
        let last = *seen.last().unwrap();
        let mut stream = seats.watch.listen(&seats.path("/stream"), Some(last)).await.unwrap();
        for _ in 0..3 {
            if seen.len() < SAID as usize + 1 {
                seen.push(stream.next_of("news").await.unwrap().id.unwrap());
            }
        }
    }
    talker.await.unwrap();
    assert_eq!(seen, (1..=SAID + 1).collect::<Vec<u64>>());
    assert!(sittings > 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_resumes_across_a_restart_by_header_or_by_address() {
    let mut bench = Bench::new("stream-restart").await;
    let seats = Seats::create(&bench.client(), &new()).await;
    let mut stream = seats.watch.listen(&seats.path("/stream"), None).await.unwrap();
    for text in ["one", "two"] {
        say(&seats, text).await;
    }
    assert_eq!(stream.next_of("news").await.unwrap().id, Some(5));
    bench.restart().await;
    // The end of the server closed the stream in order.
    while stream.next().await.is_some() {}
    let seats = seats.moved_to(&bench.client());
    say(&seats, "three").await;
    let mut by_header = seats.watch.listen(&seats.path("/stream"), Some(5)).await.unwrap();
    let mut by_address = seats.watch.listen(&seats.path("/stream?after=5"), None).await.unwrap();
    for stream in [&mut by_header, &mut by_address] {
        assert_eq!(stream.next_of("news").await.unwrap().json()["text"], "two");
        assert_eq!(stream.next_of("news").await.unwrap().json()["text"], "three");
    }
    let bad = seats.watch.send("GET", &seats.path("/stream"), &[("last-event-id", "x")], b"").await;
    assert_eq!(bad.unwrap().status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_server_waits_for_no_stream() {
    let mut bench = Bench::new("stream-end").await;
    let seats = Seats::create(&bench.client(), &new()).await;
    let mut streams = Vec::new();
    for _ in 0..5 {
        streams.push(seats.watch.listen(&seats.path("/stream"), None).await.unwrap());
    }
    let begun = std::time::Instant::now();
    bench.stop().await;
    assert!(begun.elapsed() < std::time::Duration::from_secs(4));
    for stream in &mut streams {
        while stream.next().await.is_some() {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_knows_more_than_there_is_is_greeted_anew() {
    let bench = Bench::new("stream-beyond").await;
    let seats = Seats::create(&bench.client(), &new()).await;
    let mut stream = seats.watch.listen(&seats.path("/stream"), Some(99)).await.unwrap();
    let hello = stream.next().await.unwrap();
    assert_eq!((hello.event.as_str(), hello.json()), ("hello", json!({"seq": 4, "version": 1})));
    say(&seats, "still here").await;
    assert_eq!(stream.next_of("news").await.unwrap().id, Some(5));
}
