//! Messages that wait or are on their way when the program is killed are sent by the next.

#[path = "../../../server/tests/api/notices/hook.rs"]
#[allow(dead_code)]
mod hook;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::crash::Program;
use hook::Hook;

/// How many messages are on their way, or wait for a place.
const MESSAGES: usize = 12;

fn start(data: &Path) -> Program {
    let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
    command.env("LONGROLL_ALLOW_PRIVATE_WEBHOOKS", "true");
    Program::start_as(command, data)
}

/// How the Union's seat of a game is told.
async fn look(program: &Program, path: &str, token: &str) -> Value {
    program.client.with(token).get(&format!("{path}/seats/union/notices")).await.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_to_be_sent_when_the_program_was_killed_is_sent_by_the_next() {
    let data = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("crash-notices");
    let _ = std::fs::remove_dir_all(&data);
    let mut program = start(&data);
    let seats = json!({"union": {"holder": "me"}, "confederate": {"holder": "me"}});
    let new = json!({"battle": "blue-gray/antietam", "seats": seats});
    let created = program.client.post("/api/v1/games", &new).await.json();
    let path = format!("/api/v1/games/{}", created["id"].as_str().expect("an id"));
    let token = |side: &str| created["tokens"][side].as_str().expect("a token").to_owned();
    let mut version = json!(1);
    for side in ["union", "confederate"] {
        let body = json!({"request": "sit-down", "bytes": "5e".repeat(32)});
        let seat = program.client.with(&token(side));
        let given = seat.post(&format!("{path}/dice/contribution"), &body).await.json();
        version = given["view"]["version"].clone();
    }
    // Nobody answers: all of them are on their way, or wait for a place.
    let mut silent = Hook::open().await;
    silent.will_keep_silent();
    let ways = format!("{path}/seats/union/notices");
    for number in 0..MESSAGES {
        let side = if number < MESSAGES / 2 { "union" } else { "confederate" };
        let to = format!("{}&n={number}", silent.url());
        let ways = ways.replace("union", side);
        let body = json!({"means": "webhook", "to": to});
        let opened = program.client.with(&token(side)).post(&ways, &body).await;
        assert_eq!(opened.status, 200, "{}", opened.json());
    }
    let feed = json!({"means": "feed"});
    let seat = program.client.with(&token("union"));
    assert_eq!(seat.post(&ways, &feed).await.status, 200);
    let first = silent.called().await.header("webhook-id").to_owned();
    // A hand-over is told with the entry that causes it, or not at all.
    for (side, phase) in [("union", 1), ("union", 2), ("confederate", 3), ("confederate", 4)] {
        let (request, action) = (format!("end-of-phase-{phase}"), json!({"end_phase": {}}));
        let body = json!({"request": request, "version": version, "action": action});
        let seat = program.client.with(&token(side));
        let acted = seat.post(&format!("{path}/actions"), &body).await;
        assert_eq!(acted.status, 200, "{}", acted.json());
        version = acted.json()["version"].clone();
    }
    program.kill();
    silent.will_answer_again();
    while silent.was_called() {}
    let program = start(&data);
    // Each is sent again, and says by its id that it is the same.
    let mut again = BTreeSet::new();
    while again.len() < MESSAGES {
        again.insert(silent.called().await.header("webhook-id").to_owned());
    }
    assert!(again.contains(&first), "{first} {again:?}");
    let told = look(&program, &path, &token("union")).await;
    let ways = told["channels"].as_array().expect("ways");
    let feed = ways.iter().find(|way| way["means"] == "feed").expect("the feed");
    assert_eq!(feed["last"]["what"], "turn", "it was told with the entry: {told}");
}
