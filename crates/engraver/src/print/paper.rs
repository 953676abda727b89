//! Sizes of paper, and what a printer leaves blank.

/// What stays blank around every page, in millimetres: no home printer needs more.
pub const MARGIN: f64 = 12.0;

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paper {
    /// 210 by 297 millimetres.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// All of them.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];

    /// As it is written on a command line.
    pub const fn word(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }

    /// The paper with this word.
    pub fn from_word(word: &str) -> Option<Paper> {
        Paper::ALL.into_iter().find(|paper| paper.word() == word)
    }

    /// As it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "Letter",
        }
    }

    /// Width and height, upright, in millimetres.
    pub const fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}
