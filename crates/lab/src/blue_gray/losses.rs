//! The losses by unit.

use atlas::Side;
use rules::blue_gray::UnitId;

use super::Set;
use super::rows::Cause;
use super::watch::by_side;
use crate::report::plot::{Anchor, Plot, Scale, WIDTH};
use crate::report::{class, figure, folded_table, panels, percent};
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
    let (row, left, right) = (17.0, 150.0, WIDTH - 60.0);
    let height = row * shown.len() as f64 + 30.0;
    let mut plot = Plot::new(height, &format!("{side} units by how often they were lost"));
    let scale = Scale::new((0.0, left), (1.0, right));
    for tick in scale.ticks(5) {
        let x = scale.at(tick);
        plot.line("grid", (x, 2.0), (x, height - 22.0));
        plot.text("tick", (x, height - 8.0), Anchor::Middle, &format!("{:.0} %", 100.0 * tick));
    }
    for (index, &unit) in shown.iter().enumerate() {
        let y = row * index as f64 + 3.0;
        let printed = set.system.battle.unit(unit);
        let share = share(set, unit);
        let words = format!("{} ({})", printed.id, printed.strength);
        plot.text("small", (left - 6.0, y + 11.0), Anchor::End, &words);
        let size = (scale.at(share.value) - left, row - 4.0);
        plot.rect(class(Some(side)), (left, y), size, &format!("{words}: {}", percent(share)));
        plot.whisker(y + 6.5, scale.at(share.interval.low), scale.at(share.interval.high));
        let at = (scale.at(share.interval.high) + 7.0, y + 11.0);
        plot.text("small", at, Anchor::Start, &format!("{:.0} %", 100.0 * share.value));
    }
    if shown.is_empty() {
        plot.text("name", (left, 14.0), Anchor::Start, "nobody");
    }
    plot.finish()
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
