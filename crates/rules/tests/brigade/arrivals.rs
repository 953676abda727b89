//! The scenario "Hooker Attacks": smaller ground and units that come on [BR 13].

use atlas::battle::Battle as Files;
use rules::brigade::Prepared;
use serde_json::json;

use crate::fixture::{Field, Game, march};

/// [BR 13] Nothing lies beyond the last column in play.
#[test]
fn the_ground_ends_where_the_scenario_says() {
    let game = Game::antietam(
        "hooker-attacks",
        &[],
        json!({"turn": 2, "side": "confederate", "phase": "movement"}),
    );
    assert_eq!(game.why(march("CS-JS-DHHILL-MCRAE", "1913")), "BR 2.0");
    assert!(
        game.faults_of(json!({"units": [{"id": "CS-JS-DHHILL-MCRAE", "hex": "1913"}]}))
            .contains("off the map")
    );
    let union: Vec<String> = game.json()["units"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|unit| unit["id"].as_str())
        .filter(|id| id.starts_with("US-CAV"))
        .map(str::to_owned)
        .collect();
    assert!(union.is_empty(), "the Union's cavalry is absent");
    assert_eq!(game.why(json!({"search": {"unit": "CS-JS-DHHILL-MCRAE", "hex": "1812"}})), "BR 13");
    assert_eq!(game.json()["hill"], json!(null));
}

/// [BR 13] The II Corps may not be named before turn 3; the levels are the scenario's own.
#[test]
fn the_second_corps_comes_late() {
    let at =
        |turn: u8| Game::antietam("hooker-attacks", &[], json!({"turn": turn, "side": "union"}));
    let name = json!({"activate": {"corps": ["I", "II"]}});
    assert_eq!(at(2).why(name.clone()), "BR 13");
    assert_eq!(at(3).why(name), "legal");
    let control = json!({"1216": "union", "1616": "union"});
    let mut game = Game::antietam(
        "hooker-attacks",
        &[],
        json!({"turn": 6, "side": "confederate", "first": "union", "phase": "assault", "control": control, "units": [{"id": "US-I-MEADE-SEYMOUR", "hex": "0101"}]}),
    );
    game.end_phase(&[]);
    assert_eq!(
        game.json()["outcome"],
        json!({"winner": "union", "name": "Union marginal", "points": 4})
    );
}

/// [BR 16.0] The option of even levels puts others in place of each scenario's own.
#[test]
fn even_levels_ask_less_of_the_attacker_at_hooker_attacks_and_more_on_the_whole_day() {
    let ends = |scenario: &str, turn: u8, options: &[&'static str], held: &[&str]| {
        let control: serde_json::Map<_, _> =
            held.iter().map(|&hex| (hex.to_owned(), json!("union"))).collect();
        let mut game = Game::antietam(
            scenario,
            options,
            json!({"turn": turn, "side": "confederate", "first": "union", "phase": "assault", "control": control, "units": [{"id": "US-I-MEADE-SEYMOUR", "hex": "0101"}]}),
        );
        game.end_phase(&[]);
        game.json()["outcome"]["name"].as_str().expect("an outcome").to_owned()
    };
    let hooker = |options, held| ends("hooker-attacks", 6, options, held);
    assert_eq!(hooker(&[], &["1120", "1216"]), "Confederate marginal");
    assert_eq!(hooker(&["D59"], &["1120", "1216"]), "Union decisive");
    assert_eq!(hooker(&["D59"], &["1120"]), "Union marginal");
    assert_eq!(hooker(&["D59"], &["1216"]), "Confederate marginal");
    let day = |options, held| ends("september-17", 16, options, held);
    let thirteen = ["1120", "1216", "1616", "1914", "2208", "2617"];
    assert_eq!(day(&[], &thirteen), "Union substantial");
    assert_eq!(day(&["D59"], &thirteen), "Draw");
    assert_eq!(day(&["D59"], &thirteen[..5]), "Confederate decisive");
}

/// [BR 13] On its turn or later, at its hexes, for the cost of the hex off the road; stopped by
/// enemy control.
#[test]
fn units_come_on_at_the_edge() {
    let field = Field::open()
        .columns(18)
        .ground("1806", 'w')
        .arriving("cL", "infantry")
        .arriving("cM", "cavalry")
        .union("uA", 4, "1010");
    let enter =
        |unit: &str, hex: &str, to: &str| json!({"enter": {"unit": unit, "hex": hex, "to": to}});
    let early = field.at(json!({"turn": 2, "side": "confederate", "phase": "movement"}));
    assert_eq!(early.why(enter("cL", "1805", "1805")), "BR 13");
    let mut game = field.at(json!({"turn": 4, "side": "confederate", "phase": "movement"}));
    assert_eq!(game.why(enter("cL", "1804", "1804")), "BR 13");
    assert_eq!(game.why(enter("uA", "1805", "1805")), "BR 3.0");
    assert_eq!(game.why(enter("cM", "1806", "1806")), "BR 6.0", "woods");
    let costs: Vec<(String, u64)> = game
        .actions()
        .iter()
        .filter(|one| one["action"]["enter"]["unit"] == "cL")
        .map(|one| (one["action"]["enter"].to_string(), one["half_points"].as_u64().unwrap()))
        .collect();
    assert!(costs.contains(&(r#"{"unit":"cL","hex":"1805"}"#.to_owned(), 2)), "{costs:?}");
    assert!(costs.contains(&(r#"{"unit":"cL","hex":"1806"}"#.to_owned(), 4)), "{costs:?}");
    game.apply(enter("cL", "1805", "1505"), &[]);
    assert_eq!(
        (game.whereabouts("cL"), game.unit("cL")["moved"].clone()),
        ("1505".into(), json!(true))
    );
    assert_eq!(game.why(enter("cL", "1805", "1805")), "BR 13", "it is there");
    let near = Field::open().columns(18).arriving("cL", "infantry").union("uA", 4, "1705");
    let game = near.at(json!({"turn": 4, "side": "confederate", "phase": "movement"}));
    assert_eq!(game.why(enter("cL", "1805", "1805")), "legal");
    assert_eq!(game.why(enter("cL", "1805", "1806")), "BR 6.0", "it must stop");
    let there = Field::open().columns(18).arriving("cL", "infantry").union("uA", 4, "1805");
    let game = there.at(json!({"turn": 4, "side": "confederate", "phase": "movement"}));
    assert_eq!(game.why(enter("cL", "1805", "1805")), "BR 5.0");
}

/// [BR 13?] Whoever comes on does not come by road: a road through woods is closed to guns there.
#[test]
fn nobody_comes_on_by_road() {
    let field = Field::open()
        .columns(18)
        .ground("1805", 'r')
        .ground("1806", 'w')
        .road(&["1805", "1705"])
        .arriving("cL", "infantry")
        .arriving("cM", "horse");
    let game = field.at(json!({"turn": 4, "side": "confederate", "phase": "movement"}));
    let enter = |unit: &str, hex: &str| json!({"enter": {"unit": unit, "hex": hex}});
    assert_eq!(game.why(enter("cL", "1805")), "legal");
    assert_eq!(game.why(enter("cM", "1805")), "BR 6.0");
    assert!(game.reason(enter("cM", "1805")).contains("by road only"));
    assert!(game.reason(enter("cM", "1806")).contains("infantry's"));
}

/// [BR 13?] The first hex is paid for in full, as every step is: who has too few points waits.
#[test]
fn whoever_cannot_pay_for_the_first_hex_does_not_come_on() {
    let mut folder = atlas::builtin::files("brigade/antietam").unwrap();
    let rules = String::from_utf8(folder.get("rules.toml").unwrap().to_vec()).unwrap();
    let dear = rules.replacen("clear = [2, 2, 2, 2]", "clear = [9, 2, 2, 2]", 1);
    assert_ne!(rules, dear);
    folder.add("rules.toml", dear.as_bytes());
    let files = Files::from_files("brigade/antietam", &folder).unwrap();
    let ready = Prepared::new(&files, Some("hooker-attacks"), &[]).unwrap();
    let units = ["CS-LS-MCLAWS-KERSHAW", "CS-LS-MCLAWS-CABELL-ART"];
    let waiting = units.map(|id| json!({"id": id, "state": "reserve"}));
    let at = json!({"turn": 5, "side": "confederate", "phase": "movement", "units": waiting});
    let game = Game::at(ready, at);
    let enter = |unit: &str| json!({"enter": {"unit": unit, "hex": "1815"}});
    assert_eq!(
        (game.why(enter(units[0])), game.why(enter(units[1]))),
        ("BR 6.0".into(), "legal".into())
    );
    assert!(
        game.reason(enter(units[0])).contains("costs 4½ points"),
        "{}",
        game.reason(enter(units[0]))
    );
    let listed = game.actions();
    assert!(listed.iter().all(|one| one["action"]["enter"]["unit"] != units[0]));
}
