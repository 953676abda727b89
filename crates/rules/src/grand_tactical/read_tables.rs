//! Reads `rules.toml` of a grand-tactical battle: all tables, or everything that is wrong with
//! them.
//!
//! `docs/battles.md` describes every field. What is wrong is noted and read on as if something
//! harmless stood there: a file with a fault is refused as a whole, with all of its faults.

mod combat;
mod sequence;

use std::ops::RangeInclusive;

use atlas::battle::read::spot::{Fields, Spot};
use atlas::battle::{Battle as Files, Scenario};
use atlas::fault::Faults;
use atlas::{BySide, Side};
use field::Cell;

use super::tables::*;
use crate::facts_file::read_file;

/// The most operation points that anything costs.
const MOST_POINTS: i32 = 40;

/// Reads the rules file of a battle for one of its scenarios.
pub fn read(files: &Files, scenario: &Scenario) -> Result<Tables, Faults> {
    let reader = Reader { files, scenario };
    read_file(files, |whole, _| reader.file(whole))
}

/// What the readers of parts need to know.
struct Reader<'b> {
    files: &'b Files,
    scenario: &'b Scenario,
}

/// The fields of a table of the file; what is wrong or missing is noted and read as something
/// harmless.
struct Part<'s>(Fields<'s>);

impl<'s> Part<'s> {
    /// A part of the file, by its name.
    fn of(top: &mut Fields<'s>, key: &'static str) -> Option<Part<'s>> {
        top.need(key)?.named(key).fields().map(Part)
    }

    fn number(&mut self, key: &'static str, limits: RangeInclusive<i32>) -> i32 {
        let least = *limits.start();
        self.0.need(key).and_then(|spot| spot.signed(limits)).unwrap_or(least)
    }

    fn points(&mut self, key: &'static str) -> u8 {
        self.number(key, 0..=MOST_POINTS) as u8
    }

    fn percent(&mut self, key: &'static str) -> u8 {
        self.number(key, 0..=100) as u8
    }

    /// A list of exactly so many items.
    fn list<const N: usize, T: Copy>(
        &mut self,
        key: &'static str,
        usual: T,
        read: impl FnMut(&Spot<'s>) -> Option<T>,
    ) -> [T; N] {
        self.0.need(key).and_then(|spot| exactly(&spot, read)).unwrap_or([usual; N])
    }

    fn numbers<const N: usize>(
        &mut self,
        key: &'static str,
        limits: RangeInclusive<i32>,
    ) -> [i32; N] {
        let least = *limits.start();
        self.list(key, least, |item| item.signed(limits.clone()))
    }

    /// A value for each side.
    fn sides<T: Copy>(
        &mut self,
        key: &'static str,
        usual: T,
        mut read: impl FnMut(&Spot<'s>) -> Option<T>,
    ) -> BySide<T> {
        let mut both = BySide { union: usual, confederate: usual };
        let Some(mut fields) = self.0.need(key).and_then(|spot| spot.fields()) else { return both };
        for side in Side::BOTH {
            if let Some(value) = fields.need(side.word()).and_then(|spot| read(&spot)) {
                both[side] = value;
            }
        }
        fields.finish();
        both
    }

    fn finish(self) {
        self.0.finish();
    }
}

/// Reads a list of exactly so many items; the items after a wrong one are looked at, too.
fn exactly<'s, const N: usize, T>(
    spot: &Spot<'s>,
    mut read: impl FnMut(&Spot<'s>) -> Option<T>,
) -> Option<[T; N]> {
    let items = spot.items()?;
    if items.len() != N {
        spot.fault(format!("found {} items; expected {N}", items.len()));
    }
    let read: Vec<Option<T>> = items.iter().map(&mut read).collect();
    let read: Option<Vec<T>> = read.into_iter().collect();
    read?.try_into().ok()
}

/// Reads every item of a list that may have any length.
fn every<'s, T>(spot: &Spot<'s>, read: impl FnMut(&Spot<'s>) -> Option<T>) -> Vec<T> {
    spot.items().unwrap_or_default().iter().filter_map(read).collect()
}

/// "2(3)": across a side, and across a corner; "P" where it is prohibited.
fn entry(spot: &Spot<'_>) -> Option<Entry> {
    let text = spot.name()?;
    let figure = |text: &str| match text {
        "P" => Some(0),
        _ => text.parse().ok().filter(|points| (1..=MOST_POINTS as u8).contains(points)),
    };
    let parts = text.strip_suffix(')').and_then(|text| text.split_once('('));
    let read = parts
        .and_then(|(side, corner)| Some(Entry { side: figure(side)?, corner: figure(corner)? }));
    read.or_else(|| spot.expected("two costs, as in \"2(3)\" or \"1(P)\""))
}

/// A number, or the word that stands for none.
fn or_word(spot: &Spot<'_>, word: &str, limits: RangeInclusive<u8>) -> Option<Option<u8>> {
    if !spot.is_text() {
        return spot.small_number(limits).map(Some);
    }
    match spot.name()?.as_str() {
        text if text == word => Some(None),
        _ => spot.expected(format!("a whole number, or \"{word}\"")),
    }
}

impl Reader<'_> {
    fn file(&self, whole: &Spot<'_>) -> Option<Tables> {
        let mut top = whole.fields()?;
        let here = Cell::at(0, 0);
        let rear = match top.need("rear").and_then(|spot| spot.named("rear").fields()) {
            Some(fields) => {
                let mut part = Part(fields);
                let mut cell = |side: Side| {
                    part.0.need(side.word()).and_then(|s| self.cell(&s)).unwrap_or(here)
                };
                let rear =
                    BySide { union: cell(Side::Union), confederate: cell(Side::Confederate) };
                part.finish();
                Some(rear)
            }
            None => None,
        };
        let costs = Part::of(&mut top, "costs").map(|part| self.costs(part));
        let points = Part::of(&mut top, "points").map(|part| self.operation_points(part));
        let weapons = Part::of(&mut top, "weapons").map(|part| self.weapons(part));
        let melee = Part::of(&mut top, "melee").map(|part| self.melee(part));
        let modifiers = Part::of(&mut top, "modifiers").map(|part| self.modifiers(part));
        let fatigue = Part::of(&mut top, "fatigue").map(|part| self.fatigue(part));
        let morale = Part::of(&mut top, "morale").map(|part| self.morale(part));
        let losses = Part::of(&mut top, "losses").map(|part| self.losses(part));
        let ammunition = Part::of(&mut top, "ammunition").map(|part| self.ammunition(part));
        let sight = Part::of(&mut top, "sight").map(|part| self.sight(part));
        let command = Part::of(&mut top, "command").map(|part| self.command(part));
        let activation = Part::of(&mut top, "activation").map(|part| self.activation(part));
        let slow_activation =
            top.find("slow_activation").and_then(|spot| self.slow_activation(&spot));
        let timetable = match top.find("timetable").and_then(|s| s.named("timetable").fields()) {
            Some(fields) => self.timetable(Part(fields)),
            None => Timetable::default(),
        };
        let late_cavalry = top.find("late_cavalry").and_then(|spot| self.late_cavalry(&spot));
        let most_fords = match top.find("fords").and_then(|s| s.named("fords").fields()) {
            Some(fields) => {
                let mut part = Part(fields);
                let most = part.number("most", 0..=50) as u8;
                part.finish();
                most
            }
            None => 0,
        };
        let arrivals = top.find("arrivals").map(|spot| self.arrivals(&spot)).unwrap_or_default();
        let difficulty = Part::of(&mut top, "difficulty").map(|part| self.difficulty(part));
        let score = Part::of(&mut top, "score").map(|part| self.score(part));
        let victory = Part::of(&mut top, "victory").map(|part| self.victory(part));
        top.finish();
        let (points_per_gun, leader_risk) = losses?;
        let (levels, least_casualties) = victory?;
        Some(Tables {
            rear: rear?,
            costs: costs?,
            points: points?,
            weapons: weapons?,
            melee: melee?,
            modifiers: modifiers?,
            fatigue: fatigue?,
            morale: morale?,
            points_per_gun,
            leader_risk,
            ammunition: ammunition?,
            sight: sight?,
            command: command?,
            activation: activation?,
            slow_activation,
            timetable,
            late_cavalry,
            most_fords,
            arrivals,
            difficulty: difficulty?,
            score: score?,
            levels,
            least_casualties,
        })
    }

    /// A square that units can stand in.
    fn cell(&self, spot: &Spot<'_>) -> Option<Cell> {
        let cell = spot.cell(Some(&self.files.map.grid))?;
        let ground = self.files.map.ground(cell);
        if ground.scenery || ground.terrain.is_open_water() {
            return spot.expected("a square that units can stand in");
        }
        Some(cell)
    }

    /// The length of the longest scenario: one file serves all of them.
    fn last_turn(&self) -> u8 {
        self.files.scenarios.iter().map(|scenario| scenario.turns).max().unwrap_or(1)
    }
}
