//! scratch: captain with temper overrides a.* against b.*
use atlas::Side;
use rules::System;
use rules::dice::Chance;
use rules::game::{Game, InGame, Seat};
use rules::grand_tactical::Battle;
use staff::grand_tactical::{Player, Temper};
use staff::{Budget, Level};

fn set(t: &mut Temper, key: &str, v: f32) {
    match key {
        "gain" => t.gain = v, "caution" => t.caution = v, "pull" => t.pull = v, "defends" => t.defends = v,
        "objectives" => t.objectives = v, "melee" => t.melee = v, "storm" => t.storm = v, "together" => t.together = v,
        "guns" => t.guns = v, "spares" => t.spares = v, "odds" => t.odds = v,
        _ => panic!("{key}"),
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let pairs: u64 = words[0].parse().unwrap();
    let seed0: u64 = words[1].parse().unwrap();
    let mut tempers = [Temper::CAPTAIN; 2];
    let mut options = Vec::new();
    let mut random = [false; 2];
    for word in &words[2..] {
        if let Some(rest) = word.strip_prefix("a.").or_else(|| word.strip_prefix("b.")) {
            let (key, v) = rest.split_once('=').unwrap();
            let who = usize::from(word.starts_with("b."));
            if key == "recruit" { tempers[who] = Temper::RECRUIT; continue; }
            if key == "random" { random[who] = true; continue; }
            set(&mut tempers[who], key, v.parse().unwrap());
        } else { options.push(word.clone()); }
    }
    let files = atlas::builtin::battle("grand-tactical/antietam").unwrap();
    let game = Game::new(&files, None, &options).unwrap();
    let battle: &Battle = Battle::of_game(&game).unwrap();
    let (mut won, mut sum, mut sums) = (0, 0i64, [0i64; 2]);
    for pair in 0..pairs {
        let seed = seed0 + pair;
        let mut total = 0;
        for swap in 0..2usize {
            let mut players = [0usize, 1].map(|i| Player::new(battle, Level::Captain, seed * 2 + i as u64).without_reasons().with_temper(tempers[i ^ swap]));
            let mut chancer = rules::grand_tactical::random::RandomPlayer::new(seed);
            let (mut dice, mut events) = (Chance::new(seed), Vec::new());
            let mut state = battle.start(&mut dice, &mut events);
            while let Some(side) = battle.decider(&state) {
                let seen = battle.seen(&state, Seat::Side(side)).into_owned();
                let action = if random[side as usize ^ swap] { chancer.choose(battle, &seen).unwrap() } else { players[side as usize].choose(battle, &seen, Budget::FREE).unwrap().action };
                events.clear();
                battle.apply(&mut state, &action, &mut dice, &mut events).unwrap();
            }
            let s = i64::from(state.score);
            let m = if swap == 0 { s } else { -s };
            sums[swap] += m;
            total += m;
        }
        won += u32::from(total > 0);
        sum += total;
    }
    let n = pairs as i64;
    println!("{}: {won}/{pairs} mean total {:+} as U {:+} as C {:+}", words[2..].join(" "), sum / n, sums[0] / n, sums[1] / n);
    let _ = Side::Union;
}
