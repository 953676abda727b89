//! The sets of a sweep beside each other: each against the first.

use std::collections::BTreeMap;

use atlas::Side;

use super::plot::{Anchor, Plot, Scale, WIDTH, escaped};
use super::{Set, class, count, figure, percent, table};
use crate::statistics::{Interval, Mean, Share, difference, mean, quantile};
use crate::wording::signed;

/// Longer names are told by their numbers beside a plot.
const LONGEST_NAME: usize = 38;

/// A change with its interval.
type Change = (f64, Interval);

/// The comparison of the sets.
pub fn section(sets: &[Set<'_>]) -> String {
    let Some((first, others)) = sets.split_first() else { return String::new() };
    let rows: Vec<Vec<String>> = sets.iter().map(|set| row(first, set)).collect();
    let head = [
        "Options",
        "Games",
        "Union wins",
        "Drawn",
        "Confederate wins",
        "Margin",
        "Median",
        "Union wins, change in percentage points",
        "Margin, change",
    ];
    let changes = |of: fn(&Set<'_>, &Set<'_>) -> Option<Change>| -> Vec<(String, Option<Change>)> {
        others.iter().map(|set| (set.label(), of(first, set))).collect()
    };
    let figures = [
        figure(
            "Union victories: change in percentage points",
            &forest("change of the share of Union victories", &changes(wins_change)),
        ),
        figure(
            "The Union's margin: change in points",
            &forest("change of the Union's margin", &changes(margin_change)),
        ),
    ];
    format!(
        "<section><h2>The sets side by side</h2><p>The margin is the Union's points less the \
         Confederate's. Changes are against the first set ({}), with their 95 % intervals, coloured where \
         the interval leaves out nought. That of the margin is taken game by game, since every set was \
         played with the same seeds. That of the share of Union victories is Newcombe's, which is made for \
         games that have nothing to do with each other: with the same seeds it is rather too wide than too \
         narrow.</p><div class=\"wide\">{}</div><div class=\"panels\">{}</div></section>",
        escaped(&first.name),
        table(&head, &rows),
        figures.concat()
    )
}

fn wins(set: &Set<'_>) -> Share {
    Share::of(set.summary.won(Some(Side::Union)), set.summary.games())
}

/// The change of the share of Union victories in percentage points.
fn wins_change(first: &Set<'_>, set: &Set<'_>) -> Option<Change> {
    let (before, after) = (wins(first), wins(set));
    let Interval { low, high } = difference(before, after);
    let points = Interval { low: 100.0 * low, high: 100.0 * high };
    let known = before.of > 0 && after.of > 0;
    known.then_some((100.0 * (after.value - before.value), points))
}

/// The changes of the margin, game by game.
fn margin_changes(first: &Set<'_>, set: &Set<'_>) -> Mean {
    let before: BTreeMap<u32, i64> = first.summary.margins.iter().copied().collect();
    let pairs = set.summary.margins.iter();
    mean(pairs.filter_map(|(game, margin)| Some(margin - before.get(game)?)))
}

fn margin_change(first: &Set<'_>, set: &Set<'_>) -> Option<Change> {
    let changes = margin_changes(first, set);
    Some((changes.mean, changes.interval()?))
}

/// Changes one below the other, each with its interval.
fn forest(label: &str, changes: &[(String, Option<Change>)]) -> String {
    let (row, left, right) = (26.0, 226.0, WIDTH - 48.0);
    let height = row * changes.len() as f64 + 26.0;
    let mut plot = Plot::new(height, label);
    let known = || changes.iter().filter_map(|(_, change)| change.as_ref());
    let low = known().map(|(_, interval)| interval.low).fold(-1.0, f64::min);
    let high = known().map(|(_, interval)| interval.high).fold(1.0, f64::max);
    let scale = Scale::new((low, left), (high, right));
    for tick in scale.ticks(8) {
        let (x, class) = (scale.at(tick), if tick == 0.0 { "axis" } else { "grid" });
        plot.line(class, (x, 2.0), (x, height - 22.0));
        let text = if tick == 0.0 { "0".to_owned() } else { super::whole(tick) };
        plot.text("tick", (x, height - 7.0), Anchor::Middle, &text);
    }
    for (index, (name, change)) in changes.iter().enumerate() {
        let y = row * index as f64 + 14.0;
        plot.text("tight", (left - 12.0, y + 4.0), Anchor::End, name);
        let Some((value, interval)) = change else {
            plot.text("small", (scale.at(0.0) + 6.0, y + 4.0), Anchor::Start, "–");
            continue;
        };
        plot.whisker(y, scale.at(interval.low), scale.at(interval.high));
        let told = format!("{name}: {}", with_interval(&(*value, *interval)));
        let at = (scale.at(*value) - 5.0, y - 5.0);
        plot.rect(leaning(interval), at, (10.0, 10.0), &told);
        let at = (scale.at(interval.high) + 6.0, y + 4.0);
        plot.text("small", at, Anchor::Start, &signed(*value));
    }
    plot.finish()
}

/// The side that a change favours for certain, as the style knows it.
fn leaning(interval: &Interval) -> &'static str {
    if interval.low > 0.0 {
        class(Some(Side::Union))
    } else if interval.high < 0.0 {
        class(Some(Side::Confederate))
    } else {
        class(None)
    }
}

fn with_interval((value, interval): &Change) -> String {
    format!("{} ({} to {})", signed(*value), signed(interval.low), signed(interval.high))
}

fn row(first: &Set<'_>, set: &Set<'_>) -> Vec<String> {
    let games = set.summary.games();
    let margins = || set.summary.margins.iter().map(|&(_, margin)| margin);
    let mut sorted: Vec<i64> = margins().collect();
    sorted.sort_unstable();
    let nothing = || "–".to_owned();
    let mut row = vec![
        set.name.clone(),
        count(games),
        percent(wins(set)),
        percent(Share::of(set.summary.won(None), games)),
        percent(Share::of(set.summary.won(Some(Side::Confederate)), games)),
        mean(margins()).signed_words(),
        quantile(&sorted, 0.5).map_or_else(nothing, signed),
    ];
    if std::ptr::eq(first, set) {
        row.extend([nothing(), nothing()]);
        return row;
    }
    row.push(wins_change(first, set).as_ref().map_or_else(nothing, with_interval));
    row.push(margin_changes(first, set).signed_words());
    row
}

impl Set<'_> {
    /// What it is called where there is little room.
    fn label(&self) -> String {
        let long = self.name.chars().count() > LONGEST_NAME;
        if long { self.numbers.clone() } else { self.name.clone() }
    }
}
