//! The program as its users meet it: arguments in, text and exit codes out.

mod cli;
mod common;
mod crash;
mod keeping;
mod matches;
mod notices;
mod paper;
mod position;
#[cfg(unix)]
mod servers;
mod simulate;
