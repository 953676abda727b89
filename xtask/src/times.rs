//! How long the steps of a chore take, by the clock and of the processors.

use std::fmt::Write;
use std::time::Duration;

/// The kernel counts the processors' time in hundredths of a second, whatever the machine.
const TICK: Duration = Duration::from_millis(10);

/// How long one step took.
pub struct Time {
    /// Its title.
    pub step: String,
    /// By the clock.
    pub wall: Duration,
    /// Of the processors, with everything it started; `None` where that cannot be known.
    pub processor: Option<Duration>,
    /// What it should take at most on two cores.
    pub budget: Option<Duration>,
    /// What it consists of.
    pub parts: Vec<Part>,
}

/// A part of a step: a test program.
pub struct Part {
    /// What it is called.
    pub name: String,
    /// By the clock.
    pub wall: Duration,
    /// Of the processors.
    pub processor: Option<Duration>,
}

impl Time {
    /// By how much it went over its budget.
    fn over(&self) -> Option<Duration> {
        self.wall.checked_sub(self.budget?).filter(|over| !over.is_zero())
    }
}

/// The times as a table, with the whole by the clock, and the steps that took longer than they should. To take long is no failure: the
/// clock depends on the machine and on what else it does.
pub fn table(times: &[Time], whole: Duration) -> String {
    let mut text = format!("{:>9} {:>9} {:>7}\n", "seconds", "processor", "budget");
    for time in times {
        let budget = time.budget.map_or(String::new(), |budget| budget.as_secs().to_string());
        let over = if time.over().is_some() { "  over its budget" } else { "" };
        let _ = writeln!(
            text,
            "{:>9} {:>9} {budget:>7}  {}{over}",
            seconds(time.wall),
            time.processor.map_or(String::new(), seconds),
            time.step,
        );
        for part in &time.parts {
            let _ = writeln!(
                text,
                "{:>9} {:>9} {:>7}    {}",
                seconds(part.wall),
                part.processor.map_or(String::new(), seconds),
                "",
                part.name,
            );
        }
    }
    let processor = times.iter().filter_map(|time| time.processor).sum();
    let _ = writeln!(text, "{:>9} {:>9} {:>7}  all steps", seconds(whole), seconds(processor), "");
    text
}

fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64())
}

/// The processors' time of a child that has ended or is about to, with everything that it started and waited
/// for. It must not have been waited for yet. `None` where there is no `/proc`.
pub fn of_ended(child: u32) -> Option<Duration> {
    let path = format!("/proc/{child}/stat");
    loop {
        let (ended, time) = read_stat(&std::fs::read_to_string(&path).ok()?)?;
        if ended {
            return Some(time);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Whether a process has ended, and its time, from its line in `/proc`: behind the name in parentheses come the
/// state, ten other things, and the times: its own in user and system mode, its children's in both.
fn read_stat(line: &str) -> Option<(bool, Duration)> {
    let (_, behind) = line.rsplit_once(')')?;
    let words: Vec<&str> = behind.split_whitespace().collect();
    let ticks: u32 = words.get(11..15)?.iter().filter_map(|word| word.parse::<u32>().ok()).sum();
    Some((["Z", "X"].contains(&words[0]), TICK * ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(step: &str, wall: u64, budget: Option<u64>) -> Time {
        Time {
            step: step.to_owned(),
            wall: Duration::from_secs(wall),
            processor: Some(Duration::from_secs(2 * wall)),
            budget: budget.map(Duration::from_secs),
            parts: vec![],
        }
    }

    #[test]
    fn reads_a_line_of_the_kernel() {
        let line = "42 (a (b) c) Z 1 42 42 0 -1 4 100 200 0 0 150 50 25 75 20 0 1 0 99";
        assert_eq!(read_stat(line), Some((true, Duration::from_secs(3))));
        let running = line.replace(") Z", ") R");
        assert_eq!(read_stat(&running), Some((false, Duration::from_secs(3))));
        assert_eq!(read_stat("42 (a) Z 1"), None);
    }

    #[test]
    fn the_table_tells_what_took_too_long() {
        let steps = [time("a", 5, Some(10)), time("b", 11, Some(10)), time("c", 99, None)];
        let text = table(&steps, Duration::from_secs(110));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "      5.0      10.0      10  a");
        assert_eq!(lines[2], "     11.0      22.0      10  b  over its budget");
        assert_eq!(lines[3], "     99.0     198.0          c");
        assert_eq!(lines[4], "    110.0     230.0          all steps");
    }

    #[test]
    fn the_parts_stand_below_their_step() {
        let mut whole = time("tests", 5, None);
        let wall = Duration::from_millis(1500);
        whole.parts.push(Part { name: "rules".into(), wall, processor: None });
        assert_eq!(
            table(&[whole], wall).lines().nth(2).unwrap(),
            "      1.5                      rules"
        );
    }
}
