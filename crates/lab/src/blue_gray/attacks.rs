//! The attacks: which odds were chosen, and what came of them.

use atlas::Side;
use rules::blue_gray::crt::Column;

use super::Set;
use super::digest::{Odds, RESULTS, below_even};
use crate::report::plot::{Anchor, Plot, Scale, WIDTH};
use crate::report::{count, figure, folded_table, panels, percent};
use crate::statistics::Share;

/// Who attacks: men, with or without guns behind them, or guns alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arms {
    Men,
    Guns,
}

impl Arms {
    const BOTH: [Arms; 2] = [Arms::Men, Arms::Guns];

    const fn word(self) -> &'static str {
        match self {
            Arms::Men => "attacks",
            Arms::Guns => "bombardments",
        }
    }

    fn columns<'a>(self, set: &Set<'a>, side: Side) -> &'a [Odds; Column::COUNT] {
        match self {
            Arms::Men => &set.digest.odds[side],
            Arms::Guns => &set.digest.bombarded[side],
        }
    }
}

/// Odds chosen and results: attacks, and the bombardments by guns alone if there were any.
pub fn section(sets: &[Set<'_>]) -> String {
    let made = |set: &Set<'_>, arms: Arms, side| below_even(arms.columns(set, side)).of > 0;
    let bombarded =
        sets.iter().any(|set| Side::BOTH.iter().any(|&side| made(set, Arms::Guns, side)));
    let mut figures = Vec::new();
    for set in sets {
        for arms in Arms::BOTH.into_iter().filter(|arms| *arms == Arms::Men || bombarded) {
            let top = top(sets, arms);
            for side in Side::BOTH {
                let caption = set.caption(&caption(set, arms, side));
                figures.push(figure(&caption, &odds(set, arms, side, top)));
            }
        }
    }
    let mut rows = Vec::new();
    for set in sets {
        for arms in Arms::BOTH {
            Side::BOTH.iter().for_each(|&side| rows.extend(self::rows(set, arms, side)));
        }
    }
    let mut head = vec!["Column", "number", "a game"];
    head.extend(RESULTS.iter().map(|result| result.name()));
    head.extend(["attackers lost", "defenders lost"]);
    let table = folded_table("Every column, with strength lost per attack", &head, &rows);
    let guns = " Guns that bombard alone risk nothing and are told apart: to them Ae and Ar do nothing, and \
                Ex costs the defender only.";
    let words = format!(
        "Attacks a game on each column of the combat results table, by result: Ae and Ar favour the \
         defender, Ex costs both, Dr and De favour the attacker.{}",
        if bombarded { guns } else { "" }
    );
    panels("Odds chosen and their results", &words, &figures, &table)
}

/// How often a side attacked, and how often below even odds.
fn caption(set: &Set<'_>, arms: Arms, side: Side) -> String {
    let share = below_even(arms.columns(set, side));
    let games = set.summary.games();
    if share.of == 0 || games == 0 {
        return format!("{side} {}: none", arms.word());
    }
    let rate = share.of as f64 / games as f64;
    let below = 100.0 * share.value;
    format!("{side} {}: {rate:.1} a game, {below:.1} % below even odds", arms.word())
}

/// The most attacks a game on any column, the same for every set.
fn top(sets: &[Set<'_>], arms: Arms) -> f64 {
    let highest = |set: &Set<'_>, side| {
        let columns = arms.columns(set, side).iter();
        let most = columns.map(Odds::attacks).max().unwrap_or(0);
        f64::from(most) / set.summary.games().max(1) as f64
    };
    let all = sets.iter().flat_map(|set| Side::BOTH.map(|side| highest(set, side)));
    all.fold(0.1, f64::max)
}

fn odds(set: &Set<'_>, arms: Arms, side: Side, top: f64) -> String {
    let (height, base, left, right) = (240.0, 210.0, 40.0, WIDTH - 12.0);
    let games = set.summary.games().max(1) as f64;
    let mut plot = Plot::new(height, &format!("{side} {} by odds and result", arms.word()));
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
        let odds = &arms.columns(set, side)[column.index()];
        let mut below = 0.0;
        for (place, &hits) in odds.results.iter().enumerate().filter(|(_, hits)| **hits > 0) {
            let rate = f64::from(hits) / games;
            let (y, bottom) = (up.at(below + rate), up.at(below));
            let title = format!(
                "{column} {}: {} of {}, {rate:.2} a game",
                RESULTS[place],
                count(hits as usize),
                count(odds.attacks() as usize)
            );
            plot.rect(&format!("result{place}"), (x + 4.0, y), (width - 8.0, bottom - y), &title);
            below += rate;
        }
        plot.text("tick", (x + width / 2.0, base + 17.0), Anchor::Middle, column.name());
    }
    plot.finish()
}

fn rows(set: &Set<'_>, arms: Arms, side: Side) -> Vec<Vec<String>> {
    let games = set.summary.games().max(1) as f64;
    let row = |column: Column| {
        let odds = &arms.columns(set, side)[column.index()];
        let attacks = odds.attacks();
        if attacks == 0 {
            return None;
        }
        let mut row = vec![
            set.caption(&format!("{side} {}, {column}", arms.word())),
            count(attacks as usize),
            format!("{:.2}", f64::from(attacks) / games),
        ];
        let share = |&hits: &u32| percent(Share::of(hits as usize, attacks as usize));
        row.extend(odds.results.iter().map(share));
        let each = |lost: u64| format!("{:.2}", lost as f64 / f64::from(attacks));
        row.extend([each(odds.attackers_lost), each(odds.defenders_lost)]);
        Some(row)
    };
    Column::BEST.up_to().filter_map(row).collect()
}
