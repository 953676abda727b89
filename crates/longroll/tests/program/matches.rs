//! `longroll match` as a person at a terminal meets it.

use std::process::{Command, Output, Stdio};

fn longroll(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_longroll"));
    command.args(["match"]).args(arguments).env_remove("LONGROLL_BATTLES").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    longroll(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

const PLAYERS: [&str; 3] = ["Recruit", "RANDOM", "blue-gray/antietam"];

#[test]
fn a_match_tells_players_seeds_score_and_margins() {
    let told = run(&[&PLAYERS[..], &["--games", "3", "--seed", "7"]].concat());
    assert!(told.status.success(), "{told:?}");
    let words = text(&told.stdout);
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(lines.len(), 4, "{words}");
    assert!(lines[0].starts_with("recruit against random, blue-gray/antietam ("), "{words}");
    assert!(lines[0].ends_with("seeds 7 to 8"), "{words}");
    assert!(lines[1].starts_with("pairs: 2 won, 0 even, 0 lost: 100.0 %"), "{words}");
    assert!(lines[2].contains("as Union") && lines[2].contains("standard error"), "{words}");
    assert!(text(&told.stderr).contains("two games make a pair: 4 are played"), "{told:?}");
    let one = run(&[&PLAYERS[..], &["--games", "2"]].concat());
    assert!(text(&one.stdout).contains("(one game)"), "{one:?}");
    assert!(!text(&one.stdout).contains("standard error"), "{one:?}");
    assert_eq!(text(&one.stderr), "");
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let with = |jobs| run(&[&PLAYERS[..], &["--games", "6", "--jobs", jobs]].concat()).stdout;
    assert_eq!(text(&with("1")), text(&with("3")));
}

/// Pairs are kept, and whoever asks for more plays only those that are not there.
#[test]
fn a_match_goes_on_where_it_ended() {
    let name = format!("longroll-match-{}.txt", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    let file = path.to_str().expect("a path");
    let with = |more: &[&str]| run(&[&PLAYERS[..], more].concat());
    let first = with(&["--games", "4", "--seed", "7", "--resume", file]);
    assert!(first.status.success(), "{first:?}");
    let kept = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(kept.lines().count(), 3, "{kept}");
    // What is in the file is believed.
    let changed = kept.lines().map(|line| match line.strip_prefix("7 ") {
        Some(_) => "7 -9000 -9000\n".to_owned(),
        None => format!("{line}\n"),
    });
    std::fs::write(&path, changed.collect::<String>()).expect("the file");
    let more = text(&with(&["--games", "6", "--seed", "7", "--resume", file]).stdout);
    assert!(more.contains("pairs: 2 won, 0 even, 1 lost"), "{more}");
    assert_eq!(std::fs::read_to_string(&path).expect("the file").lines().count(), 4);
    let other = with(&["--games", "4", "--option", "11.0", "--resume", file]);
    assert_eq!(other.status.code(), Some(1), "{other:?}");
    assert!(text(&other.stderr).contains("another match"), "{other:?}");
    std::fs::remove_file(&path).expect("the file");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (bad, reason) in [
        (&["--games", "0"][..], "--games"),
        (&["--games", "10000001"], "--games"),
        (&["--jobs", "0"], "--jobs"),
        (&["--nodes", "0"], "--nodes"),
        (&["--think", "0"], "--think"),
        (&["--nodes", "9", "--think", "9"], "--think"),
        (&["--games", "4", "--seed", "18446744073709551615"], "the seeds of 2 pairs go beyond"),
    ] {
        let told = run(&[&PLAYERS[..], bad].concat());
        assert_eq!(told.status.code(), Some(2), "{bad:?}");
        assert!(text(&told.stderr).contains(reason), "{told:?}");
        assert!(told.stdout.is_empty(), "{bad:?}");
    }
    let last = ["--games", "2", "--seed", "18446744073709551615"];
    let told = run(&[&PLAYERS[..], &last].concat());
    assert!(told.status.success(), "{told:?}");
    let seeds = "seeds 18446744073709551615 to 18446744073709551615";
    assert!(text(&told.stdout).contains(seeds), "{told:?}");
}

/// Ctrl-C ends a match with what there is of a score, and says so.
#[cfg(unix)]
#[test]
fn an_interruption_is_told() {
    use std::io::{BufRead, BufReader, Read};

    let words = [&PLAYERS[..], &["--games", "1000000", "--jobs", "1"]].concat();
    let mut child = longroll(&words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut told = String::new();
    // The first line is there as soon as the match begins.
    out.read_line(&mut told).expect("a line");
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("kill runs").success());
    out.read_to_string(&mut told).expect("the rest");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("interrupted: ") && told.contains(" of 500000 pairs are over"), "{told}");
    assert!(text(&output.stderr).contains("stopping"), "{output:?}");
}
