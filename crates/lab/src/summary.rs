//! The games of one set of options summed up: everything that reports show.

use atlas::{BySide, Side};
use field::Cell;
use rules::blue_gray::Battle;
use rules::blue_gray::crt::{Column, CombatResult};
use rules::blue_gray::facts::Measure;

use crate::rows::{Cause, GameRow};
use crate::statistics::Share;
use crate::watch::{by_side, from_bits};

/// The results of the combat table, the attacker's worst first.
pub const RESULTS: [CombatResult; 5] = [
    CombatResult::AttackerEliminated,
    CombatResult::AttackerRetreats,
    CombatResult::Exchange,
    CombatResult::DefenderRetreats,
    CombatResult::DefenderEliminated,
];

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

/// Attacks on one column of the combat table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Odds {
    /// How many had each result, in the order of [`RESULTS`].
    pub results: [u32; 5],
    /// Strength lost by attackers.
    pub attackers_lost: u64,
    /// Strength lost by defenders.
    pub defenders_lost: u64,
}

impl Odds {
    /// How many attacks.
    pub fn attacks(&self) -> u32 {
        self.results.iter().sum()
    }
}

/// Of attacks on all columns, the share made below even odds.
pub fn below_even(columns: &[Odds; Column::COUNT]) -> Share {
    let sum = |columns: &[Odds]| columns.iter().map(|odds| odds.attacks() as usize).sum();
    Share::of(sum(&columns[..Column::EVEN.index()]), sum(columns))
}

/// A game-turn over the games that reached its end; of the others only their points are told.
#[derive(Clone, Debug)]
pub struct Turn {
    /// How many games reached its end.
    pub reached: usize,
    /// The points of every game: of one that was over before, those it ended with.
    pub points: BySide<Vec<i64>>,
    /// By hex, in how many games a side had it in its grip.
    pub grip: BySide<Vec<u32>>,
    /// By hex, how many units of a side were lost there on this turn.
    pub deaths: BySide<Vec<u32>>,
    /// By place in the list of hexes that count, in how many games the Confederates held it.
    pub held: Vec<u32>,
}

/// The games of a set.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Every way a game can end, the Union's best first.
    pub endings: Vec<Ending>,
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
    /// Attacks of each game.
    pub attacks: BySide<Vec<i64>>,
    /// Of them, those by guns alone.
    pub bombardments: BySide<Vec<i64>>,
    /// Attacks by column, those by guns alone apart.
    pub odds: BySide<[Odds; Column::COUNT]>,
    /// Attacks by guns alone, which risk nothing, by column.
    pub bombarded: BySide<[Odds; Column::COUNT]>,
    /// By unit, in how many games it was lost, by cause.
    pub lost: Vec<[u32; Cause::ALL.len()]>,
    /// Strength lost in each game.
    pub strength_lost: BySide<Vec<i64>>,
    /// The hexes that count.
    pub watched: Vec<Cell>,
}

impl Summary {
    /// No games yet.
    pub fn new(battle: &Battle) -> Summary {
        let slots = battle.grid().slots();
        let mut watched: Vec<Cell> = battle.facts.control.iter().map(|(cell, _)| *cell).collect();
        watched.sort_unstable();
        watched.dedup();
        let turn = || Turn {
            reached: 0,
            points: BySide::default(),
            grip: by_side(|_| vec![0; slots]),
            deaths: by_side(|_| vec![0; slots]),
            held: vec![0; watched.len()],
        };
        Summary {
            endings: endings(battle),
            margins: Vec::new(),
            winners: Vec::new(),
            turns: (0..battle.turns).map(|_| turn()).collect(),
            lengths: vec![0; usize::from(battle.turns)],
            actions: Vec::new(),
            attacks: BySide::default(),
            bombardments: BySide::default(),
            odds: BySide::default(),
            bombarded: BySide::default(),
            lost: battle.roster().map(|_| [0; Cause::ALL.len()]).collect(),
            strength_lost: BySide::default(),
            watched,
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

    /// In how many games a unit was lost.
    pub fn lost(&self, unit: usize) -> u32 {
        self.lost.get(unit).map_or(0, |causes| causes.iter().sum())
    }

    /// Adds a game; says what in it the battle does not know.
    pub fn add(&mut self, battle: &Battle, row: &GameRow) -> Result<(), &'static str> {
        let name = level_name(battle, row);
        let ending = self
            .endings
            .iter_mut()
            .find(|ending| ending.winner == row.winner && ending.name == name)
            .ok_or("a game with an ending that the battle does not have")?;
        ending.games += 1;
        self.margins.push((row.game, i64::from(row.margin())));
        self.winners.push(row.winner);
        self.actions.push(i64::from(row.actions));
        self.add_turns(battle, row)?;
        self.add_attacks(row)?;
        self.add_deaths(battle, row)
    }

    fn add_turns(&mut self, battle: &Battle, row: &GameRow) -> Result<(), &'static str> {
        let strange = "a game with turns that the battle does not have";
        let last = row.turns.last().ok_or(strange)?.turn;
        *self.lengths.get_mut(usize::from(last).wrapping_sub(1)).ok_or(strange)? += 1;
        for (turn, own) in row.turns.iter().zip(&mut self.turns) {
            own.reached += 1;
            for side in Side::BOTH {
                own.points[side].push(i64::from(turn.points[side]));
                let grip = from_bits(battle.grid(), &turn.grip[side])
                    .ok_or("a game on another map than the battle's")?;
                grip.iter().for_each(|cell| own.grip[side][cell.index()] += 1);
            }
            for name in &turn.confederate_holds {
                let cell = battle.grid().cell(name);
                let index = cell.and_then(|cell| self.watched.binary_search(&cell).ok());
                own.held[index.ok_or("a game about hexes that the battle does not have")?] += 1;
            }
        }
        for after in self.turns.iter_mut().skip(row.turns.len()) {
            Side::BOTH
                .iter()
                .for_each(|&side| after.points[side].push(i64::from(row.points[side])));
        }
        Ok(())
    }

    fn add_attacks(&mut self, row: &GameRow) -> Result<(), &'static str> {
        let strange = "an attack that the combat table does not have";
        let (mut made, mut by_guns) = (BySide::<i64>::default(), BySide::<i64>::default());
        for attack in &row.attacks {
            let column = Column::parse(&attack.odds).ok_or(strange)?;
            let result = CombatResult::parse(&attack.result)
                .and_then(|result| RESULTS.iter().position(|known| *known == result))
                .ok_or(strange)?;
            made[attack.side] += 1;
            by_guns[attack.side] += i64::from(attack.is_bombardment());
            let table = if attack.is_bombardment() { &mut self.bombarded } else { &mut self.odds };
            let odds = &mut table[attack.side][column.index()];
            odds.results[result] += 1;
            odds.attackers_lost += u64::from(attack.strength_lost[attack.side]);
            odds.defenders_lost += u64::from(attack.strength_lost[attack.side.other()]);
        }
        for side in Side::BOTH {
            self.attacks[side].push(made[side]);
            self.bombardments[side].push(by_guns[side]);
        }
        Ok(())
    }

    fn add_deaths(&mut self, battle: &Battle, row: &GameRow) -> Result<(), &'static str> {
        let strange = "a loss of a unit or in a hex that the battle does not have";
        let mut strength = BySide::<i64>::default();
        for death in &row.deaths {
            let unit = battle.find(&death.unit).ok_or(strange)?;
            self.lost[unit.index()][death.cause as usize] += 1;
            strength[death.side] += i64::from(death.strength);
            let turn = self.turns.get_mut(usize::from(death.turn).wrapping_sub(1));
            let turn = turn.ok_or(strange)?;
            if let Some(hex) = &death.hex {
                let cell = battle.grid().cell(hex).ok_or(strange)?;
                turn.deaths[death.side][cell.index()] += 1;
            }
        }
        Side::BOTH.iter().for_each(|&side| self.strength_lost[side].push(strength[side]));
        Ok(())
    }
}

/// What the ending of a game is called.
pub fn level_name(battle: &Battle, row: &GameRow) -> String {
    let index = usize::from(row.level);
    match &battle.facts.victory.measure {
        _ if row.early => "early victory".to_owned(),
        Measure::Higher if row.winner.is_none() => "draw".to_owned(),
        Measure::Higher => "victory".to_owned(),
        Measure::Difference(levels) => {
            levels.get(index).map_or(String::new(), |level| level.level.clone())
        }
        Measure::Ratio(levels) => {
            levels.get(index).map_or(String::new(), |level| level.level.clone())
        }
    }
}

/// Every way a game can end, the Union's best first.
fn endings(battle: &Battle) -> Vec<Ending> {
    let ending = |winner, name: &str| Ending { winner, name: name.to_owned(), games: 0 };
    let victory = &battle.facts.victory;
    let mut endings: Vec<Ending> = match &victory.measure {
        Measure::Higher => vec![
            ending(Some(Side::Union), "victory"),
            ending(None, "draw"),
            ending(Some(Side::Confederate), "victory"),
        ],
        Measure::Difference(levels) => {
            levels.iter().map(|level| ending(level.winner, &level.level)).collect()
        }
        Measure::Ratio(levels) => {
            levels.iter().map(|level| ending(level.winner, &level.level)).collect()
        }
    };
    if let Some(early) = &victory.early {
        let own = ending(Some(early.side), "early victory");
        match early.side {
            Side::Union => endings.insert(0, own),
            Side::Confederate => endings.push(own),
        }
    }
    endings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{AttackRow, TurnRow};
    use crate::statistics::mean;
    use rules::game::Game;

    fn battle() -> Battle {
        let files = atlas::builtin::battle("blue-gray/fredericksburg").expect("a battle");
        let Game::BlueGray(table) = Game::new(&files, None, &[]).expect("a game");
        table.battle
    }

    /// A game with these points of the Union at the end of its turns; the Confederates have none.
    fn game(battle: &Battle, number: u32, points: &[i32]) -> GameRow {
        let nothing = crate::watch::to_bits(battle.grid(), &field::CellSet::default());
        let score = |union| BySide { union, confederate: 0 };
        let turn = |(index, &union): (usize, &i32)| TurnRow {
            turn: index as u8 + 1,
            points: score(union),
            units: BySide::default(),
            strength: BySide::default(),
            confederate_holds: Vec::new(),
            grip: by_side(|_| nothing.clone()),
        };
        GameRow {
            set: 0,
            game: number,
            winner: Some(Side::Union),
            level: 0,
            early: false,
            points: score(*points.last().expect("a turn")),
            actions: 1,
            turns: points.iter().enumerate().map(turn).collect(),
            attacks: Vec::new(),
            deaths: Vec::new(),
        }
    }

    fn attack(side: Side, attackers: &str, odds: &str, result: &str) -> AttackRow {
        AttackRow {
            turn: 1,
            side,
            defenders: "0101".to_owned(),
            attackers: attackers.to_owned(),
            guns: "some".to_owned(),
            strength: 1,
            defence: 1,
            odds: odds.to_owned(),
            die: 1,
            result: result.to_owned(),
            units_lost: BySide::default(),
            strength_lost: BySide::default(),
            advanced: false,
        }
    }

    /// The points at the end are those of all games, as the margin is, not of those that lasted.
    #[test]
    fn a_game_that_ended_early_keeps_its_points() {
        let battle = battle();
        let mut summary = Summary::new(&battle);
        let long: Vec<i32> = (1..=i32::from(battle.turns)).collect();
        for row in [game(&battle, 1, &[5, 40]), game(&battle, 2, &long)] {
            summary.add(&battle, &row).expect("a game of this battle");
        }
        let last = summary.turns.last().expect("a turn");
        let points = |turn: &Turn| mean(turn.points.union.iter().copied()).mean;
        let margin = mean(summary.margins.iter().map(|&(_, margin)| margin));
        assert_eq!(points(last), margin.mean);
        assert_eq!(points(&summary.turns[1]), 21.0);
        assert_eq!((last.reached, summary.turns[1].reached), (1, 2));
    }

    #[test]
    fn guns_alone_are_counted_apart() {
        let battle = battle();
        let mut row = game(&battle, 1, &[0]);
        row.attacks = vec![
            attack(Side::Union, "0102", "1-2", "Ar"),
            attack(Side::Union, "0102 0201", "3-1", "De"),
            attack(Side::Union, "", "1-5", "Ae"),
            attack(Side::Confederate, "", "1-1", "Dr"),
        ];
        let mut summary = Summary::new(&battle);
        summary.add(&battle, &row).expect("a game of this battle");
        assert_eq!((summary.attacks.union[0], summary.bombardments.union[0]), (3, 1));
        let men = below_even(&summary.odds.union);
        assert_eq!((men.hits, men.of), (1, 2));
        let guns = below_even(&summary.bombarded.union);
        assert_eq!((guns.hits, guns.of), (1, 1));
        assert_eq!(below_even(&summary.odds.confederate).of, 0);
        assert_eq!(below_even(&summary.bombarded.confederate).of, 1);
    }
}
