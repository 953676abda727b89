//! [GT 8.0] The combat phase: six parts, one after another, without a decision.
//!
//! Within a part units act in unit order, and what comes of it counts at once (D-44). This module
//! holds the order of things and who may fire; `targets` says at whom, [`fire`](mod@super::fire)
//! and
//! [`melee`](mod@super::melee) what comes of it, `losses`, `leaders`, `retreat` and `advance` what
//! follows.

use atlas::Side;
use atlas::battle::Mode;
use field::{Cell, CellSet};

use super::battle::Battle;
use super::event::{Crowd, Event, Eyes, Purpose, SubPhase};
use super::fire::Shot;
use super::ids::{MOST_UNITS, UnitId, UnitSet};
use super::state::State;
use super::{draw, observe, targets};
use crate::dice::Dice;

/// [GT 8.1, GT-QS 4.1] Resolves the combat phase of a side.
pub fn resolve_phase<D: Dice + ?Sized>(
    battle: &Battle,
    state: &mut State,
    phasing: Side,
    dice: &mut D,
    events: &mut Vec<Event>,
) {
    let mut combat = Combat::new(battle, state, phasing, dice, events);
    for part in SubPhase::ALL {
        combat.begin(part);
        match part {
            SubPhase::DefensiveArtillery => combat.fire_all(phasing.other(), Arms::Artillery),
            SubPhase::OffensiveArtillery => combat.fire_all(phasing, Arms::Artillery),
            SubPhase::DefensiveFire => combat.fire_all(phasing.other(), Arms::Others),
            SubPhase::OffensiveFire => combat.fire_all(phasing, Arms::Others),
            SubPhase::DefensiveMeleeFire => combat.defensive_melee_fire(),
            SubPhase::Melee => combat.melees(),
        }
    }
    observe::look_around(battle, state, events);
}

/// Who fires in a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arms {
    Artillery,
    /// Infantry and cavalry.
    Others,
}

/// Why a unit does not fire in the first four parts of a combat phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// It is not on the map.
    Away,
    /// [GT 8.9] It has no ammunition.
    Dry,
    /// [GT 8.8] It is disrupted.
    Disrupted,
    /// [GT-QS 3.4] Guns that moved do not fire in the combat that follows.
    GunsMoved,
    /// [GT 7.8] Guns must be unlimbered.
    Limbered,
    /// [GT 8.6] It has routed, and it is its own side's phase.
    Routed,
    /// [GT 7.4] It has too few operation points for a shot.
    TooFewPoints,
}

impl Silence {
    /// In a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Silence::Away => "It is not on the map.",
            Silence::Dry => "It has no ammunition and will not fire.",
            Silence::Disrupted => "It is disrupted and will not fire.",
            Silence::GunsMoved => "Guns that have moved do not fire in this combat.",
            Silence::Limbered => "Its guns are limbered and will not fire.",
            Silence::Routed => "It has routed and will not fire in its own phase.",
            Silence::TooFewPoints => "It has too few operation points left to fire.",
        }
    }
}

/// [GT 8.1, 8.8, 8.9] Why a unit would not fire in the first four parts of a side's combat phase;
/// `None`: it would. Only the phasing side is held to its points (D-45), and only its routed units
/// are silent.
pub fn silence(battle: &Battle, state: &State, phasing: Side, unit: UnitId) -> Option<Silence> {
    let (facts, now) = (battle.unit(unit), state.unit(unit));
    let (phasing, basic) = (facts.side == phasing, battle.options.basic());
    let guns = facts.is_artillery();
    let all = [
        (Silence::Away, now.cell().is_none()),
        (Silence::Dry, !now.ammo),
        (Silence::Disrupted, now.disrupted),
        (Silence::GunsMoved, guns && basic && phasing && now.moved > 0),
        (Silence::Limbered, guns && !basic && now.mode != Mode::Unlimbered),
        (Silence::Routed, phasing && now.routed),
        (Silence::TooFewPoints, phasing && now.op < fire_cost(battle, state, unit)),
    ];
    all.into_iter().find(|(_, is)| *is).map(|(why, _)| why)
}

/// [GT-T 1.0] What a shot costs a unit.
fn fire_cost(battle: &Battle, state: &State, unit: UnitId) -> u8 {
    let column = battle.column(unit, state.unit(unit).mode);
    battle.tables.costs.fire[column.index()]
}

/// A combat phase under way: the game, the dice, and what the phase must remember.
pub(super) struct Combat<'a, D: Dice + ?Sized> {
    pub battle: &'a Battle,
    pub state: &'a mut State,
    pub phasing: Side,
    pub dice: &'a mut D,
    pub events: &'a mut Vec<Event>,
    /// [GT 8.4] The square at which each phasing unit shot in offensive fire, or which it melees
    /// without a shot.
    pub engaged: [Option<Cell>; MOST_UNITS],
    /// [GT 8.4] Units that had the points for a melee before they shot.
    pub can_melee: UnitSet,
    /// [GT 8.4] Units that melee the square they are engaged with.
    pub attacking: UnitSet,
    /// [GT 8.7?] Units that have advanced: once a phase (D-89), and no melee after it.
    pub advanced: UnitSet,
}

impl<'a, D: Dice + ?Sized> Combat<'a, D> {
    /// A combat phase before its first part.
    pub fn new(
        battle: &'a Battle,
        state: &'a mut State,
        phasing: Side,
        dice: &'a mut D,
        events: &'a mut Vec<Event>,
    ) -> Combat<'a, D> {
        Combat {
            battle,
            state,
            phasing,
            dice,
            events,
            engaged: [None; MOST_UNITS],
            can_melee: UnitSet::EMPTY,
            attacking: UnitSet::EMPTY,
            advanced: UnitSet::EMPTY,
        }
    }

    fn begin(&mut self, part: SubPhase) {
        observe::look_around(self.battle, self.state, self.events);
        self.events.push(Event::SubPhaseBegan { part });
    }

    /// A draw of 0 to `of` - 1.
    pub fn roll(&mut self, purpose: Purpose, of: u16) -> u16 {
        draw::roll(self.dice, self.events, purpose, of)
    }

    /// Whether a chance in a hundred comes true.
    pub fn chance(&mut self, purpose: Purpose, percent: u32) -> bool {
        draw::chance(self.dice, self.events, purpose, percent)
    }

    /// [GT-T 10.0] The random modifier, in per cent: as much more as less.
    pub fn random_modifier(&mut self, purpose: Purpose) -> u16 {
        let most = self.battle.tables.modifiers.random;
        100 - most + self.roll(purpose, 2 * most + 1)
    }

    /// Who sees a unit now.
    pub fn eyes(&self, unit: UnitId) -> Eyes {
        Eyes::on(self.battle, self.state, unit)
    }

    /// The units of a square as they stand now, for loops that change the game.
    pub fn stack(&self, at: Cell) -> Crowd {
        self.state.stack(at).collect()
    }

    /// [GT 8.1] One of the first four parts: artillery, or infantry and cavalry, of one side.
    fn fire_all(&mut self, side: Side, arms: Arms) {
        for unit in self.battle.of_side(side).iter() {
            let guns = self.battle.unit(unit).is_artillery();
            if guns != (arms == Arms::Artillery) || !self.may_fire(unit) {
                continue;
            }
            let Some(at) = targets::choose(self.battle, self.state, unit) else { continue };
            let Some(shot) = Shot::new(self.battle, self.state, unit, at) else { continue };
            let offensive = side == self.phasing && arms == Arms::Others;
            if offensive {
                self.note_engagement(unit, at);
            }
            self.fire(&shot);
            if offensive {
                self.advance_into(at);
            }
        }
    }

    /// [GT 8.1, 8.8, 8.9] Who may fire in the first four parts.
    fn may_fire(&self, unit: UnitId) -> bool {
        silence(self.battle, self.state, self.phasing, unit).is_none()
    }

    /// [GT-T 1.0] What a shot costs a unit.
    pub fn fire_cost(&self, unit: UnitId) -> u8 {
        fire_cost(self.battle, self.state, unit)
    }

    /// [GT 8.4] Remembers where a unit shoots, and whether it had the points to fire and to melee.
    fn note_engagement(&mut self, unit: UnitId, at: Cell) {
        self.engaged[unit.index()] = Some(at);
        let column = self.battle.column(unit, self.state.unit(unit).mode);
        let melee = self.battle.tables.costs.melee[column.index()];
        let needed = melee.map(|melee| self.fire_cost(unit) + melee);
        if needed.is_some_and(|needed| self.state.unit(unit).op >= needed) {
            self.can_melee.insert(unit);
        }
    }

    /// [GT 8.4] The defensive melee fire: every square about to be meleed answers, by x, then y.
    fn defensive_melee_fire(&mut self) {
        let squares = self.form_groups();
        for at in by_x_then_y(self.battle, &squares) {
            for &defender in self.stack(at).units() {
                // Looked at anew before each shot: whoever is out, routed or disrupted is gone
                // (D-83).
                let Some(target) = self.strongest_attacking_square(at) else { break };
                if self.may_answer(defender) {
                    let shot = Shot::new(self.battle, self.state, defender, target);
                    shot.iter().for_each(|shot| self.fire(&shot.answering()));
                }
            }
        }
    }

    /// [GT 8.4, 8.8] Every defender with ammunition answers, disrupted and routed ones too;
    /// limbered guns cannot.
    fn may_answer(&self, unit: UnitId) -> bool {
        let now = self.state.unit(unit);
        now.ammo && (self.battle.options.basic() || now.mode != Mode::Limbered)
    }

    /// The melees, by x, then y.
    fn melees(&mut self) {
        let engaged = |unit: UnitId| self.engaged[unit.index()];
        let squares = self.attacking.iter().filter_map(engaged).collect();
        for at in by_x_then_y(self.battle, &squares) {
            self.melee(at);
        }
    }
}

/// Squares in the order in which melees are fought: by x, then y.
fn by_x_then_y(battle: &Battle, squares: &CellSet) -> impl Iterator<Item = Cell> + use<> {
    let (squares, columns) = (*squares, battle.grid.columns());
    let rows = squares.iter().map(|cell| cell.row() + 1).max().unwrap_or(0);
    (0..rows)
        .flat_map(move |row| (0..columns).map(move |column| Cell::at(column, row)))
        .filter(move |&cell| squares.contains(cell))
}
