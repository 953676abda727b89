//! A computer player: one legal action for whatever decision is due, and why.
//!
//! The orders of a phase are planned together and remembered. A state that is not the one the plan expects, after an undo
//! or when somebody hidden was met, is planned for anew.

use std::collections::VecDeque;

use atlas::{BySide, Side};
use field::CellSet;
use rules::System;
use rules::dice::FixedDie;
use rules::grand_tactical::state::{Phase, State};
use rules::grand_tactical::{Action, Battle};

use super::desk::{Order, Room};
use super::ground::Ground;
use super::memory::Memory;
use super::plan::plan;
use super::say::words;
use super::temper::{Manner, Temper};
use super::trial::{COLONEL, GENERAL, NODES_A_PHASE, Trial};
use crate::budget::{Budget, Effort};
use crate::level::Level;
use crate::names::Names;
use crate::room;

/// What a player decided.
pub type Chosen = room::Chosen<Action>;

/// Which phase: turn, round, side, and whether divisions are activated.
type When = (u8, u8, Side, Phase);

/// The rest of a plan, and the state in which it goes on.
#[derive(Clone, Debug)]
struct Plan {
    expected: State,
    orders: VecDeque<Order>,
}

/// A computer player, with what it remembers.
#[derive(Clone, Debug)]
pub struct Player {
    level: Level,
    seed: u64,
    names: Names,
    /// The battle as if nothing were hidden, where something is: for what is imagined.
    open: Option<Box<Battle>>,
    ground: Ground,
    memory: Option<BySide<Memory>>,
    room: Room,
    plan: Option<Box<Plan>>,
    /// The manner that was chosen for a phase.
    manner: Option<(When, Manner)>,
    /// What it weighs, if not what its level does.
    temper: Option<Temper>,
    tells: bool,
}

/// Whether an order is to fire at a square where no enemy is seen.
fn is_for_nobody(seen: &State, action: &Action) -> bool {
    match *action {
        Action::PlotFire { square: Some(square), .. } => {
            !seen.occupied(seen.side.other()).contains(square)
        }
        _ => false,
    }
}

impl Player {
    /// A player for a battle. The same seed, budget and observations give the same actions.
    pub fn new(battle: &Battle, level: Level, seed: u64) -> Player {
        let hidden = battle.options.hidden;
        let open = hidden.then(|| {
            let mut open = Box::new(battle.clone());
            open.options.hidden = false;
            open
        });
        let memory = hidden.then(|| BySide {
            union: Memory::of(battle, Side::Union),
            confederate: Memory::of(battle, Side::Confederate),
        });
        Player {
            level,
            seed,
            names: Names::default(),
            open,
            ground: Ground::of(battle, &CellSet::EMPTY),
            memory,
            room: Room::default(),
            plan: None,
            manner: None,
            temper: None,
            tells: true,
        }
    }

    /// The same player, who calls places by these names.
    pub fn with_names(mut self, names: Names) -> Player {
        self.names = names;
        self
    }

    /// The same player, who gives no reasons: for games that nobody reads.
    pub fn without_reasons(mut self) -> Player {
        self.tells = false;
        self
    }

    /// The same player with another temper: to find out which is best.
    pub fn with_temper(mut self, temper: Temper) -> Player {
        self.temper = Some(temper);
        self
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Whether the orders of the phase are planned as far as this state, so that the next takes no thought.
    pub fn has_plan(&self, seen: &State) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.expected == *seen)
    }

    /// A legal action for whatever decision is due; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, seen: &State, budget: Budget<'_>) -> Option<Chosen> {
        if seen.phase == Phase::Over {
            return None;
        }
        let mut effort = Effort::new(budget);
        let kept = self.plan.take().filter(|plan| plan.expected == *seen);
        let mut plan = match kept {
            Some(plan) => plan,
            None => self.planned(battle, seen, &mut effort),
        };
        while let Some(order) = plan.orders.pop_front() {
            // What was imagined may be otherwise: only what is legal by what is seen is ordered, and nobody fires at a
            // square because somebody may be there.
            if battle.check(seen, &order.action).is_err() || is_for_nobody(seen, &order.action) {
                continue;
            }
            let why = self.told(battle, seen, &order);
            plan.expected = *seen;
            let state = &mut plan.expected;
            battle.apply_legal(state, &order.action, &mut FixedDie(0), &mut Vec::new());
            if battle.options.hidden {
                plan.expected.sequence = seen.sequence;
            }
            self.plan = Some(plan);
            return Some(Chosen { action: order.action, why, nodes: effort.spent() });
        }
        let why = if self.tells { words::end(battle, seen) } else { String::new() };
        Some(Chosen { action: Action::EndPhase, why, nodes: effort.spent() })
    }

    fn told(&self, battle: &Battle, seen: &State, order: &Order) -> String {
        if self.tells { words::reason(battle, &self.names, seen, order) } else { String::new() }
    }

    /// Plans the rest of the phase.
    fn planned(&mut self, battle: &Battle, seen: &State, effort: &mut Effort<'_>) -> Box<Plan> {
        if self.ground.fords != seen.fords {
            self.ground = Ground::of(battle, &seen.fords);
        }
        let open = self.open.take();
        let state = match &mut self.memory {
            Some(memory) => {
                memory[seen.side].observe(battle, seen);
                memory[seen.side].imagine(battle, seen)
            }
            None => *seen,
        };
        let manner = self.manner_for(open.as_deref().unwrap_or(battle), &state, effort);
        plan(open.as_deref().unwrap_or(battle), &self.ground, &manner, &state, &mut self.room);
        self.open = open;
        effort.spend(NODES_A_PHASE);
        Box::new(Plan { expected: *seen, orders: self.room.orders.iter().copied().collect() })
    }

    /// How the phase is to be commanded: found out once for each.
    fn manner_for(&mut self, battle: &Battle, state: &State, effort: &mut Effort<'_>) -> Manner {
        if let Some(temper) = self.temper {
            return Manner::of(temper);
        }
        let ahead = match self.level {
            Level::Recruit => return Manner::of(Temper::RECRUIT),
            Level::Captain => return Manner::of(Temper::CAPTAIN),
            Level::Colonel => COLONEL,
            Level::General => GENERAL,
        };
        let when = (state.turn, state.round, state.side, state.phase);
        if let Some((_, manner)) = self.manner.filter(|(known, _)| *known == when) {
            return manner;
        }
        let seed = self.seed ^ u64::from(state.turn) << 8 ^ u64::from(state.round);
        let mut trial =
            Trial::new(battle, &self.ground, state, seed, &mut self.room, effort, ahead);
        // What was found for this side's last phase is a good beginning.
        let last = self.manner.filter(|((.., side, _), _)| *side == state.side);
        let manner = trial.best(last.map(|(_, manner)| manner));
        self.manner = Some((when, manner));
        manner
    }
}
