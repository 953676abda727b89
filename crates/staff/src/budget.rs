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
/// back, but not for ever. Set by hand.
const FULL_PLANS_MAX: u32 = 3;

/// How much of the thought for a player-turn a decision deserves; the system says which is which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// The plan of the player-turn: most of it.
    Plan,
    /// One of two decisions that plan the player-turn together: half of that.
    HalfPlan,
    /// One of many small decisions.
    Detail,
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
    match work {
        Work::Plan => turn.saturating_mul(u64::from(PLAN_TENTHS)) / 10,
        Work::HalfPlan => turn.saturating_mul(u64::from(PLAN_TENTHS)) / 20,
        Work::Detail => turn / u64::from(DETAIL_DIVISOR),
    }
}

/// What has been thought about a player-turn, so that its decisions share the time for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnTime {
    turn: Option<(u16, Side)>,
    /// How often it was planned.
    plans: u32,
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
        match due.work {
            Work::Plan if self.plans < FULL_PLANS_MAX => turn * PLAN_TENTHS / 10,
            Work::HalfPlan if self.plans < FULL_PLANS_MAX => turn * PLAN_TENTHS / 20,
            Work::Plan | Work::HalfPlan => least,
            Work::Detail => {
                (turn * (10 - PLAN_TENTHS) / 10).saturating_sub(self.details).min(least)
            }
        }
    }

    /// Counts a decision that was thought about to its end.
    pub fn count(&mut self, due: &Due, time: Duration) {
        match due.work {
            Work::Plan | Work::HalfPlan => self.plans += 1,
            Work::Detail => self.details += time,
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

    #[test]
    fn positions_are_shared_like_time() {
        assert_eq!(share_of_nodes(Work::Plan, 20_000), 16_000);
        assert!(share_of_nodes(Work::Plan, u64::MAX) > u64::MAX / 20, "as many as anybody likes");
        assert_eq!(share_of_nodes(Work::Detail, 20_000), 1_000);
        assert_eq!(2 * share_of_nodes(Work::HalfPlan, 20_000), share_of_nodes(Work::Plan, 20_000));
    }
}
