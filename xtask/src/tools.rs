//! Finds the tools that the checks need, and installs them where that takes one known command.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::web;

/// The parts of the Rust toolchain that the checks call, and how `rustup` names them.
const COMPONENTS: [(&str, &str); 2] = [("fmt", "rustfmt"), ("clippy", "clippy")];

/// What is missing and could not be installed.
pub fn missing() -> Vec<String> {
    COMPONENTS
        .iter()
        .filter(|(subcommand, component)| !answers(subcommand) && !add(component))
        .map(|(subcommand, component)| {
            format!(
                "`cargo {subcommand}` does not answer and `rustup component add {component}` did not help"
            )
        })
        .collect()
}

/// The program that compiles and lints; `cargo clippy` has it beside the compiler.
pub fn lints_driver() -> PathBuf {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let answer = Command::new(rustc).args(["--print", "sysroot"]).output();
    let text = answer.map(|answer| String::from_utf8_lossy(&answer.stdout).trim().to_owned());
    let name = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
    match text {
        Ok(sysroot) if !sysroot.is_empty() => PathBuf::from(sysroot).join("bin").join(name),
        // Then it is looked for where programs are.
        _ => PathBuf::from(name),
    }
}

/// Where Debian keeps the programs of PostgreSQL, one folder a version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Finds PostgreSQL, or installs it: what is missing and could not be installed. The tests of the server start one of
/// their own in a temporary folder, and fail where there is none.
pub fn postgres() -> Vec<String> {
    if !has_postgres() {
        web::install(&["postgresql"]);
    }
    let words = "no PostgreSQL: install the package `postgresql`, or name the folder that has `initdb` in \
                 LONGROLL_POSTGRES_BIN";
    if has_postgres() { Vec::new() } else { vec![words.to_owned()] }
}

fn has_postgres() -> bool {
    let named = std::env::var_os("LONGROLL_POSTGRES_BIN").map(PathBuf::from);
    let versions = std::fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = named.into_iter().chain(debian).chain(std::env::split_paths(&path));
    folders.any(|folder| ["initdb", "pg_ctl"].iter().all(|name| folder.join(name).is_file()))
}

/// Whether `cargo SUBCOMMAND --version` succeeds.
fn answers(subcommand: &str) -> bool {
    succeeds(Command::new("cargo").args([subcommand, "--version"]))
}

fn add(component: &str) -> bool {
    println!("rustup component add {component}");
    succeeds(Command::new("rustup").args(["component", "add", component]))
}

fn succeeds(command: &mut Command) -> bool {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
