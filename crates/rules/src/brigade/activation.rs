//! Activation [BR 3.0]: which corps of a side may act in its player-turn.

use super::battle::{Battle, CorpsSet};
use super::event::Event;
use super::play::Play;
use super::refusal::Refusal;
use super::state::{Phase, State};
use crate::dice::Dice;
use crate::ids::UnitId;

/// Why a corps may not be named now; `None` if it may.
pub fn why_not(battle: &Battle, state: &State, corps: usize) -> Option<Refusal> {
    let activation = battle.activation(state.side)?;
    // [BR 3.0?] A corps without a unit on the map is not named.
    if battle.of_corps(corps).intersection(state.on_map(battle, state.side)).is_empty() {
        return Some(Refusal::CorpsAbsent(corps));
    }
    let by_option = battle.options.not_before.iter().filter(|(late, _)| *late == corps);
    let by_scenario = activation.not_before.get(corps).copied().unwrap_or(1);
    let turn = by_option.map(|(_, turn)| *turn).fold(by_scenario, u8::max);
    (state.turn < turn).then_some(Refusal::CorpsTooEarly { corps, turn })
}

/// [BR 3.0?] Nobody, one or as many corps as the rules allow are named, once and for the whole
/// player-turn.
pub fn check(battle: &Battle, state: &State, named: CorpsSet) -> Result<(), Refusal> {
    let most = battle.activation(state.side).map_or(0, |activation| activation.most);
    if named.len() > usize::from(most) {
        return Err(Refusal::TooManyCorps { most });
    }
    match named.iter().find_map(|corps| why_not(battle, state, corps)) {
        Some(refusal) => Err(refusal),
        None => Ok(()),
    }
}

/// Every choice of corps.
pub fn choices(battle: &Battle, state: &State) -> Vec<CorpsSet> {
    let Some(activation) = battle.activation(state.side) else { return Vec::new() };
    let bits = 0..1u16 << activation.corps.len();
    bits.map(CorpsSet).filter(|&named| check(battle, state, named).is_ok()).collect()
}

/// Whether a unit of the phasing player is active; the refusal if it is not, or is not his at all.
pub fn check_active(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    if battle.unit(unit).side != state.side {
        return Err(Refusal::NotYours(unit));
    }
    if state.cell(unit).is_none() {
        return Err(Refusal::NotOnMap(unit));
    }
    if !battle.active(state).contains(unit) {
        return Err(Refusal::Inactive(unit));
    }
    Ok(())
}

impl Play<'_> {
    /// The corps are named, and the player-turn goes on.
    pub fn activate(&mut self, corps: CorpsSet) {
        self.state.active = corps;
        self.tell(Event::Activated { corps, drawn: false });
        self.begin_phase(Phase::Rally);
    }

    /// [BR 3.0] For solitaire play the corps are drawn: each as likely as the others that may still
    /// be.
    pub fn draw_corps(&mut self, dice: &mut (impl Dice + ?Sized)) {
        let Some(activation) = self.battle.activation(self.state.side) else { return };
        let all = 0..activation.corps.len();
        let mut left: Vec<usize> =
            all.filter(|&corps| why_not(self.battle, self.state, corps).is_none()).collect();
        for _ in 0..activation.most {
            if !left.is_empty() {
                let drawn = left.remove(usize::from(dice.roll(left.len() as u16)));
                self.state.active = self.state.active.with(drawn);
            }
        }
        self.tell(Event::Activated { corps: self.state.active, drawn: true });
    }
}
