//! How long the staff thinks: a player-turn of each level, and whole games of recruits.
//!
//! A table in the manner of the other crates: processor time, rates with their spread, and each as a
//! multiple of a calibration kernel measured in the same run.

#[path = "../../field/benches/field/report.rs"]
mod report;

use std::hint::black_box;

use atlas::{BySide, builtin};
use rules::blue_gray::random::Chance;
use rules::blue_gray::{Battle, State, apply_listed, decision, new_game};
use staff::bout::{self, Contender};
use staff::{Budget, Level, Player};

/// The battles, by folder and scenario.
const BATTLES: [(&str, &str); 4] = [
    ("blue-gray/antietam", "september-17"),
    ("blue-gray/fredericksburg", "december-13"),
    ("blue-gray/fredericksburg", "may-3"),
    ("blue-gray/chattanooga", "november-24"),
];

fn battle(id: &str, scenario: &str) -> Battle {
    let files = builtin::battle(id).expect("a built-in battle");
    Battle::new(&files, Some(scenario), &[]).expect("a battle that can be played")
}

/// Positions at the start of player-turns in the middle of a game of captains.
fn midgame(battle: &Battle) -> Vec<State> {
    let mut dice = Chance::new(1862);
    let mut events = Vec::new();
    let mut state = new_game(battle, &mut dice, &mut events);
    let mut player = Player::new(battle, Level::Captain, 1862);
    let mut found: Vec<State> = Vec::new();
    while let Some(choice) = player.choose(battle, &state, Budget::FREE) {
        let before = (state.turn, state.side);
        apply_listed(battle, &mut state, &choice.action, &mut dice, &mut events);
        let begins = (state.turn, state.side) != before && decision(&state).side().is_some();
        if begins && (3..=8).contains(&state.turn) {
            found.push(state.clone());
        }
    }
    assert!(found.len() > 4, "enough player-turns in the middle of the game");
    found
}

/// One player-turn; how many decisions it took.
fn player_turn(battle: &Battle, start: &State, player: &mut Player, budget: Budget<'_>) -> usize {
    let mut state = start.clone();
    let (mut dice, mut events, mut taken) = (Chance::new(7), Vec::new(), 0);
    while (state.turn, state.side) == (start.turn, start.side) {
        let Some(choice) = player.choose(battle, &state, budget) else { break };
        events.clear();
        apply_listed(battle, &mut state, &choice.action, &mut dice, &mut events);
        taken += 1;
    }
    taken
}

fn main() {
    let mut report = report::Report::new();
    for (id, scenario) in BATTLES {
        let battle = battle(id, scenario);
        let states = midgame(&battle);
        for level in Level::ALL {
            let budget = if level == Level::General { Budget::nodes(1_000) } else { Budget::FREE };
            let mut player = Player::new(&battle, level, 1);
            assert!(player_turn(&battle, &states[0], &mut player, budget) > 0);
            let mut next = states.iter().cycle();
            let name = match level {
                Level::General => format!("{scenario}: {level}, 1000 nodes"),
                _ => format!("{scenario}: {level}"),
            };
            report.line(&name, &mut || {
                if let Some(state) = next.next() {
                    black_box(player_turn(&battle, state, &mut player, budget));
                }
            });
        }
    }
    let battle = battle(BATTLES[0].0, BATTLES[0].1);
    let recruit = Contender::Staff(Level::Recruit);
    let seats = BySide { union: recruit, confederate: recruit };
    let mut seed = 0;
    report.line("a game of recruits at Antietam", &mut || {
        seed += 1;
        let played = bout::play(&battle, seats, seed, &mut |_, decide| decide(Budget::FREE));
        assert!(played.is_some(), "a legal game");
    });
}
