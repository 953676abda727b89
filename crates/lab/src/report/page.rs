//! The page: its head, its sections in their order, and how it was made.

use std::fmt::Write;

use atlas::Side;
use rules::game::InGame;

use super::plot::escaped;
use super::{OwnSet, Set, count, course, endings, games, percent, sets};
use crate::plan::{Shard, Study};
use crate::room::Room;
use crate::statistics::{Share, mean};
use crate::tables::{self, Sum};

const STYLE: &str = include_str!("style.css");

/// The whole report.
pub fn html<R: Room>(study: &Study, shard: Shard, sums: &[Sum<R>]) -> String {
    let systems: Vec<&R::System> =
        study.games.iter().filter_map(|game| R::System::of_game(game)).collect();
    let sets: Vec<Set<'_>> = systems
        .iter()
        .zip(sums)
        .enumerate()
        .map(|(index, (&system, (summary, digest)))| Set {
            name: named(study, index),
            numbers: study.plan.set_name(index),
            alone: sums.len() == 1,
            summary,
            shades: (1..=summary.turns.len()).map(|turn| R::shade(system, turn as u16)).collect(),
            work: R::work(digest),
        })
        .collect();
    let title = escaped(&study.files.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
         <title>{title}: a study of {}</title><style>{STYLE}{}</style></head><body><main>",
        games(sets.iter().map(|set| set.summary.games()).sum()),
        R::style(&study.files),
    );
    page.push_str(&head(study, shard, &sets));
    if sets.iter().any(|set| set.summary.games() > 0) {
        page.push_str(&plots::<R>(&sets));
        let own: Vec<OwnSet<'_, R>> = sets
            .iter()
            .zip(systems.iter().zip(sums))
            .map(|(set, (&system, (_, digest)))| OwnSet { set, system, digest })
            .collect();
        page.push_str(&R::sections(&study.files, &own));
    }
    page.push_str(&foot(study, shard, &tables::names::<R>()));
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

/// What the games of every system are told by.
fn plots<R: Room>(sets: &[Set<'_>]) -> String {
    let mut page = String::new();
    if sets.len() > 1 {
        page.push_str(&sets::section(sets));
    }
    // Plots of a single set stand two by two; those of several have their own neighbours.
    page.push_str(if sets.len() == 1 { "<div class=\"pairs\">" } else { "<div>" });
    page.push_str(&endings::victory(sets));
    page.push_str(&endings::margins(sets));
    page.push_str(&course::points(sets, R::SHADES));
    page.push_str(&endings::length(sets, &R::WORK));
    page.push_str("</div>");
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

fn foot(study: &Study, shard: Shard, tables: &[&str]) -> String {
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
         Parquet: {}. The battle's files have the fingerprint <code>{}</code>.</p><p>{}</p></footer>",
        escaped(&plan.program),
        escaped(&command),
        listed(tables),
        escaped(plan.fingerprint.get(..16).unwrap_or_default()),
        escaped(&study.files.map.provenance.attribution),
    )
}

/// The names of tables in a sentence.
fn listed(tables: &[&str]) -> String {
    let code: Vec<String> = tables.iter().map(|name| format!("<code>{name}</code>")).collect();
    match code.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => code.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_called_by_his_rank() {
        assert_eq!(player("captain"), "a Captain");
        assert_eq!(player("random"), "chance");
    }
}
