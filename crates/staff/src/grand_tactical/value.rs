//! What a position promises: points of the score as they stand, what the objectives will bring, and what units can
//! still do. Margins are the Union's.

use atlas::{BySide, Side};
use rules::Bid;
use rules::grand_tactical::state::{Phase, State};
use rules::grand_tactical::{Battle, victory};

use super::desk::{phases_left, sign};
use super::ground::Ground;
use super::scene::volley;

/// Points on the march at which strength about an objective counts a third.
const HALF_WAY: f64 = 25.0;
/// How many phases ahead a unit's fire is counted.
const PHASES_AHEAD: f64 = 8.0;
/// How much of its fire a unit finds a use for.
const USED: f64 = 0.3;

/// What a position promises the Union, in points of the score.
pub fn value(battle: &Battle, ground: &Ground, state: &State) -> f64 {
    if state.phase == Phase::Over {
        return f64::from(victory::counted(battle, state));
    }
    let lost = |side| f64::from(victory::worth_of_losses(battle, state, side));
    let losses = lost(Side::Union) - lost(Side::Confederate);
    let agreed = f64::from(Bid::lead(battle.bid));
    losses + agreed + objectives(battle, ground, state) + promise(battle, state)
}

/// What units can still do to each other.
fn promise(battle: &Battle, state: &State) -> f64 {
    let ahead = f64::from(phases_left(battle, state)).min(PHASES_AHEAD);
    let mut all = 0.0;
    for side in Side::BOTH {
        let mut own = 0.0;
        for unit in state.on_map(battle, side) {
            let now = state.unit(unit);
            let range = if battle.unit(unit).is_artillery() { 2 } else { 1 };
            let mut fire = f64::from(volley(battle, now, unit, range));
            if now.routed {
                fire *= 0.2;
            } else if now.disrupted {
                fire *= 0.7;
            }
            if !now.ammo {
                fire *= 0.5;
            }
            own += fire;
        }
        all += sign(side) * own;
    }
    all * USED * ahead
}

/// What the objectives are expected to bring: as they are held, and as the strengths about them say.
fn objectives(battle: &Battle, ground: &Ground, state: &State) -> f64 {
    let left = f64::from(phases_left(battle, state));
    let open = left / (left + 1.5);
    let mut all = 0.0;
    for (index, goal) in battle.objectives.iter().enumerate() {
        let held = f64::from(victory::objective(battle, state, index));
        let chance = chance_of(battle, ground, state, index, left);
        let expected = (1.0 - open) * held + open * chance * f64::from(goal.points);
        all += sign(goal.side) * expected;
    }
    all
}

/// The chance that the side that wants an objective will hold it.
fn chance_of(battle: &Battle, ground: &Ground, state: &State, index: usize, left: f64) -> f64 {
    let goal = &battle.objectives[index];
    let far = &ground.to_objective[index];
    let mut strength = BySide { union: 0.0, confederate: 0.0 };
    for side in Side::BOTH {
        for unit in state.on_map(battle, side) {
            let now = state.unit(unit);
            let Some(at) = now.cell().filter(|_| !now.routed) else { continue };
            let men = if battle.unit(unit).is_artillery() { 20.0 } else { 1.0 };
            let fresh = 1.0 - f64::from(now.fatigue.min(90)) / 100.0;
            let way = f64::from(far[at.index()]);
            // Whoever cannot come in time does not count.
            if way <= 10.0 * (left + 1.0) {
                let near = 1.0 / (1.0 + (way / HALF_WAY) * (way / HALF_WAY));
                strength[side] += f64::from(now.strength) * men * fresh * near;
            }
        }
    }
    let [own, other] = [strength[goal.side], strength[goal.side.other()]].map(|one| one * one);
    own / (own + other + 1.0)
}
