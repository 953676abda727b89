//! A small battlefield drawn in text, and one way to ask about it.
//!
//! A sheet is drawn with a character a hex: `.` clear, `f` forest, `r` rough, `x` forest on rough ground,
//! `t` town, `~` river; scenery is `#` clear, `F` forest, `W` river. The first line is row 1, the first
//! character column 1; even columns stand half a hex lower. Everything goes through the same loaders as a
//! battle on disk, and every question through the same door as `longroll position`.

// Each test program uses the part it needs.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;

use atlas::battle::{Battle as Files, Folder};
use rules::Rule;
use rules::blue_gray::json::{
    Position, action_to_json, event_to_json, listed_to_json, odds_to_json, parse_action,
};
use rules::blue_gray::{self, Battle, State};
use rules::dice::{ForcedDice, Seed};
use serde_json::{Value, json};

/// The table of the first printing.
const RESULTS: &str = r#"results = [
  "Ar Ar Dr Dr Dr Dr De De De De",
  "Ar Ar Ar Dr Dr Dr Dr Dr De De",
  "Ar Ar Ar Ar Dr Dr Dr Dr Dr De",
  "Ae Ar Ar Ar Ar Dr Dr Dr Dr Dr",
  "Ae Ae Ar Ar Ar Ar Dr Ex Ex Dr",
  "Ae Ae Ae Ae Ar Ar Ex Ex Ex Ex",
]"#;

/// What the rules file says unless a test says otherwise.
const PLAIN_RULES: &str = r#"
recovery = { by = "night", rule = "11.4" }
entry = { cost = "one", into_control = true, lost_if_late = false, rule = "15.0" }
[scoring]
kill = { union = "strength", confederate = "strength" }
[victory]
rule = "17.2"
higher = true
[options."11.0"]
attack_effectiveness = true
"#;

/// A battlefield being drawn.
#[derive(Clone)]
pub struct Field {
    rows: Vec<Vec<char>>,
    edges: Vec<(String, Value)>,
    roads: Vec<(String, String, &'static str)>,
    crossings: Vec<(String, Value)>,
    entries: Vec<(String, Value)>,
    units: String,
    groups: String,
    rules: String,
    scenario: String,
    options: Vec<&'static str>,
}

impl Field {
    /// A sheet as drawn.
    pub fn new(drawing: &str) -> Field {
        let lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty());
        Field {
            rows: lines.map(|line| line.chars().collect()).collect(),
            edges: Vec::new(),
            roads: Vec::new(),
            crossings: Vec::new(),
            entries: Vec::new(),
            units: String::new(),
            groups: String::new(),
            rules: PLAIN_RULES.to_owned(),
            scenario: "turns = 10\nfirst = \"union\"\nstacking = 2\n".to_owned(),
            options: Vec::new(),
        }
    }

    /// Open ground, nine columns by nine rows.
    pub fn open() -> Field {
        Field::new(&".........\n".repeat(9))
    }

    fn edge(mut self, edge: &str, feature: Value) -> Field {
        self.edges.push((edge.to_owned(), feature));
        self
    }

    /// A creek along hexsides, each "smaller|larger".
    pub fn creek(mut self, edges: &[&str]) -> Field {
        for edge in edges {
            self = self.edge(edge, json!({"creek": "Test Creek"}));
        }
        self
    }

    /// A bridge over the creek along a hexside.
    pub fn bridge(self, edge: &str) -> Field {
        let name = format!("Bridge {edge}");
        self.edge(edge, json!({"creek": "Test Creek", "bridge": name}))
    }

    /// A ford through the creek along a hexside.
    pub fn ford(self, edge: &str) -> Field {
        let name = format!("Ford {edge}");
        self.edge(edge, json!({"creek": "Test Creek", "ford": name}))
    }

    /// Works on a hexside that protect one hex against another.
    pub fn redoubt(self, defender: &str, enemy: &str) -> Field {
        let (a, b) = if defender < enemy { (defender, enemy) } else { (enemy, defender) };
        let works = json!({"defender": defender, "enemy": enemy, "work": "Works", "built_by": "confederate"});
        self.edge(&format!("{a}|{b}"), json!({"redoubt": works}))
    }

    /// A road through these hexes.
    pub fn road(self, cells: &[&str]) -> Field {
        self.way(cells, "road")
    }

    /// A pike through these hexes.
    pub fn pike(self, cells: &[&str]) -> Field {
        self.way(cells, "pike")
    }

    /// A trail through these hexes.
    pub fn trail(self, cells: &[&str]) -> Field {
        self.way(cells, "trail")
    }

    fn way(mut self, cells: &[&str], class: &'static str) -> Field {
        for pair in cells.windows(2) {
            let (a, b) = if pair[0] < pair[1] { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            self.roads.push((a.to_owned(), b.to_owned(), class));
        }
        self
    }

    /// A ferry (cost 3) or pontoon (cost 1) in a river hex, open to two banks.
    pub fn crossing(self, cell: &str, kind: &str, open: [&str; 2]) -> Field {
        self.crossing_open_to(cell, kind, &open)
    }

    /// The same, open to any number of banks.
    pub fn crossing_open_to(mut self, cell: &str, kind: &str, open: &[&str]) -> Field {
        let cost = if kind == "pontoon" { 1 } else { 3 };
        let name = format!("Crossing {cell}");
        let crossing = json!({"type": kind, "open": open, "cost": cost, "name": name});
        self.crossings.push((cell.to_owned(), crossing));
        self
    }

    /// A unit: designation, side, arm, strength, where it starts. More fields may follow, as in the file.
    pub fn unit(
        mut self,
        id: &str,
        side: &str,
        arm: &str,
        strength: u32,
        at: &str,
        more: &str,
    ) -> Field {
        let more = if more.is_empty() { String::new() } else { format!(", {more}") };
        let _ = writeln!(
            self.units,
            "  {{ id = \"{id}\", side = \"{side}\", arm = \"{arm}\", size = \"brigade\", \
             strength = {strength}, at = \"{at}\", provenance = \"test\"{more} }},"
        );
        self
    }

    /// A Union infantry brigade.
    pub fn union(self, id: &str, strength: u32, at: &str) -> Field {
        self.unit(id, "union", "infantry", strength, at, "")
    }

    /// A Confederate infantry brigade.
    pub fn confederate(self, id: &str, strength: u32, at: &str) -> Field {
        self.unit(id, "confederate", "infantry", strength, at, "")
    }

    /// A Union gun.
    pub fn union_gun(self, id: &str, strength: u32, at: &str) -> Field {
        self.unit(id, "union", "artillery", strength, at, "")
    }

    /// A Confederate gun.
    pub fn confederate_gun(self, id: &str, strength: u32, at: &str) -> Field {
        self.unit(id, "confederate", "artillery", strength, at, "")
    }

    /// A reinforcement of a group.
    pub fn arriving(
        mut self,
        id: &str,
        side: &str,
        arm: &str,
        strength: u32,
        group: &str,
    ) -> Field {
        let _ = writeln!(
            self.units,
            "  {{ id = \"{id}\", side = \"{side}\", arm = \"{arm}\", size = \"brigade\", \
             strength = {strength}, arrives = \"{group}\", provenance = \"test\" }},"
        );
        self
    }

    /// A group of reinforcements, as in the file: `{ id = "G", turns = [2], cells = ["0101"] }`.
    pub fn group(mut self, group: &str) -> Field {
        let _ = writeln!(self.groups, "  {group},");
        self
    }

    /// A hex where a side's reinforcements may come on.
    pub fn entry(mut self, cell: &str, side: &str) -> Field {
        self.entries.push((cell.to_owned(), json!({"side": side, "turn": 1, "who": "somebody"})));
        self
    }

    /// The rules file in place of the plain one, without book and table.
    pub fn rules(mut self, rules: &str) -> Field {
        self.rules = rules.to_owned();
        self
    }

    /// Changes text of the rules file.
    pub fn rule(mut self, from: &str, to: &str) -> Field {
        assert!(self.rules.contains(from), "the rules do not say {from:?}");
        self.rules = self.rules.replace(from, to);
        self
    }

    /// The scenario's facts in place of ten turns, Union first, two to a hex.
    pub fn scenario(mut self, facts: &str) -> Field {
        self.scenario = facts.to_owned();
        self
    }

    /// Optional rules in force.
    pub fn options(mut self, options: &[&'static str]) -> Field {
        self.options = options.to_vec();
        self
    }

    /// The rules file with the parts that units and turns ask for, where a test does not give them.
    fn whole_rules(&self) -> String {
        let (mut before, mut after) = (String::new(), String::new());
        if self.scenario.contains("fog") && !self.rules.contains("fog =") {
            before += "fog = { allowance = 3, rule = \"18.0\" }\n";
        }
        if self.units.contains("immobile = true") && !self.rules.contains("[immobile]") {
            after += "[immobile]\nrule = \"19.0\"\n";
        }
        if self.units.contains("may_not_move_on") && !self.rules.contains("[standstill]") {
            after += "[standstill]\nrule = \"18.2\"\n";
        }
        format!("{before}{}{after}", self.rules)
    }

    fn map_json(&self) -> String {
        let columns = self.rows[0].len();
        let mut cells = serde_json::Map::new();
        let mut rivers = Vec::new();
        for column in 0..columns {
            for (row, line) in self.rows.iter().enumerate() {
                let terrain = match line[column] {
                    '.' | '#' => "clear",
                    'f' | 'F' => "forest",
                    'r' => "rough",
                    'x' => "forest-rough",
                    't' => "town",
                    '~' | 'W' => "river",
                    other => panic!("no terrain is drawn {other:?}"),
                };
                let name = format!("{:02}{:02}", column + 1, row + 1);
                if terrain == "river" {
                    rivers.push(name.clone());
                }
                let mut cell = json!({"terrain": terrain});
                if "#FW".contains(line[column]) {
                    cell["scenery"] = json!(true);
                }
                cells.insert(name, cell);
            }
        }
        let edges: serde_json::Map<String, Value> = self.edges.iter().cloned().collect();
        let crossings: serde_json::Map<String, Value> = self.crossings.iter().cloned().collect();
        let entries: serde_json::Map<String, Value> = self.entries.iter().cloned().collect();
        let roads: Vec<Value> = self
            .roads
            .iter()
            .map(|(a, b, class)| json!({"a": a, "b": b, "class": class, "name": "Test road"}))
            .collect();
        let course = match rivers.is_empty() {
            true => json!([]),
            false => json!([{"name": "River", "course": rivers}]),
        };
        json!({
            "id": "test/field", "title": "Test: A field", "system": "blue-gray",
            "grid": {"kind": "hex-flat", "columns": columns, "rows_odd": self.rows.len(),
                     "rows_even": self.rows.len(), "even_columns": "low", "cell_m": 400,
                     "numbering": "CCRR", "up_bearing_deg": 0},
            "cells": cells, "edges": edges, "roads": roads, "railroads": [], "rivers": course,
            "crossings": crossings, "labels": [], "objectives": {}, "entries": entries, "exits": {},
            "provenance": {"stated in a rulebook": {"cells": [], "note": "none"},
                           "documented": "nothing", "reconstructed": "everything",
                           "changes": "none", "attribution": "none"},
        })
        .to_string()
    }

    /// The battle, through the loaders.
    pub fn battle(&self) -> Battle {
        let numbers =
            self.rules.split("[options.\"").skip(1).filter_map(|part| part.split('"').next());
        let listed: String = numbers
            .map(|n| {
                format!(
                    "  {{ number = \"{n}\", title = \"Option {n}\", meaning = \"A change.\" }},\n"
                )
            })
            .collect();
        let facts = format!(
            "system = \"blue-gray\"\ntitle = \"Test\"\nsubtitle = \"A field\"\ndate = \"any day\"\n\
             summary = \"A test.\"\nlength = \"short\"\ncomplexity = 1\nlicence = \"none\"\n\
             sources = [\"none\"]\noptions = [\n{listed}]\n\
             [[scenarios]]\nid = \"day\"\ntitle = \"A day\"\n{}",
            self.scenario
        );
        let setup = format!(
            "sources.test = \"a test\"\ngroups = [\n{}]\nunits = [\n{}]\n",
            self.groups, self.units
        );
        let rules = format!("book = \"BG-T\"\n{RESULTS}\n{}", self.whole_rules());
        let map = self.map_json();
        let mut folder = Folder::new();
        folder.add("battle.toml", facts.as_bytes());
        folder.add("map.json", map.as_bytes());
        folder.add("rules.toml", rules.as_bytes());
        folder.add("setups/day.toml", setup.as_bytes());
        let files =
            Files::from_files("test/field", &folder).unwrap_or_else(|faults| panic!("{faults}"));
        let options: Vec<String> = self.options.iter().map(|&n| n.to_owned()).collect();
        Battle::new(&files, None, &options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The game as it begins, in the first player's movement phase.
    pub fn movement(&self) -> Game {
        self.at(json!({}))
    }

    /// The game as it begins, but in the first player's combat phase.
    pub fn combat(&self) -> Game {
        self.at(json!({"phase": "combat"}))
    }

    /// The game as a position says; `game` need not be given, and without `units` it is the set-up.
    pub fn at(&self, position: Value) -> Game {
        Game::at(self.battle(), position)
    }
}

/// The built-in battle of a position; each is made ready once, as the tables of sight take their time.
fn built_in(position: &Value) -> Battle {
    static READY: Mutex<BTreeMap<String, Battle>> = Mutex::new(BTreeMap::new());
    let key = format!("{} {} {}", position["game"], position["scenario"], position["options"]);
    let known = READY.lock().expect("no test panics while it looks").get(&key).cloned();
    known.unwrap_or_else(|| {
        let id = position["game"].as_str().expect("the game");
        let files = atlas::builtin::battle(id).unwrap_or_else(|faults| panic!("{faults}"));
        let options: Vec<String> = position["options"]
            .as_array()
            .map(|list| list.iter().filter_map(|n| n.as_str().map(str::to_owned)).collect())
            .unwrap_or_default();
        let battle = Battle::new(&files, position["scenario"].as_str(), &options)
            .unwrap_or_else(|error| panic!("{error}"));
        READY.lock().expect("no test panics while it puts").insert(key, battle.clone());
        battle
    })
}

/// A game at one moment, and the questions one asks of it.
pub struct Game {
    battle: Battle,
    position: Position,
    /// What the last action made happen, one JSON object each.
    pub events: Vec<Value>,
}

impl Game {
    /// A position of a battle.
    pub fn at(battle: Battle, mut position: Value) -> Game {
        position["game"] = json!(battle.id);
        let position =
            Position::read(&battle, &position).unwrap_or_else(|faults| panic!("{faults}"));
        Game { battle, position, events: Vec::new() }
    }

    /// A position of a built-in battle: `game`, `scenario` and `options` as in the file.
    pub fn of(position: Value) -> Game {
        Game::at(built_in(&position), position)
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.position.state
    }

    /// The battle.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// What is wrong with a position of this battle; empty if nothing is.
    pub fn faults_of(&self, mut position: Value) -> String {
        position["game"] = json!(self.battle.id);
        match Position::read(&self.battle, &position) {
            Ok(_) => String::new(),
            Err(faults) => faults.to_string(),
        }
    }

    /// What is wrong with an action as text; empty if it can be read, legal or not.
    pub fn misread(&self, action: Value) -> String {
        match parse_action(&self.battle, self.state(), &action.to_string()) {
            Ok(_) => String::new(),
            Err(faults) => faults.to_string(),
        }
    }

    /// "legal", or the rule that forbids an action: `BG 7.72`.
    pub fn why(&self, action: Value) -> String {
        let action = parse_action(&self.battle, self.state(), &action.to_string())
            .unwrap_or_else(|faults| panic!("{faults}"));
        match blue_gray::check(&self.battle, self.state(), &action) {
            Ok(()) => "legal".to_owned(),
            Err(refusal) => {
                let rule: Rule = refusal.rule(&self.battle);
                assert!(!refusal.reason(&self.battle).is_empty());
                rule.to_string()
            }
        }
    }

    /// Applies a legal action, with these throws of the die first.
    pub fn apply(&mut self, action: Value, dice: &[u8]) -> &mut Game {
        let action = parse_action(&self.battle, self.state(), &action.to_string())
            .unwrap_or_else(|faults| panic!("{faults}"));
        let mut dice = ForcedDice::faces(dice, Seed::from_number(1).dice(0, b"")).expect("faces");
        let mut events = Vec::new();
        blue_gray::apply(&self.battle, &mut self.position.state, &action, &mut dice, &mut events)
            .unwrap_or_else(|refusal| {
                panic!("{}: {}", refusal.rule(&self.battle), refusal.reason(&self.battle))
            });
        assert_eq!(dice.left(), 0, "not every die was thrown");
        self.events = events.iter().map(|event| event_to_json(&self.battle, event)).collect();
        let again =
            Position::read(&self.battle, &self.json()).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(again.state, self.position.state, "the position does not read back");
        self
    }

    /// "legal", or the rule that forbids a unit to move to a hex by the cheapest way.
    pub fn why_move(&self, unit: &str, to: &str) -> String {
        self.why(json!({"move": {"unit": unit, "to": to}}))
    }

    /// "legal", or the rule that forbids a unit to move along a path.
    pub fn why_path(&self, unit: &str, path: &[&str]) -> String {
        self.why(json!({"move": {"unit": unit, "path": path}}))
    }

    /// Ends the phase, with these throws of the die.
    pub fn end_phase(&mut self, dice: &[u8]) -> &mut Game {
        self.apply(json!({"end_phase": {}}), dice)
    }

    /// Every legal action, as `position actions` prints it.
    pub fn actions(&self) -> Vec<Value> {
        let listed = blue_gray::actions(&self.battle, self.state());
        for one in &listed {
            let json = action_to_json(&self.battle, &one.action);
            let again = parse_action(&self.battle, self.state(), &json.to_string());
            assert_eq!(again.as_ref(), Ok(&one.action), "{json} does not read back");
        }
        listed.iter().map(|one| listed_to_json(&self.battle, one)).collect()
    }

    /// Whether an action is listed, exactly as written.
    pub fn lists(&self, action: &Value) -> bool {
        self.actions().iter().any(|listed| listed["action"] == *action)
    }

    /// Where a unit can move to, with the cost.
    pub fn reach(&self, unit: &str) -> Vec<(String, u64)> {
        self.actions()
            .iter()
            .filter(|listed| listed["action"]["move"]["unit"] == unit)
            .filter_map(|listed| {
                let to = listed["action"]["move"]["to"].as_str()?;
                Some((to.to_owned(), listed["cost"].as_u64()?))
            })
            .collect()
    }

    /// What it costs a unit to move to a hex; `None` if it cannot.
    pub fn cost(&self, unit: &str, to: &str) -> Option<u64> {
        self.reach(unit).into_iter().find(|(cell, _)| cell == to).map(|(_, cost)| cost)
    }

    /// The preview of an attack.
    pub fn odds(&self, attack: Value) -> Value {
        let text = json!({"attack": attack}).to_string();
        let action = parse_action(&self.battle, self.state(), &text)
            .unwrap_or_else(|faults| panic!("{faults}"));
        let blue_gray::Action::Attack(attack) = action else { panic!("not an attack") };
        let preview = blue_gray::preview::preview(&self.battle, self.state(), &attack);
        odds_to_json(&self.battle, &preview)
    }

    /// The position as JSON.
    pub fn json(&self) -> Value {
        self.position.to_json(&self.battle)
    }

    /// A unit of the position: its object in `units`; null if absent.
    pub fn unit(&self, id: &str) -> Value {
        let json = self.json();
        let units = json["units"].as_array().cloned().unwrap_or_default();
        units.into_iter().find(|unit| unit["id"] == id).unwrap_or(Value::Null)
    }

    /// Where a unit is: its hex, or "reserve", "eliminated", "exited", "absent".
    pub fn whereabouts(&self, id: &str) -> String {
        let unit = self.unit(id);
        let word = unit["hex"].as_str().or(unit["state"].as_str()).unwrap_or("absent");
        word.to_owned()
    }

    /// The event of this kind that happened last, if any.
    pub fn event(&self, kind: &str) -> Option<&Value> {
        self.events.iter().rev().find(|event| event["event"] == kind)
    }
}
