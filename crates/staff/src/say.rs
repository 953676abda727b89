//! What is said of margins and chances, in sentences, whatever the system.

use atlas::Side;

use crate::interface::{Assessment, LevelChance, Scope};
use crate::scale::Scale;

impl Assessment {
    /// All of it in sentences: how the points are expected to end, and who wins how often.
    pub fn words(&self, scale: &Scale) -> String {
        let likeliest = self.chances.iter().max_by(|a, b| a.chance.total_cmp(&b.chance));
        if let Some(found) = likeliest.filter(|_| self.over) {
            return format!("The game is over: {}.", level(found));
        }
        let wins = |winner: Option<Side>| {
            let own = self.chances.iter().filter(|found| found.winner == winner);
            (100.0 * own.fold(0.0, |all, found| all + found.chance)).round()
        };
        let mut told = format!(
            "Expected at the end: {}. Union wins {} %, Confederates {} %",
            expected_words(self.margin, scale),
            wins(Some(Side::Union)),
            wins(Some(Side::Confederate))
        );
        if wins(None) >= 1.0 {
            told.push_str(&format!(", draw {} %", wins(None)));
        }
        told.push('.');
        if !self.known {
            told.push_str(" The staff has never played this battle: it goes by the board alone.");
        }
        told
    }

    /// Why a side plays on rather than agree on a draw, in a sentence.
    pub fn plays_on(&self, side: Side, scale: &Scale) -> String {
        let margin = if side == Side::Union { self.margin } else { -self.margin };
        let points = scale.round(margin.abs());
        let about = scale.words(points);
        let wins = self.wins(side);
        let to_win = (100.0 * wins).round();
        if points < scale.least_lead {
            format!("The staff expects the {} to end about even.", scale.plural)
        } else if margin > 0.0 && wins >= 0.5 {
            format!("The staff expects to win by about {about}.")
        } else if margin > 0.0 {
            format!("The staff expects to end about {about} ahead.")
        } else if to_win >= 1.0 {
            format!(
                "The staff expects to end about {about} behind, but gives itself {to_win} % to win."
            )
        } else {
            format!(
                "The staff expects to end about {about} behind, but a draw can still be fought for."
            )
        }
    }
}

/// By how much whoever is expected to end with more points, as in `Union by 3.5`.
pub fn expected_words(margin: f64, scale: &Scale) -> String {
    let points = scale.round(margin.abs());
    let leader = if margin > 0.0 { "Union" } else { "Confederates" };
    if points < scale.least_lead { "about even".into() } else { format!("{leader} by {points}") }
}

/// What was expected of a decision and of what the staff would have done, in a sentence. The margins are rounded
/// already.
pub fn judged_words(scope: Scope, expected: f64, best: f64) -> String {
    let (expected, best) = (lead(expected), lead(best));
    match scope {
        Scope::Phase => format!(
            "Expected at the end of the phase: {expected}; as the staff would have moved: {best}."
        ),
        Scope::Attack => format!(
            "Expected before the die was thrown: {expected}; of the staff's choice: {best}."
        ),
        Scope::Choice => {
            format!("Expected after it: {expected}; after the staff's choice: {best}.")
        }
    }
}

/// A margin that is rounded already, in words.
fn lead(margin: f64) -> String {
    let points = margin.abs();
    match margin {
        _ if points == 0.0 => "even".into(),
        margin if margin > 0.0 => format!("the Union by {points}"),
        _ => format!("the Confederates by {points}"),
    }
}

fn level(found: &LevelChance) -> String {
    match found.winner {
        None => found.level.clone(),
        Some(side) if found.level == "victory" => format!("{side} victory"),
        Some(side) => format!("{side} {} victory", found.level),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::tests::MEN;

    /// Half points.
    const POINTS: Scale =
        Scale { singular: "point", plural: "points", step: 0.5, least_lead: 1.0, least_swing: 1.0 };

    fn chance(winner: Option<Side>, level: &str, chance: f64) -> LevelChance {
        LevelChance { winner, level: level.into(), chance }
    }

    fn found(margin: f64, chances: &[LevelChance]) -> Assessment {
        Assessment { margin, spread: 1.0, chances: chances.to_vec(), over: false, known: true }
    }

    #[test]
    fn whoever_plays_on_says_what_he_expects() {
        let found = |margin: f64, union: f64, confederate: f64| {
            let chances = [
                chance(Some(Side::Union), "victory", union),
                chance(None, "victory", 1.0 - union - confederate),
                chance(Some(Side::Confederate), "victory", confederate),
            ];
            found(margin, &chances)
        };
        let said = |margin, union, confederate, side| {
            found(margin, union, confederate).plays_on(side, &POINTS)
        };
        let (union, confederate) = (Side::Union, Side::Confederate);
        assert_eq!(said(12.2, 0.9, 0.1, union), "The staff expects to win by about 12 points.");
        assert_eq!(
            said(12.2, 0.7, 0.24, confederate),
            "The staff expects to end about 12 points behind, but gives itself 24 % to win."
        );
        assert_eq!(said(-0.4, 0.3, 0.3, union), "The staff expects the points to end about even.");
        assert_eq!(
            said(-1.1, 0.3, 0.4, confederate),
            "The staff expects to end about a point ahead."
        );
        assert_eq!(
            said(-2.0, 0.001, 0.4, union),
            "The staff expects to end about 2 points behind, but a draw can still be fought for."
        );
        let men = |margin| found(margin, 0.6, 0.4).plays_on(union, &MEN);
        assert_eq!(men(12_240.0), "The staff expects to win by about 12200 men.");
        assert_eq!(men(420.0), "The staff expects the men to end about even.");
    }

    #[test]
    fn assessments_in_words() {
        let chances = [
            chance(Some(Side::Union), "marginal", 0.5),
            chance(None, "draw", 0.3),
            chance(Some(Side::Confederate), "decisive", 0.2),
        ];
        let said = found(3.6, &chances).words(&POINTS);
        assert_eq!(
            said,
            "Expected at the end: Union by 3.5. Union wins 50 %, Confederates 20 %, draw 30 %."
        );
        let said = found(-0.2, &chances[1..]).words(&POINTS);
        assert_eq!(
            said,
            "Expected at the end: about even. Union wins 0 %, Confederates 20 %, draw 30 %."
        );
        let decided = [
            chance(Some(Side::Union), "decisive", 0.38),
            chance(Some(Side::Confederate), "victory", 0.62),
        ];
        let said = found(-15.0, &decided).words(&POINTS);
        assert_eq!(
            said,
            "Expected at the end: Confederates by 15. Union wins 38 %, Confederates 62 %."
        );
        let strange = Assessment { known: false, ..found(-15.0, &decided) };
        let doubt = " The staff has never played this battle: it goes by the board alone.";
        assert_eq!(strange.words(&POINTS), said + doubt);
        let over = Assessment { over: true, ..found(-9.0, &chances[2..]) };
        assert_eq!(over.words(&POINTS), "The game is over: Confederate decisive victory.");
        let said = found(4_560.0, &decided).words(&MEN);
        assert_eq!(said, "Expected at the end: Union by 4600. Union wins 38 %, Confederates 62 %.");
    }

    #[test]
    fn judgements_in_words() {
        let words = "Expected before the die was thrown: the Union by 4; of the staff's choice: the Confederates by 3.5.";
        assert_eq!(judged_words(Scope::Attack, 4.0, -3.5), words);
        assert!(judged_words(Scope::Choice, 0.0, 1.0).starts_with("Expected after it: even; "));
    }
}
