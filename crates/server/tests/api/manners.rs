//! Computers among people: whom the staff answers, whose seat may be given away, and what goes
//! back.

use serde_json::{Value, json};
use server::moment::Moment;
use server::table::SILENCE;

use crate::common::http::Client;
use crate::common::table::{Bench, Seats, about_to_attack, attack, fresh, generous};
use crate::computer::{computer, hint, seat_computer, seats, until, until_person};
use crate::thinking::{generals, slow};

/// The Union plays by the owner's screen, the Confederates by link.
fn by_link() -> Value {
    seats(json!({"holder": "me"}), json!({"holder": "link"}))
}

/// The position of [`about_to_attack`], the Confederates by link.
fn attack_by_link() -> Value {
    let mut body = about_to_attack();
    body["seats"] = json!({"union": {"holder": "me"}, "confederate": {"holder": "link"}});
    body
}

async fn assessed(game: &Seats, who: &Client) -> u16 {
    who.get(&game.path("/assessment")).await.status
}

fn kinds(news: &Value) -> Vec<&str> {
    news.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_hears_the_staff_by_lending_his_own_seat_to_a_computer() {
    let bench = Bench::new("manners-own-seat").await;
    let game = Seats::create(&bench.client(), &by_link()).await;
    // The Union decides: a computer in the other seat does nothing, and proves nothing.
    let (status, _) =
        seat_computer(&game, &game.confederate, "confederate", json!("recruit")).await;
    assert_eq!(status, 200);
    for who in [&game.union, &game.confederate, &game.owner, &game.watch] {
        assert_eq!(assessed(&game, who).await, 409);
    }
    assert_eq!(hint(&game, &game.union, json!({})).await.0, 409);
    let (status, _) = seat_computer(&game, &game.confederate, "confederate", Value::Null).await;
    assert_eq!(status, 200);
    // Once it has played, it is the Union's opponent; the seat's holder has a person against him
    // all the same.
    seat_computer(&game, &game.confederate, "confederate", json!("recruit")).await;
    for _ in 0..2 {
        assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    }
    let answered = until(&game, |summary| summary["version"].as_u64() > Some(4)).await;
    assert_eq!(answered["status"], "playing");
    assert_eq!(assessed(&game, &game.union).await, 200);
    assert_eq!(assessed(&game, &game.owner).await, 200);
    assert_eq!(assessed(&game, &game.confederate).await, 409);
    seat_computer(&game, &game.confederate, "confederate", Value::Null).await;
    assert_eq!(assessed(&game, &game.union).await, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_of_a_game_of_two_links_is_no_player() {
    let bench = Bench::new("manners-owner").await;
    let body = seats(json!({"holder": "link"}), json!({"holder": "link"}));
    let game = Seats::create(&bench.client(), &body).await;
    assert_eq!(assessed(&game, &game.owner).await, 409);
    // A link that has played a computer from the start may ask from the start.
    let body = seats(json!({"holder": "link"}), computer("recruit"));
    let game = Seats::create(&bench.client(), &body).await;
    assert_eq!(assessed(&game, &game.union).await, 200);
    assert_eq!(assessed(&game, &game.owner).await, 409, "the link is another person");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_gives_away_the_seat_of_the_long_silent_only_and_says_so() {
    let (bench, hour) = Bench::at_hour("manners-absent").await;
    let game = Seats::create(&bench.client(), &by_link()).await;
    let mut own = game.owner.listen(&game.path("/stream"), None).await.expect("a stream");
    let page = game.confederate.listen(&game.path("/stream"), None).await.expect("a stream");
    let (status, answer) = seat_computer(&game, &game.owner, "confederate", json!("recruit")).await;
    assert_eq!((status, &answer["type"]), (409, &json!("not-allowed")), "{answer}");
    while own.next_of("presence").await.expect("presence").json()["confederate"] == false {}
    drop(page);
    while own.next_of("presence").await.expect("presence").json()["confederate"] == true {}
    // He has only closed his page: the computer would play, grant and agree in his name.
    let (status, answer) = seat_computer(&game, &game.owner, "confederate", json!("recruit")).await;
    assert_eq!((status, &answer["type"]), (409, &json!("not-allowed")), "{answer}");
    let later = Moment(hour.borrow().0 + i64::try_from(SILENCE.as_millis()).unwrap());
    hour.send_replace(later);
    let (status, answer) = seat_computer(&game, &game.owner, "confederate", json!("recruit")).await;
    assert_eq!(status, 200, "{answer}");
    let entry = &answer["news"][0];
    assert_eq!(entry["text"], "The owner lets the Recruit play the Confederate seat.");
    assert_eq!(entry["by"], Value::Null, "{entry}");
    assert_eq!(answer["view"]["seats"]["confederate"]["level"], "recruit");
    // Whoever comes back takes his seat.
    let (status, answer) =
        seat_computer(&game, &game.confederate, "confederate", Value::Null).await;
    assert_eq!(status, 200);
    assert_eq!(answer["news"][0]["text"], "The Recruit gives the Confederate seat back.");
    assert_eq!(answer["news"][0]["by"], "confederate");
    // What the owner did is kept as it was done.
    let mut bench = bench;
    bench.restart().await;
    let game = game.moved_to(&bench.client());
    let view = game.view().await;
    assert_eq!(view["seats"]["confederate"]["holder"], "link");
    assert_eq!(view["status"], "playing");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_answers_no_wish_from_before_it_sat_down() {
    let bench = Bench::new("manners-wishes").await;
    let game = Seats::create(&bench.client(), &by_link()).await;
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    let asked = game.command(&game.union, "/take-back", json!({"to": 0})).await;
    assert_eq!(kinds(&asked.json()["news"]), ["take_back_asked"]);
    let offered = game.command(&game.union, "/draw", json!({"what": "offer"})).await;
    assert_eq!(kinds(&offered.json()["news"]), ["draw_offered"]);
    let (status, answer) =
        seat_computer(&game, &game.confederate, "confederate", json!("recruit")).await;
    assert_eq!(status, 200);
    assert_eq!(kinds(&answer["news"]), ["seat"], "neither granted nor judged");
    assert_eq!(answer["view"]["steps"], 1);
    assert_eq!(answer["view"]["undo"]["asked"]["to"], 0);
    assert_eq!(answer["view"]["draw"]["by"], "union");
    // The computer plays on: neither stands any longer.
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    until(&game, |summary| summary["decision"]["side"] == "confederate").await;
    let view = until(&game, |summary| summary["version"].as_u64() > Some(4)).await;
    assert_eq!(view["status"], "playing");
    let view = game.view().await;
    assert_eq!((&view["draw"], &view["undo"]["asked"]), (&Value::Null, &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_are_carried_out_when_the_computer_gives_the_seat_back() {
    // Every thread that would think long is busy for ever, so that the General does not come to
    // decide.
    let bench = slow("manners-orders", generous()).await;
    let _busy = generals(&bench.client()).await;
    let game = Seats::create(&bench.client(), &attack_by_link()).await;
    let general = json!("general");
    assert_eq!(seat_computer(&game, &game.confederate, "confederate", general).await.0, 200);
    let path = game.path("/seats/confederate/orders");
    let given = game.confederate.put(&path, &json!({"retreat": "safest"})).await;
    assert_eq!(given.status, 200, "{}", given.json());
    let body = json!({"action": attack(), "dice": [1]});
    assert_eq!(game.command(&game.union, "/actions", body).await.status, 200);
    let (status, answer) =
        seat_computer(&game, &game.confederate, "confederate", Value::Null).await;
    assert_eq!(status, 200, "{answer}");
    assert_ne!(answer["view"]["decision"]["side"], "confederate", "{}", answer["view"]["decision"]);
    let steps = game.watch.get(&game.path("/steps")).await.json();
    assert!(steps["steps"][1]["action"]["retreat"].is_object(), "{steps}");
    let step = &steps["steps"][1];
    assert_eq!((&step["auto"], &step["why"]), (&json!(true), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_does_not_reach_over_what_a_person_did_before_the_computer_sat_down() {
    let bench = Bench::new("manners-undo").await;
    let game = Seats::create(&bench.client(), &by_link()).await;
    for _ in 0..2 {
        assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    }
    for _ in 0..2 {
        assert_eq!(game.act(&game.confederate, json!({"end_phase": {}})).await.status, 200);
    }
    let (status, answer) =
        seat_computer(&game, &game.confederate, "confederate", json!("recruit")).await;
    assert_eq!(status, 200);
    assert_eq!(answer["view"]["undo"]["by"], "union");
    assert_eq!(answer["view"]["undo"]["can"], false, "{}", answer["view"]["undo"]);
    let refused = game.command(&game.union, "/undo", json!({})).await;
    assert_eq!((refused.status, &refused.json()["type"]), (409, &json!("not-allowed")));
    // The Union's own step, and the computer's answer to it, can be undone.
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    assert_eq!(until_person(&game).await["undo"]["can"], true);
    let undone = game.command(&game.union, "/undo", json!({})).await;
    assert_eq!((undone.status, &undone.json()["news"][0]["to"]), (200, &json!(4)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_back_also_when_the_story_is_full() {
    let mut bench = Bench::new("manners-full").await;
    let game = Seats::create(&bench.client(), &by_link()).await;
    let (status, answer) =
        seat_computer(&game, &game.confederate, "confederate", json!("recruit")).await;
    assert_eq!(status, 200);
    let (seq, version) = (answer["view"]["seq"].as_i64(), answer["view"]["version"].as_i64());
    bench.stop().await;
    let mut database = bench.database().await;
    let said = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) \
                INSERT INTO entries (game, seq, version, at, kind, side, automatic, role, request, body) \
                SELECT $2, $3 + i, $4, 0, 'talk', 'confederate', 0, 'confederate', NULL, '{\"text\":\"x\"}' FROM n";
    let said = sqlx::query(said).bind(server::table::MOST_ASIDES as i64).bind(&game.id);
    said.bind(seq).bind(version).execute(&mut database).await.unwrap();
    Bench::unchain(&mut database).await;
    sqlx::Connection::close(database).await.unwrap();
    bench.start().await;
    let game = game.moved_to(&bench.client());
    let (status, answer) =
        seat_computer(&game, &game.confederate, "confederate", Value::Null).await;
    assert_eq!(status, 200, "{answer}");
    let (status, answer) =
        seat_computer(&game, &game.confederate, "confederate", json!("recruit")).await;
    assert_eq!((status, &answer["type"]), (409, &json!("not-allowed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_about_a_position_needs_no_version() {
    let bench = Bench::new("manners-version").await;
    let game = Seats::create(&bench.client(), &by_link()).await;
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    let send = async |who: &Client, what: &str, mut body: Value| {
        body["request"] = json!(fresh());
        who.post(&game.path(what), &body).await.status
    };
    assert_eq!(send(&game.union, "/draw", json!({"what": "offer"})).await, 200);
    assert_eq!(send(&game.confederate, "/draw", json!({"what": "refuse"})).await, 200);
    assert_eq!(send(&game.union, "/take-back", json!({"to": 0})).await, 200);
    assert_eq!(send(&game.confederate, "/undo", json!({})).await, 400);
    assert_eq!(
        send(&game.confederate, "/actions", json!({"action": {"end_phase": {}}})).await,
        400
    );
    let stale = json!({"what": "offer", "version": 1});
    assert_eq!(
        send(&game.union, "/draw", stale).await,
        409,
        "a version that is named is looked at"
    );
    assert_eq!(send(&game.confederate, "/resign", json!({})).await, 200);
}
