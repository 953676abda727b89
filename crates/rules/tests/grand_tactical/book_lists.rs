//! The lists of the rulebook are those of the battle: objectives, arrivals, the armies and their leaders. And every
//! number of the index has its place in the book.

use std::collections::BTreeSet;

use crate::book_tables::{BOOK, Table};

const INDEX: &str = include_str!("../../index/grand_tactical.index");
const SETUP: &str =
    include_str!("../../../../battles/grand-tactical/antietam/setups/september-17.toml");
const MAP: &str = include_str!("../../../../battles/grand-tactical/antietam/map.json");

fn objectives() -> String {
    let map: serde_json::Value = serde_json::from_str(MAP).expect("a map");
    let mut table = Table::new(&["square", "place", "points"]);
    for (square, objective) in map["objectives"].as_object().expect("objectives") {
        let name = objective["name"].as_str().expect("a name");
        table.row(square, &[name.to_owned(), objective["points"].to_string()]);
    }
    table.0
}

/// A list of words in a file.
fn words(value: &toml::Value) -> Vec<String> {
    let list = value.as_array().expect("a list").iter();
    list.map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned)).collect()
}

fn arrivals() -> String {
    let setup: toml::Table = SETUP.parse().expect("a set-up");
    let mut table = Table::new(&["group", "units", "turn", "squares, in this order"]);
    for group in setup["groups"].as_array().expect("groups") {
        let id = group["id"].as_str().expect("an id");
        let units = setup["units"].as_array().expect("units").iter();
        let coming =
            units.filter(|unit| unit.get("arrives").and_then(toml::Value::as_str) == Some(id));
        let turns = words(&group["turns"]).join(", ");
        let squares = words(&group["cells"]).join(" · ");
        table.row(id, &[coming.count().to_string(), turns, squares]);
    }
    table.0
}

/// The armies: a row for each division and for the artillery of each corps, in the order of the units.
fn army(side: &str) -> String {
    let setup: toml::Table = SETUP.parse().expect("a set-up");
    let text = |unit: &toml::Value, key: &str| {
        unit.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
    };
    let mut rows: Vec<((String, String), Vec<String>)> = Vec::new();
    for unit in
        setup["units"].as_array().expect("units").iter().filter(|unit| text(unit, "side") == side)
    {
        let (division, guns) = (text(unit, "division"), text(unit, "arm") == "artillery");
        let formation = if division.is_empty() && guns { "artillery".into() } else { division };
        let key = (text(unit, "corps"), formation);
        let place = match text(unit, "at") {
            square if square.is_empty() => text(unit, "arrives"),
            square => square,
        };
        let line = format!(
            "**{}** {} {} {} {place}",
            text(unit, "short"),
            unit["strength"],
            text(unit, "weapon"),
            unit["effectiveness"]
        );
        match rows.iter_mut().find(|(other, _)| *other == key) {
            Some((_, lines)) => lines.push(line),
            None => rows.push((key, vec![line])),
        }
    }
    let mut table =
        Table::new(&["corps", "division", "units: name, strength, weapon, effectiveness, square"]);
    for ((corps, formation), lines) in rows {
        let corps = if corps.is_empty() { "-".into() } else { corps };
        table.row(corps, &[formation, lines.join(" · ")]);
    }
    table.0
}

/// The leaders: a row for each division with those of its brigades, after the corps.
fn leaders() -> String {
    let setup: toml::Table = SETUP.parse().expect("a set-up");
    let list = |key: &str| setup[key].as_array().expect(key).clone();
    let text = |value: &toml::Value, key: &str| {
        value.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
    };
    let of = |side: &str, rank: &str, commands: &str| {
        let all = list("leaders");
        let mut all = all.iter().filter(|leader| {
            text(leader, "side") == side
                && text(leader, "rank") == rank
                && text(leader, "commands") == commands
        });
        all.next()
            .map_or("-".into(), |leader| format!("{} {}", text(leader, "name"), leader["bonus"]))
    };
    let mut rows: Vec<((String, String, String), Vec<String>)> = Vec::new();
    for unit in list("units").iter().filter(|unit| !text(unit, "brigade").is_empty()) {
        let key = (text(unit, "side"), text(unit, "corps"), text(unit, "division"));
        let brigade = text(unit, "brigade");
        match rows.iter_mut().find(|(other, _)| *other == key) {
            Some((_, brigades)) if brigades.contains(&brigade) => {}
            Some((_, brigades)) => brigades.push(brigade),
            None => rows.push((key, vec![brigade])),
        }
    }
    let mut table = Table::new(&["corps", "division", "brigades"]);
    for ((side, corps, division), brigades) in rows {
        let brigades: Vec<String> =
            brigades.iter().map(|brigade| of(&side, "brigade", brigade)).collect();
        let above = [of(&side, "division", &division), brigades.join(" · ")];
        table.row(of(&side, "corps", &corps), &above);
    }
    table.0
}

/// [GT 10.1, 6.0, 2.2] Every list stands in the book as the data have it.
#[test]
fn r2_2_the_lists_of_the_book() {
    for (name, table) in lists_of_the_book() {
        assert!(BOOK.contains(&format!("\n{table}\n")), "{name}: the book must have\n\n{table}");
    }
}

fn lists_of_the_book() -> [(&'static str, String); 5] {
    [
        ("objectives", objectives()),
        ("arrivals", arrivals()),
        ("union", army("union")),
        ("confederate", army("confederate")),
        ("leaders", leaders()),
    ]
}

/// [GT 7.3] Every number of the manual has its place in the book, where refusals and the page find it.
#[test]
fn r7_3_every_number_has_its_place() {
    let anchors: BTreeSet<&str> =
        BOOK.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let rules = INDEX.lines().filter(|line| line.starts_with("GT"));
    let mut count = 0;
    for line in rules {
        let mut words = line.split_whitespace();
        let (book, number) = (words.next().unwrap(), words.next().unwrap());
        let anchor = format!("{}-{number}", book.to_lowercase());
        assert!(anchors.contains(&anchor[..]), "the book has no place for {book} {number}");
        count += 1;
    }
    assert!(count > 90, "{count} rules only");
    assert_eq!(anchors.len(), BOOK.matches("<a id=\"").count(), "a place is named twice");
    // The options have theirs, too.
    for option in ["4", "1", "5", "8", "D-78", "D-99", "D-17"] {
        assert!(anchors.contains(&format!("gt-{option}")[..]), "{option}");
    }
}
