//! What the enemy wants, and who goes to guard it.

use rules::grand_tactical::UnitId;

use super::desk::Desk;
use super::ground::FAR;

impl Desk<'_> {
    /// How likely the other side comes to each objective that it could hold.
    pub(super) fn note_threats(&mut self) {
        let enemy = self.side.other();
        let budget = 10 * (self.phases_left() as u16 + 1);
        self.room.threats.clear();
        for (index, goal) in self.battle.objectives.iter().enumerate() {
            if goal.side != enemy {
                self.room.threats.push(0.0);
                continue;
            }
            let far = &self.ground.to_objective[index];
            let cells = self.state.steady(enemy).iter();
            let nearest = cells.map(|cell| far[cell.index()]).min().unwrap_or(FAR);
            let threat = match nearest {
                near if near <= 30.min(budget) => 1.0,
                near if near <= budget => 0.4,
                _ => 0.02,
            };
            self.room.threats.push(threat);
        }
    }

    /// Names who goes to guard what the enemy wants: the nearest who are not engaged.
    pub(super) fn post_guards(&mut self) {
        self.room.guards.clear();
        for (index, goal) in self.battle.objectives.iter().enumerate() {
            let threat = self.room.threats[index];
            if goal.side == self.side || threat < 0.3 {
                continue;
            }
            let wanted = match goal.points {
                ..2000 => 1,
                2000..4000 => 2,
                4000..10000 => 4,
                _ => 6,
            };
            for _ in 0..wanted {
                let far = &self.ground.to_objective[index];
                let mut best: Option<(u16, UnitId)> = None;
                for &(_, unit) in &self.room.queue {
                    let now = self.state.unit(unit);
                    let Some(at) = now.cell().filter(|_| !now.routed) else { continue };
                    let taken = self.room.guards.iter().any(|&(guard, _)| guard == unit);
                    let key = (far[at.index()], unit);
                    if !taken && key.0 < FAR && best.is_none_or(|best| key < best) {
                        best = Some(key);
                    }
                }
                if let Some((_, unit)) = best {
                    self.room.guards.push((unit, index as u8));
                }
            }
        }
    }
}
