//! Retreats against a slow reading of the rule that knows nothing of the engine, on a crowded island
//! from which nobody gets away: where each unit may go, whom it displaces and whether that one has
//! a way himself, what is paid at a crossing, and who stands.

use std::collections::{BTreeMap, BTreeSet};

use rules::System;
use rules::brigade::Prepared;
use rules::brigade::random::RandomPlayer;
use rules::dice::Chance;
use serde_json::{Value, json};

use crate::duties::{Ground, distance};
use crate::fixture::Field;

/// So many units of each kind and side: first letters of designations, kind, how many, strength. A
/// few strong ones among a crowd.
const UNITS: [(&str, &str, usize, u32); 6] = [
    ("uA", "infantry", 5, 12),
    ("uC", "cavalry", 1, 4),
    ("uG", "regular", 4, 3),
    ("cA", "infantry", 36, 3),
    ("cC", "cavalry", 4, 3),
    ("cG", "horse", 10, 2),
];

/// The island is six columns of six hexes; around it lies scenery.
const ISLAND: std::ops::RangeInclusive<usize> = 8..=13;

const DRAWN: [(&str, char); 7] = [
    ("0909", 'w'),
    ("1010", 't'),
    ("1110", 's'),
    ("1111", 'r'),
    ("1211", 'r'),
    ("0912", 'w'),
    ("1209", '^'),
];

const WATER: [(&str, &str, &str); 7] = [
    ("0910", "1009", "creek"),
    ("0910", "1010", "bridge"),
    ("0911", "1010", "creek"),
    ("0911", "1011", "ford"),
    ("1109", "1208", "stream"),
    ("1109", "1209", "stream"),
    ("1110", "1209", "stream"),
];

/// Its hexes in order.
const ROAD: [&str; 4] = ["1011", "1111", "1211", "1312"];

fn island() -> (Prepared, Ground) {
    let (mut field, mut ground) = (Field::open().road(&ROAD), Ground::default());
    for column in 7..=14 {
        for row in 7..=14 {
            if !ISLAND.contains(&column) || !ISLAND.contains(&row) {
                field = field.ground(&format!("{column:02}{row:02}"), '#');
            }
        }
    }
    for (hex, terrain) in DRAWN {
        field = field.ground(hex, terrain);
        ground.terrain.insert(hex.to_owned(), terrain);
    }
    for (a, b, kind) in WATER {
        field = match kind {
            "creek" => field.creek(a, b),
            "bridge" => field.bridge(a, b),
            "ford" => field.ford(a, b),
            _ => field.stream(a, b),
        };
        ground.water.insert((a.to_owned(), b.to_owned()), kind);
    }
    for (index, (id, kind, strength)) in roster().into_iter().enumerate() {
        let at = format!("{:02}{:02}", 1 + index % 20, 1 + index / 20);
        field = field.unit(&id, kind, strength, "I", &at);
    }
    (Prepared::new(&field.files(), None, &[]).unwrap(), ground)
}

fn roster() -> Vec<(String, &'static str, u32)> {
    let of = |(letters, kind, count, strength): (&'static str, &'static str, usize, u32)| {
        (0..count).map(move |number| (format!("{letters}{number:02}"), kind, strength))
    };
    UNITS.into_iter().flat_map(of).collect()
}

/// Units thrown onto the island when a phase of assaults begins.
fn scattered(chance: &mut Chance, ground: &Ground) -> Value {
    let mut units: Vec<Value> = Vec::new();
    for (id, ..) in roster() {
        let mut place = || ISLAND.start() + chance.below(6);
        let hex = format!("{:02}{:02}", place(), place());
        let fits = units.iter().filter(|unit| unit["hex"] == hex).all(|unit| {
            let other = unit["id"].as_str().unwrap();
            other[..1] == id[..1] && (is_gun(other) || is_gun(&id))
        });
        let full = units.iter().filter(|unit| unit["hex"] == hex).count() > 1;
        if fits && !full && (is_infantry(&id) || !ground.screens(&hex)) {
            units.push(json!({"id": id, "hex": hex, "steps": 1 + chance.below(2)}));
        }
    }
    let side = if chance.below(2) == 0 { "union" } else { "confederate" };
    let active = if side == "union" { json!(["I"]) } else { json!([]) };
    json!({"game": "test/field", "turn": 2, "side": side, "phase": "assault", "active": active, "units": units})
}

fn is_gun(id: &str) -> bool {
    id.as_bytes()[1] == b'G'
}

fn is_infantry(id: &str) -> bool {
    id.as_bytes()[1] == b'A'
}

/// Where to, and who makes room; nowhere: it stands.
type Choice = (Option<String>, Option<String>);

/// Who stands where, as a position says.
#[derive(Clone)]
struct Reading<'g> {
    ground: &'g Ground,
    /// Hex, and whether it is reduced.
    units: BTreeMap<String, (String, bool)>,
}

impl Reading<'_> {
    fn of<'g>(position: &Value, ground: &'g Ground) -> Reading<'g> {
        let on_map = position["units"].as_array().unwrap().iter().filter_map(|unit| {
            let hex = unit["hex"].as_str()?.to_owned();
            Some((unit["id"].as_str()?.to_owned(), (hex, unit["steps"] == 1)))
        });
        Reading { ground, units: on_map.collect() }
    }

    fn hex(&self, id: &str) -> &str {
        &self.units[id].0
    }

    /// [BR 6.0] Whether an enemy of a unit has a hex in its zone of control.
    fn is_controlled(&self, id: &str, hex: &str) -> bool {
        self.units.iter().any(|(other, (at, _))| {
            other[..1] != id[..1]
                && is_infantry(other)
                && distance(at, hex) == 1
                && self.ground.between(at, hex).is_none()
                && !self.ground.screens(at)
                && !self.ground.screens(hex)
        })
    }

    /// [BR 6.0] Whether the ground lets a unit go from a hex to its neighbour.
    fn is_open(&self, id: &str, from: &str, to: &str) -> bool {
        let water = self.ground.between(from, to);
        let by_road = ROAD.windows(2).any(|pair| pair == [from, to] || pair == [to, from]);
        match self.ground.drawn(to) {
            _ if water == Some("creek") => false,
            _ if is_infantry(id) => true,
            'w' | 't' => false,
            'r' => by_road && water != Some("ford"),
            _ => true,
        }
    }

    /// [BR 13.0] The hexes that a retreat may enter next, with whether water lies before them.
    fn steps(&self, id: &str, from: &str) -> Vec<(String, bool)> {
        let hexes = ISLAND.flat_map(|column| ISLAND.map(move |row| format!("{column:02}{row:02}")));
        let near = hexes.filter(|hex| distance(hex, from) == 1);
        let free = near.filter(|hex| {
            let enemy = self.units.iter().any(|(it, (at, _))| at == hex && it[..1] != id[..1]);
            !enemy && !self.is_controlled(id, hex) && self.is_open(id, from, hex)
        });
        let water = |hex: &String| self.ground.between(from, hex).is_some();
        free.map(|hex| (hex.clone(), water(&hex))).collect()
    }

    /// [BR 13.0?] Every end of one or two steps away from what is retreated from, with whether
    /// every way to it is wet.
    fn ends(&self, id: &str, from: &[String]) -> BTreeMap<String, bool> {
        let start = self.hex(id);
        let away = |end: &str| {
            let far = |hex: &String| (distance(start, hex), distance(end, hex));
            let kept =
                |(before, after): (i32, i32)| if before == 1 { after > 1 } else { after >= before };
            from.iter().map(far).all(kept)
                && from.iter().map(far).any(|(before, after)| after > before)
        };
        let mut ends: BTreeMap<String, bool> = BTreeMap::new();
        let mut note = |end: &str, wet: bool| {
            let known = ends.entry(end.to_owned()).or_insert(true);
            *known &= wet;
        };
        for (first, wet) in self.steps(id, start) {
            if away(&first) {
                note(&first, wet);
            }
            if from.iter().all(|hex| distance(&first, hex) >= distance(start, hex)) {
                let second = self.steps(id, &first).into_iter();
                second.filter(|(hex, _)| away(hex)).for_each(|(hex, more)| note(&hex, wet | more));
            }
        }
        ends
    }

    /// [BR 5.0] Whether these may be together.
    fn fit(ids: &BTreeSet<String>) -> bool {
        ids.len() <= 2 && ids.iter().filter(|id| !is_gun(id)).count() <= 1
    }

    fn friends(&self, id: &str, hex: &str) -> BTreeSet<String> {
        let there = self.units.iter().filter(|(it, (at, _))| at == hex && it[..1] == id[..1]);
        there.map(|(it, _)| it.clone()).collect()
    }

    /// [BR 13.0?] What a unit can do. `busy` have still to retreat, or have been displaced.
    fn choices(&self, id: &str, from: &[String], busy: &BTreeSet<String>) -> BTreeSet<Choice> {
        let ends = self.ends(id, from);
        let with = |hex: &str| {
            let mut together = self.friends(id, hex);
            together.insert(id.to_owned());
            together
        };
        let goes = |end: &(&String, &bool)| *end.1 && self.units[id].1 || Self::fit(&with(end.0));
        let roomy: BTreeSet<Choice> =
            ends.iter().filter(goes).map(|(hex, _)| (Some(hex.clone()), None)).collect();
        if !roomy.is_empty() {
            return roomy;
        }
        let mut found = BTreeSet::new();
        for hex in ends.keys() {
            for friend in self.friends(id, hex).difference(busy) {
                let mut left = with(hex);
                left.remove(friend);
                let mut after = self.clone();
                after.units.get_mut(id).unwrap().0.clone_from(hex);
                let mut busy = busy.clone();
                busy.remove(id);
                busy.insert(friend.clone());
                let stands = after.choices(friend, from, &busy).contains(&(None, None));
                if friend != id && Self::fit(&left) && !stands {
                    found.insert((Some(hex.clone()), Some(friend.clone())));
                }
            }
        }
        if found.is_empty() { BTreeSet::from([(None, None)]) } else { found }
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(text).collect()
}

/// What was met of each kind.
#[derive(Default, Debug)]
struct Met {
    choices: usize,
    stands: usize,
    pushes: usize,
    /// Those who were pushed and push in turn.
    chains: usize,
    crossings: usize,
    deaths: usize,
}

/// [BR 13.0] What units retreat from: the attackers from the defending hexes, the defenders from
/// where all attackers are.
fn retreated_from(position: &Value, reading: &Reading<'_>) -> Vec<String> {
    let pending = &position["pending"];
    match pending["decider"] == position["side"] {
        true => texts(&pending["assault"]["defenders"]),
        false => {
            let attackers = texts(&pending["assault"]["attackers"]);
            attackers.iter().map(|id| reading.hex(id).to_owned()).collect()
        }
    }
}

/// Compares what is listed at a retreat with the slow reading.
fn compare(ready: &Prepared, position: &Value, listed: &[Value], ground: &Ground, met: &mut Met) {
    let reading = Reading::of(position, ground);
    let pending = &position["pending"];
    let from = retreated_from(position, &reading);
    let mut busy: BTreeSet<String> = texts(&pending["units"]).into_iter().collect();
    let moving = text(&pending["moving"]);
    let asked = moving.clone().map_or(busy.iter().cloned().collect(), |one| vec![one]);
    busy.extend(texts(&pending["displaced"]));
    let mut expected = BTreeSet::new();
    for id in &asked {
        for (to, friend) in reading.choices(id, &from, &busy) {
            met.stands += usize::from(to.is_none());
            met.pushes += usize::from(friend.is_some());
            met.chains += usize::from(friend.is_some() && moving.is_some());
            expected.insert((id.clone(), to, friend));
        }
    }
    met.choices += expected.len();
    let told = listed.iter().map(|one| {
        let retreat = &one["action"]["retreat"];
        (text(&retreat["unit"]).unwrap(), text(&retreat["to"]), text(&retreat["displace"]))
    });
    let told: BTreeSet<(String, Option<String>, Option<String>)> = told.collect();
    assert_eq!(told, expected, "{}: {position}", ready.key().battle);
}

/// What a retreat costs is paid on the way, and nothing else is.
fn check_price(before: &Value, action: &Value, events: &[Value], ground: &Ground, met: &mut Met) {
    let reading = Reading::of(before, ground);
    let (unit, to) = (text(&action["unit"]).unwrap(), text(&action["to"]));
    let pending = &before["pending"];
    let from = retreated_from(before, &reading);
    let wet = to.as_ref().is_some_and(|to| reading.ends(&unit, &from)[to]);
    let first = &events[0];
    let paid =
        events.iter().take(2).any(|event| event["by"] == "crossing" && event["unit"] == unit);
    assert_eq!(paid, wet, "{action}: {events:?}");
    let kind = match (&to, wet && reading.units[&unit].1) {
        (None, _) => "stood",
        (Some(_), true) => "eliminated",
        (Some(_), false) if pending["moving"] == unit => "displaced",
        (Some(_), false) => "retreated",
    };
    assert_eq!((&first["event"], &first["unit"]), (&json!(kind), &json!(unit)), "{events:?}");
    met.crossings += usize::from(wet);
    met.deaths += usize::from(kind == "eliminated");
}

/// [BR 13.0] All through phases of assaults played at random.
#[test]
fn b13_0_every_retreat_is_what_the_rule_says_hex_by_hex() {
    let (ready, ground) = island();
    let boards = if std::env::var_os("LONGROLL_SOAK").is_some() { 3_000 } else { 60 };
    let mut met = Met::default();
    for board in 0..boards {
        let text = scattered(&mut Chance::new(board), &ground);
        let mut state = ready.read_position(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let (side, mut player) = (state.side, RandomPlayer::new(board));
        while state.side == side && state.turn == 2 {
            let position = ready.write_position(&state, None);
            let retreats = position["pending"]["step"] == "retreat";
            if retreats {
                compare(&ready, &position, &ready.list(&state), &ground, &mut met);
            }
            let action = player.choose(&ready.battle, &state).expect("an action");
            let (mut dice, mut events) = (player.chance().clone(), Vec::new());
            ready.apply(&mut state, &action, &mut dice, &mut events).unwrap();
            *player.chance() = dice;
            if retreats {
                let events: Vec<Value> = events.iter().map(|it| ready.write_event(it)).collect();
                let action = &ready.write_action(&action)["retreat"];
                check_price(&position, action, &events, &ground, &mut met);
            }
        }
    }
    let enough = boards as usize;
    assert!(met.choices > 4 * enough && met.stands > enough / 10, "{met:?}");
    assert!(met.pushes > enough / 10 && met.crossings > enough / 10, "{met:?}");
    assert!(met.chains > 0 && met.deaths > 0, "{met:?}");
}
