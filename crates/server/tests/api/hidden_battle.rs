//! A battle with hidden units at a real server: two games that differ only in what is unseen are one, byte for byte,
//! to everybody who does not see it.
//!
//! The two games are twins: one seed, one set-up. In one a unit marches that the enemy does not see, in the other
//! another; the enemy, those who watch and the owner try everything they can get.

use serde_json::{Value, json};

use crate::common::http::Client;
use crate::common::table::{Bench, Seats};
use crate::hidden::{Probe, act, end, everything, heard, send};

/// Two games with one seed and one set-up.
async fn twins(bench: &mut Bench) -> (Seats, Seats) {
    let link = json!({"holder": "link"});
    let seats = json!({"union": link, "confederate": link});
    let new = json!({"battle": "grand-tactical/antietam", "options": ["5"], "seats": seats});
    let one = Seats::create(&bench.client(), &new).await;
    let other = Seats::create(&bench.client(), &new).await;
    bench.stop().await;
    let mut database = bench.database().await;
    let copy = "UPDATE games SET (facts, seed) = (SELECT facts, seed FROM games WHERE id = $1)";
    sqlx::query(copy).bind(&one.id).execute(&mut database).await.expect("twins");
    let begun = "UPDATE entries SET body = (SELECT body FROM entries WHERE game = $1 AND kind = 'begun') \
                 WHERE kind = 'begun'";
    sqlx::query(begun).bind(&one.id).execute(&mut database).await.expect("one set-up");
    Bench::unchain(&mut database).await;
    sqlx::Connection::close(database).await.expect("it closes");
    bench.start().await;
    (one.moved_to(&bench.client()), other.moved_to(&bench.client()))
}

async fn view(seats: &Seats, who: &Client) -> Value {
    who.get(&seats.path("")).await.json()
}

/// What a player can do now.
async fn actions(seats: &Seats, who: &Client) -> Vec<Value> {
    let body = json!({"question": {"actions": {}}});
    let listed = who.post(&seats.path("/ask"), &body).await.json();
    let listed = listed["actions"].as_array().expect("actions");
    listed.iter().map(|listed| listed["action"].clone()).collect()
}

/// The units that a seat does not see.
async fn unseen(seats: &Seats, who: &Client) -> Vec<String> {
    let units = view(seats, who).await["game"]["units"].as_array().expect("units").clone();
    let unseen = units.iter().filter(|unit| unit["place"] == "unseen");
    unseen.map(|unit| unit["id"].as_str().expect("an id").to_owned()).collect()
}

/// A step of a unit that the enemy does not see, of another unit than these.
async fn hidden_step(seats: &Seats, mover: &Client, enemy: &Client, not: &[String]) -> Value {
    let hidden = unseen(seats, enemy).await;
    let step = |action: &Value| {
        let unit = action["step"]["unit"].as_str().unwrap_or_default().to_owned();
        hidden.contains(&unit) && !not.contains(&unit)
    };
    let listed = actions(seats, mover).await;
    // Those who come last in the army's list stand behind the others, and stay out of sight.
    listed.into_iter().rfind(step).expect("somebody marches unseen")
}

fn unit_of(action: &Value) -> String {
    action["step"]["unit"].as_str().expect("a unit").to_owned()
}

async fn look_alike(one: &Seats, other: &Seats, side: &str, probe: &Probe, when: &str) {
    let tokens =
        |seats: &Seats| [seats.seat(side).clone(), seats.watch.clone(), seats.owner.clone()];
    for (a, b) in tokens(one).iter().zip(&tokens(other)) {
        let (left, right) = (everything(one, a, probe).await, everything(other, b, probe).await);
        for (left, right) in left.iter().zip(&right) {
            assert_eq!(left, right, "{when}");
        }
        assert_eq!(heard(one, a).await, heard(other, b).await, "{when}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_battles_that_differ_in_what_is_unseen_are_one_to_everybody_else() {
    let mut bench = Bench::new("hidden-battle").await;
    let (one, other) = twins(&mut bench).await;
    let side = view(&one, &one.watch).await["decision"]["side"].as_str().unwrap().to_owned();
    let enemy = if side == "union" { "confederate" } else { "union" };
    // Whatever comes before the first operations phase is ended.
    for seats in [&one, &other] {
        while actions(seats, seats.seat(&side)).await.iter().all(|action| action["step"].is_null())
        {
            act(seats, seats.seat(&side), end()).await;
        }
    }
    let first = hidden_step(&one, one.seat(&side), one.seat(enemy), &[]).await;
    let second = hidden_step(&one, one.seat(&side), one.seat(enemy), &[unit_of(&first)]).await;
    let (hidden, nobody) = (unit_of(&first), "US-NOBODY");
    let probe = Probe {
        questions: vec![
            json!({"actions": {}}),
            json!({"reach": {"unit": hidden}}),
            json!({"sight": {"unit": hidden}}),
            json!({"why": {"action": first}}),
            json!({"why": {"action": {"plot_fire": {"unit": hidden, "square": "10,10"}}}}),
        ],
        action: first.clone(),
    };
    look_alike(&one, &other, enemy, &probe, "at the start").await;
    // An unseen unit is as unknown as one that does not exist, but for its name.
    let ask = async |unit: &str| {
        let body = json!({"question": {"reach": {"unit": unit}}});
        one.seat(enemy).post(&one.path("/ask"), &body).await.status
    };
    assert!(ask(&hidden).await == ask(nobody).await || ask(&hidden).await == 200);
    act(&one, one.seat(&side), first.clone()).await;
    look_alike(&one, &other, enemy, &probe, "after a hidden step").await;
    let (status, answer) = send(&one, one.seat(&side), "/undo", json!({})).await;
    assert_eq!(status, 200, "{answer}");
    look_alike(&one, &other, enemy, &probe, "after an undo").await;
    act(&one, one.seat(&side), first).await;
    act(&other, other.seat(&side), second).await;
    look_alike(&one, &other, enemy, &probe, "after steps of two unlike units").await;
    for seats in [&one, &other] {
        act(seats, seats.seat(&side), end()).await;
    }
    look_alike(&one, &other, enemy, &probe, "when the phase is over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hidden_battle_is_shown_when_it_is_over_and_not_before() {
    let bench = Bench::new("hidden-battle-over").await;
    let link = json!({"holder": "link"});
    let seats = json!({"union": link, "confederate": link});
    let new = json!({"battle": "grand-tactical/antietam", "options": ["5"], "seats": seats});
    let seats = Seats::create(&bench.client(), &new).await;
    for who in [&seats.union, &seats.confederate, &seats.owner, &seats.watch] {
        for path in ["/record", "/verify", "/review"] {
            assert_eq!(who.get(&seats.path(path)).await.status, 409, "{path}");
        }
        assert_eq!(who.post(&seats.path("/branch"), &json!({"step": 0})).await.status, 409);
        let told = view(&seats, who).await["game"].to_string();
        assert!(told.contains("unseen"), "somebody is hidden");
    }
    let (status, answer) = send(&seats, &seats.union, "/resign", json!({})).await;
    assert_eq!(status, 200, "{answer}");
    for who in [&seats.union, &seats.confederate, &seats.owner, &seats.watch] {
        assert_eq!(who.get(&seats.path("/record")).await.status, 200);
        assert!(!view(&seats, who).await["game"].to_string().contains("unseen"));
    }
}
