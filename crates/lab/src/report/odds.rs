//! Attacks by the columns of a combat results table: which odds were chosen, and what came of them.

use atlas::{BySide, Side};

use super::plot::{Anchor, Plot, Scale, WIDTH};
use super::{Set, count, figure, folded_table, panels, percent};
use crate::statistics::Share;

/// Attacks on one column of a combat results table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    /// How many had each result, in the order of the table's results.
    pub results: Vec<u32>,
    /// What attackers lost.
    pub attackers_lost: u64,
    /// What defenders lost.
    pub defenders_lost: u64,
}

impl Odds {
    /// No attacks yet on any of so many columns, of a table with so many results.
    pub fn none(columns: usize, results: usize) -> Vec<Odds> {
        let odds = Odds { results: vec![0; results], attackers_lost: 0, defenders_lost: 0 };
        vec![odds; columns]
    }

    /// How many attacks.
    pub fn attacks(&self) -> u32 {
        self.results.iter().sum()
    }
}

/// Of attacks on all columns, the share made on those before the one of even odds.
pub fn below_even(columns: &[Odds], even: usize) -> Share {
    let sum = |columns: &[Odds]| columns.iter().map(|odds| odds.attacks() as usize).sum();
    Share::of(sum(&columns[..even.min(columns.len())]), sum(columns))
}

/// What a combat results table prints, and what is said about it.
pub struct Chart<'a> {
    /// Its columns, the attacker's worst first.
    pub columns: Vec<&'a str>,
    /// The place of even odds among them.
    pub even: usize,
    /// Its results and the class that colours each, the attacker's worst first.
    pub results: &'a [(&'a str, &'a str)],
    /// What is said above the plots.
    pub words: String,
    /// What is said of losses above the table.
    pub fold: &'a str,
}

/// The attacks of one kind.
#[derive(Clone, Copy)]
pub struct Attacks<'a> {
    /// What they are called: "attacks".
    pub word: &'static str,
    /// By side and column.
    pub made: &'a BySide<Vec<Odds>>,
}

/// The kinds of attacks of a set.
pub type Fought<'a> = (&'a Set<'a>, Vec<Attacks<'a>>);

/// Odds chosen and results. Kinds beside the first are left out of the plots if there were none in any set.
pub fn section(chart: &Chart<'_>, sets: &[Fought<'_>]) -> String {
    let kinds = sets.iter().map(|(_, kinds)| kinds.len()).max().unwrap_or(0);
    let (mut figures, mut rows) = (Vec::new(), Vec::new());
    let shown: Vec<usize> = (0..kinds).filter(|&k| k == 0 || any_made(sets, k)).collect();
    for (set, kinds) in sets {
        for (place, kind) in kinds.iter().enumerate() {
            for side in Side::BOTH {
                rows.extend(self::rows(chart, set, kind, side));
                if shown.contains(&place) {
                    let top = top(sets, place);
                    let caption = set.caption(&caption(chart, set, kind, side));
                    figures.push(figure(&caption, &bars(chart, set, kind, side, top)));
                }
            }
        }
    }
    let mut head = vec!["Column", "number", "a game"];
    head.extend(chart.results.iter().map(|(name, _)| *name));
    head.extend(["attackers lost", "defenders lost"]);
    let table = folded_table(chart.fold, &head, &rows);
    panels("Odds chosen and their results", &chart.words, &figures, &table)
}

/// Whether any attacks of a kind were made in any set.
pub fn any_made(sets: &[Fought<'_>], kind: usize) -> bool {
    let made = |attacks: &Attacks<'_>| {
        Side::BOTH.iter().any(|&side| attacks.made[side].iter().any(|odds| odds.attacks() > 0))
    };
    sets.iter().any(|(_, kinds)| kinds.get(kind).is_some_and(made))
}

/// How often a side attacked, and how often below even odds.
fn caption(chart: &Chart<'_>, set: &Set<'_>, attacks: &Attacks<'_>, side: Side) -> String {
    let share = below_even(&attacks.made[side], chart.even);
    let games = set.summary.games();
    if share.of == 0 || games == 0 {
        return format!("{side} {}: none", attacks.word);
    }
    let rate = share.of as f64 / games as f64;
    let below = 100.0 * share.value;
    format!("{side} {}: {rate:.1} a game, {below:.1} % below even odds", attacks.word)
}

/// The most attacks a game on any column, the same for every set.
fn top(sets: &[Fought<'_>], kind: usize) -> f64 {
    let mut most: f64 = 0.1;
    for (set, kinds) in sets {
        let Some(attacks) = kinds.get(kind) else { continue };
        for side in Side::BOTH {
            let highest = attacks.made[side].iter().map(Odds::attacks).max().unwrap_or(0);
            most = most.max(f64::from(highest) / set.summary.games().max(1) as f64);
        }
    }
    most
}

fn bars(chart: &Chart<'_>, set: &Set<'_>, attacks: &Attacks<'_>, side: Side, top: f64) -> String {
    let (height, base, left, right) = (240.0, 210.0, 40.0, WIDTH - 12.0);
    let games = set.summary.games().max(1) as f64;
    let mut plot = Plot::new(height, &format!("{side} {} by odds and result", attacks.word));
    let up = Scale::new((0.0, base), (top, 34.0));
    for tick in up.ticks(5) {
        plot.line("grid", (left, up.at(tick)), (right, up.at(tick)));
        let text = if top < 2.5 { format!("{tick:.1}") } else { format!("{tick:.0}") };
        plot.text("tick", (left - 5.0, up.at(tick) + 4.0), Anchor::End, &text);
    }
    for (place, (name, class)) in chart.results.iter().enumerate() {
        let x = left + 4.0 + 62.0 * place as f64;
        plot.rect(class, (x, 6.0), (12.0, 12.0), "");
        plot.text("name", (x + 17.0, 17.0), Anchor::Start, name);
    }
    let width = (right - left) / chart.columns.len().max(1) as f64;
    for (index, (column, odds)) in chart.columns.iter().zip(&attacks.made[side]).enumerate() {
        let x = left + width * index as f64;
        let mut below = 0.0;
        let met = chart.results.iter().zip(&odds.results).filter(|(_, hits)| **hits > 0);
        for ((name, class), &hits) in met {
            let rate = f64::from(hits) / games;
            let (y, bottom) = (up.at(below + rate), up.at(below));
            let title = format!(
                "{column} {name}: {} of {}, {rate:.2} a game",
                count(hits as usize),
                count(odds.attacks() as usize)
            );
            plot.rect(class, (x + 4.0, y), (width - 8.0, bottom - y), &title);
            below += rate;
        }
        plot.text("tick", (x + width / 2.0, base + 17.0), Anchor::Middle, column);
    }
    plot.finish()
}

fn rows(chart: &Chart<'_>, set: &Set<'_>, attacks: &Attacks<'_>, side: Side) -> Vec<Vec<String>> {
    let games = set.summary.games().max(1) as f64;
    let row = |(column, odds): (&&str, &Odds)| {
        let number = odds.attacks();
        if number == 0 {
            return None;
        }
        let mut row = vec![
            set.caption(&format!("{side} {}, {column}", attacks.word)),
            count(number as usize),
            format!("{:.2}", f64::from(number) / games),
        ];
        let share = |&hits: &u32| percent(Share::of(hits as usize, number as usize));
        row.extend(odds.results.iter().map(share));
        let each = |lost: u64| format!("{:.2}", lost as f64 / f64::from(number));
        row.extend([each(odds.attackers_lost), each(odds.defenders_lost)]);
        Some(row)
    };
    chart.columns.iter().zip(&attacks.made[side]).filter_map(row).collect()
}
