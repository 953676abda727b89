//! Why an order is given, in words that a player reads.

use atlas::battle::Mode;
use field::Cell;
use rules::grand_tactical::state::{Phase, State};
use rules::grand_tactical::{Action, Battle, UnitId, odds};

use crate::grand_tactical::desk::{Order, Why};
use crate::names::{Names, Towards};

/// Why an order is given.
pub fn reason(battle: &Battle, names: &Names, seen: &State, order: &Order) -> String {
    match order.action {
        Action::Activate { division } => activation(battle, seen, division),
        Action::PlotFire { unit, square: Some(square) } => fire(battle, seen, unit, square),
        Action::PlotMelee { unit, .. } => charge(battle, seen, unit),
        Action::Step { unit, direction } => {
            let to = seen.cell(unit).and_then(|from| battle.grid.neighbour(from, direction));
            march(battle, names, seen, unit, to, order.why)
        }
        Action::Move { unit, from, path } => {
            let to = path.squares(&battle.grid, from).last();
            march(battle, names, seen, unit, to, order.why)
        }
        Action::Mode { unit } => formation(seen, unit),
        Action::Fortify { .. } => "nobody fires at it yet, and the enemy will come".to_owned(),
        Action::ForceMarch { unit } => pressed(battle, seen, unit),
        Action::Face { .. } => "the enemy is strongest there".to_owned(),
        Action::PlotAdvance { .. } => "what it holds is worth more than the next square".to_owned(),
        Action::Transfer { .. } => {
            "from there he commands more of his units, or is safer".to_owned()
        }
        _ => "as the plan says".to_owned(),
    }
}

/// Why a phase is ended.
pub fn end(battle: &Battle, seen: &State) -> String {
    match seen.phase {
        Phase::Activation if seen.activated.len() < usize::from(seen.limit) => {
            "nobody else has anything to do".to_owned()
        }
        Phase::Activation => format!("all {} activations are used", seen.limit),
        _ => {
            let plots = battle.of_side(seen.side).iter();
            let fire = plots.filter(|&unit| seen.unit(unit).fire.is_some()).count();
            match fire {
                0 => "nobody has anything more to do".to_owned(),
                1 => "everybody is in place; one unit has its target".to_owned(),
                _ => format!("everybody is in place; {fire} units have their targets"),
            }
        }
    }
}

fn activation(battle: &Battle, seen: &State, division: rules::grand_tactical::PostId) -> String {
    let men: u32 = battle
        .post(division)
        .units
        .iter()
        .filter(|&unit| seen.cell(unit).is_some() && !battle.unit(unit).is_artillery())
        .map(|unit| u32::from(seen.unit(unit).strength))
        .sum();
    format!("{men} men who can be brought to where they are wanted")
}

/// The casualties to be expected, by the engine's own reckoning.
fn fire(battle: &Battle, seen: &State, unit: UnitId, square: Cell) -> String {
    let Some(found) = odds::fire(battle, seen, unit, square) else {
        return "the best target it has".to_owned();
    };
    let mean = found.casualties.mean_tenths.div_ceil(10);
    let target = &battle.unit(found.primary).short;
    let count = seen.stack(square).count();
    let with = if count > 1 { " and those with it" } else { "" };
    format!("about {mean} casualties to {target}{with}, the most it can do")
}

fn charge(battle: &Battle, seen: &State, unit: UnitId) -> String {
    let Some(found) = odds::melee(battle, seen, unit) else {
        return "with the others it is strong enough to overrun them".to_owned();
    };
    let (own, enemy) = (found.attack / 100, found.defence / 100);
    format!("{own} against {enemy} where it charges, and others may join")
}

/// [GT 7.10] Why a unit is pressed on.
fn pressed(battle: &Battle, seen: &State, unit: UnitId) -> String {
    if seen.turn >= battle.turns && seen.unit(unit).fire.is_some() {
        "the day is nearly over: more time for this shot is worth the fatigue".to_owned()
    } else {
        "what it is to reach lies a little beyond its points".to_owned()
    }
}

fn formation(seen: &State, unit: UnitId) -> String {
    match seen.unit(unit).mode {
        Mode::Normal => "the march goes faster in column",
        Mode::Column => "the enemy is near: line before he fires",
        Mode::Mounted => "on foot it is no easy target",
        Mode::Dismounted => "it is to ride",
        Mode::Limbered => "somebody is in range from here",
        Mode::Unlimbered => "there is a better position for these guns",
    }
    .to_owned()
}

fn march(
    battle: &Battle,
    names: &Names,
    seen: &State,
    unit: UnitId,
    to: Option<Cell>,
    why: Why,
) -> String {
    let Some((from, to)) = seen.cell(unit).zip(to) else { return String::new() };
    let goal = battle.objectives.iter().find(|goal| goal.cell == to);
    match why {
        Why::Seize => match goal {
            Some(goal) if goal.side == seen.side => {
                format!("takes {}, worth {} points", place(names, battle, to), goal.points)
            }
            Some(goal) => format!(
                "keeps the enemy out of {}, worth {} points to him",
                place(names, battle, to),
                goal.points
            ),
            None => "takes what is worth points".to_owned(),
        },
        Why::Guard => "goes where the enemy must not get through".to_owned(),
        Why::Close => "comes to where it can fight".to_owned(),
        Why::Withdraw if seen.unit(unit).routed => "routed: out of reach, to rally".to_owned(),
        Why::Withdraw => "worn out: back to where it can rest".to_owned(),
        Why::Guns => "from there these guns do more, or stand safer".to_owned(),
        Why::March => match names.towards(&battle.grid, from, to) {
            Some(Towards::At(name) | Towards::Near(name)) => format!("on towards {name}"),
            None => "on towards where it is wanted".to_owned(),
        },
        _ => "a better place for what it gives and takes".to_owned(),
    }
}

fn place(names: &Names, battle: &Battle, cell: Cell) -> String {
    names.hex(&battle.grid, cell)
}
