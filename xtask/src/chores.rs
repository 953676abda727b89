//! What each chore does, step by step.

use std::process::ExitCode;

use crate::programs::Build;
use crate::run::{Report, Step};
use crate::touched::{self, Choice, Workspace};
use crate::{boundaries, dependencies, hygiene, programs, rules, tools, web};

/// The environment that asks the tests for many more random cases, and for those that are too long for
/// every day.
const SOAK: [(&str, &str); 2] = [("LONGROLL_SOAK", "50"), ("PROPTEST_CASES", "20000")];

/// What the steps of `test` should take on two cores from an empty target folder, in seconds. Their sum, with
/// the browser's, is under ten minutes.
const BUILD: u64 = 280;
const TESTS: u64 = 130;
const DOCUMENTATION: u64 = 60;

/// Everything a change must pass.
///
/// The page's own tests need nothing of Rust and go beside the build. The browser comes last and alone: beside
/// two test programs on two cores a page could be kept waiting until its test gives up. Benches, examples and
/// documentation, which would take another minute and a half, are held to their lints by `quick` and `soak`.
pub fn test() -> ExitCode {
    let mut report = Report::default();
    checks(&mut report);
    let everything = Choice { everything: true, ..Choice::default() };
    let mut built = Vec::new();
    report.side_by_side(vec![
        (
            "rust",
            Box::new(|lane| {
                built = programs::build(lane, &everything.arguments(), Build::Linted, BUILD);
            }),
        ),
        ("page", Box::new(web::page)),
    ]);
    programs::on_postgres_too(&mut built);
    programs::run(&mut report, &built, &[], TESTS);
    documented_examples(&mut report);
    web::browser(&mut report, false);
    report.close()
}

/// What a change touches, compared with the main branch.
pub fn quick() -> ExitCode {
    let mut report = Report::default();
    let choice = match touched::changed() {
        Ok(paths) => touched::choose(&paths, &Workspace::read()),
        Err(error) => {
            let why = [format!("{error}: everything")].into();
            Choice { everything: true, page: true, why, ..Choice::default() }
        }
    };
    report.say("== what has changed, and what is run for it");
    if choice.why.is_empty() {
        report.say("nothing has changed: hygiene");
    }
    choice.why.iter().for_each(|why| report.say(why));
    checks(&mut report);
    if choice.page || choice.everything {
        web::page(&mut report);
    }
    if choice.everything || !choice.programs.is_empty() {
        let with_benches = Build::LintedWithBenches;
        let mut built = programs::build(&mut report, &choice.arguments(), with_benches, BUILD);
        built.retain(|program| choice.has(program));
        programs::on_postgres_too(&mut built);
        programs::run(&mut report, &built, &[], TESTS);
        documentation(&mut report);
    }
    report.close()
}

/// The checks that take no time.
fn checks(report: &mut Report) {
    report.check("the tools that are needed", tools::missing);
    report.check("PostgreSQL for the tests", tools::postgres);
    report.check("hygiene of the files", hygiene::complaints);
    report.check("licences and versions of the dependencies", dependencies::complaints);
    report.check("every printed rule has code and a test", rules::complaints);
    report.check("no system is named outside its rooms", boundaries::complaints);
    report.run(Step::cargo("format", &["fmt", "--all", "--", "--check"]));
}

/// The examples in the documentation of those crates that have any.
fn documented_examples(report: &mut Report) {
    for of in programs::with_examples() {
        let arguments = ["test", "--doc", "--locked", "--quiet", "--package", &of];
        report.run(Step::cargo("examples in the documentation", &arguments));
    }
}

fn documentation(report: &mut Report) {
    let arguments = ["doc", "--workspace", "--no-deps", "--quiet", "--locked"];
    let step = Step::cargo("documentation", &arguments).budget(DOCUMENTATION);
    report.run(step.env("RUSTDOCFLAGS", "-D warnings"));
}

/// The long tests, in release mode, and the page's.
pub fn soak() -> ExitCode {
    let mut report = Report::default();
    let everything = Choice { everything: true, ..Choice::default() };
    report.check("PostgreSQL for the tests", tools::postgres);
    let mut built =
        programs::build(&mut report, &everything.arguments(), Build::Release, 2 * BUILD);
    programs::on_postgres_too(&mut built);
    programs::run(&mut report, &built, &SOAK, 2 * 60 * 60);
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--"];
    report.run(Step::cargo("lints", &[&lints[..], &["-D", "warnings"]].concat()));
    documentation(&mut report);
    web::browser(&mut report, true);
    report.close()
}

/// The index of printed rules.
pub fn rules() -> ExitCode {
    let mut report = Report::default();
    report.check("every printed rule has code and a test", rules::complaints);
    report.close()
}

/// The names of systems outside their rooms.
pub fn boundaries() -> ExitCode {
    let mut report = Report::default();
    report.check("no system is named outside its rooms", boundaries::complaints);
    report.close()
}

/// The benchmarks.
pub fn bench() -> ExitCode {
    one_step(Step::cargo("benchmarks", &["bench", "--workspace", "--benches", "--locked"]))
}

/// The page alone.
pub fn web() -> ExitCode {
    let mut report = Report::default();
    web::page(&mut report);
    let arguments = ["build", "--package", "longroll", "--locked", "--quiet"];
    if report.run(Step::cargo("build of the program", &arguments)) {
        web::browser(&mut report, false);
    }
    report.close()
}

/// Many games at once against a server on this machine.
pub fn load() -> ExitCode {
    let arguments = ["run", "--release", "--locked", "--package", "server", "--example", "load"];
    one_step(Step::cargo("load", &arguments))
}

/// What Lighthouse says of the page, with the program of the release.
pub fn lighthouse() -> ExitCode {
    let mut report = Report::default();
    let arguments = ["build", "--release", "--package", "longroll", "--locked", "--quiet"];
    if report.run(Step::cargo("build of the program", &arguments)) {
        web::lighthouse(&mut report);
    }
    report.close()
}

/// Every built-in map in every theme, with and without units.
pub fn maps() -> ExitCode {
    let run = ["run", "--release", "--locked", "--package", "longroll", "--"];
    let arguments = [&run[..], &["map", "gallery", "out/maps"]].concat();
    one_step(Step::cargo("maps", &arguments))
}

/// The figures of the rulebooks, and proofs of them in every theme.
pub fn figures() -> ExitCode {
    let run = ["run", "--locked", "--package", "engraver", "--example", "figures", "--"];
    let arguments = [&run[..], &["out/figures"]].concat();
    one_step(Step::cargo("figures", &arguments))
}

fn one_step(step: Step) -> ExitCode {
    let mut report = Report::default();
    report.run(step);
    report.close()
}
