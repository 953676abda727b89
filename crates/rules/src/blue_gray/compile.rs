//! From the files of a battle to a battle ready for play.

use atlas::battle::{self as files, Arm, Scenario, Start};
use atlas::fault::Fault;
use atlas::map::System;

use super::battle::{Arrival, Battle, Parts, Unit, UnitStart};
use super::facts::Facts;
use super::ground::Ground;
use super::ids::{MAX_UNITS, UnitId, UnitSet};
use super::options::Options;
use super::read_facts::{self, RulesFile};
use crate::game::CannotPlay;

impl Battle {
    /// Makes a scenario of a battle ready with these optional rules, named by their printed numbers.
    pub fn new(
        files: &files::Battle,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Battle, CannotPlay> {
        if files.map.system != System::BlueGray {
            return Err(CannotPlay::NoEngine(files.id.clone()));
        }
        let Some(scenario) = files.scenario(scenario) else {
            let wanted = scenario.unwrap_or_default().to_owned();
            let known = files.scenarios.iter().map(|one| one.id.clone()).collect();
            return Err(CannotPlay::NoScenario { wanted, known });
        };
        let RulesFile { facts, options: known } =
            read_facts::read(files, scenario).map_err(CannotPlay::Faults)?;
        if let Some(wanted) = options.iter().find(|n| known.iter().all(|one| one.number != **n)) {
            let known = known.into_iter().map(|one| one.number).collect();
            return Err(CannotPlay::NoOption { wanted: wanted.clone(), known });
        }
        let chosen = known.iter().filter(|one| options.contains(&one.number));
        let options = Options::of(chosen);
        if scenario.units.len() > MAX_UNITS {
            let message =
                format!("found {} units; expected at most {MAX_UNITS}", scenario.units.len());
            let file = format!("setups/{}.toml", scenario.id);
            return Err(CannotPlay::Faults(Fault::new("units", message).in_file(file).into()));
        }
        if let Some(fault) = contradiction(scenario, &facts) {
            return Err(CannotPlay::Faults(fault.into()));
        }
        let ground = Ground::new(&files.map, &facts);
        let units = units(scenario, &facts, &options, &ground);
        // [BG-A 14.3, 16.4, BG-F 14.31, 14.32, BG-C 14.31, 14.32] Who is first, how long, night and fog.
        Ok(Battle::assemble(Parts {
            id: files.id.clone(),
            scenario: scenario.id.clone(),
            turns: scenario.turns,
            first: scenario.first,
            stacking: usize::from(scenario.stacking),
            night: scenario.night.clone(),
            fog: scenario.fog.clone(),
            options,
            facts,
            ground,
            units,
        }))
    }
}

/// [BG-A 14.1, 14.2, 18.2, 19.0, BG-F 14.1, 14.2, 20.2, 20.3, BG-C 14.1, 14.2, 16.11, 16.12, 16.13] The
/// units as the set-up prints them: where, how strong, with what range, and whether they move.
/// What the scenario's facts say that these rules cannot play with.
fn contradiction(scenario: &Scenario, facts: &Facts) -> Option<Fault> {
    let place = format!("scenario {}", scenario.id);
    let printed = scenario.movement.filter(|&movement| movement != facts.allowance);
    if let Some(movement) = printed {
        let message =
            format!("movement {movement}; expected {}, as rules.toml says", facts.allowance);
        return Some(Fault::new(place, message).in_file("battle.toml"));
    }
    // More would make the ways to pay for an exchange too many to list.
    (scenario.stacking > 3).then(|| {
        let message = format!("stacking {}; expected 1 to 3 in Blue & Gray", scenario.stacking);
        Fault::new(place, message).in_file("battle.toml")
    })
}

fn units(scenario: &Scenario, facts: &Facts, options: &Options, ground: &Ground) -> Vec<Unit> {
    let held_bank = facts.release.as_ref().map(|release| (release, ground.bank_of(release.bank)));
    let unit = |printed: &files::Unit| {
        // [BG-F 19.1] Held are those that start on the bank, wherever they stand later.
        let held = held_bank.as_ref().is_some_and(|(release, bank)| {
            let starts_there = match printed.start {
                Start::At(cell) => bank.contains(cell),
                Start::Arrives { .. } => false,
            };
            starts_there && release.side == printed.side && release.arms.contains(&printed.arm)
        });
        let range = match printed.arm {
            Arm::Artillery => printed.special.range.unwrap_or(facts.range),
            _ => 0,
        };
        Unit {
            id: printed.id.clone(),
            called: printed.called(),
            side: printed.side,
            arm: printed.arm,
            size: printed.size,
            strength: u32::from(printed.strength),
            range,
            immobile: printed.special.immobile,
            held,
            standstill: printed.special.may_not_move_on.clone(),
            start: start(scenario, printed, options),
        }
    };
    scenario.units.iter().map(unit).collect()
}

/// [BG-A 16.1, 16.2, 16.3, 20.3, 20.4, BG-F 15.21, 15.22, 20.4, BG-C 15.21] Where a unit begins, or when and
/// where it arrives, with the options chosen.
fn start(scenario: &Scenario, printed: &files::Unit, options: &Options) -> UnitStart {
    if let Start::At(cell) = printed.start {
        return UnitStart::At(cell);
    }
    let Some(group) = scenario.arrival(printed) else { return UnitStart::Absent };
    let chosen = |number: &String| options.numbers.contains(number);
    if !group.options.is_empty() && !group.options.iter().any(chosen) {
        return UnitStart::Absent;
    }
    let changed = group.by_option.iter().find(|(number, _)| chosen(number));
    let turns = changed.map_or(&group.turns, |(_, turns)| turns);
    let by_die = options.die_for_group.as_deref() == Some(group.id.as_str());
    if turns.is_empty() && !by_die {
        return UnitStart::Absent;
    }
    let instead_of: UnitSet = scenario
        .units
        .iter()
        .enumerate()
        .filter(|(_, other)| is_alternative(scenario, group, other))
        .map(|(index, _)| UnitId(index as u8))
        .collect();
    UnitStart::Arrives(Arrival {
        turn: turns.first().copied(),
        cells: group.cells.clone(),
        instead_of,
        by_option: changed.is_some() || turns.is_empty(),
    })
}

/// Whether another unit belongs to another alternative of the same choice.
fn is_alternative(scenario: &Scenario, group: &files::Group, other: &files::Unit) -> bool {
    scenario.arrival(other).is_some_and(|theirs| {
        theirs.id != group.id && group.choice.is_some() && theirs.choice == group.choice
    })
}
