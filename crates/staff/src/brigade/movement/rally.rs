//! Who rallies: whoever is reduced, out of contact, and has nothing better to do.

use field::Search;
use rules::brigade::{State, rally};
use rules::ids::UnitId;

use super::plan::{Manner, Planner};
use crate::brigade::position::desk::Desk;
use crate::budget::Effort;

/// The chance that a unit rallies, in sixths of a die that is thrown once or twice.
pub fn chance(desk: &Desk<'_>, state: &State) -> f64 {
    let fails = f64::from(desk.battle.facts.rally.saturating_sub(1)) / 6.0;
    let twice = desk.battle.options.two_dice_rally == Some(state.side);
    1.0 - if twice { fails * fails } else { fails }
}

/// The next unit to rally; `None` if everybody has something better to do.
pub fn next(
    desk: &Desk<'_>,
    state: &State,
    manner: Manner,
    search: &mut Search,
    effort: &mut Effort<'_>,
) -> Option<UnitId> {
    let able = rally::able(desk.battle, state);
    if able.is_empty() {
        return None;
    }
    // Who has moved on in thought: the phase of movement is planned as if it were now.
    let planner = Planner::new(*desk, state, manner, search, effort);
    let chance = chance(desk, state);
    let gains = able.iter().map(|unit| {
        let printed = desk.battle.unit(unit);
        let points = f64::from(printed.full) - f64::from(printed.reduced);
        let pulls = planner.scene.balance.pulls(desk, planner.scene.side);
        let there = state.cell(unit).map_or(0.0, |cell| {
            planner.scene.balance.pull(desk, state, &pulls, unit, cell)
                / f64::from(state.strength(desk.battle, unit)).max(1.0)
        });
        let gain = chance * points * (planner.scene.worth + there);
        (gain - planner.gain_of_moving(unit), unit)
    });
    let best = gains.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > 0.0).then_some(best.1)
}
