//! Where `rules.toml` and the other files of the battle must say the same.

use atlas::battle::read::text::Log;
use atlas::fault::Fault;

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
                let place = format!("group {}, turns", group.id);
                if by_die && group.cells.len() != 1 {
                    let found = group.cells.len();
                    let message =
                        format!("found {found} cells; expected one, where a die brings it");
                    fault(format!("group {}, cells", group.id), message);
                }
                if !by_die && group.turns.len() != 1 {
                    let found = group.turns.len();
                    fault(
                        place,
                        format!("found {found} turns; expected the first on which it comes"),
                    );
                }
                if !group.options.is_empty()
                    || !group.by_option.is_empty()
                    || group.choice.is_some()
                {
                    let message = "found options or a choice; expected none in a brigade battle";
                    fault(format!("group {}", group.id), message.to_owned());
                }
            }
        }
    }
}
