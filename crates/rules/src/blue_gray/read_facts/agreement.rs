//! What `rules.toml` must say because another file of the battle asks for it.

use atlas::battle::read::spot::Spot;
use atlas::battle::read::text::Log;
use atlas::fault::{Fault, quoted};

use super::Reader;
use crate::blue_gray::facts::{Effect, OptionFact};

impl Reader<'_> {
    /// Notes the parts that are missing although the battle needs them: without its rule a refusal could
    /// not say why. `there` tells which parts stand in the file.
    pub(super) fn refuse_silence(&self, whole: &Spot<'_>, there: &[(&str, bool)]) {
        let scenarios = &self.battle.scenarios;
        let units = || scenarios.iter().flat_map(|scenario| &scenario.units);
        for &(part, is_there) in there {
            let why = match part {
                "fog" if scenarios.iter().any(|scenario| !scenario.fog.is_empty()) => {
                    "a scenario has game-turns in fog"
                }
                "immobile" if units().any(|unit| unit.special.immobile) => {
                    "a set-up has immobile units"
                }
                "standstill" if units().any(|unit| !unit.special.may_not_move_on.is_empty()) => {
                    "a set-up has units that may not move on some game-turns"
                }
                "exits" if !self.battle.map.exits.is_empty() => "the map shows exits",
                _ => continue,
            };
            if !is_there {
                whole.fault(format!("the field {} is missing, and {why}", quoted(part)));
            }
        }
    }

    /// Notes groups of which nobody knows when they come: a group comes on one turn or later, or when the
    /// die of an option admits it.
    pub(super) fn refuse_lost_groups(&self, log: &Log, options: &[OptionFact]) {
        let admitted = |id: &str| {
            let mut effects = options.iter().flat_map(|option| &option.effects);
            effects.any(|effect| matches!(effect, Effect::DieForGroup(group) if group == id))
        };
        for scenario in &self.battle.scenarios {
            for group in &scenario.groups {
                let turns = || {
                    let changed = group.by_option.iter().map(|(_, turns)| turns);
                    std::iter::once(&group.turns).chain(changed)
                };
                let fault = |message: String| {
                    let place = format!("group {}, turns", group.id);
                    let file = format!("setups/{}.toml", scenario.id);
                    log.add(Fault::new(place, message).in_file(file));
                };
                if let Some(many) = turns().find(|turns| turns.len() > 1) {
                    fault(format!(
                        "found {} turns; expected the first on which it comes",
                        many.len()
                    ));
                }
                if turns().all(|turns| turns.is_empty()) && !admitted(&group.id) {
                    fault("found none, and no option has a die for it; expected a turn".to_owned());
                }
            }
        }
    }
}
