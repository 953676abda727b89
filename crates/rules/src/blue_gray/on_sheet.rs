//! What a battle's own book counts that its sheet prints.

use field::Cell;

use super::battle::Battle;
use super::facts::{HexPoints, Scoring};
use crate::printed::{Goal, OnSheet};

impl Battle {
    /// Hexes that are worth points alone, together, once or under threat, and where units may leave the map.
    pub fn on_sheet(&self) -> OnSheet {
        let Scoring { hexes, groups, firsts, threatened, .. } = &self.facts.scoring;
        let goal = |&cell: &Cell, points: i32, to| Goal { cell, points: points.into(), to };
        let alone = hexes.iter().chain(firsts);
        let mut goals: Vec<Goal> =
            alone.map(|HexPoints { cell, points, to }| goal(cell, *points, *to)).collect();
        for group in groups {
            goals.extend(group.cells.iter().map(|cell| goal(cell, group.points, group.to)));
        }
        if let Some(threat) = threatened {
            goals
                .extend(threat.cells.iter().map(|cell| goal(cell, threat.points, Some(threat.to))));
        }
        let exits = self.facts.exits.iter().map(|exit| exit.cell).collect();
        OnSheet { goals, exits }
    }
}
