//! Rules by their printed numbers.

use std::borrow::Cow;
use std::fmt;

/// A printed rule: the code of its book and its number, as in `BG 7.72`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule {
    /// Code of the book: `BG` for the standard rules, `BG-A`, `BG-F`, `BG-C` for the battles.
    pub book: Cow<'static, str>,
    /// The printed number.
    pub number: Cow<'static, str>,
}

impl Rule {
    /// A rule of the Blue & Gray standard rules.
    pub const fn standard(number: &'static str) -> Rule {
        Rule { book: Cow::Borrowed("BG"), number: Cow::Borrowed(number) }
    }

    /// A rule of a battle's own book.
    pub fn exclusive(book: &str, number: &str) -> Rule {
        Rule { book: Cow::Owned(book.to_owned()), number: Cow::Owned(number.to_owned()) }
    }

    /// Where the rulebook says so: the book and the place in it, as in `blue-gray/bg-7.72`.
    pub fn link(&self) -> String {
        format!("blue-gray/{}-{}", self.book.to_lowercase(), self.number)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.book, self.number)
    }
}
