use super::*;
use crate::brigade::position::survey::Survey;
use crate::brigade::position::tests::{battle, walk};
use crate::brigade::position::weights::Weights;

#[test]
fn a_balance_that_follows_a_game_is_what_it_would_be_if_it_were_made_anew() {
    let weights = Weights { plans_by_outlook: true, judges_by_outlook: true, ..Weights::USUAL };
    for scenario in ["hooker-attacks", "september-17"] {
        let battle = battle(scenario);
        let survey = Survey::of(&battle, None, weights);
        let desk = Desk { battle: &battle, survey: &survey };
        let (mut followed, mut changes): (Option<Balance>, u32) = (None, 0);
        walk(&battle, 3, 900, |before, after| {
            let known = followed.unwrap_or_else(|| Balance::of(&desk, before));
            let (since, anew) = (known.since(&desk, before, after), Balance::of(&desk, after));
            assert_eq!((since.left, since.held), (anew.left, anew.held));
            for landmark in 0..survey.landmarks.len() {
                for side in Side::BOTH {
                    assert!(
                        (since.force(side, landmark) - anew.force(side, landmark)).abs() < 1e-6
                    );
                    assert!((since.near(side, landmark) - anew.near(side, landmark)).abs() < 1e-6);
                }
                assert!((since.chance(landmark) - anew.chance(landmark)).abs() < 1e-9);
            }
            for side in Side::BOTH {
                assert!((since.army(side) - anew.army(side)).abs() < 1e-6);
            }
            changes += u32::from(since != known);
            followed = Some(since);
        });
        assert!(changes > 100, "{changes}");
    }
}
