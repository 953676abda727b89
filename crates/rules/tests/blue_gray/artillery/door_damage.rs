//! Damaged positions and actions: whatever is done to a text, the door says what is wrong or opens, and
//! behind it nothing breaks.

use rules::blue_gray::json::{action_to_json, canonical_bytes, listed_to_json, parse_action};
use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{Action, Battle, State, actions, apply, check, new_game};
use rules::dice::{Chance, Seed};
use serde_json::{Value, json};

use crate::artillery::door::open;
use crate::kinds::{battle_of, kinds};

fn times(usual: usize, long: usize) -> usize {
    if std::env::var_os("LONGROLL_SOAK").is_some() { long } else { usual }
}

/// Plays a random game and shows each state to `see` until it has seen enough.
fn watch(battle: &Battle, luck: u64, mut see: impl FnMut(&State, &Action, usize)) {
    let mut player = RandomPlayer::new(luck);
    let mut events = Vec::new();
    let mut state = new_game(battle, player.chance(), &mut events);
    let mut steps = 0;
    while let Some(action) = player.choose(battle, &state) {
        see(&state, &action, steps);
        let mut dice = player.chance().clone();
        apply(battle, &mut state, &action, &mut dice, &mut events).unwrap();
        *player.chance() = dice;
        steps += 1;
    }
    see(&state, &Action::EndPhase, steps);
}

fn written(battle: &Battle, state: &State) -> String {
    let position = rules::blue_gray::json::Position { state: state.clone(), seed: json!(5) };
    position.to_json(battle).to_string()
}

/// Whatever is written is read back as the same state, also in the midst of combats and after the end.
#[test]
fn positions_of_whole_games_read_back() {
    for kind in kinds() {
        let battle = battle_of(kind);
        for luck in 0..times(1, 20) as u64 {
            let mut pending = 0;
            watch(&battle, luck, |state, action, step| {
                if state.pending().is_none() && state.outcome.is_none() && !step.is_multiple_of(5) {
                    return;
                }
                pending += usize::from(state.pending().is_some());
                let text = written(&battle, state);
                let (_, again) = open(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
                assert!(again.state == *state, "{text}");
                let action_text = action_to_json(&battle, action).to_string();
                let read = parse_action(&battle, state, &action_text).unwrap();
                assert_eq!(canonical_bytes(&battle, &read), canonical_bytes(&battle, action));
            });
            assert!(pending > 0, "no combat waited for a choice");
        }
    }
}

/// Every place in a value, by the way to it.
fn places(value: &Value, way: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    found.push(way.clone());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                way.push(index.to_string());
                places(item, way, found);
                way.pop();
            }
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                way.push(key.clone());
                places(item, way, found);
                way.pop();
            }
        }
        _ => {}
    }
}

fn at<'v>(value: &'v mut Value, way: &[String]) -> &'v mut Value {
    way.iter().fold(value, |value, step| match value {
        Value::Array(items) => &mut items[step.parse::<usize>().unwrap()],
        other => &mut other[step.as_str()],
    })
}

/// A hex or a unit of a battle.
fn name(battle: &Battle, chance: &mut Chance) -> String {
    if chance.below(2) == 0 {
        let cell = battle.grid().cells().nth(chance.below(battle.grid().cells().count()));
        cell.map(|cell| battle.grid().name(cell).to_string()).unwrap_or_default()
    } else {
        let unit = battle.roster().nth(chance.below(battle.roster().count()));
        unit.map(|unit| battle.unit(unit).id.clone()).unwrap_or_default()
    }
}

/// Something else to stand somewhere.
fn strange(battle: &Battle, chance: &mut Chance, elsewhere: &Value) -> Value {
    let words = [
        "",
        "0816",
        "1505",
        "9999",
        "A",
        "union",
        "confederate",
        "Ar",
        "De",
        "Ex",
        "advance",
        "losses",
        "withdraw",
        "retreat",
        "elect",
        "combat",
        "eliminated",
        "6-1",
        "\u{0}é—",
    ];
    match chance.below(16) {
        0 => Value::Null,
        1 => json!(chance.below(2) == 0),
        2 => json!(chance.below(40) as i64 - 5),
        3 => json!([i64::MIN, i64::MAX, 255, 256, 4_294_967_295][chance.below(5)]),
        4 => json!(0.5 * chance.below(9) as f64),
        5 => json!(words[chance.below(words.len())]),
        6 => json!([]),
        7 => json!({}),
        8 | 9 => elsewhere.clone(),
        _ => json!(name(battle, chance)),
    }
}

/// Damages a value in a few places: something strange, something from elsewhere, something lost.
fn damaged(battle: &Battle, mut value: Value, chance: &mut Chance) -> String {
    for _ in 0..=chance.below(3) {
        let mut found = Vec::new();
        places(&value, &mut Vec::new(), &mut found);
        let way = found[chance.below(found.len())].clone();
        let other = found[chance.below(found.len())].clone();
        let elsewhere = at(&mut value, &other).clone();
        match (chance.below(4), way.split_last()) {
            (0, Some((last, above))) => match at(&mut value, above) {
                Value::Array(items) => {
                    items.remove(last.parse().unwrap());
                }
                Value::Object(fields) => {
                    fields.remove(last);
                }
                _ => {}
            },
            (1, _) => match at(&mut value, &way) {
                Value::Array(items) => items.push(elsewhere),
                Value::Object(fields) => {
                    let keys = ["hex", "state", "pending", "displaced", "units", "surprise"];
                    fields.insert(keys[chance.below(keys.len())].to_owned(), elsewhere);
                }
                _ => {}
            },
            _ => *at(&mut value, &way) = strange(battle, chance, &elsewhere),
        }
    }
    let mut text = value.to_string().into_bytes();
    // Now and then the bytes themselves.
    if chance.below(4) == 0 {
        for _ in 0..=chance.below(3) {
            let at = chance.below(text.len());
            text[at] = b"{}[]\",:0919-\\ ntfe"[chance.below(18)];
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// Another hex where a hex stood, another unit where a unit stood.
fn exchanged(battle: &Battle, mut value: Value, chance: &mut Chance) -> String {
    let mut found = Vec::new();
    places(&value, &mut Vec::new(), &mut found);
    for way in found {
        let leaf = at(&mut value, &way);
        let Some(word) = leaf.as_str() else { continue };
        let is_hex = battle.grid().cell(word).is_some();
        if (is_hex || battle.find(word).is_some()) && chance.below(2) == 0 {
            let other = loop {
                let other = name(battle, chance);
                if battle.grid().cell(&other).is_some() == is_hex {
                    break other;
                }
            };
            *leaf = json!(other);
        }
    }
    value.to_string()
}

/// Whoever gets in can play: actions are listed, legal ones can be made, and the sets of hexes stay true.
fn play_on(text: &str, chance: &mut Chance) -> bool {
    let Ok((battle, position)) = open(text) else { return false };
    let mut state = position.state;
    let again = written(&battle, &state);
    let (_, read) = open(&again).unwrap_or_else(|faults| panic!("{faults}\n{text}\n{again}"));
    assert!(read.state == state, "{text}");
    for _ in 0..4 {
        let listed = actions(&battle, &state);
        if state.outcome.is_none() {
            assert!(!listed.is_empty(), "nothing can be done: {text}");
        }
        if listed.is_empty() {
            break;
        }
        let one = &listed[chance.below(listed.len())];
        listed_to_json(&battle, one);
        let mut dice = Seed::from_number(1).dice(state.sequence, b"");
        let mut events = Vec::new();
        apply(&battle, &mut state, &one.action, &mut dice, &mut events)
            .unwrap_or_else(|refusal| panic!("{refusal:?} of {:?}\n{text}", one.action));
        assert!(state.is_consistent(&battle), "{text}");
        if let Action::Attack(attack) = &one.action {
            rules::blue_gray::preview::preview(&battle, &read.state, attack);
        }
    }
    true
}

/// Positions of real games, more of them in the midst of a combat than chance would give.
fn originals(battle: &Battle, luck: u64) -> Vec<Value> {
    let mut found = Vec::new();
    watch(battle, luck, |state, _, step| {
        if state.pending().is_some() || state.outcome.is_some() || step.is_multiple_of(97) {
            found.push(serde_json::from_str(&written(battle, state)).unwrap());
        }
    });
    found
}

#[test]
fn damaged_positions_are_refused_or_played() {
    let mut chance = Chance::new(1862);
    let (mut opened, mut refused) = (0, 0);
    for (index, kind) in kinds().enumerate() {
        let battle = battle_of(kind);
        let originals = originals(&battle, 7 + index as u64);
        for _ in 0..times(40, 4_000) {
            let original = originals[chance.below(originals.len())].clone();
            let text = damaged(&battle, original, &mut chance);
            match play_on(&text, &mut chance) {
                true => opened += 1,
                false => refused += 1,
            }
        }
    }
    assert!(opened > 30 && refused > 30, "{opened} opened, {refused} refused: no test of either");
}

#[test]
fn damaged_actions_are_refused_or_judged() {
    let mut chance = Chance::new(1863);
    let (mut legal, mut illegal, mut misread) = (0, 0, 0);
    for (index, kind) in kinds().enumerate() {
        let battle = battle_of(kind);
        watch(&battle, 11 + index as u64, |state, action, step| {
            if !step.is_multiple_of(9) && state.pending().is_none() {
                return;
            }
            let whole = action_to_json(&battle, action);
            for turn in 0..times(2, 30) {
                let text = match turn % 2 {
                    0 => damaged(&battle, whole.clone(), &mut chance),
                    _ => exchanged(&battle, whole.clone(), &mut chance),
                };
                match parse_action(&battle, state, &text) {
                    Err(faults) => {
                        assert!(!faults.to_string().is_empty());
                        misread += 1;
                    }
                    Ok(action) => match check(&battle, state, &action) {
                        Ok(()) => legal += 1,
                        Err(refusal) => {
                            assert!(!refusal.reason(&battle).is_empty(), "{text}");
                            let rule = refusal.rule(&battle).to_string();
                            assert!(rule.split(' ').all(|part| !part.is_empty()), "{text}: {rule}");
                            illegal += 1;
                        }
                    },
                }
            }
        });
    }
    assert!(legal > 50 && illegal > 50 && misread > 50, "{legal} {illegal} {misread}");
}
