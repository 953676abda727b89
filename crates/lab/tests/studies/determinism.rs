//! The same plan gives the same bytes, however it is played.

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use lab::{GameRow, JOURNAL, Journal, Shard, merge, record};

use crate::common::{assert_same, folder, play, play_all, published, study};

const GAMES: u32 = 5;

#[test]
fn jobs_resumption_and_parts_change_nothing() {
    let study = study(GAMES);
    let plain = folder("plain");
    let expected = published(&study, &play_all(&study, &plain, Shard::WHOLE, 1), &plain);
    assert_eq!(expected.len(), 11);

    let parallel = folder("parallel");
    let journal = play_all(&study, &parallel, Shard::WHOLE, 3);
    assert_same(&published(&study, &journal, &parallel), &expected);

    let parts: Vec<_> = (1..=2)
        .map(|part| {
            let path = folder(&format!("part-{part}"));
            play_all(&study, &path, format!("{part}/2").parse().unwrap(), 1);
            path
        })
        .collect();
    let whole = folder("whole");
    let merged = merge(&study, &parts, &whole, false).unwrap();
    assert_eq!(merged.journal.len(), merged.planned);
    assert_same(&published(&study, &merged.journal, &whole), &expected);

    let halted = folder("halted");
    let mut journal = Journal::begin(&halted, &study.plan, Shard::WHOLE).unwrap();
    let ran = play(&study, &mut journal, 2, 3);
    assert!(ran.played >= 3 && !ran.is_complete());
    drop(journal);
    // The power went while a line was being written.
    let mut file = OpenOptions::new().append(true).open(halted.join(JOURNAL)).unwrap();
    file.write_all(b"{\"set\":0,\"game\":5,\"win").unwrap();
    drop(file);
    let mut journal = Journal::go_on(&halted).unwrap();
    assert_eq!(journal.len(), ran.done);
    assert!(play(&study, &mut journal, 1, usize::MAX).is_complete());
    assert_same(&published(&study, &journal, &halted), &expected);
}

#[test]
fn a_study_that_is_extended_is_the_longer_study() {
    let (short, long) = (study(2), study(4));
    let path = folder("extended");
    drop(play_all(&short, &path, Shard::WHOLE, 1));
    let mut journal = Journal::go_on(&path).unwrap().extend(4).unwrap();
    assert_eq!(journal.len(), 4);
    let ran = play(&long, &mut journal, 1, usize::MAX);
    assert_eq!((ran.played, ran.done), (4, 8));
    let whole = folder("extended-whole");
    let expected = published(&long, &play_all(&long, &whole, Shard::WHOLE, 1), &whole);
    assert_same(&published(&long, &journal, &path), &expected);
}

#[test]
fn a_study_told_to_stop_plays_nothing_and_goes_on_later() {
    let study = study(1);
    let path = folder("stopped");
    let mut journal = Journal::begin(&path, &study.plan, Shard::WHOLE).unwrap();
    let ran = play(&study, &mut journal, 1, 0);
    assert_eq!((ran.played, ran.done, ran.planned), (0, 0, 2));
    assert!(play(&study, &mut journal, 1, usize::MAX).is_complete());
}

/// What is simulated is a game like any other: its record is verified throw by throw.
#[test]
fn a_game_can_be_written_down_and_verified() {
    let study = study(3);
    let row = lab::play(&study, 1, 2, &AtomicBool::new(false)).unwrap().unwrap();
    let lines = record(&study, Some(&row), 1, 2).unwrap();
    let verified = study.game(1).unwrap().verify(&lines.join("\n")).unwrap();
    assert!(verified.dice);
    assert_eq!((verified.actions, verified.forced), (row.actions as usize, 0));
    let ended = lines[lines.len() - 2].as_str();
    let points =
        format!("\"union\":{},\"confederate\":{}", row.points.union, row.points.confederate);
    assert!(ended.contains(&points), "{points} is not in {ended}");
    let otherwise = GameRow { actions: row.actions + 1, ..row };
    let error = record(&study, Some(&otherwise), 1, 2).expect_err("another game");
    assert!(error.to_string().contains("game 2 of set 2 comes out otherwise now"), "{error}");
}
