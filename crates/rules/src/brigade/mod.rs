//! Brigade: the rules of Antietam at the scale of brigades, and battles as data on top of them.
//!
//! One module a chapter of the rulebook: [`activation`], [`rally`], [`stacking`], [`movement`] with
//! [`withdrawal`] and [`ford`], [`bombardment`] and [`sight`], [`assault`] with [`obligations`] and
//! [`strength`], [`results`], [`losses`], [`advance`], [`retreat`], [`hill`], [`victory`],
//! `sequence`. [`check()`] is the judge; [`actions`] lists what it accepts; [`apply`] is the only
//! way a [`State`] changes.

pub mod action;
pub mod activation;
pub mod advance;
pub mod arrivals;
pub mod assault;
pub mod battle;
pub mod bombardment;
pub mod check;
mod compile;
pub mod event;
pub mod facts;
pub mod ford;
pub mod ground;
pub mod hill;
pub mod json;
pub mod listing;
pub mod losses;
mod march;
pub mod movement;
mod narrate;
pub mod obligations;
mod on_sheet;
pub mod options;
pub mod orders;
mod paper;
pub mod pending;
mod plan;
mod play;
mod prepared;
pub mod preview;
pub mod rally;
pub mod random;
mod read_facts;
mod reasons;
pub mod refusal;
pub mod resolve;
pub mod results;
pub mod retreat;
mod sequence;
mod show;
pub mod sight;
pub mod stacking;
mod start;
pub mod state;
pub mod strength;
mod system;
mod threats;
mod typed;
pub mod victory;
pub mod view;
pub mod withdrawal;

pub use action::{Action, Assault, Bombardment};
pub use battle::Battle;
pub use check::check;
pub use event::Event;
pub use listing::{Listed, actions};
pub use prepared::Prepared;
pub use refusal::Refusal;
pub use start::new_game;
pub use state::{Phase, Place, State};
pub use victory::Outcome;

use atlas::Side;

use crate::dice::Dice;
use pending::{Pending, Step};
use play::Play;

/// Who must choose, and what about; or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The phasing player acts in a phase, or ends it.
    Phase(Phase, Side),
    /// Somebody chooses in the midst of a combat or a move.
    Step(Step, Side),
    /// Nobody: the game is over.
    Over(Outcome),
}

impl Decision {
    /// Whose decision it is.
    pub fn side(self) -> Option<Side> {
        match self {
            Decision::Phase(_, side) | Decision::Step(_, side) => Some(side),
            Decision::Over(_) => None,
        }
    }
}

/// Who must choose now, and what about.
pub fn decision(state: &State) -> Decision {
    match (state.outcome, state.pending()) {
        (Some(outcome), _) => Decision::Over(outcome),
        (None, Some(pending)) => Decision::Step(pending.step(), pending.decider(state)),
        (None, None) => Decision::Phase(state.phase, state.side),
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
    match *action {
        Action::Activate { corps } => play.activate(corps),
        Action::Rally { unit } => play.rally(unit, dice),
        Action::Search { unit, hex } => play.search(unit, hex, dice),
        Action::Move { .. } | Action::Enter { .. } => play.march(action),
        Action::Withdraw { unit, to } => play.withdraw(unit, to),
        Action::Bombard(fire) => play.bombard(fire, dice),
        Action::Assault(assault) => play.assault(assault, dice),
        Action::EndPhase => play.end_phase(dice),
        Action::Loss { .. } | Action::Retreat { .. } | Action::Advance { .. } | Action::Decline => {
            match play.state.pending.take().map(|pending| *pending) {
                Some(Pending::Combat(choice)) => play.choose(choice, action),
                Some(Pending::Reaction(reaction)) => play.decline_reaction(reaction),
                None => {}
            }
        }
    }
    debug_assert!(state.is_consistent(battle), "the sets of hexes are not true any more");
}
