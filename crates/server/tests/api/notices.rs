//! A table reaches its players: mail, calls, browsers, feeds; at an hour that the test tells, with everybody who is
//! written to on this machine.

mod hook;
mod lease;
mod mail;
mod post;
mod push;
mod webhook;

use serde_json::{Value, json};
use server::moment::Moment;
use server::notices::Settings;
use sqlx::Row;
use tokio::sync::watch;

use crate::common::http::{Answer, Client};
use crate::common::table::{Bench, Seats, redeem};
use hook::Hook;

/// How long somebody must be quiet before he is told anything, in seconds.
const QUIET: i64 = 5 * 60;

/// The toy, open or hidden, with a guest at the Confederate seat.
fn toy(options: &[&str]) -> Value {
    let seats = json!({"union": {"holder": "me"}, "confederate": {"holder": "link"}});
    json!({"battle": "toy/nine-squares", "options": options, "seats": seats})
}

fn pass(hour: &watch::Sender<Moment>, seconds: i64) {
    let later = Moment(hour.borrow().0 + seconds * 1000);
    hour.send_replace(later);
}

/// A server whose players may be called on this machine.
async fn private(name: &str) -> (Bench, watch::Sender<Moment>) {
    let (mut bench, hour) = Bench::at_hour(name).await;
    bench.notices = Settings { allow_private: true, ..Settings::default() };
    bench.restart().await;
    (bench, hour)
}

fn notices(side: &str) -> String {
    format!("/seats/{side}/notices")
}

/// Lets the Confederate seat be told in one more way.
async fn open(seats: &Seats, body: Value) -> Value {
    let answer = seats.confederate.post(&seats.path(&notices("confederate")), &body).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// How the Confederate seat is told.
async fn look(seats: &Seats) -> Value {
    seats.confederate.get(&seats.path(&notices("confederate"))).await.json()
}

/// The last message of its first way, once it is as it should be.
async fn last(seats: &Seats, is: impl Fn(&Value) -> bool) -> Value {
    loop {
        let found = look(seats).await["channels"][0]["last"].clone();
        if is(&found) {
            return found;
        }
    }
}

async fn confirm(client: &Client, key: &str) -> Answer {
    client.post("/api/v1/notices/confirm", &json!({"key": key})).await
}

/// The Union ends its phase: the decision is the Confederate's.
async fn hand_over(seats: &Seats) {
    end_phase(&seats.union, seats).await;
}

async fn end_phase(who: &Client, seats: &Seats) {
    let version = who.get(&seats.path("/summary")).await.json()["version"].clone();
    let request = crate::common::table::fresh();
    let body = json!({"request": request, "version": version, "action": {"end_phase": {}}});
    let acted = who.post(&seats.path("/actions"), &body).await;
    assert_eq!(acted.status, 200, "{}", acted.json());
}

/// A call that is confirmed by its echo, at a table whose Confederate has been quiet since.
async fn called(bench: &Bench, hour: &watch::Sender<Moment>, options: &[&str]) -> (Seats, Hook) {
    let seats = Seats::create(&bench.client(), &toy(options)).await;
    let mut hook = Hook::open().await;
    open(&seats, json!({"means": "webhook", "to": hook.url()})).await;
    let asked = hook.called().await.json();
    let key = asked["confirm"].as_str().expect("a word");
    assert_eq!(confirm(&bench.client(), key).await.status, 200);
    last(&seats, |last| last["state"] == "sent").await;
    pass(hour, QUIET);
    (seats, hook)
}

#[tokio::test(flavor = "multi_thread")]
async fn how_a_seat_is_told_is_its_holders_alone_to_know() {
    let bench = Bench::hidden("notices-holder").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    open(&seats, json!({"means": "feed"})).await;
    let channel = look(&seats).await["channels"][0]["id"].as_str().unwrap().to_owned();
    let path = notices("confederate");
    let one = format!("{path}/{channel}");
    for other in [&seats.union, &seats.owner, &seats.watch] {
        assert_eq!(other.get(&seats.path(&path)).await.status, 403);
        assert_eq!(other.delete(&seats.path(&one)).await.status, 403);
        let test = other.send("POST", &seats.path(&format!("{one}/test")), &[], b"").await;
        assert_eq!(test.unwrap().status, 403);
    }
    // Nor does the other seat reach it by its own address.
    let own = format!("{}/{channel}", notices("union"));
    assert_eq!(seats.union.delete(&seats.path(&own)).await.status, 404);
    // Nothing of it is in what the others see.
    for other in [&seats.union, &seats.owner, &seats.watch] {
        for what in ["", "/summary", "/entries", "/record"] {
            let body = other.get(&seats.path(what)).await.body;
            assert!(!String::from_utf8_lossy(&body).contains(&channel), "{what}");
        }
    }
    assert_eq!(look(&seats).await["offers"]["mail"], false, "this host has no mail");
    let mail = json!({"means": "mail", "to": "a@example.org"});
    let refused = seats.confederate.post(&seats.path(&path), &mail).await;
    assert_eq!((refused.status, &refused.json()["type"]), (409, &json!("not-allowed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gets_a_lost_seat_is_not_told_in_the_way_of_who_lost_it() {
    let (bench, hour) = private("notices-lost").await;
    let (seats, mut hook) = called(&bench, &hour, &["6"]).await;
    // Nobody has heard of him for so long that his seat can be given out again.
    pass(&hour, 15 * 24 * 3600);
    let reissue = seats.path("/seats/confederate/reissue");
    let made = seats.owner.send("POST", &reissue, &[], b"").await.unwrap().json();
    let (guest, redeemed) =
        redeem(&bench.client(), &seats.id, made["invitation"].as_str().unwrap()).await;
    assert_eq!(redeemed.status, 200);
    let seats = Seats { confederate: guest, ..seats };
    assert_eq!(look(&seats).await["channels"], json!([]));
    hand_over(&seats).await;
    pass(&hour, 2 * QUIET);
    // Whoever comes after is told, and nobody before him was.
    let url = hook.url();
    open(&seats, json!({"means": "webhook", "to": url})).await;
    assert_eq!(hook.called().await.json()["notices"][0]["what"], "confirm");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_at_the_table_is_not_told_what_he_sees() {
    let (bench, hour) = private("notices-presence").await;
    let (seats, mut hook) = called(&bench, &hour, &["6"]).await;
    let here = seats.path("/seats/confederate/here");
    let say_here = || seats.confederate.send("POST", &here, &[], b"");
    // He did something a minute ago: he is told when he has been quiet for long enough.
    assert_eq!(say_here().await.unwrap().status, 204);
    let active = hour.borrow().0;
    pass(&hour, 60);
    hand_over(&seats).await;
    let due = Moment(active + QUIET * 1000).to_string();
    let waits = last(&seats, |last| last["what"] == "turn" && last["at"] == due.as_str()).await;
    assert_eq!((&waits["state"], &waits["attempts"]), (&json!("waits"), &json!(0)));
    // An open page says nothing of whether somebody sits before it.
    let _page = seats.confederate.listen(&seats.path("/stream"), None).await.expect("a stream");
    pass(&hour, QUIET - 60);
    assert_eq!(hook.called().await.json()["notices"][0]["what"], "turn");
    // He plays, and hands over; the other hands back while he still looks on.
    end_phase(&seats.confederate, &seats).await;
    hand_over(&seats).await;
    pass(&hour, 30);
    assert_eq!(say_here().await.unwrap().status, 204);
    pass(&hour, QUIET);
    let seen = last(&seats, |last| last["state"] == "seen").await;
    assert_eq!(seen["what"], "turn");
    assert!(!hook.was_called());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_that_passed_on_is_told_to_nobody_and_one_that_waits_is_told_again_after_a_day()
{
    let (bench, hour) = private("notices-remind").await;
    let (seats, mut hook) = called(&bench, &hour, &["6"]).await;
    pass(&hour, 1);
    // The guest decides before he is told.
    hand_over(&seats).await;
    let first = hook.called().await.json();
    assert_eq!(first["notices"][0]["what"], "turn");
    pass(&hour, 24 * 3600);
    let again = hook.called().await.json();
    assert_eq!(again["notices"][0]["what"], "reminder");
    assert_ne!(again["notices"][0]["id"], first["notices"][0]["id"]);
    end_phase(&seats.confederate, &seats).await;
    // It is his again, and he decides within the time in which he is left alone.
    hand_over(&seats).await;
    end_phase(&seats.confederate, &seats).await;
    pass(&hour, 48 * 3600);
    let asked = seats.command(&seats.union, "/resign", json!({})).await;
    assert_eq!(asked.status, 200);
    let end = hook.called().await.json();
    assert_eq!(end["notices"][0]["what"], "over", "nothing between");
    assert!(end["notices"][0]["ended"].as_str().unwrap().contains("Union"), "{end}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_take_back_that_is_asked_is_told_to_who_must_answer() {
    let (bench, hour) = private("notices-take-back").await;
    let (seats, mut hook) = called(&bench, &hour, &["6"]).await;
    pass(&hour, 1);
    hand_over(&seats).await;
    assert_eq!(hook.called().await.json()["notices"][0]["what"], "turn");
    assert_eq!(seats.command(&seats.union, "/take-back", json!({"to": 0})).await.status, 200);
    let asked = hook.called().await.json();
    assert_eq!(asked["notices"][0]["what"], "take_back");
    assert_eq!(asked["notices"][0]["side"], "confederate");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_hidden_game_nothing_is_told_but_turn_and_phase() {
    let (bench, hour) = private("notices-hidden").await;
    let (seats, mut hook) = called(&bench, &hour, &[]).await;
    pass(&hour, 1);
    let go = json!({"move": {"unit": "US-2", "to": "0,2"}});
    let version = seats.union.get(&seats.path("/summary")).await.json()["version"].clone();
    let body = json!({"request": crate::common::table::fresh(), "version": version, "action": go});
    assert_eq!(seats.union.post(&seats.path("/actions"), &body).await.status, 200);
    hand_over(&seats).await;
    let told = hook.called().await;
    let text = String::from_utf8_lossy(&told.body).into_owned();
    assert!(!text.contains("US-2") && !text.contains("0,2"), "{text}");
    let notice = told.json()["notices"][0].clone();
    let fields: Vec<&String> = notice.as_object().unwrap().keys().collect();
    let known = [
        "id", "what", "game", "side", "title", "turn", "turns", "phase", "ended", "words", "link",
        "at",
    ];
    assert_eq!(fields, known);
    assert_eq!((&notice["what"], &notice["turn"]), (&json!("turn"), &json!(1)));
    assert_eq!(notice["phase"], "Confederate operations");
    // What he was told is what the page shows him.
    let seen = seats.confederate.get(&seats.path("/summary")).await.json();
    assert_eq!(
        (&seen["decision"]["side"], &seen["turn"]),
        (&json!("confederate"), &notice["turn"])
    );
    // What a browser is told at this table, an open phase of the other included, is written for nobody.
    let mut database = bench.database().await;
    let rows = sqlx::query("SELECT body FROM outbox").fetch_all(&mut database).await.unwrap();
    assert!(rows.len() >= 2, "the question, the turn, the reminder");
    for row in rows {
        let body: String = row.get("body");
        assert!(!body.contains("US-"), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_lists_what_was_told_and_its_word_opens_nothing_else() {
    let (bench, hour) = Bench::at_hour("notices-feed").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    let path = open(&seats, json!({"means": "feed"})).await["channels"][0]["to"].clone();
    let path = path.as_str().unwrap().to_owned();
    let read = async || {
        let answer = bench.client().get(&path).await;
        assert_eq!(answer.status, 200);
        let media = answer.header("content-type").unwrap();
        assert_eq!(media, "application/atom+xml; charset=utf-8");
        String::from_utf8(answer.body).unwrap()
    };
    assert!(!read().await.contains("<entry>"));
    hand_over(&seats).await;
    let feed = read().await;
    assert_eq!(feed.matches("<entry>").count(), 1, "{feed}");
    assert!(feed.contains("a decision is yours") && feed.contains("urn:uuid:"), "{feed}");
    let token = seats.confederate.token.clone().unwrap();
    assert!(!feed.contains(&token), "{feed}");
    // A decision that was made is still news; a reminder of it is none.
    end_phase(&seats.confederate, &seats).await;
    pass(&hour, 48 * 3600);
    assert_eq!(read().await.matches("<entry>").count(), 1);
    let word = path.rsplit('/').next().unwrap();
    assert_eq!(seats.owner.with(word).get(&seats.path("")).await.status, 401);
    assert_eq!(confirm(&bench.client(), word).await.status, 404);
    let stop = format!("/api/v1/notices/unsubscribe/{word}");
    assert_eq!(bench.client().send("POST", &stop, &[], b"").await.unwrap().status, 404);
    let channel = look(&seats).await["channels"][0]["id"].as_str().unwrap().to_owned();
    let one = seats.path(&format!("{}/{channel}", notices("confederate")));
    assert_eq!(seats.confederate.delete(&one).await.status, 200);
    assert_eq!(bench.client().get(&path).await.status, 404, "revoked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_has_a_few_ways_and_an_address_is_asked_a_few_times() {
    let (bench, _hour) = private("notices-bounds").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    let path = seats.path(&notices("confederate"));
    let hook = Hook::open().await;
    let same = json!({"means": "webhook", "to": hook.url()});
    for _ in 0..3 {
        let made = open(&seats, same.clone()).await;
        assert_eq!(seats.confederate.post(&path, &same).await.status, 409, "there already");
        let channel = made["channels"][0]["id"].as_str().unwrap();
        assert_eq!(seats.confederate.delete(&format!("{path}/{channel}")).await.status, 200);
    }
    let refused = seats.confederate.post(&path, &same).await;
    assert_eq!((refused.status, &refused.json()["type"]), (429, &json!("too-many-requests")));
    for number in 0..8 {
        open(&seats, json!({"means": "webhook", "to": format!("{}&n={number}", hook.url())})).await;
    }
    let ninth = json!({"means": "webhook", "to": format!("{}&n=9", hook.url())});
    assert_eq!(seats.confederate.post(&path, &ninth).await.status, 409);
    for bad in [
        json!({"means": "pigeon", "to": "x"}),
        json!({"means": "feed", "to": "x"}),
        json!({"means": "webhook"}),
        json!({"means": "webhook", "to": hook.url(), "auth": "x"}),
        json!({"means": "push", "to": hook.url()}),
        json!({"means": "push", "to": hook.url(), "p256dh": "x", "auth": "x"}),
        json!({"means": "webhook", "to": hook.url(), "pace": "hourly"}),
    ] {
        assert_eq!(seats.confederate.post(&path, &bad).await.status, 400, "{bad}");
    }
}
