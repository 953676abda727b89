//! A slow judge of assaults, who reads a position as text and knows nothing of the engine: who may
//! assault whom, what must be assaulted, and whether all of it can still be done, by trying every
//! sequence of declarations.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

/// The ground of a few hexes: what is drawn in each, and the water between two of them.
#[derive(Clone, Default)]
pub struct Ground {
    /// A character a hex, as fixtures draw it; what is not named is clear.
    pub terrain: BTreeMap<String, char>,
    /// `creek`, `bridge`, `ford` or `stream`, the smaller number first.
    pub water: BTreeMap<(String, String), &'static str>,
}

impl Ground {
    /// What is drawn in a hex.
    pub fn drawn(&self, hex: &str) -> char {
        self.terrain.get(hex).copied().unwrap_or('.')
    }

    /// Woods and towns, which stop zones of control.
    pub fn screens(&self, hex: &str) -> bool {
        matches!(self.drawn(hex).to_ascii_lowercase(), 'w' | 't')
    }

    fn is_cover(&self, hex: &str) -> bool {
        matches!(self.drawn(hex).to_ascii_lowercase(), 'w' | 't' | 'r' | 's')
    }

    fn is_high(&self, hex: &str) -> bool {
        let drawn = self.drawn(hex);
        drawn == '^' || drawn.is_ascii_uppercase()
    }

    fn hides(&self, hex: &str) -> bool {
        self.is_high(hex) || matches!(self.drawn(hex), 'w' | 't' | 'r')
    }

    /// The water between two hexes.
    pub fn between(&self, a: &str, b: &str) -> Option<&'static str> {
        let pair = if a < b { (a, b) } else { (b, a) };
        self.water.get(&(pair.0.to_owned(), pair.1.to_owned())).copied()
    }
}

fn cube(hex: &str) -> (i32, i32) {
    let (column, row) =
        (hex[..2].parse::<i32>().unwrap() - 1, hex[2..].parse::<i32>().unwrap() - 1);
    (column, row - (column - (column & 1)) / 2)
}

/// How far two hexes are apart.
pub fn distance(a: &str, b: &str) -> i32 {
    let ((ax, ay), (bx, by)) = (cube(a), cube(b));
    let (dx, dy) = (bx - ax, by - ay);
    dx.abs().max(dy.abs()).max((dx + dy).abs())
}

/// What somebody is, for an assault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    Infantry,
    Cavalry,
    Guns,
}

/// A unit of the player who assaults.
#[derive(Clone, Debug)]
pub struct Own {
    pub id: String,
    pub arm: Arm,
    hex: String,
    /// It may still attack.
    free: bool,
    /// It is infantry whose zone of control obliges.
    able: bool,
}

/// A declaration: bits of the own units, bits of the enemy hexes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Plan {
    pub attackers: u32,
    pub defenders: u32,
}

/// Who stands where, and what is owed.
pub struct Judge {
    ground: Ground,
    pub own: Vec<Own>,
    /// Every hex with an enemy.
    pub hexes: Vec<String>,
    /// Those that hold somebody who has not been assaulted.
    fresh: u32,
    /// Those that must still be assaulted, as the position says.
    pub owed: u32,
}

impl Judge {
    /// Reads a position. `kind` says whether a unit is the assaulting player's, its arm, and
    /// whether it is active.
    pub fn of(
        position: &Value,
        ground: &Ground,
        kind: impl Fn(&str) -> (bool, Arm, bool),
    ) -> Judge {
        let (mut own, mut enemies) = (Vec::new(), BTreeMap::<String, bool>::new());
        for unit in position["units"].as_array().unwrap() {
            let Some(hex) = unit["hex"].as_str() else { continue };
            let id = unit["id"].as_str().unwrap();
            let (is_own, arm, active) = kind(id);
            let has = |flag: &str| unit[flag] == true;
            if is_own {
                let spent = has("rallied") || has("searched") || has("assaulted");
                own.push(Own {
                    id: id.to_owned(),
                    arm,
                    hex: hex.to_owned(),
                    free: active && !spent && !has("bombarded"),
                    able: active && !spent && arm == Arm::Infantry,
                });
            } else {
                *enemies.entry(hex.to_owned()).or_default() |= !has("defended");
            }
        }
        let hexes: Vec<String> = enemies.keys().cloned().collect();
        let bits = |fits: &dyn Fn(&String) -> bool| {
            let each = hexes.iter().enumerate().filter(|(_, hex)| fits(hex));
            each.fold(0u32, |all, (bit, _)| all | 1 << bit)
        };
        let listed: BTreeSet<&str> =
            position["obligations"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let (fresh, owed) = (bits(&|hex| enemies[hex]), bits(&|hex| listed.contains(&**hex)));
        assert_eq!(owed.count_ones() as usize, listed.len(), "an empty hex is owed");
        Judge { ground: ground.clone(), own, hexes, fresh, owed }
    }

    fn own_in(&self, bits: u32) -> impl Iterator<Item = &Own> {
        self.own.iter().enumerate().filter(move |(bit, _)| bits >> bit & 1 != 0).map(|(_, own)| own)
    }

    fn hexes_in(&self, bits: u32) -> impl Iterator<Item = &String> {
        self.hexes
            .iter()
            .enumerate()
            .filter(move |(bit, _)| bits >> bit & 1 != 0)
            .map(|(_, hex)| hex)
    }

    /// [BR 6.0] Whether infantry in a hex has another in its zone of control.
    fn zone(&self, from: &str, to: &str) -> bool {
        distance(from, to) == 1
            && self.ground.between(from, to).is_none()
            && !self.ground.screens(from)
            && !self.ground.screens(to)
    }

    /// The hexes of some that no able infantry but these has in its zone of control.
    fn unanswered(&self, hexes: u32, but: u32) -> u32 {
        let answers = |hex: &str| self.own_in(!but).any(|own| own.able && self.zone(&own.hex, hex));
        let bit = |at: &usize| hexes >> at & 1 != 0 && !answers(&self.hexes[*at]);
        (0..self.hexes.len()).filter(bit).fold(0, |all, at| all | 1 << at)
    }

    /// [BR 8.0] What must be assaulted if the phase begins now.
    pub fn owed_at_start(&self) -> u32 {
        self.fresh & !self.unanswered(self.fresh, 0)
    }

    /// [BR 8.0?] Those of some hexes that are still owed when a combat is over.
    pub fn still_owed(&self, before: &BTreeSet<String>) -> u32 {
        let named = |(_, hex): &(usize, &String)| before.contains(*hex);
        let held =
            self.hexes.iter().enumerate().filter(named).fold(0, |all, (at, _)| all | 1 << at);
        held & !self.unanswered(held, 0)
    }

    /// [BR 7.0] Sight over two hexes: the hex between, or both if the line runs along their common
    /// side.
    fn sees(&self, from: &str, to: &str) -> bool {
        let (x, y) = cube(from);
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)].map(|(dx, dy)| {
            let (column, y) = (x + dx, y + dy);
            format!("{:02}{:02}", column + 1, y + (column - (column & 1)) / 2 + 1)
        });
        let mut between = around.iter().filter(|hex| distance(hex, to) == 1);
        self.ground.is_high(from) || !between.all(|hex| self.ground.hides(hex))
    }

    /// [BR 8.0] The six printed conditions of an assault, without regard to what it leaves undone.
    pub fn is_assault(&self, plan: Plan) -> bool {
        if plan.defenders == 0 || plan.defenders & !self.fresh != 0 {
            return false;
        }
        let (mut next_to, mut wet, mut others) = (0, false, false);
        for own in self.own_in(plan.attackers) {
            let far: Vec<i32> =
                self.hexes_in(plan.defenders).map(|hex| distance(&own.hex, hex)).collect();
            if !own.free {
                return false;
            }
            let foot = own.arm == Arm::Infantry;
            others |= !foot;
            if far.iter().all(|&far| far == 1) {
                next_to += 1;
                for hex in self.hexes_in(plan.defenders) {
                    let water = self.ground.between(&own.hex, hex);
                    wet |= water.is_some();
                    let barred = water.is_some() || self.ground.is_cover(hex);
                    if water == Some("creek") || !foot && barred {
                        return false;
                    }
                }
            } else {
                let mut open = self
                    .hexes_in(plan.defenders)
                    .filter(|hex| distance(&own.hex, hex) == 2 && !self.ground.is_cover(hex));
                if own.arm != Arm::Guns
                    || far.contains(&1)
                    || !open.any(|hex| self.sees(&own.hex, hex))
                {
                    return false;
                }
            }
        }
        next_to > 0 && !(wet && others)
    }

    /// [BR 8.0?] Whether an assault leaves a hex that is owed to no able infantry.
    pub fn leaves(&self, plan: Plan, owed: u32, spent: u32) -> bool {
        self.unanswered(owed & !plan.defenders, spent | plan.attackers) != 0
    }

    /// Every declaration that keeps the six conditions.
    pub fn assaults(&self) -> Vec<Plan> {
        let all = (1..1u32 << self.own.len())
            .flat_map(|attackers| {
                (1..1u32 << self.hexes.len()).map(move |defenders| Plan { attackers, defenders })
            })
            .filter(|&plan| self.is_assault(plan));
        all.collect()
    }
}

/// Every sequence of declarations on a board where nobody moves, tried to its end.
pub struct Sequences<'j> {
    judge: &'j Judge,
    assaults: &'j [Plan],
    /// Whether the check of the last decision applies to every step, or the six conditions alone.
    checked: bool,
    known: HashMap<(u32, u32), bool>,
}

impl<'j> Sequences<'j> {
    pub fn new(judge: &'j Judge, assaults: &'j [Plan], checked: bool) -> Sequences<'j> {
        Sequences { judge, assaults, checked, known: HashMap::new() }
    }

    /// Whether everything owed can be assaulted after these units and hexes have had their turn.
    pub fn complete(&mut self, spent: u32, done: u32) -> bool {
        let owed = self.judge.owed & !done;
        if owed == 0 {
            return true;
        }
        if let Some(&known) = self.known.get(&(spent, done)) {
            return known;
        }
        let fits = |plan: &&Plan| plan.attackers & spent == 0 && plan.defenders & done == 0;
        let open: Vec<Plan> = self.assaults.iter().filter(fits).copied().collect();
        let found = open.into_iter().any(|plan| {
            !(self.checked && self.judge.leaves(plan, owed, spent))
                && self.complete(spent | plan.attackers, done | plan.defenders)
        });
        self.known.insert((spent, done), found);
        found
    }
}
