//! What is likely of a margin that strays.

/// The chance that a margin strays to at least a value: the normal law, by its logistic likeness.
pub fn at_least(margin: f64, spread: f64, least: f64) -> f64 {
    1.0 / (1.0 + (-1.702 * (margin - least) / spread.max(0.01)).exp())
}
