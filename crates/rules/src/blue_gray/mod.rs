//! Blue & Gray: the standard rules, and the battles as data on top of them.
//!
//! One module a chapter of the rulebook: [`movement`], [`state`] (zones of control), [`obligations`],
//! [`odds`], [`resolve`], [`retreat`], [`advance`], [`artillery`] and [`sight`], [`reinforcements`],
//! `sequence`, [`victory`]. [`check()`] is the judge; [`actions`] lists what it accepts; [`apply`] is the
//! only way a [`State`] changes.

pub mod action;
pub mod advance;
pub mod artillery;
pub mod battle;
pub mod check;
pub mod check_combat;
mod compile;
pub mod crt;
pub mod event;
pub mod facts;
pub mod ground;
pub mod json;
pub mod listing;
pub mod losses;
mod march;
mod marks;
pub mod movement;
mod narrate;
pub mod obligations;
pub mod odds;
mod on_sheet;
pub mod options;
pub mod orders;
mod paper;
pub mod pending;
mod plan;
mod play;
mod prepared;
pub mod preview;
pub mod random;
mod read_facts;
mod reasons;
pub mod refusal;
pub mod reinforcements;
pub mod resolve;
pub mod retreat;
mod sequence;
mod show;
pub mod sight;
mod start;
pub mod state;
mod system;
mod threats;
mod typed;
pub mod victory;
pub mod view;

pub use crate::{ids, places};
pub use action::{Action, Attack};
pub use battle::Battle;
pub use check::check;
pub use event::Event;
pub use ids::{UnitId, UnitSet};
pub use listing::{Listed, actions};
pub use prepared::Prepared;
pub use refusal::Refusal;
pub use start::new_game;
pub use state::{Phase, Place, State};
pub use victory::Outcome;

use atlas::Side;

use crate::dice::Dice;
use pending::Step;
use play::Play;

/// Who must choose, and what about; or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The phasing player moves, or ends the movement phase.
    Movement(Side),
    /// The phasing player attacks, or ends the combat phase.
    Combat(Side),
    /// Somebody chooses at a step of a combat, or withdraws.
    Step(Step, Side),
    /// Nobody: the game is over.
    Over(Outcome),
}

impl Decision {
    /// Whose decision it is.
    pub fn side(self) -> Option<Side> {
        match self {
            Decision::Movement(side) | Decision::Combat(side) | Decision::Step(_, side) => {
                Some(side)
            }
            Decision::Over(_) => None,
        }
    }
}

/// Who must choose now, and what about.
pub fn decision(state: &State) -> Decision {
    match (state.outcome, state.pending(), state.phase) {
        (Some(outcome), _, _) => Decision::Over(outcome),
        (None, Some(pending), _) => Decision::Step(pending.step, pending.decider),
        (None, None, Phase::Movement) => Decision::Movement(state.side),
        (None, None, Phase::Combat) => Decision::Combat(state.side),
    }
}

/// Applies a legal action; refuses any other and leaves the state as it was.
pub fn apply(
    battle: &Battle,
    state: &mut State,
    action: &Action,
    dice: &mut (impl Dice + ?Sized),
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    check(battle, state, action)?;
    apply_listed(battle, state, action, dice, events);
    Ok(())
}

/// Applies an action that is known to be legal.
pub fn apply_listed(
    battle: &Battle,
    state: &mut State,
    action: &Action,
    dice: &mut (impl Dice + ?Sized),
    events: &mut Vec<Event>,
) {
    state.sequence += 1;
    let mut play = Play { battle, state, events };
    match action {
        Action::Move { .. } | Action::Enter { .. } | Action::Exit { .. } => play.march(action),
        Action::EndPhase => play.end_phase(dice),
        Action::Attack(attack) => play.attack(*attack, dice),
        _ => {
            play.choose(action);
            play.leave_combat_if_settled(dice);
        }
    }
    debug_assert!(state.is_consistent(battle), "the sets of hexes are not true any more");
}
