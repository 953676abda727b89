//! The duty to assault against every sequence of declarations, on small boards and in positions of
//! whole games.
//!
//! At each decision of an assault phase the engine is asked about every set of attackers and every
//! set of hexes, and compared with the slow judge in [`duties`](crate::duties): nothing is accepted
//! that leaves a duty which cannot be done, nothing is refused but for a printed condition or the
//! check of spec decision D42, what is listed is what is accepted, and there is always something to
//! declare until nothing is owed.

use std::collections::{BTreeMap, BTreeSet};

use rules::System;
use rules::brigade::ground::Water;
use rules::brigade::random::RandomPlayer;
use rules::brigade::{Action, Assault, Battle, Phase, Prepared, Refusal, State, apply};
use rules::dice::Chance;
use rules::ids::{Around, UnitSet};
use serde_json::{Value, json};

use crate::duties::{Arm, Ground, Judge, Plan, Sequences, distance};
use crate::fixture::Field;

/// The units of the small boards: designation, kind, corps. The V Corps is not active.
const UNITS: [(&str, &str, &str); 12] = [
    ("uA", "infantry", "I"),
    ("uB", "infantry", "I"),
    ("uD", "infantry", "II"),
    ("uE", "infantry", "V"),
    ("uC", "cavalry", "I"),
    ("uG", "regular", "I"),
    ("uH", "horse", "II"),
    ("cA", "infantry", "JS"),
    ("cB", "infantry", "JS"),
    ("cD", "infantry", "JS"),
    ("cC", "cavalry", "JS"),
    ("cG", "regular", "JS"),
];

/// Ground for the small boards: what is drawn in hexes, and water between them.
type Drawn =
    (&'static [(&'static str, char)], &'static [(&'static str, &'static str, &'static str)]);
const DRAWN: [Drawn; 4] = [
    (&[], &[]),
    (&[("0909", 'w'), ("1010", 't'), ("0910", 's'), ("1110", '^')], &[("0908", "0909", "stream")]),
    (
        &[("1009", 'w')],
        &[
            ("0809", "0909", "creek"),
            ("0809", "0910", "bridge"),
            ("0810", "0910", "ford"),
            ("0910", "1009", "stream"),
            ("0910", "1010", "stream"),
            ("0911", "1010", "stream"),
        ],
    ),
    (
        &[("0910", 'r'), ("1009", '^'), ("0810", 'W'), ("1010", 's')],
        &[("0909", "1008", "stream"), ("0909", "0910", "stream"), ("1009", "1010", "bridge")],
    ),
];

/// How many boards: more when the long tests are asked for.
fn boards() -> u64 {
    if std::env::var_os("LONGROLL_SOAK").is_some() { 6_000 } else { 400 }
}

fn kind_of(id: &str) -> (bool, Arm, bool) {
    let (_, kind, corps) =
        UNITS.iter().find(|(known, _, _)| *known == id).copied().unwrap_or((id, "infantry", "V"));
    let arm = match kind {
        "infantry" => Arm::Infantry,
        "cavalry" => Arm::Cavalry,
        _ => Arm::Guns,
    };
    (id.starts_with('u'), arm, corps != "V")
}

fn drawn() -> Vec<(Prepared, Ground)> {
    let one = |(hexes, water): Drawn| {
        let mut field = Field::open();
        let mut ground = Ground::default();
        for &(hex, terrain) in hexes {
            field = field.ground(hex, terrain);
            ground.terrain.insert(hex.to_owned(), terrain);
        }
        for &(a, b, kind) in water {
            field = match kind {
                "creek" => field.creek(a, b),
                "bridge" => field.bridge(a, b),
                "ford" => field.ford(a, b),
                _ => field.stream(a, b),
            };
            ground.water.insert((a.to_owned(), b.to_owned()), kind);
        }
        for (index, (id, kind, corps)) in UNITS.iter().enumerate() {
            field =
                field.unit(id, kind, 2 + index as u32 % 3, corps, &format!("{:02}01", index + 1));
        }
        (Prepared::new(&field.files(), None, &[]).unwrap(), ground)
    };
    DRAWN.into_iter().map(one).collect()
}

/// Units thrown onto sixteen hexes, in the midst of a phase with flags as it may have them.
fn scattered(chance: &mut Chance, ground: &Ground, flags: bool) -> Value {
    let mut units: Vec<Value> = Vec::new();
    for (id, _, _) in UNITS {
        let (own, arm, _) = kind_of(id);
        let hex = format!("{:02}{:02}", 8 + chance.below(4), 8 + chance.below(4));
        let wooded = ground.terrain.get(&hex).is_some_and(|it| matches!(it, 'w' | 't' | 'W'));
        let there = units.iter().filter(|unit| unit["hex"] == hex);
        let fits = there.clone().count() < 2
            && there.clone().all(|unit| {
                let (side, other, _) = kind_of(unit["id"].as_str().unwrap());
                side == own && (arm == Arm::Guns || other == Arm::Guns)
            });
        if !fits || wooded && arm != Arm::Infantry {
            continue;
        }
        let mut unit = json!({"id": id, "hex": hex});
        let kinds: &[(&str, usize)] = match (own, arm) {
            (true, Arm::Guns) => &[("rallied", 12), ("bombarded", 4), ("assaulted", 8)],
            (true, _) => &[("rallied", 10), ("assaulted", 7)],
            (false, _) => &[("defended", 6)],
        };
        for &(flag, odds) in kinds {
            if flags && chance.below(odds) == 0 {
                unit[flag] = json!(true);
            }
        }
        units.push(unit);
    }
    json!({
        "game": "test/field", "turn": 2, "side": "union", "phase": "assault", "active": ["I", "II"],
        "units": units,
    })
}

/// What the comparisons met.
#[derive(Default, Debug)]
struct Met {
    accepted: usize,
    /// Refused for what they would leave: nobody could do it any more, or another order is open.
    hopeless: usize,
    early: usize,
    owed: usize,
}

fn plan_of(judge: &Judge, battle: &Battle, attackers: UnitSet, defenders: &[field::Cell]) -> Plan {
    let bits = |all: &mut dyn Iterator<Item = bool>| {
        all.enumerate().fold(0, |bits, (at, is)| bits | u32::from(is) << at)
    };
    let names: BTreeSet<String> =
        defenders.iter().map(|&cell| battle.grid().name(cell).to_string()).collect();
    let plan = Plan {
        attackers: bits(
            &mut judge.own.iter().map(|own| attackers.contains(battle.find(&own.id).unwrap())),
        ),
        defenders: bits(&mut judge.hexes.iter().map(|hex| names.contains(hex))),
    };
    assert_eq!(plan.attackers.count_ones() as usize, attackers.len());
    plan
}

fn assault_of(judge: &Judge, battle: &Battle, plan: Plan) -> Option<Assault> {
    let hexes = judge.hexes.iter().enumerate().filter(|(at, _)| plan.defenders >> at & 1 != 0);
    let own = judge.own.iter().enumerate().filter(|(at, _)| plan.attackers >> at & 1 != 0);
    let attackers = own.map(|(_, own)| battle.find(&own.id).unwrap()).collect();
    // Seven hexes are next to nobody.
    let defenders = Around::of(hexes.map(|(_, hex)| battle.grid().cell(hex).unwrap()))?;
    Some(Assault { defenders, attackers })
}

/// Subsets of some bits, the empty one among them.
fn subsets(bits: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(bits);
    std::iter::from_fn(move || {
        let now = next?;
        next = (now != 0).then(|| (now - 1) & bits);
        Some(now)
    })
}

/// Everything that the list stands for, each once; and whether it has the end of the phase.
fn listed(ready: &Prepared, state: &State, judge: &Judge) -> (BTreeSet<Plan>, bool) {
    let battle = &ready.battle;
    let (mut plans, mut ends) = (BTreeSet::new(), false);
    for listed in rules::brigade::actions(battle, state) {
        let Action::Assault(assault) = listed.action else {
            assert_eq!(listed.action, Action::EndPhase);
            ends = true;
            continue;
        };
        let joins = plan_of(judge, battle, listed.may_join.unwrap(), &assault.defenders).attackers;
        let named = plan_of(judge, battle, assault.attackers, &assault.defenders);
        let guns_alone = assault.attackers.without(battle.guns()).is_empty();
        let cores: Vec<u32> = match guns_alone {
            true => subsets(named.attackers).filter(|&some| some != 0).collect(),
            false => vec![named.attackers],
        };
        for core in cores {
            for more in subsets(joins) {
                let fresh = plans.insert(Plan { attackers: core | more, ..named });
                assert!(fresh, "{assault:?} is listed twice");
            }
        }
    }
    (plans, ends)
}

/// Compares the engine with the judge at one decision.
fn compare(ready: &Prepared, state: &State, judge: &Judge, met: &mut Met, board: u64) {
    let battle = &ready.battle;
    let assaults = judge.assaults();
    let mut plain = Sequences::new(judge, &assaults, false);
    let mut checked = Sequences::new(judge, &assaults, true);
    assert!(checked.complete(0, 0), "board {board}: what is owed cannot be done");
    let mut accepted = BTreeSet::new();
    for attackers in 0..1u32 << judge.own.len() {
        for defenders in 0..1u32 << judge.hexes.len() {
            let plan = Plan { attackers, defenders };
            let Some(assault) = assault_of(judge, battle, plan) else { continue };
            let verdict = ready.check(state, &Action::Assault(assault));
            let keeps = assaults.contains(&plan);
            let leaves = keeps && judge.leaves(plan, judge.owed, 0);
            assert_eq!(verdict.is_ok(), keeps && !leaves, "board {board}: {assault:?} {verdict:?}");
            let is_duty = matches!(verdict, Err(Refusal::LeavesObligation(_)));
            assert_eq!(is_duty, leaves, "board {board}: {assault:?} {verdict:?}");
            if verdict.is_ok() {
                // Whatever is accepted, all that is owed can be declared after it, and with the
                // check at each step.
                assert!(checked.complete(attackers, defenders), "board {board}: {assault:?}");
                accepted.insert(plan);
            } else if leaves {
                let could = plain.complete(attackers, defenders);
                *(if could { &mut met.early } else { &mut met.hopeless }) += 1;
            }
        }
    }
    let (plans, ends) = listed(ready, state, judge);
    assert_eq!(plans, accepted, "board {board}: the list");
    assert_eq!(ends, judge.owed == 0, "board {board}: the end in the list");
    assert_eq!(ready.check(state, &Action::EndPhase).is_ok(), ends, "board {board}: the end");
    assert!(ends || !accepted.is_empty(), "board {board}: nothing can be done");
    met.accepted += accepted.len();
    met.owed += judge.owed.count_ones() as usize;
}

fn owed_in(position: &Value) -> BTreeSet<String> {
    let listed = position["obligations"].as_array().unwrap().iter();
    listed.map(|hex| hex.as_str().unwrap().to_owned()).collect()
}

/// The hexes that bits of the judge stand for.
fn named(judge: &Judge, bits: u32) -> BTreeSet<String> {
    let each = judge.hexes.iter().enumerate().filter(|(at, _)| bits >> at & 1 != 0);
    each.map(|(_, hex)| hex.clone()).collect()
}

/// [BR 8.0?] On boards in the midst of a phase, with flags as it may have them.
#[test]
fn b8_0_every_sequence_on_boards_in_the_midst_of_a_phase() {
    let fields = drawn();
    let mut met = Met::default();
    for board in 0..boards() {
        let (ready, ground) = &fields[(board % 4) as usize];
        let text = scattered(&mut Chance::new(board), ground, true);
        let state = ready.read_position(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        let position = ready.write_position(&state, None);
        let judge = Judge::of(&position, ground, kind_of);
        assert_eq!(judge.owed, judge.owed_at_start(), "board {board}: {text}");
        compare(ready, &state, &judge, &mut met, board);
    }
    let enough = boards() as usize;
    assert!(met.accepted > enough && met.owed > enough / 2, "{met:?}");
    assert!(met.hopeless > enough / 4 && met.early > 10, "{met:?}");
}

/// [BR 8.0?] All through phases played at random: after each combat exactly that is owed which the
/// rule leaves.
#[test]
fn b8_0_every_sequence_all_through_a_phase() {
    let fields = drawn();
    let (mut met, mut combats) = (Met::default(), 0);
    for board in 0..boards() / 2 {
        let (ready, ground) = &fields[(board % 4) as usize];
        let text = scattered(&mut Chance::new(1_000_000 + board), ground, false);
        let mut state = ready.read_position(&text).unwrap();
        let mut player = RandomPlayer::new(board);
        let mut before: Option<BTreeSet<String>> = None;
        while state.phase == Phase::Assault && state.side == atlas::Side::Union {
            if state.pending().is_none() {
                let position = ready.write_position(&state, None);
                let judge = Judge::of(&position, ground, kind_of);
                if let Some(before) = &before {
                    let owed = owed_in(&position);
                    assert_eq!(owed, named(&judge, judge.still_owed(before)), "board {board}");
                    combats += 1;
                }
                compare(ready, &state, &judge, &mut met, board);
                before = Some(owed_in(&position));
            }
            let action = player.choose(&ready.battle, &state).expect("an action");
            if let (Action::Assault(assault), Some(before)) = (&action, &mut before) {
                for &cell in assault.defenders.iter() {
                    before.remove(&ready.battle.grid().name(cell).to_string());
                }
            }
            let mut dice = player.chance().clone();
            apply(&ready.battle, &mut state, &action, &mut dice, &mut Vec::new()).unwrap();
            *player.chance() = dice;
        }
    }
    let enough = boards() as usize;
    assert!(met.accepted > enough && combats > enough / 2, "{met:?}, {combats} combats");
}

/// The ground around some hexes of a real map, as the judge wants it.
fn ground_of(battle: &Battle, state: &State, hexes: &[String]) -> Ground {
    use atlas::map::Terrain;
    let mut ground = Ground::default();
    let cells: Vec<field::Cell> =
        hexes.iter().map(|hex| battle.grid().cell(hex).unwrap()).collect();
    let mut near = field::CellSet::EMPTY;
    for &cell in &cells {
        near |= battle.grid().disc(cell, 2);
    }
    for cell in near {
        let name = battle.grid().name(cell).to_string();
        let drawn = match battle.ground.terrain(cell) {
            Terrain::Woods => 'w',
            Terrain::Town => 't',
            Terrain::RoadInWoods => 'r',
            Terrain::SunkenRoad => 's',
            _ if battle.ground.elevated.contains(cell) => '^',
            _ => continue,
        };
        let high = battle.ground.elevated.contains(cell);
        ground.terrain.insert(name, if high { drawn.to_ascii_uppercase() } else { drawn });
    }
    for cell in near {
        for (way, next) in battle.grid().neighbours(cell) {
            let kind = match battle.ground.water(cell, way, state.ford) {
                Water::None => continue,
                Water::Creek => "creek",
                _ => "bridge",
            };
            let [a, b] = [cell, next].map(|it| battle.grid().name(it).to_string());
            if a < b {
                ground.water.insert((a, b), kind);
            }
        }
    }
    ground
}

/// The position with those units alone that have a part in assaults; `None` if they are too many to
/// try everything.
fn thinned(battle: &Battle, state: &State, position: &Value) -> Option<Value> {
    let own = state.side.word();
    let side = |unit: &Value| {
        let id = battle.find(unit["id"].as_str().unwrap()).unwrap();
        battle.unit(id).side.word()
    };
    let all: Vec<&Value> =
        position["units"].as_array()?.iter().filter(|unit| unit["hex"].is_string()).collect();
    let near = |a: &Value, far: i32| {
        all.iter().any(|b| {
            side(a) != side(b)
                && distance(a["hex"].as_str().unwrap(), b["hex"].as_str().unwrap()) <= far
        })
    };
    let units: Vec<Value> = all
        .iter()
        .filter(|unit| near(unit, if side(unit) == own { 2 } else { 1 }))
        .map(|&unit| unit.clone())
        .collect();
    let count = units.iter().filter(|unit| side(unit) == own).count();
    let hexes: BTreeMap<&str, ()> = units
        .iter()
        .filter(|unit| side(unit) != own)
        .map(|unit| (unit["hex"].as_str().unwrap(), ()))
        .collect();
    if count + hexes.len() > 13 || hexes.is_empty() || count == 0 {
        return None;
    }
    let mut thin = position.clone();
    thin["units"] = json!(units);
    Some(thin)
}

/// [BR 8.0?] In positions of whole games where few enough are in contact to try everything.
#[test]
fn b8_0_every_sequence_in_positions_of_whole_games() {
    let files = atlas::builtin::battle("brigade/antietam").unwrap();
    let ready = Prepared::new(&files, Some("hooker-attacks"), &[]).unwrap();
    let battle = &ready.battle;
    let (mut met, mut compared) = (Met::default(), 0);
    for seed in 0..40 {
        let mut player = RandomPlayer::new(seed);
        let mut state = ready.start(player.chance(), &mut Vec::new());
        while let Some(action) = player.choose(battle, &state) {
            if state.phase == Phase::Assault && state.pending().is_none() {
                let position = ready.write_position(&state, None);
                if let Some(thin) = thinned(battle, &state, &position) {
                    let hexes: Vec<String> = thin["units"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|unit| unit["hex"].as_str().unwrap().to_owned())
                        .collect();
                    let ground = ground_of(battle, &state, &hexes);
                    let active = battle.active(&state);
                    let judge = Judge::of(&thin, &ground, |id| {
                        let unit = battle.find(id).unwrap();
                        let printed = battle.unit(unit);
                        let arm = match printed.arm {
                            atlas::battle::Arm::Infantry => Arm::Infantry,
                            atlas::battle::Arm::Cavalry => Arm::Cavalry,
                            atlas::battle::Arm::Artillery => Arm::Guns,
                        };
                        (printed.side == state.side, arm, active.contains(unit))
                    });
                    compare(&ready, &state, &judge, &mut met, seed);
                    compared += 1;
                }
            }
            let mut dice = player.chance().clone();
            apply(battle, &mut state, &action, &mut dice, &mut Vec::new()).unwrap();
            *player.chance() = dice;
        }
    }
    assert!(compared > 60 && met.accepted > 100 && met.owed > 30, "{compared}, {met:?}");
}
