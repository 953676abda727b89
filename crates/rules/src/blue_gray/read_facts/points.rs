//! The parts of `rules.toml` about points and victory.

use atlas::Side;
use atlas::battle::read::spot::Spot;
use field::Cell;

use super::Reader;
use crate::blue_gray::facts::*;
use crate::facts_file::{all, every, optional};

/// The most points anything is worth.
const MOST_POINTS: i32 = 1000;
/// The most hexes that bring points of one kind.
const MOST_HEXES: usize = 32;
/// The most levels of victory.
const MOST_LEVELS: usize = 20;

/// What a level of victory asks for: a number as a fraction, and whether the number itself is too little.
type Bound = (i64, i64, bool);

/// Whether one level asks for more than another.
fn is_higher(one: Bound, other: Bound) -> bool {
    let ((a, b, above), (c, d, also_above)) = (one, other);
    (a * d, above) > (c * b, also_above)
}

impl Reader<'_> {
    pub(super) fn exits(&self, spot: &Spot<'_>) -> Option<(Vec<ExitFact>, String)> {
        let mut fields = spot.fields()?;
        let rule = fields.need("rule").and_then(|s| s.name());
        let hexes = fields.need("hexes").and_then(|s| self.exit_list(&s));
        fields.finish();
        all!(hexes, rule => (hexes, rule))
    }

    /// [BG-F 17.32] The exits, which are those that the map shows.
    fn exit_list(&self, spot: &Spot<'_>) -> Option<Vec<ExitFact>> {
        let mut seen: Vec<Cell> = Vec::new();
        let found = every("exits, hexes", spot, |item| {
            let exit = self.exit(item)?;
            if seen.contains(&exit.cell) {
                item.fault("found this hex twice; expected each once");
            }
            seen.push(exit.cell);
            Some(exit)
        })?;
        for &cell in self.battle.map.exits.keys().filter(|cell| !seen.contains(cell)) {
            let name = self.grid.name(cell);
            spot.fault(format!("the map shows an exit at {name}; expected what it is worth"));
        }
        Some(found)
    }

    /// [BG-F 17.12] What leaving the map at a hex is worth.
    fn exit(&self, spot: &Spot<'_>) -> Option<ExitFact> {
        let mut fields = spot.fields()?;
        let cell = fields.need("hex").and_then(|s| match self.cell(&s)? {
            cell if self.battle.map.exits.contains_key(&cell) => Some(cell),
            _ => s.expected("an exit of the map"),
        });
        let mut points =
            |key| {
                fields.need_word(key, &[ExitPoints::Strength, ExitPoints::Unit], |points| {
                    match points {
                        ExitPoints::Strength => "strength",
                        ExitPoints::Unit => "unit",
                    }
                })
            };
        let (union, confederate) = (points("union"), points("confederate"));
        fields.finish();
        all!(cell, union, confederate => ExitFact { cell, union, confederate })
    }

    /// [BG-A 17.0, BG-F 17.0, BG-C 20.0] What is scored.
    pub(super) fn scoring(&self, spot: &Spot<'_>) -> Option<Scoring> {
        let mut fields = spot.fields()?;
        let start = fields
            .find("start")
            .map(|s| self.start_points(&s.named("scoring, start")))
            .unwrap_or_default();
        let kill = fields.need("kill").and_then(|s| self.kill(&s.named("scoring, kill")));
        let hexes = match fields.find("hexes") {
            Some(list) => self.hex_points("scoring, hexes", &list),
            None => Some(Vec::new()),
        };
        let groups = match fields.find("groups") {
            Some(list) => every("scoring, groups", &list, |item| self.group_points(item)),
            None => Some(Vec::new()),
        };
        let firsts = match fields.find("firsts") {
            Some(list) => self.firsts(&list),
            None => Some(Vec::new()),
        };
        let threatened = optional(
            fields.find("threatened").map(|s| self.threatened(&s.named("scoring, threatened"))),
        );
        let cut_off =
            optional(fields.find("cut_off").map(|s| self.cut_off(&s.named("scoring, cut_off"))));
        fields.finish();
        all!(kill, hexes, groups, firsts, threatened, cut_off => Scoring {
            union_start: start.0,
            confederate_start: start.1,
            union_kill: kill.0,
            confederate_kill: kill.1,
            hexes, groups, firsts, threatened, cut_off,
        })
    }

    /// [BG-F 17.35] Points given at the start.
    fn start_points(&self, spot: &Spot<'_>) -> (i32, i32) {
        let Some(mut fields) = spot.fields() else { return (0, 0) };
        let mut points =
            |key| fields.find(key).and_then(|s| s.signed(0..=MOST_POINTS)).unwrap_or(0);
        let found = (points("union"), points("confederate"));
        fields.finish();
        found
    }

    /// [BG-A 17.1, BG-F 17.11, BG-C 20.11] What an eliminated enemy unit is worth.
    fn kill(&self, spot: &Spot<'_>) -> Option<(KillPoints, KillPoints)> {
        let mut fields = spot.fields()?;
        let mut points = |key| {
            let spot: Spot<'_> = fields.need(key)?;
            if spot.is_text() {
                spot.word(&[KillPoints::Strength], |_| "strength")
            } else {
                spot.small_number(0..=100).map(KillPoints::Each)
            }
        };
        let (union, confederate) = (points("union"), points("confederate"));
        fields.finish();
        all!(union, confederate => (union, confederate))
    }

    /// [BG-C 20.11] Hexes that bring points once, each listed once.
    fn firsts(&self, spot: &Spot<'_>) -> Option<Vec<HexPoints>> {
        let found = self.hex_points("scoring, firsts", spot)?;
        let twice = |i: &usize| found[..*i].iter().any(|other| other.cell == found[*i].cell);
        if let Some(i) = (0..found.len()).find(twice) {
            let name = self.grid.name(found[i].cell);
            spot.fault(format!("found {name} twice; expected each hex once"));
        }
        Some(found)
    }

    /// [BG-F 17.13, BG-C 20.12] Points for single hexes.
    fn hex_points(&self, what: &str, spot: &Spot<'_>) -> Option<Vec<HexPoints>> {
        let one = |spot: &Spot<'_>| -> Option<HexPoints> {
            let mut fields = spot.fields()?;
            let cell = fields.need("hex").and_then(|s| self.held_cell(&s));
            let points = fields.need("points").and_then(|s| s.signed(1..=MOST_POINTS));
            let to = optional(fields.find("to").map(|s| s.word(&Side::BOTH, Side::word)));
            fields.finish();
            all!(cell, points, to => HexPoints { cell, points, to })
        };
        let count = spot.items()?.len();
        if count > MOST_HEXES {
            return spot.expected(format!("at most {MOST_HEXES} hexes, not {count}"));
        }
        every(what, spot, one)
    }

    fn group_points(&self, spot: &Spot<'_>) -> Option<GroupPoints> {
        let mut fields = spot.fields()?;
        let name = fields.need("name").and_then(|s| s.name());
        let cells =
            fields.need("cells").and_then(|s| self.held_cells("scoring, groups, cells", &s));
        let points = fields.need("points").and_then(|s| s.signed(1..=MOST_POINTS));
        let to = optional(fields.find("to").map(|s| s.word(&Side::BOTH, Side::word)));
        fields.finish();
        all!(name, cells, points, to => GroupPoints { name, cells, points, to })
    }

    fn threatened(&self, spot: &Spot<'_>) -> Option<ThreatenedPoints> {
        let mut fields = spot.fields()?;
        let to = fields.need_word("to", &Side::BOTH, Side::word);
        let cells = fields.need("cells").and_then(|s| self.cells("scoring, threatened, cells", &s));
        let points = fields.need("points").and_then(|s| s.signed(1..=MOST_POINTS));
        fields.finish();
        all!(to, cells, points => ThreatenedPoints { to, cells, points })
    }

    fn cut_off(&self, spot: &Spot<'_>) -> Option<CutOff> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let to = fields.need("to").and_then(|s| self.cell(&s));
        fields.finish();
        all!(side, to => CutOff { side, to })
    }

    /// [BG-A 17.2, BG-F 17.0, BG-C 20.2] Who has won.
    pub(super) fn victory(&self, spot: &Spot<'_>) -> Option<VictoryFacts> {
        let mut fields = spot.fields()?;
        let rule = fields.need("rule").and_then(|s| s.name());
        let higher = fields.flag("higher").then_some(Measure::Higher);
        let difference = fields.find("difference").map(|s| self.differences(&s));
        let ratio = fields.find("ratio").map(|s| self.ratios(&s));
        let early = optional(fields.find("early").map(|s| self.early(&s.named("victory, early"))));
        fields.finish();
        let measures = usize::from(higher.is_some())
            + usize::from(difference.is_some())
            + usize::from(ratio.is_some());
        if measures != 1 {
            return spot.expected("one of \"higher\", \"difference\" and \"ratio\"");
        }
        let measure = higher
            .or_else(|| difference.flatten().map(Measure::Difference))
            .or_else(|| ratio.flatten().map(Measure::Ratio));
        all!(rule, measure, early => VictoryFacts { measure, rule, early })
    }

    fn differences(&self, spot: &Spot<'_>) -> Option<Vec<DifferenceLevel>> {
        let one = |spot: &Spot<'_>| -> Option<DifferenceLevel> {
            let mut fields = spot.fields()?;
            let least =
                optional(fields.find("at_least").map(|s| s.signed(-MOST_POINTS..=MOST_POINTS)));
            let winner = optional(fields.find("winner").map(|s| s.word(&Side::BOTH, Side::word)));
            let level = fields.need("level").and_then(|s| s.name());
            fields.finish();
            all!(least, winner, level => DifferenceLevel { least, winner, level })
        };
        self.ladder("victory, difference", spot, "\"at_least\"", one, |level| {
            level.least.map(|least| (i64::from(least), 1, false))
        })
    }

    fn ratios(&self, spot: &Spot<'_>) -> Option<Vec<RatioLevel>> {
        let pair = |spot: &Spot<'_>| -> Option<(u32, u32)> {
            let items = spot.items()?;
            match items.as_slice() {
                [left, right] => {
                    let (left, right) = (left.signed(1..=1000), right.signed(1..=1000));
                    all!(left, right => (left as u32, right as u32))
                }
                _ => spot.expected("two numbers, Union and Confederate"),
            }
        };
        let one = |spot: &Spot<'_>| -> Option<RatioLevel> {
            let mut fields = spot.fields()?;
            let at_least = optional(fields.find("at_least").map(|s| pair(&s)));
            let above = optional(fields.find("above").map(|s| pair(&s)));
            let winner = optional(fields.find("winner").map(|s| s.word(&Side::BOTH, Side::word)));
            let level = fields.need("level").and_then(|s| s.name());
            fields.finish();
            if let (Some(Some(_)), Some(Some(_))) = (&at_least, &above) {
                spot.fault("found \"at_least\" and \"above\"; expected one of them");
            }
            all!(at_least, above, winner, level => RatioLevel {
                above: above.is_some(),
                ratio: at_least.or(above),
                winner,
                level,
            })
        };
        self.ladder("victory, ratio", spot, "\"at_least\" and \"above\"", one, |level| {
            let (union, confederate) = level.ratio?;
            Some((i64::from(union), i64::from(confederate), level.above))
        })
    }

    /// Reads levels, the best for the Union first: each asks for less than the one before it, and the last
    /// for nothing, so that every level can be met and every result has one.
    fn ladder<T>(
        &self,
        what: &str,
        spot: &Spot<'_>,
        bounds: &str,
        read: impl Fn(&Spot<'_>) -> Option<T>,
        bound: impl Fn(&T) -> Option<Bound>,
    ) -> Option<Vec<T>> {
        let items = spot.items()?;
        if items.len() > MOST_LEVELS {
            return spot.expected(format!("at most {MOST_LEVELS} levels, not {}", items.len()));
        }
        let levels = every(what, spot, read)?;
        if levels.last().is_none_or(|last| bound(last).is_some()) {
            return spot.expected(format!("a last level without {bounds}"));
        }
        for ((pair, item), n) in levels.windows(2).zip(&items[1..]).zip(2..) {
            let follows = match (bound(&pair[0]), bound(&pair[1])) {
                (Some(before), Some(after)) => is_higher(before, after),
                (before, _) => before.is_some(),
            };
            if !follows {
                let message =
                    "nobody can reach this level; expected less than the one before asks for";
                item.named(format!("{what}, item {n}")).fault(message);
            }
        }
        Some(levels)
    }

    fn early(&self, spot: &Spot<'_>) -> Option<EarlyVictory> {
        let mut fields = spot.fields()?;
        let turn = fields.need("turn").and_then(|s| s.small_number(1..=self.last_turn()));
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let times = fields.need("times").and_then(|s| s.signed(1..=100));
        let unless_held = fields
            .need("unless_held")
            .and_then(|s| self.held_cells("victory, early, unless_held", &s));
        fields.finish();
        all!(turn, side, times, unless_held =>
            EarlyVictory { turn, side, times: times as u32, unless_held })
    }
}
