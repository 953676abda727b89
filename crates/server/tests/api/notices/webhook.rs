//! Calls: signed, tried again, and never to where they must not go.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use server::moment::Moment;
use sha2::Sha256;

use super::hook::{Called, Hook};
use super::{called, hand_over, last, look, notices, open, pass, private, toy};
use crate::common::table::{Bench, Seats};

/// Checks the signature of a call as its receiver does; when it was made, in seconds.
fn verify(call: &Called, secret: &str) -> i64 {
    let (id, at) = (call.header("webhook-id"), call.header("webhook-timestamp"));
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("{id}.{at}.").as_bytes());
    mac.update(&call.body);
    let signature = call.header("webhook-signature").strip_prefix("v1,").unwrap();
    mac.verify_slice(&STANDARD.decode(signature).unwrap()).expect("the signature holds");
    at.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_signed_and_tried_again_until_it_is_taken() {
    let (bench, hour) = private("notices-webhook").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    let mut hook = Hook::open().await;
    let made = open(&seats, json!({"means": "webhook", "to": hook.url()})).await;
    let secret = made["secret"].as_str().unwrap().to_owned();
    assert_eq!(look(&seats).await["secret"], Value::Null, "told once");
    let asked = hook.called().await;
    verify(&asked, &secret);
    assert!(asked.head.starts_with("POST /hook?x=1 HTTP/1.1\r\n"), "{}", asked.head);
    assert_eq!(asked.header("host"), hook.address.to_string());
    assert_eq!(look(&seats).await["channels"][0]["confirmed"], false);
    // Before it is confirmed nothing is sent to it.
    hand_over(&seats).await;
    pass(&hour, 3600);
    // Whoever says the word back has read it.
    let channel = look(&seats).await["channels"][0]["id"].as_str().unwrap().to_owned();
    let one = seats.path(&format!("{}/{channel}", notices("confederate")));
    let key = asked.json()["confirm"].as_str().unwrap().to_owned();
    assert_eq!(seats.confederate.delete(&one).await.status, 200);
    assert_eq!(super::confirm(&bench.client(), &key).await.status, 404, "forgotten");
    let mut echo = Hook::open().await;
    echo.will_answer("503 Not Now", "");
    let made = open(&seats, json!({"means": "webhook", "to": echo.url()})).await;
    let secret = made["secret"].as_str().unwrap().to_owned();
    let first = echo.called().await;
    let waits = last(&seats, |last| last["attempts"] == 1 && last["why"] != Value::Null).await;
    assert_eq!((&waits["state"], &waits["why"]), (&json!("waits"), &json!("the answer was 503")));
    echo.will_answer("200 OK", &first.json()["confirm"].to_string());
    pass(&hour, 30);
    let second = echo.called().await;
    assert!(verify(&second, &secret) > verify(&first, &secret));
    assert_eq!(first.header("webhook-id"), second.header("webhook-id"), "it is the same message");
    last(&seats, |last| last["state"] == "sent").await;
    assert_eq!(look(&seats).await["channels"][0]["confirmed"], true);
    assert!(!hook.was_called(), "the first was told nothing more");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_taken_for_a_day_is_given_up_and_a_test_shows_when_it_works_again() {
    let (bench, hour) = private("notices-give-up").await;
    let (seats, mut hook) = called(&bench, &hour, &["6"]).await;
    for _ in 0..7 {
        hook.will_answer("500 No", "");
    }
    let channel = look(&seats).await["channels"][0]["id"].as_str().unwrap().to_owned();
    let test = seats.path(&format!("{}/{channel}/test", notices("confederate")));
    assert_eq!(seats.confederate.send("POST", &test, &[], b"").await.unwrap().status, 200);
    let mut ids = Vec::new();
    for (attempt, delay) in [30, 120, 600, 3600, 4 * 3600, 12 * 3600].into_iter().enumerate() {
        ids.push(hook.called().await.header("webhook-id").to_owned());
        let tried = json!(attempt + 1);
        let due = Moment(hour.borrow().0 + delay * 1000).to_string();
        let waits =
            last(&seats, |last| last["attempts"] == tried && last["at"] == due.as_str()).await;
        assert_eq!(waits["state"], "waits");
        pass(&hour, delay);
    }
    ids.push(hook.called().await.header("webhook-id").to_owned());
    let failed = last(&seats, |last| last["state"] == "failed").await;
    assert_eq!((&failed["attempts"], &failed["why"]), (&json!(7), &json!("the answer was 500")));
    ids.dedup();
    assert_eq!(ids.len(), 1);
    pass(&hour, 1);
    assert_eq!(seats.confederate.send("POST", &test, &[], b"").await.unwrap().status, 200);
    assert_eq!(hook.called().await.json()["notices"][0]["what"], "test");
    last(&seats, |last| last["state"] == "sent").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_is_not_followed() {
    let (bench, _hour) = private("notices-redirect").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    let (mut hook, mut other) = (Hook::open().await, Hook::open().await);
    for status in ["302 Found", "307 Temporary Redirect"] {
        hook.will_answer(&format!("{status}\r\nlocation: {}", other.url()), "");
    }
    open(&seats, json!({"means": "webhook", "to": hook.url()})).await;
    hook.called().await;
    let waits = last(&seats, |last| last["why"] != Value::Null).await;
    assert_eq!(waits["why"], "the answer was 302");
    assert!(!other.was_called());
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_has_this_server_call_its_own_network() {
    let (bench, _hour) = Bench::at_hour("notices-private").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    let path = seats.path(&notices("confederate"));
    let mut hook = Hook::open().await;
    let port = hook.address.port();
    for to in [
        hook.url(),
        format!("https://127.0.0.1:{port}/"),
        format!("https://[::1]:{port}/"),
        format!("https://[::ffff:127.0.0.1]:{port}/"),
        "https://169.254.169.254/latest/meta-data/".to_owned(),
        "https://[fd00:ec2::254]/".to_owned(),
        "https://192.168.0.1/".to_owned(),
        "https://example.org:0/".to_owned(),
        "https://example.org:22/".to_owned(),
        "http://example.org/".to_owned(),
        "gopher://example.org/".to_owned(),
    ] {
        let answer = seats.confederate.post(&path, &json!({"means": "webhook", "to": to})).await;
        assert_eq!((answer.status, &answer.json()["type"]), (400, &json!("malformed")), "{to}");
    }
    // A name says nothing before it is resolved: then its address is looked at, and nobody is called.
    open(&seats, json!({"means": "webhook", "to": format!("https://localhost:{port}/")})).await;
    let waits = last(&seats, |last| last["why"] != Value::Null).await;
    assert_eq!(waits["why"], "the address leads into a network that is not for everybody");
    assert!(!hook.was_called());
}
