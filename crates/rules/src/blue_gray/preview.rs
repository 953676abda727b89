//! What an attack would do: its odds, and for each face of the die the fate of every unit in it, from the
//! very code that resolves it.
//!
//! Fates that hang on choices are found by making every choice. Where everybody has room to retreat
//! whatever the others do, nothing hangs on the order and nobody need be followed; where more ways cross
//! than can be followed, those who are still to retreat are said to depend on their owner.

use std::collections::HashSet;

use field::CellSet;

use super::action::{Action, Attack};
use super::battle::Battle;
use super::crt::{Column, CombatResult};
use super::event::{Event, Loss};
use super::ids::UnitId;
use super::listing;
use super::odds::{Odds, odds};
use super::pending::{Pending, Step};
use super::places::Places;
use super::play::Play;
use super::retreat;
use super::state::State;

/// How many moments of choice are looked at for one result before the rest is left open.
const MOST_MOMENTS: usize = 10_000;

/// What becomes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It stays where it is.
    Stays,
    /// It retreats to a hex with room.
    Retreats,
    /// It retreats and displaces a friend.
    Displaces,
    /// It is eliminated because it cannot retreat.
    Trapped,
    /// It is eliminated by the result.
    Eliminated,
    /// It depends on what its owner chooses.
    OwnersChoice,
}

impl Fate {
    /// As it is written in answers.
    pub const fn words(self) -> &'static str {
        match self {
            Fate::Stays => "stays",
            Fate::Retreats => "retreats",
            Fate::Displaces => "displaces",
            Fate::Trapped => "trapped",
            Fate::Eliminated => "eliminated",
            Fate::OwnersChoice => "owner's choice",
        }
    }
}

/// What one face of the die would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// The face.
    pub die: u8,
    /// The result on the table.
    pub result: CombatResult,
    /// What becomes of each unit in the combat, attackers first.
    pub fates: Vec<(UnitId, Fate)>,
}

/// An attack before the die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The arithmetic.
    pub odds: Odds,
    /// The column it would be resolved on.
    pub column: Column,
    /// What each face would do.
    pub faces: Vec<Face>,
}

/// What a legal attack would do.
pub fn preview(battle: &Battle, state: &State, attack: &Attack) -> Preview {
    let odds = odds(battle, state, attack);
    let column = attack.column.map_or(odds.column, |announced| announced.min(odds.column));
    let concerned: Vec<UnitId> =
        odds.attackers.iter().chain(attack.bombard.iter()).chain(odds.defenders.iter()).collect();
    let mut known: Vec<(CombatResult, Vec<(UnitId, Fate)>)> = Vec::new();
    let faces = (1..=6).map(|die| {
        let result = battle.facts.results.result(column, die);
        let told = known.iter().find(|(other, _)| *other == result);
        let fates = told.map(|(_, fates)| fates.clone()).unwrap_or_else(|| {
            let mut after = state.clone();
            let mut events = Vec::new();
            Play { battle, state: &mut after, events: &mut events }
                .resolve(*attack, &odds, column, die);
            let fates = Ways::all(battle, &concerned, &after, &events);
            known.push((result, fates.clone()));
            fates
        });
        Face { die, result, fates }
    });
    let faces = faces.collect();
    Preview { odds, column, faces }
}

/// What has become of the units so far.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Story {
    fates: Vec<Fate>,
    /// Who retreated or was displaced last: the next to be displaced makes room for him.
    last: Option<UnitId>,
}

impl Story {
    fn hear(&mut self, concerned: &[UnitId], events: &[Event]) {
        let mut set = |unit: UnitId, fate: Fate| {
            if let Some(index) = concerned.iter().position(|&other| other == unit) {
                self.fates[index] = self.fates[index].max(fate);
            }
        };
        for event in events {
            match *event {
                Event::Eliminated { unit, loss: Loss::NoRetreat, .. } => set(unit, Fate::Trapped),
                Event::Eliminated { unit, .. } => set(unit, Fate::Eliminated),
                Event::Retreated { unit, displaced, .. } => {
                    set(unit, Fate::Retreats);
                    if let Some(pusher) = self.last.filter(|_| displaced) {
                        set(pusher, Fate::Displaces);
                    }
                    self.last = Some(unit);
                }
                _ => {}
            }
        }
    }
}

/// A moment of choice: the rest of the state is the same at each of them.
type Moment = (Places, Box<Pending>, Story);

/// Every way of choosing, followed to the end.
struct Ways<'a> {
    battle: &'a Battle,
    concerned: &'a [UnitId],
    /// The fates found possible so far, as bits for each unit.
    possible: Vec<u8>,
    seen: HashSet<Moment>,
    broken_off: bool,
}

impl<'a> Ways<'a> {
    /// The fates of all concerned, from the state and the events that the die has left.
    fn all(
        battle: &'a Battle,
        concerned: &'a [UnitId],
        state: &State,
        events: &[Event],
    ) -> Vec<(UnitId, Fate)> {
        let possible = vec![0; concerned.len()];
        let mut ways =
            Ways { battle, concerned, possible, seen: HashSet::new(), broken_off: false };
        let mut story = Story { fates: vec![Fate::Stays; concerned.len()], last: None };
        story.hear(concerned, events);
        ways.follow(state, &story);
        let open = state.pending().filter(|_| ways.broken_off).map(|pending| pending.decider);
        let fates = concerned.iter().zip(&ways.possible).zip(&story.fates);
        fates
            .map(|((&unit, &bits), &so_far)| {
                let undecided = so_far < Fate::Trapped && open == Some(battle.unit(unit).side);
                (unit, if undecided { Fate::OwnersChoice } else { the_fate(bits) })
            })
            .collect()
    }

    /// Follows every choice of elections, losses and retreats from here on; an advance changes nobody's
    /// fate.
    fn follow(&mut self, state: &State, story: &Story) {
        let pending = state.pending.as_ref().filter(|pending| pending.step != Step::Advance);
        let Some(pending) = pending else { return self.note(&story.fates) };
        if pending.step == Step::Retreat && everybody_has_room(self.battle, state, pending) {
            let mut fates = story.fates.clone();
            for (fate, &unit) in fates.iter_mut().zip(self.concerned) {
                if pending.units.contains(unit) {
                    *fate = Fate::Retreats;
                }
            }
            return self.note(&fates);
        }
        if self.seen.len() >= MOST_MOMENTS {
            self.broken_off = true;
            return;
        }
        if !self.seen.insert((state.board.places, pending.clone(), story.clone())) {
            return;
        }
        let first = pending.units.first();
        for listed in listing::actions(self.battle, state) {
            // Elections do not hinder one another: their order is nothing to choose.
            if matches!(listed.action, Action::Elect { unit, .. } if Some(unit) != first) {
                continue;
            }
            let mut next = state.clone();
            let mut events = Vec::new();
            Play { battle: self.battle, state: &mut next, events: &mut events }
                .choose(&listed.action);
            let mut story = story.clone();
            story.hear(self.concerned, &events);
            self.follow(&next, &story);
        }
    }

    fn note(&mut self, fates: &[Fate]) {
        for (bits, fate) in self.possible.iter_mut().zip(fates) {
            *bits |= 1 << *fate as u8;
        }
    }
}

/// Whether each unit that must retreat has a hex with room for all that could come there.
fn everybody_has_room(battle: &Battle, state: &State, pending: &Pending) -> bool {
    if pending.chain.is_some() {
        return false;
    }
    let ways: Vec<CellSet> = pending
        .units
        .iter()
        .map(|unit| {
            let options = retreat::options(battle, state, unit, &CellSet::EMPTY);
            options.iter().filter(|way| way.displace.is_none()).map(|way| way.to).collect()
        })
        .collect();
    let is_wide = |cell| {
        let comers = ways.iter().filter(|cells| cells.contains(cell)).count();
        state.units_at(cell).len() + comers <= battle.stacking
    };
    ways.iter().all(|cells| cells.iter().any(is_wide))
}

/// One fate, or that it depends.
fn the_fate(bits: u8) -> Fate {
    let all = [Fate::Stays, Fate::Retreats, Fate::Displaces, Fate::Trapped, Fate::Eliminated];
    let mut possible = all.into_iter().filter(|fate| bits >> *fate as u8 & 1 != 0);
    match (possible.next(), possible.next()) {
        (Some(only), None) => only,
        _ => Fate::OwnersChoice,
    }
}
