//! The parts of `rules.toml` about points and victory.

use atlas::Side;
use atlas::battle::read::spot::Spot;

use super::{Reader, all, optional};
use crate::blue_gray::facts::*;

/// The most points anything is worth.
const MOST_POINTS: i32 = 1000;

impl Reader<'_> {
    pub(super) fn exits(&self, spot: &Spot<'_>) -> Option<(Vec<ExitFact>, String)> {
        let mut fields = spot.fields()?;
        let rule = fields.need("rule").and_then(|s| s.name());
        let hexes: Option<Vec<ExitFact>> = fields
            .need("hexes")
            .and_then(|s| s.items())
            .and_then(|items| items.iter().map(|item| self.exit(item)).collect());
        fields.finish();
        all!(hexes, rule => (hexes, rule))
    }

    fn exit(&self, spot: &Spot<'_>) -> Option<ExitFact> {
        let mut fields = spot.fields()?;
        let cell = fields.need("hex").and_then(|s| self.cell(&s));
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

    pub(super) fn scoring(&self, spot: &Spot<'_>) -> Option<Scoring> {
        let mut fields = spot.fields()?;
        let start = fields.find("start").map(|s| self.start_points(&s)).unwrap_or_default();
        let kill = fields.need("kill").and_then(|s| self.kill(&s));
        let hexes = match fields.find("hexes") {
            Some(list) => self.hex_points(&list),
            None => Some(Vec::new()),
        };
        let groups = match fields.find("groups") {
            Some(list) => list
                .items()
                .and_then(|items| items.iter().map(|item| self.group_points(item)).collect()),
            None => Some(Vec::new()),
        };
        let firsts = match fields.find("firsts") {
            Some(list) => self.hex_points(&list),
            None => Some(Vec::new()),
        };
        let threatened = optional(fields.find("threatened").map(|s| self.threatened(&s)));
        let cut_off = optional(fields.find("cut_off").map(|s| self.cut_off(&s)));
        fields.finish();
        all!(kill, hexes, groups, firsts, threatened, cut_off => Scoring {
            union_start: start.0,
            confederate_start: start.1,
            union_kill: kill.0,
            confederate_kill: kill.1,
            hexes, groups, firsts, threatened, cut_off,
        })
    }

    fn start_points(&self, spot: &Spot<'_>) -> (i32, i32) {
        let Some(mut fields) = spot.fields() else { return (0, 0) };
        let mut points =
            |key| fields.find(key).and_then(|s| s.signed(0..=MOST_POINTS)).unwrap_or(0);
        let found = (points("union"), points("confederate"));
        fields.finish();
        found
    }

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

    fn hex_points(&self, spot: &Spot<'_>) -> Option<Vec<HexPoints>> {
        let one = |spot: &Spot<'_>| -> Option<HexPoints> {
            let mut fields = spot.fields()?;
            let cell = fields.need("hex").and_then(|s| self.cell(&s));
            let points = fields.need("points").and_then(|s| s.signed(1..=MOST_POINTS));
            let to = optional(fields.find("to").map(|s| s.word(&Side::BOTH, Side::word)));
            fields.finish();
            all!(cell, points, to => HexPoints { cell, points, to })
        };
        let found: Option<Vec<HexPoints>> = spot.items()?.iter().map(one).collect();
        if found.as_ref().is_some_and(|found| found.len() > 32) {
            return spot.expected("at most 32 hexes");
        }
        found
    }

    fn group_points(&self, spot: &Spot<'_>) -> Option<GroupPoints> {
        let mut fields = spot.fields()?;
        let name = fields.need("name").and_then(|s| s.name());
        let cells = fields.need("cells").and_then(|s| self.cells(&s));
        let points = fields.need("points").and_then(|s| s.signed(1..=MOST_POINTS));
        fields.finish();
        all!(name, cells, points => GroupPoints { name, cells, points })
    }

    fn threatened(&self, spot: &Spot<'_>) -> Option<ThreatenedPoints> {
        let mut fields = spot.fields()?;
        let to = fields.need_word("to", &Side::BOTH, Side::word);
        let cells = fields.need("cells").and_then(|s| self.cells(&s));
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

    pub(super) fn victory(&self, spot: &Spot<'_>) -> Option<VictoryFacts> {
        let mut fields = spot.fields()?;
        let rule = fields.need("rule").and_then(|s| s.name());
        let higher = fields.flag("higher").then_some(Measure::Higher);
        let difference = fields.find("difference").map(|s| self.differences(&s));
        let ratio = fields.find("ratio").map(|s| self.ratios(&s));
        let early = optional(fields.find("early").map(|s| self.early(&s)));
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
        let levels: Option<Vec<DifferenceLevel>> = spot.items()?.iter().map(one).collect();
        let levels = levels?;
        if levels.last().is_none_or(|last| last.least.is_some()) {
            return spot.expected("a last level without \"at_least\"");
        }
        Some(levels)
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
            all!(at_least, above, winner, level => RatioLevel {
                above: above.is_some(),
                ratio: at_least.or(above),
                winner,
                level,
            })
        };
        let levels: Option<Vec<RatioLevel>> = spot.items()?.iter().map(one).collect();
        let levels = levels?;
        if levels.last().is_none_or(|last| last.ratio.is_some()) {
            return spot.expected("a last level without \"at_least\" and \"above\"");
        }
        Some(levels)
    }

    fn early(&self, spot: &Spot<'_>) -> Option<EarlyVictory> {
        let mut fields = spot.fields()?;
        let turn = fields.need("turn").and_then(|s| s.small_number(1..=99));
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let times = fields.need("times").and_then(|s| s.signed(1..=100));
        let unless_held = fields.need("unless_held").and_then(|s| self.cells(&s));
        fields.finish();
        all!(turn, side, times, unless_held =>
            EarlyVictory { turn, side, times: times as u32, unless_held })
    }
}
