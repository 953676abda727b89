//! The staff of Blue & Gray: crate `staff` behind the face that every system shows.

mod judge;
mod words;

use std::sync::Arc;
use std::time::Instant;

use ::staff::{Assessor, Budget, Names, Player, TurnTime};
use atlas::battle::Battle as Files;
use rules::blue_gray::json::action_to_json;
use rules::blue_gray::{Battle, Decision, State, decision};
use rules::game::{Game, GameState};

use super::Level;
use super::face::{Assessment, Choice, Judge, LevelChance, Mind, Patience, Staff, Time, When};
use judge::Reviewer;

/// The staff of a battle.
pub struct BlueGrayStaff {
    game: Arc<Game>,
    names: Names,
    assessor: Arc<Assessor>,
}

impl BlueGrayStaff {
    /// The staff of a game, with the names of places on its map.
    pub fn new(game: &Arc<Game>, files: &Files) -> BlueGrayStaff {
        let assessor = Arc::new(Assessor::of(battle_of(game)));
        BlueGrayStaff { game: Arc::clone(game), names: Names::of(&files.map), assessor }
    }

    fn player(&self, level: ::staff::Level, seed: u64) -> Player {
        Player::new(battle_of(&self.game), level, seed).with_names(self.names.clone())
    }
}

impl Staff for BlueGrayStaff {
    fn mind(&self, level: Level, seed: u64) -> Box<dyn Mind> {
        let player = self.player(level.thinks(), seed);
        Box::new(Officer { game: Arc::clone(&self.game), player, spent: TurnTime::default() })
    }

    fn judge(&self) -> Box<dyn Judge> {
        let (game, assessor) = (Arc::clone(&self.game), Arc::clone(&self.assessor));
        Box::new(Reviewer::new(game, assessor, |level| self.player(level, 0)))
    }

    fn assess(&self, state: &GameState) -> Assessment {
        let state = state_of(state);
        assessment(self.assessor.assess(battle_of(&self.game), state), state.outcome.is_some())
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

/// A player at a seat.
struct Officer {
    game: Arc<Game>,
    player: Player,
    spent: TurnTime,
}

impl Mind for Officer {
    fn choose(&mut self, state: &GameState, patience: Patience<'_>) -> Option<Choice> {
        let (battle, state) = (battle_of(&self.game), state_of(state));
        let planned = self.player.has_plan(state);
        let begun = Instant::now();
        let turn = match patience.time {
            Time::Turn(turn) => turn,
            Time::Each(turn) => {
                self.spent = TurnTime::default();
                turn
            }
        };
        let end = begun + self.spent.share(state, turn);
        // Only a General is told how long; the others know when they are done.
        let bounded = self.player.level() == ::staff::Level::General;
        let stop = || (patience.stop)() || (bounded && Instant::now() >= end);
        let chosen = self.player.choose(battle, state, Budget::until(&stop));
        if !planned && !(patience.stop)() {
            self.spent.count(state, begun.elapsed());
        }
        chosen.map(|chosen| told(battle, state, &chosen))
    }

    fn is_quick(&self, state: &GameState) -> bool {
        let state = state_of(state);
        match (self.player.level(), decision(state)) {
            (::staff::Level::Recruit | ::staff::Level::Captain, _) => true,
            (_, Decision::Movement(_)) => self.player.has_plan(state),
            (level, _) => level == ::staff::Level::Colonel,
        }
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

/// What a position promises, as the table knows it.
fn assessment(found: ::staff::Assessment, over: bool) -> Assessment {
    let (low, high) = found.range();
    let chances: Vec<LevelChance> = found
        .levels
        .into_iter()
        .map(|chance| LevelChance {
            winner: chance.winner,
            level: chance.level,
            chance: chance.chance.clamp(0.0, 1.0),
        })
        .collect();
    let words = words::assessment(found.margin, &chances, over);
    Assessment { margin: found.margin, low, high, chances, words }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use atlas::Side;

    use super::*;

    fn antietam() -> (Arc<Game>, Files) {
        let files = atlas::builtin::battle("blue-gray/antietam").expect("a battle");
        (Arc::new(Game::new(&files, None, &[]).expect("a game")), files)
    }

    #[test]
    fn a_thought_that_was_interrupted_costs_no_time() {
        let (game, files) = antietam();
        let (_, state) = game.begin(&rules::dice::Seed::from_number(1), serde_json::Map::new());
        let player = BlueGrayStaff::new(&game, &files).player(::staff::Level::General, 1);
        let mut officer = Officer { game: Arc::clone(&game), player, spent: TurnTime::default() };
        assert!(!officer.is_quick(&state), "there is no plan yet");
        let turn = Duration::from_millis(1);
        let time = Time::Turn(turn);
        let mut nothing = TurnTime::default();
        nothing.share(state_of(&state), turn);
        for _ in 0..5 {
            officer.choose(&state, Patience { time, stop: &|| true });
        }
        assert_eq!(officer.spent, nothing);
        // Interrupted, it may have planned little; from another position it plans anew.
        officer.player = BlueGrayStaff::new(&game, &files).player(::staff::Level::General, 1);
        officer.choose(&state, Patience { time, stop: &|| false });
        assert_ne!(officer.spent, nothing);
        // Whoever thinks about every decision as about the first begins anew.
        officer.choose(&state, Patience { time: Time::Each(turn), stop: &|| true });
        assert_eq!(officer.spent, nothing);
    }

    #[test]
    fn an_assessment_keeps_its_bounds_around_its_margin() {
        let (game, files) = antietam();
        let (_, state) = game.begin(&rules::dice::Seed::from_number(1), serde_json::Map::new());
        let found = BlueGrayStaff::new(&game, &files).assess(&state);
        assert!(found.low < found.margin && found.margin < found.high, "{found:?}");
        let all: f64 = found.chances.iter().map(|chance| chance.chance).sum();
        assert!((all - 1.0).abs() < 1e-9, "{found:?}");
        let both = found.wins(Side::Union) + found.wins(Side::Confederate);
        assert!(both <= 1.0 + 1e-9 && both > 0.0);
        assert!(found.words.ends_with('.'), "{}", found.words);
    }
}
