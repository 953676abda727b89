//! How fast the Grand-tactical game is played: whole random games, decisions, a combat phase, destinations,
//! sight, copies. A table of processor time and rates, each as a multiple of a calibration kernel measured
//! in the same run. What is measured is checked before it is timed.

#[path = "../../field/benches/field/report.rs"]
mod report;

use std::hint::black_box;

use atlas::builtin;
use report::Report;
use rules::System;
use rules::dice::Chance;
use rules::grand_tactical::movement::Reach;
use rules::grand_tactical::random::RandomPlayer;
use rules::grand_tactical::state::Phase;
use rules::grand_tactical::{Action, Battle, State, sight};
use rules::random::play_out;

fn battle(options: &[&str]) -> Battle {
    let files = builtin::battle("grand-tactical/antietam").expect("a built-in battle");
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    Battle::new(&files, None, &options).expect("a battle that can be played")
}

/// The Union's second operations phase of the fifth turn of a random game.
fn midgame(battle: &Battle) -> State {
    let mut player = RandomPlayer::new(7);
    let mut events = Vec::new();
    let mut state = battle.start(player.chance(), &mut events);
    while state.turn < 5 || state.round < 2 || state.phase != Phase::Operations {
        let action = player.choose(battle, &state).expect("it is not over");
        events.clear();
        battle.apply_legal(&mut state, &action, player.chance(), &mut events);
    }
    state
}

fn games(report: &mut Report) {
    let kinds: [(&str, &[&str]); 4] = [
        ("a basic game", &[]),
        ("an intermediate game", &["4=intermediate"]),
        ("an advanced game", &["4=advanced"]),
        ("an advanced game, hidden", &["4=advanced", "5"]),
    ];
    for (name, options) in kinds {
        let battle = battle(options);
        let mut seed = 0;
        report.line(name, &mut || {
            seed += 1;
            let mut player = RandomPlayer::new(seed);
            let mut state = battle.start(player.chance(), &mut Vec::new());
            assert!(play_out(&battle, &mut state, &mut player) > 100);
            assert_eq!(state.phase, Phase::Over);
        });
    }
}

fn decisions(report: &mut Report) {
    let battle = battle(&["4=advanced"]);
    let state = midgame(&battle);
    let mut player = RandomPlayer::new(3);
    let mut events = Vec::new();
    let mut now = state;
    report.line("a decision of an operations phase", &mut || {
        let action = player.choose(&battle, &now).expect("it is not over");
        events.clear();
        if matches!(action, Action::EndPhase) {
            now.clone_from(&state);
        } else {
            battle.apply_legal(&mut now, &action, player.chance(), &mut events);
        }
    });
}

fn combat(report: &mut Report) {
    for (name, options) in [
        ("a combat phase", &["4=advanced"][..]),
        ("a combat phase, hidden", &["4=advanced", "5"][..]),
    ] {
        let battle = battle(options);
        let state = midgame(&battle);
        let mut chance = Chance::new(5);
        let mut events = Vec::new();
        report.line(name, &mut || {
            let mut now = state;
            events.clear();
            battle.apply_legal(&mut now, &Action::EndPhase, &mut chance, &mut events);
            assert!(now.side != state.side);
        });
    }
}

fn parts(report: &mut Report) {
    let battle = battle(&["4=advanced", "8"]);
    let state = midgame(&battle);
    let units: Vec<_> = state.on_map(&battle, state.side).collect();
    let mut reach = Reach::new();
    let mut at = 0;
    report.line("destinations of a unit", &mut || {
        at = (at + 1) % units.len();
        reach.search(&battle, &state, units[at]);
        black_box(reach.len());
    });
    let cells: Vec<_> = units.iter().filter_map(|&unit| state.cell(unit)).collect();
    report.line("sight from a square", &mut || {
        at = (at + 1) % cells.len();
        black_box(sight::field_of(&battle, &state, cells[at], None));
    });
    let mut copy = state;
    report.line("a copy of a state", &mut || {
        copy.clone_from(black_box(&state));
        black_box(&copy);
    });
}

fn main() {
    let mut report = Report::new();
    games(&mut report);
    decisions(&mut report);
    combat(&mut report);
    parts(&mut report);
}
