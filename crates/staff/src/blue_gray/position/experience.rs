//! What games between Colonels have taught about the rest of a battle: by how much the end differs from what a look
//! at the board promises, how far it strays, and how many points are still to come.
//!
//! The lessons of the built-in battles are in `experience.csv`, which `cargo run --release -p staff --example
//! experience -- learn` writes. Battles without any are judged by the look at the board alone.

use atlas::Side;
use rules::blue_gray::{Battle, Place, State};

/// The lessons of the built-in battles: battle, scenario, game-turn, side, and the numbers of [`Lesson`].
const LESSONS: &str = include_str!("experience.csv");

/// What the beginning of a player-turn has led to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// By how much the final margin was better for the Union than the board promised.
    pub drift: f64,
    /// How far the final margin strayed from that, as a standard deviation.
    pub stray: f64,
    /// How many points both sides together had at the end beyond those they had.
    pub to_come: f64,
    /// The strength points that both sides together still had.
    pub strength: f64,
}

/// What is known of a battle.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Experience {
    lessons: Vec<(u8, Side, Lesson)>,
}

impl Experience {
    /// What is known of a battle; nothing of those that are not built in.
    pub fn of(battle: &Battle) -> Experience {
        let lessons = LESSONS
            .lines()
            .filter_map(read)
            .filter(|(known, _)| known.battle == battle.id && known.scenario == battle.scenario)
            .map(|(known, lesson)| (known.turn, known.side, lesson));
        Experience { lessons: lessons.collect() }
    }

    /// What a player-turn teaches, as far as there are as many men as there usually are.
    pub fn lesson(&self, battle: &Battle, state: &State) -> Option<Lesson> {
        let now =
            |(turn, side, _): &&(u8, Side, Lesson)| (*turn, *side) == (state.turn, state.side);
        let &(_, _, lesson) = self.lessons.iter().find(now)?;
        let share = (strength(battle, state) / lesson.strength.max(1.0)).min(1.0);
        Some(Lesson {
            drift: lesson.drift * share,
            stray: lesson.stray * share.sqrt(),
            to_come: lesson.to_come * share,
            strength: lesson.strength,
        })
    }
}

/// The strength points of everybody who can still take part.
pub fn strength(battle: &Battle, state: &State) -> f64 {
    living(battle, state).map(|unit| f64::from(battle.unit(unit).strength)).sum()
}

/// Everybody who can still take part.
pub fn living<'a>(
    battle: &'a Battle,
    state: &'a State,
) -> impl Iterator<Item = rules::blue_gray::UnitId> + 'a {
    let gone = |place| matches!(place, Place::Absent | Place::Eliminated | Place::Exited);
    battle.roster().filter(move |&unit| !gone(state.place(unit)))
}

/// Where a lesson was learnt.
struct Known<'a> {
    battle: &'a str,
    scenario: &'a str,
    turn: u8,
    side: Side,
}

fn read(line: &str) -> Option<(Known<'_>, Lesson)> {
    let mut fields = line.split(',');
    let (battle, scenario) = (fields.next()?, fields.next()?);
    let (turn, side) = (fields.next()?.parse().ok()?, fields.next()?);
    let side = Side::BOTH.into_iter().find(|known| known.word() == side)?;
    let mut number = || fields.next()?.parse::<f64>().ok();
    let lesson =
        Lesson { drift: number()?, stray: number()?, to_come: number()?, strength: number()? };
    Some((Known { battle, scenario, turn, side }, lesson))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_turn_of_the_built_in_battles_has_its_lesson() {
        assert!(LESSONS.lines().skip(1).all(|line| read(line).is_some()));
        for (id, scenario) in [
            ("blue-gray/antietam", "september-17"),
            ("blue-gray/fredericksburg", "december-13"),
            ("blue-gray/fredericksburg", "may-3"),
            ("blue-gray/chattanooga", "november-24"),
        ] {
            let files = atlas::builtin::battle(id).expect("a battle");
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
