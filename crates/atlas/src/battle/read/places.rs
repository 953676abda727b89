//! Who stands where at the start, and whether he may.
//!
//! Only what every game of a system asks of its start is checked: ground that can be stood on,
//! stacking, no opponents in one cell. What a set-up should look like historically is left to its
//! maker.

use std::collections::BTreeMap;

use field::Cell;

use super::spot::Spot;
use crate::battle::{Arm, Mode, Scenario, Start, Unit};
use crate::fault::quoted;
use crate::map::{Ground, Map, System, Terrain};

/// The units put on the map so far.
pub(super) struct Places<'a> {
    system: System,
    stacking: u8,
    columns: Option<u8>,
    map: Option<&'a Map>,
    stacks: BTreeMap<Cell, Vec<Unit>>,
}

impl<'a> Places<'a> {
    /// An empty map.
    pub fn new(system: System, scenario: &Scenario, map: Option<&'a Map>) -> Places<'a> {
        let (stacking, columns) = (scenario.stacking, scenario.columns);
        Places { system, stacking, columns, map, stacks: BTreeMap::new() }
    }

    /// Puts a unit where it starts, and notes what is wrong with that.
    pub fn put(&mut self, spot: &Spot<'_>, unit: &Unit) {
        let (Start::At(cell), Some(map)) = (&unit.start, self.map) else { return };
        let (cell, ground) = (*cell, map.ground(*cell));
        let name = map.grid.name(cell);
        if let Some(why) = cannot_stand(self.system, ground, unit) {
            spot.fault(format!(
                "it starts in {name}, which is {why}; expected ground it may enter"
            ));
        }
        if self.columns.is_some_and(|columns| cell.column() >= usize::from(columns)) {
            spot.fault(format!(
                "it starts in {name}, beyond the columns in play; expected a cell in play"
            ));
        }
        let stack = self.stacks.entry(cell).or_default();
        if let Some(enemy) = stack.iter().find(|other| other.side != unit.side) {
            let enemy = quoted(&enemy.id);
            spot.fault(format!("it starts in {name} with the enemy {enemy}; expected one side"));
        }
        stack.push(unit.clone());
        if let Some(rule) = overstacked(self.system, self.stacking, ground, stack) {
            spot.fault(format!("it is one too many in {name}; expected {rule}"));
        }
        if stack.iter().any(|other| other.special.facing != unit.special.facing) {
            spot.fault(format!("it faces another way than the others in {name}; expected one way"));
        }
    }
}

/// Why a unit cannot stand on this ground, in words.
fn cannot_stand(system: System, ground: &Ground, unit: &Unit) -> Option<&'static str> {
    if ground.scenery {
        return Some("scenery");
    }
    match (system, ground.terrain) {
        (_, Terrain::River | Terrain::Stream) => Some("water"),
        (System::Brigade, Terrain::Woods) if unit.arm != Arm::Infantry => {
            Some("woods, closed to cavalry and guns")
        }
        (System::Brigade, Terrain::Town) if unit.arm != Arm::Infantry => {
            Some("a town, closed to cavalry and guns")
        }
        (System::GrandTactical, Terrain::Bridge) if !on_the_march(unit) => {
            Some("a bridge, open to units on the march alone")
        }
        _ => None,
    }
}

fn on_the_march(unit: &Unit) -> bool {
    matches!(unit.special.mode, Some(Mode::Column | Mode::Mounted | Mode::Limbered))
}

/// The stacking rule that a stack breaks, in words.
fn overstacked(system: System, most: u8, ground: &Ground, stack: &[Unit]) -> Option<String> {
    let guns = stack.iter().filter(|unit| unit.arm == Arm::Artillery).count();
    let others = stack.len() - guns;
    if stack.len() > usize::from(most) {
        return Some(format!("at most {most}"));
    }
    match system {
        System::BlueGray => None,
        System::Brigade => (others > 1).then(|| "one that is not artillery".to_owned()),
        System::GrandTactical => {
            let narrow = matches!(ground.terrain, Terrain::Town | Terrain::Bridge | Terrain::Ford);
            if narrow && stack.len() > 1 {
                return Some("one in a town, on a bridge or a ford".to_owned());
            }
            (others > 2 || guns > 1)
                .then(|| "at most two that are not artillery and one that is".to_owned())
        }
        #[cfg(feature = "toy")]
        System::Toy => None,
    }
}
