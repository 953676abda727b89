//! Where `rules.toml` and the other files of the battle must say the same.

use atlas::battle::read::text::Log;
use atlas::battle::{Group, Scenario};
use atlas::fault::Fault;
use field::Cell;

use super::Reader;
use super::victory::NamedArrival;
use crate::brigade::facts::Allowances;

impl Reader<'_> {
    /// Notes what the set-ups and `battle.toml` print otherwise than the rules read it.
    pub(super) fn refuse_disagreement(
        &self,
        log: &Log,
        allowances: Option<&Allowances>,
        arrival: Option<&NamedArrival>,
    ) {
        for scenario in &self.battle.scenarios {
            let file = format!("setups/{}.toml", scenario.id);
            let fault = |place: String, message: String| {
                log.add(Fault::new(place, message).in_file(file.clone()));
            };
            if scenario.stacking != 2 {
                let message =
                    format!("stacking {}; expected 2 in a brigade battle", scenario.stacking);
                let place = format!("scenario {}", scenario.id);
                log.add(Fault::new(place, message).in_file("battle.toml"));
            }
            for unit in &scenario.units {
                let Some(allowances) = allowances else { continue };
                let printed = unit.movement.or(scenario.movement);
                let half_points = allowances.of(unit);
                if printed.is_some_and(|points| points.checked_mul(2) != Some(half_points)) {
                    let message = format!(
                        "movement {}; expected half of the {half_points} half-points of rules.toml",
                        printed.unwrap_or(0)
                    );
                    fault(format!("unit {}", unit.id), message);
                }
            }
            for group in &scenario.groups {
                let by_die = arrival.is_some_and(|named| named.group == group.id);
                for (part, message) in self.group_faults(scenario, group, by_die) {
                    fault(format!("group {}{part}", group.id), message);
                }
            }
        }
    }

    /// What the rules cannot play of a group that comes later: the part of it, and why.
    fn group_faults(
        &self,
        scenario: &Scenario,
        group: &Group,
        by_die: bool,
    ) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        let (cells, turns) = (group.cells.len(), group.turns.len());
        if by_die && cells != 1 {
            found.push((
                ", cells",
                format!("found {cells} cells; expected one, where a die brings it"),
            ));
        }
        let is_beyond = |cell: Cell| {
            scenario.columns.is_some_and(|columns| cell.column() >= usize::from(columns))
        };
        for &cell in group.cells.iter().filter(|&&cell| is_beyond(cell)) {
            let name = self.grid.name(cell);
            found.push((
                ", cells",
                format!("found {name}, beyond the columns in play; expected a cell in play"),
            ));
        }
        if !by_die && turns != 1 {
            found.push((
                ", turns",
                format!("found {turns} turns; expected the first on which it comes"),
            ));
        }
        if !group.options.is_empty() || !group.by_option.is_empty() || group.choice.is_some() {
            let message = "found options or a choice; expected none in a brigade battle";
            found.push(("", message.to_owned()));
        }
        found
    }
}
