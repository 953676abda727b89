//! Several servers on one PostgreSQL database: whoever asks finds the same game at each of them, what is done at one is
//! heard at the others, and what one server does for all is done by one.

use std::time::Duration;

use atlas::Side;
use serde_json::{Value, json};
use server::entry::{Entry, Kind, Secret};
use server::store::{Change, Faults, Lease, Place, Store, StoreError, move_data};
use sqlx::Executor;

use crate::common::postgres::{cluster, connect};
use crate::common::table::{
    Bench, Seats, about_to_attack, address, attack, battles, fresh, own_token,
};
use crate::computer::{computer, seats, until};

/// Two servers on a database of their own.
async fn two(name: &str) -> (Bench, Bench) {
    let database = cluster().fresh(name).await;
    (Bench::on(name, &database).await, Bench::on(name, &database).await)
}

fn new() -> Value {
    json!({"battle": "blue-gray/antietam"})
}

async fn say(seats: &Seats, text: &str) -> u16 {
    let body = json!({"request": fresh(), "text": text});
    seats.union.post(&seats.path("/talk"), &body).await.status
}

/// Everything said in a game.
async fn said(seats: &Seats) -> Vec<String> {
    let told = seats.watch.get(&seats.path("/entries")).await.json();
    let talk = told["entries"].as_array().expect("entries").iter();
    let talk = talk.filter(|entry| entry["kind"] == "talk");
    talk.map(|entry| entry["text"].as_str().expect("a text").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_at_one_server_is_seen_and_heard_at_the_other() {
    let (one, other) = two("servers-seen").await;
    let here = Seats::create(&one.client(), &new()).await;
    let there = here.moved_to(&other.client());
    let mut stream = there.watch.listen(&there.path("/stream"), None).await.unwrap();
    assert_eq!(stream.next().await.unwrap().event, "hello");
    for step in 0..6 {
        let (actor, looker) = if step % 2 == 0 { (&here, &there) } else { (&there, &here) };
        let side = actor.view().await["decision"]["side"].as_str().unwrap().to_owned();
        let done = actor.act(actor.seat(&side), json!({"end_phase": {}})).await;
        assert_eq!(done.status, 200, "{}", done.json());
        // At once: nobody waits for a message between the servers.
        let (acted, seen) =
            (done.json()["view"].clone(), looker.seat(&side).get(&looker.path("")).await.json());
        assert_eq!((&acted["version"], &acted["game"]), (&seen["version"], &seen["game"]));
        let news = stream.next_of("news").await.unwrap();
        assert_eq!(news.json()["version"], acted["version"]);
    }
    assert_eq!(here.whole().await, there.whole().await);
    assert_eq!(there.watch.get(&there.path("/verify")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_two_servers_write_at_once_is_written_in_turn_and_nothing_is_done_twice() {
    let (one, other) = two("servers-at-once").await;
    let here = Seats::create(&one.client(), &new()).await;
    let there = here.moved_to(&other.client());
    let talk = |seats: Seats, place: &'static str| async move {
        for number in 0..12 {
            assert_eq!(say(&seats, &format!("{place} {number}")).await, 200);
        }
    };
    tokio::join!(talk(here.clone(), "here"), talk(there.clone(), "there"));
    let said = said(&here).await;
    for place in ["here", "there"] {
        let own: Vec<&String> = said.iter().filter(|text| text.starts_with(place)).collect();
        let wanted: Vec<String> = (0..12).map(|number| format!("{place} {number}")).collect();
        assert_eq!(own, wanted.iter().collect::<Vec<_>>(), "{said:?}");
    }
    assert_eq!(here.whole().await, there.whole().await);
    // Of two who act on the same version one is told that it has passed.
    let (version, action) = (here.version().await, json!({"end_phase": {}}));
    let act = |seats: &Seats| {
        let (seats, action) = (seats.clone(), action.clone());
        async move {
            let body = json!({"request": fresh(), "version": version, "action": action});
            seats.union.post(&seats.path("/actions"), &body).await.status
        }
    };
    let mut both = <[u16; 2]>::from(tokio::join!(act(&here), act(&there)));
    both.sort_unstable();
    assert_eq!(both, [200, 409]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_sent_again_to_another_server_is_answered_and_done_once() {
    let (one, other) = two("servers-again").await;
    let here = Seats::create(&one.client(), &about_to_attack()).await;
    let there = here.moved_to(&other.client());
    let body = json!({"request": fresh(), "version": here.version().await, "action": attack(), "dice": [1]});
    let first = here.union.post(&here.path("/actions"), &body).await.json();
    let again = there.union.post(&there.path("/actions"), &body).await.json();
    assert_eq!((&first["repeated"], &again["repeated"]), (&json!(false), &json!(true)));
    assert_eq!((&first["version"], &first["entries"]), (&again["version"], &again["entries"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_renewed_at_one_server_opens_nothing_at_the_other() {
    let (one, other) = two("servers-token").await;
    let here = Seats::create(&one.client(), &new()).await;
    let there = here.moved_to(&other.client());
    let mut stream = there.union.listen(&there.path("/stream"), None).await.unwrap();
    assert_eq!(there.union.get(&there.path("")).await.status, 200);
    let token = own_token();
    let renewed = here.union.post(&here.path("/renew"), &json!({"token": token})).await;
    assert_eq!(renewed.status, 200, "{}", renewed.json());
    assert_eq!(there.union.get(&there.path("")).await.status, 401);
    let act = json!({"request": fresh(), "text": "still here"});
    assert_eq!(there.union.post(&there.path("/talk"), &act).await.status, 401);
    assert_eq!(there.union.with(&token).get(&there.path("")).await.status, 200);
    // Whoever listens by it is sent away.
    let closed = async { while stream.next().await.is_some() {} };
    tokio::time::timeout(Duration::from_secs(30), closed).await.expect("the stream ends");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_deleted_at_one_server_is_gone_at_the_other() {
    let (one, other) = two("servers-gone").await;
    let here = Seats::create(&one.client(), &new()).await;
    let there = here.moved_to(&other.client());
    assert_eq!(there.union.get(&there.path("")).await.status, 200);
    assert_eq!(here.owner.delete(&here.path("")).await.status, 204);
    assert_eq!(there.union.get(&there.path("")).await.status, 404);
    assert_eq!(say(&there, "anybody?").await, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_at_two_servers_see_each_other_at_the_table() {
    let (one, other) = two("servers-presence").await;
    let here = Seats::create(&one.client(), &new()).await;
    let there = here.moved_to(&other.client());
    let mut stream = here.union.listen(&here.path("/stream"), None).await.unwrap();
    let guest = there.confederate.listen(&there.path("/stream"), None).await.unwrap();
    let at_table = |presence: Value| presence["confederate"] == true;
    while !at_table(stream.next_of("presence").await.expect("presence").json()) {}
    assert_eq!(here.view().await["seats"]["confederate"]["connected"], true);
    drop(guest);
    for text in ["one", "two", "three"] {
        assert_eq!(say(&there, text).await, 200);
    }
    while at_table(stream.next_of("presence").await.expect("presence").json()) {}
}

#[tokio::test(flavor = "multi_thread")]
async fn news_that_nobody_hears_are_found_by_looking() {
    let (one, other) = two("servers-deaf").await;
    let here = Seats::create(&one.client(), &new()).await;
    let there = here.moved_to(&other.client());
    let mut stream = there.watch.listen(&there.path("/stream"), None).await.unwrap();
    assert_eq!(stream.next().await.unwrap().event, "hello");
    // Nobody hears any more, and the next message is sent at once.
    let mut line = connect(one.database.as_ref().unwrap()).await;
    let deaf = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN \"longroll\"'";
    line.execute(deaf).await.expect("they are cut off");
    assert_eq!(say(&here, "unheard").await, 200);
    assert_eq!(stream.next_of("news").await.unwrap().json()["text"], "unheard");
}

/// An entry that comes after those that are known.
fn word(known: &Entry, after: u64, text: &str) -> Entry {
    let (text, by) = (Some(text.to_owned()), Some(Side::Union));
    let (seq, kind) = (known.seq + after, Kind::Talk);
    Entry { seq, kind, text, by, dice: None, secret: Secret::default(), ..known.clone() }
}

async fn open(bench: &Bench) -> Store {
    Store::share(&bench.shared(), Faults::Real).await.expect("a store")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_is_one_servers_until_it_is_given_back_or_runs_out() {
    let (bench, _) = two("servers-lease").await;
    let game = Seats::create(&bench.client(), &new()).await;
    let (one, other) = (open(&bench).await, open(&bench).await);
    let take = async |store: &Store| store.take("work", Some(&game.id)).await.expect("an answer");
    let first = take(&one).await.expect("it is free");
    assert_eq!(take(&other).await, None);
    assert_eq!(take(&one).await, None, "not twice by the same either");
    one.release(&first).await.expect("it is given back");
    let second = take(&other).await.expect("it is free again");
    assert!(second.fence > first.fence);
    assert_eq!(one.renew(&first).await, Err(StoreError::Fenced));
    // Its holder is not heard of: it runs out.
    let third = async {
        loop {
            match take(&one).await {
                Some(lease) => return lease,
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    };
    let third = tokio::time::timeout(Duration::from_secs(30), third).await.expect("in time");
    assert!(third.fence > second.fence);
    // The other wakes up and goes on as if nothing had been.
    let loaded = one.load(&game.id).await.expect("it can be read").expect("a game");
    let by = |lease: &Lease, after: u64, text: &str| {
        let entry = word(loaded.entries.last().expect("an entry"), after, text);
        let change = Change::Append { game: game.id.clone(), entries: vec![entry.into()] };
        Change::Fenced { lease: lease.clone(), change: Box::new(change) }
    };
    assert_eq!(other.write(by(&second, 1, "late")).await, Err(StoreError::Fenced));
    assert_eq!(one.write(by(&third, 1, "in time")).await, Ok(()));
    assert_eq!(one.write(by(&third, 1, "twice")).await, Err(StoreError::Conflict));
    assert_eq!(said(&game).await, ["in time"]);
    one.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_servers_plays_for_a_computer_and_when_it_ends_the_other() {
    let (mut one, other) = two("servers-computer").await;
    let new = seats(json!({"name": "Ann"}), computer("recruit"));
    let here = Seats::create(&one.client(), &new).await;
    let there = here.moved_to(&other.client());
    let mine = |summary: &Value| summary["decision"]["side"] == "union";
    let _streams = (
        here.union.listen(&here.path("/stream"), None).await.unwrap(),
        there.union.listen(&there.path("/stream"), None).await.unwrap(),
    );
    for turn in 0..4 {
        if turn == 2 {
            one.stop().await;
        }
        let seats = if turn == 0 { &here } else { &there };
        while mine(&seats.watch.get(&seats.path("/summary")).await.json()) {
            let view = seats.union.get(&seats.path("")).await.json();
            let action = match view["game"]["end_phase"]["can"] == true {
                true => json!({"end_phase": {}}),
                false => {
                    let all = json!({"question": {"actions": {}}});
                    let all = seats.union.post(&seats.path("/ask"), &all).await.json();
                    all["actions"][0]["action"].clone()
                }
            };
            let done = seats.act(&seats.union, action).await;
            assert_eq!(done.status, 200, "{}", done.json());
        }
        until(&there, |summary| mine(summary) || summary["status"] == "over").await;
    }
    let told = there.watch.get(&there.path("/entries")).await.json();
    let steps = told["entries"].as_array().expect("entries").iter();
    let steps: Vec<u64> = steps.filter_map(|entry| entry["step"].as_u64()).collect();
    assert!(steps.iter().zip(1..).all(|(step, number)| *step == number), "{steps:?}");
    assert_eq!(there.watch.get(&there.path("/verify")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_moved_from_a_file_to_postgresql_and_back_and_are_what_they_were() {
    let mut bench = Bench::on_file("servers-move").await;
    let seats = crate::storage::a_game(&bench).await;
    let second = Seats::create(&bench.client(), &new()).await;
    let whole = (seats.whole().await, second.whole().await);
    bench.stop().await;
    let file = Place::File(bench.data.join("longroll.sqlite"));
    let database = cluster().fresh("servers-move").await;
    let shared = Place::Postgres(address(&database));
    let moved = move_data(&file, &shared).await.expect("they are moved");
    assert_eq!((moved.games, moved.damaged), (2, 0));
    let there = Bench::on("servers-moved", &database).await;
    let (one, two) = (seats.moved_to(&there.client()), second.moved_to(&there.client()));
    assert_eq!((one.whole().await, two.whole().await), whole);
    assert_eq!(say(&two, "after the move").await, 200);
    let found = server::check::check(&shared, battles()).await.expect("it can be checked");
    assert!(found.is_well() && found.games == 2 && found.chained, "{found:?}");
    // Nothing is mixed.
    let refused = move_data(&file, &shared).await;
    assert!(matches!(refused, Err(StoreError::Foreign(_))), "{refused:?}");
    let back = bench.data.join("back.sqlite");
    let _ = std::fs::remove_file(&back);
    let back = Place::File(back);
    assert_eq!(move_data(&shared, &back).await.expect("they are moved").games, 2);
    let found = server::check::check(&back, battles()).await.expect("it can be checked");
    assert!(found.is_well() && found.games == 2 && found.chained, "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_chain_is_found_in_postgresql_too() {
    let (mut one, mut other) = two("servers-damage").await;
    let here = crate::storage::a_game(&one).await;
    one.stop().await;
    other.stop().await;
    let mut line = connect(one.database.as_ref().unwrap()).await;
    line.execute("UPDATE entries SET body = replace(body, '{', '{ ') WHERE seq = 5").await.unwrap();
    let place = Place::Postgres(one.shared());
    let found = server::check::check(&place, battles()).await.expect("it can be checked");
    assert_eq!((found.games, found.damaged.len()), (1, 1), "{found:?}");
    one.start().await;
    let here = here.moved_to(&one.client());
    assert_eq!(here.watch.get(&here.path("/summary")).await.json()["status"], "read-only");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_another_program_or_of_a_later_version_is_refused() {
    let text = cluster().fresh("servers-foreign").await;
    let mut line = connect(&text).await;
    line.execute("CREATE TABLE games (name TEXT)").await.unwrap();
    let refused = Store::share(&address(&text), Faults::Real).await.err();
    assert!(matches!(refused, Some(StoreError::Foreign(_))), "{refused:?}");
    let text = cluster().fresh("servers-later").await;
    Store::share(&address(&text), Faults::Real).await.expect("a store").close().await;
    let mut line = connect(&text).await;
    let later = "INSERT INTO _sqlx_migrations SELECT 9999, description, installed_on, success, checksum, \
                 execution_time FROM _sqlx_migrations LIMIT 1";
    line.execute(later).await.unwrap();
    let refused = Store::share(&address(&text), Faults::Real).await.err();
    assert!(matches!(refused, Some(StoreError::Foreign(_))), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_start_together_make_the_tables_once() {
    let text = cluster().fresh("servers-together").await;
    let address = address(&text);
    let open = || Store::share(&address, Faults::Real);
    let stores = tokio::join!(open(), open(), open(), open());
    for store in <[_; 4]>::from(stores) {
        let store = store.expect("a store");
        assert_eq!(store.count().await, Ok(0));
        store.close().await;
    }
}
