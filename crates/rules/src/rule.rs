//! Rules by their printed numbers.

use std::borrow::Cow;
use std::fmt;

use atlas::map::System;

/// A printed rule: its system, the code of its book and its number, as in `BG 7.72`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule {
    /// The system whose rulebook says so.
    pub system: System,
    /// Code of the book.
    pub book: Cow<'static, str>,
    /// The printed number.
    pub number: Cow<'static, str>,
}

impl Rule {
    /// A rule of a book that the system itself names.
    pub const fn of(system: System, book: &'static str, number: &'static str) -> Rule {
        Rule { system, book: Cow::Borrowed(book), number: Cow::Borrowed(number) }
    }

    /// A rule of a book that a battle's files name.
    pub fn named(system: System, book: &str, number: &str) -> Rule {
        Rule { system, book: Cow::Owned(book.to_owned()), number: Cow::Owned(number.to_owned()) }
    }

    /// Where the rulebook says so: its system, a slash, and the anchor in it.
    pub fn link(&self) -> String {
        format!("{}/{}-{}", self.system.word(), self.book.to_lowercase(), self.number)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.book, self.number)
    }
}

/// Why an action is not allowed: the rule that forbids it, and the reason in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The printed rule.
    pub rule: Rule,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.reason)
    }
}
