//! The namings, the landmarks, the attacks and the losses of one set's games summed up.

use atlas::{BySide, Side};
use field::Cell;
use rules::brigade::Prepared;
use rules::brigade::results::CombatResult;

use super::Brigade;
use super::rows::KeptGame;
use crate::report::odds::Odds;
use crate::room::Digest;
use crate::rows::{GameRow, by_side};

/// A corps of one side, with what it lost.
#[derive(Clone, Debug)]
pub struct Corps {
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its strength at full.
    pub strength: u32,
    /// Steps that it lost in each game.
    pub steps: Vec<i64>,
    /// Strength that it lost in each game, not counting what rallied.
    pub lost: Vec<i64>,
    /// Units that it lost for good in each game.
    pub units: Vec<i64>,
}

/// A game-turn over the games that reached its end.
#[derive(Clone, Debug)]
pub struct Turn {
    /// By corps that must be activated, in how many games it was named.
    pub named: Vec<u32>,
    /// In how many games corps were named or drawn at all.
    pub namings: u32,
    /// By landmark, in how many games the Union held it at the end.
    pub held: Vec<u32>,
    /// In how many games a ford was found.
    pub fords: u32,
    /// In how many games the group came that a die brings on.
    pub hills: u32,
}

/// The games of a set.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The game-turns, from the first.
    pub turns: Vec<Turn>,
    /// The landmarks, in the order of the battle.
    pub landmarks: Vec<Cell>,
    /// The corps that must be activated, in the order of the battle.
    pub names: Vec<String>,
    /// Every corps of both sides.
    pub corps: Vec<Corps>,
    /// Assaults of each game.
    pub assaults: BySide<Vec<i64>>,
    /// Bombardments of each game.
    pub bombardments: BySide<Vec<i64>>,
    /// Assaults by column.
    pub assaulted: BySide<Vec<Odds>>,
    /// Bombardments by column.
    pub bombarded: BySide<Vec<Odds>>,
    /// Steps lost in each game.
    pub steps_lost: BySide<Vec<i64>>,
    /// How often somebody looked for a ford, in each game.
    pub searches: Vec<i64>,
}

impl Tally {
    fn add_turns(&mut self, prepared: &Prepared, kept: &KeptGame) -> Result<(), &'static str> {
        let strange = "a game about landmarks, corps or turns that the battle does not have";
        let at = |turn: u8| usize::from(turn).wrapping_sub(1);
        for (turn, own) in kept.turns.iter().zip(&mut self.turns) {
            for name in &turn.union_holds {
                let cell = prepared.battle.grid().cell(name).ok_or(strange)?;
                let index = self.landmarks.iter().position(|&known| known == cell);
                own.held[index.ok_or(strange)?] += 1;
            }
        }
        for row in &kept.own.named {
            let own = self.turns.get_mut(at(row.turn)).ok_or(strange)?;
            own.namings += 1;
            for corps in row.corps.split_whitespace() {
                let index = self.names.iter().position(|known| known == corps);
                own.named[index.ok_or(strange)?] += 1;
            }
        }
        if let Some(ford) = &kept.own.ford {
            self.turns.get_mut(at(ford.turn)).ok_or(strange)?.fords += 1;
        }
        if let Some(turn) = kept.own.hill {
            self.turns.get_mut(at(turn)).ok_or(strange)?.hills += 1;
        }
        self.searches.push(i64::from(kept.own.searches));
        Ok(())
    }

    fn add_attacks(&mut self, prepared: &Prepared, kept: &KeptGame) -> Result<(), &'static str> {
        let strange = "an attack that the combat table does not have";
        let results = &prepared.battle.facts.results;
        let (mut by_men, mut by_guns) = (BySide::<i64>::default(), BySide::<i64>::default());
        for attack in &kept.own.attacks {
            let named = results.columns().find(|&column| results.name(column) == attack.odds);
            let column = usize::from(named.ok_or(strange)?.0);
            let result = CombatResult::parse(&attack.result)
                .and_then(|result| CombatResult::ALL.iter().position(|known| *known == result))
                .ok_or(strange)?;
            let (made, table) = match attack.bombards {
                true => (&mut by_guns, &mut self.bombarded),
                false => (&mut by_men, &mut self.assaulted),
            };
            made[attack.side] += 1;
            let odds = &mut table[attack.side][column];
            odds.results[result] += 1;
            odds.attackers_lost += u64::from(attack.steps_lost[attack.side]);
            odds.defenders_lost += u64::from(attack.steps_lost[attack.side.other()]);
        }
        for side in Side::BOTH {
            self.assaults[side].push(by_men[side]);
            self.bombardments[side].push(by_guns[side]);
        }
        Ok(())
    }

    fn add_losses(&mut self, kept: &KeptGame) -> Result<(), &'static str> {
        let strange = "a loss of a corps that the battle does not have";
        let mut steps = BySide::<i64>::default();
        for corps in &mut self.corps {
            corps.steps.push(0);
            corps.lost.push(0);
            corps.units.push(0);
        }
        for loss in &kept.own.losses {
            steps[loss.side] += 1;
            let own = |corps: &&mut Corps| corps.side == loss.side && corps.name == loss.corps;
            let corps = self.corps.iter_mut().find(own).ok_or(strange)?;
            let add = |counts: &mut Vec<i64>, more: i64| {
                counts.last_mut().map(|count| *count += more).unwrap_or_default();
            };
            add(&mut corps.steps, 1);
            add(&mut corps.lost, i64::from(loss.strength));
            add(&mut corps.units, i64::from(loss.eliminated));
        }
        Side::BOTH.iter().for_each(|&side| self.steps_lost[side].push(steps[side]));
        Ok(())
    }
}

impl Digest<Brigade> for Tally {
    fn new(prepared: &Prepared) -> Tally {
        let battle = &prepared.battle;
        let facts = &battle.facts;
        let landmarks: Vec<Cell> = facts.landmarks.iter().map(|landmark| landmark.cell).collect();
        let names = facts.activation.as_ref().map_or(Vec::new(), |it| it.corps.clone());
        let turn = || Turn {
            named: vec![0; names.len()],
            namings: 0,
            held: vec![0; landmarks.len()],
            fords: 0,
            hills: 0,
        };
        let table =
            || by_side(|_| Odds::none(facts.results.columns().count(), CombatResult::ALL.len()));
        Tally {
            turns: (0..battle.turns).map(|_| turn()).collect(),
            landmarks: landmarks.clone(),
            names: names.clone(),
            corps: corps_of(prepared),
            assaults: BySide::default(),
            bombardments: BySide::default(),
            assaulted: table(),
            bombarded: table(),
            steps_lost: BySide::default(),
            searches: Vec::new(),
        }
    }

    fn add(
        &mut self,
        prepared: &Prepared,
        _: &GameRow,
        kept: &KeptGame,
    ) -> Result<(), &'static str> {
        self.add_turns(prepared, kept)?;
        self.add_attacks(prepared, kept)?;
        self.add_losses(kept)
    }
}

/// The corps of both sides, in the order of their units.
fn corps_of(prepared: &Prepared) -> Vec<Corps> {
    let battle = &prepared.battle;
    let mut found: Vec<Corps> = Vec::new();
    for side in Side::BOTH {
        for unit in battle.of_side(side).iter().map(|unit| battle.unit(unit)) {
            let own = |corps: &&mut Corps| corps.side == side && corps.name == unit.command;
            match found.iter_mut().find(own) {
                Some(corps) => corps.strength += unit.full,
                None => found.push(Corps {
                    name: unit.command.clone(),
                    side,
                    strength: unit.full,
                    steps: Vec::new(),
                    lost: Vec::new(),
                    units: Vec::new(),
                }),
            }
        }
    }
    found
}
