//! `longroll play`: a game of two at one terminal, by typed commands.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use clap::Args;
use rules::blue_gray::json::{action_to_json, event_to_json, parse_action};
use rules::blue_gray::{self, Action, Battle};
use rules::dice::Seed;
use rules::record::Recorder;
use serde_json::{Map, Value, json};

use crate::board;
use crate::library::Library;
use crate::trouble::Trouble;

const HELP: &str = "\
  move UNIT HEX [HEX …]      move to a hex, or along a path of hexes
  enter UNIT HEX [TO]        bring on a reinforcement
  exit UNIT HEX              leave the map at a hex
  attack HEX,HEX from HEX,HEX with GUN,GUN at 3-1
                             attack hexes from hexes; `with` guns and `at` a lower column as you like
  odds …                     the same words: what each face of the die would do
  retreat UNIT HEX [over UNIT]   retreat, displacing a friend if need be
  elect UNIT yes|no          share the retreat as a bombarding gun
  lose UNIT,UNIT             losses of an exchange
  advance UNIT HEX, decline  after a victory
  end                        end the phase
  list [UNIT]                every legal action, or those of a unit
  undo                       take back the last action, until a die is thrown
  board, help, quit
  {\"move\":{…}}               any action as JSON
Names with blanks are written with underscores: AP_Hill.
";

/// Plays a game of two at this terminal.
#[derive(Args)]
pub struct Play {
    /// The battle, as in `blue-gray/antietam`.
    id: String,
    /// The scenario; without it the battle's first.
    #[arg(long)]
    scenario: Option<String>,
    /// An optional rule by its printed number; may be given more than once.
    #[arg(long = "option", value_name = "NUMBER")]
    options: Vec<String>,
    /// The seed of the dice; without it one from the clock.
    #[arg(long)]
    seed: Option<String>,
    /// Write the record to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Play {
    /// Plays until the game is over or the players have had enough.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let files = library.load(&self.id)?;
        let battle = Battle::new(&files, self.scenario.as_deref(), &self.options)
            .map_err(|error| Trouble::Request(error.to_string()))?;
        let seed = match &self.seed {
            Some(text) => Seed::parse(text).map_err(|error| Trouble::Request(error.to_string()))?,
            None => fresh_seed(),
        };
        let record = self.record.as_deref();
        Table { battle: &battle, seed, taken: Vec::new(), undo_from: 0, record }.talk()
    }
}

/// A seed nobody can guess in advance: the clock and the addresses of this run, hashed.
fn fresh_seed() -> Seed {
    use std::hash::{BuildHasher, RandomState};
    let now =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let words: Vec<u8> = (0..4u128)
        .flat_map(|salt| RandomState::new().hash_one(now.as_nanos() ^ salt).to_le_bytes())
        .collect();
    let mut bytes = [0; 32];
    bytes.copy_from_slice(&words);
    Seed::from_bytes(bytes)
}

/// A game in progress: the actions taken, from which the state follows.
struct Table<'b> {
    battle: &'b Battle,
    seed: Seed,
    taken: Vec<Action>,
    /// Actions before this one cannot be taken back: a die was thrown, or a phase ended.
    undo_from: usize,
    /// Where the record is kept.
    record: Option<&'b Path>,
}

impl Table<'_> {
    /// The record of everything so far.
    fn recorder(&self) -> Recorder<'_> {
        let mut recorder = Recorder::begin(self.battle, self.seed, Map::new());
        for action in &self.taken {
            // They were legal when they were taken, and the same seed gives the same dice.
            let _ = recorder.act(action, &[]);
        }
        recorder
    }

    /// Writes the record anew, first beside its place, so that it is whole at every moment.
    fn save(&self) -> Result<(), Trouble> {
        let Some(path) = self.record else { return Ok(()) };
        let beside = path.with_extension("part");
        let text = self.recorder().lines().join("\n") + "\n";
        std::fs::write(&beside, text).map_err(|error| Trouble::file(&beside, error))?;
        std::fs::rename(&beside, path).map_err(|error| Trouble::file(path, error))
    }

    fn talk(&mut self) -> Result<(), Trouble> {
        let mut state = self.recorder().state().clone();
        self.save()?;
        let mut out = stdout().lock();
        write!(out, "{}", board::text(self.battle, &state))?;
        writeln!(out, "type `help` for the commands")?;
        let mut lines = stdin().lock().lines();
        loop {
            if state.outcome.is_some() {
                writeln!(out, "{}", board::headline(self.battle, &state))?;
                return Ok(());
            }
            write!(out, "{}> ", blue_gray::decision(&state).side().map_or("", |s| s.word()))?;
            out.flush()?;
            let Some(line) = lines.next() else { return Ok(()) };
            let line = line.map_err(Trouble::Input)?;
            match self.obey(&line, &state, &mut out)? {
                Next::Stop => return Ok(()),
                Next::Same => {}
                Next::Changed => {
                    state = self.recorder().state().clone();
                    self.save()?;
                }
            }
        }
    }

    fn obey(
        &mut self,
        line: &str,
        state: &blue_gray::State,
        out: &mut impl Write,
    ) -> Result<Next, Trouble> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["quit" | "q"] => return Ok(Next::Stop),
            ["help" | "?"] => write!(out, "{HELP}")?,
            ["board" | "b"] => write!(out, "{}", board::text(self.battle, state))?,
            ["undo" | "u"] if self.taken.len() > self.undo_from => {
                self.taken.pop();
                writeln!(out, "taken back")?;
                return Ok(Next::Changed);
            }
            ["undo" | "u"] => writeln!(out, "nothing can be taken back")?,
            ["list" | "l", rest @ ..] => self.list(state, rest.first().copied(), out)?,
            ["odds", rest @ ..] => match attack_words(rest) {
                Ok(attack) => self.odds(state, &attack, out)?,
                Err(problem) => writeln!(out, "{problem}")?,
            },
            words => match action_words(line, words) {
                Ok(action) => return self.act(state, &action, out),
                Err(problem) => writeln!(out, "{problem}")?,
            },
        }
        Ok(Next::Same)
    }

    fn list(
        &self,
        state: &blue_gray::State,
        unit: Option<&str>,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        let unit = unit.map(name);
        for listed in blue_gray::actions(self.battle, state) {
            let json = action_to_json(self.battle, &listed.action);
            let text = json.to_string();
            let wanted = unit.as_ref().is_none_or(|unit| text.contains(&format!("\"{unit}\"")));
            if wanted {
                let cost = listed.cost.map_or(String::new(), |cost| format!("  cost {cost}"));
                writeln!(out, "{text}{cost}")?;
            }
        }
        Ok(())
    }

    fn odds(
        &self,
        state: &blue_gray::State,
        attack: &Value,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        let action = match parse_action(self.battle, state, &attack.to_string()) {
            Ok(action) => action,
            Err(faults) => return Ok(writeln!(out, "{faults}")?),
        };
        if let Err(refusal) = blue_gray::check(self.battle, state, &action) {
            return Ok(writeln!(
                out,
                "{}: {}",
                refusal.rule(self.battle),
                refusal.reason(self.battle)
            )?);
        }
        let Action::Attack(attack) = action else { return Ok(()) };
        let preview = blue_gray::preview::preview(self.battle, state, &attack);
        writeln!(out, "{} to {}: {}", preview.odds.attack, preview.odds.defence, preview.column)?;
        for face in &preview.faces {
            let fates: Vec<String> = face
                .fates
                .iter()
                .map(|(unit, fate)| format!("{} {}", self.battle.unit(*unit).id, fate.words()))
                .collect();
            writeln!(out, "  {}: {}  {}", face.die, face.result, fates.join(", "))?;
        }
        Ok(())
    }

    fn act(
        &mut self,
        state: &blue_gray::State,
        action: &Value,
        out: &mut impl Write,
    ) -> Result<Next, Trouble> {
        let action = match parse_action(self.battle, state, &action.to_string()) {
            Ok(action) => action,
            Err(faults) => {
                writeln!(out, "{faults}")?;
                return Ok(Next::Same);
            }
        };
        if let Err(refusal) = blue_gray::check(self.battle, state, &action) {
            writeln!(out, "{}: {}", refusal.rule(self.battle), refusal.reason(self.battle))?;
            return Ok(Next::Same);
        }
        let mut recorder = self.recorder();
        let events = recorder.act(&action, &[]).unwrap_or_default();
        let headline = board::headline(self.battle, recorder.state());
        for event in &events {
            writeln!(out, "  {}", event_to_json(self.battle, event))?;
        }
        self.taken.push(action);
        let thrown = events.iter().any(|event| matches!(event, blue_gray::Event::DieThrown { .. }));
        if thrown || action == Action::EndPhase {
            self.undo_from = self.taken.len();
            writeln!(out, "{headline}")?;
        }
        Ok(Next::Changed)
    }
}

enum Next {
    Same,
    Changed,
    Stop,
}

/// A name as typed: underscores stand for blanks.
fn name(word: &str) -> String {
    word.replace('_', " ")
}

fn names(list: &str) -> Vec<String> {
    list.split(',').filter(|part| !part.is_empty()).map(name).collect()
}

/// The JSON of a typed action.
fn action_words(line: &str, words: &[&str]) -> Result<Value, String> {
    if line.trim_start().starts_with('{') {
        return serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"));
    }
    Ok(match words {
        ["end"] => json!({"end_phase": {}}),
        ["decline"] => json!({"decline": {}}),
        ["move" | "m", unit, to] => json!({"move": {"unit": name(unit), "to": to}}),
        ["move" | "m", unit, path @ ..] if !path.is_empty() => {
            json!({"move": {"unit": name(unit), "path": path}})
        }
        ["enter", unit, hex] => json!({"enter": {"unit": name(unit), "hex": hex}}),
        ["enter", unit, hex, to] => json!({"enter": {"unit": name(unit), "hex": hex, "to": to}}),
        ["exit", unit, hex] => json!({"exit": {"unit": name(unit), "hex": hex}}),
        ["retreat" | "r", unit, to] => json!({"retreat": {"unit": name(unit), "to": to}}),
        ["retreat" | "r", unit, to, "over", other] => {
            json!({"retreat": {"unit": name(unit), "to": to, "displace": name(other)}})
        }
        ["elect", unit, answer @ ("yes" | "no")] => {
            json!({"elect": {"unit": name(unit), "retreat": *answer == "yes"}})
        }
        ["lose", units] => json!({"losses": {"units": names(units)}}),
        ["advance", unit, to] => json!({"advance": {"unit": name(unit), "to": to}}),
        ["attack" | "a", rest @ ..] => return attack_words(rest),
        _ => return Err("not understood; type `help` for the commands".into()),
    })
}

/// The JSON of a typed attack.
fn attack_words(words: &[&str]) -> Result<Value, String> {
    let mut attack = json!({"defenders": [], "attackers": [], "bombard": []});
    let Some((defenders, mut rest)) = words.split_first() else {
        return Err("attack whom? as in: attack 0910 from 0811,0911 with A at 3-1".into());
    };
    attack["defenders"] = json!(names(defenders));
    while let [word, value, after @ ..] = rest {
        match *word {
            "from" => attack["attackers"] = json!(names(value)),
            "with" => attack["bombard"] = json!(names(value)),
            "at" => attack["column"] = json!(value),
            other => return Err(format!("`{other}` is not understood; expected from, with or at")),
        }
        rest = after;
    }
    if let [lonely] = rest {
        return Err(format!("something is missing after `{lonely}`"));
    }
    Ok(json!({"attack": attack}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_words_become_actions() {
        let read = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            action_words(line, &words)
        };
        assert_eq!(
            read("move AP_Hill 0225").unwrap(),
            json!({"move": {"unit": "AP Hill", "to": "0225"}})
        );
        assert_eq!(
            read("attack 0910,0911 from 0811 with A,B at 3-1").unwrap(),
            json!({"attack": {"defenders": ["0910", "0911"], "attackers": ["0811"],
                              "bombard": ["A", "B"], "column": "3-1"}})
        );
        assert_eq!(read("{\"decline\":{}}").unwrap(), json!({"decline": {}}));
        assert!(read("charge!").is_err());
        assert!(read("attack 0910 from").is_err());
    }
}
