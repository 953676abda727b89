//! A small battlefield drawn in text, and one way to ask about it.
//!
//! A sheet is drawn with a character a hex: `.` clear, `w` woods, `r` road in woods, `t` town, `s`
//! sunken road, `~` river, `#` scenery; capitals of these (and `^` for clear) are elevated. The
//! first line is row 1, the first character column 1; even columns stand half a hex lower.
//! Everything goes through the same loaders as a battle on disk, and every question through the
//! same door as `longroll position`.

use std::collections::BTreeSet;
use std::fmt::Write;

use atlas::battle::{Battle as Files, Folder};
use rules::System;
use rules::brigade::{Battle, Prepared, Refusal, State};
use rules::dice::{ForcedDice, Seed};
use serde_json::{Value, json};

/// The charts and facts of Antietam, without its landmarks, groups and options.
fn charts() -> String {
    let files = atlas::builtin::battle("brigade/antietam").expect("the built-in battle");
    let text = String::from_utf8(files.rules.expect("its rules")).expect("a text");
    let charts = text.split("# 15.0").next().expect("the charts come first");
    charts.replace(
        "corps = [\"I\", \"II\", \"V\", \"VI\", \"IX\", \"XII\"]",
        "corps = [\"I\", \"II\", \"V\"]",
    )
}

/// The options of Antietam.
const OPTIONS: [(&str, &str); 8] = [
    ("3.0", "{ drawn_activation = true }"),
    ("4.0", "{ two_dice_rally = \"confederate\" }"),
    ("6.0", "{ withdrawal = true }"),
    ("D04", "{ ford = \"0505|0605\" }"),
    ("D14", "{ wooded_roads_stop_control = true }"),
    ("D19", "{ repeated_bombardment = true }"),
    ("D32", "{ cover_against_cover = true }"),
    ("D39", "{ not_before = { V = 6 } }"),
];

/// A battlefield being drawn.
#[derive(Clone)]
pub struct Field {
    rows: Vec<Vec<char>>,
    edges: Vec<(String, Value)>,
    roads: Vec<(String, String)>,
    landmarks: Vec<(String, u32)>,
    units: String,
    options: Vec<&'static str>,
    columns: Option<u8>,
    hill: bool,
    arrival: bool,
}

impl Field {
    /// A sheet as drawn.
    pub fn new(drawing: &str) -> Field {
        let lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty());
        Field {
            rows: lines.map(|line| line.chars().collect()).collect(),
            edges: Vec::new(),
            roads: Vec::new(),
            landmarks: Vec::new(),
            units: String::new(),
            options: Vec::new(),
            columns: None,
            hill: false,
            arrival: false,
        }
    }

    /// Open ground, twenty columns by twenty rows.
    pub fn open() -> Field {
        Field::new(&"....................\n".repeat(20))
    }

    /// The same with other terrain in a hex.
    pub fn ground(mut self, cell: &str, terrain: char) -> Field {
        let (column, row) = place(cell);
        self.rows[row][column] = terrain;
        self
    }

    fn edge(mut self, a: &str, b: &str, feature: Value) -> Field {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.edges.push((format!("{a}|{b}"), feature));
        self
    }

    /// The creek between two hexes.
    pub fn creek(self, a: &str, b: &str) -> Field {
        self.edge(a, b, json!({"creek": "Test Creek"}))
    }

    /// A bridge between two hexes.
    pub fn bridge(self, a: &str, b: &str) -> Field {
        self.edge(a, b, json!({"creek": "Test Creek", "bridge": format!("Bridge {a} {b}")}))
    }

    /// A ford between two hexes.
    pub fn ford(self, a: &str, b: &str) -> Field {
        self.edge(a, b, json!({"creek": "Test Creek", "ford": format!("Ford {a} {b}")}))
    }

    /// A stream between two hexes.
    pub fn stream(self, a: &str, b: &str) -> Field {
        self.edge(a, b, json!({"stream": "Test Run"}))
    }

    /// A road through these hexes.
    pub fn road(mut self, cells: &[&str]) -> Field {
        for pair in cells.windows(2) {
            let (a, b) = if pair[0] < pair[1] { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            self.roads.push((a.to_owned(), b.to_owned()));
        }
        self
    }

    /// A key landmark.
    pub fn landmark(mut self, cell: &str, points: u32) -> Field {
        self.landmarks.push((cell.to_owned(), points));
        self
    }

    /// Optional rules in force.
    pub fn options(mut self, options: &[&'static str]) -> Field {
        self.options = options.to_vec();
        self
    }

    /// Only so many columns are in play.
    pub fn columns(mut self, columns: u8) -> Field {
        self.columns = Some(columns);
        self
    }

    /// A unit: designation, side, arm (or kind of guns), strength, corps, where it starts or with
    /// whom it comes.
    pub fn unit(mut self, id: &str, arm: &str, strength: u32, corps: &str, start: &str) -> Field {
        let side = if id.starts_with('u') { "union" } else { "confederate" };
        let (arm, guns, movement) = match arm {
            "infantry" => ("infantry", String::new(), 4),
            "cavalry" => ("cavalry", String::new(), 8),
            "horse" => ("artillery", ", guns = \"horse\"".to_owned(), 8),
            guns => ("artillery", format!(", guns = \"{guns}\""), 6),
        };
        let start = match start.chars().all(|c| c.is_ascii_digit()) {
            true => format!("at = \"{start}\""),
            false => format!("arrives = \"{start}\""),
        };
        let _ = writeln!(
            self.units,
            "  {{ id = \"{id}\", side = \"{side}\", arm = \"{arm}\", size = \"brigade\", strength = {strength}, \
             movement = {movement}, reduced = {}, corps = \"{corps}\", {start}, provenance = \"test\"{guns} }},",
            strength.div_ceil(2)
        );
        self
    }

    /// Union infantry of the I Corps.
    pub fn union(self, id: &str, strength: u32, at: &str) -> Field {
        self.unit(id, "infantry", strength, "I", at)
    }

    /// Confederate infantry.
    pub fn confederate(self, id: &str, strength: u32, at: &str) -> Field {
        self.unit(id, "infantry", strength, "JS", at)
    }

    /// The group that a die brings on at 1010, of two brigades and a battery.
    pub fn hill(mut self) -> Field {
        self.hill = true;
        self.unit("cHa", "infantry", 4, "JS", "Hill")
            .unit("cHb", "infantry", 4, "JS", "Hill")
            .unit("cHc", "infantry", 4, "JS", "Hill")
            .unit("cHg", "regular", 3, "JS", "Hill")
    }

    /// A group that comes on the third turn at the edge of the columns in play.
    pub fn arriving(mut self, id: &str, arm: &str) -> Field {
        self.arrival = true;
        self.unit(id, arm, 4, "JS", "later")
    }

    /// The roads, and a stub of one in each road through woods that has none: maps must have it.
    fn all_roads(&self) -> Vec<(String, String)> {
        let mut roads = self.roads.clone();
        for (row, line) in self.rows.iter().enumerate() {
            for column in (0..line.len()).filter(|&column| line[column].eq_ignore_ascii_case(&'r'))
            {
                let here = format!("{:02}{:02}", column + 1, row + 1);
                if !roads.iter().any(|(a, b)| *a == here || *b == here) {
                    roads.push((here, format!("{:02}{:02}", column + 1, row + 2)));
                }
            }
        }
        roads
    }

    fn map_json(&self) -> String {
        let mut cells = serde_json::Map::new();
        let roads = self.all_roads();
        let on_road: BTreeSet<&String> = roads.iter().flat_map(|(a, b)| [a, b]).collect();
        let mut rivers = Vec::new();
        for column in 0..self.rows[0].len() {
            for (row, line) in self.rows.iter().enumerate() {
                let drawn = line[column];
                let terrain = match drawn.to_ascii_lowercase() {
                    '.' | '^' | '#' => "clear",
                    'w' => "woods",
                    'r' => "road-in-woods",
                    't' => "town",
                    's' => "sunken-road",
                    '~' => "river",
                    other => panic!("no terrain is drawn {other:?}"),
                };
                let name = format!("{:02}{:02}", column + 1, row + 1);
                let mut cell = json!({"terrain": terrain});
                if drawn == '^' || drawn.is_ascii_uppercase() {
                    cell["elevated"] = json!(true);
                }
                if drawn == '#' {
                    cell["scenery"] = json!(true);
                }
                if on_road.contains(&name) {
                    cell["road"] = json!(true);
                }
                if terrain == "river" {
                    rivers.push(name.clone());
                }
                cells.insert(name, cell);
            }
        }
        let course = match rivers.is_empty() {
            true => json!([]),
            false => json!([{"name": "River", "course": rivers}]),
        };
        let edges: serde_json::Map<String, Value> = self.edges.iter().cloned().collect();
        let roads: Vec<Value> = roads
            .iter()
            .map(|(a, b)| json!({"a": a, "b": b, "class": "road", "name": "Test road"}))
            .collect();
        let objectives: serde_json::Map<String, Value> = self
            .landmarks
            .iter()
            .map(|(cell, points)| {
                (
                    cell.clone(),
                    json!({"name": format!("Landmark {cell}"), "points": points, "to": "union"}),
                )
            })
            .collect();
        let entries = match self.hill {
            true => json!({"1010": {"side": "confederate", "turn": "3+", "who": "Hill"}}),
            false => json!({}),
        };
        json!({
            "id": "test/field", "title": "Test: A field", "system": "brigade",
            "grid": {"kind": "hex-flat", "columns": self.rows[0].len(), "rows_odd": self.rows.len(),
                     "rows_even": self.rows.len(), "even_columns": "low", "cell_m": 220,
                     "numbering": "CCRR", "up_bearing_deg": 90},
            "cells": cells, "edges": edges, "roads": roads, "railroads": [], "rivers": course,
            "crossings": {}, "labels": [], "objectives": objectives, "entries": entries, "exits": {},
            "provenance": {"stated in a rulebook": {"cells": [], "note": "none"},
                           "documented": "nothing", "reconstructed": "everything",
                           "changes": "none", "attribution": "none"},
        })
        .to_string()
    }

    fn rules_toml(&self) -> String {
        let mut rules = charts();
        if self.hill {
            rules += "[arrival]\ngroup = \"Hill\"\nfrom_turn = 3\nleast = 5\n";
        }
        rules += "[landmarks]\n";
        for (cell, points) in &self.landmarks {
            let _ = writeln!(rules, "\"{cell}\" = {points}");
        }
        rules += "[victory]\nlevels = [\n  { at_least = 5, winner = \"union\", name = \"Union\" },\n  { at_least = 3, name = \"Draw\" },\n  { at_least = 0, winner = \"confederate\", name = \"Confederate\" },\n]\n[options]\n";
        for (number, effect) in OPTIONS {
            if number != "D04" || self.edges.iter().any(|(edge, _)| edge == "0505|0605") {
                let _ = writeln!(rules, "\"{number}\" = {effect}");
            }
        }
        rules
    }

    /// The files of the battle, through the loaders.
    pub fn files(&self) -> Files {
        let known = self.edges.iter().any(|(edge, _)| edge == "0505|0605");
        let listed: String = OPTIONS
            .iter()
            .filter(|(number, _)| *number != "D04" || known)
            .map(|(n, _)| {
                format!(
                    "  {{ number = \"{n}\", title = \"Option {n}\", meaning = \"A change.\" }},\n"
                )
            })
            .collect();
        let columns =
            self.columns.map_or(String::new(), |columns| format!("columns = {columns}\n"));
        let facts = format!(
            "system = \"brigade\"\ntitle = \"Test\"\nsubtitle = \"A field\"\ndate = \"any day\"\n\
             summary = \"A test.\"\nlength = \"short\"\ncomplexity = 1\nlicence = \"none\"\n\
             sources = [\"none\"]\noptions = [\n{listed}]\n\
             [[scenarios]]\nid = \"day\"\ntitle = \"A day\"\nturns = 8\nfirst = \"union\"\nstacking = 2\nmovement = 4\n{columns}"
        );
        let mut groups = String::new();
        if self.hill {
            groups += "  { id = \"Hill\", turns = [3, 4, 5, 6, 7, 8], cells = [\"1010\"] },\n";
        }
        if self.arrival {
            let column = self.columns.unwrap_or(1);
            let _ = writeln!(
                groups,
                "  {{ id = \"later\", turns = [3], cells = [\"{column:02}05\", \"{column:02}06\"] }},"
            );
        }
        // Every corps that may be activated has a unit, far from everything.
        let units = format!(
            "{}{}",
            self.units,
            Field::spare("uzI", "I", "0120")
                + &Field::spare("uzII", "II", "0220")
                + &Field::spare("uzV", "V", "0320")
        );
        let setup =
            format!("sources.test = \"a test\"\ngroups = [\n{groups}]\nunits = [\n{units}]\n");
        let (map, rules) = (self.map_json(), self.rules_toml());
        let mut folder = Folder::new();
        folder.add("battle.toml", facts.as_bytes());
        folder.add("map.json", map.as_bytes());
        folder.add("rules.toml", rules.as_bytes());
        folder.add("setups/day.toml", setup.as_bytes());
        Files::from_files("test/field", &folder).unwrap_or_else(|faults| panic!("{faults}"))
    }

    fn spare(id: &str, corps: &str, at: &str) -> String {
        format!(
            "  {{ id = \"{id}\", side = \"union\", arm = \"infantry\", size = \"brigade\", strength = 1, \
             reduced = 1, corps = \"{corps}\", at = \"{at}\", provenance = \"test\" }},\n"
        )
    }

    /// The game in a phase of a side, every Union corps of the test active.
    pub fn phase(&self, side: &str, phase: &str) -> Game {
        let active =
            if side == "union" && phase != "activation" { json!(["I", "II"]) } else { json!([]) };
        self.at(json!({"turn": 2, "side": side, "phase": phase, "active": active}))
    }

    /// The game as a position says; without `units` everybody of the test stands where he begins.
    pub fn at(&self, position: Value) -> Game {
        let options: Vec<String> = self.options.iter().map(|&n| n.to_owned()).collect();
        let ready = Prepared::new(&self.files(), None, &options).unwrap_or_else(|e| panic!("{e}"));
        Game::at(ready, position)
    }
}

/// Column and row of a hex.
fn place(cell: &str) -> (usize, usize) {
    let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
    (number(&cell[..2]), number(&cell[2..]))
}

/// A game at one moment, and the questions one asks of it.
pub struct Game {
    ready: Prepared,
    state: State,
    /// What the last action made happen, one JSON object each.
    pub events: Vec<Value>,
}

impl Game {
    /// A position of a battle.
    pub fn at(ready: Prepared, mut position: Value) -> Game {
        position["game"] = json!(ready.battle.id);
        let state = ready.read_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
        Game { ready, state, events: Vec::new() }
    }

    /// A position of the built-in battle.
    pub fn antietam(scenario: &str, options: &[&str], position: Value) -> Game {
        let files = atlas::builtin::battle("brigade/antietam").expect("the built-in battle");
        let options: Vec<String> = options.iter().map(|&n| n.to_owned()).collect();
        let ready = Prepared::new(&files, Some(scenario), &options).expect("a battle");
        Game::at(ready, position)
    }

    /// The battle.
    pub fn battle(&self) -> &Battle {
        &self.ready.battle
    }

    /// The battle made ready.
    pub fn ready(&self) -> &Prepared {
        &self.ready
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What is wrong with a position of this battle; empty if nothing is.
    pub fn faults_of(&self, mut position: Value) -> String {
        position["game"] = json!(self.ready.battle.id);
        self.ready.read_position(&position).err().map_or(String::new(), |faults| faults.to_string())
    }

    /// "legal", or the rule that forbids an action: `BR 8.0`.
    pub fn why(&self, action: Value) -> String {
        let action = self
            .ready
            .read_action(&self.state, &action)
            .unwrap_or_else(|faults| panic!("{action}: {faults}"));
        match self.ready.check(&self.state, &action) {
            Ok(()) => "legal".to_owned(),
            Err(refusal) => {
                let told = self.ready.explain(&refusal);
                assert!(told.reason.ends_with('.'), "{refusal:?}: {}", told.reason);
                told.rule.to_string()
            }
        }
    }

    /// Why an action is refused.
    pub fn refusal(&self, action: Value) -> Refusal {
        let read = self.ready.read_action(&self.state, &action);
        let read = read.unwrap_or_else(|faults| panic!("{action}: {faults}"));
        let judged = self.ready.check(&self.state, &read);
        judged.err().unwrap_or_else(|| panic!("{action} is legal"))
    }

    /// The sentence that forbids an action.
    pub fn reason(&self, action: Value) -> String {
        self.ready.explain(&self.refusal(action)).reason
    }

    /// Applies a legal action, with these throws of the die first; the position must read back as
    /// the same.
    pub fn apply(&mut self, action: Value, dice: &[u8]) -> &mut Game {
        let action = self
            .ready
            .read_action(&self.state, &action)
            .unwrap_or_else(|faults| panic!("{action}: {faults}"));
        let mut dice = ForcedDice::faces(dice, Seed::from_number(1).dice(0, b"")).expect("faces");
        let mut events = Vec::new();
        if let Err(refusal) = self.ready.apply(&mut self.state, &action, &mut dice, &mut events) {
            panic!("{action:?}: {}", self.ready.explain(&refusal));
        }
        assert_eq!(dice.left(), 0, "not every die was thrown");
        self.events = events.iter().map(|event| self.ready.write_event(event)).collect();
        let again = self
            .ready
            .read_position(&self.json())
            .unwrap_or_else(|faults| panic!("{faults}\n{}", self.json()));
        assert_eq!(again, self.state, "the position does not read back");
        self
    }

    /// Ends the phase, with these throws of the die.
    pub fn end_phase(&mut self, dice: &[u8]) -> &mut Game {
        self.apply(json!({"end_phase": {}}), dice)
    }

    /// Every legal action, as `position actions` prints it.
    pub fn actions(&self) -> Vec<Value> {
        self.ready.list(&self.state)
    }

    /// Where a unit can move to, with the half-points.
    pub fn reach(&self, unit: &str) -> Vec<(String, u64)> {
        self.actions()
            .iter()
            .filter(|listed| listed["action"]["move"]["unit"] == unit)
            .filter_map(|listed| {
                let to = listed["action"]["move"]["to"].as_str()?;
                Some((to.to_owned(), listed["half_points"].as_u64()?))
            })
            .collect()
    }

    /// What it costs a unit to move to a hex; `None` if it cannot.
    pub fn cost(&self, unit: &str, to: &str) -> Option<u64> {
        self.reach(unit).into_iter().find(|(cell, _)| cell == to).map(|(_, cost)| cost)
    }

    /// What it costs a unit to go through these hexes; `None` if it may not.
    pub fn path_cost(&self, unit: &str, via: &[&str]) -> Option<u64> {
        let question = json!({"path": {"unit": unit, "via": via}});
        let told = self.ready.ask(&self.state, rules::game::Seat::Watcher, &question);
        told.expect("an answer")["half_points"].as_u64()
    }

    /// Where a unit may retreat to; "stands" if it has no way.
    pub fn retreats(&self, unit: &str) -> Vec<String> {
        let listed = self.actions();
        let own = listed.iter().filter(|listed| listed["action"]["retreat"]["unit"] == unit);
        own.map(|listed| listed["action"]["retreat"]["to"].as_str().unwrap_or("stands").to_owned())
            .collect()
    }

    /// What an attack would do.
    pub fn odds(&self, action: Value) -> Value {
        let action = self.ready.read_action(&self.state, &action).expect("an action");
        assert_eq!(self.ready.check(&self.state, &action), Ok(()));
        self.ready.odds(&self.state, &action).expect("an attack")
    }

    /// The position as JSON.
    pub fn json(&self) -> Value {
        self.ready.write_position(&self.state, None)
    }

    /// A unit of the position: its object in `units`; null if absent.
    pub fn unit(&self, id: &str) -> Value {
        let json = self.json();
        let units = json["units"].as_array().cloned().unwrap_or_default();
        units.into_iter().find(|unit| unit["id"] == id).unwrap_or(Value::Null)
    }

    /// Where a unit is: its hex, or "reserve", "eliminated", "absent"; with a minus if it is
    /// reduced.
    pub fn whereabouts(&self, id: &str) -> String {
        let unit = self.unit(id);
        let word = unit["hex"].as_str().or(unit["state"].as_str()).unwrap_or("absent");
        let reduced = unit["hex"].is_string() && unit["steps"] == 1;
        format!("{word}{}", if reduced { "-" } else { "" })
    }

    /// The event of this kind that happened last, if any.
    pub fn event(&self, kind: &str) -> Option<&Value> {
        self.events.iter().rev().find(|event| event["event"] == kind)
    }

    /// The step that is waited for, and by whom; "" if none is.
    pub fn pending(&self) -> String {
        let json = self.json();
        let pending = &json["pending"];
        match pending["step"].as_str() {
            Some(step) => format!("{step} {}", pending["decider"].as_str().unwrap_or("?")),
            None => String::new(),
        }
    }
}

/// An assault as an action.
pub fn assault(defenders: &[&str], attackers: &[&str]) -> Value {
    json!({"assault": {"defenders": defenders, "attackers": attackers}})
}

/// A bombardment as an action.
pub fn bombard(target: &str, guns: &[&str]) -> Value {
    json!({"bombard": {"target": target, "guns": guns}})
}

/// A move as an action.
pub fn march(unit: &str, to: &str) -> Value {
    json!({"move": {"unit": unit, "to": to}})
}

/// A retreat as an action.
pub fn retreat(unit: &str, to: &str) -> Value {
    json!({"retreat": {"unit": unit, "to": to}})
}
