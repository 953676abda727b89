//! The index files of printed rules: their head, and a rule a line.
//!
//! The head declares, once each but for `@book`:
//!
//! ```text
//! @system    NAME               the folder of its battles; the file is named after it
//! @book      CODE LETTERS TITLE  a book, and what a test's name begins with before a number of it
//! @refusals  CODE               the book of the numbers in the system's refusal.rs
//! ```

use std::collections::BTreeMap;

use crate::boundaries::System;

/// A printed number: the code of its book and the number.
pub type Number = (String, String);

/// What a rule's line may say became of it.
const STATUSES: [&str; 3] = ["implemented", "decided", "not-applicable"];

/// A book of rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// What tags call it: "BG-A".
    pub code: String,
    /// What stands before a number of it in the name of a test: "a".
    pub letters: String,
}

/// The index of one system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    /// Whose it is.
    pub system: System,
    /// Its books.
    pub books: Vec<Book>,
    /// The book of the numbers in the system's refusal.rs.
    pub refusals: String,
    /// Every number and what became of it.
    pub rules: BTreeMap<Number, String>,
}

/// Reads an index file; everything wrong with it is told, with its line.
pub fn read(path: &str, text: &str, found: &mut Vec<String>) -> Option<Index> {
    let mut reader = Reader {
        path,
        system: None,
        books: Vec::new(),
        refusals: None,
        rules: BTreeMap::new(),
        found,
    };
    for (number, line) in text.lines().enumerate() {
        if !line.starts_with('#') && !line.trim().is_empty() {
            reader.line(number + 1, line);
        }
    }
    reader.finish()
}

/// Codes that two indexes declare: a tag would belong to both.
pub fn shared_codes(indexes: &[Index]) -> Vec<String> {
    let mut owners: BTreeMap<&str, &str> = BTreeMap::new();
    let mut found = Vec::new();
    for index in indexes {
        for book in &index.books {
            if let Some(other) = owners.insert(&book.code, index.system.name()) {
                let (code, name) = (&book.code, index.system.name());
                found.push(format!("the book {code} is declared by {other} and by {name}"));
            }
        }
    }
    found
}

struct Reader<'a> {
    path: &'a str,
    system: Option<System>,
    books: Vec<Book>,
    refusals: Option<String>,
    rules: BTreeMap<Number, String>,
    found: &'a mut Vec<String>,
}

impl Reader<'_> {
    fn complain(&mut self, line: usize, what: &str) {
        self.found.push(format!("{}:{line}: {what}", self.path));
    }

    fn line(&mut self, number: usize, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let declared = words[0].strip_prefix('@');
        if declared.is_some() && !self.rules.is_empty() {
            return self.complain(number, "the head stands above the rules");
        }
        match declared {
            Some("system") => self.system(number, &words[1..]),
            Some("book") => self.book(number, &words[1..]),
            Some("refusals") => self.refusals(number, &words[1..]),
            Some(other) => {
                let what = format!("`@{other}`: expected @system, @book or @refusals");
                self.complain(number, &what);
            }
            None => self.rule(number, &words),
        }
    }

    fn system(&mut self, number: usize, words: &[&str]) {
        let [name] = words else {
            return self.complain(number, "expected `@system NAME`");
        };
        if self.system.is_some() {
            self.complain(number, "the system is declared twice");
        }
        let system = System::new(name);
        let file = format!("{}.index", system.module());
        if !self.path.ends_with(&format!("/{file}")) {
            self.complain(number, &format!("the index of {name} is the file {file}"));
        }
        self.system = Some(system);
    }

    fn book(&mut self, number: usize, words: &[&str]) {
        let [code, letters, _, ..] = words else {
            return self.complain(number, "expected `@book CODE LETTERS TITLE`");
        };
        if !code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-') {
            self.complain(number, &format!("`{code}`: a code is capitals, digits and hyphens"));
        }
        if !letters.bytes().all(|b| b.is_ascii_lowercase()) {
            self.complain(number, &format!("`{letters}`: small letters stand before a number"));
        }
        if self.books.iter().any(|book| book.code == *code) {
            self.complain(number, &format!("the book {code} is declared twice"));
        }
        if let Some(other) = self.books.iter().find(|book| book.letters == *letters) {
            let what = format!("`{letters}` stands for {} already", other.code);
            self.complain(number, &what);
        }
        self.books.push(Book { code: (*code).to_owned(), letters: (*letters).to_owned() });
    }

    fn refusals(&mut self, number: usize, words: &[&str]) {
        let [code] = words else {
            return self.complain(number, "expected `@refusals CODE`");
        };
        if self.refusals.is_some() {
            self.complain(number, "the book of refusals is declared twice");
        }
        if !self.books.iter().any(|book| book.code == *code) {
            self.complain(number, &format!("the book {code} is not declared above"));
        }
        self.refusals = Some((*code).to_owned());
    }

    fn rule(&mut self, number: usize, words: &[&str]) {
        let [book, printed, status, statement @ ..] = words else {
            return self.complain(number, "expected book, number, status and statement");
        };
        if !STATUSES.contains(status) || statement.is_empty() {
            self.complain(number, "expected a known status and a statement");
        }
        if !self.books.iter().any(|known| known.code == *book) {
            self.complain(number, &format!("the book {book} is not declared in the head"));
        }
        let key = ((*book).to_owned(), (*printed).to_owned());
        if self.rules.insert(key, (*status).to_owned()).is_some() {
            self.complain(number, &format!("{book} {printed} is listed twice"));
        }
    }

    fn finish(self) -> Option<Index> {
        let mut missing = |what: &str| {
            self.found.push(format!("{}: the head declares no `{what}`", self.path));
        };
        if self.system.is_none() {
            missing("@system NAME");
        }
        if self.books.is_empty() {
            missing("@book CODE LETTERS TITLE");
        }
        if self.refusals.is_none() {
            missing("@refusals CODE");
        }
        Some(Index {
            system: self.system?,
            books: self.books,
            refusals: self.refusals?,
            rules: self.rules,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "crates/rules/index/toy.index";
    const HEAD: &str = "@system toy\n@book T r the rules\n@book T-X x the extras\n@refusals T\n";

    fn faults(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        read(PATH, text, &mut found);
        let start = format!("{PATH}:");
        found.iter().map(|line| line.strip_prefix(&start).unwrap_or(line).to_owned()).collect()
    }

    #[test]
    fn a_head_and_a_rule_are_read() {
        let mut found = Vec::new();
        let text = format!("# words\n{HEAD}\nT 1.0  implemented  One.\nT-X 2.0  decided  Two.\n");
        let index = read(PATH, &text, &mut found).unwrap();
        assert_eq!(found, [""; 0]);
        assert_eq!(index.system.name(), "toy");
        assert_eq!(index.refusals, "T");
        assert_eq!(index.books[1], Book { code: "T-X".into(), letters: "x".into() });
        assert_eq!(index.rules.len(), 2);
    }

    #[test]
    fn a_head_with_something_missing_is_refused() {
        assert_eq!(
            faults("# nothing\n"),
            [
                " the head declares no `@system NAME`",
                " the head declares no `@book CODE LETTERS TITLE`",
                " the head declares no `@refusals CODE`",
            ]
        );
    }

    #[test]
    fn each_fault_of_a_head_is_told_with_its_line() {
        let text = "@system other\n@book t r a\n@book B R a\n@book B\n@colour red\n@refusals C\n\
                    T 1.0 done x\n@system toy\n";
        assert_eq!(
            faults(text),
            [
                "1: the index of other is the file other.index",
                "2: `t`: a code is capitals, digits and hyphens",
                "3: `R`: small letters stand before a number",
                "4: expected `@book CODE LETTERS TITLE`",
                "5: `@colour`: expected @system, @book or @refusals",
                "6: the book C is not declared above",
                "7: expected a known status and a statement",
                "7: the book T is not declared in the head",
                "8: the head stands above the rules",
            ]
        );
        let twice = format!("{HEAD}@system toy\n@book T y again\n@book U r again\n@refusals T\n");
        assert_eq!(
            faults(&twice),
            [
                "5: the system is declared twice",
                "6: the book T is declared twice",
                "7: `r` stands for T already",
                "8: the book of refusals is declared twice",
            ]
        );
        assert_eq!(
            faults(&format!("{HEAD}T 1.0 decided a\nT 1.0 decided a\n"))[0],
            "6: T 1.0 is listed twice"
        );
    }

    #[test]
    fn two_systems_do_not_share_a_code() {
        let mut found = Vec::new();
        let toy = read(PATH, HEAD, &mut found).unwrap();
        let other = Index { system: System::new("other"), ..toy.clone() };
        assert_eq!(shared_codes(&[toy, other])[0], "the book T is declared by toy and by other");
    }
}
