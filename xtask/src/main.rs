//! The developer's chores. `cargo xtask test` checks everything; `cargo xtask help` lists the rest.
//!
//! Standard library only, so that the first build on a fresh machine is short.

mod boundaries;
mod chores;
mod dependencies;
mod hygiene;
mod index;
mod programs;
mod rules;
mod run;
mod times;
mod tools;
mod touched;
mod web;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask CHORE

  test        everything a change must pass: format, lints, tests, page, documentation, hygiene; how long each takes
  quick       what differs from the main branch: the lints and tests that it touches, and the hygiene of all files
  soak        the long tests, in release mode: many more random cases, statistics, whole shows in a browser
  rules       the index of printed rules against the code and the tests that cite them
  boundaries  names of systems of rules outside their rooms
  bench       the benchmarks, one after the other
  web         the page alone: its types, its unit tests, and the page in a browser
  load        200 games with watchers against a server on this machine: actions a second, delays
  maps        draw every built-in map in every theme into out/maps, to be looked at
  lighthouse  what Lighthouse says of the front page and of a table; on a machine that does nothing else
  figures     draw the figures of the rulebooks anew, and in every theme into out/figures, to be looked at
  help        this text
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let chore = arguments.next().unwrap_or_else(|| "help".to_owned());
    if let Some(extra) = arguments.next() {
        eprintln!("xtask: `{extra}`: a chore takes no arguments\n\n{HELP}");
        return ExitCode::from(2);
    }
    match chore.as_str() {
        "test" => chores::test(),
        "quick" => chores::quick(),
        "soak" => chores::soak(),
        "rules" => chores::rules(),
        "boundaries" => chores::boundaries(),
        "bench" => chores::bench(),
        "web" => chores::web(),
        "load" => chores::load(),
        "maps" => chores::maps(),
        "lighthouse" => chores::lighthouse(),
        "figures" => chores::figures(),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        other => {
            eprintln!("xtask: no chore is called `{other}`\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}
