//! The way of Colonels and Generals: rival plans are played out, with dice and the enemy's answer. A Colonel tries a few
//! temperaments; a General changes the best plan in one point after another for as long as he has time, and whatever
//! does better takes its place.

use std::collections::VecDeque;

use field::{Cell, CellSet, Search};
use rules::brigade::battle::CorpsSet;
use rules::brigade::{Action, State};
use rules::dice::Chance;

use super::corps::{self, named};
use super::intent::{Intent, TEMPERAMENTS};
use super::plan::{Campaign, Manner, Planner};
use super::playout::{Habits, LATER, Playout};
use crate::brigade::position::desk::{Desk, sign};
use crate::brigade::position::scene::Scene;
use crate::budget::Effort;
use crate::race::{Race, Rival, Track, TrialTuning};

/// The numbers of a General's trial.
static GENERAL: TrialTuning = TrialTuning {
    tempting_targets_max: 8,
    playout_half_weight_games: 1.0,
    playout_weight_max: 0.9,
    stages_games: [2, 4, 8, 16, 32, 64],
    first_stages: 3,
    another_stage_plans: 60,
    prior_stray_points: 0.8,
    plans_max: 300,
    run_off_games: [16, 32, 64, 128, 256],
    ..TrialTuning::USUAL
};
/// The numbers of a Colonel's: few games, no second thoughts.
static COLONEL: TrialTuning = TrialTuning {
    stages_games: [3; 6],
    first_stages: 1,
    another_stage_plans: usize::MAX,
    ahead_min_doubts: 0.0,
    ..GENERAL
};

/// How far somebody looks ahead, and how often.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foresight {
    /// The player-turns after his own.
    pub turns: usize,
    /// The temperaments that he tries.
    pub temperaments: usize,
    /// The pairs of corps that he tries.
    pub pairs: usize,
    /// How he thinks that the enemy plans his answer.
    pub answer: Manner,
    /// Whether he goes on changing the best for as long as he has time.
    pub goes_on: bool,
    /// How his plans race.
    pub tuning: &'static TrialTuning,
}

/// A Colonel's.
pub const COLONEL_AHEAD: Foresight = Foresight {
    turns: 1,
    temperaments: 6,
    pairs: 5,
    answer: LATER,
    goes_on: false,
    tuning: &COLONEL,
};
/// How a General thinks that the enemy answers: with care, and from all sides.
const ANSWER: Manner = Manner { targets: 16, around: true, ..LATER };
/// A General's.
pub const GENERAL_AHEAD: Foresight = Foresight {
    turns: 1,
    temperaments: 6,
    pairs: 8,
    answer: ANSWER,
    goes_on: true,
    tuning: &GENERAL,
};

/// A plan with what it was made for.
pub struct Made {
    /// What it was made for.
    pub intent: Intent,
    /// The corps named for it, where they are chosen, too.
    pub corps: Option<CorpsSet>,
    /// The plan.
    pub plan: Campaign,
}

/// A trial of rival plans.
pub struct Trial<'a, 'e, 'b> {
    desk: Desk<'a>,
    state: &'a State,
    ahead: Foresight,
    seed: u64,
    habits: Habits,
    search: &'e mut Search,
    effort: &'e mut Effort<'b>,
    /// What was planned for.
    tried: Vec<(Option<CorpsSet>, Intent)>,
    /// The positions that the plans lead to.
    known: Vec<State>,
}

impl<'a, 'e, 'b> Trial<'a, 'e, 'b> {
    /// A trial of plans from a state: of the corps to be named or of the moves, whatever is due.
    pub fn new(
        desk: Desk<'a>,
        state: &'a State,
        ahead: Foresight,
        seed: u64,
        search: &'e mut Search,
        effort: &'e mut Effort<'b>,
    ) -> Trial<'a, 'e, 'b> {
        let habits = Habits::default();
        Trial {
            desk,
            state,
            ahead,
            seed,
            habits,
            search,
            effort,
            tried: Vec::new(),
            known: Vec::new(),
        }
    }

    /// The best plan for the moves of a phase.
    pub fn moves(mut self, begun: Option<Intent>) -> Campaign {
        let tempers = TEMPERAMENTS.iter().take(self.ahead.temperaments);
        let tempers = tempers.map(|&manner| Intent::of(manner));
        // Who planned for the corps that he named goes on from there.
        let queue = begun.into_iter().chain(tempers).map(|intent| (None, intent)).collect();
        self.best(queue).plan
    }

    /// The best corps to name, and what their moves are planned for.
    pub fn corps(mut self) -> (CorpsSet, Intent) {
        let pairs = self.ahead.pairs;
        let usual = TEMPERAMENTS[0];
        let found = corps::namings(&self.desk, self.state, usual, pairs, self.search, self.effort);
        let intent = Intent::of(usual);
        let mut queue: VecDeque<_> =
            found.iter().take(pairs).map(|naming| (Some(naming.corps), intent)).collect();
        if queue.is_empty() {
            queue.push_back((Some(CorpsSet::EMPTY), intent));
        }
        let best = self.best(queue);
        (best.corps.unwrap_or_default(), best.intent)
    }

    fn best(&mut self, mut queue: VecDeque<(Option<CorpsSet>, Intent)>) -> Made {
        let (corps, intent) = queue.pop_front().unwrap_or((None, Intent::of(TEMPERAMENTS[0])));
        let mut champion = self.planned(corps, intent);
        self.tried.push((corps, intent));
        self.known.push(champion.plan.plan.after.clone());
        let tuning = self.ahead.tuning;
        let (mut luck, mut race) = (Chance::new(self.seed), Race::new(tuning));
        let (mut beaten, mut stale) = (Vec::new(), 0);
        if self.ahead.goes_on {
            queue.extend(self.changes(&champion.plan));
        }
        while !self.effort.is_over()
            && self.tried.len() < tuning.plans_max
            && stale < tuning.known_in_a_row_plans
        {
            let next = match queue.pop_front() {
                Some(next) => next,
                None if self.ahead.goes_on => self.several(&champion.plan, &mut luck),
                None => break,
            };
            stale += 1;
            let Some(mut rival) = self.entered(next) else { continue };
            stale = 0;
            let tried = self.tried.len();
            if race.run(self, &mut champion, &mut rival, tried) {
                std::mem::swap(&mut champion, &mut rival);
                if self.ahead.goes_on {
                    queue.extend(self.changes(&champion.plan));
                }
            }
            beaten.push(rival);
        }
        if !self.ahead.goes_on {
            return champion.plan;
        }
        race.run_off(self, champion, beaten).plan
    }

    /// The plan for an intent; `None` if it is known already, or there is no time.
    fn entered(&mut self, (corps, intent): (Option<CorpsSet>, Intent)) -> Option<Rival<Made>> {
        if self.tried.contains(&(corps, intent)) {
            return None;
        }
        self.tried.push((corps, intent));
        let rival = self.planned(corps, intent);
        if self.effort.is_over() || self.known.contains(&rival.plan.plan.after) {
            return None;
        }
        self.known.push(rival.plan.plan.after.clone());
        Some(rival)
    }

    /// The plan for an intent, judged at once.
    fn planned(&mut self, corps: Option<CorpsSet>, intent: Intent) -> Rival<Made> {
        let start = corps.map(|corps| named(&self.desk, self.state, corps));
        let start = start.as_ref().unwrap_or(self.state);
        let planner = Planner::new(self.desk, start, intent.manner, self.search, self.effort);
        let plan = planner.heeding(intent).plan();
        self.effort.spend(1);
        let scene = Scene::of(self.desk, start, start.side, 0.0, self.search);
        let standing = sign(start.side) * self.desk.prospect(&plan.after);
        let judged = standing + scene.fights(&plan.after).value;
        Rival::new(Made { intent, corps, plan }, judged)
    }

    /// The enemy hexes that a plan strikes.
    fn struck(&self, made: &Made) -> Vec<Cell> {
        let after = &made.plan.after;
        let mut quiet = Search::new();
        let scene = Scene::of(self.desk, after, after.side, 0.0, &mut quiet);
        let orders = scene.fights(after).orders;
        orders.iter().flat_map(|order| order.assault.defenders.to_vec()).collect()
    }

    /// The enemy hexes near the units that moved or could have.
    fn others(&self, made: &Made, struck: &[Cell]) -> Vec<Cell> {
        let battle = self.desk.battle;
        let after = &made.plan.after;
        let own = battle.active(after).intersection(after.on_map(battle, after.side));
        let mut near = CellSet::EMPTY;
        for unit in own.without(battle.guns()).iter() {
            if let Some(cell) = after.cell(unit) {
                near |= battle.grid().disc(cell, 3);
            }
        }
        let near = near & *after.occupied(after.side.other());
        near.iter().filter(|cell| !struck.contains(cell)).collect()
    }

    /// The plan changed in one point.
    fn changes(&self, made: &Made) -> Vec<(Option<CorpsSet>, Intent)> {
        let struck = self.struck(made);
        let mut all = Vec::new();
        let Made { intent, corps, .. } = *made;
        for manner in TEMPERAMENTS {
            all.push(Intent { manner, ..intent });
        }
        for &cell in &struck {
            let mut shun = intent.shun;
            shun.insert(cell);
            all.push(Intent { shun, ..intent });
        }
        for cell in self.others(made, &struck) {
            let mut urge = intent.urge;
            urge.insert(cell);
            all.push(Intent { urge, ..intent });
        }
        for landmark in 0..self.desk.survey.landmarks.len() {
            all.push(Intent { focus: Some(landmark), ..intent });
        }
        all.into_iter().map(|intent| (corps, intent)).collect()
    }

    /// The plan changed in two points by chance.
    fn several(&self, made: &Made, luck: &mut Chance) -> (Option<CorpsSet>, Intent) {
        let changes = self.changes(made);
        let mut intent = made.intent;
        for _ in 0..2 {
            let (_, one) = changes[luck.below(changes.len())];
            intent.manner =
                if one.manner != made.intent.manner { one.manner } else { intent.manner };
            intent.shun |= one.shun;
            intent.urge |= one.urge;
            intent.focus = if one.focus != made.intent.focus { one.focus } else { intent.focus };
        }
        (made.corps, intent)
    }
}

impl Track<Made> for Trial<'_, '_, '_> {
    fn play(&mut self, made: &Made, game: usize) -> f64 {
        let seed = self.seed ^ (game as u64 + 1).wrapping_mul(0x9E37_79B9);
        let mut after = made.plan.after.clone();
        self.desk.make(&mut after, &Action::EndPhase);
        let mut playout = Playout {
            desk: &self.desk,
            search: self.search,
            effort: self.effort,
            habits: &mut self.habits,
            answer: self.ahead.answer,
            seed,
        };
        playout.run(&after, self.ahead.turns)
    }

    fn is_over(&self) -> bool {
        self.effort.is_over()
    }
}
