//! A battle's sheet held against its rules and its set-ups: what is printed there is what counts, or somebody plays for
//! points that nobody gives.

use std::collections::BTreeSet;

use atlas::Side;
use atlas::battle::{Battle as Files, Group, Scenario};
use atlas::fault::{Fault, Report};
use atlas::map::Entry;
use field::Cell;

use crate::game::{CannotPlay, Game};

/// A cell that counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Goal {
    /// Which.
    pub cell: Cell,
    /// How much it is worth.
    pub points: i64,
    /// Who can have it; `None`: either side.
    pub to: Option<Side>,
}

/// What the rules of a scenario count that a sheet prints.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OnSheet {
    /// Cells that are worth points.
    pub goals: Vec<Goal>,
    /// Cells where units may leave the map.
    pub exits: Vec<Cell>,
}

/// The contradictions between a battle's sheet and its rules and set-ups, all at once.
pub fn contradictions(files: &Files) -> Result<Report, CannotPlay> {
    let mut found = Found { files, report: Report::on_file("map.json"), told: BTreeSet::new() };
    let mut counted = OnSheet::default();
    for scenario in &files.scenarios {
        let game = Game::new(files, Some(&scenario.id), &[])?;
        let own = game.on_sheet();
        for goal in &own.goals {
            found.goal(&scenario.id, goal);
        }
        for group in &scenario.groups {
            found.arrival(scenario, group);
        }
        counted.goals.extend(own.goals);
        counted.exits.extend(own.exits);
    }
    found.uncounted(&counted);
    found.unused_entries();
    Ok(found.report)
}

struct Found<'a> {
    files: &'a Files,
    report: Report,
    /// Scenarios that say the same are told once.
    told: BTreeSet<(String, String)>,
}

impl Found<'_> {
    fn tell(&mut self, cell: Cell, what: &str, message: String) {
        let place = format!("cell {}, {what}", self.files.map.grid.name(cell));
        if self.told.insert((place.clone(), message.clone())) {
            self.report.add(Fault::new(place, message));
        }
    }

    /// Something that a scenario counts is on the sheet, with as many points and for the same side.
    fn goal(&mut self, scenario: &str, goal: &Goal) {
        let Goal { cell, points, to } = *goal;
        let Some(printed) = self.files.map.objectives.get(&cell) else {
            let message = format!("none; the rules of `{scenario}` count {}", worth(points, to));
            return self.tell(cell, "objective", message);
        };
        let same = printed.points.map(i64::from) == Some(points) && printed.to == to;
        if !same {
            let shown = match printed.points {
                Some(shown) => worth(i64::from(shown), printed.to),
                None => "no points".to_owned(),
            };
            let message = format!("{shown}; the rules of `{scenario}` count {}", worth(points, to));
            self.tell(cell, "objective", message);
        }
    }

    /// Those who come on are announced where they come, with their turn. A scenario that is fought on a part of the sheet has
    /// edges that are not printed.
    fn arrival(&mut self, scenario: &Scenario, group: &Group) {
        let Group { id, side, cells, turns, .. } = group;
        let grid = &self.files.map.grid;
        let is_part = scenario.columns.is_some();
        let scenario = scenario.id.as_str();
        for &cell in cells.iter().filter(|&&cell| !is_part || grid.is_border(cell)) {
            let printed = self.files.map.entries.get(&cell);
            let fits = printed.filter(|entry| entry.side == *side && is_for(entry, scenario));
            match (fits, when(turns)) {
                (None, when) => self.tell(
                    cell,
                    "entry",
                    format!("none for the {side} side; in `{scenario}` {id} comes here{when}"),
                ),
                (Some(entry), when) if !turns.iter().all(|&turn| admits(&entry.turn, turn)) => {
                    let shown = &entry.turn;
                    self.tell(
                        cell,
                        "entry",
                        format!("turn {shown}; in `{scenario}` {id} comes here{when}"),
                    );
                }
                _ => {}
            }
        }
    }

    /// What is printed and counts for nothing. (An exit of the rules that is not printed is refused when they are read.)
    fn uncounted(&mut self, counted: &OnSheet) {
        let map = &self.files.map;
        for (&cell, printed) in &map.objectives {
            let counts = counted.goals.iter().any(|goal| goal.cell == cell);
            if let Some(points) = printed.points.filter(|_| !counts) {
                let message = format!("{}; no rule counts any", worth(points.into(), printed.to));
                self.tell(cell, "objective", message);
            }
        }
        for &cell in map.exits.keys().filter(|cell| !counted.exits.contains(cell)) {
            self.tell(cell, "exit", "nobody may leave the map here by the rules".to_owned());
        }
    }

    /// Entries, and turns of entries, on which no set-up brings anybody.
    fn unused_entries(&mut self) {
        let files = self.files;
        for (&cell, entry) in &files.map.entries {
            let scenarios = files.scenarios.iter().filter(|one| is_for(entry, &one.id));
            let groups: Vec<&Group> = scenarios
                .flat_map(|scenario| &scenario.groups)
                .filter(|group| group.side == entry.side && group.cells.contains(&cell))
                .collect();
            let turns = |group: &&Group| {
                let others = group.by_option.iter().flat_map(|(_, turns)| turns.clone());
                group.turns.iter().copied().chain(others).collect::<Vec<u8>>()
            };
            let coming: BTreeSet<u8> = groups.iter().flat_map(turns).collect();
            let printed = numbers(&entry.turn);
            let empty = printed.iter().find(|turn| !coming.contains(turn));
            if groups.is_empty() {
                let message = format!("turn {}; no set-up brings anybody here", entry.turn);
                self.tell(cell, "entry", message);
            } else if let Some(turn) = empty.filter(|_| !coming.is_empty()) {
                let message =
                    format!("turn {}; no set-up brings anybody on turn {turn}", entry.turn);
                self.tell(cell, "entry", message);
            }
        }
    }
}

/// Points, and for whom.
fn worth(points: i64, to: Option<Side>) -> String {
    let noun = if points == 1 { "point" } else { "points" };
    match to {
        Some(side) => format!("{points} {noun} for the {side} side"),
        None => format!("{points} {noun} for either side"),
    }
}

/// When a group comes, as the end of a sentence.
fn when(turns: &[u8]) -> String {
    match turns {
        [] => String::new(),
        [turn] => format!(" on turn {turn}"),
        several => {
            let list: Vec<String> = several.iter().map(u8::to_string).collect();
            format!(" on turns {}", list.join(", "))
        }
    }
}

fn is_for(entry: &Entry, scenario: &str) -> bool {
    entry.scenario.as_deref().is_none_or(|own| own == scenario)
}

/// The turns that a sheet names: "4", "7, 8, 9"; of "11+" the first.
fn numbers(printed: &str) -> Vec<u8> {
    let words = printed.split(',').map(|word| word.trim().trim_end_matches('+'));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Whether what is printed names a turn: by its number, or as one from which on somebody may come.
fn admits(printed: &str, turn: u8) -> bool {
    let words = printed.split(',').map(str::trim);
    let mut from = words.filter_map(|word| word.strip_suffix('+')?.parse::<u8>().ok());
    from.any(|first| turn >= first) || numbers(printed).contains(&turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_as_sheets_print_them() {
        assert_eq!(numbers("7, 8, 9"), [7, 8, 9]);
        assert_eq!(numbers("11+"), [11]);
        assert!(admits("4", 4) && !admits("4", 5));
        assert!(admits("7, 8, 9", 8) && !admits("7, 8, 9", 10));
        assert!(admits("11+", 14) && !admits("11+", 10));
    }
}
