//! The sets of a sweep beside each other: each against the first.

use std::collections::BTreeMap;

use atlas::Side;

use super::{Set, count, percent, table};
use crate::statistics::{Share, difference, mean, quantile};

/// The comparison of the sets.
pub fn section(sets: &[Set<'_>]) -> String {
    let Some(first) = sets.first() else { return String::new() };
    let rows: Vec<Vec<String>> = sets.iter().map(|set| row(first, set)).collect();
    let head = [
        "Options",
        "Games",
        "Union wins",
        "Drawn",
        "Confederate wins",
        "Margin",
        "Median",
        "Union wins, change",
        "Margin, change",
    ];
    format!(
        "<section><h2>The sets side by side</h2><p>The margin is the Union's points less the \
         Confederate's. Changes are against the first set: of the share of Union victories with \
         Newcombe's interval, of the margin game by game, since every set was played with the same \
         seeds.</p><div class=\"wide\">{}</div></section>",
        table(&head, &rows)
    )
}

fn row(first: &Set<'_>, set: &Set<'_>) -> Vec<String> {
    let games = set.summary.games();
    let won = |set: &Set<'_>| Share::of(set.summary.won(Some(Side::Union)), set.summary.games());
    let margins = || set.summary.margins.iter().map(|&(_, margin)| margin);
    let mut sorted: Vec<i64> = margins().collect();
    sorted.sort_unstable();
    let margin = mean(margins());
    let mut row = vec![
        set.name.clone(),
        count(games),
        percent(won(set)),
        percent(Share::of(set.summary.won(None), games)),
        percent(Share::of(set.summary.won(Some(Side::Confederate)), games)),
        margin.signed_words(),
        quantile(&sorted, 0.5).map_or("–".to_owned(), |median| format!("{median:+.1}")),
    ];
    if std::ptr::eq(first, set) {
        row.extend(["–".to_owned(), "–".to_owned()]);
        return row;
    }
    let change = difference(won(first), won(set));
    row.push(if games == 0 || first.summary.games() == 0 {
        "–".to_owned()
    } else {
        format!(
            "{:+.1} % ({:+.1} to {:+.1})",
            100.0 * (won(set).value - won(first).value),
            100.0 * change.low,
            100.0 * change.high
        )
    });
    let before: BTreeMap<u32, i64> = first.summary.margins.iter().copied().collect();
    let pairs = set.summary.margins.iter();
    let changes = mean(pairs.filter_map(|(game, margin)| Some(margin - before.get(game)?)));
    row.push(changes.signed_words());
    row
}
