//! Whole games at random: they end, nothing is lost on the way, and the sums are right.

use atlas::Side;
use rules::System;
use rules::grand_tactical::random::RandomPlayer;
use rules::grand_tactical::state::{Phase, Place};
use rules::grand_tactical::{Battle, State};
use rules::random::RandomPlayer as _;

use crate::fixture::Game;

/// The kinds of games that are looked at.
const KINDS: [&[&str]; 7] = [
    &[],
    &["4=intermediate"],
    &["4=advanced"],
    &["4=advanced", "5"],
    &["4=intermediate", "1=5", "D-78", "D-17"],
    &["5", "8"],
    &["4=advanced", "1=1", "5", "8", "D-17"],
];

fn play(options: &[&str], seed: u64, mut look: impl FnMut(&Battle, &State)) -> State {
    let battle = Game::antietam(options);
    let mut player = <RandomPlayer as rules::random::RandomPlayer<Battle>>::new(seed);
    let mut events = Vec::new();
    let mut state = battle.start(player.chance(), &mut events);
    let mut actions = 0;
    while let Some(action) = player.choose(&battle, &state) {
        events.clear();
        let seen = battle.seen(&state, rules::game::Seat::Side(state.side));
        assert_eq!(battle.check(&seen, &action), Ok(()), "{action:?}");
        drop(seen);
        battle.apply_legal(&mut state, &action, player.chance(), &mut events);
        look(&battle, &state);
        actions += 1;
        assert!(actions < 60_000, "the game does not end");
    }
    state
}

#[test]
fn games_end_after_the_last_turn() {
    for (seed, options) in KINDS.iter().enumerate() {
        let last = play(options, seed as u64, |_, _| {});
        assert_eq!((last.phase, last.turn), (Phase::Over, 11), "{options:?}");
    }
}

/// Men, guns and leaders are on the map, waiting, or counted as lost.
#[test]
fn nothing_gets_lost_uncounted() {
    for (seed, options) in KINDS.iter().enumerate() {
        play(options, seed as u64 + 100, conserved);
    }
}

fn conserved(battle: &Battle, state: &State) {
    use atlas::battle::Arm;
    for side in Side::BOTH {
        let losses = state.losses[side];
        for (arm, lost) in [
            (Arm::Infantry, losses.infantry),
            (Arm::Cavalry, losses.cavalry),
            (Arm::Artillery, losses.guns),
        ] {
            let units = battle.of_side(side).iter().filter(|&unit| battle.unit(unit).arm == arm);
            let (mut printed, mut left) = (0, 0);
            for unit in units {
                printed += u32::from(battle.unit(unit).strength);
                left += u32::from(state.unit(unit).strength);
            }
            assert_eq!(left + lost, printed, "{side} {arm:?}");
        }
    }
}

/// Stacking, facing, modes and limits hold at every step, and the sets of squares are those of the units.
#[test]
fn what_must_always_be_true_is() {
    for (seed, options) in KINDS.iter().enumerate() {
        let mut count = 0;
        play(options, seed as u64 + 200, |battle, state| {
            count += 1;
            if count % 7 == 0 {
                holds(battle, state);
            }
        });
    }
}

fn holds(battle: &Battle, state: &State) {
    for unit in battle.roster() {
        let now = state.unit(unit);
        let facts = battle.unit(unit);
        assert!(now.fatigue <= 100 && now.fort <= 5 && now.op <= 40);
        match now.place {
            Place::On(cell) => {
                assert!(now.strength > 0 && now.strength <= facts.strength, "{}", facts.id);
                assert!(battle.passable(&state.fords, cell), "{} drowns", facts.id);
                assert_eq!(now.mode.arm(), facts.arm);
                assert!(state.stack(cell).any(|other| other == unit));
                assert!(state.occupied(facts.side).contains(cell));
                let stack = || state.stack(cell);
                let guns = stack().filter(|&other| battle.unit(other).is_artillery()).count();
                assert!(
                    guns <= 1 && stack().count() - guns <= 2,
                    "a crowd in {}",
                    battle.name(cell)
                );
                let others =
                    |test: &dyn Fn(rules::grand_tactical::UnitId) -> bool| stack().all(test);
                assert!(others(&|other| battle.unit(other).side == facts.side));
                if !battle.options.basic() {
                    assert!(others(&|other| state.unit(other).facing == now.facing));
                }
                let steady = stack().any(|other| !state.unit(other).routed);
                assert_eq!(state.steady(facts.side).contains(cell), steady);
                assert!(!(now.routed && (now.melee || now.advance)));
            }
            Place::Eliminated => assert_eq!(now.strength, 0),
            _ => assert!(now.strength == facts.strength),
        }
    }
    let squares = state.occupied(Side::Union).len() + state.occupied(Side::Confederate).len();
    let stacks = battle.grid.cells().filter(|&cell| state.is_occupied(cell)).count();
    assert_eq!(squares, stacks);
    for leader in battle.staff() {
        let now = &state.leaders[leader.index()];
        let leads = now.fate == rules::grand_tactical::state::Fate::Leads;
        let deputy = now.rank == atlas::battle::Rank::Deputy;
        let holds = state.holders[now.post.index()] == Some(leader);
        assert_eq!(holds, leads && !deputy, "{}", battle.leader(leader).name);
        if let Some(unit) = now.with {
            assert!(battle.post(now.post).units.has(unit) && leads);
            assert!(!matches!(state.unit(unit).place, Place::Eliminated));
        }
    }
}

/// What the door writes it reads back, at every level.
#[test]
fn positions_read_back_as_themselves() {
    for (seed, options) in KINDS.iter().enumerate() {
        let mut count = 0;
        play(options, seed as u64 + 300, |battle, state| {
            count += 1;
            if count % 97 == 0 || state.phase == Phase::Over {
                let text = battle.write_position(state, None).to_string();
                let read = serde_json::from_str(&text).unwrap();
                assert_eq!(battle.read_position(&read).as_ref(), Ok(state), "{text}");
            }
        });
    }
}
