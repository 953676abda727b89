//! `longroll battles`: what there is, and the facts of one.

use std::io::{Write, stdout};

use atlas::Side;
use atlas::battle::{Balance, Battle, Scenario, Start};
use clap::Subcommand;
use rules::dice::FixedDie;
use rules::game::{CannotPlay, Game, Seat};
use serde_json::Value;

use crate::library::{Library, Source};
use crate::trouble::Trouble;

/// What can be asked about battles.
#[derive(Subcommand)]
pub enum Command {
    /// The facts of one battle: scenarios, what wins and what scores in them, options, provenance, sources, credits.
    Show {
        /// The battle by its id: `longroll battles` lists them.
        id: String,
    },
}

impl Command {
    /// Answers.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        match self {
            Command::Show { id } => show(library, id),
        }
    }
}

/// Lists the battles, a line each, by rule system.
pub fn list(library: &Library) -> Result<(), Trouble> {
    let mut out = stdout().lock();
    let width = library.entries().iter().map(|entry| entry.id.chars().count()).max().unwrap_or(0);
    for entry in library.entries() {
        let id = &entry.id;
        match entry.load().and_then(|battle| playable(&battle).map(|()| battle)) {
            Ok(battle) => {
                let line = format!("{}: {}, {}", battle.title, battle.subtitle, battle.date);
                writeln!(out, "{id:width$}  {line}{}", origin(&entry.source))?;
                for scenario in &battle.scenarios {
                    let what = scenario_line(scenario);
                    writeln!(out, "{:width$}    {}: {what}", "", scenario.id)?;
                }
            }
            Err(trouble) => {
                // One broken folder must not hide the others.
                let first = trouble.to_string();
                let first = first.lines().next().unwrap_or_default();
                writeln!(out, "{id:width$}  cannot be played: {first}{}", origin(&entry.source))?;
            }
        }
    }
    Ok(())
}

fn origin(source: &Source) -> String {
    match source {
        Source::BuiltIn => String::new(),
        Source::Folder(path) => format!("  [{}]", path.display()),
    }
}

fn scenario_line(scenario: &Scenario) -> String {
    let count = |side: Side| scenario.units.iter().filter(|unit| unit.side == side).count();
    format!(
        "{} turns, {} first, {} Union and {} Confederate units",
        scenario.turns,
        scenario.first,
        count(Side::Union),
        count(Side::Confederate)
    )
}

fn show(library: &Library, id: &str) -> Result<(), Trouble> {
    let battle = library.load(id)?;
    let mut out = stdout().lock();
    writeln!(out, "{}: {}", battle.title, battle.subtitle)?;
    writeln!(out, "{}", battle.date)?;
    writeln!(out)?;
    for line in wrapped(&battle.summary, 96) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "Rules      {}, complexity {} of 5",
        battle.map.system.title(),
        battle.complexity
    )?;
    writeln!(out, "Length     {}", battle.length)?;
    let grid = &battle.map.grid;
    let shape = if grid.is_hex() { "hexes" } else { "squares" };
    let across = battle.map.sheet.cell_m;
    writeln!(out, "Ground     {} {shape} of {across} metres", grid.len())?;
    for scenario in &battle.scenarios {
        show_scenario(&mut out, scenario, &battle)?;
    }
    show_options(&mut out, &battle)?;
    show_provenance(&mut out, &battle)?;
    playable(&battle)
}

/// Whether the rules of its system, if there are any, can play a battle.
fn playable(battle: &Battle) -> Result<(), Trouble> {
    for scenario in &battle.scenarios {
        match Game::new(battle, Some(&scenario.id), &[]) {
            Ok(_) | Err(CannotPlay::NoEngine(_)) => {}
            Err(CannotPlay::Faults(faults)) => {
                return Err(Trouble::Faults { what: battle.id.clone(), faults });
            }
            Err(other) => return Err(Trouble::Request(format!("{}: {other}", battle.id))),
        }
    }
    Ok(())
}

fn show_scenario(
    out: &mut impl Write,
    scenario: &Scenario,
    battle: &Battle,
) -> Result<(), Trouble> {
    writeln!(out)?;
    writeln!(out, "Scenario {}: {}", scenario.id, scenario.title)?;
    writeln!(out, "  {}", scenario_line(scenario))?;
    for (what, turns) in [("night", &scenario.night), ("fog", &scenario.fog)] {
        if !turns.is_empty() {
            writeln!(out, "  {what} on turn {}", numbers(turns))?;
        }
    }
    if let Some(balance) = &scenario.balance {
        let Balance { games, players, union, confederate, .. } = balance;
        write!(out, "  {} ({games} games of {players}: ", balance.words())?;
        writeln!(out, "Union {union}, Confederate {confederate})")?;
        if let Some((side, points)) = balance.even {
            writeln!(out, "  Even with --bid {}+{points}", side.word())?;
        }
    }
    for side in Side::BOTH {
        let strength: u32 = scenario
            .units
            .iter()
            .filter(|unit| unit.side == side && matches!(unit.start, Start::At(_)))
            .map(|unit| u32::from(unit.strength))
            .sum();
        writeln!(out, "  {side}: strength {strength} on the map at the start")?;
    }
    for group in &scenario.groups {
        let cells: Vec<String> =
            group.cells.iter().map(|&cell| battle.map.grid.name(cell).to_string()).collect();
        let when = match group.turns.as_slice() {
            [] => "when the rules admit it".to_owned(),
            turns => format!("turn {}", numbers(turns)),
        };
        let options = match group.options.as_slice() {
            [] => String::new(),
            options => format!(", with option {}", options.join(" or ")),
        };
        writeln!(
            out,
            "  {} ({}) comes at {}: {when}{options}",
            group.id,
            group.side,
            cells.join(", ")
        )?;
    }
    show_goals(out, scenario, battle)
}

/// What wins and what scores, as the rules read it from the battle's files.
fn show_goals(out: &mut impl Write, scenario: &Scenario, battle: &Battle) -> Result<(), Trouble> {
    let Ok(game) = Game::new(battle, Some(&scenario.id), &[]) else { return Ok(()) };
    let view = game.view(&game.start_with(FixedDie(0)), Seat::Watcher);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let goals = &view["goals"];
    for line in wrapped(&text(&goals["words"]), 94) {
        writeln!(out, "  {line}")?;
    }
    for source in goals["sources"].as_array().into_iter().flatten() {
        let side = Side::BOTH.into_iter().find(|side| source["to"] == side.word());
        let to = side.map_or_else(String::new, |side| format!(", to the {side} side"));
        let (what, worth) = (text(&source["what"]), text(&source["worth"]));
        writeln!(out, "    {what}: {worth}{to} [{}]", text(&source["rule"]))?;
    }
    Ok(())
}

fn show_options(out: &mut impl Write, battle: &Battle) -> Result<(), Trouble> {
    if battle.options.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    writeln!(out, "Optional rules")?;
    for option in &battle.options {
        writeln!(out, "  {}  {}: {}", option.number, option.title, option.meaning)?;
        // Values that mean the same stand in one line: numbers from one to another.
        for alike in option.values.chunk_by(|one, next| one.meaning == next.meaning) {
            let is_usual = alike.iter().any(|value| option.default.as_ref() == Some(&value.word));
            let usual = if is_usual { " (usual)" } else { "" };
            let words = match alike {
                [one] => one.word.clone(),
                [first, .., last] => format!("{} to {}", first.word, last.word),
                [] => continue,
            };
            writeln!(out, "      {words}{usual}: {}", alike[0].meaning)?;
        }
    }
    Ok(())
}

fn show_provenance(out: &mut impl Write, battle: &Battle) -> Result<(), Trouble> {
    let from = &battle.map.provenance;
    writeln!(out)?;
    writeln!(out, "Where the map comes from")?;
    let (cells, edges) = (from.stated_cells.len(), from.stated_edges.len());
    let noun = if edges == 1 { "edge" } else { "edges" };
    let stated = format!("{cells} cells and {edges} {noun} ({})", from.stated_note);
    let mut lines = vec![
        ("stated in a rulebook", stated),
        ("documented", from.documented.clone()),
        ("reconstructed", from.reconstructed.clone()),
    ];
    lines.extend(from.changes.clone().map(|changes| ("changed", changes)));
    lines.push(("credit", from.attribution.clone()));
    for (what, text) in lines {
        writeln!(out, "  {what}")?;
        for line in wrapped(&text, 92) {
            writeln!(out, "    {line}")?;
        }
    }
    writeln!(out)?;
    writeln!(out, "Sources")?;
    for source in &battle.sources {
        for (number, line) in wrapped(source, 92).iter().enumerate() {
            let dash = if number == 0 { "-" } else { " " };
            writeln!(out, "  {dash} {line}")?;
        }
    }
    writeln!(out)?;
    writeln!(out, "Licence")?;
    for line in wrapped(&battle.licence, 94) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn numbers(turns: &[u8]) -> String {
    turns.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

/// Text in lines of at most so many characters, broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn wraps_between_words_and_never_loses_one() {
        assert_eq!(wrapped("to hold the bridge", 8), ["to hold", "the", "bridge"]);
        assert_eq!(wrapped("", 8), Vec::<String>::new());
        assert_eq!(wrapped("Fredericksburg", 4), ["Fredericksburg"]);
    }
}
