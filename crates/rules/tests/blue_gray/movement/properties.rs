//! On positions that random games of the real battles come to: what is listed, what is accepted and what
//! the obvious judge says are the same.

use std::collections::BTreeMap;

use atlas::builtin::{self, Kind};
use field::{Cell, Search};
use rules::blue_gray::ids::Path;
use rules::blue_gray::listing::marches_of;
use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{
    Action, Battle, Decision, Event, Phase, State, UnitId, actions, apply, check, decision,
    movement, new_game,
};

use crate::kinds::battle_of;
use crate::movement::judge::Judge;
use rules::dice::Chance;

/// How many positions of each kind are looked at: more when the long tests are asked for.
fn positions(usually: usize) -> usize {
    if std::env::var_os("LONGROLL_SOAK").is_some() { 50 * usually } else { usually }
}

/// Shows a judge positions of movement phases, spread over whole random games of a kind.
fn on_random_positions(
    kind: Kind,
    usually: usize,
    mut look: impl FnMut(&Judge<'_>, &Battle, &State, &mut Chance),
) {
    let wanted = positions(usually);
    let files = builtin::battle(kind.battle).unwrap();
    let battle = battle_of(kind);
    let judge = Judge::new(&files, &battle);
    let (mut seen, mut game) = (0, 0);
    while seen < wanted {
        let mut player = RandomPlayer::new(game);
        let mut chance = Chance::new(game + 1);
        let mut state = new_game(&battle, &mut chance, &mut Vec::new());
        while let Some(action) = player.choose(&battle, &state) {
            let moving = matches!(decision(&state), Decision::Movement(_));
            if moving && chance.below(90) == 0 && seen < wanted {
                look(&judge, &battle, &state, &mut chance);
                seen += 1;
            }
            apply(&battle, &mut state, &action, &mut chance, &mut Vec::new()).unwrap();
        }
        game += 1;
    }
}

each_kind!(
    every_unit_reaches_what_the_judge_says_by_the_way_he_prefers,
    a_move_is_accepted_exactly_if_it_is_listed,
    a_named_path_is_accepted_exactly_if_the_judge_can_go_it,
    control_is_what_the_judge_sees,
);

/// Where the listing lets a unit move, with the costs.
fn listed_moves(battle: &Battle, state: &State, unit: UnitId) -> BTreeMap<Cell, u8> {
    let mut found = Vec::new();
    marches_of(battle, state, unit, &mut Search::new(), &mut found);
    let to = |action: &Action| match *action {
        Action::Move { to, .. } => Some(to),
        _ => None,
    };
    found.iter().filter_map(|one| Some((to(&one.action)?, one.cost?))).collect()
}

/// The way a unit takes to a hex if none is named, and what it costs.
fn taken(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> (Path, u8) {
    let (mut state, mut events) = (state.clone(), Vec::new());
    let action = Action::Move { unit, to, path: None };
    apply(battle, &mut state, &action, &mut Chance::new(0), &mut events).unwrap();
    let moved = |event: &Event| match *event {
        Event::Moved { path, cost, .. } => Some((path, cost)),
        _ => None,
    };
    events.iter().find_map(moved).expect("the unit moved")
}

/// [BG 5.0?, 5.21, 6.0] What is listed, and the way taken, is what the obvious judge says.
fn every_unit_reaches_what_the_judge_says_by_the_way_he_prefers(kind: Kind) {
    on_random_positions(kind, 4, |judge, battle, state, chance| {
        for unit in battle.of_side(state.side).iter() {
            let listed = listed_moves(battle, state, unit);
            if movement::why_not(battle, state, unit).is_some() {
                assert!(listed.is_empty());
                continue;
            }
            let expected = judge.reach(state, unit);
            let name = |cell: Cell| battle.grid().name(cell).to_string();
            let costs: BTreeMap<String, u32> =
                listed.iter().map(|(&to, &cost)| (name(to), u32::from(cost))).collect();
            let prices: BTreeMap<String, u32> =
                expected.iter().map(|(to, way)| (to.clone(), way.0)).collect();
            assert_eq!(costs, prices, "{} in {}", battle.unit(unit).id, battle.id);
            for &to in listed.keys().filter(|_| chance.below(8) == 0) {
                let (path, cost) = taken(battle, state, unit, to);
                let names: Vec<String> = path.iter().map(|&cell| name(cell)).collect();
                assert_eq!((u32::from(cost), path.len(), names), expected[&name(to)]);
            }
        }
    });
}

/// `check` accepts a move to a hex exactly if it is listed, for every unit and every hex of the map.
fn a_move_is_accepted_exactly_if_it_is_listed(kind: Kind) {
    on_random_positions(kind, 1, |_, battle, state, _| {
        assert_eq!(state.phase, Phase::Movement);
        let all = actions(battle, state);
        for unit in battle.roster() {
            let listed: Vec<Cell> = all
                .iter()
                .filter_map(|one| match one.action {
                    Action::Move { unit: who, to, .. } if who == unit => Some(to),
                    _ => None,
                })
                .collect();
            for to in battle.grid().cells() {
                let verdict = check(battle, state, &Action::Move { unit, to, path: None });
                let who = &battle.unit(unit).id;
                let hex = battle.grid().name(to);
                assert_eq!(verdict.is_ok(), listed.contains(&to), "{who} to {hex}: {verdict:?}");
            }
        }
    });
}

/// A way that is mostly sensible: from neighbour to neighbour, now and then with a leap.
fn random_path(battle: &Battle, start: Cell, chance: &mut Chance) -> Path {
    let mut path = Path::EMPTY;
    let mut here = start;
    for _ in 0..=chance.below(7) {
        let around: Vec<Cell> = battle.grid().neighbours(here).map(|(_, next)| next).collect();
        here = match chance.below(60) {
            0 => here,
            1 => battle.grid().cells().nth(chance.below(battle.grid().len())).unwrap_or(here),
            _ => around[chance.below(around.len())],
        };
        path.push(here);
    }
    path
}

/// [BG 5.12, 5.16, 5.24, 5.25, 5.32, 6.0] A named path is accepted exactly if the judge can go it, and the
/// event names the price.
fn a_named_path_is_accepted_exactly_if_the_judge_can_go_it(kind: Kind) {
    let mut accepted = 0;
    on_random_positions(kind, 4, |judge, battle, state, chance| {
        for unit in battle.of_side(state.side).iter() {
            let Some(start) = state.cell(unit) else { continue };
            let able = movement::why_not(battle, state, unit).is_none();
            for _ in 0..60 {
                let path = random_path(battle, start, chance);
                let &to = path.last().expect("at least one hex");
                let action = Action::Move { unit, to, path: Some(path) };
                let verdict = check(battle, state, &action);
                let price = judge.price(state, unit, &path).filter(|_| able);
                let names: Vec<_> = path.iter().map(|&cell| battle.grid().name(cell)).collect();
                let who = &battle.unit(unit).id;
                assert_eq!(verdict.is_ok(), price.is_some(), "{who} {names:?}: {verdict:?}");
                if let Some(price) = price {
                    let (mut after, mut events) = (state.clone(), Vec::new());
                    apply(battle, &mut after, &action, &mut Chance::new(0), &mut events).unwrap();
                    let told = events.iter().any(|event| {
                        matches!(*event, Event::Moved { unit: who, cost, .. }
                            if who == unit && u32::from(cost) == price)
                    });
                    assert!(told, "{who} {names:?} costs {price}: {events:?}");
                    assert_eq!(after.cell(unit), Some(to));
                    accepted += 1;
                }
            }
        }
    });
    assert!(accepted > 10, "only {accepted} random paths could be gone");
}

/// [BG 6.0, 6.6] The hexes a side controls are those the judge finds by looking at every unit.
fn control_is_what_the_judge_sees(kind: Kind) {
    on_random_positions(kind, 4, |judge, battle, state, _| {
        for side in atlas::Side::BOTH {
            for cell in battle.grid().cells() {
                let controlled = state.controlled_by(side).contains(cell);
                let name = battle.grid().name(cell);
                assert_eq!(controlled, judge.controls(state, side, cell), "{side} {name}");
            }
        }
    });
}
