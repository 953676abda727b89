//! Puzzles of Blue & Gray.

use std::sync::Arc;

use rules::game::Game;
use serde_json::{Value, json};
use staff::puzzle::{Fraction, Goal, Prover, Unproved};

use crate::common::soak;

#[path = "../shared/proved.rs"]
mod proved;

#[test]
fn every_puzzle_is_what_is_written_of_it() {
    let battles = ["blue-gray/antietam", "blue-gray/fredericksburg", "blue-gray/chattanooga"];
    proved::prove_anew(&battles, soak());
}

/// Three Union brigades around Winder, as the documents have it.
fn wood() -> Value {
    json!({"game": "blue-gray/antietam", "turn": 2, "side": "union", "phase": "combat", "units": [
        {"id": "1/1/I", "hex": "0909"}, {"id": "2/1/I", "hex": "0909"}, {"id": "3/1/I", "hex": "0808"},
        {"id": "Winder", "hex": "0809"}]})
}

#[test]
fn a_lone_attack_is_worth_the_mean_of_its_faces() {
    let battle = atlas::builtin::battle("blue-gray/antietam").expect("a battle");
    let game = Arc::new(Game::new(&battle, None, &[]).expect("a game"));
    let staff = staff::of(&game, &battle).expect("a staff");
    let prover = staff.prover().expect("a prover");
    let attack = |column: &str| {
        let action = json!({"attack": {"defenders": ["0809"], "attackers": ["0808", "0909"], "column": column}});
        prover.value(&wood(), &Goal::Losses {}, &action, 100_000).expect("a worth")
    };
    // 3-1: De, Dr four times, Ex. Winder (3) is lost twice, and once a brigade of 4 goes with him.
    let three = attack("3-1");
    assert_eq!(three.worth, Fraction::new(3 + 3 - 4, 6));
    assert_eq!(three.faces.map(|faces| faces[0]), Some(Fraction::new(3, 1)));
    // 6 against 1 on 1-1: nobody is ever lost.
    assert_eq!(attack("1-1").worth, Fraction::ZERO);
    // 1-5: Ar three times, Ae three times: twelve strength points are gone.
    assert_eq!(attack("1-5").worth, Fraction::new(-6, 1));
    let lost = Goal::Lost { unit: "Winder".into() };
    let proved = prover.prove(&wood(), &lost, 100_000).expect("a proof");
    assert_eq!(proved.len(), 8, "one attack on eight columns");
    // 4-1: De, and two exchanges.
    assert_eq!(proved[0].worth, Fraction::new(1, 2));
}

#[test]
fn a_march_by_its_path_is_worth_what_the_march_to_its_end_is() {
    let battle = atlas::builtin::battle("blue-gray/antietam").expect("a battle");
    let game = Arc::new(Game::new(&battle, None, &[]).expect("a game"));
    let staff = staff::of(&game, &battle).expect("a staff");
    let prover = staff.prover().expect("a prover");
    let mut near = wood();
    near["phase"] = json!("movement");
    near["units"] = json!([{"id": "1/1/I", "hex": "0808"}, {"id": "3/1/I", "hex": "0707"},
        {"id": "Winder", "hex": "0809"}]);
    let lost = Goal::Lost { unit: "Winder".into() };
    let told = |action: &Value| prover.value(&near, &lost, action, 100_000).expect("a worth");
    let march = json!({"move": {"unit": "3/1/I", "to": "0709"}});
    let to = told(&march);
    let path = json!({"move": {"unit": "3/1/I", "path": ["0708", "0709"]}});
    assert_eq!(told(&path), to, "the way does not matter");
    assert_eq!(prover.spelling(&near, &path), Ok(march));
    let back = json!({"move": {"unit": "3/1/I", "path": ["0708", "0707"]}});
    assert_eq!(told(&back).action, json!({"move": {"unit": "3/1/I", "to": "0707"}}));
    let through = json!({"move": {"unit": "3/1/I", "path": ["0708", "0709", "0710"]}});
    let refused = prover.value(&near, &lost, &through, 100_000);
    assert_eq!(refused, Err(Unproved::Illegal), "past an enemy nobody goes");
}

#[test]
fn what_cannot_be_judged_is_told() {
    let battle = atlas::builtin::battle("blue-gray/antietam").expect("a battle");
    let game = Arc::new(Game::new(&battle, None, &[]).expect("a game"));
    let staff = staff::of(&game, &battle).expect("a staff");
    let prover: Box<dyn Prover> = staff.prover().expect("a prover");
    let end = json!({"end_phase": {}});
    let told = |goal: &Goal, action: &Value, most| {
        prover.value(&wood(), goal, action, most).expect_err("it cannot be judged").to_string()
    };
    assert_eq!(told(&Goal::Losses {}, &end, 100), "that cannot be done here");
    assert!(told(&Goal::Losses {}, &json!({"end": 1}), 100).contains("end"));
    assert!(told(&Goal::Lost { unit: "Nobody".into() }, &end, 100).contains("Nobody"));
    assert!(told(&Goal::Held { cell: "9999".into() }, &end, 100).contains("9999"));
    let attack = json!({"attack": {"defenders": ["0809"], "attackers": ["0808", "0909"]}});
    assert_eq!(told(&Goal::Losses {}, &attack, 2), "there is too much to look at");
}
