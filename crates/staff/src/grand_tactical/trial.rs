//! Rival manners of commanding, played out with dice and the enemy's answer.

use rules::System;
use rules::dice::Chance;
use rules::grand_tactical::state::{Phase, State};
use rules::grand_tactical::{Action, Battle, Event};

use super::desk::{Room, sign};
use super::ground::Ground;
use super::plan::plan;
use super::temper::{Manner, Stance, Temper};
use super::value::value;
use crate::budget::Effort;
use crate::race::{Race, Rival, Track, TrialTuning};

/// Positions that the planning of one phase counts for.
pub const NODES_A_PHASE: u64 = 40;

/// How far a level looks.
#[derive(Clone, Copy, Debug)]
pub struct Foresight {
    /// How many operations phases a game is played, the one that is planned among them.
    pub phases: usize,
    /// How many games each of the first manners gets.
    pub games: usize,
    /// Whether the best is changed division by division for as long as there is time.
    pub refines: bool,
}

/// How a Colonel looks ahead.
pub const COLONEL: Foresight = Foresight { phases: 2, games: 2, refines: false };
/// How a General does.
pub const GENERAL: Foresight = Foresight { phases: 5, games: 3, refines: true };

/// Only divisions that are as near to the enemy as this, in squares, are thought about one by one.
const THOUGHT_ABOUT: usize = 8;

/// How a General's manners run against each other. Set by hand.
const TUNING: TrialTuning = TrialTuning {
    playout_weight_max: 1.0,
    playout_half_weight_games: 0.01,
    stages_games: [3, 6, 12, 18, 24, 36],
    first_stages: 3,
    another_stage_plans: 60,
    behind_max_doubts: 0.0,
    ahead_min_doubts: 1.0,
    clearly_ahead_doubts: 3.0,
    prior_stray_points: 250.0,
    prior_stray_games: 4.0,
    plans_max: 400,
    ..TrialTuning::USUAL
};

/// A trial of manners for the phase that is due.
pub struct Trial<'a, 'e, 'b> {
    /// The battle, open.
    pub battle: &'a Battle,
    /// Its ground.
    pub ground: &'a Ground,
    /// The position, as it is imagined.
    pub state: &'a State,
    /// Luck.
    pub seed: u64,
    /// Scratch.
    pub room: &'a mut Room,
    /// What has been spent.
    pub effort: &'e mut Effort<'b>,
    /// How far it looks.
    pub ahead: Foresight,
    events: Vec<Event>,
}

impl<'a, 'e, 'b> Trial<'a, 'e, 'b> {
    /// A trial.
    pub fn new(
        battle: &'a Battle,
        ground: &'a Ground,
        state: &'a State,
        seed: u64,
        room: &'a mut Room,
        effort: &'e mut Effort<'b>,
        ahead: Foresight,
    ) -> Trial<'a, 'e, 'b> {
        Trial { battle, ground, state, seed, room, effort, ahead, events: Vec::new() }
    }

    /// The best manner that was found in time, beginning with those that are always tried and with the last one, where
    /// what was found out one by one goes on.
    pub fn best(&mut self, last: Option<Manner>) -> Manner {
        let last = last.filter(|_| self.ahead.refines);
        let mut field: Vec<Rival<Manner>> =
            manners().into_iter().chain(last).map(|manner| Rival::new(manner, 0.0)).collect();
        for game in 0..self.ahead.games {
            for rival in &mut field {
                if self.effort.is_over() {
                    return champion(field).plan;
                }
                let came = self.play(&rival.plan, game);
                rival.games.push(came);
            }
        }
        let best = champion(field);
        if self.ahead.refines { self.refined(best).plan } else { best.plan }
    }

    /// Changes the stance of one division after another, as long as there is time.
    fn refined(&mut self, mut champion: Rival<Manner>) -> Rival<Manner> {
        let mut race = Race::new(&TUNING);
        let mut luck = Chance::new(self.seed ^ 0x5eed);
        let commands = self.commands();
        if commands.is_empty() {
            return champion;
        }
        for tried in 0..TUNING.plans_max {
            if self.effort.is_over() {
                break;
            }
            let mut plan = champion.plan;
            if luck.below(2) == 0 {
                plan.temper = plan.temper.changed(&mut luck);
            } else {
                let stance = Stance::ALL[luck.below(Stance::ALL.len())];
                for _ in 0..1 + luck.below(4) {
                    plan.stances[commands[luck.below(commands.len())]] = stance;
                }
            }
            if plan == champion.plan {
                continue;
            }
            let mut rival = Rival::new(plan, 0.0);
            if race.run(self, &mut champion, &mut rival, tried) {
                champion = rival;
            }
        }
        champion
    }

    /// The commands of the side to move that have somebody near the enemy, by post: divisions, and corps that have units
    /// of their own.
    fn commands(&self) -> Vec<usize> {
        let mut posts: Vec<usize> = Vec::new();
        let enemies = self.state.occupied(self.state.side.other());
        for unit in self.state.on_map(self.battle, self.state.side) {
            let facts = self.battle.unit(unit);
            let Some(at) = self.state.cell(unit) else { continue };
            if !enemies.intersects(&self.battle.grid.disc(at, THOUGHT_ABOUT)) {
                continue;
            }
            if let Some(post) = facts.division.or(facts.corps)
                && !posts.contains(&post.index())
            {
                posts.push(post.index());
            }
        }
        posts.sort_unstable();
        posts
    }

    /// Plays a manner out with the luck of a game: what the position then promises the side to move.
    fn played(&mut self, manner: &Manner, game: usize) -> f64 {
        let own = self.state.side;
        let enemy = Manner::of(Temper::CAPTAIN);
        let mut state = *self.state;
        let mut dice = Chance::new(self.seed.wrapping_add(game as u64).wrapping_mul(0x9e37_79b9));
        let mut phases = 0;
        while state.phase != Phase::Over && phases < self.ahead.phases {
            let manner = if state.side == own { manner } else { &enemy };
            phases += usize::from(state.phase == Phase::Operations);
            let mut after = plan(self.battle, self.ground, manner, &state, self.room);
            self.events.clear();
            self.battle.apply_legal(&mut after, &Action::EndPhase, &mut dice, &mut self.events);
            state = after;
            if !self.effort.spend(NODES_A_PHASE) {
                break;
            }
        }
        sign(own) * value(self.battle, self.ground, &state)
    }
}

impl Track<Manner> for Trial<'_, '_, '_> {
    fn play(&mut self, manner: &Manner, game: usize) -> f64 {
        self.played(manner, game)
    }

    fn is_over(&self) -> bool {
        self.effort.is_over()
    }
}

/// Whoever did best in the games that all have played; the first of equals.
fn champion(field: Vec<Rival<Manner>>) -> Rival<Manner> {
    let games = field.iter().map(|rival| rival.games.len()).min().unwrap_or(0);
    let mean = |rival: &Rival<Manner>| rival.games[..games].iter().sum::<f64>();
    let mut best: Option<Rival<Manner>> = None;
    for rival in field {
        if best.as_ref().is_none_or(|best| mean(&rival) > mean(best)) {
            best = Some(rival);
        }
    }
    best.unwrap_or_else(|| Rival::new(Manner::of(Temper::CAPTAIN), 0.0))
}

/// The manners that are tried first; the usual one is the first of them.
fn manners() -> [Manner; 6] {
    let usual = Temper::CAPTAIN;
    [
        usual,
        Temper { caution: 0.3, pull: 2.0, storm: 0.8, ..usual },
        Temper { caution: 1.2, pull: 0.6, ..usual },
        Temper { pull: 2.5, objectives: 1.6, ..usual },
        Temper { pull: 0.05, caution: 0.8, ..usual },
        Temper { pull: -0.5, caution: 2.0, storm: 0.2, ..usual },
    ]
    .map(Manner::of)
}
