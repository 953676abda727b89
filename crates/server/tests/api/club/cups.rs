//! Cups: entered, drawn, played, decided.

use serde_json::{Value, json};
use server::moment::Moment;
use tokio::sync::watch;

use super::{Person, both_sit, kind};
use crate::common::table::{Bench, fresh};

async fn people(bench: &Bench, hour: &watch::Sender<Moment>, count: u8) -> Vec<Person> {
    let mut all = Vec::new();
    for byte in 1..=count {
        all.push(Person::named(bench, hour, byte, &format!("Player {byte}")).await);
    }
    all
}

async fn cup(organiser: &Person, more: Value) -> String {
    let mut new = json!({"name": "Autumn cup", "kind": "swiss", "rounds": 2,
        "terms": {"battle": "blue-gray/antietam", "rated": true}});
    for (name, value) in more.as_object().expect("an object") {
        new[name] = value.clone();
    }
    let answer = organiser.post("/club/cups", &new).await;
    assert_eq!(answer.status, 201, "{}", answer.json());
    answer.json()["cup"]["id"].as_str().expect("an id").to_owned()
}

async fn look(bench: &Bench, cup: &str) -> Value {
    let answer = bench.client().get(&format!("/api/v1/club/cups/{cup}")).await;
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// Somebody of these by his id.
async fn by_id<'p>(people: &'p [Person], id: &Value) -> &'p Person {
    for person in people {
        if person.id().await == id.as_str().expect("an id") {
            return person;
        }
    }
    panic!("nobody has the id {id}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_cup_is_entered_drawn_played_and_over() {
    let (bench, hour) = Bench::open("club-swiss", "").await;
    let people = people(&bench, &hour, 3).await;
    let id = cup(&people[0], json!({})).await;
    let path = |what: &str| format!("/club/cups/{id}/{what}");
    let none = people[0].post(&path("rounds"), &json!({})).await;
    assert_eq!(kind(&none), (409, "not-allowed".into()), "nobody has entered");
    for person in &people {
        assert_eq!(person.post(&path("enter"), &json!({})).await.status, 200);
    }
    let not_his = people[1].post(&path("rounds"), &json!({})).await;
    assert_eq!(kind(&not_his), (409, "not-allowed".into()));
    assert_eq!(people[0].post(&path("rounds"), &json!({})).await.status, 201);
    let late = people[2].post(&path("enter"), &json!({})).await;
    assert_eq!(kind(&late), (409, "not-allowed".into()), "it has begun");
    let page = look(&bench, &id).await;
    let round = page["rounds"][0].as_array().unwrap().clone();
    assert_eq!((round.len(), &page["cup"]["state"]), (2, &json!("running")));
    assert_eq!((&round[1]["confederate"], &round[1]["union_points"]), (&json!(null), &json!(1.0)));
    // The game is played by its two players, and its end is the result.
    let union = by_id(&people, &round[0]["union"]["id"]).await;
    let other = by_id(&people, &round[0]["confederate"]["id"]).await;
    let seats = both_sit(union, other, round[0]["game"].as_str().unwrap()).await;
    let early = people[0].post(&path("rounds"), &json!({})).await;
    assert_eq!(kind(&early), (409, "not-allowed".into()), "the game goes on");
    let body = json!({"request": fresh()});
    assert_eq!(seats.union.post(&seats.path("/resign"), &body).await.status, 200);
    let page = look(&bench, &id).await;
    assert_eq!(page["rounds"][0][0]["confederate_points"], 1.0);
    // The second round: nobody meets again, and who had no game has one.
    assert_eq!(people[0].post(&path("rounds"), &json!({})).await.status, 201);
    let page = look(&bench, &id).await;
    let second = page["rounds"][1].as_array().unwrap();
    assert_eq!(second[1]["union"], round[0]["union"], "the last of the table has no game now");
    let pair = [&second[0]["union"]["id"], &second[0]["confederate"]["id"]];
    assert!(
        pair.contains(&&round[1]["union"]["id"]) && pair.contains(&&round[0]["confederate"]["id"])
    );
    let word = json!({"round": 2, "pair": 1, "result": "drawn"});
    assert_eq!(kind(&people[1].post(&path("decisions"), &word).await).0, 409, "not the organiser");
    let first = json!({"round": 1, "pair": 1, "result": "union"});
    assert_eq!(kind(&people[0].post(&path("decisions"), &first).await).0, 409, "it is played");
    let decided = people[0].post(&path("decisions"), &word).await.json();
    assert_eq!(decided["cup"]["state"], "over", "{decided}");
    let points: Vec<&Value> =
        decided["table"].as_array().unwrap().iter().map(|row| &row["points"]).collect();
    assert_eq!(points, [&json!(1.5), &json!(1.5), &json!(1.0)]);
    assert_eq!(kind(&people[0].post(&path("rounds"), &json!({})).await).0, 409);
    // The game that was played counts for the ratings; the word of the organiser does not.
    let ratings = bench.client().get("/api/v1/club/ratings").await.json();
    assert_eq!(ratings["standings"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_round_robin_everybody_meets_everybody() {
    let (bench, hour) = Bench::open("club-round-robin", "").await;
    let people = people(&bench, &hour, 4).await;
    let id = cup(&people[0], json!({"kind": "round_robin", "rounds": null})).await;
    for person in &people {
        assert_eq!(person.post(&format!("/club/cups/{id}/enter"), &json!({})).await.status, 200);
    }
    for round in 1..=3 {
        let drawn = people[0].post(&format!("/club/cups/{id}/rounds"), &json!({})).await;
        assert_eq!(drawn.status, 201, "{}", drawn.json());
        for pair in 1..=2 {
            let word = json!({"round": round, "pair": pair, "result": "union"});
            let path = format!("/club/cups/{id}/decisions");
            assert_eq!(people[0].post(&path, &word).await.status, 200);
        }
    }
    let page = look(&bench, &id).await;
    assert_eq!(page["cup"]["state"], "over");
    let mut met: Vec<[String; 2]> = Vec::new();
    for pair in
        page["rounds"].as_array().unwrap().iter().flat_map(|round| round.as_array().unwrap())
    {
        let mut both =
            ["union", "confederate"].map(|side| pair[side]["id"].as_str().unwrap().to_owned());
        both.sort();
        met.push(both);
    }
    met.sort();
    met.dedup();
    assert_eq!(met.len(), 6);
    assert!(page["table"].as_array().unwrap().iter().all(|row| row["played"] == 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cup_is_its_organisers_and_bounded() {
    let (bench, hour) = Bench::open("club-cup-limits", "knav*\n").await;
    let people = people(&bench, &hour, 2).await;
    let id = cup(&people[0], json!({})).await;
    for more in [
        json!({"name": ""}),
        json!({"name": "x".repeat(61)}),
        json!({"rounds": 0}),
        json!({"rounds": 13}),
        json!({"name": "Knaves only"}),
    ] {
        let mut new = json!({"name": "Cup", "kind": "swiss", "rounds": 2,
            "terms": {"battle": "blue-gray/antietam"}});
        for (name, value) in more.as_object().unwrap() {
            new[name] = value.clone();
        }
        let answer = people[0].post("/club/cups", &new).await;
        assert!([400, 409].contains(&answer.status), "{more}: {}", answer.status);
    }
    cup(&people[0], json!({})).await;
    cup(&people[0], json!({})).await;
    let new =
        json!({"name": "Cup", "kind": "round_robin", "terms": {"battle": "blue-gray/antietam"}});
    assert_eq!(kind(&people[0].post("/club/cups", &new).await), (409, "not-allowed".into()));
    let path = format!("/club/cups/{id}");
    assert_eq!(kind(&people[1].delete(&path).await), (409, "not-allowed".into()));
    assert_eq!(people[0].delete(&path).await.status, 204);
    let cups = bench.client().get("/api/v1/club/cups").await.json();
    assert_eq!(cups["cups"].as_array().unwrap().len(), 2);
    // Whoever leaves before it begins has never been in it.
    let other = cups["cups"][0]["id"].as_str().unwrap();
    for (what, players) in [("enter", 1), ("enter", 1), ("leave", 0)] {
        let page = people[1].post(&format!("/club/cups/{other}/{what}"), &json!({})).await.json();
        assert_eq!(page["cup"]["players"], players, "{what}");
    }
}
