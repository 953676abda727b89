//! A battle made ready with the words that its files print and its rules do not read.

use atlas::battle as files;

use super::Battle;
use crate::game::CannotPlay;
use crate::ids::UnitId;

/// A battle made ready, with what is needed to talk about it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The battle.
    pub battle: Battle,
    /// Real time of each game-turn, in words; empty if unknown.
    clock: Vec<String>,
    /// What comes later, in the order of the set-up.
    pub(super) groups: Vec<Coming>,
}

/// Units that come later, together.
#[derive(Clone, Debug)]
pub(super) struct Coming {
    pub id: String,
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
        let groups = scenario.map_or(Vec::new(), |scenario| groups(&battle, scenario));
        Ok(Prepared { battle, clock, groups })
    }

    /// The real time of a game-turn, in words.
    pub(super) fn time(&self, turn: u8) -> Option<&str> {
        self.clock.get(usize::from(turn).checked_sub(1)?).map(String::as_str)
    }
}

fn groups(battle: &Battle, scenario: &files::Scenario) -> Vec<Coming> {
    let of = |group: &files::Group| {
        let comes = |unit: &&files::Unit| {
            scenario.arrival(unit).is_some_and(|arrival| arrival.id == group.id)
        };
        let units = scenario.units.iter().filter(comes).filter_map(|unit| battle.find(&unit.id));
        Coming { id: group.id.clone(), units: units.collect() }
    };
    scenario.groups.iter().map(of).collect()
}
