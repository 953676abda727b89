//! `longroll position`: the same door for tests, puzzles, analysis and other programs.

use std::io::{Read, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use rules::dice::Seed;
use rules::game::{ActError, Game, GameState, Seat};
use rules::json::{Header, parse, seed_of};
use rules::record::Source;
use serde_json::{Map, Value, json};

use crate::advise::{Advise, assess};
use crate::board::Board;
use crate::library::Library;
use crate::trouble::Trouble;

/// The longest position that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// What can be asked about a position, which is read from standard input.
#[derive(Subcommand)]
pub enum Command {
    /// Write a new game as a position.
    New {
        /// The battle by its id: `longroll battles` lists them.
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
        /// Draws to use first, as in 3,6: faces of the system's die, or numbers from 0 where it has none.
        #[arg(long, value_name = "DRAWS")]
        dice: Option<String>,
    },
    /// Say whether an action is legal, or which rule forbids it (exit code 1), or that it makes no sense (2).
    Why {
        /// The action as JSON.
        #[arg(long, value_name = "JSON")]
        action: String,
    },
    /// Say what an action would do, as far as dice decide it: an attack's strengths, and what each throw brings.
    Odds {
        /// The action as JSON.
        #[arg(long, value_name = "JSON")]
        action: String,
    },
    /// Say what a unit sees, or what can be seen from a square.
    Sight {
        /// The unit.
        #[arg(long, value_name = "UNIT", conflicts_with = "square")]
        unit: Option<String>,
        /// The square.
        #[arg(long, value_name = "SQUARE")]
        square: Option<String>,
        /// Which way one looks from the square; without it, all round.
        #[arg(long, value_name = "DIRECTION", requires = "square")]
        dir: Option<u8>,
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
    /// The battle made ready.
    pub game: Game,
    /// The state.
    pub state: GameState,
    /// The position as it was written.
    position: Value,
}

impl Opened {
    /// Reads a position.
    pub fn read(library: &Library, text: &str) -> Result<Opened, Trouble> {
        let faults = |faults| Trouble::Faults { what: "position".into(), faults };
        let (header, position) = Header::read(text).map_err(faults)?;
        let files = library.load(&header.battle)?;
        let game = ready(&files, header.scenario.as_deref(), &header.options)?;
        let state = game.read_position(&position).map_err(faults)?;
        Ok(Opened { files, game, state, position })
    }

    /// Whose eyes look at a position: those of whoever decides.
    pub fn seat(&self) -> Seat {
        self.game.decider(&self.state).map_or(Seat::Watcher, Seat::Side)
    }
}

/// Makes a battle ready, or says why it cannot be played.
pub fn ready(
    files: &atlas::battle::Battle,
    scenario: Option<&str>,
    options: &[String],
) -> Result<Game, Trouble> {
    Game::new(files, scenario, options).map_err(|error| Trouble::Request(error.to_string()))
}

/// An action as it was typed.
fn action(text: &str) -> Result<Value, Trouble> {
    parse("action", text).map_err(|faults| Trouble::Malformed { what: "action".into(), faults })
}

/// What is wrong with an action, as the door tells it.
pub fn not_done(error: ActError) -> Trouble {
    match error {
        ActError::Malformed(faults) => Trouble::Malformed { what: "action".into(), faults },
        ActError::Draws(problem) => Trouble::Usage(format!("--dice: {problem}")),
        ActError::Refused(refused) => {
            Trouble::Refused { rule: refused.rule.to_string(), reason: refused.reason }
        }
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
                for listed in opened.game.list(&opened.state, opened.seat()) {
                    writeln!(out, "{listed}")?;
                }
            }
            Command::Apply { action, dice } => apply(library, action, dice.as_deref())?,
            Command::Why { action } => return why(library, action),
            Command::Odds { action } => odds(library, action)?,
            Command::Sight { unit, square, dir } => {
                sight(library, unit.as_deref(), square.as_deref(), *dir)?;
            }
            Command::Advise(advise) => advise.run(from_stdin(library)?)?,
            Command::Assess => print(&assess(&from_stdin(library)?)?)?,
            Command::Show { svg, png } => {
                let opened = from_stdin(library)?;
                let mut out = stdout().lock();
                let seat = opened.seat();
                write!(out, "{}", opened.game.show(&opened.state, seat))?;
                let board = Board { files: &opened.files, game: &opened.game, seat };
                board.draw(&opened.state, svg.as_deref(), png.as_deref())?;
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
    let game = ready(&library.load(id)?, scenario, options)?;
    let secret = Seed::parse(seed).map_err(|error| Trouble::Request(error.to_string()))?;
    let (_, state) = game.begin(&secret, Map::new());
    let seed = seed.parse::<u64>().map_or_else(|_| json!(seed), |number| json!(number));
    Ok(game.position_with(&state, Some(&seed)))
}

fn apply(library: &Library, text: &str, dice: Option<&str>) -> Result<(), Trouble> {
    let opened = from_stdin(library)?;
    let action = action(text)?;
    let notation = opened.game.capabilities().notation;
    let draws = match dice {
        None => Vec::new(),
        Some(text) => {
            notation.parse(text).map_err(|error| Trouble::Usage(format!("--dice: {error}")))?
        }
    };
    let source = Source::new(seed_of(&opened.position));
    let acted = opened.game.act(&opened.state, &source, &action, &draws).map_err(not_done)?;
    let mut err = std::io::stderr().lock();
    for event in &acted.line.events {
        let _ = writeln!(err, "{event}");
    }
    let left = draws.len().saturating_sub(acted.line.dice.len());
    if left > 0 {
        let _ = writeln!(err, "longroll: {left} of the throws given were not needed");
    }
    let nought = json!(0);
    let seed = opened.position.get("seed").filter(|seed| !seed.is_null()).unwrap_or(&nought);
    print(&opened.game.position_with(&acted.state, Some(seed)))
}

fn why(library: &Library, text: &str) -> Result<ExitCode, Trouble> {
    let opened = from_stdin(library)?;
    match opened.game.check(&opened.state, opened.seat(), &action(text)?) {
        Ok(()) => {
            print(&json!({"legal": true}))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(ActError::Refused(refused)) => {
            let (rule, reason) = (refused.rule.to_string(), refused.reason);
            print(&json!({"legal": false, "rule": rule, "reason": reason}))?;
            Ok(ExitCode::from(1))
        }
        Err(other) => Err(not_done(other)),
    }
}

fn sight(
    library: &Library,
    unit: Option<&str>,
    square: Option<&str>,
    dir: Option<u8>,
) -> Result<(), Trouble> {
    let opened = from_stdin(library)?;
    let mut body = Map::new();
    body.extend(unit.map(|unit| ("unit".to_owned(), unit.into())));
    body.extend(square.map(|square| ("square".to_owned(), square.into())));
    body.extend(dir.map(|dir| ("dir".to_owned(), dir.into())));
    let question = json!({"sight": body});
    match opened.game.ask(&opened.state, opened.seat(), &question) {
        Ok(answer) => print(&answer),
        Err(error) => Err(Trouble::Request(error.to_string())),
    }
}

fn odds(library: &Library, text: &str) -> Result<(), Trouble> {
    let opened = from_stdin(library)?;
    let odds = opened.game.odds(&opened.state, opened.seat(), &action(text)?).map_err(not_done)?;
    match odds {
        Some(odds) => print(&odds),
        None => Err(Trouble::Request("there are no odds of such an action".into())),
    }
}
