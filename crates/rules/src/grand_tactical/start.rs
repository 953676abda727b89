//! [GT 2.2, 1.3] The set-up: everybody in his place, and the fords that chance gives.

use super::battle::Battle;
use super::draw;
use super::event::{Event, Purpose};
use super::ids::*;
use super::state::{Fate, Leader, Phase, Place, Places, Posts, State, Unit};
use super::{observe, sequence};
use crate::dice::Dice;

/// [GT 2.2] A new game: set-up, fords, and everything up to the first decision (D-83).
pub fn new_game<D: Dice + ?Sized>(battle: &Battle, dice: &mut D, events: &mut Vec<Event>) -> State {
    let mut state = set_up(battle);
    draw_fords(battle, &mut state, dice, events);
    observe::look_around(battle, &mut state, events);
    sequence::begin_turn(battle, &mut state, dice, events);
    state
}

/// Everybody where the set-up has him, before anything is drawn.
pub fn set_up(battle: &Battle) -> State {
    let mut state = empty(battle);
    for unit in battle.roster() {
        let facts = battle.unit(unit);
        *state.unit_mut(unit) = fresh(battle, unit, 1);
        match facts.start {
            Some(cell) => state.put(battle, unit, cell),
            None => state.unit_mut(unit).place = Place::Reserve,
        }
    }
    if battle.options.advanced() {
        for leader in battle.staff() {
            appoint(battle, &mut state, leader);
        }
    }
    state
}

/// A game in which nobody is on the map.
pub fn empty(battle: &Battle) -> State {
    State {
        turn: 1,
        phase: Phase::Operations,
        round: 1,
        side: battle.first,
        units: [Unit::nowhere(Place::Absent); MOST_UNITS],
        leaders: [Leader::NOBODY; MOST_LEADERS],
        holders: [None; MOST_POSTS],
        fords: field::CellSet::EMPTY,
        limit: 0,
        activated: Posts::default(),
        released: 0,
        due: 0,
        losses: Default::default(),
        score: 0,
        sighted: Default::default(),
        sequence: 0,
        places: Places::EMPTY,
    }
}

/// A unit as it starts, off the map: rested, with ammunition, with its points (D-10, D-81).
pub fn fresh(battle: &Battle, unit: UnitId, turn: u8) -> Unit {
    let facts = battle.unit(unit);
    let idle = facts.start.is_some() && facts.no_points_on.contains(&turn);
    Unit {
        strength: facts.strength,
        op: if idle { 0 } else { battle.tables.points.in_command },
        facing: facts.facing,
        mode: facts.mode,
        ..Unit::nowhere(Place::Absent)
    }
}

/// A leader takes the post that the set-up gives him; a deputy waits for one.
pub fn appoint(battle: &Battle, state: &mut State, leader: LeaderId) {
    let facts = battle.leader(leader);
    state.leaders[leader.index()] = Leader {
        rank: facts.rank,
        post: facts.post,
        with: facts.with,
        fate: Fate::Leads,
        transferred: false,
    };
    if facts.rank != atlas::battle::Rank::Deputy {
        state.holders[facts.post.index()] = Some(leader);
    }
}

/// [GT 1.3?] One ford to the most, each drawn among the sites that are left (D-12).
fn draw_fords<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    let most = battle.tables.most_fords;
    if most == 0 || battle.ford_sites.is_empty() {
        return;
    }
    let count = 1 + draw::roll(dice, events, Purpose::FordCount, most.into());
    let mut left = battle.ford_sites.clone();
    for _ in 0..usize::from(count).min(battle.ford_sites.len()) {
        let index = draw::roll(dice, events, Purpose::Ford, left.len() as u16);
        let at = left.remove(usize::from(index));
        state.fords.insert(at);
        events.push(Event::FordFound { at });
    }
}
