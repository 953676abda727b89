//! `longroll simulate` and `longroll lab` as a person at a terminal meets them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn longroll(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
    command.args(arguments).env_remove("LONGROLL_BATTLES").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    longroll(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("simulate").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// A study of random games in a folder, with further arguments.
fn study<'a>(games: &'a str, out: &'a Path, further: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["simulate", "blue-gray/antietam", "--games", games, "--jobs", "1"];
    words.extend(["--union", "random", "--confederate", "random", "--out"]);
    words.push(out.to_str().expect("a plain path"));
    words.extend(further);
    words
}

fn tables(folder: &Path) -> Vec<Vec<u8>> {
    ["games.csv", "turns.csv", "attacks.csv", "deaths.csv", "ground.csv", "report.html"]
        .iter()
        .map(|name| std::fs::read(folder.join(name)).expect("a file"))
        .collect()
}

#[test]
fn parts_merge_into_what_one_run_gives() {
    let whole = folder("whole");
    let told = run(&study("4", &whole, &["--sweep", "", "--sweep", "20.1,20.3"]));
    assert!(told.status.success(), "{}", text(&told.stderr));
    let words = text(&told.stdout);
    assert!(words.contains("no options: 4 games") && words.contains("20.1 + 20.3: 4 games"));
    assert!(words.contains("games per core-second"), "{words}");
    assert!(words.contains("  Union, all victories "), "{words}");
    // No terminal: the log says how far it is.
    let log = text(&told.stderr);
    assert!(log.contains("longroll: 1 of 8 games\n") && log.contains("longroll: 8 of 8 games\n"));

    let parts = [folder("part-1"), folder("part-2")];
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        let sets = ["--sweep", "", "--sweep", "20.1,20.3", "--shard", shard];
        assert!(run(&study("4", part, &sets)).status.success());
    }
    let merged = folder("merged");
    let mut words = vec!["lab", "merge", "--out", merged.to_str().expect("a plain path")];
    words.extend(parts.iter().map(|part| part.to_str().expect("a plain path")));
    let told = run(&words);
    assert!(text(&told.stdout).starts_with("8 of 8 games from 2 parts"), "{told:?}");
    assert!(tables(&merged) == tables(&whole));
}

#[test]
fn a_game_of_a_study_is_recorded_and_replays() {
    let out = folder("recorded");
    let told = run(&study("2", &out, &["--seed", "9001", "--sweep", "20.1, 20.3"]));
    assert!(text(&told.stdout).contains("20.1 + 20.3: 2 games"), "{told:?}");
    let report = std::fs::read_to_string(out.join("report.html")).expect("a report");
    assert!(report.contains(" --seed 9001 "));
    let path = out.to_str().expect("a plain path");
    let record = run(&["lab", "record", path, "--game", "2"]);
    assert!(record.status.success());
    let file = out.join("game.jsonl");
    std::fs::write(&file, &record.stdout).expect("a record");
    let told = run(&["replay", file.to_str().expect("a plain path")]);
    assert!(text(&told.stdout).contains("every die agrees with the seed"), "{told:?}");
    let none = run(&["lab", "record", path, "--game", "3"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("the study has 2 games in 1 set\n"), "{none:?}");
}

/// A journal of an older version is reported, with a warning; a game that comes out as it is told is recorded.
#[test]
fn a_study_of_another_version_is_reported_with_a_warning() {
    let out = folder("old-version");
    assert!(run(&study("2", &out, &[])).status.success());
    let journal = out.join("study.jsonl");
    let text_of = || std::fs::read_to_string(&journal).expect("a journal");
    let now = format!("\"program\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let old = text_of().replacen(&now, "\"program\":\"0.0.9\"", 1);
    assert_ne!(old, text_of());
    std::fs::write(&journal, old).expect("a journal");
    let path = out.to_str().expect("a plain path");
    for words in [vec!["lab", "report", path], vec!["lab", "record", path, "--game", "2"]] {
        let told = run(&words);
        assert!(told.status.success(), "{told:?}");
        assert!(text(&told.stderr).contains("played by Long Roll 0.0.9"), "{told:?}");
    }
    // Whoever goes on with it would mix two versions.
    let resumed = run(&study("3", &out, &["--resume"]));
    assert!(text(&resumed.stderr).contains("another version of the program"), "{resumed:?}");
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let out = folder("refused");
    let usage = [
        (vec!["--shard", "3/2"], "expected one of several"),
        (vec!["--union", "drummer"], "expected recruit"),
        (vec!["--jobs", "0"], "--jobs"),
        (vec!["--seed", "plenty"], "expected a whole number"),
        (vec!["--sweep", "20.1,,20.3"], "missing beside a comma"),
        (vec!["--sweep", "20.1,"], "missing beside a comma"),
    ];
    for (further, reason) in usage {
        let mut words = vec!["simulate", "blue-gray/antietam", "--out"];
        words.push(out.to_str().expect("a plain path"));
        words.extend(further);
        let told = run(&words);
        assert_eq!(told.status.code(), Some(2), "{reason}");
        assert!(text(&told.stderr).contains(reason), "{told:?}");
    }
    let requests = [
        (vec!["--option", "99.9"], "99.9"),
        (vec!["--scenario", "july-4"], "july-4"),
        (vec!["--sweep", "20.1", "--sweep", "20.1"], "given twice"),
        (vec!["--resume"], "holds no study"),
    ];
    for (further, reason) in requests {
        let told = run(&study("2", &out, &further));
        assert_eq!(told.status.code(), Some(1), "{reason}");
        assert!(text(&told.stderr).contains(reason), "{told:?}");
        assert!(!out.exists(), "{reason}");
    }
    assert!(run(&study("2", &out, &[])).status.success());
    let again = run(&study("2", &out, &[]));
    assert!(text(&again.stderr).contains("already holds a study"), "{again:?}");
    let other = run(&study("2", &out, &["--resume", "--seed", "2"]));
    assert!(text(&other.stderr).contains("another seed"), "{other:?}");
    let fewer = run(&study("1", &out, &["--resume"]));
    assert!(text(&fewer.stderr).contains("the study has 2 games"), "{fewer:?}");
}

/// Ctrl-C in the middle keeps what is done; `--resume` ends with the files of an undisturbed run.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_is_done() {
    let (games, out, whole) = ("150", folder("interrupted"), folder("undisturbed"));
    let mut child = longroll(&study(games, &out, &[]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let kept = || std::fs::read_to_string(out.join("study.jsonl")).unwrap_or_default();
    while kept().lines().count() < 3 && child.try_wait().expect("a child").is_none() {
        std::thread::yield_now();
    }
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("kill runs").success());
    let told = child.wait_with_output().expect("the program ends");
    assert_eq!(told.status.code(), Some(130), "{told:?}");
    assert!(text(&told.stdout).contains("of 150 games kept"), "{told:?}");
    assert!(kept().lines().count() >= 3);
    assert!(run(&study(games, &out, &["--resume"])).status.success());
    assert!(run(&study(games, &whole, &[])).status.success());
    assert!(tables(&out) == tables(&whole));
}
