//! A position as a person reads it at a terminal: whose decision, points, and the map in
//! characters.

use std::fmt::Write;

use atlas::Side;
use atlas::battle::Arm;
use atlas::map::Terrain;
use field::Cell;

use super::battle::Battle;
use super::pending::Attack;
use super::preview::preview;
use super::state::{Mark, Phase, Place, State};
use super::{Decision, decision, victory};
use crate::sheet;
use crate::system::Stand;
use crate::words::halves;

/// The board in characters.
pub fn text(battle: &Battle, state: &State) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", headline(battle, state));
    let _ = writeln!(out, "points: Union {}", victory::points(battle, state));
    for landmark in victory::held(battle, state) {
        let name = battle.grid().name(landmark.cell);
        let _ = writeln!(out, "  {:>4}: {} ({name})", landmark.points, landmark.name);
    }
    sheet::draw(&mut out, battle.grid(), |cell| hex(battle, state, cell));
    out.push_str(". clear  w woods  r road in woods  t town  s sunken road  ~ river  ^ elevated;  U/C side and strength, * more units\n");
    list_stacks(&mut out, battle, state);
    if state.phase == Phase::Assault && state.pending().is_none() {
        let owed = state.obligations().iter().map(|cell| battle.grid().name(cell).to_string());
        let _ = writeln!(out, "must be assaulted: {}", owed.collect::<Vec<_>>().join(" "));
    }
    out
}

/// Whose decision it is and what kind, in one sentence.
pub fn headline(battle: &Battle, state: &State) -> String {
    let when = format!("Turn {} of {}", state.turn, battle.turns);
    let what = match decision(state) {
        Decision::Phase(Phase::Activation, side) => format!("{side} names corps"),
        Decision::Phase(Phase::Rally, side) => format!("{side} rallies"),
        Decision::Phase(Phase::Movement, side) => format!("{side} moves"),
        Decision::Phase(Phase::Bombardment, side) => format!("{side} bombards"),
        Decision::Phase(Phase::Assault, side) => format!("{side} assaults"),
        Decision::Step(step, side) => format!("{side} decides: {}", step.word()),
        Decision::Over(outcome) => format!("the game is over: {}", outcome.name(battle)),
    };
    format!("{when}: {what}")
}

/// The letter of a hex's terrain.
fn letter(battle: &Battle, cell: Cell) -> char {
    let ground = &battle.ground;
    match ground.terrain(cell) {
        _ if ground.river.contains(cell) => '~',
        _ if !ground.land.contains(cell) => ' ',
        Terrain::Woods => 'w',
        Terrain::RoadInWoods => 'r',
        Terrain::Town => 't',
        Terrain::SunkenRoad => 's',
        _ => '.',
    }
}

/// A hex in at most five characters: side and strength of who is there, or the terrain.
fn hex(battle: &Battle, state: &State, cell: Cell) -> String {
    let there = state.units_at(cell);
    match there.first() {
        None => {
            let high = if battle.ground.elevated.contains(cell) { "^" } else { "" };
            format!("{}{high}", letter(battle, cell))
        }
        Some(first) => {
            let side = if battle.unit(first).side == Side::Union { 'U' } else { 'C' };
            let stack = if there.len() > 1 { "*" } else { "" };
            let strength: u32 = there.iter().map(|unit| state.strength(battle, unit)).sum();
            format!("{side}{strength}{stack}")
        }
    }
}

fn list_stacks(out: &mut String, battle: &Battle, state: &State) {
    for side in Side::BOTH {
        let mut words: Vec<String> = Vec::new();
        for cell in state.occupied(side).iter() {
            let there = state.units_at(cell);
            let units: Vec<String> = there
                .iter()
                .map(|unit| {
                    let printed = battle.unit(unit);
                    let arm = match printed.arm {
                        Arm::Infantry => "",
                        Arm::Cavalry => "c",
                        Arm::Artillery => "a",
                    };
                    let mark = if state.is_reduced(unit) { "-" } else { "" };
                    format!("{} {}{arm}{mark}", printed.id, state.strength(battle, unit))
                })
                .collect();
            words.push(format!("{}: {}", battle.grid().name(cell), units.join(", ")));
        }
        let _ = writeln!(out, "{side}: {}", words.join("; "));
        let waits = |&unit: &_| state.place(unit) == Place::Reserve;
        let waiting: Vec<&str> = battle
            .of_side(side)
            .iter()
            .filter(waits)
            .map(|unit| battle.unit(unit).id.as_str())
            .collect();
        if !waiting.is_empty() {
            let _ = writeln!(out, "  to come: {}", waiting.join(", "));
        }
    }
}

/// Strengths, column, and what each face of the die would do.
pub fn odds(battle: &Battle, state: &State, attack: &Attack) -> String {
    let preview = preview(battle, state, attack);
    let strengths = &preview.strengths;
    let column = battle.facts.results.name(strengths.column);
    let (attack, defence) = (halves(strengths.attack), halves(strengths.defence));
    let mut out = format!("{attack} to {defence}: {column}\n");
    for face in &preview.faces {
        let fates: Vec<String> = face
            .fates
            .iter()
            .map(|(unit, fate)| format!("{} {}", battle.unit(*unit).id, fate.words()))
            .collect();
        let _ = writeln!(out, "  {}: {}  {}", face.die, face.result, fates.join(", "));
    }
    out
}

/// The counters of a position, hex by hex.
pub fn counters(battle: &Battle, state: &State) -> Vec<Stand> {
    let mut cells: Vec<Cell> =
        Side::BOTH.iter().flat_map(|&side| state.occupied(side).iter()).collect();
    cells.sort_unstable();
    let stand = |cell, unit| {
        let states = [
            (state.is_reduced(unit), "reduced"),
            (state.is_marked(unit, Mark::Moved), "moved"),
            (state.is_marked(unit, Mark::Bombarded), "attacked"),
            (state.is_marked(unit, Mark::Assaulted), "attacked"),
        ];
        let states = states.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect();
        Stand { unit: battle.unit(unit).id.clone(), cell, states }
    };
    cells
        .into_iter()
        .flat_map(|cell| state.units_at(cell).iter().map(move |unit| stand(cell, unit)))
        .collect()
}
