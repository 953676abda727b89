//! Bad requests, bad folders and bad journals are told, and change nothing.

use std::path::Path;

use lab::{JOURNAL, Journal, LabError, Request, Shard, Study, merge};

use crate::common::{folder, play_all, request, study};

fn refused(request: &Request) -> String {
    let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
    Study::new(files, request).expect_err("a bad request").to_string()
}

fn journal_text(folder: &Path) -> String {
    std::fs::read_to_string(folder.join(JOURNAL)).unwrap()
}

#[test]
fn bad_requests_are_refused() {
    let usual = || request(1);
    assert!(refused(&Request { games: 0, ..usual() }).contains("0 games"));
    assert!(refused(&Request { games: u32::MAX, ..usual() }).contains("expected a number from 1"));
    assert!(refused(&Request { sets: vec![], ..usual() }).contains("0 sets"));
    let twice = vec![vec!["20.3".to_owned()], vec!["20.3".to_owned()]];
    assert!(refused(&Request { sets: twice, ..usual() }).contains("given twice"));
    assert!(refused(&Request { seed: "plenty".to_owned(), ..usual() }).contains("whole number"));
    let unknown = vec![vec!["99.9".to_owned()]];
    assert!(refused(&Request { sets: unknown, ..usual() }).contains("99.9"));
    let scenario = Some("july-4".to_owned());
    assert!(refused(&Request { scenario, ..usual() }).contains("july-4"));
}

#[test]
fn a_folder_that_holds_a_study_is_not_begun_again() {
    let study = study(1);
    let path = folder("held");
    let journal = play_all(&study, &path, Shard::WHOLE, 1);
    let again = Journal::begin(&path, &study.plan, Shard::WHOLE);
    assert!(matches!(again, Err(LabError::Held(_))), "{again:?}");
    let busy = Journal::go_on(&path);
    assert!(matches!(busy, Err(LabError::Busy(_))), "{busy:?}");
    drop(journal);
    assert!(Journal::go_on(&path).is_ok());
    let none = Journal::go_on(&folder("nothing-here"));
    assert!(matches!(none, Err(LabError::NoStudy(_))), "{none:?}");
}

#[test]
fn a_journal_that_was_tampered_with_is_told_by_its_line() {
    let study = study(2);
    let path = folder("tampered");
    drop(play_all(&study, &path, Shard::WHOLE, 1));
    let sound = journal_text(&path);
    let cases = [
        (sound.replacen("\"game\":2", "\"game\":3", 1), "is not planned"),
        (sound.replacen("\"game\":2", "\"game\":1", 1), "is told twice"),
        (sound.replacen("\"actions\":", "\"deeds\":", 1), "line 2: missing field `actions`"),
        (sound.replacen("\"actions\":", "\"actions\";", 1), "line 2: it is no JSON from byte"),
        (format!("{sound}{{\"set\":0\n"), "line 6: it breaks off"),
        (format!("{sound}\n"), "line 6: it breaks off"),
        (sound.replacen("\"longroll_lab\":1", "\"longroll_lab\":9", 1), "line 1: format 9"),
        (sound.replacen("\"recruit\"", "\"drummer\"", 1), "no player `drummer`"),
        (sound.replacen("\"1/1\"", "\"3/2\"", 1), "expected one of several"),
        ("not a journal\n".to_owned(), "line 1"),
        (String::new(), "is not the beginning of a study; no game was kept in it: remove it"),
        (
            sound[..40].to_owned(),
            "is not the beginning of a study; no game was kept in it: remove it",
        ),
    ];
    for (text, expected) in cases {
        assert_ne!(text, sound, "{expected}");
        std::fs::write(path.join(JOURNAL), &text).unwrap();
        let error = Journal::open(&path).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
        // The place is said once, and it is the file's.
        assert_eq!(error.matches("line ").count(), 1, "{error}");
        assert!(!error.contains("column"), "{error}");
    }
}

/// What only the system of a study understands is read when the study is made ready.
#[test]
fn what_the_system_keeps_is_told_by_its_line_too() {
    let study = study(2);
    let path = folder("tampered-own");
    drop(play_all(&study, &path, Shard::WHOLE, 1));
    let sound = journal_text(&path);
    let cases = [
        (sound.replacen("\"deaths\":", "\"dead\":", 1), "line 2: unknown field `dead`"),
        (sound.replacen("\"grip\":", "\"hold\":", 1), "line 2: unknown field `hold`"),
        (sound.replacen("\"attacks\":[[1,", "\"attacks\":[[true,", 1), "line 2: invalid type"),
    ];
    let never = std::sync::atomic::AtomicBool::new(false);
    for (text, expected) in cases {
        assert_ne!(text, sound, "{expected}");
        std::fs::write(path.join(JOURNAL), &text).unwrap();
        let journal = Journal::open(&path).expect("what every system has is sound");
        let into = folder("tampered-own-tables");
        let error = lab::publish(&study, &journal, &into).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
        let mut journal = Journal::go_on(&path).unwrap();
        let error = lab::run(&study, &mut journal, 1, &never, &mut |_| {}).expect_err(expected);
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// Somebody changes what a game says: going on with the study finds out.
#[test]
fn a_journal_of_other_play_is_not_gone_on_with() {
    let study = study(2);
    let path = folder("other-play");
    drop(play_all(&study, &path, Shard::WHOLE, 1));
    let text = journal_text(&path);
    let row: lab::GameRow = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let told = format!("\"actions\":{}", row.actions);
    let changed = text.replacen(&told, &format!("\"actions\":{}", row.actions + 1), 1);
    std::fs::write(path.join(JOURNAL), changed).unwrap();
    let mut journal = Journal::go_on(&path).unwrap();
    let never = std::sync::atomic::AtomicBool::new(false);
    let error = lab::run(&study, &mut journal, 1, &never, &mut |_| {});
    assert!(matches!(error, Err(LabError::OtherPlay { .. })), "{error:?}");
}

#[test]
fn parts_that_do_not_belong_together_are_not_merged() {
    let study = study(2);
    let half = folder("half");
    drop(play_all(&study, &half, "1/2".parse().unwrap(), 1));
    let into = folder("merged");
    let error = merge(&study, std::slice::from_ref(&half), &into, false).expect_err("a half");
    assert!(matches!(error, LabError::Incomplete { found: 2, planned: 4 }), "{error}");
    assert!(!into.exists());
    let other_seed = Request { seed: "18".to_owned(), ..request(2) };
    let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
    let other = Study::new(files, &other_seed).unwrap();
    let stranger = folder("stranger");
    drop(play_all(&other, &stranger, "2/2".parse().unwrap(), 1));
    let error = merge(&study, &[half.clone(), stranger], &into, false).expect_err("a stranger");
    assert!(error.to_string().contains("another seed"), "{error}");
    assert!(merge(&study, &[], &into, false).is_err());
    let parts = [half];
    assert_eq!(merge(&study, &parts, &into, true).unwrap().journal.len(), 2);
    let again = merge(&study, &parts, &into, true).expect_err("a folder that is taken");
    assert!(again.to_string().ends_with("name another folder"), "{again}");
    assert!(!again.to_string().contains("--resume"), "{again}");
}

/// A part that another build played, or somebody changed, does not get into the whole.
#[test]
fn a_part_of_other_play_is_not_merged() {
    let study = study(2);
    let parts = [folder("sound-part"), folder("changed-part")];
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        drop(play_all(&study, part, shard.parse().unwrap(), 1));
    }
    let sound = journal_text(&parts[1]);
    let row: lab::GameRow = serde_json::from_str(sound.lines().nth(1).unwrap()).unwrap();
    let (winner, other) = match row.winner {
        Some(side) => (format!("{:?}", side.word()), format!("{:?}", side.other().word())),
        None => ("null".to_owned(), "\"union\"".to_owned()),
    };
    let changed = sound.replace(&format!("\"winner\":{winner}"), &format!("\"winner\":{other}"));
    assert_ne!(changed, sound);
    std::fs::write(parts[1].join(JOURNAL), changed).unwrap();
    let into = folder("not-merged");
    let error = merge(&study, &parts, &into, false).expect_err("a changed part");
    assert!(matches!(error, LabError::OtherPlay { game: 2, .. }), "{error}");
    assert!(!into.exists());
    std::fs::write(parts[1].join(JOURNAL), sound).unwrap();
    assert_eq!(merge(&study, &parts, &into, false).unwrap().journal.len(), 4);
}

/// A journal outlives the program that wrote it: its games are told, with what has changed since.
#[test]
fn a_journal_of_another_version_is_reported_with_a_warning() {
    let study = study(1);
    let path = folder("old-version");
    drop(play_all(&study, &path, Shard::WHOLE, 1));
    let program = format!("\"program\":\"{}\"", study.plan.program);
    let old = journal_text(&path).replacen(&program, "\"program\":\"0.0.9\"", 1);
    std::fs::write(path.join(JOURNAL), old).unwrap();
    let journal = Journal::open(&path).unwrap();
    let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
    let reopened = Study::of_plan(files, journal.plan()).unwrap();
    assert_eq!(reopened.changes.len(), 1, "{:?}", reopened.changes);
    assert!(reopened.changes[0].contains("Long Roll 0.0.9"), "{:?}", reopened.changes);
    let published = lab::publish(&reopened, &journal, &path).unwrap();
    let report = std::fs::read_to_string(published.files.last().unwrap()).unwrap();
    assert!(report.contains("By Long Roll 0.0.9"));
    assert!(report.contains(&reopened.changes[0]));
    assert!(study.changes.is_empty());
}
