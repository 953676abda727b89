//! Retreats and chains of displacements against a slow search that makes them, on crowded random boards.

use std::collections::BTreeSet;

use field::CellSet;
use rules::blue_gray::json::Position;
use rules::blue_gray::{Battle, retreat};
use rules::dice::Chance;
use serde_json::{Value, json};

use crate::combat::reference::{Hex, distance, hex, name};
use crate::fixture::Field;

const SIZE: i32 = 5;
/// Two units a hex; the last few are guns that never move.
const UNITS: usize = 34;
const IMMOBILE: usize = 4;
const ENEMIES: usize = 3;

fn boards() -> u64 {
    if std::env::var_os("LONGROLL_SOAK").is_some() { 50_000 } else { 1_500 }
}

fn battle() -> Battle {
    let immobile = "[immobile]\nignore_retreat_from_artillery = true\nrule = \"19.0\"\n[scoring]";
    let rows = ".".repeat(SIZE as usize) + "\n";
    let mut field = Field::new(&rows.repeat(SIZE as usize)).rule("[scoring]", immobile);
    let at = |index: usize| name((1 + index as i32 / 2 % SIZE, 1 + index as i32 / 2 / SIZE));
    for index in 0..UNITS {
        let (id, at) = (format!("C{index}"), at(index));
        field = if index >= UNITS - IMMOBILE {
            field.unit(&id, "confederate", "artillery", 1, &at, "immobile = true")
        } else {
            field.confederate(&id, 1, &at)
        };
    }
    for index in 0..ENEMIES {
        field = field.union(&format!("U{index}"), 1, &at(UNITS + 2 * index));
    }
    field.battle()
}

/// A crowd of Confederates with a few enemies among them.
fn crowd(chance: &mut Chance) -> Value {
    let mut units: Vec<Value> = Vec::new();
    for index in 0..ENEMIES + UNITS {
        let at = (1 + chance.below(SIZE as usize) as i32, 1 + chance.below(SIZE as usize) as i32);
        let id = match index.checked_sub(ENEMIES) {
            None => format!("U{index}"),
            Some(index) => format!("C{index}"),
        };
        let there: Vec<&Value> = units.iter().filter(|unit| unit["hex"] == name(at)).collect();
        let friendly = |unit: &&Value| unit["id"].as_str().unwrap()[..1] == id[..1];
        if there.len() < 2 && there.iter().all(friendly) {
            units.push(json!({"id": id, "hex": name(at)}));
        }
    }
    json!({"game": "test/field", "phase": "combat", "units": units})
}

/// The board as the slow search sees it.
struct Crowd {
    friends: Vec<(String, Hex)>,
    enemies: Vec<Hex>,
}

impl Crowd {
    fn of(position: &Value) -> Crowd {
        let (mut friends, mut enemies) = (Vec::new(), Vec::new());
        for unit in position["units"].as_array().unwrap() {
            let (id, at) = (unit["id"].as_str().unwrap(), hex(&unit["hex"]).unwrap());
            match id.starts_with('C') {
                true => friends.push((id.to_owned(), at)),
                false => enemies.push(at),
            }
        }
        Crowd { friends, enemies }
    }

    fn is_immobile(id: &str) -> bool {
        id[1..].parse::<usize>().unwrap() >= UNITS - IMMOBILE
    }

    /// The neighbours that are on the map, and neither occupied nor controlled by the enemy.
    fn open(&self, from: Hex) -> Vec<Hex> {
        let all = (1..=SIZE).flat_map(|column| (1..=SIZE).map(move |row| (column, row)));
        all.filter(|&to| distance(from, to) == 1)
            .filter(|&to| self.enemies.iter().all(|&enemy| distance(enemy, to) > 1))
            .collect()
    }

    fn in_hex(&self, at: Hex) -> Vec<usize> {
        (0..self.friends.len()).filter(|&index| self.friends[index].1 == at).collect()
    }

    /// The ways of a unit to go on, each with whom it displaces, if the chain came by these hexes.
    fn ways(&mut self, unit: usize, visited: &[Hex]) -> BTreeSet<(String, Option<String>)> {
        let (id, from) = self.friends[unit].clone();
        if Self::is_immobile(&id) {
            return BTreeSet::new();
        }
        let mut ways = self.open(from);
        ways.retain(|to| !visited.contains(to));
        let roomy: BTreeSet<(String, Option<String>)> = ways
            .iter()
            .filter(|&&to| self.in_hex(to).len() < 2)
            .map(|&to| (name(to), None))
            .collect();
        if !roomy.is_empty() {
            return roomy;
        }
        let mut found = BTreeSet::new();
        for to in ways {
            for other in self.in_hex(to) {
                let visited = [visited, &[from, to]].concat();
                self.friends[unit].1 = to;
                if !self.ways(other, &visited).is_empty() {
                    found.insert((name(to), Some(self.friends[other].0.clone())));
                }
                self.friends[unit].1 = from;
            }
        }
        found
    }
}

/// [BG 7.81, 7.82?] A unit displaces exactly if it must, and exactly if somebody can be pushed to a hex with
/// room through hexes not yet visited.
mod r7_82_chains_are_exact {
    use super::*;

    #[test]
    fn against_making_them() {
        let battle = battle();
        let (mut displacing, mut trapped) = (0, 0);
        for board in 0..boards() {
            let text = crowd(&mut Chance::new(board));
            let position = Position::read(&battle, &text).unwrap();
            let mut crowd = Crowd::of(&text);
            for unit in 0..crowd.friends.len() {
                let id = crowd.friends[unit].0.clone();
                let who = battle.find(&id).unwrap();
                let found: BTreeSet<(String, Option<String>)> =
                    retreat::options(&battle, &position.state, who, &CellSet::EMPTY)
                        .into_iter()
                        .map(|way| {
                            let to = battle.grid().name(way.to).to_string();
                            (to, way.displace.map(|other| battle.unit(other).id.clone()))
                        })
                        .collect();
                let expected = crowd.ways(unit, &[]);
                assert_eq!(found, expected, "board {board}: {id}\n{text}");
                displacing += usize::from(found.iter().any(|(_, displaced)| displaced.is_some()));
                trapped += usize::from(found.is_empty() && !Crowd::is_immobile(&id));
            }
        }
        let enough = boards() as usize / 4;
        assert!(
            displacing > enough && trapped > enough,
            "{displacing} displace, {trapped} trapped"
        );
    }
}
