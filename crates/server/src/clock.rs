//! The hour, as the server reads it: the system's, or one that a test tells.

use std::time::Duration;

use tokio::sync::watch;

use crate::moment::Moment;

/// Where the hour is read.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// From the system.
    #[default]
    System,
    /// From whoever holds the other end: it stands still until it is told to go on.
    Told(watch::Receiver<Moment>),
}

impl Clock {
    /// Now.
    pub fn now(&self) -> Moment {
        match self {
            Clock::System => Moment::now(),
            Clock::Told(told) => *told.borrow(),
        }
    }

    /// Waits until a moment has come.
    pub async fn reach(&self, at: Moment) {
        match self {
            Clock::System => {
                // The hour may be set back meanwhile: it is looked at again.
                loop {
                    let left = at.0.saturating_sub(Moment::now().0);
                    let Ok(left) = u64::try_from(left) else { return };
                    if left == 0 {
                        return;
                    }
                    tokio::time::sleep(Duration::from_millis(left)).await;
                }
            }
            Clock::Told(told) => {
                let mut told = told.clone();
                if told.wait_for(|now| *now >= at).await.is_err() {
                    // Nobody tells the hour any more: it does not come.
                    std::future::pending::<()>().await;
                }
            }
        }
    }
}
