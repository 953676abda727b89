//! Who can attack a target, and what an attack would do.

use field::Cell;
use serde_json::{Value, json};

use super::illegal;
use crate::blue_gray::Refusal;
use crate::blue_gray::action::{Action, Attack};
use crate::blue_gray::artillery;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::check::check;
use crate::blue_gray::check_combat::check_attack_with;
use crate::blue_gray::ids::{Around, UnitId, UnitSet};
use crate::blue_gray::json::{odds_to_json, read_action};
use crate::blue_gray::listing::common_attackers;
use crate::blue_gray::obligations::Obligations;
use crate::blue_gray::odds::{able_in, defenders_in};
use crate::blue_gray::preview::{Preview, preview};
use crate::blue_gray::state::State;
use crate::blue_gray::view::faces;
use crate::blue_gray::view::words::{hex, hexes, id, ids, refusal};
use crate::json::Question;

/// Which hexes and guns can attack these hexes together, and in which combinations.
pub fn target(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let cells = fields.hexes(battle, "hexes", 6)?.unwrap_or_default();
    let Some(defenders) = Around::of(cells).map(Around::sorted).filter(|all| !all.is_empty())
    else {
        return Err("target, hexes: expected one hex to six".into());
    };
    let duties = Obligations::of(battle, state);
    let none =
        Attack { defenders, attackers: Around::EMPTY, bombard: UnitSet::EMPTY, column: None };
    let is_legal = |attack: Attack| check(battle, state, &Action::Attack(attack)).is_ok();
    let able = common_attackers(battle, &duties, &defenders);
    let combinations: Vec<Around> =
        subsets(&able).filter(|&attackers| is_legal(Attack { attackers, ..none })).collect();
    let guns = guns(battle, state, &duties, none, &combinations);
    let alone = guns.iter().any(|gun| is_legal(Attack { bombard: UnitSet::one(gun.unit), ..none }));
    let attackers: Vec<Value> = able
        .iter()
        .map(|&cell| {
            let units = able_in(battle, state, cell);
            json!({
                "hex": hex(battle, cell),
                "units": ids(battle, units),
                "strength": battle.strength(units),
                "must": duties.must_attack.contains(cell),
            })
        })
        .collect();
    let reason = (combinations.is_empty() && !alone)
        .then(|| why_nobody(battle, state, none, &able, &guns))
        .flatten();
    Ok(json!({
        "attackers": attackers,
        "guns": guns.iter().map(|gun| gun.told(battle, state)).collect::<Vec<Value>>(),
        "combinations": combinations.iter().map(|all| hexes(battle, all.iter().copied())).collect::<Vec<_>>(),
        "bombard_alone": alone,
        "refusal": reason.map(|reason| refusal(battle, &reason)),
    }))
}

/// A gun with a target in range.
struct Gun {
    unit: UnitId,
    refusal: Option<Refusal>,
}

impl Gun {
    fn told(&self, battle: &Battle, state: &State) -> Value {
        json!({
            "unit": id(battle, self.unit),
            "hex": state.cell(self.unit).map(|cell| hex(battle, cell)),
            "strength": battle.unit(self.unit).strength,
            "legal": self.refusal.is_none(),
            "refusal": self.refusal.as_ref().map(|reason| refusal(battle, reason)),
        })
    }
}

/// The guns of the phasing player in range of the target: those that can join some attack on it, or bombard
/// it alone, and why the others cannot.
fn guns(
    battle: &Battle,
    state: &State,
    duties: &Obligations,
    none: Attack,
    combinations: &[Around],
) -> Vec<Gun> {
    let own = battle.guns().intersection(battle.of_side(state.side));
    let in_range = |&gun: &UnitId| {
        let reaches = |from, &target: &Cell| artillery::in_range(battle, gun, from, target);
        state
            .cell(gun)
            .is_some_and(|from| none.defenders.iter().any(|target| reaches(from, target)))
    };
    own.iter()
        .filter(in_range)
        .map(|unit| {
            let with = Attack { bombard: UnitSet::one(unit), ..none };
            // Outside a combat phase the whole attack is refused, and with it the gun.
            let alone = check(battle, state, &Action::Attack(with));
            let joins = alone.is_ok()
                || combinations.iter().any(|&attackers| {
                    let joined = Attack { attackers, ..with };
                    check_attack_with(battle, state, &joined, duties).is_ok()
                });
            Gun { unit, refusal: if joins { None } else { alone.err() } }
        })
        .collect()
}

/// Why there is no attack on a target at all.
fn why_nobody(
    battle: &Battle,
    state: &State,
    none: Attack,
    able: &[Cell],
    guns: &[Gun],
) -> Option<Refusal> {
    let everybody = Around::of(able.iter().copied()).unwrap_or(Around::EMPTY);
    let far = |cell: &Cell| battle.grid().distance(*cell, none.defenders[0]);
    let anybody = state.occupied(state.side).iter().min_by_key(far);
    let attackers = match (everybody.is_empty(), anybody) {
        (false, _) => everybody,
        (true, Some(cell)) => Around::of([cell])?,
        (true, None) => Around::EMPTY,
    };
    let attack = check(battle, state, &Action::Attack(Attack { attackers, ..none })).err();
    // What a gun in range is told says more than that somebody is not next to the target.
    match attack {
        Some(Refusal::NotAdjacent { .. }) => {
            guns.iter().find_map(|gun| gun.refusal.clone()).or(attack)
        }
        other => other,
    }
}

/// The subsets of at most six hexes, without the empty one.
fn subsets(cells: &[Cell]) -> impl Iterator<Item = Around> + '_ {
    (1u32..1 << cells.len().min(12)).filter_map(|bits| {
        Around::of(
            cells.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0).map(|(_, &cell)| cell),
        )
    })
}

/// Strengths, multipliers, columns and what each face would do; or why the attack is not legal.
pub fn odds(battle: &Battle, state: &State, fields: &mut Question<'_>) -> Result<Value, String> {
    let attack = fields.need("attack")?;
    let action = read_action(battle, state, &json!({"attack": attack}))
        .map_err(|faults| faults.to_string())?;
    let Action::Attack(attack) = action else {
        return Err("odds, attack: expected an attack".into());
    };
    if let Err(reason) = check(battle, state, &action) {
        return Ok(illegal(battle, &reason));
    }
    let preview = preview(battle, state, &attack);
    let mut answer = json!({"legal": true});
    if let (Value::Object(answer), Value::Object(told)) =
        (&mut answer, odds_to_json(battle, &preview))
    {
        answer.extend(told);
    }
    answer["terms"] = terms(battle, state, &attack, &preview);
    for (index, face) in preview.faces.iter().enumerate() {
        answer["faces"][index]["words"] = json!(faces::sentence(battle, &attack, &preview, face));
    }
    Ok(answer)
}

/// Who adds how much to either side.
fn terms(battle: &Battle, state: &State, attack: &Attack, preview: &Preview) -> Value {
    let own = preview.odds.attackers.union(attack.bombard);
    let strengths: Vec<Value> = own
        .iter()
        .map(|unit| {
            json!({
                "unit": id(battle, unit),
                "hex": state.cell(unit).map(|cell| hex(battle, cell)),
                "strength": battle.unit(unit).strength,
                "bombards": attack.bombard.contains(unit),
            })
        })
        .collect();
    let mut defence = Vec::new();
    for &(cell, multiplier) in &preview.odds.multipliers {
        for unit in defenders_in(battle, state, cell).iter() {
            // [BG 7.74] A unit already attacked in this phase shares the result but adds no strength.
            let spent = state.flags(unit).attacked();
            defence.push(json!({
                "unit": id(battle, unit),
                "hex": hex(battle, cell),
                "strength": if spent { 0 } else { battle.unit(unit).strength },
                "multiplier": multiplier,
                "why": if spent { Some("attacked before in this phase") } else { why_multiplied(battle, attack, cell, multiplier) },
            }));
        }
    }
    json!({"attack": strengths, "defence": defence})
}

/// What multiplies a defender, in a word or two.
fn why_multiplied(
    battle: &Battle,
    attack: &Attack,
    cell: Cell,
    multiplier: u32,
) -> Option<&'static str> {
    let ground = &battle.ground;
    match multiplier {
        1 => None,
        3 => Some("behind a redoubt"),
        _ if ground.doubling.contains(cell) => {
            match (ground.blocking.contains(cell), ground.terrain_cost(cell)) {
                (true, 1) => Some("in a town"),
                (true, _) => Some("in forest on rough ground"),
                (false, _) => Some("on rough ground"),
            }
        }
        _ if attack.attackers.is_empty() => Some("bombarded over water"),
        _ => Some("behind a bridge or ford"),
    }
}
