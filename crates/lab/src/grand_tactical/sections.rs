//! What the report shows of the Grand-tactical system: losses by arm and formation, the course of fatigue and routs, the
//! objectives, and a map of where men fell.

use std::fmt::Write;

use atlas::Side;
use atlas::map::Map;
use engraver::geometry::Geometry;
use field::Cell;

use super::Set;
use crate::report::map::{overlay, tint};
use crate::report::plot::escaped;
use crate::report::{class, figure, panels, table, whole};
use crate::statistics::mean;

/// How many squares are marked with their number.
const MARKED: usize = 12;

/// What each arm lost, and how much was done.
pub fn losses(sets: &[Set<'_>]) -> String {
    let mut rows = Vec::new();
    for set in sets {
        for side in Side::BOTH {
            let mut row = vec![set.caption(&side.to_string())];
            let lists = set.digest.lost[side].iter().chain(&set.digest.work[side]);
            row.extend(lists.map(|list| mean(list.iter().copied()).words()));
            rows.push(row);
        }
    }
    let head = [
        "Side",
        "Infantrymen",
        "Cavalrymen",
        "Guns",
        "Shots",
        "Melees begun",
        "Routs",
        "Leaders lost",
    ];
    panels("Losses a game", "What a game cost each side.", &[], &table(&head, &rows))
}

/// What each formation lost.
pub fn formations(sets: &[Set<'_>]) -> String {
    let mut rows = Vec::new();
    for set in sets {
        let games = set.summary.games().max(1) as f64;
        for side in Side::BOTH {
            for (name, sum) in &set.digest.formations[side] {
                let each = [sum.infantry, sum.cavalry, sum.guns];
                let mut row = vec![set.caption(&format!("{name} ({side})"))];
                row.extend(each.map(|lost| whole(lost as f64 / games)));
                rows.push(row);
            }
        }
    }
    let head = ["Formation", "Infantrymen", "Cavalrymen", "Guns"];
    panels("Losses by formation", "A game, on the average.", &[], &table(&head, &rows))
}

/// Losses, fatigue and routs from turn to turn.
pub fn course(sets: &[Set<'_>]) -> String {
    let head = [
        "Turn",
        "Union men lost",
        "guns",
        "routed",
        "fatigue",
        "Confederate men lost",
        "guns",
        "routed",
        "fatigue",
    ];
    let figures: Vec<String> = sets
        .iter()
        .map(|set| {
            let mut rows = Vec::new();
            for (index, turn) in set.digest.turns.iter().enumerate() {
                let games = f64::from(turn.games.max(1));
                let mut row = vec![(index + 1).to_string()];
                for side in Side::BOTH {
                    let each = |sum: u64| sum as f64 / games;
                    let units = each(turn.units[side]).max(1.0);
                    row.push(whole(each(turn.men[side])));
                    row.push(whole(each(turn.guns[side])));
                    row.push(format!("{:.1}", each(turn.routed[side])));
                    row.push(whole(each(turn.fatigue[side]) / units));
                }
                rows.push(row);
            }
            figure(&set.caption(""), &table(&head, &rows))
        })
        .collect();
    let words = "At the end of each turn: men and guns lost so far, units that are routed, and the fatigue of a \
                 unit, on the average.";
    panels("From turn to turn", words, &figures, "")
}

/// What the objectives bring at the end of each turn.
pub fn objectives(sets: &[Set<'_>]) -> String {
    let figures: Vec<String> =
        sets.iter().map(|set| figure(&set.caption(""), &brought(set))).collect();
    let words = "The share of its worth that each objective brings at the end of each turn, in per cent: all of \
                 it to whoever stands there, half in a zone of control.";
    panels("The objectives", words, &figures, "")
}

/// A row an objective, a column a turn.
fn brought(set: &Set<'_>) -> String {
    let mut out = String::from(
        "<div class=\"wide\"><table class=\"held\"><thead><tr><th scope=\"col\">Objective</th>",
    );
    for turn in 1..=set.digest.turns.len() {
        let _ = write!(out, "<th scope=\"col\">{turn}</th>");
    }
    out.push_str("</tr></thead><tbody>");
    for (index, goal) in set.system.objectives.iter().enumerate() {
        let name = format!("{} {} ({})", set.system.name(goal.cell), goal.name, goal.points);
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escaped(&name));
        for turn in &set.digest.turns {
            let most = f64::from(goal.points.max(1)) * f64::from(turn.games.max(1));
            let share = turn.objectives[index] as f64 / most;
            let (side, depth) = if share >= 0.5 {
                (goal.side, 2.0 * share - 1.0)
            } else {
                (goal.side.other(), 1.0 - 2.0 * share)
            };
            let deep = (depth * 5.0).round() as u8;
            let side = class(Some(side));
            let _ = write!(out, "<td class=\"{side} deep{deep}\">{:.0}</td>", 100.0 * share);
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}

/// Where men fell.
pub fn fell(map: &Map, sets: &[Set<'_>]) -> String {
    let geometry = Geometry::new(&map.grid);
    let top = sets
        .iter()
        .flat_map(|set| map.grid.cells().map(move |cell| men(set, cell)))
        .fold(0.0, f64::max);
    let figures: Vec<String> = sets
        .iter()
        .map(|set| {
            let drawing = overlay(&geometry, "where men fell", &field_of(&geometry, map, set, top));
            figure(&set.caption(""), &drawing)
        })
        .collect();
    let words = format!(
        "Men of both sides lost in each square. The strongest colour stands for {} men a game, half of it for a \
         quarter of that; the worst squares have their number printed.",
        whole(top)
    );
    panels("Where men fell", &words, &figures, "")
}

/// Men lost in a square, a game.
fn men(set: &Set<'_>, cell: Cell) -> f64 {
    let fell = Side::BOTH.map(|side| set.digest.fell[side][cell.index()]);
    (fell[0] + fell[1]) as f64 / set.summary.games().max(1) as f64
}

fn field_of(geometry: &Geometry, map: &Map, set: &Set<'_>, top: f64) -> String {
    let mut out = String::new();
    let squares = map.grid.cells().map(|cell| (cell, men(set, cell)));
    let mut worst: Vec<(Cell, f64)> = squares.filter(|(_, men)| *men >= 0.5).collect();
    for &(cell, rate) in &worst {
        let games = set.summary.games().max(1) as f64;
        let side = |side: Side| whole(set.digest.fell[side][cell.index()] as f64 / games);
        let title = format!(
            "{}: {} Union men and {} Confederates a game",
            map.grid.name(cell),
            side(Side::Union),
            side(Side::Confederate)
        );
        let depth = 0.85 * (rate / top.max(f64::MIN_POSITIVE)).sqrt();
        tint(&mut out, geometry, cell, "death", depth, &title);
    }
    worst.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for (cell, rate) in worst.into_iter().take(MARKED) {
        let centre = geometry.centre(cell);
        let _ = write!(
            out,
            "<text class=\"mark\" x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{}</text>",
            centre.x,
            centre.y + 11.0,
            whole(rate)
        );
    }
    out
}
