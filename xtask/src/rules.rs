//! The index of printed rules against the code and the tests that cite them.
//!
//! `crates/rules/index/*.index` lists every printed number of the books with a status. A number that is
//! implemented or decided must be cited in the code (a tag such as `[BG 7.72]`, a refusal's number, or a
//! `rule` of a battle's `rules.toml`) and in a test; a number that is cited must be listed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::run::root;

/// A printed number: the code of its book and the number.
type Number = (String, String);

/// Where numbers are cited.
#[derive(Default)]
struct Citations {
    code: BTreeSet<Number>,
    tests: BTreeSet<Number>,
    /// A tag and its place, to check that the index has it.
    tags: Vec<(Number, String)>,
}

/// Everything wrong between index, code and tests; prints the coverage.
pub fn complaints() -> Vec<String> {
    let mut found = Vec::new();
    let index = read_index(&mut found);
    if index.is_empty() {
        found.push("crates/rules/index: no printed number was found".into());
    }
    let citations = read_citations(&index);
    for (number, place) in &citations.tags {
        if !index.contains_key(number) {
            found.push(format!("{place}: [{} {}] is not in the index", number.0, number.1));
        }
    }
    let (mut wanted, mut covered) = (0, 0);
    for (number, status) in &index {
        if status == "not-applicable" {
            continue;
        }
        wanted += 1;
        let (code, test) = (citations.code.contains(number), citations.tests.contains(number));
        if code && test {
            covered += 1;
            continue;
        }
        let missing = match (code, test) {
            (false, false) => "neither code nor test cites it",
            (false, true) => "no code cites it",
            _ => "no test cites it",
        };
        found.push(format!("{} {} is {status}, but {missing}", number.0, number.1));
    }
    println!(
        "{} printed numbers; {covered} of {wanted} in force have code and a test",
        index.len()
    );
    found
}

/// The index files: number and status.
fn read_index(found: &mut Vec<String>) -> BTreeMap<Number, String> {
    let mut index = BTreeMap::new();
    for path in files(&root().join("crates/rules/index"), "index") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for (line_number, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let place = format!("{}:{}", shown(&path), line_number + 1);
            let [book, number, status, statement @ ..] = words.as_slice() else {
                found.push(format!("{place}: expected book, number, status and statement"));
                continue;
            };
            if !["implemented", "decided", "not-applicable"].contains(status)
                || statement.is_empty()
            {
                found.push(format!("{place}: expected a known status and a statement"));
            }
            let key = ((*book).to_owned(), (*number).to_owned());
            if index.insert(key, (*status).to_owned()).is_some() {
                found.push(format!("{place}: {book} {number} is listed twice"));
            }
        }
    }
    index
}

fn read_citations(index: &BTreeMap<Number, String>) -> Citations {
    let mut citations = Citations::default();
    for path in files(&root().join("crates/rules/src"), "rs") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let tags = tags_of(&text, &shown(&path), index);
        citations.code.extend(tags.iter().map(|(number, _)| number.clone()));
        if path.ends_with("refusal.rs") {
            citations.code.extend(quoted_numbers(&text).map(|n| ("BG".to_owned(), n)));
        }
        citations.tests.extend(named_tests(&text, index));
        citations.tags.extend(tags);
    }
    for path in files(&root().join("crates/rules/tests"), "rs") {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let tags = tags_of(&text, &shown(&path), index);
        citations.tests.extend(tags.iter().map(|(number, _)| number.clone()));
        citations.tests.extend(named_tests(&text, index));
        citations.tags.extend(tags);
    }
    for path in files(&root().join("battles"), "toml") {
        if path.ends_with("rules.toml") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            citations.code.extend(rules_of_battle(&text));
        }
    }
    citations
}

/// The tags of a text, as in `[BG 7.72]`, `[BG 7.11, 7.12]`, `[BG 5.21-5.26]`, `[BG-F 16.2, BG-C 18.12]`.
fn tags_of(text: &str, place: &str, index: &BTreeMap<Number, String>) -> Vec<(Number, String)> {
    let mut found = Vec::new();
    for (line_number, line) in text.lines().enumerate() {
        for opened in line.split('[').skip(1).filter(|rest| rest.starts_with("BG")) {
            let Some((inside, _)) = opened.split_once(']') else { continue };
            let mut book = "BG".to_owned();
            for part in inside.split(',').map(str::trim) {
                let number = match part.split_once(' ') {
                    Some((code, number)) => {
                        book = code.to_owned();
                        number.trim()
                    }
                    None => part,
                };
                let place = format!("{place}:{}", line_number + 1);
                found.extend(
                    numbers(&book, number.trim_end_matches('?'), index).map(|n| (n, place.clone())),
                );
            }
        }
    }
    found
}

/// The numbers that a number or a range of them stands for.
fn numbers<'a>(
    book: &'a str,
    text: &'a str,
    index: &'a BTreeMap<Number, String>,
) -> impl Iterator<Item = Number> + 'a {
    let range = text.split_once('-').map(|(from, to)| (order(from), order(to)));
    let in_range = move |number: &str| {
        range.as_ref().is_some_and(|(from, to)| (from..=to).contains(&&order(number)))
    };
    let single = (!text.contains('-') && text.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| (book.to_owned(), text.to_owned()));
    let ranged =
        index.keys().filter(move |(code, number)| code == book && in_range(number)).cloned();
    single.into_iter().chain(ranged)
}

/// A number as something that sorts as printed: chapter, then the digits after the point.
fn order(number: &str) -> (u32, String) {
    let (chapter, rest) = number.split_once('.').unwrap_or((number, ""));
    (chapter.parse().unwrap_or(0), rest.to_owned())
}

/// Numbers in quotes, as refusals carry them.
fn quoted_numbers(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split('"').skip(1).step_by(2).filter(|word| is_number(word)).map(str::to_owned)
}

fn is_number(word: &str) -> bool {
    word.split_once('.').is_some_and(|(a, b)| {
        [a, b].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// The numbers that a battle's rules file cites: its book, and every `rule` in it.
fn rules_of_battle(text: &str) -> Vec<Number> {
    let value = |line: &str, key: &str| -> Vec<String> {
        line.split(&format!("{key} = \""))
            .skip(1)
            .filter_map(|r| r.split('"').next().map(str::to_owned))
            .collect()
    };
    let book = text.lines().flat_map(|line| value(line, "book")).next().unwrap_or_default();
    text.lines()
        .flat_map(|line| value(line, "rule"))
        .map(|number| (book.clone(), number))
        .chain(option_numbers(text).map(|number| (book.clone(), number)))
        .collect()
}

/// The options a rules file gives a meaning to: `[options."20.1"]`.
fn option_numbers(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter_map(|line| {
        let number = line.trim().strip_prefix("[options.\"")?.split('"').next()?;
        Some(number.to_owned())
    })
}

/// Numbers in the names of test modules and functions: `r7_72_…`, `a18_1_…`, `f17_12_…`, `c20_11_…`.
fn named_tests(text: &str, index: &BTreeMap<Number, String>) -> Vec<Number> {
    let mut found = Vec::new();
    for line in text.lines() {
        let Some(name) =
            line.trim().strip_prefix("mod ").or_else(|| line.trim().strip_prefix("fn "))
        else {
            continue;
        };
        let book = match name.chars().next() {
            Some('r') => "BG",
            Some('a') => "BG-A",
            Some('f') => "BG-F",
            Some('c') => "BG-C",
            _ => continue,
        };
        let mut parts = name[1..].split('_');
        if let (Some(chapter), Some(rest)) = (parts.next(), parts.next()) {
            let number = (book.to_owned(), format!("{chapter}.{rest}"));
            if index.contains_key(&number) {
                found.push(number);
            }
        }
    }
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The files below a folder with this ending, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> BTreeMap<Number, String> {
        ["5.21", "5.22", "5.3", "7.72"]
            .into_iter()
            .map(|n| (("BG".to_owned(), n.to_owned()), "implemented".to_owned()))
            .collect()
    }

    #[test]
    fn reads_single_tags_lists_and_ranges() {
        let text = "/// [BG 7.72?] a\n// [BG 5.21-5.22, BG-A 18.1] b\n// see [Grid]";
        let found: Vec<String> = tags_of(text, "x", &index())
            .into_iter()
            .map(|((b, n), p)| format!("{b} {n} {p}"))
            .collect();
        assert_eq!(found, ["BG 7.72 x:1", "BG 5.21 x:2", "BG 5.22 x:2", "BG-A 18.1 x:2"]);
    }

    #[test]
    fn reads_numbers_from_names_and_refusals() {
        assert_eq!(
            named_tests("    mod r7_72_never() {", &index()),
            [("BG".into(), "7.72".into())]
        );
        assert!(named_tests("mod random_1_games", &index()).is_empty());
        assert_eq!(quoted_numbers("a => \"7.72\", b => \"x\"").collect::<Vec<_>>(), ["7.72"]);
    }
}
