//! Two servers on one PostgreSQL database, as programs of their own: either is killed, the database is killed, one is put to
//! sleep and wakes up. Nothing acknowledged is lost, nothing is done twice, and no two computers move.

#[path = "../../../server/tests/common/postgres.rs"]
#[allow(dead_code)]
mod postgres;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::common::run;
use crate::crash::http::Client;
use crate::crash::{Game, Program, rounds, seed};
use postgres::Cluster;

const GAMES: usize = 4;

/// A server; what it does for all is left to it for a second.
fn serve(address: &str) -> Program {
    Program::start_with(&["--database", address, "--lease", "1"])
}

/// Waits until a server says that it is well.
async fn well(client: &Client) {
    let asked = async {
        loop {
            match client.send("GET", "/healthz", &[], b"").await {
                Ok(answer) if answer.status == 200 => return,
                _ => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asked).await.expect("it gets well");
}

#[tokio::test(flavor = "multi_thread")]
async fn either_server_may_be_killed_and_so_may_the_database() {
    let cluster = Cluster::start();
    let address = cluster.fresh("killed").await;
    let mut servers = [serve(&address), serve(&address)];
    let mut games = Vec::new();
    for number in 0..GAMES {
        let mut game = Game::create(&servers[number % 2].client).await;
        game.may_fail = true;
        games.push(game);
    }
    let mut random = seed();
    for round in 0..rounds() {
        let stop = Arc::new(AtomicBool::new(false));
        let playing = games.into_iter().zip(round..).map(|(mut game, number)| {
            // Every game goes on at the other server.
            let client = servers[usize::from(number % 2 == 0)].client.clone();
            let stop = Arc::clone(&stop);
            tokio::spawn(async move {
                game.play(&client, &stop).await;
                game
            })
        });
        let playing: Vec<_> = playing.collect();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moment = Duration::from_micros(200_000 + (random >> 20) % 600_000);
        tokio::time::sleep(moment).await;
        let victim = round as usize % 3;
        match servers.get_mut(victim) {
            Some(server) => server.kill(),
            None => cluster.kill(),
        }
        stop.store(true, Ordering::Relaxed);
        games = Vec::new();
        for game in playing {
            games.push(game.await.expect("a player"));
        }
        match servers.get_mut(victim) {
            // Those who played at it go on at the other at once.
            Some(_) => {}
            None => cluster.launch(),
        }
        let left = if victim == 0 { 1 } else { 0 };
        well(&servers[left].client).await;
        for game in &mut games {
            game.check(&servers[left].client).await;
        }
        if let Some(server) = servers.get_mut(victim) {
            *server = serve(&address);
        }
        println!("round {round}: {victim} killed after {moment:?}, all games whole");
    }
    let steps: u64 = games.iter().map(|game| game.view["steps"].as_u64().unwrap()).sum();
    assert!(steps > 2 * GAMES as u64, "hardly anything was played: {steps} steps");
}

/// The summary of a game as those who watch see it.
async fn summary(watch: &Client, path: &str) -> Value {
    watch.get(&format!("{path}/summary")).await.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_servers_one_plays_for_the_computers_though_the_other_sleeps_and_wakes() {
    let cluster = Cluster::start();
    let address = cluster.fresh("asleep").await;
    let servers = [serve(&address), serve(&address)];
    let recruit = json!({"holder": "computer", "level": "recruit"});
    let new = json!({"battle": "blue-gray/antietam",
        "seats": {"union": recruit, "confederate": recruit}});
    let created = servers[0].client.post("/api/v1/games", &new).await.json();
    let path = format!("/api/v1/games/{}", created["id"].as_str().expect("an id"));
    let token = created["tokens"]["watch"].as_str().expect("a token");
    let watchers = [servers[0].client.with(token), servers[1].client.with(token)];
    let mut streams = Vec::new();
    for watch in &watchers {
        streams.push(watch.listen(&format!("{path}/stream"), None).await.expect("a stream"));
    }
    // Each sleeps once, for longer than its lease, while the other must go on.
    for (sleeper, awake) in [(0, 1), (1, 0)] {
        servers[sleeper].signal("-STOP");
        let before = summary(&watchers[awake], &path).await["version"].as_u64().expect("a version");
        let moves = async {
            loop {
                let now = summary(&watchers[awake], &path).await;
                if now["status"] == "over" || now["version"].as_u64() > Some(before + 3) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let moved = tokio::time::timeout(Duration::from_secs(60), moves).await;
        servers[sleeper].signal("-CONT");
        moved.expect("the other plays on");
        well(&servers[sleeper].client).await;
    }
    let over = async {
        while summary(&watchers[0], &path).await["status"] != "over" {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), over).await.expect("it ends");
    let told = watchers[0].get(&format!("{path}/entries")).await.json();
    let entries = told["entries"].as_array().expect("entries");
    let steps: Vec<u64> = entries.iter().filter_map(|entry| entry["step"].as_u64()).collect();
    assert!(steps.iter().zip(1..).all(|(step, number)| *step == number), "{steps:?}");
    assert_eq!(
        told["entries"],
        watchers[1].get(&format!("{path}/entries")).await.json()["entries"]
    );
    assert_eq!(watchers[1].get(&format!("{path}/verify")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_dumped_restored_and_checked_and_its_games_are_carried_to_a_file() {
    let cluster = Cluster::start();
    let from = cluster.address();
    let server = serve(&from);
    Game::create(&server.client).await;
    let dump = cluster.folder.join("longroll.dump");
    let restored = from.replace("/postgres", "/restored");
    let commands = [
        ("pg_dump", vec!["--format=custom", "--file", dump.to_str().unwrap(), "postgres"]),
        ("createdb", vec!["restored"]),
        ("pg_restore", vec!["--dbname=restored", dump.to_str().unwrap()]),
    ];
    for (program, arguments) in commands {
        let done = cluster.client(program).args(arguments).output().expect(program);
        assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
    }
    let file = cluster.folder.join("carried.sqlite");
    let file = file.to_str().unwrap();
    let carried = run(&["move-data", "--from", &restored, "--to", file], "");
    assert_eq!((carried.code, carried.err.as_str()), (0, ""));
    assert!(carried.out.contains("1 game, 4 entries"), "{}", carried.out);
    for place in [from.as_str(), &restored, file] {
        let checked = run(&["check", place], "");
        assert_eq!(checked.code, 0, "{} {}", checked.out, checked.err);
        assert!(checked.out.contains("1 game\n"), "{}", checked.out);
        assert!(checked.out.contains("Every chain holds"), "{}", checked.out);
    }
    let pointed = run(&["backup", &from, file], "");
    assert_eq!(pointed.code, 2);
    assert!(pointed.err.contains("pg_dump"), "{}", pointed.err);
}

#[test]
fn a_password_in_the_arguments_is_refused_and_never_repeated() {
    let address = "postgres://ann:s3cret@127.0.0.1:1/games";
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("longroll-address");
    std::fs::write(&file, address).expect("a file");
    let named = file.to_str().unwrap();
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    std::fs::set_permissions(&file, open).expect("it can be read");
    let mut said = Vec::new();
    for (arguments, code) in [
        (vec!["serve", "--database", address], 2),
        (vec!["check", address], 2),
        (vec!["serve", "--database-file", named], 1),
        (vec!["serve", "--database", "mysql://127.0.0.1/games"], 2),
        (vec!["serve", "--database", "postgres://127.0.0.1/games", "--data", "x"], 2),
        (vec!["serve", "--lease", "3"], 2),
        (vec!["serve", "--proxy", "192.0.2.1"], 2),
    ] {
        let done = run(&arguments, "");
        assert_eq!(done.code, code, "{arguments:?}: {}", done.err);
        said.push(done.err);
    }
    assert!(said[2].contains("chmod 600"), "{}", said[2]);
    let closed = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&file, closed).expect("it is its owner's");
    // Now it is read, and nobody answers there.
    let unreached = run(&["check", &format!("@{named}")], "");
    assert_eq!(unreached.code, 1);
    assert!(unreached.err.contains("games at 127.0.0.1"), "{}", unreached.err);
    said.push(unreached.err);
    assert!(said.iter().all(|err| !err.contains("s3cret")), "{said:?}");
}

/// A file of `docs/examples/hosting`.
fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/hosting");
    std::fs::read_to_string(folder.join(name)).expect("an example")
}

/// Whether the program takes such a command line; there is no database, so that it ends all the same.
fn is_taken(arguments: &[&str]) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
    let done = command.args(arguments).output().expect("the program");
    let said = String::from_utf8_lossy(&done.stderr);
    assert_ne!(done.status.code(), Some(0), "{said}");
    done.status.code() == Some(1)
}

#[test]
fn the_unit_and_the_compose_file_give_commands_that_the_program_takes() {
    let unit = example("longroll.service");
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command");
    let words: Vec<&str> = start.split(' ').skip(1).collect();
    assert!(is_taken(&words), "{words:?}");
    assert!(!is_taken(&[&words[..], &["--no-such-option"]].concat()), "anything is taken");
    let compose = example("compose.yaml");
    let lines = compose.lines().map(str::trim).skip_while(|line| *line != "command:").skip(2);
    let words: Vec<&str> = lines.map_while(|line| line.strip_prefix("- ")).collect();
    // No name leads to a database here.
    let words: Vec<String> =
        words.iter().map(|word| word.replace("@database/", "@127.0.0.1:1/")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(words.contains(&"serve") && is_taken(&words), "{words:?}");
}

#[test]
fn the_unit_is_one_that_systemd_reads() {
    let program = env!("CARGO_BIN_EXE_longroll");
    let unit = example("longroll.service").replace("/usr/local/bin/longroll", program);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("longroll-example.service");
    std::fs::write(&file, unit).expect("a unit");
    let Ok(verified) = Command::new("systemd-analyze").arg("verify").arg(&file).output() else {
        println!("there is no systemd here to ask: the unit was not verified");
        return;
    };
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}
