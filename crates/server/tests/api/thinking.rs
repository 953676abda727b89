//! Who thinks when: nobody is held up by another's plans, reviews or restlessness.

use std::time::Duration;

use serde_json::json;
use server::limits::Limits;

use crate::common::http::Client;
use crate::common::table::{Bench, Seats, generous};
use crate::computer::{
    computer, hint, seat_computer, seats, show, until, until_over, until_person,
};

const FOR_EVER: Duration = Duration::from_secs(3600);

/// A server whose Generals think as long as they like, which is long.
pub async fn slow(name: &str, limits: Limits) -> Bench {
    let mut bench = Bench::with(name, limits).await;
    bench.thinking = FOR_EVER;
    bench.restart().await;
    bench
}

/// More Generals than there can be threads, all thinking, in games that somebody plays.
pub async fn generals(client: &Client) -> Vec<Seats> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut games = Vec::new();
    for _ in 0..=cores {
        let body = seats(computer("general"), json!({"holder": "me"}));
        games.push(Seats::create(client, &body).await);
    }
    games
}

#[tokio::test(flavor = "multi_thread")]
async fn long_plans_hold_up_no_recruit_and_no_hint() {
    let bench = slow("thinking-held-up", generous()).await;
    let generals = generals(&bench.client()).await;
    let game = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    until_over(&game).await;
    let body = seats(json!({"holder": "me"}), computer("captain"));
    let game = Seats::create(&bench.client(), &body).await;
    for level in ["recruit", "general"] {
        let (status, advice) = hint(&game, &game.union, json!({"level": level})).await;
        assert_eq!(status, 200, "{advice}");
    }
    let last = generals.last().expect("a General").view().await;
    assert_eq!(last["seats"]["union"]["thinking"], true, "the others were long at it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_show_gives_way_to_a_person_and_goes_on_afterwards() {
    let bench = slow("thinking-gives-way", generous()).await;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let mut shows = Vec::new();
    for _ in 0..=cores {
        let body = seats(computer("general"), computer("general"));
        shows.push(Seats::create(&bench.client(), &body).await);
    }
    // A Colonel plans as long as he needs, on a thread for what takes long.
    let body = seats(json!({"holder": "me"}), computer("colonel"));
    let game = Seats::create(&bench.client(), &body).await;
    for _ in 0..2 {
        assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    }
    let answered = until(&game, |summary| summary["version"].as_u64() > Some(3)).await;
    assert_eq!(answered["status"], "playing");
    for show in &shows {
        let view = show.view().await;
        assert_eq!(view["seats"]["union"]["thinking"], true, "it is thought about anew");
        assert_eq!(view["steps"], 0, "nothing was done in haste");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_the_staff_has_no_time_for_is_told_so() {
    let limits = Limits { hint_time: Duration::ZERO, ..generous() };
    let bench = slow("thinking-busy", limits).await;
    let game = Seats::create(&bench.client(), &seats(json!({}), computer("recruit"))).await;
    let answer = game.union.post(&game.path("/hint"), &json!({})).await;
    assert_eq!((answer.status, &answer.json()["type"]), (503, &json!("busy")));
    assert!(answer.header("retry-after").is_some());
    assert!(!answer.json()["detail"].as_str().unwrap().contains("same request"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_that_nobody_asks_about_is_given_up() {
    let limits = Limits { unasked_review: Duration::ZERO, ..generous() };
    let bench = Bench::with("thinking-unasked", limits).await;
    let game = Seats::create(&bench.client(), &show("blue-gray/antietam", "september-17")).await;
    until_over(&game).await;
    let path = game.path("/review");
    assert_eq!(game.watch.get(&path).await.status, 202);
    // Time enough for another to be played from beginning to end.
    let other = Seats::create(&bench.client(), &show("blue-gray/antietam", "september-17")).await;
    until_over(&other).await;
    let answer = game.watch.get(&path).await;
    assert_eq!((answer.status, &answer.json()["done"]), (202, &json!(0.0)), "it begins anew");
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_wait_while_there_are_plans_and_hold_up_nobody() {
    let bench = slow("thinking-reviews", generous()).await;
    let played = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    until_over(&played).await;
    let generals = generals(&bench.client()).await;
    let answer = played.watch.get(&played.path("/review")).await;
    assert_eq!((answer.status, &answer.json()["done"]), (202, &json!(0.0)));
    let game = Seats::create(&bench.client(), &show("blue-gray/fredericksburg", "may-3")).await;
    until_over(&game).await;
    let answer = played.watch.get(&played.path("/review")).await;
    assert_eq!((answer.status, &answer.json()["done"]), (202, &json!(0.0)), "no thread was idle");
    for general in &generals {
        assert_eq!(general.owner.delete(&general.path("")).await.status, 204);
    }
    let ready = async {
        while played.watch.get(&played.path("/review")).await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(180), ready).await.expect("now there is one");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_has_four_reviews_under_way() {
    let limits = Limits { spare_loopback: false, ..generous() };
    let bench = slow("thinking-address", limits).await;
    let mut played = Vec::new();
    for _ in 0..5 {
        let body = show("blue-gray/fredericksburg", "may-3");
        played.push(Seats::create(&bench.client(), &body).await);
        until_over(played.last().expect("a game")).await;
    }
    let _busy = generals(&bench.client()).await;
    for (number, game) in played.iter().enumerate() {
        let answer = game.watch.get(&game.path("/review")).await;
        if number < 4 {
            assert_eq!(answer.status, 202, "{number}");
        } else {
            assert_eq!((answer.status, &answer.json()["type"]), (503, &json!("busy")));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_show_stays_a_few_entries_ahead_of_its_lookers_and_can_be_joined() {
    let limits = Limits { show_opening: FOR_EVER, ..generous() };
    let bench = Bench::with("thinking-pace", limits).await;
    let hasty = Bench::new("thinking-no-pace").await;
    let body = show("blue-gray/antietam", "september-17");
    let game = Seats::create(&bench.client(), &body).await;
    let _looker = game.watch.listen(&game.path("/stream"), None).await.expect("a stream");
    let told = |seq: u64| {
        let (game, body) = (game.clone(), json!({"seq": seq}));
        async move {
            assert_eq!(game.watch.post(&game.path("/shown"), &body).await.status, 204);
        }
    };
    let seq = || async { game.view().await["seq"].as_u64().expect("a number") };
    // Time enough for another show, whose lookers tell nothing, to be played from beginning to end.
    let played = || async {
        let body = show("blue-gray/fredericksburg", "may-3");
        until_over(&Seats::create(&hasty.client(), &body).await).await;
    };
    played().await;
    let held = seq().await;
    assert!((2..=8).contains(&held), "{held}: at the beginning lookers may be on their way");
    told(10).await;
    until(&game, |summary| summary["version"].as_u64() > Some(10)).await;
    played().await;
    let waiting = seq().await;
    assert!((11..=17).contains(&waiting), "{waiting}: six entries ahead");

    told(waiting + 20).await;
    until(&game, |summary| summary["version"].as_u64() > Some(waiting + 20)).await;
    let (status, taken) = seat_computer(&game, &game.union, "union", json!(null)).await;
    assert_eq!(status, 200, "{taken}");
    let (status, back) = seat_computer(&game, &game.union, "union", json!("recruit")).await;
    assert_eq!(status, 200, "{back}");
    told(u64::MAX / 2).await;
    until_over(&game).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_general_is_not_disturbed_by_names_talk_and_links() {
    let mut bench = Bench::new("thinking-names").await;
    bench.thinking = Duration::from_millis(500);
    bench.restart().await;
    let body = seats(computer("general"), json!({"holder": "me"}));
    let game = Seats::create(&bench.client(), &body).await;
    // Somebody gives himself another name again and again, for as long as it takes.
    let restless = {
        let game = game.clone();
        tokio::spawn(async move {
            for number in 0..3000 {
                let body = json!({"name": format!("Lee {number}")});
                let path = game.path("/seats/confederate");
                assert_eq!(game.confederate.put(&path, &body).await.status, 200);
            }
            std::future::pending::<()>().await;
        })
    };
    let summary = until(&game, |summary| summary["version"].as_u64() > Some(1)).await;
    assert_eq!(summary["status"], "playing");
    assert!(!restless.is_finished(), "names were given all the while");
    restless.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_question_has_the_same_answer_after_an_undo() {
    let bench = Bench::new("thinking-same").await;
    let body = seats(json!({"holder": "me"}), computer("recruit"));
    let game = Seats::create(&bench.client(), &body).await;
    let wish = json!({"level": "general"});
    let (status, first) = hint(&game, &game.union, wish.clone()).await;
    assert_eq!(status, 200, "{first}");
    // Another is asked in between, and something is done and undone.
    assert_eq!(hint(&game, &game.union, json!({"level": "recruit"})).await.0, 200);
    assert_eq!(game.act(&game.union, first["action"].clone()).await.status, 200);
    let (status, second) = hint(&game, &game.union, wish.clone()).await;
    assert_eq!(status, 200, "{second}");
    assert_eq!(game.command(&game.union, "/undo", json!({})).await.status, 200);
    let (status, again) = hint(&game, &game.union, wish.clone()).await;
    assert_eq!(status, 200, "{again}");
    for field in ["action", "why", "words"] {
        assert_eq!(again[field], first[field]);
    }
    assert_eq!(again["version"], game.version().await);
    // Done once more, the plan goes on as it did.
    assert_eq!(game.act(&game.union, first["action"].clone()).await.status, 200);
    let (status, onward) = hint(&game, &game.union, wish).await;
    assert_eq!(status, 200, "{onward}");
    for field in ["action", "why", "words"] {
        assert_eq!(onward[field], second[field], "it leads through one plan");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_reads_that_a_computer_is_thinking_can_count_on_it() {
    let mut bench = slow("thinking-summary", generous()).await;
    let body = seats(computer("general"), json!({"holder": "me"}));
    let game = Seats::create(&bench.client(), &body).await;
    bench.thinking = Duration::from_millis(1);
    bench.restart().await;
    let game = game.moved_to(&bench.client());
    // Nobody opens the game: a list of games is read.
    let waiting = async {
        loop {
            let summary = game.watch.get(&game.path("/summary")).await.json();
            if summary["version"].as_u64() > Some(3) {
                return;
            }
            assert_eq!(summary["seats"]["union"]["thinking"], true, "{summary}");
        }
    };
    tokio::time::timeout(Duration::from_secs(120), waiting).await.expect("in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_computer_goes_on_after_storage_has_failed() {
    let bench = Bench::new("thinking-storage").await;
    let game = Seats::create(&bench.client(), &seats(json!({}), computer("recruit"))).await;
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    let fault = "CREATE TRIGGER broken BEFORE INSERT ON entries WHEN NEW.side = 'confederate' \
                 BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END";
    let mut database = bench.database().await;
    sqlx::query(fault).execute(&mut database).await.unwrap();
    assert_eq!(game.act(&game.union, json!({"end_phase": {}})).await.status, 200);
    // What could not be stored ends the stream.
    let mut events = game.union.listen(&game.path("/stream"), None).await.expect("a stream");
    while events.next().await.is_some() {}
    assert_eq!(game.view().await["steps"], 2);
    sqlx::query("DROP TRIGGER broken").execute(&mut database).await.unwrap();
    let view = until_person(&game).await;
    assert!(view["steps"].as_u64() > Some(2), "{}", view["decision"]);
}
