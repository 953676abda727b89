//! A watcher beside the board: it turns the events of a game into rows.

use atlas::{BySide, Side};
use field::{Cell, CellSet, Grid};
use rules::Moment;
use rules::blue_gray::event::{Loss, Purpose};
use rules::blue_gray::{Action, Attack, Battle, Event, Prepared, State};

use super::rows::{AttackRow, Cause, DeathRow, KeptGame, KeptTurn};
use crate::room::Watch;
use crate::rows::{Own, by_side};
use crate::wording::joined;

/// The rows of a game so far.
#[derive(Default)]
pub struct Watcher {
    kept: KeptGame,
    /// Whether what happens now belongs to the last attack.
    in_attack: bool,
}

impl Watch<Prepared> for Watcher {
    fn new(_: &Prepared, _: &[Event]) -> Watcher {
        Watcher::default()
    }

    fn saw(&mut self, prepared: &Prepared, before: Moment, action: &Action, events: &[Event]) {
        // What follows the end of a phase was not done by an attack.
        if *action == Action::EndPhase {
            self.in_attack = false;
        }
        let turn = u8::try_from(before.turn).unwrap_or(u8::MAX);
        for event in events {
            self.tell(&prepared.battle, turn, before.side, event);
        }
    }

    fn turn_over(&mut self, prepared: &Prepared, state: &State) -> Own {
        turn(&prepared.battle, state).into_own()
    }

    fn game_over(self) -> Own {
        self.kept.into_own()
    }
}

impl Watcher {
    /// Something happened on a game-turn while a side was phasing.
    fn tell(&mut self, battle: &Battle, turn: u8, phasing: Side, event: &Event) {
        match *event {
            Event::Attacked { attack, strength, defence, column } => {
                self.in_attack = true;
                let odds = column.name().to_owned();
                let row = attack_row(battle, turn, phasing, &attack);
                self.kept.attacks.push(AttackRow { strength, defence, odds, ..row });
            }
            Event::DieThrown { face, purpose: Purpose::Combat } => {
                self.last_attack(|row| row.die = face);
            }
            Event::Resulted { result } => {
                self.last_attack(|row| row.result = result.name().to_owned());
            }
            Event::Advanced { .. } => self.last_attack(|row| row.advanced = true),
            Event::Eliminated { unit, at, loss, points } => {
                let unit = battle.unit(unit);
                let (side, strength) = (unit.side, unit.strength);
                self.last_attack(|row| {
                    row.units_lost[side] += 1;
                    row.strength_lost[side] += strength;
                });
                self.kept.deaths.push(DeathRow {
                    turn,
                    phasing,
                    unit: unit.id.clone(),
                    side,
                    strength,
                    hex: at.map(|cell| battle.grid().name(cell).to_string()),
                    cause: cause(loss),
                    points,
                    attack: self.in_attack.then_some(self.kept.attacks.len() as u32),
                });
            }
            _ => {}
        }
    }

    fn last_attack(&mut self, change: impl FnOnce(&mut AttackRow)) {
        if let Some(row) = self.kept.attacks.last_mut().filter(|_| self.in_attack) {
            change(row);
        }
    }
}

fn attack_row(battle: &Battle, turn: u8, side: Side, attack: &Attack) -> AttackRow {
    let hexes = |cells: &[Cell]| joined(cells.iter().map(|&cell| battle.grid().name(cell)));
    let guns: Vec<&str> = attack.bombard.iter().map(|gun| battle.unit(gun).id.as_str()).collect();
    AttackRow {
        turn,
        side,
        defenders: hexes(&attack.defenders),
        attackers: hexes(&attack.attackers),
        guns: guns.join("; "),
        strength: 0,
        defence: 0,
        odds: String::new(),
        die: 0,
        result: String::new(),
        units_lost: BySide::default(),
        strength_lost: BySide::default(),
        advanced: false,
    }
}

/// How a game-turn ended. The state may already be at the start of the next: nobody has moved in it.
fn turn(battle: &Battle, state: &State) -> KeptTurn {
    let units = |side| state.on_map(battle, side);
    let holds = |&(cell, _): &(Cell, Side)| {
        let held = state.holder(battle, cell) == Some(Side::Confederate);
        held.then(|| battle.grid().name(cell).to_string())
    };
    KeptTurn {
        units: by_side(|side| units(side).len() as u16),
        strength: by_side(|side| battle.strength(units(side))),
        confederate_holds: battle.facts.control.iter().filter_map(holds).collect(),
        grip: by_side(|side| to_bits(battle.grid(), &grip(state, side))),
    }
}

/// The hexes that a side has in its grip: where it stands, and those that it alone controls.
fn grip(state: &State, side: Side) -> CellSet {
    let (own, enemy) = (state.occupied(side), state.occupied(side.other()));
    let alone = state.controlled_by(side) - state.controlled_by(side.other());
    own | (alone - enemy)
}

const fn cause(loss: Loss) -> Cause {
    match loss {
        Loss::Combat => Cause::Combat,
        Loss::Exchange => Cause::Exchange,
        Loss::NoRetreat => Cause::NoRetreat,
        Loss::Immobile => Cause::Immobile,
        Loss::Late => Cause::Late,
    }
}

/// A set of cells as hexadecimal digits, four cells of the grid a digit, in the grid's order.
pub fn to_bits(grid: &Grid, cells: &CellSet) -> String {
    let bits: Vec<bool> = grid.cells().map(|cell| cells.contains(cell)).collect();
    let digit = |four: &[bool]| {
        let value = four.iter().enumerate().map(|(bit, &set)| u32::from(set) << bit).sum();
        char::from_digit(value, 16).unwrap_or('0')
    };
    bits.chunks(4).map(digit).collect()
}

/// The set of cells that digits stand for; `None` if they are not those of this grid.
pub fn from_bits(grid: &Grid, text: &str) -> Option<CellSet> {
    if text.len() != grid.len().div_ceil(4) {
        return None;
    }
    let digits: Vec<u32> = text.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let set = |(index, cell): (usize, Cell)| {
        let digit = digits.get(index / 4)?;
        (digit >> (index % 4) & 1 != 0).then_some(cell)
    };
    Some(grid.cells().enumerate().filter_map(set).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use field::Shape;

    #[test]
    fn bits_read_as_they_were_written() {
        let grid = Grid::new(Shape::HexFlat { columns: 5, rows_odd: 4, rows_even: 3 }).unwrap();
        let some: CellSet =
            grid.cells().enumerate().filter(|(i, _)| i % 3 == 0).map(|(_, c)| c).collect();
        let text = to_bits(&grid, &some);
        assert_eq!(from_bits(&grid, &text), Some(some));
        assert_eq!(from_bits(&grid, &to_bits(&grid, grid.all())), Some(*grid.all()));
        assert_eq!(from_bits(&grid, &text[1..]), None);
        assert_eq!(from_bits(&grid, &"x".repeat(text.len())), None);
    }
}
