//! What the tables and the report hold.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use atlas::builtin;
use lab::{GameRow, Shard, Study};
use rules::blue_gray::Prepared;
use rules::game::InGame;

use crate::common::{Row, folder, number, play_all, published, request, rows_of, study, study_of};

/// The games of a study, and the bytes of its files by their names.
type Sample = (Vec<GameRow>, BTreeMap<String, Vec<u8>>);

/// A small study.
fn sample() -> &'static Sample {
    static SAMPLE: OnceLock<Sample> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let study = study(3);
        let path = folder("sample");
        let journal = play_all(&study, &path, Shard::WHOLE, 1);
        let rows = journal.rows().collect::<Result<_, _>>().unwrap();
        (rows, published(&study, &journal, &path))
    })
}

/// The battle of a study with its first set of options.
fn prepared(study: &Study) -> &Prepared {
    Prepared::of_game(study.game(0).unwrap()).unwrap()
}

/// The rows of a table.
fn table(name: &str) -> Vec<Row> {
    rows_of(&sample().1, name)
}

#[test]
fn there_is_a_row_for_everything_that_happened() {
    let rows = &sample().0;
    assert_eq!(table("games").len(), 6);
    assert_eq!(table("turns").len(), rows.iter().map(|row| row.turns.len()).sum::<usize>());
    for name in ["attacks", "deaths"] {
        let kept = |row: &GameRow| row.own[name].as_array().unwrap().len();
        assert_eq!(table(name).len(), rows.iter().map(kept).sum::<usize>(), "{name}");
    }
    assert!(!table("attacks").is_empty() && !table("deaths").is_empty());
}

#[test]
fn the_tables_agree_with_each_other() {
    for game in table("games") {
        let same = |row: &&Row| row["set"] == game["set"] && row["game"] == game["game"];
        let turns = table("turns");
        let last = turns.iter().rfind(same).unwrap();
        for column in ["union_points", "confederate_points"] {
            assert_eq!(last[column], game[column]);
        }
        assert_eq!(last["turn"], game["turns"]);
        let deaths = table("deaths");
        for side in ["union", "confederate"] {
            let lost = deaths.iter().filter(same).filter(|row| row["side"] == side);
            let strength: i64 = lost.map(|row| number(row, "strength")).sum();
            assert_eq!(strength, number(&game, &format!("{side}_strength_lost")));
        }
        let attacks = table("attacks");
        let by_attack: i64 = attacks
            .iter()
            .filter(same)
            .map(|row| number(row, "attackers_lost") + number(row, "defenders_lost"))
            .sum();
        let told = deaths.iter().filter(same).filter(|row| !row["attack"].is_empty()).count();
        assert_eq!(by_attack, told as i64);
    }
}

/// Every attack's result is what the combat results table of the battle says.
#[test]
fn attacks_have_the_result_of_their_die() {
    use rules::blue_gray::crt::Column;
    let study = study(1);
    let results = &prepared(&study).battle.facts.results;
    for attack in table("attacks") {
        let column = Column::parse(&attack["odds"]).unwrap();
        let die = number(&attack, "die") as u8;
        assert_eq!(results.result(column, die).name(), attack["result"]);
    }
}

#[test]
fn the_ground_counts_every_death_on_the_map_and_no_hex_twice() {
    let ground = table("ground");
    let counted: i64 = ground
        .iter()
        .map(|row| number(row, "union_deaths") + number(row, "confederate_deaths"))
        .sum();
    let fallen = table("deaths").iter().filter(|row| !row["hex"].is_empty()).count();
    assert_eq!(counted, fallen as i64);
    for row in &ground {
        let grips = number(row, "union_grip") + number(row, "confederate_grip");
        assert!(grips <= number(row, "games"), "{row:?}");
    }
}

#[test]
fn parquet_holds_what_the_csv_holds() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    for name in ["games", "turns", "attacks", "deaths", "ground"] {
        let file = std::fs::File::open(
            std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
                .join("sample")
                .join(format!("{name}.parquet")),
        );
        let expected = table(name);
        let reader = SerializedFileReader::new(file.unwrap()).unwrap();
        let mut rows = 0;
        for (row, expected) in reader.get_row_iter(None).unwrap().zip(&expected) {
            for (column, field) in row.unwrap().get_column_iter() {
                let text = match field {
                    parquet::record::Field::Null => String::new(),
                    parquet::record::Field::Str(text) => text.clone(),
                    other => other.to_string(),
                };
                assert_eq!(text, expected[column], "{name}, {column}");
            }
            rows += 1;
        }
        assert_eq!(rows, expected.len(), "{name}");
    }
}

#[test]
fn the_report_is_well_formed_and_needs_nothing_else() {
    let report = String::from_utf8(sample().1["report.html"].clone()).unwrap();
    let body = report.strip_prefix("<!DOCTYPE html>").unwrap();
    let document = roxmltree::Document::parse(body).unwrap();
    let count = |name: &str| document.descendants().filter(|n| n.has_tag_name(name)).count();
    // The changes of wins and of margins; and of two sets: levels, margins, points, held hexes, attacks,
    // bombardments and losses of each side, deaths, and the ground on three turns. All games end on one turn.
    assert_eq!(count("figure"), 2 + 2 * (4 + 2 + 2 + 2 + 1 + 3));
    assert!(report.contains("Every game ended on game-turn 10."));
    let bombarded = table("attacks").iter().any(|attack| attack["attackers"].is_empty());
    assert!(bombarded && report.contains("Guns that bombard alone risk nothing"));
    assert_eq!(count("script") + count("link") + count("img") + count("image"), 0);
    for node in document.descendants().filter(|node| node.is_element()) {
        for attribute in node.attributes() {
            let strange = ["href", "src", "style"].contains(&attribute.name())
                || attribute.name().starts_with("on");
            assert!(!strange, "{attribute:?}");
        }
    }
    let style = document.descendants().find(|n| n.has_tag_name("style")).unwrap().text().unwrap();
    for reference in style.split("url(").skip(1) {
        assert!(reference.starts_with("\"data:image/svg+xml;base64,"));
    }
    assert!(!style.contains("@import"));
    // On paper the maps and tints stay, and a caption with its plot.
    let print = style.split_once("@media print").unwrap().1;
    assert!(print.contains("print-color-adjust:exact") && print.contains("figure,tr,pre"));
    assert!(style.contains("@media print{.map{max-width:"));
    // No plot is wider than a phone unless it can be scrolled.
    for plot in document.descendants().filter(|n| n.attribute("class") == Some("plot")) {
        let scrolled = |n: roxmltree::Node<'_, '_>| {
            n.has_tag_name("figure") || n.attribute("class") == Some("wide")
        };
        assert!(plot.ancestors().any(scrolled), "{:?}", plot.attribute("aria-label"));
    }
}

#[test]
fn every_scenario_can_be_studied_and_reported() {
    // Antietam is the sample that the other tests look at.
    let kinds = builtin::kinds().filter(|kind| kind.system() == "blue-gray");
    for kind in kinds.filter(|kind| kind.battle != "blue-gray/antietam" && !kind.options.is_empty())
    {
        let scenario = kind.scenario;
        let options = kind.options.iter().map(|&number| number.to_owned()).collect();
        let mut request = request(2);
        request.scenario = Some(scenario.to_owned());
        request.sets = vec![vec![], options];
        let study = study_of(kind.battle, &request);
        let path = folder(&format!("scenario-{scenario}"));
        let journal = play_all(&study, &path, Shard::WHOLE, 1);
        let files = published(&study, &journal, &path);
        assert_eq!(files.len(), 11);
        let report = String::from_utf8(files["report.html"].clone()).unwrap();
        let battle = &prepared(&study).battle;
        let turns = || 1..=battle.turns;
        let night = turns().any(|turn| battle.is_night(turn));
        let fog = turns().any(|turn| battle.is_fog(turn));
        assert_eq!(report.contains("shaded"), night || fog, "{scenario}");
        let both = report.contains("Night and fog are shaded.");
        assert_eq!(both, night && fog, "{scenario}");
        assert_eq!(report.contains("Night is shaded."), night && !fog, "{scenario}");
        assert_eq!(report.contains("Fog is shaded."), fog && !night, "{scenario}");
    }
}

/// At Antietam nothing is shaded, and the command names the seed that was given.
#[test]
fn the_report_speaks_of_what_there_is() {
    let report = String::from_utf8(sample().1["report.html"].clone()).unwrap();
    assert!(!report.contains("shaded"));
    assert!(report.contains(" --seed 17 "));
    // Rates and shares come with the numbers behind them.
    assert!(report.contains(" in 3 games, ") && report.contains(">number</th>"));
    assert!(report.contains("change in percentage points"));
}

/// Sets are compared unit by unit: each plot has the order of the first set, and names its options in full.
#[test]
fn every_set_has_its_units_in_the_order_of_the_first() {
    let report = String::from_utf8(sample().1["report.html"].clone()).unwrap();
    let body = report.strip_prefix("<!DOCTYPE html>").unwrap();
    let document = roxmltree::Document::parse(body).unwrap();
    let figures: Vec<_> = document.descendants().filter(|n| n.has_tag_name("figure")).collect();
    let caption = |figure: &roxmltree::Node<'_, '_>| {
        let caption = figure.children().find(|n| n.has_tag_name("figcaption")).unwrap();
        caption.text().unwrap_or_default().to_owned()
    };
    for side in ["Union, ", "Confederate, "] {
        let of_side = figures.iter().filter(|figure| {
            let caption = caption(figure);
            caption.contains(side) && caption.ends_with("strength points a game")
        });
        let units: Vec<Vec<&str>> = of_side
            .map(|figure| {
                let texts =
                    figure.descendants().filter(|n| n.attribute("text-anchor") == Some("end"));
                texts.filter_map(|node| node.text()).collect()
            })
            .collect();
        assert_eq!(units.len(), 2, "{side}");
        assert!(units[0].len() > 10, "{units:?}");
        assert_eq!(units[0], units[1], "{side}");
    }
    let named =
        figures.iter().map(caption).filter(|c| c.starts_with("20.3 Early Confederate")).count();
    assert_eq!(named, 14);
}

/// A part is reported as a part, with the command that plays it.
#[test]
fn a_part_is_reported_as_a_part() {
    let study = study(3);
    let path = folder("reported-part");
    let journal = play_all(&study, &path, "1/3".parse().unwrap(), 1);
    let files = published(&study, &journal, &path);
    let report = String::from_utf8(files["report.html"].clone()).unwrap();
    assert!(report.contains("Part 1/3 of a study: 1 game of 3 games of each set."));
    assert!(report.contains(" --shard 1/3<"));
    assert!(!report.contains("so far"));
}

/// Few games are told as few, and none without numbers.
#[test]
fn one_game_has_no_error_and_none_no_mean() {
    for (name, shard, games, told) in [
        ("one-game", "1/2", "1 of 1 game", "1 game"),
        ("no-game", "2/2", "0 games each", "0 games"),
    ] {
        let study = study(1);
        let path = folder(name);
        let journal = play_all(&study, &path, shard.parse().unwrap(), 1);
        let published = lab::publish(&study, &journal, &path).unwrap();
        assert_eq!(published.lines[0], format!("no options: {told}"));
        assert_eq!(published.lines.len() > 2, name == "one-game", "{:?}", published.lines);
        assert!(published.lines.iter().all(|line| !line.contains('±')), "{:?}", published.lines);
        let report = std::fs::read_to_string(path.join("report.html")).unwrap();
        // The report says once what the sign means.
        assert_eq!(report.matches('±').count(), 1, "{name}");
        assert!(report.contains(games), "{name}");
        assert_eq!(report.contains("<figure>"), name == "one-game", "{name}");
        assert!(!report.contains("1 games") && !report.contains("NaN"), "{name}");
    }
}
