//! Puzzles of Blue & Gray: every choice with its outcomes, and what an end is worth.

mod find;

use atlas::Side;
use field::Cell;
use rules::blue_gray::check_combat::check_attack_with;
use rules::blue_gray::crt::CombatResult;
use rules::blue_gray::obligations::Obligations;
use rules::blue_gray::odds::odds;
use rules::blue_gray::{
    Action, Attack, Battle, Phase, Place, Prepared, State, UnitId, UnitSet, actions, apply_listed,
};
use serde_json::Value;

use crate::puzzle::proof::Face;
use crate::puzzle::{Goal, Outcome, Solvable, Ways, likeness};

pub use find::candidates;

/// What an end is measured by.
pub enum Aim {
    /// Strength lost, theirs less ours.
    Losses,
    /// Whether an enemy is lost.
    Lost(UnitId),
    /// Whether one of ours stands in a hex.
    Held(Cell),
}

impl Solvable for Prepared {
    type Aim = Aim;

    fn aim(&self, goal: &Goal, _: &State) -> Result<Aim, String> {
        match goal {
            Goal::Losses {} => Ok(Aim::Losses),
            Goal::Lost { unit } => {
                let found = self.battle.find(unit).map(Aim::Lost);
                found.ok_or_else(|| format!("goal: no unit is called {unit:?}"))
            }
            Goal::Held { cell } => {
                let grid = self.battle.grid();
                let found = grid.cells().find(|&known| grid.name(known).to_string() == *cell);
                found.map(Aim::Held).ok_or_else(|| format!("goal: there is no hex {cell:?}"))
            }
        }
    }

    fn is_over(&self, state: &State, side: Side) -> bool {
        state.outcome.is_some() || state.side != side
    }

    fn worth(&self, state: &State, side: Side, aim: &Aim) -> i64 {
        let battle = &self.battle;
        match aim {
            Aim::Losses => lost(battle, state, side.other()) - lost(battle, state, side),
            Aim::Lost(unit) => i64::from(state.place(*unit) == Place::Eliminated),
            Aim::Held(cell) => i64::from(state.occupied(side).contains(*cell)),
        }
    }

    fn ways(&self, state: &State) -> Option<Ways<Prepared>> {
        let battle = &self.battle;
        let mut ways = Ways::default();
        for listed in actions(battle, state) {
            match listed.action {
                Action::Attack(attack) => {
                    let guns = listed.may_bombard.unwrap_or(UnitSet::EMPTY);
                    every_support(battle, state, attack, guns, &mut ways)?;
                }
                action => {
                    let after = done(battle, state, &action, 0);
                    ways.list.push((action, Outcome::Sure(ways.states.len())));
                    ways.states.push(after);
                }
            }
        }
        Some(ways)
    }

    fn likeness(&self, state: &State) -> Option<u128> {
        if !is_fresh_combat(state) {
            return None;
        }
        // How many actions led here matters to nobody.
        let mut alike = state.clone();
        alike.sequence = 0;
        Some(likeness(&alike))
    }

    fn plain(&self, action: &Value) -> Value {
        let mut action = action.clone();
        if let Some(attack) = action.get_mut("attack").and_then(Value::as_object_mut) {
            attack.remove("column");
        }
        action
    }
}

/// The strength that a side has lost.
fn lost(battle: &Battle, state: &State, side: Side) -> i64 {
    let gone = battle.of_side(side).iter().filter(|&unit| state.place(unit) == Place::Eliminated);
    battle.strength(gone.collect()).into()
}

/// The most guns of which every set is looked at.
const MOST_GUNS: usize = 8;

/// An attack with every set of the guns that could join it; `None` if they are too many.
fn every_support(
    battle: &Battle,
    state: &State,
    attack: Attack,
    guns: UnitSet,
    ways: &mut Ways<Prepared>,
) -> Option<()> {
    let obligations = Obligations::of(battle, state);
    let guns: Vec<UnitId> = guns.iter().collect();
    if guns.len() > MOST_GUNS {
        return None;
    }
    let alone = attack.attackers.is_empty();
    for bits in u32::from(alone)..1 << guns.len() {
        let chosen = guns.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
        let attack = Attack { bombard: chosen.map(|(_, &gun)| gun).collect(), ..attack };
        if check_attack_with(battle, state, &attack, &obligations).is_ok() {
            every_column(battle, state, attack, ways);
        }
    }
    Some(())
}

/// An attack on every column that may be announced: what comes of it depends on the result alone.
fn every_column(battle: &Battle, state: &State, attack: Attack, ways: &mut Ways<Prepared>) {
    let top = odds(battle, state, &attack).column;
    let mut known: Vec<(CombatResult, usize)> = Vec::new();
    for column in top.up_to() {
        let announced = Attack { column: (column != top).then_some(column), ..attack };
        let states = [1, 2, 3, 4, 5, 6].map(|die: u8| {
            let result = battle.facts.results.result(column, die);
            if let Some((_, index)) = known.iter().find(|(other, _)| *other == result) {
                return *index;
            }
            let after = done(battle, state, &Action::Attack(announced), u16::from(die) - 1);
            ways.states.push(after);
            known.push((result, ways.states.len() - 1));
            ways.states.len() - 1
        });
        ways.list.push((Action::Attack(announced), Outcome::Die(states)));
    }
}

fn done(battle: &Battle, state: &State, action: &Action, face: u16) -> State {
    let mut after = state.clone();
    apply_listed(battle, &mut after, action, &mut Face::showing(face), &mut Vec::new());
    after
}

/// Whether a state waits for an attack or the end of a combat phase.
fn is_fresh_combat(state: &State) -> bool {
    state.phase == Phase::Combat && state.pending().is_none() && state.outcome.is_none()
}
