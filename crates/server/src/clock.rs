//! The hour, as the server reads it: the system's, or one that a test tells; and beside it a clock that nobody sets.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::moment::Moment;

/// When the program first asked how much time has passed.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Where the hour is read.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// From the system.
    #[default]
    System,
    /// From whoever holds the other end: it stands still until it is told to go on.
    Told(watch::Receiver<Moment>),
    /// Likewise, and apart from the hour the time that passes: somebody sets the machine's clock.
    Apart {
        /// The hour.
        hour: watch::Receiver<Moment>,
        /// The time that passes.
        steady: watch::Receiver<Moment>,
    },
}

impl Clock {
    /// Now.
    pub fn now(&self) -> Moment {
        match self {
            Clock::System => Moment::now(),
            Clock::Told(hour) | Clock::Apart { hour, .. } => *hour.borrow(),
        }
    }

    /// How much time has passed since some moment, whatever became of the hour; counted only while the machine runs.
    pub fn steady(&self) -> Moment {
        match self {
            Clock::System => Moment(i64::try_from(START.elapsed().as_millis()).unwrap_or(i64::MAX)),
            Clock::Told(steady) | Clock::Apart { steady, .. } => *steady.borrow(),
        }
    }

    /// Waits until a moment has come.
    pub async fn reach(&self, at: Moment) {
        match self {
            Clock::System => sleep_until(at, Moment::now).await,
            Clock::Told(hour) | Clock::Apart { hour, .. } => told(hour, at).await,
        }
    }

    /// Waits until so much time has passed.
    pub async fn pass(&self, milliseconds: i64) {
        let at = Moment(self.steady().0.saturating_add(milliseconds));
        match self {
            Clock::System => sleep_until(at, || self.steady()).await,
            Clock::Told(steady) | Clock::Apart { steady, .. } => told(steady, at).await,
        }
    }
}

async fn sleep_until(at: Moment, now: impl Fn() -> Moment) {
    // The hour may be set back meanwhile: it is looked at again.
    loop {
        let left = at.0.saturating_sub(now().0);
        let Ok(left) = u64::try_from(left) else { return };
        if left == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(left)).await;
    }
}

async fn told(hour: &watch::Receiver<Moment>, at: Moment) {
    let mut hour = hour.clone();
    if hour.wait_for(|now| *now >= at).await.is_err() {
        // Nobody tells the hour any more: it does not come.
        std::future::pending::<()>().await;
    }
}
