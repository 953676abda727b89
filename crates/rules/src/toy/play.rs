//! The rules: what is legal, and what an action does.

use atlas::{BySide, Side};
use field::Cell;

use super::{Action, Event, Id, Pieces, Place, Refusal, State, Toy};
use crate::bid::Bid;
use crate::dice::Dice;

/// The sides of the die.
pub(super) const DIE: u16 = 10;
/// The lowest draw, from 0, with which an attack or a scout succeeds.
pub(super) const SUCCESS: u16 = 5;
/// The draw, from 0, with which an attacker is lost.
pub(super) const REPULSE: u16 = 0;

impl State {
    pub(super) fn cell(&self, piece: Id) -> Option<Cell> {
        match self.places[piece] {
            Place::On(cell) => Some(cell),
            Place::Lost | Place::Unseen => None,
        }
    }
}

impl Toy {
    pub(super) fn of(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        (0..self.pieces.len()).filter(move |&piece| self.pieces[piece].side == side)
    }

    /// Whether two squares have a side in common.
    pub(super) fn beside(&self, a: Cell, b: Cell) -> bool {
        self.grid.direction(a, b).is_some_and(|way| !way.is_diagonal())
    }

    /// Every legal action: complete.
    pub(super) fn listed(&self, seen: &State) -> Vec<Action> {
        let moves = |piece| self.grid.cells().map(move |to| Action::Move { piece, to });
        let attacks =
            |piece| self.of(seen.side.other()).map(move |target| Action::Attack { piece, target });
        let all = self
            .of(seen.side)
            .flat_map(|piece| moves(piece).chain(attacks(piece)).chain([Action::Scout { piece }]));
        all.chain([Action::EndPhase]).filter(|action| self.judge(seen, action).is_ok()).collect()
    }

    /// Whether an action is legal as far as its player can see.
    pub(super) fn judge(&self, seen: &State, action: &Action) -> Result<(), Refusal> {
        let refuse = |wrong: bool, why| if wrong { Err(why) } else { Ok(()) };
        refuse(seen.over, Refusal::Over)?;
        let (Action::Move { piece, .. } | Action::Attack { piece, .. } | Action::Scout { piece }) =
            *action
        else {
            return Ok(());
        };
        refuse(self.pieces[piece].side != seen.side, Refusal::NotYours)?;
        let from = seen.cell(piece).ok_or(Refusal::Lost)?;
        refuse(seen.acted.has(piece), Refusal::Acted)?;
        match *action {
            Action::Move { to, .. } => {
                refuse(!self.beside(from, to), Refusal::TooFar)?;
                refuse(seen.places.contains(&Place::On(to)), Refusal::Taken)
            }
            Action::Attack { target, .. } => {
                refuse(self.pieces[target].side == seen.side, Refusal::Friend)?;
                let at = seen.cell(target).ok_or(Refusal::Lost)?;
                refuse(!self.beside(from, at), Refusal::TooFar)
            }
            _ => {
                let knows = |enemy| seen.sighted[seen.side].has(enemy);
                let all = self.open || self.of(seen.side.other()).all(knows);
                refuse(all, Refusal::NothingToScout)
            }
        }
    }

    /// The points that the sides have beforehand.
    fn given(&self) -> BySide<i64> {
        let BySide { union, confederate } = Bid::by_side(self.bid);
        BySide { union: union.into(), confederate: confederate.into() }
    }

    pub(super) fn set_up(&self) -> State {
        let mut state = State {
            turn: 1,
            side: self.first,
            places: self.pieces.iter().map(|piece| Place::On(piece.start)).collect(),
            acted: Pieces::default(),
            sighted: BySide::default(),
            points: self.given(),
            over: false,
            sequence: 0,
        };
        self.look_around(&mut state, &mut Vec::new());
        state
    }

    /// Carries out a legal action. Here, and nowhere else, the truth is looked at.
    pub(super) fn carry_out<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        action: &Action,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) {
        state.sequence += 1;
        match *action {
            Action::Move { piece, to } => {
                let Some(from) = state.cell(piece) else { return };
                state.acted = state.acted.with(piece);
                let met = state.places.iter().position(|&place| place == Place::On(to));
                let to = if met.is_some() { from } else { to };
                state.places[piece] = Place::On(to);
                events.push(Event::Moved { piece, from, to });
                if let Some(enemy) = met {
                    self.sight(state, state.side, enemy, events);
                }
                self.look_beside(state, piece, events);
            }
            Action::Attack { piece, target } => {
                let Some(at) = state.cell(target) else { return };
                state.acted = state.acted.with(piece);
                let draw = dice.roll(DIE);
                let lost = match draw {
                    REPULSE => Some(piece),
                    SUCCESS.. => Some(target),
                    _ => None,
                };
                events.push(Event::Attacked { piece, target, at, draw, lost });
                if let Some(lost) = lost {
                    state.places[lost] = Place::Lost;
                }
                self.end_if_decided(state, events);
            }
            Action::Scout { piece } => {
                state.acted = state.acted.with(piece);
                let draw = dice.roll(DIE);
                events.push(Event::Scouted { piece, draw });
                if draw >= SUCCESS {
                    self.spy(state, dice, events);
                }
            }
            Action::EndPhase => self.end_phase(state, events),
        }
    }

    fn end_phase(&self, state: &mut State, events: &mut Vec<Event>) {
        state.acted = Pieces::default();
        if state.side != self.first {
            let holds = |&piece: &Id| state.places[piece] == Place::On(self.town);
            if let Some(holder) = (0..self.pieces.len()).find(holds) {
                state.points[self.pieces[holder].side] += 1;
            }
            events.push(Event::Scored { points: state.points });
            state.turn += 1;
        }
        if state.turn > self.turns {
            state.turn = self.turns;
            return self.end(state, events);
        }
        state.side = state.side.other();
        events.push(Event::PhaseBegan { turn: state.turn, side: state.side });
        self.look_around(state, events);
    }

    fn end_if_decided(&self, state: &mut State, events: &mut Vec<Event>) {
        let beaten = |side| self.of(side).all(|piece| state.places[piece] == Place::Lost);
        if Side::BOTH.into_iter().any(beaten) {
            self.end(state, events);
        }
    }

    fn end(&self, state: &mut State, events: &mut Vec<Event>) {
        state.over = true;
        let lost = |side: Side| {
            self.of(side).filter(|&piece| state.places[piece] == Place::Lost).count() as i64
        };
        state.points.union += 2 * lost(Side::Confederate);
        state.points.confederate += 2 * lost(Side::Union);
        events.push(Event::Ended { points: state.points });
    }
}
