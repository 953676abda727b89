//! `longroll match`: two computer players in duplicate pairs, with the confidence the score deserves.
//!
//! A pair is the same seed twice with the sides exchanged; it goes to the better total of the two final
//! margins. The result does not depend on the number of jobs, nor on how often it was interrupted, unless thought is
//! limited by the clock.

use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use atlas::battle::Battle as Files;
use atlas::{BySide, Side};
use clap::Args;
use lab::counted;
use lab::statistics::{mean, wilson};
use rules::game::Game;
use staff::{Budget, Contender, Level, Staff, bout};

use crate::library::Library;
use crate::pairs::{Pair, Pairs};
use crate::progress::{INTERRUPTED, progress_bar, stop_on_signal};
use crate::thought::{Entrant, Thinker, Thinking, entrant};
use crate::trouble::Trouble;

/// The most games of a match.
const MOST_GAMES: u64 = 10_000_000;

/// Plays a match of two computer players.
#[derive(Args)]
pub struct Match {
    /// The first player: recruit, captain, colonel, general, random, or machine where the rules print
    /// one for solitaire play; `general:50000` is a General who may judge so
    /// many positions in a player-turn, `general:500ms` and `general:2s` one who may think so long.
    #[arg(value_parser = entrant)]
    first: Entrant,
    /// The second player.
    #[arg(value_parser = entrant)]
    second: Entrant,
    /// The battle by its id: `longroll battles` lists them.
    id: String,
    /// How many games, two a pair; an odd number is rounded up.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
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
    jobs: Option<NonZeroUsize>,
    /// A file in which every pair is kept as soon as it is over, begun if it is not there yet. Pairs that it
    /// holds are not played again: the same command goes on where it was interrupted, with more games or
    /// another seed it adds to them.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    thinking: Thinking,
}

impl Match {
    /// Plays the match and prints the score.
    pub fn run(&self, library: &Library) -> Result<ExitCode, Trouble> {
        let count = self.games.div_ceil(2);
        let last = self.seed.checked_add(count - 1).ok_or_else(|| {
            let pairs = counted(count as usize, "pair");
            Trouble::Usage(format!(
                "--seed {}: the seeds of {pairs} go beyond {}",
                self.seed,
                u64::MAX
            ))
        })?;
        let files = library.load(&self.id)?;
        let staff = self.staff(&files)?;
        let scenario = files.scenario(self.scenario.as_deref());
        let scenario = scenario.map_or("", |scenario| &scenario.id);
        if !self.games.is_multiple_of(2) {
            eprintln!("longroll: two games make a pair: {} are played", 2 * count);
        }
        let mut pairs = match &self.resume {
            Some(path) => Pairs::of_file(path, &self.title(&files, scenario)?)?,
            None => Pairs::default(),
        };
        let stop = stop_on_signal("stopping; the score so far follows");
        let mut out = stdout();
        writeln!(
            out,
            "{} against {}, {} ({}), seeds {} to {last}",
            self.first, self.second, self.id, scenario, self.seed,
        )?;
        let kept = pairs.within(self.seed..=last).len() as u64;
        let bar = progress_bar(count, kept, "pairs");
        let played = self.play(&*staff, count, &mut pairs, &stop, &|| bar.inc(1));
        bar.finish_and_clear();
        played?;
        let pairs = pairs.within(self.seed..=last);
        for line in score(&pairs) {
            writeln!(out, "{line}")?;
        }
        if pairs.len() as u64 == count {
            return Ok(ExitCode::SUCCESS);
        }
        let (over, all) = (pairs.len(), counted(count as usize, "pair"));
        let way_on = self.resume.as_ref().map_or("", |_| "; the same command goes on");
        writeln!(out, "interrupted: {over} of {all} are over{way_on}")?;
        Ok(ExitCode::from(INTERRUPTED))
    }

    /// The players of the battle, if it has those that are asked for.
    fn staff(&self, files: &Files) -> Result<Arc<dyn Staff>, Trouble> {
        let game = Game::new(files, self.scenario.as_deref(), &self.options)
            .map_err(|error| Trouble::Request(error.to_string()))?;
        let game = Arc::new(game);
        let machine =
            [self.first, self.second].iter().any(|one| one.contender == Contender::Machine);
        if machine && !staff::has_machine(&game) {
            let told = format!("the rules of {} print no machine for solitaire play", self.id);
            return Err(Trouble::Request(told));
        }
        staff::of(&game, files).ok_or_else(|| {
            Trouble::Request(format!("there are no computer players for {}", self.id))
        })
    }

    /// The match in a line, by which a file of its pairs is known: everything that a pair depends on but its seed.
    fn title(&self, files: &Files, scenario: &str) -> Result<String, Trouble> {
        let mut options = self.options.clone();
        options.sort();
        options.dedup();
        let general = |entrant: &Entrant| entrant.contender == Contender::Staff(Level::General);
        let untold = |entrant: &&Entrant| general(entrant) && entrant.thought.is_none();
        let thought = match [self.first, self.second].iter().find(untold) {
            Some(_) => format!(", general:{}", self.thinking.thought()),
            None => String::new(),
        };
        Ok(format!(
            "match 1: {} against {}{thought}, {} ({scenario}), options [{}], Long Roll {}, files {}",
            self.first,
            self.second,
            self.id,
            options.join(" "),
            env!("CARGO_PKG_VERSION"),
            lab::fingerprint(files)?,
        ))
    }

    /// Plays the pairs that are not over yet, several at once, and tells of each that is. Those that are not over when
    /// `stop` is set do not count.
    fn play(
        &self,
        staff: &dyn Staff,
        count: u64,
        pairs: &mut Pairs,
        stop: &AtomicBool,
        tell: &(dyn Fn() + Sync),
    ) -> Result<(), Trouble> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = self.jobs.map_or(cores, NonZeroUsize::get) as u64;
        let (next, stuck) = (AtomicU64::new(0), AtomicBool::new(false));
        let (pairs, trouble) = (Mutex::new(pairs), Mutex::new(None));
        let halted = || stop.load(Ordering::Relaxed) || stuck.load(Ordering::Relaxed);
        let fail = |what: Trouble| {
            *trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(what);
            stuck.store(true, Ordering::Relaxed);
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs.min(count) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count || halted() {
                            return;
                        }
                        let seed = self.seed.wrapping_add(index);
                        if pairs.lock().unwrap_or_else(PoisonError::into_inner).has(seed) {
                            continue;
                        }
                        let pair = self.pair(staff, seed, &halted);
                        // Whoever was interrupted answered in haste.
                        if halted() {
                            return;
                        }
                        let Some(pair) = pair else {
                            let told = "a player offered an illegal action".to_owned();
                            return fail(Trouble::Request(told));
                        };
                        let mut all = pairs.lock().unwrap_or_else(PoisonError::into_inner);
                        match all.add(seed, pair) {
                            Ok(()) => tell(),
                            Err(error) => return fail(error),
                        }
                    }
                });
            }
        });
        trouble.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    fn pair(&self, staff: &dyn Staff, seed: u64, halted: &dyn Fn() -> bool) -> Option<Pair> {
        let mut margins = BySide::default();
        for side in Side::BOTH {
            let seats = match side {
                Side::Union => BySide { union: self.first, confederate: self.second },
                Side::Confederate => BySide { union: self.second, confederate: self.first },
            };
            margins[side] = self.game(staff, seats, seed, halted)?.margin(side);
        }
        Some(Pair(margins))
    }

    fn game(
        &self,
        staff: &dyn Staff,
        seats: BySide<Entrant>,
        seed: u64,
        halted: &dyn Fn() -> bool,
    ) -> Option<bout::Result> {
        let mut thinkers = seats.map(|entrant| {
            let thought = entrant.thought.unwrap_or_else(|| self.thinking.thought());
            let general = entrant.contender == Contender::Staff(Level::General);
            general.then(|| Thinker::new(thought))
        });
        let contenders = seats.map(|entrant| entrant.contender);
        staff.bout(contenders, seed, &mut |due, decide| {
            // A decision that is not made ends the game.
            if halted() {
                return;
            }
            match thinkers[due.side].as_mut() {
                Some(thinker) => thinker.decide(due, halted, decide),
                None => decide(Budget::until(halted)),
            }
        })
    }
}

/// The score of the pairs that are over, a line a fact.
fn score(pairs: &[Pair]) -> Vec<String> {
    if pairs.is_empty() {
        return Vec::new();
    }
    let total = |pair: &Pair| pair.0.union + pair.0.confederate;
    let won = pairs.iter().filter(|pair| total(pair) > 0).count();
    let even = pairs.iter().filter(|pair| total(pair) == 0).count();
    let score = won as f64 + 0.5 * even as f64;
    let interval = wilson(score, pairs.len());
    let mut lines = vec![format!(
        "pairs: {won} won, {even} even, {} lost: {:.1} % (95 %: {:.1} to {:.1})",
        pairs.len() - won - even,
        100.0 * score / pairs.len() as f64,
        100.0 * interval.low,
        100.0 * interval.high,
    )];
    for side in Side::BOTH {
        let found = mean(pairs.iter().map(|pair| pair.0[side]));
        let error = match found.count {
            1 => "one game".to_owned(),
            _ => format!("standard error {:.1}", found.error),
        };
        lines.push(format!("mean margin as {side}: {:+.1} ({error})", found.mean));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Match {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            game: Match,
        }
        let line = ["match"].iter().chain(words).copied();
        <Line as clap::Parser>::try_parse_from(line).expect("a match").game
    }

    /// The first battle that has one is as good as any.
    fn some_staff() -> Arc<dyn Staff> {
        let files = atlas::builtin::battle(some_battle()).expect("a battle");
        let game = Game::new(&files, None, &[]).expect("a battle that can be played");
        staff::of(&Arc::new(game), &files).expect("a staff")
    }

    fn some_battle() -> &'static str {
        atlas::builtin::kinds().next().expect("a battle").battle
    }

    fn played(game: &Match, staff: &dyn Staff, count: u64, stopped: bool) -> Vec<Pair> {
        let (mut pairs, stop) = (Pairs::default(), AtomicBool::new(stopped));
        game.play(staff, count, &mut pairs, &stop, &|| {}).expect("no trouble");
        pairs.within(0..=u64::MAX)
    }

    fn pair(union: i64, confederate: i64) -> Pair {
        Pair(BySide { union, confederate })
    }

    /// The interval: middle (0.75 + 0.9604) / 2.9208, half 0.6711 * 0.5778. Margins 1 and 3 have the variance 2 over one,
    /// and the error of their mean is the root of 2 / 2.
    #[test]
    fn the_score_of_two_pairs_by_hand() {
        let lines = score(&[pair(1, -1), pair(3, 4)]);
        assert_eq!(lines[0], "pairs: 1 won, 1 even, 0 lost: 75.0 % (95 %: 19.8 to 97.3)");
        assert_eq!(lines[1], "mean margin as Union: +2.0 (standard error 1.0)");
        assert_eq!(lines[2], "mean margin as Confederate: +1.5 (standard error 2.5)");
    }

    #[test]
    fn a_single_pair_has_no_error_and_none_no_score() {
        let lines = score(&[pair(12, -2)]);
        assert_eq!(lines[1], "mean margin as Union: +12.0 (one game)");
        assert!(score(&[]).is_empty());
    }

    /// What was over when it was told to stop is the same as if it had not been.
    #[test]
    fn an_interrupted_match_keeps_the_pairs_that_are_over() {
        let staff = some_staff();
        let game = parsed(&["random", "random", some_battle(), "--jobs", "1"]);
        let (stop, over) = (AtomicBool::new(false), AtomicU64::new(0));
        let mut kept = Pairs::default();
        let third = || stop.store(over.fetch_add(1, Ordering::Relaxed) == 2, Ordering::Relaxed);
        game.play(&*staff, 6, &mut kept, &stop, &third).expect("no trouble");
        let pairs = kept.within(0..=u64::MAX);
        let whole = played(&game, &*staff, 6, false);
        assert_eq!((pairs.len(), whole.len()), (3, 6));
        assert_eq!(pairs, whole[..3]);
        assert!(played(&game, &*staff, 6, true).is_empty());
        // What is over is not played again, and what comes of the rest is the same.
        let (goes_on, more) = (AtomicBool::new(false), AtomicU64::new(0));
        let count = || _ = more.fetch_add(1, Ordering::Relaxed);
        game.play(&*staff, 6, &mut kept, &goes_on, &count).expect("no trouble");
        assert_eq!((kept.within(0..=u64::MAX), more.into_inner()), (whole, 3));
    }

    #[test]
    fn only_a_general_is_hurried() {
        let staff = some_staff();
        let pairs = |nodes| {
            let words = ["colonel", "captain", some_battle(), "--nodes", nodes];
            played(&parsed(&words), &*staff, 1, false)
        };
        assert_eq!(pairs("1"), pairs("20000"));
    }
}
