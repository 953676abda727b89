//! A computer player: one legal action for whatever decision is due.

use std::collections::VecDeque;

use field::Search;
use rules::blue_gray::check_combat::check_attack;
use rules::blue_gray::{Action, Battle, Decision, State, actions, check, decision};

use crate::budget::{Budget, Effort};
use crate::campaign::{Manner, Planner};
use crate::desk::Desk;
use crate::level::Level;
use crate::survey::Survey;

/// How a Captain plans.
const CAPTAIN: Manner = Manner { caution: 0.0, assaults: 8, marches: 2, rounds: 1, drive: 1.0 };
/// How a Colonel plans.
const COLONEL: Manner = Manner { caution: 1.0, assaults: 16, marches: 4, rounds: 2, drive: 1.0 };

/// What a player decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The action: legal in the state it was asked about.
    pub action: Action,
    /// Why, in plain words.
    pub why: String,
    /// How many positions were judged for it.
    pub nodes: u64,
}

/// The rest of a plan, and the state in which it goes on.
#[derive(Clone, Debug)]
struct Plan {
    expected: State,
    moves: VecDeque<Action>,
}

/// A computer player, with what it remembers between the decisions of a phase.
#[derive(Clone, Debug)]
pub struct Player {
    level: Level,
    seed: u64,
    survey: Survey,
    search: Search,
    plan: Option<Plan>,
}

/// One decision of a player who remembers nothing; `None` when the game is over.
pub fn choose(
    battle: &Battle,
    state: &State,
    level: Level,
    budget: Budget<'_>,
    seed: u64,
) -> Option<Choice> {
    Player::new(battle, level, seed).choose(battle, state, budget)
}

impl Player {
    /// A player for a battle. The same seed, budget and states give the same actions.
    pub fn new(battle: &Battle, level: Level, seed: u64) -> Player {
        Player { level, seed, survey: Survey::of(battle), search: Search::new(), plan: None }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// A legal action for whatever decision is due; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State, budget: Budget<'_>) -> Option<Choice> {
        let mut effort = Effort::new(budget);
        let survey = std::mem::take(&mut self.survey);
        let desk = Desk { battle, survey: &survey };
        let action = match decision(state) {
            Decision::Over(_) => None,
            Decision::Movement(_) => self.movement(&desk, state, &mut effort),
            Decision::Combat(_) => self.combat(&desk, state, &mut effort),
            Decision::Step(..) => self.step(&desk, state, &mut effort),
        };
        self.survey = survey;
        let action = action.filter(|action| check(battle, state, action).is_ok());
        let action = action.or_else(|| actions(battle, state).pop().map(|listed| listed.action))?;
        Some(Choice { action, why: String::new(), nodes: effort.spent() })
    }

    fn movement(
        &mut self,
        desk: &Desk<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> Option<Action> {
        let kept = self.plan.take().filter(|plan| plan.expected == *state);
        let mut moves = match kept {
            Some(plan) => plan.moves,
            None => self.plan_moves(desk, state, effort).into(),
        };
        let action = moves.pop_front().unwrap_or(Action::EndPhase);
        if action != Action::EndPhase {
            let mut expected = state.clone();
            desk.make(&mut expected, &action);
            self.plan = Some(Plan { expected, moves });
        }
        Some(action)
    }

    fn plan_moves(
        &mut self,
        desk: &Desk<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> Vec<Action> {
        let manner = match self.level {
            Level::Recruit => {
                effort.spend(1);
                return desk.moves_by_thumb(state, &mut self.search);
            }
            Level::Captain => CAPTAIN,
            Level::Colonel | Level::General => COLONEL,
        };
        Planner::new(desk, state, manner, &mut self.search, effort).plan(state).moves
    }

    fn combat(
        &mut self,
        desk: &Desk<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> Option<Action> {
        effort.spend(1);
        let mut orders = desk.orders(state).list;
        orders.sort_by(|a, b| b.price.value.total_cmp(&a.price.value));
        for order in orders {
            let mut attack = order.attack;
            if order.price.column != order.price.odds {
                attack.column = Some(order.price.column);
            }
            if check_attack(desk.battle, state, &attack).is_ok() {
                return Some(Action::Attack(attack));
            }
        }
        Some(Action::EndPhase)
    }

    fn step(&mut self, desk: &Desk<'_>, state: &State, effort: &mut Effort<'_>) -> Option<Action> {
        if self.level == Level::Recruit {
            return desk.step_by_thumb(state);
        }
        let (action, judged) = desk.step_by_outlook(state, &mut self.search)?;
        effort.spend(judged as u64);
        Some(action)
    }
}
