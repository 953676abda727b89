//! Where thinking is done: a few plain threads and a bounded queue before them. Threads that serve
//! never think, and as many games as there are wait in order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::{RwLock, RwLockReadGuard, Semaphore, mpsc, oneshot};

/// The most thoughts that wait in the queue; whoever wants one more waits before it.
const MOST_WAITING: usize = 64;
/// The most reviews that are worked out at the same time.
const MOST_REVIEWS: usize = 2;

type Job = Box<dyn FnOnce() + Send>;

/// Why a thought came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoThought {
    /// The server stops.
    Stopping,
    /// It ended in a fault of the program, which has been logged.
    Fault,
}

/// The threads that think, and how long they may.
pub struct Thinkers {
    queue: Mutex<Option<mpsc::Sender<Job>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    stopping: Arc<AtomicBool>,
    /// Closed at the end: nothing that was thought is carried out any more.
    gate: RwLock<bool>,
    turn: Duration,
    unseen: Duration,
    /// Who may work on a review.
    pub(super) reviews: Semaphore,
}

impl Thinkers {
    /// As many threads as there are processors, less one that serves. `turn` is the time for a
    /// player-turn; `unseen` how long computers play on among themselves when nobody looks.
    pub fn start(turn: Duration, unseen: Duration) -> Thinkers {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let (queue, jobs) = mpsc::channel(MOST_WAITING);
        let jobs = Arc::new(Mutex::new(jobs));
        let spawn = |number: usize| {
            let jobs = Arc::clone(&jobs);
            let thread = std::thread::Builder::new().name(format!("thinker-{number}"));
            thread.spawn(move || work(&jobs))
        };
        let started = (0..cores.saturating_sub(1).max(1)).map(spawn);
        let threads = started.filter_map(|thread| {
            thread.inspect_err(|error| tracing::error!(%error, "a thread to think on")).ok()
        });
        Thinkers {
            threads: Mutex::new(threads.collect()),
            queue: Mutex::new(Some(queue)),
            stopping: Arc::default(),
            gate: RwLock::new(true),
            turn,
            unseen,
            reviews: Semaphore::new(MOST_REVIEWS),
        }
    }

    /// How long a computer may think about a player-turn.
    pub fn turn(&self) -> Duration {
        self.turn
    }

    /// How long computers play on among themselves when nobody looks.
    pub fn unseen(&self) -> Duration {
        self.unseen
    }

    /// Thinks on one of the threads, once it is its turn. What it is given says whether to stop:
    /// because the server ends, or because whoever asked has gone.
    pub async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, NoThought> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let queue = queue.ok_or(NoThought::Stopping)?;
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
        queue.send(Box::new(job)).await.map_err(|_| NoThought::Stopping)?;
        drop(queue);
        answered.await.unwrap_or(Err(NoThought::Stopping))
    }

    /// Held while what was thought is carried out; `None` once the server stops.
    pub(super) async fn gate(&self) -> Option<RwLockReadGuard<'_, bool>> {
        let open = self.gate.read().await;
        open.then_some(open)
    }

    /// Interrupts every thought, and returns once nothing more comes of any.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        *self.gate.write().await = false;
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).take();
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

/// Works on what waits, until nothing more can come.
fn work(jobs: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        // The lock is held while it waits: the others wait for the lock instead.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        match job {
            Some(job) => job(),
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_thought_is_answered_and_a_fault_hurts_nobody_else() {
        let thinkers = Thinkers::start(Duration::ZERO, Duration::ZERO);
        assert_eq!(thinkers.think(|_| 7).await, Ok(7));
        let fault = thinkers.think(|_| -> u8 { panic!("on purpose") }).await;
        assert_eq!(fault, Err(NoThought::Fault));
        assert_eq!(thinkers.think(|_| 8).await, Ok(8));
        thinkers.stop().await;
        assert_eq!(thinkers.think(|_| 9).await, Err(NoThought::Stopping));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_end_interrupts_a_thought() {
        let thinkers = Arc::new(Thinkers::start(Duration::ZERO, Duration::ZERO));
        let (begun, begins) = oneshot::channel();
        let thought = thinkers.think(move |stop| {
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
        let thinkers = Arc::new(Thinkers::start(Duration::ZERO, Duration::ZERO));
        let (begun, begins) = oneshot::channel();
        let own = Arc::clone(&thinkers);
        let asking = tokio::spawn(async move {
            own.think(move |stop| {
                let _ = begun.send(());
                while !stop() {
                    std::thread::yield_now();
                }
            })
            .await
        });
        begins.await.expect("it begins");
        asking.abort();
        assert_eq!(thinkers.think(|_| 1).await, Ok(1), "the thread is free again");
        thinkers.stop().await;
    }
}
