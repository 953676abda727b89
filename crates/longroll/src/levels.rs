//! The names of computer players as they are written on the command line: in capitals or not.

use staff::{Contender, Level};

/// A level of the staff.
pub fn level(word: &str) -> Result<Level, String> {
    Level::parse(&word.to_ascii_lowercase())
        .ok_or_else(|| "expected recruit, captain, colonel or general".to_owned())
}

/// A level of the staff, somebody who plays at random, or the machine of the printed rules.
pub fn contender(word: &str) -> Result<Contender, String> {
    Contender::parse(&word.to_ascii_lowercase())
        .ok_or_else(|| "expected recruit, captain, colonel, general, random or machine".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_a_rank_in_any_letters() {
        for word in ["general", "General", "GENERAL"] {
            assert_eq!(level(word), Ok(Level::General));
            assert_eq!(contender(word), Ok(Contender::Staff(Level::General)));
        }
        assert_eq!(contender("Random"), Ok(Contender::Random));
        assert!(level("random").is_err() && contender("drummer").is_err());
    }
}
