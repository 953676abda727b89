//! The program is killed at random moments under load and started again: nothing acknowledged is lost, and
//! every game goes on.

#[path = "../../../server/tests/common/http.rs"]
#[allow(dead_code)]
pub mod http;

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use http::{Answer, Client};
use serde_json::{Value, json};

const GAMES: usize = 6;

/// The program, killed when the test ends whatever happens.
pub struct Program {
    child: Child,
    /// A client of it.
    pub client: Client,
}

impl Program {
    /// Starts it on a folder.
    pub fn start(data: &Path) -> Program {
        Program::start_as(Command::new(env!("CARGO_BIN_EXE_longroll")), data)
    }

    /// Starts it with these arguments.
    pub fn start_with(arguments: &[&str]) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
        command.arg("serve").args(arguments);
        Program::launch(command)
    }

    /// Starts it so that no file of it grows beyond so many blocks of 512 bytes: the system refuses to write more.
    #[cfg(unix)]
    fn start_cramped(data: &Path, blocks: u64) -> Program {
        let mut shell = Command::new("sh");
        // Without the trap the system would end the program instead of refusing the write.
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        shell.args(["-c", &limited, env!("CARGO_BIN_EXE_longroll")]);
        Program::start_as(shell, data)
    }

    /// Starts it by this command.
    pub fn start_as(mut command: Command, data: &Path) -> Program {
        command.args([OsStr::new("serve"), OsStr::new("--data"), data.as_os_str()]);
        Program::launch(command)
    }

    fn launch(mut command: Command) -> Program {
        let mut child = command
            .args(["--port", "0", "--no-open"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("its address");
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        let port: u16 = port.unwrap_or_else(|| panic!("no address in {line:?}"));
        Program { child, client: Client::new(([127, 0, 0, 1], port).into()) }
    }

    /// Sends it a signal.
    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }

    /// Kills it.
    pub fn kill(&mut self) {
        // SIGKILL on Unix: the program has no say in it.
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is dead");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends, and again a little later for as long as the server says that it is asked too often.
async fn patient(seat: &Client, path: &str, body: &Value) -> std::io::Result<Answer> {
    loop {
        let answer = seat.json("POST", path, body).await?;
        if answer.status != 429 {
            return Ok(answer);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A game, and the last the server has said about it.
pub struct Game {
    id: String,
    tokens: Value,
    pub view: Value,
    /// The request that was sent and not answered, if the server died over it.
    open: Option<(String, Value)>,
    sent: usize,
    /// Whether the database may die under the server.
    pub may_fail: bool,
}

impl Game {
    /// Sets one up.
    pub async fn create(client: &Client) -> Game {
        let new = json!({"battle": "blue-gray/antietam"});
        let mut created = client.post("/api/v1/games", &new).await.json();
        for side in ["union", "confederate"] {
            let seat = client.with(created["tokens"][side].as_str().expect("a token"));
            let id = created["id"].as_str().expect("an id");
            let path = format!("/api/v1/games/{id}/dice/contribution");
            let body = json!({"request": "sit-down", "bytes": "5e".repeat(32)});
            created["view"] = seat.post(&path, &body).await.json()["view"].take();
        }
        Game {
            id: created["id"].as_str().expect("an id").to_owned(),
            tokens: created["tokens"].take(),
            view: created["view"].take(),
            open: None,
            sent: 0,
            may_fail: false,
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/games/{}{rest}", self.id)
    }

    fn seat(&self, client: &Client, role: &str) -> Client {
        client.with(self.tokens[role].as_str().expect("a token"))
    }

    /// Plays until the server no longer answers.
    pub async fn play(&mut self, client: &Client, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            let Some(side) = self.view["decision"]["side"].as_str().map(str::to_owned) else {
                return;
            };
            let seat = self.seat(client, &side);
            let Some(action) = self.choose(&seat).await else { return };
            self.sent += 1;
            let request = format!("{}-{}", self.id, self.sent);
            let body =
                json!({"request": request, "version": self.view["version"], "action": action});
            self.open = Some((side, body.clone()));
            let Ok(answer) = patient(&seat, &self.path("/actions"), &body).await else { return };
            // The database died: then this one is open, too.
            if answer.status == 500 && self.may_fail {
                return;
            }
            assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
            self.view = answer.json()["view"].take();
            self.open = None;
        }
    }

    async fn choose(&self, seat: &Client) -> Option<Value> {
        let game = &self.view["game"];
        if let Some(choice) = game["pending"]["choices"].get(0) {
            return Some(choice.clone());
        }
        let ask = self.path("/ask");
        if let Some(unit) = game["movable"].get(0).filter(|_| !self.sent.is_multiple_of(5)) {
            let question = json!({"question": {"reach": {"unit": unit}}});
            let reach = patient(seat, &ask, &question).await.ok()?;
            if reach.status == 500 && self.may_fail {
                return None;
            }
            let reach = reach.json();
            if let Some(to) = reach["moves"].get(0) {
                return Some(json!({"move": {"unit": unit, "to": to["to"]}}));
            }
        }
        if game["end_phase"]["can"] == true {
            return Some(json!({"end_phase": {}}));
        }
        let question = json!({"question": {"actions": {}}});
        let all = patient(seat, &ask, &question).await.ok()?;
        if all.status == 500 && self.may_fail {
            return None;
        }
        let all = all.json();
        Some(all["actions"][0]["action"].clone())
    }

    /// What was acknowledged must be there; what was not is there whole or not at all, and sending it again
    /// does it exactly once.
    pub async fn check(&mut self, client: &Client) {
        let watch = self.seat(client, "watch");
        let now = watch.get(&self.path("")).await.json();
        assert_eq!(now["status"], self.view["status"], "{}", now["why_read_only"]);
        let (known, found) = (self.view["steps"].as_u64().unwrap(), now["steps"].as_u64().unwrap());
        assert!(found == known || (self.open.is_some() && found == known + 1), "{known}, {found}");
        if found == known {
            assert_eq!(now["game"], self.view["game"], "another state than was acknowledged");
        }
        if let Some((side, body)) = self.open.take() {
            let answer = self.seat(client, &side).post(&self.path("/actions"), &body).await;
            let answer = answer.json();
            assert_eq!(answer["repeated"], found == known + 1, "{answer}");
            assert_eq!(answer["view"]["steps"], known + 1);
        }
        self.view = self.seat(client, "watch").get(&self.path("")).await.json();
        let verified = watch.get(&self.path("/verify")).await;
        assert_eq!(verified.status, 200, "{}", String::from_utf8_lossy(&verified.body));
    }
}

/// Where the random moments begin: what `LONGROLL_TEST_SEED` says, or the clock. It is printed, and a test that
/// fails shows what it printed.
pub fn seed() -> u64 {
    let seed = match std::env::var("LONGROLL_TEST_SEED") {
        Ok(given) => given.parse().expect("LONGROLL_TEST_SEED is a number"),
        Err(_) => SystemTime::UNIX_EPOCH.elapsed().expect("a clock").subsec_nanos().into(),
    };
    println!("LONGROLL_TEST_SEED={seed} repeats this");
    seed
}

pub fn rounds() -> u64 {
    let asked = std::env::var("LONGROLL_SOAK").ok().map(|text| text.parse().unwrap_or(10));
    4 * asked.unwrap_or(1).clamp(1, 100)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_when_the_program_is_killed() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("crash");
    let _ = std::fs::remove_dir_all(&data);
    let mut program = Program::start(&data);
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(Game::create(&program.client).await);
    }
    let mut random = seed();
    for round in 0..rounds() {
        let stop = Arc::new(AtomicBool::new(false));
        let playing: Vec<_> = games
            .into_iter()
            .map(|mut game| {
                let (client, stop) = (program.client.clone(), Arc::clone(&stop));
                tokio::spawn(async move {
                    game.play(&client, &stop).await;
                    game
                })
            })
            .collect();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moment = Duration::from_micros(200_000 + random % 600_000);
        tokio::time::sleep(moment).await;
        program.kill();
        stop.store(true, Ordering::Relaxed);
        games = Vec::new();
        for game in playing {
            games.push(game.await.expect("a player"));
        }
        program = Program::start(&data);
        for game in &mut games {
            game.check(&program.client).await;
        }
        println!("round {round}: killed after {moment:?}, all games whole");
    }
    let steps: u64 = games.iter().map(|game| game.view["steps"].as_u64().unwrap()).sum();
    assert!(steps > 2 * GAMES as u64, "hardly anything was played: {steps} steps");
}

/// The system itself refuses to write, in the middle of commits: SQLite's own writes fail, and what was acknowledged
/// before is there afterwards.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn when_the_system_refuses_to_write_nothing_acknowledged_is_lost() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("crash-cramped");
    let _ = std::fs::remove_dir_all(&data);
    let mut program = Program::start(&data);
    let new = json!({"battle": "blue-gray/antietam"});
    let created = program.client.post("/api/v1/games", &new).await.json();
    let path = format!("/api/v1/games/{}", created["id"].as_str().expect("an id"));
    let token = created["tokens"]["union"].as_str().expect("a token");
    program.kill();
    let size = |name: &str| std::fs::metadata(data.join(name)).map_or(0, |file| file.len());
    let most = size("longroll.sqlite").max(size("longroll.sqlite-wal"));
    program = Program::start_cramped(&data, most / 512 + 64);
    let mut given = Vec::new();
    let refused = loop {
        let name = format!("name {}", given.len());
        let seat = program.client.with(token);
        let answer = seat.put(&format!("{path}/seats/union"), &json!({"name": name})).await;
        match answer.status {
            200 => given.push(name),
            status => break status,
        }
        assert!(given.len() < 390, "there is room without end");
    };
    assert_eq!(refused, 500, "after {} names", given.len());
    assert!(!given.is_empty(), "nothing was acknowledged");
    program.kill();
    program = Program::start(&data);
    let seat = program.client.with(token);
    let told = seat.get(&format!("{path}/entries")).await.json();
    let names = told["entries"].as_array().expect("entries").iter();
    let names = names.filter_map(|entry| entry["text"].as_str());
    let kept: Vec<&str> = names.filter(|text| text.starts_with("name ")).collect();
    println!("{} names were acknowledged, {} are kept", given.len(), kept.len());
    // The last may have been written and not acknowledged.
    assert!(kept.starts_with(&given.iter().map(String::as_str).collect::<Vec<_>>()), "{kept:?}");
    assert!(kept.len() <= given.len() + 1);
    let again = seat.put(&format!("{path}/seats/union"), &json!({"name": "room again"})).await;
    assert_eq!(again.status, 200);
}

/// Asked to end, the program ends in order: no write-ahead log is left behind.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn asked_to_end_it_ends_in_order() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("orderly");
    let _ = std::fs::remove_dir_all(&data);
    let mut program = Program::start(&data);
    let new = json!({"battle": "blue-gray/antietam"});
    assert_eq!(program.client.post("/api/v1/games", &new).await.status, 201);
    let pid = program.child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().expect("kill");
    assert!(program.child.wait().expect("it ends").success());
    assert!(data.join("longroll.sqlite").is_file());
    assert!(!data.join("longroll.sqlite-wal").exists(), "something was left unwritten");
}

/// Asked twice, it does not wait for a request that does not come to its end.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn asked_twice_it_ends_at_once() {
    use std::io::{Read, Write};
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("twice");
    let _ = std::fs::remove_dir_all(&data);
    let mut program = Program::start(&data);
    let mut open = std::net::TcpStream::connect(program.client.address).expect("a connection");
    let head =
        b"POST /api/v1/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                 expect: 100-continue\r\ncontent-length: 9\r\n\r\n";
    open.write_all(head).expect("it is sent");
    // Now the server waits for the body.
    let mut told = [0; 12];
    open.read_exact(&mut told).expect("an answer");
    assert_eq!(&told, b"HTTP/1.1 100");
    let pid = program.child.id().to_string();
    let ask = || Command::new("kill").args(["-INT", &pid]).status().expect("kill");
    let begun = std::time::Instant::now();
    let ended = loop {
        ask();
        std::thread::sleep(Duration::from_millis(100));
        if let Some(status) = program.child.try_wait().expect("it can be looked at") {
            break status;
        }
    };
    assert!(ended.success());
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}
