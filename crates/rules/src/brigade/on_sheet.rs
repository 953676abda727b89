//! What the rules count that a sheet prints [BR 16.0].

use atlas::Side;

use super::battle::Battle;
use super::facts::Landmark;
use crate::printed::{Goal, OnSheet};

impl Battle {
    /// The key landmarks, which count for the Union.
    pub fn on_sheet(&self) -> OnSheet {
        let goal = |&Landmark { cell, points, .. }: &Landmark| Goal {
            cell,
            points: points.into(),
            to: Some(Side::Union),
        };
        OnSheet { goals: self.facts.landmarks.iter().map(goal).collect(), exits: Vec::new() }
    }
}
