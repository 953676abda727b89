//! Properties of whole random games: no dead end, obligations that can be met, units conserved,
//! every refusal spoken.

use atlas::battle::Arm;
use field::CellSet;
use rules::System;
use rules::brigade::obligations::{able, uncovered};
use rules::brigade::{Action, Phase, Place, Prepared, State};
use rules::ids::UnitSet;
use rules::random::RandomPlayer;

fn ready(scenario: &str, options: &[&str]) -> Prepared {
    let files = atlas::builtin::battle("brigade/antietam").unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Prepared::new(&files, Some(scenario), &options).unwrap()
}

/// Plays a game and looks at every state.
fn walk(battle: &Prepared, seed: u64, mut look: impl FnMut(&State)) {
    let mut player = <Prepared as System>::Random::new(seed);
    let mut state = battle.start(RandomPlayer::<Prepared>::chance(&mut player), &mut Vec::new());
    while let Some(action) = RandomPlayer::choose(&mut player, battle, &state) {
        look(&state);
        let dice = RandomPlayer::<Prepared>::chance(&mut player);
        battle.apply(&mut state, &action, dice, &mut Vec::new()).expect("legal");
    }
    assert!(state.outcome.is_some());
}

/// [BR 8.0] Whenever an assault can be chosen, somebody answers for every hex that is owed; and he
/// can assault all that he answers for at once, so that no order of assaults leads into a dead end.
#[test]
fn b8_0_whatever_is_owed_can_be_paid() {
    let ready = ready("hooker-attacks", &[]);
    let battle = &ready.battle;
    let mut owed = 0;
    for seed in 0..40 {
        walk(&ready, seed, |state| {
            if state.phase != Phase::Assault || state.pending().is_some() {
                return;
            }
            assert_eq!(uncovered(battle, state, state.obligations(), able(battle, state)), None);
            if state.obligations().is_empty() {
                return;
            }
            owed += 1;
            let pays = |action: &Action| match action {
                Action::Assault(assault) => {
                    assault.defenders.iter().any(|&hex| state.obligations().contains(hex))
                }
                _ => false,
            };
            assert!(ready.actions(state).iter().any(pays), "nothing that is owed can be assaulted");
        });
    }
    assert!(owed > 50, "{owed}");
}

/// Every unit of the scenario is somewhere, nobody shares a hex with too many, and the sets of
/// hexes are true.
#[test]
fn b5_0_stacking_holds_whenever_nobody_is_displaced() {
    let ready = ready("september-17", &["6.0"]);
    let battle = &ready.battle;
    for seed in 0..3 {
        walk(&ready, seed, |state| {
            assert!(state.is_consistent(battle));
            assert!(battle.roster().all(|unit| state.place(unit) != Place::Absent));
            if state.pending().is_some() {
                return;
            }
            for side in atlas::Side::BOTH {
                for cell in state.occupied(side).iter() {
                    let there = state.of_side_at(battle, side, cell);
                    let hill = there.intersection(battle.hill_units());
                    let fits = rules::brigade::stacking::may_share(battle, there);
                    assert!(fits || !hill.is_empty(), "{:?}", battle.grid().name(cell));
                }
            }
        });
    }
}

/// Sets of hexes that a state does not keep are what the places of the units say, hex by hex.
#[test]
fn sets_that_are_made_when_asked_for_are_true() {
    let ready = ready("september-17", &["6.0"]);
    let battle = &ready.battle;
    let mut asked = 0;
    walk(&ready, 8, |state| {
        asked += 1;
        if asked % 7 != 0 {
            return;
        }
        for side in atlas::Side::BOTH {
            let on_map = state.on_map(battle, side);
            let infantry = on_map.intersection(battle.of_arm(Arm::Infantry));
            let zones: CellSet = infantry
                .iter()
                .flat_map(|unit| battle.ground.zone(state.cell(unit).unwrap()).iter())
                .collect();
            assert_eq!(state.controlled_by(battle, side), zones);
            for arm in [Arm::Infantry, Arm::Cavalry, Arm::Artillery] {
                let closed = state.closed_to(battle, side, arm);
                for cell in battle.grid().cells() {
                    let there: UnitSet =
                        on_map.iter().filter(|&unit| state.cell(unit) == Some(cell)).collect();
                    let foot = there.without(battle.guns()).len();
                    let room = there.len() < 2 && (arm == Arm::Artillery || foot == 0);
                    assert_eq!(closed.contains(cell), !room);
                    assert_eq!(state.controls(battle, side, cell), zones.contains(cell));
                }
            }
        }
    });
    assert!(asked > 500, "{asked}");
}

/// What is refused says why, by a rule of the booklet, whatever is asked.
#[test]
fn every_refusal_has_its_rule_and_its_sentence() {
    let ready = ready("september-17", &["6.0"]);
    let mut asked: Vec<Action> = Vec::new();
    walk(&ready, 5, |state| asked.extend(ready.actions(state).into_iter().step_by(97)));
    let mut refused = 0;
    walk(&ready, 6, |state| {
        for action in asked.iter().skip(state.sequence as usize % 50).step_by(50) {
            if let Err(refusal) = ready.check(state, action) {
                let told = ready.explain(&refusal);
                assert!(
                    told.rule.to_string().starts_with("BR ") && told.reason.ends_with('.'),
                    "{told}"
                );
                refused += 1;
            }
        }
    });
    assert!(refused > 1000, "{refused}");
}
