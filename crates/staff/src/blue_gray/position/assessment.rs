//! What any position promises: the expected final margin, how uncertain it is, and the chance of each level
//! of victory.

use atlas::Side;
use field::Search;
use rules::Bid;
use rules::blue_gray::facts::{Measure, RatioLevel};
use rules::blue_gray::{Battle, State, victory};
use rules::dice::Chance;

use crate::blue_gray::position::desk::Desk;
use crate::blue_gray::position::experience::{Experience, Lesson, living, strength};
use crate::blue_gray::position::outlook::Outlook;
use crate::blue_gray::position::survey::Survey;
use crate::blue_gray::position::weights::Weights;
use crate::chances::at_least;
use crate::interface::{Assessment, LevelChance};

/// By how many points the final margin strays for a unit and a player-turn to come, as the root of their product,
/// where there is no experience: the mean of the battles that there is experience of.
const STRAY_POINTS: f64 = 1.1;

/// How many points are still to come to both sides, as a multiple of how far the margin strays; likewise.
const TO_COME_STRAYS: f64 = 3.0;

/// Assesses positions of one battle, which is surveyed once for all of them.
#[derive(Clone, Debug)]
pub struct Assessor {
    survey: Survey,
    experience: Experience,
}

impl Assessor {
    /// For a battle.
    pub fn of(battle: &Battle) -> Assessor {
        let survey = Survey::of(battle, Weights::USUAL);
        Assessor { survey, experience: Experience::of(battle) }
    }

    /// For a battle of which nothing is known but its rules.
    pub fn without_experience(battle: &Battle) -> Assessor {
        Assessor { experience: Experience::default(), ..Assessor::of(battle) }
    }

    /// What a position promises. The battle is the one the assessor was made for.
    pub fn assess(&self, battle: &Battle, state: &State) -> Assessment {
        let desk = Desk { battle, survey: &self.survey };
        let mut settled = state.clone();
        desk.settle(&mut settled, &mut Chance::new(0), &mut Vec::new());
        if settled.outcome.is_some() {
            let over = state.outcome.is_some();
            return Assessment { over, ..decided(battle, &settled) };
        }
        let lesson = self.experience.lesson(battle, &settled);
        let known = lesson.is_some();
        let Lesson { drift, stray, to_come, .. } =
            lesson.unwrap_or_else(|| by_thumb(battle, &settled));
        let gained = drift + Outlook::new(&desk, Side::Union).value(&settled, &mut Search::new());
        let margin = gained + f64::from(Bid::lead(battle.bid));
        let totals = victory::totals(battle, &settled);
        let sum = (f64::from(totals.union + totals.confederate) + to_come).max(1.0);
        let chances = chances(battle, margin, stray, sum);
        Assessment { margin, spread: stray, chances, over: false, known }
    }
}

/// What is expected of the rest of a battle without experience of it.
fn by_thumb(battle: &Battle, state: &State) -> Lesson {
    let left = 2 * u32::from(battle.turns.saturating_sub(state.turn))
        + if state.side == battle.first { 2 } else { 1 };
    let stray = STRAY_POINTS * (living(battle, state).count() as f64 * f64::from(left)).sqrt();
    Lesson { drift: 0.0, stray, to_come: TO_COME_STRAYS * stray, strength: strength(battle, state) }
}

/// A game that is over promises what it brought.
fn decided(battle: &Battle, state: &State) -> Assessment {
    let totals = victory::totals(battle, state);
    let levels = state.outcome.map(|outcome| LevelChance {
        winner: outcome.winner,
        level: outcome.level_name(battle).to_owned(),
        chance: 1.0,
    });
    let margin = f64::from(totals.union - totals.confederate);
    Assessment {
        margin,
        spread: 0.0,
        chances: levels.into_iter().collect(),
        over: true,
        known: true,
    }
}

/// The chance of each level if the margin strays so far and both totals together come to a sum.
fn chances(battle: &Battle, margin: f64, spread: f64, sum: f64) -> Vec<LevelChance> {
    let least: Vec<(Option<f64>, Option<Side>, &str)> = match &battle.facts.victory.measure {
        Measure::Higher => vec![
            (Some(0.5), Some(Side::Union), "victory"),
            (Some(-0.5), None, "draw"),
            (None, Some(Side::Confederate), "victory"),
        ],
        Measure::Difference(levels) => levels
            .iter()
            .map(|level| (level.least.map(|l| f64::from(l) - 0.5), level.winner, &*level.level))
            .collect(),
        Measure::Ratio(levels) => levels
            .iter()
            .map(|level| (least_margin(level, sum), level.winner, &*level.level))
            .collect(),
    };
    let mut above = 0.0;
    least
        .into_iter()
        .map(|(least, winner, level)| {
            let at_least = least.map_or(1.0, |least| at_least(margin, spread, least)).max(above);
            let chance = (at_least - above).clamp(0.0, 1.0);
            above = at_least;
            LevelChance { winner, level: level.to_owned(), chance }
        })
        .collect()
}

/// The least margin that meets a ratio if both totals together come to a sum.
fn least_margin(level: &RatioLevel, sum: f64) -> Option<f64> {
    let (union, confederate) = level.ratio?;
    let (union, confederate) = (f64::from(union), f64::from(confederate));
    Some(sum * (union - confederate) / (union + confederate))
}
