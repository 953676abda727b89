//! Finds positions for puzzles in games between computers: a fight that hangs together is cut out of the battle, with
//! the units around it.

use atlas::battle::Battle as Files;
use atlas::{BySide, Side};
use field::{Cell, CellSet};
use rules::System;
use rules::blue_gray::obligations::Obligations;
use rules::blue_gray::{Phase, Prepared, State, UnitId, UnitSet};
use rules::dice::Chance;
use serde_json::{Value, json};

use super::is_fresh_combat;
use crate::blue_gray::arena::Seat;
use crate::budget::Budget;
use crate::contender::Contender;
use crate::names::Names;
use crate::puzzle::{Goal, Kind};

/// The most hexes of one's own and of the enemy that fight in a puzzle.
const MOST_HEXES: (usize, usize) = (4, 3);
/// How far from the fight others are kept.
const AROUND: usize = 2;
/// The most guns that look on from afar.
const MOST_GUNS: usize = 2;

/// A position that may make a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// What it is about.
    pub kind: Kind,
    /// Whose decision it is.
    pub side: Side,
    /// The position.
    pub position: Value,
    /// What an answer is measured by.
    pub goal: Goal,
    /// Where it is, for its title.
    pub place: String,
    /// What is asked.
    pub words: String,
    /// After how many actions of the game.
    pub step: u32,
}

/// Plays a game and tells of every position in it that may make a puzzle.
pub fn candidates(
    game: &Prepared,
    files: &Files,
    seats: BySide<Contender>,
    seed: u64,
    tell: &mut dyn FnMut(Candidate),
) {
    let mut dice = Chance::new(seed);
    let seat =
        |side: Side| Seat::new(&game.battle, seats[side], seed.wrapping_mul(2) + side as u64);
    let (Some(union), Some(confederate)) = (seat(Side::Union), seat(Side::Confederate)) else {
        return;
    };
    let mut players = BySide { union, confederate };
    let mut events = Vec::new();
    let mut state = game.start(&mut dice, &mut events);
    let mut before = state.clone();
    let finder = Finder { game, files, names: Names::of(&files.map) };
    let mut last = (0, Phase::Movement, Side::Union);
    while let Some(side) = game.decider(&state) {
        let now = (state.turn, state.phase, state.side);
        if now != last && state.pending().is_none() {
            last = now;
            match state.phase {
                Phase::Movement => before = state.clone(),
                Phase::Combat => finder.look(&before, &state, tell),
            }
        }
        let Some(action) = players[side].choose(&game.battle, &state, Budget::FREE) else { return };
        events.clear();
        if game.apply(&mut state, &action, &mut dice, &mut events).is_err() {
            return;
        }
    }
}

struct Finder<'g> {
    game: &'g Prepared,
    files: &'g Files,
    names: Names,
}

/// A fight that hangs together.
struct Fight {
    own: CellSet,
    enemy: CellSet,
}

/// What is asked of a fight.
struct Question {
    kind: Kind,
    goal: Goal,
    words: String,
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
        let ground = &self.game.battle.ground;
        let mut fight = Fight { own: CellSet::EMPTY, enemy: CellSet::EMPTY };
        fight.enemy.insert(target);
        loop {
            let size = fight.own.len() + fight.enemy.len();
            for own in obligations.must_attack.iter() {
                if fight.enemy.iter().any(|enemy| ground.are_adjacent(own, enemy)) {
                    fight.own.insert(own);
                }
            }
            for enemy in obligations.targets.iter() {
                if fight.own.iter().any(|own| ground.are_adjacent(own, enemy)) {
                    fight.enemy.insert(enemy);
                }
            }
            if fight.own.len() + fight.enemy.len() == size {
                return fight;
            }
        }
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
            let mut kept = self.kept(state, fight);
            kept.insert(mover);
            let Some(mut position) = self.cut(state, kept) else { continue };
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
        if let Some(position) = self.cut(state, self.kept(state, fight)) {
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
        let (side, step) = (state.side, state.sequence);
        tell(Candidate { kind, side, position, goal, place: self.place(fight), words, step });
    }

    /// What the nearest place with a name is called.
    fn place(&self, fight: &Fight) -> String {
        let grid = self.game.battle.grid();
        let named = grid.cells().filter_map(|cell| Some((cell, self.names.place(cell)?)));
        let named = named.filter(|(_, name)| name.starts_with(char::is_uppercase));
        let distance = |cell: Cell| fight.enemy.iter().map(|at| grid.distance(at, cell)).min();
        let nearest = named.min_by_key(|(cell, _)| distance(*cell));
        nearest.map_or_else(String::new, |(_, name)| name.to_owned())
    }

    /// Who fights, guns in range, and whoever stands around and touches no enemy.
    fn kept(&self, state: &State, fight: &Fight) -> UnitSet {
        let battle = &self.game.battle;
        let cells = fight.own | fight.enemy;
        let mut kept: UnitSet = cells.iter().flat_map(|cell| state.units_at(cell).iter()).collect();
        let near = |at: Cell| cells.iter().map(|cell| battle.grid().distance(at, cell)).min();
        let mut guns = 0;
        for unit in
            state.on_map(battle, Side::Union).union(state.on_map(battle, Side::Confederate)).iter()
        {
            let Some(at) = state.cell(unit) else { continue };
            let own = battle.unit(unit).side == state.side;
            let reaches = own && usize::from(battle.unit(unit).range) >= near(at).unwrap_or(99);
            let wanted = near(at).is_some_and(|far| far <= AROUND) || (reaches && guns < MOST_GUNS);
            if kept.contains(unit) || !wanted || self.touches(state, kept, unit, at) {
                continue;
            }
            guns += usize::from(reaches);
            kept.insert(unit);
        }
        kept
    }

    fn touches(&self, state: &State, kept: UnitSet, unit: UnitId, at: Cell) -> bool {
        let battle = &self.game.battle;
        kept.iter().any(|other| {
            battle.unit(other).side != battle.unit(unit).side
                && state.cell(other).is_some_and(|cell| battle.ground.are_adjacent(at, cell))
        })
    }

    /// The position with these units alone; what the rules work out is left to them.
    fn cut(&self, state: &State, kept: UnitSet) -> Option<Value> {
        let mut position = self.game.write_position(state, None);
        let fields = position.as_object_mut()?;
        for key in
            ["control", "points", "forts_scored", "seed", "sequence", "moves_left", "options"]
        {
            fields.remove(key);
        }
        fields.retain(|_, value| !value.is_null() && *value != json!(false));
        let battle = &self.game.battle;
        let is_kept = |unit: &Value| {
            let id = unit.get("id").and_then(Value::as_str);
            id.and_then(|id| battle.find(id)).is_some_and(|unit| kept.contains(unit))
        };
        let units = fields.get_mut("units")?.as_array_mut()?;
        units.retain(is_kept);
        units.iter_mut().filter_map(Value::as_object_mut).for_each(|unit| {
            unit.remove("moved");
        });
        self.game.read_position(&position).ok()?;
        Some(position)
    }
}

/// The movement phase again: one unit where it came from, all others of its side moved.
fn put_back(position: &mut Value, mover: &str, from: &str, is_own: impl Fn(&str) -> bool) {
    position["phase"] = json!("movement");
    let Some(units) = position.get_mut("units").and_then(Value::as_array_mut) else { return };
    for unit in units {
        let id = unit["id"].as_str().unwrap_or_default().to_owned();
        if id == mover {
            unit["hex"] = json!(from);
        } else if is_own(&id) {
            unit["moved"] = json!(true);
        }
    }
}
