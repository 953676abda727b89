//! The attacks, the losses and the ground of one set's games summed up.

use atlas::{BySide, Side};
use field::Cell;
use rules::blue_gray::crt::{Column, CombatResult};
use rules::blue_gray::{Battle, Prepared};

use super::BlueGray;
use super::rows::{Cause, KeptGame};
use super::watch::from_bits;
use crate::report::odds::Odds;
use crate::room::Digest;
use crate::rows::{GameRow, by_side};

/// The results of the combat table, the attacker's worst first.
pub const RESULTS: [CombatResult; 5] = [
    CombatResult::AttackerEliminated,
    CombatResult::AttackerRetreats,
    CombatResult::Exchange,
    CombatResult::DefenderRetreats,
    CombatResult::DefenderEliminated,
];

/// A game-turn over the games that reached its end.
#[derive(Clone, Debug)]
pub struct Turn {
    /// By hex, in how many games a side had it in its grip.
    pub grip: BySide<Vec<u32>>,
    /// By hex, how many units of a side were lost there on this turn.
    pub deaths: BySide<Vec<u32>>,
    /// By place in the list of hexes that count, in how many games the Confederates held it.
    pub held: Vec<u32>,
}

/// The games of a set.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The game-turns, from the first.
    pub turns: Vec<Turn>,
    /// Attacks of each game.
    pub attacks: BySide<Vec<i64>>,
    /// Of them, those by guns alone.
    pub bombardments: BySide<Vec<i64>>,
    /// Attacks by column, those by guns alone apart.
    pub odds: BySide<Vec<Odds>>,
    /// Attacks by guns alone, which risk nothing, by column.
    pub bombarded: BySide<Vec<Odds>>,
    /// By unit, in how many games it was lost, by cause.
    pub lost: Vec<[u32; Cause::ALL.len()]>,
    /// Strength lost in each game.
    pub strength_lost: BySide<Vec<i64>>,
    /// The hexes that count.
    pub watched: Vec<Cell>,
}

impl Tally {
    /// In how many games a unit was lost.
    pub fn lost(&self, unit: usize) -> u32 {
        self.lost.get(unit).map_or(0, |causes| causes.iter().sum())
    }

    fn add_turns(&mut self, battle: &Battle, kept: &KeptGame) -> Result<(), &'static str> {
        for (turn, own) in kept.turns.iter().zip(&mut self.turns) {
            for side in Side::BOTH {
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
        Ok(())
    }

    fn add_attacks(&mut self, kept: &KeptGame) -> Result<(), &'static str> {
        let strange = "an attack that the combat table does not have";
        let (mut made, mut by_guns) = (BySide::<i64>::default(), BySide::<i64>::default());
        for attack in &kept.attacks {
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

    fn add_deaths(&mut self, battle: &Battle, kept: &KeptGame) -> Result<(), &'static str> {
        let strange = "a loss of a unit or in a hex that the battle does not have";
        let mut strength = BySide::<i64>::default();
        for death in &kept.deaths {
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

impl Digest<BlueGray> for Tally {
    fn new(prepared: &Prepared) -> Tally {
        let battle = &prepared.battle;
        let slots = battle.grid().slots();
        let mut watched: Vec<Cell> = battle.facts.control.iter().map(|(cell, _)| *cell).collect();
        watched.sort_unstable();
        watched.dedup();
        let turn = || Turn {
            grip: by_side(|_| vec![0; slots]),
            deaths: by_side(|_| vec![0; slots]),
            held: vec![0; watched.len()],
        };
        Tally {
            turns: (0..battle.turns).map(|_| turn()).collect(),
            attacks: BySide::default(),
            bombardments: BySide::default(),
            odds: by_side(|_| Odds::none(Column::COUNT, RESULTS.len())),
            bombarded: by_side(|_| Odds::none(Column::COUNT, RESULTS.len())),
            lost: battle.roster().map(|_| [0; Cause::ALL.len()]).collect(),
            strength_lost: BySide::default(),
            watched,
        }
    }

    fn add(
        &mut self,
        prepared: &Prepared,
        _: &GameRow,
        kept: &KeptGame,
    ) -> Result<(), &'static str> {
        self.add_turns(&prepared.battle, kept)?;
        self.add_attacks(kept)?;
        self.add_deaths(&prepared.battle, kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blue_gray::rows::AttackRow;
    use crate::report::odds::below_even;
    use crate::statistics::Share;

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

    #[test]
    fn guns_alone_are_counted_apart() {
        let files = atlas::builtin::battle("blue-gray/fredericksburg").expect("a battle");
        let prepared = Prepared::new(&files, None, &[]).expect("a game");
        let attacks = vec![
            attack(Side::Union, "0102", "1-2", "Ar"),
            attack(Side::Union, "0102 0201", "3-1", "De"),
            attack(Side::Union, "", "1-5", "Ae"),
            attack(Side::Confederate, "", "1-1", "Dr"),
        ];
        let mut tally = Tally::new(&prepared);
        tally.add_attacks(&KeptGame { attacks, ..KeptGame::default() }).expect("attacks");
        assert_eq!((tally.attacks.union[0], tally.bombardments.union[0]), (3, 1));
        let below = |odds: &[Odds]| -> Share { below_even(odds, Column::EVEN.index()) };
        let men = below(&tally.odds.union);
        assert_eq!((men.hits, men.of), (1, 2));
        let guns = below(&tally.bombarded.union);
        assert_eq!((guns.hits, guns.of), (1, 1));
        assert_eq!(below(&tally.odds.confederate).of, 0);
        assert_eq!(below(&tally.bombarded.confederate).of, 1);
    }
}
