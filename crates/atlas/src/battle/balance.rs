//! What studies say of a scenario: how often each side wins between equals, and what makes it even.

use crate::Side;

/// How two equal players fared in many games of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Balance {
    /// Who played, in words: "Captains".
    pub players: String,
    /// How many games.
    pub games: u16,
    /// How many of them the Union won.
    pub union: u16,
    /// How many of them the Confederates won; the rest were draws.
    pub confederate: u16,
    /// The points that would have made these games even, and for whom.
    pub even: Option<(Side, u16)>,
}

impl Balance {
    /// Who won more often, and how many games of ten, rounded.
    fn favourite(&self) -> (Side, u32) {
        let (side, won) = match self.union >= self.confederate {
            true => (Side::Union, self.union),
            false => (Side::Confederate, self.confederate),
        };
        let games = u32::from(self.games).max(1);
        (side, (u32::from(won) * 10 + games / 2) / games)
    }

    /// It in a sentence: "Between equals the Union wins about 8 games of 10."
    pub fn words(&self) -> String {
        let (side, of_ten) = self.favourite();
        let (who, verb) = match side {
            Side::Union => ("the Union", "wins"),
            Side::Confederate => ("the Confederates", "win"),
        };
        match of_ten {
            10 => format!("Between equals {who} {verb} nearly always."),
            5 => "Between equals it is about even.".to_owned(),
            n => format!("Between equals {who} {verb} about {n} games of 10."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_said_in_games_of_ten() {
        let of = |union, confederate| {
            let players = "Captains".to_owned();
            Balance { players, games: 1000, union, confederate, even: None }.words()
        };
        assert_eq!(of(818, 182), "Between equals the Union wins about 8 games of 10.");
        assert_eq!(of(100, 649), "Between equals the Confederates win about 6 games of 10.");
        assert_eq!(of(981, 17), "Between equals the Union wins nearly always.");
        assert_eq!(of(510, 490), "Between equals it is about even.");
    }
}
