//! Mail: asked for, confirmed, sent, stopped with one click, forgotten.

use serde_json::{Value, json};
use server::moment::Moment;
use server::notices::{MailSettings, MailTls, Settings};
use sqlx::Row;
use tokio::sync::watch;

use super::post::Post;
use super::{QUIET, confirm, end_phase, hand_over, last, look, notices, open, pass, toy};
use crate::common::table::{Bench, Seats};

const BASE: &str = "https://table.example.org";

/// A server with mail, and the mail server.
async fn with_mail(name: &str) -> (Bench, watch::Sender<Moment>, Post) {
    let post = Post::open().await;
    let (mut bench, hour) = Bench::at_hour(name).await;
    let from = "Long Roll <table@example.org>";
    let mail = MailSettings::read(&post.address.to_string(), MailTls::None, None, from).unwrap();
    bench.notices = Settings { mail: Some(mail), allow_private: false };
    bench.public_url = Some(BASE.to_owned());
    bench.restart().await;
    (bench, hour, post)
}

/// Lets the Confederate seat be told by mail, and confirms it.
async fn confirmed(bench: &Bench, post: &mut Post, seats: &Seats, pace: &str) -> String {
    open(seats, json!({"means": "mail", "to": "guest@example.com", "pace": pace})).await;
    let key = post.mail().await.word_after("/#/notices/confirm/");
    let answer = confirm(&bench.client(), &key).await;
    assert_eq!((answer.status, &answer.json()["game"]), (200, &json!(seats.id)));
    key
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_is_sent_once_its_address_is_confirmed_and_stopped_with_one_click() {
    let (bench, hour, mut post) = with_mail("notices-mail").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    assert_eq!(look(&seats).await["offers"]["mail"], true);
    open(&seats, json!({"means": "mail", "to": "guest@example.com"})).await;
    let asked = post.mail().await;
    assert_eq!(
        (asked.from.as_str(), &asked.to),
        ("table@example.org", &vec!["guest@example.com".to_owned()])
    );
    assert_eq!(asked.header("subject"), Some("Long Roll: is this address yours?"));
    assert_eq!(asked.header("list-unsubscribe"), None, "there is nothing to stop yet");
    // Nothing is sent before.
    hand_over(&seats).await;
    pass(&hour, 3600);
    end_phase(&seats.confederate, &seats).await;
    let key = asked.word_after(&format!("{BASE}/#/notices/confirm/"));
    assert_eq!(confirm(&bench.client(), &format!("{key}x")).await.status, 404);
    assert_eq!(confirm(&bench.client(), &key).await.status, 200);
    assert_eq!(confirm(&bench.client(), &key).await.status, 200, "whoever clicks twice");
    pass(&hour, QUIET);
    hand_over(&seats).await;
    let told = post.mail().await;
    assert_eq!(told.header("to"), Some("guest@example.com"));
    assert_eq!(told.header("from").unwrap().replace('"', ""), "Long Roll <table@example.org>");
    assert!(told.header("subject").unwrap().ends_with(": a decision is yours"), "{}", told.raw);
    assert_eq!(told.header("auto-submitted"), Some("auto-generated"));
    assert_eq!(told.header("list-unsubscribe-post"), Some("List-Unsubscribe=One-Click"));
    let id = told.header("message-id").unwrap();
    assert!(id.ends_with("@table.example.org>"), "{id}");
    assert!(told.text.contains(&format!("{BASE}/#/game/{}", seats.id)), "{}", told.text);
    for secret in [&seats.union, &seats.confederate, &seats.owner, &seats.watch] {
        assert!(!told.raw.contains(secret.token.as_deref().unwrap()));
    }
    // One click: a post to the address in the header, as RFC 8058 has it, from a program that knows no more.
    let stop = told.header("list-unsubscribe").unwrap();
    let stop = stop.strip_prefix(&format!("<{BASE}")).and_then(|rest| rest.strip_suffix('>'));
    let stop = stop.expect("an address of this server");
    let asked = bench.client().get(stop).await;
    assert_eq!(asked.status, 303, "a look stops nothing");
    assert!(asked.header("location").unwrap().starts_with("/#/notices/stop/"));
    assert_eq!(look(&seats).await["channels"].as_array().unwrap().len(), 1);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    for _ in 0..2 {
        let body = b"List-Unsubscribe=One-Click";
        let stopped = bench.client().send("POST", stop, &form, body).await.unwrap();
        assert_eq!(stopped.status, 204, "also the second time");
    }
    assert_eq!(look(&seats).await["channels"], json!([]));
    let mut database = bench.database().await;
    for table in ["channels", "outbox"] {
        let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) AS n FROM {table}"));
        let left: i64 = sqlx::query(sql).fetch_one(&mut database).await.unwrap().get("n");
        assert_eq!(left, 0, "{table}: the address is forgotten");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_refuses_is_asked_again() {
    let (bench, hour, mut post) = with_mail("notices-mail-again").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    post.will_refuse(2);
    open(&seats, json!({"means": "mail", "to": "guest@example.com"})).await;
    for (tried, delay) in [(1, 30), (2, 120)] {
        let due = Moment(hour.borrow().0 + delay * 1000).to_string();
        let is = |last: &Value| last["attempts"] == tried && last["at"] == due.as_str();
        let waits = last(&seats, is).await;
        assert_eq!(waits["why"], "the mail server did not take it (451)");
        pass(&hour, delay);
    }
    assert_eq!(post.mail().await.to, ["guest@example.com"]);
    last(&seats, |last| last["state"] == "sent").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_digest_is_one_mail_an_hour_for_all_tables_and_one_click_stops_it() {
    let (bench, hour, mut post) = with_mail("notices-digest").await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
        confirmed(&bench, &mut post, &seats, "digest").await;
        tables.push(seats);
    }
    pass(&hour, QUIET);
    hand_over(&tables[0]).await;
    let first = post.mail().await;
    assert!(first.header("subject").unwrap().ends_with(": a decision is yours"));
    pass(&hour, 60);
    hand_over(&tables[1]).await;
    hand_over(&tables[2]).await;
    let due = Moment(hour.borrow().0 + 59 * 60 * 1000).to_string();
    for seats in &tables[1..] {
        last(seats, |last| last["what"] == "turn" && last["at"] == due.as_str()).await;
    }
    pass(&hour, 59 * 60);
    let second = post.mail().await;
    assert_eq!(second.header("subject"), Some("Long Roll: 2 things wait for you"));
    for seats in &tables[1..] {
        assert!(second.text.contains(&format!("/#/game/{}", seats.id)), "{}", second.text);
    }
    assert!(!second.text.contains(&tables[0].id));
    let stop = second.word_after("/#/notices/stop/");
    let path = format!("/api/v1/notices/unsubscribe/{stop}");
    assert_eq!(bench.client().send("POST", &path, &[], b"").await.unwrap().status, 204);
    for seats in &tables {
        assert_eq!(look(seats).await["channels"], json!([]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_reminders_only_is_told_after_a_day_and_at_the_end() {
    let (bench, hour, mut post) = with_mail("notices-reminders").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    confirmed(&bench, &mut post, &seats, "each").await;
    let channel = look(&seats).await["channels"][0]["id"].as_str().unwrap().to_owned();
    let one = seats.path(&format!("{}/{channel}", notices("confederate")));
    let slower = seats.confederate.put(&one, &json!({"pace": "reminders"})).await;
    assert_eq!(slower.json()["channels"][0]["pace"], "reminders");
    pass(&hour, QUIET);
    hand_over(&seats).await;
    pass(&hour, 24 * 3600);
    let told = post.mail().await;
    assert!(
        told.header("subject").unwrap().ends_with(": your decision still waits"),
        "{}",
        told.raw
    );
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    assert!(post.mail().await.header("subject").unwrap().ends_with(": the game is over"));
}
