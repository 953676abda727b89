//! The sentences about an attack: one for each kind of outcome.

use rules::game::{Game, GameState};
use serde_json::{Value, json};

use crate::view::common::{ask, game, position};

fn antietam(options: &[&str]) -> Game {
    game("blue-gray/antietam", "september-17", options)
}

fn in_combat(game: &Game, units: Value) -> GameState {
    position(game, units, json!({"phase": "combat", "side": "union"}))
}

/// What the first face with this result would do, in words.
fn words(game: &Game, state: &GameState, attack: Value, result: &str) -> String {
    let odds = ask(game, state, json!({"odds": {"attack": attack}}));
    assert_eq!(odds["legal"], true, "{odds}");
    let faces = odds["faces"].as_array().unwrap();
    let face = faces.iter().find(|face| face["result"] == result);
    let face = face.unwrap_or_else(|| panic!("no {result} in {odds}"));
    face["words"].as_str().unwrap().to_owned()
}

fn from(hexes: &[&str], column: &str) -> Value {
    json!({"defenders": ["0910"], "attackers": hexes, "column": column})
}

#[test]
fn a_beaten_unit_retreats_is_trapped_or_is_lost() {
    let game = antietam(&[]);
    let open = in_combat(
        &game,
        json!([{"id": "Hood", "hex": "0910"}, {"id": "Law", "hex": "0910"},
               {"id": "4/1/I", "hex": "0909"}, {"id": "1/1/V", "hex": "0909"}]),
    );
    assert_eq!(words(&game, &open, from(&["0909"], "1-1"), "Dr"), "Hood and Law retreat.");
    let thrown_back = words(&game, &open, from(&["0909"], "1-1"), "Ar");
    assert_eq!(thrown_back, "Gibbon (4/1/I) and Barnes (1/1/V) retreat.");
    let lost = words(&game, &open, from(&["0909"], "1-2"), "Ae");
    assert_eq!(lost, "Gibbon (4/1/I) and Barnes (1/1/V) are lost.");
    let trapped = in_combat(
        &game,
        json!([{"id": "Hood", "hex": "0910"}, {"id": "4/1/I", "hex": "0909"},
               {"id": "1/1/V", "hex": "0911"}]),
    );
    let both = |column| from(&["0909", "0911"], column);
    assert_eq!(words(&game, &trapped, both("2-1"), "Dr"), "Hood is trapped and lost.");
}

#[test]
fn an_exchange_names_its_price_or_who_pays_it() {
    let game = antietam(&[]);
    let state = in_combat(
        &game,
        json!([{"id": "Hood", "hex": "0910"}, {"id": "4/1/I", "hex": "0909"},
               {"id": "1/1/V", "hex": "0909"}, {"id": "3/1/V", "hex": "0911"}]),
    );
    let told = words(&game, &state, from(&["0909", "0911"], "3-1"), "Ex");
    let strength = ask(&game, &state, json!({"odds": {"attack": from(&["0909", "0911"], "1-1")}}));
    let price = strength["terms"]["defence"][0]["strength"].as_u64().unwrap();
    assert_eq!(
        told,
        format!(
            "Hood is lost; the exchange costs the attacker {price} strength points: the Union chooses who."
        )
    );
    let alone =
        in_combat(&game, json!([{"id": "Pelham", "hex": "0910"}, {"id": "1/1/V", "hex": "0909"}]));
    let told = words(&game, &alone, from(&["0909"], "3-1"), "Ex");
    assert_eq!(
        told,
        "Pelham's horse artillery (Pelham) is lost; Barnes (1/1/V) is lost in exchange."
    );
}

#[test]
fn guns_that_bombard_suffer_nothing_unless_they_choose_to() {
    let game = antietam(&[]);
    let state =
        in_combat(&game, json!([{"id": "Hood", "hex": "1214"}, {"id": "B", "hex": "1414"}]));
    let attack = json!({"defenders": ["1214"], "bombard": ["B"]});
    let odds = ask(&game, &state, json!({"odds": {"attack": attack}}));
    for face in odds["faces"].as_array().unwrap() {
        let expected = match face["result"].as_str().unwrap() {
            "Dr" => "Hood retreats.",
            "De" => "Hood is lost.",
            "Ex" => "Hood is lost; the guns suffer nothing.",
            _ => "No effect.",
        };
        assert_eq!(face["words"], expected);
    }
}

#[test]
fn whoever_is_thrown_back_loses_attack_effectiveness_where_it_is_played() {
    let game = antietam(&["11.0"]);
    let state =
        in_combat(&game, json!([{"id": "Hood", "hex": "0910"}, {"id": "4/1/I", "hex": "0909"}]));
    assert_eq!(
        words(&game, &state, from(&["0909"], "1-3"), "Ar"),
        "Gibbon (4/1/I) retreats; it loses its attack effectiveness."
    );
}
