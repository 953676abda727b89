//! The General's way: rival plans are played out, with dice and a planned answer of the enemy; the best of them
//! is changed in one point after another, and whatever does better takes its place.

use std::collections::VecDeque;

use field::Search;
use rules::blue_gray::State;
use rules::blue_gray::random::Chance;

use crate::bearings::Bearings;
use crate::budget::Effort;
use crate::campaign::{Campaign, Planner};
use crate::desk::Desk;
use crate::intent::{Intent, TEMPERAMENTS, Urge};
use crate::muster::{Closing, Wish};
use crate::playout::Start;

/// How many hexes are thought of that a plan does not assault.
const TEMPTING: usize = 8;
/// The second way in which they are: in front, away from their neighbours.
const IN_FRONT: Wish = Wish { closing: Closing::Not, shy: true, times: 3.0 };

/// How much what comes of a plan when it is played out counts at most, beside the judgement of it.
const TRUST: f64 = 0.8;
/// So many games are few: they count half.
const FEW: f64 = 4.0;

/// After so many games a challenger is held against the champion, and dropped if he is behind.
const STAGES: [usize; 6] = [4, 8, 16, 32, 64, 128];
/// How many stages he has to stand at first.
const FIRST_STAGES: usize = 4;
/// After so many plans he has to stand one more: with many of them, luck is more likely to choose.
const PLANS_A_STAGE: usize = 150;
/// By how many times the doubt about him he may be behind before the last stage.
const SLACK: f64 = 0.5;
/// By how many times the doubt about him he must be ahead at the last stage: between plans that come to the same,
/// luck should not choose.
const AHEAD: f64 = 0.5;
/// By how many times that he is ahead so clearly that he need not stand the rest, from the second stage on.
const CLEARLY_AHEAD: f64 = 2.0;
/// How far the difference of two plans strays from game to game, before anything is known.
const STRAY: f64 = 8.0;
/// How many games that is worth.
const STRAY_GAMES: f64 = 4.0;

/// How many plans are tried at most.
const MOST: usize = 600;
/// How many in a row may be known already before nothing new is expected.
const STALE: usize = 40;

/// How many of those who were beaten run against the champion once more, if there is time.
const RUNNERS_UP: usize = 7;
/// After so many games of that whoever is behind by more than the doubt is dropped.
const RUN_OFF: [usize; 5] = [32, 64, 128, 256, 512];

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
    TRUST * games as f64 / (games as f64 + FEW)
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
            strays: (STRAY_GAMES * STRAY * STRAY, STRAY_GAMES),
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
        while !self.effort.is_over() && self.tried.len() < MOST && stale < STALE {
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
        beaten.truncate(RUNNERS_UP);
        // The champion stays the first: between plans that come to the same he is the one.
        let mut field = vec![champion];
        field.append(&mut beaten);
        let mut run = 0;
        for games in RUN_OFF {
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
            .tempting(state, TEMPTING);
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
        let stages = (FIRST_STAGES + self.tried.len() / PLANS_A_STAGE).min(STAGES.len());
        for (stage, &games) in STAGES[..stages].iter().enumerate() {
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
                return edge > AHEAD * doubt;
            }
            if edge <= -SLACK * doubt {
                return false;
            }
            if stage > 0 && edge > CLEARLY_AHEAD * doubt {
                return true;
            }
        }
        false
    }

    /// How far an edge after so many games may be from the truth.
    fn doubt(&self, games: usize) -> f64 {
        (self.strays.0 / self.strays.1 / (games as f64 + FEW)).sqrt()
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
