//! `longroll perft`: counts of positions by depth, to compare engines and catch changes.

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;

use crate::library::Library;
use crate::position::ready;
use crate::trouble::Trouble;

/// Counts how many sequences of listed actions there are, every die showing the same face.
#[derive(Args)]
pub struct Perft {
    /// The battle by its id: `longroll battles` lists them.
    id: String,
    /// How many actions deep.
    #[arg(long, default_value_t = 2)]
    depth: u32,
    /// The scenario; without it the battle's first.
    #[arg(long)]
    scenario: Option<String>,
    /// An optional rule by its printed number; may be given more than once.
    #[arg(long = "option", value_name = "NUMBER")]
    options: Vec<String>,
    /// What every draw shows, as the system writes it: a face of its die, or a number from 0.
    #[arg(long, default_value_t = 3)]
    die: u16,
}

impl Perft {
    /// Counts and prints, a line a depth.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let game = ready(&library.load(&self.id)?, self.scenario.as_deref(), &self.options)?;
        let notation = game.capabilities().notation;
        let die =
            notation.fixed(self.die).map_err(|error| Trouble::Usage(format!("--die: {error}")))?;
        let state = game.start_with(die);
        for depth in 1..=self.depth {
            let begun = Instant::now();
            let count = game.perft(&state, depth, die);
            let seconds = begun.elapsed().as_secs_f32();
            writeln!(stdout(), "{depth} {count}  ({seconds:.2} s)")?;
        }
        Ok(())
    }
}
