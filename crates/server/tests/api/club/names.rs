//! Names kept by a key, and what is signed with it.

use axum::http::Method;
use serde_json::json;

use super::{Manner, Person, fresh_nonce, kind, offer};
use crate::common::table::{Bench, Seats, fresh};

#[tokio::test(flavor = "multi_thread")]
async fn a_server_has_no_open_tables_unless_its_host_says_so() {
    let bench = Bench::new("club-off").await;
    let (hour, _) = tokio::sync::watch::channel(server::moment::Moment::now());
    let ada = Person::new(&bench, &hour, 1);
    for path in ["/club/me", "/club/offers"] {
        assert_eq!(kind(&ada.get(path).await), (404, "no-open-tables".into()), "{path}");
    }
    for path in ["/club/offers", "/club/offers/x/take", "/club/games/x/seat"] {
        let answer = ada.post(path, &json!({})).await;
        assert_eq!(kind(&answer), (404, "no-open-tables".into()), "{path}");
    }
    let battles = bench.client().get("/api/v1/battles").await.json();
    assert!(battles.get("open_tables").is_none(), "the page is not told of any");
    let (open, _) = Bench::open("club-on", "").await;
    assert_eq!(open.client().get("/api/v1/battles").await.json()["open_tables"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_a_key_with_a_name_of_his_choice() {
    let (bench, hour) = Bench::open("club-names", "").await;
    let ada = Person::new(&bench, &hour, 1);
    let nobody = ada.me().await;
    assert_eq!(nobody["player"], json!(null));
    let refused = ada.post("/club/offers", &offer()).await;
    assert_eq!(kind(&refused), (409, "not-allowed".into()), "a name comes first");
    let named = ada.put("/club/me", &json!({"name": " Ada  "})).await.json();
    let sign = nobody["fingerprint"].as_str().unwrap()[..4].to_owned();
    assert_eq!(named["name"], json!(format!("Ada#{sign}")));
    // Another key may have the same name, and is told apart.
    let other = Person::named(&bench, &hour, 2, "Ada").await;
    assert_ne!(other.me().await["player"], named);
    // Another name leaves the player who he is.
    let renamed = ada.put("/club/me", &json!({"name": "Augusta"})).await.json();
    assert_eq!(renamed["id"], named["id"]);
    assert_eq!(ada.me().await["player"], renamed);
    for bad in ["", "x", "Ada#7f3e", "a name that is much longer than it may be"] {
        let answer = ada.put("/club/me", &json!({"name": bad})).await;
        assert_eq!(kind(&answer), (400, "malformed".into()), "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_signed_here_now_and_for_this_is_refused() {
    let (bench, hour) = Bench::open("club-signatures", "").await;
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    let body = json!({"name": "Mallory"}).to_string();
    let refused = (401, "bad-signature".to_owned());
    for (manner, why) in [
        (Manner { name: Some("other.example"), ..Manner::default() }, "for another server"),
        (Manner { late: -6 * 60 * 1000, ..Manner::default() }, "old"),
        (Manner { late: 6 * 60 * 1000, ..Manner::default() }, "not yet"),
        (Manner { body: Some("{}"), ..Manner::default() }, "for another body"),
    ] {
        let answer = ada.send(Method::PUT, "/club/me", body.as_bytes(), manner).await;
        assert_eq!(kind(&answer), refused, "{why}");
        assert_eq!(answer.header("www-authenticate"), Some("LongRoll"), "{why}");
    }
    // Signed by one and sent as another's.
    let mallory = Person::new(&bench, &hour, 9);
    let forged = Person { key: mallory.key.clone(), ..ada.clone() };
    assert_eq!(forged.me().await["player"], json!(null), "it is the key that counts");
    let bare = bench.client().put("/api/v1/club/me", &json!({"name": "Mallory"})).await;
    assert_eq!(kind(&bare), refused, "not signed");
    assert_eq!(ada.me().await["player"]["name"].as_str().unwrap().split('#').next(), Some("Ada"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_was_signed_counts_once() {
    let (mut bench, hour) = Bench::open("club-replayed", "").await;
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    let same = Manner { nonce: Some(fresh_nonce()), ..Manner::default() };
    let body = offer().to_string();
    let first = ada.send(Method::POST, "/club/offers", body.as_bytes(), same.clone()).await;
    assert_eq!(first.status, 201, "{}", first.json());
    let again = ada.send(Method::POST, "/club/offers", body.as_bytes(), same.clone()).await;
    assert_eq!(kind(&again), (401, "bad-signature".into()));
    // Also by a server that was started anew meanwhile.
    bench.restart().await;
    let ada = ada.at(&bench);
    let again = ada.send(Method::POST, "/club/offers", body.as_bytes(), same).await;
    assert_eq!(kind(&again), (401, "bad-signature".into()));
    assert_eq!(ada.me().await["offers"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_host_blocks_is_no_name_and_is_not_said() {
    let (bench, hour) = Bench::open("club-filter", "knav*\nname:admin\n").await;
    let ada = Person::new(&bench, &hour, 1);
    for name in ["Admin", "A Knave", "4DM1N"] {
        let answer = ada.put("/club/me", &json!({"name": name})).await;
        assert_eq!(kind(&answer), (409, "not-allowed".into()), "{name}");
    }
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    let bob = Person::named(&bench, &hour, 2, "Bob").await;
    let mut rude = offer();
    rude["words"] = json!("no knaves");
    assert_eq!(kind(&ada.post("/club/offers", &rude).await), (409, "not-allowed".into()));
    let game = bob.take(&ada.offer(&offer()).await).await;
    let seats = super::both_sit(&ada, &bob, &game).await;
    let say = async |seats: &Seats, text: &str| {
        let body = json!({"request": fresh(), "text": text});
        seats.union.post(&seats.path("/talk"), &body).await.status
    };
    assert_eq!(say(&seats, "You knave!").await, 409);
    assert_eq!(say(&seats, "Ask the admin.").await, 200);
    let named = seats.union.put(&seats.path("/seats/union"), &json!({"name": "Grant"})).await;
    assert_eq!(kind(&named), (409, "not-allowed".into()), "a seat has its player's name");
    // A private table of the same server is nobody's business.
    let private = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    assert_eq!(say(&private, "You knave!").await, 200);
    let named = private.union.put(&private.path("/seats/union"), &json!({"name": "Knave"})).await;
    assert_eq!(named.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_from_one_place_are_bounded() {
    let (bench, hour) = Bench::open("club-name-limit", "").await;
    let ada = Person::new(&bench, &hour, 1);
    let mut statuses = Vec::new();
    for _ in 0..21 {
        statuses.push(ada.put("/club/me", &json!({"name": "Ada"})).await.status);
    }
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 20);
    assert_eq!(statuses.last(), Some(&429));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_goes_is_forgotten_and_his_games_keep_a_plain_name() {
    let (bench, hour) = Bench::open("club-forgotten", "").await;
    let ada = Person::named(&bench, &hour, 1, "Ada").await;
    let bob = Person::named(&bench, &hour, 2, "Bob").await;
    let tag = ada.me().await["player"]["name"].clone();
    let game = bob.take(&ada.offer(&offer()).await).await;
    let seats = super::both_sit(&ada, &bob, &game).await;
    ada.offer(&offer()).await;
    assert_eq!(ada.delete("/club/me").await.status, 204);
    assert_eq!(ada.me().await["player"], json!(null));
    let offers = bench.client().get("/api/v1/club/offers").await.json();
    assert_eq!(offers, json!({"offers": []}), "what he offered is gone");
    let view = seats.view().await;
    let names = ["union", "confederate"].map(|side| view["seats"][side]["name"].clone());
    assert!(names.contains(&tag), "{names:?}");
    assert_eq!(bob.me().await["games"][0]["against"]["name"], json!(null));
    let mut database = bench.database().await;
    let key = ada.public();
    for table in ["club_players", "club_offers", "club_games"] {
        let sql = format!("SELECT * FROM {table}");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&mut database).await.unwrap();
        let texts =
            rows.iter().flat_map(|row| (0..3).map(|n| sqlx::Row::try_get::<String, _>(row, n)));
        assert!(!texts.flatten().any(|text| text.contains(&key)), "{table}");
    }
}
