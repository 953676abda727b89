//! The flood: hundreds of heavy reads from one watch link, without a pause, while people play.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http::Client;
use super::{choose, share, sit_down, start};

/// How many reads are under way at any time.
const READS: usize = 400;
/// How often it is measured.
const RUNS: usize = 5;
/// How long each time.
const TIME: Duration = Duration::from_secs(6);
/// How long the same is measured without the flood.
const CALM: Duration = Duration::from_secs(1);
/// How many actions the flooded game has when it begins.
const ACTIONS: usize = 400;
/// How long a player thinks.
const PAUSE: Duration = Duration::from_millis(10);
/// The bound that docs/hosting.md states, for 99 of 100 commands.
const BOUND: Duration = Duration::from_millis(250);

/// A game, and where its players stand.
struct Game {
    created: Value,
    view: Value,
    number: usize,
}

impl Game {
    async fn new(client: &Client) -> Game {
        let battle = atlas::builtin::kinds().next().expect("a battle").battle;
        let created = client.post("/api/v1/games", &json!({"battle": battle})).await;
        assert_eq!(created.status, 201, "a game was not set up");
        let mut created = created.json();
        sit_down(client, &mut created).await;
        Game { view: created["view"].clone(), created, number: 0 }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/games/{}{rest}", self.created["id"].as_str().unwrap_or_default())
    }

    fn token(&self, role: &str) -> &str {
        self.created["tokens"][role].as_str().unwrap_or_default()
    }

    /// Makes one action; how long its answer took. None once the game is over.
    async fn act(&mut self, client: &Client) -> Option<Duration> {
        let side = self.view["decision"]["side"].as_str()?;
        let seat = client.with(self.token(side));
        // Every unit marches before a phase is ended: the game is a long one.
        let action = choose(&seat, &self.path("/ask"), &self.view, 8 * self.number + 1).await;
        self.number += 1;
        let request = format!("flood-{:06}", self.number);
        let body = json!({"request": request, "version": self.view["version"], "action": action});
        let begun = Instant::now();
        let answer = seat.post(&self.path("/actions"), &body).await;
        let delay = begun.elapsed();
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
        self.view = answer.json()["view"].take();
        Some(delay)
    }
}

/// Measures the delays of commands under the flood, and prints them.
pub async fn run() {
    let data = std::env::temp_dir().join(format!("longroll-flood-{}", std::process::id()));
    // The server has threads of its own, as if it were another program.
    let place = data.clone();
    let started = tokio::task::spawn_blocking(move || {
        let house = tokio::runtime::Runtime::new().expect("threads");
        let server = house.block_on(start(&place));
        (house, server)
    });
    let (house, server) = started.await.expect("a server");
    let client = Client::new(server.address());
    println!("\n{READS} heavy reads at a time from one watch link, without a pause:");
    let mut all: BTreeMap<(&str, &str), Vec<Duration>> = BTreeMap::new();
    for run in 1..=RUNS {
        let mut games = [Game::new(&client).await, Game::new(&client).await];
        while games[0].number < ACTIONS && games[0].act(&client).await.is_some() {}
        assert_eq!(games[0].number, ACTIONS, "a game worth reading");
        let calm = play(client.clone(), &mut games[1], CALM).await;
        let flood = Flood::begin(&client, &games[0]);
        let [read, other] = &mut games;
        let (read, other) =
            tokio::join!(play(client.clone(), read, TIME), play(client.clone(), other, TIME));
        let answers = flood.end().await;
        println!("run {run}: {answers} reads answered");
        let names = ["before the flood", "of the game that is read", "of another game"];
        for (name, mut delays) in names.into_iter().zip([calm, read, other]) {
            let count = delays.len();
            for (which, part) in [("50 %", 0.5), ("99 %", 0.99)] {
                let delay = share(&mut delays, part);
                all.entry((name, which)).or_default().push(delay);
                println!("  {count} commands {name}: {which} {:.1} ms", delay.as_secs_f64() * 1e3);
            }
        }
    }
    println!("medians of {RUNS} runs; the bound is {} ms for 99 %", BOUND.as_millis());
    for ((name, which), mut delays) in all {
        let median = share(&mut delays, 0.5);
        let verdict = match which {
            "99 %" if median > BOUND => "  TOO LONG",
            _ => "",
        };
        println!("  commands {name}: {which} {:.1} ms{verdict}", median.as_secs_f64() * 1e3);
    }
    server.stop().await;
    house.shutdown_background();
    let _ = std::fs::remove_dir_all(&data);
}

/// Plays both seats for a while; how long the answers took.
async fn play(client: Client, game: &mut Game, time: Duration) -> Vec<Duration> {
    let (begun, mut delays) = (Instant::now(), Vec::new());
    while begun.elapsed() < time {
        let Some(delay) = game.act(&client).await else { break };
        delays.push(delay);
        tokio::time::sleep(PAUSE).await;
    }
    delays
}

/// Readers that do not stop.
struct Flood {
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    refused: Arc<Mutex<BTreeMap<u16, usize>>>,
    readers: Vec<tokio::task::JoinHandle<()>>,
}

impl Flood {
    fn begin(client: &Client, game: &Game) -> Flood {
        let watcher = client.with(game.token("watch"));
        let stop = Arc::new(AtomicBool::new(false));
        let (answered, refused) = (Arc::<AtomicUsize>::default(), Arc::default());
        let steps = game.number;
        let readers = (0..READS).map(|reader| {
            let (watcher, stop, path) = (watcher.clone(), Arc::clone(&stop), game.path(""));
            let (answered, refused) = (Arc::clone(&answered), Arc::clone(&refused));
            tokio::spawn(async move {
                for number in reader.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let status = read(&watcher, &path, steps, number).await;
                    answered.fetch_add(usize::from(status == 200), Ordering::Relaxed);
                    if status != 200 {
                        let refused: &Mutex<BTreeMap<u16, usize>> = &refused;
                        *refused.lock().expect("nobody fails").entry(status).or_default() += 1;
                    }
                }
            })
        });
        Flood { readers: readers.collect(), stop, answered, refused }
    }

    /// Ends it; what came of it, in words.
    async fn end(self) -> String {
        self.stop.store(true, Ordering::Relaxed);
        for reader in self.readers {
            reader.await.expect("a reader");
        }
        let mut words = self.answered.load(Ordering::Relaxed).to_string();
        for (status, count) in self.refused.lock().expect("nobody fails").iter() {
            assert!(matches!(status, 429 | 503), "{count} reads were answered {status}");
            words += &format!(", {count} refused with {status};");
        }
        words
    }
}

/// One heavy read of a kind that its number chooses; its status.
async fn read(watcher: &Client, path: &str, steps: usize, number: usize) -> u16 {
    let rest = match number % 8 {
        0 | 1 => "/verify".to_owned(),
        2 | 3 => "/steps".to_owned(),
        4 => "/record".to_owned(),
        5 => "/entries".to_owned(),
        6 => String::new(),
        // Every step is another reading.
        _ => format!("/steps/{}", number * 13 % steps),
    };
    let packed = [("accept-encoding", "gzip")];
    let answer = watcher.send("GET", &format!("{path}{rest}"), &packed, b"").await;
    answer.expect("an answer").status
}
