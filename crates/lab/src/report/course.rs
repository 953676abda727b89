//! The course of the games: points over turns.

use atlas::Side;

use super::plot::{Anchor, Plot, Scale, WIDTH};
use super::{Set, class, figure, panels, some_ended_early};
use crate::statistics::{mean, quantile};
use crate::summary::Turn;

/// Points over turns, some of which are shaded for these reasons.
pub fn points(sets: &[Set<'_>], shades: &[&str]) -> String {
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
        shaded(sets, shades)
    );
    panels("Points over the turns", &words, &figures, "")
}

/// What the shading of turns means, if any are shaded.
fn shaded(sets: &[Set<'_>], shades: &[&str]) -> String {
    let is_there = |shade: &&&str| sets.iter().any(|set| set.shades.contains(&Some(**shade)));
    let words: Vec<&str> = shades.iter().filter(is_there).copied().collect();
    let mut letters = words.join(" and ").chars().collect::<Vec<char>>();
    let Some(first) = letters.first_mut() else { return String::new() };
    first.make_ascii_uppercase();
    let verb = if words.len() == 1 { "is" } else { "are" };
    format!(" {} {verb} shaded.", letters.into_iter().collect::<String>())
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
        let turn = index + 1;
        if let Some(shade) = set.shades.get(index).copied().flatten() {
            let at = (left + width * index as f64, top);
            plot.rect("shade", at, (width, base - top), &format!("turn {turn}: {shade}"));
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
