//! How long to think, and how that is shared among the decisions of a player-turn. There is no clock here: whoever
//! has one passes a question that is asked now and then, and tells what was spent.

use std::time::Duration;

use atlas::Side;
use rules::Moment;

/// The part of a player-turn's thought that goes into a plan, in tenths. Set by hand.
const PLAN_TENTHS: u32 = 8;
/// The part of a player-turn's thought that one detail may take at most, as a divisor. Set by hand.
const DETAIL_DIVISOR: u32 = 20;
/// How often a player-turn is planned with all the time there is for it: plans are made again when moves are taken
/// back, but not for ever. In eighths of plans. Set by hand.
const FULL_PLANS_MAX_EIGHTHS: u32 = 24;

/// How much of the thought for a player-turn a decision deserves; the system says which is which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// The plan of the player-turn: most of it.
    Plan,
    /// One of two decisions that plan the player-turn together: half of that.
    HalfPlan,
    /// One of several phases of the player-turn that are planned each for itself: a quarter.
    QuarterPlan,
    /// A decision before such a phase: half of that.
    EighthPlan,
    /// One of many small decisions.
    Detail,
}

impl Work {
    /// How many eighths of a whole plan it is; `None`: it is none.
    const fn eighths(self) -> Option<u32> {
        match self {
            Work::Plan => Some(8),
            Work::HalfPlan => Some(4),
            Work::QuarterPlan => Some(2),
            Work::EighthPlan => Some(1),
            Work::Detail => None,
        }
    }
}

/// A decision that is due, as far as those need to know who share out time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// Whose decision.
    pub side: Side,
    /// When: in whose player-turn, above all.
    pub moment: Moment,
    /// How much thought it deserves.
    pub work: Work,
}

/// How much thought a decision may take.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// At most so many positions judged; `None`: as many as the level likes.
    pub nodes: Option<u64>,
    /// Asked now and then: whether to stop and answer at once.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl Budget<'static> {
    /// As the level likes.
    pub const FREE: Budget<'static> = Budget { nodes: None, stop: None };

    /// At most so many positions judged.
    pub const fn nodes(nodes: u64) -> Budget<'static> {
        Budget { nodes: Some(nodes), stop: None }
    }
}

impl<'a> Budget<'a> {
    /// Until told to stop.
    pub const fn until(stop: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { nodes: None, stop: Some(stop) }
    }
}

/// What has been spent of a budget.
pub struct Effort<'a> {
    budget: Budget<'a>,
    spent: u64,
    over: bool,
}

impl<'a> Effort<'a> {
    /// Nothing spent yet.
    pub fn new(budget: Budget<'a>) -> Effort<'a> {
        Effort { budget, spent: 0, over: false }
    }

    /// Counts positions judged; says whether to go on.
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.spent += nodes;
        if self.budget.nodes.is_some_and(|most| self.spent >= most)
            || self.budget.stop.is_some_and(|stop| stop())
        {
            self.over = true;
        }
        !self.over
    }

    /// Whether the budget is spent.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// How many positions were judged.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}

/// The positions that a decision may judge of those for its player-turn.
pub fn share_of_nodes(work: Work, turn: u64) -> u64 {
    match work.eighths() {
        // Never more than all of it, however much that is.
        Some(eighths) => (u128::from(turn) * u128::from(PLAN_TENTHS * eighths) / 80) as u64,
        None => turn / u64::from(DETAIL_DIVISOR),
    }
}

/// What has been thought about a player-turn, so that its decisions share the time for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnTime {
    turn: Option<(u16, Side)>,
    /// How often it was planned, in eighths.
    planned: u32,
    /// How long was thought about everything else.
    details: Duration,
}

impl TurnTime {
    /// What a decision may take of the time for its player-turn. Moves that were taken back are planned again with
    /// the same care, a few times.
    pub fn share(&mut self, due: &Due, turn: Duration) -> Duration {
        let now = Some((due.moment.turn, due.moment.side));
        if self.turn != now {
            *self = TurnTime { turn: now, ..TurnTime::default() };
        }
        let least = turn / DETAIL_DIVISOR;
        match due.work.eighths() {
            Some(eighths) if self.planned < FULL_PLANS_MAX_EIGHTHS => {
                turn * (PLAN_TENTHS * eighths) / 80
            }
            Some(_) => least,
            None => (turn * (10 - PLAN_TENTHS) / 10).saturating_sub(self.details).min(least),
        }
    }

    /// Counts a decision that was thought about to its end.
    pub fn count(&mut self, due: &Due, time: Duration) {
        match due.work.eighths() {
            Some(eighths) => self.planned += eighths,
            None => self.details += time,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn start() -> Due {
        let moment = Moment { turn: 1, turns: 10, side: Side::Union, phase: "movement" };
        Due { side: Side::Union, moment, work: Work::Plan }
    }

    #[test]
    fn time_is_for_the_turn_and_moves_take_most_of_it() {
        let mut due = start();
        let (turn, mut spent) = (Duration::from_secs(10), TurnTime::default());
        let (whole, least) = (Duration::from_secs(8), Duration::from_millis(500));
        assert_eq!(spent.share(&due, turn), whole);
        spent.count(&due, whole);
        assert_eq!(spent.share(&due, turn), whole, "taken back, planned again");
        (0..2).for_each(|_| spent.count(&due, whole));
        assert_eq!(spent.share(&due, turn), least, "not for ever");
        due.work = Work::Detail;
        assert_eq!(spent.share(&due, turn), least);
        spent.count(&due, Duration::from_millis(1_900));
        assert_eq!(spent.share(&due, turn), Duration::from_millis(100));
        due.side = due.side.other();
        assert_eq!(spent.share(&due, turn), Duration::from_millis(100), "in the same player-turn");
        due.moment.turn += 1;
        assert_eq!(spent.share(&due, turn), least, "another turn");
        (due.work, due.moment.side) = (Work::Plan, due.moment.side.other());
        assert_eq!(spent.share(&due, turn), whole, "another side");
    }

    /// A player-turn of two phases, with a decision before each, has what every other has.
    #[test]
    fn phases_that_are_planned_one_by_one_share_the_time() {
        let (mut due, turn) = (start(), Duration::from_secs(10));
        let (mut spent, mut all) = (TurnTime::default(), Duration::ZERO);
        for work in [Work::EighthPlan, Work::QuarterPlan, Work::EighthPlan, Work::QuarterPlan] {
            due.work = work;
            let share = spent.share(&due, turn);
            spent.count(&due, share);
            all += share;
        }
        assert_eq!(all, Duration::from_secs(6));
        assert_eq!(spent.share(&due, turn), Duration::from_secs(2), "taken back, planned again");
    }

    #[test]
    fn positions_are_shared_like_time() {
        assert_eq!(share_of_nodes(Work::Plan, 20_000), 16_000);
        assert!(share_of_nodes(Work::Plan, u64::MAX) > u64::MAX / 20, "as many as anybody likes");
        assert_eq!(share_of_nodes(Work::Detail, 20_000), 1_000);
        let shares = [Work::Plan, Work::HalfPlan, Work::QuarterPlan, Work::EighthPlan]
            .map(|work| share_of_nodes(work, 20_000));
        assert_eq!(shares, [16_000, 8_000, 4_000, 2_000]);
    }
}
