//! What a seat remembers of a hidden game, from its own observations alone; and the position it imagines from that.
//!
//! At first it remembers what the set-up prints, which everybody knows. Whoever was seen is remembered as he was last
//! seen. When his square is seen without him he is still somewhere: he is imagined in the nearest square out of sight.

use atlas::Side;
use field::{Cell, CellSet};
use rules::grand_tactical::ids::MOST_UNITS;
use rules::grand_tactical::state::{Fate, Leader, Phase, Place, State, Unit};
use rules::grand_tactical::{Battle, UnitId, activation, sight};

/// Whoever left his square is not looked for beyond so many squares from it.
const STRAYS: usize = 8;

/// Which phase: turn, round, whose, and what is decided.
type When = (u8, u8, Side, Phase);

/// What one side remembers of the other.
#[derive(Clone, Debug)]
pub struct Memory {
    side: Side,
    /// The squares that the side saw when a phase began: whoever moves afterwards sees who stands next to him, and no
    /// more before the fighting begins [GT 2.1].
    open: Option<(When, CellSet)>,
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
        Memory { side, open: None, units }
    }

    /// Takes in what the side sees now.
    pub fn observe(&mut self, battle: &Battle, seen: &State) {
        for unit in battle.of_side(self.side.other()).iter() {
            let now = seen.unit(unit);
            if matches!(now.place, Place::On(_) | Place::Eliminated) {
                self.units[unit.index()] = *now;
            }
        }
        let when = (seen.turn, seen.round, seen.side, seen.phase);
        if self.open.is_none_or(|(known, _)| known != when) {
            self.open = Some((when, in_view(battle, seen, self.side)));
        }
    }

    /// The position as the side imagines it: what it sees, and whoever it remembers where he was or may have gone.
    pub fn imagine(&self, battle: &Battle, seen: &State) -> State {
        let mut state = *seen;
        let mut open = seen.occupied(self.side).dilated(&battle.grid);
        if let Some((_, viewed)) = &self.open {
            open |= *viewed;
        }
        let mut strayed = Vec::new();
        for unit in battle.of_side(self.side.other()).iter() {
            let known = self.units[unit.index()];
            let Place::On(at) = known.place else { continue };
            if seen.cell(unit).is_some() {
                continue;
            }
            *state.unit_mut(unit) = Unit { place: Place::Absent, ..known };
            if open.contains(at) || !has_room(battle, &state, unit, at, self.side) {
                strayed.push((unit, at));
            } else {
                state.put(battle, unit, at);
            }
        }
        for (unit, from) in strayed {
            if let Some(at) = hideout(battle, &state, unit, from, &open) {
                state.put(battle, unit, at);
            }
        }
        imagine_command(battle, &mut state, self.side.other());
        state
    }
}

/// The squares that a side sees: where it stands, beside that, and what it has in view.
fn in_view(battle: &Battle, seen: &State, side: Side) -> CellSet {
    let mut view = seen.occupied(side).dilated(&battle.grid);
    for from in seen.occupied(side) {
        let facing = seen.stack(from).next().map(|unit| seen.unit(unit).facing);
        view |= sight::field_of(battle, seen, from, facing);
    }
    view
}

/// The nearest square out of sight to which a unit may have gone from another.
fn hideout(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    from: Cell,
    open: &CellSet,
) -> Option<Cell> {
    (1..=STRAYS).find_map(|squares| {
        let ring = battle.grid.disc(from, squares);
        ring.iter().find(|&cell| {
            !open.contains(cell)
                && battle.distance(from, cell) == squares
                && battle.passable(&state.fords, cell)
                && has_room(battle, state, unit, cell, battle.unit(unit).side.other())
        })
    })
}

/// Whether somebody can be imagined in a square.
fn has_room(battle: &Battle, state: &State, unit: UnitId, at: Cell, side: Side) -> bool {
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

#[cfg(test)]
mod tests {
    use rules::System;
    use rules::dice::Chance;
    use rules::game::Seat;

    use super::*;

    fn battle() -> Battle {
        let files = atlas::builtin::battle("grand-tactical/antietam").expect("a battle");
        let options = ["4=advanced".to_owned(), "5".to_owned()];
        Battle::new(&files, None, &options).expect("a battle to play")
    }

    /// What the Union sees at the start.
    fn start(battle: &Battle) -> State {
        let mut state = battle.start(&mut Chance::new(1), &mut Vec::new());
        (state.phase, state.side) = (Phase::Operations, Side::Union);
        battle.seen(&state, Seat::Side(Side::Union)).into_owned()
    }

    #[test]
    fn whoever_left_his_square_is_imagined_in_another_out_of_sight() {
        let battle = battle();
        let mut seen = start(&battle);
        let ghost = battle
            .of_side(Side::Confederate)
            .iter()
            .find(|&unit| seen.cell(unit).is_none() && battle.unit(unit).start.is_some());
        let ghost = ghost.expect("somebody is hidden");
        let was = battle.unit(ghost).start.expect("a place");
        let mut memory = Memory::of(&battle, Side::Union);
        memory.observe(&battle, &seen);
        let at = memory.imagine(&battle, &seen).cell(ghost).expect("he is somewhere");
        // In the next phase somebody stands beside the square where he is thought to be, and he is not there.
        seen.round = 2;
        let scout = battle.of_side(Side::Union).iter().find(|&unit| seen.cell(unit).is_some());
        let beside = battle.around(at).iter().find(|&cell| !seen.is_occupied(cell));
        seen.put(&battle, scout.expect("a scout"), beside.expect("a place beside"));
        memory.observe(&battle, &seen);
        let now = memory.imagine(&battle, &seen).cell(ghost).expect("he is not forgotten");
        assert_ne!(now, at, "nobody is there");
        assert!(!in_view(&battle, &seen, Side::Union).contains(now), "he would be seen");
        assert!(battle.distance(was, now) <= STRAYS + 1);
    }

    #[test]
    fn what_comes_into_view_in_the_middle_of_a_phase_is_not_yet_seen_to_be_empty() {
        let battle = battle();
        let mut seen = start(&battle);
        let mut memory = Memory::of(&battle, Side::Union);
        memory.observe(&battle, &seen);
        let before = memory.imagine(&battle, &seen);
        for unit in battle.of_side(Side::Union).iter() {
            let turned = seen.unit(unit).facing.opposite();
            seen.unit_mut(unit).facing = turned;
        }
        memory.observe(&battle, &seen);
        let after = memory.imagine(&battle, &seen);
        for unit in battle.of_side(Side::Confederate).iter() {
            assert_eq!(before.cell(unit), after.cell(unit), "{unit:?}");
        }
    }
}
