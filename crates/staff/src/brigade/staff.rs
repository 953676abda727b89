//! The staff of the brigade game: what its room gives to the interface that every system shows.

use atlas::BySide;
use atlas::battle::Battle as Files;
use rules::brigade::json::action_to_json;
use rules::brigade::{Battle, Decision, Phase, Prepared, State, decision};

use super::player::{Chosen, Player};
use super::position::assessment::Assessor;
use super::puzzles::candidates;
use super::review::Reviewer;
use super::say::actions;
use crate::budget::{Budget, Work};
use crate::contender::Contender;
use crate::interface::{Assessment, Choice, Judge};
use crate::level::Level;
use crate::names::Names;
use crate::puzzle::{Candidate, Exhaustive, Fraction, Prover, Puzzle, posed};
use crate::room::{Officer, Room, StaffOf};
use crate::scale::Scale;

/// Points of landmarks, told to the half.
pub const SCALE: Scale =
    Scale { singular: "point", plural: "points", step: 0.5, least_lead: 0.5, least_swing: 0.5 };

impl Room for Prepared {
    const SCALE: Scale = SCALE;

    type Officer = Player;
    type Assessor = Assessor;

    fn officer(&self, level: Level, seed: u64, names: &Names) -> Player {
        Player::new(&self.battle, level, seed).with_names(names.clone())
    }

    fn assessor(&self) -> Assessor {
        Assessor::of(&self.battle)
    }

    fn assess(&self, assessor: &Assessor, seen: &State) -> Assessment {
        assessor.assess(&self.battle, seen)
    }

    fn told(&self, seen: &State, chosen: Chosen) -> Choice {
        told(&self.battle, seen, chosen)
    }

    fn judge(staff: &StaffOf<Prepared>) -> Box<dyn Judge> {
        let player = staff.officer(Level::Captain, 0);
        Box::new(Reviewer::new(staff.game(), staff.assessor(), player))
    }

    fn prover(&self) -> Option<Box<dyn Prover + '_>> {
        Some(Box::new(Exhaustive(self)))
    }

    fn seek_puzzles(
        &self,
        files: &Files,
        seats: BySide<Contender>,
        seed: u64,
        most: u64,
    ) -> Option<Vec<(Fraction, Puzzle)>> {
        let seek = |tell: &mut dyn FnMut(Candidate)| candidates(self, files, seats, seed, tell);
        Some(posed(&Exhaustive(self), seats, seed, most, seek))
    }
}

impl Officer<Prepared> for Player {
    fn level(&self) -> Level {
        Player::level(self)
    }

    fn has_plan(&self, seen: &State) -> bool {
        Player::has_plan(self, seen)
    }

    fn choose(&mut self, game: &Prepared, seen: &State, budget: Budget<'_>) -> Option<Chosen> {
        Player::choose(self, &game.battle, seen, budget)
    }
}

/// How much thought a decision deserves: the moves of a phase are planned together; where corps are named for them,
/// that is half of the plan.
pub fn work_of(battle: &Battle, state: &State) -> Work {
    let names = battle.activation(state.side).is_some() && !battle.options.drawn_activation;
    match decision(state) {
        Decision::Phase(Phase::Activation, _) => Work::HalfPlan,
        Decision::Phase(Phase::Movement, _) if names => Work::HalfPlan,
        Decision::Phase(Phase::Movement, _) => Work::Plan,
        _ => Work::Detail,
    }
}

/// A choice as it is told.
pub(super) fn told(battle: &Battle, state: &State, chosen: Chosen) -> Choice {
    let action = action_to_json(battle, &chosen.action);
    let words = actions::words(battle, state, &chosen.action);
    chosen.told(action, words)
}
