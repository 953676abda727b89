//! The games of one set of options summed up: what every system's report shows.

use atlas::{BySide, Side};
use rules::System;
use rules::dice::FixedDie;

use crate::rows::GameRow;

/// A way a game can end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who wins by it.
    pub winner: Option<Side>,
    /// What it is called.
    pub name: String,
    /// How many games ended so.
    pub games: usize,
}

impl Ending {
    /// In words: "Union marginal victory", "draw".
    pub fn words(&self) -> String {
        match self.winner {
            Some(side) if self.name.ends_with("victory") => format!("{side} {}", self.name),
            Some(side) => format!("{side} {} victory", self.name),
            None => self.name.clone(),
        }
    }
}

/// A game-turn over the games that reached its end; of the others only their points are told.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// How many games reached its end.
    pub reached: usize,
    /// The points of every game: of one that was over before, those it ended with.
    pub points: BySide<Vec<i64>>,
}

/// The games of a set.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Every way a game can end, the Union's best first.
    pub endings: Vec<Ending>,
    /// Whether there are no other endings than those.
    all_known: bool,
    /// By game: its number and the Union's margin.
    pub margins: Vec<(u32, i64)>,
    /// Who won each of them.
    pub winners: Vec<Option<Side>>,
    /// The game-turns, from the first.
    pub turns: Vec<Turn>,
    /// How many games ended on each turn.
    pub lengths: Vec<usize>,
    /// Actions of each game.
    pub actions: Vec<i64>,
}

impl Summary {
    /// No games yet. Without a list of the ways a game can end, those that are met are told.
    pub fn new<S: System>(system: &S, endings: Option<Vec<Ending>>) -> Summary {
        let first = system.start(&mut FixedDie(0), &mut Vec::new());
        Summary::of_turns(system.moment(&first).turns.into(), endings)
    }

    /// The same for a battle of so many turns.
    pub fn of_turns(turns: usize, endings: Option<Vec<Ending>>) -> Summary {
        Summary {
            all_known: endings.is_some(),
            endings: endings.unwrap_or_default(),
            margins: Vec::new(),
            winners: Vec::new(),
            turns: vec![Turn::default(); turns],
            lengths: vec![0; turns],
            actions: Vec::new(),
        }
    }

    /// How many games.
    pub fn games(&self) -> usize {
        self.margins.len()
    }

    /// In how many games a side won, or nobody did.
    pub fn won(&self, winner: Option<Side>) -> usize {
        self.endings.iter().filter(|ending| ending.winner == winner).map(|e| e.games).sum()
    }

    /// Adds a game with the name of its ending; says what in it the battle does not know.
    pub fn add(&mut self, row: &GameRow, level: &str) -> Result<(), &'static str> {
        self.ending(row.winner, level)?.games += 1;
        self.margins.push((row.game, row.margin()));
        self.winners.push(row.winner);
        self.actions.push(i64::from(row.actions));
        self.add_turns(row)
    }

    /// The ending of this name, which is added if the list is not known from the first.
    fn ending(&mut self, winner: Option<Side>, name: &str) -> Result<&mut Ending, &'static str> {
        // The Union's first, then draws.
        let rank = |winner: Option<Side>| match winner {
            Some(Side::Union) => 0,
            None => 1,
            Some(Side::Confederate) => 2,
        };
        let same = |ending: &Ending| ending.winner == winner && ending.name == name;
        let place = match self.endings.iter().position(same) {
            Some(place) => place,
            None if self.all_known => {
                return Err("a game with an ending that the battle does not have");
            }
            None => {
                let new = Ending { winner, name: name.to_owned(), games: 0 };
                let before = |e: &Ending| (rank(e.winner), e.name.as_str()) < (rank(winner), name);
                let place = self.endings.partition_point(before);
                self.endings.insert(place, new);
                place
            }
        };
        Ok(&mut self.endings[place])
    }

    fn add_turns(&mut self, row: &GameRow) -> Result<(), &'static str> {
        let strange = "a game with turns that the battle does not have";
        let last = row.turns.last().ok_or(strange)?.turn;
        *self.lengths.get_mut(usize::from(last).wrapping_sub(1)).ok_or(strange)? += 1;
        for (turn, own) in row.turns.iter().zip(&mut self.turns) {
            own.reached += 1;
            for side in Side::BOTH {
                own.points[side].push(turn.points[side]);
            }
        }
        for after in self.turns.iter_mut().skip(row.turns.len()) {
            Side::BOTH.iter().for_each(|&side| after.points[side].push(row.points[side]));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Level, Own, TurnRow};
    use crate::statistics::mean;

    /// A game with these points of the Union at the end of its turns; the Confederates have none.
    fn game(number: u32, points: &[i64]) -> GameRow {
        let score = |union| BySide { union, confederate: 0 };
        let turn = |(index, &union): (usize, &i64)| TurnRow {
            turn: index as u16 + 1,
            points: score(union),
            own: Own::new(),
        };
        GameRow {
            set: 0,
            game: number,
            winner: Some(Side::Union),
            level: Level::Place(0),
            early: false,
            points: score(*points.last().expect("a turn")),
            actions: 1,
            turns: points.iter().enumerate().map(turn).collect(),
            own: Own::new(),
        }
    }

    /// The points at the end are those of all games, as the margin is, not of those that lasted.
    #[test]
    fn a_game_that_ended_early_keeps_its_points() {
        let long: Vec<i64> = (1..=9).collect();
        let mut summary = Summary::of_turns(9, None);
        for row in [game(1, &[5, 40]), game(2, &long)] {
            summary.add(&row, "victory").expect("a game of this battle");
        }
        let last = summary.turns.last().expect("a turn");
        let points = |turn: &Turn| mean(turn.points.union.iter().copied()).mean;
        let margin = mean(summary.margins.iter().map(|&(_, margin)| margin));
        assert_eq!(points(last), margin.mean);
        assert_eq!(points(&summary.turns[1]), 21.0);
        assert_eq!((last.reached, summary.turns[1].reached), (1, 2));
        assert!(summary.add(&game(3, &[0; 10]), "victory").is_err(), "a turn too many");
    }

    #[test]
    fn endings_that_are_met_are_told_the_unions_first() {
        let mut summary = Summary::of_turns(1, None);
        let (union, confederate) = (Some(Side::Union), Some(Side::Confederate));
        let met = [(confederate, "major"), (None, "draw"), (union, "minor"), (union, "major")];
        for (number, (winner, level)) in (1..).zip(met) {
            let row = GameRow { winner, ..game(number, &[0]) };
            summary.add(&row, level).expect("any ending");
        }
        let told: Vec<String> = summary.endings.iter().map(Ending::words).collect();
        assert_eq!(
            told,
            ["Union major victory", "Union minor victory", "draw", "Confederate major victory"]
        );
        let known = Some(summary.endings.clone());
        let mut summary = Summary::of_turns(1, known);
        assert!(summary.add(&game(1, &[0]), "major").is_ok());
        assert!(summary.add(&game(2, &[0]), "pyrrhic").is_err());
    }
}
