//! `longroll match`: two computer players in duplicate pairs, with the confidence the score deserves.
//!
//! A pair is the same seed twice with the sides exchanged; it goes to the better total of the two final
//! margins. The result does not depend on the number of jobs, unless thought is limited by the clock.

use std::io::{Write, stdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use atlas::{BySide, Side};
use clap::Args;
use rules::blue_gray::Battle;
use staff::bout::{self, Contender};
use staff::{Budget, TurnTime, share_of_nodes};

use crate::levels::contender;
use crate::library::Library;
use crate::trouble::Trouble;

/// The normal deviate of a confidence of 95 %.
const DEVIATE: f64 = 1.96;

/// Plays a match of two computer players.
#[derive(Args)]
pub struct Match {
    /// The first player: recruit, captain, colonel, general or random.
    #[arg(value_parser = contender)]
    first: Contender,
    /// The second player.
    #[arg(value_parser = contender)]
    second: Contender,
    /// The battle, as in `blue-gray/antietam`.
    id: String,
    /// How many games, two a pair; an odd number is rounded up.
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// The scenario; without it the battle's first.
    #[arg(long)]
    scenario: Option<String>,
    /// An optional rule by its printed number; may be given more than once.
    #[arg(long = "option", value_name = "NUMBER")]
    options: Vec<String>,
    /// The seed of the first pair; the others follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; without it one for each processor.
    #[arg(long)]
    jobs: Option<usize>,
    /// How many positions a General may judge in a turn; 20,000 take about half a second.
    #[arg(long, default_value_t = 20_000, conflicts_with = "think")]
    nodes: u64,
    /// How long a General may think in a turn, instead of a number of positions.
    #[arg(long, value_name = "MILLISECONDS")]
    think: Option<u32>,
}

/// The two games of a pair, as margins of the first player: as Union and as Confederate.
#[derive(Clone, Copy)]
struct Pair(BySide<i32>);

impl Match {
    /// Plays the match and prints the score.
    pub fn run(&self, library: &Library) -> Result<(), Trouble> {
        let files = library.load(&self.id)?;
        let battle = Battle::new(&files, self.scenario.as_deref(), &self.options)
            .map_err(|error| Trouble::Request(error.to_string()))?;
        let pairs = self.play(&battle)?;
        let mut out = stdout();
        writeln!(
            out,
            "{} against {}, {} ({}), seeds {} to {}",
            self.first.word(),
            self.second.word(),
            self.id,
            battle.scenario,
            self.seed,
            self.seed + pairs.len().max(1) as u64 - 1,
        )?;
        let total = |pair: &Pair| pair.0.union + pair.0.confederate;
        let won = pairs.iter().filter(|pair| total(pair) > 0).count();
        let even = pairs.iter().filter(|pair| total(pair) == 0).count();
        let score = won as f64 + 0.5 * even as f64;
        let (low, high) = wilson(score, pairs.len() as f64);
        writeln!(
            out,
            "pairs: {won} won, {even} even, {} lost: {:.1} % (95 %: {:.1} to {:.1})",
            pairs.len() - won - even,
            100.0 * score / pairs.len().max(1) as f64,
            100.0 * low,
            100.0 * high,
        )?;
        for side in Side::BOTH {
            let (mean, error) = mean(pairs.iter().map(|pair| f64::from(pair.0[side])));
            writeln!(out, "mean margin as {side}: {mean:+.1} (standard error {error:.1})")?;
        }
        Ok(())
    }

    /// Plays all pairs, several games at once.
    fn play(&self, battle: &Battle) -> Result<Vec<Pair>, Trouble> {
        let count = self.games.div_ceil(2);
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let jobs = self.jobs.unwrap_or(cores).clamp(1, count.max(1) as usize);
        let next = AtomicU64::new(0);
        let played: Mutex<Vec<(u64, Option<Pair>)>> = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            return;
                        }
                        let pair = self.pair(battle, self.seed.wrapping_add(index));
                        played.lock().unwrap_or_else(PoisonError::into_inner).push((index, pair));
                    }
                });
            }
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_by_key(|(index, _)| *index);
        let pairs: Option<Vec<Pair>> = played.into_iter().map(|(_, pair)| pair).collect();
        pairs.ok_or_else(|| Trouble::Request("a player offered an illegal action".to_owned()))
    }

    fn pair(&self, battle: &Battle, seed: u64) -> Option<Pair> {
        let mut margins = BySide::default();
        for side in Side::BOTH {
            let seats = match side {
                Side::Union => BySide { union: self.first, confederate: self.second },
                Side::Confederate => BySide { union: self.second, confederate: self.first },
            };
            margins[side] = self.game(battle, seats, seed)?.margin(side);
        }
        Some(Pair(margins))
    }

    fn game(&self, battle: &Battle, seats: BySide<Contender>, seed: u64) -> Option<bout::Result> {
        let Some(think) = self.think else {
            return bout::play(battle, seats, seed, &mut |state, decide| {
                decide(Budget::nodes(share_of_nodes(state, self.nodes)));
            });
        };
        let turn = Duration::from_millis(u64::from(think));
        let mut spent = TurnTime::default();
        bout::play(battle, seats, seed, &mut |state, decide| {
            let begun = Instant::now();
            let end = begun + spent.share(state, turn);
            decide(Budget::until(&|| Instant::now() >= end));
            spent.count(state, begun.elapsed());
        })
    }
}

/// The Wilson interval of a score out of so many, at 95 %.
fn wilson(score: f64, count: f64) -> (f64, f64) {
    if count == 0.0 {
        return (0.0, 1.0);
    }
    let (share, square) = (score / count, DEVIATE * DEVIATE);
    let middle = (share + square / (2.0 * count)) / (1.0 + square / count);
    let inner = share * (1.0 - share) / count + square / (4.0 * count * count);
    let half = DEVIATE / (1.0 + square / count) * inner.sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// The mean of some numbers and its standard error.
fn mean(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.clone().count().max(1) as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let variance = numbers.map(|number| (number - mean) * (number - mean)).sum::<f64>() / count;
    (mean, (variance / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_of_a_known_case() {
        // 8 of 10, worked out by hand: 0.490 to 0.943.
        let (low, high) = wilson(8.0, 10.0);
        assert!((low - 0.4902).abs() < 0.001 && (high - 0.9433).abs() < 0.001, "{low} {high}");
        assert_eq!(wilson(0.0, 0.0), (0.0, 1.0));
        assert_eq!(wilson(5.0, 5.0).1, 1.0);
    }

    #[test]
    fn mean_and_its_error() {
        let (mean, error) = mean([1.0, 3.0].into_iter());
        assert_eq!((mean, error), (2.0, (1.0f64 / 2.0).sqrt()));
    }
}
