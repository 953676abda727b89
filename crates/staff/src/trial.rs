//! The General's way: rival plans are played out, with dice for his own attacks and a planned answer of the
//! enemy, and the one that does best is followed.

use atlas::Side;
use field::{Cell, CellSet, Search};
use rules::blue_gray::random::Chance;
use rules::blue_gray::{Action, Decision, State, apply_listed, decision};

use crate::bearings::Bearings;
use crate::budget::Effort;
use crate::campaign::{Campaign, Manner, Planner};
use crate::desk::Desk;
use crate::outlook::Outlook;

/// The temperaments whose plans compete.
const RIVALS: [Manner; 5] = [
    Manner { caution: 1.0, assaults: 16, marches: 4, rounds: 2, drive: 1.0 },
    Manner { caution: 0.7, assaults: 16, marches: 4, rounds: 2, drive: 1.0 },
    Manner { caution: 1.4, assaults: 16, marches: 4, rounds: 2, drive: 1.0 },
    Manner { caution: 1.0, assaults: 16, marches: 4, rounds: 2, drive: 2.5 },
    Manner { caution: 2.0, assaults: 16, marches: 4, rounds: 2, drive: 1.5 },
];

/// How the enemy's answer is planned.
const ANSWER: Manner = Manner { caution: 0.8, assaults: 8, marches: 0, rounds: 1, drive: 1.0 };

/// How both sides' turns after that are planned.
const LATER: Manner = Manner { caution: 0.7, assaults: 4, marches: 0, rounds: 1, drive: 1.0 };

/// So many unit-turns after his own are played out: the fewer units, the farther ahead.
const UNITS_AHEAD: usize = 400;
/// The fewest and the most player-turns that are.
const TURNS_AHEAD: (usize, usize) = (2, 6);

/// How many plans leave one of the usual plan's attacks out.
const WITHOUT: usize = 5;
/// How many plans begin with an attack that the usual plan does not make.
const WITH: usize = 3;

/// How much what comes of a plan when it is played out counts at most, beside the judgement of it.
const TRUST: f64 = 0.8;
/// So many games are few: they count half.
const FEW: f64 = 4.0;

/// How often a plan is played out before the weaker half is dropped.
const HEAT: usize = 4;
/// How many heats there are at most.
const HEATS: usize = 40;
/// How many positions one playing-out counts for.
const NODES: u64 = 12;

/// A plan under trial.
struct Rival {
    plan: Campaign,
    /// What a sober judge makes of it at once.
    judged: f64,
    /// What its attacks are expected to bring in points, before the dice.
    expected: f64,
    total: f64,
    games: usize,
}

impl Rival {
    /// Judgement and experience together.
    fn score(&self) -> f64 {
        let games = self.games as f64;
        let trust = TRUST * games / (games + FEW);
        self.judged * (1.0 - trust) + trust * self.total / games.max(1.0)
    }
}

impl Desk<'_> {
    /// The plan that does best when rival plans are played out.
    pub fn tried_plan(
        &self,
        state: &State,
        seed: u64,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) -> Campaign {
        let bearings = Bearings::of(self, state, state.side);
        let mut rivals = self.rivals(state, search, effort);
        for heat in 0..HEATS {
            if rivals.len() < 2 || effort.is_over() {
                break;
            }
            for game in 0..HEAT {
                let luck = seed ^ ((heat * HEAT + game) as u64 + 1).wrapping_mul(0x9E37_79B9);
                for rival in &mut rivals {
                    rival.total += self.played_out(rival, &bearings, luck, search, effort);
                    rival.games += 1;
                }
                if effort.is_over() {
                    break;
                }
            }
            let least = rivals.iter().map(|rival| rival.games).max().unwrap_or(0);
            rivals.retain(|rival| rival.games == least);
            rivals.sort_by(|a, b| b.score().total_cmp(&a.score()));
            rivals.truncate(rivals.len().div_ceil(2).max(2));
        }
        rivals.sort_by(|a, b| b.score().total_cmp(&a.score()));
        rivals.swap_remove(0).plan
    }

    /// Plans of different temperaments, and the usual one without one of its attacks or with another.
    fn rivals(&self, state: &State, search: &mut Search, effort: &mut Effort<'_>) -> Vec<Rival> {
        let mut rivals: Vec<Rival> = Vec::new();
        for manner in RIVALS {
            let plan = Planner::new(self, state, manner, search, effort).plan(state);
            self.enter(state, plan, &mut rivals, search, effort);
            if effort.is_over() {
                return rivals;
            }
        }
        if self.battle.is_night(state.turn) {
            return rivals;
        }
        let mut orders = self.orders(&rivals[0].plan.after).list;
        orders.retain(|order| !order.attack.attackers.is_empty());
        orders.sort_by(|a, b| a.price.value.total_cmp(&b.price.value));
        let attacked: CellSet =
            orders.iter().flat_map(|order| order.attack.defenders.iter().copied()).collect();
        let fresh = |target: &Cell| !state.controlled_by(state.side).contains(*target);
        let shunned: Vec<Cell> = attacked.iter().filter(fresh).take(WITHOUT).collect();
        let tempting =
            Planner::new(self, state, RIVALS[0], search, effort).tempting(state, WITH + 6);
        let urged = tempting.into_iter().filter(|&target| !attacked.contains(target)).take(WITH);
        let ideas = shunned.into_iter().map(|target| (target, false));
        for (target, urge) in ideas.chain(urged.map(|target| (target, true))) {
            let planner = Planner::new(self, state, RIVALS[0], search, effort);
            let mut planner =
                if urge { planner.urged_to(target) } else { planner.shunning(target) };
            let plan = planner.plan(state);
            self.enter(state, plan, &mut rivals, search, effort);
            if effort.is_over() {
                break;
            }
        }
        rivals
    }

    /// Lets a plan take part, unless another leads to the same.
    fn enter(
        &self,
        state: &State,
        plan: Campaign,
        rivals: &mut Vec<Rival>,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) {
        if rivals.iter().any(|rival| rival.plan.after == plan.after) {
            return;
        }
        let night = self.battle.is_night(plan.after.turn);
        let expected = if night { 0.0 } else { self.orders(&plan.after).value() };
        let judged = Planner::new(self, state, RIVALS[0], search, effort).judge(&plan.after);
        rivals.push(Rival { plan, judged, expected, total: 0.0, games: 0 });
    }

    /// What a plan comes to: its attacks with dice, then some player-turns as both sides would plan them.
    fn played_out(
        &self,
        rival: &Rival,
        bearings: &Bearings,
        luck: u64,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) -> f64 {
        let side = rival.plan.after.side;
        let mut state = rival.plan.after.clone();
        let mut dice = Chance::new(luck);
        let mut luck = 0.0;
        let units: usize =
            Side::BOTH.iter().map(|&side| state.on_map(self.battle, side).len()).sum();
        let turns = (UNITS_AHEAD / units.max(1)).clamp(TURNS_AHEAD.0, TURNS_AHEAD.1);
        for ahead in 0..=turns {
            let phasing = state.side;
            let sign = if phasing == side { 1.0 } else { -1.0 };
            if ahead > 0 {
                let manner = if ahead == 1 { ANSWER } else { LATER };
                state = Planner::new(self, &state, manner, search, effort).plan(&state).after;
            }
            if ahead == turns {
                break;
            }
            let expected = if ahead == 0 {
                rival.expected
            } else if self.battle.is_night(state.turn) {
                0.0
            } else {
                self.orders(&state).value()
            };
            let before = self.standing(&state, phasing);
            let fought = self.fight_out(&mut state, &mut dice);
            // What the dice gave beyond what could be expected says nothing about the plan.
            luck += sign * (fought - before - expected);
            effort.spend(NODES);
            if state.outcome.is_some() {
                return self.final_margin(&state, side) - luck;
            }
        }
        let phasing = state.side;
        let sign = if phasing == side { 1.0 } else { -1.0 };
        let (value, _) = Outlook::new(self, phasing).value_after_moves(&state, search);
        sign * value - luck + bearings.pull_of_all(self, &state, side)
    }

    /// Makes the attacks of the phasing player with dice and ends his turn; how he stood before it ended.
    fn fight_out(&self, state: &mut State, dice: &mut Chance) -> f64 {
        let side = state.side;
        let mut events = Vec::new();
        let mut stood = self.standing(state, side);
        apply_listed(self.battle, state, &Action::EndPhase, dice, &mut events);
        while let Decision::Combat(phasing) = decision(state) {
            if phasing != side {
                break;
            }
            let action = match self.legal_orders(state).first() {
                Some(order) => Action::Attack(order.attack),
                None => {
                    stood = self.standing(state, side);
                    Action::EndPhase
                }
            };
            events.clear();
            apply_listed(self.battle, state, &action, dice, &mut events);
            self.settle(state, dice, &mut events);
        }
        stood
    }
}
