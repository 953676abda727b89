//! Battles, sheets, games, seats, tokens.

use serde_json::{Value, json};

use crate::common::table::{Bench, Seats, about_to_attack, redeem};

#[tokio::test(flavor = "multi_thread")]
async fn battles_are_listed_with_what_a_player_chooses_by() {
    let bench = Bench::new("games-battles").await;
    let list = bench.client().get("/api/v1/battles").await.json();
    let battles = list["battles"].as_array().unwrap();
    let ids: Vec<&str> = battles.iter().map(|battle| battle["id"].as_str().unwrap()).collect();
    assert_eq!(ids, atlas::builtin::ids().collect::<Vec<_>>());
    let antietam = &battles[0];
    assert_eq!(antietam["playable"], true);
    assert_eq!(antietam["scenarios"][0]["id"], "september-17");
    assert_eq!(antietam["options"][0]["link"], "blue-gray/bg-11.0");
    let grand = battles.iter().find(|battle| battle["id"] == "grand-tactical/antietam").unwrap();
    assert_eq!(grand["playable"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_has_a_face_for_every_unit_and_a_place_for_every_hex() {
    let bench = Bench::new("games-sheet").await;
    let client = bench.client();
    let sheet = client.get("/api/v1/battles/blue-gray/antietam/sheet?options=20.1,11.0").await;
    let tag = sheet.header("etag").unwrap().to_owned();
    let sheet = sheet.json();
    let units = sheet["units"].as_object().unwrap();
    assert!(units.len() > 50);
    for id in units.keys() {
        assert!(sheet["faces"][id].as_str().unwrap().starts_with("<g"), "{id} has no face");
        assert!(sheet["faces_ineffective"][id].is_string());
    }
    for (name, hex) in sheet["hexes"].as_object().unwrap() {
        assert!(hex["x"].is_number() && hex["y"].is_number(), "{name}");
        assert!(hex["shape"].as_str().unwrap().ends_with('Z'), "{name}");
    }
    for sign in sheet["signs"].as_object().unwrap().values() {
        let part = sign.as_str().unwrap().split('"').nth(1).unwrap().trim_start_matches('#');
        assert!(sheet["definitions"].as_str().unwrap().contains(&format!("id=\"{part}\"")));
    }
    // The same choice in another order is the same sheet, and is not sent twice.
    let again = client
        .send(
            "GET",
            "/api/v1/battles/blue-gray/antietam/sheet?options=11.0,20.1",
            &[("if-none-match", &tag)],
            b"",
        )
        .await
        .unwrap();
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn drawings_are_what_they_say_they_are() {
    let bench = Bench::new("games-drawings").await;
    let client = bench.client();
    let of = |what: &str| format!("/api/v1/battles/blue-gray/fredericksburg/{what}");
    let map = client.get(&of("map.svg?theme=dark")).await;
    assert!(map.header("content-type").unwrap().starts_with("image/svg+xml"));
    let text = String::from_utf8(map.body).unwrap();
    assert!(text.starts_with("<svg") && text.contains("data-cell="));
    assert!(!text.contains(" style=") && !text.contains("<script"), "the policy would stop it");
    assert_eq!(client.get(&of("legend.svg")).await.status, 200);
    assert!(client.get(&of("card.png")).await.body.starts_with(b"\x89PNG"));
    let wrong = client.get(&of("map.svg?theme=pink")).await;
    assert_eq!((wrong.status, wrong.json()["type"].as_str()), (400, Some("malformed")));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_role_sees_the_game_as_itself_and_a_tag_saves_the_sending() {
    let bench = Bench::new("games-roles").await;
    let new =
        json!({"battle": "blue-gray/chattanooga", "seats": {"union": {"name": " Ann\u{7} "}}});
    let seats = Seats::create(&bench.client(), &new).await;
    let roles = [
        (&seats.owner, "owner"),
        (&seats.union, "union"),
        (&seats.confederate, "confederate"),
        (&seats.watch, "watch"),
    ];
    for (who, role) in roles {
        let answer = who.get(&seats.path("")).await;
        let tag = answer.header("etag").unwrap().to_owned();
        let view = answer.json();
        assert_eq!(view["you"]["role"], role);
        assert_eq!(view["seats"]["union"]["name"], "Ann");
        assert_eq!(
            (&view["version"], &view["steps"], &view["seed"]),
            (&json!(1), &json!(0), &Value::Null)
        );
        let known =
            who.send("GET", &seats.path(""), &[("if-none-match", &tag)], b"").await.unwrap();
        assert_eq!(known.status, 304);
    }
    // Orders are the seat's own business, and here both seats are the owner's.
    let orders =
        |view: &Value| view["orders"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(orders(&seats.union.get(&seats.path("")).await.json()), ["union"]);
    assert_eq!(orders(&seats.watch.get(&seats.path("")).await.json()), Vec::<String>::new());
    assert_eq!(orders(&seats.owner.get(&seats.path("")).await.json()), ["union", "confederate"]);
    let summary = seats.watch.get(&seats.path("/summary")).await.json();
    assert_eq!((&summary["turn"], &summary["status"]), (&json!(1), &json!("playing")));
}

#[tokio::test(flavor = "multi_thread")]
async fn points_that_are_given_beforehand_count_and_are_kept() {
    let mut bench = Bench::new("games-bid").await;
    let bid = json!({"side": "confederate", "points": 20});
    let new = json!({"battle": "blue-gray/chattanooga", "bid": bid});
    let seats = Seats::create(&bench.client(), &new).await;
    let given = |view: &Value| {
        let lines = view["game"]["points"]["confederate"]["lines"].as_array().unwrap();
        lines.iter().any(|line| line["points"] == 20 && line["banked"] == true)
    };
    let view = seats.union.get(&seats.path("")).await.json();
    assert!(view["bid"] == bid && given(&view), "{view}");
    bench.restart().await;
    let seats = seats.moved_to(&bench.client());
    let view = seats.union.get(&seats.path("")).await.json();
    assert!(view["bid"] == bid && given(&view), "{view}");
    let record = seats.watch.get(&seats.path("/record")).await;
    let text = String::from_utf8(record.body).unwrap();
    assert!(
        text.lines().next().unwrap().contains("\"bid\":{\"side\":\"confederate\",\"points\":20}")
    );
    // A record with a bid is brought in with it.
    let head = [("content-type", "application/jsonl")];
    let client = bench.client();
    let brought = client.send("POST", "/api/v1/records", &head, text.as_bytes()).await.unwrap();
    assert_eq!(brought.status, 201, "{}", String::from_utf8_lossy(&brought.body));
    assert_eq!(brought.json()["view"]["bid"], bid);
    for bad in [json!({"side": "lee", "points": 3}), json!({"side": "union", "points": 0})] {
        let new = json!({"battle": "blue-gray/chattanooga", "bid": bad});
        assert_eq!(client.post("/api/v1/games", &new).await.status, 400, "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_named_by_its_holder_and_by_the_owner_only() {
    let bench = Bench::new("games-names").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let path = seats.path("/seats/union");
    let version = seats.version().await;
    assert_eq!(seats.union.put(&path, &json!({"name": "Ann"})).await.status, 200);
    assert_eq!(seats.view().await["seats"]["union"]["name"], "Ann");
    assert_eq!(seats.owner.put(&path, &json!({"name": null})).await.status, 200);
    assert_eq!(seats.view().await["seats"]["union"]["name"], Value::Null);
    for who in [&seats.confederate, &seats.watch] {
        let answer = who.put(&path, &json!({"name": "Bob"})).await;
        assert_eq!((answer.status, answer.json()["type"].as_str()), (403, Some("wrong-seat")));
    }
    let unseen = seats.union.put(&path, &json!({"name": "\u{200b}\u{3164}"})).await.json();
    assert_eq!(unseen["view"]["seats"]["union"]["name"], Value::Null);
    let long = seats.union.put(&path, &json!({"name": "x".repeat(61)})).await;
    assert_eq!(long.status, 400);
    assert_eq!(seats.version().await, version, "a name must not outdate a move on its way");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_nothing_leaves_no_trace() {
    let bench = Bench::new("games-unchanged").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let (name, orders) = (seats.path("/seats/union"), seats.path("/seats/union/orders"));
    for (path, body) in [
        (&name, json!({"name": "Ann"})),
        (&name, json!({"name": null})),
        (&orders, json!({"advance": "never"})),
        (&orders, json!({})),
    ] {
        assert_eq!(seats.union.put(path, &body).await.json()["news"].as_array().unwrap().len(), 1);
        let before = seats.whole().await;
        let again = seats.union.put(path, &body).await;
        assert_eq!(again.status, 200, "{body}");
        let again = again.json();
        assert_eq!((&again["news"], &again["version"]), (&json!([]), &json!(1)), "{body}");
        assert_eq!(seats.whole().await, before, "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reissued_seat_kills_the_old_token_its_streams_and_survives_a_restart() {
    let mut bench = Bench::new("games-reissue").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let mut stream = seats.union.listen(&seats.path("/stream"), None).await.unwrap();
    let mut other = seats.confederate.listen(&seats.path("/stream"), None).await.unwrap();
    let path = seats.path("/seats/union/reissue");
    assert_eq!(seats.union.post(&path, &json!({})).await.status, 403);
    let made = seats.owner.send("POST", &path, &[], b"").await.unwrap().json();
    let invitation = made["invitation"].as_str().unwrap().to_owned();
    // The old holder's stream ends; the other hears of it.
    while stream.next().await.is_some() {}
    assert_eq!(other.next_of("news").await.unwrap().json()["kind"], "seat");
    bench.restart().await;
    let seats = seats.moved_to(&bench.client());
    assert_eq!(seats.union.get(&seats.path("")).await.status, 401);
    let (fresh, redeemed) = redeem(&bench.client(), &seats.id, &invitation).await;
    assert_eq!(redeemed.status, 200, "{}", redeemed.json());
    assert_eq!(fresh.get(&seats.path("")).await.json()["you"]["role"], "union");
    assert_eq!(
        seats
            .owner
            .send("POST", &seats.path("/seats/owner/reissue"), &[], b"")
            .await
            .unwrap()
            .status,
        404
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_deletes_and_nothing_is_left() {
    let bench = Bench::new("games-delete").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let mut stream = seats.watch.listen(&seats.path("/stream"), None).await.unwrap();
    for who in [&seats.union, &seats.confederate, &seats.watch] {
        assert_eq!(who.delete(&seats.path("")).await.status, 403);
    }
    assert_eq!(seats.owner.delete(&seats.path("")).await.status, 204);
    while stream.next().await.is_some() {}
    let gone = seats.owner.get(&seats.path("")).await;
    assert_eq!((gone.status, gone.json()["type"].as_str()), (404, Some("unknown-game")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_files_hold_no_token_in_the_clear() {
    let mut bench = Bench::new("games-secrets").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    bench.stop().await;
    for entry in std::fs::read_dir(&bench.data).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for client in [&seats.owner, &seats.union, &seats.confederate, &seats.watch] {
            let token = client.token.as_ref().unwrap().as_bytes();
            assert!(!bytes.windows(token.len()).any(|window| window == token));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_is_kept_from_the_data_of_the_first() {
    let bench = Bench::new("games-second").await;
    let mut config = server::serve::Config::local(bench.data.clone());
    config.port = 0;
    let second = server::serve::Server::start(config, crate::common::table::battles()).await;
    let error = second.err().expect("it does not start").to_string();
    assert!(error.contains("another server uses this folder at http://"), "{error}");
}
