//! The index of printed rules against the code and the tests that cite them.
//!
//! `crates/rules/index/*.index` lists every printed number of the books with a status. A number that is
//! implemented or decided must be cited in the code (a tag such as `[BG 7.72]`, a refusal's number, or a
//! `rule` of a battle's `rules.toml`) and in a test; a number that is cited must be listed. Which books there
//! are, and what the tests of each are called, is said in the heads of the index files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::index::{self, Index, Number};
use crate::run::root;

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
    let indexes: Vec<Index> = files(&root().join("crates/rules/index"), "index")
        .iter()
        .filter_map(|path| index::read(&shown(path), &text_of(path), &mut found))
        .collect();
    if indexes.iter().all(|index| index.rules.is_empty()) {
        found.push("crates/rules/index: no printed number was found".into());
    }
    found.extend(index::shared_codes(&indexes));
    let citations = read_citations(&indexes);
    for (number, place) in &citations.tags {
        if !indexes.iter().any(|index| index.rules.contains_key(number)) {
            found.push(format!("{place}: [{} {}] is not in the index", number.0, number.1));
        }
    }
    for index in &indexes {
        found.extend(uncovered(index, &citations));
    }
    found
}

/// The rules of an index that nothing enforces or nothing tests; prints the coverage.
fn uncovered(index: &Index, citations: &Citations) -> Vec<String> {
    let mut found = Vec::new();
    let (mut wanted, mut covered) = (0, 0);
    for (number, status) in &index.rules {
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
        "{}: {} printed numbers; {covered} of {wanted} in force have code and a test",
        index.system.name(),
        index.rules.len()
    );
    found
}

fn read_citations(indexes: &[Index]) -> Citations {
    let mut citations = Citations::default();
    for path in files(&root().join("crates/rules/src"), "rs") {
        let (place, text) = (shown(&path), text_of(&path));
        let tags = tags_of(&text, &place, indexes);
        citations.code.extend(tags.iter().map(|(number, _)| number.clone()));
        citations.tags.extend(tags);
        if let Some(index) = indexes.iter().find(|index| index.system.is_at_home(&place)) {
            if path.ends_with("refusal.rs") {
                let numbers = quoted_numbers(&text);
                citations.code.extend(numbers.map(|number| (index.refusals.clone(), number)));
            }
            citations.tests.extend(named_tests(&text, index));
        }
    }
    for path in files(&root().join("crates/rules/tests"), "rs") {
        let (place, text) = (shown(&path), text_of(&path));
        let tags = tags_of(&text, &place, indexes);
        citations.tests.extend(tags.iter().map(|(number, _)| number.clone()));
        citations.tags.extend(tags);
        if let Some(index) = indexes.iter().find(|index| is_its_test(index, &place)) {
            citations.tests.extend(named_tests(&text, index));
        }
    }
    for path in files(&root().join("battles"), "toml") {
        if path.ends_with("rules.toml") {
            citations.code.extend(rules_of_battle(&text_of(&path)));
        }
    }
    citations
}

/// Whether a file is in the folder of a system's tests. Only there do its letters stand for its books, so that
/// two systems can use the same letters.
fn is_its_test(index: &Index, place: &str) -> bool {
    place.starts_with(&format!("crates/rules/tests/{}/", index.system.module()))
}

/// The tags of a text, as in `[BG 7.72]`, `[BG 7.11, 7.12]`, `[BG 5.21-5.26]`, `[BG-F 16.2, BG-C 18.12]`.
fn tags_of(text: &str, place: &str, indexes: &[Index]) -> Vec<(Number, String)> {
    let mut found = Vec::new();
    for (line_number, line) in text.lines().enumerate() {
        for opened in line.split('[').skip(1) {
            let Some((inside, _)) = opened.split_once(']') else { continue };
            let Some((code, _)) = inside.split_once(' ') else { continue };
            if !looks_like_a_book(code, indexes) {
                continue;
            }
            let mut book = code.to_owned();
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
                    numbers(&book, number.trim_end_matches('?'), indexes)
                        .map(|number| (number, place.clone())),
                );
            }
        }
    }
    found
}

/// Whether a word is a book's code, or one that somebody has mistyped behind its hyphen.
fn looks_like_a_book(word: &str, indexes: &[Index]) -> bool {
    let stem = |code: &str| code.split('-').next().unwrap_or_default().to_owned();
    let books = || indexes.iter().flat_map(|index| &index.books);
    books().any(|book| stem(&book.code) == stem(word))
}

/// The numbers that a number or a range of them stands for.
fn numbers<'a>(
    book: &'a str,
    text: &'a str,
    indexes: &'a [Index],
) -> impl Iterator<Item = Number> + 'a {
    let range = text.split_once('-').map(|(from, to)| (order(from), order(to)));
    let in_range = move |number: &str| {
        range.as_ref().is_some_and(|(from, to)| (from..=to).contains(&&order(number)))
    };
    let single = (!text.contains('-') && text.starts_with(|c: char| c.is_ascii_digit()))
        .then(|| (book.to_owned(), text.to_owned()));
    let listed = indexes.iter().flat_map(|index| index.rules.keys());
    let ranged = listed.filter(move |(code, number)| code == book && in_range(number)).cloned();
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

/// Numbers in the names of test modules and functions of a system, behind the letters of their book: `r7_72_…`.
fn named_tests(text: &str, index: &Index) -> Vec<Number> {
    let mut found = Vec::new();
    for line in text.lines() {
        let Some(name) =
            line.trim().strip_prefix("mod ").or_else(|| line.trim().strip_prefix("fn "))
        else {
            continue;
        };
        for book in &index.books {
            let Some(number) = name.strip_prefix(&book.letters) else { continue };
            let mut parts = number.split('_');
            if let (Some(chapter), Some(rest)) = (parts.next(), parts.next()) {
                let number = (book.code.clone(), format!("{chapter}.{rest}"));
                if index.rules.contains_key(&number) {
                    found.push(number);
                }
            }
        }
    }
    found
}

fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
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

    fn index(system: &str, code: &str, numbers: &[&str]) -> Index {
        let head = format!(
            "@system {system}\n@book {code} r rules\n@book {code}-A a more\n@refusals {code}\n"
        );
        let rules: String =
            numbers.iter().map(|number| format!("{code} {number} implemented x\n")).collect();
        let mut found = Vec::new();
        let path = format!("index/{}.index", system.replace('-', "_"));
        let index = index::read(&path, &(head + &rules), &mut found).unwrap();
        assert_eq!(found, [""; 0]);
        index
    }

    fn first() -> Index {
        index("toy", "TO", &["5.21", "5.22", "5.3", "7.72"])
    }

    #[test]
    fn reads_single_tags_lists_and_ranges() {
        let text = "/// [TO 7.72?] a\n// [TO 5.21-5.22, TO-A 18.1] b\n// see [Grid] and [a b]";
        let found: Vec<String> = tags_of(text, "x", &[first()])
            .into_iter()
            .map(|((book, number), place)| format!("{book} {number} {place}"))
            .collect();
        assert_eq!(found, ["TO 7.72 x:1", "TO 5.21 x:2", "TO 5.22 x:2", "TO-A 18.1 x:2"]);
    }

    #[test]
    fn a_tag_of_a_book_that_nobody_declared_is_still_a_tag() {
        let found = tags_of("// [TO-X 1.1]", "x", &[first()]);
        assert_eq!(found, [(("TO-X".to_owned(), "1.1".to_owned()), "x:1".to_owned())]);
        assert!(tags_of("// [OTHER 1.1]", "x", &[first()]).is_empty());
    }

    #[test]
    fn reads_numbers_from_names_and_refusals() {
        assert_eq!(
            named_tests("    mod r7_72_never() {", &first()),
            [("TO".into(), "7.72".into())]
        );
        assert!(named_tests("mod random_1_games", &first()).is_empty());
        assert!(named_tests("mod a7_72_other_book", &first()).is_empty());
        assert_eq!(quoted_numbers("a => \"7.72\", b => \"x\"").collect::<Vec<_>>(), ["7.72"]);
    }

    #[test]
    fn the_same_letters_stand_for_each_system_s_own_book_in_its_own_folder() {
        let (toy, game) = (first(), index("board-game", "GA", &["7.72"]));
        let place = "crates/rules/tests/board_game/chapter_7.rs";
        assert!(is_its_test(&game, place) && !is_its_test(&toy, place));
        assert!(!is_its_test(&toy, "crates/rules/tests/every_system.rs"));
        assert_eq!(named_tests("fn r7_72_x() {", &game), [("GA".into(), "7.72".into())]);
        assert_eq!(named_tests("fn r7_72_x() {", &toy), [("TO".into(), "7.72".into())]);
    }

    #[test]
    fn a_rule_without_a_test_is_told() {
        let mut citations = Citations::default();
        citations.code.insert(("GA".into(), "7.72".into()));
        let found = uncovered(&index("board-game", "GA", &["7.72"]), &citations);
        assert_eq!(found, ["GA 7.72 is implemented, but no test cites it"]);
    }
}
