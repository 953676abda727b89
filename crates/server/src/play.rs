//! The line of play: the actions as they stand, and the state after each of them.
//!
//! Every so many steps a state is kept; the ones between are made again from the recorded lines.

use std::sync::Arc;

use rules::game::{Game, GameState, Told};
use rules::record::{ActionLine, HeaderLine};

use crate::entry::Entry;

/// A state is kept after every so many steps.
const KEPT_EVERY: usize = 16;

/// The actions of a game as they stand.
#[derive(Clone)]
pub struct Play {
    game: Arc<Game>,
    header: Arc<HeaderLine>,
    /// States after steps 0, 16, 32 and so on.
    kept: Vec<Arc<GameState>>,
    steps: Vec<Arc<Entry>>,
    /// How many steps the rules follow; all of them, unless the record is of other rules.
    sound: usize,
    now: GameState,
}

impl Play {
    /// A game that has just been set up.
    pub fn new(game: Arc<Game>, header: Arc<HeaderLine>, first: GameState) -> Play {
        let kept = vec![Arc::new(first.clone())];
        Play { game, header, kept, steps: Vec::new(), sound: 0, now: first }
    }

    /// Begins anew with this line, before anything was done.
    pub fn begin(&mut self, header: HeaderLine) -> Result<(), String> {
        let first = self.game.first_state(&header)?;
        *self = Play::new(Arc::clone(&self.game), Arc::new(header), first);
        Ok(())
    }

    /// The rules.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The state at the start.
    pub fn first(&self) -> &GameState {
        &self.kept[0]
    }

    /// The state now.
    pub fn now(&self) -> &GameState {
        &self.now
    }

    /// How many actions stand.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// How many of them these rules follow: all, unless the record is of other rules.
    pub fn sound(&self) -> usize {
        self.sound
    }

    /// The entries of the actions that stand.
    pub fn steps(&self) -> &[Arc<Entry>] {
        &self.steps
    }

    /// The last line that stands.
    pub fn last(&self) -> Option<(&Entry, &ActionLine)> {
        let entry = self.steps.last()?;
        entry.line.as_ref().map(|line| (entry.as_ref(), line))
    }

    /// Adds an action and the state after it.
    pub fn push(&mut self, entry: Arc<Entry>, after: GameState) {
        self.steps.push(entry);
        self.sound = self.steps.len();
        if self.steps.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(Arc::new(after.clone()));
        }
        self.now = after;
    }

    /// Adds an action by doing it again from its line; what each seat may hear of it, in a hidden game.
    pub fn redo(&mut self, entry: Arc<Entry>) -> Result<Option<Told>, String> {
        let line = entry.line.as_ref().ok_or("an action without its line")?;
        let after = if self.sound == self.steps.len() {
            self.game.redo(&self.now, &self.header, line)
        } else {
            Err("an earlier action did not".to_owned())
        };
        match after {
            Ok((after, told)) => {
                self.push(entry, after);
                Ok(told)
            }
            Err(problem) => {
                self.steps.push(entry);
                Err(problem)
            }
        }
    }

    /// The state after a recorded action, done again.
    pub fn again(&self, before: &GameState, line: &ActionLine) -> Result<GameState, String> {
        self.game.redo(before, &self.header, line).map(|(after, _)| after)
    }

    /// The states before each action, one after another, as far as the rules follow the record.
    pub fn states(&self) -> impl Iterator<Item = GameState> + '_ {
        let mut state = self.kept.first().map(|first| GameState::clone(first));
        self.steps.iter().map_while(move |entry| {
            let before = state.take()?;
            let after = entry.line.as_ref().map(|line| self.again(&before, line));
            state = after.and_then(Result::ok);
            Some(before)
        })
    }

    /// The state after a step.
    pub fn at(&self, step: usize) -> Result<GameState, String> {
        if step == self.sound {
            return Ok(self.now.clone());
        }
        if step > self.steps.len() {
            let noun = if self.steps.len() == 1 { "step" } else { "steps" };
            return Err(format!("there are {} {noun}, and 0 is the start", self.steps.len()));
        }
        if step > self.sound {
            return Err(format!("these rules follow the record up to step {} only", self.sound));
        }
        let mark = (step / KEPT_EVERY).min(self.kept.len() - 1);
        let mut state = GameState::clone(&self.kept[mark]);
        for entry in self.steps.iter().take(step).skip(mark * KEPT_EVERY) {
            let line = entry.line.as_ref().ok_or("an action without its line")?;
            state = self.again(&state, line)?;
        }
        Ok(state)
    }

    /// Goes back to where a step had been made, and forgets what came after.
    pub fn cut(&mut self, step: usize) -> Result<(), String> {
        if step > self.steps.len() {
            return Err(format!("step {step} was never made"));
        }
        if step <= self.sound {
            self.now = self.at(step)?;
            self.sound = step;
        }
        self.steps.truncate(step);
        self.kept.truncate(self.sound / KEPT_EVERY + 1);
        Ok(())
    }
}
