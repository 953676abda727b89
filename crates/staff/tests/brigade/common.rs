//! Battles and positions for the tests of the staff.

use atlas::builtin;
use rules::brigade::json::Position;
use rules::brigade::random::RandomPlayer;
use rules::brigade::{Action, Battle, State, apply, apply_listed, decision, new_game};
use rules::dice::Chance;
use rules::json::Header;
use staff::brigade::{Player, work_of};
use staff::{Budget, Level, share_of_nodes};

/// The battle.
pub const BATTLE: &str = "brigade/antietam";

/// Every scenario, without options and with many: printed ones, and readings of our own.
pub const KINDS: [(&str, &[&str]); 5] = [
    ("september-17", &[]),
    ("september-17", &["4.0", "6.0", "D04", "D39"]),
    ("september-17", &["3.0", "D14", "D19", "D32"]),
    ("hooker-attacks", &[]),
    ("hooker-attacks", &["6.0", "D14", "D32", "D59"]),
];

/// Whether the long tests are asked for.
pub fn soak() -> bool {
    std::env::var_os("LONGROLL_SOAK").is_some()
}

/// A battle ready for play.
pub fn battle(scenario: &str, options: &[&str]) -> Battle {
    let files = builtin::battle(BATTLE).unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Battle::new(&files, Some(scenario), &options).unwrap_or_else(|error| panic!("{error}"))
}

/// A position after so many random actions, or fewer if the game ends before.
pub fn midgame(battle: &Battle, seed: u64, actions: usize) -> State {
    let mut player = RandomPlayer::new(seed);
    let mut events = Vec::new();
    let mut dice = Chance::new(seed);
    let mut state = new_game(battle, &mut dice, &mut events);
    for _ in 0..actions {
        let Some(action) = player.choose(battle, &state) else { break };
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

/// What a General is given in these tests; the others know when they are done.
pub fn budget(battle: &Battle, state: &State) -> Budget<'static> {
    Budget::nodes(share_of_nodes(work_of(battle, state), 4_000))
}

/// Lets a player decide for as long as something holds; the states before his actions, and his actions.
pub fn played(
    battle: &Battle,
    state: &mut State,
    level: Level,
    seed: u64,
    goes_on: impl Fn(&State) -> bool,
) -> Vec<Action> {
    let mut player = Player::new(battle, level, 1);
    let (mut dice, mut done) = (Chance::new(seed), Vec::new());
    while decision(state).side().is_some() && goes_on(state) {
        let choice = player.choose(battle, state, budget(battle, state)).unwrap();
        apply(battle, state, &choice.action, &mut dice, &mut Vec::new()).unwrap();
        done.push(choice.action);
    }
    assert_eq!(player.makeshifts(), 0);
    done
}
