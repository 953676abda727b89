//! A position as a drawing.

use std::path::Path;

use atlas::battle::Battle;
use engraver::counter::{Counter, Livery, State};
use engraver::units::Stack;
use engraver::{Options, png};
use rules::game::{Game, GameState, Seat};

use crate::trouble::Trouble;

/// What is needed to draw positions of a game.
pub struct Board<'a> {
    /// The battle's files.
    pub files: &'a Battle,
    /// The battle made ready.
    pub game: &'a Game,
    /// Whose eyes look.
    pub seat: Seat,
}

impl Board<'_> {
    /// The counters of a position, a stack a cell.
    fn stacks(&self, state: &GameState) -> Vec<Stack> {
        let scenario = self.files.scenario(Some(self.game.key().scenario));
        let Some(scenario) = scenario else { return Vec::new() };
        let livery = Livery::of(scenario);
        let mut stacks: Vec<Stack> = Vec::new();
        for stand in self.game.counters(state, self.seat) {
            let Some(printed) = scenario.unit(&stand.unit) else { continue };
            let mut counter = Counter::of(printed, &livery);
            let shown = State::ALL.into_iter().filter(|one| stand.states.contains(&one.word()));
            shown.for_each(|one| counter.states.insert(one));
            match stacks.last_mut().filter(|stack| stack.cell == stand.cell) {
                Some(stack) => stack.counters.push(counter),
                None => stacks.push(Stack { cell: stand.cell, counters: vec![counter] }),
            }
        }
        stacks
    }

    /// Draws a position into files.
    pub fn draw(
        &self,
        state: &GameState,
        svg: Option<&Path>,
        png: Option<&Path>,
    ) -> Result<(), Trouble> {
        if svg.is_none() && png.is_none() {
            return Ok(());
        }
        let subtitle = Some(self.game.headline(state, self.seat));
        let options = Options { subtitle, cells: true, ..Options::default() };
        let drawing = engraver::position_svg(&self.files.map, &self.stacks(state), &options);
        if let Some(path) = svg {
            std::fs::write(path, &drawing).map_err(|error| Trouble::file(path, error))?;
        }
        if let Some(path) = png {
            let bytes =
                png::render(&drawing, 0.6).map_err(|error| Trouble::Request(error.to_string()))?;
            std::fs::write(path, bytes).map_err(|error| Trouble::file(path, error))?;
        }
        Ok(())
    }
}
