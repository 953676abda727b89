//! Games with a pace, at an hour that the test tells: whose time runs, what stops it, and what happens at the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rules::dice::Link;
use serde_json::{Value, json};
use server::clock::Clock;
use server::moment::Moment;
use server::store::{Fault, Faults};
use tokio::sync::watch;

use crate::common::http::{Answer, Client, Events};
use crate::common::table::{Bench, Seats, about_to_attack, attack, fresh};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

type Hour = watch::Sender<Moment>;

fn pass(hour: &Hour, milliseconds: i64) {
    let later = Moment(hour.borrow().0 + milliseconds);
    hour.send_replace(later);
}

/// Lets so much time pass, and somebody look: what is due is done then at the latest.
async fn pass_seen(seats: &Seats, hour: &Hour, milliseconds: i64) {
    pass(hour, milliseconds);
    seats.view().await;
}

/// A day a turn, half a day a choice, three days of vacation.
fn a_day_a_turn() -> Value {
    json!({"time": {"kind": "turn", "seconds": 86_400}, "allowance": 43_200, "vacation_days": 3,
        "at_end": {"kind": "claim"}})
}

fn with_pace(mut new: Value, pace: &Value) -> Value {
    new["seats"] = json!({"union": {"holder": "me"}, "confederate": {"holder": "link"}});
    new["pace"] = pace.clone();
    new
}

/// The toy, everything open, between two people apart.
fn toy(pace: &Value) -> Value {
    with_pace(json!({"battle": "toy/nine-squares", "options": ["6"]}), pace)
}

async fn distant(bench: &Bench, pace: &Value) -> Seats {
    Seats::create(&bench.client(), &toy(pace)).await
}

/// What the clock says: kind, side, what is left, and whether it runs.
async fn clock(seats: &Seats) -> (String, String, i64, bool) {
    let clock = seats.view().await["clock"].clone();
    let word = |name: &str| clock[name].as_str().unwrap_or_default().to_owned();
    let left = clock["left"].as_i64().unwrap_or(-1);
    (word("kind"), word("side"), left, clock["running"] == true)
}

fn shown(kind: &str, side: &str, left: i64, running: bool) -> (String, String, i64, bool) {
    (kind.to_owned(), side.to_owned(), left, running)
}

async fn end_phase(seats: &Seats, who: &Client) -> Answer {
    seats.act(who, json!({"end_phase": {}})).await
}

async fn listen(seats: &Seats) -> Events {
    seats.watch.listen(&seats.path("/stream"), None).await.expect("a stream")
}

/// The next entry of a kind.
async fn next(stream: &mut Events, kind: &str) -> Value {
    loop {
        let entry = stream.next_of("news").await.expect("news").json();
        if entry["kind"] == kind {
            return entry;
        }
    }
}

async fn post(seats: &Seats, who: &Client, what: &str, more: Value) -> (u16, Value) {
    let mut body = more;
    body["request"] = json!(fresh());
    let answer = who.post(&seats.path(what), &body).await;
    (answer.status, answer.json())
}

async fn refused(seats: &Seats, who: &Client, what: &str, more: Value) -> String {
    let (status, problem) = post(seats, who, what, more).await;
    assert_eq!((status, &problem["type"]), (409, &json!("not-allowed")), "{problem}");
    problem["detail"].as_str().expect("words").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_deciders_clock_runs_and_each_turn_has_its_time() {
    let (bench, hour) = Bench::at_hour("pace-turns").await;
    let seats = distant(&bench, &a_day_a_turn()).await;
    assert_eq!(clock(&seats).await, shown("turn", "union", DAY, true));
    pass(&hour, 5 * HOUR);
    // Whoever acts does not gain time, nor whoever takes it back.
    let go = json!({"move": {"unit": "US-2", "to": "0,2"}});
    assert_eq!(seats.act(&seats.union, go).await.status, 200);
    assert_eq!(seats.command(&seats.union, "/undo", json!({})).await.status, 200);
    assert_eq!(clock(&seats).await, shown("turn", "union", 19 * HOUR, true));
    assert_eq!(end_phase(&seats, &seats.union).await.status, 200);
    assert_eq!(clock(&seats).await, shown("turn", "confederate", DAY, true));
    pass(&hour, 2 * HOUR);
    assert_eq!(end_phase(&seats, &seats.confederate).await.status, 200);
    assert_eq!(clock(&seats).await, shown("turn", "union", DAY, true), "a turn of its own");
    let summary = seats.union.get(&seats.path("/summary")).await.json();
    assert_eq!(summary["clock"]["left"], DAY, "{summary}");
    let pace = seats.view().await["pace"].clone();
    assert_eq!(pace["terms"], a_day_a_turn());
    assert!(pace["words"].as_str().unwrap().starts_with("1 day for each turn; 12 hours"), "{pace}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_reminded_then_late_and_then_the_other_may_claim_the_game() {
    let (bench, hour) = Bench::at_hour("pace-claim").await;
    let seats = distant(&bench, &a_day_a_turn()).await;
    let mut stream = listen(&seats).await;
    let words = refused(&seats, &seats.confederate, "/claim", json!({})).await;
    assert_eq!(words, "Nobody’s time has run out: there is nothing to claim.");
    pass_seen(&seats, &hour, 20 * HOUR).await;
    let reminder = next(&mut stream, "clock_reminder").await;
    assert_eq!(reminder["clock"], json!({"what": "reminder", "left": 4 * 3600}));
    assert_eq!(reminder["by"], "union");
    assert_eq!(reminder["text"], "The Union player has 4 hours left for this turn.");
    pass_seen(&seats, &hour, 5 * HOUR).await;
    let up = next(&mut stream, "clock").await;
    assert_eq!((&up["clock"]["what"], &up["by"]), (&json!("time_up"), &json!("union")));
    let view = seats.view().await;
    assert_eq!(
        (&view["pace"]["time_up"], &view["pace"]["may_claim"]),
        (&json!("union"), &json!("confederate"))
    );
    assert_eq!(view["clock"]["left"], 0);
    assert_eq!(
        refused(&seats, &seats.union, "/claim", json!({})).await,
        "It is your own time that has run out."
    );
    assert_eq!(post(&seats, &seats.watch, "/claim", json!({})).await.0, 403);
    let (status, claimed) = post(&seats, &seats.confederate, "/claim", json!({})).await;
    assert_eq!(status, 200, "{claimed}");
    let ended = &claimed["view"]["ended"];
    assert_eq!((&ended["how"], &ended["winner"]), (&json!("time"), &json!("confederate")));
    let late = end_phase(&seats, &seats.union).await;
    assert_eq!((late.status, &late.json()["type"]), (409, &json!("over")));
    assert_eq!(seats.view().await["clock"], Value::Null);
    let record = String::from_utf8(seats.watch.get(&seats.path("/record")).await.body).unwrap();
    let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
    assert_eq!(header["clock"], a_day_a_turn(), "the record tells the pace");
    assert_eq!(seats.watch.get(&seats.path("/verify")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_late_may_play_on_until_the_game_is_claimed_and_of_both_one_wins() {
    let (bench, hour) = Bench::at_hour("pace-race").await;
    let seats = distant(&bench, &a_day_a_turn()).await;
    let mut stream = listen(&seats).await;
    pass_seen(&seats, &hour, 25 * HOUR).await;
    assert_eq!(next(&mut stream, "clock").await["clock"]["what"], "time_up");
    assert_eq!(end_phase(&seats, &seats.union).await.status, 200, "late, and in time");
    assert_eq!(clock(&seats).await, shown("turn", "confederate", DAY, true));
    assert!(refused(&seats, &seats.confederate, "/claim", json!({})).await.starts_with("Nobody’s"));
    for _ in 0..6 {
        let seats = distant(&bench, &a_day_a_turn()).await;
        let mut stream = listen(&seats).await;
        pass_seen(&seats, &hour, 25 * HOUR).await;
        assert_eq!(next(&mut stream, "clock").await["clock"]["what"], "time_up");
        let version = seats.version().await;
        let body = |more: Value| {
            let mut body = more;
            (body["request"], body["version"]) = (json!(fresh()), json!(version));
            body
        };
        let (act, claim) = (body(json!({"action": {"end_phase": {}}})), body(json!({})));
        let (at, to) = (seats.path("/actions"), seats.path("/claim"));
        let (acted, claimed) =
            tokio::join!(seats.union.post(&at, &act), seats.confederate.post(&to, &claim));
        assert!(
            (acted.status == 200) != (claimed.status == 200),
            "{} {}",
            acted.status,
            claimed.status
        );
        let over = seats.view().await["status"] == "over";
        assert_eq!(over, claimed.status == 200);
        let loser = if over { acted.json() } else { claimed.json() };
        let kind = loser["type"].as_str().unwrap();
        assert!(["over", "stale-version"].contains(&kind), "{loser}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_down_takes_nobodys_time_and_reminds_nobody_has_to_ask() {
    let (mut bench, hour) = Bench::at_hour("pace-down").await;
    let mut seats = distant(&bench, &a_day_a_turn()).await;
    pass(&hour, 10 * HOUR);
    assert_eq!(clock(&seats).await.2, 14 * HOUR);
    bench.stop().await;
    pass(&hour, 40 * DAY);
    bench.start().await;
    seats = seats.moved_to(&bench.client());
    assert_eq!(clock(&seats).await, shown("turn", "union", 14 * HOUR, true));
    bench.restart().await;
    // Nobody opens the game: it is found in storage when its time comes.
    let mut database = bench.database().await;
    let told = "SELECT COUNT(*) FROM entries WHERE kind = 'clock_reminder'";
    pass(&hour, 10 * HOUR);
    let reminded = async {
        loop {
            let count: i64 = sqlx::query_scalar(told).fetch_one(&mut database).await.unwrap();
            if count == 1 {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), reminded).await.expect("a reminder");
    seats = seats.moved_to(&bench.client());
    assert_eq!(clock(&seats).await.2, 4 * HOUR);
    bench.restart().await;
    seats = seats.moved_to(&bench.client());
    let entries = seats.watch.get(&seats.path("/entries")).await.json().to_string();
    assert_eq!(entries.matches("clock_reminder").count(), 1, "once: {entries}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sets_the_machines_clock_changes_nobodys_time() {
    let (hour, told) = watch::channel(Moment(1_800_000_000_000));
    let (steady, passed) = watch::channel(Moment(0));
    let mut bench = Bench::hidden("pace-jumps").await;
    bench.stop().await;
    bench.clock = Clock::Apart { hour: told, steady: passed };
    bench.start().await;
    let seats = distant(&bench, &a_day_a_turn()).await;
    for years in [3, -7, 1] {
        pass(&hour, years * 365 * DAY);
        let before = clock(&seats).await.2;
        pass(&steady, HOUR);
        assert_eq!(clock(&seats).await.2, before - HOUR);
    }
    pass(&steady, -HOUR);
    assert_eq!(clock(&seats).await.2, 21 * HOUR, "and it never goes back");
}

#[tokio::test(flavor = "multi_thread")]
async fn while_nothing_can_be_written_all_clocks_stand() {
    let (mut bench, hour) = Bench::at_hour("pace-unwritten").await;
    let failing = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&failing);
    bench.stop().await;
    bench.faults = Faults::Told(Arc::new(move || match told.load(Ordering::SeqCst) {
        true => Fault::NotWritten,
        false => Fault::None,
    }));
    bench.start().await;
    let seats = distant(&bench, &a_day_a_turn()).await;
    assert!(clock(&seats).await.3);
    failing.store(true, Ordering::SeqCst);
    let wait = async |running: bool| {
        let turned = async {
            while clock(&seats).await.3 != running {
                pass(&hour, 5000);
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(60), turned).await.expect("it turns");
    };
    wait(false).await;
    let left = clock(&seats).await.2;
    pass(&hour, 30 * HOUR);
    assert_eq!(clock(&seats).await.2, left, "it stands");
    failing.store(false, Ordering::SeqCst);
    wait(true).await;
    let left = clock(&seats).await.2;
    assert!(left > 23 * HOUR, "{left}");
    pass(&hour, HOUR);
    assert_eq!(clock(&seats).await.2, left - HOUR);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_in_the_others_turn_has_an_allowance_of_its_own() {
    let (bench, hour) = Bench::at_hour("pace-allowance").await;
    let seats =
        Seats::create(&bench.client(), &with_pace(about_to_attack(), &a_day_a_turn())).await;
    pass(&hour, 4 * HOUR);
    let body = json!({"action": attack(), "dice": [1]});
    assert_eq!(seats.command(&seats.union, "/actions", body).await.status, 200);
    assert_eq!(clock(&seats).await, shown("choice", "confederate", 12 * HOUR, true));
    pass(&hour, 2 * HOUR);
    assert_eq!(clock(&seats).await.2, 10 * HOUR);
    let left = seats.view().await["pace"]["seats"]["union"]["left"].clone();
    assert_eq!(left, 20 * HOUR, "the turn's clock stands");
    let question = json!({"question": {"actions": {}}});
    let listed = seats.confederate.post(&seats.path("/ask"), &question).await.json();
    let retreat = listed["actions"][0]["action"].clone();
    assert_eq!(seats.act(&seats.confederate, retreat).await.status, 200);
    let mut view = seats.view().await;
    while view["decision"]["side"] == "confederate" {
        let listed = seats.confederate.post(&seats.path("/ask"), &question).await.json();
        let next = listed["actions"][0]["action"].clone();
        assert_eq!(seats.act(&seats.confederate, next).await.status, 200);
        view = seats.view().await;
    }
    assert_eq!(clock(&seats).await, shown("turn", "union", 20 * HOUR, true), "and goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_is_spent_and_added_to_up_to_its_cap() {
    let (bench, hour) = Bench::at_hour("pace-bank").await;
    let mut pace = a_day_a_turn();
    pace["time"] = json!({"kind": "banked", "bank": 86_400, "increment": 7200, "cap": 90_000});
    let seats = distant(&bench, &pace).await;
    assert_eq!(clock(&seats).await.2, DAY);
    pass(&hour, 10 * HOUR);
    assert_eq!(end_phase(&seats, &seats.union).await.status, 200);
    let stores = seats.view().await["pace"]["seats"].clone();
    assert_eq!(
        (&stores["union"]["left"], &stores["confederate"]["left"]),
        (&json!(14 * HOUR), &json!(DAY))
    );
    assert_eq!(end_phase(&seats, &seats.confederate).await.status, 200);
    assert_eq!(clock(&seats).await, shown("turn", "union", 16 * HOUR, true));
    assert_eq!(end_phase(&seats, &seats.union).await.status, 200);
    assert_eq!(clock(&seats).await, shown("turn", "confederate", 25 * HOUR, true), "its cap");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_staff_plays_in_the_place_of_who_is_late_until_he_is_back() {
    let (bench, hour) = Bench::at_hour("pace-staff").await;
    let mut pace = a_day_a_turn();
    pace["at_end"] = json!({"kind": "staff", "level": "recruit"});
    let mut new = json!({"battle": "blue-gray/antietam",
        "from": {"game": "blue-gray/antietam", "turn": 2, "side": "union", "phase": "combat",
            "units": [{"id": "Hood", "hex": "0516"}, {"id": "1/1/I", "hex": "1703"}]}});
    new = with_pace(new, &pace);
    let seats = Seats::create(&bench.client(), &new).await;
    let mut stream = listen(&seats).await;
    pass_seen(&seats, &hour, 25 * HOUR).await;
    let seated = next(&mut stream, "seat").await;
    assert!(seated["text"].as_str().unwrap().contains("until its player is back"), "{seated}");
    // The computer ends the turn; then the other's clock runs.
    let view = crate::computer::until(&seats, |s| s["decision"]["side"] == "confederate").await;
    assert_eq!(view["seats"]["union"]["level"], "recruit");
    assert_eq!(seats.view().await["pace"]["seats"]["union"]["stand_in"], true);
    let words = refused(&seats, &seats.confederate, "/claim", json!({})).await;
    assert!(words.starts_with("In this game the staff plays"), "{words}");
    // Whoever plays on against the absent asks nobody for advice, and is answered by nobody in his name.
    let hint = post(&seats, &seats.confederate, "/hint", json!({})).await;
    assert_ne!(hint.0, 200, "{}", hint.1);
    let (status, offer) = post(&seats, &seats.confederate, "/draw", json!({"what": "offer"})).await;
    assert_eq!((status, offer["news"].as_array().unwrap().len()), (200, 1), "{offer}");
    let taken = json!({"request": fresh(), "level": null});
    let at = seats.path("/seats/union/computer");
    assert_eq!(seats.owner.put(&at, &taken).await.status, 200, "the owner's seat is his own");
    let pace = seats.view().await["pace"]["seats"]["union"].clone();
    assert_eq!((&pace["stand_in"], &pace["left"]), (&json!(false), &json!(DAY)));
    assert_eq!(clock(&seats).await.1, "confederate");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_to_a_turn_that_ran_out_has_time_again() {
    let (bench, hour) = Bench::at_hour("pace-back").await;
    let mut pace = a_day_a_turn();
    // It thinks so long that the seat is taken back before it has done anything.
    pace["at_end"] = json!({"kind": "staff", "level": "general"});
    let new = with_pace(json!({"battle": "blue-gray/antietam"}), &pace);
    let seats = Seats::create(&bench.client(), &new).await;
    let mut stream = listen(&seats).await;
    pass_seen(&seats, &hour, 25 * HOUR).await;
    next(&mut stream, "seat").await;
    let body = json!({"request": fresh(), "level": null});
    let back = seats.union.put(&seats.path("/seats/union/computer"), &body).await;
    assert_eq!(back.status, 200, "{}", back.json());
    assert_eq!(clock(&seats).await, shown("turn", "union", DAY, true));
    let pace = seats.view().await["pace"].clone();
    assert_eq!(
        (&pace["time_up"], &pace["seats"]["union"]["stand_in"]),
        (&Value::Null, &json!(false))
    );
    let mut stream = listen(&seats).await;
    pass_seen(&seats, &hour, 20 * HOUR).await;
    next(&mut stream, "clock_reminder").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_is_agreed_on_and_ended_by_either_after_notice() {
    let (mut bench, hour) = Bench::at_hour("pace-pause").await;
    let mut seats = distant(&bench, &a_day_a_turn()).await;
    let word = |what: &str| json!({"what": what});
    assert_eq!(
        refused(&seats, &seats.union, "/pause", word("agree")).await,
        "Nobody asks for a pause."
    );
    assert_eq!(refused(&seats, &seats.union, "/pause", word("resume")).await, "There is no pause.");
    assert_eq!(post(&seats, &seats.union, "/pause", word("ask")).await.0, 200);
    assert!(refused(&seats, &seats.union, "/pause", word("agree")).await.contains("other side"));
    assert_eq!(post(&seats, &seats.confederate, "/pause", word("refuse")).await.0, 200);
    assert_eq!(seats.view().await["pace"]["pause"], Value::Null);
    assert_eq!(post(&seats, &seats.union, "/pause", word("ask")).await.0, 200);
    pass(&hour, HOUR);
    assert_eq!(clock(&seats).await, shown("turn", "union", 23 * HOUR, true), "asked is not agreed");
    assert_eq!(post(&seats, &seats.confederate, "/pause", word("agree")).await.0, 200);
    pass(&hour, 30 * DAY);
    assert_eq!(clock(&seats).await, shown("turn", "union", 23 * HOUR, false));
    bench.restart().await;
    seats = seats.moved_to(&bench.client());
    let mut stream = listen(&seats).await;
    assert_eq!(clock(&seats).await, shown("turn", "union", 23 * HOUR, false));
    assert_eq!(post(&seats, &seats.confederate, "/pause", word("resume")).await.0, 200);
    pass(&hour, 11 * HOUR);
    let pause = seats.view().await["pace"]["pause"].clone();
    assert_eq!(pause, json!({"stage": "ending", "by": "confederate", "left": HOUR}));
    assert_eq!(clock(&seats).await.2, 23 * HOUR);
    assert!(
        refused(&seats, &seats.confederate, "/pause", word("resume")).await.contains("already")
    );
    pass_seen(&seats, &hour, HOUR).await;
    while next(&mut stream, "clock").await["clock"]["what"] != "resumed" {}
    assert_eq!(clock(&seats).await, shown("turn", "union", 23 * HOUR, true));
    // If both want to go on, nobody waits.
    assert_eq!(post(&seats, &seats.union, "/pause", word("ask")).await.0, 200);
    assert_eq!(post(&seats, &seats.confederate, "/pause", word("ask")).await.0, 200);
    assert_eq!(post(&seats, &seats.union, "/pause", word("resume")).await.0, 200);
    assert_eq!(post(&seats, &seats.confederate, "/pause", word("resume")).await.0, 200);
    assert!(clock(&seats).await.3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_of_vacation_stops_ones_own_clock_and_the_budget_is_kept() {
    let (bench, hour) = Bench::at_hour("pace-vacation").await;
    let seats = distant(&bench, &a_day_a_turn()).await;
    let mut stream = listen(&seats).await;
    let days = |days: Value| json!({"days": days});
    assert_eq!(
        refused(&seats, &seats.union, "/vacation", days(json!(4))).await,
        "You have 3 days of vacation left."
    );
    assert_eq!(
        refused(&seats, &seats.union, "/vacation", days(Value::Null)).await,
        "You are not on vacation."
    );
    assert_eq!(post(&seats, &seats.union, "/vacation", days(json!(0))).await.0, 400);
    pass(&hour, HOUR);
    assert_eq!(post(&seats, &seats.union, "/vacation", days(json!(1))).await.0, 200);
    pass(&hour, 20 * HOUR);
    assert_eq!(clock(&seats).await, shown("turn", "union", 23 * HOUR, false));
    let seat = seats.view().await["pace"]["seats"]["union"].clone();
    assert_eq!((&seat["away"], &seat["vacation_days"]), (&json!(4 * HOUR), &json!(2)));
    pass_seen(&seats, &hour, 4 * HOUR).await;
    while next(&mut stream, "clock").await["clock"]["what"] != "vacation_over" {}
    assert_eq!(clock(&seats).await, shown("turn", "union", 23 * HOUR, true));
    // Two more days, of which one is given back; the other's clock runs meanwhile.
    assert_eq!(post(&seats, &seats.union, "/vacation", days(json!(2))).await.0, 200);
    assert_eq!(end_phase(&seats, &seats.union).await.status, 200, "he may act all the same");
    pass(&hour, 23 * HOUR);
    assert_eq!(clock(&seats).await, shown("turn", "confederate", HOUR, true));
    let (status, back) = post(&seats, &seats.union, "/vacation", days(Value::Null)).await;
    assert_eq!(
        (status, &back["news"][0]["clock"]),
        (200, &json!({"what": "vacation_over", "back": 1}))
    );
    assert_eq!(seats.view().await["pace"]["seats"]["union"]["vacation_days"], 1);
    pass_seen(&seats, &hour, 2 * HOUR).await;
    while next(&mut stream, "clock").await["clock"]["what"] != "time_up" {}
    let words = refused(&seats, &seats.confederate, "/vacation", days(json!(1))).await;
    assert_eq!(words, "Your time has run out: no vacation brings it back.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_throw_that_waits_takes_the_time_of_whoever_witnesses() {
    let (bench, hour) = Bench::at_hour("pace-witness").await;
    let mut new = about_to_attack();
    new["dice"] = json!("witnessed");
    let answer =
        bench.client().post("/api/v1/games", &with_pace(new, &a_day_a_turn())).await.json();
    let seats = Seats::of(&bench.client(), &answer).await;
    let chain = |byte: u8| Link::from_bytes([byte; 32]);
    for (side, byte) in [("union", 1), ("confederate", 2)] {
        let body = json!({"end": chain(byte).back(9).to_hex(), "links": 9});
        assert_eq!(post(&seats, seats.seat(side), "/dice/chain", body).await.0, 200);
    }
    pass(&hour, 3 * HOUR);
    assert_eq!(clock(&seats).await, shown("turn", "union", 21 * HOUR, true));
    let action = json!({"action": attack(), "link": chain(1).back(8).to_hex()});
    assert_eq!(seats.command(&seats.union, "/actions", action).await.status, 200);
    assert_eq!(clock(&seats).await, shown("witness", "confederate", 12 * HOUR, true));
    let mut stream = listen(&seats).await;
    pass_seen(&seats, &hour, 13 * HOUR).await;
    while next(&mut stream, "clock").await["clock"]["what"] != "time_up" {}
    assert_eq!(seats.view().await["pace"]["may_claim"], "union");
    assert_eq!(post(&seats, &seats.union, "/claim", json!({})).await.0, 200);
    assert_eq!(seats.view().await["ended"]["winner"], "union");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_tells_nothing_of_what_is_hidden() {
    let (bench, hour) = Bench::at_hour("pace-hidden").await;
    let new = with_pace(json!({"battle": "toy/nine-squares", "options": []}), &a_day_a_turn());
    let busy = Seats::create(&bench.client(), &new).await;
    let idle = Seats::create(&bench.client(), &new).await;
    let go = json!({"move": {"unit": "US-2", "to": "0,2"}});
    let version = busy.union.get(&busy.path("/summary")).await.json()["version"].clone();
    let body = json!({"request": fresh(), "version": version, "action": go});
    assert_eq!(busy.union.post(&busy.path("/actions"), &body).await.status, 200);
    let (mut one, mut other) = (listen(&busy).await, listen(&idle).await);
    pass_seen(&busy, &hour, 20 * HOUR).await;
    idle.view().await;
    let (one, mut other) =
        (next(&mut one, "clock_reminder").await, next(&mut other, "clock_reminder").await);
    other["at"] = one["at"].clone();
    assert_eq!(one, other, "who did something and who did nothing look alike");
    let look = async |seats: &Seats| {
        let view = seats.confederate.get(&seats.path("")).await.json();
        (view["clock"].clone(), view["pace"].clone(), view["seq"].clone(), view["version"].clone())
    };
    assert_eq!(look(&busy).await, look(&idle).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_reads_the_pace_before_he_sits_down() {
    let (bench, hour) = Bench::at_hour("pace-invitation").await;
    let created = bench.client().post("/api/v1/games", &toy(&a_day_a_turn())).await.json();
    let id = created["id"].as_str().unwrap();
    let word = created["invitations"]["confederate"].as_str().unwrap();
    let at = format!("/api/v1/games/{id}/invitation");
    let told = bench.client().with(word).get(&at).await.json();
    assert_eq!((&told["side"], &told["pace"]), (&json!("confederate"), &a_day_a_turn()));
    assert!(told["pace_words"].as_str().unwrap().ends_with("the other side may claim the game."));
    pass(&hour, 90 * DAY);
    let seats = Seats::of(&bench.client(), &created).await;
    assert_eq!(clock(&seats).await, shown("turn", "union", DAY, true), "nothing ran before");
    let spent = bench.client().with(word).get(&at).await;
    assert_eq!((spent.status, &spent.json()["type"]), (401, &json!("invitation-used")));
    assert_eq!(seats.union.get(&at).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pace_that_cannot_be_kept_is_refused_with_words() {
    let bench = Bench::hidden("pace-refused").await;
    let refused = async |new: Value| {
        let answer = bench.client().post("/api/v1/games", &new).await;
        let problem = answer.json();
        (answer.status, problem["detail"].as_str().unwrap_or_default().to_owned())
    };
    let mut here = toy(&a_day_a_turn());
    here["seats"]["confederate"] = json!({"holder": "here"});
    let two = "A pace is for two people, of whom at least one gets a link.";
    assert_eq!(refused(here.clone()).await, (409, two.to_owned()));
    here["seats"] = json!({"union": {"holder": "link"}, "confederate": {"holder": "computer", "level": "recruit"}});
    here["battle"] = json!("blue-gray/antietam");
    here["options"] = json!([]);
    assert_eq!(refused(here).await, (409, two.to_owned()));
    let mut timed = toy(&a_day_a_turn());
    timed["options"] = json!(["6", "8"]);
    assert!(refused(timed).await.1.starts_with("This option limits the time of phases already"));
    let mut staff = toy(&a_day_a_turn());
    staff["pace"]["at_end"] = json!({"kind": "staff", "level": "captain"});
    assert!(refused(staff.clone()).await.1.starts_with("There is no staff"));
    staff["battle"] = json!("blue-gray/antietam");
    staff["options"] = json!([]);
    staff["dice"] = json!("witnessed");
    assert!(refused(staff).await.1.starts_with("Dice are witnessed by two people"));
    let mut short = toy(&a_day_a_turn());
    short["pace"]["time"]["seconds"] = json!(60);
    assert_eq!(refused(short).await, (400, "The pace: A turn is from 1 hour to 14 days.".into()));
    let plain = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    for what in ["/claim", "/pause", "/vacation"] {
        let more = match what {
            "/pause" => json!({"what": "ask"}),
            "/vacation" => json!({"days": 1}),
            _ => json!({}),
        };
        let (status, problem) = post(&plain, &plain.union, what, more).await;
        assert_eq!((status, &problem["type"]), (409, &json!("not-allowed")), "{what} {problem}");
    }
}
