//! Bars beside one another's names, from nothing to all.

use atlas::Side;

use super::class;
use super::plot::{Anchor, Plot, Scale, WIDTH};
use crate::statistics::Interval;

/// A bar.
pub struct Bar {
    /// What stands before it.
    pub name: String,
    /// How long it is, of 1.
    pub value: f64,
    /// Where the truth may lie.
    pub interval: Option<Interval>,
    /// What is told of it.
    pub title: String,
}

/// The bars of a side, in their order.
pub fn of_side(label: &str, side: Side, bars: &[Bar]) -> String {
    let (row, left, right) = (17.0, 150.0, WIDTH - 60.0);
    let height = row * bars.len() as f64 + 30.0;
    let mut plot = Plot::new(height, label);
    let scale = Scale::new((0.0, left), (1.0, right));
    for tick in scale.ticks(5) {
        let x = scale.at(tick);
        plot.line("grid", (x, 2.0), (x, height - 22.0));
        plot.text("tick", (x, height - 8.0), Anchor::Middle, &format!("{:.0} %", 100.0 * tick));
    }
    for (index, bar) in bars.iter().enumerate() {
        let y = row * index as f64 + 3.0;
        plot.text("small", (left - 6.0, y + 11.0), Anchor::End, &bar.name);
        let size = (scale.at(bar.value) - left, row - 4.0);
        plot.rect(class(Some(side)), (left, y), size, &bar.title);
        let mut end = bar.value;
        if let Some(interval) = bar.interval {
            plot.whisker(y + 6.5, scale.at(interval.low), scale.at(interval.high));
            end = interval.high;
        }
        let at = (scale.at(end) + 7.0, y + 11.0);
        plot.text("small", at, Anchor::Start, &format!("{:.0} %", 100.0 * bar.value));
    }
    if bars.is_empty() {
        plot.text("name", (left, 14.0), Anchor::Start, "nobody");
    }
    plot.finish()
}
