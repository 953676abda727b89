//! Puzzles of the brigade game.

use std::sync::Arc;

use rules::game::Game;
use serde_json::{Value, json};
use staff::Staff;
use staff::puzzle::{Fraction, Goal, Unproved, Valued};

use crate::common::{BATTLE, soak};

#[path = "../shared/proved.rs"]
mod proved;

#[test]
fn every_puzzle_is_what_is_written_of_it() {
    proved::prove_anew(&[BATTLE], soak());
}

fn staff() -> Arc<dyn Staff> {
    let battle = atlas::builtin::battle(BATTLE).expect("a battle");
    let game = Arc::new(Game::new(&battle, None, &[]).expect("a game"));
    staff::of(&game, &battle).expect("a staff")
}

/// Magilton (4, or 2 with one step) in open ground at 0808, and Confederates around him, to act in a phase.
fn field(phase: &str, steps: u8, confederates: &[(&str, &str)]) -> Value {
    let mut units = vec![json!({"id": "US-I-MEADE-MAGILTON", "hex": "0808", "steps": steps})];
    let unit = |(id, hex): &(&str, &str)| json!({"id": id, "hex": hex});
    units.extend(confederates.iter().map(unit));
    json!({"game": BATTLE, "turn": 2, "first": "confederate", "side": "confederate", "phase": phase,
        "units": units})
}

/// Strength 7, or 4 with one step.
const RANSOM: (&str, &str) = ("CS-LS-JGWALKER-RANSOM", "0908");
/// Strength 4, or 2 with one step.
const KERSHAW: (&str, &str) = ("CS-LS-MCLAWS-KERSHAW", "0909");

fn proved(position: &Value, goal: &Goal) -> Vec<Valued> {
    let staff = staff();
    let prover = staff.prover().expect("a prover");
    prover.prove(position, goal, 100_000).expect("a proof")
}

fn worths(proved: &[Valued]) -> Vec<String> {
    proved.iter().map(|one| one.worth.to_string()).collect()
}

#[test]
fn a_lone_assault_is_worth_the_mean_of_its_faces() {
    // 7 on 4, column 1.5-1: A1, AR, AR, EX, DR, D1. Ransom loses 3 and Magilton 2 each time.
    let all = proved(&field("assault", 2, &[RANSOM]), &Goal::Losses {});
    assert_eq!(worths(&all), ["-1/3"], "nobody may end the phase before it");
    let faces = all[0].faces.expect("faces");
    assert_eq!(faces.map(|face| face.to_string()), ["-3", "0", "0", "-1", "0", "2"]);
}

#[test]
fn what_was_lost_before_does_not_count_and_the_best_share_of_losses_is_chosen() {
    // On Magilton with one step. Both: 11 on 2, 4-1: EX (Kershaw loses 2), DR twice, D1 three times. Ransom alone: 3-1;
    // Kershaw alone: 2-1.
    let position = field("assault", 1, &[RANSOM, KERSHAW]);
    let all = proved(&position, &Goal::Losses {});
    assert_eq!(worths(&all), ["1", "1/2", "1/3"]);
    assert_eq!(all[0].action["assault"]["attackers"], json!([RANSOM.0, KERSHAW.0]));
    let lost = proved(&position, &Goal::Lost { unit: "US-I-MEADE-MAGILTON".into() });
    assert_eq!(worths(&lost), ["2/3", "1/2", "1/3"]);
    // He is gone from 0808 by every face of 4-1, by five of 3-1, and by four of 2-1; and somebody advances.
    let held = proved(&position, &Goal::Held { cell: "0808".into() });
    assert_eq!(worths(&held), ["1", "5/6", "2/3"]);
}

#[test]
fn guns_support_bombard_or_stay_silent() {
    let guns = ("CS-LS-JGWALKER-TBFRENCH-ART", "0810");
    // Ransom with the guns: 10 on 4, 2-1: AR twice, EX, DR twice, D1.
    let all = proved(&field("assault", 2, &[RANSOM, guns]), &Goal::Losses {});
    assert_eq!(worths(&all), ["1/6", "-1/3"]);
    // The guns alone: 3 on 4, 1-1.5: EX costs Magilton a step, and them nothing.
    let all = proved(&field("bombardment", 2, &[guns]), &Goal::Losses {});
    assert_eq!(worths(&all), ["1/3", "0"]);
    assert_eq!(all[1].action, json!({"end_phase": {}}), "no bombardment is an answer, too");
}

#[test]
fn a_search_for_a_ford_is_a_die_and_the_last_march_leads_to_the_assault() {
    let mut position = field("movement", 1, &[RANSOM, (KERSHAW.0, "1010")]);
    position["units"][1]["moved"] = json!(true);
    let lost = Goal::Lost { unit: "US-I-MEADE-MAGILTON".into() };
    let all = proved(&position, &lost);
    // With Kershaw 4-1; with him on the far side nobody can fall back either: all but one face of it count.
    assert!(all[0].worth >= Fraction::new(2, 3), "{:?}", all[0]);
    let stays = all.iter().find(|one| one.action == json!({"end_phase": {}})).expect("to stay");
    assert_eq!(stays.worth, Fraction::new(1, 2), "Ransom alone: 3-1");
    let mut creek = json!({"game": BATTLE, "turn": 2, "first": "union", "side": "union", "phase": "movement",
        "active": ["IX"], "units": [{"id": "US-IX-RODMAN-FAIRCHILD", "hex": "3409"},
            {"id": "CS-LS-DRJONES-TOOMBS", "hex": "3213"}]});
    let staff = staff();
    let prover = staff.prover().expect("a prover");
    let battle = atlas::builtin::battle(BATTLE).expect("a battle");
    let game = Game::new(&battle, None, &[]).expect("a game");
    // Wherever on the map he stands at the creek.
    let grid = &battle.map.grid;
    let searches = grid.cells().find_map(|cell| {
        creek["units"][0]["hex"] = json!(grid.name(cell).to_string());
        let state = game.read_position(&creek).ok()?;
        let listed = game.list(&state, rules::game::Seat::Side(atlas::Side::Union));
        listed.into_iter().map(|one| one["action"].clone()).find(|one| one.get("search").is_some())
    });
    let search = searches.expect("somewhere there is a creek");
    let told = prover.value(&creek, &Goal::Losses {}, &search, 100_000).expect("a worth");
    assert_eq!((told.worth, told.faces), (Fraction::ZERO, Some([Fraction::ZERO; 6])));
}

#[test]
fn what_cannot_be_judged_is_told() {
    let staff = staff();
    let prover = staff.prover().expect("a prover");
    let position = field("assault", 2, &[RANSOM]);
    let told = |goal: &Goal, action: &Value, most| {
        prover.value(&position, goal, action, most).expect_err("it cannot be judged")
    };
    let end = json!({"end_phase": {}});
    assert_eq!(told(&Goal::Losses {}, &end, 100), Unproved::Illegal);
    let nobody = told(&Goal::Lost { unit: "Nobody".into() }, &end, 100).to_string();
    assert!(nobody.contains("Nobody"), "{nobody}");
    let nowhere = told(&Goal::Held { cell: "9999".into() }, &end, 100).to_string();
    assert!(nowhere.contains("9999"), "{nowhere}");
    let assault = json!({"assault": {"defenders": ["0808"], "attackers": [RANSOM.0]}});
    assert_eq!(told(&Goal::Losses {}, &assault, 2), Unproved::TooLong);
}
