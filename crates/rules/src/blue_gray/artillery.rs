//! Artillery [BG 8.0]: which guns can bombard, and what.
//!
//! A gun under enemy control fights like infantry [BG 8.42, 8.43]: it belongs to the attackers of an attack,
//! needs no line of sight [BG 8.44] and suffers what they suffer. Attacked, it is a defender like any other
//! [BG 8.52]; nothing here adds to a defence [BG 8.51].

use field::{Cell, CellSet};

use super::battle::Battle;
use super::ids::{UnitId, UnitSet};
use super::refusal::Refusal;
use super::retreat;
use super::state::State;

/// Why a gun of the phasing player cannot bombard at all in this phase; `None` if it can.
pub fn why_silent(battle: &Battle, state: &State, gun: UnitId) -> Option<Refusal> {
    let flags = state.flags(gun);
    let Some(cell) = state.cell(gun) else { return Some(Refusal::NotOnMap(gun)) };
    if battle.unit(gun).range == 0 {
        Some(Refusal::NotArtillery(gun))
    } else if battle.is_fog(state.turn) {
        // [BG-F 18.0] No bombardment in fog.
        Some(Refusal::FogBombardment)
    } else if flags.ineffective() {
        Some(Refusal::Ineffective(gun))
    } else if flags.advanced() {
        Some(Refusal::AttackAfterAdvance(gun))
    } else if flags.used() {
        Some(Refusal::AttacksTwice(gun))
    } else if flags.displaced() {
        // [BG 7.82] A displaced gun that has not fired stays silent.
        Some(Refusal::DisplacedGun(gun))
    } else if state.in_enemy_control(battle, gun) {
        // [BG 8.41] Under enemy control a gun fights like infantry.
        Some(Refusal::BombardsUnderControl(gun))
    } else if has_fired_from(state, cell) {
        // [BG 8.14] Guns of one hex bombard one hex.
        Some(Refusal::BatteryHasFired(gun))
    } else {
        None
    }
}

/// The guns of the phasing player that can bombard in this phase: those for whom [`why_silent`] finds nothing.
pub fn ready(battle: &Battle, state: &State) -> UnitSet {
    if battle.is_fog(state.turn) {
        return UnitSet::EMPTY;
    }
    let marks = &state.board.marks;
    let guns = state
        .on_map(battle, state.side)
        .intersection(battle.guns())
        .without(marks.ineffective.union(marks.advanced))
        .without(marks.used.union(marks.displaced));
    let free = guns.without(state.under_control(guns, state.side.other()));
    let fires = |&gun: &UnitId| {
        let spent = state.cell(gun).is_none_or(|cell| has_fired_from(state, cell));
        battle.unit(gun).range > 0 && !spent
    };
    free.iter().filter(fires).collect()
}

/// [BG 8.11, 8.12, 8.31] Those of some hexes that a gun in a hex has in range and sight.
pub fn targets<'a>(
    battle: &'a Battle,
    gun: UnitId,
    from: Cell,
    among: &'a CellSet,
) -> impl Iterator<Item = Cell> + 'a {
    let range = usize::from(battle.unit(gun).range);
    let columns = from.column().saturating_sub(range)..from.column() + range + 1;
    let seen = battle.sight.seen_from(from).common(among, columns);
    seen.filter(move |&target| in_range(battle, gun, from, target))
}

/// [BG 8.14] Whether a gun has bombarded from this hex in this phase.
fn has_fired_from(state: &State, cell: Cell) -> bool {
    let fired = &state.board.bombarded_from;
    !fired.on_map().is_empty() && !fired.at(cell).is_empty()
}

/// [BG 8.11, 8.12, 8.31] Whether a gun in a hex has another in range and sight. A neighbour is bombarded
/// across a creek only [BG 8.45], which [`why_silent`] sees to: next to any other enemy a gun is under control.
pub fn reaches(battle: &Battle, gun: UnitId, from: Cell, target: Cell) -> bool {
    in_range(battle, gun, from, target) && battle.sight.is_clear(from, target)
}

/// [BG 8.11, 8.12] Whether a target is within a gun's range.
pub fn in_range(battle: &Battle, gun: UnitId, from: Cell, target: Cell) -> bool {
    let distance = battle.grid().distance(from, target);
    (1..=usize::from(battle.unit(gun).range)).contains(&distance)
}

/// [BG 8.16] Whether a gun that bombarded may choose to share an Ar: it can move, and has somewhere to go.
pub fn may_share_retreat(battle: &Battle, state: &State, gun: UnitId) -> bool {
    let held = battle.unit(gun).held && !state.flags(gun).released();
    !held && retreat::is_possible(battle, state, gun)
}
