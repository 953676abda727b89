//! The page's checks: types, unit tests, and the page in a real browser.
//!
//! Node and Chromium are found, or installed from the distribution's packages where that can be done; the
//! page's test libraries come from its lock file. Nothing of this is needed to build or run the program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{Report, Step, root};

/// The oldest Node whose test runner the tests are written for.
const OLDEST_NODE: u32 = 20;

/// Names under which a Chromium is found.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// How long the page's tests should take beside the rest, in seconds.
const TYPES: u64 = 20;
const UNITS: u64 = 30;
const BROWSER: u64 = 140;

/// What measures the page.
const LIGHTHOUSE: &str = "lighthouse@13";

/// Types and unit tests of the page.
pub fn page(report: &mut Report) {
    if !report.check("what the page's tests need", || ready_to_test().err().into_iter().collect()) {
        return;
    }
    let web = root().join("web");
    let types = ["node_modules/typescript/bin/tsc", "-p", "jsconfig.json"];
    report.run(Step::program("the page's types", "node", &web, &types).budget(TYPES));
    run_tests(report, "the page's unit tests", "test", 1, |step| step.budget(UNITS));
}

/// The page in a browser, against the program, which must have been built; `long`: also what takes too long
/// for every day, against the program of the release.
pub fn browser(report: &mut Report, long: bool) {
    let browser = match ready_to_test().and_then(|()| chromium()) {
        Ok(browser) => browser,
        Err(complaint) => {
            report.check("a browser for the tests", || vec![complaint]);
            return;
        }
    };
    let profile = if long { "release" } else { "debug" };
    let program = target_folder().join(profile).join("longroll");
    let screens = root().join("out").join("screens");
    let mut environment = vec![
        ("LONGROLL_CHROMIUM", browser.display().to_string()),
        ("LONGROLL_PROGRAM", program.display().to_string()),
        ("LONGROLL_SCREENS", screens.display().to_string()),
    ];
    if long {
        environment.push(("LONGROLL_SOAK", "1".to_owned()));
    }
    // Every file starts a server and a browser of its own, and waits for them more than half of the time.
    run_tests(report, "the page in a browser", "browser-test", 4, |step| {
        step.envs(&environment).budget(BROWSER)
    });
}

/// Measures the page with Lighthouse. It is installed beside what the tests need, which do not need it: it is large.
pub fn lighthouse(report: &mut Report) {
    let browser = match ready_to_test().and_then(|()| chromium()) {
        Ok(browser) => browser,
        Err(complaint) => {
            report.check("a browser to measure with", || vec![complaint]);
            return;
        }
    };
    let folder = root().join("out").join("lighthouse");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        report.check("a folder for Lighthouse", || vec![format!("{}: {error}", folder.display())]);
        return;
    }
    let install =
        ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", ".", LIGHTHOUSE];
    if !report.run(Step::program("installation of Lighthouse", "npm", &folder, &install)) {
        return;
    }
    let environment = [
        ("LONGROLL_CHROMIUM", browser.display().to_string()),
        (
            "LONGROLL_PROGRAM",
            target_folder().join("release").join("longroll").display().to_string(),
        ),
        ("LONGROLL_LIGHTHOUSE", folder.join("node_modules").display().to_string()),
    ];
    let web = root().join("web");
    let measure = Step::program("Lighthouse", "node", &web, &["measure/lighthouse.js"]);
    report.run(measure.envs(&environment));
}

/// Runs the test files of a folder of the page, so many at a time. They are named one by one: what Node makes
/// of a folder's name differs between its versions.
fn run_tests(
    report: &mut Report,
    title: &str,
    folder: &str,
    at_once: usize,
    finish: impl FnOnce(Step) -> Step,
) {
    let web = root().join("web");
    let names = std::fs::read_dir(web.join(folder)).into_iter().flatten().flatten();
    let mut files: Vec<String> = names
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".test.js"))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    files.sort();
    if files.is_empty() {
        report.check(title, || vec![format!("web/{folder} holds no *.test.js")]);
        return;
    }
    let at_once = format!("--test-concurrency={at_once}");
    let mut arguments = vec!["--test", "--test-reporter=tap", &at_once];
    arguments.extend(files.iter().map(String::as_str));
    report.run(finish(Step::program(title, "node", &web, &arguments)));
}

/// Finds or installs Node and the test libraries.
fn ready_to_test() -> Result<(), String> {
    if node_version().is_none_or(|version| version < OLDEST_NODE) || !runs("npm", &["--version"]) {
        install(&["nodejs", "npm"]);
    }
    match node_version() {
        Some(version) if version >= OLDEST_NODE => {}
        found => {
            let found = found.map_or("none".to_owned(), |version| version.to_string());
            return Err(format!("Node {OLDEST_NODE} or later is needed; found {found}"));
        }
    }
    let web = root().join("web");
    // npm leaves this file behind when an installation is complete.
    let (lock, done) = (web.join("package-lock.json"), web.join("node_modules/.package-lock.json"));
    if is_newer(&done, &lock) {
        return Ok(());
    }
    println!("\n== npm ci (in web)");
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&web);
    match npm.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("npm ci: {status}")),
        Err(error) => Err(format!("npm cannot be started: {error}")),
    }
}

/// Finds or installs a Chromium.
fn chromium() -> Result<PathBuf, String> {
    if let Some(named) = std::env::var_os("LONGROLL_CHROMIUM") {
        return Ok(named.into());
    }
    if let Some(found) = find_browser() {
        return Ok(found);
    }
    install(&["chromium"]);
    find_browser().ok_or_else(|| {
        "no Chromium: install the package `chromium`, or name one in LONGROLL_CHROMIUM".to_owned()
    })
}

fn find_browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    BROWSERS.iter().find_map(|name| {
        folders.iter().map(|folder| folder.join(name)).find(|candidate| candidate.is_file())
    })
}

/// Installs packages of the distribution, where this user can.
pub fn install(packages: &[&str]) {
    println!("\n== installing {}", packages.join(", "));
    let sudo = !runs("test", &["-w", "/var/lib/dpkg"]);
    let apt = |arguments: &[&str]| {
        let mut command = if sudo { Command::new("sudo") } else { Command::new("apt-get") };
        if sudo {
            command.args(["-n", "apt-get"]);
        }
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
        command.stdout(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    // A list that cannot be refreshed may still know the package.
    apt(&["update", "-q"]);
    let mut arguments = vec!["install", "-q", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    apt(&arguments);
}

fn node_version() -> Option<u32> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn runs(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|data| data.modified());
    matches!((time(file), time(than)), (Ok(a), Ok(b)) if a >= b)
}

/// Where cargo puts what it builds.
fn target_folder() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}
