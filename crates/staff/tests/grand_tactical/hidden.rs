//! In a hidden game a player knows what its seat has seen, and nothing else.

use atlas::Side;
use rules::System;
use rules::dice::Chance;
use rules::grand_tactical::state::{Place, State};
use rules::grand_tactical::{Action, Battle};
use staff::grand_tactical::Player;
use staff::{Budget, Level};

use crate::common::{battle, budget, midgame, seen, soak};

/// The same to one side: every unit that it does not see is somewhere else, weaker, or gone.
fn otherwise(battle: &Battle, state: &State, side: Side) -> (State, u32) {
    let (mut other, mut changed) = (*state, 0);
    for unit in battle.of_side(side.other()).iter() {
        if state.sees(battle, side, unit) || state.cell(unit).is_none() {
            continue;
        }
        changed += 1;
        match changed % 3 {
            0 => other.lift(battle, unit, Place::Eliminated),
            1 => other.unit_mut(unit).strength = 1,
            _ => other.unit_mut(unit).fatigue = 90,
        }
    }
    other.losses[side.other()].infantry += 77;
    other.sequence += 5;
    (other, changed)
}

#[test]
fn positions_alike_to_a_seat_get_the_same_answer_byte_for_byte() {
    let many = if soak() { 40 } else { 3 };
    for options in [&["5"][..], &["5", "4=intermediate"], &["5", "4=advanced"]] {
        let battle = battle(options);
        for seed in 0..many {
            let state = midgame(&battle, seed, 30 + 113 * seed as usize);
            let (other, changed) = otherwise(&battle, &state, state.side);
            assert!(changed > 0, "nobody is hidden");
            let (one, two) = (seen(&battle, &state), seen(&battle, &other));
            assert_eq!(one, two, "they are alike to the seat");
            for level in Level::ALL {
                let ask = |seen: &State| {
                    let mut player = Player::new(&battle, level, seed);
                    let choice = player.choose(&battle, seen, budget(seen)).unwrap();
                    format!("{choice:?}")
                };
                assert_eq!(ask(&one), ask(&two), "{options:?} {seed} {level}");
            }
        }
    }
}

#[test]
fn whoever_was_seen_is_remembered_and_alike_histories_give_alike_answers() {
    for (level, budget) in [(Level::Captain, Budget::FREE), (Level::General, Budget::nodes(100))] {
        alike_histories(level, budget);
    }
}

/// Plays the Union's side of a hidden game twice, the enemy's hidden units being others the second time.
fn alike_histories(level: Level, budget: Budget<'_>) {
    let battle = battle(&["5", "4=advanced"]);
    let mut players = [0, 1].map(|_| Player::new(&battle, level, 4));
    let mut state = battle.start(&mut Chance::new(6), &mut Vec::new());
    let mut dice = Chance::new(6);
    for _ in 0..1_500 {
        let Some(side) = battle.decider(&state) else { break };
        let action = if side == Side::Union {
            let one = seen(&battle, &state);
            let two = seen(&battle, &otherwise(&battle, &state, side).0);
            let [first, second] = [(0, one), (1, two)].map(|(index, seen): (usize, State)| {
                players[index].choose(&battle, &seen, budget).unwrap()
            });
            assert_eq!(first, second, "{level}");
            first.action
        } else {
            Action::EndPhase
        };
        battle.apply(&mut state, &action, &mut dice, &mut Vec::new()).unwrap();
    }
}
