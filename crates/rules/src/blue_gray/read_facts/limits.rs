//! The parts of `rules.toml` about who may not move: quotas, nights, guns without horses, held units.

use atlas::Side;
use atlas::battle::Arm;
use atlas::battle::read::spot::Spot;
use field::Cell;

use super::Reader;
use crate::blue_gray::facts::*;
use crate::facts_file::{all, every, optional};

/// The most units that a quota counts to.
const MOST_UNITS: u8 = 128;

impl Reader<'_> {
    /// [BG-A 18.1, BG-F 19.0, BG-C 17.11] How many units of a side may move in a movement phase.
    pub(super) fn quota(&self, spot: &Spot<'_>) -> Option<QuotaFacts> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let units = fields.need("units").and_then(|s| s.small_number(0..=MOST_UNITS));
        let on_turn = match fields.find("on_turn") {
            Some(list) => self.on_turns(&list),
            None => Some(Vec::new()),
        };
        let bonus =
            optional(fields.find("bonus").map(|s| self.hex_and_units(&s.named("quota, bonus"))));
        let lifted_by =
            optional(fields.find("lifted_by").map(|s| self.lift(&s.named("quota, lifted_by"))));
        let entrants_count = fields
            .need("entrants_count")
            .and_then(|s| self.entrants(&s.named("quota, entrants_count")));
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        all!(side, units, on_turn, bonus, lifted_by, entrants_count, rule =>
            QuotaFacts { side, units, on_turn, bonus, lifted_by, entrants_count, rule })
    }

    fn on_turns(&self, spot: &Spot<'_>) -> Option<Vec<(u8, u8)>> {
        let mut seen: Vec<u8> = Vec::new();
        every("quota, on_turn", spot, |item| {
            let mut fields = item.fields()?;
            let turn = fields.need("turn").and_then(|s| s.small_number(1..=self.last_turn()));
            let units = fields.need("units").and_then(|s| s.small_number(0..=MOST_UNITS));
            fields.finish();
            if let Some(turn) = turn.filter(|turn| seen.contains(turn)) {
                item.fault(format!("found game-turn {turn} twice; expected each once"));
            }
            seen.extend(turn);
            all!(turn, units => (turn, units))
        })
    }

    fn hex_and_units(&self, spot: &Spot<'_>) -> Option<(Cell, u8)> {
        let mut fields = spot.fields()?;
        let hex = fields.need("hex").and_then(|s| self.held_cell(&s));
        let units = fields.need("units").and_then(|s| s.small_number(0..=MOST_UNITS));
        fields.finish();
        all!(hex, units => (hex, units))
    }

    fn lift(&self, spot: &Spot<'_>) -> Option<QuotaLift> {
        if spot.is_text() {
            return spot.word(&[QuotaLift::EnemyCrossesCreek], |_| "enemy-crosses-creek");
        }
        let mut fields = spot.fields()?;
        let hex = fields.need("enemy_enters").and_then(|s| self.cell(&s));
        fields.finish();
        hex.map(QuotaLift::EnemyEnters)
    }

    fn entrants(&self, spot: &Spot<'_>) -> Option<EntrantsCount> {
        if spot.is_text() {
            let all = [EntrantsCount::AtOnce, EntrantsCount::AfterArrivalTurn];
            return spot.word(&all, |count| match count {
                EntrantsCount::AtOnce => "at-once",
                _ => "after-arrival-turn",
            });
        }
        let mut fields = spot.fields()?;
        let turn = fields.need("from_turn").and_then(|s| s.small_number(1..=self.last_turn()));
        fields.finish();
        turn.map(EntrantsCount::FromTurn)
    }

    /// [BG-C 17.2] What a side may do at night beyond the standard rule, or not at all.
    pub(super) fn night(&self, spot: &Spot<'_>) -> Vec<NightFact> {
        let one = |spot: &Spot<'_>| -> Option<NightFact> {
            let mut fields = spot.fields()?;
            let side = fields.need_word("side", &Side::BOTH, Side::word);
            let all = [NightMovement::Forbidden, NightMovement::MayLeaveControl];
            let movement = fields.need_word("movement", &all, |movement| match movement {
                NightMovement::Forbidden => "forbidden",
                NightMovement::MayLeaveControl => "may-leave-control",
            });
            let rule = fields.need("rule").and_then(|s| s.name());
            fields.finish();
            all!(side, movement, rule => NightFact { side, movement, rule })
        };
        let mut sides: Vec<Side> = Vec::new();
        let found = every("night", spot, |item| {
            let fact = one(item)?;
            if sides.contains(&fact.side) {
                item.fault(format!("found the {} side twice; expected each once", fact.side));
            }
            sides.push(fact.side);
            Some(fact)
        });
        found.unwrap_or_default()
    }

    /// [BG-A 19.0, BG-C 16.11] What immobile units may do.
    pub(super) fn immobile(&self, spot: &Spot<'_>) -> Option<ImmobileFacts> {
        let mut fields = spot.fields()?;
        let ignore_retreat_from_artillery = fields.flag("ignore_retreat_from_artillery");
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        rule.map(|rule| ImmobileFacts { ignore_retreat_from_artillery, rule })
    }

    /// [BG-F 19.1] Units that stand still until something happens.
    pub(super) fn release(&self, spot: &Spot<'_>) -> Option<ReleaseFacts> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let arms = fields
            .need("arms")
            .and_then(|s| every("release, arms", &s, |item| item.word(&Arm::ALL, Arm::word)));
        let bank = fields.need("bank").and_then(|s| self.cell(&s));
        let on_exit = match fields.find("on_exit") {
            Some(list) => self.cells("release, on_exit", &list),
            None => Some(Vec::new()),
        };
        let on_enemy_crossing = fields.flag("on_enemy_crossing");
        let within = fields.need("within").and_then(|s| s.small_number(0..=60));
        let rule = fields.need("rule").and_then(|s| s.name());
        fields.finish();
        all!(side, arms, bank, on_exit, within, rule =>
            ReleaseFacts { side, arms, bank, on_exit, on_enemy_crossing, within, rule })
    }
}
