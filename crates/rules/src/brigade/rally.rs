//! Rally [BR 4.0]: reduced units become whole again, away from the enemy.

use super::activation::check_active;
use super::battle::Battle;
use super::event::{Event, Purpose};
use super::play::Play;
use super::refusal::Refusal;
use super::state::{Mark, State};
use crate::dice::Dice;
use crate::ids::{UnitId, UnitSet};

/// Whether a unit may try to rally.
pub fn check(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    check_active(battle, state, unit)?;
    if state.is_marked(unit, Mark::Rallied) {
        return Err(Refusal::Done { unit, mark: Mark::Rallied });
    }
    if !state.is_reduced(unit) {
        return Err(Refusal::NotReduced(unit));
    }
    // [BR 4.0?] It is the enemy's own hex that screens him, and a road through woods does not.
    let enemies = state.occupied(battle.unit(unit).side.other());
    let near =
        state.cell(unit).and_then(|cell| battle.ground.threats(cell).within(enemies).iter().next());
    near.map_or(Ok(()), |at| Err(Refusal::EnemyNear { unit, at }))
}

/// The units of the phasing player that may try to rally.
pub fn able(battle: &Battle, state: &State) -> UnitSet {
    let reduced = state.board.reduced.intersection(state.on_map(battle, state.side));
    let open = reduced.intersection(battle.active(state)).without(state.marked(Mark::Rallied));
    open.iter().filter(|&unit| check(battle, state, unit).is_ok()).collect()
}

impl Play<'_> {
    /// A unit tries to rally; whether it succeeds or not, it does nothing else in this turn [BR
    /// 4.0?].
    pub fn rally(&mut self, unit: UnitId, dice: &mut (impl Dice + ?Sized)) {
        self.state.mark(UnitSet::one(unit), Mark::Rallied);
        let two = self.battle.options.two_dice_rally == Some(self.battle.unit(unit).side);
        // Both dice are thrown, whatever the first shows.
        let mut best = 0;
        for _ in 0..if two { 2 } else { 1 } {
            let face = dice.d6();
            self.tell(Event::DieThrown { face, purpose: Purpose::Rally(unit) });
            best = best.max(face);
        }
        if best >= self.battle.facts.rally {
            self.state.board.reduced.remove(unit);
            self.tell(Event::Rallied { unit });
        } else {
            self.tell(Event::RallyFailed { unit });
        }
    }
}
