//! A position as a person reads it at a terminal: whose decision, the score, and the map in
//! characters.

use std::fmt::Write as _;

use atlas::Side;
use atlas::battle::Arm;
use atlas::map::Terrain;
use field::Cell;

use super::battle::Battle;
use super::state::{Phase, State};
use super::victory;
use crate::system::Stand;

/// Whose decision it is and what kind, in one sentence.
pub fn headline(battle: &Battle, state: &State) -> String {
    let time = battle.clock.get(usize::from(state.turn) - 1);
    let when = match time {
        Some(time) => format!("Turn {} of {}, {time}", state.turn, battle.turns),
        None => format!("Turn {} of {}", state.turn, battle.turns),
    };
    let what = match state.phase {
        Phase::Activation => {
            let (active, limit) = (state.activated.len(), state.limit);
            format!("{} activates divisions; {active} of {limit} are active", state.side)
        }
        Phase::Operations => format!("{} operations, round {}", state.side, state.round),
        Phase::Over => format!("the game is over: {}", victory::outcome(battle, state).words),
    };
    format!("{when}: {what}")
}

/// The board in characters: a line for each row, a letter for each square.
pub fn text(battle: &Battle, state: &State) -> String {
    let mut out =
        format!("{}\nscore: {}\n", headline(battle, state), victory::counted(battle, state));
    let (rows, columns) = (battle.grid.rows(0), battle.grid.columns());
    let tens = |column: usize| {
        if column.is_multiple_of(10) { (b'0' + (column / 10 % 10) as u8) as char } else { ' ' }
    };
    let _ = writeln!(out, "    {}", (0..columns).map(tens).collect::<String>().trim_end());
    for row in 0..rows {
        let line: String =
            (0..columns).map(|column| letter(battle, state, Cell::at(column, row))).collect();
        let _ = writeln!(out, "{row:>3} {line}");
    }
    out.push_str(
        "I C A Union infantry, cavalry, artillery; i c a Confederate; r R routed\n\
         . clear  : road  w woods  t town  k corn  ~ water  = bridge  - ford\n",
    );
    out
}

/// The letter of a square: who is there, or the ground.
fn letter(battle: &Battle, state: &State, cell: Cell) -> char {
    if let Some(first) = state.stack(cell).next() {
        let arms = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];
        let has = |arm: &Arm| state.stack(cell).any(|unit| battle.unit(unit).arm == *arm);
        let letter = match arms.into_iter().find(has) {
            _ if state.stack(cell).all(|unit| state.unit(unit).routed) => 'R',
            Some(Arm::Infantry) => 'I',
            Some(Arm::Cavalry) => 'C',
            _ => 'A',
        };
        return match battle.unit(first).side {
            Side::Union => letter,
            Side::Confederate => letter.to_ascii_lowercase(),
        };
    }
    let ground = &battle.ground[cell];
    match battle.terrain(&state.fords, cell) {
        _ if ground.scenery => ' ',
        Terrain::Woods => 'w',
        Terrain::Town => 't',
        Terrain::Cornfield => 'k',
        Terrain::Stream | Terrain::River => '~',
        Terrain::Bridge => '=',
        Terrain::Ford => '-',
        _ if ground.road => ':',
        _ => '.',
    }
}

/// Who stands where, for a drawing.
pub fn counters(battle: &Battle, state: &State) -> Vec<Stand> {
    let stand = |unit| {
        let now = state.unit(unit);
        let cell = now.cell()?;
        let states = [
            ("routed", now.routed),
            ("disrupted", now.disrupted),
            ("out of command", !now.in_command),
            ("moved", now.moved > 0),
        ];
        let states = states.into_iter().filter(|(_, is)| *is).map(|(word, _)| word).collect();
        Some(Stand { unit: battle.unit(unit).id.clone(), cell, states })
    };
    battle.roster().filter_map(stand).collect()
}
