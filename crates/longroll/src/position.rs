//! `longroll position`: the same door for tests, puzzles, analysis and other programs.

use std::io::{Read, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use rules::blue_gray::json::{
    Header, Position, canonical_bytes, event_to_json, listed_to_json, odds_to_json, parse_action,
};
use rules::blue_gray::{self, Action, Battle};
use rules::dice::{ForcedDice, Seed, SeededDice};
use rules::record::START;
use serde_json::{Value, json};

use crate::advise::{Advise, assess};
use crate::board;
use crate::library::Library;
use crate::trouble::Trouble;

/// The longest position that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// What can be asked about a position, which is read from standard input.
#[derive(Subcommand)]
pub enum Command {
    /// Write a new game as a position.
    New {
        /// The battle, as in `blue-gray/antietam`.
        id: String,
        /// The scenario; without it the battle's first.
        #[arg(long)]
        scenario: Option<String>,
        /// An optional rule by its printed number; may be given more than once.
        #[arg(long = "option", value_name = "NUMBER")]
        options: Vec<String>,
        /// The seed of the dice: a whole number or 64 hexadecimal digits.
        #[arg(long, default_value = "0")]
        seed: String,
    },
    /// List the legal actions, one JSON object a line.
    Actions,
    /// Apply an action: the new position to standard output, the events to standard error.
    Apply {
        /// The action as JSON.
        #[arg(long, value_name = "JSON")]
        action: String,
        /// Throws of the die to use first, as in 3,6.
        #[arg(long, value_name = "FACES")]
        dice: Option<String>,
    },
    /// Say whether an action is legal, or which rule forbids it (exit code 1), or that it makes no sense (2).
    Why {
        /// The action as JSON.
        #[arg(long, value_name = "JSON")]
        action: String,
    },
    /// Say what an attack would do: strengths, column, and each unit's fate on each face of the die.
    Odds {
        /// The attack as JSON.
        #[arg(long, value_name = "JSON")]
        action: String,
    },
    /// Say what the staff would do, one action with its reason a line.
    Advise(Advise),
    /// Say what the staff expects: the final margin (Union less Confederate points), between what bounds
    /// four games of five end, and the chance of each level of victory.
    Assess,
    /// Show the position as a readable board.
    Show {
        /// Draw it as SVG into this file as well.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        /// Draw it as PNG into this file as well.
        #[arg(long, value_name = "FILE")]
        png: Option<PathBuf>,
    },
}

/// A position from standard input with its battle made ready.
pub struct Opened {
    /// The files of the battle, for drawing.
    pub files: atlas::battle::Battle,
    /// The battle.
    pub battle: Battle,
    /// The position.
    pub position: Position,
}

impl Opened {
    /// Reads a position.
    pub fn read(library: &Library, text: &str) -> Result<Opened, Trouble> {
        let faults = |faults| Trouble::Faults { what: "position".into(), faults };
        let (header, value) = Header::read(text).map_err(faults)?;
        let files = library.load(&header.game)?;
        let battle = Battle::new(&files, header.scenario.as_deref(), &header.options)
            .map_err(|error| Trouble::Request(error.to_string()))?;
        let position = Position::read(&battle, &value).map_err(faults)?;
        Ok(Opened { files, battle, position })
    }

    fn action(&self, text: &str) -> Result<Action, Trouble> {
        parse_action(&self.battle, &self.position.state, text)
            .map_err(|faults| Trouble::Malformed { what: "action".into(), faults })
    }
}

fn from_stdin(library: &Library) -> Result<Opened, Trouble> {
    let mut bytes = Vec::new();
    stdin().lock().take(LONGEST + 1).read_to_end(&mut bytes).map_err(Trouble::Input)?;
    if bytes.len() as u64 > LONGEST {
        return Err(Trouble::Request(format!("standard input: more than {LONGEST} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Trouble::Request(format!("standard input: byte {at} is not UTF-8"))
    })?;
    Opened::read(library, &text)
}

fn print(value: &Value) -> Result<(), Trouble> {
    Ok(writeln!(stdout().lock(), "{value}")?)
}

impl Command {
    /// Answers.
    pub fn run(&self, library: &Library) -> Result<ExitCode, Trouble> {
        match self {
            Command::New { id, scenario, options, seed } => {
                print(&new(library, id, scenario.as_deref(), options, seed)?)?;
            }
            Command::Actions => {
                let opened = from_stdin(library)?;
                let mut out = stdout().lock();
                for listed in blue_gray::actions(&opened.battle, &opened.position.state) {
                    writeln!(out, "{}", listed_to_json(&opened.battle, &listed))?;
                }
            }
            Command::Apply { action, dice } => apply(library, action, dice.as_deref())?,
            Command::Why { action } => return why(library, action),
            Command::Odds { action } => odds(library, action)?,
            Command::Advise(advise) => advise.run(from_stdin(library)?)?,
            Command::Assess => print(&assess(&from_stdin(library)?))?,
            Command::Show { svg, png } => {
                let opened = from_stdin(library)?;
                let mut out = stdout().lock();
                write!(out, "{}", board::text(&opened.battle, &opened.position.state))?;
                board::draw(&opened, svg.as_deref(), png.as_deref())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn new(
    library: &Library,
    id: &str,
    scenario: Option<&str>,
    options: &[String],
    seed: &str,
) -> Result<Value, Trouble> {
    let request = |error: &dyn std::fmt::Display| Trouble::Request(error.to_string());
    let files = library.load(id)?;
    let battle = Battle::new(&files, scenario, options).map_err(|error| request(&error))?;
    let secret = Seed::parse(seed).map_err(|error| request(&error))?;
    let mut dice = secret.dice(0, START);
    let state = blue_gray::new_game(&battle, &mut dice, &mut Vec::new());
    let seed = seed.parse::<u64>().map_or_else(|_| json!(seed), |number| json!(number));
    Ok(Position { state, seed }.to_json(&battle))
}

fn apply(library: &Library, action: &str, dice: Option<&str>) -> Result<(), Trouble> {
    let mut opened = from_stdin(library)?;
    let action = opened.action(action)?;
    let battle = &opened.battle;
    let state = &mut opened.position.state;
    let seed = match &opened.position.seed {
        Value::String(text) => Seed::parse(text),
        other => Seed::parse(&other.to_string()),
    };
    let seed = seed.map_err(|error| Trouble::Request(error.to_string()))?;
    let faces = match dice {
        None => Vec::new(),
        Some(text) => ForcedDice::<SeededDice>::parse(text)
            .map_err(|error| Trouble::Usage(format!("--dice: {error}")))?,
    };
    let own = seed.dice(state.sequence + 1, &canonical_bytes(battle, &action));
    let mut dice =
        ForcedDice::new(&faces, own).map_err(|error| Trouble::Request(error.to_string()))?;
    let mut events = Vec::new();
    blue_gray::apply(battle, state, &action, &mut dice, &mut events).map_err(|refusal| {
        Trouble::Refused { rule: refusal.rule(battle).to_string(), reason: refusal.reason(battle) }
    })?;
    let mut err = std::io::stderr().lock();
    for event in &events {
        let _ = writeln!(err, "{}", event_to_json(battle, event));
    }
    if dice.left() > 0 {
        let _ = writeln!(err, "longroll: {} of the throws given were not needed", dice.left());
    }
    print(&opened.position.to_json(battle))
}

fn why(library: &Library, action: &str) -> Result<ExitCode, Trouble> {
    let opened = from_stdin(library)?;
    let action = opened.action(action)?;
    match blue_gray::check(&opened.battle, &opened.position.state, &action) {
        Ok(()) => {
            print(&json!({"legal": true}))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => {
            let rule = refusal.rule(&opened.battle).to_string();
            print(
                &json!({"legal": false, "rule": rule, "reason": refusal.reason(&opened.battle)}),
            )?;
            Ok(ExitCode::from(1))
        }
    }
}

fn odds(library: &Library, action: &str) -> Result<(), Trouble> {
    let opened = from_stdin(library)?;
    let action = opened.action(action)?;
    let (battle, state) = (&opened.battle, &opened.position.state);
    let Action::Attack(attack) = &action else {
        return Err(Trouble::Request("odds are asked for an attack".into()));
    };
    blue_gray::check(battle, state, &action).map_err(|refusal| Trouble::Refused {
        rule: refusal.rule(battle).to_string(),
        reason: refusal.reason(battle),
    })?;
    print(&odds_to_json(battle, &blue_gray::preview::preview(battle, state, attack)))
}
