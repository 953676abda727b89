//! What games between Captains have taught about the rest of a battle: by how much the end differs from what a look at
//! the board promises, how many men fall until then, and how far both stray.
//!
//! The lessons of the built-in battle are in `experience.csv`, which `cargo run --release -p staff --example
//! grand_tactical_experience -- learn` writes. Any other is judged by the look at the board and by guesses.

use rules::grand_tactical::Battle;
use rules::grand_tactical::options::Level;
use rules::grand_tactical::state::State;

use super::desk::phases_left;

/// The lessons: battle, game, rounds of phases that still follow, and the numbers of [`Lesson`].
const LESSONS: &str = include_str!("experience.csv");

/// What a round of phases has led to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// By how much the Union ended with more points than the board promised.
    pub drift: f64,
    /// How far the points strayed from that, as a standard deviation.
    pub stray: f64,
    /// Infantry and cavalry that the Confederates lost until the end.
    pub men: f64,
    /// How far these strayed.
    pub men_stray: f64,
}

/// What is known of a battle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Experience {
    lessons: Vec<(u32, Lesson)>,
}

impl Experience {
    /// What is known of a battle; nothing of those that are not built in.
    pub fn of(battle: &Battle) -> Experience {
        Experience { lessons: LESSONS.lines().filter_map(|line| read(line, battle)).collect() }
    }

    /// What a round teaches.
    pub fn lesson(&self, battle: &Battle, state: &State) -> Option<Lesson> {
        let left = phases_left(battle, state);
        self.lessons.iter().find(|(known, _)| *known == left).map(|&(_, lesson)| lesson)
    }
}

/// What is guessed of a round of which nothing is known, by how many still follow.
pub fn guess(left: f64) -> Lesson {
    let men = 250.0 * (left + 0.5);
    Lesson { drift: 0.0, stray: 4_000.0 + 350.0 * left, men, men_stray: 0.4 * men }
}

/// The word of a game, as its option has it.
const fn word(level: Level) -> &'static str {
    match level {
        Level::Basic => "basic",
        Level::Intermediate => "intermediate",
        Level::Advanced => "advanced",
    }
}

fn read(line: &str, battle: &Battle) -> Option<(u32, Lesson)> {
    let mut fields = line.split(',');
    let here = fields.next()? == battle.id && fields.next()? == word(battle.options.level);
    let left = fields.next()?.parse().ok()?;
    let mut number = || fields.next()?.parse::<f64>().ok();
    let (drift, stray, men, men_stray) = (number()?, number()?, number()?, number()?);
    here.then_some((left, Lesson { drift, stray, men, men_stray }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_round_of_the_built_in_battle_has_its_lesson_in_every_game() {
        let files = atlas::builtin::battle("grand-tactical/antietam").expect("a battle");
        for game in ["basic", "intermediate", "advanced"] {
            let battle =
                Battle::new(&files, None, &[format!("4={game}")]).expect("a battle to play");
            let known = Experience::of(&battle).lessons;
            let rounds = 2 * u32::from(battle.turns);
            assert_eq!(known.len() as u32, rounds, "{game}");
            for left in 0..rounds {
                let here: Vec<&Lesson> =
                    known.iter().filter(|one| one.0 == left).map(|one| &one.1).collect();
                assert_eq!(here.len(), 1, "{game}, {left} to come");
                assert!(here[0].stray > 0.0 && here[0].men > 0.0 && here[0].men_stray > 0.0);
            }
        }
    }
}
