//! What never changes: every hex, every unit, the turn track, the charts.

use atlas::builtin::Kind;
use serde_json::{Value, json};

use crate::kinds::kinds;
use crate::view::common::{battle, game};

fn facts(id: &str, scenario: &str, options: &[&str]) -> Value {
    let files = atlas::builtin::battle(id).unwrap();
    game(id, scenario, options).facts(&files)
}

#[test]
fn every_hex_and_every_unit_is_told() {
    for Kind { battle: id, scenario, options } in kinds() {
        let game = game(id, scenario, options);
        let battle = battle(&game);
        let facts = facts(id, scenario, options);
        let hexes = facts["hexes"].as_object().unwrap();
        assert_eq!(hexes.len(), battle.grid().cells().count());
        for (name, hex) in hexes {
            assert!(hex["words"].as_str().unwrap().ends_with('.'), "{name}: {hex}");
            for (way, next) in hex["neighbours"].as_object().unwrap() {
                let back = hexes[next.as_str().unwrap()]["neighbours"].as_object().unwrap();
                assert!(back.values().any(|there| there == name), "{name} {way}");
            }
        }
        let units = facts["units"].as_object().unwrap();
        assert_eq!(units.len(), battle.roster().count());
        for unit in units.values() {
            let start = &unit["start"];
            let group = start["group"].as_str();
            let known = start.is_null()
                || start.as_str().is_some_and(|hex| hexes.contains_key(hex))
                || group.is_some();
            assert!(known, "{unit}");
        }
        assert_eq!(facts["turns"].as_array().unwrap().len(), usize::from(battle.turns));
        assert_eq!(facts["table"]["rows"].as_array().unwrap().len(), 6);
        assert_eq!(facts["table"]["rows"][0].as_array().unwrap().len(), 10);
        for chart in facts["charts"].as_array().unwrap() {
            let width = chart["head"].as_array().unwrap().len();
            for row in chart["rows"].as_array().unwrap() {
                assert_eq!(row.as_array().unwrap().len(), width, "{chart}");
            }
        }
    }
}

#[test]
fn antietam_is_told_as_its_book_has_it() {
    let facts = facts("blue-gray/antietam", "september-17", &["20.4"]);
    assert_eq!(facts["title"], "Antietam");
    assert_eq!(facts["scenario_title"], "17 September 1862");
    assert_eq!(facts["turns"][0]["arrivals"], json!(["VI Corps"]));
    assert_eq!(facts["turns"][1]["arrivals"], json!(["16.2"]));
    let gibbon = &facts["units"]["4/1/I"];
    assert_eq!(gibbon["command"], "I Corps / 1st Division");
    assert_eq!(gibbon["start"], "0805");
    assert_eq!(facts["units"]["1/1/IV"]["start"], json!({"group": "16.2"}));
    assert_eq!(facts["units"]["1/1/I"]["called"], "Phelps (1/1/I)");
    assert_eq!(facts["units"]["Hood"]["called"], "Hood");
    let town = &facts["hexes"]["0816"];
    assert_eq!(town["terrain"], json!(["town"]));
    assert_eq!((&town["cost"], &town["double"]), (&json!(1), &json!(true)));
    assert_eq!(
        town["words"],
        "Town: 1 movement point to enter, blocks the line of sight, doubles the defender."
    );
    assert_eq!(
        town["worth"],
        "15 points to whoever holds all of Sharpsburg at the end: 0616, 0716, 0815 and 0816."
    );
    assert_eq!(
        facts["levels"][2]["words"],
        "Union marginal victory: Union to Confederate points more than 1 to 1."
    );
}

#[test]
fn crossings_and_exits_say_what_they_are_for() {
    let facts = facts("blue-gray/fredericksburg", "december-13", &[]);
    assert_eq!(facts["turns"][0]["light"], "fog");
    assert_eq!(facts["turns"][5]["light"], "night");
    let pontoon = &facts["hexes"]["0611"];
    assert_eq!(pontoon["terrain"], json!(["river", "pontoon"]));
    assert_eq!(
        pontoon["words"],
        "Pontoon: passed through between 0511 and 0712, 1 movement point to enter; nobody stays in it."
    );
    let richmond = facts["hexes"]["2501"]["worth"].as_str().unwrap();
    assert!(richmond.starts_with("Units may leave the map here (to Richmond):"), "{richmond}");
    let headquarters = facts["hexes"]["0206"]["names"].as_array().unwrap();
    let longer = "Burnside's headquarters (Phillips House)";
    assert_eq!(headquarters, &[json!("Phillips House"), json!(longer)]);
}
