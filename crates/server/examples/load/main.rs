//! Many games at once on a server of this machine: how many actions a second, and how long each takes; then the same
//! for two games while one of them is flooded with readers.
//!
//! `cargo run --release -p server --example load -- [GAMES] [WATCHERS A GAME] [SECONDS]`, or with `flood` alone the flood;
//! `cargo xtask load` runs all as it stands. Every game is played by both its seats, in turn, with a real file behind it;
//! every watcher must hear every action.

mod flood;
#[path = "../../tests/common/http.rs"]
#[allow(dead_code)]
mod http;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::catalogue::Source;
use server::limits::Limits;
use server::serve::{Config, Server};

use http::Client;

/// What is asked for on the command line.
struct Load {
    games: usize,
    watchers: usize,
    time: Duration,
}

impl Load {
    fn from_arguments() -> Load {
        let numbers: Vec<u64> =
            std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
        let at = |index: usize, usual: u64| numbers.get(index).copied().unwrap_or(usual);
        Load {
            games: at(0, 200).clamp(1, 2000) as usize,
            watchers: at(1, 2).min(20) as usize,
            time: Duration::from_secs(at(2, 20).clamp(1, 600)),
        }
    }
}

/// Gives a number to the dice for both seats: the game begins.
async fn sit_down(client: &Client, created: &mut Value) {
    let path = format!("/api/v1/games/{}/dice/contribution", created["id"].as_str().unwrap_or(""));
    for side in ["union", "confederate"] {
        let seat = client.with(created["tokens"][side].as_str().unwrap_or_default());
        let body = json!({"request": format!("sit-down-{side}"), "bytes": "5e".repeat(32)});
        let mut answer = seat.post(&path, &body).await.json();
        created["view"] = answer["view"].take();
    }
}

#[tokio::main]
async fn main() {
    if !std::env::args().any(|word| word == "flood") {
        many_games().await;
    }
    flood::run().await;
}

async fn many_games() {
    let load = Load::from_arguments();
    let data = std::env::temp_dir().join(format!("longroll-load-{}", std::process::id()));
    let server = start(&data).await;
    let client = Client::new(server.address());
    let (stop, heard) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let mut players = Vec::new();
    let begun = Instant::now();
    let battle = atlas::builtin::kinds().next().expect("a battle").battle;
    for _ in 0..load.games {
        let created = client.post("/api/v1/games", &json!({"battle": battle})).await;
        assert_eq!(created.status, 201, "a game was not set up");
        let mut created = created.json();
        sit_down(&client, &mut created).await;
        for _ in 0..load.watchers {
            watch(&client, &created, Arc::clone(&heard)).await;
        }
        players.push(created);
    }
    let (games, watchers) = (load.games, load.watchers);
    println!(
        "{games} games with {watchers} watchers each, set up in {:.1} s",
        begun.elapsed().as_secs_f64()
    );
    let begun = Instant::now();
    let playing: Vec<_> = players
        .into_iter()
        .map(|created| tokio::spawn(play(client.clone(), created, Arc::clone(&stop))))
        .collect();
    tokio::time::sleep(load.time).await;
    stop.store(true, Ordering::Relaxed);
    let mut delays: Vec<Duration> = Vec::new();
    for game in playing {
        delays.extend(game.await.expect("a game that goes on"));
    }
    let seconds = begun.elapsed().as_secs_f64();
    settle(&heard, (delays.len() * load.watchers) as u64).await;
    report(&mut delays, seconds);
    server.stop().await;
    let _ = std::fs::remove_dir_all(&data);
}

async fn start(data: &std::path::Path) -> Server {
    let plenty = (1_000_000_000, 1_000_000_000);
    let limits = Limits {
        requests: plenty,
        games: plenty,
        games_a_day: 1_000_000,
        streams: 100_000,
        ..Limits::default()
    };
    let source = |id: &'static str| {
        let load = move || atlas::builtin::battle(id).map_err(|faults| faults.to_string());
        Source::new(id.to_owned(), Box::new(load))
    };
    let battles = atlas::builtin::ids().map(source).collect();
    let config = Config { port: 0, limits, ..Config::local(data.to_owned()) };
    Server::start(config, battles).await.expect("the server starts")
}

/// Listens, and counts the actions heard.
async fn watch(client: &Client, created: &Value, heard: Arc<AtomicU64>) {
    let watcher = client.with(created["tokens"]["watch"].as_str().unwrap_or_default());
    let path = format!("/api/v1/games/{}/stream", created["id"].as_str().unwrap_or_default());
    let mut stream = watcher.listen(&path, None).await.expect("a stream");
    tokio::spawn(async move {
        while let Some(message) = stream.next().await {
            if message.event == "news" && message.data.contains("\"kind\":\"action\"") {
                heard.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
}

/// Plays both seats: moves while there are units to move, ends phases, and makes what choices there are.
async fn play(client: Client, created: Value, stop: Arc<AtomicBool>) -> Vec<Duration> {
    let path = format!("/api/v1/games/{}/actions", created["id"].as_str().unwrap_or_default());
    let ask = format!("/api/v1/games/{}/ask", created["id"].as_str().unwrap_or_default());
    let mut view = created["view"].clone();
    let (mut delays, mut number) = (Vec::new(), 0);
    while !stop.load(Ordering::Relaxed) {
        let Some(side) = view["decision"]["side"].as_str() else { break };
        let seat = client.with(created["tokens"][side].as_str().unwrap_or_default());
        let action = choose(&seat, &ask, &view, number).await;
        number += 1;
        let body = json!({"request": format!("request-{number}"), "version": view["version"],
                          "action": action});
        let begun = Instant::now();
        let answer = seat.post(&path, &body).await;
        delays.push(begun.elapsed());
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        view = answer.json()["view"].take();
    }
    delays
}

async fn choose(seat: &Client, ask: &str, view: &Value, number: usize) -> Value {
    let game = &view["game"];
    if let Some(choice) = game["pending"]["choices"].get(0) {
        return choice.clone();
    }
    let movable = game["movable"].as_array().map_or(0, Vec::len);
    if movable > 0 && !number.is_multiple_of(8) {
        let unit = &game["movable"][number * 7 % movable];
        let reach = json!({"question": {"reach": {"unit": unit}}});
        let reach = seat.post(ask, &reach).await.json();
        if let Some(moves) = reach["moves"].as_array().filter(|moves| !moves.is_empty()) {
            return json!({"move": {"unit": unit, "to": moves[number % moves.len()]["to"]}});
        }
    }
    if game["end_phase"]["can"] == true {
        return json!({"end_phase": {}});
    }
    let all = seat.post(ask, &json!({"question": {"actions": {}}})).await.json();
    all["actions"][0]["action"].clone()
}

/// Waits until the watchers have heard everything.
async fn settle(heard: &AtomicU64, expected: u64) {
    for _ in 0..100 {
        if heard.load(Ordering::Relaxed) >= expected {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let heard = heard.load(Ordering::Relaxed);
    assert!(heard >= expected, "watchers heard {heard} actions of {expected}");
    println!("watchers heard all {heard} actions");
}

/// The delay that this share of them do not exceed.
fn share(delays: &mut [Duration], share: f64) -> Duration {
    delays.sort_unstable();
    let index = (delays.len() as f64 * share) as usize;
    delays.get(index.min(delays.len().saturating_sub(1))).copied().unwrap_or_default()
}

fn report(delays: &mut [Duration], seconds: f64) {
    println!(
        "{} actions in {seconds:.1} s: {:.0} actions/s",
        delays.len(),
        delays.len() as f64 / seconds
    );
    for (name, part) in [("50 %", 0.5), ("90 %", 0.9), ("99 %", 0.99), ("worst", 1.0)] {
        println!("  {name:>6}  {:8.1} ms", share(delays, part).as_secs_f64() * 1e3);
    }
}
