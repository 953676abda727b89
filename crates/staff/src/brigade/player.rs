//! A computer player: one legal action for whatever decision is due, and why.
//!
//! The moves of a phase are planned together and remembered. A state that is not the one the plan expects, after an
//! undo say, is planned for anew.

use std::collections::VecDeque;

use field::Search;
use rules::brigade::battle::CorpsSet;
use rules::brigade::pending::Attack;
use rules::brigade::{Action, Battle, Decision, Phase, State, actions, check, decision};

use super::movement::intent::Intent;
use super::movement::plan::{Campaign, Manner, Planner};
use super::movement::trial::Trial;
use super::movement::{corps, ford, rally};
use super::position::desk::Desk;
use super::position::scene::Scene;
use super::position::survey::Survey;
use super::say::words::Words;
use super::thought::Thought;
use crate::budget::{Budget, Effort};
use crate::level::Level;
use crate::names::Names;
use crate::room;

/// How the moves are looked at of which a reason tells.
const HASTY: Manner = Manner { targets: 10, ..Manner::QUICK };

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
    thought: Thought,
    seed: u64,
    survey: Survey,
    names: Names,
    search: Search,
    plan: Option<Plan>,
    /// The corps that were named on a turn, and what their moves are planned for.
    begun: Option<(u8, CorpsSet, Intent)>,
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
        Player::thinking(battle, level, seed, Thought::of(level))
    }

    /// The same who thinks otherwise.
    pub fn thinking(battle: &Battle, level: Level, seed: u64, thought: Thought) -> Player {
        let survey = Survey::of(battle, None, thought.weights);
        let (names, search) = (Names::default(), Search::new());
        Player {
            level,
            thought,
            seed,
            survey,
            names,
            search,
            plan: None,
            begun: None,
            tells: true,
            makeshifts: 0,
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

    /// How often what it had thought of was not legal, and something else had to be answered: never, if its plans are
    /// sound.
    pub fn makeshifts(&self) -> u32 {
        self.makeshifts
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Whether the moves of the phase are planned as far as this state, so that the next takes no thought.
    pub fn has_plan(&self, state: &State) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.expected == *state)
    }

    /// A legal action for whatever decision is due; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State, budget: Budget<'_>) -> Option<Chosen> {
        let mut effort = Effort::new(budget);
        if self.survey.ford != state.ford {
            self.survey = Survey::of(battle, state.ford, self.survey.weights);
        }
        let survey = std::mem::replace(&mut self.survey, Survey::none());
        let names = std::mem::take(&mut self.names);
        let desk = Desk { battle, survey: &survey };
        let words = Words { desk: &desk, names: &names };
        let chosen = match decision(state) {
            Decision::Over(_) => None,
            Decision::Phase(phase, _) => Some(self.in_phase(&words, state, phase, &mut effort)),
            Decision::Step(..) => self.step(&words, state, &mut effort),
        };
        let chosen = chosen.filter(|(action, _)| check(battle, state, action).is_ok());
        // Whatever a plan says, something legal is answered.
        let chosen = chosen.or_else(|| {
            let last = actions(battle, state).pop()?.action;
            self.makeshifts += 1;
            Some((last, "whatever the rules allow".to_owned()))
        });
        (self.survey, self.names) = (survey, names);
        chosen.map(|(action, why)| Chosen { action, why, nodes: effort.spent() })
    }

    /// A reason, if reasons are given.
    fn told(&self, why: impl FnOnce() -> String) -> String {
        if self.tells { why() } else { String::new() }
    }

    fn in_phase(
        &mut self,
        words: &Words<'_>,
        state: &State,
        phase: Phase,
        effort: &mut Effort<'_>,
    ) -> (Action, String) {
        let desk = *words.desk;
        let found = match phase {
            Phase::Activation => return self.activate(words, state, effort),
            Phase::Movement => return self.movement(words, state, effort),
            Phase::Rally => {
                let manner = Manner { targets: 0, ..HASTY };
                let next = rally::next(&desk, state, manner, &mut self.search, effort);
                let why = |unit| self.told(|| words.rally(unit, rally::chance(&desk, state)));
                next.map(|unit| (Action::Rally { unit }, why(unit)))
            }
            Phase::Bombardment => {
                effort.spend(1);
                let fire = self.scene(desk, state).best_fire(state).map(|fire| fire.bombardment);
                let why = |fire| self.told(|| words.attack(state, &Attack::Bombardment(fire)));
                fire.map(|fire| (Action::Bombard(fire), why(fire)))
            }
            Phase::Assault => {
                effort.spend(1);
                let fights = self.scene(desk, state).fights(state);
                let first = fights.orders.first().map(|order| order.assault);
                let why = |assault| self.told(|| words.attack(state, &Attack::Assault(assault)));
                first.map(|assault| (Action::Assault(assault), why(assault)))
            }
        };
        found.unwrap_or_else(|| (Action::EndPhase, self.told(|| words.end(state, ""))))
    }

    fn scene<'d>(&mut self, desk: Desk<'d>, state: &State) -> Scene<'d> {
        Scene::of(desk, state, state.side, 0.0, &mut self.search)
    }

    fn activate(
        &mut self,
        words: &Words<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> (Action, String) {
        let desk = *words.desk;
        let named = match self.thought.ahead {
            _ if self.thought.names_by_thumb => corps::by_thumb(&desk, state),
            Some(ahead) => {
                let seed = self.seed ^ u64::from(state.sequence);
                let trial = Trial::new(desk, state, ahead, seed, &mut self.search, effort);
                let (corps, intent) = trial.corps();
                self.begun = ahead.goes_on.then_some((state.turn, corps, intent));
                corps
            }
            None => {
                let Thought { manner, pairs, .. } = self.thought;
                let found = corps::namings(&desk, state, manner, pairs, &mut self.search, effort);
                found.first().map(|naming| naming.corps).unwrap_or_default()
            }
        };
        if !self.tells {
            return (Action::Activate { corps: named }, String::new());
        }
        let mut hasty = Effort::new(Budget::nodes(1));
        let start = corps::named(&desk, state, named);
        let plan = Planner::new(desk, &start, HASTY, &mut self.search, &mut hasty).plan();
        let told = words.campaign(&start, &plan.moves, &plan.after);
        (Action::Activate { corps: named }, words.corps(named, &told.about))
    }

    fn movement(
        &mut self,
        words: &Words<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> (Action, String) {
        let desk = *words.desk;
        let kept = self.plan.take().filter(|plan| plan.expected == *state);
        let mut plan = match kept {
            Some(plan) => plan,
            None => {
                let campaign = self.plan_moves(desk, state, effort);
                self.explained(words, state, campaign)
            }
        };
        let next = plan.moves.pop_front().zip(plan.whys.pop_front());
        let Some((action, why)) = next else {
            return match ford::search(&desk, state) {
                Some(action @ Action::Search { hex, .. }) => {
                    (action, self.told(|| words.search(hex)))
                }
                _ => (Action::EndPhase, self.told(|| words.end(state, &plan.about))),
            };
        };
        plan.expected = state.clone();
        desk.make(&mut plan.expected, &action);
        self.plan = Some(plan);
        (action, why)
    }

    /// A plan with a reason for every move.
    fn explained(&self, words: &Words<'_>, state: &State, campaign: Campaign) -> Plan {
        let Campaign { moves, after, .. } = campaign;
        let (whys, about) = if self.tells {
            let told = words.campaign(state, &moves, &after);
            (told.whys.into(), told.about)
        } else {
            (moves.iter().map(|_| String::new()).collect(), String::new())
        };
        Plan { expected: state.clone(), moves: moves.into(), whys, about }
    }

    /// The moves of the rest of the phase.
    fn plan_moves(&mut self, desk: Desk<'_>, state: &State, effort: &mut Effort<'_>) -> Campaign {
        if let Some(ahead) = self.thought.ahead {
            let seed = self.seed ^ u64::from(state.sequence);
            let begun = self
                .begun
                .take()
                .filter(|&(turn, corps, _)| (turn, corps) == (state.turn, state.active));
            let trial = Trial::new(desk, state, ahead, seed, &mut self.search, effort);
            return trial.moves(begun.map(|(_, _, intent)| intent));
        }
        let planner = Planner::new(desk, state, self.thought.manner, &mut self.search, effort);
        if self.thought.by_thumb { planner.plan_by_thumb() } else { planner.plan() }
    }

    fn step(
        &mut self,
        words: &Words<'_>,
        state: &State,
        effort: &mut Effort<'_>,
    ) -> Option<(Action, String)> {
        let weighed = words.desk.weighed(state, self.thought.wary, &mut self.search, effort)?;
        Some((weighed.action, self.told(|| words.step(state, &weighed))))
    }
}
