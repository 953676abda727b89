//! The staff of the Grand-tactical game: what its room gives to the interface that every system shows.

use atlas::BySide;
use atlas::battle::Battle as Files;
use rules::grand_tactical::Battle;
use rules::grand_tactical::json::action_to_json;
use rules::grand_tactical::state::{Phase, State};

use super::assessment::Assessor;
use super::player::{Chosen, Player};
use super::puzzles::{EveryDraw, candidates};
use super::review::Reviewer;
use super::say::actions;
use crate::budget::{Budget, Work};
use crate::contender::Contender;
use crate::interface::{Assessment, Choice, Judge};
use crate::level::Level;
use crate::names::Names;
use crate::puzzle::{Candidate, Fraction, Prover, Puzzle, posed};
use crate::room::{Officer, Room, StaffOf};
use crate::scale::Scale;

/// Points of the score, told to the hundred.
pub const SCALE: Scale = Scale {
    singular: "point",
    plural: "points",
    step: 100.0,
    least_lead: 200.0,
    least_swing: 100.0,
};

/// How many ways through the draws of a combat are gone for each position that the proofs of other systems look at: none
/// of them has choices to be listed, and so each is sooner gone.
const WAYS: u64 = 8;

impl Room for Battle {
    const SCALE: Scale = SCALE;

    type Officer = Player;
    type Assessor = Assessor;

    fn officer(&self, level: Level, seed: u64, names: &Names) -> Player {
        Player::new(self, level, seed).with_names(names.clone())
    }

    fn assessor(&self) -> Assessor {
        Assessor::of(self)
    }

    fn assess(&self, assessor: &Assessor, seen: &State) -> Assessment {
        assessor.assess(self, seen)
    }

    fn told(&self, _: &State, chosen: Chosen) -> Choice {
        told(self, chosen)
    }

    fn judge(staff: &StaffOf<Battle>) -> Box<dyn Judge> {
        let player = staff.officer(Level::Captain, 0);
        Box::new(Reviewer::new(staff.game(), staff.assessor(), player))
    }

    fn prover(&self) -> Option<Box<dyn Prover + '_>> {
        Some(Box::new(EveryDraw(self)))
    }

    fn seek_puzzles(
        &self,
        files: &Files,
        seats: BySide<Contender>,
        seed: u64,
        most: u64,
    ) -> Option<Vec<(Fraction, Puzzle)>> {
        let seek = |tell: &mut dyn FnMut(Candidate)| candidates(self, files, seats, seed, tell);
        Some(posed(&EveryDraw(self), seats, seed, WAYS * most, seek))
    }
}

impl Officer<Battle> for Player {
    fn level(&self) -> Level {
        Player::level(self)
    }

    fn has_plan(&self, seen: &State) -> bool {
        Player::has_plan(self, seen)
    }

    fn choose(&mut self, battle: &Battle, seen: &State, budget: Budget<'_>) -> Option<Chosen> {
        Player::choose(self, battle, seen, budget)
    }
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

/// A choice as it is told.
pub(super) fn told(battle: &Battle, chosen: Chosen) -> Choice {
    let action = action_to_json(battle, &chosen.action);
    let words = actions::words(battle, &chosen.action);
    chosen.told(action, words)
}
