//! What an attack would do: its odds, and for each face of the die the fate of every unit in it, from the
//! very code that resolves it.

use super::action::{Action, Attack};
use super::battle::Battle;
use super::crt::{Column, CombatResult};
use super::event::{Event, Loss};
use super::ids::{UnitId, UnitSet};
use super::listing;
use super::odds::{Odds, odds};
use super::play::Play;
use super::state::State;

/// How many ways of choosing are followed for one face before the rest is left open.
const MOST_WAYS: usize = 4_000;

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
    /// It depends on what its owner, or a friend's, chooses.
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
    let faces = (1..=6)
        .map(|die| {
            let mut fates = Fates { possible: vec![0; concerned.len()], ways: 0 };
            let mut after = state.clone();
            let mut events = Vec::new();
            Play { battle, state: &mut after, events: &mut events }
                .resolve(*attack, &odds, column, die);
            fates.follow(battle, &after, &events, &concerned);
            Face {
                die,
                result: battle.facts.results.result(column, die),
                fates: concerned
                    .iter()
                    .copied()
                    .zip(fates.possible.iter().map(|&bits| read(bits)))
                    .collect(),
            }
        })
        .collect();
    Preview { odds, column, faces }
}

/// The fates found possible so far, as bits for each unit.
struct Fates {
    possible: Vec<u8>,
    ways: usize,
}

impl Fates {
    /// Follows every choice of losses and retreats from here on; advances change nobody's fate.
    fn follow(&mut self, battle: &Battle, state: &State, events: &[Event], concerned: &[UnitId]) {
        let open: Vec<Action> = match state.pending() {
            Some(_) => listing::actions(battle, state)
                .into_iter()
                .map(|listed| listed.action)
                .filter(|action| !matches!(action, Action::Advance { .. } | Action::Decline))
                .collect(),
            None => Vec::new(),
        };
        if open.is_empty() {
            self.ways += 1;
            for (index, &unit) in concerned.iter().enumerate() {
                self.possible[index] |= 1 << fate_of(unit, events) as u8;
            }
            return;
        }
        for action in open {
            if self.ways >= MOST_WAYS {
                return;
            }
            let mut next = state.clone();
            let mut story = events.to_vec();
            Play { battle, state: &mut next, events: &mut story }.choose(&action);
            self.follow(battle, &next, &story, concerned);
        }
    }
}

/// One fate, or that it depends.
fn read(bits: u8) -> Fate {
    let all = [Fate::Stays, Fate::Retreats, Fate::Displaces, Fate::Trapped, Fate::Eliminated];
    let mut possible = all.into_iter().filter(|fate| bits >> *fate as u8 & 1 != 0);
    match (possible.next(), possible.next()) {
        (Some(only), None) => only,
        _ => Fate::OwnersChoice,
    }
}

/// What the events say became of a unit.
fn fate_of(unit: UnitId, events: &[Event]) -> Fate {
    let mut fate = Fate::Stays;
    for (index, event) in events.iter().enumerate() {
        match *event {
            Event::Eliminated { unit: who, loss, .. } if who == unit => {
                return if loss == Loss::NoRetreat { Fate::Trapped } else { Fate::Eliminated };
            }
            Event::Retreated { unit: who, displaced: false, .. } if who == unit => {
                // Whoever it displaced goes on next.
                let later = events[index + 1..].iter().find_map(|next| match next {
                    Event::Retreated { displaced, .. } => Some(*displaced),
                    _ => None,
                });
                fate = if later == Some(true) { Fate::Displaces } else { Fate::Retreats };
            }
            _ => {}
        }
    }
    fate
}

/// The units in an attack: adjacent attackers, bombarding guns, defenders.
pub fn participants(odds: &Odds, attack: &Attack) -> UnitSet {
    odds.attackers.union(attack.bombard).union(odds.defenders)
}
