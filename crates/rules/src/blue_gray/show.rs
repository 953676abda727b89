//! A position as a person reads it at a terminal: whose decision, points, and the map in characters.

use std::fmt::Write;

use atlas::Side;
use atlas::battle::Arm;
use field::Cell;

use super::action::Attack;
use super::battle::Battle;
use super::movement::quota_now;
use super::obligations::Obligations;
use super::preview::preview;
use super::state::{Phase, Place, State};
use super::{Decision, decision, victory};
use crate::sheet;
use crate::system::Stand;

/// The board in characters.
pub fn text(battle: &Battle, state: &State) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", headline(battle, state));
    let totals = victory::totals(battle, state);
    let _ = writeln!(out, "points: Union {}, Confederate {}", totals.union, totals.confederate);
    for line in victory::tally(battle, state) {
        let _ = writeln!(out, "  {:>4} to the {}: {}", line.points, line.side, line.what);
    }
    draw_grid(&mut out, battle, state);
    list_stacks(&mut out, battle, state);
    obligations(&mut out, battle, state);
    out
}

/// Whose decision it is and what kind, in one sentence.
pub fn headline(battle: &Battle, state: &State) -> String {
    let when = format!("Game-Turn {} of {}", state.turn, battle.turns);
    let light = match (battle.is_night(state.turn), battle.is_fog(state.turn)) {
        (true, _) => ", night",
        (_, true) => ", fog",
        _ => "",
    };
    let what = match decision(state) {
        Decision::Movement(side) => match quota_now(battle, state) {
            Some(quota) => {
                let left = quota.saturating_sub(state.moves_made);
                format!("{side} moves; {left} of {quota} units may still move")
            }
            None => format!("{side} moves"),
        },
        Decision::Combat(side) => format!("{side} attacks"),
        Decision::Step(step, side) => format!("{side} decides: {}", step.word()),
        Decision::Over(outcome) => match outcome.winner {
            Some(side) => format!("the game is over: {side} {}", outcome.level_name(battle)),
            None => "the game is over: a draw".to_owned(),
        },
    };
    format!("{when}{light}: {what}")
}

/// The letter of a hex: terrain, or the arm of who is there.
fn letter(battle: &Battle, cell: Cell) -> char {
    let ground = &battle.ground;
    if ground.crossings.contains(cell) {
        '='
    } else if ground.river.contains(cell) {
        '~'
    } else if !ground.land.contains(cell) {
        ' '
    } else {
        match (
            ground.blocking.contains(cell),
            ground.doubling.contains(cell),
            ground.terrain_cost(cell),
        ) {
            (true, true, 1) => 't',
            (true, true, _) => 'x',
            (true, false, _) => 'f',
            (false, true, _) => 'r',
            _ => '.',
        }
    }
}

fn draw_grid(out: &mut String, battle: &Battle, state: &State) {
    sheet::draw(out, battle.grid(), |cell| hex(battle, state, cell));
    out.push_str(". clear  f forest  r rough  x forest-rough  t town  ~ river  = crossing;  U/C side and strength, * two units\n");
}

/// A hex in at most five characters: side and strength of who is there, or the terrain.
fn hex(battle: &Battle, state: &State, cell: Cell) -> String {
    let there = state.units_at(cell);
    match there.first() {
        None => letter(battle, cell).to_string(),
        Some(first) => {
            let side = if battle.unit(first).side == Side::Union { 'U' } else { 'C' };
            let stack = if there.len() > 1 { "*" } else { "" };
            format!("{side}{}{stack}", battle.strength(there))
        }
    }
}

fn list_stacks(out: &mut String, battle: &Battle, state: &State) {
    for side in Side::BOTH {
        let mut words: Vec<String> = Vec::new();
        for cell in state.occupied(side).iter() {
            let units: Vec<String> = state
                .units_at(cell)
                .iter()
                .map(|unit| {
                    let printed = battle.unit(unit);
                    let arm = match printed.arm {
                        Arm::Infantry => "",
                        Arm::Cavalry => "c",
                        Arm::Artillery => "a",
                    };
                    let flags = state.flags(unit);
                    let mark = if flags.ineffective() { "!" } else { "" };
                    format!("{} {}{arm}{mark}", printed.id, printed.strength)
                })
                .collect();
            words.push(format!("{}: {}", battle.grid().name(cell), units.join(", ")));
        }
        let _ = writeln!(out, "{side}: {}", words.join("; "));
        let waiting: Vec<&str> = battle
            .of_side(side)
            .iter()
            .filter(|&unit| state.place(unit) == Place::Reserve)
            .map(|unit| battle.unit(unit).id.as_str())
            .collect();
        if !waiting.is_empty() {
            let _ = writeln!(out, "  to come: {}", waiting.join(", "));
        }
    }
}

fn obligations(out: &mut String, battle: &Battle, state: &State) {
    if state.phase != Phase::Combat || state.pending().is_some() || state.outcome.is_some() {
        return;
    }
    let obligations = Obligations::of(battle, state);
    let names = |cells: &field::CellSet| -> String {
        cells.iter().map(|cell| battle.grid().name(cell).to_string()).collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(out, "must attack: {}", names(&obligations.must_attack));
    let _ = writeln!(out, "must be attacked: {}", names(&obligations.must_be_attacked));
}

/// Strengths, column, and what each face of the die would do.
pub fn odds(battle: &Battle, state: &State, attack: &Attack) -> String {
    let preview = preview(battle, state, attack);
    let odds = &preview.odds;
    let mut out = format!("{} to {}: {}\n", odds.attack, odds.defence, preview.column);
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
        let flags = state.flags(unit);
        let states = [
            (flags.moved(), "moved"),
            (flags.used(), "attacked"),
            (flags.advanced(), "advanced"),
            (flags.ineffective(), "ineffective"),
        ];
        let states = states.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect();
        Stand { unit: battle.unit(unit).id.clone(), cell, states }
    };
    cells
        .into_iter()
        .flat_map(|cell| state.units_at(cell).iter().map(move |unit| stand(cell, unit)))
        .collect()
}
