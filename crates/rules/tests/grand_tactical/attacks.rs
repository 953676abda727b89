//! Attacks on hidden games: whatever a seat is told, tried for what it gives away.
//!
//! Each attack has two truths that look alike to a seat, lets the same thing happen in both, from the same draws,
//! and compares what the seat hears; or it asks in many ways about somebody who is not seen.

use atlas::Side;
use rules::System;
use rules::dice::Chance;
use rules::game::Seat;
use rules::grand_tactical::{Battle, Event, State};
use serde_json::{Value, json};

use crate::fixture::{Field, Game, Script};
use crate::fray::{EVEN, NO};

const UNION: Seat = Seat::Side(Side::Union);
const CONFEDERATE: Seat = Seat::Side(Side::Confederate);

/// Carries out an action; what a seat hears of it.
fn heard(battle: &Battle, state: &mut State, action: &Value, draws: &[u16], seat: Seat) -> Value {
    let before = *state;
    let seen = battle.seen(state, Seat::Side(state.side)).into_owned();
    let action = battle.read_action(&seen, action).unwrap_or_else(|faults| panic!("{faults}"));
    let mut dice = Script { draws, seed: Chance::new(7), asked: Vec::new() };
    let mut events: Vec<Event> = Vec::new();
    battle.apply(state, &action, &mut dice, &mut events).unwrap();
    events.iter().filter_map(|event| battle.tell(&before, event, state, seat)).collect()
}

/// A Confederate brigade of two halves with its leaders; the Union sees one half.
fn brigade() -> Field {
    let half = |at: &str, brigade: &str| {
        format!(
            "at = \"{at}\", weapon = \"RFL\", effectiveness = 80, facing = 1, mode = \"normal\", \
             corps = \"C\", division = \"D\", brigade = \"{brigade}\""
        )
    };
    Field::open(42, 36)
        .advanced()
        .option("5")
        .option("8")
        .infantry("US", "union", 852, "12,14", 5)
        .unit("1A", "confederate", "infantry", 501, &half("13,14", "B1"))
        .unit("1B", "confederate", "infantry", 300, &half("30,5", "B1"))
        .unit("2A", "confederate", "infantry", 300, &half("31,5", "B2"))
        .leader("Corps", "confederate", "corps", "C", 40, "1A")
        .leader("Division", "confederate", "division", "D", 20, "1A")
        .leader("Brigade", "confederate", "brigade", "B1", 5, "")
        .leader("Other", "confederate", "brigade", "B2", 5, "")
}

/// The last half that is seen falls. Whether its leaders find another unit tells whether there is one.
#[test]
fn r2_1_leaders_without_a_unit_leave_without_a_word_to_the_enemy() {
    let end = json!({"end_phase": {}});
    let draws = [NO, EVEN, 2500, 2500, 2500];
    let elsewhere = [
        json!([{"id": "1B", "square": "30,5"}, {"id": "2A", "square": "31,5"}]),
        json!([{"id": "1B", "state": "eliminated"}, {"id": "2A", "square": "31,5"}]),
        json!([{"id": "1B", "state": "eliminated"}, {"id": "2A", "state": "eliminated"}]),
    ];
    let told = elsewhere.map(|others| {
        let mut units = json!([{"id": "US", "square": "12,14"},
            {"id": "1A", "square": "13,14", "men": 20, "ammo": false}]);
        units.as_array_mut().unwrap().extend(others.as_array().unwrap().iter().cloned());
        let mut game = brigade().at(json!({"turn": 3, "units": units}));
        let battle = game.battle().clone();
        let own = heard(&battle, &mut game.state.clone(), &end, &draws, CONFEDERATE);
        assert!(own.to_string().contains("leader_moved"), "his own side hears of it");
        heard(&battle, &mut game.state, &end, &draws, UNION)
    });
    assert!(told[0].to_string().contains("eliminated"));
    assert_eq!(told[0], told[1]);
    assert_eq!(told[0], told[2]);
}

/// A Union unit far from a Confederate one, each with whatever can be ordered.
fn apart() -> Field {
    Field::open(40, 30)
        .advanced()
        .option("5")
        .option("8")
        .infantry("A", "union", 500, "1,1", 3)
        .infantry("B", "union", 500, "1,2", 3)
        .cavalry("H", "union", 300, "2,2", 3)
        .infantry("Y", "confederate", 500, "38,2", 1)
        .infantry("Z", "confederate", 500, "38,28", 1)
        .leader("Own", "union", "division", "D", 10, "A")
        .leader("Theirs", "confederate", "division", "D", 10, "Z")
}

/// Whatever an unseen unit does in its own phase, nobody else hears of it, and nothing that others see changes.
#[test]
fn r2_1_nothing_is_heard_of_what_the_unseen_do() {
    let field = apart();
    let game = field.at(json!({"turn": 3, "side": "confederate", "round": 1}));
    let battle = game.battle();
    let listed: Vec<Value> = game.list().iter().map(|one| one["action"].clone()).collect();
    let ends = |action: &&Value| action.get("end_phase").is_none();
    let mut kinds = std::collections::BTreeSet::new();
    for action in listed.iter().filter(ends) {
        kinds.extend(action.as_object().unwrap().keys().cloned());
        for seat in [UNION, Seat::Watcher] {
            let mut state = game.state;
            assert_eq!(heard(battle, &mut state, action, &[], seat), json!([]), "{action}");
            assert_eq!(battle.seen(&state, seat), battle.seen(&game.state, seat), "{action}");
        }
    }
    let all =
        ["face", "force_march", "mode", "move", "plot_advance", "plot_melee", "step", "transfer"];
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    assert_eq!(kinds, all, "every kind of order is tried");
}

/// Somebody who is not seen, has fallen unseen, comes later, takes no part, or never was: one answer to every
/// action and every question.
#[test]
fn r2_1_one_refusal_for_whoever_is_not_seen() {
    let field = apart();
    let truths = [
        json!({"id": "Z", "square": "38,28"}),
        json!({"id": "Z", "square": "20,20", "men": 7, "routed": true}),
        json!({"id": "Z", "state": "eliminated"}),
        json!({"id": "Z", "state": "absent"}),
    ];
    let games = truths.map(|truth| {
        field.at(json!({"turn": 3, "units": [{"id": "A", "square": "1,1"}, truth,
            {"id": "Y", "square": "38,2"}], "leaders": [
                {"name": "Theirs", "side": "confederate", "with": "Y"}]}))
    });
    let questions = |unit: &str| {
        let actions = [
            json!({"step": {"unit": unit, "dir": 3}}),
            json!({"move": {"unit": unit, "to": "5,5"}}),
            json!({"move": {"unit": unit, "path": ["5,5"]}}),
            json!({"face": {"unit": unit, "dir": 3}}),
            json!({"mode": {"unit": unit}}),
            json!({"force_march": {"unit": unit}}),
            json!({"fortify": {"unit": unit}}),
            json!({"plot_fire": {"unit": unit, "square": "5,5"}}),
            json!({"plot_melee": {"unit": unit, "on": true}}),
            json!({"plot_advance": {"unit": unit, "on": true}}),
            json!({"transfer": {"leader": "Own", "unit": unit}}),
            json!({"transfer": {"leader": "Theirs", "unit": unit}}),
        ];
        let asked = ["why", "odds"].into_iter().flat_map(|kind| {
            let ask = move |action: &Value| json!({kind: {"action": action}});
            actions.iter().map(ask).collect::<Vec<_>>()
        });
        let mut asked: Vec<Value> = asked.collect();
        asked.push(json!({"reach": {"unit": unit}}));
        asked.push(json!({"sight": {"unit": unit}}));
        asked.push(json!({"path": {"unit": unit, "to": "5,5"}}));
        asked
    };
    let answers = |game: &Game, unit: &str| -> Vec<String> {
        let answer = |question: &Value| {
            let answer = game.battle().ask(&game.seen(), UNION, question);
            format!("{answer:?}").replace(&format!("\\\"{unit}\\\""), "NOBODY")
        };
        questions(unit).iter().map(answer).collect()
    };
    let nobody = answers(&games[0], "nobody");
    for (number, game) in games.iter().enumerate() {
        assert_eq!(answers(game, "Z"), nobody, "truth {number}");
        assert_eq!(answers(game, "nobody"), nobody, "truth {number}");
    }
}

/// [GT 8.3] Units block a line of sight, and one that is not seen blocks none in what a seat is told; plots at
/// it are plots at an empty square, and have no odds.
#[test]
fn r2_1_an_unseen_unit_neither_blocks_nor_is_a_target() {
    let field = Field::open(9, 9)
        .intermediate()
        .option("5")
        .option("8")
        .infantry("A", "union", 500, "4,0", 3)
        .guns("G", "union", 10, "5,0", 3, "P10")
        .infantry("Z", "confederate", 500, "4,8", 7);
    let at = |square: &str| {
        let units = json!([{"id": "A", "square": "4,0"}, {"id": "G", "square": "5,0"},
            {"id": "Z", "square": square}]);
        field.at(json!({"turn": 3, "units": units, "sighted": {}}))
    };
    let (near, far) = (at("4,3"), at("8,8"));
    let plot = |game: &Game, unit: &str, square: &str| {
        let action = json!({"plot_fire": {"unit": unit, "square": square}});
        (game.why(action.clone()), game.odds(action))
    };
    for unit in ["A", "G"] {
        for square in ["4,2", "4,3", "4,4", "5,4"] {
            let (why, odds) = plot(&near, unit, square);
            assert_eq!(odds, Value::Null, "{unit} {square}");
            assert_eq!((why, odds), plot(&far, unit, square), "{unit} {square}");
        }
        let sight = json!({"sight": {"unit": unit}});
        let seen = |game: &Game| game.battle().ask(&game.seen(), UNION, &sight);
        assert_eq!(seen(&near), seen(&far));
    }
}

/// D-80: of a shot by somebody unseen the victim learns where and how many, and not a word more.
#[test]
fn r2_1_an_unseen_firer_is_told_of_in_two_numbers() {
    let field = Field::open(9, 9)
        .intermediate()
        .option("5")
        .option("8")
        .infantry("A", "union", 500, "4,1", 7)
        .guns("Z", "confederate", 10, "4,5", 7, "P10");
    let game = field.at(json!({"turn": 3, "units": [{"id": "A", "square": "4,1"},
        {"id": "Z", "square": "4,5"}], "sighted": {"confederate": ["A"]}}));
    let told = heard(game.battle(), &mut game.state.clone(), &json!({"end_phase": {}}), &[], UNION);
    let fired: Vec<&Value> =
        told.as_array().unwrap().iter().filter(|event| event["event"] == "fired").collect();
    assert_eq!(fired.len(), 1, "{told}");
    let keys: Vec<&String> = fired[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["event", "at", "casualties"]);
    assert!(!told.to_string().contains("\"Z\""), "{told}");
    assert!(!told.to_string().contains("drew"), "{told}");
}

/// [GT 10.2?] The score is announced in each Victory Determination Phase and nowhere else (D-98): losses that
/// nobody saw change nothing that the other side is told before.
#[test]
fn r2_1_points_are_those_that_were_announced() {
    let field = apart();
    let mut game = field.at(json!({"turn": 3, "score": 250}));
    let told = |game: &Game| {
        let seen = game.battle().seen(&game.state, UNION);
        let view = game.battle().view(&seen, UNION);
        (game.battle().points(&game.state), view["score"].clone(), view["losses"].clone())
    };
    let before = told(&game);
    let z = game.id("Z");
    let battle = game.battle().clone();
    game.state.lift(&battle, z, rules::grand_tactical::state::Place::Eliminated);
    game.state.losses.confederate.infantry = 500;
    assert_eq!(told(&game), before);
}

/// A spectator hears of the sequence of play and of the score; of units and leaders nothing.
#[test]
fn r2_1_a_watcher_hears_the_sequence_of_play_alone() {
    let battle = Game::antietam(&["4=advanced", "5", "8"]);
    let mut player = rules::grand_tactical::random::RandomPlayer::new(3);
    let mut state = battle.start(player.chance(), &mut Vec::new());
    let mut events = Vec::new();
    let mut kinds = std::collections::BTreeSet::new();
    while let Some(action) = player.choose(&battle, &state) {
        let before = state;
        events.clear();
        battle.apply_legal(&mut state, &action, player.chance(), &mut events);
        if battle.outcome(&state).is_some() {
            break;
        }
        for event in &events {
            let Some(told) = battle.tell(&before, event, &state, Seat::Watcher) else { continue };
            kinds.insert(told["event"].as_str().unwrap().to_owned());
        }
    }
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    assert_eq!(kinds, ["phase_began", "phase_ended", "scored", "sub_phase"]);
}
