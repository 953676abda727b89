//! Every order has a reason in words.

use rules::System;
use rules::dice::Chance;
use staff::grand_tactical::Player;
use staff::{Budget, Level};

use crate::common::{battle, field_with, seen};

#[test]
fn every_order_of_a_phase_has_a_reason_without_the_words_of_programs() {
    for options in [&[][..], &["4=advanced"]] {
        let battle = battle(options);
        let mut dice = Chance::new(2);
        let mut state = battle.start(&mut dice, &mut Vec::new());
        let mut player = Player::new(&battle, Level::Captain, 1);
        for _ in 0..700 {
            let seen = seen(&battle, &state);
            let Some(choice) = player.choose(&battle, &seen, Budget::FREE) else { break };
            assert!(choice.why.len() > 10, "{choice:?}");
            for word in ["US-", "CS-", "None", "Some("] {
                assert!(!choice.why.contains(word), "{}", choice.why);
            }
            battle.apply(&mut state, &choice.action, &mut dice, &mut Vec::new()).unwrap();
        }
    }
}

#[test]
fn a_target_is_explained_by_the_casualties_that_are_expected() {
    let battle = battle(&[]);
    let state = field_with(&battle, 5, 1, &[("US-GIBBON-A", "10,10"), ("CS-RIPLEY-A", "11,10")]);
    let mut player = Player::new(&battle, Level::Captain, 1);
    let mut state = state;
    loop {
        let choice = player.choose(&battle, &state, Budget::FREE).unwrap();
        if let rules::grand_tactical::Action::PlotFire { .. } = choice.action {
            assert!(
                choice.why.starts_with("about ") && choice.why.contains("Ripley A"),
                "{choice:?}"
            );
            break;
        }
        assert_ne!(choice.action, rules::grand_tactical::Action::EndPhase, "it has a target");
        battle.apply(&mut state, &choice.action, &mut Chance::new(1), &mut Vec::new()).unwrap();
    }
}
