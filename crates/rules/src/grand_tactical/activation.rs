//! [GT 3.0, GT-QS 2.0] Which units may move: divisions activated turn by turn, or the timetable.

use atlas::Side;
use atlas::battle::{Arm, Rank};

use super::battle::Battle;
use super::draw;
use super::event::{Event, Purpose};
use super::ids::{PostId, UnitId};
use super::refusal::Refusal;
use super::state::{Posts, State};
use crate::dice::Dice;

/// Why a unit may not move on a turn; `Ok` if it may.
#[inline]
pub fn may_move(battle: &Battle, state: &State, unit: UnitId) -> Result<(), Refusal> {
    let facts = battle.unit(unit);
    if let Some(turn) = waits_until(battle, state.turn, unit) {
        return Err(Refusal::CavalryWaits { unit, turn });
    }
    // [GT 3.4] The other side is always active.
    if facts.side != battle.tables.activation.side || battle.options.no_activation {
        return Ok(());
    }
    if battle.options.uses_timetable() {
        let held = battle.formations.iter().enumerate();
        let held = held.filter(|(index, _)| state.released >> index & 1 == 0);
        let waits = held.into_iter().any(|(_, units)| units.has(unit));
        return if waits { Err(Refusal::NotReleased(unit)) } else { Ok(()) };
    }
    let active = match (facts.division, facts.corps) {
        (Some(division), _) => state.activated.has(division),
        // [GT 3.3] Corps artillery goes with any division of its corps.
        (None, Some(corps)) => {
            state.activated.iter().any(|division| battle.post(division).above == Some(corps))
        }
        (None, None) => true,
    };
    if active { Ok(()) } else { Err(Refusal::NotActivated(unit)) }
}

/// [GT 3.3] Whether a unit is active: it may move, and advance after combat (D-14).
pub fn is_active(battle: &Battle, state: &State, unit: UnitId) -> bool {
    may_move(battle, state, unit).is_ok()
}

/// [GT 3.2?] Option D-17: the turn before which a unit of cavalry or horse artillery may not move.
fn waits_until(battle: &Battle, turn: u8, unit: UnitId) -> Option<u8> {
    let (side, from) = battle.tables.late_cavalry.filter(|_| battle.options.late_cavalry)?;
    let facts = battle.unit(unit);
    let rides = facts.arm == Arm::Cavalry || facts.horse_artillery;
    (facts.side == side && rides && turn < from).then_some(from)
}

/// [GT 3.1] The divisions that can be activated at all, in unit order.
pub fn divisions(battle: &Battle) -> impl Iterator<Item = PostId> + '_ {
    let side = battle.tables.activation.side;
    let posts = battle.posts.iter().enumerate();
    let is = move |post: &super::battle::Post| post.rank == Rank::Division && post.side == side;
    posts.filter(move |(_, post)| is(post)).map(|(index, _)| PostId(index as u8))
}

/// [GT 3.1, 3.2] Whether a division may be activated now.
pub fn check(battle: &Battle, state: &State, division: PostId) -> Result<(), Refusal> {
    let post = battle.post(division);
    if post.rank != Rank::Division || post.side != battle.tables.activation.side {
        return Err(Refusal::NoSuchDivision(division));
    }
    if post.units.iter().all(|unit| state.cell(unit).is_none()) {
        return Err(Refusal::DivisionNotOnMap(division));
    }
    if state.activated.has(division) {
        return Err(Refusal::ActivatedTwice(division));
    }
    let waits = |unit| waits_until(battle, state.turn, unit);
    if let Some(turn) = post.units.iter().map(waits).min().flatten() {
        return Err(Refusal::CavalryDivisionWaits { division, turn });
    }
    if state.activated.len() >= usize::from(state.limit) {
        return Err(Refusal::LimitReached { limit: state.limit });
    }
    Ok(())
}

/// [GT 3.2?] Phase 1: the limit of this turn is drawn (D-13), or formations are released (D-15).
pub fn begin_turn<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    state.activated = Posts::default();
    state.limit = 0;
    if battle.options.uses_timetable() {
        release_by_contact(battle, state, events);
        release_by_time(battle, state, dice, events);
    }
    if battle.options.activates() {
        let drawn =
            draw::roll(dice, events, Purpose::ActivationLimit, battle.tables.activation.random);
        state.limit = limit(battle, state, drawn);
        events.push(Event::Limited { limit: state.limit });
    }
}

/// [GT 3.2?] How many divisions may be activated (D-13): more with score and time.
pub fn limit(battle: &Battle, state: &State, drawn: u16) -> u8 {
    let table = &battle.tables.activation;
    let sign = if table.side == Side::Union { 1 } else { -1 };
    let level = battle.tables.difficulty.activation[usize::from(battle.options.difficulty) - 1];
    let limit = i32::from(table.base)
        + i32::from(drawn)
        + (state.score * sign).max(0) / table.score_a_division
        + i32::from((state.turn - 1) / table.turns_a_division)
        + i32::from(level);
    let most = divisions(battle).count().max(1) as i32;
    limit.clamp(1, most) as u8
}

/// [GT-QS 2.0?] A formation with a unit next to the enemy is released for good (D-16).
pub fn release_by_contact(battle: &Battle, state: &mut State, events: &mut Vec<Event>) {
    if !battle.options.uses_timetable() {
        return;
    }
    let enemy = battle.tables.activation.side.other();
    for (index, units) in battle.formations.iter().enumerate() {
        let touches = |unit| {
            let cell = state.cell(unit);
            cell.is_some_and(|cell| battle.around(cell).meets(state.occupied(enemy)))
        };
        if state.released >> index & 1 == 0 && units.iter().any(touches) {
            release(state, index, events);
        }
    }
}

/// [GT-QS 2.0?] In the order of the timetable: by chance on the turn before and on its turn, then
/// for certain (D-15).
fn release_by_time<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    let [before, on_time] = battle.tables.timetable.chances;
    for (index, formation) in battle.tables.timetable.formations.iter().enumerate() {
        if state.released >> index & 1 != 0 {
            continue;
        }
        let chance = match state.turn {
            turn if turn > formation.turn => 100,
            turn if turn == formation.turn => on_time,
            turn if turn + 1 == formation.turn => before,
            _ => continue,
        };
        if draw::chance(dice, events, Purpose::Release, chance.into()) {
            release(state, index, events);
        }
    }
}

fn release(state: &mut State, index: usize, events: &mut Vec<Event>) {
    state.released |= 1 << index;
    events.push(Event::Released { formation: index as u8 });
}
