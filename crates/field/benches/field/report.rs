//! Rates with their spread, and as multiples of a fixed integer loop timed in the same run.

use std::hint::black_box;
use std::time::{Duration, Instant};

const SAMPLES: usize = 41;
const SAMPLE_TIME: Duration = Duration::from_millis(5);

/// The calibration kernel: a thousand dependent steps of integer work that no machine can shorten.
fn calibrate() -> u64 {
    let mut value = black_box(1862u64);
    for _ in 0..1000 {
        value ^= value << 13;
        value ^= value >> 7;
        value ^= value << 17;
    }
    value
}

/// Prints a line for each measurement.
pub struct Report {
    kernel: f64,
}

impl Report {
    /// Times the kernel and prints the head of the table.
    pub fn new() -> Report {
        let times = sample(&mut calibrate);
        let report = Report { kernel: times[SAMPLES / 2] };
        println!(
            "{:40} {:>12} {:>24} {:>12}",
            "", "median", "rate, slowest to fastest", "per kernel"
        );
        report.print("calibration kernel", &times);
        report
    }

    /// Measures a piece of work and prints its line.
    pub fn line<T>(&mut self, name: &str, mut work: impl FnMut() -> T) {
        let times = sample(&mut work);
        self.print(name, &times);
    }

    fn print(&self, name: &str, times: &[f64]) {
        let median = times[times.len() / 2];
        // A tenth at either end is the noise of other programs.
        let (fast, slow) = (times[times.len() / 10], times[times.len() * 9 / 10]);
        let rate = |seconds: f64| format!("{:.3} M/s", 1e-6 / seconds);
        println!(
            "{name:40} {:>9.1} ns {:>24} {:>12.4}",
            median * 1e9,
            format!("{} to {}", rate(slow), rate(fast)),
            median / self.kernel,
        );
    }
}

/// Seconds per call, sorted.
fn sample<T>(work: &mut impl FnMut() -> T) -> Vec<f64> {
    let mut calls = 1;
    loop {
        let time = time(work, calls);
        if time >= SAMPLE_TIME {
            break;
        }
        calls *= 2;
    }
    let mut times: Vec<f64> =
        (0..SAMPLES).map(|_| time(work, calls).as_secs_f64() / f64::from(calls)).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn time<T>(work: &mut impl FnMut() -> T, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        black_box(work());
    }
    start.elapsed()
}
