//! The General's way: rival plans are played out, with dice and a planned answer of the enemy; the best of them
//! is changed in one point after another, and whatever does better takes its place.

use std::collections::VecDeque;

use field::Search;
use rules::blue_gray::State;
use rules::dice::Chance;

use crate::blue_gray::movement::campaign::{Campaign, Planner};
use crate::blue_gray::movement::intent::{Intent, TEMPERAMENTS, Urge};
use crate::blue_gray::movement::muster::{Closing, Wish};
use crate::blue_gray::movement::playout::Start;
use crate::blue_gray::position::bearings::Bearings;
use crate::blue_gray::position::desk::Desk;
use crate::budget::Effort;
use crate::race::{Race, Rival, Track, TrialTuning};

/// The numbers of a trial.
static TUNING: TrialTuning = TrialTuning::USUAL;

/// The second way in which hexes are thought of that a plan does not assault: in front, away from their neighbours.
const IN_FRONT: Wish = Wish { closing: Closing::Not, shy: true, times: 3.0 };

/// A plan with what it was made for.
struct Made {
    intent: Intent,
    plan: Campaign,
}

/// A trial of rival plans.
struct Trial<'a, 'e, 'b> {
    desk: &'a Desk<'a>,
    state: &'a State,
    bearings: Bearings,
    seed: u64,
    search: &'e mut Search,
    effort: &'e mut Effort<'b>,
    /// What was planned for.
    tried: Vec<Intent>,
    /// The positions that the plans lead to.
    known: Vec<State>,
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
        let mut trial = Trial {
            desk: self,
            state,
            bearings: Bearings::of(self, state, state.side),
            seed,
            search,
            effort,
            tried: Vec::new(),
            known: Vec::new(),
        };
        trial.best()
    }
}

impl Trial<'_, '_, '_> {
    fn best(&mut self) -> Campaign {
        let mut champion = self.planned(Intent::of(TEMPERAMENTS[0]));
        self.tried.push(champion.plan.intent.clone());
        self.known.push(champion.plan.plan.after.clone());
        let tempting = self.temptations();
        let mut changes = self.desk.changes(self.state, &champion.plan.plan, &tempting);
        let mut queue: VecDeque<Intent> =
            TEMPERAMENTS[1..].iter().map(|&manner| Intent::of(manner)).collect();
        queue.extend(changes.single(&champion.plan.intent));
        let (mut luck, mut race) = (Chance::new(self.seed), Race::new(&TUNING));
        let (mut beaten, mut stale) = (Vec::new(), 0);
        while !self.effort.is_over()
            && self.tried.len() < TUNING.plans_max
            && stale < TUNING.known_in_a_row_plans
        {
            let next = queue.pop_front();
            let intent = next.unwrap_or_else(|| changes.several(&champion.plan.intent, &mut luck));
            stale += 1;
            let Some(mut rival) = self.entered(intent) else { continue };
            stale = 0;
            let tried = self.tried.len();
            if race.run(self, &mut champion, &mut rival, tried) {
                std::mem::swap(&mut champion, &mut rival);
                changes = self.desk.changes(self.state, &champion.plan.plan, &tempting);
                queue.extend(changes.single(&champion.plan.intent));
            }
            beaten.push(rival);
        }
        race.run_off(self, champion, beaten).plan.plan
    }

    /// The plan for an intent; `None` if it is known already, or there is no time.
    fn entered(&mut self, intent: Intent) -> Option<Rival<Made>> {
        if self.tried.contains(&intent) {
            return None;
        }
        self.tried.push(intent.clone());
        let rival = self.planned(intent);
        if self.effort.is_over() || self.known.contains(&rival.plan.plan.after) {
            return None;
        }
        self.known.push(rival.plan.plan.after.clone());
        Some(rival)
    }

    /// The plan for an intent, judged at once.
    fn planned(&mut self, intent: Intent) -> Rival<Made> {
        let (desk, state) = (self.desk, self.state);
        let plan = Planner::new(desk, state, intent.manner, self.search, self.effort)
            .heeding(&intent)
            .plan(state);
        let judged =
            Planner::new(desk, state, TEMPERAMENTS[0], self.search, self.effort).judge(&plan.after);
        Rival::new(Made { intent, plan }, judged)
    }

    /// The hexes that promise most if they are assaulted.
    fn temptations(&mut self) -> Vec<Urge> {
        let (desk, state) = (self.desk, self.state);
        if desk.battle.is_night(state.turn) {
            return Vec::new();
        }
        let targets = Planner::new(desk, state, TEMPERAMENTS[0], self.search, self.effort)
            .tempting(state, TUNING.tempting_targets_max);
        let ways = [Wish::USUAL, IN_FRONT];
        ways.iter().flat_map(|&wish| targets.iter().map(move |&cell| (cell, wish))).collect()
    }
}

impl Track<Made> for Trial<'_, '_, '_> {
    fn play(&mut self, made: &Made, game: usize) -> f64 {
        let luck = self.seed ^ (game as u64 + 1).wrapping_mul(0x9E37_79B9);
        let start = Start { after: &made.plan.after, bearings: &self.bearings };
        self.desk.played_out(&start, luck, self.search, self.effort)
    }

    fn is_over(&self) -> bool {
        self.effort.is_over()
    }
}
