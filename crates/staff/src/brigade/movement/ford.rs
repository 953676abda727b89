//! The hidden ford [BR 14.0]: where it would help most, and who looks for it.

use atlas::battle::Arm;
use field::Cell;
use rules::brigade::facts::Gait;
use rules::brigade::ground::Water;
use rules::brigade::{Action, State, ford};
use rules::ids::UnitId;

use super::plan::Planner;
use crate::brigade::position::balance::Balance;
use crate::brigade::position::desk::Desk;
use crate::brigade::position::survey::NO_WAY;

/// How much the hope of a ford counts beside what it would bring.
const HOPE: f64 = 0.3;
/// The half-points of a ford for infantry, about.
const CROSSING: u8 = 4;
/// A ford must spare infantry so many half-points to be worth a search.
const LEAST_SPARED: u8 = 8;

/// What a ford would bring whoever searches there: strength that comes nearer to landmarks, in points.
fn gain(desk: &Desk<'_>, state: &State, balance: &Balance, near: Cell, far: Cell) -> f64 {
    let (battle, survey) = (desk.battle, desk.survey);
    let side = state.side;
    let enemies = battle.ground.around(far).within(state.occupied(side.other()));
    if state.occupied(side.other()).contains(far) || !enemies.is_empty() {
        return 0.0;
    }
    let pulls = balance.pulls(desk, side);
    let counting = survey.counting(Gait::Infantry, balance.left[side as usize]);
    let foot = state.on_map(battle, side).intersection(battle.of_arm(Arm::Infantry));
    let mut sum = 0.0;
    for unit in foot.iter() {
        let Some(at) = state.cell(unit) else { continue };
        // As the crow flies, over open ground: who is far away does not come here.
        let march = battle.grid().distance(at, near);
        if march > 12 {
            continue;
        }
        let march = 2 * march as u8 + CROSSING;
        for (index, pull) in pulls[..survey.landmarks.len()].iter().enumerate() {
            let old = survey.way(Gait::Infantry, index, at);
            let new = survey.way(Gait::Infantry, index, far).saturating_add(march);
            if new.saturating_add(LEAST_SPARED) < old {
                let strength = f64::from(state.strength(battle, unit));
                sum += pull * strength * (counting[usize::from(new)] - counting[usize::from(old)]);
            }
        }
    }
    sum
}

/// The far sides of plain creek hexsides of a hex.
fn over_creek<'d>(desk: &'d Desk<'_>, state: &'d State, near: Cell) -> impl Iterator<Item = Cell> {
    let ground = &desk.battle.ground;
    ground
        .around(near)
        .iter()
        .filter(move |&far| ground.water_between(near, far, state.ford) == Water::Creek)
}

impl Planner<'_, '_, '_> {
    /// The hexes from which a ford is worth looking for, with what that is worth.
    pub fn fords(&self) -> Vec<(Cell, f64)> {
        let desk = &self.scene.desk;
        let searches = ford::searching(desk.battle, &self.now)
            .is_ok_and(|facts| facts.side == self.scene.side);
        if !searches {
            return Vec::new();
        }
        let balance = Balance::of(desk, &self.now);
        let mut found = Vec::new();
        for near in desk.battle.ground.land.iter() {
            let own_bank = desk
                .survey
                .landmarks
                .iter()
                .enumerate()
                .any(|(index, _)| desk.survey.way(Gait::Infantry, index, near) < NO_WAY);
            let best = over_creek(desk, &self.now, near)
                .map(|far| gain(desk, &self.now, &balance, near, far))
                .fold(0.0, f64::max);
            if own_bank && best > 0.0 {
                found.push((near, HOPE * best));
            }
        }
        found
    }
}

/// Who looks for a ford at the end of a movement phase, and where: somebody who has nothing better to do.
pub fn search(desk: &Desk<'_>, state: &State) -> Option<Action> {
    let battle = desk.battle;
    ford::searching(battle, state).ok()?;
    let balance = Balance::of(desk, state);
    let mut best: Option<(f64, UnitId, Cell)> = None;
    for unit in state.on_map(battle, state.side).iter() {
        let Some(near) = state.cell(unit) else { continue };
        let infantry = battle.unit(unit).arm == Arm::Infantry;
        // Infantry in contact has something better to do.
        if infantry && battle.ground.zone(near).meets(state.occupied(state.side.other())) {
            continue;
        }
        for far in ford::choices(battle, state, unit) {
            let gain = gain(desk, state, &balance, near, far);
            let gain = if infantry { 0.9 * gain } else { gain };
            if gain > best.map_or(0.01, |(known, _, _)| known) {
                best = Some((gain, unit, far));
            }
        }
    }
    best.map(|(_, unit, hex)| Action::Search { unit, hex })
}
