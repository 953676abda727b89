//! Running the steps of a chore: each is told, timed and counted.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, pipe};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::times::{self, Time};

/// Whoever prints a block of several lines holds it, so that steps which run side by side do not mix.
static SCREEN: Mutex<()> = Mutex::new(());

/// The workspace's root folder.
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}

/// A program to run as a step of a chore.
pub struct Step {
    title: String,
    command: Command,
    budget: Option<Duration>,
}

impl Step {
    /// `cargo` in the workspace.
    pub fn cargo(title: &str, arguments: &[&str]) -> Step {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Step::program(title, &cargo.to_string_lossy(), &root(), arguments)
    }

    /// Some program in a folder.
    pub fn program(title: &str, program: &str, folder: &Path, arguments: &[&str]) -> Step {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder);
        Step { title: title.to_owned(), command, budget: None }
    }

    /// With something in its environment.
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Step {
        self.command.env(name, value);
        self
    }

    /// With several things in its environment.
    pub fn envs(self, all: &[(&str, String)]) -> Step {
        all.iter().fold(self, |step, (name, value)| step.env(name, value))
    }

    /// With the seconds it should take on two cores; more are told, and are no failure.
    pub fn budget(mut self, seconds: u64) -> Step {
        self.budget = Some(Duration::from_secs(seconds));
        self
    }
}

/// What one of several lanes does.
pub type Work<'a> = Box<dyn FnOnce(&mut Report) + Send + 'a>;

/// What a step left.
pub struct Ran {
    /// Everything it printed.
    pub text: String,
    /// How it ended.
    pub status: std::io::Result<ExitStatus>,
    /// By the clock.
    pub wall: Duration,
    /// Of the processors, where that can be known.
    pub processor: Option<Duration>,
}

/// When a chore began.
struct Begun(Instant);

impl Default for Begun {
    fn default() -> Begun {
        Begun(Instant::now())
    }
}

/// The steps of one chore, or of one of several lanes that go side by side.
#[derive(Default)]
pub struct Report {
    begun: Begun,
    /// Shown before what a lane prints; its output comes step by step, not line by line.
    lane: Option<String>,
    passed: u64,
    failed: u64,
    complaints: Vec<String>,
    times: Vec<Time>,
}

impl Report {
    /// Runs a step. Its tests count one by one; a step without tests counts as one. Whether all is well.
    pub fn run(&mut self, step: Step) -> bool {
        self.read(step).is_some()
    }

    /// Runs a step; what it printed, if all is well.
    pub fn read(&mut self, step: Step) -> Option<String> {
        let Step { title, command, budget } = step;
        let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        let program = Path::new(command.get_program()).file_name().unwrap_or_default();
        let shown = format!("{title}: {} {}", program.display(), arguments.join(" "));
        self.say(&format!("\n== {shown}"));
        let ran = execute(command, self.lane.is_none());
        if self.lane.is_some() {
            let lines: Vec<&str> = ran.text.lines().filter(|line| !is_for_programs(line)).collect();
            self.say(&lines.join("\n"));
        }
        self.time(Time {
            step: title,
            wall: ran.wall,
            processor: ran.processor,
            budget,
            parts: vec![],
        });
        let (passed, failed) = counted(&ran.text);
        let well = self.settle(&shown, &ran, passed, failed);
        if well && passed == 0 {
            self.passed += 1;
        }
        well.then_some(ran.text)
    }

    /// Counts what a program's tests said and how it ended; whether all is well.
    pub fn settle(&mut self, shown: &str, ran: &Ran, passed: u64, failed: u64) -> bool {
        match &ran.status {
            Ok(status) if status.success() => {
                self.passed += passed;
                true
            }
            Ok(status) => {
                self.passed += passed;
                self.failed += failed.saturating_sub(1);
                self.complain(format!("{shown}: {status}"))
            }
            Err(error) => self.complain(format!("{shown}: {error}")),
        }
    }

    /// Runs a check written in this program: no complaint is a pass.
    pub fn check(&mut self, title: &str, check: impl FnOnce() -> Vec<String>) -> bool {
        self.say(&format!("\n== {title}"));
        let begun = Instant::now();
        let complaints = check();
        self.time(Time {
            step: title.to_owned(),
            wall: begun.elapsed(),
            processor: None,
            budget: None,
            parts: vec![],
        });
        if complaints.is_empty() {
            self.passed += 1;
            self.say("ok");
            return true;
        }
        for complaint in complaints {
            self.say(&complaint);
            self.complain(format!("{title}: {complaint}"));
        }
        false
    }

    /// Prints something, whole.
    pub fn say(&self, text: &str) {
        let _screen = SCREEN.lock().unwrap_or_else(PoisonError::into_inner);
        match &self.lane {
            None => println!("{text}"),
            Some(lane) => text.trim_end().lines().for_each(|line| println!("{lane} | {line}")),
        }
    }

    /// Notes how long a step took.
    pub fn time(&mut self, time: Time) {
        self.times.push(time);
    }

    /// Something failed. Gives `false`.
    pub fn complain(&mut self, complaint: String) -> bool {
        self.failed += 1;
        self.complaints.push(complaint);
        false
    }

    /// Does several things at the same time, each with a name, and counts them all.
    pub fn side_by_side(&mut self, lanes: Vec<(&str, Work<'_>)>) {
        let done: Vec<Report> = std::thread::scope(|scope| {
            let running: Vec<_> = lanes
                .into_iter()
                .map(|(name, work)| {
                    scope.spawn(move || {
                        let mut lane = Report { lane: Some(name.to_owned()), ..Report::default() };
                        work(&mut lane);
                        lane
                    })
                })
                .collect();
            let done = running.into_iter().map(|lane| lane.join());
            done.map(|lane| lane.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        for lane in done {
            self.passed += lane.passed;
            self.failed += lane.failed;
            self.complaints.extend(lane.complaints);
            self.times.extend(lane.times);
        }
    }

    /// Prints the times, what failed, and the closing count.
    pub fn close(self) -> ExitCode {
        println!("\n{}", times::table(&self.times, self.begun.0.elapsed()));
        for complaint in &self.complaints {
            println!("failed: {complaint}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// Runs a program and keeps what it prints; `aloud`: prints it too, as it comes.
pub fn execute(mut command: Command, aloud: bool) -> Ran {
    let begun = Instant::now();
    let mut text = String::new();
    let mut processor = None;
    let mut run = || {
        let (reader, writer) = pipe()?;
        command.stdout(writer.try_clone()?).stderr(writer);
        let mut child = command.spawn()?;
        // The command holds the writing ends; without them the reader sees the end.
        command = Command::new("");
        for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            if aloud && !is_for_programs(&line) {
                println!("{line}");
            }
            let _ = writeln!(text, "{line}");
        }
        processor = times::of_ended(child.id());
        child.wait()
    };
    let status = run();
    Ran { text, status, wall: begun.elapsed(), processor }
}

/// Whether a line is one of cargo's messages to programs.
fn is_for_programs(line: &str) -> bool {
    line.starts_with("{\"reason\":")
}

/// How many tests passed and failed, by the closing lines of the test runners in a text.
pub fn counted(text: &str) -> (u64, u64) {
    let counts = text.lines().filter_map(|line| test_result(line).or_else(|| tap_result(line)));
    counts.fold((0, 0), |(passed, failed), (ok, bad)| (passed + ok, failed + bad))
}

/// The counts of a test runner's closing line, "test result: ok. 12 passed; 0 failed; …".
fn test_result(line: &str) -> Option<(u64, u64)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let mut numbers = counts.split("; ").map(|part| part.split(' ').next()?.parse::<u64>().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// The counts in the closing lines of Node's test runner, "# pass 12" and "# fail 0".
fn tap_result(line: &str) -> Option<(u64, u64)> {
    match line.strip_prefix("# ")?.split_once(' ')? {
        ("pass", count) => Some((count.parse().ok()?, 0)),
        ("fail", count) => Some((0, count.parse().ok()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_closing_lines_of_the_page_s_test_runner() {
        assert_eq!(tap_result("# pass 12"), Some((12, 0)));
        assert_eq!(tap_result("# fail 3"), Some((0, 3)));
        assert_eq!(tap_result("# duration_ms 3"), None);
        assert_eq!(tap_result("ok 1 - passes"), None);
    }

    #[test]
    fn reads_the_closing_line_of_the_test_runner() {
        let line = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out";
        assert_eq!(test_result(line), Some((12, 0)));
        let line = "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured";
        assert_eq!(test_result(line), Some((3, 2)));
        assert_eq!(test_result("test result: ok"), None);
        assert_eq!(test_result("running 3 tests"), None);
        assert_eq!(counted(&format!("running\n{line}\n# pass 4\n# fail 1\n")), (7, 3));
    }

    fn sh(script: &str) -> Step {
        Step::program("a step", "sh", &root(), &["-c", script])
    }

    #[test]
    fn a_step_without_tests_counts_as_one() {
        let mut report = Report::default();
        assert!(report.run(sh("true")));
        assert_eq!((report.passed, report.failed), (1, 0));
        assert!(!report.run(sh("exit 3")));
        assert_eq!((report.passed, report.failed), (1, 1));
    }

    #[test]
    fn tests_count_one_by_one_and_what_fails_fails() {
        let mut report = Report::default();
        report.run(sh("echo 'test result: ok. 5 passed; 0 failed; 0 ignored'"));
        report.run(sh("echo 'test result: FAILED. 3 passed; 2 failed; 0 ignored' >&2; exit 101"));
        assert_eq!((report.passed, report.failed), (8, 2));
        report.run(Step::program("a step", "/no/such/program", &root(), &[]));
        assert_eq!(report.failed, 3);
    }

    #[test]
    fn lanes_are_counted_together() {
        let mut report = Report::default();
        report.side_by_side(vec![
            ("one", Box::new(|lane| assert!(lane.run(sh("true"))))),
            ("two", Box::new(|lane| assert!(!lane.run(sh("false"))))),
        ]);
        assert_eq!((report.passed, report.failed), (1, 1));
        assert_eq!(report.times.len(), 2);
    }

    #[test]
    fn the_processors_time_of_a_program_and_its_children_is_known() {
        let busy = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let mut command = Command::new("sh");
        command.args(["-c", &format!("sh -c '{busy}'; true")]);
        let ran = execute(command, false);
        assert!(ran.status.unwrap().success());
        if cfg!(target_os = "linux") {
            assert!(ran.processor.is_some_and(|time| time > Duration::ZERO), "{:?}", ran.processor);
        }
    }
}
