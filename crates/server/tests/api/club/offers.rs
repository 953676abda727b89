//! Games that are offered and taken.

use serde_json::{Value, json};
use server::moment::Moment;

use super::{Person, both_sit, kind, offer};
use crate::common::table::{Bench, fresh, own_token};

async fn list(bench: &Bench) -> Vec<Value> {
    let answer = bench.client().get("/api/v1/club/offers").await;
    assert_eq!(answer.status, 200);
    answer.json()["offers"].as_array().expect("a list").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_is_taken_becomes_a_game_of_its_two_players() {
    let (bench, hour) = Bench::open("club-taken", "").await;
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    let bob = Person::named(&bench, &hour, 2, "Bob").await;
    let new = json!({
        "terms": {"battle": "blue-gray/fredericksburg", "scenario": "may-3", "pace": "a move a day",
            "bid": {"side": "union", "points": 3}, "undo": "never", "rated": true},
        "side": "confederate", "words": "First game",
    });
    let id = ada.offer(&new).await;
    let [told] = &list(&bench).await[..] else { panic!("one offer") };
    assert_eq!((&told["by"], &told["side"]), (&ada.me().await["player"], &json!("confederate")));
    assert_eq!(told["terms"]["system"], "blue-gray");
    assert_eq!(told["terms"]["scenario"], "may-3");
    let wrong = bob.post(&format!("/club/offers/{id}/take"), &json!({"side": "confederate"})).await;
    assert_eq!(kind(&wrong), (409, "not-allowed".into()), "that side is hers");
    let own = ada.post(&format!("/club/offers/{id}/take"), &json!({})).await;
    assert_eq!(kind(&own), (409, "not-allowed".into()), "her own");
    let game = bob.take(&id).await;
    assert!(list(&bench).await.is_empty());
    assert_eq!(ada.me().await["games"][0]["side"], "confederate");
    assert_eq!(bob.me().await["games"][0]["against"], ada.me().await["player"]);
    // Nobody else opens the game, and nobody who has not signed.
    let eve = Person::named(&bench, &hour, 3, "Eve").await;
    let body = json!({"token": own_token()});
    let seat = format!("/club/games/{game}/seat");
    assert_eq!(kind(&eve.post(&seat, &body).await), (403, "wrong-seat".into()));
    let seats = both_sit(&ada, &bob, &game).await;
    let view = seats.view().await;
    assert_eq!((&view["status"], &view["undo"]["policy"]), (&json!("playing"), &json!("never")));
    assert_eq!(view["seats"]["confederate"]["name"], ada.me().await["player"]["name"]);
    assert_eq!(view["bid"]["points"], 3);
    let unknown = ada.post("/club/games/nosuchgame/seat", &body).await;
    assert_eq!(kind(&unknown), (404, "unknown-game".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_takers_one_has_the_game() {
    let (bench, hour) = Bench::open("club-race", "").await;
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    let id = ada.offer(&offer()).await;
    let mut takers = Vec::new();
    for byte in 2..8 {
        takers.push(Person::named(&bench, &hour, byte, "Taker").await);
    }
    let path = format!("/club/offers/{id}/take");
    let body = json!({});
    let answers = futures_util::future::join_all(takers.iter().map(|one| one.post(&path, &body)));
    let answers = answers.await;
    let taken: Vec<String> = answers
        .iter()
        .filter(|answer| answer.status == 201)
        .map(|answer| answer.json()["game"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(taken.len(), 1, "{taken:?}");
    for late in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(kind(late), (409, "not-allowed".into()));
    }
    assert_eq!(ada.me().await["games"].as_array().unwrap().len(), 1);
    // What was set up for those who came too late is gone.
    let mut database = bench.database().await;
    let games = sqlx::query("SELECT id FROM games").fetch_all(&mut database).await.unwrap();
    assert_eq!(games.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_run_out_and_are_withdrawn_by_whoever_made_them() {
    let (bench, hour) = Bench::open("club-gone", "").await;
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    let bob = Person::named(&bench, &hour, 2, "Bob").await;
    let mut short = offer();
    short["hours"] = json!(1);
    let (short, long) = (ada.offer(&short).await, ada.offer(&offer()).await);
    hour.send_modify(|now| *now = Moment(now.0 + 60 * 60 * 1000));
    assert_eq!(list(&bench).await.len(), 1, "one has run out");
    let late = bob.post(&format!("/club/offers/{short}/take"), &json!({})).await;
    assert_eq!(kind(&late), (409, "not-allowed".into()));
    let path = format!("/club/offers/{long}");
    assert_eq!(kind(&bob.delete(&path).await), (409, "not-allowed".into()), "it is not his");
    assert_eq!(ada.delete(&path).await.status, 204);
    let late = bob.post(&format!("{path}/take"), &json!({})).await;
    assert_eq!(kind(&late), (409, "not-allowed".into()));
    assert!(list(&bench).await.is_empty());
    for hours in [0, 337] {
        let mut bad = offer();
        bad["hours"] = json!(hours);
        assert_eq!(ada.post("/club/offers", &bad).await.status, 400, "{hours}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_offers_so_many_games_and_only_what_can_be_played() {
    let (bench, hour) = Bench::open("club-offer-limits", "").await;
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    for (terms, status) in [
        (json!({"battle": "blue-gray/waterloo"}), 404),
        (json!({"battle": "blue-gray/antietam", "options": ["99.9"]}), 400),
        (json!({"battle": "blue-gray/antietam", "dice": "by_hand", "rated": true}), 409),
        (json!({"battle": "blue-gray/antietam", "pace": "x".repeat(61)}), 400),
    ] {
        let answer = ada.post("/club/offers", &json!({"terms": terms})).await;
        assert_eq!(answer.status, status, "{terms}: {}", answer.json());
    }
    for _ in 0..5 {
        ada.offer(&offer()).await;
    }
    let sixth = ada.post("/club/offers", &offer()).await;
    assert_eq!(kind(&sixth), (409, "not-allowed".into()));
    let bob = Person::named(&bench, &hour, 2, "Bob").await;
    bob.offer(&offer()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_goes_with_the_key_to_another_device() {
    let (bench, hour) = Bench::open("club-device", "").await;
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    let bob = Person::named(&bench, &hour, 2, "Bob").await;
    let game = bob.take(&ada.offer(&offer()).await).await;
    let seats = both_sit(&ada, &bob, &game).await;
    let (side, there) = ada.sit(&game).await;
    let here = seats.seat(&side).clone();
    assert_eq!(here.get(&seats.path("")).await.status, 401, "the old device holds it no longer");
    assert_eq!(there.get(&seats.path("")).await.status, 200);
    // Whoever does not know whether it arrived sends the same once more.
    let body = json!({"token": there.token});
    let again = ada.post(&format!("/club/games/{game}/seat"), &body).await;
    assert_eq!((again.status, &again.json()["side"]), (200, &json!(side)));
    let resigned = there.post(&seats.path("/resign"), &json!({"request": fresh()})).await;
    assert_eq!(resigned.status, 200, "{}", resigned.json());
    assert!(bob.me().await["games"][0]["ended"].is_string());
}
