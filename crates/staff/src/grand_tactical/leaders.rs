//! [GT 7.12] Leaders: near those whom they command, and not where the bullets are.

use atlas::battle::Rank;
use field::Cell;
use rules::grand_tactical::state::Fate;
use rules::grand_tactical::{Action, LeaderId, UnitId};

use super::desk::{Desk, Why};

/// A better place must be so much better: leaders do not ride about for nothing.
const WORTH_THE_RIDE: f32 = 1.5;

impl Desk<'_> {
    /// Transfers leaders whom another unit of theirs would serve better: corps first, then divisions.
    pub fn lead(&mut self) {
        if !self.battle.options.advanced() {
            return;
        }
        for rank in [Rank::Division, Rank::Corps] {
            for leader in self.battle.staff() {
                let now = &self.state.leaders[leader.index()];
                let own = self.battle.leader(leader).side == self.side;
                if own && now.rank == rank && now.fate == Fate::Leads {
                    self.place_leader(leader, rank);
                }
            }
        }
    }

    fn place_leader(&mut self, leader: LeaderId, rank: Rank) {
        let now = &self.state.leaders[leader.index()];
        let Some(with) = now.with.filter(|&unit| self.state.cell(unit).is_some()) else { return };
        let units = self.battle.post(now.post).units;
        let mut best = (self.serves(leader, rank, with) + WORTH_THE_RIDE, with);
        for unit in units.iter().filter(|&unit| self.state.cell(unit).is_some()) {
            let score = self.serves(leader, rank, unit);
            if score > best.0 {
                best = (score, unit);
            }
        }
        if best.1 != with {
            self.give(Action::Transfer { leader, unit: best.1 }, Why::Lead);
        }
    }

    /// How well a leader would serve with a unit: whom he commands from there, less the danger.
    fn serves(&self, leader: LeaderId, rank: Rank, with: UnitId) -> f32 {
        let Some(at) = self.state.cell(with) else { return f32::MIN };
        let (battle, scene) = (self.battle, &self.room.scene);
        let post = self.state.leaders[leader.index()].post;
        let table = &battle.tables.command;
        let mut score = 0.0;
        if rank == Rank::Division {
            let most = usize::from(table.unit_to_division[self.side]);
            for unit in battle.post(post).units.iter().filter(|&unit| unit != with) {
                let Some(cell) = self.state.cell(unit) else { continue };
                score += f32::from(battle.distance(cell, at) <= most);
            }
            score += self.near_corps(post, at);
        } else {
            score += self.near_divisions(post, at);
        }
        let danger = scene.small[at.index()] + scene.shells[at.index()];
        let large = f32::from(self.state.unit(with).strength.max(100));
        let routed = if self.state.unit(with).routed { 3.0 } else { 0.0 };
        score - (danger * 300.0 / large * 0.05).min(4.0) - routed
    }

    /// A division leader of the Union must be near his corps leader.
    fn near_corps(&self, post: rules::grand_tactical::PostId, at: Cell) -> f32 {
        let Some(most) = self.battle.tables.command.division_to_corps[self.side] else {
            return 0.0;
        };
        let corps = self.state.leader_of(self.battle.post(post).above);
        let corps = corps.and_then(|leader| self.state.leader_cell(leader));
        let near = corps.is_some_and(|corps| self.battle.distance(corps, at) <= most.into());
        if near { 4.0 } else { 0.0 }
    }

    /// A corps leader is wanted near his division leaders and his guns.
    fn near_divisions(&self, corps: rules::grand_tactical::PostId, at: Cell) -> f32 {
        let table = &self.battle.tables.command;
        let most = usize::from(table.division_to_corps[self.side].unwrap_or(6));
        let mut score = 0.0;
        for (index, post) in self.battle.posts.iter().enumerate() {
            if post.rank != Rank::Division || post.above.map(|above| above.0) != Some(corps.0) {
                continue;
            }
            let leader = self.state.holders[index].and_then(|one| self.state.leader_cell(one));
            let near = leader.is_some_and(|cell| self.battle.distance(cell, at) <= most);
            score += if near { 3.0 } else { 0.0 };
        }
        for unit in self.battle.post(corps).units.iter() {
            let guns = self.battle.unit(unit).is_artillery();
            let Some(cell) = self.state.cell(unit).filter(|_| guns) else { continue };
            score += f32::from(self.battle.distance(cell, at) <= most);
        }
        score
    }
}
