//! A set-up: where its facts come from, what arrives later, the units and those who lead them.

use std::collections::{BTreeMap, BTreeSet};

use field::{Cell, Grid};

use super::facts::Facts;
use super::places::Places;
use super::spot::Spot;
use super::{leaders, units};
use crate::Side;
use crate::battle::{Group, Scenario, Start};
use crate::fault::quoted;
use crate::map::{Map, System};

/// The most units of a scenario.
const MOST_UNITS: usize = 1000;
/// The most groups of a scenario.
const MOST_GROUPS: usize = 100;

/// Everything a unit is read against.
pub(super) struct Ground<'a> {
    pub system: System,
    /// Number of game-turns.
    pub turns: u8,
    pub map: Option<&'a Map>,
    /// Texts of the sources by their codes.
    pub sources: BTreeMap<String, String>,
    /// The names of the groups, also of those that were not understood.
    pub group_names: BTreeSet<String>,
}

impl Ground<'_> {
    /// The sheet, if there is one.
    pub fn grid(&self) -> Option<&Grid> {
        self.map.map(|map| &map.grid)
    }
}

/// Reads the set-up of a scenario.
pub(super) fn read(
    whole: &Spot<'_>,
    facts: &Facts,
    scenario: &Scenario,
    map: Option<&Map>,
) -> Option<Scenario> {
    let mut scenario = scenario.clone();
    let mut top = whole.fields()?;
    let sources = top.need("sources").map(|spot| sources(&spot)).unwrap_or_default();
    let mut ground = Ground {
        system: facts.system,
        turns: scenario.turns,
        map,
        sources,
        group_names: BTreeSet::new(),
    };
    let groups = top.find("groups").map(|spot| groups(&spot, facts, &mut ground));
    let groups = groups.unwrap_or_default();
    let units = top.need("units")?;
    let mut items = units.items()?;
    if !(1..=MOST_UNITS).contains(&items.len()) {
        units.fault(format!("found {} units; expected 1 to {MOST_UNITS}", items.len()));
        items.truncate(MOST_UNITS);
    }
    refuse_columns(whole, facts.system, &scenario, map);
    let mut places = Places::new(facts.system, &scenario, map);
    let read = units::read(&items, &ground, &mut places);
    scenario.groups = close_groups(groups, &read, &scenario, map);
    scenario.units = read.units;
    if facts.system == System::GrandTactical {
        if let Some(spot) = top.need("leaders") {
            scenario.leaders = leaders::read(&spot, &scenario.units, &read.ids);
        }
    } else {
        top.refuse("leaders", "in grand-tactical battles");
    }
    top.finish();
    Some(scenario)
}

/// A part of the map is played on in the brigade game alone, and it is smaller than the map.
fn refuse_columns(whole: &Spot<'_>, system: System, scenario: &Scenario, map: Option<&Map>) {
    let Some(columns) = scenario.columns else { return };
    if system != System::Brigade {
        whole.fault("its scenario names columns in play; expected that only in brigade battles");
    }
    let all = map.map_or(usize::MAX, |map| map.grid.columns());
    if usize::from(columns) >= all {
        let message = format!("its scenario plays on {columns} columns; expected fewer than {all}");
        whole.fault(message);
    }
}

fn sources(spot: &Spot<'_>) -> BTreeMap<String, String> {
    let members = spot.members().unwrap_or_default();
    members
        .into_iter()
        .filter_map(|(code, spot)| Some((code.to_owned(), spot.paragraph()?)))
        .collect()
}

/// A group and where it stands in the file; its side is that of its units, known later.
struct OpenGroup<'a> {
    spot: Spot<'a>,
    cells: Spot<'a>,
    group: Group,
}

fn groups<'a>(spot: &Spot<'a>, facts: &Facts, ground: &mut Ground<'_>) -> Vec<OpenGroup<'a>> {
    let mut groups: Vec<OpenGroup<'a>> = Vec::new();
    let mut items = spot.items().unwrap_or_default();
    if items.len() > MOST_GROUPS {
        spot.fault(format!("found {} groups; expected at most {MOST_GROUPS}", items.len()));
        items.truncate(MOST_GROUPS);
    }
    for (item, n) in items.iter().zip(1..) {
        let item = match item.peek("id") {
            Some(id) => {
                let item = item.named(format!("group {id}"));
                if !ground.group_names.insert(id.to_owned()) {
                    item.fault("found a second group with this id; expected each once");
                    continue;
                }
                item
            }
            None => item.named(format!("group number {n}")),
        };
        groups.extend(group(&item, facts, ground));
    }
    for open in &groups {
        let Some(choice) = &open.group.choice else { continue };
        let others = groups.iter().filter(|other| other.group.choice.as_ref() == Some(choice));
        if others.count() < 2 {
            let message = format!(
                "found no second group of the choice {}; expected an alternative",
                quoted(choice)
            );
            open.spot.fault(message);
        }
    }
    groups
}

fn group<'a>(spot: &Spot<'a>, facts: &Facts, ground: &Ground<'_>) -> Option<OpenGroup<'a>> {
    let mut fields = spot.fields()?;
    let id = fields.need("id").and_then(|spot| spot.name());
    let turns = fields.need("turns").and_then(|spot| spot.turns(ground.turns));
    let cells = fields.need("cells");
    let options = match fields.find("options") {
        Some(spot) => option_numbers(&spot, facts),
        None => Some(Vec::new()),
    };
    let by_option = match fields.find("by_option") {
        Some(spot) => by_option(&spot, facts, ground.turns),
        None => Some(Vec::new()),
    };
    let choice = fields.name_if_any("choice");
    fields.finish();
    let cells = cells?;
    let items = cells.items()?;
    if items.is_empty() {
        return cells.expected("at least one cell");
    }
    let mut found = Vec::new();
    for item in items {
        let Some(cell) = item.cell(ground.grid()) else { continue };
        if found.contains(&cell) {
            item.fault("found this cell twice; expected each once");
        }
        found.push(cell);
    }
    let group = Group {
        id: id?,
        // Until its units are known: see `close_groups`.
        side: Side::Union,
        turns: turns?,
        cells: found,
        options: options?,
        by_option: by_option?,
        choice,
    };
    Some(OpenGroup { spot: spot.clone(), cells, group })
}

fn option_numbers(spot: &Spot<'_>, facts: &Facts) -> Option<Vec<String>> {
    let items = spot.items()?;
    items.iter().map(|item| known_option(item, item.name()?, facts)).collect()
}

fn known_option(spot: &Spot<'_>, number: String, facts: &Facts) -> Option<String> {
    if facts.options.iter().any(|option| option.number == number) {
        return Some(number);
    }
    spot.fault(format!("found {}; expected the number of an option", quoted(&number)));
    None
}

fn by_option(spot: &Spot<'_>, facts: &Facts, length: u8) -> Option<Vec<(String, Vec<u8>)>> {
    let read = |(number, spot): (&str, Spot<'_>)| {
        let number = known_option(&spot, number.to_owned(), facts);
        let turns = spot.turns(length);
        Some((number?, turns?))
    };
    spot.members()?.into_iter().map(read).collect()
}

/// Gives each group the side of its units, and sees that it can come where it says.
fn close_groups(
    groups: Vec<OpenGroup<'_>>,
    read: &units::Roster,
    scenario: &Scenario,
    map: Option<&Map>,
) -> Vec<Group> {
    let mut closed = Vec::new();
    for OpenGroup { spot, cells, mut group } in groups {
        let comes =
            |start: &Start| matches!(start, Start::Arrives { group: id } if *id == group.id);
        match read.units.iter().find(|unit| comes(&unit.start)) {
            Some(unit) => group.side = unit.side,
            None => {
                if read.complete {
                    spot.fault("no unit arrives with it; expected at least one");
                }
                continue;
            }
        }
        let stranger = read.units.iter().find(|unit| comes(&unit.start) && unit.side != group.side);
        if let Some(unit) = stranger {
            let id = quoted(&unit.id);
            spot.fault(format!("found units of both sides, {id} among them; expected one side's"));
        }
        if let Some(map) = map {
            refuse_closed_cells(&cells, &group, scenario, map);
        }
        closed.push(group);
    }
    closed
}

/// A group comes on only where the map lets its side come on in this scenario.
fn refuse_closed_cells(spot: &Spot<'_>, group: &Group, scenario: &Scenario, map: &Map) {
    // The edge of a part of the map is printed nowhere: there a group comes on without an entry.
    let new_edge = |cell: Cell| scenario.columns == u8::try_from(cell.column() + 1).ok();
    for &cell in group.cells.iter().filter(|&&cell| !new_edge(cell)) {
        let open = map.entries.get(&cell).is_some_and(|entry| {
            entry.side == group.side && entry.scenario.as_deref().is_none_or(|id| id == scenario.id)
        });
        if !open {
            let name = map.grid.name(cell);
            let side = group.side.word();
            spot.fault(format!("found {name}; expected an entry of the map for the {side} side"));
        }
    }
}
