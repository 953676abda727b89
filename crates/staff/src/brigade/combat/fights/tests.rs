use field::Search;
use rules::brigade::{Action, Battle, actions, apply_listed};
use rules::dice::FixedDie;

use super::*;
use crate::brigade::position::desk::Desk;
use crate::brigade::position::survey::Survey;
use crate::brigade::position::tests::{battle, walk};
use crate::brigade::position::weights::Weights;

/// Calls with positions of random games in which somebody may move, and in which assaults are due.
fn positions(mut look: impl FnMut(&Battle, &Scene<'_>, &State)) {
    let mut seen = [0; 2];
    for scenario in ["hooker-attacks", "september-17"] {
        let battle = battle(scenario);
        let survey = Survey::of(&battle, None, Weights::USUAL);
        let desk = Desk { battle: &battle, survey: &survey };
        let mut count = 0;
        walk(&battle, 5, 1_500, |_, state| {
            let phase = [Phase::Movement, Phase::Assault].iter().position(|&it| it == state.phase);
            let rests = state.pending().is_none() && state.outcome.is_none();
            let Some(phase) = phase.filter(|_| rests) else { return };
            count += 1;
            if phase == 0 && count % 16 > 0 {
                return;
            }
            let scene = Scene::of(desk, state, state.side, 0.0, &mut Search::new());
            seen[phase] += scene.fights(state).orders.len();
            look(&battle, &scene, state);
        });
    }
    assert!(seen.iter().all(|&orders| orders > 20), "assaults are thought of: {seen:?}");
}

#[test]
fn what_is_far_from_an_assault_need_not_be_priced_anew_after_it() {
    positions(|_, scene, state| {
        let left = || Left::without(scene, state, UnitSet::EMPTY);
        let prices = scene.priced(state, &left(), &[], &[]);
        let slow = scene.chosen(state, left(), prices.clone(), usize::MAX);
        let fast = scene.chosen(state, left(), prices, APART);
        assert_eq!(fast.orders, slow.orders, "{state:?}");
        assert_eq!(fast.value, slow.value);
    });
}

#[test]
fn prices_that_are_kept_are_what_they_would_be_if_they_were_made_anew() {
    positions(|battle, scene, state| {
        if state.phase != Phase::Movement {
            return;
        }
        let (mut now, mut changed) = (state.clone(), Vec::new());
        let known = scene.prices_since(state, &[], &[]);
        for step in 0..6 {
            let moves = actions(battle, &now);
            let Some(listed) = moves.get(step * 31 % moves.len().max(1)) else { return };
            let Action::Move { unit, .. } = listed.action else { continue };
            changed.extend(now.cell(unit));
            let dice = &mut FixedDie(0);
            apply_listed(battle, &mut now, &listed.action, dice, &mut Vec::new());
            changed.extend(now.cell(unit));
            assert_eq!(
                scene.prices_since(&now, &known, &changed),
                scene.prices_since(&now, &[], &[])
            );
            let (fast, slow) = (scene.fights_since(&now, &known, &changed), scene.fights(&now));
            assert_eq!((fast.orders, fast.value), (slow.orders, slow.value));
        }
    });
}
