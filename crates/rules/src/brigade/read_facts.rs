//! Reads `rules.toml` of a brigade battle: all facts, or everything that is wrong with them.
//!
//! `docs/battles.md` describes every field. One file serves all scenarios of a battle; what differs
//! in a scenario stands in its table below `scenarios`.

mod agreement;
mod options;
mod victory;

use atlas::Side;
use atlas::battle::read::spot::Spot;
use atlas::battle::read::text::Log;
use atlas::battle::{Battle, Guns, Scenario};
use atlas::fault::{Faults, quoted};
use field::{Cell, Grid};

use super::action::MOST_HALF_POINTS;
use super::facts::*;
use super::results::{CombatResult, CombatResults, Ratio};
use crate::facts_file::{Parts, all, every, optional, read_file};

/// The longest range of a gun.
const MOST_RANGE: u8 = 20;
/// The most columns of the combat results table.
const MOST_COLUMNS: usize = 20;
/// The most corps that must be activated.
const MOST_CORPS: usize = 12;

/// The facts of one scenario and the optional rules of its battle.
pub struct RulesFile {
    /// The facts.
    pub facts: Facts,
    /// The optional rules.
    pub options: Vec<OptionFact>,
}

/// Reads the rules file of a battle for one of its scenarios.
pub fn read(battle: &Battle, scenario: &Scenario) -> Result<RulesFile, Faults> {
    let reader = Reader { battle, scenario, grid: &battle.map.grid, corps: Vec::new() };
    read_file(battle, |whole, log| reader.file(whole, log))
}

/// What the readers of parts need to know.
struct Reader<'b> {
    battle: &'b Battle,
    scenario: &'b Scenario,
    grid: &'b Grid,
    /// The corps that must be activated.
    corps: Vec<String>,
}

impl Reader<'_> {
    fn file(mut self, whole: &Spot<'_>, log: &Log) -> Option<RulesFile> {
        let mut top = Parts::of(whole)?;
        let far = top.need("far").and_then(|s| s.small_number(1..=MOST_RANGE));
        let rally = top.need("rally").and_then(|s| s.small_number(1..=6));
        let results = top.need("results").and_then(|s| self.results(&s));
        let terrain = top.need("terrain").and_then(|s| self.terrain(&s));
        let allowances = top.need("allowance").and_then(|s| self.allowances(&s));
        let ranges = top.need("range").and_then(|s| self.ranges(&s));
        // The corps come first: options and scenarios name some of them.
        let activation = optional(top.find("activation").map(|s| self.activation(&s)));
        if let Some(Some(activation)) = &activation {
            self.corps.clone_from(&activation.corps);
        }
        let search = optional(top.find("search").map(|s| self.search(&s)));
        let hill = optional(top.find("arrival").map(|s| self.arrival(&s)));
        let landmarks = top.need("landmarks").and_then(|s| self.landmarks(&s));
        let levels = top.need("victory").and_then(|s| self.victory(&s));
        let options = self.options(whole, top.find("options"));
        let known: Vec<Cell> = landmarks.iter().flatten().map(|one| one.cell).collect();
        let changes = top.find("scenarios").map(|s| self.changes(&s, &known));
        let changes = changes.unwrap_or_default();
        top.finish();
        self.refuse_disagreement(log, allowances.as_ref(), hill.as_ref().and_then(Option::as_ref));
        all!(far, rally, results, terrain, allowances, ranges, activation, search, hill, landmarks,
             levels => {
            let facts = Facts {
                results, far, terrain, allowances, ranges, rally, activation, search,
                hill: hill.and_then(|named| named.in_scenario(self.scenario)),
                landmarks, levels,
            };
            RulesFile { facts: changes.applied_to(facts), options }
        })
    }

    /// [BR 9.0] The combat results table.
    fn results(&self, spot: &Spot<'_>) -> Option<CombatResults> {
        let mut fields = spot.fields()?;
        let columns = fields.need("columns").and_then(|s| self.columns(&s));
        let rows = fields.need("rows").and_then(|s| every("results, rows", &s, codes));
        fields.finish();
        let (columns, rows) = (columns?, rows?);
        let width = columns.len();
        let Ok(rows) = <[Vec<CombatResult>; 6]>::try_from(rows) else {
            return spot.named("results, rows").expected("six rows, one for each face of the die");
        };
        for (row, n) in rows.iter().zip(1..).filter(|(row, _)| row.len() != width) {
            let message = format!("found {} results; expected {width}", row.len());
            spot.named(format!("results, rows, item {n}")).fault(message);
        }
        CombatResults::new(columns, rows)
    }

    /// The columns, the worst odds for the attacker first.
    fn columns(&self, spot: &Spot<'_>) -> Option<Vec<Ratio>> {
        let names = spot.name()?;
        let mut found: Vec<Ratio> = Vec::new();
        for name in names.split_whitespace() {
            let Some(ratio) = Ratio::parse(name) else {
                let message = format!("found {}; expected odds as in 3-1 or 1-1.5", quoted(name));
                spot.fault(message);
                return None;
            };
            if found.last().is_some_and(|last| !last.is_below(&ratio)) {
                spot.fault(format!("found {}; expected higher odds than before", quoted(name)));
                return None;
            }
            found.push(ratio);
        }
        if found.is_empty() || found.len() > MOST_COLUMNS {
            return spot.expected(format!("1 to {MOST_COLUMNS} columns"));
        }
        Some(found)
    }

    /// [BR 6.0] The terrain effects chart.
    fn terrain(&self, spot: &Spot<'_>) -> Option<TerrainChart> {
        let mut fields = spot.fields()?;
        let mut row =
            |key: &'static str, least: u8| fields.need(key).and_then(|s| by_gait(&s, least));
        let clear = row("clear", 1);
        let road = row("road", 1);
        let [woods, road_in_woods, town, sunken_road] =
            ["woods", "road-in-woods", "town", "sunken-road"].map(|key| row(key, 0));
        let [slope, stream, bridge, ford] =
            ["slope", "stream", "bridge", "ford"].map(|key| row(key, 0));
        fields.finish();
        all!(clear, road, woods, road_in_woods, town, sunken_road, slope, stream, bridge, ford =>
        TerrainChart {
            clear, road, woods, road_in_woods, town, sunken_road, slope, stream, bridge, ford,
        })
    }

    /// [BR 6.0] The movement allowances.
    fn allowances(&self, spot: &Spot<'_>) -> Option<Allowances> {
        let mut fields = spot.fields()?;
        let mut of =
            |key: &'static str| fields.need(key).and_then(|s| s.small_number(1..=MOST_HALF_POINTS));
        let [infantry, cavalry] = ["infantry", "cavalry"].map(&mut of);
        let [regular, parrott, horse] = Guns::ALL.map(|guns| of(guns.word()));
        fields.finish();
        all!(infantry, cavalry, regular, parrott, horse =>
            Allowances { infantry, cavalry, guns: [regular, parrott, horse] })
    }

    /// [BR 7.0] The ranges.
    fn ranges(&self, spot: &Spot<'_>) -> Option<[Range; 3]> {
        let mut fields = spot.fields()?;
        let [regular, parrott, horse] = Guns::ALL.map(|guns| {
            let place = format!("range, {}", guns.word());
            fields.need(guns.word()).and_then(|s| range(&s.named(place)))
        });
        fields.finish();
        all!(regular, parrott, horse => [regular, parrott, horse])
    }

    /// [BR 3.0] Whose corps must be activated.
    fn activation(&self, spot: &Spot<'_>) -> Option<ActivationFacts> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let corps = fields.need("corps").and_then(|s| self.corps_list(&s, side));
        let most = fields.need("most").and_then(|s| s.small_number(1..=MOST_CORPS as u8));
        fields.finish();
        all!(side, corps, most => {
            let not_before = vec![1; corps.len()];
            ActivationFacts { side, corps, most, not_before }
        })
    }

    fn corps_list(&self, spot: &Spot<'_>, side: Option<Side>) -> Option<Vec<String>> {
        let mut found: Vec<String> = Vec::new();
        every("activation, corps", spot, |item| {
            let name = item.name()?;
            let has = |unit: &atlas::battle::Unit| {
                side.is_none_or(|side| unit.side == side)
                    && unit.corps.as_deref() == Some(name.as_str())
            };
            if self.battle.scenarios.iter().all(|scenario| !scenario.units.iter().any(has)) {
                return item.expected("a corps of this side's units");
            }
            if found.contains(&name) {
                return item.expected("each corps once");
            }
            found.push(name);
            Some(())
        })?;
        if found.is_empty() || found.len() > MOST_CORPS {
            return spot.expected(format!("1 to {MOST_CORPS} corps, not {}", found.len()));
        }
        Some(found)
    }

    /// The place of a corps in the list of those that must be activated.
    fn corps_named(&self, spot: &Spot<'_>, name: &str) -> Option<usize> {
        let found = self.corps.iter().position(|corps| corps == name);
        if found.is_none() {
            spot.fault("expected a corps of \"activation\"");
        }
        found
    }

    /// By corps, a turn before which it may not be named.
    fn not_before(&self, spot: &Spot<'_>) -> Option<Vec<(usize, u8)>> {
        let one = |(name, spot): &(&str, Spot<'_>)| {
            let corps = self.corps_named(spot, name);
            let turn = spot.small_number(1..=self.last_turn());
            Some((corps?, turn?))
        };
        spot.members()?.iter().map(one).collect()
    }

    /// [BR 14.0] The search for a ford.
    fn search(&self, spot: &Spot<'_>) -> Option<SearchFacts> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let least = fields.need("least").and_then(|s| s.small_number(1..=6));
        fields.finish();
        all!(side, least => SearchFacts { side, least })
    }

    /// The number of the longest scenario's last game-turn: one file serves all of them.
    fn last_turn(&self) -> u8 {
        self.battle.scenarios.iter().map(|scenario| scenario.turns).max().unwrap_or(1)
    }

    /// A hex that units can stand in.
    fn cell(&self, spot: &Spot<'_>, name: &str) -> Option<Cell> {
        let Some(cell) = self.grid.cell(name) else {
            return spot.expected("a cell of the map");
        };
        let ground = self.battle.map.ground(cell);
        if ground.scenery || ground.terrain.is_open_water() {
            return spot.expected("a hex that units can stand in");
        }
        Some(cell)
    }
}

/// A row of the combat results table.
fn codes(spot: &Spot<'_>) -> Option<Vec<CombatResult>> {
    let row = spot.name()?;
    let mut found = Vec::new();
    for word in row.split_whitespace() {
        let Some(result) = CombatResult::parse(word) else {
            spot.fault(format!("found {}; expected A1, AR, NE, EX, DR or D1", quoted(word)));
            return None;
        };
        found.push(result);
    }
    Some(found)
}

/// A row of the terrain effects chart.
fn by_gait(spot: &Spot<'_>, least: u8) -> Option<ByGait> {
    let items = spot.items()?;
    let read: Option<Vec<u8>> =
        items.iter().map(|item| item.small_number(least..=MOST_HALF_POINTS)).collect();
    match ByGait::try_from(read?) {
        Ok(row) => Some(row),
        Err(_) => spot.expected("four numbers: infantry, guns, horse guns, cavalry"),
    }
}

/// How far a kind of guns fires.
fn range(spot: &Spot<'_>) -> Option<Range> {
    let items = spot.items()?;
    let [level, elevated] = items.as_slice() else {
        return spot.expected("two numbers, from level ground and from an elevated hex");
    };
    let read = |item: &Spot<'_>| item.small_number(1..=MOST_RANGE);
    let (level, elevated) = (read(level), read(elevated));
    all!(level, elevated => Range { level, elevated })
}
