//! What the actions of all systems share on their way in: one kind with its body, and where units
//! and hexes are named, a unit, a hex, a way.

use atlas::fault::{Report, one_of, quoted};
use field::Cell;
use serde_json::Value;

use super::named::{Names, cell, unit};
use super::read::{Object, each, expected};
use crate::ids::{Hexes, UnitId};

/// The kind of an action and its body: the only member of an object.
pub(crate) fn kind_and_body<'v>(
    report: &mut Report,
    value: &'v Value,
    kinds: &[&str],
) -> Option<(&'v str, Object<'v>)> {
    let Value::Object(fields) = value else {
        return expected(report, "action", value, "an object with one action");
    };
    let mut entries = fields.iter();
    let (Some((kind, body)), None) = (entries.next(), entries.next()) else {
        report.fault("action", format!("found {} fields; expected one action", fields.len()));
        return None;
    };
    if !kinds.contains(&kind.as_str()) {
        let known = one_of(kinds.iter().copied());
        report.fault("action", format!("found {}; expected {known}", quoted(kind)));
        return None;
    }
    Some((kind, Object::of(report, kind, body)?))
}

/// The unit of an action.
pub(crate) fn need_unit(
    report: &mut Report,
    battle: &impl Names,
    object: &mut Object<'_>,
) -> Option<UnitId> {
    let value = object.need(report, "unit")?;
    unit(report, &object.at("unit"), value, battle)
}

/// A hex of an action.
pub(crate) fn need_cell(
    report: &mut Report,
    battle: &impl Names,
    object: &mut Object<'_>,
    key: &'static str,
) -> Option<Cell> {
    let value = object.need(report, key)?;
    cell(report, &object.at(key), value, battle)
}

/// A path if there is one, without the hex it starts from if that is named first.
pub(crate) fn path<const N: usize>(
    report: &mut Report,
    battle: &impl Names,
    object: &mut Object<'_>,
    start: Option<Cell>,
) -> Option<Option<Hexes<N>>> {
    let Some(value) = object.find("path") else { return Some(None) };
    let place = object.at("path");
    let mut cells = each(report, &place, value, |r, p, v| cell(r, p, v, battle))?;
    if cells.first().copied() == start && start.is_some() {
        cells.remove(0);
    }
    let path = Hexes::of(cells.iter().copied());
    if path.is_none() {
        let message =
            format!("found {} hexes; expected no more than a unit can enter", cells.len());
        report.fault(place, message);
    }
    path.map(Some)
}

/// A move: who, where to, and the way if it is given. `place` says where a unit is.
pub(crate) fn march<const N: usize>(
    report: &mut Report,
    battle: &impl Names,
    object: &mut Object<'_>,
    place: impl Fn(UnitId) -> Option<Cell>,
) -> Option<(UnitId, Cell, Option<Hexes<N>>)> {
    let unit = need_unit(report, battle, object);
    let start = unit.and_then(place);
    let to = object.find("to").map(|value| cell(report, "move, to", value, battle));
    let path = path(report, battle, object, start);
    let (unit, path) = (unit?, path?);
    let end = path.and_then(|path| path.last().copied());
    match (to, path, end.or(start)) {
        (Some(to), _, _) => Some((unit, to?, path)),
        (None, Some(_), Some(end)) => Some((unit, end, path)),
        (None, Some(_), None) => {
            report.fault("move, path", "found no hex; expected those that the unit enters");
            None
        }
        (None, None, _) => {
            report.fault("move", "found neither \"to\" nor \"path\"; expected one of them");
            None
        }
    }
}

/// An entry: who, in which hex, where to, and the way from there if it is given.
pub(crate) fn entry<const N: usize>(
    report: &mut Report,
    battle: &impl Names,
    object: &mut Object<'_>,
) -> Option<(UnitId, Cell, Cell, Option<Hexes<N>>)> {
    let unit = need_unit(report, battle, object);
    let hex = need_cell(report, battle, object, "hex");
    let to = object.find("to").map(|value| cell(report, "enter, to", value, battle));
    let path = path(report, battle, object, hex);
    let (unit, hex, path) = (unit?, hex?, path?);
    let end = path.and_then(|path| path.last().copied());
    let to = match to {
        Some(to) => to?,
        None => end.unwrap_or(hex),
    };
    Some((unit, hex, to, path.filter(|path| !path.is_empty())))
}
