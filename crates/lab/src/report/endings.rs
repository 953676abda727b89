//! How the games ended: victory levels, margins and length.

use atlas::Side;

use super::plot::{Anchor, Plot, Scale, WIDTH, step};
use super::{Set, class, count, figure, folded_table, games, panels, percent, whole};
use crate::room::Work;
use crate::statistics::{Share, mean, quantile};
use crate::summary::{Ending, Summary};
use crate::wording::signed;

/// The share of every victory level.
pub fn victory(sets: &[Set<'_>]) -> String {
    let top = sets
        .iter()
        .flat_map(|set| shares(set.summary))
        .map(|(_, share)| share.interval.high)
        .fold(0.1, f64::max);
    let figures: Vec<String> =
        sets.iter().map(|set| figure(&set.caption(""), &levels(set.summary, top))).collect();
    let words = "How the games ended, the Union's best result first, with 95 % intervals.";
    panels("Victory", words, &figures, "")
}

/// How far ahead the winners were.
pub fn margins(sets: &[Set<'_>]) -> String {
    let bins = Bins::of(sets);
    let figures: Vec<String> =
        sets.iter().map(|set| figure(&set.caption(""), &histogram(set.summary, &bins))).collect();
    let words = "The Union's points less the Confederate's at the end of each game, coloured by who won it; the broken \
         line is the mean.";
    panels("Margins", words, &figures, "")
}

/// How long the games were.
pub fn length(sets: &[Set<'_>], work: &Work) -> String {
    let only = only_end(sets);
    let figures: Vec<String> = match only {
        Some(_) => Vec::new(),
        None => sets.iter().map(|set| figure(&set.caption(""), &lengths(set))).collect(),
    };
    let words = match only {
        Some(turn) => format!("Every game ended on game-turn {turn}."),
        None => "The game-turn on which the games ended.".to_owned(),
    };
    let head = [&["Options", "Actions"], work.heads].concat();
    let rows: Vec<Vec<String>> = sets.iter().map(worked).collect();
    let table = folded_table(work.title, &head, &rows);
    panels("Length", &words, &figures, &table)
}

/// The one game-turn on which every game of every set ended, if there is such.
fn only_end(sets: &[Set<'_>]) -> Option<usize> {
    let ended = sets.iter().flat_map(|set| set.summary.lengths.iter().enumerate());
    let mut ends = ended.filter(|(_, hits)| **hits > 0).map(|(index, _)| index + 1);
    let first = ends.next()?;
    ends.all(|end| end == first).then_some(first)
}

fn shares(summary: &Summary) -> Vec<(&Ending, Share)> {
    let of = summary.games();
    summary.endings.iter().map(|ending| (ending, Share::of(ending.games, of))).collect()
}

fn levels(summary: &Summary, top: f64) -> String {
    let shares = shares(summary);
    let (row, left, right) = (34.0, 208.0, WIDTH - 118.0);
    let height = row * shares.len() as f64 + 24.0;
    let words: Vec<String> = shares
        .iter()
        .map(|(ending, share)| format!("{} {}", ending.words(), percent(*share)))
        .collect();
    let mut plot = Plot::new(height, &words.join("; "));
    let scale = Scale::new((0.0, left), ((top * 10.0).ceil() / 10.0, right));
    for tick in scale.ticks(5) {
        let x = scale.at(tick);
        plot.line("grid", (x, 4.0), (x, height - 20.0));
        plot.text("tick", (x, height - 6.0), Anchor::Middle, &format!("{:.0} %", 100.0 * tick));
    }
    for (index, (ending, share)) in shares.iter().enumerate() {
        let y = row * index as f64 + 6.0;
        let middle = y + 12.0;
        plot.text("name", (left - 8.0, middle + 4.0), Anchor::End, &ending.words());
        let size = (scale.at(share.value) - left, 24.0);
        let title = format!("{} of {}", count(share.hits), games(share.of));
        plot.rect(class(ending.winner), (left, y), size, &title);
        plot.whisker(middle, scale.at(share.interval.low), scale.at(share.interval.high));
        let at = (scale.at(share.interval.high) + 8.0, middle + 4.0);
        let text = if share.of == 0 {
            "–".to_owned()
        } else {
            format!(
                "{:.1} % ({:.0}–{:.0})",
                100.0 * share.value,
                100.0 * share.interval.low,
                100.0 * share.interval.high
            )
        };
        plot.text("value", at, Anchor::Start, &text);
    }
    plot.finish()
}

/// Who may win a game, from the bottom of a bar to its top.
const WINNERS: [Option<Side>; 3] = [Some(Side::Confederate), None, Some(Side::Union)];

/// The bins of the margins, the same for every set.
struct Bins {
    width: i64,
    first: i64,
    last: i64,
    top: f64,
}

impl Bins {
    fn of(sets: &[Set<'_>]) -> Bins {
        let all = || sets.iter().flat_map(|set| set.summary.margins.iter().map(|&(_, m)| m));
        let (low, high) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(0));
        let width = step((high - low) as f64 / 32.0).max(1.0) as i64;
        let mut bins =
            Bins { width, first: low.div_euclid(width), last: high.div_euclid(width), top: 0.0 };
        let tallest = |set: &Set<'_>| {
            let share = |&hits: &usize| hits as f64 / set.summary.games().max(1) as f64;
            bins.counts(set.summary).iter().map(|by| share(&by.iter().sum())).fold(0.0, f64::max)
        };
        bins.top = sets.iter().map(tallest).fold(0.01, f64::max);
        bins
    }

    /// By bin, how many games each of [`WINNERS`] won.
    fn counts(&self, summary: &Summary) -> Vec<[usize; WINNERS.len()]> {
        let mut counts = vec![[0; WINNERS.len()]; (self.last - self.first + 1) as usize];
        for (&(_, margin), winner) in summary.margins.iter().zip(&summary.winners) {
            let place = WINNERS.iter().position(|known| known == winner).unwrap_or(0);
            counts[(margin.div_euclid(self.width) - self.first) as usize][place] += 1;
        }
        counts
    }
}

fn histogram(summary: &Summary, bins: &Bins) -> String {
    let (height, base) = (210.0, 180.0);
    let values = || summary.margins.iter().map(|&(_, margin)| margin);
    let mut sorted: Vec<i64> = values().collect();
    sorted.sort_unstable();
    let mean = mean(values());
    let at = |part| quantile(&sorted, part).unwrap_or(0.0);
    let words = if sorted.is_empty() {
        "no games yet".to_owned()
    } else {
        let (median, from, to) = (at(0.5), at(0.25), at(0.75));
        let mean = mean.signed_words();
        let [median, from, to] = [median, from, to].map(signed);
        format!("mean {mean}, median {median}, middle half {from} to {to}")
    };
    let mut plot = Plot::new(height, &words);
    let ends = (bins.first * bins.width, (bins.last + 1) * bins.width);
    let across = Scale::new((ends.0 as f64, 40.0), (ends.1 as f64, WIDTH - 12.0));
    let up = Scale::new((0.0, base), (bins.top, 26.0));
    axis_up(&mut plot, &up, (40.0, WIDTH - 12.0));
    let share = |hits: usize| hits as f64 / summary.games().max(1) as f64;
    for (index, counts) in bins.counts(summary).iter().enumerate() {
        let from = (bins.first + index as i64) * bins.width;
        let (x, right) = (across.at(from as f64), across.at((from + bins.width) as f64));
        let range = format!("{} to {}", whole(from as f64), whole((from + bins.width - 1) as f64));
        let mut below = 0;
        for (winner, &hits) in WINNERS.iter().zip(counts).filter(|(_, hits)| **hits > 0) {
            let ended = winner.map_or("drawn".to_owned(), |side| format!("won by the {side}"));
            let (y, bottom) = (up.at(share(below + hits)), up.at(share(below)));
            let title = format!("{range}: {} {ended}", games(hits));
            plot.rect(class(*winner), (x + 0.5, y), (right - x - 1.0, bottom - y), &title);
            below += hits;
        }
    }
    for tick in across.ticks(7) {
        plot.text("tick", (across.at(tick), base + 16.0), Anchor::Middle, &whole(tick));
    }
    plot.line("axis", (across.at(0.0), 20.0), (across.at(0.0), base));
    plot.line("mean", (across.at(mean.mean), 20.0), (across.at(mean.mean), base));
    plot.text("value", (WIDTH - 12.0, 14.0), Anchor::End, &words);
    plot.finish()
}

/// Lines across a plot with their shares in the margin.
fn axis_up(plot: &mut Plot, up: &Scale, (left, right): (f64, f64)) {
    for tick in up.ticks(4) {
        let y = up.at(tick);
        plot.line("grid", (left, y), (right, y));
        plot.text("tick", (left - 4.0, y + 4.0), Anchor::End, &format!("{:.0} %", 100.0 * tick));
    }
}

fn lengths(set: &Set<'_>) -> String {
    let (height, base) = (150.0, 122.0);
    let of = set.summary.games().max(1) as f64;
    let mut plot = Plot::new(height, "share of games that ended on each game-turn");
    let up = Scale::new((0.0, base), (1.0, 14.0));
    axis_up(&mut plot, &up, (44.0, WIDTH - 12.0));
    let width = (WIDTH - 56.0) / set.summary.lengths.len().max(1) as f64;
    for (index, &hits) in set.summary.lengths.iter().enumerate() {
        let (x, share) = (44.0 + width * index as f64, hits as f64 / of);
        let title = format!("turn {}: {}", index + 1, games(hits));
        plot.rect("plain", (x + 2.0, up.at(share)), (width - 4.0, base - up.at(share)), &title);
        let middle = x + width / 2.0;
        plot.text("tick", (middle, base + 16.0), Anchor::Middle, &(index + 1).to_string());
    }
    plot.finish()
}

fn worked(set: &Set<'_>) -> Vec<String> {
    let words = |values: &[i64]| {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let (mean, at) = (mean(values.iter().copied()), |q| quantile(&sorted, q).unwrap_or(0.0));
        if values.is_empty() {
            return "–".to_owned();
        }
        format!("{}, {:.0} to {:.0} in nine of ten", mean.words(), at(0.05), at(0.95))
    };
    let counted = std::iter::once(&set.summary.actions).chain(&set.work);
    let counted = counted.map(|values| words(values));
    std::iter::once(set.name.clone()).chain(counted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A margin of nought is won by the Confederates at Antietam, and some above it are draws at Chattanooga: the
    /// winner is told by the game, not by the sign.
    #[test]
    fn a_margin_belongs_to_whoever_won() {
        let mut summary = Summary::of_turns(1, None);
        summary.margins = vec![(1, 0), (2, 0), (3, 0), (4, -1)];
        summary.winners = vec![Some(Side::Confederate), None, Some(Side::Union), Some(Side::Union)];
        let set = Set {
            name: String::new(),
            numbers: String::new(),
            alone: true,
            summary: &summary,
            shades: Vec::new(),
            work: Vec::new(),
        };
        let bins = Bins::of(&[set]);
        assert_eq!((bins.first, bins.width), (-1, 1));
        assert_eq!(bins.counts(&summary), [[0, 0, 1], [1, 1, 1]]);
        let drawn = histogram(&summary, &bins);
        assert!(drawn.contains("0 to 0: 1 game drawn"), "{drawn}");
        assert!(drawn.contains("−1 to −1: 1 game won by the Union"), "{drawn}");
    }
}
