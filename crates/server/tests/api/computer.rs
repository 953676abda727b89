//! The computer at the table: it plays, hints, assesses and looks back.

use std::time::Duration;

use serde_json::{Value, json};
use server::limits::Limits;

use crate::common::http::Client;
use crate::common::table::{
    Bench, Seats, about_to_attack, attack, fresh, generous, has_staff, scenarios,
};

pub fn seats(union: Value, confederate: Value) -> Value {
    json!({"battle": "blue-gray/antietam",
        "seats": {"union": union, "confederate": confederate}})
}

pub fn computer(level: &str) -> Value {
    json!({"holder": "computer", "level": level})
}

/// Two Recruits at a scenario.
pub fn show(battle: &str, scenario: &str) -> Value {
    json!({"battle": battle, "scenario": scenario,
        "seats": {"union": computer("recruit"), "confederate": computer("recruit")}})
}

/// Waits until a summary is as wanted, listening to the news in between.
pub async fn until(game: &Seats, wanted: impl Fn(&Value) -> bool) -> Value {
    let waiting = async {
        let mut events = game.watch.listen(&game.path("/stream"), None).await.expect("a stream");
        loop {
            let summary = game.watch.get(&game.path("/summary")).await.json();
            if wanted(&summary) {
                return summary;
            }
            if events.next().await.is_none() {
                let stream = game.watch.listen(&game.path("/stream"), None).await;
                events = stream.expect("a stream");
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(120), waiting).await.expect("in time")
}

pub async fn until_over(game: &Seats) -> Value {
    until(game, |summary| summary["status"] == "over").await
}

pub async fn seat_computer(game: &Seats, who: &Client, side: &str, level: Value) -> (u16, Value) {
    let body = json!({"request": fresh(), "level": level});
    let answer = who.put(&game.path(&format!("/seats/{side}/computer")), &body).await;
    (answer.status, answer.json())
}

pub async fn hint(game: &Seats, who: &Client, body: Value) -> (u16, Value) {
    let answer = who.post(&game.path("/hint"), &body).await;
    (answer.status, answer.json())
}

/// One scenario of each system; in the long run all of them.
fn scenarios_of_this_run() -> Vec<(&'static str, &'static str)> {
    let mut chosen: Vec<(&str, &str)> = scenarios().into_iter().rev().collect();
    if std::env::var_os("LONGROLL_SOAK").is_none() {
        let system = |of: &(&str, &str)| of.0.split('/').next().map(str::to_owned);
        chosen.dedup_by_key(|of| system(of));
    }
    chosen
}

#[tokio::test(flavor = "multi_thread")]
async fn recruits_play_every_scenario_to_its_end_and_the_record_verifies() {
    let bench = Bench::new("computer-shows").await;
    let mut games = Vec::new();
    for (battle, scenario) in scenarios_of_this_run() {
        let game = Seats::create(&bench.client(), &show(battle, scenario)).await;
        games.push((battle, scenario, game));
    }
    for (battle, scenario, game) in games {
        let over = until_over(&game).await;
        assert_eq!(over["ended"]["how"], "rules", "{battle} {scenario}: {over}");
        let steps = game.watch.get(&game.path("/steps")).await.json();
        let steps = steps["steps"].as_array().unwrap().clone();
        assert!(steps.len() > 50, "{battle} {scenario}: {} steps", steps.len());
        for step in &steps {
            let why = step["why"].as_str().unwrap_or_default();
            assert!(!why.is_empty() && step["auto"] == true, "{step}");
        }
        let verdict = game.watch.get(&game.path("/verify")).await.json();
        assert_eq!(verdict["actions"], steps.len(), "{verdict}");
        assert_eq!(verdict["dice"], true, "{verdict}");
        let header = game.watch.get(&game.path("/steps")).await.json()["header"].clone();
        assert_eq!(header["seats"]["union"], "Recruit (computer)");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_show_ends_the_same_after_a_restart_and_keeps_its_reasons() {
    let mut bench = Bench::new("computer-kept").await;
    let game = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    until_over(&game).await;
    let before = game.whole().await;
    bench.restart().await;
    let game = game.moved_to(&bench.client());
    assert_eq!(game.whole().await, before);
    let why = |entry: &&Value| entry["why"].as_str().is_some_and(|why| !why.is_empty());
    let entries = before.0["entries"].as_array().unwrap();
    assert!(entries.iter().filter(why).count() > 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_tell_which_computers_there_are() {
    let bench = Bench::new("computer-levels").await;
    let list = bench.client().get("/api/v1/battles").await.json();
    let levels: Vec<&str> = list["computers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(levels, ["recruit", "captain", "colonel", "general"]);
    assert_eq!(list["computers"][1]["title"], "Captain");
    for battle in list["battles"].as_array().unwrap() {
        let id = battle["id"].as_str().unwrap();
        if atlas::builtin::ids().any(|known| known == id) {
            assert_eq!(battle["computer"], has_staff(id), "{id}");
        }
    }
    for bad in [
        json!({"holder": "computer"}),
        json!({"holder": "me", "level": "captain"}),
        json!({"holder": "computer", "level": "admiral"}),
    ] {
        let answer = bench.client().post("/api/v1/games", &seats(bad.clone(), json!({}))).await;
        assert_eq!((answer.status, &answer.json()["type"]), (400, &json!("malformed")), "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_answers_a_person_and_undo_goes_back_before_the_persons_step() {
    let bench = Bench::new("computer-undo").await;
    let mut body = seats(json!({"holder": "me"}), computer("recruit"));
    body["friendly"] = json!(true);
    let game = Seats::create(&bench.client(), &body).await;
    let first = game.view().await;
    let opponent = &first["seats"]["confederate"];
    assert_eq!(opponent["holder"], "computer", "{opponent}");
    assert_eq!((&opponent["level"], &opponent["connected"]), (&json!("recruit"), &json!(true)));
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    // It moves at least one unit before it stops to fight.
    let turn =
        until(&game, |s| s["decision"]["side"] == "union" || s["decision"]["kind"] == "combat");
    turn.await;
    let view = until_person(&game).await;
    let steps = game.watch.get(&game.path("/steps")).await.json()["steps"].clone();
    let steps = steps.as_array().unwrap();
    assert!(steps.len() > 2, "the computer has played");
    assert_eq!(view["undo"]["by"], "union");
    let thrown = steps[1..].iter().any(|step| !step["dice"].as_array().unwrap().is_empty());
    assert_eq!(view["undo"]["can"], !thrown, "{}", view["undo"]);
    let answer = game.command(&game.union, "/undo", json!({})).await;
    if thrown {
        assert_eq!(answer.status, 409, "a die was thrown");
        // It can be asked for, and in a friendly game a computer grants everything at once.
        let answer = game.command(&game.union, "/take-back", json!({"to": 1})).await;
        let kinds: Vec<Value> =
            answer.json()["news"].as_array().unwrap().iter().map(|e| e["kind"].clone()).collect();
        assert_eq!(kinds[..2], [json!("take_back_asked"), json!("take_back_granted")]);
    } else {
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json()["news"][0]["to"], 1);
    }
    let view = game.view().await;
    assert_eq!(view["steps"], 1, "one's own step and all that followed went back");
    assert_eq!(view["decision"]["side"], "union");
}

/// Waits until no computer has anything to decide.
pub async fn until_person(game: &Seats) -> Value {
    let thinking = |summary: &Value, side: &str| summary["seats"][side]["thinking"] == true;
    until(game, |s| !thinking(s, "union") && !thinking(s, "confederate")).await;
    game.view().await
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_takes_a_computers_answer_back_with_ones_own_step() {
    let bench = Bench::new("computer-undo-answer").await;
    // Turn 2 ends with the Union's combat; the Confederates, a lone brigade far away, throw no die
    // in answer.
    let body = json!({"battle": "blue-gray/antietam",
        "seats": {"union": {"holder": "me"}, "confederate": computer("recruit")},
        "from": {"game": "blue-gray/antietam", "turn": 2, "side": "union", "phase": "combat",
            "units": [{"id": "Hood", "hex": "0516"}, {"id": "1/1/I", "hex": "1703"}]}});
    let game = Seats::create(&bench.client(), &body).await;
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    let view = until_person(&game).await;
    assert!(view["steps"].as_u64().unwrap() > 1, "the computer has answered");
    assert_eq!((&view["undo"]["by"], &view["undo"]["can"]), (&json!("union"), &json!(true)));
    let answer = game.command(&game.union, "/undo", json!({})).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["news"][0]["to"], 0);
    let view = game.view().await;
    assert_eq!((&view["steps"], &view["decision"]["side"]), (&json!(0), &json!("union")));
    assert_eq!(view["game"]["phase"], "combat");
    let verdict = game.watch.get(&game.path("/verify")).await;
    assert_eq!(verdict.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_handed_over_and_taken_back_in_the_middle() {
    let bench = Bench::new("computer-hand-over").await;
    let game = Seats::create(&bench.client(), &about_to_attack()).await;
    let (status, answer) =
        seat_computer(&game, &game.confederate, "confederate", json!("captain")).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["news"][0]["kind"], "seat");
    assert_eq!(answer["news"][0]["text"], "The Captain takes the Confederate seat.");
    assert_eq!(answer["view"]["seats"]["confederate"]["level"], "captain");
    // Whoever had the seat cannot act beside the computer, and nobody else can seat one.
    let (status, answer) = seat_computer(&game, &game.union, "confederate", json!("captain")).await;
    assert_eq!((status, &answer["type"]), (403, &json!("wrong-seat")));
    let refused = game.command(&game.confederate, "/resign", json!({})).await;
    assert_eq!((refused.status, &refused.json()["type"]), (403, &json!("not-your-decision")));
    // On a 1 Hood must retreat: the computer says whither.
    let body = json!({"action": attack(), "dice": [1]});
    assert_eq!(game.command(&game.union, "/actions", body).await.status, 200);
    let view = until_person(&game).await;
    assert_eq!(view["decision"]["side"], "union", "{}", view["decision"]);
    let steps = game.watch.get(&game.path("/steps")).await.json();
    assert!(steps["steps"][1]["action"]["retreat"].is_object(), "{steps}");
    // Back to its holder, who sits where he sat; a second time changes nothing.
    let (status, answer) = seat_computer(&game, &game.owner, "confederate", Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(answer["news"][0]["text"], "The Captain gives the Confederate seat back.");
    assert_eq!(answer["view"]["seats"]["confederate"]["holder"], "me");
    assert_eq!(answer["view"]["seats"]["confederate"]["level"], Value::Null);
    let (status, answer) = seat_computer(&game, &game.owner, "confederate", Value::Null).await;
    assert_eq!((status, &answer["news"]), (200, &json!([])));
    // The same request again is known again.
    let body = json!({"request": fresh(), "level": "recruit"});
    let path = game.path("/seats/union/computer");
    game.union.put(&path, &body).await;
    let again = game.union.put(&path, &body).await.json();
    assert_eq!(again["repeated"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_legal_can_be_done_and_leads_through_a_plan() {
    let bench = Bench::new("computer-hint").await;
    let body = seats(json!({"holder": "me"}), computer("recruit"));
    let game = Seats::create(&bench.client(), &body).await;
    for _ in 0..6 {
        let version = game.version().await;
        let wish = json!({"version": version, "level": "colonel"});
        let (status, advice) = hint(&game, &game.union, wish).await;
        assert_eq!(status, 200, "{advice}");
        assert_eq!(advice["version"], version);
        assert!(advice["why"].as_str().is_some_and(|why| why.len() > 5), "{advice}");
        assert!(advice["words"].as_str().is_some_and(|words| words.ends_with('.')), "{advice}");
        let question = json!({"question": {"why": {"action": advice["action"]}}});
        let legal = game.union.post(&game.path("/ask"), &question).await.json();
        assert_eq!(legal["legal"], true, "{advice}: {legal}");
        assert_eq!(game.act(&game.union, advice["action"].clone()).await.status, 200, "{advice}");
        until_person(&game).await;
    }
    let (status, advice) = hint(&game, &game.union, json!({"version": 1})).await;
    assert_eq!((status, &advice["type"]), (409, &json!("stale-version")));
    for who in [&game.confederate, &game.owner, &game.watch] {
        let (status, advice) = hint(&game, who, json!({})).await;
        assert!(status == 403 || status == 409, "{advice}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn against_a_person_by_link_the_staff_is_silent() {
    let bench = Bench::new("computer-silent").await;
    let body = seats(json!({"holder": "me"}), json!({"holder": "link"}));
    let game = Seats::create(&bench.client(), &body).await;
    let (status, advice) = hint(&game, &game.union, json!({})).await;
    assert_eq!((status, &advice["type"]), (409, &json!("not-allowed")));
    for who in [&game.union, &game.confederate, &game.owner, &game.watch] {
        let answer = who.get(&game.path("/assessment")).await;
        assert_eq!((answer.status, &answer.json()["type"]), (409, &json!("not-allowed")));
    }
    let answer = game.union.get(&game.path("/review")).await;
    assert_eq!((answer.status, &answer.json()["type"]), (409, &json!("not-allowed")));
    // A link that plays a computer may ask once it has played; watchers may not, until the end.
    let (status, _) = seat_computer(&game, &game.union, "union", json!("recruit")).await;
    assert_eq!(status, 200);
    until_person(&game).await;
    assert_eq!(game.confederate.get(&game.path("/assessment")).await.status, 200);
    // Whoever has let the computer play still has a person against him.
    assert_eq!(game.union.get(&game.path("/assessment")).await.status, 409);
    assert_eq!(game.owner.get(&game.path("/assessment")).await.status, 409);
    assert_eq!(game.watch.get(&game.path("/assessment")).await.status, 409);
    let (status, _) = seat_computer(&game, &game.union, "union", Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(game.confederate.get(&game.path("/assessment")).await.status, 409);
    assert_eq!(game.command(&game.confederate, "/resign", json!({})).await.status, 200);
    let end = game.watch.get(&game.path("/assessment")).await;
    assert_eq!(end.status, 200);
    // It ended otherwise than the position says.
    let words = end.json()["words"].as_str().unwrap().to_owned();
    assert!(words.contains("resign") && words.contains(" As it stood: "), "{words}");
    let start = game.watch.get(&game.path("/assessment?step=0")).await.json();
    assert!(!start["words"].as_str().unwrap().contains("As it stood"), "{start}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_assessment_is_of_the_step_asked_for() {
    let bench = Bench::new("computer-assessment").await;
    let game = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    until_over(&game).await;
    let steps = game.view().await["steps"].as_u64().unwrap();
    for step in [0, steps / 2, steps] {
        let found = game.watch.get(&game.path(&format!("/assessment?step={step}"))).await.json();
        assert_eq!(found["step"], step);
        let number = |name: &str| found[name].as_f64().expect("a number");
        assert!(number("low") <= number("margin") && number("margin") <= number("high"));
        let chances = found["chances"].as_array().unwrap();
        let all: f64 = chances.iter().map(|one| one["chance"].as_f64().unwrap()).sum();
        assert!((all - 1.0).abs() < 1e-6, "{found}");
    }
    // The end is certain, and as it was.
    let end = game.watch.get(&game.path("/assessment")).await.json();
    assert_eq!((&end["low"], &end["step"]), (&end["high"], &json!(steps)));
    let view = game.view().await;
    let points = |side: &str| view["game"]["points"][side]["total"].as_f64().unwrap();
    assert_eq!(end["margin"].as_f64().unwrap(), points("union") - points("confederate"));
    let beyond = game.watch.get(&game.path(&format!("/assessment?step={}", steps + 1))).await;
    assert_eq!((beyond.status, &beyond.json()["type"]), (400, &json!("malformed")));
}

async fn review(game: &Seats) -> Value {
    let waiting = async {
        loop {
            let answer = game.watch.get(&game.path("/review")).await;
            match answer.status {
                202 => {
                    let done = answer.json()["done"].as_f64().expect("a part");
                    assert!((0.0..=1.0).contains(&done));
                    assert!(answer.header("retry-after").is_some());
                    tokio::task::yield_now().await;
                }
                200 => return answer.json(),
                status => panic!("{status}: {}", answer.json()),
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(180), waiting).await.expect("in time")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_reviewed_with_its_moments() {
    let bench = Bench::new("computer-review").await;
    let game = Seats::create(&bench.client(), &show("blue-gray/antietam", "september-17")).await;
    until_over(&game).await;
    let steps = game.watch.get(&game.path("/steps")).await.json()["steps"].clone();
    let steps = steps.as_array().unwrap();
    let found = review(&game).await;
    let course = found["course"].as_array().unwrap();
    assert_eq!((&course[0]["step"], &course[0]["turn"]), (&json!(0), &json!(1)));
    assert_eq!(course.last().unwrap()["step"], steps.len());
    let at: Vec<u64> = course.iter().map(|point| point["step"].as_u64().unwrap()).collect();
    assert!(at.is_sorted_by(|a, b| a < b), "{at:?}");
    let moments = found["moments"].as_array().unwrap();
    assert_eq!(moments.len(), 5, "Recruits err often enough");
    for moment in moments {
        let step = &steps[usize::try_from(moment["step"].as_u64().unwrap()).unwrap() - 1];
        assert_eq!((&moment["action"], &moment["by"]), (&step["action"], &step["by"]));
        assert_eq!(moment["turn"], step["turn"]);
        let swing = moment["swing"].as_f64().unwrap();
        assert!(swing <= -1.0, "{moment}");
        let number = |name: &str| moment[name].as_f64().unwrap();
        assert_eq!(swing, -(number("best") - number("expected")).abs(), "{moment}");
        assert!(moment["until"].as_u64() >= moment["step"].as_u64(), "{moment}");
        if moment["better"].is_null() {
            continue;
        }
        assert_ne!(moment["better"]["action"], moment["action"], "{moment}");
        // What the staff would have done was legal then.
        let before = moment["step"].as_u64().unwrap() - 1;
        let question = json!({"step": before,
            "question": {"why": {"action": moment["better"]["action"]}}});
        let legal = game.watch.post(&game.path("/ask"), &question).await.json();
        assert_eq!(legal["legal"], true, "{moment}: {legal}");
    }
    // Of the moves of a phase one decision is told.
    let ends: Vec<u64> = moments.iter().map(|moment| moment["until"].as_u64().unwrap()).collect();
    assert!(ends.is_sorted_by(|a, b| a < b), "{ends:?}");
    // It is worked out once.
    assert_eq!(game.watch.get(&game.path("/review")).await.json(), found);
    // The same game brought in as a record has been reviewed already.
    let record = game.watch.get(&game.path("/record")).await.body;
    let head = [("content-type", "application/jsonl")];
    let brought = bench.client().send("POST", "/api/v1/records", &head, &record).await.unwrap();
    let brought = Seats::of(&bench.client(), &brought.json()).await;
    let answer = brought.watch.get(&brought.path("/review")).await;
    assert_eq!((answer.status, answer.json()), (200, found));
}

#[tokio::test(flavor = "multi_thread")]
async fn thinking_goes_on_after_a_restart_in_its_middle() {
    let mut bench = Bench::new("computer-restart").await;
    bench.thinking = Duration::from_secs(3600);
    bench.restart().await;
    let body = seats(computer("general"), json!({"holder": "me"}));
    let game = Seats::create(&bench.client(), &body).await;
    let view = game.view().await;
    assert_eq!(view["seats"]["union"]["thinking"], true, "{}", view["seats"]);
    let stopped = std::time::Instant::now();
    bench.thinking = Duration::from_millis(1);
    bench.restart().await;
    assert!(stopped.elapsed() < Duration::from_secs(30), "the General was interrupted");
    let game = game.moved_to(&bench.client());
    // Nobody has to do more than to look.
    let summary = until(&game, |summary| summary["version"].as_u64() > Some(3)).await;
    assert_eq!(summary["status"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thinking_general_is_interrupted_when_the_seat_is_taken_back_or_the_game_deleted() {
    let mut bench = Bench::new("computer-interrupted").await;
    bench.thinking = Duration::from_secs(3600);
    bench.restart().await;
    let body = seats(computer("general"), json!({"holder": "me"}));
    let first = Seats::create(&bench.client(), &body).await;
    let mut events = first.union.listen(&first.path("/stream"), None).await.expect("a stream");
    let told = events.next_of("presence").await.expect("presence").json();
    assert_eq!(told["thinking"], "union", "{told}");
    let (status, _) = seat_computer(&first, &first.union, "union", Value::Null).await;
    assert_eq!(status, 200);
    let view = first.view().await;
    assert_eq!((&view["steps"], &view["seats"]["union"]["thinking"]), (&json!(0), &json!(false)));
    assert_eq!(view["seats"]["union"]["holder"], "me");
    // There may be but one thread: it must be free for the next game, and again after its end.
    let second = Seats::create(&bench.client(), &body).await;
    assert_eq!(second.owner.delete(&second.path("")).await.status, 204);
    let third = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    until_over(&third).await;
    assert_eq!(second.union.get(&second.path("")).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_is_undone_while_the_general_thinks_about_his_answer() {
    let mut bench = Bench::new("computer-undo-thinking").await;
    bench.thinking = Duration::from_secs(3600);
    bench.restart().await;
    let game = Seats::create(&bench.client(), &seats(json!({}), computer("general"))).await;
    for _ in 0..2 {
        assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    }
    let view = game.view().await;
    assert_eq!(view["seats"]["confederate"]["thinking"], true);
    assert_eq!((&view["undo"]["by"], &view["undo"]["can"]), (&json!("union"), &json!(true)));
    let answer = game.command(&game.union, "/undo", json!({})).await.json();
    assert_eq!(answer["view"]["seats"]["confederate"]["thinking"], false, "{answer}");
    assert_eq!(answer["view"]["decision"]["kind"], "combat");
    // The thread is free for others, and what was thought came to nothing.
    let other = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    until_over(&other).await;
    assert_eq!(game.view().await["steps"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_server_keeps_nobody_waiting_for_a_hint() {
    let mut bench = Bench::new("computer-end").await;
    bench.thinking = Duration::from_secs(3600);
    bench.restart().await;
    // The General of another game has the thread, or one of them.
    Seats::create(&bench.client(), &seats(computer("general"), json!({}))).await;
    let game = Seats::create(&bench.client(), &seats(json!({}), computer("general"))).await;
    let path = game.path("/hint");
    let wish = json!({"level": "general"});
    let begun = std::time::Instant::now();
    let (answer, ()) = tokio::join!(game.union.json("POST", &path, &wish), bench.stop());
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    // Whatever was answered in time was one of these; or the connection ended with the server.
    if let Ok(answer) = answer {
        assert!([200, 503].contains(&answer.status), "{}", answer.status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_show_waits_while_nobody_looks() {
    let limits = Limits { unseen_show: Duration::ZERO, ..generous() };
    let bench = Bench::with("computer-unseen", limits).await;
    let game = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    // Another game is played from its beginning to its end meanwhile.
    let other = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    until_over(&other).await;
    let summary = game.watch.get(&game.path("/summary")).await.json();
    assert_eq!((&summary["status"], &summary["version"]), (&json!("playing"), &json!(1)));
    until_over(&game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_answers_offers_of_a_draw_at_once() {
    let bench = Bench::new("computer-draw").await;
    let body = seats(json!({"holder": "me"}), computer("recruit"));
    let game = Seats::create(&bench.client(), &body).await;
    let expected = game.union.get(&game.path("/assessment")).await.json();
    let answer = game.command(&game.union, "/draw", json!({"what": "offer"})).await.json();
    let news = answer["news"].as_array().unwrap();
    assert_eq!(news[0]["kind"], "draw_offered");
    let chances = expected["chances"].as_array().unwrap();
    let of = |winner: Value| -> f64 {
        let own = chances.iter().filter(|one| one["winner"] == winner);
        own.map(|one| one["chance"].as_f64().unwrap()).sum()
    };
    let hopes = of(json!("confederate")) + of(Value::Null) / 2.0;
    let kind = if hopes < 0.15 { "draw_agreed" } else { "draw_refused" };
    assert_eq!(news[1]["kind"], kind, "{expected}");
    assert_eq!(answer["view"]["draw"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_says_why_it_refuses_a_draw_unless_the_staff_is_silent() {
    let bench = Bench::new("computer-draw-reason").await;
    // Nobody can do anything for the Union: one brigade against an army.
    let position = json!({"game": "blue-gray/antietam", "turn": 9, "side": "union",
        "phase": "movement", "units": [{"id": "1/1/I", "hex": "1703"}, {"id": "Hood", "hex": "0516"},
            {"id": "Lawton", "hex": "0516"}, {"id": "Winder", "hex": "0517"}]});
    let refused = async |union: Value| {
        let seats = json!({"union": union, "confederate": computer("recruit")});
        let body = json!({"battle": "blue-gray/antietam", "seats": seats, "from": position});
        let game = Seats::create(&bench.client(), &body).await;
        let assessed = game.union.get(&game.path("/assessment")).await.json();
        let answer = game.command(&game.union, "/draw", json!({"what": "offer"})).await.json();
        assert_eq!(answer["news"][1]["kind"], "draw_refused", "{assessed}");
        (answer["news"][1]["text"].clone(), -assessed["margin"].as_f64().expect("a margin"))
    };
    let (reason, margin) = refused(json!({"holder": "me"})).await;
    let points = (2.0 * margin).round() / 2.0;
    let reason = reason.as_str().expect("a reason").to_owned();
    assert!(points >= 1.0, "{points}");
    assert_eq!(reason, format!("The staff expects to win by about {points} points."));
    // The owner sent the seat to another: he must not hear what the staff expects.
    assert_eq!(refused(json!({"holder": "link"})).await.0, Value::Null);
}
