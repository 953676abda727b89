//! The attacks: which odds were chosen, and what came of them.

use atlas::Side;
use rules::blue_gray::crt::Column;

use super::plot::{Anchor, Plot, Scale, WIDTH};
use super::{Set, figure, folded_table, panels};
use crate::summary::{Odds, RESULTS};

/// Odds chosen and results.
pub fn section(sets: &[Set<'_>]) -> String {
    let rate =
        |set: &Set<'_>, odds: &Odds| f64::from(odds.attacks()) / set.summary.games().max(1) as f64;
    let top = sets
        .iter()
        .flat_map(|set| {
            Side::BOTH.map(|side| {
                set.summary.odds[side].iter().map(|odds| rate(set, odds)).fold(0.0, f64::max)
            })
        })
        .fold(0.1, f64::max);
    let mut figures = Vec::new();
    for set in sets {
        for side in Side::BOTH {
            figures.push(figure(&set.caption(&format!("{side} attacks")), &odds(set, side, top)));
        }
    }
    let rows: Vec<Vec<String>> =
        sets.iter().flat_map(|set| Side::BOTH.map(|side| rows(set, side)).concat()).collect();
    let mut head = vec!["Attacks", "a game"];
    head.extend(RESULTS.iter().map(|result| result.name()));
    head.extend(["attackers lost", "defenders lost"]);
    let table = folded_table("Every column, with strength lost per attack", &head, &rows);
    let words = "Attacks a game on each column of the combat results table, by result: Ae and Ar favour \
                 the defender, Ex costs both, Dr and De favour the attacker.";
    panels("Odds chosen and their results", words, &figures, &table)
}

fn odds(set: &Set<'_>, side: Side, top: f64) -> String {
    let (height, base, left, right) = (240.0, 210.0, 40.0, WIDTH - 12.0);
    let games = set.summary.games().max(1) as f64;
    let mut plot = Plot::new(height, &format!("{side} attacks by odds and result"));
    let up = Scale::new((0.0, base), (top, 34.0));
    for tick in up.ticks(5) {
        plot.line("grid", (left, up.at(tick)), (right, up.at(tick)));
        let text = if top < 2.5 { format!("{tick:.1}") } else { format!("{tick:.0}") };
        plot.text("tick", (left - 5.0, up.at(tick) + 4.0), Anchor::End, &text);
    }
    for (place, result) in RESULTS.iter().enumerate() {
        let x = left + 4.0 + 62.0 * place as f64;
        plot.rect(&format!("result{place}"), (x, 6.0), (12.0, 12.0), "");
        plot.text("name", (x + 17.0, 17.0), Anchor::Start, result.name());
    }
    let width = (right - left) / Column::COUNT as f64;
    for column in Column::BEST.up_to() {
        let x = left + width * column.index() as f64;
        let odds = &set.summary.odds[side][column.index()];
        let mut below = 0.0;
        for (place, &hits) in odds.results.iter().enumerate().filter(|(_, hits)| **hits > 0) {
            let rate = f64::from(hits) / games;
            let (y, bottom) = (up.at(below + rate), up.at(below));
            let title = format!(
                "{column} {}: {:.2} a game, {:.0} % of them",
                RESULTS[place],
                rate,
                100.0 * f64::from(hits) / f64::from(odds.attacks())
            );
            plot.rect(&format!("result{place}"), (x + 4.0, y), (width - 8.0, bottom - y), &title);
            below += rate;
        }
        plot.text("tick", (x + width / 2.0, base + 17.0), Anchor::Middle, column.name());
    }
    plot.finish()
}

fn rows(set: &Set<'_>, side: Side) -> Vec<Vec<String>> {
    let games = set.summary.games().max(1) as f64;
    let row = |column: Column| {
        let odds = &set.summary.odds[side][column.index()];
        let attacks = f64::from(odds.attacks());
        if attacks == 0.0 {
            return None;
        }
        let mut row =
            vec![set.caption(&format!("{side}, {column}")), format!("{:.2}", attacks / games)];
        let percent = |&hits: &u32| format!("{:.0} %", 100.0 * f64::from(hits) / attacks);
        row.extend(odds.results.iter().map(percent));
        let each = |lost: u64| format!("{:.2}", lost as f64 / attacks);
        row.extend([each(odds.attackers_lost), each(odds.defenders_lost)]);
        Some(row)
    };
    Column::BEST.up_to().filter_map(row).collect()
}
