//! What each chore does, step by step.

use std::process::ExitCode;

use crate::run::Report;
use crate::{dependencies, hygiene, rules, tools, web};

/// The environment that asks the tests for many more random cases.
const SOAK: [(&str, &str); 2] = [("LONGROLL_SOAK", "50"), ("PROPTEST_CASES", "20000")];

/// Everything a change must pass.
pub fn test() -> ExitCode {
    let mut report = Report::default();
    everyday(&mut report);
    web::test(&mut report);
    report.cargo(
        &["doc", "--workspace", "--no-deps", "--quiet", "--locked"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    );
    report.close()
}

/// What one runs every few minutes.
pub fn quick() -> ExitCode {
    let mut report = Report::default();
    everyday(&mut report);
    report.close()
}

fn everyday(report: &mut Report) {
    report.check("the tools that are needed", tools::missing());
    report.check("hygiene of the files", hygiene::complaints());
    report.check("licences and versions of the dependencies", dependencies::complaints());
    report.check("every printed rule has code and a test", rules::complaints());
    report.cargo(&["fmt", "--all", "--", "--check"], &[]);
    report.cargo(
        &["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"],
        &[],
    );
    report.cargo(&["test", "--workspace", "--locked", "--quiet", "--no-fail-fast"], &[]);
}

/// The long tests, in release mode.
pub fn soak() -> ExitCode {
    let mut report = Report::default();
    report.cargo(&["test", "--workspace", "--release", "--locked"], &SOAK);
    report.close()
}

/// The index of printed rules.
pub fn rules() -> ExitCode {
    let mut report = Report::default();
    report.check("every printed rule has code and a test", rules::complaints());
    report.close()
}

/// The benchmarks.
pub fn bench() -> ExitCode {
    let mut report = Report::default();
    report.cargo(&["bench", "--workspace", "--benches", "--locked"], &[]);
    report.close()
}

/// The page alone.
pub fn web() -> ExitCode {
    let mut report = Report::default();
    web::test(&mut report);
    report.close()
}

/// Many games at once against a server on this machine.
pub fn load() -> ExitCode {
    let mut report = Report::default();
    report
        .cargo(&["run", "--release", "--locked", "--package", "server", "--example", "load"], &[]);
    report.close()
}

/// Every built-in map in every theme, with and without units.
pub fn maps() -> ExitCode {
    let mut report = Report::default();
    report.cargo(
        &[
            "run",
            "--release",
            "--locked",
            "--package",
            "longroll",
            "--",
            "map",
            "gallery",
            "out/maps",
        ],
        &[],
    );
    report.close()
}
