//! Finds positions for puzzles in games between computers: a fight that hangs together is cut out of the battle, with
//! the units around it.

use atlas::battle::Battle as Files;
use atlas::{BySide, Side};
use field::{Cell, CellSet};
use rules::System;
use rules::blue_gray::obligations::Obligations;
use rules::blue_gray::{Phase, Prepared, State, UnitId};
use serde_json::Value;

use super::is_fresh_combat;
use crate::bout;
use crate::budget::Budget;
use crate::contender::Contender;
use crate::names::Names;
use crate::puzzle::seek::{Field, Fight, Question, Troop, cut, put_back};
use crate::puzzle::{Candidate, Goal, Kind};

/// The most hexes of one's own and of the enemy that fight in a puzzle.
const MOST_HEXES: (usize, usize) = (4, 3);
/// What the rules work out of a position by themselves.
const WORKED_OUT: [&str; 4] = ["control", "points", "forts_scored", "moves_left"];

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
    let mut last = (0, Phase::Movement, Side::Union);
    let mut look = |state: &State| {
        let now = (state.turn, state.phase, state.side);
        if now == last || state.pending().is_some() {
            return;
        }
        last = now;
        match (state.phase, &before) {
            (Phase::Movement, _) => before = Some(state.clone()),
            (Phase::Combat, Some(before)) => finder.look(before, state, tell),
            (Phase::Combat, None) => {}
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
    fn look(&self, before: &State, state: &State, tell: &mut dyn FnMut(Candidate)) {
        if !is_fresh_combat(state) {
            return;
        }
        let obligations = Obligations::of(&self.game.battle, state);
        let mut seen = CellSet::EMPTY;
        for target in obligations.must_be_attacked.iter() {
            if seen.contains(target) {
                continue;
            }
            let fight = self.fight(target, &obligations);
            seen |= fight.enemy;
            if fight.own.len() > MOST_HEXES.0 || fight.enemy.len() > MOST_HEXES.1 {
                continue;
            }
            self.attacks(state, &fight, tell);
            self.places(state, &fight, tell);
            if fight.enemy.len() == 1 && fight.own.len() <= 3 {
                self.closings(before, state, &fight, target, tell);
            }
        }
    }

    /// Everybody who is in contact with a target, directly or through others.
    fn fight(&self, target: Cell, obligations: &Obligations) -> Fight {
        let touch = |a, b| self.game.battle.ground.are_adjacent(a, b);
        Fight::around(target, &obligations.must_attack, &obligations.targets, touch)
    }

    fn attacks(&self, state: &State, fight: &Fight, tell: &mut dyn FnMut(Candidate)) {
        if fight.own.len() < 2 || fight.own.len() + fight.enemy.len() < 4 {
            return;
        }
        let words = "Make the first attack: the one that, over all faces of the dice and with the best play of both \
                     sides after it, costs the enemy most strength and you least.";
        let question = Question { kind: Kind::Attack, goal: Goal::Losses {}, words: words.into() };
        self.offer(state, fight, question, tell);
    }

    /// Places worth something, or with a name, that one of ours stands in or that can be won.
    fn places(&self, state: &State, fight: &Fight, tell: &mut dyn FnMut(Candidate)) {
        let worth_it = |&cell: &Cell| {
            let name = self.names.place(cell).unwrap_or_default();
            self.files.map.objectives.contains_key(&cell) || name.starts_with(char::is_uppercase)
        };
        for cell in (fight.own | fight.enemy).iter().filter(worth_it) {
            let grid = self.game.battle.grid();
            let place = self.names.hex(grid, cell);
            let words = if fight.own.contains(cell) {
                format!(
                    "Hold {place}. Make the first attack after which, with the best play of both sides, it is most \
                         surely still yours when your turn is over."
                )
            } else {
                format!(
                    "Take {place}. Make the first attack after which, with the best play of both sides, one of your \
                         units most surely stands there when your turn is over."
                )
            };
            let goal = Goal::Held { cell: grid.name(cell).to_string() };
            self.offer(state, fight, Question { kind: Kind::Hold, goal, words }, tell);
        }
    }

    /// One unit is put back where it came from: its march decides whether the enemy gets away.
    fn closings(
        &self,
        before: &State,
        state: &State,
        fight: &Fight,
        target: Cell,
        tell: &mut dyn FnMut(Candidate),
    ) {
        let battle = &self.game.battle;
        let enemies = state.units_at(target);
        let Some(enemy) = enemies.iter().max_by_key(|&unit| battle.unit(unit).strength) else {
            return;
        };
        let movers = battle.of_side(state.side).iter().filter(|&unit| {
            let near = state.cell(unit).is_some_and(|at| battle.grid().distance(at, target) <= 2);
            near && before.cell(unit).is_some() && before.cell(unit) != state.cell(unit)
        });
        for mover in movers {
            let rest = fight.own.iter().any(|cell| state.units_at(cell).iter().any(|u| u != mover));
            let Some(from) = before.cell(mover).filter(|_| rest) else { continue };
            let Some(mut position) = self.cut(state, fight, Some(mover)) else { continue };
            put_back(
                &mut position,
                &battle.unit(mover).id,
                &battle.grid().name(from).to_string(),
                |id| battle.find(id).is_some_and(|unit| battle.unit(unit).side == state.side),
            );
            let (called, lost) = (&battle.unit(mover).called, &battle.unit(enemy).called);
            let words = format!(
                "Only {called} has still to march. March, so that {lost} has the least chance to be there after your \
                 attacks: one who cannot retreat is lost."
            );
            let goal = Goal::Lost { unit: battle.unit(enemy).id.clone() };
            let question = Question { kind: Kind::Close, goal, words };
            self.tell(state, fight, position, question, tell);
        }
    }

    fn offer(
        &self,
        state: &State,
        fight: &Fight,
        question: Question,
        tell: &mut dyn FnMut(Candidate),
    ) {
        if let Some(position) = self.cut(state, fight, None) {
            self.tell(state, fight, position, question, tell);
        }
    }

    fn tell(
        &self,
        state: &State,
        fight: &Fight,
        position: Value,
        question: Question,
        tell: &mut dyn FnMut(Candidate),
    ) {
        if self.game.read_position(&position).is_err() {
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
            let (id, side, range) = (printed.id.as_str(), printed.side, printed.range.into());
            Some(Troop { id, side, cell: state.cell(unit)?, range })
        };
        let troops = on_map.filter_map(troop).collect();
        Field { grid: battle.grid(), names: &self.names, side: state.side, troops }
    }

    /// The position with a fight alone, with whoever stands around and, if one is named, a mover.
    fn cut(&self, state: &State, fight: &Fight, mover: Option<UnitId>) -> Option<Value> {
        let battle = &self.game.battle;
        let touch = |a, b| battle.ground.are_adjacent(a, b);
        let mut kept = self.field(state).kept(fight, touch);
        kept.extend(mover.map(|unit| battle.unit(unit).id.as_str()));
        let position = cut(self.game.write_position(state, None), &kept, &WORKED_OUT)?;
        self.game.read_position(&position).ok()?;
        Some(position)
    }
}
