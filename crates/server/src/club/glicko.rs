//! Glicko-2, as Mark Glickman describes it in "Example of the Glicko-2 system". Nothing that a rule of a game reads.

use std::f64::consts::PI;

/// How much volatility may change: between 0.3 and 1.2 make sense, and less where surprises are few.
const TAU: f64 = 0.5;
/// What one step of the inner scale is worth.
const SCALE: f64 = 173.7178;
/// The rating around which the inner scale lies.
const MIDDLE: f64 = 1500.0;
/// How exactly the volatility is found.
const EXACT: f64 = 0.000_001;
/// The most steps in which it is looked for; it is found in about ten.
const MOST_STEPS: usize = 100;

/// What is known of somebody's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The strength itself.
    pub value: f64,
    /// How far off it may well be.
    pub deviation: f64,
    /// How unsteady it is.
    pub volatility: f64,
}

/// Of somebody who has not played.
pub const UNKNOWN: Rating = Rating { value: MIDDLE, deviation: 350.0, volatility: 0.06 };

impl Rating {
    /// After a period with these games: each opponent as he was before it, and 1 for a win, a half for a draw, 0.
    pub fn after(self, games: &[(Rating, f64)]) -> Rating {
        if games.is_empty() {
            return self.rested(1.0);
        }
        let mu = (self.value - MIDDLE) / SCALE;
        let phi = self.deviation / SCALE;
        let (mut inverse, mut surprise) = (0.0, 0.0);
        for (opponent, score) in games {
            let weight = weight(opponent.deviation / SCALE);
            let expected = 1.0 / (1.0 + (-weight * (mu - (opponent.value - MIDDLE) / SCALE)).exp());
            inverse += weight * weight * expected * (1.0 - expected);
            surprise += weight * (score - expected);
        }
        let variance = 1.0 / inverse;
        let volatility = steadied(self.volatility, variance * surprise, phi, variance);
        let grown = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (grown * grown) + inverse).sqrt();
        let value = MIDDLE + SCALE * (mu + phi * phi * surprise);
        Rating { value, deviation: (SCALE * phi).min(UNKNOWN.deviation), volatility }
    }

    /// After so many periods without a game: less is known.
    pub fn rested(self, periods: f64) -> Rating {
        let grown = self.deviation.hypot(SCALE * self.volatility * periods.max(0.0).sqrt());
        Rating { deviation: grown.min(UNKNOWN.deviation), ..self }
    }
}

/// How much a result against somebody tells, of whom so much is known.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// The volatility after surprises, by the search that the description gives.
fn steadied(volatility: f64, change: f64, phi: f64, variance: f64) -> f64 {
    let start = (volatility * volatility).ln();
    let off = |x: f64| {
        let spread = phi * phi + variance + x.exp();
        let by_change = x.exp() * (change * change - spread) / (2.0 * spread * spread);
        by_change - (x - start) / (TAU * TAU)
    };
    let mut low = start;
    let mut high = if change * change > phi * phi + variance {
        (change * change - phi * phi - variance).ln()
    } else {
        let mut steps = 1.0;
        while off(start - steps * TAU) < 0.0 && steps < MOST_STEPS as f64 {
            steps += 1.0;
        }
        start - steps * TAU
    };
    let (mut off_low, mut off_high) = (off(low), off(high));
    for _ in 0..MOST_STEPS {
        if (high - low).abs() <= EXACT {
            break;
        }
        let between = low + (low - high) * off_low / (off_high - off_low);
        let off_between = off(between);
        if off_between * off_high <= 0.0 {
            (low, off_low) = (high, off_high);
        } else {
            off_low /= 2.0;
        }
        (high, off_high) = (between, off_between);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, ..UNKNOWN }
    }

    #[test]
    fn the_published_example_comes_out_as_published() {
        let games = [
            (rating(1400.0, 30.0), 1.0),
            (rating(1550.0, 100.0), 0.0),
            (rating(1700.0, 300.0), 0.0),
        ];
        let after = rating(1500.0, 200.0).after(&games);
        assert!((after.value - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn who_does_not_play_keeps_his_rating_and_is_less_known() {
        let rested = rating(1600.0, 200.0).after(&[]);
        // The description's own step 6: the deviation grows by the volatility.
        assert!(
            (rested.deviation - (200.0f64.powi(2) + (0.06 * SCALE).powi(2)).sqrt()).abs() < 1e-9
        );
        assert_eq!((rested.value, rested.volatility), (1600.0, 0.06));
        assert_eq!(rating(1600.0, 200.0).rested(1e9).deviation, 350.0);
    }

    #[test]
    fn great_surprises_are_survived() {
        let strong = rating(3000.0, 30.0);
        let mut weak = rating(500.0, 30.0);
        for _ in 0..100 {
            weak = weak.after(&[(strong, 1.0)]);
            assert!(weak.value.is_finite() && weak.deviation > 0.0 && weak.volatility > 0.0);
        }
        assert!(weak.value > 600.0, "{weak:?}");
    }

    #[test]
    fn a_win_of_one_is_the_others_loss_and_a_draw_between_equals_nobodys() {
        let (won, lost) = (UNKNOWN.after(&[(UNKNOWN, 1.0)]), UNKNOWN.after(&[(UNKNOWN, 0.0)]));
        assert!((won.value - MIDDLE + lost.value - MIDDLE).abs() < 1e-6 && won.value > 1600.0);
        assert!((UNKNOWN.after(&[(UNKNOWN, 0.5)]).value - MIDDLE).abs() < 1e-9);
    }
}
