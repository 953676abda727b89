//! Kits on paper and stories to share, as a person at a terminal makes them.

use std::path::PathBuf;

use crate::common::{Run, run};

/// A file of a test's own.
fn file(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    let text = path.display().to_string();
    (path, text)
}

#[test]
fn a_battle_of_ones_own_is_printed() {
    let (path, out) = file("own.pdf");
    let battles = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/battle-minimal");
    let Run { code, out: said, err } = run(
        &["--battles", battles, "print", "blue-gray/milltown", "--paper", "letter", "--out", &out],
        "",
    );
    assert_eq!(code, 0, "{err}");
    assert!(said.contains("pages"), "{said}");
    assert!(std::fs::read(path).expect("a file").starts_with(b"%PDF-"));
}

#[test]
fn what_cannot_be_printed_is_refused_in_words() {
    let (path, out) = file("refused.pdf");
    for (arguments, code, words) in [
        (vec!["brigade/antietam", "--paper", "a5"], 2, "expected a4 or letter"),
        (vec!["brigade/gettysburg"], 1, "no battle is called `brigade/gettysburg`"),
        (vec!["brigade/antietam", "--scenario", "monday"], 1, "there are: september-17"),
        (vec!["brigade/antietam", "--counter", "-3"], 1, "expected 10 to 30"),
        (vec!["brigade/antietam", "--option", "99"], 1, "99"),
    ] {
        let all = [vec!["print"], arguments, vec!["--out", &out]].concat();
        let run = run(&all, "");
        assert_eq!(run.code, code, "{all:?}: {}", run.err);
        assert!(run.err.contains(words), "{all:?}: {}", run.err);
    }
    assert!(!path.exists());
}

#[test]
fn a_finished_game_is_told_as_a_page() {
    let record =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/tests/records/brigade-hooker-attacks.jsonl");
    let (path, out) = file("story.html");
    let Run { code, out: said, err } = run(&["story", record, "--out", &out], "");
    assert_eq!(code, 0, "{err}");
    assert!(said.contains("actions"), "{said}");
    let page = std::fs::read_to_string(path).expect("a file");
    assert!(page.starts_with("<!doctype html>") && page.contains("id=\"story\""));
    let (_, wrong) = file("story.gif");
    let Run { code, err, .. } = run(&["story", record, "--out", &wrong], "");
    assert_eq!(code, 1);
    assert!(err.contains(".html or .png"), "{err}");
}
