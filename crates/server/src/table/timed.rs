//! Phases against the clock: which phase it is, and what the table does when its time has run out.

use rules::Moment as When;

use super::draft::Draft;
use super::fair::Pending;
use super::{SeatKey, Table};
use crate::phase_clock::TimedPhase;
use crate::problem::Problem;

impl Table {
    /// Whether there is a time limit.
    pub fn is_timed(&self) -> bool {
        self.play.game().capabilities().time_limit.is_some()
    }

    /// The phase that is being played against the clock. The limit binds people; a computer's thought is
    /// bounded otherwise.
    pub fn timed_phase(&self) -> Option<TimedPhase> {
        if self.ended.is_some() || self.is_waiting() || self.why_read_only().is_some() {
            return None;
        }
        let (game, now) = (self.play.game(), self.play.now());
        let limit = game.time_limit(now)?;
        let side = game.decider(now).filter(|side| self.computers[*side].is_none())?;
        let began = self.phases.last().copied().unwrap_or_default();
        let waits = atlas::Side::BOTH.into_iter().any(|side| self.key(side) == SeatKey::Invited);
        let limit = i64::try_from(limit.as_millis()).unwrap_or(i64::MAX);
        // Nobody's time runs for what another must show; whoever witnesses pays with his own.
        let used_up = atlas::Side::BOTH.into_iter().any(|side| self.fair.is_used_up(side));
        let runs = !waits && self.fair.throw.is_none() && !used_up;
        Some(TimedPhase { side, began, limit, runs })
    }

    /// Whose time is taken because others wait for his link, or for his next chain: nobody's in a game without a
    /// clock.
    pub fn absent_witnesses(&self) -> atlas::BySide<bool> {
        let mut absent = atlas::BySide::default();
        if !self.is_timed() || self.ended.is_some() {
            return absent;
        }
        if let Some(throw) = &self.fair.throw {
            throw.awaits().for_each(|side| absent[side] = true);
        }
        for side in atlas::Side::BOTH {
            absent[side] |= self.fair.is_used_up(side);
        }
        absent
    }

    /// The moment that stands, in a game against the clock.
    pub(super) fn timed_moment(&self) -> Option<When> {
        self.is_timed().then(|| self.play.game().moment(self.play.now()))
    }

    /// Notes in which phase the next step is, after an action from this moment.
    pub(super) fn note_phase(&mut self, before: Option<When>) {
        let Some(before) = before else { return };
        let began = match self.phases.last() {
            Some(began) if self.timed_moment() == Some(before) => *began,
            _ => self.play.count(),
        };
        self.phases.push(began);
    }

    /// Forgets the phases after a step.
    pub(super) fn cut_phases(&mut self, to: usize) {
        self.phases.truncate(to + 1);
    }

    /// Ends the phase that began after a step, because its time has run out.
    pub(super) fn plan_expire(&self, draft: &mut Draft, began: usize) -> Result<(), Problem> {
        if let Some(words) = self.throw_words() {
            return Err(Problem::NotAllowed(words));
        }
        let phase = self.timed_phase().filter(|phase| phase.began == began);
        let phase = phase.ok_or_else(|| Problem::NotAllowed("The phase is over.".into()))?;
        let source = self.source().ok_or(Problem::Internal)?;
        let expired = self.play.game().expire(self.play.now(), &source);
        let acted = expired.ok_or_else(|| {
            tracing::error!("a phase whose time has run out cannot be ended");
            Problem::Internal
        })?;
        if self.needs_witness(&acted) {
            let what = Pending { action: acted.line.action, by_clock: true, auto: false };
            let witnesses = self.fair.witnesses;
            return self.wait_for_links(
                draft,
                &witnesses,
                Some(phase.side),
                acted.line.n,
                what,
                None,
            );
        }
        // It was not the player's own decision.
        draft.add_action(phase.side, acted).auto = true;
        draft.carry_out_orders(&self.orders);
        draft.end_by_rules();
        Ok(())
    }
}
