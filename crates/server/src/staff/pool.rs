//! Where thinking is done: a few plain threads and a bounded queue before them. Threads that serve
//! never think, and one of those that do takes nothing that takes long. A plan that nobody waits for
//! gives way to one that a person waits for, and is thought anew later.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::{RwLock, RwLockReadGuard, oneshot};

use super::queue::{Haste, Origin, Queue, Takes};
use super::review::reviews::Reviews;

/// The fewest threads: one that is never long at something, and one for the rest.
const FEWEST_THREADS: usize = 2;

type Job = Box<dyn FnOnce() -> Done + Send>;

/// A thought that has ended.
struct Done {
    /// It gave way to another.
    gave_way: bool,
    /// Tells whoever asked.
    tell: Box<dyn FnOnce()>,
}

/// Why a thought came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoThought {
    /// The server stops.
    Stopping,
    /// Too much waits to be thought about.
    Busy,
    /// It ended in a fault of the program, which has been logged.
    Fault,
    /// It gave way to a person's plan; asked for again, it is begun anew.
    GaveWay,
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
    /// How many plans that nobody waits for are to give way.
    asked: AtomicUsize,
}

#[derive(Default)]
struct Pile {
    queue: Queue<Job>,
    closed: bool,
    /// Threads that take everything and think about nothing.
    free: usize,
    /// Thoughts that give way and have not ended yet.
    leaving: usize,
}

impl Desk {
    fn pile(&self) -> MutexGuard<'_, Pile> {
        self.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks as many to give way as people's plans wait for a thread in vain.
    fn make_way(&self, pile: &Pile) {
        let waiting = pile.queue.waiting(Haste::Plan);
        let asked = waiting.saturating_sub(pile.free + pile.leaving);
        self.asked.store(asked, Ordering::Relaxed);
    }

    /// Whether somebody who is asked now is to give way.
    fn gives_way(&self) -> bool {
        // Asked very often, and hardly ever so.
        if self.asked.load(Ordering::Relaxed) == 0 {
            return false;
        }
        let mut pile = self.pile();
        if self.asked.load(Ordering::Relaxed) == 0 {
            return false;
        }
        pile.leaving += 1;
        self.make_way(&pile);
        true
    }

    /// Works on what waits, until nothing more can come.
    fn work(&self, takes: Takes) {
        let own = usize::from(takes == Takes::All);
        self.pile().free += own;
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
            pile.free -= own;
            self.make_way(&pile);
            drop(pile);
            let done = job();
            let mut pile = self.pile();
            pile.free += own;
            pile.leaving -= usize::from(done.gave_way);
            self.make_way(&pile);
            drop(pile);
            (done.tell)();
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
    /// because the server ends, because whoever asked has gone, or because it gives way.
    pub async fn think<T: Send + 'static>(
        &self,
        wish: Wish,
        thought: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, NoThought> {
        let (answer, answered) = oneshot::channel();
        let (stopping, desk) = (Arc::clone(&self.stopping), Arc::clone(&self.desk));
        let job = move || {
            let unwanted = || stopping.load(Ordering::Relaxed) || answer.is_closed();
            if unwanted() {
                return Done { gave_way: false, tell: Box::new(|| {}) };
            }
            let gave_way = Cell::new(false);
            let stop = || {
                if wish.haste == Haste::Idle && !gave_way.get() && desk.gives_way() {
                    gave_way.set(true);
                }
                gave_way.get() || unwanted()
            };
            let begun = std::time::Instant::now();
            let thought = catch_unwind(AssertUnwindSafe(|| thought(&stop)));
            metrics::histogram!("longroll_thought_seconds").record(begun.elapsed().as_secs_f64());
            let gave_way = gave_way.get();
            let stopped = stopping.load(Ordering::Relaxed);
            let result = match thought {
                Ok(_) if stopped => Err(NoThought::Stopping),
                Ok(_) if gave_way => Err(NoThought::GaveWay),
                Ok(thought) => Ok(thought),
                Err(_) => {
                    tracing::error!("a thought ended in a fault of the program");
                    Err(NoThought::Fault)
                }
            };
            let tell = Box::new(move || {
                // Whoever asked may have gone.
                let _ = answer.send(result);
            });
            Done { gave_way, tell }
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
        self.desk.make_way(&pile);
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

    #[tokio::test(flavor = "multi_thread")]
    async fn a_plan_that_nobody_waits_for_gives_way_to_a_persons_and_no_more_of_them_than_need_be()
    {
        let thinkers = Arc::new(thinkers());
        let idle = Wish { haste: Haste::Idle, origin: None };
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
        let threads = cores.saturating_sub(1).max(FEWEST_THREADS) - 1;
        let mut shows: tokio::task::JoinSet<_> = (0..threads)
            .map(|_| {
                let (own, begun) = (Arc::clone(&thinkers), begun.clone());
                async move {
                    own.think(idle, move |stop| {
                        let _ = begun.send(());
                        while !stop() {
                            std::thread::yield_now();
                        }
                    })
                    .await
                }
            })
            .collect();
        for _ in 0..threads {
            begins.recv().await.expect("every thread is taken");
        }
        assert_eq!(thinkers.think(LONG, |_| 1).await, Ok(1));
        let given = shows.join_next().await.expect("a show").expect("it ends");
        assert_eq!(given, Err(NoThought::GaveWay));
        // The thread that was made free does for all that come one after the other.
        assert_eq!(thinkers.think(LONG, |_| 2).await, Ok(2));
        assert_eq!(thinkers.think(LONG, |_| 3).await, Ok(3));
        thinkers.stop().await;
        while let Some(show) = shows.join_next().await {
            assert_eq!(show.expect("it ends"), Err(NoThought::Stopping));
        }
    }
}
