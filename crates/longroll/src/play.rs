//! `longroll play`: a game at one terminal, by typed commands, of two people or against the computer.

#[cfg(test)]
mod tests;
mod timed;

use std::io::{BufRead, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use atlas::battle::Battle;
use atlas::{BySide, Side};
use clap::Args;
use rules::Bid;
use rules::dice::Seed;
use rules::game::{Acted, Game, GameState, Seat};
use rules::record::{EndLine, HeaderLine, Source, Text};
use serde_json::{Map, Value};

use staff::{Level, Player};

use crate::advise::staff_of;
use crate::levels;
use crate::library::Library;
use crate::phase_clock::{self, Now, PhaseClock};
use crate::position::ready;
use crate::thought::{Thinker, Thinking};
use crate::trouble::Trouble;
use timed::is_quit;

/// What can be typed in every game, after the words of its system.
const HELP: &str = "\
  list [UNIT]                every legal action, or those of a unit
  undo                       take back the last action, until a die is thrown or the computer has acted
  clock, stop                what is left of a time limit; stop its clock until Enter is pressed
  board, help, quit
  {\"end_phase\":{}}           any action as JSON
Names with blanks are written with underscores: AP_Hill.
";

/// Plays a game at this terminal, for two or against the computer.
#[derive(Args)]
pub struct Play {
    /// The battle by its id: `longroll battles` lists them.
    id: String,
    /// The scenario; without it the battle's first.
    #[arg(long)]
    scenario: Option<String>,
    /// An optional rule by its printed number; may be given more than once.
    #[arg(long = "option", value_name = "NUMBER")]
    options: Vec<String>,
    /// Points given to a side beforehand, as in confederate+20.
    #[arg(long, value_name = "SIDE+POINTS")]
    bid: Option<Bid>,
    /// The seed of the dice; without it one from the clock.
    #[arg(long)]
    seed: Option<String>,
    /// Let the computer play the Union: recruit, captain, colonel or general.
    #[arg(long, value_name = "LEVEL", value_parser = levels::level)]
    union: Option<Level>,
    /// Let the computer play the Confederates.
    #[arg(long, value_name = "LEVEL", value_parser = levels::level)]
    confederate: Option<Level>,
    #[command(flatten)]
    thinking: Thinking,
    /// Write the record to this file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Play {
    /// Plays until the game is over or the players have had enough.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let files = library.load(&self.id)?;
        let game = ready(&files, self.scenario.as_deref(), &self.options)?.with_bid(self.bid);
        let seed = match &self.seed {
            Some(text) => Seed::parse(text).map_err(|error| Trouble::Request(error.to_string()))?,
            None => fresh_seed(),
        };
        let computers = self.computers(&game, &files, &seed)?;
        let now = phase_clock::wall();
        let mut table = Table::begin(&game, seed, computers, self.record.as_deref(), &now);
        table.talk(&mut stdin().lock().lines(), &mut stdout().lock())
    }

    /// Who of the staff sits where.
    fn computers(
        &self,
        game: &Game,
        files: &Battle,
        seed: &Seed,
    ) -> Result<BySide<Option<Computer>>, Trouble> {
        let mut seats = BySide::default();
        let asked = [(Side::Union, self.union), (Side::Confederate, self.confederate)];
        for (side, level) in asked {
            let Some(level) = level else { continue };
            // Its luck is not that of the dice: whoever knows one must not know the other.
            let luck = format!("{side} {}", seed.commitment());
            let luck = luck
                .bytes()
                .fold(0u64, |luck, byte| luck.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte));
            let player = staff_of(game, files)?.player(level, luck);
            let thinker = Thinker::new(self.thinking.thought());
            seats[side] = Some(Computer { player, thinker, said: String::new() });
        }
        Ok(seats)
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

/// One of the staff at a seat.
struct Computer {
    player: Box<dyn Player>,
    thinker: Thinker,
    /// Why it did what it did last: what is true of several moves is said once.
    said: String,
}

/// A game in progress: the steps taken, each with the state after it.
struct Table<'b> {
    game: &'b Game,
    source: Source,
    header: HeaderLine,
    first: GameState,
    taken: Vec<Acted>,
    /// Steps before this one cannot be taken back: a die was thrown, something was revealed, or a phase
    /// ended.
    undo_from: usize,
    computers: BySide<Option<Computer>>,
    /// Where the record is kept.
    record: Option<&'b Path>,
    /// How long the person at the terminal has taken for the phase.
    clock: PhaseClock<'b>,
}

/// What is typed, line by line.
type Lines<'l> = dyn Iterator<Item = std::io::Result<String>> + 'l;

impl<'b> Table<'b> {
    fn begin(
        game: &'b Game,
        seed: Seed,
        computers: BySide<Option<Computer>>,
        record: Option<&'b Path>,
        now: Now<'b>,
    ) -> Table<'b> {
        let (header, first) = game.begin(&seed, Map::new());
        Table {
            game,
            source: Source::new(seed),
            header,
            first,
            taken: Vec::new(),
            undo_from: 0,
            computers,
            record,
            clock: PhaseClock::new(now),
        }
    }

    fn state(&self) -> &GameState {
        self.taken.last().map_or(&self.first, |acted| &acted.state)
    }

    /// Who looks at this terminal: of two people whoever decides, against the computer the one there is.
    fn seat(&self) -> Seat {
        let decider = self.game.decider(self.state());
        let is_person = |side: &Side| self.computers[*side].is_none();
        let person = decider.filter(is_person).or_else(|| Side::BOTH.into_iter().find(is_person));
        person.map_or(Seat::Watcher, Seat::Side)
    }

    /// Writes the record anew, first beside its place, so that it is whole at every moment.
    fn save(&self) -> Result<(), Trouble> {
        let Some(path) = self.record else { return Ok(()) };
        let (mut text, first) = Text::begin_with(&self.header, Some(&self.source.seed));
        let mut lines = first + "\n";
        for acted in &self.taken {
            lines += &(text.line(&acted.line) + "\n");
        }
        if self.game.decider(self.state()).is_none() {
            let end = self.game.state_hash(self.state());
            let end = EndLine { seed: self.source.seed.to_hex(), end, chain: None };
            lines += &(text.line(&end) + "\n");
        }
        let beside = path.with_extension("part");
        std::fs::write(&beside, lines).map_err(|error| Trouble::file(&beside, error))?;
        std::fs::rename(&beside, path).map_err(|error| Trouble::file(path, error))
    }

    fn talk(&mut self, lines: &mut Lines<'_>, out: &mut impl Write) -> Result<(), Trouble> {
        self.save()?;
        let mut at = None;
        write!(out, "{}", self.game.show(self.state(), self.seat()))?;
        writeln!(out, "type `help` for the commands")?;
        while let Some(side) = self.game.decider(self.state()) {
            if self.computers[side].is_some() {
                // A phase of its own: whoever decides next does not go on with an earlier phase's time.
                self.start_clock();
                self.let_computer(side, out)?;
                self.save()?;
                continue;
            }
            if !self.hand_over(&mut at, side, out, lines)? {
                return Ok(());
            }
            self.start_clock();
            write!(out, "{}> ", side.word())?;
            out.flush()?;
            let Some(line) = lines.next() else { return Ok(()) };
            let next = match line.map_err(Trouble::Input)?.trim() {
                "stop" if self.limit().is_some() => self.stop_clock(out, lines)?,
                line if self.time_is_up() && !is_quit(line) => self.expire(out)?,
                line => self.obey(line, out)?,
            };
            match next {
                Next::Stop => return Ok(()),
                Next::Same => {}
                Next::Changed => self.save()?,
            }
        }
        writeln!(out, "{}", self.game.headline(self.state(), Seat::Watcher))?;
        Ok(())
    }

    /// In a hidden game the terminal goes from hand to hand behind a curtain; whether play goes on.
    fn hand_over(
        &self,
        at: &mut Option<Side>,
        side: Side,
        out: &mut impl Write,
        lines: &mut Lines<'_>,
    ) -> Result<bool, Trouble> {
        let before = at.replace(side);
        if !self.game.capabilities().hidden || before.is_none_or(|before| before == side) {
            return Ok(true);
        }
        for _ in 0..100 {
            writeln!(out)?;
        }
        write!(out, "{side} decides: hand over, and press Enter ")?;
        out.flush()?;
        let Some(line) = lines.next() else { return Ok(false) };
        line.map_err(Trouble::Input)?;
        write!(out, "{}", self.game.show(self.state(), self.seat()))?;
        Ok(true)
    }

    fn obey(&mut self, line: &str, out: &mut impl Write) -> Result<Next, Trouble> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => {}
            ["quit" | "q"] => return Ok(Next::Stop),
            ["clock"] => self.tell_clock(out)?,
            ["help" | "?"] => write!(out, "{}{HELP}", self.game.typed_help())?,
            ["board" | "b"] => write!(out, "{}", self.game.show(self.state(), self.seat()))?,
            ["undo" | "u"] if self.taken.len() > self.undo_from => {
                self.taken.pop();
                writeln!(out, "taken back")?;
                return Ok(Next::Changed);
            }
            ["undo" | "u"] => writeln!(out, "nothing can be taken back")?,
            ["list" | "l", rest @ ..] => self.list(rest.first().copied(), out)?,
            ["odds", rest @ ..] => match self.typed(line, rest) {
                Ok(action) => self.odds(&action, out)?,
                Err(problem) => writeln!(out, "{problem}")?,
            },
            words => match self.typed(line, words) {
                Ok(action) => return self.act(&action, out),
                Err(problem) => writeln!(out, "{problem}")?,
            },
        }
        Ok(Next::Same)
    }

    /// An action as it was typed: JSON, or the words of the system.
    fn typed(&self, line: &str, words: &[&str]) -> Result<Value, String> {
        if line.trim_start().starts_with('{') {
            return serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"));
        }
        self.game.typed(words)
    }

    fn list(&self, unit: Option<&str>, out: &mut impl Write) -> Result<(), Trouble> {
        // As typed: underscores stand for blanks.
        let unit = unit.map(|word| format!("\"{}\"", word.replace('_', " ")));
        for listed in self.game.list(self.state(), self.seat()) {
            let text = listed["action"].to_string();
            if unit.as_ref().is_none_or(|unit| text.contains(unit)) {
                let cost =
                    listed.get("cost").map_or(String::new(), |cost| format!("  cost {cost}"));
                writeln!(out, "{text}{cost}")?;
            }
        }
        Ok(())
    }

    fn odds(&self, action: &Value, out: &mut impl Write) -> Result<(), Trouble> {
        match self.game.odds_text(self.state(), self.seat(), action) {
            Ok(Some(text)) => write!(out, "{text}")?,
            Ok(None) => writeln!(out, "there are no odds of such an action")?,
            Err(error) => writeln!(out, "{error}")?,
        }
        Ok(())
    }

    /// Lets the computer decide once, and tells why.
    fn let_computer(&mut self, side: Side, out: &mut impl Write) -> Result<(), Trouble> {
        let (game, seat) = (self.game, Seat::Side(side));
        let seen = game.seen(self.taken.last().map_or(&self.first, |acted| &acted.state), seat);
        let Some(Computer { player, thinker, said }) = &mut self.computers[side] else {
            return Ok(());
        };
        let silent = || Trouble::Request("the computer has no answer".to_owned());
        let chosen = thinker.choose(&mut **player, &seen).ok_or_else(silent)?;
        // In a hidden game its reasons are its own.
        if chosen.why != *said && !game.capabilities().hidden {
            writeln!(out, "{} ({side}): {}", player.level(), chosen.why)?;
            said.clone_from(&chosen.why);
        }
        drop(seen);
        self.act(&chosen.action, out)?;
        self.undo_from = self.taken.len();
        Ok(())
    }

    fn act(&mut self, action: &Value, out: &mut impl Write) -> Result<Next, Trouble> {
        match self.game.act(self.state(), &self.source, action, &[]) {
            Ok(acted) => self.take(acted, out),
            Err(error) => {
                writeln!(out, "{error}")?;
                Ok(Next::Same)
            }
        }
    }

    /// Tells what an action did, and goes on from there.
    fn take(&mut self, acted: Acted, out: &mut impl Write) -> Result<Next, Trouble> {
        let (before, seat) = (self.game.moment(self.state()), self.seat());
        let heard = acted.told.as_ref().map_or(&acted.line.events, |told| &told.events[seat]);
        for sentence in heard.iter().filter_map(|event| self.game.narrate(event)) {
            writeln!(out, "  {sentence}")?;
        }
        let stands = !acted.line.dice.is_empty() || acted.line.reveals;
        self.taken.push(acted);
        if stands || self.game.moment(self.state()) != before {
            self.undo_from = self.taken.len();
            writeln!(out, "{}", self.game.headline(self.state(), self.seat()))?;
        }
        Ok(Next::Changed)
    }
}

enum Next {
    Same,
    Changed,
    Stop,
}
