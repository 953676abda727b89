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
use crate::blue_gray::position::tuning::TrialTuning;
use crate::budget::Effort;

/// The numbers of a trial.
const TUNING: TrialTuning = TrialTuning::USUAL;

/// The second way in which hexes are thought of that a plan does not assault: in front, away from their neighbours.
const IN_FRONT: Wish = Wish { closing: Closing::Not, shy: true, times: 3.0 };

/// A plan under trial.
struct Rival {
    intent: Intent,
    plan: Campaign,
    /// What a sober judge makes of it at once.
    judged: f64,
    /// What came of it in each game; the same number, the same luck.
    games: Vec<f64>,
}

impl Rival {
    /// Judgement and experience of at most so many games together.
    fn score(&self, games: usize) -> f64 {
        let count = self.games.len().min(games);
        let trust = trust(count);
        let mean = self.games[..count].iter().sum::<f64>() / count.max(1) as f64;
        (1.0 - trust) * self.judged + trust * mean
    }
}

/// How much so many games count, beside the judgement.
fn trust(games: usize) -> f64 {
    TUNING.playout_weight_max * games as f64 / (games as f64 + TUNING.playout_half_weight_games)
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
    /// The squares of what differences strayed from their mean, together, and how many they are.
    strays: (f64, f64),
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
            strays: (
                TUNING.prior_stray_games * TUNING.prior_stray_points * TUNING.prior_stray_points,
                TUNING.prior_stray_games,
            ),
        };
        trial.best()
    }
}

impl Trial<'_, '_, '_> {
    fn best(&mut self) -> Campaign {
        let mut champion = self.planned(Intent::of(TEMPERAMENTS[0]));
        self.tried.push(champion.intent.clone());
        self.known.push(champion.plan.after.clone());
        let tempting = self.temptations();
        let mut changes = self.desk.changes(self.state, &champion.plan, &tempting);
        let mut queue: VecDeque<Intent> =
            TEMPERAMENTS[1..].iter().map(|&manner| Intent::of(manner)).collect();
        queue.extend(changes.single(&champion.intent));
        let mut luck = Chance::new(self.seed);
        let (mut beaten, mut stale) = (Vec::new(), 0);
        while !self.effort.is_over()
            && self.tried.len() < TUNING.plans_max
            && stale < TUNING.known_in_a_row_plans
        {
            let next = queue.pop_front();
            let intent = next.unwrap_or_else(|| changes.several(&champion.intent, &mut luck));
            stale += 1;
            let Some(mut rival) = self.entered(intent) else { continue };
            stale = 0;
            if self.race(&mut champion, &mut rival) {
                std::mem::swap(&mut champion, &mut rival);
                changes = self.desk.changes(self.state, &champion.plan, &tempting);
                queue.extend(changes.single(&champion.intent));
            }
            beaten.push(rival);
        }
        self.run_off(champion, beaten).plan
    }

    /// With time left and nothing new to think of, the best of those who were beaten run against the champion again, longer
    /// than anybody could before.
    fn run_off(&mut self, champion: Rival, mut beaten: Vec<Rival>) -> Rival {
        beaten.sort_by(|one, other| other.score(usize::MAX).total_cmp(&one.score(usize::MAX)));
        beaten.truncate(TUNING.runners_up_max);
        // The champion stays the first: between plans that come to the same he is the one.
        let mut field = vec![champion];
        field.append(&mut beaten);
        let mut run = 0;
        for games in TUNING.run_off_games {
            for index in 0..field.len() {
                while field[index].games.len() < games {
                    if self.effort.is_over() {
                        return leader(field, run);
                    }
                    self.play(&mut field[index]);
                }
            }
            run = games;
            let best = field.iter().map(|rival| rival.score(games)).fold(f64::MIN, f64::max);
            let doubt = self.doubt(games);
            field.retain(|rival| rival.score(games) >= best - doubt);
        }
        leader(field, run)
    }

    /// The plan for an intent; `None` if it is known already, or there is no time.
    fn entered(&mut self, intent: Intent) -> Option<Rival> {
        if self.tried.contains(&intent) {
            return None;
        }
        self.tried.push(intent.clone());
        let rival = self.planned(intent);
        if self.effort.is_over() || self.known.contains(&rival.plan.after) {
            return None;
        }
        self.known.push(rival.plan.after.clone());
        Some(rival)
    }

    /// The plan for an intent, judged at once.
    fn planned(&mut self, intent: Intent) -> Rival {
        let (desk, state) = (self.desk, self.state);
        let plan = Planner::new(desk, state, intent.manner, self.search, self.effort)
            .heeding(&intent)
            .plan(state);
        let judged =
            Planner::new(desk, state, TEMPERAMENTS[0], self.search, self.effort).judge(&plan.after);
        Rival { intent, plan, judged, games: Vec::new() }
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

    /// Plays a plan out once more.
    fn play(&mut self, rival: &mut Rival) {
        let luck = self.seed ^ (rival.games.len() as u64 + 1).wrapping_mul(0x9E37_79B9);
        let start = Start { after: &rival.plan.after, bearings: &self.bearings };
        rival.games.push(self.desk.played_out(&start, luck, self.search, self.effort));
    }

    /// Plays a challenger out until he is behind or clearly ahead; whether he is ahead.
    fn race(&mut self, champion: &mut Rival, rival: &mut Rival) -> bool {
        let stages = (TUNING.first_stages + self.tried.len() / TUNING.another_stage_plans)
            .min(TUNING.stages_games.len());
        for (stage, &games) in TUNING.stages_games[..stages].iter().enumerate() {
            for plan in [&mut *champion, &mut *rival] {
                while plan.games.len() < games {
                    self.play(plan);
                    if self.effort.is_over() {
                        return false;
                    }
                }
            }
            let (edge, doubt) = (self.edge(champion, rival, games), self.doubt(games));
            if stage + 1 == stages {
                return edge > TUNING.ahead_min_doubts * doubt;
            }
            if edge <= -TUNING.behind_max_doubts * doubt {
                return false;
            }
            if stage > 0 && edge > TUNING.clearly_ahead_doubts * doubt {
                return true;
            }
        }
        false
    }

    /// How far an edge after so many games may be from the truth.
    fn doubt(&self, games: usize) -> f64 {
        (self.strays.0 / self.strays.1 / (games as f64 + TUNING.playout_half_weight_games)).sqrt()
    }

    /// By how much a challenger is ahead after so many games: judgement and experience together.
    fn edge(&mut self, champion: &Rival, rival: &Rival, games: usize) -> f64 {
        let pairs = rival.games.iter().zip(&champion.games).take(games);
        let differences: Vec<f64> = pairs.map(|(one, other)| one - other).collect();
        let count = games as f64;
        let mean = differences.iter().sum::<f64>() / count;
        let squares: f64 = differences.iter().map(|one| (one - mean) * (one - mean)).sum();
        self.strays = (self.strays.0 + squares, self.strays.1 + count - 1.0);
        let trust = trust(games);
        (1.0 - trust) * (rival.judged - champion.judged) + trust * mean
    }
}

/// The best after so many games that all have played; the first of equals, and if there were none.
fn leader(mut field: Vec<Rival>, games: usize) -> Rival {
    let mut best = 0;
    for index in 1..field.len() {
        if games > 0 && field[index].score(games) > field[best].score(games) {
            best = index;
        }
    }
    field.swap_remove(best)
}
