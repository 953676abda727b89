//! [GT 2.1] What a seat hears of what happened, where units are hidden.

use atlas::Side;
use serde_json::{Value, json};

use super::battle::Battle;
use super::event::Event;
use super::ids::GroupId;
use super::json::event_to_json;
use super::state::{Phase, State};
use crate::game::Seat;

/// What a seat may hear of an event between two states; `None`: nothing. The end tells everything.
pub fn tell(
    battle: &Battle,
    before: &State,
    event: &Event,
    after: &State,
    seat: Seat,
) -> Option<Value> {
    let open = !battle.options.hidden || after.phase == Phase::Over;
    let told = open
        || is_public(event)
        || match seat {
            Seat::Watcher => false,
            Seat::Side(side) => hears(battle, before, event, side),
        };
    if told {
        return Some(event_to_json(battle, event));
    }
    match (*event, seat) {
        // [GT 2.1?] Whoever is hit by somebody unseen learns where and how hard, not by whom
        // (D-80).
        (Event::Fired { unit, at, casualties, .. }, Seat::Side(side))
            if battle.unit(unit).side != side =>
        {
            Some(json!({"event": "fired", "at": battle.name(at), "casualties": casualties}))
        }
        _ => None,
    }
}

/// What everybody knows: the sequence of play, the fords, the score (D-98).
const fn is_public(event: &Event) -> bool {
    matches!(
        event,
        Event::PhaseBegan { .. }
            | Event::PhaseEnded { .. }
            | Event::SubPhaseBegan { .. }
            | Event::FordFound { .. }
            | Event::Scored { .. }
            | Event::Ended { .. }
    )
}

/// Whether a side hears of an event that concerns units or its own affairs.
fn hears(battle: &Battle, before: &State, event: &Event, side: Side) -> bool {
    match *event {
        Event::Activated { .. } | Event::Limited { .. } | Event::Released { .. } => {
            battle.tables.activation.side == side
        }
        Event::CameDue { group: GroupId(index) } => battle.groups[usize::from(index)].side == side,
        Event::Moved { unit, .. }
        | Event::Faced { unit, .. }
        | Event::ModeChanged { unit, .. }
        | Event::ForceMarched { unit }
        | Event::FirePlotted { unit, .. }
        | Event::MeleePlotted { unit, .. }
        | Event::AdvancePlotted { unit, .. }
        | Event::Transferred { unit, .. } => before.sees(battle, side, unit),
        Event::Sighted { by, .. } => by == side,
        Event::Fortified { eyes, .. }
        | Event::Arrived { eyes, .. }
        | Event::Recovered { eyes, .. }
        | Event::Rallied { eyes, .. }
        | Event::Resupplied { eyes, .. }
        | Event::Fired { eyes, .. }
        | Event::Lost { eyes, .. }
        | Event::LeaderLost { eyes, .. }
        | Event::LeaderMoved { eyes, .. }
        | Event::Succeeded { eyes, .. }
        | Event::Disrupted { eyes, .. }
        | Event::Routed { eyes, .. }
        | Event::Retreated { eyes, .. }
        | Event::Advanced { eyes, .. }
        | Event::Eliminated { eyes, .. } => eyes.has(side),
        // Those who fight hand to hand see one another.
        Event::Melee { .. } => true,
        // A draw is known by what came of it.
        Event::Drew { .. }
        | Event::PhaseBegan { .. }
        | Event::PhaseEnded { .. }
        | Event::SubPhaseBegan { .. }
        | Event::FordFound { .. }
        | Event::Scored { .. }
        | Event::Ended { .. } => false,
    }
}
