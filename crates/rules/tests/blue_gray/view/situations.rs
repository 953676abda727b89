//! Positions made by hand: what is owed, what is lost if late, what is seen, why not.

use rules::game::Seat;
use rules::record::Source;
use serde_json::{Map, json};

use crate::view::common::{ask, game, position, strings, view};

#[test]
fn the_quota_is_told_with_its_rule() {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let seed = rules::dice::Seed::from_number(1);
    let (_, state) = game.begin(&seed, Map::new());
    let seen = view(&game, &state);
    assert_eq!(
        seen["quota"],
        json!({"side": "union", "limit": 15, "used": 0, "left": 15, "rule": "BG-A 18.1",
               "link": "blue-gray/bg-a-18.1"})
    );
    assert_eq!(
        game.decision(&state, Seat::Watcher),
        json!({"side": "union", "kind": "movement",
               "words": "The Union moves; 15 of 15 units may still move."})
    );
    let action = json!({"move": {"unit": "1/1/I", "to": "0805"}});
    let source = Source::new(seed);
    let state = game.act(&state, &source, &action, &[]).unwrap().state;
    assert_eq!(view(&game, &state)["quota"]["left"], 14);
    let state = game.act(&state, &source, &json!({"end_phase": {}}), &[]).unwrap().state;
    assert_eq!(view(&game, &state)["quota"], json!(null));
    let state = game.act(&state, &source, &json!({"end_phase": {}}), &[]).unwrap().state;
    assert_eq!(game.decision(&state, Seat::Watcher)["words"], "The Confederates move.");
}

#[test]
fn reinforcements_that_would_be_lost_are_a_serious_matter() {
    let game = game("blue-gray/chattanooga", "november-24", &[]);
    let geary = ["1/2/XII", "2/2/XII", "3/2/XII"].map(|id| json!({"id": id, "state": "reserve"}));
    let mut units = geary.to_vec();
    let free = position(&game, json!(units), json!({"turn": 2, "side": "union"}));
    let seen = view(&game, &free);
    assert_eq!(seen["end_phase"]["can"], false);
    assert_eq!(seen["end_phase"]["rule"], "BG-C 15.0");
    assert_eq!(
        seen["arrivals"][0]["words"],
        "Must come on now, at 0427, 0528, 0627 or 0728, or is lost."
    );
    for (id, hex) in [("Brown", "0427"), ("Pettus", "0528"), ("Deas", "0627"), ("Adams", "0728")] {
        units.push(json!({"id": id, "hex": hex}));
    }
    let barred = position(&game, json!(units), json!({"turn": 2, "side": "union"}));
    let end = &view(&game, &barred)["end_phase"];
    assert_eq!(end["can"], true);
    assert_eq!(end["unfinished"][0]["serious"], true);
    assert_eq!(
        end["unfinished"][0]["words"],
        "Candy (1/2/XII), Cobham (2/2/XII) and Ireland (3/2/XII) have not come on and are lost when the \
         phase ends."
    );
    let reach = ask(&game, &barred, json!({"reach": {"unit": "1/2/XII"}}));
    assert_eq!(reach["refusal"]["rule"], "BG-C 15.12");
}

#[test]
fn what_a_combat_phase_owes_is_shown_and_marked() {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let units = json!([
        {"id": "Hood", "hex": "0910"}, {"id": "4/1/I", "hex": "0909"}, {"id": "Law", "hex": "1214"},
        {"id": "B", "hex": "1414"},
    ]);
    let state = position(&game, units, json!({"phase": "combat", "side": "union"}));
    let seen = view(&game, &state);
    assert_eq!(seen["combat"]["must_attack"], json!(["0909"]));
    assert_eq!(seen["combat"]["must_be_attacked"], json!(["0910"]));
    assert_eq!(
        seen["combat"]["batteries"],
        json!([{"hex": "1414", "guns": ["B"], "reaches": ["1214"]}])
    );
    assert_eq!(seen["end_phase"]["rule"], "BG 7.12");
    let marked: Vec<&str> = seen["units"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|unit| strings(&unit["marks"]).contains(&"must attack"))
        .map(|unit| unit["id"].as_str().unwrap())
        .collect();
    assert_eq!(marked, ["4/1/I"]);
    assert_eq!(
        game.decision(&state, Seat::Watcher)["words"],
        "The Union attacks; the units in 1 hex must still attack."
    );
    let target = ask(&game, &state, json!({"target": {"hexes": ["0910"]}}));
    assert_eq!(target["combinations"], json!([["0909"]]));
    assert_eq!(target["attackers"][0]["must"], true);
    let both = ask(&game, &state, json!({"target": {"hexes": ["0910", "1214"]}}));
    assert!(both["refusal"].is_object(), "{both}");
}

#[test]
fn a_path_is_told_step_by_step_and_a_wrong_one_is_explained() {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let units = json!([{"id": "4/1/I", "hex": "0909"}, {"id": "Hood", "hex": "0912"}]);
    let state = position(&game, units, json!({"side": "union"}));
    let way = ask(&game, &state, json!({"path": {"unit": "4/1/I", "via": ["0909", "0910"]}}));
    assert_eq!(way["from"], "0909");
    assert_eq!(way["path"], json!(["0910"]));
    assert_eq!(way["costs"].as_array().unwrap().len(), 1);
    let through =
        ask(&game, &state, json!({"path": {"unit": "4/1/I", "via": ["0910", "0911", "0912"]}}));
    assert_eq!(through["refusal"]["rule"], "BG 6.0", "{through}");
    let skips = ask(&game, &state, json!({"path": {"unit": "4/1/I", "via": ["0912"]}}));
    assert_eq!(skips["refusal"]["rule"], "BG 5.16");
    let why =
        ask(&game, &state, json!({"why": {"action": {"move": {"unit": "4/1/I", "to": "0912"}}}}));
    assert_eq!((&why["legal"], &why["rule"]), (&json!(false), &json!("BG 5.12")));
    assert_eq!(why["link"], "blue-gray/bg-5.12");
}

#[test]
fn what_blocks_the_view_is_named() {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let (_, state) = game.begin(&rules::dice::Seed::from_number(1), Map::new());
    let around = ask(&game, &state, json!({"sight": {"from": "1414"}}));
    let seen = strings(&around["seen"]);
    let battle = crate::view::common::battle(&game);
    let from = battle.grid().cell("1414").unwrap();
    let range = around["range"].as_u64().unwrap() as usize;
    let mut blocked = 0;
    for to in battle.grid().disc(from, range) & battle.ground.land {
        let name = battle.grid().name(to).to_string();
        if to == from {
            continue;
        }
        let line = ask(&game, &state, json!({"sight": {"from": "1414", "to": name}}));
        assert_eq!(line["clear"], seen.contains(&name.as_str()), "{line}");
        assert_eq!(line["clear"], strings(&line["blocked_by"]).is_empty());
        for hex in strings(&line["blocked_by"]) {
            blocked += 1;
            assert!(battle.ground.blocking.contains(battle.grid().cell(hex).unwrap()));
            assert!(line["words"].as_str().unwrap().contains(hex));
        }
    }
    assert!(blocked > 0, "nothing is in the way anywhere");
}
