//! `longroll check` and `longroll backup`, as whoever keeps the games of others meets them.

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
