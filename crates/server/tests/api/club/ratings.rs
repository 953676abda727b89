//! Ratings: from games that a stranger can check, and from no others.

use serde_json::{Value, json};
use server::moment::Moment;
use tokio::sync::watch;

use super::{Person, both_sit};
use crate::common::table::{Bench, Seats, fresh};

/// A rated game between two; the first has the Union.
async fn game(one: &Person, two: &Person, more: Value) -> Seats {
    let mut terms = json!({"battle": "blue-gray/antietam", "rated": true});
    for (name, value) in more.as_object().expect("an object") {
        terms[name] = value.clone();
    }
    let id = one.offer(&json!({"terms": terms, "side": "union"})).await;
    both_sit(one, two, &two.take(&id).await).await
}

async fn resign(seats: &Seats, side: &str) {
    let body = json!({"request": fresh()});
    let answer = seats.seat(side).post(&seats.path("/resign"), &body).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
}

async fn get(bench: &Bench, path: &str) -> Value {
    let answer = bench.client().get(&format!("/api/v1/club{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.json());
    answer.json()
}

async fn three(bench: &Bench, hour: &watch::Sender<Moment>) -> [Person; 3] {
    [
        Person::named(bench, hour, 1, "Ada").await,
        Person::named(bench, hour, 2, "Bob").await,
        Person::named(bench, hour, 3, "Eve").await,
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_given_up_at_once_is_lost_and_rates_its_sides() {
    let (mut bench, hour) = Bench::open("club-rated", "").await;
    let [ada, bob, _] = three(&bench, &hour).await;
    assert_eq!(get(&bench, "/ratings").await, json!({"standings": []}));
    resign(&game(&ada, &bob, json!({})).await, "union").await;
    let told = get(&bench, "/ratings").await;
    let [first, second] = &told["standings"].as_array().unwrap()[..] else { panic!("{told}") };
    let names = [&bob, &ada].map(|person| person.me());
    let [bob, ada] = futures_util::future::join_all(names).await.try_into().expect("two");
    assert_eq!((&first["player"], &second["player"]), (&bob["player"], &ada["player"]));
    assert_eq!((&first["side"], &second["side"]), (&json!("confederate"), &json!("union")));
    assert_eq!((&first["won"], &second["lost"]), (&json!(1), &json!(1)));
    // Two who have never played: as Glicko-2 has it.
    assert_eq!((&first["rating"], &second["rating"]), (&json!(1662), &json!(1338)));
    assert_eq!(first["deviation"], 290);
    // The same from what is stored, by a server that has seen nothing of it.
    bench.restart().await;
    assert_eq!(get(&bench, "/ratings").await, told);
    let results = get(&bench, "/results").await;
    assert_eq!(
        (&results["all"], &results["results"][0]["winner"]),
        (&json!(1), &json!("confederate"))
    );
    assert_eq!(get(&bench, "/results?after=1").await["results"], json!([]));
    let id = bob["player"]["id"].as_str().unwrap();
    let page = get(&bench, &format!("/players/{id}")).await;
    assert_eq!(page["standings"][0], *first);
    assert_eq!(page["games"][0]["verdict"]["winner"], "confederate");
    assert_eq!(page["games"][0]["verdict"]["why_not"], json!(null));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_checked_or_was_not_rated_changes_no_rating() {
    let (mut bench, hour) = Bench::open("club-unverified", "").await;
    let [ada, bob, eve] = three(&bench, &hour).await;
    // Not rated.
    resign(&game(&ada, &bob, json!({"rated": false})).await, "union").await;
    // A computer has played for one of them.
    let helped = game(&ada, &eve, json!({})).await;
    let level = json!({"request": fresh(), "level": "recruit"});
    let seat = helped.path("/seats/confederate/computer");
    assert_eq!(helped.confederate.put(&seat, &level).await.status, 200);
    let back = json!({"request": fresh(), "level": null});
    assert_eq!(helped.confederate.put(&seat, &back).await.status, 200);
    resign(&helped, "union").await;
    // What is stored of it was changed.
    let changed = game(&bob, &eve, json!({})).await;
    resign(&changed, "union").await;
    let mut database = bench.database().await;
    let spoil = sqlx::query("UPDATE entries SET body = '{}' WHERE game = $1 AND kind = 'seat'");
    spoil.bind(&changed.id).execute(&mut database).await.unwrap();
    bench.restart().await;
    assert_eq!(get(&bench, "/ratings").await, json!({"standings": []}));
    let (ada, eve) = (ada.at(&bench), eve.at(&bench));
    let page = get(&bench, &format!("/players/{}", ada.id().await)).await;
    let why = |page: &Value, game: &str| {
        let games = page["games"].as_array().unwrap();
        let found = games.iter().find(|one| one["game"] == game).expect("a game");
        found["verdict"]["why_not"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(why(&page, &helped.id), "A computer has played in it.");
    let page = get(&bench, &format!("/players/{}", eve.id().await)).await;
    assert_eq!(why(&page, &changed.id), "What is stored of it does not hold.");
    assert_eq!(get(&bench, "/results").await["all"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_is_rated_for_nobody() {
    let (bench, hour) = Bench::open("club-private", "").await;
    three(&bench, &hour).await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    resign(&seats, "union").await;
    assert_eq!(get(&bench, "/ratings").await, json!({"standings": []}));
    let mut database = bench.database().await;
    let games = sqlx::query("SELECT game FROM club_games").fetch_all(&mut database).await.unwrap();
    assert!(games.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_is_on_no_list_and_the_others_keep_what_they_won() {
    let (bench, hour) = Bench::open("club-rated-forgotten", "").await;
    let [ada, bob, _] = three(&bench, &hour).await;
    resign(&game(&ada, &bob, json!({})).await, "union").await;
    let gone = ada.id().await;
    assert_eq!(ada.delete("/club/me").await.status, 204);
    let told = get(&bench, "/ratings").await;
    let [first] = &told["standings"].as_array().unwrap()[..] else { panic!("{told}") };
    assert_eq!(first["rating"], 1662);
    let answer = bench.client().get(&format!("/api/v1/club/players/{gone}")).await;
    assert_eq!(answer.status, 409);
    let page = get(&bench, &format!("/players/{}", bob.id().await)).await;
    assert_eq!(page["games"][0]["against"], json!({"id": gone, "name": null}));
}
