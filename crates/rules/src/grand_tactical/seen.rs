//! [GT 2.1] What a seat observes where units are hidden, and what it hears.

use std::borrow::Cow;

use atlas::Side;
use atlas::battle::Rank;

use super::battle::Battle;
use super::ids::LeaderId;
use super::state::{Fate, Leader, Losses, Phase, Place, Posts, State};
use crate::game::Seat;

/// The state as a seat observes it. In an open game, and once it is over, the state itself;
/// otherwise whatever the seat cannot know is taken out, so that two states that look alike are
/// equal (D-80, D-98).
pub fn observe<'s>(battle: &Battle, state: &'s State, seat: Seat) -> Cow<'s, State> {
    if !battle.options.hidden || state.phase == Phase::Over {
        return Cow::Borrowed(state);
    }
    let mut seen = *state;
    for unit in battle.roster() {
        if !knows(battle, state, seat, unit) && state.unit(unit).place != Place::Unseen {
            seen.lift(battle, unit, Place::Unseen);
        }
    }
    if battle.options.advanced() {
        for leader in battle.staff() {
            if !knows_leader(battle, state, seat, leader) {
                forget_leader(battle, &mut seen, leader);
            }
        }
    }
    for side in Side::BOTH.into_iter().filter(|&side| seat != Seat::Side(side)) {
        seen.sighted[side] = Default::default();
        seen.losses[side] = Losses::default();
        seen.due &= !groups_of(battle, side);
        if side == battle.tables.activation.side {
            seen.limit = 0;
            seen.activated = Posts::default();
            seen.released = 0;
        }
    }
    seen.sequence = 0;
    Cow::Owned(seen)
}

/// The groups of a side, as [`State::due`] counts them.
fn groups_of(battle: &Battle, side: Side) -> u32 {
    let groups = battle.groups.iter().enumerate();
    groups.filter(|(_, group)| group.side == side).fold(0, |set, (index, _)| set | 1 << index)
}

fn knows(battle: &Battle, state: &State, seat: Seat, unit: super::UnitId) -> bool {
    match seat {
        Seat::Side(side) => state.sees(battle, side, unit),
        Seat::Watcher => false,
    }
}

/// A leader of the enemy is known where a unit is seen that he is with; of a brigade, one of its
/// halves.
fn knows_leader(battle: &Battle, state: &State, seat: Seat, leader: LeaderId) -> bool {
    let Seat::Side(side) = seat else { return false };
    let now = &state.leaders[leader.index()];
    if battle.leader(leader).side == side {
        return true;
    }
    match (now.fate, now.rank) {
        (Fate::Leads, Rank::Brigade) => battle
            .post(now.post)
            .units
            .iter()
            .any(|unit| state.sees(battle, side, unit) && state.cell(unit).is_some()),
        (Fate::Leads, Rank::Division | Rank::Corps) => {
            now.with.is_some_and(|unit| state.sees(battle, side, unit))
        }
        _ => false,
    }
}

fn forget_leader(battle: &Battle, seen: &mut State, leader: LeaderId) {
    let facts = battle.leader(leader);
    for holder in seen.holders.iter_mut().filter(|holder| **holder == Some(leader)) {
        *holder = None;
    }
    seen.leaders[leader.index()] = Leader {
        rank: facts.rank,
        post: facts.post,
        with: None,
        fate: Fate::Unknown,
        transferred: false,
    };
}
