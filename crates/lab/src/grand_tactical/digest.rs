//! The games of one set summed up: losses, fatigue, routs, objectives, and where men fell.

use std::collections::BTreeMap;

use atlas::{BySide, Side};
use rules::grand_tactical::Battle;

use super::GrandTactical;
use super::rows::{KeptGame, Lost};
use crate::room::Digest;
use crate::rows::GameRow;

/// A game-turn over the games that reached its end, summed up.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    /// Games.
    pub games: u32,
    /// Men lost by its end.
    pub men: BySide<u64>,
    /// Guns lost by its end.
    pub guns: BySide<u64>,
    /// Units on the map.
    pub units: BySide<u64>,
    /// Units routed.
    pub routed: BySide<u64>,
    /// Fatigue of all units.
    pub fatigue: BySide<u64>,
    /// What each objective brought.
    pub objectives: Vec<i64>,
}

/// Losses of a formation over all games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    /// Infantrymen.
    pub infantry: u64,
    /// Cavalrymen.
    pub cavalry: u64,
    /// Guns.
    pub guns: u64,
}

/// The games of a set.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The game-turns, from the first.
    pub turns: Vec<Turn>,
    /// By side, what each game cost: infantrymen, cavalrymen, guns.
    pub lost: BySide<[Vec<i64>; 3]>,
    /// Shots, melees, routs and leaders lost of each game.
    pub work: BySide<[Vec<i64>; 4]>,
    /// Losses by formation.
    pub formations: BySide<BTreeMap<String, Sum>>,
    /// By square, the men who fell there.
    pub fell: BySide<Vec<u64>>,
}

impl Digest<GrandTactical> for Tally {
    fn new(battle: &Battle) -> Tally {
        let squares = vec![0; battle.grid.slots()];
        let turn = Turn { objectives: vec![0; battle.objectives.len()], ..Turn::default() };
        Tally {
            turns: vec![turn; battle.turns.into()],
            lost: BySide::default(),
            work: BySide::default(),
            formations: BySide::default(),
            fell: BySide { union: squares.clone(), confederate: squares },
        }
    }

    fn add(&mut self, battle: &Battle, _: &GameRow, kept: &KeptGame) -> Result<(), &'static str> {
        for (turn, kept) in self.turns.iter_mut().zip(&kept.turns) {
            turn.games += 1;
            if kept.objectives.len() != turn.objectives.len() {
                return Err("other objectives than the battle has");
            }
            for (sum, &brought) in turn.objectives.iter_mut().zip(&kept.objectives) {
                *sum += i64::from(brought);
            }
            for side in Side::BOTH {
                turn.men[side] += u64::from(kept.lost[side].men());
                turn.guns[side] += u64::from(kept.lost[side].guns);
                turn.units[side] += u64::from(kept.units[side]);
                turn.routed[side] += u64::from(kept.routed[side]);
                turn.fatigue[side] += u64::from(kept.fatigue[side]);
            }
        }
        for side in Side::BOTH {
            self.add_side(battle, kept, side)?;
        }
        Ok(())
    }
}

impl Tally {
    fn add_side(
        &mut self,
        battle: &Battle,
        kept: &KeptGame,
        side: Side,
    ) -> Result<(), &'static str> {
        let Lost { infantry, cavalry, guns } =
            kept.turns.last().map(|turn| turn.lost[side]).unwrap_or_default();
        for (list, lost) in self.lost[side].iter_mut().zip([infantry, cavalry, guns]) {
            list.push(lost.into());
        }
        let whole = &kept.whole;
        let work = [whole.shots[side], whole.melees[side], whole.routs[side], whole.leaders[side]];
        for (list, count) in self.work[side].iter_mut().zip(work) {
            list.push(count.into());
        }
        for (name, lost) in &whole.formations[side] {
            let sum = self.formations[side].entry(name.clone()).or_default();
            sum.infantry += u64::from(lost.infantry);
            sum.cavalry += u64::from(lost.cavalry);
            sum.guns += u64::from(lost.guns);
        }
        for (name, &men) in &whole.fell[side] {
            let cell = battle.grid.cell(name).ok_or("a square that the map does not have")?;
            self.fell[side][cell.index()] += u64::from(men);
        }
        Ok(())
    }
}
