//! The page about battles names every field that the loader knows, and the list of battles is complete.

use atlas::battle::Battle;
use atlas::builtin;

const PAGE: &str = include_str!("../../../../docs/battles.md");
const LIST: &str = include_str!("../../../../battles/README.md");

/// The fields the loader says it knows where a strange one stands.
fn known_fields(id: &str, file: &str, from: &str, to: &str) -> Vec<String> {
    let mut folder = builtin::files(id).unwrap();
    let text = std::str::from_utf8(folder.get(file).unwrap()).unwrap();
    assert!(text.contains(from), "{file} of {id} has no {from}");
    let text = text.replacen(from, to, 1);
    folder.add(file, text.as_bytes());
    let report = Battle::from_files(id, &folder).unwrap_err().to_string();
    let (_, list) = report.split_once("unknown field \"strange\"; expected ").unwrap();
    list.replace(" or ", ", ").split(", ").map(str::to_owned).collect()
}

#[test]
fn every_field_is_on_the_page() {
    let setup = "setups/september-17.toml";
    let (blue_gray, brigade, grand) =
        ("blue-gray/antietam", "brigade/antietam", "grand-tactical/antietam");
    let places = [
        (blue_gray, "battle.toml", "complexity = 2", "complexity = 2\nstrange = 1"),
        (grand, "battle.toml", "default = ", "strange = 1, default = "),
        (grand, "battle.toml", "word = ", "strange = 1, word = "),
        (blue_gray, "battle.toml", "stacking = 2", "stacking = 2\nstrange = 1"),
        (blue_gray, setup, "groups = [", "strange = 1\ngroups = ["),
        (blue_gray, setup, "{ id = \"VI Corps\"", "{ strange = 1, id = \"VI Corps\""),
        (blue_gray, setup, "strength = 4", "strength = 4, strange = 1"),
        (brigade, setup, "strength = 5", "strength = 5, strange = 1"),
        (brigade, setup, "guns = ", "strange = 1, guns = "),
        (grand, setup, "strength = 400", "strength = 400, strange = 1"),
        (grand, setup, "bonus = 33", "bonus = 33, strange = 1"),
    ];
    let mut missing = Vec::new();
    for (id, file, from, to) in places {
        for field in known_fields(id, file, from, to) {
            let shown = [format!("`{field}`"), format!("{field} = "), format!("{field}.\"")];
            let section = format!("[[{field}]]");
            if !PAGE.contains(&section) && !shown.iter().any(|shown| PAGE.contains(shown)) {
                missing.push(format!("{id} {file}: {field}"));
            }
        }
    }
    assert!(missing.is_empty(), "docs/battles.md does not name\n  {}", missing.join("\n  "));
}

#[test]
fn every_battle_and_scenario_is_in_the_list() {
    for id in builtin::ids() {
        let battle = builtin::battle(id).unwrap();
        let row = LIST.lines().find(|line| line.starts_with(&format!("| `{id}` |")));
        let row = row.unwrap_or_else(|| panic!("battles/README.md does not list {id}"));
        for scenario in &battle.scenarios {
            assert!(row.contains(&format!("`{}`", scenario.id)), "{id}: {}", scenario.id);
        }
    }
}
