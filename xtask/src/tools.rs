//! Finds the tools that the checks need, and installs them where that takes one known command.

use std::process::{Command, Stdio};

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
