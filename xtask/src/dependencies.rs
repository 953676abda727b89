//! What the programs are built from: permissive licences only, no crate twice without a reason, nothing that
//! is meant for tests.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use crate::run::root;

/// Licences under which anybody may use, change and pass on what is built with them.
const PERMISSIVE: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that are there in more than one version, and who keeps the older one. An entry that is no longer needed
/// is complained of, so that the list stays short.
const DOUBLED: [(&str, &str); 15] = [
    ("base64", "sqlx and metrics-exporter-prometheus are behind resvg"),
    ("block-buffer", "sha2 of sqlx"),
    ("cpufeatures", "sha2 of sqlx"),
    ("crypto-common", "sha2 of sqlx"),
    ("digest", "sha2 of sqlx"),
    ("font-types", "krilla is behind resvg"),
    ("getrandom", "ahash of parquet, rand of metrics-util, ring of rustls"),
    ("hashbrown", "governor keeps two, by itself and by dashmap"),
    ("miniz_oxide", "png is behind flate2"),
    ("rand", "metrics-util is behind sqlx"),
    ("rand_core", "rand of metrics-util is behind elliptic-curve"),
    ("read-fonts", "krilla is behind resvg"),
    ("sha2", "sqlx is behind the current one"),
    ("skrifa", "krilla is behind resvg"),
    ("syn", "derive macros move to its new version one by one"),
];

/// Features that only tests turn on.
const FOR_TESTS: [&str; 1] = ["toy"];

/// One crate of the tree.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Crate {
    name: String,
    version: String,
    licence: String,
    features: Vec<String>,
}

/// Everything wrong with what the programs are built from.
pub fn complaints() -> Vec<String> {
    match tree() {
        Ok(text) => {
            let crates: BTreeSet<Crate> = text.lines().filter_map(listed).collect();
            let mut found = unfree(&crates);
            found.extend(doubled(&crates, &DOUBLED));
            found.extend(for_tests(&crates));
            found
        }
        Err(error) => vec![error],
    }
}

/// The system for which dependencies are looked at: the same everywhere, so that the answer is.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What cargo says is built, a crate a line.
fn tree() -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments =
        ["tree", "--workspace", "--locked", "--prefix", "none", "--edges", "normal,build"];
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--target", TARGET, "--format", "{p}|{l}|{f}"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("cargo tree cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A line of the tree, "serde v1.0.1 (proc-macro)|MIT OR Apache-2.0|derive,std (*)"; the star marks what was
/// listed before.
fn listed(line: &str) -> Option<Crate> {
    let (package, rest) = line.trim_end_matches(" (*)").split_once('|')?;
    let (licence, features) = rest.split_once('|').unwrap_or((rest, ""));
    let mut words = package.split(' ');
    Some(Crate {
        name: words.next()?.to_owned(),
        version: words.next()?.to_owned(),
        licence: licence.to_owned(),
        features: features.split(',').map(str::to_owned).collect(),
    })
}

fn unfree(crates: &BTreeSet<Crate>) -> Vec<String> {
    let unfree = crates.iter().filter(|each| !is_permissive(&each.licence));
    unfree
        .map(|each| {
            let Crate { name, version, licence, .. } = each;
            format!("{name} {version}: licence `{licence}` is not one of {}", PERMISSIVE.join(", "))
        })
        .collect()
}

/// Whether a licence expression can be met with permissive licences: all that stand with AND, one of those with OR.
/// Of parentheses only those around a choice are known, as the crates write them: "(MIT OR Apache-2.0) AND Unicode-3.0".
fn is_permissive(licence: &str) -> bool {
    licence.replace('/', " OR ").split(" AND ").all(|needed| {
        let choice = needed.trim().trim_start_matches('(').trim_end_matches(')');
        choice.split(" OR ").any(|each| PERMISSIVE.contains(&each.trim()))
    })
}

/// Crates in several versions without a reason, and reasons for what is no longer so.
fn doubled(crates: &BTreeSet<Crate>, reasons: &[(&str, &str)]) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for each in crates {
        versions.entry(&each.name).or_default().insert(&each.version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let mut found = Vec::new();
    for (name, versions) in &versions {
        if !reasons.iter().any(|(known, _)| known == name) {
            let versions: Vec<&str> = versions.iter().copied().collect();
            found.push(format!(
                "{name} is there as {}: use one, or say in xtask/src/dependencies.rs why not",
                versions.join(" and ")
            ));
        }
    }
    for (name, reason) in reasons {
        if !versions.contains_key(name) {
            found.push(format!("{name} is there once: `{reason}` is no longer needed"));
        }
    }
    found
}

/// What is meant for tests and is built into the programs.
fn for_tests(crates: &BTreeSet<Crate>) -> Vec<String> {
    let mut found = Vec::new();
    for each in crates {
        let wrong = each.features.iter().filter(|feature| FOR_TESTS.contains(&feature.as_str()));
        let name = &each.name;
        found.extend(
            wrong.map(|feature| format!("{name} has `{feature}`, which is for tests only")),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crates(lines: &[&str]) -> BTreeSet<Crate> {
        lines.iter().filter_map(|line| listed(line)).collect()
    }

    #[test]
    fn a_line_of_the_tree() {
        let found = listed("serde v1.0.1 (proc-macro)|MIT OR Apache-2.0|derive,std (*)").unwrap();
        assert_eq!(found.name, "serde");
        assert_eq!(found.version, "v1.0.1");
        assert_eq!(found.licence, "MIT OR Apache-2.0");
        assert_eq!(found.features, ["derive", "std"]);
        assert_eq!(listed(""), None);
    }

    #[test]
    fn what_is_for_tests_is_not_in_the_programs() {
        let found = for_tests(&crates(&["a v1.0.0|MIT|std", "rules v0.1.0|MIT|default,toy"]));
        assert_eq!(found, ["rules has `toy`, which is for tests only"]);
    }

    #[test]
    fn licences_that_can_be_met() {
        for licence in
            ["MIT", "MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "GPL-3.0 OR MIT"]
        {
            assert!(is_permissive(licence), "{licence}");
        }
        for licence in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND MPL-2.0"] {
            assert!(!is_permissive(licence), "{licence}");
        }
    }

    #[test]
    fn an_unfree_crate_is_named() {
        let found = unfree(&crates(&["a v1.0.0|MIT", "b v2.0.0|AGPL-3.0"]));
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("b v2.0.0: licence `AGPL-3.0`"), "{found:?}");
    }

    #[test]
    fn two_versions_need_a_reason_and_a_reason_needs_two_versions() {
        let two = crates(&["a v1.0.0|MIT", "a v2.0.0|MIT", "b v1.0.0|MIT"]);
        assert!(doubled(&two, &[("a", "an old friend")]).is_empty());
        assert!(doubled(&two, &[])[0].starts_with("a is there as v1.0.0 and v2.0.0"));
        let reasons = [("a", "an old friend"), ("b", "another")];
        assert_eq!(doubled(&two, &reasons), ["b is there once: `another` is no longer needed"]);
    }
}
