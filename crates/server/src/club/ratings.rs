//! Ratings: worked out anew from all results that count, in the order in which the games ended, so that anybody can do
//! the same and come to the same. Each player has one for each system and side.
//!
//! Every game is a period of its own for its two players, so that a result shows at once; between games what is known
//! fades as if a period were a week.

use std::collections::BTreeMap;

use atlas::Side;
use serde::Serialize;
use utoipa::ToSchema;

use super::glicko::{Rating, UNKNOWN};
use super::offers::OpenTerms;
use super::verdict::Verdict;
use crate::moment::Moment;
use crate::store::StoreError;
use crate::store::club::{ClubGame, from_json};
use crate::words::SideWord;

/// A week, in milliseconds: after that long without a game a player is a period less known.
const PERIOD: f64 = 7.0 * 24.0 * 60.0 * 60.0 * 1000.0;

/// A result that counts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Counted {
    /// The game.
    pub game: String,
    /// The system of rules.
    pub system: String,
    /// The Union's player, by his id.
    pub union: String,
    /// The Confederates' player, by his id.
    pub confederate: String,
    /// Who won; nobody if null.
    #[schema(value_type = Option<SideWord>)]
    pub winner: Option<Side>,
    /// When it ended.
    #[schema(value_type = String, format = DateTime)]
    pub ended: Moment,
}

/// A player's rating in a system, on a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The rating after the last game.
    pub rating: Rating,
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// When the last of them ended.
    pub last: Moment,
}

impl Standing {
    /// What is known of the player's strength at a moment.
    pub fn at(&self, now: Moment) -> Rating {
        self.rating.rested((now.0 - self.last.0) as f64 / PERIOD)
    }
}

/// Who, in which system, on which side.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chair {
    /// The player, by his id.
    pub player: String,
    /// The system of rules.
    pub system: String,
    /// The side.
    pub side: Side,
}

/// All ratings.
pub type Standings = BTreeMap<Chair, Standing>;

/// The results that count, of games that were looked at.
pub fn counted(games: Vec<ClubGame>) -> Result<Vec<Counted>, StoreError> {
    let mut results = Vec::new();
    for game in games {
        let terms: OpenTerms = game.terms()?;
        let (Some(verdict), Some(ended)) = (&game.verdict, game.ended) else { continue };
        let verdict: Verdict = from_json(verdict)?;
        if terms.rated && verdict.is_verified() {
            let (system, winner) = (terms.system, verdict.winner);
            let (union, confederate) = (game.players.union, game.players.confederate);
            results.push(Counted { game: game.game, system, union, confederate, winner, ended });
        }
    }
    Ok(results)
}

/// The ratings that results make, in their order.
pub fn standings(results: &[Counted]) -> Standings {
    let mut all = Standings::new();
    for result in results {
        let chair = |side: Side| {
            let player = match side {
                Side::Union => &result.union,
                Side::Confederate => &result.confederate,
            };
            Chair { player: player.clone(), system: result.system.clone(), side }
        };
        let chairs = Side::BOTH.map(chair);
        let before = chairs.each_ref().map(|chair| match all.get(chair) {
            Some(standing) => standing.at(result.ended),
            None => UNKNOWN,
        });
        for (index, chair) in chairs.into_iter().enumerate() {
            let place = match result.winner {
                Some(winner) if winner == chair.side => 0,
                None => 1,
                Some(_) => 2,
            };
            let score = [1.0, 0.5, 0.0][place];
            let rating = before[index].after(&[(before[1 - index], score)]);
            let standing =
                all.entry(chair).or_insert(Standing { rating, games: [0; 3], last: result.ended });
            (standing.rating, standing.last) = (rating, result.ended);
            standing.games[place] += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(number: i64, system: &str, winner: Option<Side>) -> Counted {
        Counted {
            game: format!("g{number}"),
            system: system.into(),
            union: "ada".into(),
            confederate: "bob".into(),
            winner,
            ended: Moment(number * 1000),
        }
    }

    fn chair(player: &str, system: &str, side: Side) -> Chair {
        Chair { player: player.into(), system: system.into(), side }
    }

    #[test]
    fn each_system_and_side_has_a_rating_of_its_own() {
        let won = Some(Side::Union);
        let all = standings(&[result(1, "a", won), result(2, "a", None), result(3, "b", won)]);
        assert_eq!(all.len(), 4);
        let ada = &all[&chair("ada", "a", Side::Union)];
        let bob = &all[&chair("bob", "a", Side::Confederate)];
        assert_eq!((ada.games, bob.games), ([1, 1, 0], [0, 1, 1]));
        assert!(ada.rating.value > 1500.0 && bob.rating.value < 1500.0);
        assert!(!all.contains_key(&chair("ada", "a", Side::Confederate)));
        assert_eq!(all[&chair("ada", "b", Side::Union)].games, [1, 0, 0]);
    }

    #[test]
    fn the_order_of_endings_counts_and_the_same_order_gives_the_same() {
        let [first, second] = [result(1, "a", Some(Side::Union)), result(2, "a", None)];
        let one = standings(&[first.clone(), second.clone()]);
        assert_eq!(one, standings(&[first.clone(), second.clone()]));
        let other = standings(&[second, first]);
        let ada = chair("ada", "a", Side::Union);
        assert_ne!(one[&ada].rating.value, other[&ada].rating.value);
    }

    #[test]
    fn what_is_known_fades() {
        let all = standings(&[result(1, "a", Some(Side::Union))]);
        let ada = &all[&chair("ada", "a", Side::Union)];
        let year = Moment(1000 + 365 * 24 * 60 * 60 * 1000);
        assert!(ada.at(year).deviation > ada.at(Moment(1000)).deviation);
        assert_eq!(ada.at(year).value, ada.rating.value);
    }
}
