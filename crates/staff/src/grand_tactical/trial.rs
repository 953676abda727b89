//! Rival manners of commanding, played out with dice and the enemy's answer.

use rules::System;
use rules::dice::{Chance, Dice};
use rules::grand_tactical::state::{Phase, State};
use rules::grand_tactical::{Action, Battle, Event};

use super::change::{by_lot, changes, improved};
use super::desk::{Room, sign};
use super::ground::Ground;
use super::lots::Lots;
use super::luck::EvenLuck;
use super::plan::plan;
use super::temper::{Manner, Temper, further_manners, manners};
use super::value::value;
use crate::budget::Effort;
use crate::race::{Race, Rival, Track, TrialTuning};

/// Positions that the planning of one phase counts for.
pub const NODES_A_PHASE: u64 = 20;

/// How far a level looks.
#[derive(Clone, Copy, Debug)]
pub struct Foresight {
    /// How many operations phases a game is played, the one that is planned among them.
    pub phases: usize,
    /// How many games each of the first manners gets of those who do not refine.
    pub games: usize,
    /// Whether more manners are tried with more even luck, and the best is changed for as long as there is time.
    pub refines: bool,
}

/// How a Colonel looks ahead.
pub const COLONEL: Foresight = Foresight { phases: 2, games: 2, refines: false };
/// How a General does.
pub const GENERAL: Foresight = Foresight { phases: 2, games: 2, refines: true };

/// Only commands that are as near to the enemy as this, in squares, are thought about one by one.
const THOUGHT_ABOUT: usize = 8;

/// How a General's manners run against each other. Set by hand.
const TUNING: TrialTuning = TrialTuning {
    playout_weight_max: 1.0,
    playout_half_weight_games: 0.01,
    stages_games: [4, 8, 16, 24, 32, 48],
    first_stages: 3,
    another_stage_plans: 60,
    behind_max_doubts: 0.5,
    ahead_min_doubts: 0.0,
    clearly_ahead_doubts: 2.0,
    prior_stray_points: 250.0,
    prior_stray_games: 4.0,
    plans_max: 400,
    ..TrialTuning::USUAL
};

/// How many games the General's first manners have played when some are dropped, and how many stay.
const ROUNDS: [(usize, usize); 3] = [(2, 7), (5, 3), (12, 1)];

/// The lots are drawn with luck of their own.
const FIRST_LUCK: usize = 1_000;
/// So many games by lot for so many changes before the changes are made, and at least so many.
const DRAWS_A_CHANGE: (usize, usize) = (3, 2);
const LEAST_DRAWS: usize = 32;
/// How many games' worth of doubt there is about a change before it is tried.
const DOUBT_OF_A_CHANGE: f64 = 8.0;

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
        let rival = |manner| Rival::new(manner, 0.0);
        let mut field: Vec<Rival<Manner>> = manners().into_iter().map(rival).collect();
        if !self.ahead.refines {
            self.play_all(&mut field, self.ahead.games);
            return champion(field).plan;
        }
        field.extend(last.map(rival));
        field.extend(further_manners().map(rival));
        for (games, stay) in ROUNDS {
            if !self.play_all(&mut field, games) {
                return champion(field).plan;
            }
            field.sort_by(|one, other| sum_of(other, games).total_cmp(&sum_of(one, games)));
            field.truncate(stay);
        }
        let best = champion(field);
        self.refined(best).plan
    }

    /// Lets everybody play until he has so many games; whether there was time for it.
    fn play_all(&mut self, field: &mut [Rival<Manner>], games: usize) -> bool {
        for game in 0..games {
            for rival in field.iter_mut().filter(|rival| rival.games.len() == game) {
                let came = self.play(&rival.plan, game);
                if self.effort.is_over() {
                    return false;
                }
                rival.games.push(came);
            }
        }
        !self.effort.is_over()
    }

    /// Draws lots for the stance of every command and for what is weighed, plays that out, and makes the changes with
    /// which it went better, as long as there is time and the whole of them proves better.
    fn refined(&mut self, mut champion: Rival<Manner>) -> Rival<Manner> {
        let mut race = Race::new(&TUNING);
        let mut luck = Chance::new(self.seed ^ 0x5eed);
        let changes = changes(&self.commands());
        let (mut lots, mut drawn) = (Lots::default(), FIRST_LUCK);
        let more = (changes.len() * DRAWS_A_CHANGE.0 / DRAWS_A_CHANGE.1).max(LEAST_DRAWS);
        for _ in 0..TUNING.plans_max {
            for _ in 0..more {
                let (made, plan) = by_lot(&changes, &champion.plan, &mut luck);
                let came = self.play(&plan, drawn);
                if self.effort.is_over() {
                    return champion;
                }
                lots.note(made, came);
                drawn += 1;
            }
            let effects = lots.effects(changes.len(), DOUBT_OF_A_CHANGE);
            let plan = improved(&changes, &effects, &champion.plan);
            if plan == champion.plan {
                continue;
            }
            let mut rival = Rival::new(plan, 0.0);
            if race.run(self, &mut champion, &mut rival, 0) {
                champion = rival;
                lots = Lots::default();
            }
        }
        champion
    }

    /// The commands of the side to move that have somebody near the enemy, by post: corps, and divisions that belong to
    /// none.
    fn commands(&self) -> Vec<usize> {
        let mut posts: Vec<usize> = Vec::new();
        let enemies = self.state.occupied(self.state.side.other());
        for unit in self.state.on_map(self.battle, self.state.side) {
            let facts = self.battle.unit(unit);
            let Some(at) = self.state.cell(unit) else { continue };
            let Some(post) = facts.corps.or(facts.division).map(|post| post.index()) else {
                continue;
            };
            if !posts.contains(&post)
                && enemies.intersects(&self.battle.grid.disc(at, THOUGHT_ABOUT))
            {
                posts.push(post);
            }
        }
        posts.sort_unstable();
        posts
    }

    /// Plays a manner out with the luck of a game: what the position then promises the side to move.
    fn played(&mut self, manner: &Manner, game: usize) -> f64 {
        let seed = self.seed.wrapping_add(game as u64).wrapping_mul(0x9e37_79b9);
        if self.ahead.refines {
            self.played_with(manner, &mut EvenLuck::new(seed))
        } else {
            self.played_with(manner, &mut Chance::new(seed))
        }
    }

    /// The same with these dice.
    fn played_with(&mut self, manner: &Manner, dice: &mut impl Dice) -> f64 {
        let own = self.state.side;
        let enemy = Manner::of(Temper::CAPTAIN);
        let mut state = *self.state;
        let mut phases = 0;
        while state.phase != Phase::Over && phases < self.ahead.phases {
            let manner = if state.side == own { manner } else { &enemy };
            phases += usize::from(state.phase == Phase::Operations);
            let mut after = plan(self.battle, self.ground, manner, &state, self.room);
            self.events.clear();
            self.battle.apply_legal(&mut after, &Action::EndPhase, dice, &mut self.events);
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

/// What came of the first games of a rival, together.
fn sum_of(rival: &Rival<Manner>, games: usize) -> f64 {
    rival.games.iter().take(games).sum()
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
