//! The machine plays by its procedure, legally, on both sides.

use atlas::{BySide, Side};
use rules::System;
use rules::brigade::{Action, Phase, Prepared, apply, decision, new_game};
use rules::dice::Chance;
use staff::brigade::Machine;
use staff::{Budget, Contender, bout};

use crate::common::{BATTLE, KINDS, battle, position};

#[test]
fn the_machine_plays_whole_games_and_names_as_many_corps_as_it_may() {
    for (scenario, options) in KINDS {
        let battle = battle(scenario, options);
        let mut dice = Chance::new(7);
        let mut state = new_game(&battle, &mut dice, &mut Vec::new());
        let mut machine = Machine::new(&battle, 7);
        while let Some(action) = machine.choose(&battle, &state) {
            if let Action::Activate { corps } = action {
                assert_eq!(corps.len(), 2, "{scenario}");
            }
            let done = apply(&battle, &mut state, &action, &mut dice, &mut Vec::new());
            assert!(done.is_ok(), "{scenario}: {action:?} {done:?}");
        }
        assert!(decision(&state).side().is_none());
    }
}

#[test]
fn it_draws_other_corps_with_other_luck() {
    let battle = battle(KINDS[0].0, &[]);
    let state = new_game(&battle, &mut Chance::new(1), &mut Vec::new());
    let drawn = |seed| Machine::new(&battle, seed).choose(&battle, &state);
    assert_eq!(state.phase, Phase::Activation);
    assert_eq!(drawn(1), drawn(1));
    assert!((2..20).any(|seed| drawn(seed) != drawn(1)));
}

#[test]
fn it_goes_for_the_nearest_landmark_and_of_these_for_the_dearest() {
    let (battle, state) = position(
        r#"{"game":"brigade/antietam","turn":5,"side":"union","first":"union","phase":"movement",
        "active":["II"],"units":[{"id":"US-II-FRENCH-KIMBALL","hex":"1213"},{"id":"CS-JS-DHHILL-RIPLEY","hex":"2610"}]}"#,
    );
    let said = Machine::new(&battle, 1).choose(&battle, &state).unwrap();
    let unit = battle.find("US-II-FRENCH-KIMBALL").unwrap();
    let Action::Move { unit: who, to, .. } = said else { panic!("{said:?}") };
    assert_eq!(who, unit);
    // The Cornfield is no farther, but the church is dearer.
    assert_eq!(battle.grid().name(to).to_string(), "1616");
}

#[test]
fn it_takes_its_seat_in_a_bout() {
    let files = atlas::builtin::battle(BATTLE).unwrap();
    let game = Prepared::ready(&files, Some("hooker-attacks"), &[]).unwrap();
    let seats = BySide { union: Contender::Machine, confederate: Contender::Random };
    let played = bout::play(&game, seats, 3, &mut |_, decide| decide(Budget::FREE)).unwrap();
    assert!(played.margin(Side::Union) >= 0 && played.turn == 6);
    // Rules that print none have none.
    let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
    let game = rules::blue_gray::Prepared::ready(&files, None, &[]).unwrap();
    assert!(bout::play(&game, seats, 3, &mut |_, decide| decide(Budget::FREE)).is_none());
}
