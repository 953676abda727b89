//! Readers of what all parts of the door name: units, squares, directions, leaders, posts.

use atlas::Side;
use atlas::battle::Rank;
use atlas::fault::Report;
use field::{Cell, Direction};
use serde_json::Value;

use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::ids::{LeaderId, PostId, UnitId};
use crate::grand_tactical::state::{Fate, Place, State};
use crate::json::{expected, number, text};

/// A unit of the battle.
pub(super) fn unit(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<UnitId> {
    let id = text(report, place, value)?;
    battle.find(id).or_else(|| expected(report, place, value, "a unit of the set-up"))
}

/// A unit of which the asker knows: an unseen one is as unknown as one that is not.
pub(super) fn seen_unit(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
    seen: &State,
) -> Option<UnitId> {
    let id = text(report, place, value)?;
    let known = battle.find(id).filter(|&unit| seen.unit(unit).place != Place::Unseen);
    known.or_else(|| expected(report, place, value, "a unit of yours or one in sight"))
}

/// A square of the map.
pub(super) fn cell(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
) -> Option<Cell> {
    let found = value.as_str().and_then(|name| battle.grid.cell(name));
    found.or_else(|| expected(report, place, value, "a square of the map, x,y"))
}

/// A direction, 1 to 8.
pub(super) fn direction(report: &mut Report, place: &str, value: &Value) -> Option<Direction> {
    let found = number(report, place, value, (1, 8))?;
    Some(Direction::ALL[found as usize - 1])
}

/// A leader by his name, of the side that decides before the other.
pub(super) fn leader(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
    seen: &State,
) -> Option<LeaderId> {
    let name = text(report, place, value)?;
    let of = |side: Side| {
        let known = |leader: &LeaderId| {
            let facts = battle.leader(*leader);
            facts.side == side
                && facts.name == name
                && seen.leaders[leader.index()].fate != Fate::Unknown
        };
        battle.staff().find(known)
    };
    let found = of(seen.side).or_else(|| of(seen.side.other()));
    found.or_else(|| expected(report, place, value, "a leader of yours or one in sight"))
}

/// A post of a side.
pub(super) fn post(
    report: &mut Report,
    place: &str,
    value: &Value,
    battle: &Battle,
    side: Side,
    rank: Rank,
) -> Option<PostId> {
    let name = text(report, place, value)?;
    let found = battle.find_post(side, rank, name);
    found.or_else(|| expected(report, place, value, &format!("a {side} {}", rank.word())))
}
