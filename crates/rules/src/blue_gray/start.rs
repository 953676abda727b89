//! The start of a game.

use atlas::{BySide, Side};

use super::battle::{Battle, UnitStart};
use super::event::Event;
use super::play::Play;
use super::state::{Board, Phase, Place, Points, State};
use crate::dice::Dice;

impl State {
    /// A state with nobody on the map, at the start of the first player-turn.
    pub(super) fn empty(battle: &Battle) -> State {
        let scoring = &battle.facts.scoring;
        let started = |exited: i32| Points { exited, ..Points::default() };
        let mut state = State {
            board: Board::EMPTY,
            turn: 1,
            side: battle.first,
            phase: Phase::Movement,
            points: BySide {
                union: started(scoring.union_start),
                confederate: started(scoring.confederate_start),
            },
            held: 0,
            moves_made: 0,
            quota_lifted: false,
            creek_crossed: false,
            group_admitted: false,
            firsts_scored: 0,
            pending: None,
            outcome: None,
            sequence: 0,
        };
        for &(cell, side) in &battle.facts.control {
            if let Some(index) = battle.watched_index(cell)
                && side == Side::Confederate
            {
                state.held |= 1 << index;
            }
        }
        state
    }

    /// [BG 3.0] Puts every unit where the deployment has it; the others wait.
    pub(super) fn set_up(&mut self, battle: &Battle) {
        for unit in battle.roster() {
            let place = match &battle.unit(unit).start {
                UnitStart::At(cell) => Place::On(*cell),
                UnitStart::Arrives(_) => Place::Reserve,
                UnitStart::Absent => Place::Absent,
            };
            self.put(battle, unit, place);
        }
    }
}

/// A new game: everybody where he begins, and whatever dice the first player-turn asks for.
pub fn new_game(
    battle: &Battle,
    dice: &mut (impl Dice + ?Sized),
    events: &mut Vec<Event>,
) -> State {
    let mut state = State::empty(battle);
    state.set_up(battle);
    Play { battle, state: &mut state, events }.begin_player_turn(dice);
    state
}
