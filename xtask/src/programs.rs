//! The test programs of the workspace: built once, then run by this program, which knows how long each takes.
//!
//! `cargo test` would run them one after the other, and the second core would wait for the longest test of
//! each. It also cannot say which crate a program belongs to.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use crate::hygiene;
use crate::run::{Ran, Report, Step, counted, execute, root};
use crate::times::{Part, Time};
use crate::tools;

/// How many programs run at the same time. Each runs its own tests on all cores; a second one makes use of
/// the time when the first waits, for a clock, a disk, or its longest test.
const AT_ONCE: usize = 2;

/// A test program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Program {
    /// The folder of its crate: "rules".
    pub of: String,
    /// The name of the tests, "api", or "unit" for those beside the code.
    pub name: String,
    folder: PathBuf,
    path: PathBuf,
    /// Which of its tests are run, and with what in its environment, if not all as they are.
    again: Option<Again>,
}

/// Tests of a program that are run a second time otherwise.
type Again = (&'static [&'static str], (&'static str, &'static str));

/// The tests of the server that are run on PostgreSQL too, by their modules. The others look at files, or at what has
/// nothing to do with storage.
const ON_POSTGRES: Again = (
    &[
        "clock::",
        "fair::",
        "games::",
        "hidden::",
        "play::",
        "refusals::",
        "stream::",
        "takeover::",
        // These look into the data folder.
        "--skip=games::a_second_server_is_kept_from_the_data_of_the_first",
        "--skip=games::the_files_hold_no_token_in_the_clear",
    ],
    ("LONGROLL_TEST_ENGINE", "postgres"),
);

/// Adds the tests that are run on the other engine too.
pub fn on_postgres_too(programs: &mut Vec<Program>) {
    let api = programs
        .iter()
        .position(|each| (each.of.as_str(), each.name.as_str()) == ("server", "api"));
    if let Some(at) = api {
        let name = "api on PostgreSQL".to_owned();
        let again = Program { name, again: Some(ON_POSTGRES), ..programs[at].clone() };
        programs.insert(at + 1, again);
    }
}

/// How test programs are built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// As developers do, with the lints on the way.
    ///
    /// `cargo clippy` would compile every dependency a second time, in its own way. Here the lints' driver takes
    /// the compiler's place for the crates of the workspace, as `cargo clippy` lets it, and goes on to make code.
    Linted,
    /// The same, and benches and examples for their lints.
    LintedWithBenches,
    /// As in a release.
    Release,
}

/// Builds test programs: `which` selects packages and targets as for `cargo test`.
pub fn build(report: &mut Report, which: &[String], how: Build, budget: u64) -> Vec<Program> {
    let mut arguments =
        vec!["test", "--no-run", "--locked", "--quiet", "--message-format=json-render-diagnostics"];
    arguments.extend(which.iter().map(String::as_str));
    let step = match how {
        Build::Linted | Build::LintedWithBenches => {
            if how == Build::LintedWithBenches {
                arguments.extend(["--benches", "--examples"]);
            }
            Step::cargo("lints, and build of the tests", &arguments)
                .env("RUSTC_WORKSPACE_WRAPPER", tools::lints_driver())
                .env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__")
        }
        Build::Release => {
            arguments.push("--release");
            Step::cargo("build of the tests", &arguments)
        }
    };
    let text = report.read(step.budget(budget)).unwrap_or_default();
    let mut programs: Vec<Program> = text.lines().filter_map(built).collect();
    // The largest hold the longest tests: begun first, they keep no core waiting at the end.
    let size = |program: &Program| program.path.metadata().map_or(0, |data| data.len());
    programs.sort_by_key(|program| std::cmp::Reverse(size(program)));
    programs
}

/// A test program, from one of cargo's messages.
fn built(message: &str) -> Option<Program> {
    let value = |text: &str, key: &str| -> Option<String> {
        let (_, rest) = text.split_once(&format!("\"{key}\":\""))?;
        Some(rest.split_once('"')?.0.to_owned())
    };
    let (_, profile) = message.split_once("\"profile\":{")?;
    if !profile.split_once('}')?.0.ends_with("\"test\":true") {
        return None;
    }
    let path = PathBuf::from(value(message, "executable")?);
    let manifest = PathBuf::from(value(message, "manifest_path")?);
    let folder = manifest.parent()?.to_owned();
    let (_, target) = message.split_once("\"target\":{")?;
    let kind = target.strip_prefix("\"kind\":[\"")?.split_once('"')?.0;
    let name = match kind {
        "test" => value(target, "name")?,
        // Built for the lints alone.
        "bench" | "example" => return None,
        _ => "unit".to_owned(),
    };
    let of = folder.file_name()?.to_str()?.to_owned();
    Some(Program { of, name, folder, path, again: None })
}

/// Runs test programs. What a program prints is shown only when it fails.
pub fn run(report: &mut Report, programs: &[Program], environment: &[(&str, &str)], budget: u64) {
    let seed = seed();
    report.say(&format!(
        "\n== tests: {} programs, {AT_ONCE} at a time; LONGROLL_TEST_SEED={seed} repeats them",
        programs.len()
    ));
    let mut environment = environment.to_vec();
    environment.extend([("LONGROLL_TEST_SEED", seed.as_str()), ("PROPTEST_RNG_SEED", &seed)]);
    let begun = Instant::now();
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let teller: &Report = report;
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ran = run_one(program, &environment);
                    tell(teller, program, &ran);
                    if let Ok(mut done) = done.lock() {
                        done.push((program.clone(), ran));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut time = Time {
        step: "tests".to_owned(),
        wall: begun.elapsed(),
        processor: done.iter().map(|(_, ran)| ran.processor).sum(),
        budget: Some(Duration::from_secs(budget)),
        parts: Vec::new(),
    };
    for (program, ran) in &done {
        let name = format!("{} {}", program.of, program.name);
        let (passed, failed) = counted(&ran.text);
        report.settle(&name, ran, passed, failed);
        time.parts.push(Part { name, wall: ran.wall, processor: ran.processor });
    }
    report.time(time);
}

/// Where the random tests of this run begin: as asked, or by the clock.
fn seed() -> String {
    let clock = || SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().subsec_nanos();
    std::env::var("LONGROLL_TEST_SEED").unwrap_or_else(|_| clock().to_string())
}

fn run_one(program: &Program, environment: &[(&str, &str)]) -> Ran {
    let mut command = Command::new(&program.path);
    // As cargo does: the folder of the crate, and where its manifest is.
    command.arg("--quiet").current_dir(&program.folder);
    command.env("CARGO_MANIFEST_DIR", &program.folder).envs(environment.iter().copied());
    if let Some((which, (name, value))) = program.again {
        command.args(which).env(name, value);
    }
    execute(command, false)
}

fn tell(report: &Report, program: &Program, ran: &Ran) {
    let Program { of, name, path, .. } = program;
    let (passed, failed) = counted(&ran.text);
    let wall = ran.wall.as_secs_f64();
    let line = format!("{of} {name}: {passed} passed, {failed} failed, {wall:.1} s");
    let well = failed == 0 && ran.status.as_ref().is_ok_and(|status| status.success());
    if well {
        report.say(&line);
    } else {
        report.say(&format!("{}\n{line}\nits program: {}", ran.text.trim_end(), path.display()));
    }
}

/// The crates that have examples in their documentation, which are tests too. Each costs a build of its own,
/// so crates without any are passed over.
pub fn with_examples() -> Vec<String> {
    let mut found = Vec::new();
    for path in hygiene::files() {
        let shown = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let mut folders = shown.split('/');
        let (Some("crates"), Some(of), Some("src")) =
            (folders.next(), folders.next(), folders.next())
        else {
            continue;
        };
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if shown.ends_with(".rs") && has_example(&text) && !found.iter().any(|known| known == of) {
            found.push(of.to_owned());
        }
    }
    found
}

/// Whether a documentation comment opens a block of code that is not marked as plain text.
fn has_example(text: &str) -> bool {
    let mut inside = false;
    text.lines().map(str::trim_start).any(|line| {
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(mark) = comment.and_then(|rest| rest.trim_start().strip_prefix("```")) else {
            return false;
        };
        inside = !inside;
        inside && !["text", "json", "toml", "sh"].contains(&mark.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = r#"{"reason":"compiler-artifact","package_id":"path+file:///w/crates/rules#0.1.0","manifest_path":"/w/crates/rules/Cargo.toml","target":{"kind":["test"],"crate_types":["bin"],"name":"blue_gray","src_path":"/w/crates/rules/tests/blue_gray/main.rs","edition":"2024","doc":false,"doctest":false,"test":true},"profile":{"opt_level":"1","debuginfo":1,"debug_assertions":true,"overflow_checks":true,"test":true},"features":[],"filenames":["/t/debug/deps/blue_gray-1"],"executable":"/t/debug/deps/blue_gray-1","fresh":false}"#;

    #[test]
    fn finds_the_test_programs_among_what_was_built() {
        let program = built(MESSAGE).unwrap();
        assert_eq!((program.of.as_str(), program.name.as_str()), ("rules", "blue_gray"));
        assert_eq!(program.path, PathBuf::from("/t/debug/deps/blue_gray-1"));
        assert_eq!(program.folder, PathBuf::from("/w/crates/rules"));
        let unit = MESSAGE.replace("\"kind\":[\"test\"]", "\"kind\":[\"lib\"]");
        assert_eq!(built(&unit).unwrap().name, "unit");
        assert_eq!(built(&MESSAGE.replace("\"kind\":[\"test\"]", "\"kind\":[\"bench\"]")), None);
        let library =
            MESSAGE.replace("\"executable\":\"/t/debug/deps/blue_gray-1\"", "\"executable\":null");
        assert_eq!(built(&library), None);
        let binary = MESSAGE.replace(
            "\"overflow_checks\":true,\"test\":true}",
            "\"overflow_checks\":true,\"test\":false}",
        );
        assert_eq!(built(&binary), None);
        assert_eq!(built("{\"reason\":\"build-finished\",\"success\":true}"), None);
    }

    #[test]
    fn the_servers_tests_are_run_on_the_other_engine_too() {
        let mut programs: Vec<Program> = built(MESSAGE).into_iter().collect();
        on_postgres_too(&mut programs);
        assert_eq!(programs.len(), 1, "the server's alone");
        let api = MESSAGE.replace("blue_gray", "api").replace("crates/rules", "crates/server");
        programs.extend(built(&api));
        on_postgres_too(&mut programs);
        let names: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
        assert_eq!(names, ["blue_gray", "api", "api on PostgreSQL"]);
        assert_eq!(programs[2].path, programs[1].path);
    }

    #[test]
    fn finds_examples_in_documentation() {
        assert!(has_example("/// ```\n/// let a = 1;\n/// ```\n"));
        assert!(has_example("//! ```rust\n"));
        assert!(!has_example("/// ```text\n/// a\n/// ```\n"));
        assert!(!has_example("let a = \"```\";\n// ```\n"));
    }
}
