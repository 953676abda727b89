//! A system without a room of its own gets games, turns and a report.

use std::sync::atomic::AtomicBool;

use atlas::BySide;
use lab::{Contender, Level, Request, Shard, Study, play, record, without_room};
use rules::toy;
use staff::Level as Rank;

use crate::common::{assert_same, folder, play_all, published, seats, study_of};

fn request(games: u32) -> Request {
    Request {
        scenario: None,
        seats: BySide { union: Contender::Random, confederate: Contender::Random },
        nodes: None,
        seed: "5".to_owned(),
        games,
        // With option 6 nothing is hidden.
        sets: vec![vec![], vec!["6".to_owned()]],
    }
}

fn study(games: u32) -> Study {
    Study::new(toy::battle(), &request(games)).expect("a study")
}

#[test]
fn there_are_games_turns_and_a_report() {
    let study = study(8);
    let path = folder("toy");
    let journal = play_all(&study, &path, Shard::WHOLE, 1);
    let files = published(&study, &journal, &path);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["games.csv", "games.parquet", "report.html", "turns.csv", "turns.parquet"]);
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    let (games, turns) = (text("games.csv"), text("turns.csv"));
    assert_eq!(games.lines().count(), 1 + 16);
    assert!(games.starts_with(
        "set,options,game,seed,winner,level,early,union_points,confederate_points,margin,turns,actions\n"
    ));
    assert!(turns.starts_with("set,game,turn,union_points,confederate_points\n"));
    let mut told = 0;
    for row in journal.rows().map(Result::unwrap) {
        assert!(matches!(&row.level, Level::Word(word) if !word.is_empty()), "{:?}", row.level);
        assert!(row.own.is_empty() && row.turns.iter().all(|turn| turn.own.is_empty()));
        assert_eq!(row.turns.last().unwrap().points, row.points);
        told += row.turns.len();
    }
    assert_eq!(turns.lines().count(), 1 + told);

    let report = text("report.html");
    let body = report.strip_prefix("<!DOCTYPE html>").unwrap();
    let document = roxmltree::Document::parse(body).unwrap();
    let heads: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("h2"))
        .map(|node| node.text().unwrap())
        .collect();
    assert_eq!(
        heads,
        [
            "The sets side by side",
            "Victory",
            "Margins",
            "Points over the turns",
            "Length",
            "How this was made"
        ]
    );
    assert!(report.contains("<code>games</code> and <code>turns</code>."));
    assert!(report.contains("<summary>Actions a game</summary>"));

    let parallel = folder("toy-parallel");
    let journal = play_all(&study, &parallel, Shard::WHOLE, 3);
    assert_same(&published(&study, &journal, &parallel), &files);
}

/// A hidden game is played by what each seat sees, and written down like any other.
#[test]
fn its_games_can_be_written_down_and_verified() {
    let study = study(2);
    let path = folder("toy-record");
    let journal = play_all(&study, &path, Shard::WHOLE, 1);
    for set in 0..2 {
        let row = journal.row(set, 2).unwrap().unwrap();
        let lines = record(&study, Some(&row), set, 2).unwrap();
        let verified = study.game(set).unwrap().verify(&lines.join("\n")).unwrap();
        assert!(verified.dice);
        assert_eq!(verified.actions, row.actions as usize);
    }
}

#[test]
fn computer_players_that_a_system_lacks_are_refused() {
    let mut request = request(1);
    request.seats.union = Contender::Staff(Rank::Captain);
    let error = Study::new(toy::battle(), &request).expect_err("nobody to play");
    assert!(error.to_string().contains("has no computer players yet"), "{error}");
}

/// Whoever comes without a room is played over JSON, by the same players with the same dice.
#[test]
fn a_room_changes_what_is_kept_and_not_what_is_played() {
    let never = AtomicBool::new(false);
    let played = |study: &Study| play(study, 0, 1, &never).expect("a game").expect("its end");
    for (id, scenario) in
        [("blue-gray/antietam", "september-17"), ("brigade/antietam", "hooker-attacks")]
    {
        let request = Request {
            scenario: Some(scenario.to_owned()),
            seats: seats(),
            sets: vec![vec![]],
            ..request(1)
        };
        let study = || study_of(id, &request);
        let (own, plain) = (played(&study()), played(&without_room(study())));
        assert_eq!(
            (own.winner, own.points, own.actions),
            (plain.winner, plain.points, plain.actions),
            "{id}"
        );
        assert_eq!(own.turns.len(), plain.turns.len(), "{id}");
        assert!(plain.own.is_empty() && !own.own.is_empty(), "{id}");
    }
}
