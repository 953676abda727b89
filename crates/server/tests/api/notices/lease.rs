//! A message is sent by one server at a time: two that share a store, as the store sees them.

use atlas::Side;
use server::moment::Moment;
use server::notices::{Channel, ChannelKeys, Means, Pace, Said};
use server::store::{Change, Delivery, Faults, OutboxChange, Outcome, Store};

use super::toy;
use crate::common::table::{Bench, Seats};

const MINUTE: i64 = 60_000;

async fn write(store: &Store, change: OutboxChange) {
    store.write(Change::Outbox(change)).await.expect("it is written");
}

async fn take(store: &Store, lease: &str, minute: i64) -> Vec<String> {
    let (now, until) = (Moment(minute * MINUTE), Moment((minute + 3) * MINUTE));
    let lease = lease.to_owned();
    let taken = OutboxChange::Take { now, lease: lease.clone(), until, most: 16 };
    write(store, taken).await;
    let leased = store.leased(&lease).await.expect("messages");
    leased.into_iter().map(|leased| leased.message.id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_taken_by_one_server_and_by_another_when_that_one_died() {
    let mut bench = Bench::hidden("notices-lease").await;
    let seats = Seats::create(&bench.client(), &toy(&["6"])).await;
    bench.stop().await;
    let file = bench.data.join("longroll.sqlite");
    let store = Store::open(&file, Faults::Real).await.expect("a store");
    let channel = Channel {
        id: "abcdefghijklmnop".into(),
        game: seats.id.clone(),
        side: Side::Union,
        means: Means::Webhook,
        pace: Pace::Each,
        target: "https://example.org/".into(),
        keys: ChannelKeys::default(),
        created: Moment(0),
        confirmed: None,
    };
    let said = Said { title: "Toy".into(), turn: None, turns: None, phase: None, ended: None };
    write(&store, OutboxChange::Open(Box::new(channel), Some(said))).await;
    let first = take(&store, "first", 1).await;
    assert_eq!(first.len(), 1);
    assert_eq!(take(&store, "second", 3).await, Vec::<String>::new(), "it is held");
    assert_eq!(store.next_due().await, Ok(Some(Moment(4 * MINUTE))), "when the lease ends");
    assert_eq!(take(&store, "second", 4).await, first);
    // The first was only asleep: what it says no longer counts.
    let id = first[0].clone();
    let finish = |lease: &str, outcome: Outcome| {
        OutboxChange::Finish(id.clone(), lease.to_owned(), Moment(5 * MINUTE), outcome)
    };
    write(&store, finish("first", Outcome::GivenUp("asleep".into()))).await;
    assert_eq!(store.leased("second").await.expect("messages").len(), 1);
    write(&store, finish("second", Outcome::Sent)).await;
    let known = store.channels(&seats.id, Side::Union, Moment(5 * MINUTE)).await.expect("ways");
    let last = known[0].1.clone().expect("a message");
    assert_eq!((last.delivery, last.attempts), (Delivery::Sent, 2));
    assert_eq!(store.next_due().await, Ok(None));
    store.close().await;
    bench.start().await;
}
