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
            // Nobody else has heard of what is done in a hidden phase: nobody need be asked.
            UndoPolicy::Ask if self.is_hidden() => {}
            UndoPolicy::Ask => return Err("at this table every take-back must be asked for"),
            UndoPolicy::Never => return Err("nothing is taken back at this table"),
        }
        if self.ended.is_some() {
            return Err("the game is over");
        }
        if self.fair.throw.is_some() {
            return Err("a throw waits");
        }
        // Whatever is said of another's phase would tell of it.
        if self.is_hidden() && self.play.game().private_to(self.play.now()) != Some(side) {
            return Err("the phase is over");
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
        if self.is_hidden() && !self.is_own_phase(side, to) {
            return Err("nothing has been done in this phase yet");
        }
        let other = side.other();
        // The staff in the place of an absent player answers for him, and nobody takes that back alone.
        let against_computer = self.computers[other].is_some() && !self.pacing.is_stand_in(other);
        if to + 1 < steps.len() && !against_computer {
            return Err("the other side has acted since");
        }
        // What a person did before the computer sat down is not the computer's answer.
        if steps[to + 1..].iter().any(|entry| entry.why.is_none()) {
            return Err("the other side has acted since");
        }
        let lines = || steps[to..].iter().filter_map(|entry| entry.line.as_ref());
        if lines().any(|line| !line.dice.is_empty()) {
            return Err("a die was thrown");
        }
        if lines().any(|line| line.reveals) {
            return Err("something hidden was seen");
        }
        if self.play.game().decider(self.play.now()) != Some(side) && !against_computer {
            return Err("the decision has passed to the other side");
        }
        Ok(to)
    }

    /// Whether everything after a step was done in the private phase of a side that still goes on.
    fn is_own_phase(&self, side: Side, to: usize) -> bool {
        let (game, now) = (self.play.game(), self.play.now());
        let Ok(then) = self.play.at(to) else { return false };
        game.private_to(now) == Some(side)
            && game.private_to(&then) == Some(side)
            && game.moment(&then) == game.moment(now)
    }

    /// Whether a side may ask to take back everything after a step; if not, why.
    pub(super) fn may_ask(&self, to: usize) -> Result<(), &'static str> {
        if self.facts.undo == UndoPolicy::Never {
            return Err("nothing is taken back at this table");
        }
        // The other side would learn from the wish what it must not know.
        if self.is_hidden() {
            return Err("in a game with hidden units everybody undoes in his own phase only");
        }
        if self.fair.throw.is_some() {
            return Err("a throw waits");
        }
        if to >= self.play.count() {
            return Err("there is nothing after that step");
        }
        Ok(())
    }
}
