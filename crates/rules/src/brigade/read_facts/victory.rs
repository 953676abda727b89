//! The parts of `rules.toml` about landmarks, levels of victory and what a scenario changes.

use atlas::Side;
use atlas::battle::Scenario;
use atlas::battle::read::spot::Spot;
use field::Cell;

use super::Reader;
use crate::brigade::facts::*;
use crate::facts_file::{all, every, optional};

/// The most landmarks: their holders are kept as bits.
const MOST_LANDMARKS: usize = 64;
/// The most points for one thing.
const MOST_POINTS: u16 = 1000;
/// The most levels of victory.
const MOST_LEVELS: usize = 100;

/// A group that a die brings on, as the file names it: not every scenario has it.
pub(super) struct NamedArrival {
    pub group: String,
    pub from_turn: u8,
    pub least: u8,
}

impl NamedArrival {
    /// The group as a scenario has it.
    pub fn in_scenario(self, scenario: &Scenario) -> Option<HillFacts> {
        let group = scenario.group(&self.group)?;
        let cell = *group.cells.first()?;
        Some(HillFacts {
            group: self.group,
            from_turn: self.from_turn,
            least: self.least,
            cell,
            side: group.side,
        })
    }
}

/// What a scenario changes.
#[derive(Default)]
pub(super) struct Changes {
    /// Nobody searches for a ford.
    no_search: bool,
    not_before: Vec<(usize, u8)>,
    /// Only these landmarks count.
    landmarks: Option<Vec<Cell>>,
    levels: Option<Vec<Level>>,
}

impl Changes {
    /// The facts as the scenario has them.
    pub fn applied_to(self, mut facts: Facts) -> Facts {
        if self.no_search {
            facts.search = None;
        }
        if let Some(activation) = &mut facts.activation {
            for (corps, turn) in self.not_before {
                activation.not_before[corps] = turn;
            }
        }
        if let Some(cells) = self.landmarks {
            facts.landmarks.retain(|landmark| cells.contains(&landmark.cell));
        }
        facts.levels = self.levels.unwrap_or(facts.levels);
        facts
    }
}

impl Reader<'_> {
    /// [BR 15.0] A group that a die brings on.
    pub(super) fn arrival(&self, spot: &Spot<'_>) -> Option<NamedArrival> {
        let mut fields = spot.fields()?;
        let group = fields.need("group").and_then(|s| {
            let name = s.name()?;
            let known = self.battle.scenarios.iter().any(|one| one.group(&name).is_some());
            if known { Some(name) } else { s.expected("a group of a set-up") }
        });
        let turns = 1..=self.last_turn();
        let from_turn = fields.need("from_turn").and_then(|s| s.small_number(turns));
        let least = fields.need("least").and_then(|s| s.small_number(1..=6));
        fields.finish();
        all!(group, from_turn, least => NamedArrival { group, from_turn, least })
    }

    /// [BR 16.0] The key landmarks: each an objective of the map, which prints the same points.
    pub(super) fn landmarks(&self, spot: &Spot<'_>) -> Option<Vec<Landmark>> {
        let members = spot.members()?;
        if members.len() > MOST_LANDMARKS {
            return spot.expected(format!("at most {MOST_LANDMARKS} landmarks"));
        }
        let one = |(name, spot): &(&str, Spot<'_>)| {
            let cell = self.cell(spot, name);
            let points = spot.number(1..=MOST_POINTS).map(u32::from);
            let (cell, points) = (cell?, points?);
            let Some(objective) = self.battle.map.objectives.get(&cell) else {
                spot.fault("the map has no objective there; expected one");
                return None;
            };
            if objective.points.is_some_and(|printed| printed != points) {
                spot.fault(format!(
                    "found {points}; expected {}, as the map prints",
                    objective.points.unwrap_or(points)
                ));
                return None;
            }
            Some(Landmark { cell, points, name: objective.name.clone() })
        };
        let read: Vec<Option<Landmark>> = members.iter().map(one).collect();
        let mut found: Vec<Landmark> = read.into_iter().collect::<Option<_>>()?;
        found.sort_by_key(|landmark| landmark.cell);
        Some(found)
    }

    /// [BR 16.0] The levels of victory.
    pub(super) fn victory(&self, spot: &Spot<'_>) -> Option<Vec<Level>> {
        let mut fields = spot.fields()?;
        let levels = fields.need("levels").and_then(|s| self.levels("victory, levels", &s));
        fields.finish();
        levels
    }

    /// Levels, the best for the Union first: each asks for less than the one before, and the last
    /// for nothing.
    pub(super) fn levels(&self, what: &str, spot: &Spot<'_>) -> Option<Vec<Level>> {
        let levels = every(what, spot, |item| {
            let mut fields = item.fields()?;
            let at_least = fields.need("at_least").and_then(|s| s.number(0..=u16::MAX));
            let winner = optional(fields.find("winner").map(|s| s.word(&Side::BOTH, Side::word)));
            let name = fields.need("name").and_then(|s| s.name());
            fields.finish();
            all!(at_least, winner, name => Level { at_least: u32::from(at_least), winner, name })
        })?;
        if levels.len() > MOST_LEVELS {
            return spot.expected(format!("at most {MOST_LEVELS} levels"));
        }
        if levels.last().is_none_or(|last| last.at_least != 0) {
            return spot.expected("a last level with at_least = 0");
        }
        let items = spot.items()?;
        for ((pair, item), n) in levels.windows(2).zip(&items[1..]).zip(2..) {
            if pair[1].at_least >= pair[0].at_least {
                let message =
                    "nobody can reach this level; expected less than the one before asks for";
                item.named(format!("{what}, item {n}")).fault(message);
            }
        }
        Some(levels)
    }

    /// What the scenario being read changes; those of the others are looked at, too.
    pub(super) fn changes(&self, spot: &Spot<'_>, landmarks: &[Cell]) -> Changes {
        let mut found = Changes::default();
        for (id, member) in spot.members().unwrap_or_default() {
            if self.battle.scenario(Some(id)).is_none() {
                member.fault("battle.toml has no scenario of this name");
            }
            let Some(mut fields) = member.fields() else { continue };
            let search = fields.find("search").and_then(|s| s.flag()).unwrap_or(true);
            let not_before = fields.find("not_before").and_then(|s| self.not_before(&s));
            let what = format!("scenarios, {id}, landmarks");
            let some = fields.find("landmarks").and_then(|s| {
                every(&what, &s, |item| {
                    let cell = item.cell(Some(self.grid))?;
                    if landmarks.contains(&cell) {
                        Some(cell)
                    } else {
                        item.expected("a hex of \"landmarks\"")
                    }
                })
            });
            let what = format!("scenarios, {id}, levels");
            let levels = fields.find("levels").and_then(|s| self.levels(&what, &s));
            fields.finish();
            if id == self.scenario.id {
                found = Changes {
                    no_search: !search,
                    not_before: not_before.unwrap_or_default(),
                    landmarks: some,
                    levels,
                };
            }
        }
        found
    }
}
