//! Fast code against slow, obvious code: movement, sight and the duty to assault.

use std::collections::BTreeMap;

use atlas::Side;
use atlas::battle::Arm;
use field::Cell;
use rules::System;
use rules::brigade::movement::Mover;
use rules::brigade::{Action, Assault, Battle, Phase, Prepared, State};
use rules::ids::{Around, UnitId, UnitSet};
use rules::random::RandomPlayer;

fn ready(scenario: &str) -> Prepared {
    let files = atlas::builtin::battle("brigade/antietam").unwrap();
    Prepared::new(&files, Some(scenario), &[]).unwrap()
}

/// States of random games, thinned out.
fn states(
    ready: &Prepared,
    seeds: u64,
    every: usize,
    wanted: impl Fn(&State) -> bool,
) -> Vec<State> {
    let mut found = Vec::new();
    for seed in 0..seeds {
        let mut player = <Prepared as System>::Random::new(seed);
        let mut state = ready.start(RandomPlayer::<Prepared>::chance(&mut player), &mut Vec::new());
        let mut number = 0;
        while let Some(action) = RandomPlayer::choose(&mut player, ready, &state) {
            if wanted(&state) {
                number += 1;
                if number % every == 0 {
                    found.push(state.clone());
                }
            }
            let dice = RandomPlayer::<Prepared>::chance(&mut player);
            ready.apply_legal(&mut state, &action, dice, &mut Vec::new());
        }
    }
    found
}

/// Whether a hex is in the zone of control of an enemy of a side, worked out from the units alone
/// [BR 6.0].
fn controlled(battle: &Battle, state: &State, side: Side, hex: Cell) -> bool {
    use atlas::map::Terrain::{Town, Woods};
    let screens = |cell: Cell| matches!(battle.ground.terrain(cell), Woods | Town);
    battle.roster().any(|unit| {
        let printed = battle.unit(unit);
        let Some(at) = state.cell(unit) else { return false };
        printed.side != side
            && printed.arm == Arm::Infantry
            && battle.grid().distance(at, hex) == 1
            && !battle.ground.water_between(at, hex, None).is_wet()
            && !screens(at)
            && !screens(hex)
    })
}

/// The least cost to every hex by trying every step of every way [BR 6.0].
fn slow_reach(battle: &Battle, state: &State, unit: UnitId) -> BTreeMap<Cell, u8> {
    let printed = battle.unit(unit);
    let start = state.cell(unit).unwrap();
    let enemy =
        |cell: Cell| state.units_at(cell).iter().any(|it| battle.unit(it).side != printed.side);
    let caught = controlled(battle, state, printed.side, start);
    let mut best: BTreeMap<Cell, u8> = BTreeMap::new();
    let mut open = vec![(start, 0u8)];
    while let Some((here, spent)) = open.pop() {
        if here != start && controlled(battle, state, printed.side, here) {
            continue;
        }
        for (way, next) in battle.grid().neighbours(here) {
            let Some(step) = battle.ground.step(printed.gait, here, way, state.ford) else {
                continue;
            };
            let total = spent + step.get();
            let barred = next == start
                || enemy(next)
                || total > printed.allowance
                || here == start && caught && controlled(battle, state, printed.side, next);
            if !barred && best.get(&next).is_none_or(|&known| total < known) {
                best.insert(next, total);
                open.push((next, total));
            }
        }
    }
    best.retain(|&cell, _| rules::brigade::stacking::has_room(battle, state, unit, cell));
    best
}

#[test]
fn b6_0_reach_is_what_trying_every_way_finds() {
    let ready = ready("september-17");
    let battle = &ready.battle;
    let mut compared = 0;
    for state in
        states(&ready, 2, 40, |state| state.phase == Phase::Movement && state.pending().is_none())
    {
        for unit in rules::brigade::movement::able_to_move(battle, &state).iter().step_by(3) {
            let mover = Mover::of(battle, &state, unit).unwrap();
            let fast: BTreeMap<Cell, u8> =
                mover.destinations(battle, &state, &mut field::Search::new()).into_iter().collect();
            assert_eq!(fast, slow_reach(battle, &state, unit), "{}", battle.unit(unit).id);
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// Line of sight as our list of rules words it, in cube coordinates [BR 7.0].
fn slow_sight(battle: &Battle, from: Cell, to: Cell) -> bool {
    let cube = |cell: Cell| {
        let (column, row) = (cell.column() as i32, cell.row() as i32);
        let y = row - (column - (column & 1)) / 2;
        [column, y, -column - y]
    };
    if battle.ground.elevated.contains(from) {
        return true;
    }
    let (a, b) = (cube(from), cube(to));
    let d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let n = d.iter().map(|it| it.abs()).max().unwrap();
    let p = (0..3).find(|&axis| d[axis].abs() == n).unwrap();
    let u = (p + 1) % 3;
    let blocks = |along: i32, across: i32| {
        let mut place = [0; 3];
        place[p] = along;
        place[u] = across;
        place[3 - p - u] = -along - across;
        let column = place[0];
        let row = place[1] + (column - (column & 1)) / 2;
        let on_map = column >= 0
            && row >= 0
            && (column as usize) < battle.grid().columns()
            && (row as usize) < battle.grid().rows(column as usize);
        on_map && battle.ground.blocking.contains(Cell::at(column as usize, row as usize))
    };
    (1..n).all(|i| {
        let along = a[p] + i * d[p].signum();
        let f = (d[u] * i).div_euclid(n);
        let rem = d[u] * i - f * n;
        !match (2 * rem).cmp(&n) {
            std::cmp::Ordering::Less => blocks(along, a[u] + f),
            std::cmp::Ordering::Greater => blocks(along, a[u] + f + 1),
            std::cmp::Ordering::Equal => blocks(along, a[u] + f) && blocks(along, a[u] + f + 1),
        }
    })
}

#[test]
fn b7_0_sight_is_what_the_rule_says_cell_by_cell() {
    for scenario in ["september-17", "hooker-attacks"] {
        let ready = ready(scenario);
        let battle = &ready.battle;
        let mut seen = 0;
        for from in battle.ground.land.iter() {
            let mut around = battle.grid().disc(from, 10) & battle.ground.land;
            around.remove(from);
            for to in around {
                let clear = battle.sight.is_clear(from, to);
                assert_eq!(
                    clear,
                    slow_sight(battle, from, to),
                    "{} {}",
                    battle.grid().name(from),
                    battle.grid().name(to)
                );
                seen += usize::from(clear);
            }
        }
        assert!(seen > 1000);
    }
}

/// The printed conditions of an assault one by one, without any set worked out before [BR 8.0].
fn slow_assault(battle: &Battle, state: &State, assault: &Assault) -> bool {
    use rules::brigade::ground::Water;
    use rules::brigade::state::Mark;
    let (own, enemy) = (state.side, state.side.other());
    let cover = |cell: Cell| battle.ground.cover.contains(cell);
    let defends = |cell: Cell| {
        battle
            .roster()
            .filter(move |&unit| state.cell(unit) == Some(cell) && battle.unit(unit).side == enemy)
    };
    let targets = &assault.defenders;
    if targets.is_empty()
        || !targets
            .iter()
            .all(|&cell| defends(cell).any(|unit| !state.is_marked(unit, Mark::Defended)))
    {
        return false;
    }
    let bars = [Mark::Rallied, Mark::Searched, Mark::Bombarded, Mark::Assaulted];
    let active = battle.active(state);
    let (mut adjacent, mut wet, mut others) = (0, false, false);
    for unit in assault.attackers.iter() {
        let printed = battle.unit(unit);
        let Some(at) = state.cell(unit) else { return false };
        if printed.side != own
            || !active.contains(unit)
            || bars.iter().any(|&mark| state.is_marked(unit, mark))
        {
            return false;
        }
        let far: Vec<usize> =
            targets.iter().map(|&cell| battle.grid().distance(at, cell)).collect();
        others |= printed.arm != Arm::Infantry;
        if far.iter().all(|&it| it == 1) {
            adjacent += 1;
            for &cell in targets.iter() {
                let water = battle.ground.water_between(at, cell, state.ford);
                wet |= water.is_wet();
                if water == Water::Creek
                    || printed.arm != Arm::Infantry && (water.is_wet() || cover(cell))
                {
                    return false;
                }
            }
        } else {
            let supports = printed.arm == Arm::Artillery
                && far.iter().all(|&it| it >= 2)
                && targets.iter().any(|&cell| {
                    battle.grid().distance(at, cell) == 2
                        && !cover(cell)
                        && slow_sight(battle, at, cell)
                });
            if !supports {
                return false;
            }
        }
    }
    let answers = |cell: Cell| {
        battle.roster().any(|unit| {
            let printed = battle.unit(unit);
            let spent = assault.attackers.contains(unit)
                || [Mark::Rallied, Mark::Searched, Mark::Assaulted]
                    .iter()
                    .any(|&mark| state.is_marked(unit, mark));
            let zone = |at: Cell| {
                use atlas::map::Terrain::{Town, Woods};
                let screens = |it: Cell| matches!(battle.ground.terrain(it), Woods | Town);
                battle.grid().distance(at, cell) == 1
                    && !battle.ground.water_between(at, cell, None).is_wet()
                    && !screens(at)
                    && !screens(cell)
            };
            printed.side == own
                && printed.arm == Arm::Infantry
                && active.contains(unit)
                && !spent
                && state.cell(unit).is_some_and(zone)
        })
    };
    let left = state.obligations().iter().filter(|cell| !targets.contains(cell));
    adjacent > 0 && !(wet && others) && left.into_iter().all(answers)
}

/// [BR 8.0] Every combination of a few units and hexes is judged as the rule words it.
#[test]
fn b8_0_assaults_are_judged_as_the_rule_words_them() {
    let ready = ready("hooker-attacks");
    let battle = &ready.battle;
    let (mut legal, mut illegal) = (0, 0);
    let mut chance = rules::dice::Chance::new(8);
    for state in
        states(&ready, 12, 3, |state| state.phase == Phase::Assault && state.pending().is_none())
    {
        let own: Vec<UnitId> = state.on_map(battle, state.side).iter().collect();
        let enemies: Vec<Cell> = state.occupied(state.side.other()).iter().collect();
        if own.is_empty() || enemies.is_empty() {
            continue;
        }
        for _ in 0..400 {
            let leader = own[chance.below(own.len())];
            let at = state.cell(leader).unwrap();
            let near: Vec<Cell> = enemies
                .iter()
                .copied()
                .filter(|&cell| battle.grid().distance(at, cell) <= 1 || chance.below(40) == 0)
                .collect();
            let defenders = near.into_iter().filter(|_| chance.below(3) > 0);
            let Some(defenders) = Around::of(defenders) else { continue };
            let mut attackers = UnitSet::one(leader);
            for &unit in &own {
                let far = state.cell(unit).map_or(9, |it| battle.grid().distance(at, it));
                if far <= 3 && chance.below(3) == 0 {
                    attackers.insert(unit);
                }
            }
            let assault = Assault { defenders, attackers };
            let judged = ready.check(&state, &Action::Assault(assault)).is_ok();
            assert_eq!(judged, slow_assault(battle, &state, &assault), "{assault:?}");
            if judged { legal += 1 } else { illegal += 1 }
        }
    }
    assert!(legal > 100 && illegal > 100, "{legal} {illegal}");
}
