//! How long to think, and how that is shared among the decisions of a player-turn. There is no clock here: whoever
//! has one passes a question that is asked now and then, and tells what was spent.

use std::time::Duration;

use atlas::Side;
use rules::blue_gray::{Decision, State, decision};

/// The part of a player-turn that goes into the plan of the moves, in tenths.
const MOVES: u32 = 8;
/// The part of a player-turn that one decision in combat may take at most, as a divisor.
const COMBAT: u32 = 20;
/// How often the moves of a player-turn are planned with all the time there is for them.
const MOST_PLANS: u32 = 3;

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
pub fn share_of_nodes(state: &State, turn: u64) -> u64 {
    match decision(state) {
        Decision::Movement(_) => turn.saturating_mul(u64::from(MOVES)) / 10,
        _ => turn / u64::from(COMBAT),
    }
}

/// What has been thought about a player-turn, so that its decisions share the time for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnTime {
    turn: Option<(u8, Side)>,
    /// How often the moves were planned.
    plans: u32,
    /// How long was thought about everything else.
    combat: Duration,
}

impl TurnTime {
    /// What a decision may take of the time for its player-turn. Moves that were taken back are planned again with
    /// the same care, a few times.
    pub fn share(&mut self, state: &State, turn: Duration) -> Duration {
        let now = Some((state.turn, state.side));
        if self.turn != now {
            *self = TurnTime { turn: now, ..TurnTime::default() };
        }
        let least = turn / COMBAT;
        match decision(state) {
            Decision::Movement(_) if self.plans < MOST_PLANS => turn * MOVES / 10,
            Decision::Movement(_) => least,
            _ => (turn * (10 - MOVES) / 10).saturating_sub(self.combat).min(least),
        }
    }

    /// Counts a decision that was thought about to its end.
    pub fn count(&mut self, state: &State, time: Duration) {
        match decision(state) {
            Decision::Movement(_) => self.plans += 1,
            _ => self.combat += time,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::blue_gray::random::Chance;
    use rules::blue_gray::{Battle, Phase, new_game};

    use super::*;

    fn start() -> State {
        let files = atlas::builtin::battle("blue-gray/antietam").expect("a battle");
        let battle = Battle::new(&files, None, &[]).expect("a battle that can be played");
        new_game(&battle, &mut Chance::new(1), &mut Vec::new())
    }

    #[test]
    fn time_is_for_the_turn_and_moves_take_most_of_it() {
        let mut state = start();
        let (turn, mut spent) = (Duration::from_secs(10), TurnTime::default());
        let (whole, least) = (Duration::from_secs(8), Duration::from_millis(500));
        assert_eq!(spent.share(&state, turn), whole);
        spent.count(&state, whole);
        assert_eq!(spent.share(&state, turn), whole, "taken back, planned again");
        (0..2).for_each(|_| spent.count(&state, whole));
        assert_eq!(spent.share(&state, turn), least, "not for ever");
        state.phase = Phase::Combat;
        assert_eq!(spent.share(&state, turn), least);
        spent.count(&state, Duration::from_millis(1_900));
        assert_eq!(spent.share(&state, turn), Duration::from_millis(100));
        state.turn += 1;
        assert_eq!(spent.share(&state, turn), least, "another turn");
        (state.phase, state.side) = (Phase::Movement, state.side.other());
        assert_eq!(spent.share(&state, turn), whole, "another side");
    }

    #[test]
    fn positions_are_shared_like_time() {
        let mut state = start();
        assert_eq!(share_of_nodes(&state, 20_000), 16_000);
        assert!(share_of_nodes(&state, u64::MAX) > u64::MAX / 20, "as many as anybody likes");
        state.phase = Phase::Combat;
        assert_eq!(share_of_nodes(&state, 20_000), 1_000);
    }
}
