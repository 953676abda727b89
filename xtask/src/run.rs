//! Running the steps of a chore and counting what they say.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The workspace's root folder.
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map(PathBuf::from).unwrap_or(here)
}

/// The steps of one chore: each is printed before it runs, and counted.
#[derive(Default)]
pub struct Report {
    passed: u64,
    failed: u64,
    complaints: Vec<String>,
}

impl Report {
    /// Runs `cargo` with arguments and environment. Its tests count one by one; a step without
    /// tests counts as one.
    pub fn cargo(&mut self, arguments: &[&str], environment: &[(&str, &str)]) {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(arguments).current_dir(root()).envs(environment.iter().copied());
        self.count(&format!("cargo {}", arguments.join(" ")), command);
    }

    /// Runs `node` in a folder; its tests count one by one.
    pub fn node(
        &mut self,
        title: &str,
        folder: &Path,
        arguments: &[&str],
        environment: &[(&str, String)],
    ) {
        let mut command = Command::new("node");
        command.args(arguments).current_dir(folder);
        command.envs(environment.iter().map(|(name, value)| (*name, value)));
        self.count(&format!("{title}: node {}", arguments.join(" ")), command);
    }

    fn count(&mut self, shown: &str, mut command: Command) {
        println!("\n== {shown}");
        let child = command.stdout(Stdio::piped()).spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) => return self.complain(format!("{shown}: cannot be started: {error}")),
        };
        let (mut passed, mut failed) = (0, 0);
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                println!("{line}");
                if let Some((ok, bad)) = test_result(&line).or_else(|| tap_result(&line)) {
                    passed += ok;
                    failed += bad;
                }
            }
        }
        match child.wait() {
            Ok(status) if status.success() => self.passed += passed.max(1),
            Ok(status) => {
                self.passed += passed;
                self.failed += failed.saturating_sub(1);
                self.complain(format!("{shown}: {status}"));
            }
            Err(error) => self.complain(format!("{shown}: {error}")),
        }
    }

    /// Runs a check written in this program: no complaint is a pass.
    pub fn check(&mut self, title: &str, complaints: Vec<String>) {
        println!("\n== {title}");
        if complaints.is_empty() {
            self.passed += 1;
            println!("ok");
        }
        for complaint in complaints {
            println!("{complaint}");
            self.complain(format!("{title}: {complaint}"));
        }
    }

    fn complain(&mut self, complaint: String) {
        self.failed += 1;
        self.complaints.push(complaint);
    }

    /// Prints what failed and the closing count.
    pub fn close(self) -> ExitCode {
        println!();
        for complaint in &self.complaints {
            println!("failed: {complaint}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
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
    use super::{tap_result, test_result};

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
    }
}
