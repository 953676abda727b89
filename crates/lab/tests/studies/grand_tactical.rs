//! The tables and the report of the Grand-tactical game.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use atlas::BySide;
use lab::{Contender, Request, Shard, Study};
use rules::game::InGame;
use rules::grand_tactical::Battle;
use staff::Level;

use crate::common::{Row, assert_same, folder, number, play_all, published, rows_of, study_of};

/// The basic and the advanced game.
const SETS: [&str; 2] = ["4=basic", "4=advanced"];

fn study() -> Study {
    let recruit = Contender::Staff(Level::Recruit);
    let request = Request {
        scenario: None,
        seats: BySide { union: recruit, confederate: recruit },
        nodes: None,
        seed: "41".to_owned(),
        games: 1,
        sets: SETS.map(|option| vec![option.to_owned()]).to_vec(),
    };
    study_of("grand-tactical/antietam", &request)
}

fn files(name: &str) -> BTreeMap<String, Vec<u8>> {
    let (study, path) = (study(), folder(name));
    let journal = play_all(&study, &path, Shard::WHOLE, 1);
    published(&study, &journal, &path)
}

fn sample() -> &'static BTreeMap<String, Vec<u8>> {
    static SAMPLE: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    SAMPLE.get_or_init(|| files("grand-tactical"))
}

fn table(name: &str) -> Vec<Row> {
    rows_of(sample(), name)
}

fn same(game: &Row) -> impl Fn(&&Row) -> bool + '_ {
    move |row| row["set"] == game["set"] && row["game"] == game["game"]
}

fn sum<'a>(rows: impl Iterator<Item = &'a Row>, column: &str) -> i64 {
    rows.map(|row| number(row, column)).sum()
}

/// What a game cost is told three times: of the game, of its formations and of its last turn.
#[test]
fn losses_agree_from_table_to_table() {
    let (turns, formations) = (table("turns"), table("formations"));
    assert_eq!(table("games").len(), SETS.len());
    for game in table("games") {
        let last = turns.iter().rfind(same(&game)).unwrap();
        assert_eq!(number(last, "turn"), 11);
        for side in ["union", "confederate"] {
            let own = || formations.iter().filter(same(&game)).filter(|row| row["side"] == side);
            let of = |arm: &str| number(&game, &format!("{side}_{arm}_lost"));
            for arm in ["infantry", "cavalry", "guns"] {
                assert_eq!(sum(own(), &format!("{arm}_lost")), of(arm), "{side} {arm}");
            }
            let men = of("infantry") + of("cavalry");
            assert_eq!(number(last, &format!("{side}_men_lost")), men);
            assert_eq!(number(last, &format!("{side}_guns_lost")), of("guns"));
            assert!(men > 0, "nobody was hurt");
        }
    }
}

/// [GT 10.1] The score is what both sides lost, and what the objectives bring.
#[test]
fn the_score_is_made_of_losses_leaders_and_objectives() {
    let study = study();
    let score = Battle::of_game(study.game(0).unwrap()).unwrap().tables.score;
    let turns = table("turns");
    for game in table("games") {
        let lost = |side: &str| {
            let of = |arm: &str| number(&game, &format!("{side}_{arm}_lost"));
            of("infantry") * i64::from(score.infantryman)
                + of("cavalry") * i64::from(score.cavalryman)
                + of("guns") * i64::from(score.gun)
        };
        let last = turns.iter().rfind(same(&game)).unwrap();
        let without_leaders = lost("confederate") - lost("union") + number(last, "objectives");
        let rest = number(&game, "margin") - without_leaders;
        let leaders =
            number(&game, "union_leaders_lost") + number(&game, "confederate_leaders_lost");
        match game["options"].as_str() {
            "4=basic" => assert_eq!((rest, leaders), (0, 0), "the basic game knows no leaders"),
            _ => {
                let most = leaders * i64::from(score.corps_leader.confederate);
                assert!(leaders > 0 && rest.abs() <= most, "{rest} for {leaders} leaders");
            }
        }
    }
}

#[test]
fn men_fell_where_the_map_has_squares_and_as_many_as_were_lost() {
    let fell = table("fell");
    for (index, set) in SETS.iter().enumerate() {
        let set_of = |row: &&Row| number(row, "set") == index as i64 + 1;
        for side in ["union", "confederate"] {
            let games = table("games");
            let lost: i64 = games
                .iter()
                .filter(set_of)
                .map(|game| {
                    number(game, &format!("{side}_infantry_lost"))
                        + number(game, &format!("{side}_cavalry_lost"))
                })
                .sum();
            assert_eq!(sum(fell.iter().filter(set_of), &format!("{side}_men")), lost, "{set}");
        }
    }
}

#[test]
fn losses_only_grow_from_turn_to_turn_and_nobody_is_more_tired_than_can_be() {
    for game in table("games") {
        let turns = table("turns");
        let own: Vec<&Row> = turns.iter().filter(same(&game)).collect();
        for side in ["union", "confederate"] {
            for column in ["men_lost", "guns_lost"] {
                let column = format!("{side}_{column}");
                let grows =
                    own.windows(2).all(|two| number(two[0], &column) <= number(two[1], &column));
                assert!(grows, "{column}");
            }
            for turn in &own {
                let units = number(turn, &format!("{side}_units"));
                assert!(number(turn, &format!("{side}_routed")) <= units);
                assert!(number(turn, &format!("{side}_fatigue")) <= 100 * units);
            }
        }
    }
}

#[test]
fn the_report_tells_what_this_system_adds() {
    let files = sample();
    let names: Vec<&str> = files.keys().filter_map(|name| name.strip_suffix(".csv")).collect();
    assert_eq!(names, ["fell", "formations", "games", "turns"]);
    let report = String::from_utf8(files["report.html"].clone()).unwrap();
    let body = report.strip_prefix("<!DOCTYPE html>").unwrap();
    let document = roxmltree::Document::parse(body).unwrap();
    let heads: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("h2"))
        .filter_map(|node| node.text())
        .collect();
    for own in [
        "Losses a game",
        "From turn to turn",
        "The objectives",
        "Losses by formation",
        "Where men fell",
    ] {
        assert!(heads.contains(&own), "{own}: {heads:?}");
    }
    assert!(!report.contains("NaN") && !report.contains("inf%"));
}

#[test]
fn the_same_plan_gives_the_same_files() {
    assert_same(&files("grand-tactical-again"), sample());
}
