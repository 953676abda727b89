//! What long commands have in common: a bar that shows how far they are, and a way to end them early.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::signal::{told_again, told_to_stop};

/// The exit code of a program that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// How often a bar is drawn anew, whether something was done or not.
const REDRAWN: Duration = Duration::from_secs(1);

/// A bar on standard error, if that is a terminal, of so many things of which some are done.
pub fn progress_bar(length: u64, done: u64, things: &str) -> ProgressBar {
    let target = if stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let line = format!("{{bar:40}} {{human_pos}} of {{human_len}} {things}{{pace}}");
    let style = ProgressStyle::with_template(&line)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("pace", move |state: &ProgressState, out: &mut dyn Write| {
            // Before the first is done nobody knows.
            if state.pos() > done {
                let left = HumanDuration(state.eta());
                let _ = write!(out, ", {}, {left:#} left", pace(state.per_sec()));
            }
        });
    let bar =
        ProgressBar::with_draw_target(Some(length), target).with_style(style).with_position(done);
    bar.reset_eta();
    bar.enable_steady_tick(REDRAWN);
    bar
}

/// So many a second, in as many digits as mean something.
fn pace(rate: f64) -> String {
    match rate {
        rate if rate >= 10.0 => format!("{rate:.0} a second"),
        rate if rate >= 1.0 => format!("{rate:.1} a second"),
        rate => format!("{:.1} a minute", 60.0 * rate),
    }
}

/// A sign that is set when the program is told to stop, which is answered with these words; told twice, it stops
/// at once.
pub fn stop_on_signal(answer: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let sign = Arc::clone(&stop);
    let (ready, is_ready) = mpsc::channel();
    std::thread::spawn(move || {
        // Without a runtime a signal ends the program as always.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
            runtime.block_on(first_wish(ready));
            sign.store(true, Ordering::Relaxed);
            eprintln!("longroll: {answer}");
            runtime.block_on(told_again());
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    // Either it listens now, or it never will.
    let _ = is_ready.recv();
    stop
}

/// Waits until the program is told to stop, and says when it has begun to listen.
async fn first_wish(ready: mpsc::Sender<()>) {
    let told = told_to_stop();
    drop(ready);
    told.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_has_no_more_digits_than_it_deserves() {
        let told = [28.1325, 9.96, 1.04, 0.5, 0.0].map(pace);
        let expected =
            ["28 a second", "10.0 a second", "1.0 a second", "30.0 a minute", "0.0 a minute"];
        assert_eq!(told, expected);
    }
}
