//! The tables and the report of the brigade game.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use atlas::BySide;
use lab::{Contender, Request, Shard, Study};
use rules::brigade::Prepared;
use rules::game::InGame;
use staff::Level;

use crate::common::{Row, folder, number, play_all, published, rows_of, study_of};

/// The corps chosen, and drawn as in solitaire play: then the first draw comes before anybody chooses.
fn request(scenario: &str) -> Request {
    Request {
        scenario: Some(scenario.to_owned()),
        seats: BySide {
            union: Contender::Staff(Level::Captain),
            confederate: Contender::Staff(Level::Recruit),
        },
        nodes: None,
        seed: "29".to_owned(),
        games: 2,
        sets: vec![vec![], vec!["3.0".to_owned()]],
    }
}

fn study(scenario: &str) -> Study {
    study_of("brigade/antietam", &request(scenario))
}

/// The files of a small study.
fn files_of(scenario: &str) -> BTreeMap<String, Vec<u8>> {
    let (study, path) = (study(scenario), folder(&format!("brigade-{scenario}")));
    let journal = play_all(&study, &path, Shard::WHOLE, 1);
    published(&study, &journal, &path)
}

/// The files of a study of the whole day.
fn sample() -> &'static BTreeMap<String, Vec<u8>> {
    static SAMPLE: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    SAMPLE.get_or_init(|| files_of("september-17"))
}

fn table(name: &str) -> Vec<Row> {
    rows_of(sample(), name)
}

fn same(game: &Row) -> impl Fn(&&Row) -> bool + '_ {
    move |row| row["set"] == game["set"] && row["game"] == game["game"]
}

#[test]
fn the_tables_agree_with_each_other() {
    let (turns, attacks, losses) = (table("turns"), table("attacks"), table("losses"));
    assert_eq!(table("games").len(), 4);
    for game in table("games") {
        let bombs = |row: &&Row| row["bombardment"] == "true";
        let own: Vec<&Row> = attacks.iter().filter(same(&game)).collect();
        let guns = own.iter().copied().filter(bombs).count() as i64;
        assert!(guns > 0);
        assert_eq!(number(&game, "bombardments"), guns);
        assert_eq!(number(&game, "assaults"), own.len() as i64 - guns);
        for side in ["union", "confederate"] {
            let lost = losses.iter().filter(same(&game)).filter(|row| row["side"] == side);
            let lost: Vec<&Row> = lost.collect();
            let units = lost.iter().filter(|row| row["eliminated"] == "true").count();
            assert_eq!(number(&game, &format!("{side}_steps_lost")), lost.len() as i64);
            assert_eq!(number(&game, &format!("{side}_units_lost")), units as i64);
        }
        let by_attack: i64 = own
            .iter()
            .map(|row| number(row, "attackers_steps_lost") + number(row, "defenders_steps_lost"))
            .sum();
        assert_eq!(by_attack, losses.iter().filter(same(&game)).count() as i64);
        let last = turns.iter().rfind(same(&game)).unwrap();
        assert_eq!((last["turn"].as_str(), &last["union_points"]), ("16", &game["union_points"]));
    }
}

/// The points are those of the landmarks that the Union holds at the end, and the sum over games is told by turn.
#[test]
fn the_landmarks_are_what_is_scored() {
    let (turns, landmarks) = (table("turns"), table("landmarks"));
    for turn in &turns {
        let held: i64 = turn["union_holds"]
            .split_whitespace()
            .map(|hex| {
                let known = landmarks.iter().find(|row| row["hex"] == hex).unwrap();
                number(known, "points")
            })
            .sum();
        assert_eq!(held, number(turn, "union_points"), "{turn:?}");
    }
    for row in &landmarks {
        let then = |turn: &&Row| turn["set"] == row["set"] && turn["turn"] == row["turn"];
        let holds = turns
            .iter()
            .filter(then)
            .filter(|turn| turn["union_holds"].split_whitespace().any(|hex| hex == row["hex"]));
        assert_eq!(holds.count() as i64, number(row, "union_held"), "{row:?}");
        assert_eq!(row["games"], "2");
    }
}

#[test]
fn at_most_two_corps_are_named_and_two_are_drawn_on_every_turn() {
    let named = table("named");
    for game in table("games") {
        let drawn = game["options"] == "3.0";
        for turn in 1..=16 {
            let own = named.iter().filter(same(&game)).filter(|row| number(row, "turn") == turn);
            let own: Vec<&Row> = own.collect();
            assert!(own.len() <= 2, "{own:?}");
            assert!(!drawn || own.len() == 2, "turn {turn}: {own:?}");
            assert!(own.iter().all(|row| row["drawn"] == drawn.to_string()), "{own:?}");
        }
    }
}

/// Every assault's result is what the combat results table of the battle says.
#[test]
fn assaults_have_the_result_of_their_die() {
    let study = study("september-17");
    let results = &Prepared::of_game(study.game(0).unwrap()).unwrap().battle.facts.results;
    for attack in table("attacks").iter().filter(|row| row["bombardment"] == "false") {
        let (strength, defence) =
            (number(attack, "strength_doubled") as u32, number(attack, "defence_doubled") as u32);
        let column = results.column(strength, defence);
        assert_eq!(results.name(column), attack["odds"]);
        assert_eq!(results.result(column, number(attack, "die") as u8).name(), attack["result"]);
    }
}

/// [BR 15.0] Hill's die is thrown from the eleventh turn on, and he stays away if it never shows enough.
#[test]
fn what_chance_brought_is_told_by_its_turn() {
    for game in table("games") {
        let (hill, ford) = (&game["hill_turn"], &game["ford_turn"]);
        assert!(hill.is_empty() || (11..=16).contains(&number(&game, "hill_turn")), "{game:?}");
        assert_eq!(ford.is_empty(), game["ford_hex"].is_empty(), "{game:?}");
        assert!(ford.is_empty() || number(&game, "searches") > 0, "{game:?}");
    }
}

#[test]
fn the_report_tells_what_this_system_adds() {
    for (scenario, chance) in [("september-17", true), ("hooker-attacks", false)] {
        let files = if chance { sample().clone() } else { files_of(scenario) };
        let names: Vec<&str> = files.keys().filter_map(|name| name.strip_suffix(".csv")).collect();
        assert_eq!(names, ["attacks", "games", "landmarks", "losses", "named", "turns"]);
        let report = String::from_utf8(files["report.html"].clone()).unwrap();
        let body = report.strip_prefix("<!DOCTYPE html>").unwrap();
        let document = roxmltree::Document::parse(body).unwrap();
        let heads: Vec<&str> = document
            .descendants()
            .filter(|node| node.has_tag_name("h2"))
            .filter_map(|node| node.text())
            .collect();
        let own = ["Who was set in motion", "The landmarks", "Losses by corps"];
        assert!(own.iter().all(|head| heads.contains(head)), "{heads:?}");
        assert_eq!(heads.contains(&"What the die brought"), chance, "{scenario}");
        assert!(!report.contains("Union Union") && !report.contains("NaN"), "{scenario}");
        // Plots of the sets side by side, and for each set: levels, margins, points, namings, landmarks, what chance
        // brought, assaults, bombardments and losses of each side.
        let figures = document.descendants().filter(|n| n.has_tag_name("figure")).count();
        assert_eq!(figures, 2 + 2 * (5 + usize::from(chance) + 6), "{scenario}");
    }
}
