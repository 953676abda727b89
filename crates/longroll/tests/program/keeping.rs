//! `longroll check` and `longroll backup`, as whoever keeps the games of others meets them, and what a record must hold to
//! be verified.

use std::path::PathBuf;

use serde_json::json;

use crate::common::run;
use crate::crash::Program;

fn place(name: &str) -> PathBuf {
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&place);
    place
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_server_is_backed_up_and_both_files_check_out() {
    let data = place("keeping-running");
    let program = Program::start(&data);
    let new = json!({"battle": "blue-gray/antietam"});
    assert_eq!(program.client.post("/api/v1/games", &new).await.status, 201);
    let (from, to) = (data.to_str().unwrap(), data.join("backup.sqlite"));
    let to = to.to_str().unwrap();
    let copied = run(&["backup", from, to], "");
    assert_eq!((copied.code, copied.err.as_str()), (0, ""));
    assert!(copied.out.contains("1 game, as they stood"), "{}", copied.out);
    for file in [from, to] {
        let checked = run(&["check", file], "");
        assert_eq!(checked.code, 0, "{}", checked.out);
        assert!(checked.out.contains("1 game\n"), "{}", checked.out);
        assert!(checked.out.contains("Every chain holds"), "{}", checked.out);
    }
    let again = run(&["backup", from, to], "");
    assert_eq!(again.code, 1);
    assert!(again.err.contains("there already"), "{}", again.err);
}

#[tokio::test(flavor = "multi_thread")]
async fn throws_that_were_given_by_hand_are_verified_only_if_they_are_let_pass() {
    let data = place("keeping-by-hand");
    let program = Program::start(&data);
    let near = json!([{"id": "Hood", "hex": "0910"}, {"id": "1/1/I", "hex": "0909"}]);
    let from = json!({"game": "blue-gray/antietam", "turn": 2, "side": "union", "phase": "combat",
                      "units": near});
    let new = json!({"battle": "blue-gray/antietam", "dice": "by_hand", "from": from});
    let created = program.client.post("/api/v1/games", &new).await.json();
    let path = |rest: &str| format!("/api/v1/games/{}{rest}", created["id"].as_str().unwrap());
    let seat = |side: &str| program.client.with(created["tokens"][side].as_str().unwrap());
    let mut version = json!(null);
    for side in ["union", "confederate"] {
        let body = json!({"request": "sit-down", "bytes": "5e".repeat(32)});
        let sat = seat(side).post(&path("/dice/contribution"), &body).await.json();
        version = sat["view"]["version"].clone();
    }
    let attack = json!({"attack": {"defenders": ["0910"], "attackers": ["0909"]}});
    let body = json!({"request": "the-attack", "version": version, "action": attack, "dice": [1]});
    let acted = seat("union").post(&path("/actions"), &body).await;
    assert_eq!(acted.status, 200, "{}", acted.json());
    let body = json!({"request": "enough-of-it"});
    assert_eq!(seat("union").post(&path("/resign"), &body).await.status, 200);
    let file = data.join("game.jsonl");
    std::fs::write(&file, seat("watch").get(&path("/record")).await.body).unwrap();
    let file = file.to_str().unwrap();
    assert_eq!(run(&["replay", file], "").code, 0);
    let told = run(&["replay", file, "--verify"], "");
    assert_eq!(told.code, 1);
    assert!(told.err.contains("by hand"), "{}", told.err);
    let told = run(&["replay", file, "--verify", "--allow-by-hand"], "");
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert!(told.out.contains("some dice were given by hand"), "{}", told.out);
}

#[test]
fn what_is_no_file_of_games_is_told_in_a_sentence() {
    let data = place("keeping-foreign");
    std::fs::create_dir_all(&data).unwrap();
    let file = data.join("letter.txt");
    std::fs::write(&file, "Dear sister, we marched all day in the rain.").unwrap();
    let empty = data.join("empty.sqlite");
    std::fs::write(&empty, "").unwrap();
    let none = data.join("none.sqlite");
    let copy = data.join("copy.sqlite");
    for (file, word) in [(&file, "no file of games"), (&empty, "empty"), (&none, "no such file")] {
        let file = file.to_str().unwrap();
        for arguments in [vec!["check", file], vec!["backup", file, copy.to_str().unwrap()]] {
            let told = run(&arguments, "");
            assert_eq!((told.code, told.out.as_str()), (1, ""), "{arguments:?}");
            assert!(told.err.contains(word), "{}", told.err);
            assert_eq!(told.err.lines().count(), 1, "{}", told.err);
        }
    }
    assert!(!copy.exists() && !none.exists(), "nothing is made");
}
