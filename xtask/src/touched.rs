//! Which tests a change touches: what `cargo xtask quick` runs.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::boundaries::System;
use crate::programs::Program;
use crate::run::root;

/// The test program that goes through the laws of every system.
const EVERY_SYSTEM: &str = "every_system";

/// The crate that plays every system over HTTP, and its tests.
const AT_A_SERVER: (&str, &str) = ("server", "api");

/// The workspace as far as the choice depends on it.
#[derive(Default)]
pub struct Workspace {
    /// The systems of rules.
    pub systems: Vec<System>,
    /// The test programs of each crate, "unit" among them.
    pub programs: BTreeMap<String, BTreeSet<String>>,
    /// The crates that use a crate, directly.
    pub users: BTreeMap<String, BTreeSet<String>>,
}

/// What is to be run, and why.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Choice {
    /// All test programs.
    pub everything: bool,
    /// These: a crate and the name of its tests.
    pub programs: BTreeSet<(String, String)>,
    /// The page's types and unit tests.
    pub page: bool,
    /// A line for each kind of change.
    pub why: BTreeSet<String>,
}

/// Chooses by the files that have changed.
pub fn choose(changed: &[String], workspace: &Workspace) -> Choice {
    let mut choice = Choice::default();
    for path in changed {
        choice.add(path, workspace);
    }
    let all: BTreeSet<(String, String)> = workspace
        .programs
        .iter()
        .flat_map(|(of, names)| names.iter().map(|name| (of.clone(), name.clone())))
        .collect();
    choice.everything |= !all.is_empty() && choice.programs == all;
    choice
}

impl Choice {
    /// What to tell cargo to build, as arguments of `cargo test`.
    pub fn arguments(&self) -> Vec<String> {
        if self.everything {
            return ["--workspace", "--lib", "--bins", "--tests"].map(str::to_owned).to_vec();
        }
        // Always the whole workspace: for some of its crates alone, cargo would compile what they depend on anew,
        // with other features.
        let mut arguments = vec!["--workspace".to_owned()];
        let names: BTreeSet<&str> = self.programs.iter().map(|(_, name)| name.as_str()).collect();
        for name in names.iter().filter(|name| **name != "unit") {
            arguments.extend(["--test".to_owned(), (*name).to_owned()]);
        }
        let units = || self.programs.iter().filter(|(_, name)| name == "unit");
        if units().any(|(of, _)| !is_a_program(of)) {
            arguments.push("--lib".to_owned());
        }
        if units().any(|(of, _)| is_a_program(of)) {
            arguments.push("--bins".to_owned());
        }
        arguments
    }

    /// Whether a test program was chosen.
    pub fn has(&self, program: &Program) -> bool {
        self.everything || self.programs.contains(&(program.of.clone(), program.name.clone()))
    }

    fn add(&mut self, path: &str, workspace: &Workspace) {
        let folders: Vec<&str> = path.split('/').collect();
        let system = workspace.systems.iter().find(|system| {
            system.is_at_home(path) || path.starts_with(&format!("battles/{}/", system.name()))
        });
        match folders.as_slice() {
            ["docs", "rules", ..] | ["docs", "images", "rules", ..] => {
                self.crates_programs("engraver", workspace);
                self.program("server", "unit", workspace);
                self.because("rulebooks: their links and figures");
            }
            [.., name] if name.ends_with(".md") => self.because("documents: hygiene"),
            ["docs" | ".ci" | "fuzz", ..] | [".gitignore" | "LICENSE-MIT" | "LICENSE-APACHE"] => {
                self.because("documents and what is not built here: hygiene");
            }
            ["web", ..] => {
                self.page = true;
                self.because("web: the page's types and unit tests");
            }
            ["xtask", ..] => {
                self.crates_programs("xtask", workspace);
                self.because("xtask: its tests");
            }
            ["crates", "rules", "index", ..] => self.because("an index: the check of the rules"),
            ["crates", of, ..] if system.is_some() => self.system(system, Some(of), workspace),
            ["battles", _, _, ..] if system.is_some() => {
                self.system(system, None, workspace);
                for of in ["atlas", "engraver"] {
                    self.crates_programs(of, workspace);
                }
            }
            ["crates", of, "tests", rest @ ..] => self.tests(of, rest, workspace),
            ["crates", of, "benches" | "examples", ..] => {
                self.program(of, "unit", workspace);
                self.because(&format!("benches and examples of {of}: its lints and unit tests"));
            }
            ["crates", of, ..] if workspace.programs.contains_key(*of) => {
                let touched = users_of(of, workspace);
                touched.iter().for_each(|each| self.crates_programs(each, workspace));
                let touched: Vec<&str> = touched.iter().map(String::as_str).collect();
                self.because(&format!("crates/{of}: {}", touched.join(", ")));
            }
            _ => {
                self.everything = true;
                self.because(&format!("{path}: everything"));
            }
        }
    }

    /// A change in the rooms or the battles of a system.
    fn system(&mut self, system: Option<&System>, of: Option<&str>, workspace: &Workspace) {
        let Some(system) = system else { return };
        let module = system.module();
        for each in workspace.programs.keys() {
            self.program(each, &module, workspace);
            self.program(each, EVERY_SYSTEM, workspace);
        }
        self.program(AT_A_SERVER.0, AT_A_SERVER.1, workspace);
        if let Some(of) = of {
            self.program(of, "unit", workspace);
        }
        let place = of.map_or("its battles".to_owned(), |of| format!("its room in {of}"));
        self.because(&format!(
            "{}, {place}: the tests of the system, {EVERY_SYSTEM}, the server's {}",
            system.name(),
            AT_A_SERVER.1
        ));
    }

    /// A change in the tests of a crate: that program, or all of them if it is something they share.
    fn tests(&mut self, of: &str, rest: &[&str], workspace: &Workspace) {
        let name = rest.first().map_or("", |first| first.trim_end_matches(".rs"));
        if workspace.programs.get(of).is_some_and(|names| names.contains(name)) {
            self.program(of, name, workspace);
            self.because(&format!("crates/{of}/tests/{name}: that program"));
        } else {
            self.crates_programs(of, workspace);
            self.because(&format!("crates/{of}/tests: all tests of {of}"));
        }
    }

    fn crates_programs(&mut self, of: &str, workspace: &Workspace) {
        for name in workspace.programs.get(of).into_iter().flatten() {
            self.program(of, name, workspace);
        }
    }

    /// Adds a program if there is one.
    fn program(&mut self, of: &str, name: &str, workspace: &Workspace) {
        if workspace.programs.get(of).is_some_and(|names| names.contains(name)) {
            self.programs.insert((of.to_owned(), name.to_owned()));
        }
    }

    fn because(&mut self, why: &str) {
        self.why.insert(why.to_owned());
    }
}

/// A crate and all that use it, directly or not.
fn users_of(of: &str, workspace: &Workspace) -> BTreeSet<String> {
    let mut found = BTreeSet::from([of.to_owned()]);
    let mut open = vec![of.to_owned()];
    while let Some(next) = open.pop() {
        for user in workspace.users.get(&next).into_iter().flatten() {
            if found.insert(user.clone()) {
                open.push(user.clone());
            }
        }
    }
    found
}

fn is_a_program(of: &str) -> bool {
    !folder_of(of).join("src/lib.rs").is_file()
}

fn folder_of(of: &str) -> std::path::PathBuf {
    if of == "xtask" { root().join(of) } else { root().join("crates").join(of) }
}

impl Workspace {
    /// The workspace as it is.
    pub fn read() -> Workspace {
        let mut workspace =
            Workspace { systems: crate::boundaries::systems(), ..Workspace::default() };
        let mut crates = names_in(&root().join("crates"));
        crates.push("xtask".to_owned());
        for of in &crates {
            let tests = names_in(&folder_of(of).join("tests")).into_iter().filter(|name| {
                let folder = folder_of(of).join("tests").join(name);
                name.ends_with(".rs") || folder.join("main.rs").is_file()
            });
            let mut names: BTreeSet<String> =
                tests.map(|name| name.trim_end_matches(".rs").to_owned()).collect();
            names.insert("unit".to_owned());
            workspace.programs.insert(of.clone(), names);
            let manifest =
                std::fs::read_to_string(folder_of(of).join("Cargo.toml")).unwrap_or_default();
            for used in crates.iter().filter(|used| uses(&manifest, used)) {
                workspace.users.entry(used.clone()).or_default().insert(of.clone());
            }
        }
        workspace
    }
}

/// Whether a manifest names a crate of the workspace as a dependency.
fn uses(manifest: &str, of: &str) -> bool {
    let forms = [format!("{of}.workspace"), format!("{of} = {{ workspace")];
    manifest.lines().any(|line| forms.iter().any(|form| line.starts_with(form)))
}

fn names_in(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The files that differ from where this branch left the main branch, and those that git does not know yet.
pub fn changed() -> Result<Vec<String>, String> {
    let base = ["main", "origin/main", "master"]
        .iter()
        .find_map(|branch| git(&["merge-base", "HEAD", branch]).ok())
        .ok_or("there is no main branch to compare with")?;
    let mut paths = git(&["diff", "--name-only", "--no-renames", base.trim()])?;
    paths += &git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(paths.lines().map(str::to_owned).collect())
}

fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).current_dir(root()).output();
    let output = output.map_err(|error| format!("git cannot be started: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("git {}: {}", arguments[0], String::from_utf8_lossy(&output.stderr).trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn workspace() -> Workspace {
        let crates: [(&str, &[&str], &[&str]); 8] = [
            ("field", &["laws"], &[]),
            ("atlas", &["files"], &["field"]),
            ("engraver", &["drawing"], &["atlas", "field"]),
            ("rules", &["blue_gray", "brigade", "every_system"], &["atlas", "field"]),
            ("staff", &["blue_gray", "brigade"], &["rules"]),
            ("server", &["api"], &["rules", "staff", "engraver"]),
            ("longroll", &["program"], &["server", "staff"]),
            ("xtask", &[], &[]),
        ];
        let mut workspace = Workspace {
            systems: ["blue-gray", "brigade"].map(System::new).to_vec(),
            ..Workspace::default()
        };
        for (of, tests, uses) in crates {
            let names = tests.iter().chain(&["unit"]).map(|&name| name.to_owned()).collect();
            workspace.programs.insert(of.to_owned(), names);
            for &used in uses {
                workspace.users.entry(used.to_owned()).or_default().insert(of.to_owned());
            }
        }
        workspace
    }

    fn chosen(paths: &[&str]) -> Choice {
        let paths: Vec<String> = paths.iter().map(|&path| path.to_owned()).collect();
        choose(&paths, &workspace())
    }

    fn names(choice: &Choice) -> Vec<String> {
        choice.programs.iter().map(|(of, name)| format!("{of} {name}")).collect()
    }

    #[test]
    fn a_system_s_room_runs_that_system_the_laws_and_the_server() {
        let choice = chosen(&["crates/rules/src/brigade/play.rs"]);
        assert!(!choice.everything && !choice.page);
        let expected =
            ["rules brigade", "rules every_system", "rules unit", "server api", "staff brigade"];
        assert_eq!(names(&choice), expected);
        let choice = chosen(&["crates/staff/src/brigade.rs"]);
        let expected =
            ["rules brigade", "rules every_system", "server api", "staff brigade", "staff unit"];
        assert_eq!(names(&choice), expected);
        assert!(choice.why.iter().next().unwrap().starts_with("brigade, its room in staff: "));
    }

    #[test]
    fn a_system_s_battles_run_it_too_with_what_reads_and_draws_them() {
        let names = names(&chosen(&["battles/blue-gray/antietam/rules.toml"]));
        for name in ["rules blue_gray", "staff blue_gray", "atlas files", "engraver drawing"] {
            assert!(names.contains(&name.to_owned()), "{names:?}");
        }
        assert!(!names.contains(&"rules brigade".to_owned()), "{names:?}");
    }

    #[test]
    fn what_everybody_uses_runs_everything() {
        for path in ["Cargo.toml", "Cargo.lock", ".cargo/config.toml", "rustfmt.toml", "what.ever"]
        {
            assert!(chosen(&[path]).everything, "{path}");
        }
        for path in ["crates/field/src/lib.rs", "crates/atlas/Cargo.toml"] {
            let choice = chosen(&[path]);
            let all_but_xtask = workspace().programs.into_iter().filter(|(of, _)| of != "xtask");
            let count: usize = all_but_xtask.map(|(_, names)| names.len()).sum();
            let without_field = count - if path.contains("atlas") { 2 } else { 0 };
            assert_eq!(choice.programs.len(), without_field, "{path}");
        }
        let paths = ["crates/field/src/lib.rs", "xtask/src/main.rs"];
        assert!(chosen(&paths).everything);
    }

    #[test]
    fn a_crate_runs_itself_and_those_that_use_it() {
        let choice = chosen(&["crates/server/src/live.rs"]);
        assert_eq!(
            names(&choice),
            ["longroll program", "longroll unit", "server api", "server unit"]
        );
        let choice = chosen(&["crates/rules/src/record/step.rs"]);
        assert!(names(&choice).contains(&"staff brigade".to_owned()));
        assert!(!names(&choice).contains(&"engraver unit".to_owned()));
    }

    #[test]
    fn a_test_runs_its_program() {
        assert_eq!(
            names(&chosen(&["crates/rules/tests/brigade/combat/odds.rs"])),
            ["rules brigade"]
        );
        assert_eq!(names(&chosen(&["crates/rules/tests/every_system.rs"])), ["rules every_system"]);
        let shared = names(&chosen(&["crates/rules/tests/records/antietam.jsonl"]));
        assert_eq!(
            shared,
            ["rules blue_gray", "rules brigade", "rules every_system", "rules unit"]
        );
    }

    #[test]
    fn documents_run_nothing_and_the_page_runs_itself() {
        let choice = chosen(&["README.md", "docs/examples/a.json", "crates/field/README.md"]);
        assert!(choice.programs.is_empty() && !choice.everything && !choice.page);
        let choice = chosen(&["web/js/board.js"]);
        assert!(choice.programs.is_empty() && choice.page);
        assert!(chosen(&[]).why.is_empty());
    }

    #[test]
    fn a_rulebook_runs_what_reads_it_and_draws_its_figures() {
        for path in ["docs/rules/outpost.md", "docs/images/rules/outpost/hill.svg"] {
            let expected = ["engraver drawing", "engraver unit", "server unit"];
            assert_eq!(names(&chosen(&[path])), expected, "{path}");
        }
    }

    #[test]
    fn cargo_is_told_the_targets() {
        let choice = chosen(&["crates/rules/src/brigade/play.rs"]);
        assert_eq!(
            choice.arguments().join(" "),
            "--workspace --test api --test brigade --test every_system --lib"
        );
        let choice = chosen(&["Cargo.lock"]);
        assert_eq!(choice.arguments().join(" "), "--workspace --lib --bins --tests");
        let choice = chosen(&["crates/longroll/src/main.rs"]);
        assert_eq!(choice.arguments().join(" "), "--workspace --test program --bins");
    }

    #[test]
    fn the_workspace_is_read() {
        let workspace = Workspace::read();
        assert!(workspace.programs["server"].contains("api"));
        assert!(workspace.programs["server"].contains("unit"));
        assert!(!workspace.programs["server"].contains("common"));
        assert!(workspace.users["rules"].contains("server"));
        assert!(!workspace.users["rules"].contains("field"));
        assert!(is_a_program("longroll") && is_a_program("xtask") && !is_a_program("rules"));
    }
}
