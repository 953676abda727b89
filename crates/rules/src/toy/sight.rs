//! Who sees whom, and what a seat hears.

use std::borrow::Cow;

use atlas::Side;
use field::Cell;
use serde_json::{Value, json};

use super::{Event, Id, Pieces, Place, State, Toy};
use crate::dice::Dice;
use crate::game::Seat;
use crate::system::System;

impl Toy {
    /// The state as a seat observes it: unseen pieces are nowhere, and whatever counts or depends on them
    /// is as if they were not there.
    pub(super) fn observe<'s>(&self, state: &'s State, seat: Seat) -> Cow<'s, State> {
        if self.open || state.over {
            return Cow::Borrowed(state);
        }
        let mut seen = state.clone();
        for piece in 0..self.pieces.len() {
            if !self.sees(state, seat, piece) {
                seen.places[piece] = Place::Unseen;
            }
        }
        let own = |side| seat == Seat::Side(side);
        for side in Side::BOTH.into_iter().filter(|&side| !own(side)) {
            // What the enemy knows and has done is his alone.
            seen.sighted[side] = Pieces::default();
            let others = self.of(side.other()).filter(|&piece| seen.acted.has(piece)).collect();
            seen.acted = others;
        }
        seen.sequence = 0;
        Cow::Owned(seen)
    }

    fn sees(&self, state: &State, seat: Seat, piece: Id) -> bool {
        match seat {
            Seat::Side(side) => self.pieces[piece].side == side || state.sighted[side].has(piece),
            Seat::Watcher => false,
        }
    }

    /// What a seat may hear of an event; the end of the game tells everything.
    pub(super) fn hear(
        &self,
        before: &State,
        event: &Event,
        after: &State,
        seat: Seat,
    ) -> Option<Value> {
        let all = self.open || after.over;
        let owns = |piece: Id| seat == Seat::Side(self.pieces[piece].side);
        let sees = |piece| self.sees(before, seat, piece) || self.sees(after, seat, piece);
        let hears = match *event {
            Event::Moved { piece, .. } => sees(piece),
            Event::Attacked { piece, target, at, lost, .. } if !sees(piece) && !all => {
                // Somebody unseen: where he struck and what it cost, neither who it was nor his throw.
                let lost = lost.filter(|&lost| lost == target).map(|lost| &self.pieces[lost].id);
                let told = json!({"event": "struck", "square": self.name(at), "lost": lost});
                return owns(target).then_some(told);
            }
            Event::Attacked { .. } => true,
            Event::Scouted { piece, .. } => owns(piece),
            Event::Sighted { by, .. } => seat == Seat::Side(by),
            Event::Scored { .. } | Event::PhaseBegan { .. } | Event::Ended { .. } => true,
        };
        (hears || all).then(|| self.write_event(event))
    }

    /// Sights what stands beside a piece and does not hide in the town.
    pub(super) fn look_beside(&self, state: &mut State, piece: Id, events: &mut Vec<Event>) {
        let (Some(at), side) = (state.cell(piece), self.pieces[piece].side) else { return };
        for enemy in self.of(side.other()) {
            let shows = |cell: Cell| cell != self.town && self.beside(at, cell);
            if state.cell(enemy).is_some_and(shows) {
                self.sight(state, side, enemy, events);
            }
        }
    }

    /// Works both sides' sight out afresh. Whoever was seen to fall stays known.
    pub(super) fn look_around(&self, state: &mut State, events: &mut Vec<Event>) {
        for side in Side::BOTH {
            let before = state.sighted[side];
            let fallen = |&piece: &Id| before.has(piece) && state.places[piece] == Place::Lost;
            state.sighted[side] = (0..self.pieces.len()).filter(fallen).collect();
            let mut found = Vec::new();
            for piece in self.of(side) {
                self.look_beside(state, piece, &mut found);
            }
            let is_new = |event: &Event| !matches!(event, Event::Sighted { piece, .. } if before.has(*piece));
            events.extend(found.into_iter().filter(is_new));
        }
    }

    /// Sights one unseen enemy, wherever it is.
    pub(super) fn spy<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        dice: &mut D,
        events: &mut Vec<Event>,
    ) {
        let side = state.side;
        let unseen = |&enemy: &Id| !state.sighted[side].has(enemy) && state.cell(enemy).is_some();
        let unseen: Vec<Id> = self.of(side.other()).filter(unseen).collect();
        let which = match unseen.len() {
            0 => return,
            1 => 0,
            several => dice.roll(several as u16),
        };
        self.sight(state, side, unseen[usize::from(which)], events);
    }

    pub(super) fn sight(&self, state: &mut State, by: Side, piece: Id, events: &mut Vec<Event>) {
        let Some(at) = state.cell(piece).filter(|_| !self.open) else { return };
        if !state.sighted[by].has(piece) {
            state.sighted[by] = state.sighted[by].with(piece);
            events.push(Event::Sighted { by, piece, at });
        }
    }
}
