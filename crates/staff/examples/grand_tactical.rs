//! Plays pairs of the Grand-tactical game between two players and prints the score and the time of a phase.
//!
//! `cargo run --release -p staff --example grand_tactical -- captain recruit 20 1001 4=advanced [nodes=20000]`

use std::sync::Arc;
use std::time::{Duration, Instant};

use atlas::{BySide, Side};
use rules::game::Game;
use staff::{Budget, Contender, Level, Work, share_of_nodes};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let contender = |index: usize| Contender::parse(&words[index]).expect("a player");
    let (first, second) = (contender(0), contender(1));
    let pairs: u64 = words[2].parse().expect("pairs");
    let seed: u64 = words[3].parse().expect("a seed");
    let nodes = words.iter().find_map(|word| word.strip_prefix("nodes=")?.parse().ok());
    let nodes: u64 = nodes.unwrap_or(20_000);
    let options: Vec<String> =
        words[4..].iter().filter(|word| !word.starts_with("nodes=")).cloned().collect();
    let files = atlas::builtin::battle("grand-tactical/antietam").expect("the battle");
    let game = Arc::new(Game::new(&files, None, &options).expect("a game"));
    let staff = staff::of(&game, &files).expect("a staff");
    let (mut won, mut even) = (0, 0);
    let mut margins = BySide { union: 0i64, confederate: 0i64 };
    let mut time = BySide { union: (Duration::ZERO, 0u32), confederate: (Duration::ZERO, 0u32) };
    let begun = Instant::now();
    for pair in 0..pairs {
        let mut total = 0;
        for side in Side::BOTH {
            let seats = match side {
                Side::Union => BySide { union: first, confederate: second },
                Side::Confederate => BySide { union: second, confederate: first },
            };
            let result = staff.bout(seats, seed + pair, &mut |due, decide| {
                let general = seats[due.side] == Contender::Staff(Level::General);
                let began = Instant::now();
                if general {
                    decide(Budget::nodes(share_of_nodes(due.work, nodes)));
                } else {
                    decide(Budget::FREE);
                }
                if due.work == Work::Plan {
                    // By player, not by side.
                    let who = if (due.side == side) == (side == Side::Union) {
                        if side == Side::Union { Side::Union } else { Side::Confederate }
                    } else if side == Side::Union {
                        Side::Confederate
                    } else {
                        Side::Union
                    };
                    time[who].0 += began.elapsed();
                    time[who].1 += 1;
                }
            });
            let result = result.expect("a game");
            let margin = result.margin(side);
            margins[side] += margin;
            total += margin;
        }
        won += u32::from(total > 0);
        even += u32::from(total == 0);
        eprintln!("pair {pair}: {total:+}");
    }
    let mean = |side| margins[side] / pairs as i64;
    println!(
        "{} - {} {options:?}: {won} won, {even} even of {pairs}; as Union {:+}, as Confederate {:+}; {:.1} s",
        words[0],
        words[1],
        mean(Side::Union),
        mean(Side::Confederate),
        begun.elapsed().as_secs_f64()
    );
    for side in Side::BOTH {
        let (all, count) = time[side];
        println!("  {} ms a phase", all.as_secs_f64() * 1000.0 / f64::from(count.max(1)));
    }
}
