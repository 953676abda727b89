//! How a system counts its points, so that what is said of margins is said in its unit.

/// The unit of a system's margins. Everything that compares or tells margins above the systems asks it, so that a
/// game counted in half points and one counted in thousands are told of alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    /// What one of them is called, as in `point`.
    pub singular: &'static str,
    /// What several are called, as in `points`.
    pub plural: &'static str,
    /// Margins are told to a multiple of this, in points.
    pub step: f64,
    /// A lead of less than this, in points, is told as about even.
    pub least_lead: f64,
    /// A decision that cost less than this, in points, is not told of in a review.
    pub least_swing: f64,
}

impl Scale {
    /// A margin as it is told.
    pub fn round(&self, margin: f64) -> f64 {
        // Nothing is never less than nothing.
        (margin / self.step).round() * self.step + 0.0
    }

    /// So many points in words, as in `a point` or `3.5 points`.
    pub fn words(&self, points: f64) -> String {
        if points == 1.0 {
            format!("a {}", self.singular)
        } else {
            format!("{points} {}", self.plural)
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game that counts men in thousands.
    pub const MEN: Scale = Scale {
        singular: "man",
        plural: "men",
        step: 100.0,
        least_lead: 500.0,
        least_swing: 500.0,
    };

    #[test]
    fn margins_are_told_to_a_step() {
        assert_eq!(MEN.round(1249.0), 1200.0);
        assert_eq!(MEN.round(-1250.1), -1300.0);
        assert!(MEN.round(-3.0).is_sign_positive(), "never a negative nothing");
        assert_eq!((MEN.words(1.0), MEN.words(1200.0)), ("a man".into(), "1200 men".into()));
    }
}
