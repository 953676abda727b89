//! Checks of the files as text: what no compiler looks at.

use std::path::{Path, PathBuf};

use crate::run::root;

/// The longest a source file may be before it must be divided.
const MOST_LINES: usize = 600;

/// Marks of unfinished work that never land.
const UNFINISHED: [&str; 4] = ["todo!(", "unimplemented!(", "FIXME", "dbg!("];

/// What stands before the two sides of a merge, and what they have in common, when nobody has decided
/// between them. The line between the sides is not looked for: it also underlines headings.
const UNDECIDED: [&str; 3] = ["<<<<<<<", "|||||||", ">>>>>>>"];

/// The files that are written by hand, and looked at closely.
const BY_HAND: [&str; 8] = [".rs", ".toml", ".md", ".js", ".css", ".html", ".json", ".index"];

/// Everything wrong with the text of the files.
pub fn complaints() -> Vec<String> {
    let mut found = Vec::new();
    for path in files() {
        let shown = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        match std::fs::read(&path).map(String::from_utf8) {
            Ok(Ok(text)) => {
                found.extend(undecided(&shown, &text));
                if by_hand(&shown) {
                    found.extend(of_text(&shown, &text));
                }
                if shown.ends_with(".md") {
                    found.extend(broken_links(&path, &shown, &text));
                }
            }
            Ok(Err(_)) if by_hand(&shown) => found.push(format!("{shown}: is not UTF-8")),
            Ok(Err(_)) => {}
            Err(error) => found.push(format!("{shown}: cannot be read: {error}")),
        }
    }
    found
}

fn by_hand(shown: &str) -> bool {
    BY_HAND.iter().any(|ending| shown.ends_with(ending))
}

/// The marks of a merge that was not brought to its end.
fn undecided(shown: &str, text: &str) -> Vec<String> {
    let is_mark = |line: &str| {
        UNDECIDED.iter().any(|mark| {
            line.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    };
    let lines = text.lines().enumerate().filter(|(_, line)| is_mark(line));
    lines
        .map(|(number, line)| format!("{shown}:{}: `{line}` is left of a merge", number + 1))
        .collect()
}

fn of_text(shown: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let code = [".rs", ".js", ".css"].iter().any(|ending| shown.ends_with(ending));
    let lines = text.lines().count();
    if code && lines > MOST_LINES {
        found.push(format!("{shown}: {lines} lines; divide it, {MOST_LINES} are the most"));
    }
    // This file names the marks in order to look for them.
    let about_marks = shown.ends_with("hygiene.rs");
    for (number, line) in text.lines().enumerate() {
        let place = format!("{shown}:{}", number + 1);
        if code && !about_marks {
            found.extend(
                UNFINISHED
                    .iter()
                    .filter(|mark| line.contains(**mark))
                    .map(|mark| format!("{place}: `{mark}` marks unfinished work")),
            );
        }
        if line.ends_with([' ', '\t']) && !shown.ends_with(".md") {
            found.push(format!("{place}: white space at the end of the line"));
        }
        if line.contains('\r') {
            found.push(format!("{place}: carriage return"));
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        found.push(format!("{shown}: no line end at the end of the file"));
    }
    found
}

/// Links of a page to files of the project that are not there.
fn broken_links(page: &Path, shown: &str, text: &str) -> Vec<String> {
    let folder = page.parent().unwrap_or(page);
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for target in link_targets(line) {
            let file = target.split('#').next().unwrap_or_default();
            let elsewhere = target.contains("://") || target.starts_with("mailto:");
            if !elsewhere && !file.is_empty() && !folder.join(file).exists() {
                found.push(format!("{shown}:{}: the link to `{target}` leads nowhere", number + 1));
            }
        }
    }
    found
}

/// What the links of a line of Markdown point at.
fn link_targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next())
}

/// The files of the project.
pub fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    gather(&root(), &mut found);
    found.sort();
    found
}

fn gather(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            let passed_over = ["target", "out", "node_modules", "corpus", "artifacts"];
            let hidden = name.starts_with('.') && name != ".ci" && name != ".cargo";
            if !hidden && !passed_over.contains(&name.as_str()) {
                gather(&path, found);
            }
        // In a work tree git leaves a file of this name.
        } else if path.is_file() && name != ".git" {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{files, link_targets, of_text, root, undecided};

    #[test]
    fn a_merge_that_was_not_brought_to_its_end_is_refused() {
        let text = "a\n<<<<<<< main\nb\n||||||| base\nc\n=======\nd\n>>>>>>> other\ne\n";
        assert_eq!(
            undecided("docs/a.md", text),
            [
                "docs/a.md:2: `<<<<<<< main` is left of a merge",
                "docs/a.md:4: `||||||| base` is left of a merge",
                "docs/a.md:8: `>>>>>>> other` is left of a merge",
            ]
        );
        let innocent = "a heading\n=======\n <<<<<<< quoted\n<<<<<<<< eight\n>>>>>>>>\n| a | b |\n";
        assert!(undecided("docs/a.md", innocent).is_empty());
    }

    /// A merge can go wrong in any file, not only in those written by hand.
    #[test]
    fn every_kind_of_file_is_looked_at() {
        let all = files();
        for file in [".ci/run", "Cargo.lock", "LICENSE-MIT", ".gitignore", "docs/api.md"] {
            assert!(all.contains(&root().join(file)), "{file}");
        }
    }

    #[test]
    fn finds_the_targets_of_links() {
        let line = "see [a](x.md#b), ![b](images/y.png) and [c](https://example.org/z)";
        let targets: Vec<&str> = link_targets(line).collect();
        assert_eq!(targets, ["x.md#b", "images/y.png", "https://example.org/z"]);
    }

    #[test]
    fn names_each_fault_with_its_line() {
        let found = of_text("a.rs", "fn a() {\n    todo!() \n}");
        assert_eq!(
            found,
            [
                "a.rs:2: `todo!(` marks unfinished work",
                "a.rs:2: white space at the end of the line",
                "a.rs: no line end at the end of the file",
            ]
        );
    }

    #[test]
    fn refuses_a_file_too_long_to_hold_in_the_head() {
        let long = "//\n".repeat(601);
        assert_eq!(of_text("b.rs", &long), ["b.rs: 601 lines; divide it, 600 are the most"]);
        assert!(of_text("b.md", &long).is_empty());
    }
}
