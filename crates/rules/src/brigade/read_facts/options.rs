//! The part of `rules.toml` about optional rules.

use atlas::Side;
use atlas::battle::read::spot::Spot;
use field::Cell;

use super::Reader;
use crate::brigade::facts::*;
use crate::facts_file::option_members;

impl Reader<'_> {
    /// What each optional rule of `battle.toml` changes; each must be here.
    pub(super) fn options(&self, whole: &Spot<'_>, options: Option<Spot<'_>>) -> Vec<OptionFact> {
        let members = option_members(self.battle, whole, options.as_ref(), "brigade");
        let read = |(number, spot): &(&str, Spot<'_>)| {
            let effects = self.effects(number, spot)?;
            Some(OptionFact { number: (*number).to_owned(), effects })
        };
        // In the order of battle.toml, which is how a game names them.
        let mut found: Vec<OptionFact> = members.iter().filter_map(read).collect();
        let place = |option: &OptionFact| {
            self.battle.options.iter().position(|known| known.number == option.number)
        };
        found.sort_by_key(place);
        found
    }

    fn effects(&self, number: &str, spot: &Spot<'_>) -> Option<Vec<Effect>> {
        let mut fields = spot.fields()?;
        let mut effects = Vec::new();
        if let Some(side) = fields.find("two_dice_rally") {
            effects.extend(side.word(&Side::BOTH, Side::word).map(Effect::TwoDiceRally));
        }
        let flags = [
            ("withdrawal", Effect::Withdrawal),
            ("wooded_roads_stop_control", Effect::WoodedRoadsStopControl),
            ("repeated_bombardment", Effect::RepeatedBombardment),
            ("cover_against_cover", Effect::CoverAgainstCover),
            ("drawn_activation", Effect::DrawnActivation),
        ];
        for (key, effect) in flags {
            if fields.flag(key) {
                effects.push(effect);
            }
        }
        if let Some(ford) = fields.find("ford") {
            effects.extend(self.creek(&ford).map(|(a, b)| Effect::Ford(a, b)));
        }
        if let Some(late) = fields.find("not_before") {
            let late = self.not_before(&late).unwrap_or_default();
            effects.extend(late.into_iter().map(|(corps, turn)| Effect::NotBefore { corps, turn }));
        }
        if let Some(levels) = fields.find("levels") {
            effects.extend(self.levels_of_option(number, &levels).map(Effect::Levels));
        }
        fields.finish();
        Some(effects)
    }

    /// [BR 16.0] By scenario, the levels that an option puts in place of its own; those of the scenario being read.
    fn levels_of_option(&self, number: &str, spot: &Spot<'_>) -> Option<Vec<Level>> {
        let mut found = None;
        for (id, member) in spot.members()? {
            if self.battle.scenario(Some(id)).is_none() {
                member.fault("battle.toml has no scenario of this name");
            }
            let levels = self.levels(&format!("options, {number}, levels, {id}"), &member);
            if id == self.scenario.id {
                found = levels;
            }
        }
        found
    }

    /// A creek hexside without bridge or ford, as in `3612|3712`.
    fn creek(&self, spot: &Spot<'_>) -> Option<(Cell, Cell)> {
        let name = spot.name()?;
        let cells = name.split_once('|').and_then(|(a, b)| {
            let (a, b) = (self.grid.cell(a)?, self.grid.cell(b)?);
            let side = self.battle.map.hexside(a, b)?;
            let plain = side.creek.is_some() && side.bridge.is_none() && side.ford.is_none();
            plain.then_some((a, b))
        });
        cells.or_else(|| spot.expected("a creek hexside without bridge or ford, as in 3612|3712"))
    }
}
