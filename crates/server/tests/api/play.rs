//! What the seats do: actions, undo, take-backs, draws, resigning, orders, talk.

use serde_json::{Value, json};

use crate::common::table::{Bench, Seats, about_to_attack, attack, fresh};

fn kinds(answer: &Value) -> Vec<String> {
    let news = answer["news"].as_array().expect("news");
    news.iter().map(|entry| entry["kind"].as_str().expect("a kind").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_combat_goes_from_seat_to_seat() {
    let bench = Bench::new("play-combat").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let body = json!({"request": fresh(), "version": 1, "action": attack(), "dice": [1]});
    let answer = seats.union.post(&seats.path("/actions"), &body).await.json();
    let line = &answer["news"][0]["line"];
    assert_eq!((&line["dice"], &line["forced"]), (&json!([1]), &json!(true)));
    assert_eq!(answer["view"]["decision"]["side"], "confederate");
    let choices = answer["view"]["game"]["pending"]["choices"].as_array().unwrap().clone();
    // The attacker may not choose for the defender, and nothing may be undone.
    let refused = seats.act(&seats.union, choices[0].clone()).await;
    assert_eq!(refused.json()["type"], "not-your-decision");
    let undo = seats.command(&seats.union, "/undo", json!({})).await;
    assert_eq!(undo.json()["type"], "not-allowed");
    let answer = seats.act(&seats.confederate, choices[0].clone()).await.json();
    assert_eq!(answer["view"]["decision"]["side"], "union");
    assert_eq!(answer["view"]["steps"], 2);
}

/// Whoever looks may ask what the enemy could do, what is left for the attacks that are owed, and how a stack marches.
#[tokio::test(flavor = "multi_thread")]
async fn looking_ahead_is_asked_like_anything_else() {
    let bench = Bench::new("play-ahead").await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    let ask = async |question: Value| {
        seats.union.post(&seats.path("/ask"), &json!({"question": question})).await
    };
    let enemy = ask(json!({"threats": {"unit": "Hood"}})).await.json();
    assert_eq!((&enemy["by"], &enemy["from"]), (&json!("confederate"), &json!("0811")));
    assert!(enemy["attacks"].as_array().unwrap().contains(&json!("0907")));
    let here = ask(json!({"threats": {"cell": "0907"}})).await.json();
    assert!(here["danger"].is_u64() && here["column"].is_string(), "{here}");
    let march = json!({"column": {"units": ["1/1/I", "3/1/I"], "to": "0906"}});
    assert_eq!(ask(march).await.json()["moves"].as_array().unwrap().len(), 2);
    assert_eq!(ask(json!({"plan": {}})).await.json()["attacks"], json!([]), "nobody fights yet");
    assert_eq!(ask(json!({"threats": {"unit": "nobody"}})).await.status, 400);
    let sheet = bench.client().get("/api/v1/battles/blue-gray/antietam/sheet").await.json();
    assert_eq!(sheet["capabilities"]["threats"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_is_a_new_version_and_leaves_the_story_whole() {
    let bench = Bench::new("play-undo").await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    let before = seats.view().await;
    let unit = before["game"]["movable"][0].clone();
    let question = json!({"question": {"reach": {"unit": unit}}});
    let reach = seats.union.post(&seats.path("/ask"), &question).await.json();
    let to = reach["moves"][0]["to"].clone();
    let moved = seats.act(&seats.union, json!({"move": {"unit": unit, "to": to}})).await.json();
    assert_eq!((&moved["version"], &moved["view"]["undo"]["can"]), (&json!(2), &json!(true)));
    let undone = seats.command(&seats.union, "/undo", json!({})).await.json();
    assert_eq!((&undone["version"], kinds(&undone)), (&json!(3), vec!["undo".to_owned()]));
    assert_eq!(undone["view"]["game"], before["game"]);
    assert_eq!(undone["view"]["undo"]["why_not"], "nothing has been done yet");
    let story = seats.watch.get(&seats.path("/entries")).await.json();
    assert_eq!(story["entries"].as_array().unwrap().len(), 6);
    assert_eq!(seats.watch.get(&seats.path("/steps")).await.json()["steps"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_take_back_beyond_a_die_needs_the_other_side() {
    let bench = Bench::new("play-take-back").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let start = seats.view().await["game"].clone();
    let thrown =
        seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [6]})).await;
    assert_eq!(thrown.status, 200);
    let ask = |to: Value| seats.command(&seats.union, "/take-back", json!({"to": to}));
    assert_eq!(ask(json!(1)).await.json()["type"], "not-allowed");
    assert_eq!(kinds(&ask(json!(0)).await.json()), ["take_back_asked"]);
    assert_eq!(seats.view().await["undo"]["asked"], json!({"by": "union", "steps": 1, "to": 0}));
    // Nobody answers a wish of one's own.
    let own = seats.command(&seats.union, "/take-back/answer", json!({"grant": true})).await;
    assert_eq!(own.json()["type"], "not-allowed");
    let refuse =
        seats.command(&seats.confederate, "/take-back/answer", json!({"grant": false})).await;
    assert_eq!(kinds(&refuse.json()), ["take_back_refused"]);
    assert_eq!(kinds(&ask(json!(0)).await.json()), ["take_back_asked"]);
    assert_eq!(kinds(&ask(Value::Null).await.json()), ["take_back_refused"]);
    assert_eq!(ask(Value::Null).await.json()["type"], "not-allowed");
    ask(json!(0)).await;
    let grant =
        seats.command(&seats.confederate, "/take-back/answer", json!({"grant": true})).await;
    assert_eq!(grant.json()["view"]["game"], start);
    assert_eq!(grant.json()["view"]["steps"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_keeps_to_its_custom_of_undo() {
    let bench = Bench::new("play-custom").await;
    for (policy, undo, ask) in [("ask", "not-allowed", true), ("never", "not-allowed", false)] {
        let new = json!({"battle": "blue-gray/antietam", "undo": policy});
        let seats = Seats::create(&bench.client(), &new).await;
        seats.act(&seats.union, json!({"end_phase": {}})).await;
        let answer = seats.command(&seats.union, "/undo", json!({})).await.json();
        assert_eq!(answer["type"], undo);
        let answer = seats.command(&seats.union, "/take-back", json!({"to": 0})).await;
        assert_eq!(answer.status == 200, ask, "{policy}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_offered_refused_withdrawn_and_agreed() {
    let bench = Bench::new("play-draw").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let draw = |side: &str, what: &str| {
        let (seats, side, what) = (seats.clone(), side.to_owned(), what.to_owned());
        async move {
            let answer = seats.command(seats.seat(&side), "/draw", json!({"what": what})).await;
            answer.json()
        }
    };
    assert_eq!(draw("union", "accept").await["type"], "not-allowed");
    assert_eq!(kinds(&draw("union", "offer").await), ["draw_offered"]);
    assert_eq!(seats.view().await["draw"], json!({"by": "union"}));
    assert_eq!(draw("confederate", "offer").await["type"], "not-allowed");
    assert_eq!(draw("union", "accept").await["type"], "not-allowed");
    assert_eq!(kinds(&draw("confederate", "refuse").await), ["draw_refused"]);
    assert_eq!(draw("union", "withdraw").await["type"], "not-allowed");
    draw("union", "offer").await;
    assert_eq!(kinds(&draw("union", "withdraw").await), ["draw_refused"]);
    draw("confederate", "offer").await;
    assert_eq!(kinds(&draw("union", "accept").await), ["draw_agreed", "ended"]);
    let view = seats.view().await;
    assert_eq!((&view["status"], &view["ended"]["how"]), (&json!("over"), &json!("agreed")));
    assert_eq!(draw("union", "offer").await["type"], "over");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_lapses_when_the_other_side_plays_on() {
    let bench = Bench::new("play-lapse").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    seats.command(&seats.confederate, "/draw", json!({"what": "offer"})).await;
    seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [1]})).await;
    assert_eq!(seats.view().await["draw"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_outlasts_what_the_other_sides_orders_do() {
    let bench = Bench::new("play-offer-orders").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let path = seats.path("/seats/confederate/orders");
    assert_eq!(seats.confederate.put(&path, &json!({"retreat": "safest"})).await.status, 200);
    seats.command(&seats.union, "/draw", json!({"what": "offer"})).await;
    let body = json!({"action": attack(), "dice": [1]});
    let answer = seats.command(&seats.union, "/actions", body).await.json();
    assert_eq!(answer["news"][1]["auto"], true);
    assert_eq!(answer["view"]["draw"], json!({"by": "union"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_go_on_after_a_take_back_unless_their_giver_asked_for_it() {
    let bench = Bench::new("play-back-orders").await;
    for (asker, goes_on) in [("union", true), ("confederate", false)] {
        let seats = Seats::create(&bench.client(), &about_to_attack()).await;
        let path = seats.path("/seats/confederate/orders");
        seats.confederate.put(&path, &json!({"retreat": "safest"})).await;
        let body = json!({"action": attack(), "dice": [1]});
        let fought = seats.command(&seats.union, "/actions", body).await.json();
        assert_eq!(kinds(&fought), ["action", "action"]);
        let other = if asker == "union" { "confederate" } else { "union" };
        // Back to the retreat, which is the Confederates' to choose.
        seats.command(seats.seat(asker), "/take-back", json!({"to": 1})).await;
        let grant =
            seats.command(seats.seat(other), "/take-back/answer", json!({"grant": true})).await;
        let grant = grant.json();
        if goes_on {
            assert_eq!(kinds(&grant), ["take_back_granted", "action"]);
            assert_eq!(
                (&grant["news"][1]["auto"], &grant["news"][1]["step"]),
                (&json!(true), &json!(2))
            );
            assert_eq!(grant["view"]["decision"], fought["view"]["decision"]);
        } else {
            assert_eq!(kinds(&grant), ["take_back_granted"]);
            assert_eq!(grant["view"]["decision"]["side"], "confederate");
        }
        assert_eq!(grant["view"]["steps"], if goes_on { 2 } else { 1 });
        assert_eq!(seats.watch.get(&seats.path("/verify")).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_ends_the_game_reveals_the_seed_and_the_record_proves_itself() {
    let bench = Bench::new("play-resign").await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    seats.act(&seats.union, json!({"end_phase": {}})).await;
    let answer = seats.command(&seats.confederate, "/resign", json!({})).await.json();
    assert_eq!(kinds(&answer), ["resigned", "ended"]);
    let view = seats.view().await;
    assert_eq!(view["ended"]["winner"], "union");
    let seed = rules::dice::Seed::parse(view["seed"].as_str().unwrap()).unwrap();
    assert_eq!(view["commitment"], seed.commitment());
    assert_eq!(seats.watch.get(&seats.path("/verify")).await.json()["dice"], true);
    let answer = seats.act(&seats.union, json!({"end_phase": {}})).await;
    assert_eq!((answer.status, answer.json()["type"].as_str()), (409, Some("over")));
}

#[tokio::test(flavor = "multi_thread")]
async fn standing_orders_decide_in_the_holders_stead() {
    let mut bench = Bench::new("play-orders").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let path = seats.path("/seats/confederate/orders");
    let orders = json!({"retreat": {"towards": "0105"}, "advance": "never"});
    assert_eq!(seats.union.put(&path, &orders).await.json()["type"], "wrong-seat");
    assert_eq!(seats.owner.put(&path, &orders).await.json()["type"], "wrong-seat");
    for bad in [json!({"retreat": {"towards": "9999"}}), json!({"charge": "always"}), json!([])] {
        assert_eq!(seats.confederate.put(&path, &bad).await.json()["type"], "malformed", "{bad}");
    }
    assert_eq!(kinds(&seats.confederate.put(&path, &orders).await.json()), ["orders"]);
    bench.restart().await;
    let seats = seats.moved_to(&bench.client());
    let body = json!({"action": attack(), "dice": [1]});
    let answer = seats.command(&seats.union, "/actions", body).await.json();
    assert_eq!(kinds(&answer), ["action", "action"]);
    let (own, auto) = (&answer["news"][0], &answer["news"][1]);
    assert_eq!((&own["auto"], &auto["auto"]), (&json!(false), &json!(true)));
    assert_eq!((&auto["by"], &auto["step"]), (&json!("confederate"), &json!(2)));
    assert!(auto["line"]["action"]["retreat"].is_object());
    assert_eq!(answer["version"], auto["version"]);
    assert_eq!(answer["view"]["decision"]["side"], "union");
    // What is ordered is nobody else's business.
    let story = seats.watch.get(&seats.path("/entries")).await;
    assert!(!String::from_utf8(story.body).unwrap().contains("0105\"}}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_given_while_a_decision_waits_decide_it() {
    let bench = Bench::new("play-late-orders").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [1]})).await;
    let path = seats.path("/seats/confederate/orders");
    let answer = seats.confederate.put(&path, &json!({"retreat": "safest"})).await.json();
    assert_eq!(kinds(&answer), ["orders", "action"]);
    assert_eq!(answer["view"]["decision"]["side"], "union");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seats_talk_and_the_others_listen() {
    let bench = Bench::new("play-talk").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let path = seats.path("/talk");
    let say = |text: &str| json!({"request": fresh(), "text": text});
    let answer = seats.union.post(&path, &say(" Good day\u{0}! ")).await.json();
    assert_eq!(answer["news"][0]["text"], "Good day !");
    assert_eq!(answer["version"], 1, "talk outdates nothing");
    for who in [&seats.watch, &seats.owner] {
        assert_eq!(who.post(&path, &say("psst")).await.json()["type"], "wrong-seat");
    }
    let answer = seats
        .union
        .post(&path, &say("a\u{202e}b\u{200b}c \u{2764}\u{fe0f}\u{200d}\u{1f525}"))
        .await;
    assert_eq!(answer.json()["news"][0]["text"], "abc \u{2764}\u{fe0f}\u{200d}\u{1f525}");
    for bad in ["", "  \n", "\u{200b}\u{feff}", &"x".repeat(501)] {
        assert_eq!(seats.union.post(&path, &say(bad)).await.json()["type"], "malformed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_is_carried_out_once_also_after_a_restart() {
    let mut bench = Bench::new("play-repeat").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let body = json!({"request": "the-same-name", "version": 1, "action": attack(), "dice": [1]});
    let first = seats.union.post(&seats.path("/actions"), &body).await.json();
    assert_eq!(first["repeated"], false);
    for restart in [false, true] {
        if restart {
            bench.restart().await;
        }
        let seats = seats.moved_to(&bench.client());
        let again = seats.union.post(&seats.path("/actions"), &body).await.json();
        assert_eq!((&again["repeated"], &again["version"]), (&json!(true), &first["version"]));
        assert_eq!(again["news"], first["news"]);
        assert_eq!(seats.view().await["steps"], 1);
        // The name is the seat's own: another seat's request of the same name is another request.
        let other = seats.confederate.post(&seats.path("/actions"), &body).await.json();
        assert_eq!(other["type"], "stale-version");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_used_for_one_request_is_refused_for_another_also_after_a_restart() {
    let mut bench = Bench::new("play-reused").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let named = |mut body: Value| {
        body["request"] = json!("the-same-name");
        body
    };
    let first = named(json!({"version": 1, "action": attack(), "dice": [1]}));
    assert_eq!(seats.union.post(&seats.path("/actions"), &first).await.status, 200);
    let others = [
        ("/actions", named(json!({"version": 1, "action": attack(), "dice": [2]}))),
        ("/actions", named(json!({"version": 1, "action": {"end_phase": {}}, "dice": [1]}))),
        ("/actions", named(json!({"version": 2, "action": attack(), "dice": [1]}))),
        ("/undo", named(json!({"version": 1}))),
        ("/take-back", named(json!({"version": 2, "to": 0}))),
        ("/draw", named(json!({"version": 2, "what": "offer"}))),
        ("/resign", named(json!({"version": 2}))),
        ("/talk", named(json!({"text": "hello"}))),
    ];
    for restart in [false, true] {
        if restart {
            bench.restart().await;
        }
        let seats = seats.moved_to(&bench.client());
        let before = seats.whole().await;
        for (path, body) in &others {
            let answer = seats.union.post(&seats.path(path), body).await;
            assert_eq!(
                (answer.status, answer.json()["type"].as_str()),
                (409, Some("request-reused")),
                "{path} {body}"
            );
        }
        // The same again, its fields in another order, is the same.
        let turned = json!({"dice": [1], "action": {"attack": {"attackers": ["0909"],
            "defenders": ["0910"]}}, "version": 1, "request": "the-same-name"});
        let again = seats.union.post(&seats.path("/actions"), &turned).await.json();
        assert_eq!(again["repeated"], true, "{again}");
        assert_eq!(seats.whole().await, before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_race_for_one_version_exactly_one_wins() {
    let bench = Bench::new("play-race").await;
    for _ in 0..5 {
        let seats = Seats::create(&bench.client(), &about_to_attack()).await;
        let racers: Vec<_> = (1..=6)
            .map(|face| {
                let seats = seats.clone();
                let body =
                    json!({"request": fresh(), "version": 1, "action": attack(), "dice": [face]});
                tokio::spawn(async move { seats.union.post(&seats.path("/actions"), &body).await })
            })
            .collect();
        let mut won = 0;
        for racer in racers {
            let answer = racer.await.unwrap();
            match answer.status {
                200 => won += 1,
                _ => assert_eq!(
                    (answer.status, answer.json()["type"].as_str()),
                    (409, Some("stale-version"))
                ),
            }
        }
        assert_eq!(won, 1);
        assert_eq!(seats.view().await["steps"], 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_by_hand_are_for_study_tables_only() {
    let bench = Bench::new("play-dice").await;
    let mut new = about_to_attack();
    new["dice"] = json!("seeded");
    let seats = Seats::create(&bench.client(), &new).await;
    let answer =
        seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [1]})).await;
    assert_eq!(answer.json()["type"], "not-allowed");
    let study = Seats::create(&bench.client(), &about_to_attack()).await;
    for bad in [json!([0]), json!([7]), json!(vec![1; 65])] {
        let answer =
            study.command(&study.union, "/actions", json!({"action": attack(), "dice": bad}));
        assert_eq!(answer.await.json()["type"], "malformed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_and_wishes_of_the_other_side_outdate_no_move() {
    let bench = Bench::new("play-outdate").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let body = json!({"request": fresh(), "version": 1, "action": attack(), "dice": [1]});
    for what in ["offer", "withdraw", "offer"] {
        let answer = seats.command(&seats.confederate, "/draw", json!({"what": what})).await.json();
        assert_eq!(answer["version"], 1);
    }
    assert_eq!(seats.union.post(&seats.path("/actions"), &body).await.status, 200);
    let (to, other) = (json!({"to": 0}), json!({"grant": true, "to": 1}));
    assert_eq!(seats.command(&seats.union, "/take-back", to).await.json()["version"], 2);
    // Nobody grants another wish than the one that was seen.
    let answer = seats.command(&seats.confederate, "/take-back/answer", other).await.json();
    assert_eq!(answer["type"], "not-allowed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_given_up_asks_nobody_for_a_decision() {
    let bench = Bench::new("play-given-up").await;
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    let view = seats.command(&seats.union, "/resign", json!({})).await.json()["view"].clone();
    let summary = seats.watch.get(&seats.path("/summary")).await.json();
    for told in [&view, &summary] {
        let words = &view["ended"]["words"];
        assert_eq!(told["decision"], json!({"side": null, "kind": "over", "words": words}));
    }
    assert_eq!((&view["undo"]["can"], &view["undo"]["by"]), (&json!(false), &Value::Null));
    let game = &view["game"];
    assert_eq!((&game["end_phase"]["can"], &game["combat"]), (&json!(false), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_ended_by_agreement_offers_nothing_to_do() {
    let bench = Bench::new("play-agreed").await;
    let seats = Seats::create(&bench.client(), &json!({"battle": "blue-gray/antietam"})).await;
    let open = seats.view().await["game"].clone();
    assert!(!open["movable"].as_array().unwrap().is_empty() && open["quota"].is_object());
    seats.command(&seats.union, "/draw", json!({"what": "offer"})).await;
    seats.command(&seats.confederate, "/draw", json!({"what": "accept"})).await;
    let closed = seats.view().await["game"].clone();
    assert_eq!((&closed["movable"], &closed["quota"]), (&json!([]), &Value::Null));
    assert_eq!(closed["end_phase"]["can"], false);
    assert_eq!(closed["standing"], open["standing"], "the points are what they were");
    // A retreat that waits when somebody gives up is nobody's to choose any more.
    let seats = Seats::create(&bench.client(), &about_to_attack()).await;
    seats.command(&seats.union, "/actions", json!({"action": attack(), "dice": [1]})).await;
    assert!(seats.view().await["game"]["pending"].is_object());
    seats.command(&seats.confederate, "/resign", json!({})).await;
    assert_eq!(seats.view().await["game"]["pending"], Value::Null);
}
