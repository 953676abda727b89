//! A small writer of compact SVG: numbers with one decimal, relative paths, escaped text.

use std::fmt::{Display, Write};

use crate::point::Point;

/// Text made safe for element content and attribute values. Characters that XML forbids are left out.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || matches!(c, '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// A number with at most one decimal, as short as SVG allows.
pub(crate) fn number(value: f64) -> String {
    let mut out = String::new();
    push_tenths(&mut out, tenths(value));
    out
}

/// A number with at most two decimals, for widths and shares.
pub(crate) fn fine(value: f64) -> String {
    let text = format!("{:.2}", value);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn tenths(value: f64) -> i64 {
    (value * 10.0).round() as i64
}

fn push_tenths(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    let (whole, part) = (value.unsigned_abs() / 10, value.unsigned_abs() % 10);
    if whole > 0 || part == 0 {
        let _ = write!(out, "{whole}");
    }
    if part > 0 {
        let _ = write!(out, ".{part}");
    }
}

/// Path data in relative coordinates. Rounding errors do not add up: every step starts from the rounded
/// place where the last one ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathData {
    out: String,
    at: (i64, i64),
    start: (i64, i64),
    command: char,
    halves: bool,
}

impl PathData {
    pub(crate) fn new() -> PathData {
        PathData { command: ' ', ..PathData::default() }
    }

    /// Path data in half units, without decimals, for large numbers of small strokes: to be drawn at
    /// a scale of one half.
    pub(crate) fn halves() -> PathData {
        PathData { halves: true, ..PathData::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    pub(crate) fn text(&self) -> &str {
        &self.out
    }

    fn put(&mut self, value: i64) {
        let mut text = String::new();
        if self.halves {
            let _ = write!(text, "{value}");
        } else {
            push_tenths(&mut text, value);
        }
        let first = text.as_bytes()[0];
        let glued = match self.out.as_bytes().last() {
            None => true,
            Some(last) if last.is_ascii_alphabetic() => true,
            // A second point starts a new number only if the last number had one already.
            Some(_) => first == b'-' || (first == b'.' && self.last_number_has_point()),
        };
        if !glued {
            self.out.push(' ');
        }
        self.out.push_str(&text);
    }

    fn last_number_has_point(&self) -> bool {
        for &byte in self.out.as_bytes().iter().rev() {
            match byte {
                b'.' => return true,
                b'0'..=b'9' => {}
                _ => return false,
            }
        }
        false
    }

    fn letter(&mut self, command: char) {
        let implied =
            self.command == command && command != 'm' || (self.command == 'm' && command == 'l');
        if !implied {
            self.out.push(command);
        }
        self.command = command;
    }

    fn rounded(&self, p: Point) -> (i64, i64) {
        let parts = if self.halves { 2.0 } else { 10.0 };
        ((p.x * parts).round() as i64, (p.y * parts).round() as i64)
    }

    fn pair(&mut self, p: (i64, i64)) {
        let (dx, dy) = (p.0 - self.at.0, p.1 - self.at.1);
        self.put(dx);
        self.put(dy);
    }

    pub(crate) fn move_to(&mut self, p: Point) {
        self.letter('m');
        let p = self.rounded(p);
        self.pair(p);
        self.at = p;
        self.start = p;
    }

    pub(crate) fn line_to(&mut self, p: Point) {
        let p = self.rounded(p);
        if p == self.at {
            return;
        }
        self.letter('l');
        self.pair(p);
        self.at = p;
    }

    pub(crate) fn quad_to(&mut self, control: Point, p: Point) {
        let (control, p) = (self.rounded(control), self.rounded(p));
        if p == self.at && control == self.at {
            return;
        }
        self.letter('q');
        self.pair(control);
        self.pair(p);
        self.at = p;
    }

    /// Half circles: a whole circle about a centre.
    pub(crate) fn circle(&mut self, centre: Point, radius: f64) {
        let r = number(radius);
        let across = tenths(2.0 * radius);
        self.move_to(centre - Point::new(radius, 0.0));
        let mut there = String::new();
        push_tenths(&mut there, across);
        let _ = write!(self.out, "a{r} {r} 0 1 0 {there} 0a{r} {r} 0 1 0-{there} 0z");
        self.command = 'z';
        self.at = self.start;
    }

    /// A point to be stroked with round caps: a dot.
    pub(crate) fn dot(&mut self, p: Point) {
        self.move_to(p);
        self.out.push_str("h.1");
        self.command = 'h';
        self.at.0 += 1;
    }

    pub(crate) fn close(&mut self) {
        self.out.push('z');
        self.command = 'z';
        self.at = self.start;
    }

    pub(crate) fn segment(&mut self, a: Point, b: Point) {
        self.move_to(a);
        self.line_to(b);
    }

    pub(crate) fn polyline(&mut self, points: &[Point]) {
        for (i, &p) in points.iter().enumerate() {
            if i == 0 { self.move_to(p) } else { self.line_to(p) }
        }
    }

    pub(crate) fn polygon(&mut self, points: &[Point]) {
        self.polyline(points);
        if !points.is_empty() {
            self.close();
        }
    }

    /// A closed curve that touches the middle of each side of a polygon.
    pub(crate) fn smooth_closed(&mut self, points: &[Point]) {
        let n = points.len();
        if n < 3 {
            return;
        }
        self.move_to(points[n - 1].middle(points[0]));
        for i in 0..n {
            self.quad_to(points[i], points[i].middle(points[(i + 1) % n]));
        }
        self.close();
    }

    /// An open curve from the first to the last point that touches the middle of each side between.
    pub(crate) fn smooth_open(&mut self, points: &[Point]) {
        let n = points.len();
        if n < 3 {
            self.polyline(points);
            return;
        }
        self.move_to(points[0]);
        self.line_to(points[0].middle(points[1]));
        for i in 1..n - 1 {
            let end = if i == n - 2 { points[n - 1] } else { points[i].middle(points[i + 1]) };
            self.quad_to(points[i], end);
        }
    }
}

/// An SVG text under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg {
    out: String,
}

impl Svg {
    pub(crate) fn new() -> Svg {
        Svg::default()
    }

    pub(crate) fn into_string(self) -> String {
        self.out
    }

    pub(crate) fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// A layer of the page: a group that can be found and switched by its name.
    pub(crate) fn layer(&mut self, name: &str, attributes: &str) {
        let gap = if attributes.is_empty() { "" } else { " " };
        let _ = write!(self.out, "\n<g class=\"layer\" data-layer=\"{name}\"{gap}{attributes}>");
    }

    pub(crate) fn group(&mut self, attributes: &str) {
        let _ = write!(self.out, "<g {attributes}>");
    }

    pub(crate) fn end(&mut self) {
        self.out.push_str("</g>");
    }

    /// A path; nothing if it has no data.
    pub(crate) fn path(&mut self, data: &PathData, attributes: impl Display) {
        if !data.is_empty() {
            let _ = write!(self.out, "<path d=\"{}\" {attributes}/>", data.text());
        }
    }

    /// A path to be drawn several times by [`Svg::reuse`].
    pub(crate) fn define(&mut self, id: &str, data: &PathData) {
        let _ = write!(self.out, "<defs><path id=\"{id}\" d=\"{}\"/></defs>", data.text());
    }

    /// Draws a defined path with these attributes.
    pub(crate) fn reuse(&mut self, id: &str, attributes: impl Display) {
        let _ = write!(self.out, "<use href=\"#{id}\" {attributes}/>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(0.04), "0");
        assert_eq!(number(-0.26), "-.3");
        assert_eq!(number(12.0), "12");
        assert_eq!(fine(1.50), "1.5");
        assert_eq!(fine(-0.001), "0");
    }

    #[test]
    fn paths_are_relative_and_do_not_drift() {
        let mut path = PathData::new();
        path.move_to(Point::new(10.0, 5.0));
        for i in 1..=3 {
            path.line_to(Point::new(10.0 + i as f64 * 0.26, 5.0));
        }
        assert_eq!(path.text(), "m10 5 .3 0 .2 0 .3 0");
        path.close();
        path.dot(Point::new(-1.0, 0.5));
        assert_eq!(path.text(), "m10 5 .3 0 .2 0 .3 0zm-11-4.5h.1");
        let mut coarse = PathData::halves();
        coarse.segment(Point::new(1.6, 2.0), Point::new(4.0, -1.0));
        assert_eq!(coarse.text(), "m3 4 5-6");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("<a href='x'>\u{1}&\"\n"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot; ");
    }
}
