//! The report of a study: one HTML file that needs nothing beside it, by day and by night.
//!
//! It holds no clock and no name of a machine: the same games give the same bytes.

mod attacks;
mod course;
mod endings;
mod ground;
mod losses;
mod plot;
mod sets;

use std::fmt::Write;

use atlas::Side;
use rules::blue_gray::Battle;

use crate::plan::{Shard, Study};
use crate::statistics::{Share, mean};
use crate::summary::Summary;
use plot::escaped;

const STYLE: &str = include_str!("style.css");

/// A set of options in the report.
struct Set<'a> {
    /// Its options by number and title.
    name: String,
    /// Its options by number.
    numbers: String,
    /// Whether it is the only one: then nobody needs to be told its name at every plot.
    alone: bool,
    battle: &'a Battle,
    summary: &'a Summary,
}

impl Set<'_> {
    /// The caption of a plot of this set.
    fn caption(&self, words: &str) -> String {
        match (self.alone, words) {
            (true, words) => words.to_owned(),
            (false, "") => self.name.clone(),
            (false, words) => format!("{}: {words}", self.name),
        }
    }
}

/// The whole report.
pub fn html(study: &Study, shard: Shard, summaries: &[Summary]) -> String {
    let sets: Vec<Set<'_>> = study
        .battles
        .iter()
        .zip(summaries)
        .enumerate()
        .map(|(index, (battle, summary))| {
            let (numbers, alone) = (study.plan.set_name(index), summaries.len() == 1);
            Set { name: named(study, index), numbers, alone, battle, summary }
        })
        .collect();
    let title = escaped(&study.files.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
         <title>{title}: a study of {}</title><style>{STYLE}{}</style></head><body><main>",
        games(sets.iter().map(|set| set.summary.games()).sum()),
        ground::map_style(&study.files.map),
    );
    page.push_str(&head(study, shard, &sets));
    if summaries.iter().any(|summary| summary.games() > 0) {
        page.push_str(&plots(study, &sets));
    }
    page.push_str(&foot(study, shard));
    page.push_str("</main></body></html>\n");
    page
}

/// A set by the numbers and titles of its options.
fn named(study: &Study, set: usize) -> String {
    let numbers = study.plan.sets.get(set).map(Vec::as_slice).unwrap_or_default();
    if numbers.is_empty() {
        return study.plan.set_name(set);
    }
    let words = |number: &String| match study.files.option(number) {
        Some(option) => format!("{number} {}", option.title),
        None => number.clone(),
    };
    numbers.iter().map(words).collect::<Vec<_>>().join(" + ")
}

/// What the games were like.
fn plots(study: &Study, sets: &[Set<'_>]) -> String {
    let mut page = String::new();
    if sets.len() > 1 {
        page.push_str(&sets::section(sets));
    }
    // Plots of a single set stand two by two; those of several have their own neighbours.
    page.push_str(if sets.len() == 1 { "<div class=\"pairs\">" } else { "<div>" });
    page.push_str(&endings::victory(sets));
    page.push_str(&endings::margins(sets));
    page.push_str(&course::points(sets));
    page.push_str(&endings::length(sets));
    page.push_str("</div>");
    page.push_str(&course::places(&study.files.map, sets));
    page.push_str(&attacks::section(sets));
    page.push_str(&losses::section(sets));
    page.push_str(&ground::section(study, sets));
    page
}

fn head(study: &Study, shard: Shard, sets: &[Set<'_>]) -> String {
    let plan = &study.plan;
    let scenario = study.files.scenario(Some(&plan.scenario));
    let scenario = scenario.map_or(plan.scenario.as_str(), |scenario| &scenario.title);
    let mut out = format!(
        "<header><p class=\"kicker\">Long Roll: a study</p><h1>{}</h1><p class=\"sub\">{}</p>",
        escaped(&study.files.title),
        escaped(scenario),
    );
    let _ = write!(
        out,
        "<p>The Union was played by <b>{}</b>, the Confederacy by <b>{}</b>{}.</p>",
        player(plan.seats.union.word()),
        player(plan.seats.confederate.word()),
        plan.nodes.map_or(String::new(), |nodes| {
            format!(", at most {} positions a decision", count(nodes as usize))
        }),
    );
    let own = shard.games(plan.games);
    if shard != Shard::WHOLE {
        let (part, whole) = (games(own), games(plan.games as usize));
        let _ = write!(out, "<p>Part {shard} of a study: {part} of {whole} of each set.</p>");
    }
    match sets {
        [only] => out.push_str(&headline(only, own)),
        several => {
            let found: usize = several.iter().map(|set| set.summary.games()).sum();
            let _ = write!(
                out,
                "<p class=\"headline\">{} sets of options, {} each: {}.</p>",
                several.len(),
                games(own),
                so_far(found, own * several.len())
            );
        }
    }
    for option in &study.files.options {
        if plan.sets.iter().any(|set| set.contains(&option.number)) {
            let _ = write!(
                out,
                "<p class=\"note\"><b>{} {}.</b> {}</p>",
                escaped(&option.number),
                escaped(&option.title),
                escaped(&option.meaning)
            );
        }
    }
    out.push_str(
        "<p class=\"note\">Shares are followed by their 95 % interval (Wilson), means by ± their standard \
         error. What computer players make of a battle says as much of them as of it.</p></header>",
    );
    out
}

/// The result of a set in a sentence.
fn headline(set: &Set<'_>, planned: usize) -> String {
    let found = set.summary.games();
    if found == 0 {
        let (name, far) = (escaped(&set.name), so_far(found, planned));
        return format!("<p class=\"headline\"><b>{name}</b>: {far}.</p>");
    }
    let share = |winner| Share::of(set.summary.won(winner), found);
    let draws = share(None);
    let drawn = if draws.hits == 0 { String::new() } else { format!(", {} drawn", percent(draws)) };
    let margin = mean(set.summary.margins.iter().map(|&(_, margin)| margin));
    format!(
        "<p class=\"headline\"><b>{}</b>, {}: Union {}{drawn}, Confederate {}; the Union's margin \
         {} points.</p>",
        escaped(&set.name),
        so_far(found, planned),
        percent(share(Some(Side::Union))),
        percent(share(Some(Side::Confederate))),
        margin.signed_words().replace(' ', "\u{a0}"),
    )
}

/// How many games there are, and whether more are to come.
fn so_far(found: usize, planned: usize) -> String {
    if found == planned {
        games(found)
    } else {
        format!("{} of {} so far", count(found), games(planned))
    }
}

fn player(word: &str) -> String {
    match word {
        "random" => "chance".to_owned(),
        word => {
            let mut letters = word.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().to_string());
            format!("a {}{}", first.unwrap_or_default(), letters.as_str())
        }
    }
}

fn foot(study: &Study, shard: Shard) -> String {
    let plan = &study.plan;
    let mut command = format!(
        "longroll simulate {} --scenario {} --games {} --union {} --confederate {} --seed {}",
        plan.battle,
        plan.scenario,
        plan.games,
        plan.seats.union.word(),
        plan.seats.confederate.word(),
        plan.seed_words()
    );
    if let Some(nodes) = plan.nodes {
        let _ = write!(command, " --nodes {nodes}");
    }
    for set in &plan.sets {
        let _ = write!(command, " --sweep \"{}\"", set.join(","));
    }
    if shard != Shard::WHOLE {
        let _ = write!(command, " --shard {shard}");
    }
    let mind = |change: &String| format!("<p class=\"note\">Mind: {}.</p>", escaped(change));
    let changes: String = study.changes.iter().map(mind).collect();
    format!(
        "<footer><h2>How this was made</h2><p>By Long Roll {}. The same command gives the same games:</p>\
         <pre>{}</pre>{changes}<p>The numbers behind every plot are in the tables beside this file, as CSV and as \
         Parquet: <code>games</code>, <code>turns</code>, <code>attacks</code>, <code>deaths</code> and \
         <code>ground</code>. The battle's files have the fingerprint <code>{}</code>.</p><p>{}</p></footer>",
        escaped(&plan.program),
        escaped(&command),
        escaped(plan.fingerprint.get(..16).unwrap_or_default()),
        escaped(&study.files.map.provenance.attribution),
    )
}

/// A section with its plots side by side, and a table behind a fold below them.
fn panels(heading: &str, words: &str, figures: &[String], below: &str) -> String {
    format!(
        "<section><h2>{}</h2><p>{}</p><div class=\"panels\">{}</div>{below}</section>",
        escaped(heading),
        escaped(words),
        figures.concat()
    )
}

/// A figure with its caption.
fn figure(caption: &str, drawing: &str) -> String {
    let words = match caption {
        "" => String::new(),
        words => format!("<figcaption>{}</figcaption>", escaped(words)),
    };
    format!("<figure>{words}{drawing}</figure>")
}

/// A table behind a fold.
fn folded_table(summary: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    format!(
        "<details><summary>{}</summary><div class=\"wide\">{}</div></details>",
        escaped(summary),
        table(head, rows)
    )
}

/// A table; every column but the first holds numbers.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
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
fn count(number: usize) -> String {
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
fn games(number: usize) -> String {
    if number == 1 { "1 game".to_owned() } else { format!("{} games", count(number)) }
}

/// A share with its interval; a dash of no cases.
fn percent(share: Share) -> String {
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
fn whole(number: f64) -> String {
    match number as i64 {
        0 => "0".to_owned(),
        number => format!("{number:+}").replace('-', "−"),
    }
}

/// The word by which the style knows a side.
fn class(side: Option<Side>) -> &'static str {
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

    #[test]
    fn a_player_is_called_by_his_rank() {
        assert_eq!(player("captain"), "a Captain");
        assert_eq!(player("random"), "chance");
    }
}
