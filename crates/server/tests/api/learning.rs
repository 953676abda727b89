//! Lessons and puzzles over HTTP.

use serde_json::{Value, json};

use server::limits::Limits;

use crate::common::table::{Bench, generous};

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_can_be_begun_from_its_first_position() {
    let bench = Bench::new("learning-lesson").await;
    let client = bench.client();
    let battles = client.get("/api/v1/battles").await.json();
    let battles = battles["battles"].as_array().expect("battles");
    let taught: Vec<&Value> = battles.iter().filter(|one| one["lesson"].is_object()).collect();
    assert!(!taught.is_empty());
    for battle in taught {
        let id = battle["id"].as_str().expect("an id");
        let lesson = client.get(&format!("/api/v1/battles/{id}/lesson")).await.json();
        let steps = lesson["steps"].as_array().expect("steps");
        assert_eq!(battle["lesson"]["steps"], steps.len());
        let system = battle["system"].as_str().expect("a system");
        let book = client.get(&format!("/api/v1/rules/{system}")).await.json();
        let html = book["html"].as_str().expect("HTML");
        for step in steps {
            let anchor =
                step["link"].as_str().and_then(|link| link.split('/').nth(1)).expect("a link");
            assert!(
                html.contains(&format!("id=\"{anchor}\"")),
                "{id}: the rulebook has no {anchor}"
            );
        }
        let game = json!({"battle": id, "dice": "by_hand", "from": steps[0]["position"]});
        let made = client.post("/api/v1/games", &game).await;
        assert_eq!(made.status, 201, "{id}");
    }
    let none = client.get("/api/v1/battles/blue-gray/chattanooga/lesson").await;
    assert_eq!(none.status, 404, "no lesson is no page");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_tells_what_an_answer_is_worth_and_keeps_its_own() {
    let bench = Bench::new("learning-puzzles").await;
    let client = bench.client();
    for battle in ["blue-gray/antietam", "brigade/antietam"] {
        let at = format!("/api/v1/battles/{battle}/puzzles");
        let list = client.get(&at).await.json();
        let puzzle = &list["puzzles"][0];
        assert!(puzzle.get("answers").is_none() && puzzle.get("best").is_none(), "{puzzle}");
        let id = puzzle["id"].as_str().expect("an id");
        let files = atlas::builtin::battle(battle).expect("a battle");
        let known: Value = serde_json::from_slice(&files.puzzles.expect("puzzles")).expect("JSON");
        let known = &known["puzzles"][0];
        let answer = json!({"action": known["answers"][0]});
        let told = client.post(&format!("{at}/{id}"), &answer).await.json();
        assert_eq!((&told["right"], &told["own"]["worth"]), (&json!(true), &known["best"]));
        let faces = told["own"]["faces"].as_array().expect("faces");
        assert_eq!(faces.len(), 6);
        assert!(faces.iter().all(|face| face["result"].is_string()), "{told}");
        let refused = client.post(&format!("{at}/{id}"), &json!({"action": {"decline": {}}})).await;
        assert_eq!(refused.status, 422);
        let malformed = client.post(&format!("{at}/{id}"), &json!({"action": {"march": {}}})).await;
        assert_eq!(malformed.status, 400);
        assert_eq!(client.post(&format!("{at}/nosuch"), &answer).await.status, 404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_to_puzzles_are_counted_like_hints() {
    let limits = Limits { hints: (1, 2), ..generous() };
    let bench = Bench::with("learning-limits", limits).await;
    let client = bench.client();
    let at = "/api/v1/battles/blue-gray/chattanooga/puzzles/nosuch";
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(client.post(at, &json!({"action": {"end_phase": {}}})).await.status);
    }
    assert_eq!(statuses, [404, 404, 429]);
}
