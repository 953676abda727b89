//! From the files of a battle to a battle ready for play.

use atlas::battle::{self as files, Scenario, Start};
use atlas::fault::Fault;
use atlas::map::System;

use super::battle::{Battle, Parts, Unit, UnitStart};
use super::facts::{Facts, Gait, Range};
use super::ground::Ground;
use super::options::Options;
use super::read_facts::{self, RulesFile};
use crate::game::CannotPlay;
use crate::ids::MAX_UNITS;

impl Battle {
    /// Makes a scenario of a battle ready with these optional rules, named by their numbers.
    pub fn new(
        files: &files::Battle,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Battle, CannotPlay> {
        if files.map.system != System::Brigade {
            return Err(CannotPlay::NoEngine(files.id.clone()));
        }
        let Some(scenario) = files.scenario(scenario) else {
            let wanted = scenario.unwrap_or_default().to_owned();
            let known = files.scenarios.iter().map(|one| one.id.clone()).collect();
            return Err(CannotPlay::NoScenario { wanted, known });
        };
        let RulesFile { mut facts, options: known } =
            read_facts::read(files, scenario).map_err(CannotPlay::Faults)?;
        if let Some(wanted) = options.iter().find(|n| known.iter().all(|one| one.number != **n)) {
            let known = known.into_iter().map(|one| one.number).collect();
            return Err(CannotPlay::NoOption { wanted: wanted.clone(), known });
        }
        let options = Options::of(known.iter().filter(|one| options.contains(&one.number)));
        if let Some(levels) = &options.levels {
            facts.levels.clone_from(levels);
        }
        if scenario.units.len() > MAX_UNITS {
            let message =
                format!("found {} units; expected at most {MAX_UNITS}", scenario.units.len());
            let file = format!("setups/{}.toml", scenario.id);
            return Err(CannotPlay::Faults(Fault::new("units", message).in_file(file).into()));
        }
        let ground = Ground::new(&files.map, facts.terrain, &options, scenario.columns);
        let units = units(scenario, &facts);
        Ok(Battle::assemble(Parts {
            id: files.id.clone(),
            scenario: scenario.id.clone(),
            turns: scenario.turns,
            first: scenario.first,
            options,
            facts,
            ground,
            units,
        }))
    }
}

/// [BR 2.0] The units as the set-up prints them, in the order of their designations: where the
/// rules say "by id", that is the order of the roster.
fn units(scenario: &Scenario, facts: &Facts) -> Vec<Unit> {
    let corps = facts.activation.as_ref();
    let unit = |printed: &files::Unit| {
        let of_corps = corps.filter(|activation| activation.side == printed.side).and_then(|it| {
            let own = printed.corps.as_deref()?;
            it.corps.iter().position(|corps| corps == own)
        });
        Unit {
            id: printed.id.clone(),
            called: called(printed),
            side: printed.side,
            arm: printed.arm,
            guns: printed.special.guns,
            gait: Gait::of(printed),
            allowance: facts.allowances.of(printed),
            range: printed.special.guns.map_or(Range::default(), |it| facts.ranges[it as usize]),
            full: u32::from(printed.strength),
            reduced: u32::from(printed.reduced.unwrap_or(printed.strength)),
            corps: of_corps,
            command: printed.corps.clone().unwrap_or_default(),
            start: start(scenario, facts, printed),
        }
    };
    let mut units: Vec<Unit> = scenario.units.iter().map(unit).collect();
    units.sort_by(|a, b| a.id.cmp(&b.id));
    units
}

/// Designations here are long; the counter's own words are how players speak of a unit.
fn called(printed: &files::Unit) -> String {
    printed.short.clone().unwrap_or_else(|| printed.called())
}

fn start(scenario: &Scenario, facts: &Facts, printed: &files::Unit) -> UnitStart {
    match (&printed.start, scenario.arrival(printed)) {
        (Start::At(cell), _) => UnitStart::At(*cell),
        (Start::Arrives { .. }, Some(group)) => {
            if facts.hill.as_ref().is_some_and(|hill| hill.group == group.id) {
                return UnitStart::Hill;
            }
            let turn = group.turns.first().copied().unwrap_or(1);
            UnitStart::Arrives { turn, cells: group.cells.clone() }
        }
        // A group that the set-up does not have is a fault of its file, found before.
        (Start::Arrives { .. }, None) => UnitStart::Arrives { turn: 1, cells: Vec::new() },
    }
}
