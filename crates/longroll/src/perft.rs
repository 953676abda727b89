//! `longroll perft`: counts of positions by depth, to compare engines and catch changes.

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;
use rules::blue_gray::perft::{FixedDie, perft};
use rules::blue_gray::{self, Battle};

use crate::library::Library;
use crate::trouble::Trouble;

/// Counts how many sequences of listed actions there are, every die showing the same face.
#[derive(Args)]
pub struct Perft {
    /// The battle, as in `blue-gray/antietam`.
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
    /// The face that every die shows.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=6))]
    die: u8,
}

impl Perft {
    /// Counts and prints, a line a depth.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let files = library.load(&self.id)?;
        let battle = Battle::new(&files, self.scenario.as_deref(), &self.options)
            .map_err(|error| Trouble::Request(error.to_string()))?;
        let die = FixedDie(self.die);
        let state = blue_gray::new_game(&battle, &mut die.clone(), &mut Vec::new());
        for depth in 1..=self.depth {
            let begun = Instant::now();
            let count = perft(&battle, &state, depth, die);
            let seconds = begun.elapsed().as_secs_f32();
            writeln!(stdout(), "{depth} {count}  ({seconds:.2} s)")?;
        }
        Ok(())
    }
}
