//! How a General tries his plans, whatever the system: rivals are played out with the same luck until one of them is
//! clearly better; and the numbers of that, in one place.
//!
//! The numbers were set by hand: no match that set a single one of them is on record, but that two settings of the General were
//! chosen on some of the seeds by which `docs/strength.md` measures what all of them come to. Names end in their unit; a
//! *doubt* is how far the difference of two plans may be from the truth, as a standard error.

/// The numbers of a trial of rival plans.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrialTuning {
    /// The most hexes that are thought of that a plan does not assault.
    pub tempting_targets_max: usize,
    /// How much what comes of a plan when it is played out counts at most, beside the judgement of it. Raised by hand
    /// from 0.65.
    pub playout_weight_max: f64,
    /// After so many games they count for half of that.
    pub playout_half_weight_games: f64,
    /// After so many games a challenger is held against the champion, and dropped if he is behind. Each stage takes
    /// as many games again as all before it.
    pub stages_games: [usize; 6],
    /// How many stages a challenger has to stand at first.
    pub first_stages: usize,
    /// After so many plans he has to stand one stage more: with many of them, luck is more likely to choose.
    pub another_stage_plans: usize,
    /// How far he may be behind before the last stage.
    pub behind_max_doubts: f64,
    /// How far he must be ahead at the last stage: between plans that come to the same, luck should not choose.
    pub ahead_min_doubts: f64,
    /// How far he is ahead so clearly that he need not stand the rest, from the second stage on.
    pub clearly_ahead_doubts: f64,
    /// How far the difference of two plans strays from game to game, before anything is known, as a standard deviation.
    pub prior_stray_points: f64,
    /// How many games that guess is worth.
    pub prior_stray_games: f64,
    /// How many plans are tried at most: a bound on the work.
    pub plans_max: usize,
    /// How many in a row may be known already before nothing new is expected.
    pub known_in_a_row_plans: usize,
    /// How many of those who were beaten run against the champion once more, if there is time.
    pub runners_up_max: usize,
    /// After so many games of that whoever is behind by more than the doubt is dropped.
    pub run_off_games: [usize; 5],
}

impl TrialTuning {
    /// The numbers in use.
    pub const USUAL: TrialTuning = TrialTuning {
        tempting_targets_max: 8,
        playout_weight_max: 0.8,
        playout_half_weight_games: 4.0,
        stages_games: [4, 8, 16, 32, 64, 128],
        first_stages: 4,
        another_stage_plans: 150,
        behind_max_doubts: 0.5,
        ahead_min_doubts: 0.5,
        clearly_ahead_doubts: 2.0,
        prior_stray_points: 8.0,
        prior_stray_games: 4.0,
        plans_max: 600,
        known_in_a_row_plans: 40,
        runners_up_max: 7,
        run_off_games: [32, 64, 128, 256, 512],
    };
}

/// A plan under trial.
pub struct Rival<P> {
    /// The plan.
    pub plan: P,
    /// What a sober judge makes of it at once.
    pub judged: f64,
    /// What came of it in each game; the same number, the same luck.
    pub games: Vec<f64>,
}

impl<P> Rival<P> {
    /// A plan that has not been played out.
    pub fn new(plan: P, judged: f64) -> Rival<P> {
        Rival { plan, judged, games: Vec::new() }
    }

    /// Judgement and experience of at most so many games together.
    fn score(&self, tuning: &TrialTuning, games: usize) -> f64 {
        let count = self.games.len().min(games);
        let trust = tuning.trust(count);
        let mean = self.games[..count].iter().sum::<f64>() / count.max(1) as f64;
        (1.0 - trust) * self.judged + trust * mean
    }
}

impl TrialTuning {
    /// How much so many games count, beside the judgement.
    fn trust(&self, games: usize) -> f64 {
        self.playout_weight_max * games as f64 / (games as f64 + self.playout_half_weight_games)
    }
}

/// Where plans are played out.
pub trait Track<P> {
    /// Plays a plan out with the luck of a game, counted from 0; what came of it.
    fn play(&mut self, plan: &P, game: usize) -> f64;
    /// Whether there is no more time.
    fn is_over(&self) -> bool;
}

/// A race of rival plans, which learns how far games stray.
pub struct Race {
    tuning: &'static TrialTuning,
    /// The squares of what differences strayed from their mean, together, and how many they are.
    strays: (f64, f64),
}

impl Race {
    /// A race by these numbers.
    pub fn new(tuning: &'static TrialTuning) -> Race {
        let prior = tuning.prior_stray_points * tuning.prior_stray_points;
        Race { tuning, strays: (tuning.prior_stray_games * prior, tuning.prior_stray_games) }
    }

    /// Plays a challenger out until he is behind or clearly ahead; whether he is ahead. So many plans were tried.
    pub fn run<P>(
        &mut self,
        track: &mut impl Track<P>,
        champion: &mut Rival<P>,
        rival: &mut Rival<P>,
        tried: usize,
    ) -> bool {
        let tuning = self.tuning;
        let stages = (tuning.first_stages + tried / tuning.another_stage_plans)
            .min(tuning.stages_games.len());
        for (stage, &games) in tuning.stages_games[..stages].iter().enumerate() {
            for runner in [&mut *champion, &mut *rival] {
                while runner.games.len() < games {
                    play(track, runner);
                    if track.is_over() {
                        return false;
                    }
                }
            }
            let (edge, doubt) = (self.edge(champion, rival, games), self.doubt(games));
            if stage + 1 == stages {
                return edge > tuning.ahead_min_doubts * doubt;
            }
            if edge <= -tuning.behind_max_doubts * doubt {
                return false;
            }
            if stage > 0 && edge > tuning.clearly_ahead_doubts * doubt {
                return true;
            }
        }
        false
    }

    /// With time left and nothing new to think of, the best of those who were beaten run against the champion again, longer
    /// than anybody could before.
    pub fn run_off<P>(
        &self,
        track: &mut impl Track<P>,
        champion: Rival<P>,
        mut beaten: Vec<Rival<P>>,
    ) -> Rival<P> {
        let tuning = self.tuning;
        let all = |rival: &Rival<P>| rival.score(tuning, usize::MAX);
        beaten.sort_by(|one, other| all(other).total_cmp(&all(one)));
        beaten.truncate(tuning.runners_up_max);
        // The champion stays the first: between plans that come to the same he is the one.
        let mut field = vec![champion];
        field.append(&mut beaten);
        let mut run = 0;
        for games in tuning.run_off_games {
            for index in 0..field.len() {
                while field[index].games.len() < games {
                    if track.is_over() {
                        return self.leader(field, run);
                    }
                    play(track, &mut field[index]);
                }
            }
            run = games;
            let best =
                field.iter().map(|rival| rival.score(tuning, games)).fold(f64::MIN, f64::max);
            let doubt = self.doubt(games);
            field.retain(|rival| rival.score(tuning, games) >= best - doubt);
        }
        self.leader(field, run)
    }

    /// How far an edge after so many games may be from the truth.
    fn doubt(&self, games: usize) -> f64 {
        let half = self.tuning.playout_half_weight_games;
        (self.strays.0 / self.strays.1 / (games as f64 + half)).sqrt()
    }

    /// By how much a challenger is ahead after so many games: judgement and experience together.
    fn edge<P>(&mut self, champion: &Rival<P>, rival: &Rival<P>, games: usize) -> f64 {
        let pairs = rival.games.iter().zip(&champion.games).take(games);
        let differences: Vec<f64> = pairs.map(|(one, other)| one - other).collect();
        let count = games as f64;
        let mean = differences.iter().sum::<f64>() / count;
        let squares: f64 = differences.iter().map(|one| (one - mean) * (one - mean)).sum();
        self.strays = (self.strays.0 + squares, self.strays.1 + count - 1.0);
        let trust = self.tuning.trust(games);
        (1.0 - trust) * (rival.judged - champion.judged) + trust * mean
    }

    /// The best after so many games that all have played; the first of equals, and if there were none.
    fn leader<P>(&self, mut field: Vec<Rival<P>>, games: usize) -> Rival<P> {
        let mut best = 0;
        for index in 1..field.len() {
            let score = |index: usize| field[index].score(self.tuning, games);
            if games > 0 && score(index) > score(best) {
                best = index;
            }
        }
        field.swap_remove(best)
    }
}

/// Plays a plan out once more.
fn play<P>(track: &mut impl Track<P>, runner: &mut Rival<P>) {
    let game = runner.games.len();
    let came = track.play(&runner.plan, game);
    runner.games.push(came);
}
