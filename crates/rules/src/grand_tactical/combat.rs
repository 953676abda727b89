//! [GT 8.0] The combat phase: six parts, one after another.

use atlas::Side;

use super::battle::Battle;
use super::event::{Event, SubPhase};
use super::observe;
use super::state::State;
use crate::dice::Dice;

/// [GT 8.1] Resolves the combat phase of a side.
pub fn resolve_phase<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    phasing: Side,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    let _ = (phasing, dice);
    for part in SubPhase::ALL {
        observe::look_around(battle, state, events);
        events.push(Event::SubPhaseBegan { part });
    }
    observe::look_around(battle, state, events);
}
