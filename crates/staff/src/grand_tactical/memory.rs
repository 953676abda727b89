//! What a seat remembers of a hidden game, from its own observations alone; and the position it imagines from that.
//!
//! At first it remembers what the set-up prints, which everybody knows. Whoever was seen is remembered as he was last
//! seen, until his square is seen without him.

use atlas::Side;
use rules::grand_tactical::ids::MOST_UNITS;
use rules::grand_tactical::state::{Fate, Leader, Place, State, Unit};
use rules::grand_tactical::{Battle, UnitId, activation, sight};

/// What one side remembers of the other.
#[derive(Clone, Debug)]
pub struct Memory {
    side: Side,
    units: Box<[Unit; MOST_UNITS]>,
}

impl Memory {
    /// What everybody knows before the first shot.
    pub fn of(battle: &Battle, side: Side) -> Memory {
        let mut units = Box::new([Unit::nowhere(Place::Absent); MOST_UNITS]);
        for unit in battle.of_side(side.other()).iter() {
            let facts = battle.unit(unit);
            let Some(start) = facts.start else { continue };
            units[unit.index()] = Unit {
                strength: facts.strength,
                facing: facts.facing,
                mode: facts.mode,
                op: battle.tables.points.in_command,
                ..Unit::nowhere(Place::On(start))
            };
        }
        Memory { side, units }
    }

    /// Takes in what the side sees now.
    pub fn observe(&mut self, battle: &Battle, seen: &State) {
        for unit in battle.of_side(self.side.other()).iter() {
            let now = seen.unit(unit);
            let known = &mut self.units[unit.index()];
            match (now.place, known.place) {
                (Place::On(_) | Place::Eliminated, _) => *known = *now,
                (_, Place::On(at)) if is_open(battle, seen, self.side, at) => {
                    *known = Unit::nowhere(Place::Absent);
                }
                _ => {}
            }
        }
    }

    /// The position as the side imagines it: what it sees, and whoever it remembers where he was.
    pub fn imagine(&self, battle: &Battle, seen: &State) -> State {
        let mut state = *seen;
        for unit in battle.of_side(self.side.other()).iter() {
            let known = self.units[unit.index()];
            let Place::On(at) = known.place else { continue };
            if seen.cell(unit).is_some() || !has_room(battle, &state, unit, at, self.side) {
                continue;
            }
            *state.unit_mut(unit) = Unit { place: Place::Absent, ..known };
            state.put(battle, unit, at);
        }
        imagine_command(battle, &mut state, self.side.other());
        state
    }
}

/// Whether a side sees that a square is as it looks: it stands there, beside it, or has it in view.
fn is_open(battle: &Battle, seen: &State, side: Side, at: field::Cell) -> bool {
    let own = seen.occupied(side);
    if own.contains(at) || battle.around(at).meets(own) {
        return true;
    }
    own.iter().any(|from| {
        let unit = seen.stack(from).next();
        unit.is_some_and(|unit| sight::sees(battle, seen, unit, at))
    })
}

/// Whether somebody can be imagined in a square.
fn has_room(battle: &Battle, state: &State, unit: UnitId, at: field::Cell, side: Side) -> bool {
    if state.occupied(side).contains(at) {
        return false;
    }
    let guns = battle.unit(unit).is_artillery();
    let alike = state.stack(at).filter(|&other| battle.unit(other).is_artillery() == guns).count();
    alike < if guns { 1 } else { 2 }
}

/// Enemy leaders and activations of which nothing is known are taken to be as they may be.
fn imagine_command(battle: &Battle, state: &mut State, enemy: Side) {
    for leader in battle.staff() {
        let facts = battle.leader(leader);
        if facts.side == enemy && state.leaders[leader.index()].fate == Fate::Unknown {
            let (rank, post, with) = (facts.rank, facts.post, facts.with);
            let fate = Fate::Leads;
            state.leaders[leader.index()] = Leader { rank, post, with, fate, transferred: false };
            state.holders[post.index()].get_or_insert(leader);
        }
    }
    if battle.tables.activation.side != enemy {
        return;
    }
    for division in activation::divisions(battle) {
        state.activated.insert(division);
    }
    for (index, formation) in battle.tables.timetable.formations.iter().enumerate() {
        if state.turn >= formation.turn {
            state.released |= 1 << index;
        }
    }
}
