//! [GT 7.12] Leaders in combat: their bonus, their loss, and who comes after them. Only the
//! advanced game has leaders: elsewhere nobody holds a post, and nothing here finds anybody.

use std::cmp::Reverse;

use atlas::battle::Rank;
use field::Cell;

use super::battle::Battle;
use super::combat::Combat;
use super::draw;
use super::event::{Event, Eyes, Purpose};
use super::ids::{LeaderId, PostId, UnitId};
use super::losses::Loss;
use super::state::{Fate, Place, State};
use crate::dice::Dice;

/// [GT 7.12] The leaders with a unit: of its brigade, who is with both halves; then of its division
/// and of its corps, if they are attached to it.
pub(super) fn present(battle: &Battle, state: &State, unit: UnitId) -> [Option<LeaderId>; 3] {
    let facts = battle.unit(unit);
    let attached = |&leader: &LeaderId| state.leaders[leader.index()].with == Some(unit);
    [
        state.leader_of(facts.brigade),
        state.leader_of(facts.division).filter(attached),
        state.leader_of(facts.corps).filter(attached),
    ]
}

/// [GT 7.12?] What the leaders with a unit add, in per cent (D-50).
pub(super) fn bonus(battle: &Battle, state: &State, unit: UnitId) -> u16 {
    let bonus = |leader: LeaderId| u16::from(battle.leader(leader).bonus);
    present(battle, state, unit).into_iter().flatten().map(bonus).sum()
}

/// [GT 7.12?] The chance, of ten thousand, that a leader is lost with a unit that takes losses
/// (D-66). For artillery its guns count as the points that would take them.
pub(super) fn risk(battle: &Battle, loss: &Loss) -> u32 {
    let guns = battle.unit(loss.unit).is_artillery();
    let each = if guns { u32::from(battle.tables.points_per_gun) } else { 1 };
    let whole = (u32::from(loss.before) * each).max(1);
    loss.points * battle.tables.leader_risk / whole
}

impl<D: Dice + ?Sized> Combat<'_, D> {
    /// [GT 7.12?] Each leader who is with the unit when it loses is at risk, by the share that it
    /// lost (D-66). Whoever comes after one of them is not (D-83).
    pub fn risk_leaders(&mut self, loss: &Loss) {
        let chance = risk(self.battle, loss);
        for leader in present(self.battle, self.state, loss.unit).into_iter().flatten() {
            let purpose = Purpose::LeaderLoss;
            if draw::chance_of_ten_thousand(self.dice, self.events, purpose, chance) {
                self.lose_leader(leader, loss.unit);
            }
        }
    }

    /// [GT 7.12] A leader is lost: the enemy scores by the rank he held, his unit is shaken, his
    /// post is filled.
    fn lose_leader(&mut self, leader: LeaderId, unit: UnitId) {
        let fatigue = self.battle.tables.fatigue.leader_lost;
        self.state.unit_mut(unit).tire(fatigue.into());
        let (side, now) = (self.battle.leader(leader).side, self.state.leaders[leader.index()]);
        let losses = &mut self.state.losses[side];
        match now.rank {
            Rank::Brigade => losses.brigade += 1,
            Rank::Division => losses.division += 1,
            Rank::Corps => losses.corps += 1,
            Rank::Deputy => {}
        }
        self.leave_post(leader, Fate::Lost);
        let eyes = self.eyes(unit);
        self.events.push(Event::LeaderLost { leader, rank: now.rank, unit, eyes });
        match now.rank {
            Rank::Corps => self.fill_corps(now.post, unit),
            Rank::Division => self.fill_division(now.post),
            // [GT 7.12] A brigade has no other leader.
            Rank::Brigade | Rank::Deputy => {}
        }
    }

    fn leave_post(&mut self, leader: LeaderId, fate: Fate) {
        let now = &mut self.state.leaders[leader.index()];
        (now.fate, now.with, now.transferred) = (fate, None, false);
        let post = now.post;
        if self.state.holders[post.index()] == Some(leader) {
            self.state.holders[post.index()] = None;
        }
    }

    /// [GT 7.12] A corps goes to its deputy, who appears where the leader fell; or else to the
    /// division leader with the highest bonus, who stays where he is and leaves his division to
    /// another (D-67).
    fn fill_corps(&mut self, corps: PostId, fell_with: UnitId) {
        let deputy = self.battle.staff().find(|leader| {
            let now = &self.state.leaders[leader.index()];
            now.rank == Rank::Deputy && now.post == corps && now.fate == Fate::Leads
        });
        if let Some(deputy) = deputy {
            return self.succeed(deputy, corps, Rank::Corps, Some(fell_with));
        }
        let on_map = |leader| self.state.leader_cell(leader).is_some();
        let Some((division, leader)) = self.best_below(corps, on_map) else { return };
        let with = self.state.leaders[leader.index()].with;
        self.succeed(leader, corps, Rank::Corps, with);
        self.fill_division(division);
    }

    /// [GT 7.12] A division goes to the brigade leader with the highest bonus, who stands with the
    /// half of his brigade that has more men now (D-67, D-86). His brigade has no leader from then
    /// on.
    fn fill_division(&mut self, division: PostId) {
        let half = |leader: LeaderId| self.larger_half(self.state.leaders[leader.index()].post);
        let found = self.best_below(division, |leader| half(leader).is_some());
        let Some((_, leader)) = found else { return };
        self.succeed(leader, division, Rank::Division, half(leader));
    }

    /// Of the leaders of the posts below a post, the one with the highest bonus; the first of
    /// equals.
    fn best_below(
        &self,
        above: PostId,
        eligible: impl Fn(LeaderId) -> bool,
    ) -> Option<(PostId, LeaderId)> {
        let posts = self.battle.posts.iter().zip(0..);
        let below = posts.filter(|(post, _)| post.above == Some(above));
        let held =
            below.filter_map(|(_, id)| Some((PostId(id), self.state.holders[usize::from(id)]?)));
        let fit = held.filter(|&(_, leader)| eligible(leader));
        fit.min_by_key(|&(post, leader)| (Reverse(self.battle.leader(leader).bonus), post))
    }

    /// The unit of a brigade on the map with most men; the first of equals. None that is just
    /// dying.
    fn larger_half(&self, brigade: PostId) -> Option<UnitId> {
        let strength = |unit: UnitId| self.state.unit(unit).strength;
        let halves = self.battle.post(brigade).units.iter();
        let living = halves.filter(|&unit| self.state.cell(unit).is_some() && strength(unit) > 0);
        living.min_by_key(|&unit| (Reverse(strength(unit)), unit))
    }

    fn succeed(&mut self, leader: LeaderId, post: PostId, rank: Rank, with: Option<UnitId>) {
        let now = &mut self.state.leaders[leader.index()];
        let old = std::mem::replace(&mut now.post, post);
        (now.rank, now.with) = (rank, with);
        if self.state.holders[old.index()] == Some(leader) {
            self.state.holders[old.index()] = None;
        }
        self.state.holders[post.index()] = Some(leader);
        let Some(eyes) = with.map(|unit| self.eyes(unit)) else { return };
        self.events.push(Event::Succeeded { leader, post, unit: with, eyes });
    }

    /// [GT 7.12?] A unit is no more. Leaders attached to it go to the nearest unit of their
    /// formation, or leave play without points (D-68); so does the leader of a brigade with its
    /// last half (D-86).
    pub fn rehome_leaders(&mut self, unit: UnitId, at: Cell) {
        let [brigade, division, corps] = present(self.battle, self.state, unit);
        if let Some(leader) = brigade.filter(|_| !self.brigade_lives(unit)) {
            self.move_leader(leader, None);
        }
        for leader in [division, corps].into_iter().flatten() {
            let to = self.nearest_of(self.state.leaders[leader.index()].post, at);
            self.move_leader(leader, to);
        }
    }

    /// Whether a half of a unit's brigade is on the map or still to come.
    fn brigade_lives(&self, unit: UnitId) -> bool {
        let lives =
            |half: UnitId| matches!(self.state.unit(half).place, Place::On(_) | Place::Reserve);
        let brigade = self.battle.unit(unit).brigade;
        brigade.is_some_and(|post| self.battle.post(post).units.iter().any(lives))
    }

    fn nearest_of(&self, post: PostId, at: Cell) -> Option<UnitId> {
        let on_map = |unit: UnitId| {
            let cell = self.state.cell(unit).filter(|_| self.state.unit(unit).strength > 0)?;
            Some((self.battle.distance(at, cell), unit))
        };
        let units = self.battle.post(post).units.iter();
        units.filter_map(on_map).min().map(|(_, unit)| unit)
    }

    fn move_leader(&mut self, leader: LeaderId, to: Option<UnitId>) {
        match to {
            Some(_) => self.state.leaders[leader.index()].with = to,
            None => self.leave_post(leader, Fate::Gone),
        }
        // That nobody of his formation is left is his side's own affair: the enemy may not have
        // seen them fall.
        let eyes = match to {
            Some(unit) => self.eyes(unit),
            None => Eyes::of(self.battle.leader(leader).side),
        };
        self.events.push(Event::LeaderMoved { leader, unit: to, eyes });
    }
}
