//! Battles and positions for the tests of the staff.
#![allow(dead_code)]

use atlas::builtin;
use atlas::map::Map;
use rules::blue_gray::json::{Header, Position};
use rules::blue_gray::random::{Chance, RandomPlayer};
use rules::blue_gray::{Battle, State, apply_listed, new_game};
use rules::dice::Dice;

/// A die that shows one face.
pub struct Face(pub u8);

impl Dice for Face {
    fn throw(&mut self) -> u8 {
        self.0
    }
}

/// Every battle and scenario, with and without optional rules.
pub const KINDS: [(&str, &str, &[&str]); 8] = [
    ("blue-gray/antietam", "september-17", &[]),
    ("blue-gray/antietam", "september-17", &["11.0", "20.1", "20.3", "20.5", "20.6"]),
    ("blue-gray/antietam", "september-17", &["11.0", "20.2", "20.4"]),
    ("blue-gray/fredericksburg", "december-13", &[]),
    ("blue-gray/fredericksburg", "december-13", &["11.0"]),
    ("blue-gray/fredericksburg", "may-3", &["11.0"]),
    ("blue-gray/chattanooga", "november-24", &[]),
    ("blue-gray/chattanooga", "november-24", &["11.0"]),
];

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
    let files = builtin::battle(&header.game).unwrap();
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
