//! The staff of the Grand-tactical game behind the interface that every system shows.

use std::sync::Arc;

use atlas::BySide;
use atlas::battle::Battle as Files;
use rules::System;
use rules::game::{Game, GameState, InGame};
use rules::grand_tactical::Battle;
use rules::grand_tactical::json::action_to_json;
use rules::grand_tactical::state::{Phase, State};

use super::assessment::Assessor;
use super::player::{Chosen, Player};
use super::review::Reviewer;
use super::say::actions;
use crate::bout::{self, Think};
use crate::budget::{Budget, Due, Work};
use crate::contender::Contender;
use crate::interface::{self, Assessment, Choice, Judge, Staff};
use crate::level::Level;
use crate::names::Names;
use crate::scale::Scale;

/// Points of the score, told to the hundred.
pub const SCALE: Scale = Scale {
    singular: "point",
    plural: "points",
    step: 100.0,
    least_lead: 200.0,
    least_swing: 100.0,
};

/// The staff of a battle.
pub struct GrandTacticalStaff {
    game: Arc<Game>,
    names: Names,
    assessor: Arc<Assessor>,
}

impl GrandTacticalStaff {
    /// The staff of a game, with the names of places on its map.
    pub fn new(game: &Arc<Game>, files: &Files) -> GrandTacticalStaff {
        let assessor = Arc::new(Assessor::of(battle_of(game)));
        GrandTacticalStaff { game: Arc::clone(game), names: Names::of(&files.map), assessor }
    }

    fn named(&self, level: Level, seed: u64) -> Player {
        Player::new(battle_of(&self.game), level, seed).with_names(self.names.clone())
    }
}

impl Staff for GrandTacticalStaff {
    fn scale(&self) -> Scale {
        SCALE
    }

    fn player(&self, level: Level, seed: u64) -> Box<dyn interface::Player> {
        Box::new(Officer { game: Arc::clone(&self.game), player: self.named(level, seed) })
    }

    fn judge(&self) -> Box<dyn Judge> {
        let (game, assessor) = (Arc::clone(&self.game), Arc::clone(&self.assessor));
        Box::new(Reviewer::new(game, assessor, self.named(Level::Captain, 0)))
    }

    fn assess(&self, seen: &GameState) -> Assessment {
        self.assessor.assess(battle_of(&self.game), state_of(seen))
    }

    fn bout(
        &self,
        seats: BySide<Contender>,
        seed: u64,
        think: &mut Think<'_>,
    ) -> Option<bout::Result> {
        bout::play(battle_of(&self.game), seats, seed, think)
    }
}

/// The staff of a game, if it is one of this system.
pub fn staff_of(game: &Arc<Game>, files: &Files) -> Option<Arc<dyn Staff>> {
    plays(game).then(|| Arc::new(GrandTacticalStaff::new(game, files)) as Arc<dyn Staff>)
}

/// Whether a game is one of this system.
pub fn plays(game: &Game) -> bool {
    Battle::of_game(game).is_some()
}

/// The battle of a game.
pub(super) fn battle_of(game: &Game) -> &Battle {
    Battle::of_game(game).expect("a game of this system")
}

/// The state of a game.
pub(super) fn state_of(state: &GameState) -> &State {
    Battle::of_state(state).expect("a state of this system")
}

/// How much thought a decision deserves: the orders of a phase are planned together, a side has two such phases in a
/// game-turn, and which divisions are to have orders is half a plan.
pub fn work_of(state: &State) -> Work {
    match state.phase {
        Phase::Activation => Work::EighthPlan,
        Phase::Operations => Work::QuarterPlan,
        Phase::Over => Work::Detail,
    }
}

/// What is due; `None` when the game is over.
pub(super) fn due(battle: &Battle, state: &State) -> Option<Due> {
    let side = battle.decider(state)?;
    Some(Due { side, moment: battle.moment(state), work: work_of(state) })
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
        Some(told(battle, chosen))
    }

    fn due(&self, seen: &GameState) -> Option<Due> {
        due(battle_of(&self.game), state_of(seen))
    }

    fn has_plan(&self, seen: &GameState) -> bool {
        self.player.has_plan(state_of(seen))
    }

    fn is_quick(&self, seen: &GameState) -> bool {
        self.player.level().is_quick() || self.player.has_plan(state_of(seen))
    }
}

/// A choice as it is told.
pub(super) fn told(battle: &Battle, chosen: Chosen) -> Choice {
    Choice {
        action: action_to_json(battle, &chosen.action),
        why: chosen.why,
        words: actions::words(battle, &chosen.action),
        nodes: chosen.nodes,
    }
}
