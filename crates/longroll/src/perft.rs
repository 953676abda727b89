//! `longroll perft`: counts of positions by depth, to compare engines and catch changes.

use std::io::{Write, stdout};
use std::time::Instant;

use clap::Args;
use rules::blue_gray::{self, Battle, State};
use rules::dice::Dice;

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

/// A die that always shows the same face.
struct Fixed(u8);

impl Dice for Fixed {
    fn throw(&mut self) -> u8 {
        self.0
    }
}

impl Perft {
    /// Counts and prints, a line a depth.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let files = library.load(&self.id)?;
        let battle = Battle::new(&files, self.scenario.as_deref(), &self.options)
            .map_err(|error| Trouble::Request(error.to_string()))?;
        let state = blue_gray::new_game(&battle, &mut Fixed(self.die), &mut Vec::new());
        for depth in 1..=self.depth {
            let begun = Instant::now();
            let count = perft(&battle, &state, depth, self.die);
            let seconds = begun.elapsed().as_secs_f32();
            writeln!(stdout(), "{depth} {count}  ({seconds:.2} s)")?;
        }
        Ok(())
    }
}

/// How many sequences of so many actions there are.
fn perft(battle: &Battle, state: &State, depth: u32, die: u8) -> u64 {
    let actions = blue_gray::actions(battle, state);
    if depth <= 1 {
        return actions.len() as u64;
    }
    let mut events = Vec::new();
    actions
        .iter()
        .map(|listed| {
            let mut next = state.clone();
            events.clear();
            blue_gray::apply_listed(
                battle,
                &mut next,
                &listed.action,
                &mut Fixed(die),
                &mut events,
            );
            perft(battle, &next, depth - 1, die)
        })
        .sum()
}
