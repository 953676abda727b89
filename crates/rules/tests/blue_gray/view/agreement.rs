//! Under random play everything a view shows, and every answer, agrees with the list of legal actions.

use atlas::builtin::Kind;
use std::collections::{BTreeMap, BTreeSet};

use rules::blue_gray::{Phase, Place};
use rules::game::{Game, GameState, Seat};
use serde_json::{Value, json};

use crate::view::common::{ask, battle, game, inner, listed, play, strings, view};

const RULEBOOK: &str = include_str!("../../../../../docs/rules/blue-gray.md");

/// The unit of a listed march, and the march without it: kind, entry or exit hex, end, cost.
type March = (String, (String, String, u64));

fn march(listed: &Value) -> Option<March> {
    let (kind, body) = listed["action"].as_object()?.iter().next()?;
    let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
    let place = match kind.as_str() {
        "move" => text("to"),
        "enter" => format!(
            "{} {}",
            text("hex"),
            if body["to"].is_null() { text("hex") } else { text("to") }
        ),
        "exit" => text("hex"),
        _ => return None,
    };
    Some((text("unit"), (kind.clone(), place, listed["cost"].as_u64()?)))
}

fn answered(reach: &Value) -> BTreeSet<(String, String, u64)> {
    let mut found = BTreeSet::new();
    for (list, kind) in [("moves", "move"), ("entries", "enter"), ("exits", "exit")] {
        for way in reach[list].as_array().unwrap() {
            let text = |key: &str| way[key].as_str().unwrap_or_default();
            let place = match kind {
                "enter" => format!("{} {}", text("hex"), text("to")),
                "exit" => text("hex").to_owned(),
                _ => text("to").to_owned(),
            };
            let cost = way["cost"].as_u64().unwrap();
            if kind != "exit" {
                let left = reach["allowance"].as_u64().unwrap() - cost;
                assert_eq!(way["left"], left);
            }
            assert!(found.insert((kind.to_owned(), place, cost)));
        }
    }
    found
}

fn check_marches(game: &Game, state: &GameState, seen: &Value, listed: &[Value]) {
    let mut by_unit: BTreeMap<String, BTreeSet<(String, String, u64)>> = BTreeMap::new();
    for (unit, way) in listed.iter().filter_map(march) {
        by_unit.entry(unit).or_default().insert(way);
    }
    let movable: BTreeSet<&str> = strings(&seen["movable"]).into_iter().collect();
    assert_eq!(movable, by_unit.keys().map(String::as_str).collect());
    for unit in battle(game).roster() {
        let id = &battle(game).unit(unit).id;
        let reach = ask(game, state, json!({"reach": {"unit": id}}));
        let ways = answered(&reach);
        assert_eq!(ways, by_unit.get(id).cloned().unwrap_or_default(), "{id}");
        assert_eq!(ways.is_empty(), reach["refusal"].is_object(), "{id}: {}", reach["refusal"]);
        check_link(&reach["refusal"]);
    }
}

/// Where a refusal points to, the rulebook has something to say.
fn check_link(refusal: &Value) {
    let Some(link) = refusal["link"].as_str() else { return };
    let (book, place) = link.split_once('/').unwrap();
    assert_eq!(book, "blue-gray");
    assert!(RULEBOOK.contains(&format!("<a id=\"{place}\"></a>")), "{refusal}");
}

/// The way to every listed destination costs what the list says.
fn check_paths(game: &Game, state: &GameState, listed: &[Value], every: usize) {
    for one in listed.iter().filter(|one| march(one).is_some()).step_by(every) {
        let question = match &one["action"] {
            action if action["move"].is_object() => action["move"].clone(),
            action if action["enter"].is_object() => {
                let mut body = action["enter"].clone();
                let hex = body["hex"].take();
                let to = if body["to"].is_null() { hex.clone() } else { body["to"].clone() };
                json!({"unit": body["unit"], "enter": hex, "to": to})
            }
            _ => continue,
        };
        let answer = ask(game, state, json!({"path": question}));
        let costs: u64 =
            answer["costs"].as_array().unwrap().iter().map(|cost| cost.as_u64().unwrap()).sum();
        assert_eq!(answer["cost"], one["cost"], "{question}");
        assert_eq!(answer["cost"], costs);
        let path = strings(&answer["path"]);
        assert_eq!(path.last(), Some(&question["to"].as_str().unwrap()));
        assert_eq!(path.len(), answer["costs"].as_array().unwrap().len());
    }
}

fn check_choices(game: &Game, state: &GameState, seen: &Value, listed: &[Value]) {
    let may_end = listed.iter().any(|one| one["action"]["end_phase"].is_object());
    assert_eq!(seen["end_phase"]["can"], may_end);
    assert_eq!(seen["end_phase"]["reason"].is_null(), may_end);
    let decision = game.decision(state, Seat::Watcher);
    let decider = game.decider(state);
    assert_eq!(decision["side"].as_str(), decider.map(|side| side.word()));
    assert!(decision["words"].as_str().unwrap().ends_with('.'), "{decision}");
    match inner(state).pending() {
        Some(pending) => {
            let choices: Vec<&Value> = listed.iter().map(|one| &one["action"]).collect();
            let shown: Vec<&Value> =
                seen["pending"]["choices"].as_array().unwrap().iter().collect();
            assert_eq!(shown, choices);
            assert_eq!(seen["pending"]["decider"], pending.decider.word());
            assert_eq!(seen["pending"]["words"], decision["words"]);
            assert_eq!(decision["kind"], seen["pending"]["step"]);
        }
        None => assert!(seen["pending"].is_null()),
    }
}

/// Units, zones, watched hexes and points are those of the state.
fn check_board(game: &Game, state: &GameState, seen: &Value) {
    let (battle, state) = (battle(game), inner(state));
    for (unit, shown) in battle.roster().zip(seen["units"].as_array().unwrap()) {
        assert_eq!(shown["id"], battle.unit(unit).id);
        let hex = state.cell(unit).map(|cell| battle.grid().name(cell).to_string());
        assert_eq!(shown["hex"].as_str(), hex.as_deref());
        assert_eq!(shown["place"] == "map", matches!(state.place(unit), Place::On(_)));
        let moved = strings(&shown["marks"]).contains(&"moved");
        assert_eq!(moved, state.cell(unit).is_some() && state.flags(unit).moved());
    }
    for side in atlas::Side::BOTH {
        let zone = strings(&seen["zones"][side.word()]);
        assert_eq!(zone.len(), state.controlled_by(side).len());
        let total: i64 = seen["points"][side.word()]["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["points"].as_i64().unwrap())
            .sum();
        assert_eq!(seen["points"][side.word()]["total"], total);
        assert_eq!(total, i64::from(rules::blue_gray::victory::totals(battle, state)[side]));
    }
    for (hex, holder) in seen["held"].as_object().unwrap() {
        let cell = battle.grid().cell(hex).unwrap();
        assert_eq!(holder.as_str(), state.holder(battle, cell).map(|side| side.word()));
    }
}

/// What is left undone names units that could still do it, and nothing is left undone that nobody could do.
fn check_unfinished(state: &GameState, seen: &Value) {
    let movable: BTreeSet<&str> = strings(&seen["movable"]).into_iter().collect();
    let mut named = BTreeSet::new();
    for undone in seen["end_phase"]["unfinished"].as_array().unwrap() {
        let units = strings(&undone["units"]);
        assert!(!units.is_empty() && undone["words"].as_str().unwrap().ends_with('.'));
        if inner(state).phase == Phase::Movement && undone["serious"] == false {
            assert!(units.iter().all(|unit| movable.contains(unit)), "{undone}");
            named.extend(units);
        }
    }
    if seen["end_phase"]["can"] == true && inner(state).phase == Phase::Movement {
        assert_eq!(named, movable);
    }
}

each_kind!(views_and_answers_agree_with_the_listed_actions);

fn views_and_answers_agree_with_the_listed_actions(Kind { battle: id, scenario, options }: Kind) {
    let game = game(id, scenario, options);
    play(&game, 17, |number, state| {
        let seen = view(&game, state);
        check_board(&game, state, &seen);
        // The lists of movement phases are long: a part of them will do.
        let every = if std::env::var_os("LONGROLL_SOAK").is_some() { 1 } else { 7 };
        if inner(state).phase == Phase::Movement && number % every != 0 {
            return;
        }
        let listed = listed(&game, state);
        check_choices(&game, state, &seen, &listed);
        check_unfinished(state, &seen);
        if number % (3 * every) == 0 {
            check_marches(&game, state, &seen, &listed);
            check_paths(&game, state, &listed, 23);
        }
    });
}

each_kind!(arrivals_are_the_units_in_reserve_and_none_is_told_twice);

fn arrivals_are_the_units_in_reserve_and_none_is_told_twice(
    Kind { battle: id, scenario, options }: Kind,
) {
    let game = game(id, scenario, options);
    play(&game, 5, |_, state| {
        let seen = view(&game, state);
        let mut coming: Vec<&str> = Vec::new();
        for group in seen["arrivals"].as_array().unwrap() {
            coming.extend(strings(&group["units"]));
            assert!(group["words"].as_str().unwrap().ends_with('.'));
        }
        let units = seen["units"].as_array().unwrap().iter();
        let mut waiting: Vec<&str> = units
            .filter(|unit| unit["place"] == "reserve")
            .map(|unit| unit["id"].as_str().unwrap())
            .collect();
        coming.sort_unstable();
        waiting.sort_unstable();
        assert_eq!(coming, waiting);
    });
}

each_kind!(a_game_that_was_given_up_shows_what_stands_and_offers_nothing);

fn a_game_that_was_given_up_shows_what_stands_and_offers_nothing(
    Kind { battle: id, scenario, options }: Kind,
) {
    let game = game(id, scenario, options);
    play(&game, 5, |step, state| {
        if step % 7 != 0 {
            return;
        }
        let (open, closed) = (view(&game, state), game.view_closed(state, Seat::Watcher));
        assert_eq!(closed["movable"], json!([]), "{id}, step {step}");
        for nothing in ["quota", "combat", "pending"] {
            assert_eq!(closed[nothing], Value::Null, "{id}, step {step}: {nothing}");
        }
        assert_eq!(closed["end_phase"]["can"], false, "{id}, step {step}");
        for same in ["turn", "side", "phase", "zones", "held", "points", "standing"] {
            assert_eq!(closed[same], open[same], "{id}, step {step}: {same}");
        }
        let hexes = |view: &Value| -> Vec<Value> {
            view["units"].as_array().unwrap().iter().map(|unit| unit["hex"].clone()).collect()
        };
        assert_eq!(hexes(&closed), hexes(&open), "{id}, step {step}");
    });
}
