//! The staff of Blue & Gray: crate `staff` behind the face that every system shows.

mod judge;
mod words;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::staff::{Budget, Names, Player, evaluation};
use atlas::Side;
use atlas::battle::Battle as Files;
use rules::blue_gray::json::action_to_json;
use rules::blue_gray::{Battle, Decision, State, decision};
use rules::game::{Game, GameState};

use super::Level;
use super::face::{Assessment, Choice, Judge, LevelChance, Mind, Patience, Staff, When};
use judge::Reviewer;

/// The part of a turn's time that goes into the plan of the moves, in tenths.
const MOVES: u32 = 8;
/// The part of a turn's time that one decision in combat may take at most, as a divisor.
const COMBAT: u32 = 20;
/// Four of five values lie within so many standard deviations.
const FOUR_OF_FIVE: f64 = 1.2816;

/// The staff of a battle.
pub struct BlueGrayStaff {
    game: Arc<Game>,
    names: Names,
}

impl BlueGrayStaff {
    /// The staff of a game, with the names of places on its map.
    pub fn new(game: &Arc<Game>, files: &Files) -> BlueGrayStaff {
        BlueGrayStaff { game: Arc::clone(game), names: Names::of(&files.map) }
    }

    fn player(&self, level: ::staff::Level, seed: u64) -> Player {
        Player::new(battle_of(&self.game), level, seed).with_names(self.names.clone())
    }
}

impl Staff for BlueGrayStaff {
    fn mind(&self, level: Level, seed: u64) -> Box<dyn Mind> {
        let player = self.player(level.thinks(), seed);
        Box::new(Officer { game: Arc::clone(&self.game), player, spent: Spent::default() })
    }

    fn judge(&self) -> Box<dyn Judge> {
        let player = self.player(::staff::Level::Colonel, 0);
        Box::new(Reviewer::new(Arc::clone(&self.game), player))
    }

    fn when(&self, state: &GameState) -> When {
        let state = state_of(state);
        When { turn: state.turn, side: state.side, phase: state.phase as u8 }
    }
}

fn battle_of(game: &Game) -> &Battle {
    match game {
        Game::BlueGray(table) => &table.battle,
    }
}

fn state_of(state: &GameState) -> &State {
    match state {
        GameState::BlueGray(state) => state,
    }
}

/// How long has been thought about a player-turn.
#[derive(Clone, Copy, Default)]
struct Spent {
    turn: Option<(u8, Side)>,
    time: Duration,
}

impl Spent {
    /// What a decision may take of the time for its player-turn.
    fn share(&mut self, state: &State, turn: Duration) -> Duration {
        if self.turn != Some((state.turn, state.side)) {
            *self = Spent { turn: Some((state.turn, state.side)), time: Duration::ZERO };
        }
        let least = turn / COMBAT;
        match decision(state) {
            // After an undo the moves are planned again, in little time if there is little left.
            Decision::Movement(_) => (turn * MOVES / 10).saturating_sub(self.time).max(least),
            _ => turn.saturating_sub(self.time).min(least),
        }
    }
}

/// A player at a seat.
struct Officer {
    game: Arc<Game>,
    player: Player,
    spent: Spent,
}

impl Mind for Officer {
    fn choose(&mut self, state: &GameState, patience: Patience<'_>) -> Option<Choice> {
        let (battle, state) = (battle_of(&self.game), state_of(state));
        let begun = Instant::now();
        let end = begun + self.spent.share(state, patience.turn);
        // Only a General would go on for ever; the others know when they are done.
        let bounded = self.player.level() == ::staff::Level::General;
        let stop = || (patience.stop)() || (bounded && Instant::now() >= end);
        let chosen = self.player.choose(battle, state, Budget::until(&stop));
        self.spent.time += begun.elapsed();
        chosen.map(|chosen| told(battle, state, &chosen))
    }
}

/// A choice as the table knows it.
fn told(battle: &Battle, state: &State, chosen: &::staff::Choice) -> Choice {
    Choice {
        action: action_to_json(battle, &chosen.action),
        why: chosen.why.clone(),
        words: words::action(battle, state, &chosen.action),
    }
}

/// What a position promises.
pub fn assess(battle: &Battle, state: &State) -> Assessment {
    let found = evaluation(battle, state);
    let stray = FOUR_OF_FIVE * found.spread;
    let chances: Vec<LevelChance> = found
        .levels
        .into_iter()
        .map(|chance| LevelChance {
            winner: chance.winner,
            level: chance.level,
            chance: chance.chance.clamp(0.0, 1.0),
        })
        .collect();
    let words = words::assessment(found.margin, &chances, state.outcome.is_some());
    Assessment {
        margin: found.margin,
        low: found.margin - stray,
        high: found.margin + stray,
        chances,
        words,
    }
}

#[cfg(test)]
mod tests {
    use rules::blue_gray::Phase;

    use super::*;

    fn antietam() -> (Arc<Game>, Files) {
        let files = atlas::builtin::battle("blue-gray/antietam").expect("a battle");
        (Arc::new(Game::new(&files, None, &[]).expect("a game")), files)
    }

    #[test]
    fn time_is_for_the_turn_and_moves_take_most_of_it() {
        let (game, _) = antietam();
        let (_, state) = game.begin(&rules::dice::Seed::from_number(1), serde_json::Map::new());
        let mut state = state_of(&state).clone();
        let (turn, mut spent) = (Duration::from_secs(10), Spent::default());
        assert_eq!(spent.share(&state, turn), Duration::from_secs(8));
        spent.time = Duration::from_secs(8);
        assert_eq!(spent.share(&state, turn), Duration::from_millis(500), "planned again");
        state.phase = Phase::Combat;
        assert_eq!(spent.share(&state, turn), Duration::from_millis(500));
        spent.time = Duration::from_millis(9_900);
        assert_eq!(spent.share(&state, turn), Duration::from_millis(100));
        state.turn += 1;
        assert_eq!(spent.share(&state, turn), Duration::from_millis(500), "another turn");
    }

    #[test]
    fn an_assessment_keeps_its_bounds_around_its_margin() {
        let (game, _) = antietam();
        let (_, state) = game.begin(&rules::dice::Seed::from_number(1), serde_json::Map::new());
        let found = assess(battle_of(&game), state_of(&state));
        assert!(found.low < found.margin && found.margin < found.high, "{found:?}");
        let all: f64 = found.chances.iter().map(|chance| chance.chance).sum();
        assert!((all - 1.0).abs() < 1e-9, "{found:?}");
        let both = found.wins(Side::Union) + found.wins(Side::Confederate);
        assert!(both <= 1.0 + 1e-9 && both > 0.0);
        assert!(found.words.ends_with('.'), "{}", found.words);
    }
}
