//! The start of a game.

use super::battle::{Battle, CorpsSet, UnitStart};
use super::event::Event;
use super::play::Play;
use super::state::{Board, Hill, Phase, Place, State};
use crate::dice::Dice;

impl State {
    /// A state with nobody on the map, at the start of the first player-turn. [BR 16.0?] All
    /// landmarks are Confederate.
    pub(super) fn empty(battle: &Battle) -> State {
        State {
            board: Board::EMPTY,
            turn: 1,
            side: battle.first,
            first: battle.first,
            phase: Phase::Rally,
            active: CorpsSet::EMPTY,
            ford: None,
            hill: if battle.hill().is_some() { Hill::Waiting } else { Hill::Arrived },
            held: 0,
            pending: None,
            outcome: None,
            sequence: 0,
        }
    }

    /// Puts every unit where the set-up has it; the others wait.
    pub(super) fn set_up(&mut self, battle: &Battle) {
        for unit in battle.roster() {
            let place = match battle.unit(unit).start {
                UnitStart::At(cell) => Place::On(cell),
                UnitStart::Hill | UnitStart::Arrives { .. } => Place::Reserve,
            };
            self.put(battle, unit, place);
        }
    }
}

/// A new game: everybody where he begins, and whatever dice the first turn asks for.
pub fn new_game(
    battle: &Battle,
    dice: &mut (impl Dice + ?Sized),
    events: &mut Vec<Event>,
) -> State {
    let mut state = State::empty(battle);
    state.set_up(battle);
    Play { battle, state: &mut state, events }.begin_turn(dice);
    state
}
