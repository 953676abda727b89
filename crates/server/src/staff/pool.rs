//! Where thinking is done: a few plain threads and a bounded queue before them. Threads that serve
//! never think, and one of those that do takes nothing that takes long.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::{RwLock, RwLockReadGuard, oneshot};

use super::queue::{Haste, Origin, Queue, Takes};
use super::review::reviews::Reviews;

/// The fewest threads: one that is never long at something, and one for the rest.
const FEWEST_THREADS: usize = 2;

type Job = Box<dyn FnOnce() + Send>;

/// Why a thought came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoThought {
    /// The server stops.
    Stopping,
    /// Too much waits to be thought about.
    Busy,
    /// It ended in a fault of the program, which has been logged.
    Fault,
}

/// A thought that is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// How soon.
    pub haste: Haste,
    /// From where it was asked for.
    pub origin: Origin,
}

/// How long may be thought, and waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// For a player-turn.
    pub turn: Duration,
    /// How long computers play on among themselves when nobody looks.
    pub unseen: Duration,
    /// How long they wait at the beginning for somebody who says how much he has been shown.
    pub opening: Duration,
    /// How long a hint may take with all its waiting.
    pub hint: Duration,
    /// How long a review goes on that nobody asks about.
    pub review: Duration,
}

/// The threads that think, and how long they may.
pub struct Thinkers {
    desk: Arc<Desk>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    stopping: Arc<AtomicBool>,
    /// Closed at the end: nothing that was thought is carried out any more.
    gate: RwLock<bool>,
    times: Times,
    /// The reviews of games.
    pub(super) reviews: Arc<Reviews>,
}

/// What waits to be thought about, and those who wait for it.
#[derive(Default)]
struct Desk {
    pile: Mutex<Pile>,
    bell: Condvar,
}

#[derive(Default)]
struct Pile {
    queue: Queue<Job>,
    closed: bool,
}

impl Desk {
    fn pile(&self) -> MutexGuard<'_, Pile> {
        self.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on what waits, until nothing more can come.
    fn work(&self, takes: Takes) {
        loop {
            let mut pile = self.pile();
            let job = loop {
                if let Some(job) = pile.queue.pop(takes) {
                    break job;
                }
                if pile.closed {
                    return;
                }
                pile = self.bell.wait(pile).unwrap_or_else(PoisonError::into_inner);
            };
            drop(pile);
            job();
        }
    }
}

impl Thinkers {
    /// As many threads as there are processors, less one that serves, and two at least. One of them
    /// takes only what is soon over, so that nobody waits for another's long plans.
    pub fn start(times: Times) -> Thinkers {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let desk = Arc::new(Desk::default());
        let spawn = |number: usize| {
            let desk = Arc::clone(&desk);
            let takes = if number == 0 { Takes::Short } else { Takes::All };
            let thread = std::thread::Builder::new().name(format!("thinker-{number}"));
            thread.spawn(move || desk.work(takes))
        };
        let started = (0..cores.saturating_sub(1).max(FEWEST_THREADS)).map(spawn);
        let threads = started.filter_map(|thread| {
            thread.inspect_err(|error| tracing::error!(%error, "a thread to think on")).ok()
        });
        Thinkers {
            threads: Mutex::new(threads.collect()),
            desk: Arc::clone(&desk),
            stopping: Arc::default(),
            gate: RwLock::new(true),
            times,
            reviews: Arc::default(),
        }
    }

    /// How long may be thought, and waited for.
    pub fn times(&self) -> Times {
        self.times
    }

    /// Thinks on one of the threads, once it is its turn. What it is given says whether to stop:
    /// because the server ends, or because whoever asked has gone.
    pub async fn think<T: Send + 'static>(
        &self,
        wish: Wish,
        thought: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, NoThought> {
        let (answer, answered) = oneshot::channel();
        let stopping = Arc::clone(&self.stopping);
        let job = move || {
            let stop = || stopping.load(Ordering::Relaxed) || answer.is_closed();
            if stop() {
                return;
            }
            let begun = std::time::Instant::now();
            let thought = catch_unwind(AssertUnwindSafe(|| thought(&stop)));
            metrics::histogram!("longroll_thought_seconds").record(begun.elapsed().as_secs_f64());
            let stopped = stopping.load(Ordering::Relaxed);
            let result = match thought {
                Ok(_) if stopped => Err(NoThought::Stopping),
                Ok(thought) => Ok(thought),
                Err(_) => {
                    tracing::error!("a thought ended in a fault of the program");
                    Err(NoThought::Fault)
                }
            };
            // Whoever asked may have gone.
            let _ = answer.send(result);
        };
        self.submit(wish, Box::new(job))?;
        answered.await.unwrap_or(Err(NoThought::Stopping))
    }

    fn submit(&self, wish: Wish, job: Job) -> Result<(), NoThought> {
        let mut pile = self.desk.pile();
        if pile.closed {
            return Err(NoThought::Stopping);
        }
        if !pile.queue.push(wish.haste, wish.origin, job) {
            return Err(NoThought::Busy);
        }
        // Not every thread takes every thought.
        self.desk.bell.notify_all();
        Ok(())
    }

    /// Held while what was thought is carried out; `None` once the server stops.
    pub(super) async fn gate(&self) -> Option<RwLockReadGuard<'_, bool>> {
        let open = self.gate.read().await;
        open.then_some(open)
    }

    /// Interrupts every thought, and returns once nothing more comes of any.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        {
            let mut pile = self.desk.pile();
            pile.closed = true;
            // Those who wait for these are told that the server stops.
            pile.queue.clear();
            self.desk.bell.notify_all();
        }
        *self.gate.write().await = false;
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        let ended = tokio::task::spawn_blocking(move || {
            threads.into_iter().for_each(|thread| {
                let _ = thread.join();
            });
        });
        if let Err(error) = ended.await {
            tracing::error!(%error, "the threads that think did not end well");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Wish = Wish { haste: Haste::Plan, origin: None };
    const SHORT: Wish = Wish { haste: Haste::Quick, origin: None };

    fn thinkers() -> Thinkers {
        let none = Duration::ZERO;
        Thinkers::start(Times { turn: none, unseen: none, opening: none, hint: none, review: none })
    }

    #[tokio::test]
    async fn a_thought_is_answered_and_a_fault_hurts_nobody_else() {
        let thinkers = thinkers();
        assert_eq!(thinkers.think(LONG, |_| 7).await, Ok(7));
        let fault = thinkers.think(LONG, |_| -> u8 { panic!("on purpose") }).await;
        assert_eq!(fault, Err(NoThought::Fault));
        assert_eq!(thinkers.think(LONG, |_| 8).await, Ok(8));
        thinkers.stop().await;
        assert_eq!(thinkers.think(LONG, |_| 9).await, Err(NoThought::Stopping));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_end_interrupts_a_thought() {
        let thinkers = Arc::new(thinkers());
        let (begun, begins) = oneshot::channel();
        let thought = thinkers.think(LONG, move |stop| {
            let _ = begun.send(());
            while !stop() {
                std::thread::yield_now();
            }
        });
        let (thought, ()) = tokio::join!(thought, async {
            begins.await.expect("it begins");
            thinkers.stop().await;
        });
        assert_eq!(thought, Err(NoThought::Stopping));
        assert!(thinkers.gate().await.is_none());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_thought_nobody_waits_for_ends() {
        let thinkers = Arc::new(thinkers());
        let (begun, begins) = oneshot::channel();
        let own = Arc::clone(&thinkers);
        let asking = tokio::spawn(async move {
            own.think(LONG, move |stop| {
                let _ = begun.send(());
                while !stop() {
                    std::thread::yield_now();
                }
            })
            .await
        });
        begins.await.expect("it begins");
        asking.abort();
        assert_eq!(thinkers.think(LONG, |_| 1).await, Ok(1), "the thread is free again");
        thinkers.stop().await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_takes_long_holds_up_nothing_short() {
        let thinkers = Arc::new(thinkers());
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let plans: Vec<_> = (0..=cores)
            .map(|_| {
                let own = Arc::clone(&thinkers);
                tokio::spawn(async move {
                    own.think(LONG, |stop| {
                        while !stop() {
                            std::thread::yield_now();
                        }
                    })
                    .await
                })
            })
            .collect();
        assert_eq!(thinkers.think(SHORT, |_| 1).await, Ok(1));
        thinkers.stop().await;
        for plan in plans {
            assert_eq!(plan.await.expect("it ends"), Err(NoThought::Stopping));
        }
    }
}
