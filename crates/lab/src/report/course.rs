//! The course of the games: points over turns, and who held the hexes that count.

use atlas::Side;
use atlas::map::Map;
use rules::blue_gray::Battle;

use super::plot::{Anchor, Plot, Scale, WIDTH, escaped};
use super::{Set, class, figure, panels};
use crate::statistics::{mean, quantile};
use crate::summary::Turn;

/// Points over turns.
pub fn points(sets: &[Set<'_>]) -> String {
    let values = |set: &Set<'_>| -> Vec<i64> {
        let turns = set.summary.turns.iter();
        turns.flat_map(|t| Side::BOTH.map(|side| t.points[side].clone()).concat()).collect()
    };
    let bounds = sets
        .iter()
        .flat_map(values)
        .fold((0, 1), |(low, high), value| (value.min(low), value.max(high)));
    let figures: Vec<String> =
        sets.iter().map(|set| figure(&set.caption(""), &courses(set, bounds))).collect();
    let words = format!(
        "What each side would score if the game ended with the turn: mean, and the range of the middle four \
         fifths of the games.{}{}",
        if some_ended_early(sets) { " A game that ended early keeps its points." } else { "" },
        shaded(sets)
    );
    panels("Points over the turns", &words, &figures, "")
}

/// Whether any game was over before the last turn.
fn some_ended_early(sets: &[Set<'_>]) -> bool {
    sets.iter().any(|set| set.summary.turns.iter().any(|turn| turn.reached < set.summary.games()))
}

/// What the shading of turns means, if any are shaded.
fn shaded(sets: &[Set<'_>]) -> &'static str {
    let any = |dark: fn(&Battle, u8) -> bool| {
        sets.iter().any(|set| (1..=set.battle.turns).any(|turn| dark(set.battle, turn)))
    };
    match (any(Battle::is_night), any(Battle::is_fog)) {
        (true, true) => " Night and fog are shaded.",
        (true, false) => " Night is shaded.",
        (false, true) => " Fog is shaded.",
        (false, false) => "",
    }
}

/// Who held the hexes that count.
pub fn places(map: &Map, sets: &[Set<'_>]) -> String {
    if sets.iter().all(|set| set.summary.watched.is_empty()) {
        return String::new();
    }
    let figures: Vec<String> =
        sets.iter().map(|set| figure(&set.caption(""), &held(map, set))).collect();
    let games = if some_ended_early(sets) { "games that lasted so long" } else { "games" };
    let words = format!(
        "Who held them at the end of each turn: the share of {games}, in per cent, in which the \
         Confederates did, coloured for the side that did more often."
    );
    panels("The hexes that count", &words, &figures, "")
}

/// The mean and two quantiles of a side's points on a turn.
fn spread(turn: &Turn, side: Side) -> Option<[f64; 3]> {
    let mut sorted = turn.points[side].clone();
    sorted.sort_unstable();
    let mean = mean(sorted.iter().copied()).mean;
    Some([quantile(&sorted, 0.1)?, mean, quantile(&sorted, 0.9)?])
}

fn courses(set: &Set<'_>, (low, high): (i64, i64)) -> String {
    let (height, top, base, left, right) = (280.0, 30.0, 250.0, 44.0, WIDTH - 16.0);
    let turns = &set.summary.turns;
    let mut plot = Plot::new(height, "points of both sides over the game-turns");
    let up = Scale::new((low as f64, base), (high as f64, top));
    let width = (right - left) / turns.len().max(1) as f64;
    let across = |index: usize| left + width * (index as f64 + 0.5);
    for index in 0..turns.len() {
        let turn = (index + 1) as u8;
        let light = if set.battle.is_night(turn) { "night" } else { "fog" };
        if set.battle.is_night(turn) || set.battle.is_fog(turn) {
            let at = (left + width * index as f64, top);
            plot.rect("shade", at, (width, base - top), &format!("turn {turn}: {light}"));
        }
        plot.text("tick", (across(index), base + 17.0), Anchor::Middle, &turn.to_string());
    }
    for tick in up.ticks(6) {
        plot.line("grid", (left, up.at(tick)), (right, up.at(tick)));
        plot.text("tick", (left - 5.0, up.at(tick) + 4.0), Anchor::End, &format!("{tick:.0}"));
    }
    let spreads = |side| -> Vec<(usize, [f64; 3])> {
        let known = turns.iter().enumerate().filter_map(move |(i, t)| Some((i, spread(t, side)?)));
        known.collect()
    };
    for side in Side::BOTH {
        let spreads = spreads(side);
        let lower = spreads.iter().map(|(index, [low, ..])| (across(*index), up.at(*low)));
        let upper = spreads.iter().rev().map(|(index, [.., high])| (across(*index), up.at(*high)));
        let points: Vec<(f64, f64)> = lower.chain(upper).collect();
        plot.area(&format!("band {}", class(Some(side))), &points);
    }
    for (place, side) in Side::BOTH.into_iter().enumerate() {
        let spreads = spreads(side);
        let point = |(index, [_, mean, _]): &(usize, [f64; 3])| (across(*index), up.at(*mean));
        let line: Vec<(f64, f64)> = spreads.iter().map(point).collect();
        plot.line_through(&format!("course {}", class(Some(side))), &line);
        let last = spreads.last().map_or(0.0, |(_, [_, mean, _])| *mean);
        let x = left + 4.0 + 190.0 * place as f64;
        plot.rect(class(Some(side)), (x, 8.0), (12.0, 12.0), "");
        plot.text(
            "name",
            (x + 18.0, 19.0),
            Anchor::Start,
            &format!("{side}: {last:.1} at the end"),
        );
    }
    plot.finish()
}

/// A row a hex, a column a turn.
fn held(map: &Map, set: &Set<'_>) -> String {
    let mut out = String::from(
        "<div class=\"wide\"><table class=\"held\"><thead><tr><th scope=\"col\">Hex</th>",
    );
    for turn in 1..=set.summary.turns.len() {
        out.push_str(&format!("<th scope=\"col\">{turn}</th>"));
    }
    out.push_str("</tr></thead><tbody>");
    for (index, &cell) in set.summary.watched.iter().enumerate() {
        let number = set.battle.grid().name(cell);
        let place = map.objectives.get(&cell).map_or("", |objective| &objective.name);
        let name = format!("{number} {place}");
        out.push_str(&format!("<tr><th scope=\"row\">{}</th>", escaped(name.trim_end())));
        for turn in &set.summary.turns {
            let games = turn.reached;
            if games == 0 {
                out.push_str("<td>–</td>");
                continue;
            }
            let share = f64::from(turn.held[index]) / games as f64;
            let (side, depth) = if share >= 0.5 {
                (Side::Confederate, 2.0 * share - 1.0)
            } else {
                (Side::Union, 1.0 - 2.0 * share)
            };
            // Five steps of colour are enough to see, and keep the style in the style sheet.
            let deep = (depth * 5.0).round() as u8;
            let side = class(Some(side));
            out.push_str(&format!("<td class=\"{side} deep{deep}\">{:.0}</td>", 100.0 * share));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>");
    out
}
