//! The losses by unit.

use atlas::Side;
use rules::blue_gray::UnitId;

use super::Set;
use super::rows::Cause;
use crate::report::bars::{self, Bar};
use crate::report::{figure, folded_table, panels, percent};
use crate::rows::by_side;
use crate::statistics::{Share, mean};

/// How many units a plot shows.
const SHOWN: usize = 24;

/// Losses by unit, in every set in the order of the first.
pub fn section(sets: &[Set<'_>]) -> String {
    let ranks = by_side(|side| ranked(sets, side));
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    for set in sets {
        for side in Side::BOTH {
            let lost = mean(set.digest.strength_lost[side].iter().copied());
            let words = format!("{side}, {} strength points a game", lost.words());
            let caption = set.caption(&words);
            let units: Vec<UnitId> =
                ranks[side].iter().filter_map(|id| set.system.battle.find(id)).collect();
            figures.push(figure(&caption, &bars(set, side, &units[..units.len().min(SHOWN)])));
            let ever = units.into_iter().filter(|unit| set.digest.lost(unit.index()) > 0);
            rows.extend(ever.map(|unit| row(set, unit)));
        }
    }
    let mut head = vec!["Unit", "Strength", "Lost"];
    head.extend(Cause::ALL.map(Cause::words));
    let table = folded_table("Every unit that was ever lost, and why", &head, &rows);
    let order = if sets.len() > 1 { ", in the order of the first set" } else { "" };
    let words = format!(
        "The share of games in which a unit was eliminated; the units most often lost{order}."
    );
    panels("Losses by unit", &words, &figures, &table)
}

/// The units of a side that were ever lost, those most often lost in the first set first.
fn ranked<'a>(sets: &[Set<'a>], side: Side) -> Vec<&'a str> {
    let mut units: Vec<(u32, &str)> = Vec::new();
    for (index, set) in sets.iter().enumerate() {
        let battle = &set.system.battle;
        for unit in battle.of_side(side).iter().filter(|u| set.digest.lost(u.index()) > 0) {
            let id = battle.unit(unit).id.as_str();
            if !units.iter().any(|(_, known)| *known == id) {
                units.push((if index == 0 { set.digest.lost(unit.index()) } else { 0 }, id));
            }
        }
    }
    units.sort_by_key(|(lost, _)| std::cmp::Reverse(*lost));
    units.into_iter().map(|(_, id)| id).collect()
}

fn share(set: &Set<'_>, unit: UnitId) -> Share {
    Share::of(set.digest.lost(unit.index()) as usize, set.summary.games())
}

fn bars(set: &Set<'_>, side: Side, shown: &[UnitId]) -> String {
    let bar = |&unit: &UnitId| {
        let printed = set.system.battle.unit(unit);
        let share = share(set, unit);
        let name = format!("{} ({})", printed.id, printed.strength);
        let title = format!("{name}: {}", percent(share));
        Bar { name, value: share.value, interval: Some(share.interval), title }
    };
    let bars: Vec<Bar> = shown.iter().map(bar).collect();
    bars::of_side(&format!("{side} units by how often they were lost"), side, &bars)
}

fn row(set: &Set<'_>, unit: UnitId) -> Vec<String> {
    let printed = set.system.battle.unit(unit);
    let mut row = vec![
        set.caption(&format!("{} ({})", printed.id, printed.side)),
        printed.strength.to_string(),
        percent(share(set, unit)),
    ];
    let causes = set.digest.lost.get(unit.index()).into_iter().flatten();
    row.extend(causes.map(u32::to_string));
    row
}
