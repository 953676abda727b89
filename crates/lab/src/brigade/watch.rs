//! A watcher beside the board: it turns the events of a game into rows.

use atlas::{BySide, Side};
use field::Cell;
use rules::Moment;
use rules::brigade::event::{Loss, Purpose};
use rules::brigade::pending::Attack;
use rules::brigade::{Action, Battle, Event, Prepared, State, victory};
use rules::ids::{UnitId, UnitSet};

use super::rows::{AttackRow, Ford, KeptTurn, LossRow, Members, NamedRow};
use crate::room::Watch;
use crate::rows::{Own, by_side};
use crate::wording::joined;

/// The rows of a game so far.
#[derive(Default)]
pub struct Watcher {
    kept: Members,
}

impl Watch<Prepared> for Watcher {
    fn new(prepared: &Prepared, begun: &[Event]) -> Watcher {
        let mut watcher = Watcher::default();
        watcher.tell_all(&prepared.battle, 1, prepared.battle.first, begun);
        watcher
    }

    fn saw(&mut self, prepared: &Prepared, before: Moment, _: &Action, events: &[Event]) {
        let turn = u8::try_from(before.turn).unwrap_or(u8::MAX);
        self.tell_all(&prepared.battle, turn, before.side, events);
    }

    fn turn_over(&mut self, prepared: &Prepared, state: &State) -> Own {
        turn(&prepared.battle, state).into_own()
    }

    fn game_over(self) -> Own {
        self.kept.into_own()
    }
}

impl Watcher {
    /// Things happened, on a game-turn and the next if one began.
    fn tell_all(&mut self, battle: &Battle, turn: u8, phasing: Side, events: &[Event]) {
        let begins = events.iter().find_map(|event| match event {
            Event::TurnBegan { turn, .. } => Some(*turn),
            _ => None,
        });
        let mut now = turn;
        for event in events {
            match *event {
                Event::TurnBegan { turn, .. } => now = turn,
                // The group comes before the turn is said to begin: [BR 15.0] at its start.
                Event::Arrived { .. } => {
                    self.kept.hill = self.kept.hill.or(begins.or(Some(turn)));
                }
                _ => self.tell(battle, now, phasing, event),
            }
        }
    }

    fn tell(&mut self, battle: &Battle, turn: u8, phasing: Side, event: &Event) {
        match *event {
            Event::Activated { corps, drawn } => {
                let names = battle.facts.activation.as_ref().map(|facts| facts.corps.as_slice());
                let named = corps.iter().filter_map(|index| names.and_then(|all| all.get(index)));
                self.kept.named.push(NamedRow { turn, corps: joined(named), drawn });
            }
            Event::Searched { hex, found, .. } => {
                self.kept.searches += 1;
                if found {
                    let hex = battle.grid().name(hex).to_string();
                    self.kept.ford = Some(Ford { turn, hex });
                }
            }
            Event::Attacked { attack, strength, defence, column } => {
                let odds = battle.facts.results.name(column).to_owned();
                let row = attack_row(battle, (turn, phasing), &attack);
                self.kept.attacks.push(AttackRow { strength, defence, odds, ..row });
            }
            Event::DieThrown { face, purpose: Purpose::Bombardment | Purpose::Assault } => {
                self.last_attack(|row| row.die = face);
            }
            Event::Resulted { result } => {
                self.last_attack(|row| row.result = result.name().to_owned());
            }
            Event::Advanced { .. } => self.last_attack(|row| row.advanced = true),
            Event::Reduced { unit, at, loss } => {
                self.lost(battle, (turn, phasing), (unit, at, loss), false);
            }
            Event::Eliminated { unit, at, loss } => {
                self.lost(battle, (turn, phasing), (unit, at, loss), true);
            }
            _ => {}
        }
    }

    /// A unit lost a step: only combats cost any.
    fn lost(
        &mut self,
        battle: &Battle,
        (turn, phasing): (u8, Side),
        (unit, at, loss): (UnitId, Cell, Loss),
        eliminated: bool,
    ) {
        let unit = battle.unit(unit);
        self.last_attack(|row| row.steps_lost[unit.side] += 1);
        let left = if eliminated { 0 } else { unit.reduced };
        let before = if eliminated { unit.reduced } else { unit.full };
        self.kept.losses.push(LossRow {
            turn,
            phasing,
            unit: unit.id.clone(),
            side: unit.side,
            corps: unit.command.clone(),
            strength: before - left,
            hex: battle.grid().name(at).to_string(),
            cause: loss.word().to_owned(),
            eliminated,
            attack: self.kept.attacks.len() as u32,
        });
    }

    fn last_attack(&mut self, change: impl FnOnce(&mut AttackRow)) {
        if let Some(row) = self.kept.attacks.last_mut() {
            change(row);
        }
    }
}

/// An attack before anything is known of its strength and its die.
fn attack_row(battle: &Battle, (turn, side): (u8, Side), attack: &Attack) -> AttackRow {
    let hexes = |cells: &[Cell]| joined(cells.iter().map(|&cell| battle.grid().name(cell)));
    let ids = |units: UnitSet| {
        let ids: Vec<&str> = units.iter().map(|unit| battle.unit(unit).id.as_str()).collect();
        ids.join("; ")
    };
    let guns = attack.attackers().intersection(battle.guns());
    AttackRow {
        turn,
        side,
        bombards: !attack.is_assault(),
        targets: hexes(attack.targets()),
        attackers: ids(attack.attackers().without(guns)),
        guns: ids(guns),
        strength: 0,
        defence: 0,
        odds: String::new(),
        die: 0,
        result: String::new(),
        steps_lost: BySide::default(),
        advanced: false,
    }
}

/// How a game-turn ended. The state may already be at the start of the next: nobody has moved in it.
fn turn(battle: &Battle, state: &State) -> KeptTurn {
    let units = |side| state.on_map(battle, side);
    let strength = |side| units(side).iter().map(|unit| state.strength(battle, unit)).sum::<u32>();
    let held = victory::held(battle, state);
    KeptTurn {
        units: by_side(|side| units(side).len() as u16),
        strength: by_side(strength),
        union_holds: held.map(|it| battle.grid().name(it.cell).to_string()).collect(),
    }
}
