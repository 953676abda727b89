//! A phase against the clock. The time limit binds people, not computers, whose thought is bounded otherwise.
//!
//! A terminal waits for a line: time that runs out meanwhile is noticed when the line comes, and what it says
//! came too late.

use std::io::Write;
use std::time::Duration;

use super::{Lines, Next, Table};
use crate::trouble::Trouble;

impl Table<'_> {
    /// How long the phase may take, if the game says so.
    pub(super) fn limit(&self) -> Option<Duration> {
        self.game.time_limit(self.state())
    }

    /// The clock runs for whoever is asked; in a new phase anew.
    pub(super) fn start_clock(&mut self) {
        let state = self.taken.last().map_or(&self.first, |acted| &acted.state);
        self.clock.start(self.game, state);
    }

    /// Whether the time of the phase has run out.
    pub(super) fn time_is_up(&self) -> bool {
        self.limit().is_some_and(|limit| self.clock.left(limit).is_zero())
    }

    /// Says what is left.
    pub(super) fn tell_clock(&self, out: &mut impl Write) -> Result<(), Trouble> {
        match self.limit().map(|limit| self.clock.left(limit).as_secs()) {
            Some(left) => {
                writeln!(out, "{} minutes and {} seconds are left", left / 60, left % 60)?;
            }
            None => writeln!(out, "this phase has no time limit")?,
        }
        Ok(())
    }

    /// The clock stands still until something is typed. Time that had run out stays so.
    pub(super) fn stop_clock(
        &mut self,
        out: &mut impl Write,
        lines: &mut Lines<'_>,
    ) -> Result<Next, Trouble> {
        if self.time_is_up() {
            return self.expire(out);
        }
        let stopped = self.clock.stop();
        write!(out, "the clock stands still: press Enter to go on ")?;
        out.flush()?;
        let Some(line) = lines.next() else { return Ok(Next::Stop) };
        line.map_err(Trouble::Input)?;
        self.clock.resume(stopped);
        Ok(Next::Same)
    }

    /// The time has run out: what was typed came too late, and the clock ends the phase.
    pub(super) fn expire(&mut self, out: &mut impl Write) -> Result<Next, Trouble> {
        match self.game.expire(self.state(), &self.source) {
            Some(acted) => self.take(acted, out),
            None => Ok(Next::Same),
        }
    }
}

/// Whoever leaves leaves the game as it is, however late.
pub(super) fn is_quit(line: &str) -> bool {
    matches!(line, "quit" | "q")
}
