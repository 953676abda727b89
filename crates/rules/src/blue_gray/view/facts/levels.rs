//! The levels of victory, in words.

use atlas::Side;
use serde_json::{Value, json};

use crate::blue_gray::battle::Battle;
use crate::blue_gray::facts::{DifferenceLevel, Measure, RatioLevel};
use crate::blue_gray::view::words::{capital, either, hexes, the_army};

/// Each level with what it takes, the best for the Union first.
pub fn levels(battle: &Battle) -> Vec<Value> {
    let mut lines: Vec<(Option<Side>, String)> = match &battle.facts.victory.measure {
        Measure::Higher => vec![(None, "The higher total wins; equal totals are a draw.".into())],
        Measure::Ratio(levels) => levels.iter().map(|level| (level.winner, ratio(level))).collect(),
        Measure::Difference(levels) => {
            let above = std::iter::once(None).chain(levels.iter().map(|level| level.least));
            levels
                .iter()
                .zip(above)
                .map(|(level, above)| (level.winner, difference(level, above)))
                .collect()
        }
    };
    if let Some(early) = &battle.facts.victory.early {
        let (winner, loser) = (the_army(early.side), the_army(early.side.other()));
        let held = either(&hexes(battle, early.unless_held.iter().copied()));
        let words = format!(
            "{} wins at once at the end of Game-Turn {} with {} times the points for eliminations \
             that {loser} has, unless {loser} holds one of {held}.",
            capital(winner),
            early.turn,
            early.times
        );
        lines.push((Some(early.side), words));
    }
    lines
        .into_iter()
        .map(|(winner, words)| json!({"winner": winner.map(Side::word), "words": words}))
        .collect()
}

fn title(winner: Option<Side>, level: &str) -> String {
    match winner {
        Some(side) => format!("{side} {level} victory"),
        None => capital(level),
    }
}

fn ratio(level: &RatioLevel) -> String {
    let title = title(level.winner, &level.level);
    match level.ratio {
        Some((left, right)) if level.above => {
            format!("{title}: Union to Confederate points more than {left} to {right}.")
        }
        Some((left, right)) => {
            format!("{title}: Union to Confederate points at least {left} to {right}.")
        }
        None => format!("{title}: anything less."),
    }
}

/// A level whose difference runs from its least up to just below that of the level above.
fn difference(level: &DifferenceLevel, above: Option<i32>) -> String {
    let title = title(level.winner, &level.level);
    let most = above.map(|above| above - 1);
    let words = match (level.least, most) {
        (None, None) => "whatever the points".into(),
        (Some(least), None) => format!("the Union leads by {least} or more"),
        (None, Some(most)) if most < 0 => format!("the Confederate leads by {} or more", -most),
        (None, Some(most)) => format!("the Union leads by {most} at most, or does not lead"),
        (Some(least), Some(most)) if least > 0 => format!("the Union leads by {least} to {most}"),
        (Some(least), Some(most)) if most < 0 => {
            format!("the Confederate leads by {} to {}", -most, -least)
        }
        (Some(least), Some(most)) => {
            format!("the Union leads by {most} at most, or the Confederate by {} at most", -least)
        }
    };
    format!("{title}: {words}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_by_difference_meet_without_gaps() {
        let level = |least, winner| DifferenceLevel { least, winner, level: "marginal".into() };
        let told = |least, winner, above| difference(&level(least, winner), above);
        let (union, confederate) = (Some(Side::Union), Some(Side::Confederate));
        assert_eq!(
            told(Some(26), union, None),
            "Union marginal victory: the Union leads by 26 or more."
        );
        assert_eq!(
            told(Some(16), union, Some(26)),
            "Union marginal victory: the Union leads by 16 to 25."
        );
        assert_eq!(
            told(Some(-5), None, Some(6)),
            "Marginal: the Union leads by 5 at most, or the Confederate by 5 at most."
        );
        assert_eq!(
            told(Some(-15), confederate, Some(-5)),
            "Confederate marginal victory: the Confederate leads by 6 to 15."
        );
        assert_eq!(
            told(None, confederate, Some(-25)),
            "Confederate marginal victory: the Confederate leads by 26 or more."
        );
    }
}
