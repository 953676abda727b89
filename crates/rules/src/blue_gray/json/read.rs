//! Readers of what stands on the map of a battle.

use atlas::fault::Report;
use field::Cell;
use serde_json::Value;

use crate::blue_gray::battle::Battle;
use crate::blue_gray::ids::{Hexes, UnitId, UnitSet};
use crate::json::{each, expected};

pub(super) fn cell(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<Cell> {
    let found = value.as_str().and_then(|name| battle.grid().cell(name));
    found.or_else(|| {
        expected(report, place, value, "the number of a hex of the map, as in \"0816\"")
    })
}

/// Reads units, each named once.
pub(super) fn units(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<UnitSet> {
    let read = each(report, place, value, |r, p, v| unit(r, p, v, battle))?;
    let mut found = UnitSet::EMPTY;
    for id in read {
        if found.contains(id) {
            report.fault(place, format!("{} is named twice", battle.unit(id).id));
            return None;
        }
        found.insert(id);
    }
    Some(found)
}

/// Reads at most `N` hexes in any order, each named once.
pub(super) fn hexes<const N: usize>(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
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

pub(super) fn unit(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<UnitId> {
    let found = value.as_str().and_then(|id| battle.find(id));
    found.or_else(|| expected(report, place, value, "the designation of a unit of the scenario"))
}
