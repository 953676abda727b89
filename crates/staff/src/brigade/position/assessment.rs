//! What any position promises: the points the Union is expected to end with, how uncertain that is, and the chance of
//! each level of victory.

use field::{Cell, Search};
use rules::Bid;
use rules::brigade::{Battle, Phase, State, victory};

use super::balance::{Balance, turns_left};
use super::desk::{Desk, sign};
use super::experience::{Experience, Lesson};
use super::outlook;
use super::scene::Scene;
use super::survey::Survey;
use super::weights::Weights;
use crate::budget::{Budget, Effort};
use crate::chances::at_least;
use crate::interface::{Assessment, LevelChance};

/// By how many points the end strays for each player-turn to come, as the root of their number, where there is no
/// experience.
const STRAY_POINTS: f64 = 0.7;

/// Assesses positions of one battle, which is surveyed once for all of them.
#[derive(Clone, Debug)]
pub struct Assessor {
    survey: Survey,
    experience: Experience,
}

impl Assessor {
    /// For a battle.
    pub fn of(battle: &Battle) -> Assessor {
        // What an outlook is made of is worked out for those alone who judge by one.
        let weights = Weights { judges_by_outlook: true, ..Weights::USUAL };
        let survey = Survey::of(battle, None, weights);
        Assessor { survey, experience: Experience::of(battle) }
    }

    /// For a battle of which nothing is known but its rules.
    pub fn without_experience(battle: &Battle) -> Assessor {
        Assessor { experience: Experience::default(), ..Assessor::of(battle) }
    }

    /// What a position promises. The battle is the one the assessor was made for.
    pub fn assess(&self, battle: &Battle, state: &State) -> Assessment {
        let (settled, lesson, expected) = self.looked_at(battle, state);
        if settled.outcome.is_some() {
            let over = state.outcome.is_some();
            return Assessment { over, ..decided(battle, &settled) };
        }
        let most: f64 = self.survey.landmarks.iter().map(|(_, points)| points).sum();
        let agreed = f64::from(Bid::lead(battle.bid));
        let (margin, spread) = (expected.clamp(0.0, most) + agreed, lesson.stray);
        let known = self.experience.lesson(&settled).is_some();
        let chances = chances(battle, margin, spread);
        Assessment { margin, spread, chances, over: false, known }
    }

    /// The points expected, not kept within those that can be had: for comparisons.
    pub fn expected(&self, battle: &Battle, state: &State) -> f64 {
        self.looked_at(battle, state).2
    }

    /// By landmark, its hex and what speaks for the Union's having it at the end, as the numbers of `outlook.csv` are in
    /// order: what is told of every landmark, then a pair of places for each, of which only its own say anything.
    pub fn signs(&self, battle: &Battle, state: &State) -> Vec<(Cell, Vec<f64>)> {
        let desk = Desk { battle, survey: &self.survey };
        let (signs, early) = outlook::signs(&desk, state, &Balance::of(&desk, state));
        let landmarks = &self.survey.landmarks;
        let one = |(index, &(cell, _)): (usize, &(Cell, f64))| {
            let mut told = signs[index].to_vec();
            let own = |place: usize| if place == index { [1.0, early] } else { [0.0; 2] };
            told.extend((0..landmarks.len()).flat_map(own));
            (cell, told)
        };
        landmarks.iter().enumerate().map(one).collect()
    }

    /// A position with every choice in it made, what its player-turn teaches, and the points expected.
    fn looked_at(&self, battle: &Battle, state: &State) -> (State, Lesson, f64) {
        let found;
        let survey = match state.ford == self.survey.ford {
            true => &self.survey,
            false => {
                found = Survey::of(battle, state.ford, self.survey.weights);
                &found
            }
        };
        let desk = Desk { battle, survey };
        let mut settled = state.clone();
        desk.settle(&mut settled, &mut Search::new(), &mut Effort::new(Budget::FREE));
        let lesson = self.experience.lesson(&settled);
        let lesson = lesson.unwrap_or_else(|| by_thumb(battle, &settled));
        let over = settled.outcome.is_some();
        let drift = if over { 0.0 } else { lesson.drift + fights(desk, &settled) };
        let expected = drift + desk.standing(&settled);
        (settled, lesson, expected)
    }
}

/// What the Union gains by the assaults that are still to come in a player-turn, once everybody has moved.
fn fights(desk: Desk<'_>, state: &State) -> f64 {
    if state.phase < Phase::Bombardment {
        return 0.0;
    }
    let scene = Scene::of(desk, state, state.side, 0.0, &mut Search::new());
    sign(state.side) * scene.fights(state).value
}

/// What is expected of the rest of a battle without experience of it.
fn by_thumb(battle: &Battle, state: &State) -> Lesson {
    let left = atlas::Side::BOTH.map(|side| turns_left(battle.turns, state, side));
    let turns = f64::from(left[0]) + f64::from(left[1]);
    Lesson { drift: 0.0, stray: STRAY_POINTS * (turns + 0.5).sqrt() }
}

/// A game that is over promises what it brought.
fn decided(battle: &Battle, state: &State) -> Assessment {
    let levels = state.outcome.map(|outcome| LevelChance {
        winner: outcome.winner,
        level: level_name(outcome.name(battle)),
        chance: 1.0,
    });
    let margin = f64::from(victory::points(battle, state));
    Assessment {
        margin,
        spread: 0.0,
        chances: levels.into_iter().collect(),
        over: true,
        known: true,
    }
}

/// The chance of each level if the points stray so far.
fn chances(battle: &Battle, margin: f64, spread: f64) -> Vec<LevelChance> {
    let mut above = 0.0;
    let of = |level: &rules::brigade::facts::Level| {
        let least = f64::from(level.at_least) - 0.5;
        let reached = if level.at_least == 0 { 1.0 } else { at_least(margin, spread, least) };
        let reached = reached.max(above);
        let chance = (reached - above).clamp(0.0, 1.0);
        above = reached;
        LevelChance { winner: level.winner, level: level_name(&level.name), chance }
    };
    battle.facts.levels.iter().map(of).collect()
}

/// The level without the side, which is told beside it: `decisive` of `Union decisive`.
fn level_name(name: &str) -> String {
    let level = name.strip_prefix("Union ").or_else(|| name.strip_prefix("Confederate "));
    level.map_or_else(|| name.to_lowercase(), str::to_owned)
}
