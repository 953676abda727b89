//! How far the final score of games between Captains is from what the board promised, by the phases that were still to
//! come: the numbers of `grand_tactical/assessment.rs`.
//!
//! `cargo run --release -p staff --example grand_tactical_experience -- 40 4=advanced`

use rules::System;
use rules::dice::Chance;
use rules::game::{Game, InGame, Seat};
use rules::grand_tactical::Battle;
use rules::grand_tactical::state::Phase;
use staff::grand_tactical::{Assessor, Player};
use staff::{Budget, Level};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let games: u64 = words.first().and_then(|word| word.parse().ok()).expect("how many games");
    let files = atlas::builtin::battle("grand-tactical/antietam").expect("the battle");
    let game = Game::new(&files, None, &words[1..]).expect("a game");
    let battle = Battle::of_game(&game).expect("a game of this system");
    let assessor = Assessor::of(battle);
    let mut offs: Vec<Vec<f64>> = vec![Vec::new(); usize::from(battle.turns)];
    for seed in 0..games {
        let (mut dice, mut events) = (Chance::new(seed), Vec::new());
        let mut state = battle.start(&mut dice, &mut events);
        let player = || Player::new(battle, Level::Captain, seed).without_reasons();
        let mut players = [player(), player()];
        let (mut promised, mut turn) = (Vec::new(), 0);
        while let Some(side) = battle.decider(&state) {
            if state.turn != turn && state.phase == Phase::Operations {
                turn = state.turn;
                promised.push(assessor.expected(battle, &state));
            }
            let seen = battle.seen(&state, Seat::Side(side)).into_owned();
            let chosen = players[side as usize].choose(battle, &seen, Budget::FREE);
            events.clear();
            let action = chosen.expect("a decision").action;
            battle.apply(&mut state, &action, &mut dice, &mut events).expect("a legal action");
        }
        for (off, promised) in offs.iter_mut().zip(promised) {
            off.push(f64::from(state.score) - promised);
        }
    }
    println!("turn  off on the average  standard deviation");
    for (index, off) in offs.iter().enumerate() {
        let count = off.len().max(1) as f64;
        let mean = off.iter().sum::<f64>() / count;
        let stray = off.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / count;
        println!("{:4}  {mean:18.0}  {:18.0}", index + 1, stray.sqrt());
    }
}
