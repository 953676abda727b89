//! The sequence of play [BR 3.0]: turns, initiative, player-turns and phases.

use atlas::Side;
use field::CellSet;

use super::battle::CorpsSet;
use super::event::{Event, Purpose};
use super::obligations;
use super::play::Play;
use super::state::Phase;
use super::victory;
use crate::dice::Dice;
use crate::ids::UnitSet;

impl Play<'_> {
    /// The phasing player is done with the phase.
    pub fn end_phase(&mut self, dice: &mut (impl Dice + ?Sized)) {
        match self.state.phase {
            Phase::Activation => self.begin_phase(Phase::Rally),
            Phase::Rally => self.begin_phase(Phase::Movement),
            Phase::Movement => {
                self.thin_out();
                self.begin_phase(Phase::Bombardment);
            }
            Phase::Bombardment => self.begin_phase(Phase::Assault),
            Phase::Assault => self.end_player_turn(dice),
        }
    }

    /// Begins a phase of this player-turn.
    pub fn begin_phase(&mut self, phase: Phase) {
        self.state.phase = phase;
        // [BR 8.0?] What must be assaulted is settled when the phase begins.
        self.state.board.noted = match phase {
            Phase::Assault => obligations::at_start(self.battle, self.state),
            _ => CellSet::EMPTY,
        };
        self.state.note_zones(self.battle);
        let (turn, side) = (self.state.turn, self.state.side);
        self.tell(Event::PhaseBegan { turn, side, phase });
    }

    fn end_player_turn(&mut self, dice: &mut (impl Dice + ?Sized)) {
        if self.state.side == self.state.first {
            return self.begin_player_turn(self.state.side.other(), dice);
        }
        // What units have done is forgotten at the end of the turn, not of the player-turn.
        self.state.board.marks = [UnitSet::EMPTY; 6];
        if self.state.turn >= self.battle.turns {
            return self.end_game();
        }
        self.state.turn += 1;
        self.begin_turn(dice);
    }

    /// [BR 3.0] A turn: who may arrive arrives, then initiative, then the first player.
    pub fn begin_turn(&mut self, dice: &mut (impl Dice + ?Sized)) {
        self.check_arrival(dice);
        self.state.first = match self.state.turn {
            1 => self.battle.first,
            _ => self.initiative(dice),
        };
        let (turn, first) = (self.state.turn, self.state.first);
        self.tell(Event::TurnBegan { turn, first });
        self.begin_player_turn(first, dice);
    }

    /// [BR 3.0?] The higher throw is first; the Union if they are equal.
    fn initiative(&mut self, dice: &mut (impl Dice + ?Sized)) -> Side {
        let [union, confederate] = [Side::Union, Side::Confederate].map(|side| {
            let face = dice.d6();
            self.tell(Event::DieThrown { face, purpose: Purpose::Initiative(side) });
            face
        });
        if confederate > union { Side::Confederate } else { Side::Union }
    }

    /// [BR 3.0] A player-turn begins with activation, where corps must be activated; they are drawn
    /// with the option.
    fn begin_player_turn(&mut self, side: Side, dice: &mut (impl Dice + ?Sized)) {
        self.state.side = side;
        self.state.active = CorpsSet::EMPTY;
        self.state.phase = Phase::Rally;
        match self.battle.activation(side) {
            Some(_) if !self.battle.options.drawn_activation => {
                self.begin_phase(Phase::Activation);
            }
            Some(_) => {
                self.draw_corps(dice);
                self.begin_phase(Phase::Rally);
            }
            None => self.begin_phase(Phase::Rally),
        }
    }

    fn end_game(&mut self) {
        let points = victory::of_landmarks(self.battle, self.state);
        let outcome = victory::outcome(self.battle, self.state);
        self.state.outcome = Some(outcome);
        self.state.board.noted = CellSet::EMPTY;
        self.tell(Event::Ended { outcome, points });
    }
}
