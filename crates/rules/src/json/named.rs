//! Readers of what stands on the map of a battle: hexes and units by their printed names.

use atlas::fault::Report;
use field::Cell;
use serde_json::Value;

use super::read::{each, expected};
use crate::ids::{Hexes, UnitId, UnitSet};

/// What has hexes and units with names: a battle of a system that is played on hexes.
pub(crate) trait Names {
    /// The hex with this number.
    fn cell_named(&self, name: &str) -> Option<Cell>;
    /// The unit with this designation.
    fn unit_named(&self, id: &str) -> Option<UnitId>;
    /// The number of a hex.
    fn hex_name(&self, cell: Cell) -> String;
    /// The designation of a unit.
    fn designation(&self, unit: UnitId) -> &str;
}

/// Reads the number of a hex.
pub(crate) fn cell(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &impl Names,
) -> Option<Cell> {
    let found = value.as_str().and_then(|name| battle.cell_named(name));
    found.or_else(|| {
        expected(report, place, value, "the number of a hex of the map, as in \"0816\"")
    })
}

/// Reads units, each named once.
pub(crate) fn units(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &impl Names,
) -> Option<UnitSet> {
    let read = each(report, place, value, |r, p, v| unit(r, p, v, battle))?;
    let mut found = UnitSet::EMPTY;
    for id in read {
        if found.contains(id) {
            report.fault(place, format!("{} is named twice", battle.designation(id)));
            return None;
        }
        found.insert(id);
    }
    Some(found)
}

/// Reads at most `N` hexes in any order, each named once.
pub(crate) fn hexes<const N: usize>(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &impl Names,
) -> Option<Hexes<N>> {
    let cells = each(report, place, value, |r, p, v| cell(r, p, v, battle))?;
    let listed = cells.len();
    let Some(found) = Hexes::of(cells) else {
        report.fault(place, format!("found {listed} hexes; expected at most {N}"));
        return None;
    };
    let found = found.sorted();
    if found.len() < listed {
        report.fault(place, "a hex is named twice");
        return None;
    }
    Some(found)
}

/// Reads the designation of a unit.
pub(crate) fn unit(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &impl Names,
) -> Option<UnitId> {
    let found = value.as_str().and_then(|id| battle.unit_named(id));
    found.or_else(|| expected(report, place, value, "the designation of a unit of the scenario"))
}
