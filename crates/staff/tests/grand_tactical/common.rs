//! Battles and positions for the tests of the staff.

use atlas::{Side, builtin};
use field::Cell;
use rules::System;
use rules::dice::Chance;
use rules::game::Seat;
use rules::grand_tactical::random::RandomPlayer;
use rules::grand_tactical::state::{Phase, Place, State, Unit};
use rules::grand_tactical::{Action, Battle, UnitId};
use staff::grand_tactical::{Player, work_of};
use staff::{Budget, Level, share_of_nodes};

/// The battle.
pub const BATTLE: &str = "grand-tactical/antietam";

/// The three games, open and hidden, with and without activation.
pub const KINDS: [&[&str]; 6] = [
    &[],
    &["4=intermediate"],
    &["4=advanced"],
    &["5"],
    &["4=intermediate", "5", "8"],
    &["4=advanced", "5", "1=5"],
];

/// Whether the long tests are asked for.
pub fn soak() -> bool {
    std::env::var_os("LONGROLL_SOAK").is_some()
}

/// A battle ready for play.
pub fn battle(options: &[&str]) -> Battle {
    let files = builtin::battle(BATTLE).unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Battle::new(&files, None, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// A position after so many random actions, or the last before the game ends.
pub fn midgame(battle: &Battle, seed: u64, actions: usize) -> State {
    let mut player = RandomPlayer::new(seed);
    let (mut dice, mut events) = (Chance::new(seed), Vec::new());
    let mut state = battle.start(&mut dice, &mut events);
    for _ in 0..actions {
        let Some(action) = player.choose(battle, &state) else { break };
        let before = state;
        events.clear();
        battle.apply_legal(&mut state, &action, &mut dice, &mut events);
        if state.phase == Phase::Over {
            return before;
        }
    }
    state
}

/// What the side whose decision it is sees.
pub fn seen(battle: &Battle, state: &State) -> State {
    battle.seen(state, Seat::Side(state.side)).into_owned()
}

/// What a General is given in these tests; the others know when they are done.
pub fn budget(state: &State) -> Budget<'static> {
    Budget::nodes(share_of_nodes(work_of(state), 1_000))
}

/// The square of this name.
pub fn cell(battle: &Battle, name: &str) -> Cell {
    battle.grid.cell(name).unwrap()
}

/// A field with nobody but these units, fresh, where they are said to be; it is the Union's phase.
pub fn field_with(battle: &Battle, turn: u8, round: u8, places: &[(&str, &str)]) -> State {
    let mut state = battle.start(&mut Chance::new(1), &mut Vec::new());
    let fresh = state.units;
    for unit in battle.roster() {
        state.lift(battle, unit, Place::Absent);
    }
    for (id, square) in places {
        let unit = battle.find(id).unwrap_or_else(|| panic!("{id}"));
        *state.unit_mut(unit) = Unit { place: Place::Absent, op: 10, ..fresh[unit.index()] };
        state.put(battle, unit, cell(battle, square));
    }
    (state.turn, state.round) = (turn, round);
    (state.phase, state.side) = (Phase::Operations, Side::Union);
    state
}

/// Lets a level order the phase that is due; its orders, and the position before the combat.
pub fn ordered(battle: &Battle, state: &State, level: Level) -> (Vec<Action>, State) {
    let mut player = Player::new(battle, level, 1);
    let (mut state, mut orders) = (*state, Vec::new());
    loop {
        let seen = seen(battle, &state);
        let action = player.choose(battle, &seen, budget(&seen)).unwrap().action;
        if action == Action::EndPhase {
            return (orders, state);
        }
        battle.apply(&mut state, &action, &mut Chance::new(1), &mut Vec::new()).unwrap();
        orders.push(action);
        assert!(orders.len() < 2_000, "a phase without end");
    }
}

/// The unit with this designation.
pub fn unit(battle: &Battle, id: &str) -> UnitId {
    battle.find(id).unwrap()
}
