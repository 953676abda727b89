//! What can be the matter with a unit.

/// Something a counter shows about its unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum State {
    /// It lost a step: the reverse of the counter.
    Reduced,
    /// It fled.
    Routed,
    /// It lost its order.
    Disrupted,
    /// It may not attack (attack effectiveness).
    Ineffective,
    /// It must still attack in this phase.
    MustAttack,
    /// It attacked in this phase.
    Attacked,
    /// It moved in this phase.
    Moved,
    /// It advanced after combat.
    Advanced,
    /// It never moves of its own will.
    Immobile,
    /// Its leaders do not reach it.
    OutOfCommand,
    /// The player picked it.
    Selected,
}

impl State {
    /// Every state.
    pub const ALL: [State; 11] = [
        State::Reduced,
        State::Routed,
        State::Disrupted,
        State::Ineffective,
        State::MustAttack,
        State::Attacked,
        State::Moved,
        State::Advanced,
        State::Immobile,
        State::OutOfCommand,
        State::Selected,
    ];

    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            State::Reduced => "reduced",
            State::Routed => "routed",
            State::Disrupted => "disrupted",
            State::Ineffective => "ineffective",
            State::MustAttack => "must attack",
            State::Attacked => "attacked",
            State::Moved => "moved",
            State::Advanced => "advanced",
            State::Immobile => "immobile",
            State::OutOfCommand => "out of command",
            State::Selected => "selected",
        }
    }
}

/// A set of states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct States(u16);

impl States {
    /// Nothing is the matter.
    pub const NONE: States = States(0);

    /// Whether the state is in the set.
    pub const fn contains(self, state: State) -> bool {
        self.0 >> state as u8 & 1 != 0
    }

    /// Adds a state.
    pub const fn insert(&mut self, state: State) {
        self.0 |= 1 << state as u8;
    }

    /// Takes a state out.
    pub const fn remove(&mut self, state: State) {
        self.0 &= !(1 << state as u8);
    }

    /// The states of the set, the gravest first.
    pub fn iter(self) -> impl Iterator<Item = State> {
        State::ALL.into_iter().filter(move |&state| self.contains(state))
    }
}

impl FromIterator<State> for States {
    fn from_iter<I: IntoIterator<Item = State>>(states: I) -> States {
        let mut set = States::NONE;
        for state in states {
            set.insert(state);
        }
        set
    }
}
