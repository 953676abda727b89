//! A slow, obvious reckoning of movement, straight from the tables, against the fast one.

use std::collections::BTreeMap;

use atlas::battle::{Arm, Mode};
use atlas::map::Terrain;
use field::{Cell, Direction};
use rules::System;
use rules::grand_tactical::movement::Reach;
use rules::grand_tactical::random::RandomPlayer;
use rules::grand_tactical::state::Phase;
use rules::grand_tactical::tables::Entry;
use rules::grand_tactical::{Battle, State, UnitId, activation};

use crate::fixture::Game;

/// Whether a square is next to an enemy that has not routed.
fn in_zone(battle: &Battle, state: &State, unit: UnitId, cell: Cell) -> bool {
    let side = battle.unit(unit).side;
    battle.roster().any(|other| {
        battle.unit(other).side != side
            && !state.unit(other).routed
            && state.cell(other).is_some_and(|at| battle.distance(at, cell) == 1)
    })
}

/// Whether a road is drawn between two squares.
fn joined(files: &atlas::battle::Battle, a: Cell, b: Cell) -> bool {
    files.map.roads.iter().any(|road| (road.a, road.b) == (a, b) || (road.b, road.a) == (a, b))
}

/// What one step costs, or nothing if it is not allowed.
fn step(
    files: &atlas::battle::Battle,
    battle: &Battle,
    state: &State,
    unit: UnitId,
    from: Cell,
    way: Direction,
    first: bool,
) -> Option<(Cell, u32)> {
    let (facts, now) = (battle.unit(unit), state.unit(unit));
    let to = files.map.grid.neighbour(from, way)?;
    let ground = files.map.ground(to);
    let terrain = match ground.terrain {
        Terrain::Stream if state.fords.contains(to) => Terrain::Ford,
        other => other,
    };
    let basic = battle.options.basic();
    let others: Vec<UnitId> =
        battle.roster().filter(|&other| other != unit && state.cell(other) == Some(to)).collect();
    let guns = others.iter().filter(|&&other| battle.unit(other).arm == Arm::Artillery).count();
    let full = match facts.arm {
        Arm::Artillery => guns > 0,
        _ => others.len() - guns > 1,
    };
    let single = matches!(terrain, Terrain::Town | Terrain::Ford | Terrain::Bridge) && !basic;
    let marching = matches!(now.mode, Mode::Column | Mode::Mounted | Mode::Limbered);
    if ground.scenery
        || matches!(terrain, Terrain::River | Terrain::Stream)
        || others.iter().any(|&other| battle.unit(other).side != facts.side)
        || full
        || (single && !others.is_empty())
        || (terrain == Terrain::Bridge && !marching && !basic)
    {
        return None;
    }
    let column = match (facts.arm, now.mode) {
        (Arm::Infantry, _) => 0,
        (Arm::Cavalry, Mode::Dismounted) if !basic => 0,
        (Arm::Cavalry, _) => 1,
        (Arm::Artillery, _) => 2,
    };
    let costs = &battle.tables.costs;
    let pick = |entry: Entry| u32::from(if way.is_diagonal() { entry.corner } else { entry.side });
    let uphill = ground.elevation > files.map.ground(from).elevation;
    let by_road = joined(files, from, to)
        && !way.is_diagonal()
        && others.is_empty()
        && (basic || facts.arm != Arm::Infantry || now.mode == Mode::Column);
    let mut cost = if by_road {
        pick(costs.road[column]) + u32::from(uphill) * u32::from(costs.higher_by_road[column])
    } else {
        pick(costs.of(terrain)?[column]) + u32::from(uphill) * u32::from(costs.higher[column])
    };
    let (leaves, enters) = (in_zone(battle, state, unit, from), in_zone(battle, state, unit, to));
    match (basic, leaves, enters) {
        (true, true, true) => {
            costs.zone_to_zone[column]?;
            return Some((to, 10));
        }
        (true, false, true) => cost += 2,
        (true, ..) => {}
        (false, true, true) if !first => return None,
        (false, true, true) => cost += u32::from(costs.zone_to_zone[column]?),
        (false, false, false) => {}
        (false, ..) => cost += u32::from(costs.zone[column]),
    }
    let cap = if now.in_command { 10 } else { 5 };
    Some((to, if first && !basic { cost.min(cap) } else { cost }))
}

/// Every square within reach with its least cost, by trying until nothing gets cheaper.
fn slow(
    files: &atlas::battle::Battle,
    battle: &Battle,
    state: &State,
    unit: UnitId,
) -> BTreeMap<Cell, u32> {
    let now = state.unit(unit);
    let mut best: BTreeMap<Cell, u32> = BTreeMap::new();
    let Some(start) = now.cell() else { return best };
    let unlimbered = now.mode == Mode::Unlimbered && !battle.options.basic();
    if !activation::is_active(battle, state, unit) || unlimbered || (now.routed && now.moved > 0) {
        return best;
    }
    for way in Direction::ALL {
        if let Some((to, cost)) = step(files, battle, state, unit, start, way, now.moved == 0)
            && cost <= u32::from(now.op)
        {
            best.insert(to, cost);
        }
    }
    loop {
        let mut changed = false;
        if now.routed {
            break;
        }
        for (at, spent) in best.clone() {
            for way in Direction::ALL {
                let Some((to, cost)) = step(files, battle, state, unit, at, way, false) else {
                    continue;
                };
                let all = spent + cost;
                if to != start
                    && all <= u32::from(now.op)
                    && best.get(&to).is_none_or(|&old| all < old)
                {
                    best.insert(to, all);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    best
}

#[test]
fn the_fast_way_goes_where_the_slow_one_goes() {
    let files = atlas::builtin::battle("grand-tactical/antietam").unwrap();
    for (seed, options) in
        [&[][..], &["4=intermediate", "8"], &["4=advanced"], &["4=advanced", "8"]]
            .into_iter()
            .enumerate()
    {
        let battle = Game::antietam(options);
        let mut player = RandomPlayer::new(seed as u64 + 40);
        let mut state = battle.start(player.chance(), &mut Vec::new());
        let mut reach = Reach::new();
        let mut looked = 0;
        for number in 0.. {
            let Some(action) = player.choose(&battle, &state) else { break };
            battle.apply_legal(&mut state, &action, player.chance(), &mut Vec::new());
            if number % 23 != 0 || state.phase != Phase::Operations {
                continue;
            }
            let own: Vec<UnitId> = state.on_map(&battle, state.side).collect();
            let Some(&unit) = own.get(number % own.len().max(1)) else { continue };
            reach.search(&battle, &state, unit);
            let fast: BTreeMap<Cell, u32> =
                reach.squares().map(|(cell, cost, _)| (cell, cost.into())).collect();
            let slow = slow(&files, &battle, &state, unit);
            assert_eq!(fast, slow, "{} in {options:?}", battle.unit(unit).id);
            looked += 1;
            // The way to each square costs what is said, and is one of so many squares.
            for (to, cost, squares) in reach.squares() {
                let path = reach.path(&battle, &state, unit, to).expect("a way");
                assert_eq!(path.len(), usize::from(squares));
                let priced =
                    rules::grand_tactical::movement::check_path(&battle, &state, unit, &path);
                assert_eq!(priced, Ok(cost));
                assert_eq!(path.squares(&battle.grid, state.cell(unit).unwrap()).last(), Some(to));
            }
        }
        assert!(looked > 20, "{looked}");
    }
}
