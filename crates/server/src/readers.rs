//! Where games are read: a few plain threads of their own, with lines before them. Commands are carried out elsewhere, so
//! that nobody who reads, however much, delays somebody who plays.
//!
//! What takes a whole game to work out is worked out once for all who ask the same ([`Readers::share`]), and kept until the
//! game goes on. What waits is bounded, in all and for a place, and places take turns. Whoever has gone is not worked for.

mod gate;
mod kept;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use tokio::sync::{oneshot, watch};

use crate::asset::Asset;
use crate::fair_queue::{FairQueue, Origin};
use crate::problem::Problem;

use gate::{Gate, Served};
use kept::{Flight, Kept};
pub use kept::{Key, What};

/// The fewest threads: one that never replays, and one that does.
const FEWEST_THREADS: usize = 2;
/// How often what was given up under way is begun anew for somebody who came at that moment.
const MOST_TRIES: usize = 3;

/// What is to be read: of those who play and of games that are opened first, of those who look on then, replays last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Line {
    /// A question of somebody who plays.
    Player,
    /// A game that is brought from storage to a table.
    Opening,
    /// A question of somebody who looks on.
    Watcher,
    /// Something for which a game is replayed.
    Replay,
}

impl Line {
    const COUNT: usize = 4;

    /// How many may wait in it, in all and for one place.
    const fn bounds(self) -> (usize, usize) {
        match self {
            Line::Player | Line::Watcher => (1024, 128),
            Line::Opening => (1024, 1024),
            Line::Replay => (256, 16),
        }
    }
}

/// Something that is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// In which line it waits.
    pub line: Line,
    /// From where it was asked for.
    pub origin: Origin,
}

/// Says whether nobody wants the work any more.
pub type Unwanted<'a> = &'a dyn Fn() -> bool;

struct Job {
    is_wanted: Box<dyn Fn() -> bool + Send>,
    run: Box<dyn FnOnce() + Send>,
}

#[derive(Default)]
struct Desk {
    pile: Mutex<Pile>,
    bell: Condvar,
}

#[derive(Default)]
struct Pile {
    queue: FairQueue<Job, { Line::COUNT }>,
    closed: bool,
    /// Whose turn it is: of those who play, or of games that are opened.
    opens_first: bool,
}

impl Pile {
    /// Takes out what is next in the first so many lines. Questions of players and openings take turns, so that neither
    /// keeps the other waiting; a command may wait for an opening.
    fn pop(&mut self, lines: usize) -> Option<Job> {
        self.opens_first = !self.opens_first;
        let (play, open) = (Line::Player as usize, Line::Opening as usize);
        let first = if self.opens_first { [open, play] } else { [play, open] };
        self.queue.pop(first.into_iter().chain(Line::Watcher as usize..lines))
    }
}

impl Desk {
    fn pile(&self) -> MutexGuard<'_, Pile> {
        self.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on what waits in the first so many lines, until nothing more can come.
    fn work(&self, lines: usize) {
        loop {
            let mut pile = self.pile();
            let job = loop {
                if let Some(job) = pile.pop(lines) {
                    break job;
                }
                if pile.closed {
                    return;
                }
                pile = self.bell.wait(pile).unwrap_or_else(PoisonError::into_inner);
            };
            drop(pile);
            if (job.is_wanted)() {
                (job.run)();
            }
        }
    }

    fn submit(&self, wish: Wish, job: Job) -> Result<(), Problem> {
        let Wish { line, origin } = wish;
        let (most, most_of_one) = line.bounds();
        let at = line as usize;
        let mut pile = self.pile();
        if pile.closed {
            return Err(Problem::Busy);
        }
        let full = |pile: &Pile| {
            let of_one = pile.queue.waiting_of(at, origin) >= most_of_one && origin.is_some();
            (of_one, pile.queue.waiting(at) >= most)
        };
        if full(&pile) != (false, false) {
            // Those who have gone take nobody's place.
            pile.queue.retain(at, |job| (job.is_wanted)());
        }
        match full(&pile) {
            (true, _) => return Err(Problem::TooManyRequests { after: 1 }),
            (false, true) => return Err(Problem::Busy),
            (false, false) => {}
        }
        pile.queue.push(at, origin, job);
        // Not every thread takes everything.
        self.bell.notify_all();
        Ok(())
    }
}

/// The threads that read.
pub struct Readers {
    desk: Arc<Desk>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    stopping: Arc<AtomicBool>,
    kept: Arc<Mutex<Kept>>,
    gate: Arc<Gate>,
}

impl Readers {
    /// As many threads as there are processors, and two at least; half of them replay.
    pub fn start() -> Readers {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let count = cores.max(FEWEST_THREADS);
        let desk = Arc::new(Desk::default());
        let spawn = |number: usize| {
            let desk = Arc::clone(&desk);
            let lines = if number < count / 2 { Line::COUNT } else { Line::Replay as usize };
            let thread = std::thread::Builder::new().name(format!("reader-{number}"));
            thread.spawn(move || desk.work(lines))
        };
        let threads = (0..count).map(spawn).filter_map(|thread| {
            thread.inspect_err(|error| tracing::error!(%error, "a thread to read on")).ok()
        });
        Readers {
            threads: Mutex::new(threads.collect()),
            desk: Arc::clone(&desk),
            stopping: Arc::default(),
            kept: Arc::default(),
            gate: Arc::default(),
        }
    }

    /// Lets whoever plays in at once; the others one after another.
    async fn enter(&self, wish: Wish) -> Result<Option<Served>, Problem> {
        match wish.line {
            Line::Player | Line::Opening => Ok(None),
            Line::Watcher | Line::Replay => self.gate.enter(wish.origin).await.map(Some),
        }
    }

    /// Works something out for one asker.
    pub async fn read<T: Send + 'static>(
        &self,
        wish: Wish,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _served = self.enter(wish).await?;
        let (answer, answered) = oneshot::channel::<Option<T>>();
        let answer = Arc::new(Mutex::new(Some(answer)));
        let (own, stopping) = (Arc::clone(&answer), Arc::clone(&self.stopping));
        let is_wanted = move || {
            let answer = own.lock().unwrap_or_else(PoisonError::into_inner);
            !stopping.load(Ordering::Relaxed)
                && answer.as_ref().is_some_and(|answer| !answer.is_closed())
        };
        let run = move || {
            let done = catch_unwind(AssertUnwindSafe(work));
            if done.is_err() {
                tracing::error!("a reading ended in a fault of the program");
            }
            let answer = answer.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(answer) = answer {
                // Whoever asked may have gone.
                let _ = answer.send(done.ok());
            }
        };
        let job = Job { is_wanted: Box::new(is_wanted), run: Box::new(run) };
        self.desk.submit(wish, job)?;
        answered.await.map_err(|_| Problem::Busy)?.ok_or(Problem::Internal)
    }

    /// Works something out once for all who ask the same of a game as it stands, which its edition names. Work that says
    /// nothing was given up, because nobody wanted it any more.
    pub async fn share(
        &self,
        key: Key,
        edition: &str,
        wish: Wish,
        work: impl Fn(Unwanted) -> Option<Result<Asset, Problem>> + Clone + Send + 'static,
    ) -> Result<Asset, Problem> {
        let _served = self.enter(wish).await?;
        for _ in 0..MOST_TRIES {
            let flight = {
                let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(asset) = kept.get(&key, edition) {
                    return Ok(asset);
                }
                match kept.flight(&key, edition) {
                    Some(flight) => flight,
                    None => self.take_off(&mut kept, &key, edition, wish, work.clone())?,
                }
            };
            let mut told = flight.told.clone();
            let told = told.wait_for(Option::is_some).await;
            if let Ok(Some(answer)) = told.as_deref() {
                return answer.clone();
            }
        }
        Err(Problem::Busy)
    }

    fn take_off(
        &self,
        kept: &mut Kept,
        key: &Key,
        edition: &str,
        wish: Wish,
        work: impl Fn(Unwanted) -> Option<Result<Asset, Problem>> + Send + 'static,
    ) -> Result<Arc<Flight>, Problem> {
        let (tell, told) = watch::channel(None);
        let tell = Arc::new(tell);
        let flight = Arc::new(Flight { told });
        let (own, stopping) = (Arc::clone(&tell), Arc::clone(&self.stopping));
        let is_wanted = move || !stopping.load(Ordering::Relaxed) && !own.is_closed();
        let (all, key, edition) = (Arc::clone(&self.kept), key.clone(), edition.to_owned());
        let (for_run, named) = (is_wanted.clone(), (key.clone(), edition.clone()));
        let run = move || {
            let begun = std::time::Instant::now();
            let unwanted = || !for_run();
            let done = catch_unwind(AssertUnwindSafe(|| work(&unwanted)));
            metrics::histogram!("longroll_reading_seconds").record(begun.elapsed().as_secs_f64());
            let done = done.unwrap_or_else(|_| {
                tracing::error!("a reading ended in a fault of the program");
                Some(Err(Problem::Internal))
            });
            let mut kept = all.lock().unwrap_or_else(PoisonError::into_inner);
            kept.land(&named.0, &named.1, done.as_ref().and_then(|done| done.as_ref().ok()));
            drop(kept);
            if let Some(done) = done {
                // Whoever asked may have gone.
                let _ = tell.send(Some(done));
            }
        };
        self.desk.submit(wish, Job { is_wanted: Box::new(is_wanted), run: Box::new(run) })?;
        kept.take_off(key, edition, &flight);
        Ok(flight)
    }

    /// Lets what waits go, and returns once nothing is read any more.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        {
            let mut pile = self.desk.pile();
            pile.closed = true;
            pile.queue.clear();
            self.desk.bell.notify_all();
        }
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let ended = tokio::task::spawn_blocking(move || {
            threads.into_iter().for_each(|thread| {
                let _ = thread.join();
            });
        });
        if let Err(error) = ended.await {
            tracing::error!(%error, "the threads that read did not end well");
        }
    }
}

#[cfg(test)]
mod tests;
