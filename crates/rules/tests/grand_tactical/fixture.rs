//! A small battlefield drawn in text, and one way to ask about it.
//!
//! A sheet is drawn with a character a square: `.` clear, `w` woods, `k` corn, `t` town, `~` stream,
//! `r` river, `b` bridge, `d` ford, `#` scenery; digits 2, 3 and 4 are open ground of that level. The first line is x = 0,
//! the first character y = 0. The tables are those of Antietam. Everything goes through the same loaders as a
//! battle on disk, and every question through the same door as `longroll position`.

// Each chapter uses the part it needs.
#![allow(dead_code)]

use std::fmt::Write;

use atlas::battle::{Battle as Files, Folder};
use rules::dice::Dice;
use rules::game::Seat;
use rules::grand_tactical::{Battle, Event, State, UnitId};
use rules::{System, grand_tactical};
use serde_json::{Value, json};

/// The tables of Antietam without what belongs to its own army and map.
pub fn plain_rules() -> String {
    let whole = include_str!("../../../../battles/grand-tactical/antietam/rules.toml");
    let parts = whole.split("\n[").map(str::to_owned);
    let kept = parts.filter(|part| {
        !["timetable]", "arrivals.", "fords]"].iter().any(|head| part.starts_with(head))
    });
    let whole = kept.collect::<Vec<_>>().join("\n[");
    whole
        .replace("confederate = \"41,0\"", "confederate = \"CONFEDERATE\"")
        .replace("union = \"0,35\"", "union = \"UNION\"")
}

/// A battlefield being drawn.
#[derive(Clone)]
pub struct Field {
    rows: Vec<Vec<char>>,
    levels: Vec<(String, u8)>,
    roads: Vec<(String, String)>,
    objectives: Vec<(String, Value)>,
    entries: Vec<(String, Value)>,
    units: String,
    leaders: String,
    groups: String,
    rules: String,
    options: Vec<String>,
}

impl Field {
    /// A sheet as drawn.
    pub fn new(drawing: &str) -> Field {
        let lines = drawing.lines().map(str::trim).filter(|line| !line.is_empty());
        Field {
            rows: lines.map(|line| line.chars().collect()).collect(),
            levels: Vec::new(),
            roads: Vec::new(),
            objectives: Vec::new(),
            entries: Vec::new(),
            units: String::new(),
            leaders: String::new(),
            groups: String::new(),
            rules: plain_rules(),
            options: Vec::new(),
        }
    }

    /// Open ground of so many rows and columns.
    pub fn open(rows: usize, columns: usize) -> Field {
        Field::new(&vec![".".repeat(columns); rows].join("\n"))
    }

    /// The advanced game.
    pub fn advanced(self) -> Field {
        self.option("4=advanced")
    }

    /// The intermediate game.
    pub fn intermediate(self) -> Field {
        self.option("4=intermediate")
    }

    /// An option in force.
    pub fn option(mut self, option: &str) -> Field {
        self.options.push(option.to_owned());
        self
    }

    /// A square of another terrain, by its character.
    pub fn ground(mut self, square: &str, drawn: char) -> Field {
        let (x, y) = square.split_once(',').expect("a square");
        self.rows[x.parse::<usize>().unwrap()][y.parse::<usize>().unwrap()] = drawn;
        self
    }

    /// A square of another level.
    pub fn level(mut self, square: &str, level: u8) -> Field {
        self.levels.push((square.to_owned(), level));
        self
    }

    /// A road along squares.
    pub fn road(mut self, squares: &[&str]) -> Field {
        for two in squares.windows(2) {
            self.roads.push((two[0].to_owned(), two[1].to_owned()));
        }
        self
    }

    /// A square that is worth something to the Union.
    pub fn objective(mut self, square: &str, points: u32) -> Field {
        let goal = json!({"name": format!("Goal {square}"), "points": points, "to": "union"});
        self.objectives.push((square.to_owned(), goal));
        self
    }

    /// A unit as in the file, without provenance; `rest` holds whatever else: place, weapon, formation …
    pub fn unit(mut self, id: &str, side: &str, arm: &str, strength: u32, rest: &str) -> Field {
        let _ = writeln!(
            self.units,
            "  {{ id = \"{id}\", short = \"{id}\", side = \"{side}\", arm = \"{arm}\", size = \"half-brigade\", \
             strength = {strength}, provenance = \"test\", {rest} }},"
        );
        self
    }

    /// Infantry with rifles, effectiveness 80, in line, of the brigade and division of its side ("B", "D", corps "C").
    pub fn infantry(self, id: &str, side: &str, men: u32, at: &str, facing: u8) -> Field {
        let rest = format!(
            "at = \"{at}\", weapon = \"RFL\", effectiveness = 80, facing = {facing}, mode = \"normal\", \
             corps = \"C\", division = \"D\", brigade = \"{id}\""
        );
        self.unit(id, side, "infantry", men, &rest)
    }

    /// Cavalry with carbines, mounted, of no division.
    pub fn cavalry(self, id: &str, side: &str, men: u32, at: &str, facing: u8) -> Field {
        let rest = format!(
            "at = \"{at}\", weapon = \"CRB\", effectiveness = 80, facing = {facing}, mode = \"mounted\", division = \"H\""
        );
        self.unit(id, side, "cavalry", men, &rest)
    }

    /// Unlimbered guns of the corps.
    pub fn guns(
        self,
        id: &str,
        side: &str,
        guns: u32,
        at: &str,
        facing: u8,
        weapon: &str,
    ) -> Field {
        let rest = format!(
            "at = \"{at}\", weapon = \"{weapon}\", effectiveness = 80, facing = {facing}, mode = \"unlimbered\", corps = \"C\""
        );
        self.unit(id, side, "artillery", guns, &rest)
    }

    /// A leader as in the file.
    pub fn leader(
        mut self,
        name: &str,
        side: &str,
        rank: &str,
        commands: &str,
        bonus: u8,
        with: &str,
    ) -> Field {
        let with = if with.is_empty() { String::new() } else { format!(", with = \"{with}\"") };
        let _ = writeln!(
            self.leaders,
            "  {{ name = \"{name}\", side = \"{side}\", rank = \"{rank}\", commands = \"{commands}\", bonus = {bonus}{with} }},"
        );
        self
    }

    /// A square where a side's reinforcements come on.
    pub fn entry(mut self, square: &str, side: &str) -> Field {
        let entry = json!({"side": side, "turn": 1, "who": "somebody"});
        self.entries.push((square.to_owned(), entry));
        self
    }

    /// A group of reinforcements, as in the file.
    pub fn group(mut self, group: &str) -> Field {
        let _ = writeln!(self.groups, "  {group},");
        self
    }

    /// Changes text of the rules file.
    pub fn rule(mut self, from: &str, to: &str) -> Field {
        assert!(self.rules.contains(from), "the rules do not say {from:?}");
        self.rules = self.rules.replace(from, to);
        self
    }

    /// Adds a part to the rules file.
    pub fn rules(mut self, part: &str) -> Field {
        self.rules.push_str(part);
        self
    }

    fn map_json(&self) -> String {
        let mut cells = serde_json::Map::new();
        let (mut streams, mut rivers) = (Vec::new(), Vec::new());
        let on_road = |name: &str| self.roads.iter().any(|(a, b)| a == name || b == name);
        for (x, line) in self.rows.iter().enumerate() {
            for (y, &drawn) in line.iter().enumerate() {
                let (terrain, level) = match drawn {
                    '.' | '#' => ("clear", 1),
                    '2' => ("clear", 2),
                    '3' => ("clear", 3),
                    '4' => ("clear", 4),
                    'w' => ("woods", 1),
                    'k' => ("cornfield", 1),
                    't' => ("town", 1),
                    '~' => ("stream", 1),
                    'r' => ("river", 1),
                    'b' => ("bridge", 1),
                    'd' => ("ford", 1),
                    other => panic!("no terrain is drawn {other:?}"),
                };
                let name = format!("{x},{y}");
                match terrain {
                    "river" => rivers.push(name.clone()),
                    "stream" | "bridge" | "ford" => streams.push(name.clone()),
                    _ => {}
                }
                let own = self.levels.iter().find(|(square, _)| *square == name);
                let level = own.map_or(level, |(_, level)| *level);
                let mut cell = json!({"terrain": terrain, "elevation": level});
                if on_road(&name) {
                    cell["road"] = json!(true);
                }
                if drawn == '#' {
                    cell["scenery"] = json!(true);
                }
                if terrain == "bridge" || terrain == "ford" {
                    let across = y > 0 && y + 1 < line.len();
                    let ends =
                        if across { [(x, y - 1), (x, y + 1)] } else { [(x - 1, y), (x + 1, y)] };
                    cell["name"] = json!("Crossing");
                    cell["ends"] = json!(ends.map(|(x, y)| format!("{x},{y}")));
                }
                cells.insert(name, cell);
            }
        }
        let course = |kind: &'static str| move |square: &String| json!({"name": "Water", "kind": kind, "course": [square]});
        let courses =
            streams.iter().map(course("stream")).chain(rivers.iter().map(course("river")));
        let courses: Vec<Value> = courses.collect();
        let roads = self.roads.iter();
        let roads: Vec<Value> =
            roads.map(|(a, b)| json!({"a": a, "b": b, "class": "road", "name": "Road"})).collect();
        let entries: serde_json::Map<String, Value> = self.entries.iter().cloned().collect();
        let objectives: serde_json::Map<String, Value> = self.objectives.iter().cloned().collect();
        json!({
            "id": "test/field", "title": "Test: A field", "system": "grand-tactical",
            "grid": {"kind": "square", "columns": self.rows[0].len(), "rows": self.rows.len(),
                     "cell_m": 183, "numbering": "x,y", "up_bearing_deg": 0},
            "cells": cells, "edges": {}, "roads": roads, "railroads": [], "rivers": courses,
            "crossings": {}, "labels": [], "objectives": objectives, "entries": entries, "exits": {},
            "provenance": {"stated in a rulebook": {"cells": [], "note": "none"},
                           "documented": "nothing", "reconstructed": "everything",
                           "changes": "none", "attribution": "none"},
        })
        .to_string()
    }

    /// The battle's files, through the loaders.
    pub fn files(&self) -> Files {
        let antietam = include_str!("../../../../battles/grand-tactical/antietam/battle.toml");
        let options =
            antietam.split("options = [").nth(1).and_then(|rest| rest.split("\n]").next());
        let facts = format!(
            "system = \"grand-tactical\"\ntitle = \"Test\"\nsubtitle = \"A field\"\ndate = \"any day\"\n\
             summary = \"A test.\"\nlength = \"short\"\ncomplexity = 1\nlicence = \"none\"\n\
             sources = [\"none\"]\noptions = [{}\n]\n\
             [[scenarios]]\nid = \"day\"\ntitle = \"A day\"\nturns = 11\nfirst = \"union\"\nstacking = 3\n",
            options.expect("the options of Antietam")
        );
        let setup = format!(
            "sources.test = \"a test\"\ngroups = [\n{}]\nunits = [\n{}]\nleaders = [\n{}]\n",
            self.groups, self.units, self.leaders
        );
        let (last_row, last_column) = (self.rows.len() - 1, self.rows[0].len() - 1);
        let rules = self.rules.replace("CONFEDERATE", &format!("{last_row},0"));
        let rules = rules.replace("UNION", &format!("0,{last_column}"));
        let map = self.map_json();
        let mut folder = Folder::new();
        folder.add("battle.toml", facts.as_bytes());
        folder.add("map.json", map.as_bytes());
        folder.add("rules.toml", rules.as_bytes());
        folder.add("setups/day.toml", setup.as_bytes());
        Files::from_files("test/field", &folder).unwrap_or_else(|faults| panic!("{faults}"))
    }

    /// The battle, ready.
    pub fn battle(&self) -> Battle {
        Battle::new(&self.files(), None, &self.options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The game as it is set up, in the Union's first operations phase.
    pub fn game(&self) -> Game {
        self.at(json!({}))
    }

    /// The game as a position says; `game` and `options` need not be given.
    pub fn at(&self, position: Value) -> Game {
        Game::at(self.battle(), position)
    }
}

/// A game at one moment, and the questions one asks of it.
pub struct Game {
    battle: Battle,
    /// The state.
    pub state: State,
    /// What the last action made happen, one JSON object each.
    pub events: Vec<Value>,
}

impl Game {
    /// A position of a battle.
    pub fn at(battle: Battle, mut position: Value) -> Game {
        position["game"] = json!(battle.id);
        let state = battle.read_position(&position).unwrap_or_else(|faults| panic!("{faults}"));
        Game { battle, state, events: Vec::new() }
    }

    /// The built-in battle of Antietam with these options, as it is set up.
    pub fn antietam(options: &[&str]) -> Battle {
        let files = atlas::builtin::battle("grand-tactical/antietam").unwrap();
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        Battle::new(&files, None, &options).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The battle.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// What is wrong with a position of this battle; empty if nothing is.
    pub fn faults_of(&self, mut position: Value) -> String {
        position["game"] = json!(self.battle.id);
        self.battle
            .read_position(&position)
            .err()
            .map(|faults| faults.to_string())
            .unwrap_or_default()
    }

    /// What the phasing side sees.
    pub fn seen(&self) -> State {
        self.battle.seen(&self.state, Seat::Side(self.state.side)).into_owned()
    }

    /// A unit by its id.
    pub fn id(&self, unit: &str) -> UnitId {
        self.battle.find(unit).unwrap_or_else(|| panic!("no unit {unit}"))
    }

    /// A unit at this moment.
    pub fn unit(&self, unit: &str) -> &grand_tactical::state::Unit {
        self.state.unit(self.id(unit))
    }

    /// A unit at this moment, to be changed by hand.
    pub fn unit_mut(&mut self, unit: &str) -> &mut grand_tactical::state::Unit {
        let id = self.id(unit);
        self.state.unit_mut(id)
    }

    /// The square of a unit.
    pub fn square(&self, unit: &str) -> String {
        self.state.cell(self.id(unit)).map_or("-".into(), |cell| self.battle.name(cell))
    }

    /// "legal", or the rule and the sentence of the refusal.
    pub fn why(&self, action: Value) -> String {
        let seen = self.seen();
        let action = match self.battle.read_action(&seen, &action) {
            Ok(action) => action,
            Err(faults) => return format!("malformed: {faults}"),
        };
        match self.battle.check(&seen, &action) {
            Ok(()) => "legal".into(),
            Err(refusal) => self.battle.explain(&refusal).to_string(),
        }
    }

    /// The rule by which an action is refused; "legal" if it is not.
    pub fn rule(&self, action: Value) -> String {
        let why = self.why(action);
        why.split(": ").next().unwrap_or_default().to_owned()
    }

    /// Carries out an action with these draws first; the rest come from a seed.
    pub fn act(&mut self, action: Value, draws: &[u16]) -> &mut Game {
        let mut dice = Script { draws, seed: rules::dice::Chance::new(7), asked: Vec::new() };
        self.act_with(action, &mut dice);
        self
    }

    /// Carries out an action with dice.
    pub fn act_with(&mut self, action: Value, dice: &mut dyn Dice) {
        let seen = self.seen();
        let read = self.battle.read_action(&seen, &action);
        let read = read.unwrap_or_else(|faults| panic!("{action}: {faults}"));
        let mut events: Vec<Event> = Vec::new();
        if let Err(refusal) = self.battle.apply(&mut self.state, &read, dice, &mut events) {
            panic!("{action}: {}", self.battle.explain(&refusal));
        }
        self.events = events.iter().map(|event| self.battle.write_event(event)).collect();
    }

    /// Ends the phase with these draws first.
    pub fn end(&mut self, draws: &[u16]) -> &mut Game {
        self.act(json!({"end_phase": {}}), draws)
    }

    /// The events of a kind.
    pub fn told(&self, kind: &str) -> Vec<Value> {
        self.events.iter().filter(|event| event["event"] == kind).cloned().collect()
    }

    /// What the draws of the last action were for, with their n.
    pub fn draws(&self) -> Vec<(String, u64)> {
        let drew = self.told("drew");
        drew.iter()
            .map(|event| (event["for"].as_str().unwrap().to_owned(), event["of"].as_u64().unwrap()))
            .collect()
    }

    /// The legal actions as the door lists them.
    pub fn list(&self) -> Vec<Value> {
        self.battle.list(&self.seen())
    }

    /// What a listed action costs; `None` if it is not listed or costs nothing.
    pub fn cost(&self, action: &Value) -> Option<u64> {
        self.list().iter().find(|one| one["action"] == *action)?["cost"].as_u64()
    }

    /// The odds of an action.
    pub fn odds(&self, action: Value) -> Value {
        let seen = self.seen();
        let action = self.battle.read_action(&seen, &action).unwrap();
        self.battle.odds(&seen, &action).unwrap_or(Value::Null)
    }
}

/// Draws that a test gives, in order; then a generator. Notes what was asked for.
pub struct Script<'d> {
    /// The draws given.
    pub draws: &'d [u16],
    /// The rest.
    pub seed: rules::dice::Chance,
    /// The sides of each draw asked for.
    pub asked: Vec<u16>,
}

impl Dice for Script<'_> {
    fn roll(&mut self, sides: u16) -> u16 {
        self.asked.push(sides);
        match self.draws.split_first() {
            Some((&draw, rest)) => {
                assert!(draw < sides, "draw {draw} of {sides}");
                self.draws = rest;
                draw
            }
            None => self.seed.roll(sides),
        }
    }
}
