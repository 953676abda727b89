//! What is played against the clock: which stint it is, and what the table does when its time has run out.

use atlas::{BySide, Side};
use rules::Moment as When;

use super::draft::Draft;
use super::fair::Pending;
use super::{SeatKey, Table};
use crate::pace::{ClockView, Grant, Key, Ledger, Pace, PacePlace, StintKind, Time, Timer};
use crate::problem::Problem;

/// After which steps what stands began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Began {
    /// The phase.
    phase: usize,
    /// The player's turn.
    turn: usize,
    /// The decisions of whoever decides, without the other's between them.
    choice: usize,
}

/// Where a game stands, as far as clocks know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    moment: When,
    decider: Option<Side>,
}

/// The clocks of a table as they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClocksShown {
    /// The one that counts.
    pub clock: Option<ClockView>,
    /// What the players have.
    pub pace: Option<PacePlace>,
    /// Since when the one that counts runs.
    pub since: Option<i64>,
}

impl Table {
    /// Whether phases have a time limit.
    pub fn is_timed(&self) -> bool {
        self.play.game().capabilities().time_limit.is_some()
    }

    /// Whether anything is played against a clock.
    pub fn has_clock(&self) -> bool {
        self.facts.pace.is_some() || self.is_timed()
    }

    /// What is played against a clock now: the stint of whoever is to act first, if there is one.
    pub fn timers(&self) -> Vec<Timer> {
        if self.ended.is_some() || self.is_waiting() || self.why_read_only().is_some() {
            return Vec::new();
        }
        let Some(pace) = &self.facts.pace else { return self.timed_phase().into_iter().collect() };
        let own = self.own_key().map(|key| self.own_timer(pace, key));
        own.into_iter().chain(self.pacing.timers(pace)).collect()
    }

    /// The phase that is being played against the clock. The limit binds people; a computer's thought is
    /// bounded otherwise.
    fn timed_phase(&self) -> Option<Timer> {
        let (game, now) = (self.play.game(), self.play.now());
        let limit = game.time_limit(now)?;
        let side = game.decider(now).filter(|side| self.computers[*side].is_none())?;
        let began = self.began().phase;
        let grant = Grant::Fixed(i64::try_from(limit.as_millis()).unwrap_or(i64::MAX));
        // Nobody's time runs for what another must show; whoever witnesses pays with his own.
        let used_up = Side::BOTH.into_iter().any(|side| self.fair.is_used_up(side));
        let runs = !self.is_guest_awaited() && self.fair.throw.is_none() && !used_up;
        let key = Key { kind: StintKind::Phase, side, began, round: 0 };
        Some(Timer { key, grant, runs, reminded: false, noted: false })
    }

    /// Whose stint it is, in a game with a pace: the decider's, or of whoever lets a throw wait.
    pub(super) fn own_key(&self) -> Option<Key> {
        let (game, now) = (self.play.game(), self.play.now());
        let key = |kind, side: Side, began| {
            let round = self.pacing.round(side);
            Some(Key { kind, side, began, round }).filter(|_| self.computers[side].is_none())
        };
        if let Some(side) = self.awaited() {
            return key(StintKind::Witness, side, self.play.count());
        }
        let (began, side) = (self.began(), game.decider(now)?);
        match game.moment(now).side == side {
            true => key(StintKind::Turn, side, began.turn),
            false => key(StintKind::Choice, side, began.choice),
        }
    }

    fn own_timer(&self, pace: &Pace, key: Key) -> Timer {
        let runs = !self.pacing.stands(key.side) && !self.is_guest_awaited();
        let reminded = self.pacing.is_reminded(&key);
        let noted = self.pacing.is_up(&key);
        Timer { key, grant: grant(pace, &key), runs, reminded, noted }
    }

    fn is_guest_awaited(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.key(side) == SeatKey::Invited)
    }

    /// Who lets the dice wait. Whoever acted is first to show his own link.
    fn awaited(&self) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        match &self.fair.throw {
            Some(throw) => {
                let own = throw.by.filter(|side| throw.awaits().any(|awaited| awaited == *side));
                own.or_else(|| throw.awaits().next())
            }
            None => sides.find(|side| self.fair.is_used_up(*side)),
        }
    }

    fn began(&self) -> Began {
        self.stints.last().copied().unwrap_or_default()
    }

    /// Whose time is taken because others wait for his link, or for his next chain: nobody's in a game without a
    /// time limit of phases.
    pub fn absent_witnesses(&self) -> BySide<bool> {
        let mut absent = BySide::default();
        if !self.is_timed() || self.ended.is_some() {
            return absent;
        }
        if let Some(throw) = &self.fair.throw {
            throw.awaits().for_each(|side| absent[side] = true);
        }
        for side in Side::BOTH {
            absent[side] |= self.fair.is_used_up(side);
        }
        absent
    }

    /// The clocks as they are shown; `stands`: none runs just now.
    pub fn clocks_shown(&self, ledger: &Ledger, now: i64, stands: bool) -> ClocksShown {
        let timers = self.timers();
        let own = timers.iter().find(|timer| timer.key.kind.is_of_play());
        let clock = own.map(|timer| ClockView {
            kind: timer.key.kind,
            side: timer.key.side,
            limit: ledger.whole(timer) / 1000,
            left: ledger.left(timer, now).max(0),
            running: timer.runs && !stands && ledger.since(timer).is_some(),
        });
        let since = own.and_then(|timer| ledger.since(timer));
        let place = |pace: &Pace| self.pace_place(pace, &timers, ledger, now);
        ClocksShown { clock, pace: self.facts.pace.as_ref().map(place), since }
    }

    fn pace_place(&self, pace: &Pace, timers: &[Timer], ledger: &Ledger, now: i64) -> PacePlace {
        let (game, state) = (self.play.game(), self.play.now());
        let turn = Some(game.moment(state).side).filter(|_| !self.is_waiting());
        let mut place = PacePlace::default();
        for side in Side::BOTH {
            let key = Key {
                kind: StintKind::Turn,
                side,
                began: self.began().turn,
                round: self.pacing.round(side),
            };
            place.left[side] = match (turn == Some(side), pace.time) {
                (true, _) => ledger.left(&self.own_timer(pace, key), now).max(0),
                (false, Time::Turn { seconds }) => seconds * 1000,
                (false, Time::Banked { bank, .. }) => {
                    ledger.store(side, now).unwrap_or(bank * 1000)
                }
            };
            let away =
                |timer: &&Timer| timer.key.kind == StintKind::Vacation && timer.key.side == side;
            let away = timers.iter().find(away);
            place.away[side] = away.map(|timer| ledger.left(timer, now).max(0));
        }
        let notice = timers.iter().find(|timer| timer.key.kind == StintKind::Notice);
        place.notice = notice.map(|timer| ledger.left(timer, now).max(0));
        place
    }

    /// Where the game stands, if anything is played against a clock.
    pub(super) fn timed_place(&self) -> Option<Place> {
        let (game, now) = (self.play.game(), self.play.now());
        let place = || Place { moment: game.moment(now), decider: game.decider(now) };
        self.has_clock().then(place)
    }

    /// Notes what stands since when, after an action from this place.
    pub(super) fn note_place(&mut self, before: Option<Place>) {
        let (Some(before), Some(now)) = (before, self.timed_place()) else { return };
        let (mut began, here) = (self.began(), self.play.count());
        let turn = |place: &Place| (place.moment.turn, place.moment.side);
        if now.moment != before.moment {
            began.phase = here;
        }
        if turn(&now) != turn(&before) {
            began.turn = here;
        }
        if now.decider != before.decider || began.turn == here {
            began.choice = here;
        }
        self.stints.push(began);
    }

    /// Forgets what began after a step.
    pub(super) fn cut_stints(&mut self, to: usize) {
        self.stints.truncate(to + 1);
        self.pacing.cut(to);
    }

    /// Ends the phase that began after a step, because its time has run out.
    pub(super) fn plan_expire(&self, draft: &mut Draft, began: usize) -> Result<(), Problem> {
        if let Some(words) = self.throw_words() {
            return Err(Problem::NotAllowed(words));
        }
        let phase = self
            .timers()
            .into_iter()
            .find(|timer| timer.key.kind == StintKind::Phase && timer.key.began == began);
        let phase = phase.ok_or_else(|| Problem::NotAllowed("The phase is over.".into()))?;
        let source = self.source().ok_or(Problem::Internal)?;
        let expired = self.play.game().expire(self.play.now(), &source);
        let acted = expired.ok_or_else(|| {
            tracing::error!("a phase whose time has run out cannot be ended");
            Problem::Internal
        })?;
        let side = phase.key.side;
        if self.needs_witness(&acted) {
            let what = Pending { action: acted.line.action, by_clock: true, auto: false };
            let witnesses = self.fair.witnesses;
            return self.wait_for_links(draft, &witnesses, Some(side), acted.line.n, what, None);
        }
        // It was not the player's own decision.
        draft.add_action(side, acted).auto = true;
        draft.carry_out_orders(&self.orders);
        draft.end_by_rules();
        Ok(())
    }
}

/// What a stint is given.
fn grant(pace: &Pace, key: &Key) -> Grant {
    match (key.kind, pace.time) {
        (StintKind::Turn, Time::Turn { seconds }) => Grant::Fixed(seconds * 1000),
        (StintKind::Turn, Time::Banked { bank, increment, cap }) => Grant::Banked {
            bank: bank * 1000,
            increment: increment * 1000,
            cap: cap * 1000,
            // Whoever comes back to a turn whose time ran out can at least go on with it.
            least: if key.round > 0 { pace.allowance() } else { 0 },
        },
        _ => Grant::Fixed(pace.allowance()),
    }
}
