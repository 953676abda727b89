//! How long to think. There is no clock here: whoever has one passes a question that is asked now and then.

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
