//! Playing the games of a study that are not over yet, on several threads.
//!
//! Threads take the games in their order, one at a time; what a game is does not depend on who takes it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::fault::LabError;
use crate::journal::Journal;
use crate::plan::Study;
use crate::play::play;
use crate::rows::GameRow;

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// How many games were played now.
    pub played: usize,
    /// How many of this part are over, those of earlier runs included.
    pub done: usize,
    /// How many this part has.
    pub planned: usize,
    /// The time the threads spent on the games that count.
    pub busy: Duration,
    /// Whether that is time of a processor; if not, the system tells only time on the wall.
    pub by_processor: bool,
}

impl Ran {
    /// Whether nothing is left to do.
    pub fn is_complete(&self) -> bool {
        self.done == self.planned
    }

    /// How many games one core plays in a second.
    pub fn rate(&self) -> f64 {
        self.played as f64 / self.busy.as_secs_f64().max(1e-9)
    }
}

/// Plays what is left of a study's part, and tells of every game that is over. Whatever was over when `stop`
/// was set stays in the journal.
pub fn run(
    study: &Study,
    journal: &mut Journal,
    jobs: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&GameRow),
) -> Result<Ran, LabError> {
    let (left, planned) = what_is_left(study, journal);
    check_play(study, journal, stop)?;
    let mut ran = Ran { planned, done: planned - left.len(), by_processor: true, ..Ran::default() };
    let next = AtomicUsize::new(0);
    let halted = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..jobs.clamp(1, left.len().max(1)) {
            let (sender, left, next, halted) = (sender.clone(), &left, &next, &halted);
            scope.spawn(move || {
                while let Some(&(set, game)) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if stop.load(Ordering::Relaxed) || halted.load(Ordering::Relaxed) {
                        return;
                    }
                    let clock = Clock::start();
                    let played = play(study, set, game, stop);
                    if sender.send((played, clock.spent())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (played, (spent, by_processor)) in receiver {
            let kept = played.and_then(|row| match row {
                Some(row) => journal.add(&row).map(|()| Some(row)),
                None => Ok(None),
            });
            match kept {
                Ok(Some(row)) => {
                    ran.played += 1;
                    ran.done += 1;
                    ran.busy += spent;
                    ran.by_processor &= by_processor;
                    tell(&row);
                }
                Ok(None) => {}
                Err(error) => {
                    halted.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    });
    result.map(|()| ran)
}

/// The games of this part that are not over, game by game through all sets, and how many this part has.
fn what_is_left(study: &Study, journal: &Journal) -> (Vec<(u32, u32)>, usize) {
    let sets = study.plan.sets.len() as u32;
    let shard = journal.shard();
    let own = (1..=study.plan.games).filter(|&game| shard.has(game));
    let all: Vec<(u32, u32)> = own.flat_map(|game| (0..sets).map(move |set| (set, game))).collect();
    let planned = all.len();
    let left = all.into_iter().filter(|&(set, game)| !journal.has(set, game)).collect();
    (left, planned)
}

/// Reads every game of a journal, and plays the first once more: if it comes out otherwise, the rules or the
/// players are not those with which the journal was written.
pub(crate) fn check_play(
    study: &Study,
    journal: &Journal,
    stop: &AtomicBool,
) -> Result<(), LabError> {
    study.bench.check(journal)?;
    let Some((set, game)) = journal.keys().next() else { return Ok(()) };
    let (told, now) = (journal.row(set, game)?, play(study, set, game, stop)?);
    match now {
        Some(now) if told.as_ref() != Some(&now) => {
            Err(LabError::OtherPlay { path: journal.path().to_owned(), game })
        }
        _ => Ok(()),
    }
}

/// The time of this thread: of the processor where the system tells it, of the wall elsewhere.
struct Clock {
    wall: Instant,
    processor: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock { wall: Instant::now(), processor: processor_time() }
    }

    fn spent(&self) -> (Duration, bool) {
        match (self.processor, processor_time()) {
            (Some(then), Some(now)) => (now.saturating_sub(then), true),
            _ => (self.wall.elapsed(), false),
        }
    }
}

/// How long this thread has been on a processor.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
