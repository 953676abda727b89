//! What a side could do in its coming player-turn: the question `threats`, which every system on hexes answers alike.
//!
//! A system says where each unit could end a move and how strong an attack on a hex could become ([`Coming`]); here
//! is what is made of it for clients. Strengths are doubled, so that a half is whole.

use atlas::Side;
use field::{Cell, CellSet};
use serde_json::{Value, json};

use crate::ids::UnitId;
use crate::json::{Names, Question};
use crate::words::{army, count, halves, list};

/// One unit's part in an attack that could come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// Who.
    pub unit: UnitId,
    /// Where it would attack from.
    pub at: Cell,
    /// Twice its strength.
    pub doubled: u32,
    /// Whether it would take part from afar.
    pub afar: bool,
}

/// The strongest attack found that units on the map could make against a hex.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Blow {
    /// Who would take part, from where.
    pub parts: Vec<Part>,
    /// Twice the strength it would have.
    pub attack: u32,
    /// What it would meet; `None` where nobody stands.
    pub met: Option<Met>,
}

/// An attack against those who stand in a hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Met {
    /// Twice the strength of the defence.
    pub defence: u32,
    /// The column of the table, as printed.
    pub column: String,
    /// How many of the six faces would cost the defenders their place, a step or their lives.
    pub danger: u8,
    /// The results by face, as printed.
    pub faces: [&'static str; 6],
}

/// A side's coming player-turn, as the armies stand.
pub(crate) trait Coming {
    /// What has the names.
    type Battle: Names;
    /// The battle.
    fn battle(&self) -> &Self::Battle;
    /// Whose player-turn it is.
    fn side(&self) -> Side;
    /// On which game-turn it comes.
    fn turn(&self) -> u8;
    /// What a unit is called in a sentence.
    fn called(&self, unit: UnitId) -> &str;
    /// Where a unit stands; `None`: not on the map.
    fn cell(&self, unit: UnitId) -> Option<Cell>;
    /// Where a unit of this side could stand when its moves are over; its own hex first.
    fn posts(&self, unit: UnitId) -> Vec<Cell>;
    /// The hexes that a unit could attack from next to them.
    fn strikes(&self, unit: UnitId) -> CellSet;
    /// The hexes that it could fire at from afar.
    fn shoots(&self, unit: UnitId) -> CellSet;
    /// The units of this side on the map.
    fn units(&self) -> Vec<UnitId>;
    /// The hexes of the other side.
    fn targets(&self) -> CellSet;
    /// The strongest attack that could come against a hex.
    fn blow(&self, at: Cell) -> Blow;
}

/// The armies as they stand, for whoever looks ahead.
pub(crate) trait Foresees: Sized {
    /// What has the names.
    type Battle: Names;
    /// A player-turn to come.
    type Turn<'t>: Coming
    where
        Self: 't;
    /// The battle.
    fn battle(&self) -> &Self::Battle;
    /// The phasing player.
    fn phasing(&self) -> Side;
    /// Whose a unit is.
    fn side_of(&self, unit: UnitId) -> Side;
    /// Who stands in a hex.
    fn holder(&self, cell: Cell) -> Option<Side>;
    /// The coming player-turn of a side; `None` if there is none.
    fn coming(&self, side: Side) -> Option<Self::Turn<'_>>;
    /// The same armies with a unit in another hex; `None` if there is no room for it.
    fn with(&self, unit: UnitId, cell: Cell) -> Option<Self>;
    /// What a unit could attack this turn from where it stands, with all who are there: the hex, twice the strength, and
    /// what it meets.
    fn own_attacks(&self, unit: UnitId) -> Vec<(Cell, u32, Met)>;
}

/// Answers the question: without fields all that is threatened, with a `unit` what it could do, with a `cell` who could
/// attack there, with both what would follow if the unit stood there. Without `by` it is the enemy of whoever stands in
/// the hex, or of the phasing player, who threatens.
pub(crate) fn answer(armies: &impl Foresees, fields: &mut Question<'_>) -> Result<Value, String> {
    let battle = armies.battle();
    let cell = fields.hex(battle, "cell")?;
    let unit = match fields.find("unit") {
        None => None,
        Some(_) => Some(fields.unit(battle, "unit")?),
    };
    let by = fields.find("by").map(|value| {
        let known = Side::BOTH.into_iter().find(|side| value.as_str() == Some(side.word()));
        known.ok_or("threats, by: expected \"union\" or \"confederate\"")
    });
    let by = by.transpose()?;
    let enemy = armies.phasing().other();
    Ok(match (unit, cell) {
        (Some(unit), Some(cell)) => standing(armies, unit, cell),
        (Some(unit), None) => {
            let side = armies.side_of(unit);
            armies.coming(side).map_or_else(|| nothing_to_come(side), |turn| of_unit(&turn, unit))
        }
        (None, Some(cell)) => {
            let side = by.or(armies.holder(cell).map(Side::other)).unwrap_or(enemy);
            armies.coming(side).map_or_else(|| nothing_to_come(side), |turn| of_cell(&turn, cell))
        }
        (None, None) => {
            let side = by.unwrap_or(enemy);
            armies.coming(side).map_or_else(|| nothing_to_come(side), |turn| all(&turn))
        }
    })
}

/// What would follow if a unit stood in a hex: who could attack it there, and what it could attack from there itself.
fn standing(armies: &impl Foresees, unit: UnitId, cell: Cell) -> Value {
    let enemy = armies.side_of(unit).other();
    let Some(then) = armies.with(unit, cell) else {
        return json!({"by": enemy.word(), "turn": null, "words": "There is no room to stand here."});
    };
    let coming = then.coming(enemy);
    let mut answer =
        coming.as_ref().map_or_else(|| nothing_to_come(enemy), |turn| of_cell(turn, cell));
    let own: Vec<Value> = then
        .own_attacks(unit)
        .into_iter()
        .map(|(at, attack, met)| {
            json!({
                "cell": armies.battle().hex_name(at), "attack": halves(attack),
                "defence": halves(met.defence), "column": met.column, "danger": met.danger,
                "faces": met.faces,
            })
        })
        .collect();
    answer["unit"] = json!(armies.battle().designation(unit));
    answer["own"] = json!(own);
    answer
}

/// The answer where no further player-turn of a side is to come.
fn nothing_to_come(side: Side) -> Value {
    let words = format!("{} no further turn.", army(side, "has", "have"));
    json!({"by": side.word(), "turn": null, "words": words})
}

/// All that a side threatens: every hex it could attack, and what those who stand in its reach could expect.
fn all(coming: &impl Coming) -> Value {
    let mut reached = CellSet::EMPTY;
    for unit in coming.units() {
        reached = reached | coming.strikes(unit) | coming.shoots(unit);
    }
    let targets = coming.targets();
    let mut cells = Vec::new();
    let mut stands = Vec::new();
    for cell in reached.iter() {
        let blow = coming.blow(cell);
        if blow.parts.is_empty() {
            continue;
        }
        let name = coming.battle().hex_name(cell);
        cells.push(json!({"cell": name, "strength": halves(blow.attack)}));
        if targets.contains(cell) {
            stands.push(told(coming, cell, &blow));
        }
    }
    let threatened = count(stands.len(), "hex of theirs", "hexes of theirs");
    let could = army(coming.side(), "could", "could");
    json!({
        "by": coming.side().word(),
        "turn": coming.turn(),
        "cells": cells,
        "stands": stands,
        "words": format!("{could} attack {threatened} on turn {} with those on the map.", coming.turn()).replace("theirs", "the enemy's"),
    })
}

/// What one unit could do in its side's coming player-turn.
fn of_unit(coming: &impl Coming, unit: UnitId) -> Value {
    let named = |cells: &CellSet| -> Vec<String> {
        cells.iter().map(|cell| coming.battle().hex_name(cell)).collect()
    };
    let posts: CellSet = coming.posts(unit).into_iter().collect();
    let (strikes, shoots) = (coming.strikes(unit), coming.shoots(unit));
    let targets = coming.targets();
    let attacks = (strikes | shoots) & targets;
    let who = coming.called(unit);
    let words = match attacks.len() {
        0 => format!("{who} could attack nobody on turn {} as you stand.", coming.turn()),
        _ => {
            let where_ = list(&named(&attacks));
            format!("{who} could attack {where_} on turn {}.", coming.turn())
        }
    };
    json!({
        "unit": coming.battle().designation(unit),
        "by": coming.side().word(),
        "turn": coming.turn(),
        "from": coming.cell(unit).map(|cell| coming.battle().hex_name(cell)),
        "moves": named(&posts),
        "threatens": named(&(strikes - targets)),
        "fires": named(&(shoots - targets)),
        "attacks": named(&attacks),
        "words": words,
    })
}

/// Who could attack a hex, at what odds.
fn of_cell(coming: &impl Coming, cell: Cell) -> Value {
    told(coming, cell, &coming.blow(cell))
}

fn told(coming: &impl Coming, cell: Cell, blow: &Blow) -> Value {
    let parts: Vec<Value> = blow
        .parts
        .iter()
        .map(|part| {
            json!({
                "unit": coming.battle().designation(part.unit),
                "from": coming.cell(part.unit).map(|cell| coming.battle().hex_name(cell)),
                "at": coming.battle().hex_name(part.at),
                "strength": halves(part.doubled),
                "afar": part.afar,
            })
        })
        .collect();
    let mut answer = json!({
        "cell": coming.battle().hex_name(cell),
        "by": coming.side().word(),
        "turn": coming.turn(),
        "attackers": parts,
        "attack": halves(blow.attack),
        "defence": null,
        "column": null,
        "danger": null,
        "faces": null,
        "words": sentence(coming, cell, blow),
    });
    if let Some(met) = &blow.met {
        answer["defence"] = json!(halves(met.defence));
        answer["column"] = json!(met.column);
        answer["danger"] = json!(met.danger);
        answer["faces"] = json!(met.faces);
    }
    answer
}

fn sentence(coming: &impl Coming, cell: Cell, blow: &Blow) -> String {
    let (name, turn) = (coming.battle().hex_name(cell), coming.turn());
    if blow.parts.is_empty() {
        return format!("Nobody on the map could attack {name} on turn {turn}.");
    }
    // Whoever comes on in that turn is not counted.
    let units = count(blow.parts.len(), "unit", "units") + " on the map";
    match &blow.met {
        None => {
            let strength = halves(blow.attack);
            format!("On turn {turn} {units} could attack {name} with {strength} strength points.")
        }
        Some(met) => {
            let (attack, defence) = (halves(blow.attack), halves(met.defence));
            let (column, danger) = (&met.column, met.danger);
            format!(
                "On turn {turn} {units} could attack {name} with {attack} against {defence}: \
                 {column}, and {danger} of six throws would hurt."
            )
        }
    }
}

/// Seats as many of some units as there is room for, those that come first before those that come later, if need be by
/// moving the earlier ones around: each has the slots of its bits, and each slot holds one. The slot of each.
pub(crate) fn seated(wishes: &[u64]) -> Vec<Option<usize>> {
    let mut holders: [Option<usize>; 64] = [None; 64];
    for unit in 0..wishes.len() {
        let mut tried = 0u64;
        find_slot(wishes, unit, &mut holders, &mut tried);
    }
    let slot = |unit| holders.iter().position(|holder| *holder == Some(unit));
    (0..wishes.len()).map(slot).collect()
}

fn find_slot(
    wishes: &[u64],
    unit: usize,
    holders: &mut [Option<usize>; 64],
    tried: &mut u64,
) -> bool {
    loop {
        let open = wishes[unit] & !*tried;
        if open == 0 {
            return false;
        }
        let slot = open.trailing_zeros() as usize;
        *tried |= 1 << slot;
        let free = match holders[slot] {
            None => true,
            Some(other) => find_slot(wishes, other, holders, tried),
        };
        if free {
            holders[slot] = Some(unit);
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::seated;

    #[test]
    fn the_first_are_seated_and_move_over_for_the_next() {
        assert_eq!(seated(&[0b11, 0b01]), [Some(1), Some(0)]);
        assert_eq!(seated(&[0b01, 0b01]), [Some(0), None], "the first stays");
        assert_eq!(seated(&[0b111, 0b001, 0b011]), [Some(2), Some(0), Some(1)]);
        assert_eq!(seated(&[0]), [None]);
    }
}
