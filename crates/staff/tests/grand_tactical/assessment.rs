//! What a position promises.

use atlas::Side;
use rules::System;
use rules::dice::Chance;
use rules::grand_tactical::state::Phase;
use rules::grand_tactical::{Action, victory};
use staff::grand_tactical::Assessor;

use crate::common::{battle, field_with};

#[test]
fn the_chances_are_a_whole_and_a_finished_game_has_one_level() {
    let battle = battle(&[]);
    let (mut dice, mut events) = (Chance::new(1), Vec::new());
    let mut state = battle.start(&mut dice, &mut events);
    let assessor = Assessor::of(&battle);
    while state.phase != Phase::Over {
        let found = assessor.assess(&battle, &state);
        let all: f64 = found.chances.iter().map(|chance| chance.chance).sum();
        assert!((all - 1.0).abs() < 1e-6, "{found:?}");
        assert!(found.spread > 0.0 && !found.over);
        battle.apply(&mut state, &Action::EndPhase, &mut dice, &mut events).unwrap();
    }
    let found = assessor.assess(&battle, &state);
    assert!(found.over && found.chances.len() == 1, "{found:?}");
    assert_eq!(found.margin, f64::from(victory::counted(&battle, &state)));
}

#[test]
fn whoever_stands_on_the_objective_at_the_end_is_expected_to_keep_it() {
    let battle = battle(&[]);
    let assessor = Assessor::of(&battle);
    let margin = |at: &str| {
        let state = field_with(&battle, 11, 2, &[("US-GIBBON-A", at), ("CS-RIPLEY-A", "0,34")]);
        assessor.expected(&battle, &state)
    };
    assert!(margin("28,11") > margin("20,20") + 1_000.0);
}

#[test]
fn losses_count_for_the_enemy() {
    let battle = battle(&[]);
    let assessor = Assessor::of(&battle);
    let mut state = battle.start(&mut Chance::new(1), &mut Vec::new());
    let before = assessor.assess(&battle, &state);
    assert!(before.margin > assessor.expected(&battle, &state) + 1_000.0, "experience counts");
    state.losses[Side::Confederate].guns += 20;
    let after = assessor.assess(&battle, &state);
    assert!((after.margin - before.margin - 3_000.0).abs() < 1.0);
    assert!(after.wins(Side::Union) > before.wins(Side::Union));
}
