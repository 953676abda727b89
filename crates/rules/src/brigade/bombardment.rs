//! Artillery bombardment [BR 7.0]: which guns may fire at which hex.

use field::{Cell, CellSet};

use super::action::Bombardment;
use super::activation::check_active;
use super::battle::Battle;
use super::refusal::Refusal;
use super::state::{Mark, State};
use crate::ids::{UnitId, UnitSet};

/// What bars guns from firing.
const BARS: [Mark; 2] = [Mark::Rallied, Mark::Bombarded];

/// Whether a bombardment is allowed: its target, then each of its guns.
pub fn check(battle: &Battle, state: &State, bombardment: &Bombardment) -> Result<(), Refusal> {
    let Bombardment { target, guns } = *bombardment;
    if guns.is_empty() {
        return Err(Refusal::NoGuns);
    }
    check_target(battle, state, target)?;
    guns.iter().try_for_each(|gun| {
        check_ready(battle, state, gun)?;
        check_reaches(battle, state, gun, target)
    })
}

/// Whether a hex may be bombarded at all.
pub fn check_target(battle: &Battle, state: &State, target: Cell) -> Result<(), Refusal> {
    if !state.occupied(state.side.other()).contains(target) {
        return Err(Refusal::NothingToBombard(target));
    }
    // [BR 7.0?] Once in a phase, but with the option.
    if state.bombarded().contains(target) && !battle.options.repeated_bombardment {
        return Err(Refusal::BombardedTwice(target));
    }
    // [BR 7.0] Nobody under cover is bombarded, from elevated ground neither.
    if battle.ground.cover.contains(target) {
        return Err(Refusal::TargetCovered(target));
    }
    // [BR 7.0] Nor next to friends, unless the creek parts them: the guns themselves are friends,
    // too.
    let friends = battle.ground.beside(target).within(state.occupied(state.side));
    friends.iter().next().map_or(Ok(()), |at| Err(Refusal::FriendsNear { target, at }))
}

/// Whether a unit is a gun that may still fire in this phase.
pub fn check_ready(battle: &Battle, state: &State, gun: UnitId) -> Result<(), Refusal> {
    check_active(battle, state, gun)?;
    if !battle.guns().contains(gun) {
        return Err(Refusal::NotArtillery(gun));
    }
    match BARS.into_iter().find(|&mark| state.is_marked(gun, mark)) {
        Some(mark) => Err(Refusal::Done { unit: gun, mark }),
        None => Ok(()),
    }
}

/// The units that what they have done in this turn keeps from firing.
pub fn barred(state: &State) -> UnitSet {
    BARS.map(|mark| state.marked(mark)).into_iter().fold(UnitSet::EMPTY, UnitSet::union)
}

/// The guns that may still fire in this phase.
pub fn ready(battle: &Battle, state: &State) -> UnitSet {
    let own = battle.active(state).intersection(state.on_map(battle, state.side));
    own.intersection(battle.guns()).without(barred(state))
}

/// [BR 7.0] How far a gun fires from where it stands.
pub fn range(battle: &Battle, state: &State, gun: UnitId) -> u8 {
    state.cell(gun).map_or(battle.unit(gun).range.level, |from| range_from(battle, gun, from))
}

/// [BR 7.0] How far a gun fires from a hex.
pub fn range_from(battle: &Battle, gun: UnitId, from: Cell) -> u8 {
    let range = battle.unit(gun).range;
    if battle.ground.elevated.contains(from) { range.elevated } else { range.level }
}

/// Whether a hex is in range and in sight of a gun.
fn check_reaches(battle: &Battle, state: &State, gun: UnitId, target: Cell) -> Result<(), Refusal> {
    let from = state.cell(gun).ok_or(Refusal::NotOnMap(gun))?;
    let (distance, range) = (battle.grid().distance(from, target), range(battle, state, gun));
    if distance > usize::from(range) {
        return Err(Refusal::OutOfRange { unit: gun, distance: distance as u8, range });
    }
    if !battle.sight.is_clear(from, target) {
        return Err(Refusal::OutOfSight(gun));
    }
    Ok(())
}

/// Whether a hex is in range and in sight of a gun that may fire.
pub fn reaches(battle: &Battle, state: &State, gun: UnitId, target: Cell) -> bool {
    check_reaches(battle, state, gun, target).is_ok()
}

/// The hexes that may be bombarded, if some gun reaches them.
pub fn targets(battle: &Battle, state: &State) -> CellSet {
    let enemies = *state.occupied(state.side.other()) - battle.ground.cover;
    enemies.iter().filter(|&hex| check_target(battle, state, hex).is_ok()).collect()
}

/// Every hex that can be bombarded, with all guns that can take part.
pub fn choices(battle: &Battle, state: &State) -> Vec<Bombardment> {
    let ready = ready(battle, state);
    let against = |target: Cell| {
        let reach = |&gun: &UnitId| reaches(battle, state, gun, target);
        Bombardment { target, guns: ready.iter().filter(reach).collect() }
    };
    let all = targets(battle, state);
    all.iter().map(against).filter(|bombardment| !bombardment.guns.is_empty()).collect()
}
