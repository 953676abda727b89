//! The staff of the Grand-tactical game: what its room gives to the interface that every system shows.

use rules::grand_tactical::Battle;
use rules::grand_tactical::json::action_to_json;
use rules::grand_tactical::state::{Phase, State};

use super::assessment::Assessor;
use super::player::{Chosen, Player};
use super::review::Reviewer;
use super::say::actions;
use crate::budget::{Budget, Work};
use crate::interface::{Assessment, Choice, Judge};
use crate::level::Level;
use crate::names::Names;
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
