//! Battles and positions for the tests of the staff.

use std::collections::BTreeMap;
use std::sync::Mutex;

use atlas::battle::Scenario;
use atlas::builtin;
use atlas::map::Map;
use rules::blue_gray::json::Position;
use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{Battle, State, apply_listed, new_game};
use rules::dice::Chance;
use rules::dice::Dice;
use rules::json::Header;

pub use crate::kinds::{BATTLES, KINDS, Kind};

/// A die that shows one face.
pub struct Face(pub u8);

impl Dice for Face {
    fn roll(&mut self, _: u16) -> u16 {
        u16::from(self.0) - 1
    }
}

/// Whether the long tests are asked for.
pub fn soak() -> bool {
    std::env::var_os("LONGROLL_SOAK").is_some()
}

/// A test for every battle and scenario, so that they run side by side.
macro_rules! by_battle {
    ($name:ident, $check:ident) => {
        mod $name {
            #[test]
            fn antietam() {
                super::$check(crate::common::BATTLES[0]);
            }
            #[test]
            fn december_13() {
                super::$check(crate::common::BATTLES[1]);
            }
            #[test]
            fn may_3() {
                super::$check(crate::common::BATTLES[2]);
            }
            #[test]
            fn chattanooga() {
                super::$check(crate::common::BATTLES[3]);
            }
        }
    };
}

/// A test for every kind of game, so that they run side by side.
macro_rules! by_kind {
    ($name:ident, $check:ident) => {
        by_kind!($name, $check, antietam 0, antietam_guided 1, antietam_worn 2, december_13 3,
            december_13_worn 4, may_3_worn 5, chattanooga 6, chattanooga_worn 7);
    };
    ($name:ident, $check:ident, $($kind:ident $index:literal),+) => {
        mod $name {
            $(#[test]
            fn $kind() {
                super::$check(crate::common::KINDS[$index]);
            })+
        }
    };
}

pub(crate) use {by_battle, by_kind};

/// What tests that run side by side find together: the last of so many looks at all of it.
pub struct Together<T> {
    tests: usize,
    found: Mutex<Vec<T>>,
}

impl<T> Together<T> {
    /// For so many tests.
    pub const fn of(tests: usize) -> Together<T> {
        Together { tests, found: Mutex::new(Vec::new()) }
    }

    /// Adds what one of them found.
    pub fn add(&self, one: T, look: impl FnOnce(&[T])) {
        let mut found = self.found.lock().unwrap();
        found.push(one);
        if found.len() == self.tests {
            look(&found);
        }
    }
}

/// How often something was met.
pub type Tally = BTreeMap<&'static str, usize>;

/// Whether everything was met that was to be, by all tests together.
pub fn all_met(tallies: &[Tally], expected: &[&str]) {
    for kind in expected {
        let met = tallies.iter().any(|tally| tally.get(kind).is_some_and(|&count| count > 0));
        assert!(met, "no {kind}: {tallies:?}");
    }
}

#[test]
fn every_scenario_that_comes_with_the_program_is_played() {
    let own = builtin::ids().filter(|id| id.starts_with("blue-gray/"));
    let all: Vec<(String, String)> = own
        .flat_map(|id| {
            let files = builtin::battle(id).unwrap();
            let pair = |scenario: Scenario| (id.to_owned(), scenario.id);
            files.scenarios.into_iter().map(pair).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(all, BATTLES.map(|(id, scenario)| (id.to_owned(), scenario.to_owned())));
    for (id, scenario) in BATTLES {
        assert!(KINDS.iter().any(|kind| (kind.0, kind.1) == (id, scenario)), "{scenario}");
    }
}

/// A battle ready for play.
pub fn battle(id: &str, scenario: &str, options: &[&str]) -> Battle {
    let files = builtin::battle(id).unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Battle::new(&files, Some(scenario), &options).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// A position after so many random actions, or fewer if the game ends before.
pub fn midgame(battle: &Battle, seed: u64, actions: usize) -> State {
    let mut player = RandomPlayer::new(seed);
    let mut events = Vec::new();
    let mut dice = Chance::new(seed);
    let mut state = new_game(battle, &mut dice, &mut events);
    for _ in 0..actions {
        let Some(action) = player.choose(battle, &state) else { break };
        events.clear();
        let before = state.clone();
        apply_listed(battle, &mut state, &action, &mut dice, &mut events);
        if state.outcome.is_some() {
            return before;
        }
    }
    state
}

/// A position written as JSON.
pub fn position(text: &str) -> (Battle, State) {
    let (header, value) = Header::read(text).unwrap_or_else(|faults| panic!("{faults}"));
    let files = builtin::battle(&header.battle).unwrap();
    let battle = Battle::new(&files, header.scenario.as_deref(), &header.options).unwrap();
    let position = Position::read(&battle, &value).unwrap_or_else(|faults| panic!("{faults}"));
    (battle, position.state)
}

/// Every hex in a text that is called by a name has that name on the map, and one that has a name is called by it.
pub fn check_names(map: &Map, text: &str) {
    let words: Vec<&str> = text.split(' ').collect();
    for (index, word) in words.iter().enumerate() {
        let number = word.trim_end_matches([',', ';', ':']);
        let Some(cell) = (number.len() == 4).then(|| map.grid.cell(number)).flatten() else {
            continue;
        };
        let next = words[index + 1..].join(" ");
        // Several hexes of one place are named once, behind the last.
        let listed = *word != number || next.starts_with("and ");
        match (map.name_of(cell), next.strip_prefix('(')) {
            (Some(name), Some(called)) => assert!(called.starts_with(&name), "{text}: {name}"),
            (None, Some(called)) => assert!(called.contains(" points)"), "{text}"),
            (name, None) => assert!(name.is_none() || listed, "{text}: {name:?}"),
        }
    }
}
