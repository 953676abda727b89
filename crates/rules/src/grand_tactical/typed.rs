//! The commands of 1985 as typed words: the letter of the menu after the unit it is given to.

use serde_json::{Value, json};

/// The help on typed actions.
pub const HELP: &str = "\
  UNIT 1 … UNIT 8          step in a direction: 1 north, then clockwise to 8 north-west
  UNIT to SQUARE [SQUARE …]  move to a square, or along squares (x,y)
  UNIT D 1…8               face a direction
  UNIT S                   change the mode
  UNIT X                   force march: a point for fatigue
  UNIT B                   build a level of fortification
  UNIT F SQUARE | none     plot fire
  UNIT M | M off           plot melee, or not
  UNIT A | A off           plot an advance, or not
  LEADER L UNIT            transfer a leader
  activate DIVISION        activate a division
  C                        end the phase: to combat (also: end)
  odds UNIT F SQUARE, odds UNIT M   what that would do
  undo (Z) takes back; sight (V), units (N, U) and map (T) are commands of the table
";

/// A name as typed: underscores stand for blanks.
fn name(word: &str) -> String {
    word.replace('_', " ")
}

/// The JSON of a typed action.
pub fn action_words(words: &[&str]) -> Result<Value, String> {
    let upper = |word: &&str| word.to_ascii_uppercase();
    let letter = words.get(1).map(upper).unwrap_or_default();
    Ok(match words {
        ["end" | "C" | "c"] => json!({"end_phase": {}}),
        ["activate", division @ ..] if !division.is_empty() => {
            json!({"activate": {"division": name(&division.join(" "))}})
        }
        [unit, _] if letter.parse().is_ok_and(|way: u8| (1..=8).contains(&way)) => {
            json!({"step": {"unit": name(unit), "dir": letter.parse::<u8>().unwrap_or(1)}})
        }
        [unit, "to", to] => json!({"move": {"unit": name(unit), "to": to}}),
        [unit, "to", path @ ..] if !path.is_empty() => {
            json!({"move": {"unit": name(unit), "path": path}})
        }
        [unit, _, way] if letter == "D" => match way.parse::<u8>() {
            Ok(way) => json!({"face": {"unit": name(unit), "dir": way}}),
            Err(_) => return Err("a direction is a number from 1 to 8".into()),
        },
        [unit, _] if letter == "S" => json!({"mode": {"unit": name(unit)}}),
        [unit, _] if letter == "X" => json!({"force_march": {"unit": name(unit)}}),
        [unit, _] if letter == "B" => json!({"fortify": {"unit": name(unit)}}),
        [unit, _, "none"] if letter == "F" => {
            json!({"plot_fire": {"unit": name(unit), "square": null}})
        }
        [unit, _, square] if letter == "F" => {
            json!({"plot_fire": {"unit": name(unit), "square": square}})
        }
        [unit, _, rest @ ..] if letter == "M" => {
            json!({"plot_melee": {"unit": name(unit), "on": switch(rest)?}})
        }
        [unit, _, rest @ ..] if letter == "A" => {
            json!({"plot_advance": {"unit": name(unit), "on": switch(rest)?}})
        }
        [leader, _, unit] if letter == "L" => {
            json!({"transfer": {"leader": name(leader), "unit": name(unit)}})
        }
        _ => return Err("not understood; type `help` for the commands".into()),
    })
}

/// On, unless "off" is said.
fn switch(words: &[&str]) -> Result<bool, String> {
    match words {
        [] | ["on" | "Y" | "y"] => Ok(true),
        ["off" | "N" | "n"] => Ok(false),
        _ => Err("a plot is on or off".into()),
    }
}
