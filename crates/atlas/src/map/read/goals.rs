//! The sections `objectives`, `entries` and `exits`: what play is about and where it comes and goes.

use std::collections::HashMap;

use field::Cell;

use super::Draft;
use super::sides::read_side;
use super::spot::Spot;
use crate::Side;
use crate::fault::quoted;
use crate::map::json::Json;
use crate::map::{Entry, Exit, Objective};

/// The last game-turn a sheet can speak of.
const LAST_TURN: u32 = 99;
/// The most points one objective can be worth.
const MOST_POINTS: u32 = 1_000_000;

impl<'a> Draft<'a> {
    /// Reads the objectives.
    pub(super) fn read_objectives(&mut self, section: &Spot<'a>) {
        let mut groups: HashMap<String, (Cell, Option<u32>, Option<Side>)> = HashMap::new();
        for (cell, spot) in self.by_cell(section, "objective") {
            self.check_entered(&spot, cell);
            let Some(objective) = self.read_objective(&spot) else { continue };
            if let Some(group) = &objective.group {
                let &mut (first, points, to) =
                    groups.entry(group.clone()).or_insert((cell, objective.points, objective.to));
                if (points, to) != (objective.points, objective.to) {
                    let (group, first) = (quoted(group), self.grid().name(first));
                    spot.fault(format!(
                        "points or side differ from {first} of the same group {group}; \
                         expected the same in every cell of a group"
                    ));
                }
            }
            self.map.objectives.insert(cell, objective);
        }
    }

    fn read_objective(&self, spot: &Spot<'a>) -> Option<Objective> {
        let mut fields = spot.fields()?;
        let name = fields.need("name").and_then(|spot| spot.text());
        let points = fields.find("points").and_then(|spot| spot.whole_number(0..=MOST_POINTS));
        let whom = [None, Some(Side::Union), Some(Side::Confederate)];
        let to = fields
            .need("to")
            .and_then(|spot| spot.word(&whom, |side| side.map_or("either", Side::word)));
        let group = fields.text_if_any("group");
        let rule = fields.sentence_if_any("rule");
        fields.finish();
        Some(Objective { name: name?, points, to: to?, rule, group })
    }

    /// Reads the entries.
    pub(super) fn read_entries(&mut self, section: &Spot<'a>) {
        for (cell, spot) in self.by_cell(section, "entry") {
            self.check_entered(&spot, cell);
            if let Some(entry) = self.read_entry(&spot) {
                self.map.entries.insert(cell, entry);
            }
        }
    }

    fn read_entry(&self, spot: &Spot<'a>) -> Option<Entry> {
        let mut fields = spot.fields()?;
        let side = read_side(&mut fields, "side");
        let turn = fields.need("turn").and_then(|spot| read_turns(&spot));
        let group = fields.text_if_any("group");
        let scenario = fields.text_if_any("scenario");
        let who = fields.need("who").and_then(|spot| spot.sentence());
        let rule = fields.sentence_if_any("rule");
        fields.finish();
        Some(Entry { side: side?, turn: turn?, who: who?, group, scenario, rule })
    }

    /// Reads the exits.
    pub(super) fn read_exits(&mut self, section: &Spot<'a>) {
        for (cell, spot) in self.by_cell(section, "exit") {
            self.check_entered(&spot, cell);
            let Some(mut fields) = spot.fields() else { continue };
            let name = fields.need("name").and_then(|spot| spot.text());
            fields.finish();
            if let Some(name) = name {
                self.map.exits.insert(cell, Exit { name });
            }
        }
    }

    /// Checks that a unit can stand there.
    fn check_entered(&self, spot: &Spot<'_>, cell: Cell) {
        if let Some(why) = self.why_never_entered(cell) {
            spot.fault(format!("the cell is {why}; expected one that units can enter"));
        }
    }
}

/// The turns of an entry as printed: a turn, a list of turns, or "11+".
fn read_turns(spot: &Spot<'_>) -> Option<String> {
    match &spot.node.json {
        Json::List(_) => {
            let items = spot.items()?;
            let mut turns = Vec::with_capacity(items.len());
            for item in &items {
                turns.push(item.whole_number(1..=LAST_TURN)?);
            }
            if turns.len() < 2 || !turns.is_sorted_by(|a, b| a < b) {
                return spot.expected("two or more turns, each later than the one before");
            }
            let words: Vec<String> = turns.iter().map(u32::to_string).collect();
            Some(words.join(", "))
        }
        Json::Text(text) => {
            let first = text.strip_suffix('+').and_then(|turn| turn.parse::<u32>().ok());
            match first.filter(|turn| (1..=LAST_TURN).contains(turn)) {
                Some(turn) => Some(format!("{turn}+")),
                None => {
                    spot.expected("a turn, a list of turns, or a turn with a plus as in \"11+\"")
                }
            }
        }
        _ => spot.whole_number(1..=LAST_TURN).map(|turn| turn.to_string()),
    }
}
