//! Taking a seat in a game between computers: one plays on from what one has been shown.

use serde_json::{Value, json};

use crate::common::http::Client;
use crate::common::table::{Bench, Seats, about_to_attack, fresh};
use crate::computer::{computer, seat_computer, seats, show, until};

/// Takes a seat as somebody who has been shown the game up to an entry.
async fn take_over(game: &Seats, who: &Client, side: &str, shown: u64) -> Value {
    let body = json!({"request": fresh(), "level": null, "shown": shown});
    let answer = who.put(&game.path(&format!("/seats/{side}/computer")), &body).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// Lets computers play past a version.
async fn past(game: &Seats, version: u64) {
    until(game, |summary| summary["version"].as_u64() > Some(version)).await;
}

fn kinds(answer: &Value) -> Vec<&str> {
    let news = answer["news"].as_array().expect("news");
    news.iter().map(|entry| entry["kind"].as_str().expect("a kind")).collect()
}

async fn entries(game: &Seats) -> Vec<Value> {
    let told = game.watch.get(&game.path("/entries")).await.json();
    told["entries"].as_array().expect("entries").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_a_seat_in_a_show_plays_on_from_what_he_was_shown_with_the_same_dice() {
    let bench = Bench::new("takeover-show").await;
    let game = Seats::create(&bench.client(), &show("blue-gray/antietam", "september-17")).await;
    let shown = 11;
    past(&game, 120).await;
    let story = entries(&game).await;
    let decider = story.iter().find(|entry| entry["seq"] == shown + 1).unwrap()["by"].clone();
    let decider = decider.as_str().unwrap();
    let taken = take_over(&game, game.seat(decider), decider, shown).await;
    assert_eq!(kinds(&taken), ["undo", "seat"], "{}", taken["news"]);
    let back = taken["news"][0]["to"].as_u64().unwrap();
    let seen = story.iter().find(|entry| entry["seq"] == shown).unwrap();
    assert_eq!(seen["step"], back, "the last step that was shown stands");
    assert_eq!((&taken["view"]["steps"], &taken["news"][0]["by"]), (&json!(back), &json!(decider)));
    assert!(taken["news"][0]["text"].as_str().unwrap().contains("taken back"));

    let other = if decider == "union" { "confederate" } else { "union" };
    let (status, answer) = seat_computer(&game, game.seat(other), other, json!(null)).await;
    assert_eq!((status, kinds(&answer)), (200, vec!["seat"]), "{answer}");
    // What the computers had done, done again by people, comes out the same.
    let mut throws = 0;
    for entry in story.iter().filter(|entry| entry["step"].as_u64() > Some(back)) {
        let (by, line) = (entry["by"].as_str().unwrap(), &entry["line"]);
        let answer = game.act(game.seat(by), line["action"].clone()).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        assert_eq!(answer.json()["news"][0]["line"], *line);
        throws += line["dice"].as_array().unwrap().len();
    }
    assert!(throws > 0, "some of it was fighting");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_person_did_is_never_cut_off_by_whoever_takes_a_seat() {
    let bench = Bench::new("takeover-person").await;
    let mut body = seats(json!({"holder": "me"}), computer("recruit"));
    body["friendly"] = json!(true);
    let game = Seats::create(&bench.client(), &body).await;
    for _ in 0..2 {
        assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    }
    past(&game, 4).await;
    // One computer plays against a person: nothing goes back, whatever was shown.
    let taken = take_over(&game, &game.owner, "confederate", 1).await;
    assert_eq!(kinds(&taken), ["seat"], "{}", taken["news"]);

    let before = taken["view"]["steps"].as_u64().unwrap();
    for side in ["union", "confederate"] {
        let (status, answer) = seat_computer(&game, &game.owner, side, json!("recruit")).await;
        assert_eq!(status, 200, "{answer}");
    }
    past(&game, taken["version"].as_u64().unwrap() + 3).await;
    let taken = take_over(&game, &game.union, "union", 1).await;
    let to = taken["news"][0]["to"].as_u64().unwrap();
    let story = entries(&game).await;
    let stays = |entry: &&Value| entry["kind"] == "action" && entry["why"].is_null();
    let last = story.iter().rfind(stays).unwrap()["step"].as_u64().unwrap();
    assert_eq!((kinds(&taken)[0], to), ("undo", last), "{} steps before", before);
}

/// Lending one's seat to a computer for an attack and taking it again would be a take-back that nobody granted.
#[tokio::test(flavor = "multi_thread")]
async fn no_throw_goes_back_by_lending_a_seat_and_taking_it_again() {
    let bench = Bench::new("takeover-throw").await;
    let mut new = about_to_attack();
    (new["dice"], new["seats"]) = (
        json!("seeded"),
        json!({"union": {"holder": "me"},
        "confederate": {"holder": "computer", "level": "recruit"}}),
    );
    let game = Seats::create(&bench.client(), &new).await;
    let (status, answer) = seat_computer(&game, &game.union, "union", json!("captain")).await;
    assert_eq!(status, 200, "{answer}");
    let threw =
        |entry: &&Value| entry["line"]["dice"].as_array().is_some_and(|dice| !dice.is_empty());
    let thrown = loop {
        let story = entries(&game).await;
        if let Some(entry) = story.iter().find(threw) {
            break entry["step"].as_u64().unwrap();
        }
        past(&game, story.last().unwrap()["version"].as_u64().unwrap()).await;
    };
    let taken = take_over(&game, &game.union, "union", 1).await;
    assert!(taken["view"]["steps"].as_u64() >= Some(thrown), "{}", taken["news"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_goes_back_where_all_was_shown_or_nothing_is_taken_back() {
    let bench = Bench::new("takeover-all").await;
    let game = Seats::create(&bench.client(), &show("blue-gray/antietam", "september-17")).await;
    past(&game, 5).await;
    let taken = take_over(&game, &game.union, "union", u64::from(u32::MAX)).await;
    assert_eq!(kinds(&taken), ["seat"], "{}", taken["news"]);

    let mut strict = show("blue-gray/antietam", "september-17");
    strict["undo"] = json!("never");
    let game = Seats::create(&bench.client(), &strict).await;
    past(&game, 5).await;
    let taken = take_over(&game, &game.union, "union", 2).await;
    assert_eq!(kinds(&taken), ["seat"], "{}", taken["news"]);

    let body = json!({"request": fresh(), "level": "captain", "shown": 2});
    let answer = game.union.put(&game.path("/seats/union/computer"), &body).await;
    assert_eq!(answer.status, 400, "{}", answer.json());
}
