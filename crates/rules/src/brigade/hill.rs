//! A. P. Hill [BR 15.0]: a group that a die brings on, all at once, in breach of stacking.

use field::Cell;

use super::battle::Battle;
use super::event::{Event, Purpose};
use super::movement::{Mover, able_to_move};
use super::play::Play;
use super::refusal::Refusal;
use super::stacking::may_share;
use super::state::{Hill, Place, State};
use crate::dice::Dice;
use crate::ids::UnitSet;
use crate::search::with_search;

/// [BR 15.0?] The movement phase of its side does not end while its hex is crowded and one of its
/// units there can still move.
pub fn check_end_of_movement(battle: &Battle, state: &State) -> Result<(), Refusal> {
    let Some(cell) = crowded(battle, state) else { return Ok(()) };
    let there = state.of_side_at(battle, state.side, cell).intersection(battle.hill_units());
    let can_go = |unit| {
        let mover = Mover::starting(battle, state, unit, cell);
        with_search(|search| mover.can_go(battle, state, search))
    };
    let stuck = !there.intersection(able_to_move(battle, state)).iter().any(can_go);
    if stuck { Ok(()) } else { Err(Refusal::Crowded(cell)) }
}

/// The hex where the group came on, if its side moves and more stand there than may.
fn crowded(battle: &Battle, state: &State) -> Option<Cell> {
    let hill = battle.hill().filter(|hill| hill.side == state.side)?;
    let there = state.of_side_at(battle, hill.side, hill.cell);
    (!may_share(battle, there)).then_some(hill.cell)
}

impl Play<'_> {
    /// [BR 15.0?] At the start of a turn, before initiative: the die is thrown from its turn on,
    /// once it has shown enough the group comes as soon as no enemy stands in its hex.
    pub fn check_arrival(&mut self, dice: &mut (impl Dice + ?Sized)) {
        let Some(hill) = self.battle.hill() else { return };
        let (cell, side) = (hill.cell, hill.side);
        if self.state.hill == Hill::Waiting && self.state.turn >= hill.from_turn {
            let face = dice.d6();
            self.tell(Event::DieThrown { face, purpose: Purpose::Arrival });
            if face >= hill.least {
                self.state.hill = Hill::Due;
            }
        }
        if self.state.hill != Hill::Due {
            return;
        }
        if self.state.occupied(side.other()).contains(cell) {
            return self.tell(Event::Delayed { at: cell });
        }
        self.state.hill = Hill::Arrived;
        let units = self.battle.hill_units().intersection(self.state.board.places.reserve());
        for unit in units.iter() {
            self.state.put(self.battle, unit, Place::On(cell));
        }
        self.tell(Event::Arrived { units, at: cell });
        if let Some(unit) = units.first() {
            self.come_to_rest(unit, cell);
        }
    }

    /// [BR 15.0?] Those of the group for whom there is still no room, in the order of designations,
    /// go back and come again without a die.
    pub fn thin_out(&mut self) {
        let Some(cell) = crowded(self.battle, self.state) else { return };
        let there = self.state.of_side_at(self.battle, self.state.side, cell);
        let own = there.intersection(self.battle.hill_units());
        let mut kept = there.without(own);
        let mut back = UnitSet::EMPTY;
        for unit in own.iter() {
            let with = kept.union(UnitSet::one(unit));
            if may_share(self.battle, with) {
                kept = with;
            } else {
                back.insert(unit);
            }
        }
        for unit in back.iter() {
            self.state.put(self.battle, unit, Place::Reserve);
        }
        self.state.hill = Hill::Due;
        self.tell(Event::SentBack { units: back });
    }
}
