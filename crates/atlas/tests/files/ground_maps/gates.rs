//! Entries and exits: on the edge of the sheet, and used.

use std::collections::BTreeSet;

use atlas::map::survey::on_border;
use field::Cell;

use super::{battles, cells, names, none_of};

/// Gates inside the sheet, and why. The grand-tactical book puts A. P. Hill along the Boteler's
/// ford road from square 33,1 to 32,4: his column is already on the field when it comes into play.
const INLAND: [(&str, &str); 1] = [("grand-tactical/antietam", "33,1 33,2 32,2 32,3 32,4")];

#[test]
fn entries_and_exits_are_on_the_edge() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        let inland = INLAND.iter().find(|(id, _)| *id == battle.id).map_or("", |(_, names)| names);
        let allowed = cells(map, inland);
        let gates = map.entries.keys().chain(map.exits.keys()).copied();
        let found: BTreeSet<Cell> = gates.filter(|&cell| !on_border(&map.grid, cell)).collect();
        if found != allowed.iter().collect() {
            wrong.push(format!("{}: inland gates {}", battle.id, names(map, found)));
        }
    }
    none_of("gates", wrong);
}

#[test]
fn every_entry_is_used_and_by_nobody_else() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        for (cell, entry) in &map.entries {
            let meant = |id: &str| entry.scenario.as_deref().is_none_or(|only| only == id);
            let used = battle.scenarios.iter().filter(|scenario| meant(&scenario.id)).any(|s| {
                s.groups.iter().any(|group| {
                    group.cells.contains(cell)
                        && group.side == entry.side
                        && entry.group.as_ref().is_none_or(|id| *id == group.id)
                })
            });
            if !used {
                wrong.push(format!("{}: {}", battle.id, map.grid.name(*cell)));
            }
        }
    }
    none_of("entries that nobody uses", wrong);
}

/// The turns printed on the sheet are those of the set-ups.
#[test]
fn the_sheet_names_the_turns_of_its_groups() {
    let mut wrong = Vec::new();
    for battle in battles() {
        let map = &battle.map;
        for scenario in &battle.scenarios {
            for group in scenario.groups.iter().filter(|group| !group.turns.is_empty()) {
                for cell in &group.cells {
                    // The edge of a part of the map is printed nowhere.
                    let Some(entry) = map.entries.get(cell) else {
                        assert_eq!(scenario.columns.map(usize::from), Some(cell.column() + 1));
                        continue;
                    };
                    let printed = &entry.turn;
                    let open_ended = printed.strip_suffix('+').and_then(|n| n.parse().ok());
                    let fits = |turn: &u8| match open_ended {
                        Some(first) => *turn >= first,
                        None => printed.split(", ").any(|n| n.parse() == Ok(*turn)),
                    };
                    if !group.turns.iter().all(fits) {
                        let name = map.grid.name(*cell);
                        wrong.push(format!("{}: {} at {name}: {printed}", battle.id, group.id));
                    }
                }
            }
        }
    }
    none_of("turns that differ", wrong);
}
