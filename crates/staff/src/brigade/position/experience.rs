//! What games between Captains have taught about the rest of a battle: by how much the end differs from what a look at
//! the board promises, and how far it strays.
//!
//! The lessons of the built-in scenarios are in `experience.csv`, which `cargo run --release -p staff --example
//! brigade_experience -- learn` writes. Battles without any are judged by the look at the board alone.

use atlas::Side;
use rules::brigade::{Battle, State};

/// The lessons: battle, scenario, game-turn, side, and the numbers of [`Lesson`].
const LESSONS: &str = include_str!("experience.csv");

/// What the beginning of a player-turn has led to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// By how much the Union ended with more points than the board promised.
    pub drift: f64,
    /// How far the points strayed from that, as a standard deviation.
    pub stray: f64,
}

/// What is known of a battle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Experience {
    lessons: Vec<(u8, Side, Lesson)>,
}

impl Experience {
    /// What is known of a battle; nothing of those that are not built in.
    pub fn of(battle: &Battle) -> Experience {
        let read = LESSONS.lines().filter_map(|line| read(line, battle));
        Experience { lessons: read.collect() }
    }

    /// What a player-turn teaches.
    pub fn lesson(&self, state: &State) -> Option<Lesson> {
        let now =
            |(turn, side, _): &&(u8, Side, Lesson)| (*turn, *side) == (state.turn, state.side);
        self.lessons.iter().find(now).map(|&(_, _, lesson)| lesson)
    }
}

fn read(line: &str, battle: &Battle) -> Option<(u8, Side, Lesson)> {
    let mut fields = line.split(',');
    let here = fields.next()? == battle.id && fields.next()? == battle.scenario;
    let (turn, side) = (fields.next()?.parse().ok()?, fields.next()?);
    let side = Side::BOTH.into_iter().find(|known| known.word() == side)?;
    let mut number = || fields.next()?.parse::<f64>().ok();
    let lesson = Lesson { drift: number()?, stray: number()? };
    here.then_some((turn, side, lesson))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_turn_of_the_built_in_scenarios_has_its_lesson() {
        let files = atlas::builtin::battle("brigade/antietam").expect("a battle");
        for scenario in ["september-17", "hooker-attacks"] {
            let battle = Battle::new(&files, Some(scenario), &[]).expect("a battle to play");
            let known = Experience::of(&battle).lessons;
            for turn in 1..=battle.turns {
                for side in Side::BOTH {
                    let count = known.iter().filter(|one| (one.0, one.1) == (turn, side)).count();
                    assert_eq!(count, 1, "{scenario}, turn {turn}, {side}");
                }
            }
        }
    }
}
