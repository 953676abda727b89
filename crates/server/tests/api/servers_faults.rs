//! Faults between a server and a shared database: the connection is cut in the middle of a commit, the database is slow.

use std::time::Duration;

use server::store::Place;

use crate::common::postgres::{Cut, Tap, cluster};
use crate::common::table::{Bench, battles};
use crate::faults::{Random, insist, new_game, times};

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_cut_in_a_commit_loses_nothing_and_nothing_is_done_twice() {
    let tap = Tap::open(cluster(), "faults-cut").await;
    let bench = Bench::on("faults-cut", &tap.address()).await;
    let random = Random::new();
    let seats = new_game(&bench).await;
    let (mut unsure, mut done) = (0, 0);
    for number in 0..usize::try_from(24 * times()).unwrap() {
        if seats.view().await["status"] != "playing" {
            break;
        }
        tap.cut(match random.below(3) {
            0 => Cut::Before,
            1 => Cut::After,
            _ => Cut::None,
        });
        unsure += insist(&seats, number).await;
        done += 1;
    }
    tap.cut(Cut::None);
    assert!(unsure > 0, "nothing was cut");
    let told = seats.watch.get(&seats.path("/entries")).await.json();
    let made = told["entries"].as_array().unwrap().iter();
    let made = made.filter(|entry| entry["kind"] == "talk" || entry["auto"] == false);
    let made = made.filter(|entry| matches!(entry["kind"].as_str(), Some("talk" | "action")));
    assert_eq!(made.count(), done, "each once");
    assert_eq!(seats.watch.get(&seats.path("/verify")).await.status, 200);
    let found = server::check::check(&Place::Postgres(bench.shared()), battles()).await;
    assert!(found.expect("it can be checked").is_well());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_database_makes_a_slow_table_and_nothing_worse() {
    let tap = Tap::open(cluster(), "faults-slow").await;
    let one = Bench::on("faults-slow", &tap.address()).await;
    let other = Bench::on("faults-slow", &tap.address()).await;
    let here = new_game(&one).await;
    let there = here.moved_to(&other.client());
    tap.slow_down(Duration::from_millis(25));
    for number in 0..6 {
        let seats = if number % 2 == 0 { &here } else { &there };
        assert_eq!(insist(seats, number).await, 0, "it is done, if late");
    }
    assert_eq!(here.whole().await, there.whole().await);
}
