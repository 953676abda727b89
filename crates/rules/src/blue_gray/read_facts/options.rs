//! The parts of `rules.toml` about optional rules and about what a scenario changes.

use atlas::Side;
use atlas::battle::read::spot::Spot;
use atlas::fault::quoted;
use field::Cell;

use super::Reader;
use crate::blue_gray::crt::Column;
use crate::blue_gray::facts::*;
use crate::facts_file::{all, every, option_members};

/// What a scenario changes.
#[derive(Default)]
pub(super) struct Changes {
    /// [BG-F 20.11] Every creek hexside but a canal's is a ford.
    pub creeks_are_fords: bool,
    /// [BG-F 20.12] Hexes that bring no points.
    pub no_points_for: Vec<Cell>,
}

impl Reader<'_> {
    /// [BG-A 20.0] What each optional rule of `battle.toml` changes; each must be here.
    pub(super) fn options(&self, whole: &Spot<'_>, options: Option<Spot<'_>>) -> Vec<OptionFact> {
        let members = option_members(self.battle, whole, options.as_ref(), "Blue & Gray");
        let mut found: Vec<OptionFact> = Vec::new();
        for (number, member) in &members {
            let Some(effects) = self.effects(number, member) else { continue };
            let admits = |effect: &Effect| matches!(effect, Effect::DieForGroup(_));
            if effects.iter().any(admits)
                && found.iter().any(|other| other.effects.iter().any(admits))
            {
                member.fault("found a second \"die_for_group\"; expected one option with it");
            }
            found.push(OptionFact { number: (*number).to_owned(), effects });
        }
        found
    }

    fn effects(&self, number: &str, spot: &Spot<'_>) -> Option<Vec<Effect>> {
        let mut fields = spot.fields()?;
        let mut effects = Vec::new();
        if fields.flag("attack_effectiveness") {
            effects.push(Effect::AttackEffectiveness);
        }
        effects
            .extend(fields.find("quota").and_then(|s| s.small_number(0..=128)).map(Effect::Quota));
        if fields.flag("no_quota") {
            effects.push(Effect::NoQuota);
        }
        if fields.flag("no_standstill") {
            effects.push(Effect::NoStandstill);
        }
        if let Some(group) = fields.find("die_for_group") {
            effects.extend(self.group(&group).map(Effect::DieForGroup));
        }
        if let Some(list) = fields.find("shifts") {
            let what = format!("options, {}, shifts", quoted(number));
            effects.extend(every(&what, &list, |item| self.shift(item)).unwrap_or_default());
        }
        fields.finish();
        Some(effects)
    }

    fn group(&self, spot: &Spot<'_>) -> Option<String> {
        let name = spot.name()?;
        if self.battle.scenarios.iter().all(|scenario| scenario.group(&name).is_none()) {
            return spot.expected("a group of a set-up");
        }
        Some(name)
    }

    fn shift(&self, spot: &Spot<'_>) -> Option<Effect> {
        let mut fields = spot.fields()?;
        let side = fields.need_word("side", &Side::BOTH, Side::word);
        let columns = fields.need("columns").and_then(|s| s.signed(-9..=9));
        let from = match fields.find("from") {
            None => Some(None),
            Some(from) => from.name().and_then(|name| {
                Column::parse(&name).map(Some).or_else(|| from.expected("a column, 1-5 to 6-1"))
            }),
        };
        fields.finish();
        all!(side, columns, from => Effect::Shift { side, columns: columns as i8, from })
    }

    /// [BG-F 20.0] What the scenario being read changes; those of the others are looked at, too.
    pub(super) fn changes(&self, spot: &Spot<'_>) -> Changes {
        let mut found = Changes::default();
        for (id, member) in spot.members().unwrap_or_default() {
            if self.battle.scenario(Some(id)).is_none() {
                member.fault("battle.toml has no scenario of this name");
            }
            let Some(mut fields) = member.fields() else { continue };
            let creeks_are_fords = fields.flag("creeks_are_fords");
            let what = format!("scenarios, {}, no_points_for", quoted(id));
            let no_points_for =
                fields.find("no_points_for").and_then(|list| self.cells(&what, &list));
            fields.finish();
            if id == self.scenario.id {
                found =
                    Changes { creeks_are_fords, no_points_for: no_points_for.unwrap_or_default() };
            }
        }
        found
    }
}
