//! Taking back: freely until a die is thrown, afterwards only if the other side agrees. What a
//! computer did in answer goes back with it.

use atlas::Side;

use super::Table;
use crate::facts::UndoPolicy;

impl Table {
    /// Whose it would be to undo: the side that decides, or the one that plays against a computer.
    pub(super) fn undoer(&self) -> Option<Side> {
        let decider = self.play.game().decider(self.play.now())?;
        [decider, decider.other()].into_iter().find(|&side| self.computers[side].is_none())
    }

    /// Whether a side may undo its last action by itself; the step after which play goes on, or why
    /// not.
    pub fn may_undo(&self, side: Side) -> Result<usize, &'static str> {
        match self.facts.undo {
            UndoPolicy::UntilDie => {}
            UndoPolicy::Ask => return Err("at this table every take-back must be asked for"),
            UndoPolicy::Never => return Err("nothing is taken back at this table"),
        }
        if self.ended.is_some() {
            return Err("the game is over");
        }
        let steps = self.play.steps();
        let own = steps.iter().rposition(|entry| entry.by == Some(side));
        let Some(to) = own else {
            return Err(if steps.is_empty() {
                "nothing has been done yet"
            } else {
                "the other side has acted since"
            });
        };
        let against_computer = self.computers[side.other()].is_some();
        if to + 1 < steps.len() && !against_computer {
            return Err("the other side has acted since");
        }
        // What a person did before the computer sat down is not the computer's answer.
        if steps[to + 1..].iter().any(|entry| entry.why.is_none()) {
            return Err("the other side has acted since");
        }
        let thrown = |line: &rules::record::ActionLine| !line.dice.is_empty();
        if steps[to..].iter().filter_map(|entry| entry.line.as_ref()).any(thrown) {
            return Err("a die was thrown");
        }
        if self.play.game().decider(self.play.now()) != Some(side) && !against_computer {
            return Err("the decision has passed to the other side");
        }
        Ok(to)
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
