//! The hidden ford [BR 14.0]: somebody looks for a way through the creek.

use atlas::battle::Arm;
use field::{Cell, Edge};

use super::activation::check_active;
use super::battle::Battle;
use super::event::{Event, Purpose};
use super::facts::SearchFacts;
use super::ground::Water;
use super::play::Play;
use super::refusal::Refusal;
use super::state::{Mark, State};
use crate::dice::Dice;
use crate::ids::{UnitId, UnitSet};

/// Why nobody searches now, whoever it is; or how it is done.
pub fn searching<'b>(battle: &'b Battle, state: &State) -> Result<&'b SearchFacts, Refusal> {
    let Some(facts) = &battle.facts.search else { return Err(Refusal::NoSearch) };
    // [BR 14.0?] Where the ford is known from the start nobody searches.
    if battle.options.ford.is_some() {
        return Err(Refusal::NoSearch);
    }
    if state.ford.is_some() {
        return Err(Refusal::FordFound);
    }
    if !state.marked(Mark::Searched).is_empty() {
        return Err(Refusal::SearchedThisTurn);
    }
    Ok(facts)
}

/// Why a unit may not search anywhere; `None` if it may where a creek is.
pub fn why_not(battle: &Battle, state: &State, unit: UnitId) -> Option<Refusal> {
    let facts = match searching(battle, state) {
        Ok(facts) => facts,
        Err(refusal) => return Some(refusal),
    };
    if let Err(refusal) = check_active(battle, state, unit) {
        return Some(refusal);
    }
    let printed = battle.unit(unit);
    if printed.side != facts.side || printed.arm == Arm::Artillery {
        return Some(Refusal::CannotSearch(unit));
    }
    // [BR 14.0?] It may have moved before; only a rally bars it.
    state.is_marked(unit, Mark::Rallied).then_some(Refusal::Done { unit, mark: Mark::Rallied })
}

/// Whether a unit may search for a ford towards a hex across the creek.
pub fn check(battle: &Battle, state: &State, unit: UnitId, hex: Cell) -> Result<(), Refusal> {
    if let Some(refusal) = why_not(battle, state, unit) {
        return Err(refusal);
    }
    match hexside(battle, state, unit, hex) {
        Some(_) => Ok(()),
        None => Err(Refusal::NotAcrossCreek { unit, hex }),
    }
}

/// The plain creek hexside between a unit and a hex on the map.
fn hexside(battle: &Battle, state: &State, unit: UnitId, hex: Cell) -> Option<Edge> {
    let from = state.cell(unit)?;
    let ground = &battle.ground;
    let plain =
        ground.land.contains(hex) && ground.water_between(from, hex, state.ford) == Water::Creek;
    ground.grid.edge(from, hex).filter(|_| plain)
}

/// The hexes towards which a unit may search.
pub fn choices(battle: &Battle, state: &State, unit: UnitId) -> impl Iterator<Item = Cell> {
    let open = why_not(battle, state, unit).is_none();
    let from = state.cell(unit).filter(|_| open);
    let around = from.map_or(field::Patch::EMPTY, |cell| *battle.ground.around(cell));
    around.iter().filter(move |&hex| hexside(battle, state, unit, hex).is_some())
}

impl Play<'_> {
    /// A unit searches; found or not, it is done for the turn.
    pub fn search(&mut self, unit: UnitId, hex: Cell, dice: &mut (impl Dice + ?Sized)) {
        let Some(edge) = hexside(self.battle, self.state, unit, hex) else { return };
        let least = self.battle.facts.search.map_or(7, |facts| facts.least);
        let face = dice.d6();
        self.tell(Event::DieThrown { face, purpose: Purpose::Search(unit) });
        self.state.mark(UnitSet::one(unit), Mark::Searched);
        let found = face >= least;
        if found {
            self.state.ford = Some(edge);
        }
        self.tell(Event::Searched { unit, hex, found });
    }
}
