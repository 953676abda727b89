//! Taking back: freely until a die is thrown, afterwards only if the other side agrees.

use atlas::Side;

use super::Table;
use crate::facts::UndoPolicy;

impl Table {
    /// Whether a side may undo the last action by itself; if not, why.
    pub fn may_undo(&self, side: Side) -> Result<(), &'static str> {
        match self.facts.undo {
            UndoPolicy::UntilDie => {}
            UndoPolicy::Ask => return Err("at this table every take-back must be asked for"),
            UndoPolicy::Never => return Err("nothing is taken back at this table"),
        }
        if self.ended.is_some() {
            return Err("the game is over");
        }
        let Some((entry, line)) = self.play.last() else {
            return Err("nothing has been done yet");
        };
        if entry.by != Some(side) {
            return Err("the other side has acted since");
        }
        if !line.dice.is_empty() {
            return Err("a die was thrown");
        }
        if self.play.game().decider(self.play.now()) != Some(side) {
            return Err("the decision has passed to the other side");
        }
        Ok(())
    }

    /// Whether a side may ask to take back everything after a step; if not, why.
    pub(super) fn may_ask(&self, to: usize) -> Result<(), &'static str> {
        if self.facts.undo == UndoPolicy::Never {
            return Err("nothing is taken back at this table");
        }
        if to >= self.play.count() {
            return Err("there is nothing after that step");
        }
        Ok(())
    }
}
