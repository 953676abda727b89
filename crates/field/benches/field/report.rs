//! Rates with their spread, and times as multiples of a fixed integer loop measured in the same run.

use std::fs;
use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

const SAMPLES: usize = 31;
const SAMPLE_TIME: Duration = Duration::from_millis(10);

/// The calibration kernel: a thousand dependent steps of integer work that no compiler can shorten.
pub fn calibration_kernel() -> u64 {
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
    clock: Clock,
    /// Seconds for one run of the calibration kernel.
    kernel: f64,
}

impl Report {
    /// Times the kernel and prints the head of the table.
    pub fn new() -> Report {
        let clock = Clock::best();
        let times = sample(clock, &mut || {
            black_box(calibration_kernel());
        });
        let report = Report { clock, kernel: times[SAMPLES / 2] };
        println!("{}; a tenth of the samples at either end left out", clock.describe());
        println!("{:34} {:>12} {:>34} {:>10}", "", "median", "slowest to fastest", "kernels");
        report.print("calibration kernel", &times);
        report
    }

    /// Measures a piece of work and prints its line.
    pub fn line(&mut self, name: &str, work: &mut dyn FnMut()) {
        let times = sample(self.clock, work);
        self.print(name, &times);
    }

    fn print(&self, name: &str, times: &[f64]) {
        let median = times[times.len() / 2];
        let (fast, slow) = (times[times.len() / 10], times[times.len() * 9 / 10]);
        let spread = format!("{} to {}", rate(slow), rate(fast));
        println!("{name:34} {:>9.3} us {spread:>34} {:>10.4}", median * 1e6, median / self.kernel);
    }
}

fn rate(seconds: f64) -> String {
    match 1.0 / seconds {
        rate if rate >= 1e6 => format!("{:.2} M/s", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.2} k/s", rate / 1e3),
        rate => format!("{rate:.2} /s"),
    }
}

/// Seconds per call, sorted.
fn sample(clock: Clock, work: &mut dyn FnMut()) -> Vec<f64> {
    let mut calls = 1;
    while clock.time(work, calls) < SAMPLE_TIME {
        calls *= 2;
    }
    let mut times: Vec<f64> =
        (0..SAMPLES).map(|_| clock.time(work, calls).as_secs_f64() / f64::from(calls)).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// What is read before and after.
#[derive(Clone, Copy)]
enum Clock {
    /// The time this thread had a processor; other programs do not disturb it.
    Processor,
    /// The time of day.
    Wall,
}

impl Clock {
    fn best() -> Clock {
        let before = processor_time();
        black_box(calibration_kernel());
        if processor_time() > before { Clock::Processor } else { Clock::Wall }
    }

    fn describe(self) -> &'static str {
        match self {
            Clock::Processor => "processor time",
            Clock::Wall => "wall-clock time (the system tells no processor time)",
        }
    }

    fn time(self, work: &mut dyn FnMut(), calls: u32) -> Duration {
        let (wall, processor) = (Instant::now(), processor_time());
        for _ in 0..calls {
            work();
        }
        match (self, processor, processor_time()) {
            (Clock::Processor, Some(before), Some(after)) => after - before,
            _ => wall.elapsed(),
        }
    }
}

/// What Linux has counted for this thread, brought up to date by giving up the processor for a moment.
fn processor_time() -> Option<Duration> {
    thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
