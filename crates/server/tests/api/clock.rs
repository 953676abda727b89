//! Games against the clock, at an hour that the test tells: what is left, what stops it, and what happens when it has
//! run out.

use serde_json::{Value, json};
use server::moment::Moment;
use tokio::sync::watch;

use crate::common::http::Client;
use crate::common::table::{Bench, Seats, fresh, redeem};

/// The toy with its clock of a minute a phase: hidden, or with `"6"` open.
fn timed(options: &[&str], confederate: &str) -> Value {
    let seats = json!({"union": {"holder": "me"}, "confederate": {"holder": confederate}});
    json!({"battle": "toy/nine-squares", "options": options, "seats": seats})
}

fn pass(hour: &watch::Sender<Moment>, seconds: i64) {
    let later = Moment(hour.borrow().0 + seconds * 1000);
    hour.send_replace(later);
}

async fn clock(seats: &Seats, who: &Client) -> Value {
    who.get(&seats.path("")).await.json()["clock"].clone()
}

/// Waits for the next entry of an action, and gives its line.
async fn next_line(stream: &mut crate::common::http::Events) -> Value {
    loop {
        let entry = stream.next_of("news").await.expect("news").json();
        if entry["kind"] == "action" {
            return entry["line"].clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_is_seen_by_all_and_at_expiry_the_table_ends_the_phase() {
    let (bench, hour) = Bench::at_hour("clock-expiry").await;
    let seats = Seats::create(&bench.client(), &timed(&["6", "8"], "here")).await;
    let mut stream = seats.watch.listen(&seats.path("/stream"), None).await.expect("a stream");
    for who in [&seats.union, &seats.confederate, &seats.owner, &seats.watch] {
        let whole =
            json!({"kind": "phase", "side": "union", "limit": 60, "left": 60_000, "running": true});
        assert_eq!(clock(&seats, who).await, whole);
    }
    pass(&hour, 20);
    assert_eq!(clock(&seats, &seats.watch).await["left"], 40_000);
    // Whoever acts does not gain time, nor whoever takes it back.
    let go = json!({"move": {"unit": "US-2", "to": "0,2"}});
    assert_eq!(seats.act(&seats.union, go).await.status, 200);
    assert_eq!(seats.command(&seats.union, "/undo", json!({})).await.status, 200);
    assert_eq!(clock(&seats, &seats.watch).await["left"], 40_000);
    next_line(&mut stream).await;
    pass(&hour, 40);
    let line = next_line(&mut stream).await;
    assert_eq!((&line["cause"], &line["by"]), (&json!("clock"), &json!("union")), "{line}");
    assert_eq!(line["action"], json!({"end_phase": {}}));
    assert_eq!(line["events"][0]["event"], "time_expired");
    let next = clock(&seats, &seats.watch).await;
    assert_eq!((&next["side"], &next["left"]), (&json!("confederate"), &json!(60_000)));
    // The record says so, and is sound.
    assert_eq!(seats.command(&seats.union, "/resign", json!({})).await.status, 200);
    assert_eq!(clock(&seats, &seats.watch).await, Value::Null, "it is over");
    let record = seats.watch.get(&seats.path("/record")).await.body;
    let record = String::from_utf8(record).unwrap();
    assert!(record.contains(r#""clock":{"phase_seconds":60}"#), "{record}");
    assert_eq!(record.matches(r#""cause":"clock""#).count(), 1);
    assert_eq!(seats.watch.get(&seats.path("/verify")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_after_the_time_has_run_out_comes_too_late() {
    let (bench, hour) = Bench::at_hour("clock-late").await;
    let seats = Seats::create(&bench.client(), &timed(&["6", "8"], "here")).await;
    let version = seats.version().await;
    pass(&hour, 60);
    // Whether the clock's own task or this command comes first: the phase is over.
    let go = json!({"move": {"unit": "US-2", "to": "0,2"}});
    let body = json!({"request": fresh(), "version": version, "action": go});
    let late = seats.union.post(&seats.path("/actions"), &body).await;
    assert_eq!((late.status, &late.json()["type"]), (409, &json!("stale-version")));
    let told = seats.watch.get(&seats.path("/entries")).await.json();
    let actions: Vec<&Value> = told["entries"].as_array().unwrap().iter().collect();
    let actions: Vec<&&Value> = actions.iter().filter(|entry| entry["kind"] == "action").collect();
    assert_eq!(actions.len(), 1, "{told}");
    assert_eq!(actions[0]["line"]["cause"], "clock");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_down_takes_nobodys_time() {
    let (mut bench, hour) = Bench::at_hour("clock-down").await;
    let mut seats = Seats::create(&bench.client(), &timed(&["6", "8"], "here")).await;
    pass(&hour, 25);
    assert_eq!(clock(&seats, &seats.union).await["left"], 35_000);
    bench.stop().await;
    pass(&hour, 3600);
    bench.start().await;
    seats = seats.moved_to(&bench.client());
    let left = clock(&seats, &seats.union).await;
    assert_eq!((&left["left"], &left["running"]), (&json!(35_000), &json!(true)));
    pass(&hour, 5);
    assert_eq!(clock(&seats, &seats.union).await["left"], 30_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_waits_for_the_guest_to_sit_down() {
    let (bench, hour) = Bench::at_hour("clock-waits").await;
    let answer = bench.client().post("/api/v1/games", &timed(&["6", "8"], "link")).await.json();
    let seats = Seats::held(&bench.client(), answer["id"].as_str().unwrap(), &answer["tokens"]);
    pass(&hour, 500);
    assert_eq!(clock(&seats, &seats.union).await, json!(null), "nothing has begun");
    let offer = answer["invitations"]["confederate"].as_str().unwrap();
    let (guest, redeemed) = redeem(&bench.client(), &seats.id, offer).await;
    assert_eq!(redeemed.status, 200);
    let seats = Seats { confederate: guest, ..seats };
    seats.sit_down().await;
    clock(&seats, &seats.union).await;
    pass(&hour, 10);
    let runs = clock(&seats, &seats.union).await;
    assert_eq!((&runs["left"], &runs["running"]), (&json!(50_000), &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_hidden_game_everybody_sees_the_clock_and_hears_that_it_ended_the_phase() {
    let (bench, hour) = Bench::at_hour("clock-hidden").await;
    let seats = Seats::create(&bench.client(), &timed(&["8"], "link")).await;
    let mut stream = seats.confederate.listen(&seats.path("/stream"), None).await.expect("one");
    let go = json!({"move": {"unit": "US-2", "to": "0,2"}});
    let version = seats.union.get(&seats.path("/summary")).await.json()["version"].clone();
    let body = json!({"request": fresh(), "version": version, "action": go});
    assert_eq!(seats.union.post(&seats.path("/actions"), &body).await.status, 200);
    pass(&hour, 30);
    for who in [&seats.union, &seats.confederate, &seats.owner, &seats.watch] {
        assert_eq!(clock(&seats, who).await["left"], 30_000);
    }
    pass(&hour, 30);
    let line = next_line(&mut stream).await;
    assert_eq!((&line["cause"], &line["action"]), (&json!("clock"), &Value::Null), "{line}");
    assert_eq!(line["events"][0]["event"], "time_expired");
    assert!(!line.to_string().contains("US-2"), "{line}");
    assert_eq!(clock(&seats, &seats.watch).await["side"], "confederate");
}

/// The option of the manual itself: an operations phase of a real battle.
#[tokio::test(flavor = "multi_thread")]
async fn operations_phases_of_a_battle_are_limited() {
    let (bench, hour) = Bench::at_hour("clock-battle").await;
    let new = json!({"battle": "grand-tactical/antietam", "options": ["6=10"]});
    let seats = Seats::create(&bench.client(), &new).await;
    let _page = seats.owner.listen(&seats.path("/stream"), None).await.expect("a stream");
    let mut stream = seats.watch.listen(&seats.path("/stream"), None).await.expect("a stream");
    // Whatever comes before the first operations phase has no limit.
    let mut view = seats.view().await;
    while view["clock"].is_null() {
        pass(&hour, 3600);
        let side = view["decision"]["side"].as_str().expect("somebody decides").to_owned();
        let question = json!({"question": {"actions": {}}});
        let listed = seats.seat(&side).post(&seats.path("/ask"), &question).await.json();
        let done = listed["actions"].as_array().unwrap().last().unwrap()["action"].clone();
        let acted = seats.act(seats.seat(&side), done).await;
        assert_eq!(acted.status, 200, "{}", acted.json());
        next_line(&mut stream).await;
        view = seats.view().await;
    }
    assert_eq!(view["clock"]["limit"], 600, "{}", view["clock"]);
    pass(&hour, 600);
    assert_eq!(next_line(&mut stream).await["cause"], "clock");
}
