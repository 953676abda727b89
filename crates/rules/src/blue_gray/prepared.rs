//! A battle made ready with the words that its files print and its rules do not read.

use std::collections::BTreeMap;

use atlas::battle as files;
use field::Cell;

use super::{Battle, UnitId};
use crate::game::CannotPlay;

/// A battle made ready, with what is needed to talk about it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The battle.
    pub battle: Battle,
    /// Real time of each game-turn, in words; empty if unknown.
    clock: Vec<String>,
    /// What comes later, in the order of the set-up.
    pub(in crate::blue_gray) groups: Vec<Coming>,
    /// What the hexes are called that are worth something.
    names: BTreeMap<Cell, String>,
}

/// Units that come later, together.
#[derive(Clone, Debug)]
pub(in crate::blue_gray) struct Coming {
    pub id: String,
    /// What it is called.
    pub title: String,
    pub units: Vec<UnitId>,
}

impl Prepared {
    /// Makes a scenario of a battle ready with these optional rules.
    pub fn new(
        files: &files::Battle,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Prepared, CannotPlay> {
        let battle = Battle::new(files, scenario, options)?;
        let scenario = files.scenario(Some(&battle.scenario));
        let clock = scenario.map_or(Vec::new(), |scenario| scenario.clock.clone());
        let groups = scenario.map_or(Vec::new(), groups);
        let goals = files.map.objectives.iter();
        let names = goals.filter_map(|(&cell, _)| Some((cell, files.map.name_of(cell)?))).collect();
        Ok(Prepared { battle, clock, groups, names })
    }

    /// What a hex is called that is worth something.
    pub(in crate::blue_gray) fn name(&self, cell: Cell) -> Option<&str> {
        self.names.get(&cell).map(String::as_str)
    }

    /// The real time of a game-turn, in words.
    pub(in crate::blue_gray) fn time(&self, turn: u8) -> Option<&str> {
        self.clock.get(usize::from(turn).checked_sub(1)?).map(String::as_str)
    }
}

fn groups(scenario: &files::Scenario) -> Vec<Coming> {
    let of = |group: &files::Group| {
        let units = scenario.units.iter().enumerate();
        let units = units.filter(|(_, unit)| {
            scenario.arrival(unit).is_some_and(|arrival| arrival.id == group.id)
        });
        // A group that is called by the number of its chart has no other name.
        let is_number = group.id.chars().all(|c| c.is_ascii_digit() || c == '.');
        let title =
            if is_number { format!("Reinforcements of {}", group.id) } else { group.id.clone() };
        Coming {
            id: group.id.clone(),
            title,
            units: units.map(|(index, _)| UnitId(index as u8)).collect(),
        }
    };
    scenario.groups.iter().map(of).collect()
}
