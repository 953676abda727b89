//! A computer player: one legal action for whatever decision is due, and why.
//!
//! The moves of a phase are planned together and remembered. A state that is not the one the plan
//! expects, after an undo say, is planned for anew.

use std::collections::VecDeque;

use field::Search;
use rules::blue_gray::{Action, Battle, Decision, State, actions, check, decision};

use crate::blue_gray::movement::campaign::{Campaign, Manner, Planner};
use crate::blue_gray::position::desk::Desk;
use crate::blue_gray::position::survey::Survey;
use crate::blue_gray::position::weights::Weights;
use crate::blue_gray::say::purpose::Prospect;
use crate::blue_gray::say::words::Words;
use crate::budget::{Budget, Effort};
use crate::level::Level;
use crate::names::Names;
use crate::room;

/// How a Captain plans.
const CAPTAIN: Manner = Manner { caution: 0.0, assaults: 6, ..Manner::QUICK };
/// How a Colonel plans.
const COLONEL: Manner = Manner { assaults: 12, marches: 3, refuges: 3, ..Manner::QUICK };

/// What a player decided.
pub type Chosen = room::Chosen<Action>;

/// The rest of a plan, and the state in which it goes on.
#[derive(Clone, Debug)]
struct Plan {
    expected: State,
    moves: VecDeque<Action>,
    /// Why each of the moves is made.
    whys: VecDeque<String>,
    /// What all of it is about.
    about: String,
}

/// A computer player, with what it remembers between the decisions of a phase.
#[derive(Clone, Debug)]
pub struct Player {
    level: Level,
    seed: u64,
    survey: Survey,
    names: Names,
    search: Search,
    plan: Option<Plan>,
    /// Whether it gives reasons.
    tells: bool,
    makeshifts: u32,
}

/// One decision of a player who remembers nothing; `None` when the game is over.
pub fn choose(
    battle: &Battle,
    state: &State,
    level: Level,
    budget: Budget<'_>,
    seed: u64,
) -> Option<Chosen> {
    Player::new(battle, level, seed).choose(battle, state, budget)
}

impl Player {
    /// A player for a battle. The same seed, budget and states give the same actions.
    pub fn new(battle: &Battle, level: Level, seed: u64) -> Player {
        Player::with_weights(battle, level, seed, Weights::of(level))
    }

    /// The same with other numbers to judge by.
    pub fn with_weights(battle: &Battle, level: Level, seed: u64, weights: Weights) -> Player {
        let survey = Survey::of(battle, weights);
        let names = Names::default();
        let (search, plan) = (Search::new(), None);
        Player { level, seed, survey, names, search, plan, tells: true, makeshifts: 0 }
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

    /// How often what it had thought of was not legal, and something else had to be answered: never, if its
    /// plans are sound.
    pub fn makeshifts(&self) -> u32 {
        self.makeshifts
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Whether the moves of the phase are planned as far as this state, so that the next takes no
    /// thought.
    pub fn has_plan(&self, state: &State) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.expected == *state)
    }

    /// A legal action for whatever decision is due; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State, budget: Budget<'_>) -> Option<Chosen> {
        let mut effort = Effort::new(budget);
        let (survey, names) = (std::mem::take(&mut self.survey), std::mem::take(&mut self.names));
        let desk = Desk { battle, survey: &survey };
        let words = Words { desk: &desk, names: &names };
        let chosen = match decision(state) {
            Decision::Over(_) => None,
            Decision::Movement(_) => Some(self.movement(&words, state, &mut effort)),
            Decision::Combat(_) => Some(self.combat(&words, state, &mut effort)),
            Decision::Step(..) => self.step(&words, state, &mut effort),
        };
        let chosen = chosen.filter(|(action, _)| check(battle, state, action).is_ok());
        // Whatever a plan says, something legal is answered.
        let chosen = chosen.or_else(|| {
            let last = actions(battle, state).pop()?.action;
            self.makeshifts += 1;
            Some((last, words.other(state, &last)))
        });
        (self.survey, self.names) = (survey, names);
        chosen.map(|(action, why)| Chosen { action, why, nodes: effort.spent() })
    }

    fn movement(
        &mut self,
        words: &Words<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> (Action, String) {
        let desk = words.desk;
        let kept = self.plan.take().filter(|plan| plan.expected == *state);
        let mut plan = match kept {
            Some(plan) => plan,
            None => {
                let (moves, after) = self.plan_moves(desk, state, effort);
                self.explained(words, state, moves, &after)
            }
        };
        let next = plan.moves.pop_front().zip(plan.whys.pop_front());
        let Some((action, why)) = next else { return (Action::EndPhase, plan.about) };
        plan.expected = state.clone();
        desk.make(&mut plan.expected, &action);
        self.plan = Some(plan);
        (action, why)
    }

    /// A plan with a reason for every move.
    fn explained(
        &mut self,
        words: &Words<'_>,
        state: &State,
        moves: Vec<Action>,
        after: &State,
    ) -> Plan {
        if !self.tells {
            let whys = moves.iter().map(|_| String::new()).collect();
            let about = String::new();
            return Plan { expected: state.clone(), moves: moves.into(), whys, about };
        }
        let orders = words.strikes(after);
        let prospect = Prospect::of(words.desk, state, after, &orders, &mut self.search);
        let mut whys = VecDeque::with_capacity(moves.len());
        let mut purposes = Vec::with_capacity(moves.len());
        let mut on_the_way = state.clone();
        for action in &moves {
            let purpose = prospect.purpose(&on_the_way, action);
            whys.push_back(match *action {
                Action::Exit { unit, hex, .. } => words.exit(unit, hex, &purpose),
                _ => words.march(&prospect, &purpose),
            });
            purposes.push(purpose);
            words.desk.make(&mut on_the_way, action);
        }
        let about = words.plan(&prospect, &purposes);
        Plan { expected: state.clone(), moves: moves.into(), whys, about }
    }

    /// The moves of the rest of the phase, and where they lead.
    fn plan_moves(
        &mut self,
        desk: &Desk<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> (Vec<Action>, State) {
        let manner = match self.level {
            Level::Recruit => {
                effort.spend(1);
                return desk.moves_by_thumb(state, &mut self.search);
            }
            Level::Captain => CAPTAIN,
            Level::Colonel => COLONEL,
            Level::General => {
                let seed = self.seed ^ u64::from(state.sequence);
                let plan = desk.tried_plan(state, seed, &mut self.search, effort);
                return (plan.moves, plan.after);
            }
        };
        let caution = manner.caution * desk.survey.weights.caution;
        let manner = Manner { caution, ..manner };
        let Campaign { moves, after, .. } =
            Planner::new(desk, state, manner, &mut self.search, effort).plan(state);
        (moves, after)
    }

    fn combat(
        &mut self,
        words: &Words<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> (Action, String) {
        let desk = words.desk;
        effort.spend(1);
        let order = if self.level == Level::General {
            desk.first_attack(state, &mut self.search, effort)
        } else {
            desk.legal_orders(state).into_iter().next()
        };
        match order {
            Some(order) if self.tells => (Action::Attack(order.attack), words.attack(&order)),
            Some(order) => (Action::Attack(order.attack), String::new()),
            None => (Action::EndPhase, words.other(state, &Action::EndPhase)),
        }
    }

    fn step(
        &mut self,
        words: &Words<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> Option<(Action, String)> {
        let weighed = if self.level <= Level::Captain {
            effort.spend(1);
            words.desk.weighed_by_thumb(state)?
        } else {
            words.desk.weighed_by_outlook(state, &mut self.search, effort)?
        };
        let why =
            if self.tells { words.step(state, &weighed, &mut self.search) } else { String::new() };
        Some((weighed.action, why))
    }
}
