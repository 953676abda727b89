//! A watcher beside the board: it turns the events of a game into rows.

use std::collections::HashMap;

use atlas::battle::Arm;
use atlas::{BySide, Side};
use rules::Moment;
use rules::grand_tactical::state::{Losses, State};
use rules::grand_tactical::{Action, Battle, Event, UnitId, victory};

use super::rows::{KeptTurn, Lost, Members};
use crate::room::Watch;
use crate::rows::Own;

/// The rows of a game so far.
#[derive(Default)]
pub struct Watcher {
    kept: Members,
    /// What each unit was told to have lost. Whatever a unit that is no more still had counts as lost, too.
    told: HashMap<UnitId, u32>,
}

impl Watch<Battle> for Watcher {
    fn new(_: &Battle, _: &[Event]) -> Watcher {
        Watcher::default()
    }

    fn saw(&mut self, battle: &Battle, _: Moment, _: &Action, events: &[Event]) {
        for event in events {
            match *event {
                Event::Fired { unit, .. } => self.kept.shots[battle.unit(unit).side] += 1,
                Event::Melee { attackers, .. } => {
                    let first = attackers.units().first();
                    let side = first.map_or(Side::Union, |&unit| battle.unit(unit).side);
                    self.kept.melees[side] += 1;
                }
                Event::Routed { unit, .. } => self.kept.routs[battle.unit(unit).side] += 1,
                Event::LeaderLost { leader, .. } => {
                    self.kept.leaders[battle.leader(leader).side] += 1;
                }
                Event::Lost { unit, at, losses, .. } => {
                    *self.told.entry(unit).or_default() += u32::from(losses);
                    self.lost(battle, unit, battle.name(at), losses.into());
                }
                Event::Eliminated { unit, at, .. } => {
                    let told = self.told.get(&unit).copied().unwrap_or_default();
                    let rest = u32::from(battle.unit(unit).strength).saturating_sub(told);
                    self.lost(battle, unit, battle.name(at), rest);
                }
                _ => {}
            }
        }
    }

    fn turn_over(&mut self, battle: &Battle, state: &State) -> Own {
        turn(battle, state).into_own()
    }

    fn game_over(self) -> Own {
        self.kept.into_own()
    }
}

impl Watcher {
    fn lost(&mut self, battle: &Battle, unit: UnitId, at: String, losses: u32) {
        let facts = battle.unit(unit);
        let formation = self.kept.formations[facts.side].entry(formation(battle, unit));
        let count = formation.or_default();
        match facts.arm {
            Arm::Infantry => count.infantry += losses,
            Arm::Cavalry => count.cavalry += losses,
            Arm::Artillery => count.guns += losses,
        }
        if !facts.is_artillery() && losses > 0 {
            *self.kept.fell[facts.side].entry(at).or_default() += losses;
        }
    }
}

/// The formation to which losses are counted.
fn formation(battle: &Battle, unit: UnitId) -> String {
    let facts = battle.unit(unit);
    let post = facts.corps.or(facts.division).or(facts.brigade);
    post.map_or_else(|| facts.short.clone(), |post| battle.post(post).name.clone())
}

/// How a game-turn ended. The state may already be at the start of the next.
fn turn(battle: &Battle, state: &State) -> KeptTurn {
    let both = |of: &dyn Fn(Side) -> u32| BySide {
        union: of(Side::Union),
        confederate: of(Side::Confederate),
    };
    let lost = |side: Side| {
        let Losses { infantry, cavalry, guns, .. } = state.losses[side];
        Lost { infantry, cavalry, guns }
    };
    KeptTurn {
        lost: BySide { union: lost(Side::Union), confederate: lost(Side::Confederate) },
        units: both(&|side| state.on_map(battle, side).count() as u32),
        routed: both(&|side| {
            state.on_map(battle, side).filter(|&unit| state.unit(unit).routed).count() as u32
        }),
        fatigue: both(&|side| {
            state.on_map(battle, side).map(|unit| u32::from(state.unit(unit).fatigue)).sum()
        }),
        objectives: (0..battle.objectives.len())
            .map(|index| victory::objective(battle, state, index))
            .collect(),
    }
}
