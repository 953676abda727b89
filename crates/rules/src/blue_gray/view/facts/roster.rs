//! The units as their counters and the order of battle print them.

use atlas::battle::{Scenario, Unit};
use serde_json::{Map, Value, json};

use crate::blue_gray::battle::{Battle, UnitStart};
use crate::blue_gray::ids::UnitId;
use crate::blue_gray::view::words::hex;

/// Every unit by its designation.
pub fn units(battle: &Battle, scenario: &Scenario) -> Value {
    let printed = battle.roster().zip(&scenario.units);
    Value::Object(
        printed
            .map(|(unit, printed)| (printed.id.clone(), told(battle, unit, printed)))
            .collect::<Map<_, _>>(),
    )
}

fn told(battle: &Battle, unit: UnitId, printed: &Unit) -> Value {
    let known = battle.unit(unit);
    let start = match &known.start {
        UnitStart::At(cell) => json!(hex(battle, *cell)),
        UnitStart::Arrives(_) => match &printed.start {
            atlas::battle::Start::Arrives { group } => json!({"group": group}),
            atlas::battle::Start::At(cell) => json!(hex(battle, *cell)),
        },
        UnitStart::Absent => Value::Null,
    };
    json!({
        "name": printed.name.as_deref().unwrap_or(&printed.id),
        "called": known.called,
        "short": printed.short.as_deref().unwrap_or(&printed.id),
        "side": known.side.word(),
        "arm": known.arm.word(),
        "size": known.size.word(),
        "strength": known.strength,
        "movement": battle.facts.allowance,
        "corps": printed.corps.as_deref().map(corps),
        "division": printed.division.as_deref().map(division),
        "command": command(printed),
        "range": (known.range > 0).then_some(known.range),
        "immobile": known.immobile,
        "stands_on": known.standstill,
        "start": start,
        "note": printed.note,
    })
}

/// What a unit belongs to, the greater first: `I Corps / 1st Division`.
fn command(unit: &Unit) -> Option<String> {
    let above = unit.corps.as_deref().filter(|corps| unit.division.as_deref() != Some(corps));
    match (above.map(corps), unit.division.as_deref().map(division)) {
        (Some(corps), Some(division)) => Some(format!("{corps} / {division}")),
        (one, other) => one.or(other),
    }
}

fn corps(name: &str) -> String {
    let numbered = name.chars().all(|c| "IVX".contains(c));
    match name {
        _ if numbered => format!("{name} Corps"),
        // What is no man's name stands as it is.
        "Cavalry" | "Reserve artillery" => name.to_owned(),
        _ => format!("{name}'s Corps"),
    }
}

fn division(name: &str) -> String {
    match name {
        "1" => "1st Division".into(),
        "2" => "2nd Division".into(),
        "3" => "3rd Division".into(),
        "Ka" => "Kanawha Division".into(),
        _ if name.chars().all(|c| c.is_ascii_digit()) => format!("{name}th Division"),
        _ => format!("{name}'s Division"),
    }
}
