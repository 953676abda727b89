//! The little statistics that reports need: shares, means and quantiles, each with its uncertainty.

use crate::wording::signed;

/// The 97.5 % point of the normal distribution: intervals are at 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// A range that a true value lies in, at 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A share of cases with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// How many cases.
    pub hits: usize,
    /// Out of how many.
    pub of: usize,
    /// The share itself; 0 of no cases.
    pub value: f64,
    /// Wilson's interval.
    pub interval: Interval,
}

impl Share {
    /// So many of so many.
    pub fn of(hits: usize, of: usize) -> Share {
        let value = if of == 0 { 0.0 } else { hits as f64 / of as f64 };
        Share { hits, of, value, interval: wilson(hits as f64, of) }
    }
}

/// Wilson's score interval for a share; of no cases it is everything. An even pair is half a hit.
pub fn wilson(hits: f64, of: usize) -> Interval {
    if of == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = of as f64;
    let p = hits / n;
    let scale = 1.0 + Z * Z / n;
    let middle = (p + Z * Z / (2.0 * n)) / scale;
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    // At the ends the formula gives 0 and 1 but for the last digit.
    let low = if hits <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if hits >= n { 1.0 } else { (middle + half).min(1.0) };
    Interval { low, high }
}

/// Newcombe's interval for the difference of two shares, the second less the first.
pub fn difference(first: Share, second: Share) -> Interval {
    let (a, b) = (first, second);
    let d = b.value - a.value;
    let down = ((b.value - b.interval.low).powi(2) + (a.interval.high - a.value).powi(2)).sqrt();
    let up = ((b.interval.high - b.value).powi(2) + (a.value - a.interval.low).powi(2)).sqrt();
    Interval { low: d - down, high: d + up }
}

/// A mean with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    /// How many values.
    pub count: usize,
    /// Their mean; 0 of no values.
    pub mean: f64,
    /// The standard deviation of one value; 0 of fewer than two.
    pub deviation: f64,
    /// The standard error of the mean; 0 of fewer than two values.
    pub error: f64,
}

impl Mean {
    /// "12.3 ± 0.4"; without an error of a single value, and a dash of none.
    pub fn words(&self) -> String {
        self.told(format!("{:.1}", self.mean))
    }

    /// The same with a sign before it.
    pub fn signed_words(&self) -> String {
        self.told(signed(self.mean))
    }

    /// The interval at 95 %; `None` of fewer than two values.
    pub fn interval(&self) -> Option<Interval> {
        let half = Z * self.error;
        (self.count > 1).then_some(Interval { low: self.mean - half, high: self.mean + half })
    }

    fn told(&self, mean: String) -> String {
        match self.count {
            0 => "–".to_owned(),
            1 => mean,
            _ => format!("{mean} ± {:.1}", self.error),
        }
    }
}

/// The mean of whole numbers, from exact sums.
pub fn mean(values: impl IntoIterator<Item = i64>) -> Mean {
    let (mut count, mut sum, mut squares) = (0usize, 0i128, 0i128);
    for value in values {
        let value = i128::from(value);
        count += 1;
        sum += value;
        squares += value * value;
    }
    if count == 0 {
        return Mean::default();
    }
    let n = count as i128;
    let mean = sum as f64 / n as f64;
    if count == 1 {
        return Mean { count, mean, deviation: 0.0, error: 0.0 };
    }
    let variance = (n * squares - sum * sum) as f64 / (n * (n - 1)) as f64;
    let deviation = variance.max(0.0).sqrt();
    Mean { count, mean, deviation, error: deviation / (n as f64).sqrt() }
}

/// The value below which a part of the sorted values lies, straight between neighbours; `None` of no values.
pub fn quantile(sorted: &[i64], part: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = part.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (at.floor() as usize, at.ceil() as usize);
    let (low, high) = (*sorted.get(below)? as f64, *sorted.get(above)? as f64);
    Some(low + (high - low) * (at - below as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} is not {expected}");
    }

    /// Eight of ten: middle (0.8 + 0.192073) / 1.384146, half 1.959964 * 0.160012 / 1.384146.
    #[test]
    fn wilson_by_hand() {
        let some = wilson(8.0, 10);
        near(some.low, 0.490_16, 5e-5);
        near(some.high, 0.943_32, 5e-5);
        let none = wilson(0.0, 10);
        assert_eq!(none.low, 0.0);
        near(none.high, 0.384_146 / 1.384_146, 1e-5);
        let all = wilson(10.0, 10);
        near(all.low, 1.0 - none.high, 1e-12);
        assert_eq!(all.high, 1.0);
        assert_eq!(wilson(0.0, 0), Interval { low: 0.0, high: 1.0 });
    }

    /// The first example of Newcombe's paper of 1998: 48 of 80 and 56 of 70.
    #[test]
    fn difference_as_published() {
        let found = difference(Share::of(48, 80), Share::of(56, 70));
        near(found.low, 0.0524, 5e-5);
        near(found.high, 0.3339, 5e-5);
    }

    /// Mean 5; squares of the distances sum to 32, over 7 makes 4.571429.
    #[test]
    fn mean_by_hand() {
        let found = mean([2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((found.count, found.mean), (8, 5.0));
        near(found.deviation, 2.138_090, 1e-6);
        near(found.error, 0.755_929, 1e-6);
        assert_eq!(mean([7]), Mean { count: 1, mean: 7.0, deviation: 0.0, error: 0.0 });
        assert_eq!(mean([]), Mean::default());
    }

    #[test]
    fn a_mean_is_told_with_the_error_it_has() {
        assert_eq!(mean([2, 4, 4, 4, 5, 5, 7, 9]).signed_words(), "+5.0 ± 0.8");
        assert_eq!(mean([7]).signed_words(), "+7.0");
        assert_eq!(mean([-2, -3]).signed_words(), "−2.5 ± 0.5");
        assert_eq!((mean([1, 2]).words(), mean([]).words()), ("1.5 ± 0.5".into(), "–".into()));
    }

    /// The error is 0.5, and 1.959964 times it 0.979982.
    #[test]
    fn interval_of_a_mean_by_hand() {
        let found = mean([1, 2]).interval().unwrap();
        near(found.low, 0.520_018, 1e-6);
        near(found.high, 2.479_982, 1e-6);
        assert_eq!(mean([7]).interval(), None);
    }

    #[test]
    fn mean_of_great_numbers_close_together_keeps_their_spread() {
        let great = 1_000_000_000_000;
        let found = mean([great - 1, great, great + 1]);
        assert_eq!((found.mean, found.deviation), (great as f64, 1.0));
    }

    #[test]
    fn quantiles_by_hand() {
        let sorted = [1, 2, 3, 4];
        for (part, expected) in [(0.0, 1.0), (0.25, 1.75), (0.5, 2.5), (0.9, 3.7), (1.0, 4.0)] {
            near(quantile(&sorted, part).unwrap(), expected, 1e-12);
        }
        assert_eq!(quantile(&[5], 0.3), Some(5.0));
        assert_eq!(quantile(&[], 0.5), None);
    }
}
