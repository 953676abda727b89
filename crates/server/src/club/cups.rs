//! Cups: who plays in one, its rounds, and the table of its results. Pure: the games themselves are played elsewhere.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::RangeInclusive;

use atlas::{BySide, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::offers::OpenTerms;
use super::pairing::{self, Pairing, Record, everybody, rounds_of_all};
use crate::problem::Problem;

/// How many may play in a cup.
pub const PLAYERS: RangeInclusive<usize> = 2..=32;
/// How many rounds a cup of the Swiss kind may have.
pub const ROUNDS: RangeInclusive<usize> = 1..=12;
/// The most cups that are told of.
pub const MOST_CUPS: i64 = 200;
/// The most cups of one organiser that are not over.
pub const MOST_OF_PLAYER: usize = 3;
/// The longest name of a cup, in characters.
pub const LONGEST_NAME: usize = 60;
/// The most words about a cup, in characters.
pub const LONGEST_WORDS: usize = 500;

/// How a cup is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CupKind {
    /// Everybody meets everybody.
    RoundRobin,
    /// Everybody meets those who stand about as he does.
    Swiss,
}

/// How far a cup has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CupState {
    /// Players may enter.
    Open,
    /// It is played.
    Running,
    /// Its last round is over.
    Over,
}

/// What the organiser says of a game that was not played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Forfeit {
    /// The Union's player has won.
    Union,
    /// The Confederates' player has won.
    Confederate,
    /// Each has half.
    Drawn,
    /// Neither has anything.
    Neither,
}

/// A game of a round, or a player who has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The Union's player, or who has no game.
    pub union: String,
    /// The Confederates' player; none, if the first has no game.
    pub confederate: Option<String>,
    /// The game.
    pub game: Option<String>,
    /// What the organiser says of it.
    pub forfeit: Option<Forfeit>,
}

/// A cup, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cup {
    /// What it is called.
    pub name: String,
    /// What the organiser says of it.
    pub words: String,
    /// How it is played.
    pub kind: CupKind,
    /// How many rounds a Swiss cup has.
    pub rounds: usize,
    /// How its games are played.
    pub terms: OpenTerms,
    /// Whether it has begun, and whether it is over.
    pub state: CupState,
    /// Its players, in the order in which they entered.
    pub players: Vec<String>,
    /// Those of them who have left it.
    pub left: Vec<String>,
    /// The rounds that were drawn.
    pub drawn: Vec<Vec<Pair>>,
}

/// How a game of a cup stands: points, doubled, of both sides, once it is decided.
pub type Points2 = BySide<u32>;

/// A row of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The player.
    pub player: String,
    /// Points, doubled.
    pub points2: u32,
    /// The points of all whom he has met, doubled.
    pub buchholz2: u32,
    /// Points, doubled, against those who have as many points and met as strong ones.
    pub direct2: u32,
    /// Games that are decided, and rounds without a game.
    pub played: u32,
}

impl Pair {
    /// The points of both, doubled, if the game is decided: the organiser's word goes before the game's own end.
    pub fn points2(&self, ends: &HashMap<String, Option<Side>>) -> Option<Points2> {
        let of = |union, confederate| Some(BySide { union, confederate });
        match self.forfeit {
            _ if self.confederate.is_none() => return of(2, 0),
            Some(Forfeit::Union) => return of(2, 0),
            Some(Forfeit::Confederate) => return of(0, 2),
            Some(Forfeit::Drawn) => return of(1, 1),
            Some(Forfeit::Neither) => return of(0, 0),
            None => {}
        }
        match ends.get(self.game.as_deref()?)? {
            Some(Side::Union) => of(2, 0),
            Some(Side::Confederate) => of(0, 2),
            None => of(1, 1),
        }
    }
}

impl Cup {
    /// How many rounds it has: those that everybody meets everybody, or as many as the organiser said.
    pub fn all_rounds(&self) -> usize {
        match self.kind {
            CupKind::RoundRobin => rounds_of_all(self.players.len()),
            CupKind::Swiss => self.rounds,
        }
    }

    /// Somebody enters.
    pub fn enter(&mut self, player: &str) -> Result<(), Problem> {
        if self.state != CupState::Open {
            return refused("It has begun: nobody enters any more.");
        }
        if self.players.len() >= *PLAYERS.end() {
            return refused("As many play in it as may.");
        }
        if !self.players.iter().any(|one| one == player) {
            self.players.push(player.to_owned());
        }
        Ok(())
    }

    /// Somebody leaves: before it begins he has never been in it; later his games are not drawn any more.
    pub fn leave(&mut self, player: &str) -> Result<(), Problem> {
        match self.state {
            CupState::Open => self.players.retain(|one| one != player),
            CupState::Running => {
                let plays = self.players.iter().any(|one| one == player);
                if plays && !self.left.iter().any(|one| one == player) {
                    self.left.push(player.to_owned());
                }
            }
            CupState::Over => return refused("It is over."),
        }
        Ok(())
    }

    /// Whether every game that was drawn is decided.
    pub fn is_decided(&self, ends: &HashMap<String, Option<Side>>) -> bool {
        self.drawn.iter().flatten().all(|pair| pair.points2(ends).is_some())
    }

    /// Ends it, if its last round is decided.
    pub fn end(&mut self, ends: &HashMap<String, Option<Side>>) -> bool {
        let over = self.state == CupState::Running
            && self.drawn.len() >= self.all_rounds()
            && self.is_decided(ends);
        if over {
            self.state = CupState::Over;
        }
        over
    }

    /// The next round: its pairs, without games yet.
    pub fn next_round(&self, ends: &HashMap<String, Option<Side>>) -> Result<Vec<Pair>, Problem> {
        if self.state == CupState::Over
            || self.drawn.len() >= self.all_rounds() && !self.drawn.is_empty()
        {
            return refused("Its last round is drawn.");
        }
        if self.players.len() < *PLAYERS.start() {
            return refused("At least two must have entered.");
        }
        if !self.is_decided(ends) {
            return refused("Not every game of the last round is decided.");
        }
        let pairings = match self.kind {
            CupKind::RoundRobin => everybody(self.players.len(), self.drawn.len()),
            CupKind::Swiss => self.swiss(ends),
        };
        Ok(pairings.into_iter().flat_map(|pairing| self.pairs(pairing)).collect())
    }

    /// A pairing by the players' ids. Whoever would meet somebody who has left has nobody to meet.
    fn pairs(&self, pairing: Pairing) -> Vec<Pair> {
        let stays = |one: usize| !self.left.contains(&self.players[one]);
        let pair = |union: usize, confederate: Option<usize>| Pair {
            union: self.players[union].clone(),
            confederate: confederate.map(|one| self.players[one].clone()),
            game: None,
            forfeit: None,
        };
        match pairing {
            Pairing::Game(a, b) if stays(a) && stays(b) => vec![pair(a, Some(b))],
            Pairing::Game(a, b) => {
                [a, b].into_iter().filter(|one| stays(*one)).map(|one| pair(one, None)).collect()
            }
            Pairing::Bye(one) if stays(one) => vec![pair(one, None)],
            Pairing::Bye(_) => Vec::new(),
        }
    }

    fn swiss(&self, ends: &HashMap<String, Option<Side>>) -> Vec<Pairing> {
        let number: HashMap<&str, usize> =
            self.players.iter().enumerate().map(|(at, one)| (one.as_str(), at)).collect();
        let mut records = vec![Record::default(); self.players.len()];
        for pair in self.drawn.iter().flatten() {
            let points2 = pair.points2(ends).unwrap_or_default();
            let Some(&union) = number.get(pair.union.as_str()) else { continue };
            records[union].points2 += points2.union;
            match pair.confederate.as_deref().and_then(|one| number.get(one)) {
                Some(&other) => {
                    records[other].points2 += points2.confederate;
                    records[union].met.push(other);
                    records[other].met.push(union);
                    records[union].balance += 1;
                    records[other].balance -= 1;
                }
                None => records[union].bye = true,
            }
        }
        let table = self.table(ends);
        let ranked: Vec<usize> = table
            .iter()
            .filter(|row| !self.left.contains(&row.player))
            .filter_map(|row| number.get(row.player.as_str()).copied())
            .collect();
        pairing::swiss(&ranked, &records)
    }

    /// The table of results, the first first: by points, by the points of those whom each has met (Buchholz), by the
    /// games among those who are still alike, and by who entered first.
    pub fn table(&self, ends: &HashMap<String, Option<Side>>) -> Vec<Row> {
        let mut games: Vec<(&str, &str, u32)> = Vec::new();
        let mut points2: HashMap<&str, (u32, u32)> = HashMap::new();
        for pair in self.drawn.iter().flatten() {
            let Some(won) = pair.points2(ends) else { continue };
            let union = points2.entry(pair.union.as_str()).or_default();
            (union.0, union.1) = (union.0 + won.union, union.1 + 1);
            if let Some(other) = pair.confederate.as_deref() {
                let confederate = points2.entry(other).or_default();
                (confederate.0, confederate.1) =
                    (confederate.0 + won.confederate, confederate.1 + 1);
                games.push((pair.union.as_str(), other, won.union));
                games.push((other, pair.union.as_str(), won.confederate));
            }
        }
        let of = |player: &str| points2.get(player).copied().unwrap_or_default();
        let row = |player: &String| {
            let met = games.iter().filter(|(own, ..)| own == player);
            let buchholz2 = met.map(|(_, other, _)| of(other).0).sum();
            let (points2, played) = of(player);
            Row { player: player.clone(), points2, buchholz2, direct2: 0, played }
        };
        let mut rows: Vec<Row> = self.players.iter().map(row).collect();
        let alike: HashMap<String, (u32, u32)> =
            rows.iter().map(|row| (row.player.clone(), (row.points2, row.buchholz2))).collect();
        for row in &mut rows {
            let own = (row.points2, row.buchholz2);
            let direct = games.iter().filter(|(player, other, _)| {
                *player == row.player && alike.get(*other) == Some(&own)
            });
            row.direct2 = direct.map(|(.., won)| won).sum();
        }
        // Whoever entered first stays first: the sort is stable.
        rows.sort_by_key(|row| Reverse((row.points2, row.buchholz2, row.direct2)));
        rows
    }
}

fn refused<T>(words: &str) -> Result<T, Problem> {
    Err(Problem::NotAllowed(words.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{DicePolicy, UndoPolicy};

    fn cup(kind: CupKind, players: &[&str]) -> Cup {
        let terms = OpenTerms {
            battle: "s/b".into(),
            system: "s".into(),
            title: "B".into(),
            scenario: "c".into(),
            scenario_title: "C".into(),
            options: Vec::new(),
            pace: String::new(),
            undo: UndoPolicy::Never,
            dice: DicePolicy::Seeded,
            bid: None,
            rated: true,
        };
        Cup {
            name: "Cup".into(),
            words: String::new(),
            kind,
            rounds: 3,
            terms,
            state: CupState::Running,
            players: players.iter().map(|one| (*one).to_owned()).collect(),
            left: Vec::new(),
            drawn: Vec::new(),
        }
    }

    fn pair(union: &str, confederate: Option<&str>, forfeit: Option<Forfeit>) -> Pair {
        let game = confederate.map(|other| format!("{union}-{other}"));
        Pair { union: union.into(), confederate: confederate.map(str::to_owned), game, forfeit }
    }

    fn names(rows: &[Row]) -> Vec<&str> {
        rows.iter().map(|row| row.player.as_str()).collect()
    }

    #[test]
    fn the_table_goes_by_points_then_by_strength_met_then_by_the_games_between() {
        let mut cup = cup(CupKind::RoundRobin, &["a", "b", "c", "d"]);
        cup.drawn = vec![vec![
            pair("a", Some("b"), Some(Forfeit::Confederate)),
            pair("c", Some("a"), Some(Forfeit::Confederate)),
            pair("b", Some("c"), Some(Forfeit::Confederate)),
            pair("a", Some("d"), Some(Forfeit::Union)),
            pair("b", Some("d"), Some(Forfeit::Union)),
            pair("d", Some("c"), Some(Forfeit::Drawn)),
        ]];
        let none = HashMap::new();
        let table = cup.table(&none);
        // a and b have 4 each; who met c and d alike, and b has beaten a.
        assert_eq!(names(&table), ["b", "a", "c", "d"]);
        assert_eq!((table[0].points2, table[0].direct2, table[1].direct2), (4, 2, 0));
        assert_eq!((table[2].points2, table[3].points2), (3, 1));
        assert_eq!(table[3].buchholz2, 4 + 4 + 3);
    }

    #[test]
    fn results_come_from_the_games_and_the_organisers_word_goes_before_them() {
        let mut cup = cup(CupKind::Swiss, &["a", "b", "c"]);
        cup.drawn = vec![vec![pair("a", Some("b"), None), pair("c", None, None)]];
        let mut ends = HashMap::new();
        assert!(!cup.is_decided(&ends), "the game goes on");
        assert!(cup.next_round(&ends).is_err());
        ends.insert("a-b".to_owned(), Some(Side::Confederate));
        assert_eq!(names(&cup.table(&ends)), ["b", "c", "a"], "a round without a game is a win");
        cup.drawn[0][0].forfeit = Some(Forfeit::Neither);
        assert_eq!(cup.table(&ends)[0].player, "c");
        assert_eq!(cup.table(&ends)[1].points2, 0);
        let next = cup.next_round(&ends).unwrap();
        let met = |one: &Pair| {
            one.union == "c" && one.confederate.is_some() || one.confederate.as_deref() == Some("c")
        };
        assert!(next.iter().any(met), "who had nobody to meet now meets somebody: {next:?}");
    }

    #[test]
    fn whoever_leaves_is_met_by_nobody_and_his_games_stay() {
        let mut cup = cup(CupKind::RoundRobin, &["a", "b", "c"]);
        assert_eq!(cup.all_rounds(), 3);
        cup.drawn.push(cup.next_round(&HashMap::new()).unwrap());
        cup.leave("b").unwrap();
        let mut ends = HashMap::new();
        for pair in cup.drawn.iter_mut().flatten() {
            pair.game = Some("g".into());
        }
        ends.insert("g".to_owned(), None);
        for _ in 1..3 {
            let round = cup.next_round(&ends).unwrap();
            assert!(
                round
                    .iter()
                    .all(|pair| pair.union != "b" && pair.confederate.as_deref() != Some("b"))
            );
            cup.drawn.push(round);
            for pair in cup.drawn.iter_mut().flatten() {
                pair.game = Some("g".into());
            }
        }
        assert!(cup.end(&ends) && cup.state == CupState::Over);
        assert!(
            cup.next_round(&ends).is_err() && cup.enter("d").is_err() && cup.leave("a").is_err()
        );
        assert_eq!(cup.table(&ends).len(), 3);
    }

    #[test]
    fn a_cup_has_room_for_so_many_and_nobody_enters_twice() {
        let mut cup = cup(CupKind::Swiss, &[]);
        cup.state = CupState::Open;
        cup.enter("p0").unwrap();
        for number in 0..*PLAYERS.end() {
            cup.enter(&format!("p{number}")).unwrap();
        }
        assert_eq!(cup.players.len(), *PLAYERS.end());
        assert!(cup.enter("late").is_err());
        cup.leave("p0").unwrap();
        assert!(cup.enter("late").is_ok());
    }
}
