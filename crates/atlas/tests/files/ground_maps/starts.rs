//! Where the armies stand at the start: on ground, within stacking, and on their own bank.

use std::collections::BTreeMap;

use atlas::Side;
use atlas::battle::{Arm, Unit};
use atlas::map::survey::{Over, regions};
use atlas::map::{System, Terrain};
use field::Cell;

use super::{battle, cells, none_of, scenarios, start};

#[test]
fn every_unit_stands_on_ground() {
    let mut wrong = Vec::new();
    for (battle, scenario) in scenarios() {
        for unit in &scenario.units {
            let Some(cell) = start(unit) else { continue };
            let ground = battle.map.ground(cell);
            if ground.scenery || matches!(ground.terrain, Terrain::River | Terrain::Stream) {
                let name = battle.map.grid.name(cell);
                wrong.push(format!("{} {}: {} in {name}", battle.id, scenario.id, unit.id));
            }
        }
    }
    none_of("units in water or on scenery", wrong);
}

#[test]
fn stacks_hold() {
    let mut wrong = Vec::new();
    for (battle, scenario) in scenarios() {
        let mut stacks: BTreeMap<Cell, Vec<&Unit>> = BTreeMap::new();
        for unit in &scenario.units {
            if let Some(cell) = start(unit) {
                stacks.entry(cell).or_default().push(unit);
            }
        }
        for (cell, stack) in stacks {
            let guns = stack.iter().filter(|unit| unit.arm == Arm::Artillery).count();
            let most_others = match battle.map.system {
                System::BlueGray => 2,
                System::Brigade => 1,
                _ => 2,
            };
            let most_guns = if battle.map.system == System::GrandTactical { 1 } else { 2 };
            let one_side = stack.iter().all(|unit| unit.side == stack[0].side);
            if stack.len() > usize::from(scenario.stacking)
                || stack.len() - guns > most_others
                || guns > most_guns
                || !one_side
            {
                let ids: Vec<&str> = stack.iter().map(|unit| unit.id.as_str()).collect();
                let name = battle.map.grid.name(cell);
                wrong.push(format!("{} {}: {name} {ids:?}", battle.id, scenario.id));
            }
        }
    }
    none_of("stacks", wrong);
}

/// A piece of ground, by a cell of it, and who belongs there.
struct Ground {
    name: &'static str,
    anchor: &'static str,
    belongs: fn(&Unit) -> bool,
}

/// Checks that each unit stands on the one piece of ground where it belongs. Creeks part the
/// ground, or, with [`Over::Bridges`], only rivers do.
#[track_caller]
fn check_banks(id: &str, scenario: &str, over: Over, grounds: &[Ground]) {
    let battle = battle(id);
    let map = &battle.map;
    let parts = regions(map, over);
    let mut wrong = Vec::new();
    for unit in &battle.scenario(Some(scenario)).unwrap().units {
        let Some(cell) = start(unit) else { continue };
        let name = map.grid.name(cell);
        let homes: Vec<&Ground> = grounds.iter().filter(|home| (home.belongs)(unit)).collect();
        let [home] = homes[..] else {
            wrong.push(format!("{} has {} homes", unit.id, homes.len()));
            continue;
        };
        let anchor = map.grid.cell(home.anchor).unwrap();
        let part = parts.iter().find(|part| part.contains(anchor)).unwrap();
        if !part.contains(cell) {
            wrong.push(format!("{} in {name} is not {}", unit.id, home.name));
        }
    }
    none_of(&format!("{id} {scenario}"), wrong);
}

fn confederate(unit: &Unit) -> bool {
    unit.side == Side::Confederate
}

fn of_corps(unit: &Unit, corps: &[&str]) -> bool {
    unit.side == Side::Union && unit.corps.as_deref().is_some_and(|own| corps.contains(&own))
}

fn one_of(unit: &Unit, side: Side, ids: &[&str]) -> bool {
    unit.side == side && ids.contains(&unit.id.as_str())
}

/// At dawn Hooker and Mansfield had crossed the Antietam; the rest of the Union army had not.
fn west_of_the_antietam(unit: &Unit) -> bool {
    confederate(unit) || of_corps(unit, &["I", "XII"])
}

#[test]
fn antietam_has_the_creek_between_the_armies() {
    for (id, west, east) in [
        ("blue-gray/antietam", "0716", "1711"),
        ("brigade/antietam", "2617", "1503"),
        ("grand-tactical/antietam", "28,11", "17,27"),
    ] {
        let grounds = [
            Ground { name: "west of the creek", anchor: west, belongs: west_of_the_antietam },
            Ground {
                name: "east of the creek",
                anchor: east,
                belongs: |unit| !west_of_the_antietam(unit),
            },
        ];
        check_banks(id, "september-17", Over::Nothing, &grounds);
    }
}

/// Sumner's and Franklin's leading corps are over the Rappahannock; Hooker's Grand Division, most
/// of the cavalry and the guns of Stafford Heights are not.
fn on_stafford_heights(unit: &Unit) -> bool {
    of_corps(unit, &["III", "V"])
        || one_of(unit, Side::Union, &["1/C/C", "1/C/R", "2/C/R", "L", "LC", "RC", "R", "RGd"])
}

#[test]
fn fredericksburg_has_the_river_between_the_grand_divisions() {
    let grounds = [
        Ground { name: "on Stafford Heights", anchor: "0206", belongs: on_stafford_heights },
        Ground {
            name: "on the Fredericksburg bank",
            anchor: "1113",
            belongs: |unit| !on_stafford_heights(unit),
        },
    ];
    check_banks("blue-gray/fredericksburg", "december-13", Over::Bridges, &grounds);
}

#[test]
fn in_may_everyone_is_on_the_fredericksburg_bank() {
    let grounds =
        [Ground { name: "on the Fredericksburg bank", anchor: "1113", belongs: |_| true }];
    check_banks("blue-gray/fredericksburg", "may-3", Over::Bridges, &grounds);
}

/// Who guards the bank opposite the town, and the guns on Moccasin Point.
fn north_of_the_tennessee(unit: &Unit) -> bool {
    one_of(unit, Side::Union, &["2", "3", "3/2/XIV", "Sherman", "XV"])
}

/// Hooker's column before Lookout Mountain.
fn in_lookout_valley(unit: &Unit) -> bool {
    one_of(unit, Side::Union, &["1/1/XV", "2/1/XV", "1/1/IV", "2/1/IV"])
}

/// The Confederates between Lookout Creek and Chattanooga Creek.
fn about_lookout_mountain(unit: &Unit) -> bool {
    let ids = ["Walthall", "Moore", "Pettus", "Clayton", "Corput", "Maney", "Brown"];
    one_of(unit, Side::Confederate, &ids)
}

#[test]
fn chattanooga_is_parted_by_its_river_and_creeks() {
    let elsewhere = |unit: &Unit| {
        !north_of_the_tennessee(unit) && !in_lookout_valley(unit) && !about_lookout_mountain(unit)
    };
    let grounds = [
        Ground { name: "north of the Tennessee", anchor: "0807", belongs: north_of_the_tennessee },
        Ground { name: "in Lookout Valley", anchor: "0420", belongs: in_lookout_valley },
        Ground {
            name: "between Lookout and Chattanooga Creeks",
            anchor: "1025",
            belongs: about_lookout_mountain,
        },
        Ground { name: "before or on Missionary Ridge", anchor: "2416", belongs: elsewhere },
    ];
    check_banks("blue-gray/chattanooga", "november-24", Over::Nothing, &grounds);
}

/// The rulebook's figure 4: Toombs in woods across the Lower Bridge from Crook's ridge.
#[test]
fn toombs_stands_in_woods_at_the_lower_bridge() {
    let battle = battle("brigade/antietam");
    let toombs = battle.scenarios[0].unit("CS-LS-DRJONES-TOOMBS").unwrap();
    let cell = start(toombs).unwrap();
    assert!(cells(&battle.map, "3111").contains(cell));
    // The road from the bridge runs through the hex, so it is woods with a road.
    assert_eq!(battle.map.ground(cell).terrain, Terrain::RoadInWoods);
    let east = battle.map.grid.cell("3010").unwrap();
    assert!(battle.map.hexside(east, cell).unwrap().bridge.is_some());
}
