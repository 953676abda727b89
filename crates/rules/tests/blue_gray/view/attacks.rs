//! Targets and odds agree with the listed attacks, under random play.

use atlas::builtin::Kind;
use std::collections::{BTreeMap, BTreeSet};

use rules::blue_gray::Phase;
use rules::game::{Game, GameState};
use serde_json::{Value, json};

use crate::kinds::kinds;
use crate::view::common::{ask, game, inner, listed, play, strings, view};

/// What the list says about one set of defending hexes.
#[derive(Default)]
struct OnTarget {
    combinations: BTreeSet<Vec<String>>,
    guns: BTreeSet<String>,
    alone: bool,
}

fn owned(value: &Value) -> Vec<String> {
    strings(value).into_iter().map(str::to_owned).collect()
}

fn by_target(listed: &[Value]) -> BTreeMap<Vec<String>, OnTarget> {
    let mut found: BTreeMap<Vec<String>, OnTarget> = BTreeMap::new();
    for one in listed.iter().filter(|one| one["action"]["attack"].is_object()) {
        let attack = &one["action"]["attack"];
        let known = found.entry(owned(&attack["defenders"])).or_default();
        let attackers = owned(&attack["attackers"]);
        known.alone |= attackers.is_empty();
        if !attackers.is_empty() {
            known.combinations.insert(attackers);
        }
        known.guns.extend(owned(&one["may_bombard"]));
    }
    found
}

fn check_target(game: &Game, state: &GameState, defenders: &[String], listed: &OnTarget) {
    let answer = ask(game, state, json!({"target": {"hexes": defenders}}));
    let combinations: BTreeSet<Vec<String>> =
        answer["combinations"].as_array().unwrap().iter().map(owned).collect();
    assert_eq!(combinations, listed.combinations, "{defenders:?}");
    assert_eq!(answer["bombard_alone"], listed.alone, "{defenders:?}");
    let guns = answer["guns"].as_array().unwrap().iter();
    let legal: BTreeSet<String> = guns
        .clone()
        .filter(|gun| gun["legal"] == true)
        .map(|gun| gun["unit"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(legal, listed.guns, "{defenders:?}");
    for gun in guns {
        assert_eq!(gun["legal"] == true, gun["refusal"].is_null(), "{gun}");
    }
    let nobody = combinations.is_empty() && !listed.alone;
    assert_eq!(answer["refusal"].is_object(), nobody, "{defenders:?}: {answer}");
}

fn check_odds(game: &Game, state: &GameState, attack: &Value) {
    let odds = ask(game, state, json!({"odds": {"attack": attack}}));
    assert_eq!(odds["legal"], true);
    let sum = |list: &str| -> u64 {
        let value = |term: &Value, key: &str| term[key].as_u64().unwrap_or(1);
        let terms = odds["terms"][list].as_array().unwrap();
        terms.iter().map(|term| value(term, "strength") * value(term, "multiplier")).sum()
    };
    assert_eq!(odds["attack"], sum("attack"), "{attack}");
    assert_eq!(odds["defence"], sum("defence"), "{attack}");
    for term in odds["terms"]["defence"].as_array().unwrap() {
        assert_eq!(
            term["multiplier"] == 1 && term["strength"] != 0,
            term["why"].is_null(),
            "{term}"
        );
    }
    let faces = odds["faces"].as_array().unwrap();
    assert_eq!(faces.len(), 6);
    for face in faces {
        let words = face["words"].as_str().unwrap();
        assert!(words.ends_with('.') && words.len() > 5, "{words}");
        let stays = face["fates"].as_array().unwrap().iter().all(|one| one["fate"] == "stays");
        if stays && face["result"] != "Ex" {
            let unmoved = words == "No effect." || words.contains("attack effectiveness");
            assert!(unmoved, "{face}");
        }
        for fate in face["fates"].as_array().unwrap().iter().filter(|one| one["fate"] != "stays") {
            let named =
                words.to_lowercase().contains(&fate["unit"].as_str().unwrap().to_lowercase());
            assert!(named || words.contains("the exchange costs"), "{face}");
        }
    }
}

#[test]
fn targets_and_odds_agree_with_the_listed_attacks() {
    let mut fights = 0;
    for Kind { battle: id, scenario, options } in kinds() {
        let game = game(id, scenario, options);
        play(&game, 23, |number, state| {
            let plain = inner(state);
            let fighting = plain.phase == Phase::Combat && plain.pending().is_none();
            if !fighting || plain.outcome.is_some() || number % 2 == 1 {
                return;
            }
            let listed = listed(&game, state);
            let known = by_target(&listed);
            for (defenders, on_target) in &known {
                check_target(&game, state, defenders, on_target);
            }
            let seen = view(&game, state);
            for hex in strings(&seen["combat"]["targets"]) {
                let alone = vec![hex.to_owned()];
                if !known.contains_key(&alone) {
                    check_target(&game, state, &alone, &OnTarget::default());
                }
            }
            for one in listed.iter().filter(|one| one["action"]["attack"].is_object()).take(3) {
                check_odds(&game, state, &one["action"]["attack"]);
                fights += 1;
            }
        });
    }
    assert!(fights > 100, "only {fights} attacks were looked at");
}

#[test]
fn outside_a_combat_phase_every_target_is_refused_with_the_rule() {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let seed = rules::dice::Seed::from_number(1);
    let (_, state) = game.begin(&seed, serde_json::Map::new());
    let answer = ask(&game, &state, json!({"target": {"hexes": ["0910"]}}));
    assert_eq!(answer["refusal"]["rule"], "BG 5.14", "{answer}");
    assert_eq!(answer["refusal"]["link"], "blue-gray/bg-5.14");
    assert_eq!(answer["combinations"], json!([]));
}
