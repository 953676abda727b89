//! The staff of Blue & Gray behind the interface that every system shows.

use std::sync::Arc;

use atlas::BySide;
use atlas::battle::Battle as Files;
use rules::System;
use rules::blue_gray::json::action_to_json;
use rules::blue_gray::{Battle, Decision, Prepared, State, decision};
use rules::game::{Game, GameState, InGame};

use super::player::{Chosen, Player};
use super::position::assessment::Assessor;
use super::puzzles::{candidates, pose};
use super::review::Reviewer;
use super::say::actions;
use crate::bout::{self, Think};
use crate::budget::{Budget, Due, Work};
use crate::contender::Contender;
use crate::interface::{self, Assessment, Choice, Judge, Staff};
use crate::level::Level;
use crate::names::Names;
use crate::puzzle::{Exhaustive, Fraction, Prover, Puzzle};
use crate::scale::Scale;

/// Victory points, told to the half.
pub const SCALE: Scale =
    Scale { singular: "point", plural: "points", step: 0.5, least_lead: 1.0, least_swing: 1.0 };

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

    fn named(&self, level: Level, seed: u64) -> Player {
        Player::new(battle_of(&self.game), level, seed).with_names(self.names.clone())
    }
}

impl Staff for BlueGrayStaff {
    fn scale(&self) -> Scale {
        SCALE
    }

    fn player(&self, level: Level, seed: u64) -> Box<dyn interface::Player> {
        Box::new(Officer { game: Arc::clone(&self.game), player: self.named(level, seed) })
    }

    fn judge(&self) -> Box<dyn Judge> {
        let (game, assessor) = (Arc::clone(&self.game), Arc::clone(&self.assessor));
        Box::new(Reviewer::new(game, assessor, |level| self.named(level, 0)))
    }

    fn assess(&self, seen: &GameState) -> Assessment {
        self.assessor.assess(battle_of(&self.game), state_of(seen))
    }

    fn prover(&self) -> Option<Box<dyn Prover + '_>> {
        Some(Box::new(Exhaustive(prepared(&self.game))))
    }

    fn seek_puzzles(
        &self,
        files: &Files,
        seats: BySide<Contender>,
        seed: u64,
        most: u64,
    ) -> Option<Vec<(Fraction, Puzzle)>> {
        let game = prepared(&self.game);
        let prover = Exhaustive(game);
        let players = format!("{} against {}", seats.union.word(), seats.confederate.word());
        let mut found = Vec::new();
        candidates(game, files, seats, seed, &mut |candidate| {
            found.extend(pose(&prover, candidate, &players, seed, most));
        });
        Some(found)
    }

    fn bout(
        &self,
        seats: BySide<Contender>,
        seed: u64,
        think: &mut Think<'_>,
    ) -> Option<bout::Result> {
        bout::play(prepared(&self.game), seats, seed, think)
    }
}

/// The staff of a game, if it is one of this system.
pub fn staff_of(game: &Arc<Game>, files: &Files) -> Option<Arc<dyn Staff>> {
    plays(game).then(|| Arc::new(BlueGrayStaff::new(game, files)) as Arc<dyn Staff>)
}

/// Whether a game is one of this system.
pub fn plays(game: &Game) -> bool {
    Prepared::of_game(game).is_some()
}

fn prepared(game: &Game) -> &Prepared {
    Prepared::of_game(game).expect("a game of this system")
}

/// The battle of a game.
pub(super) fn battle_of(game: &Game) -> &Battle {
    &prepared(game).battle
}

/// The state of a game.
pub(super) fn state_of(state: &GameState) -> &State {
    Prepared::of_state(state).expect("a state of this system")
}

/// How much thought a decision deserves: the moves of a phase are planned together.
pub fn work_of(state: &State) -> Work {
    match decision(state) {
        Decision::Movement(_) => Work::Plan,
        _ => Work::Detail,
    }
}

/// What is due; `None` when the game is over.
pub(super) fn due(game: &Prepared, state: &State) -> Option<Due> {
    let side = game.decider(state)?;
    Some(Due { side, moment: game.moment(state), work: work_of(state) })
}

/// A player at a seat.
struct Officer {
    game: Arc<Game>,
    player: Player,
}

impl interface::Player for Officer {
    fn level(&self) -> Level {
        self.player.level()
    }

    fn choose(&mut self, seen: &GameState, budget: Budget<'_>) -> Option<Choice> {
        let (battle, state) = (battle_of(&self.game), state_of(seen));
        let chosen = self.player.choose(battle, state, budget)?;
        Some(told(battle, state, chosen))
    }

    fn due(&self, seen: &GameState) -> Option<Due> {
        due(prepared(&self.game), state_of(seen))
    }

    fn has_plan(&self, seen: &GameState) -> bool {
        self.player.has_plan(state_of(seen))
    }

    fn is_quick(&self, seen: &GameState) -> bool {
        let state = state_of(seen);
        match (self.player.level(), work_of(state)) {
            (level, _) if level.is_quick() => true,
            (level, Work::Detail) => level == Level::Colonel,
            _ => self.player.has_plan(state),
        }
    }
}

/// A choice as it is told.
pub(super) fn told(battle: &Battle, state: &State, chosen: Chosen) -> Choice {
    Choice {
        action: action_to_json(battle, &chosen.action),
        why: chosen.why,
        words: actions::words(battle, state, &chosen.action),
        nodes: chosen.nodes,
    }
}
