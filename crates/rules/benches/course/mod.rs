//! What the benches of all systems share: game after game of random play, one decision at a time.

use std::hash::{DefaultHasher, Hash, Hasher};

use rules::System;
use rules::random::RandomPlayer;

/// Makes a game ready: battle, scenario and the options in force.
pub fn open<S: System>(battle: &str, scenario: &str, options: &[&str]) -> S {
    let files = atlas::builtin::battle(battle).expect("a built-in battle");
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    S::ready(&files, Some(scenario), &options).expect("a battle that can be played")
}

/// The first position of a random game that is wanted.
pub fn midgame<S: System>(system: &S, wanted: impl Fn(&S::State) -> bool) -> S::State {
    let mut course = Course::new(system, 7);
    while !wanted(&course.running) {
        course.decide(false).expect("the game goes on");
    }
    course.running
}

/// Game after game of random play, one decision at a time.
pub struct Course<'s, S: System> {
    system: &'s S,
    /// Who plays.
    pub player: S::Random,
    /// How every game begins.
    pub start: S::State,
    /// The game as it stands.
    pub running: S::State,
    /// What the last decision did.
    pub events: Vec<S::Event>,
}

impl<'s, S: System> Course<'s, S> {
    /// Begins; one whole game is played with every decision judged before.
    pub fn new(system: &'s S, seed: u64) -> Course<'s, S> {
        let mut player = S::Random::new(seed);
        let start = system.start(player.chance(), &mut Vec::new());
        let mut course =
            Course { system, player, running: start.clone(), start, events: Vec::new() };
        let decisions = (0..).take_while(|_| course.decide(true).is_some()).count();
        let over = system.outcome(&course.running).is_some();
        assert!(over && decisions > 10, "a game that ends");
        course.running = course.start.clone();
        course
    }

    /// Chooses and applies, judged again before it is applied or not; `None` when the game is over.
    #[inline]
    pub fn decide(&mut self, checked: bool) -> Option<S::Action> {
        let action = self.player.choose(self.system, &self.running)?;
        self.events.clear();
        let dice = self.player.chance();
        if checked {
            self.system
                .apply(&mut self.running, &action, dice, &mut self.events)
                .expect("the random player obeys the rules");
        } else {
            self.system.apply_legal(&mut self.running, &action, dice, &mut self.events);
        }
        Some(action)
    }

    /// The next decision, of the next game if this one is over.
    pub fn go_on(&mut self, checked: bool) {
        if self.decide(checked).is_none() {
            self.running = self.start.clone();
            self.decide(checked);
        }
    }

    /// A whole game; how many decisions it took.
    pub fn game(&mut self) -> usize {
        self.running = self.start.clone();
        (0..).take_while(|_| self.decide(false).is_some()).count()
    }
}

/// A number made of every action and event of 150 games, and how many decisions they took.
pub fn digest<S: System>(system: &S) -> (u64, usize)
where
    S::Action: Hash,
    S::Event: Hash,
    S::State: Hash,
{
    let mut hasher = DefaultHasher::new();
    let mut decisions = 0;
    for game in 0..150 {
        let mut course = Course::new(system, game);
        while let Some(action) = course.decide(false) {
            action.hash(&mut hasher);
            course.events.hash(&mut hasher);
            decisions += 1;
        }
        course.running.hash(&mut hasher);
    }
    (hasher.finish(), decisions)
}
