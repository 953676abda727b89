//! Reads a battle's folder: the whole battle, or everything that is wrong with it.
//!
//! `battle.toml` comes first, then the map, then the set-up of each scenario. A file that cannot be
//! understood does not stop the others from being read, so that one run tells the maker all there
//! is to tell. Facts that only one system's rules read are refused in the battles of another.

mod facts;
mod leaders;
mod places;
mod setup;
pub mod spot;
pub mod text;
mod units;

use super::{Battle, Folder};
use crate::fault::{Fault, Faults, Report, quoted};
use crate::map::{Map, System};
use facts::Facts;
use text::Log;

/// The largest TOML file that is read, in bytes: twenty times the largest honest one.
pub const MAX_BYTES: usize = 2 << 20;

const FACTS: &str = "battle.toml";
const MAP: &str = "map.json";
const RULES: &str = "rules.toml";
const LESSON: &str = "lesson.json";
const PUZZLES: &str = "puzzles.json";
const SETUPS: &str = "setups/";

impl Battle {
    /// Reads a battle from the files of its folder; `id` is where that folder stands below the
    /// folder of battles, as in `blue-gray/antietam`.
    pub fn from_files(id: &str, folder: &Folder<'_>) -> Result<Battle, Faults> {
        let mut report = Report::new();
        if !is_identifier(id) {
            let message = "expected small letters, digits and dashes, with slashes between folders";
            report.fault(format!("the battle {}", quoted(id)), message);
        }
        let facts = read_facts(folder, &mut report);
        let map = read_map(id, facts.as_ref(), folder, &mut report);
        let mut scenarios = Vec::new();
        if let Some(facts) = &facts {
            refuse_unnamed_setups(facts, folder, &mut report);
            for scenario in &facts.scenarios {
                let file = setup_file(&scenario.id);
                let log = Log::new(&file);
                if let Some(bytes) = folder.get(&file) {
                    scenarios.extend(text::parsed(&log, bytes, |whole| {
                        setup::read(&whole, facts, scenario, map.as_ref())
                    }));
                }
                finish(log, &mut report);
            }
        }
        let battle =
            facts.zip(map).and_then(|(facts, map)| facts.into_battle(id, map, scenarios, folder));
        match (report.into_faults(), battle) {
            (Some(faults), _) => Err(faults),
            (None, Some(battle)) => Ok(battle),
            (None, None) => Err(Fault::new("", "the folder is not a battle").into()),
        }
    }
}

/// Where the set-up of a scenario stands.
fn setup_file(scenario: &str) -> String {
    format!("{SETUPS}{scenario}.toml")
}

fn read_facts(folder: &Folder<'_>, report: &mut Report) -> Option<Facts> {
    let log = Log::new(FACTS);
    let facts = match folder.get(FACTS) {
        Some(bytes) => text::parsed(&log, bytes, |whole| facts::read(&whole, folder)),
        None => {
            log.add(Fault::new("", "the file is missing; expected the facts of the battle"));
            None
        }
    };
    finish(log, report);
    facts
}

fn read_map(
    id: &str,
    facts: Option<&Facts>,
    folder: &Folder<'_>,
    report: &mut Report,
) -> Option<Map> {
    let Some(bytes) = folder.get(MAP) else {
        report.add(Fault::new("", "the file is missing; expected the map").in_file(MAP));
        return None;
    };
    let map = match Map::from_bytes(bytes) {
        Ok(map) => map,
        Err(faults) => {
            report.extend(faults.in_file(MAP));
            return None;
        }
    };
    if map.id != id {
        let message = format!("found {}; expected {}", quoted(&map.id), quoted(id));
        report.add(Fault::new("id", message).in_file(MAP));
    }
    if let Some(system) = facts.map(|facts| facts.system).filter(|&system| system != map.system) {
        let message = format!(
            "found {}; expected {}, as {FACTS} says",
            quoted(map.system.word()),
            quoted(system.word())
        );
        report.add(Fault::new("system", message).in_file(MAP));
        return None;
    }
    Some(map)
}

fn refuse_unnamed_setups(facts: &Facts, folder: &Folder<'_>, report: &mut Report) {
    for name in folder.names().filter(|name| name.starts_with(SETUPS)) {
        if !facts.scenario_ids.iter().any(|id| setup_file(id) == name) {
            let message = format!("no scenario of {FACTS} has this set-up; expected one that does");
            report.add(Fault::new("", message).in_file(name));
        }
    }
}

fn finish(log: Log, report: &mut Report) {
    if let Some(faults) = log.into_faults() {
        report.extend(faults);
    }
}

/// Whether a text is made of words of small letters, digits and dashes, with slashes between them.
fn is_identifier(text: &str) -> bool {
    text.split('/').all(is_plain_word)
}

fn is_plain_word(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.bytes().all(plain)
}

/// The name of a system as it stands in a sentence.
fn game(system: System) -> &'static str {
    match system {
        System::BlueGray => "Blue & Gray",
        System::Brigade => "brigade",
        System::GrandTactical => "grand-tactical",
        #[cfg(feature = "toy")]
        System::Toy => "toy",
    }
}
