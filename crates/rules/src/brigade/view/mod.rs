//! A game of Brigade as clients see it: the view of a state, the facts that never change, answers
//! to questions, and choices made by standing orders. `docs/systems/brigade.md` describes the
//! shapes.
//!
//! Nothing here decides anything about the rules: whatever is shown is asked of the modules that
//! do.

mod arrivals;
mod ask;
mod end_phase;
mod faces;
mod facts;
mod goals;
mod march;
mod orders;
mod planning;
mod terms;
mod units;
mod words;

use atlas::Side;
use serde_json::{Map, Value, json};

use super::action::Action;
use super::battle::Battle;
use super::bombardment;
use super::json::{action_to_json, hex, hexes, id, ids};
use super::listing::actions;
use super::pending::{Attack, Pending};
use super::prepared::Prepared;
use super::state::{Phase, State};
use super::victory;
use super::{activation, rally};
use crate::bid::Bid;
use crate::ids::{UnitId, UnitSet};
use crate::words::the_army;

pub use ask::ask;
pub use facts::facts;
pub use orders::{check_orders, obey};
pub use words::decision;

/// What everybody sees of a state: nothing is hidden.
pub fn view(table: &Prepared, state: &State) -> Value {
    let battle = &table.battle;
    let movable = units::movable(battle, state);
    json!({
        "turn": state.turn,
        "turns": battle.turns,
        "time": table.time(state.turn),
        "side": state.side.word(),
        "first": state.first.word(),
        "phase": state.phase.word(),
        "active": corps(battle, state),
        "units": units::all(battle, state),
        "movable": ids(battle, movable),
        "rally": ids(battle, if acts(state, Phase::Rally) { rally::able(battle, state) } else { UnitSet::EMPTY }),
        "zones": zones(battle, state),
        "held": held(battle, state),
        "ford": state.ford.map(|ford| {
            let (a, b) = battle.grid().edge_cells(ford);
            hexes(battle, [a, b])
        }),
        "points": {"union": victory::points(battle, state), "lines": lines(battle, state)},
        "standing": standing(battle, state),
        "goals": goals::goals(battle, state),
        "arrivals": arrivals::waiting(table, state),
        "bombardment": acts(state, Phase::Bombardment).then(|| batteries(battle, state)),
        "assault": acts(state, Phase::Assault).then(|| duties(battle, state)),
        "pending": state.pending().map(|pending| choice(battle, state, pending)),
        "end_phase": end_phase::end_phase(battle, state, movable),
    })
}

/// What everybody sees of a game that was given up in this state: nobody has anything to choose any
/// more.
pub fn view_closed(table: &Prepared, state: &State) -> Value {
    let mut closed = state.clone();
    closed.outcome = Some(victory::outcome(&table.battle, state));
    closed.pending = None;
    let mut view = view(table, &closed);
    view["standing"] = standing(&table.battle, state);
    view
}

/// Whether the phasing player acts in this phase and nothing else is to be decided.
fn acts(state: &State, phase: Phase) -> bool {
    state.phase == phase && state.pending().is_none() && state.outcome.is_none()
}

/// The corps that must be activated, and what is to be said of each.
fn corps(battle: &Battle, state: &State) -> Value {
    let Some(facts) = &battle.facts.activation else { return Value::Null };
    let own = facts.side == state.side;
    let one = |(index, name): (usize, &String)| {
        let refusal = activation::why_not(battle, state, index)
            .filter(|_| acts(state, Phase::Activation) && own);
        json!({
            "corps": name,
            "active": own && state.active.contains(index),
            "refusal": refusal.map(|refusal| words::refusal(battle, &refusal)),
        })
    };
    let all: Vec<Value> = facts.corps.iter().enumerate().map(one).collect();
    json!({"side": facts.side.word(), "most": facts.most, "corps": all})
}

/// The zones of control of both sides' infantry.
fn zones(battle: &Battle, state: &State) -> Value {
    let of = |side: Side| hexes(battle, state.controlled_by(battle, side).iter());
    json!({"union": of(Side::Union), "confederate": of(Side::Confederate)})
}

/// The landmarks, and who holds them.
fn held(battle: &Battle, state: &State) -> Value {
    let holder = |landmark: &super::facts::Landmark| {
        let side = state.holder(battle, landmark.cell)?;
        Some((hex(battle, landmark.cell), Value::from(side.word())))
    };
    Value::Object(battle.facts.landmarks.iter().filter_map(holder).collect::<Map<_, _>>())
}

fn lines(battle: &Battle, state: &State) -> Vec<Value> {
    let line = |landmark: &super::facts::Landmark| {
        let what = format!("{} ({})", landmark.name, hex(battle, landmark.cell));
        json!({"what": what, "points": landmark.points})
    };
    let agreed = battle.bid.map(|bid| {
        let points = Bid::lead(Some(bid));
        json!({"what": format!("Agreed on beforehand, for {}", the_army(bid.side)), "points": points})
    });
    victory::held(battle, state).map(line).chain(agreed).collect()
}

/// How the game ended, if it has.
pub fn outcome(battle: &Battle, state: &State) -> Option<crate::Outcome> {
    let outcome = state.outcome?;
    Some(crate::Outcome {
        winner: outcome.winner,
        level: outcome.name(battle).to_owned(),
        words: words::ending(battle, outcome),
    })
}

/// Who would have won if the game ended now, or who has.
fn standing(battle: &Battle, state: &State) -> Value {
    let (outcome, words) = match state.outcome {
        Some(outcome) => (outcome, format!("{}.", words::ending(battle, outcome))),
        None => {
            let outcome = victory::outcome(battle, state);
            (outcome, format!("If the game ended now: {}.", words::ending(battle, outcome)))
        }
    };
    json!({
        "winner": outcome.winner.map(|side| side.word()),
        "level": outcome.name(battle),
        "points": outcome.points,
        "words": words,
    })
}

/// What a bombardment phase offers: the hexes that can be bombarded, with the guns that reach them.
fn batteries(battle: &Battle, state: &State) -> Value {
    let targets: Vec<Value> = bombardment::choices(battle, state)
        .iter()
        .map(|fire| json!({"hex": hex(battle, fire.target), "guns": ids(battle, fire.guns)}))
        .collect();
    json!({
        "targets": targets,
        "ready": ids(battle, bombardment::ready(battle, state)),
        "bombarded": hexes(battle, state.bombarded().iter()),
    })
}

/// What an assault phase asks for: the hexes that must still be assaulted, and who may.
fn duties(battle: &Battle, state: &State) -> Value {
    let free = super::assault::free(battle, state);
    let enemies = state.occupied(state.side.other());
    let near = |unit: &UnitId| {
        state.cell(*unit).is_some_and(|cell| battle.ground.around(cell).meets(enemies))
    };
    let able: UnitSet = free.iter().filter(near).collect();
    json!({
        "must_be_assaulted": hexes(battle, state.obligations().iter()),
        "may_assault": ids(battle, able),
        "targets": planning::targets(battle, state),
    })
}

/// A choice that is due, with every way to make it.
fn choice(battle: &Battle, state: &State, pending: &Pending) -> Value {
    let listed = actions(battle, state);
    let choices: Vec<Value> =
        listed.iter().map(|one| action_to_json(battle, &one.action)).collect();
    let mut value = json!({
        "step": pending.step().word(),
        "decider": pending.decider(state).word(),
        "units": ids(battle, pending.units()),
        "words": words::due(battle, state, pending),
        "choices": choices,
    });
    match pending {
        Pending::Combat(choice) => {
            let action = match choice.combat.attack {
                Attack::Assault(assault) => Action::Assault(assault),
                Attack::Bombardment(fire) => Action::Bombard(fire),
            };
            value["attack"] = action_to_json(battle, &action);
            value["die"] = json!(choice.combat.die);
            value["result"] = json!(choice.combat.result.name());
            value["moving"] = json!(choice.moving.map(|unit| id(battle, unit)));
        }
        Pending::Reaction(reaction) => {
            value["mover"] = json!(id(battle, reaction.mover));
            value["half_points"] = json!(reaction.points);
        }
    }
    value
}
