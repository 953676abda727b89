//! Mandatory assaults [BR 8.0]: which enemy hexes must be assaulted in a phase, and which
//! declarations would leave one of them to nobody.

use atlas::battle::Arm;
use field::{Cell, CellSet};

use super::action::Assault;
use super::battle::Battle;
use super::event::Event;
use super::play::Play;
use super::refusal::Refusal;
use super::state::{Mark, State};
use crate::ids::UnitSet;

/// [BR 8.0?] The infantry whose zone of control obliges its side: active, and neither rallied nor
/// searching. Whoever has assaulted obliges nobody any more.
pub fn able(battle: &Battle, state: &State) -> UnitSet {
    let bars = [Mark::Rallied, Mark::Searched, Mark::Assaulted];
    let done = bars.map(|mark| state.marked(mark)).into_iter().fold(UnitSet::EMPTY, UnitSet::union);
    let own = battle.active(state).intersection(state.on_map(battle, state.side));
    own.intersection(battle.of_arm(Arm::Infantry)).without(done)
}

/// [BR 8.0?] The hexes that must be assaulted if the phase begins now. Hexes whose units have all
/// been assaulted are not among them.
pub fn at_start(battle: &Battle, state: &State) -> CellSet {
    let mut controlled = CellSet::EMPTY;
    for cell in state.hexes_of(able(battle, state)).iter() {
        controlled.insert_all(battle.ground.zone(cell));
    }
    let reached = controlled & *state.occupied(state.side.other());
    reached.iter().filter(|&hex| can_be_assaulted(battle, state, hex)).collect()
}

/// [BR 8.0?] Whether a hex holds an enemy unit that has not been assaulted in this phase.
pub fn can_be_assaulted(battle: &Battle, state: &State, hex: Cell) -> bool {
    let there = state.of_side_at(battle, state.side.other(), hex);
    !there.without(state.marked(Mark::Defended)).is_empty()
}

/// Those of some hexes that none of these units has in its zone of control.
pub fn uncovered(battle: &Battle, state: &State, hexes: &CellSet, units: UnitSet) -> Option<Cell> {
    if hexes.is_empty() {
        return None;
    }
    let from = state.hexes_of(units);
    hexes.iter().find(|&hex| !battle.ground.zone(hex).meets(&from))
}

/// [BR 8.0?] No assault may leave a hex that must be assaulted without infantry that can still be
/// made to: in its zone of control, able, and not spent. So the last hex can always be assaulted by
/// whoever answers for it, and no order of assaults leads into a dead end.
pub fn check(battle: &Battle, state: &State, assault: &Assault) -> Result<(), Refusal> {
    let mut left = *state.obligations();
    for &hex in assault.defenders.iter() {
        left.remove(hex);
    }
    let unspent = able(battle, state).without(assault.attackers);
    match uncovered(battle, state, &left, unspent) {
        Some(hex) => Err(Refusal::LeavesObligation(hex)),
        None => Ok(()),
    }
}

impl Play<'_> {
    /// [BR 8.0?] A combat is over: hexes that the enemy has left, and those that nobody able has in
    /// his zone of control any more, need not be assaulted.
    pub fn release_obligations(&mut self) {
        let owed = *self.state.obligations();
        if owed.is_empty() {
            return;
        }
        let from = self.state.hexes_of(able(self.battle, self.state));
        let enemies = *self.state.occupied(self.state.side.other());
        for hex in owed.iter() {
            let held = enemies.contains(hex);
            if held && self.battle.ground.zone(hex).meets(&from) {
                continue;
            }
            self.state.board.noted.remove(hex);
            if held {
                self.tell(Event::Lapsed { cell: hex });
            }
        }
    }
}
