//! Combat phases of armies thrown together at random: what must hold after any of them, and which draws there
//! may be.

use atlas::Side;
use atlas::battle::{Arm, Mode};
use field::{Cell, Direction};
use rules::System;
use rules::dice::{Chance, Dice};
use rules::grand_tactical::event::{Event, Purpose};
use rules::grand_tactical::{Action, Battle, State, UnitId};

use crate::fixture::Game;

/// Both armies close together in the middle of the map, in every condition and with every plot.
fn throw_together(battle: &Battle, chance: &mut Chance) -> State {
    let mut state = battle.start(chance, &mut Vec::new());
    state.turn = 3;
    for unit in battle.roster() {
        if state.cell(unit).is_some() {
            state.lift(battle, unit, rules::grand_tactical::state::Place::Reserve);
        }
    }
    for unit in battle.roster() {
        for _ in 0..20 {
            let cell = Cell::at(8 + chance.below(14), 10 + chance.below(14));
            if battle.passable(&state.fords, cell) && room(battle, &state, unit, cell) {
                state.put(battle, unit, cell);
                let facing = Direction::ALL[chance.below(8)];
                let stack: Vec<UnitId> = state.stack(cell).collect();
                stack.into_iter().for_each(|one| state.unit_mut(one).facing = facing);
                shake(battle, &mut state, unit, chance);
                break;
            }
        }
    }
    state.losses = Default::default();
    state
}

fn room(battle: &Battle, state: &State, unit: UnitId, cell: Cell) -> bool {
    let facts = battle.unit(unit);
    let alone = state.stack(cell).next().is_none();
    let one_only = matches!(
        battle.terrain(&state.fords, cell),
        atlas::map::Terrain::Town | atlas::map::Terrain::Ford | atlas::map::Terrain::Bridge
    );
    let same = |other: UnitId| battle.unit(other).is_artillery() == facts.is_artillery();
    let most = if facts.is_artillery() { 1 } else { 2 };
    let friends = state.stack(cell).all(|other| battle.unit(other).side == facts.side);
    alone || (friends && !one_only && state.stack(cell).filter(|&other| same(other)).count() < most)
}

fn shake(battle: &Battle, state: &mut State, unit: UnitId, chance: &mut Chance) {
    let arm = battle.unit(unit).arm;
    let full = usize::from(battle.unit(unit).strength);
    let basic = battle.options.basic();
    let routed = chance.below(8) == 0;
    let plots = !routed && arm != Arm::Artillery;
    let at = state.cell(unit).unwrap();
    let next: Vec<Cell> = battle.grid.neighbours(at).map(|(_, next)| next).collect();
    let now = state.unit_mut(unit);
    now.strength = 1 + chance.below(full) as u16;
    now.fatigue = chance.below(101) as u8;
    now.op = chance.below(13) as u8;
    if !basic {
        now.ammo = chance.below(5) > 0;
        now.disrupted = chance.below(8) == 0;
        now.fort = if arm == Arm::Artillery { 0 } else { chance.below(4) as u8 };
        let modes: Vec<Mode> = Mode::ALL.into_iter().filter(|mode| mode.arm() == arm).collect();
        now.mode = modes[chance.below(modes.len())];
    }
    if plots && !now.disrupted {
        now.melee = chance.below(2) == 0;
        now.advance = !basic && chance.below(2) == 0;
        now.fire = (chance.below(2) == 0).then(|| next[chance.below(next.len())]);
    }
    state.set_routed(battle, unit, routed);
}

/// Men or guns of an arm and a side.
fn strength(battle: &Battle, state: &State, side: Side, arm: Arm) -> u32 {
    let units = battle.of_side(side).iter().filter(|&unit| battle.unit(unit).arm == arm);
    units.map(|unit| u32::from(state.unit(unit).strength)).sum()
}

const LEVELS: [&[&str]; 4] =
    [&["8"], &["4=intermediate", "8"], &["4=advanced", "8"], &["4=advanced", "5", "8", "1=5"]];

fn skirmishes(mut look: impl FnMut(&Battle, &State, &State, &[Event])) {
    for options in LEVELS {
        let battle = Game::antietam(options);
        for seed in 0..25 {
            let mut chance = Chance::new(seed);
            let before = throw_together(&battle, &mut chance);
            let (mut after, mut events) = (before.clone(), Vec::new());
            battle.apply(&mut after, &Action::EndPhase, &mut chance, &mut events).unwrap();
            look(&battle, &before, &after, &events);
        }
    }
}

#[test]
fn men_and_guns_are_conserved() {
    skirmishes(|battle, before, after, events| {
        assert!(events.iter().any(|event| matches!(event, Event::Melee { .. })));
        for side in Side::BOTH {
            let lost = after.losses[side];
            for (arm, lost) in [
                (Arm::Infantry, lost.infantry),
                (Arm::Cavalry, lost.cavalry),
                (Arm::Artillery, lost.guns),
            ] {
                let had = strength(battle, before, side, arm);
                assert_eq!(had, strength(battle, after, side, arm) + lost);
            }
        }
    });
}

#[test]
fn stacking_and_facing_hold_after_retreats_and_advances() {
    skirmishes(|battle, _, after, events| {
        assert!(events.iter().any(|event| matches!(event, Event::Retreated { .. })));
        for cell in battle.grid.cells().filter(|&cell| after.is_occupied(cell)) {
            let units: Vec<UnitId> = after.stack(cell).collect();
            let guns = units.iter().filter(|&&unit| battle.unit(unit).is_artillery()).count();
            assert!(guns <= 1 && units.len() - guns <= 2, "{}", battle.name(cell));
            assert!(battle.passable(&after.fords, cell));
            for &unit in &units {
                assert_eq!(battle.unit(unit).side, battle.unit(units[0]).side);
                assert!(after.unit(unit).strength > 0);
                if !battle.options.basic() {
                    assert_eq!(after.unit(unit).facing, after.unit(units[0]).facing);
                }
            }
        }
    });
}

/// Each purpose draws from its own number of values, and the basic game knows only some of them.
#[test]
fn every_draw_has_its_purpose() {
    skirmishes(|battle, _, _, events| {
        for event in events {
            let Event::Drew { purpose, of, value } = event else { continue };
            assert!(value < of);
            let expected = match purpose {
                Purpose::FireModifier | Purpose::MeleeAttack | Purpose::MeleeDefence => 101,
                Purpose::AttackersLoss | Purpose::DefendersLoss => 25,
                Purpose::LeaderLoss => 10_000,
                _ => 100,
            };
            assert_eq!(*of, expected, "{purpose:?}");
            let basic =
                matches!(purpose, Purpose::Ammunition | Purpose::Disrupts | Purpose::LeaderLoss);
            assert!(!basic || !battle.options.basic(), "{purpose:?}");
        }
    });
}

/// Nothing but the draws that are told decides a phase, and every one of them is used.
#[test]
fn a_phase_is_the_same_with_the_same_draws() {
    struct Repeat(Vec<u16>, usize);
    impl Dice for Repeat {
        fn roll(&mut self, sides: u16) -> u16 {
            let value = self.0[self.1];
            self.1 += 1;
            assert!(value < sides);
            value
        }
    }
    skirmishes(|battle, before, after, events| {
        let draws = events.iter().filter_map(|event| match event {
            Event::Drew { value, .. } => Some(*value),
            _ => None,
        });
        let mut dice = Repeat(draws.collect(), 0);
        let mut again = before.clone();
        let mut told = Vec::new();
        battle.apply(&mut again, &Action::EndPhase, &mut dice, &mut told).unwrap();
        assert_eq!((&again, told.as_slice()), (after, events));
        assert_eq!(dice.1, dice.0.len(), "every draw is told, and none is made twice");
    });
}
