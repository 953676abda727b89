//! The General's way: rival plans are played out, with dice for his own attacks and a planned answer of the
//! enemy, and the one that does best is followed.

use field::Search;
use rules::blue_gray::random::Chance;
use rules::blue_gray::{Action, Decision, State, apply_listed, decision};

use crate::bearings::Bearings;
use crate::budget::Effort;
use crate::campaign::{Campaign, Manner, Planner};
use crate::desk::Desk;
use crate::outlook::Outlook;

/// The temperaments whose plans compete.
const RIVALS: [Manner; 8] = [
    Manner { caution: 1.0, assaults: 16, marches: 4, rounds: 2, drive: 1.0 },
    Manner { caution: 0.6, assaults: 16, marches: 4, rounds: 2, drive: 1.0 },
    Manner { caution: 1.5, assaults: 16, marches: 4, rounds: 2, drive: 1.0 },
    Manner { caution: 0.3, assaults: 16, marches: 4, rounds: 2, drive: 2.0 },
    Manner { caution: 1.0, assaults: 16, marches: 4, rounds: 2, drive: 3.0 },
    Manner { caution: 1.0, assaults: 16, marches: 4, rounds: 2, drive: 0.3 },
    Manner { caution: 2.0, assaults: 16, marches: 4, rounds: 2, drive: 2.0 },
    Manner { caution: 0.0, assaults: 16, marches: 4, rounds: 2, drive: 1.0 },
];

/// How the enemy's answer is planned.
const ANSWER: Manner = Manner { caution: 0.5, assaults: 6, marches: 0, rounds: 1, drive: 1.0 };

/// How both sides' turns after that are planned.
const LATER: Manner = Manner { caution: 0.7, assaults: 4, marches: 0, rounds: 1, drive: 1.0 };

/// How many player-turns after his own are played out.
const TURNS_AHEAD: usize = 2;

/// How much the judgement of a plan counts beside what comes of it when it is played out.
const JUDGED: f64 = 0.5;

/// How often a plan is played out before the weaker half is dropped.
const HEAT: usize = 6;
/// How many heats there are at most.
const HEATS: usize = 12;
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
        let played = self.total / self.games.max(1) as f64;
        if self.games == 0 { self.judged } else { JUDGED * self.judged + (1.0 - JUDGED) * played }
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
        let mut rivals: Vec<Rival> = Vec::new();
        for manner in RIVALS {
            let plan = Planner::new(self, state, manner, search, effort).plan(state);
            if rivals.iter().all(|rival| rival.plan.after != plan.after) {
                let expected = if self.battle.is_night(state.turn) {
                    0.0
                } else {
                    self.orders(&plan.after).value()
                };
                let judged =
                    Planner::new(self, state, RIVALS[0], search, effort).judge(&plan.after);
                rivals.push(Rival { plan, judged, expected, total: 0.0, games: 0 });
            }
            if effort.is_over() {
                break;
            }
        }
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
        for ahead in 0..=TURNS_AHEAD {
            let phasing = state.side;
            let sign = if phasing == side { 1.0 } else { -1.0 };
            if ahead > 0 {
                let manner = if ahead == 1 { ANSWER } else { LATER };
                state = Planner::new(self, &state, manner, search, effort).plan(&state).after;
            }
            if ahead == TURNS_AHEAD {
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
