//! Finds positions for puzzles in games between computers: a fight that hangs together is cut out of the battle, with
//! the units around it.

use atlas::battle::{Arm, Battle as Files};
use atlas::{BySide, Side};
use field::{Cell, CellSet};
use rules::System;
use rules::brigade::{Action, Phase, Prepared, State, actions, assault, bombardment, check};
use rules::ids::UnitId;
use serde_json::Value;

use crate::bout;
use crate::budget::Budget;
use crate::contender::Contender;
use crate::names::Names;
use crate::puzzle::seek::{Field, Fight, Question, Troop, cut, put_back};
use crate::puzzle::{Candidate, Goal, Kind};

/// The most hexes of one's own and of the enemy that fight in a puzzle.
const MOST_HEXES: (usize, usize) = (4, 3);
/// What the rules work out of a position by themselves.
const WORKED_OUT: [&str; 3] = ["targets", "obligations", "hill"];

/// What is to be done where guns may speak before the assaults.
const GUNS: &str = "Your guns may bombard before your assaults, but guns that have bombarded do not support. Make the \
                    first bombardment, or end the phase without one,";

/// Plays a game and tells of every position in it that may make a puzzle.
pub fn candidates(
    game: &Prepared,
    files: &Files,
    seats: BySide<Contender>,
    seed: u64,
    tell: &mut dyn FnMut(Candidate),
) {
    let finder = Finder { game, files, names: Names::of(&files.map) };
    let mut before = None;
    let mut last = (0, Phase::Rally, Side::Union);
    let mut look = |state: &State| {
        let now = (state.turn, state.phase, state.side);
        if now == last || state.pending().is_some() {
            return;
        }
        last = now;
        match (state.phase, &before) {
            (Phase::Movement, _) => before = Some(state.clone()),
            (Phase::Bombardment, Some(before)) => finder.look_at_guns(before, state, tell),
            (Phase::Assault, _) => finder.look_at_assaults(state, tell),
            _ => {}
        }
    };
    bout::watch(game, seats, seed, &mut |_, choose| choose(Budget::FREE), &mut look);
}

struct Finder<'g> {
    game: &'g Prepared,
    files: &'g Files,
    names: Names,
}

impl Finder<'_> {
    /// The fights that the side to move has at hand, of a size that can be proved.
    fn fights(&self, state: &State) -> Vec<Fight> {
        let battle = &self.game.battle;
        let of = |cells: rules::ids::UnitSet| -> CellSet {
            cells.iter().filter_map(|unit| state.cell(unit)).collect()
        };
        let own = of(assault::free(battle, state).without(battle.guns()));
        let enemies = *state.occupied(state.side.other());
        let touch = |a: Cell, b: Cell| battle.grid().distance(a, b) == 1;
        let mut seen = CellSet::EMPTY;
        let mut found = Vec::new();
        for target in enemies.iter() {
            if seen.contains(target) || !own.iter().any(|cell| touch(cell, target)) {
                continue;
            }
            let fight = Fight::around(target, &own, &enemies, touch);
            seen |= fight.enemy;
            if fight.own.len() <= MOST_HEXES.0 && fight.enemy.len() <= MOST_HEXES.1 {
                found.push(fight);
            }
        }
        found
    }

    /// The guns are to speak, and then the infantry. One unit put back has still to march.
    fn look_at_guns(&self, before: &State, state: &State, tell: &mut dyn FnMut(Candidate)) {
        for fight in self.fights(state) {
            if let Some(position) = self.cut(state, &fight, None)
                && self.may_fire(&position)
            {
                self.ask(state, &fight, &position, GUNS, tell);
            }
            if fight.enemy.len() <= 2 && fight.own.len() <= 3 {
                self.closings(before, state, &fight, tell);
            }
        }
    }

    fn look_at_assaults(&self, state: &State, tell: &mut dyn FnMut(Candidate)) {
        for fight in self.fights(state) {
            if fight.own.len() + fight.enemy.len() >= 3
                && let Some(position) = self.cut(state, &fight, None)
            {
                let what = match self.may_end(&position) {
                    true => "Make the first assault, or end the phase without one,",
                    false => "Make the first assault",
                };
                self.ask(state, &fight, &position, what, tell);
            }
        }
    }

    /// Whether somebody can bombard in a position, other than a hex far from any assault.
    fn may_fire(&self, position: &Value) -> bool {
        let Ok(state) = self.game.read_position(position) else { return false };
        !bombardment::choices(&self.game.battle, &state).is_empty()
    }

    /// Whether nobody is obliged to assault.
    fn may_end(&self, position: &Value) -> bool {
        let Ok(state) = self.game.read_position(position) else { return false };
        check(&self.game.battle, &state, &Action::EndPhase).is_ok()
    }

    /// What can be asked of a fight before its first attack.
    fn ask(
        &self,
        state: &State,
        fight: &Fight,
        position: &Value,
        what: &str,
        tell: &mut dyn FnMut(Candidate),
    ) {
        let words = format!(
            "{what} so that, over all faces of the dice and with the best play of both sides after it, the enemy \
             loses most strength and you least."
        );
        let question = Question { kind: Kind::Attack, goal: Goal::Losses {}, words };
        self.tell(state, fight, position.clone(), question, tell);
        for cell in fight.enemy.iter().filter(|&cell| self.is_place(cell)) {
            let grid = self.game.battle.grid();
            let place = self.names.hex(grid, cell);
            let words = format!(
                "Take {place}. {what} so that, with the best play of both sides after it, one of your units most \
                 surely holds it when your turn is over."
            );
            let goal = Goal::Held { cell: grid.name(cell).to_string() };
            let question = Question { kind: Kind::Hold, goal, words };
            self.tell(state, fight, position.clone(), question, tell);
        }
        for cell in fight.own.iter().filter(|&cell| self.is_place(cell)) {
            let grid = self.game.battle.grid();
            let place = self.names.hex(grid, cell);
            let words = format!(
                "Hold {place}. {what} so that, with the best play of both sides after it, one of your units most \
                 surely still stands there when your turn is over."
            );
            let goal = Goal::Held { cell: grid.name(cell).to_string() };
            let question = Question { kind: Kind::Hold, goal, words };
            self.tell(state, fight, position.clone(), question, tell);
        }
    }

    /// Whether a hex is worth points or has a name of its own.
    fn is_place(&self, cell: Cell) -> bool {
        let name = self.names.place(cell).unwrap_or_default();
        self.files.map.objectives.contains_key(&cell) || name.starts_with(char::is_uppercase)
    }

    /// One unit is put back where it came from: its march decides whether an enemy with one step left gets away.
    fn closings(
        &self,
        before: &State,
        state: &State,
        fight: &Fight,
        tell: &mut dyn FnMut(Candidate),
    ) {
        let battle = &self.game.battle;
        let enemies = fight.enemy.iter().flat_map(|cell| state.units_at(cell).iter());
        let weak =
            |&unit: &UnitId| state.is_reduced(unit) && battle.unit(unit).arm == Arm::Infantry;
        for enemy in enemies.filter(weak) {
            let Some(target) = state.cell(enemy) else { continue };
            let marched = |&unit: &UnitId| {
                let near = |at| battle.grid().distance(at, target) <= 2;
                state.cell(unit).is_some_and(near)
                    && battle.unit(unit).arm != Arm::Artillery
                    && before.cell(unit).is_some()
                    && before.cell(unit) != state.cell(unit)
            };
            for mover in assault::free(battle, state).iter().filter(marched) {
                self.closing(before, state, fight, (mover, enemy), tell);
            }
        }
    }

    fn closing(
        &self,
        before: &State,
        state: &State,
        fight: &Fight,
        (mover, enemy): (UnitId, UnitId),
        tell: &mut dyn FnMut(Candidate),
    ) {
        let battle = &self.game.battle;
        let rest = fight.own.iter().any(|cell| state.units_at(cell).iter().any(|u| u != mover));
        let Some(from) = before.cell(mover).filter(|_| rest) else { return };
        let Some(mut position) = self.cut(state, fight, Some(mover)) else { return };
        let (id, from) = (&battle.unit(mover).id, battle.grid().name(from).to_string());
        put_back(&mut position, id, &from, |id| {
            battle.find(id).is_some_and(|unit| battle.unit(unit).side == state.side)
        });
        let (called, lost) = (&battle.unit(mover).called, &battle.unit(enemy).called);
        let words = format!(
            "Only {called} has still to march. March, so that {lost}, with one step left, has the least chance to be \
             there after your attacks: whoever must retreat and cannot loses a step."
        );
        let goal = Goal::Lost { unit: battle.unit(enemy).id.clone() };
        self.tell(state, fight, position, Question { kind: Kind::Close, goal, words }, tell);
    }

    fn tell(
        &self,
        state: &State,
        fight: &Fight,
        position: Value,
        question: Question,
        tell: &mut dyn FnMut(Candidate),
    ) {
        // What cannot be read, or leaves nothing to decide, is no puzzle.
        let Ok(read) = self.game.read_position(&position) else { return };
        if actions(&self.game.battle, &read).len() < 2 {
            return;
        }
        let Question { kind, goal, words } = question;
        let (side, step, tolerance) = (state.side, state.sequence, kind.usual_tolerance());
        let place = self.field(state).place(fight);
        tell(Candidate { kind, side, position, goal, tolerance, place, words, step });
    }

    /// Everybody on the map.
    fn field(&self, state: &State) -> Field<'_> {
        let battle = &self.game.battle;
        let on_map = Side::BOTH.iter().flat_map(|&side| state.on_map(battle, side).iter());
        let troop = |unit| {
            let printed = battle.unit(unit);
            let cell = state.cell(unit)?;
            let range = match printed.arm {
                Arm::Artillery => bombardment::range_from(battle, unit, cell).into(),
                _ => 0,
            };
            Some(Troop { id: printed.id.as_str(), side: printed.side, cell, range })
        };
        let troops = on_map.filter_map(troop).collect();
        Field { grid: battle.grid(), names: &self.names, side: state.side, troops }
    }

    /// The position with a fight alone, with whoever stands around and, if one is named, a mover.
    fn cut(&self, state: &State, fight: &Fight, mover: Option<UnitId>) -> Option<Value> {
        let battle = &self.game.battle;
        let touch = |a: Cell, b: Cell| battle.grid().distance(a, b) == 1;
        let mut kept = self.field(state).kept(fight, touch);
        kept.extend(mover.map(|unit| battle.unit(unit).id.as_str()));
        let position = cut(self.game.write_position(state, None), &kept, &WORKED_OUT)?;
        self.game.read_position(&position).ok()?;
        Some(position)
    }
}
