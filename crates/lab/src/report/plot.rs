//! A small drawing board for plots: SVG of a fixed width, coloured by the classes of the page's style.

use std::fmt::Write;

/// The width of every plot.
pub const WIDTH: f64 = 560.0;

/// Where text is anchored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// At its middle.
    Middle,
    /// At its end.
    End,
}

/// A plot being drawn.
pub struct Plot {
    body: String,
    height: f64,
    label: String,
}

impl Plot {
    /// An empty plot; the label is what a reader who cannot see it is told.
    pub fn new(height: f64, label: &str) -> Plot {
        Plot { body: String::new(), height, label: label.to_owned() }
    }

    /// A line of text.
    pub fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(text)
        );
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let _ = write!(
            self.body,
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    /// A box, with words for whoever points at it.
    pub fn rect(&mut self, class: &str, (x, y): (f64, f64), size: (f64, f64), title: &str) {
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\">",
            size.0.max(0.0),
            size.1.max(0.0)
        );
        if !title.is_empty() {
            let _ = write!(self.body, "<title>{}</title>", escaped(title));
        }
        self.body.push_str("</rect>");
    }

    /// A box of a strength of colour.
    pub fn tint(&mut self, class: &str, (x, y): (f64, f64), size: (f64, f64), strength: f64) {
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
             fill-opacity=\"{strength:.2}\"/>",
            size.0, size.1
        );
    }

    /// A line through points.
    pub fn line_through(&mut self, class: &str, points: &[(f64, f64)]) {
        let _ = write!(self.body, "<path class=\"{class}\" d=\"{}\"/>", path(points));
    }

    /// The area between points, closed.
    pub fn area(&mut self, class: &str, points: &[(f64, f64)]) {
        let _ = write!(self.body, "<path class=\"{class}\" d=\"{}Z\"/>", path(points));
    }

    /// A whisker from one place to another at the same height, with its ends.
    pub fn whisker(&mut self, y: f64, from: f64, to: f64) {
        // A pale line below keeps the dark one in sight on a dark bar.
        for class in ["halo", "whisker"] {
            self.line(class, (from, y), (to, y));
            for x in [from, to] {
                self.line(class, (x, y - 3.5), (x, y + 3.5));
            }
        }
    }

    /// The drawing.
    pub fn finish(self) -> String {
        format!(
            "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {:.0}\" role=\"img\" aria-label=\"{}\">{}</svg>",
            self.height,
            escaped(&self.label),
            self.body
        )
    }
}

fn path(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let _ = write!(text, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    text
}

/// A straight scale from values to places on the plot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    /// Values between `from.0` and `to.0` stand between the places `from.1` and `to.1`.
    pub fn new(from: (f64, f64), to: (f64, f64)) -> Scale {
        Scale { from, to }
    }

    /// The place of a value.
    pub fn at(&self, value: f64) -> f64 {
        let span = self.to.0 - self.from.0;
        let part = if span == 0.0 { 0.0 } else { (value - self.from.0) / span };
        self.from.1 + part * (self.to.1 - self.from.1)
    }

    /// Round values on the scale, about so many.
    pub fn ticks(&self, about: usize) -> Vec<f64> {
        let (low, high) = (self.from.0.min(self.to.0), self.from.0.max(self.to.0));
        let step = step((high - low) / about.max(1) as f64);
        let first = (low / step).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last).map(|index| index as f64 * step).collect()
    }
}

/// The round number at or above a rough step: 1, 2 or 5 with noughts.
pub fn step(rough: f64) -> f64 {
    if rough.is_nan() || rough <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .iter()
        .map(|digit| digit * power)
        .find(|step| *step >= rough * 0.999_999)
        .unwrap_or(10.0 * power)
}

/// Text for HTML and SVG.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // No other control character may stand in a document.
            '\t' | '\n' => out.push(letter),
            control if control.is_control() => out.push('\u{FFFD}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(Scale::new((0.0, 0.0), (47.0, 1.0)).ticks(5), [0.0, 10.0, 20.0, 30.0, 40.0]);
        assert_eq!(Scale::new((-30.0, 0.0), (30.0, 1.0)).ticks(3), [-20.0, 0.0, 20.0]);
        assert_eq!(Scale::new((3.0, 0.0), (3.0, 1.0)).ticks(3), [3.0]);
    }

    #[test]
    fn steps_are_one_two_or_five() {
        for (rough, round) in [(0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (13.0, 20.0), (70.0, 100.0)] {
            assert!((step(rough) - round).abs() < 1e-9, "{rough}");
        }
        assert_eq!(step(0.0), 1.0);
        assert_eq!(step(f64::NAN), 1.0);
    }

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escaped("<a href=\"x\">&\u{1}"), "&lt;a href=&quot;x&quot;&gt;&amp;\u{FFFD}");
    }
}
