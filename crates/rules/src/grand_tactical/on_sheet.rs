//! What the rules count that a sheet prints [GT 10.1].

use super::battle::{Battle, Objective};
use crate::printed::{Goal, OnSheet};

impl Battle {
    /// The objectives, each of one side. They are read from the sheet itself: one that no side can have is printed and
    /// counts for nobody.
    pub fn on_sheet(&self) -> OnSheet {
        let goal = |&Objective { cell, side, points, .. }: &Objective| Goal {
            cell,
            points: points.into(),
            to: Some(side),
        };
        OnSheet { goals: self.objectives.iter().map(goal).collect(), exits: Vec::new() }
    }
}
