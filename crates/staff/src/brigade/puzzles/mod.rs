//! Puzzles of the brigade game: every choice with its outcomes, and what an end is worth.

mod find;

use atlas::Side;
use field::Cell;
use rules::brigade::pending::Attack;
use rules::brigade::resolve::{result_of, strengths};
use rules::brigade::results::CombatResult;
use rules::brigade::{
    Action, Assault, Battle, Bombardment, Phase, Place, Prepared, State, actions, apply_listed,
    check,
};
use rules::ids::{UnitId, UnitSet};

use crate::puzzle::proof::Face;
use crate::puzzle::{Goal, Outcome, Solvable, Ways, likeness};

pub use find::candidates;

/// The most guns of which every set is looked at.
const MOST_GUNS: usize = 8;

/// What an end is measured by.
pub enum Aim {
    /// Strength lost from here on, theirs less ours: what it was at the beginning, Union less Confederate, is taken
    /// away.
    Losses(i64),
    /// Whether an enemy is lost.
    Lost(UnitId),
    /// Whether one of ours stands in a hex and holds it.
    Held(Cell),
}

impl Solvable for Prepared {
    type Aim = Aim;

    fn aim(&self, goal: &Goal, state: &State) -> Result<Aim, String> {
        match goal {
            Goal::Losses {} => Ok(Aim::Losses(balance(&self.battle, state))),
            Goal::Lost { unit } => {
                let found = self.battle.find(unit).map(Aim::Lost);
                found.ok_or_else(|| format!("goal: no unit is called {unit:?}"))
            }
            Goal::Held { cell } => {
                let found = self.battle.grid().cell(cell).map(Aim::Held);
                found.ok_or_else(|| format!("goal: there is no hex {cell:?}"))
            }
        }
    }

    /// What has been decided when the assaults are over: a player-turn begins with activation or rally.
    fn is_over(&self, state: &State, side: Side) -> bool {
        state.outcome.is_some()
            || state.side != side
            || matches!(state.phase, Phase::Activation | Phase::Rally)
    }

    fn worth(&self, state: &State, side: Side, aim: &Aim) -> i64 {
        let battle = &self.battle;
        match aim {
            Aim::Losses(before) => match side {
                Side::Union => balance(battle, state) - before,
                Side::Confederate => before - balance(battle, state),
            },
            Aim::Lost(unit) => i64::from(state.place(*unit) == Place::Eliminated),
            Aim::Held(cell) => {
                // [BR 16.0?] Union guns and cavalry stand in a landmark and do not take it.
                let taken = state.holder(battle, *cell).is_none_or(|holder| holder == side);
                i64::from(taken && state.occupied(side).contains(*cell))
            }
        }
    }

    fn ways(&self, state: &State) -> Option<Ways<Prepared>> {
        let battle = &self.battle;
        let mut ways = Ways::default();
        for listed in actions(battle, state) {
            match listed.action {
                Action::Assault(assault) => {
                    let joining = listed.may_join.unwrap_or(UnitSet::EMPTY);
                    every_assault(battle, state, assault, joining, &mut ways)?;
                }
                Action::Bombard(Bombardment { target, guns }) => {
                    for guns in sets(guns)?.filter(|guns| !guns.is_empty()) {
                        let fire = Bombardment { target, guns };
                        attack(battle, state, Attack::Bombardment(fire), &mut ways);
                    }
                }
                action @ Action::Search { .. } => thrown(battle, state, action, &mut ways),
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
        let fights = matches!(state.phase, Phase::Bombardment | Phase::Assault);
        if !fights || state.pending().is_some() || state.outcome.is_some() {
            return None;
        }
        // How many actions led here matters to nobody.
        let mut alike = state.clone();
        alike.sequence = 0;
        Some(likeness(&alike))
    }
}

/// The strength that the Confederates have lost, less what the Union has.
fn balance(battle: &Battle, state: &State) -> i64 {
    let lost = |side: Side| -> i64 {
        let of = |unit: UnitId| match state.place(unit) {
            Place::Eliminated => battle.unit(unit).full,
            _ => battle.unit(unit).full - state.strength(battle, unit),
        };
        battle.of_side(side).iter().map(|unit| i64::from(of(unit))).sum()
    };
    lost(Side::Confederate) - lost(Side::Union)
}

/// Every set of some guns, the empty one too; `None` if they are too many.
fn sets(guns: UnitSet) -> Option<impl Iterator<Item = UnitSet>> {
    let all: Vec<UnitId> = guns.iter().collect();
    let few = all.len() <= MOST_GUNS;
    few.then(|| {
        (0u32..1 << all.len()).map(move |bits| {
            let chosen = all.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            chosen.map(|(_, &gun)| gun).collect()
        })
    })
}

/// An assault with every set of the guns that could join it; one of guns alone with any of them. `None` if there are too
/// many.
fn every_assault(
    battle: &Battle,
    state: &State,
    listed: Assault,
    joining: UnitSet,
    ways: &mut Ways<Prepared>,
) -> Option<()> {
    let only_guns = listed.attackers.without(battle.guns()).is_empty();
    let (fixed, free) = match only_guns {
        true => (UnitSet::EMPTY, listed.attackers.union(joining)),
        false => (listed.attackers, joining),
    };
    for guns in sets(free)? {
        let assault = Assault { attackers: fixed.union(guns), ..listed };
        if check(battle, state, &Action::Assault(assault)).is_ok() {
            attack(battle, state, Attack::Assault(assault), ways);
        }
    }
    Some(())
}

/// An attack: what comes of it depends on the result alone.
fn attack(battle: &Battle, state: &State, attack: Attack, ways: &mut Ways<Prepared>) {
    let action = match attack {
        Attack::Assault(assault) => Action::Assault(assault),
        Attack::Bombardment(fire) => Action::Bombard(fire),
    };
    let strengths = strengths(battle, state, &attack);
    let mut known: Vec<(CombatResult, usize)> = Vec::new();
    let states = [1, 2, 3, 4, 5, 6].map(|die: u8| {
        let result = result_of(battle, &strengths, die);
        if let Some((_, index)) = known.iter().find(|(other, _)| *other == result) {
            return *index;
        }
        ways.states.push(done(battle, state, &action, u16::from(die) - 1));
        known.push((result, ways.states.len() - 1));
        ways.states.len() - 1
    });
    ways.list.push((action, Outcome::Die(states)));
}

/// Something else that a die decides: faces that lead to the same are one.
fn thrown(battle: &Battle, state: &State, action: Action, ways: &mut Ways<Prepared>) {
    let begin = ways.states.len();
    let states = [0, 1, 2, 3, 4, 5].map(|face| {
        let after = done(battle, state, &action, face);
        let known = ways.states[begin..].iter().position(|other| *other == after);
        known.map_or_else(
            || {
                ways.states.push(after);
                ways.states.len() - 1
            },
            |index| begin + index,
        )
    });
    ways.list.push((action, Outcome::Die(states)));
}

fn done(battle: &Battle, state: &State, action: &Action, face: u16) -> State {
    let mut after = state.clone();
    apply_listed(battle, &mut after, action, &mut Face::showing(face), &mut Vec::new());
    after
}
