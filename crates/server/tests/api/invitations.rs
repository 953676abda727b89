//! A seat is its holder's alone: invitations are redeemed once, tokens are their holders', and nobody takes a seat
//! from a guest behind his back.

use serde_json::{Value, json};
use server::moment::Moment;
use server::table::SILENCE;
use sqlx::Executor;

use crate::common::http::{Answer, Client};
use crate::common::table::{Bench, CAME_LATER, Seats, fresh, own_token, redeem};

fn kind(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["type"].as_str().unwrap_or_default().to_owned())
}

fn holders(union: &str, confederate: &str) -> Value {
    let seats = json!({"union": {"holder": union}, "confederate": {"holder": confederate}});
    json!({"battle": "blue-gray/antietam", "seats": seats})
}

async fn set_up(bench: &Bench, new: &Value) -> Value {
    let answer = bench.client().post("/api/v1/games", new).await;
    assert_eq!(answer.status, 201, "{}", answer.json());
    answer.json()
}

fn word<'v>(created: &'v Value, what: &str, role: &str) -> &'v str {
    created[what][role].as_str().unwrap_or_else(|| panic!("no {role} among {what}"))
}

async fn reissue(seats: &Seats, who: &Client, side: &str) -> Answer {
    let path = seats.path(&format!("/seats/{side}/reissue"));
    who.send("POST", &path, &[], b"").await.expect("an answer")
}

async fn answer(seats: &Seats, who: &Client, side: &str, grant: bool) -> Answer {
    let path = seats.path(&format!("/seats/{side}/reissue/answer"));
    who.post(&path, &json!({"grant": grant})).await
}

/// The last thing that the story of a game tells.
async fn last_words(seats: &Seats) -> String {
    let told = seats.watch.get(&seats.path("/entries")).await.json();
    let last = told["entries"].as_array().unwrap().last().unwrap().clone();
    last["text"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sets_a_game_up_gets_an_invitation_and_no_token_of_the_guest() {
    let bench = Bench::new("invitations-once").await;
    let created = set_up(&bench, &holders("me", "link")).await;
    assert!(created["tokens"].get("confederate").is_none(), "{created}");
    assert!(created["invitations"].get("union").is_none(), "{created}");
    assert_eq!(created["view"]["seats"]["confederate"]["invited"], true);
    let seats = Seats::held(&bench.client(), created["id"].as_str().unwrap(), &created["tokens"]);
    let offer = word(&created, "invitations", "confederate");
    // The word in the link opens nothing by itself.
    let invited = bench.client().with(offer);
    for look in ["", "/summary", "/entries", "/stream", "/record"] {
        assert_eq!(
            kind(&invited.get(&seats.path(look)).await),
            (403, "not-redeemed".into()),
            "{look}"
        );
    }
    let resign = json!({"request": fresh()});
    let acted = invited.post(&seats.path("/resign"), &resign).await;
    assert_eq!(kind(&acted), (403, "not-redeemed".into()));
    let (guest, redeemed) = redeem(&bench.client(), &seats.id, offer).await;
    assert_eq!(redeemed.status, 200, "{}", redeemed.json());
    assert_eq!(redeemed.json()["role"], "confederate");
    assert_eq!(redeemed.json()["view"]["seats"]["confederate"]["invited"], false);
    assert_eq!(last_words(&seats).await, "The Confederate seat was taken.");
    assert_eq!(guest.get(&seats.path("")).await.json()["you"]["role"], "confederate");
    // A second browser, or the host with his copy of the link, comes too late.
    let (late, refused) = redeem(&bench.client(), &seats.id, offer).await;
    assert_eq!(kind(&refused), (401, "invitation-used".into()));
    assert_eq!(late.get(&seats.path("")).await.status, 401);
    let spent = invited.get(&seats.path("")).await;
    assert_eq!(kind(&spent), (401, "invitation-used".into()));
    // Whoever does not know whether it arrived sends the same once more.
    let body = json!({"token": guest.token});
    let again = invited.post(&seats.path("/redeem"), &body).await;
    assert_eq!((again.status, &again.json()["repeated"]), (200, &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_redeem_together_one_has_the_seat() {
    let bench = Bench::new("invitations-race").await;
    let created = set_up(&bench, &holders("me", "link")).await;
    let id = created["id"].as_str().unwrap().to_owned();
    let offer = word(&created, "invitations", "confederate").to_owned();
    let guests: Vec<_> = (0..12)
        .map(|_| {
            let (client, id, offer) = (bench.client(), id.clone(), offer.clone());
            tokio::spawn(async move {
                let (guest, answer) = redeem(&client, &id, &offer).await;
                let seated = guest.get(&format!("/api/v1/games/{id}")).await.status == 200;
                assert_eq!(seated, answer.status == 200);
                answer.status
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for guest in guests {
        statuses.push(guest.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (200, &[401; 11][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_set_the_game_up_does_nothing_for_a_guest() {
    let bench = Bench::new("invitations-creator").await;
    let created = set_up(&bench, &holders("me", "link")).await;
    let offer = word(&created, "invitations", "confederate");
    let (guest, _) = redeem(&bench.client(), created["id"].as_str().unwrap(), offer).await;
    let mut seats =
        Seats::held(&bench.client(), created["id"].as_str().unwrap(), &created["tokens"]);
    seats.confederate = guest;
    seats.sit_down().await;
    for _ in 0..2 {
        assert_eq!(seats.act(&seats.union, json!({"end_phase": {}})).await.status, 200);
    }
    seats.command(&seats.union, "/take-back", json!({"to": 0})).await;
    seats.command(&seats.union, "/draw", json!({"what": "offer"})).await;
    let before = seats.whole().await;
    // The decision is the guest's, a wish and an offer wait for him. All that the host has is tried.
    let offered = bench.client().with(offer);
    for who in [&seats.owner, &seats.union, &seats.watch, &offered] {
        for (path, more) in [
            ("/actions", json!({"action": {"end_phase": {}}})),
            ("/take-back/answer", json!({"grant": true})),
            ("/draw", json!({"what": "accept"})),
        ] {
            let answer = seats.command(who, path, more).await;
            assert!(matches!(answer.status, 401 | 403 | 409), "{path}: {}", answer.json());
        }
        let orders = json!({"retreat": "safest"});
        let given = who.put(&seats.path("/seats/confederate/orders"), &orders).await;
        assert!(matches!(given.status, 401 | 403), "{}", given.json());
        let named = who.put(&seats.path("/seats/confederate"), &json!({"name": "Loser"})).await;
        assert!(matches!(named.status, 401 | 403), "{}", named.json());
        for level in [json!("recruit"), Value::Null] {
            let body = json!({"request": fresh(), "level": level});
            let path = seats.path("/seats/confederate/computer");
            let answer = who.put(&path, &body).await;
            // Nobody is there to be sent away: that is no change.
            let nothing = answer.status == 200 && answer.json()["news"] == json!([]);
            assert!(nothing || matches!(answer.status, 401 | 403 | 409), "{}", answer.json());
        }
        let made = reissue(&seats, who, "confederate").await;
        assert!(matches!(made.status, 401 | 403 | 409), "{}", made.json());
        let granted = answer(&seats, who, "confederate", true).await;
        assert!(matches!(granted.status, 401 | 403 | 409), "{}", granted.json());
    }
    for who in [&seats.owner, &seats.watch, &offered] {
        let resigned = seats.command(who, "/resign", json!({})).await;
        assert!(matches!(resigned.status, 401 | 403), "{}", resigned.json());
    }
    assert_eq!(seats.whole().await, before);
    assert_eq!(seats.confederate.get(&seats.path("")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_renews_its_own_token_and_the_old_one_dies_with_its_streams() {
    let mut bench = Bench::new("invitations-renew").await;
    let seats = Seats::create(&bench.client(), &holders("me", "link")).await;
    let mut stream = seats.confederate.listen(&seats.path("/stream"), None).await.unwrap();
    let token = own_token();
    let renewed = seats.confederate.post(&seats.path("/renew"), &json!({"token": token})).await;
    assert_eq!((renewed.status, &renewed.json()["role"]), (200, &json!("confederate")));
    while stream.next().await.is_some() {}
    assert_eq!(last_words(&seats).await, "The holder of the Confederate seat changed the key.");
    assert_eq!(seats.confederate.get(&seats.path("")).await.status, 401);
    bench.restart().await;
    let seats = seats.moved_to(&bench.client());
    let guest = bench.client().with(&token);
    assert_eq!(guest.get(&seats.path("")).await.json()["you"]["role"], "confederate");
    // The owner renews his own as well; those who watch share one.
    let owned = own_token();
    assert_eq!(seats.owner.post(&seats.path("/renew"), &json!({"token": owned})).await.status, 200);
    assert_eq!(seats.owner.get(&seats.path("")).await.status, 401);
    let watching = seats.watch.post(&seats.path("/renew"), &json!({"token": own_token()})).await;
    assert_eq!(kind(&watching), (403, "wrong-seat".into()));
    // No token that somebody has already, and none that is not one.
    for bad in [token.as_str(), owned.as_str(), seats.watch.token.as_ref().unwrap(), "short", ""] {
        let refused = guest.post(&seats.path("/renew"), &json!({"token": bad})).await;
        assert_eq!(kind(&refused), (400, "malformed".into()), "{bad}");
    }
    assert_eq!(guest.get(&seats.path("")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_in_a_link_is_no_token_for_whoever_redeems_it() {
    let bench = Bench::new("invitations-same").await;
    let created = set_up(&bench, &holders("me", "link")).await;
    let path = format!("/api/v1/games/{}/redeem", created["id"].as_str().unwrap());
    let offer = word(&created, "invitations", "confederate");
    // The host knows the word: as a token it would be his as well.
    let refused = bench.client().with(offer).post(&path, &json!({"token": offer})).await;
    assert_eq!(kind(&refused), (400, "malformed".into()));
    let watch = word(&created, "tokens", "watch");
    let refused = bench.client().with(offer).post(&path, &json!({"token": watch})).await;
    assert_eq!(kind(&refused), (400, "malformed".into()));
    // A token is no invitation.
    let union = bench.client().with(word(&created, "tokens", "union"));
    let refused = union.post(&path, &json!({"token": own_token()})).await;
    assert_eq!(kind(&refused), (403, "wrong-seat".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_that_nobody_has_redeemed_is_replaced_freely() {
    let bench = Bench::new("invitations-replace").await;
    let created = set_up(&bench, &holders("me", "link")).await;
    let seats = Seats::held(&bench.client(), created["id"].as_str().unwrap(), &created["tokens"]);
    let made = reissue(&seats, &seats.owner, "confederate").await.json();
    let (old, new) = (word(&created, "invitations", "confederate"), made["invitation"].as_str());
    assert_eq!(redeem(&bench.client(), &seats.id, old).await.1.status, 401);
    assert_eq!(redeem(&bench.client(), &seats.id, new.unwrap()).await.1.status, 200);
    // His own seat the owner gives away as he likes; then it is a guest's.
    let mine = reissue(&seats, &seats.owner, "union").await.json();
    assert_eq!(seats.union.get(&seats.path("")).await.status, 401);
    let offer = mine["invitation"].as_str().unwrap();
    let (guest, _) = redeem(&bench.client(), &seats.id, offer).await;
    let view = guest.get(&seats.path("")).await.json();
    assert_eq!(view["seats"]["union"]["holder"], "link");
    let named = seats.owner.put(&seats.path("/seats/union"), &json!({"name": "X"})).await;
    assert_eq!(named.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_seat_is_given_out_again_with_the_consent_of_somebody_else() {
    let mut bench = Bench::new("invitations-consent").await;
    let mut seats = Seats::create(&bench.client(), &holders("link", "link")).await;
    let asked = reissue(&seats, &seats.owner, "confederate").await;
    assert_eq!((asked.status, &asked.json()["waits"]), (200, &json!(true)));
    assert!(asked.json().get("invitation").is_none(), "{}", asked.json());
    assert!(last_words(&seats).await.contains("asks for a new invitation"));
    let lost = seats.view().await["seats"]["confederate"]["lost"].clone();
    assert_eq!(lost, json!({"by": "owner", "granted": false}));
    // The asker does not agree with himself; who watches does not count; the holder may refuse.
    for who in [&seats.owner, &seats.watch, &seats.confederate] {
        assert_eq!(answer(&seats, who, "confederate", true).await.status, 403);
    }
    assert_eq!(answer(&seats, &seats.confederate, "confederate", false).await.status, 200);
    assert_eq!(answer(&seats, &seats.union, "confederate", true).await.status, 409, "it is past");
    reissue(&seats, &seats.owner, "confederate").await;
    assert_eq!(answer(&seats, &seats.union, "confederate", true).await.status, 200);
    // What was agreed outlives a restart, and the holder who is at the table after all.
    bench.restart().await;
    seats = seats.moved_to(&bench.client());
    let page = seats.confederate.listen(&seats.path("/stream"), None).await.expect("a stream");
    assert_eq!(reissue(&seats, &seats.owner, "confederate").await.status, 409, "he is here");
    drop(page);
    let mut own = seats.owner.listen(&seats.path("/stream"), None).await.expect("a stream");
    while own.next_of("presence").await.expect("presence").json()["confederate"] == true {
        // The server notices when it next writes to the dead connection.
        let body = json!({"request": fresh(), "text": "Are you there?"});
        seats.union.post(&seats.path("/talk"), &body).await;
    }
    let made = reissue(&seats, &seats.owner, "confederate").await.json();
    assert!(last_words(&seats).await.contains("with the consent of the others"));
    assert_eq!(seats.confederate.get(&seats.path("")).await.status, 401, "the old token is dead");
    let offer = made["invitation"].as_str().unwrap();
    assert_eq!(redeem(&bench.client(), &seats.id, offer).await.1.status, 200);
    // Another time it is asked anew.
    assert_eq!(reissue(&seats, &seats.owner, "confederate").await.json()["waits"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_long_silence_a_lost_seat_is_given_out_again_and_looking_on_is_no_silence() {
    let (mut bench, hour) = Bench::at_hour("invitations-silence").await;
    let mut seats = Seats::create(&bench.client(), &holders("me", "link")).await;
    let wait = |part: f64| {
        let more = (SILENCE.as_millis() as f64 * part) as i64;
        let later = Moment(hour.borrow().0 + more);
        hour.send_replace(later);
    };
    // The owner plays the other seat: nobody else is here who could agree.
    assert_eq!(reissue(&seats, &seats.owner, "confederate").await.status, 409);
    wait(0.9);
    // It is the Union's turn: whoever waits for it and looks is not silent, also across a restart.
    assert_eq!(seats.confederate.get(&seats.path("/summary")).await.status, 200);
    seats.view().await;
    bench.restart().await;
    seats = seats.moved_to(&bench.client());
    wait(0.9);
    assert_eq!(reissue(&seats, &seats.owner, "confederate").await.status, 409);
    wait(0.2);
    let made = reissue(&seats, &seats.owner, "confederate").await;
    assert_eq!(made.status, 200, "{}", made.json());
    assert!(last_words(&seats).await.contains("silent for 14 days"));
    let made = made.json();
    let offer = made["invitation"].as_str().unwrap();
    assert_eq!(redeem(&bench.client(), &seats.id, offer).await.1.status, 200);
    assert_eq!(seats.confederate.get(&seats.path("")).await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_only_listens_is_not_silent() {
    let (bench, hour) = Bench::at_hour("invitations-listens").await;
    let seats = Seats::create(&bench.client(), &holders("me", "link")).await;
    let page = seats.confederate.listen(&seats.path("/stream"), None).await.expect("a stream");
    let mut own = seats.union.listen(&seats.path("/stream"), None).await.expect("a stream");
    let later = hour.borrow().0 + 2 * i64::try_from(SILENCE.as_millis()).unwrap();
    hour.send_replace(Moment(later));
    // He has waited for his turn all the while, and closes his page now.
    drop(page);
    while own.next_of("presence").await.expect("presence").json()["confederate"] == true {
        let body = json!({"request": fresh(), "text": "Are you there?"});
        seats.union.post(&seats.path("/talk"), &body).await;
    }
    let refused = reissue(&seats, &seats.owner, "confederate").await;
    assert_eq!(kind(&refused), (409, "not-allowed".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn links_of_before_work_once_more() {
    let mut bench = Bench::new("invitations-old").await;
    let created = set_up(&bench, &holders("me", "link")).await;
    let seats = Seats::held(&bench.client(), created["id"].as_str().unwrap(), &created["tokens"]);
    let old = word(&created, "invitations", "confederate").to_owned();
    bench.stop().await;
    // The database as it was before there were invitations: links were tokens.
    let mut database = bench.database().await;
    for sql in CAME_LATER.into_iter().chain([
        "INSERT INTO tokens (game, role, hash) SELECT game, side, hash FROM invitations",
        "DROP TABLE invitations",
        "DROP TABLE clocks",
        "DROP TABLE chains",
        "DROP TABLE marks",
        "ALTER TABLE entries DROP COLUMN link",
        "ALTER TABLE tokens DROP COLUMN seen",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    ]) {
        database.execute(sql).await.expect(sql);
    }
    sqlx::Connection::close(database).await.expect("it closes");
    bench.start().await;
    let seats = seats.moved_to(&bench.client());
    assert_eq!(seats.union.get(&seats.path("")).await.status, 200, "one's own seat is as it was");
    let link = bench.client().with(&old);
    assert_eq!(kind(&link.get(&seats.path("")).await), (403, "not-redeemed".into()));
    let (guest, redeemed) = redeem(&bench.client(), &seats.id, &old).await;
    assert_eq!(redeemed.status, 200, "{}", redeemed.json());
    assert_eq!(guest.get(&seats.path("")).await.json()["you"]["role"], "confederate");
    assert_eq!(redeem(&bench.client(), &seats.id, &old).await.1.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_files_hold_neither_invitations_nor_guests_tokens() {
    let mut bench = Bench::new("invitations-secrets").await;
    let created = set_up(&bench, &holders("link", "link")).await;
    let id = created["id"].as_str().unwrap();
    let offer = word(&created, "invitations", "union");
    let (guest, _) = redeem(&bench.client(), id, offer).await;
    let other = word(&created, "invitations", "confederate");
    bench.stop().await;
    for entry in std::fs::read_dir(&bench.data).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for secret in [offer, other, guest.token.as_deref().unwrap()] {
            assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()));
        }
    }
}

/// In a hidden game nobody gets the eyes of both sides, but at one screen.
#[tokio::test(flavor = "multi_thread")]
async fn in_a_hidden_game_nobody_holds_both_sides_but_at_one_screen() {
    let bench = Bench::hidden("invitations-hidden").await;
    let hidden = |union: &str, confederate: Value| {
        let seats = json!({"union": {"holder": union}, "confederate": confederate});
        json!({"battle": "toy/nine-squares", "options": [], "seats": seats})
    };
    let created = set_up(&bench, &hidden("me", json!({"holder": "link"}))).await;
    assert!(created["tokens"].get("confederate").is_none());
    let screen = set_up(&bench, &hidden("me", json!({"holder": "here"}))).await;
    assert!(screen["tokens"]["union"].is_string() && screen["tokens"]["confederate"].is_string());
    let gt = json!({"battle": "grand-tactical/antietam", "options": [],
        "seats": {"union": {"holder": "me"}, "confederate": {"holder": "link"}}});
    assert!(set_up(&bench, &gt).await["tokens"].get("confederate").is_none());
}
