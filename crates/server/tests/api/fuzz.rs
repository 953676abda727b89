//! Whatever is sent, only what the rules list for the seat that decides is accepted, and nothing else
//! changes anything.

use serde_json::{Value, json};

use super::records::one_action;
use crate::common::table::{Bench, Seats, fresh};

/// Bits that are the same in every run.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// An action that looks like one: right words, right names, most often against the rules.
fn plausible(bits: &mut Bits, units: &[String], hexes: &[String]) -> Value {
    let unit = bits.pick(units).clone();
    let (hex, other) = (bits.pick(hexes).clone(), bits.pick(hexes).clone());
    match bits.below(9) {
        0 => json!({"move": {"unit": unit, "to": hex}}),
        1 => json!({"move": {"unit": unit, "path": [hex, other]}}),
        2 => json!({"enter": {"unit": unit, "hex": hex}}),
        3 => json!({"exit": {"unit": unit, "hex": hex}}),
        4 => json!({"attack": {"defenders": [hex], "attackers": [other], "bombard": [unit]}}),
        5 => json!({"retreat": {"unit": unit, "to": hex}}),
        6 => json!({"advance": {"unit": unit, "to": hex}}),
        7 => json!({"losses": {"units": [unit]}}),
        _ => json!({"decline": {}}),
    }
}

/// A legal action with something about it changed.
fn bent(bits: &mut Bits, legal: &Value) -> Value {
    let text = legal.to_string();
    let digits: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    if digits.is_empty() || bits.below(4) == 0 {
        let mut more = legal.clone();
        more["extra"] = json!({});
        return more;
    }
    let at = *bits.pick(&digits);
    let digit = bits.below(10).to_string();
    let changed = format!("{}{digit}{}", &text[..at], &text[at + 1..]);
    serde_json::from_str(&changed).unwrap_or(Value::Null)
}

fn rounds() -> usize {
    let asked = std::env::var("LONGROLL_SOAK").ok();
    match asked {
        None => 25,
        Some(text) => text.parse::<usize>().map_or(600, |times| times.clamp(1, 1000) * 60),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_illegal_is_ever_accepted() {
    let bench = Bench::new("fuzz").await;
    let mut bits = Bits(0x1862_0917);
    let mut refused = 0;
    for battle in ["blue-gray/antietam", "blue-gray/fredericksburg", "blue-gray/chattanooga"] {
        let seats = Seats::create(&bench.client(), &json!({"battle": battle})).await;
        let sheet = format!("/api/v1/battles/{battle}/sheet");
        let sheet = bench.client().get(&sheet).await.json();
        let keys = |name: &str| -> Vec<String> {
            sheet[name].as_object().unwrap().keys().cloned().collect()
        };
        let (units, hexes) = (keys("units"), keys("hexes"));
        for round in 0..rounds() {
            let before = seats.whole().await;
            refused += attempt(&seats, &mut bits, &units, &hexes).await;
            assert_eq!(seats.whole().await, before, "{battle}, round {round}");
            let side = seats.view().await["decision"]["side"].clone();
            let Some(side) = side.as_str() else { break };
            let legal = one_action(&seats).await;
            assert_eq!(seats.act(seats.seat(side), legal).await.status, 200);
        }
    }
    assert!(refused > 100, "only {refused} attempts");
}

/// Sends a handful of things that must be refused; how many.
async fn attempt(seats: &Seats, bits: &mut Bits, units: &[String], hexes: &[String]) -> usize {
    let path = seats.path("/actions");
    let view = seats.view().await;
    let (version, Some(side)) = (view["version"].clone(), view["decision"]["side"].as_str()) else {
        return 0;
    };
    let (own, other) = match side {
        "union" => (&seats.union, &seats.confederate),
        _ => (&seats.confederate, &seats.union),
    };
    let legal = one_action(seats).await;
    let send = |version: Value, action: Value| json!({"request": fresh(), "version": version, "action": action});
    let mut sent = 0;
    // A legal action from everybody who may not take it, and for versions that are not.
    for who in [other, &seats.watch, &seats.owner] {
        let answer = who.post(&path, &send(version.clone(), legal.clone())).await;
        assert_eq!(answer.status, 403);
        sent += 1;
    }
    for wrong in [version.as_u64().unwrap() + 1, version.as_u64().unwrap() - 1, u64::MAX / 2] {
        assert_eq!(own.post(&path, &send(json!(wrong), legal.clone())).await.status, 409);
        sent += 1;
    }
    for _ in 0..4 {
        let action =
            if bits.below(2) == 0 { plausible(bits, units, hexes) } else { bent(bits, &legal) };
        let question = json!({"question": {"why": {"action": action}}});
        let why = own.post(&seats.path("/ask"), &question).await;
        if why.status == 200 && why.json()["legal"] == true {
            continue;
        }
        let answer = own.post(&path, &send(version.clone(), action.clone())).await;
        assert!([400, 422].contains(&answer.status), "{action}: {}", answer.status);
        sent += 1;
    }
    sent
}
