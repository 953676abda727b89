//! Points and victory [BG-A 17.0, BG-F 17.0, BG-C 20.0], from the battle's facts.

use std::fmt;

use atlas::battle::Arm;
use atlas::{BySide, Side};
use field::{Cell, CellSet};

use super::battle::Battle;
use super::facts::{EarlyVictory, KillPoints, Measure, RatioLevel};
use super::ids::UnitId;
use super::state::{Place, State};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; `None`: a draw.
    pub winner: Option<Side>,
    /// The place of the level in the battle's list of levels; 0 where there is no list, and for an early
    /// victory.
    pub level: u8,
    /// Whether it ended before the last turn by the battle's early victory.
    pub early: bool,
}

impl Outcome {
    /// What the level is called: "decisive", "draw" …
    pub fn level_name<'b>(&self, battle: &'b Battle) -> &'b str {
        let index = usize::from(self.level);
        match &battle.facts.victory.measure {
            Measure::Higher if self.winner.is_none() => "draw",
            _ if self.early => "victory",
            Measure::Higher => "victory",
            Measure::Difference(levels) => levels.get(index).map_or("", |level| &level.level),
            Measure::Ratio(levels) => levels.get(index).map_or("", |level| &level.level),
        }
    }
}

/// A way to score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Enemy units eliminated.
    Eliminated,
    /// Units that left the map.
    Exited,
    /// Hexes taken during play.
    Awarded,
    /// A hex held at the end: its place in the battle's list.
    Hex(usize),
    /// A group of hexes held at the end: its place in the battle's list.
    Group(usize),
    /// Hexes that infantry threatens at the end.
    Threatened,
    /// Units that are cut off at the end.
    CutOff,
    /// Points that the players agreed on beforehand.
    Bid,
}

impl Source {
    /// Whether its points are scored for good; the others stand only if the game ends so.
    pub fn is_banked(self) -> bool {
        matches!(self, Source::Eliminated | Source::Exited | Source::Awarded | Source::Bid)
    }
}

/// Where points come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Which way to score.
    pub source: Source,
    /// What for, in words.
    pub what: String,
    /// To whom.
    pub side: Side,
    /// How many.
    pub points: i32,
}

/// Every source of points as the game would stand if it ended now.
pub fn tally(battle: &Battle, state: &State) -> Vec<Tally> {
    let mut lines = Vec::new();
    each_source(battle, state, &mut |source, what, side, points| {
        if points != 0 {
            lines.push(Tally { source, what: what.to_string(), side, points });
        }
    });
    lines
}

/// Shows every source of points: what for in words that need not be written, to whom, how many.
fn each_source(
    battle: &Battle,
    state: &State,
    add: &mut dyn FnMut(Source, fmt::Arguments<'_>, Side, i32),
) {
    use Source::{Awarded, Bid, CutOff, Eliminated, Exited, Group, Hex, Threatened};
    for side in Side::BOTH {
        let points = &state.points[side];
        add(Eliminated, format_args!("{} units eliminated", side.other()), side, points.eliminated);
        add(Exited, format_args!("units that left the map"), side, points.exited);
        add(Awarded, format_args!("hexes taken during play"), side, points.awarded);
    }
    if let Some(bid) = battle.bid {
        add(Bid, format_args!("points agreed on beforehand"), bid.side, bid.points as i32);
    }
    let scoring = &battle.facts.scoring;
    let name = |cell: Cell| battle.grid().name(cell);
    // [BG-F 17.13, BG-C 20.12] Hexes held at the end.
    for (index, hex) in scoring.hexes.iter().enumerate() {
        let holder = state.holder(battle, hex.cell);
        if let Some(side) = holder.filter(|&side| hex.to.is_none_or(|to| to == side)) {
            add(Hex(index), format_args!("{} held", name(hex.cell)), side, hex.points);
        }
    }
    // [BG-A 17.1] Nothing for a part of a group.
    for (index, group) in scoring.groups.iter().enumerate() {
        for side in Side::BOTH.into_iter().filter(|&side| group.to.is_none_or(|to| to == side)) {
            let all = group.cells.iter().all(|&cell| state.holder(battle, cell) == Some(side));
            let points = if all { group.points } else { 0 };
            add(Group(index), format_args!("{} held", group.name), side, points);
        }
    }
    if let Some(threatened) = &scoring.threatened {
        let by_infantry = infantry_reach(battle, state, threatened.to);
        let count = threatened.cells.iter().filter(|&&cell| by_infantry.contains(cell)).count();
        let points = count as i32 * threatened.points;
        let what = format_args!("town hexes under infantry control");
        add(Threatened, what, threatened.to, points);
    }
    if let Some(cut) = &scoring.cut_off {
        let lost: i32 = cut_off(battle, state).map(|unit| kill_points(battle, unit)).sum();
        let to = name(cut.to);
        add(CutOff, format_args!("{} units cut off from {to}", cut.side), cut.side.other(), lost);
    }
}

/// The totals as the game would stand if it ended now.
pub fn totals(battle: &Battle, state: &State) -> BySide<i32> {
    let mut totals = BySide::default();
    each_source(battle, state, &mut |_, _, side, points| totals[side] += points);
    totals
}

/// [BG-A 17.1, BG-F 17.11, BG-C 20.11] What the elimination of a unit is worth to its enemy.
pub fn kill_points(battle: &Battle, unit: UnitId) -> i32 {
    let unit = battle.unit(unit);
    let rate = match unit.side {
        Side::Union => battle.facts.scoring.confederate_kill,
        Side::Confederate => battle.facts.scoring.union_kill,
    };
    match rate {
        KillPoints::Strength => unit.strength as i32,
        KillPoints::Each(points) => i32::from(points),
    }
}

/// [BG-C 20.12] The hexes that infantry of a side occupies or controls.
fn infantry_reach(battle: &Battle, state: &State, side: Side) -> CellSet {
    let mut reach = CellSet::EMPTY;
    for unit in battle.of_side(side).iter() {
        if battle.unit(unit).arm != Arm::Infantry {
            continue;
        }
        if let Some(cell) = state.cell(unit) {
            reach.insert(cell);
            battle.adjacent(cell).iter().for_each(|&next| {
                reach.insert(next);
            });
        }
    }
    reach
}

/// [BG-A 17.1] The units on the map that cannot trace a path of hexes free of enemy units and enemy
/// control to the hex that joins them to the rest of the world. The path obeys the terrain, the unit's
/// own hex belongs to it, and ferries may be passed.
pub fn cut_off<'a>(battle: &'a Battle, state: &'a State) -> impl Iterator<Item = UnitId> + 'a {
    let cut = battle.facts.scoring.cut_off.as_ref();
    let joined = cut.map_or(CellSet::EMPTY, |cut| joined_to(battle, state, cut.side, cut.to));
    let units = cut.map_or(Default::default(), |cut| battle.of_side(cut.side));
    units.iter().filter(move |&unit| match state.place(unit) {
        Place::On(cell) => !joined.contains(cell),
        _ => false,
    })
}

/// The hexes from which a side can reach another, free of enemy units and enemy control.
fn joined_to(battle: &Battle, state: &State, side: Side, to: Cell) -> CellSet {
    let enemy = side.other();
    let grid = battle.grid();
    let free = *grid.all() - state.occupied(enemy) - state.controlled_by(enemy);
    let mut found = CellSet::of(to) & free;
    loop {
        let beyond = found.neighbours_through(grid, battle.ground.ways_back()) & free;
        if beyond.is_subset(&found) {
            return found;
        }
        found |= beyond;
    }
}

/// [BG-A 17.2, BG-F 17.0, BG-C 20.2] Who has won if the game ends now.
pub fn outcome(battle: &Battle, state: &State) -> Outcome {
    outcome_with(battle, totals(battle, state))
}

/// Who has won with these totals.
pub(in crate::blue_gray) fn outcome_with(battle: &Battle, totals: BySide<i32>) -> Outcome {
    let (union, confederate) = (totals.union, totals.confederate);
    match &battle.facts.victory.measure {
        Measure::Higher => {
            let winner = match union.cmp(&confederate) {
                std::cmp::Ordering::Greater => Some(Side::Union),
                std::cmp::Ordering::Less => Some(Side::Confederate),
                std::cmp::Ordering::Equal => None,
            };
            Outcome { winner, level: 0, early: false }
        }
        Measure::Difference(levels) => {
            let met = |least: Option<i32>| least.is_none_or(|least| union - confederate >= least);
            let level = levels.iter().position(|level| met(level.least)).unwrap_or(0);
            Outcome { winner: levels[level].winner, level: level as u8, early: false }
        }
        Measure::Ratio(levels) => {
            let level =
                levels.iter().position(|level| is_met(level, union, confederate)).unwrap_or(0);
            Outcome { winner: levels[level].winner, level: level as u8, early: false }
        }
    }
}

/// Whether union : confederate meets a level, by exact cross-multiplication. 0 : 0 counts as 1 : 1, and
/// anything to nothing is more than any ratio.
fn is_met(level: &RatioLevel, union: i32, confederate: i32) -> bool {
    let Some((left, right)) = level.ratio else { return true };
    let (union, confederate) = match (union.max(0), confederate.max(0)) {
        (0, 0) => (1, 1),
        totals => totals,
    };
    let have = i64::from(union) * i64::from(right);
    let need = i64::from(confederate) * i64::from(left);
    if level.above { have > need } else { have >= need }
}

/// [BG-F 17.0] The victory before the last turn, judged at the end of its turn.
pub fn early(battle: &Battle, state: &State) -> Option<Outcome> {
    let early: &EarlyVictory = battle.facts.victory.early.as_ref()?;
    let own = state.points[early.side].eliminated;
    let other = state.points[early.side.other()].eliminated;
    let ahead = own > 0 && i64::from(own) >= i64::from(early.times) * i64::from(other);
    let held = |&cell: &Cell| state.holder(battle, cell) == Some(early.side.other());
    let wins = state.turn == early.turn && ahead && !early.unless_held.iter().any(held);
    wins.then_some(Outcome { winner: Some(early.side), level: 0, early: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(ratio: (u32, u32), above: bool) -> RatioLevel {
        RatioLevel { ratio: Some(ratio), above, winner: None, level: String::new() }
    }

    #[test]
    fn r17_2_ratio_levels_at_their_exact_boundaries() {
        assert!(is_met(&level((2, 1), false), 20, 10));
        assert!(!is_met(&level((2, 1), false), 19, 10));
        assert!(is_met(&level((3, 2), false), 15, 10));
        assert!(!is_met(&level((1, 1), true), 10, 10));
        assert!(is_met(&level((1, 1), true), 11, 10));
        assert!(!is_met(&level((4, 5), true), 8, 10));
        assert!(is_met(&level((4, 5), true), 81, 100));
        assert!(is_met(&level((2, 1), false), 1, 0));
        assert!(!is_met(&level((1, 1), true), 0, 0));
    }
}
