//! Finds positions for puzzles in games between computers: who fires, at whom, and whoever stands around.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use atlas::battle::Battle as Files;
use atlas::{BySide, Side};
use field::Cell;
use rules::System;
use rules::grand_tactical::state::{Phase, State};
use rules::grand_tactical::{Battle, UnitId, sight};
use serde_json::{Value, json};

use super::EveryDraw;
use crate::bout;
use crate::budget::Budget;
use crate::contender::Contender;
use crate::names::Names;
use crate::puzzle::seek::cut;
use crate::puzzle::{Candidate, Goal, Kind};

/// The squares that a gun must have to choose from, at least and at most.
const TARGETS: (usize, usize) = (3, 7);
/// How far from the enemy that is to be broken others are kept.
const AROUND: usize = 2;
/// How far from him a march that may break him can have begun.
const MARCH: RangeInclusive<usize> = 2..=5;
/// Below this morale an enemy may break.
const SHAKEN: i32 = 40;
/// How many of a kind are proved of one phase.
const MOST_OF_A_PHASE: usize = 2;
/// How many ways a combat without an order may have, to be worth a proof.
const SHORT: u64 = 4_000;

/// Plays a game and tells of every position in it that may make a puzzle.
pub fn candidates(
    battle: &Battle,
    files: &Files,
    seats: BySide<Contender>,
    seed: u64,
    tell: &mut dyn FnMut(Candidate),
) {
    let finder = Finder { battle, names: Names::of(&files.map) };
    let (mut begun, mut last): (Option<State>, Option<State>) = (None, None);
    let mut look = |state: &State| {
        let phase = |other: &State| {
            (other.turn, other.phase, other.side, other.round)
                == (state.turn, state.phase, state.side, state.round)
        };
        if !last.as_ref().is_some_and(phase) {
            // The phase before is over: how it began, and how it stood before the last order of it.
            if let (Some(begun), Some(last)) = (&begun, &last)
                && last.phase == Phase::Operations
            {
                finder.look_at(begun, last, tell);
            }
            begun = Some(*state);
        }
        last = Some(*state);
    };
    bout::watch(battle, seats, seed, &mut |_, choose| choose(Budget::FREE), &mut look);
}

struct Finder<'b> {
    battle: &'b Battle,
    names: Names,
}

impl Finder<'_> {
    fn look_at(&self, begun: &State, state: &State, tell: &mut dyn FnMut(Candidate)) {
        let (mut guns, mut marches) = (Vec::new(), Vec::new());
        for unit in self.battle.of_side(state.side).iter() {
            let facts = self.battle.unit(unit);
            let Some(at) = state.cell(unit).filter(|_| !state.unit(unit).routed) else { continue };
            if facts.is_artillery() && state.unit(unit).moved == 0 {
                guns.extend(self.ask_gun(state, unit));
            }
            if !facts.is_artillery() && begun.cell(unit).is_some_and(|from| from != at) {
                marches.extend(self.ask_march(begun, state, unit, at));
            }
        }
        for candidates in [guns, marches] {
            let short = |one: &Candidate| EveryDraw(self.battle).is_short(&one.position, SHORT);
            candidates.into_iter().filter(short).take(MOST_OF_A_PHASE).for_each(&mut *tell);
        }
    }

    /// A gun has the choice between several squares.
    fn ask_gun(&self, state: &State, gun: UnitId) -> Option<Candidate> {
        let mut state = *state;
        state.unit_mut(gun).fire = None;
        let enemies = *state.occupied(state.side.other());
        let may = |at: &Cell| sight::may_plot(self.battle, &state, gun, *at).is_ok();
        let targets: Vec<Cell> = enemies.iter().filter(may).collect();
        if !(TARGETS.0..=TARGETS.1).contains(&targets.len()) {
            return None;
        }
        let own = state.cell(gun)?;
        let mut kept = self.around(&state, state.side, own, 1);
        for &target in &targets {
            kept.extend(state.stack(target).map(|unit| self.id(unit)));
        }
        let op = state.unit(gun).op;
        let position = self.cut(&state, &kept, (gun, own, op))?;
        let called = &self.battle.unit(gun).short;
        let words = format!(
            "Only {called} has points left. Plot its fire, or end the phase and leave the target to it, so that the \
             losses of this combat bring you most points and the enemy least, over every draw."
        );
        let goal = Goal::Losses {};
        let (kind, tolerance) = (Kind::Fire, Kind::Fire.usual_tolerance());
        let (side, step, place) = (state.side, state.sequence, self.place(own));
        Some(Candidate { kind, side, position, goal, tolerance, place, words, step })
    }

    /// A unit that marched is put back where it came from: its march decides whether an enemy near its end breaks.
    fn ask_march(
        &self,
        begun: &State,
        state: &State,
        mover: UnitId,
        at: Cell,
    ) -> Option<Candidate> {
        let battle = self.battle;
        let from = begun.cell(mover)?;
        let enemy = state.side.other();
        let shaken =
            |&unit: &UnitId| !state.unit(unit).routed && state.morale(battle, unit) < SHAKEN;
        let near = |square: &Cell| {
            battle.distance(*square, at) <= 2 && MARCH.contains(&battle.distance(*square, from))
        };
        let squares = state.occupied(enemy).iter().filter(near);
        let (square, prey) = squares
            .filter_map(|square| Some((square, state.stack(square).find(shaken)?)))
            .next()?;
        let mut kept = self.around(state, enemy, square, AROUND);
        kept.extend(self.around(state, state.side, square, AROUND));
        kept.insert(self.id(mover));
        let position = self.cut(state, &kept, (mover, from, begun.unit(mover).op))?;
        let (called, broken) = (&battle.unit(mover).short, &battle.unit(prey).short);
        let words = format!(
            "Only {called} has points left. March or plot its fire, so that {broken} most surely routs, or is no more, \
             when this combat is over."
        );
        let goal = Goal::Lost { unit: battle.unit(prey).id.clone() };
        let (kind, tolerance) = (Kind::Break, Kind::Break.usual_tolerance());
        let (side, step, place) = (state.side, state.sequence, self.place(square));
        Some(Candidate { kind, side, position, goal, tolerance, place, words, step })
    }

    fn id(&self, unit: UnitId) -> &str {
        self.battle.unit(unit).id.as_str()
    }

    /// The units of a side within so many squares.
    fn around(&self, state: &State, side: Side, at: Cell, within: usize) -> BTreeSet<&str> {
        let near = |unit: &UnitId| {
            state.cell(*unit).is_some_and(|cell| self.battle.distance(cell, at) <= within)
        };
        state.on_map(self.battle, side).filter(near).map(|unit| self.id(unit)).collect()
    }

    /// What the nearest place with a name is called.
    fn place(&self, at: Cell) -> String {
        let cells = self.battle.grid.cells();
        let named = cells.filter_map(|cell| Some((cell, self.names.place(cell)?)));
        let named = named.filter(|(_, name)| name.starts_with(char::is_uppercase));
        let nearest = named.min_by_key(|(cell, _)| self.battle.distance(*cell, at));
        nearest.map_or_else(String::new, |(_, name)| name.to_owned())
    }

    /// The position with these units alone: one has its points and stands where it did, the others of its side have
    /// done what they could.
    fn cut(
        &self,
        state: &State,
        kept: &BTreeSet<&str>,
        (acting, from, op): (UnitId, Cell, u8),
    ) -> Option<Value> {
        let mut position =
            cut(self.battle.write_position(state, None), kept, &["due", "score", "losses"])?;
        let (id, from) = (self.id(acting).to_owned(), self.battle.name(from));
        for unit in position.get_mut("units")?.as_array_mut()? {
            let fields = unit.as_object_mut()?;
            let own = fields.get("id").and_then(Value::as_str).and_then(|id| self.battle.find(id));
            let own = own.is_some_and(|unit| self.battle.unit(unit).side == state.side);
            fields.remove("fire");
            fields.remove("melee");
            if fields.get("id") == Some(&json!(id)) {
                fields.insert("square".into(), json!(from));
                fields.insert("op".into(), json!(op));
            } else if own {
                fields.insert("op".into(), json!(0));
            }
        }
        Some(position)
    }
}
