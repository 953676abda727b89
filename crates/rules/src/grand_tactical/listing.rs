//! [GT-QS 3.0, GT 7.3] Every legal action, up to the way of a move and to fire plots where no enemy
//! is seen.

use field::Direction;

use super::action::Action;
use super::battle::Battle;
use super::ids::UnitId;
use super::movement::Reach;
use super::operations::check;
use super::state::{Phase, State};
use super::{activation, movement, sight};

/// Every legal action by what a state shows.
pub fn actions(battle: &Battle, state: &State) -> Vec<Action> {
    let mut list = Vec::new();
    match state.phase {
        Phase::Over => return list,
        Phase::Activation => {
            let open = |division: &_| activation::check(battle, state, *division).is_ok();
            let divisions = activation::divisions(battle).filter(open);
            list.extend(divisions.map(|division| Action::Activate { division }));
        }
        Phase::Operations => {
            let mut reach = Reach::new();
            for unit in battle.of_side(state.side).iter() {
                if state.cell(unit).is_some() {
                    of_unit(battle, state, unit, &mut reach, &mut list);
                }
            }
            transfers(battle, state, &mut list);
        }
    }
    list.push(Action::EndPhase);
    list
}

/// Every legal action of one unit but the transfers of leaders.
pub fn of_unit(
    battle: &Battle,
    state: &State,
    unit: UnitId,
    reach: &mut Reach,
    list: &mut Vec<Action>,
) {
    moves(battle, state, unit, reach, list);
    let legal = |action: &Action| check(battle, state, action).is_ok();
    list.extend(
        Direction::ALL
            .map(|direction| Action::Face { unit, direction })
            .iter()
            .filter(|a| legal(a)),
    );
    let plain = [Action::Mode { unit }, Action::ForceMarch { unit }, Action::Fortify { unit }];
    list.extend(plain.iter().filter(|action| legal(action)));
    for square in state.occupied(state.side.other()) {
        let fire = state.unit(unit).fire;
        if fire != Some(square) && sight::may_plot(battle, state, unit, square).is_ok() {
            list.push(Action::PlotFire { unit, square: Some(square) });
        }
    }
    let plots = [
        Action::PlotFire { unit, square: None },
        Action::PlotMelee { unit, on: true },
        Action::PlotMelee { unit, on: false },
        Action::PlotAdvance { unit, on: true },
        Action::PlotAdvance { unit, on: false },
    ];
    list.extend(plots.iter().filter(|action| legal(action)));
}

/// Every step, and a move to every square whose cheapest way has two steps or more.
fn moves(battle: &Battle, state: &State, unit: UnitId, reach: &mut Reach, list: &mut Vec<Action>) {
    let Some(from) = state.cell(unit).filter(|_| movement::may_move(battle, state, unit).is_ok())
    else {
        return;
    };
    let mover = movement::Mover::new(battle, state, unit);
    let now = state.unit(unit);
    for direction in Direction::ALL {
        let step = mover.step(battle, state, from, direction, now.moved == 0);
        if step.is_ok_and(|(_, cost)| cost <= now.op) {
            list.push(Action::Step { unit, direction });
        }
    }
    reach.search(battle, state, unit);
    let begin = list.len();
    let far = reach.squares().filter(|&(_, _, squares)| squares > 1);
    list.extend(far.map(|(to, ..)| Action::MoveTo { unit, to }));
    list[begin..].sort_by_key(|action| match action {
        Action::MoveTo { to, .. } => (to.row(), to.column()),
        _ => (0, 0),
    });
}

/// [GT 7.12] Every transfer of a leader.
fn transfers(battle: &Battle, state: &State, list: &mut Vec<Action>) {
    if !battle.options.advanced() {
        return;
    }
    for leader in battle.staff() {
        if battle.leader(leader).side != state.side {
            continue;
        }
        let post = state.leaders[leader.index()].post;
        let units = battle.post(post).units.iter();
        let all = units.map(|unit| Action::Transfer { leader, unit });
        list.extend(all.filter(|action| check(battle, state, action).is_ok()));
    }
}
