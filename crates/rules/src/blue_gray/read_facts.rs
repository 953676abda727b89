//! Reads `rules.toml` of a Blue & Gray battle: all facts, or everything that is wrong with them.
//!
//! `docs/battles.md` describes every field. One file serves all scenarios of a battle; what differs in a
//! scenario stands in its table below `scenarios`.

mod agreement;
mod limits;
mod options;
mod points;

use atlas::Side;
use atlas::battle::read::spot::Spot;
use atlas::battle::read::text::Log;
use atlas::battle::{Battle, Scenario};
use atlas::fault::{Faults, quoted};
use field::{Cell, Grid};

use super::crt::{CombatResult, CombatResults};
use super::facts::*;
use crate::facts_file::{Parts, all, every, number_or, optional, read_file};

/// The most movement points a unit may have: a move's path must fit in its place.
const MOST_POINTS: u8 = 12;
/// The longest range of a gun.
const MOST_RANGE: u8 = 12;
/// The most hexes whose holder is noted.
const MOST_HELD: usize = 64;

/// The facts of one scenario and the optional rules of its battle.
pub struct RulesFile {
    /// The facts.
    pub facts: Facts,
    /// The optional rules.
    pub options: Vec<OptionFact>,
}

/// Reads the rules file of a battle for one of its scenarios.
pub fn read(battle: &Battle, scenario: &Scenario) -> Result<RulesFile, Faults> {
    let reader = Reader { battle, scenario, grid: &battle.map.grid, held: Vec::new() };
    read_file(battle, |whole, log| reader.file(whole, log))
}

/// What the readers of parts need to know.
struct Reader<'b> {
    battle: &'b Battle,
    scenario: &'b Scenario,
    grid: &'b Grid,
    /// The hexes of `control`, with their holders at the start.
    held: Vec<(Cell, Side)>,
}

impl Reader<'_> {
    fn file(mut self, whole: &Spot<'_>, log: &Log) -> Option<RulesFile> {
        let mut top = Parts::of(whole)?;
        let book = top.need("book").and_then(|spot| spot.name());
        // The holders come first: other parts name hexes that must be among them.
        let control = top.find("control").map(|spot| self.control(&spot)).unwrap_or_default();
        self.held.clone_from(&control);
        let allowance = number_or(top.fields(), "allowance", 1..=MOST_POINTS, 6);
        let range = number_or(top.fields(), "range", 1..=MOST_RANGE, 3);
        let fog = optional(top.find("fog").map(|spot| self.fog(&spot)));
        let results = top.need("results").and_then(|spot| self.results(&spot));
        let recovery = top.need("recovery").and_then(|spot| self.recovery(&spot));
        let entry = top.need("entry").and_then(|spot| self.entry(&spot));
        let quota = optional(top.find("quota").map(|spot| self.quota(&spot)));
        let night = top.find("night").map(|spot| self.night(&spot)).unwrap_or_default();
        let immobile = optional(top.find("immobile").map(|spot| self.immobile(&spot)));
        let release = optional(top.find("release").map(|spot| self.release(&spot)));
        let standstill = optional(top.find("standstill").map(|spot| self.rule_alone(&spot)));
        let exits = optional(top.find("exits").map(|spot| self.exits(&spot)));
        let scoring = top.need("scoring").and_then(|spot| self.scoring(&spot));
        let victory = top.need("victory").and_then(|spot| self.victory(&spot));
        let options = self.options(whole, top.find("options"));
        let changes = top.find("scenarios").map(|spot| self.changes(&spot)).unwrap_or_default();
        top.finish();
        self.refuse_silence(
            whole,
            &[
                ("fog", !matches!(fog, Some(None))),
                ("immobile", !matches!(immobile, Some(None))),
                ("standstill", !matches!(standstill, Some(None))),
                ("exits", !matches!(exits, Some(None))),
            ],
        );
        self.refuse_lost_groups(log, &options);
        all!(book, allowance, range, fog, results, recovery, entry, quota, immobile, release,
             standstill, exits, scoring, victory => {
            let (fog_allowance, fog_rule) = fog.unwrap_or_default();
            let (exits, exit_rule) = exits.unwrap_or_default();
            let facts = Facts {
                book, allowance, fog_allowance, fog_rule, range, results,
                creeks_are_fords: changes.creeks_are_fords,
                entry, quota, night, immobile, release,
                standstill_rule: standstill.unwrap_or_default(),
                exits, exit_rule, control,
                scoring: without(scoring, &changes.no_points_for),
                victory, recovery,
            };
            RulesFile { facts, options }
        })
    }

    /// A hex that units can stand in.
    fn cell(&self, spot: &Spot<'_>) -> Option<Cell> {
        let cell = spot.cell(Some(self.grid))?;
        let ground = self.battle.map.ground(cell);
        if ground.scenery || ground.terrain.is_open_water() {
            return spot.expected("a hex that units can stand in");
        }
        Some(cell)
    }

    fn cells(&self, what: &str, spot: &Spot<'_>) -> Option<Vec<Cell>> {
        every(what, spot, |item| self.cell(item))
    }

    /// A hex whose holder is noted.
    fn held_cell(&self, spot: &Spot<'_>) -> Option<Cell> {
        let cell = self.cell(spot)?;
        if self.held.iter().all(|(held, _)| *held != cell) {
            return spot.expected("a hex of \"control\", so that its holder at the start is known");
        }
        Some(cell)
    }

    fn held_cells(&self, what: &str, spot: &Spot<'_>) -> Option<Vec<Cell>> {
        every(what, spot, |item| self.held_cell(item))
    }

    /// The number of the longest scenario's last game-turn: one file serves all of them.
    fn last_turn(&self) -> u8 {
        self.battle.scenarios.iter().map(|scenario| scenario.turns).max().unwrap_or(1)
    }

    fn fog(&self, spot: &Spot<'_>) -> Option<(u8, String)> {
        let mut fields = spot.fields()?;
        let allowance = fields.need("allowance").and_then(|s| s.small_number(0..=MOST_POINTS));
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        all!(allowance, rule => (allowance, rule))
    }

    /// [BG-A 7.6, BG-F 7.6, BG-C 7.6] Each battle has its own combat results table.
    fn results(&self, spot: &Spot<'_>) -> Option<CombatResults> {
        let rows = every("results", spot, |item| {
            let row = item.name()?;
            let wrong = row.split_whitespace().find(|word| CombatResult::parse(word).is_none());
            match wrong {
                Some(word) => {
                    item.fault(format!("found {}; expected Ae, Ar, Ex, Dr or De", quoted(word)));
                    None
                }
                None => Some(row),
            }
        })?;
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        CombatResults::parse(&rows).map_err(|message| spot.fault(message)).ok()
    }

    fn recovery(&self, spot: &Spot<'_>) -> Option<Recovery> {
        let mut fields = spot.fields()?;
        let all = [Recovery::Night, Recovery::DieOfOne];
        let by = fields.need_word("by", &all, |recovery| match recovery {
            Recovery::Night => "night",
            Recovery::DieOfOne => "die-of-one",
        });
        let rule = optional(fields.find("rule").map(|s| s.name()));
        fields.finish();
        rule.and(by)
    }

    /// [BG-A 15.0, 15.3, BG-F 15.0, 15.13, BG-C 15.0, 15.12, 15.13] How reinforcements come on.
    fn entry(&self, spot: &Spot<'_>) -> Option<EntryFacts> {
        let mut fields = spot.fields()?;
        let cost =
            fields.need_word("cost", &[EntryCost::One, EntryCost::Terrain], |cost| match cost {
                EntryCost::One => "one",
                EntryCost::Terrain => "terrain",
            });
        let into_control = fields.need("into_control").and_then(|s| s.flag());
        let lost_if_late = fields.need("lost_if_late").and_then(|s| s.flag());
        let rule = fields.need("rule").and_then(|s| s.name());
        let barred = optional(fields.find("barred_rule").map(|s| s.name()));
        fields.finish();
        all!(cost, into_control, lost_if_late, rule, barred => {
            let barred_rule = barred.unwrap_or_else(|| rule.clone());
            EntryFacts { cost, into_control, lost_if_late, rule, barred_rule }
        })
    }

    fn rule_alone(&self, spot: &Spot<'_>) -> Option<String> {
        let mut fields = spot.fields()?;
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        rule
    }

    /// [BG-A 17.1, BG-F 17.23, BG-C 17.14] Who holds the hexes that matter when the game begins.
    fn control(&self, spot: &Spot<'_>) -> Vec<(Cell, Side)> {
        let Some(mut fields) = spot.fields() else { return Vec::new() };
        let mut found: Vec<(Cell, Side)> = Vec::new();
        for side in Side::BOTH {
            let Some(list) = fields.find(side.word()) else { continue };
            every(&format!("control, {}", side.word()), &list, |item| {
                let cell = self.cell(item)?;
                if found.iter().any(|(held, _)| *held == cell) {
                    item.fault("found this hex twice; expected one holder");
                }
                found.push((cell, side));
                Some(())
            });
        }
        fields.finish();
        if found.len() > MOST_HELD {
            spot.fault(format!("found {} hexes; expected at most {MOST_HELD}", found.len()));
        }
        found
    }
}

/// Points, but not for these hexes.
fn without(mut scoring: Scoring, cells: &[Cell]) -> Scoring {
    scoring.hexes.retain(|hex| !cells.contains(&hex.cell));
    scoring
}
