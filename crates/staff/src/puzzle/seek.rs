//! What the seekers of all systems share: a fight that hangs together is cut out of a battle, with the units around it.

use std::collections::BTreeSet;

use atlas::Side;
use field::{Cell, CellSet, Grid};
use serde_json::{Value, json};

use super::{Fraction, Goal, Kind};
use crate::names::Names;

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
    /// How much less than the best still counts as right.
    pub tolerance: Fraction,
    /// Where it is, for its title.
    pub place: String,
    /// What is asked.
    pub words: String,
    /// After how many actions of the game.
    pub step: u32,
}

/// What is asked of a fight.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// What it is about.
    pub kind: Kind,
    /// What an answer is measured by.
    pub goal: Goal,
    /// What is asked.
    pub words: String,
}

/// A fight that hangs together: the cells in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fight {
    /// One's own.
    pub own: CellSet,
    /// The enemy's.
    pub enemy: CellSet,
}

impl Fight {
    /// Everybody of these who is in contact with a target, directly or through others.
    pub fn around(
        target: Cell,
        own: &CellSet,
        enemies: &CellSet,
        touch: impl Fn(Cell, Cell) -> bool,
    ) -> Fight {
        let mut fight = Fight { own: CellSet::EMPTY, enemy: CellSet::of(target) };
        loop {
            let size = fight.own.len() + fight.enemy.len();
            for cell in own.iter() {
                if fight.enemy.iter().any(|enemy| touch(cell, enemy)) {
                    fight.own.insert(cell);
                }
            }
            for cell in enemies.iter() {
                if fight.own.iter().any(|own| touch(own, cell)) {
                    fight.enemy.insert(cell);
                }
            }
            if fight.own.len() + fight.enemy.len() == size {
                return fight;
            }
        }
    }

    /// All its cells.
    pub fn cells(&self) -> CellSet {
        self.own | self.enemy
    }
}

/// A unit on the map.
#[derive(Clone, Copy, Debug)]
pub struct Troop<'a> {
    /// Its designation.
    pub id: &'a str,
    /// Whose.
    pub side: Side,
    /// Where.
    pub cell: Cell,
    /// How far it fires at somebody it does not touch.
    pub range: usize,
}

/// Everybody on the map, the Union first, as whoever is to have a puzzle sees them.
pub struct Field<'a> {
    /// The grid of the map.
    pub grid: &'a Grid,
    /// What places are called.
    pub names: &'a Names,
    /// Who is to have the puzzle.
    pub side: Side,
    /// The units.
    pub troops: Vec<Troop<'a>>,
}

impl<'a> Field<'a> {
    /// Who fights, guns in range, and whoever stands around and touches no enemy.
    pub fn kept(&self, fight: &Fight, touch: impl Fn(Cell, Cell) -> bool) -> BTreeSet<&'a str> {
        let cells = fight.cells();
        let fights = |troop: &&Troop<'a>| cells.contains(troop.cell);
        let mut kept: Vec<&Troop<'a>> = self.troops.iter().filter(fights).collect();
        let mut guns = 0;
        for troop in self.troops.iter().filter(|troop| !cells.contains(troop.cell)) {
            let far = cells.iter().map(|cell| self.grid.distance(troop.cell, cell)).min();
            let Some(far) = far else { continue };
            let reaches = troop.side == self.side && troop.range >= far;
            let meets =
                |other: &&Troop<'_>| other.side != troop.side && touch(troop.cell, other.cell);
            if (far <= AROUND || reaches && guns < MOST_GUNS) && !kept.iter().any(meets) {
                guns += usize::from(reaches);
                kept.push(troop);
            }
        }
        kept.into_iter().map(|troop| troop.id).collect()
    }

    /// What the nearest place with a name is called.
    pub fn place(&self, fight: &Fight) -> String {
        let named = self.grid.cells().filter_map(|cell| Some((cell, self.names.place(cell)?)));
        let named = named.filter(|(_, name)| name.starts_with(char::is_uppercase));
        let distance = |cell| fight.enemy.iter().map(|at| self.grid.distance(at, cell)).min();
        let nearest = named.min_by_key(|(cell, _)| distance(*cell));
        nearest.map_or_else(String::new, |(_, name)| name.to_owned())
    }
}

/// A position with these units alone. What the rules work out by themselves (`worked_out`) is left to them.
pub fn cut(mut position: Value, kept: &BTreeSet<&str>, worked_out: &[&str]) -> Option<Value> {
    let fields = position.as_object_mut()?;
    for key in ["seed", "sequence", "options"].iter().chain(worked_out) {
        fields.remove(*key);
    }
    fields.retain(|_, value| !value.is_null() && *value != json!(false) && *value != json!([]));
    let units = fields.get_mut("units")?.as_array_mut()?;
    units.retain(|unit| unit["id"].as_str().is_some_and(|id| kept.contains(id)));
    units.iter_mut().filter_map(Value::as_object_mut).for_each(|unit| {
        unit.remove("moved");
    });
    Some(position)
}

/// The movement phase again: one unit where it came from, all others of its side moved.
pub fn put_back(position: &mut Value, mover: &str, from: &str, is_own: impl Fn(&str) -> bool) {
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
