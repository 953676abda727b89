//! The report of a study: one HTML file that needs nothing beside it, by day and by night.
//!
//! It holds no clock and no name of a machine: the same games give the same bytes. `page` puts it together from
//! the sections that every system has (`endings`, `course`, `sets`) and those that its room offers; `plot` and `map`
//! draw for both.

pub mod bars;
mod course;
mod endings;
pub mod map;
pub mod odds;
mod page;
pub mod plot;
mod sets;
pub mod shares;

use std::fmt::Write;
use std::ops::Deref;

use atlas::Side;

use crate::room::Room;
use crate::statistics::Share;
use crate::summary::Summary;
pub use page::html;
use plot::escaped;

/// A set of options in the report.
pub struct Set<'a> {
    /// Its options by number and title.
    name: String,
    /// Its options by number.
    numbers: String,
    /// Whether it is the only one: then nobody needs to be told its name at every plot.
    alone: bool,
    /// What its games come to.
    pub summary: &'a Summary,
    /// By game-turn, why it is shaded.
    shades: Vec<Option<&'static str>>,
    /// Of each game, what is counted beside actions.
    work: Vec<Vec<i64>>,
}

impl Set<'_> {
    /// The caption of a plot of this set.
    pub fn caption(&self, words: &str) -> String {
        match (self.alone, words) {
            (true, words) => words.to_owned(),
            (false, "") => self.name.clone(),
            (false, words) => format!("{}: {words}", self.name),
        }
    }
}

/// The same with what its system's room knows of it.
pub struct OwnSet<'a, R: Room> {
    set: &'a Set<'a>,
    /// The battle with these options.
    pub system: &'a R::System,
    /// What the room has summed up.
    pub digest: &'a R::Digest,
}

impl<'a, R: Room> Deref for OwnSet<'a, R> {
    type Target = Set<'a>;

    fn deref(&self) -> &Set<'a> {
        self.set
    }
}

/// Whether any game was over before the last turn.
pub fn some_ended_early<'a, S: Deref<Target = Set<'a>>>(sets: impl IntoIterator<Item = S>) -> bool {
    sets.into_iter()
        .any(|set| set.summary.turns.iter().any(|turn| turn.reached < set.summary.games()))
}

/// A section with its plots side by side, and a table behind a fold below them.
pub fn panels(heading: &str, words: &str, figures: &[String], below: &str) -> String {
    format!(
        "<section><h2>{}</h2><p>{}</p><div class=\"panels\">{}</div>{below}</section>",
        escaped(heading),
        escaped(words),
        figures.concat()
    )
}

/// A figure with its caption.
pub fn figure(caption: &str, drawing: &str) -> String {
    let words = match caption {
        "" => String::new(),
        words => format!("<figcaption>{}</figcaption>", escaped(words)),
    };
    format!("<figure>{words}{drawing}</figure>")
}

/// A table behind a fold.
pub fn folded_table(summary: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    format!(
        "<details><summary>{}</summary><div class=\"wide\">{}</div></details>",
        escaped(summary),
        table(head, rows)
    )
}

/// A table; every column but the first holds numbers.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = String::from("<table><thead><tr>");
    for name in head {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escaped(name));
    }
    out.push_str("</tr></thead><tbody>");
    for row in rows {
        out.push_str("<tr>");
        for (index, value) in row.iter().enumerate() {
            let (tag, scope) = if index == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
            let _ = write!(out, "<{tag}{scope}>{}</{tag}>", escaped(value));
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table>");
    out
}

/// A number with its thousands apart.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many games.
pub fn games(number: usize) -> String {
    if number == 1 { "1 game".to_owned() } else { format!("{} games", count(number)) }
}

/// A share with its interval; a dash of no cases.
pub fn percent(share: Share) -> String {
    if share.of == 0 {
        return "–".to_owned();
    }
    format!(
        "{:.1}\u{a0}% ({:.1}\u{a0}to\u{a0}{:.1})",
        100.0 * share.value,
        100.0 * share.interval.low,
        100.0 * share.interval.high
    )
}

/// A whole number with its sign; nought has none.
pub fn whole(number: f64) -> String {
    match number as i64 {
        0 => "0".to_owned(),
        number => format!("{number:+}").replace('-', "−"),
    }
}

/// The word by which the style knows a side.
pub fn class(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Union) => "union",
        Some(Side::Confederate) => "confederate",
        None => "nobody",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(["0", "999", "1,000", "1,234,567"], [0, 999, 1000, 1_234_567].map(count));
        assert_eq!(["0 games", "1 game", "1,000 games"], [0, 1, 1000].map(games));
    }
}
