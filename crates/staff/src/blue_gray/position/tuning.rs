//! How a General tries his plans: the numbers of a trial, in one place.
//!
//! They were set by hand: no match that set a single one of them is on record, but that two settings of the General were
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
