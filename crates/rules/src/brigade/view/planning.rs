//! Help with planning: the strongest assault on some hexes, the guns that reach a hex and why
//! others do not, and what a corps could do if it were named.

use std::cmp::Reverse;

use field::Cell;
use serde_json::{Value, json};

use super::{hex, hexes, id, ids, units, words};
use crate::brigade::action::{Action, Assault, Bombardment};
use crate::brigade::battle::{Battle, CorpsSet};
use crate::brigade::check::check;
use crate::brigade::listing::{actions, adjacent};
use crate::brigade::state::{Phase, State};
use crate::brigade::strength::of_assault;
use crate::brigade::{activation, assault, bombardment, obligations, rally};
use crate::ids::{Around, UnitId, UnitSet};
use crate::json::Question;

/// Every listed assault whose defending hexes are wanted, with all guns that could join and without
/// them.
fn assaults(battle: &Battle, state: &State, wanted: impl Fn(&[Cell]) -> bool) -> Vec<Assault> {
    if state.phase != Phase::Assault || state.pending().is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for listed in actions(battle, state) {
        let Action::Assault(assault) = listed.action else { continue };
        if !wanted(&assault.defenders) {
            continue;
        }
        found.push(assault);
        let guns = listed.may_join.unwrap_or(UnitSet::EMPTY);
        let attackers = assault.attackers.union(guns);
        let joined = Assault { attackers, ..assault };
        if !guns.is_empty() && check(battle, state, &Action::Assault(joined)).is_ok() {
            found.push(joined);
        }
    }
    found
}

/// What is proposed against some hexes: the strongest legal assault on exactly these; if there is
/// none, the fewest hexes with them that can be assaulted together; and why these alone cannot be.
pub fn proposal(battle: &Battle, state: &State, hexes_wanted: &Around, able: UnitSet) -> Value {
    let wanted = hexes_wanted.sorted();
    let strength = |assault: &Assault| {
        let strengths = of_assault(battle, state, assault);
        (strengths.column, strengths.attack)
    };
    let same = |cells: &[Cell]| cells == &wanted[..];
    if let Some(best) = assaults(battle, state, same).into_iter().max_by_key(strength) {
        return json!({"proposed": ids(battle, best.attackers), "instead": null, "refusal": null});
    }
    let more = |cells: &[Cell]| wanted.iter().all(|cell| cells.contains(cell));
    let wider = assaults(battle, state, more)
        .into_iter()
        .max_by_key(|assault| (Reverse(assault.defenders.len()), strength(assault)));
    let all = Action::Assault(Assault { defenders: wanted, attackers: able });
    let refusal = check(battle, state, &all).err();
    json!({
        "proposed": null,
        "instead": wider.map(|assault| hexes(battle, assault.defenders.iter().copied())),
        "refusal": refusal.map(|refusal| words::refusal(battle, &refusal)),
    })
}

/// The enemy hexes that somebody could assault, alone or with others.
pub fn targets(battle: &Battle, state: &State) -> Vec<String> {
    let free = assault::free(battle, state);
    let enemies = state.occupied(state.side.other());
    let open = |&cell: &Cell| {
        obligations::can_be_assaulted(battle, state, cell)
            && !adjacent(battle, state, free, &[cell]).is_empty()
    };
    hexes(battle, enemies.iter().filter(open))
}

/// The guns of the phasing player against one hex: which reach it, and why the others do not.
pub fn fire(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let Some(target) = fields.hex(battle, "hex")? else {
        return Err("fire, hex: it is missing".into());
    };
    let own = state.on_map(battle, state.side).intersection(battle.guns());
    let one = |gun: UnitId| {
        let fire = Action::Bombard(Bombardment { target, guns: UnitSet::one(gun) });
        let refusal = check(battle, state, &fire).err();
        let from = state.cell(gun);
        let distance = from.map_or(0, |from| battle.grid().distance(from, target));
        json!({
            "unit": id(battle, gun),
            "hex": from.map(|from| hex(battle, from)),
            "strength": state.strength(battle, gun),
            "distance": distance,
            "range": bombardment::range(battle, state, gun),
            "far": distance >= usize::from(battle.facts.far),
            "can": refusal.is_none(),
            "refusal": refusal.map(|refusal| words::refusal(battle, &refusal)),
        })
    };
    let barred = bombardment::check_target(battle, state, target).err();
    Ok(json!({
        "hex": hex(battle, target),
        "refusal": barred.map(|refusal| words::refusal(battle, &refusal)),
        "guns": own.iter().map(one).collect::<Vec<_>>(),
    }))
}

/// [BR 3.0] What a corps could do if it alone were named now, as the armies stand.
pub fn corps(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let name = fields.need("corps")?;
    let facts = battle.activation(state.side);
    let found = facts.and_then(|facts| facts.corps.iter().position(|corps| name == corps.as_str()));
    let Some(corps) = found else {
        return Err("corps, corps: expected one that is named in this player-turn".into());
    };
    let own = battle.of_corps(corps).intersection(state.on_map(battle, state.side));
    let named = |phase: Phase| {
        let mut would = state.clone();
        (would.active, would.phase) = (CorpsSet::EMPTY.with(corps), phase);
        would
    };
    let acts = state.pending().is_none() && state.outcome.is_none();
    let only = |units: UnitSet| if acts { units.intersection(own) } else { UnitSet::EMPTY };
    let rallies = only(rally::able(battle, &named(Phase::Rally)));
    let moves = only(units::movable(battle, &named(Phase::Movement)));
    let fires = bombardment::choices(battle, &named(Phase::Bombardment));
    let guns = fires.iter().map(|fire| fire.guns).fold(UnitSet::EMPTY, UnitSet::union);
    let touched = obligations::at_start(battle, &named(Phase::Assault));
    let refusal = activation::why_not(battle, state, corps);
    Ok(json!({
        "corps": name,
        "units": ids(battle, own),
        "strength": own.iter().map(|unit| state.strength(battle, unit)).sum::<u32>(),
        "rally": ids(battle, rallies),
        "move": ids(battle, moves),
        "bombard": ids(battle, only(guns)),
        "must_assault": hexes(battle, touched.iter()),
        "refusal": refusal.map(|refusal| words::refusal(battle, &refusal)),
    }))
}
