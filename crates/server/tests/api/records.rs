//! Records: taken away, brought in, proved, branched off from.

use serde_json::{Value, json};

use crate::common::http::Answer;
use crate::common::table::{Bench, Seats, about_to_attack, attack};

const AS_RECORD: [(&str, &str); 1] = [("content-type", "application/x-ndjson")];

async fn bring(bench: &Bench, record: &[u8]) -> Answer {
    bench.client().send("POST", "/api/v1/records", &AS_RECORD, record).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_comes_back_as_a_game_to_look_at() {
    let mut bench = Bench::new("records-round").await;
    let mut new = about_to_attack();
    new["seats"] = json!({"union": {"name": "Ann"}});
    let seats = Seats::create(&bench.client(), &new).await;
    seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [6]})).await;
    seats.command(&seats.union, "/resign", json!({})).await;
    let answer = seats.watch.get(&seats.path("/record")).await;
    assert!(answer.header("content-disposition").unwrap().starts_with("attachment"));
    let record = answer.body;
    let created = bring(&bench, &record).await;
    assert_eq!(created.status, 201, "{}", String::from_utf8_lossy(&created.body));
    let created = created.json();
    assert!(created["tokens"].get("union").is_none());
    bench.restart().await;
    let copy = Seats::of(&bench.client(), &created).await;
    let view = copy.view().await;
    assert_eq!((&view["status"], &view["steps"]), (&json!("read-only"), &json!(1)));
    assert_eq!(view["seats"]["union"]["name"], "Ann");
    assert_eq!(copy.watch.get(&copy.path("/record")).await.body, record);
    let proof = copy.watch.get(&copy.path("/verify")).await.json();
    assert_eq!((&proof["dice"], &proof["forced"]), (&json!(true), &json!(1)));
    // Nobody sits at a record: there is nobody to be named, and no seat to make a link for.
    let before = copy.whole().await;
    let renamed = copy.owner.put(&copy.path("/seats/union"), &json!({"name": "Bob"})).await;
    let reissued = copy.owner.post(&copy.path("/seats/union/reissue"), &json!({})).await;
    for refused in [renamed, reissued] {
        assert_eq!((refused.status, refused.json()["type"].as_str()), (409, Some("read-only")));
    }
    assert_eq!(copy.whole().await, before);
    assert_eq!(copy.view().await["seats"]["union"]["name"], "Ann");
    let watch = copy.owner.post(&copy.path("/seats/watch/reissue"), &json!({})).await;
    assert_eq!(watch.status, 200, "those who watch can be sent away");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_record_is_refused_with_the_line() {
    let bench = Bench::new("records-forged").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [1]})).await;
    let record = String::from_utf8(seats.watch.get(&seats.path("/record")).await.body).unwrap();
    let forged = record.replacen("\"dice\":[1]", "\"dice\":[6]", 1);
    assert_ne!(forged, record);
    let answer = bring(&bench, forged.as_bytes()).await;
    assert_eq!(answer.status, 400);
    assert!(answer.json()["detail"].as_str().unwrap().contains("line 2"), "{:?}", answer.json());
    for bad in [&b"nonsense"[..], b"{}", b"\xff", record.lines().nth(1).unwrap().as_bytes()] {
        assert_eq!(bring(&bench, bad).await.json()["type"], "malformed");
    }
    let other = record.replacen("blue-gray/antietam", "blue-gray/gettysburg", 1);
    assert_eq!(bring(&bench, other.as_bytes()).await.json()["type"], "unknown-battle");
    let head = [("content-type", "application/json")];
    let typed = bench.client().send("POST", "/api/v1/records", &head, record.as_bytes()).await;
    assert_eq!(typed.unwrap().status, 415);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_branch_begins_where_it_should_with_a_seed_of_its_own() {
    let bench = Bench::new("records-branch").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let start = seats.view().await;
    seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [1]})).await;
    let now = seats.view().await;
    for (step, game) in [(0, &start["game"]), (1, &now["game"])] {
        let answer = seats.watch.post(&seats.path("/branch"), &json!({"step": step})).await;
        assert_eq!(answer.status, 201);
        let branch = Seats::of(&bench.client(), &answer.json()).await;
        let view = branch.view().await;
        assert_eq!(&view["game"], game);
        assert_ne!(view["commitment"], start["commitment"]);
        assert_eq!(view["dice"], "seeded");
    }
    let far = seats.watch.post(&seats.path("/branch"), &json!({"step": 9})).await;
    assert_eq!(far.json()["type"], "malformed");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_can_be_seen_and_asked_about() {
    let bench = Bench::new("records-steps").await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    let mut views = vec![seats.view().await["game"].clone()];
    for _ in 0..40 {
        let side = seats.view().await["decision"]["side"].as_str().unwrap().to_owned();
        let answer = seats.act(seats.seat(&side), one_action(&seats).await).await.json();
        views.push(answer["view"]["game"].clone());
    }
    for (step, game) in views.iter().enumerate() {
        let seen = seats.watch.get(&seats.path(&format!("/steps/{step}"))).await.json();
        assert_eq!(&seen["game"], game, "step {step}");
        assert!(seen["decision"]["words"].is_string());
    }
    let steps = seats.watch.get(&seats.path("/steps")).await.json();
    let steps = steps["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 40);
    for (index, step) in steps.iter().enumerate() {
        assert_eq!(step["n"], index + 1);
        assert_eq!(step["turn"], views[index]["turn"]);
        assert_eq!(step["phase"], views[index]["phase"]);
    }
    let then = json!({"question": {"actions": {}}, "step": 0});
    let then = seats.watch.post(&seats.path("/ask"), &then).await.json();
    assert!(then["actions"].as_array().unwrap().len() > 100);
    let far = seats.watch.get(&seats.path("/steps/41")).await;
    assert_eq!((far.status, far.json()["type"].as_str()), (404, Some("unknown-step")));
    assert_eq!(far.json()["detail"], "There are 40 steps, and 0 is the start.");
    assert_eq!(seats.watch.get(&seats.path("/steps/x")).await.status, 404);
    let far = json!({"question": {"actions": {}}, "step": 41});
    let far = seats.watch.post(&seats.path("/ask"), &far).await.json();
    assert_eq!(far["detail"], "The step: there are 40 steps, and 0 is the start.");
}

/// Some action that is legal now: what waits for a choice first, else the end of the phase, else an attack.
pub async fn one_action(seats: &Seats) -> Value {
    let view = seats.view().await;
    if let Some(choices) = view["game"]["pending"]["choices"].as_array() {
        return choices[0].clone();
    }
    if view["game"]["end_phase"]["can"] == true {
        return json!({"end_phase": {}});
    }
    let all =
        seats.watch.post(&seats.path("/ask"), &json!({"question": {"actions": {}}})).await.json();
    all["actions"][0]["action"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_these_rules_play_otherwise_can_be_looked_at_only() {
    let mut bench = Bench::new("records-spoiled").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [1]})).await;
    let choices = seats.view().await["game"]["pending"]["choices"].clone();
    seats.act(&seats.confederate, choices[0].clone()).await;
    bench.stop().await;
    // As if the rules had changed since: the die shows another face than the events tell.
    let mut database = bench.database().await;
    let changed =
        sqlx::query("UPDATE entries SET body = replace(body, '\"dice\":[1]', '\"dice\":[6]')")
            .execute(&mut database)
            .await
            .unwrap();
    assert!(changed.rows_affected() > 0);
    Bench::unchain(&mut database).await;
    sqlx::Connection::close(database).await.unwrap();
    bench.start().await;
    let seats = seats.moved_to(&bench.client());
    let view = seats.view().await;
    assert_eq!(view["status"], "read-only");
    assert!(view["why_read_only"].as_str().unwrap().contains("Step 1"), "{view}");
    let answer = seats.act(&seats.union, json!({"end_phase": {}})).await;
    assert_eq!((answer.status, answer.json()["type"].as_str()), (409, Some("read-only")));
    // The story is there all the same.
    assert_eq!(
        seats.watch.get(&seats.path("/steps")).await.json()["steps"].as_array().unwrap().len(),
        2
    );
    assert_eq!(seats.watch.get(&seats.path("/record")).await.status, 200);
    assert_eq!(seats.watch.get(&seats.path("/verify")).await.json()["type"], "read-only");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_brings_no_baggage_along() {
    let bench = Bench::new("records-baggage").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let record = String::from_utf8(seats.watch.get(&seats.path("/record")).await.body).unwrap();
    let change = |edit: &dyn Fn(&mut Value)| {
        let mut header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        edit(&mut header);
        record.replacen(record.lines().next().unwrap(), &header.to_string(), 1)
    };
    let loaded = change(&|header| {
        header["seats"] = json!({"union": format!("\u{0}{}", "x".repeat(500)), "more": [1, 2, 3]});
        header["program"] = json!("p".repeat(10_000));
    });
    let created = bring(&bench, loaded.as_bytes()).await;
    assert_eq!(created.status, 201, "{}", String::from_utf8_lossy(&created.body));
    let copy = Seats::of(&bench.client(), &created.json()).await;
    assert_eq!(copy.view().await["seats"]["union"]["name"], "x".repeat(60));
    assert!(copy.watch.get(&copy.path("/record")).await.body.len() < record.len() + 500);
    let vague = change(&|header| header["commitment"] = json!("zz"));
    assert_eq!(bring(&bench, vague.as_bytes()).await.json()["type"], "malformed");
}
