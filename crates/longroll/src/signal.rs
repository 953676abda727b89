//! Being told to stop: by Ctrl-C, or by the system that asks the program to end.

use std::future::Future;
use std::time::Duration;

/// Some runners signal a program and its group in one breath: that is one wish, not two.
const ONE_WISH: Duration = Duration::from_millis(500);

/// Ends when the program is told to stop. It listens from the call on, not from the first poll: a signal that
/// comes in between would end the program as if nobody listened. Call it within a runtime.
pub fn told_to_stop() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let (interrupted, terminated) = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    };
    #[cfg(windows)]
    let (interrupted, terminated) =
        (tokio::signal::windows::ctrl_c(), tokio::signal::windows::ctrl_close());
    async move {
        // What cannot be listened to never comes here; the system ends the program then.
        let interrupted = async {
            match interrupted {
                Ok(mut signal) => signal.recv().await,
                Err(_) => std::future::pending().await,
            }
        };
        let terminated = async {
            match terminated {
                Ok(mut signal) => signal.recv().await,
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = interrupted => {}
            _ = terminated => {}
        }
    }
}

/// Ends when the program is told to stop once more, long enough after the first time to be a wish of its own.
pub async fn told_again() {
    tokio::time::sleep(ONE_WISH).await;
    told_to_stop().await;
}
