//! Standing orders: always legal, and only about what happens in a combat.

use atlas::builtin::Kind;
use rules::blue_gray::orders::{
    AdvanceOrder, ElectOrder, LossesOrder, RetreatOrder, StandingOrders,
};
use rules::blue_gray::pending::Step;
use serde_json::{Value, json};

use crate::kinds::kinds;
use crate::view::common::{ask, game, inner, play, position, view};

fn orders(text: &str) -> StandingOrders {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn orders_are_read_and_written_and_unknown_ones_refused() {
    assert_eq!(orders("{}"), StandingOrders::default());
    let all = orders(
        r#"{"retreat":{"towards":"0105"},"advance":"never","elect":"stay","losses":"weakest"}"#,
    );
    assert_eq!(all.retreat, RetreatOrder::Towards("0105".into()));
    assert_eq!((all.advance, all.elect), (AdvanceOrder::Never, ElectOrder::Stay));
    assert_eq!(all.losses, LossesOrder::Weakest);
    assert_eq!(orders(&serde_json::to_string(&all).unwrap()), all);
    assert_eq!(orders(r#"{"retreat":"ask"}"#), StandingOrders::default());
    for bad in [r#"{"retreat":"home"}"#, r#"{"move":"always"}"#, r#"{"advance":true}"#, "[1]"] {
        assert!(serde_json::from_str::<StandingOrders>(bad).is_err(), "{bad}");
    }
    let game = game("blue-gray/antietam", "september-17", &[]);
    assert!(game.check_orders(&json!(all)).is_ok());
    assert!(game.check_orders(&json!({"retreat": {"towards": "9999"}})).is_err());
}

#[test]
fn under_random_play_standing_orders_are_always_legal() {
    let every = [
        orders(
            r#"{"retreat":{"towards":"0105"},"advance":"always","elect":"retreat","losses":"weakest"}"#,
        ),
        orders(r#"{"retreat":"safest","advance":"never","elect":"stay","losses":"weakest"}"#),
    ];
    let mut made = 0;
    for Kind { battle: id, scenario, options } in kinds() {
        let game = game(id, scenario, options);
        play(&game, 31, |_, state| {
            assert_eq!(game.obey(state, &json!(StandingOrders::default())), None);
            let step = inner(state).pending().map(|pending| pending.step);
            let covered = step.is_some_and(|step| step != Step::Withdraw);
            for orders in &every {
                let action = game.obey(state, &json!(orders));
                assert_eq!(action.is_some(), covered);
                let Some(action) = action else { continue };
                let verdict = ask(&game, state, json!({"why": {"action": action}}));
                assert_eq!(verdict, json!({"legal": true}), "{action}");
                let choices = view(&game, state);
                assert!(choices["pending"]["choices"].as_array().unwrap().contains(&action));
                made += 1;
            }
        });
    }
    assert!(made > 100, "only {made} choices were made");
}

/// Hood, alone in 0910, must retreat before Gibbon.
fn hood_retreats() -> (rules::game::Game, rules::game::GameState) {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let units = json!([
        {"id": "Hood", "hex": "0910"}, {"id": "4/1/I", "hex": "0909", "used": true},
    ]);
    let pending = json!({
        "step": "retreat", "units": ["Hood"], "result": "Dr", "die": 1,
        "attack": {"defenders": ["0910"], "attackers": ["0909"], "bombard": [], "column": "1-1"},
    });
    let more = json!({"phase": "combat", "side": "union", "pending": pending});
    let state = position(&game, units, more);
    (game, state)
}

#[test]
fn a_retreat_goes_towards_the_hex_that_was_named() {
    let (game, state) = hood_retreats();
    let to = |hex: &str| -> Value {
        let orders = orders(&format!(r#"{{"retreat":{{"towards":"{hex}"}}}}"#));
        game.obey(&state, &json!(orders)).unwrap()["retreat"]["to"].clone()
    };
    assert_eq!(to("0911"), "0911");
    assert_eq!(to("0920"), "0911");
    let free: Vec<Value> = view(&game, &state)["pending"]["choices"].as_array().unwrap().clone();
    assert!(free.len() > 1, "{free:?}");
    let east = to("2010");
    assert!(free.iter().any(|choice| choice["retreat"]["to"] == east));
    assert_ne!(east, to("0110"), "the way east is not the way west");
}
