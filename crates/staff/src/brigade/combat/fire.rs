//! Bombardments: which guns fire at what, by the mean of the die.

use field::Cell;
use rules::brigade::resolve::result_of;
use rules::brigade::results::{Column, CombatResult};
use rules::brigade::{Bombardment, State, bombardment, strength};
use rules::ids::{UnitId, UnitSet};

use crate::brigade::position::scene::Scene;

/// A bombardment with what it promises.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fire {
    /// The bombardment.
    pub bombardment: Bombardment,
    /// What it is expected to bring.
    pub value: f64,
    /// The column of the table.
    pub column: Column,
}

/// The least that a bombardment must promise.
const LEAST_FIRE: f64 = 1e-6;

impl Scene<'_> {
    /// The best bombardment of the phasing side, its guns not missed in the assaults that follow; `None` if nothing
    /// is worth a shot.
    pub fn best_fire(&self, state: &State) -> Option<Fire> {
        let battle = self.desk.battle;
        let mut fires: Vec<Fire> = bombardment::choices(battle, state)
            .into_iter()
            .map(|choice| self.leanest(state, choice))
            .filter(|fire| fire.value > LEAST_FIRE)
            .collect();
        fires.sort_by(|a, b| b.value.total_cmp(&a.value));
        let mut with: Option<f64> = None;
        for fire in fires {
            if !self.may_support(state, fire.bombardment.guns) {
                return Some(fire);
            }
            let all = *with.get_or_insert_with(|| self.fights(state).value);
            if all - self.fights_without(state, fire.bombardment.guns).value < fire.value {
                return Some(fire);
            }
        }
        None
    }

    /// Whether one of some guns is near enough to support an assault.
    fn may_support(&self, state: &State, guns: UnitSet) -> bool {
        let battle = self.desk.battle;
        let enemies = *state.occupied(self.side.other());
        let near = |gun: UnitId| {
            state.cell(gun).is_some_and(|at| battle.grid().disc(at, 2).intersects(&enemies))
        };
        guns.iter().any(near)
    }

    /// The fewest of some guns that promise the most.
    fn leanest(&self, state: &State, all: Bombardment) -> Fire {
        let battle = self.desk.battle;
        let mut guns: Vec<UnitId> = all.guns.iter().collect();
        // The near ones first: distance spoils the aim of all.
        let distance =
            |gun: UnitId| state.cell(gun).map_or(0, |at| battle.grid().distance(at, all.target));
        let far = usize::from(battle.facts.far);
        guns.sort_by_key(|&gun| (distance(gun) >= far, u32::MAX - state.strength(battle, gun)));
        let mut some = UnitSet::EMPTY;
        let mut best: Option<Fire> = None;
        for gun in guns {
            some.insert(gun);
            let fire = self.fire(state, Bombardment { target: all.target, guns: some });
            if best.is_none_or(|known| fire.value > known.value + LEAST_FIRE) {
                best = Some(fire);
            }
        }
        best.unwrap_or_else(|| self.fire(state, all))
    }

    /// What a bombardment promises.
    pub fn fire(&self, state: &State, bombardment: Bombardment) -> Fire {
        let battle = self.desk.battle;
        let strengths = strength::of_bombardment(battle, state, &bombardment);
        let (mut lost, mut driven) = (0.0, 0.0);
        for die in 1..=6 {
            match result_of(battle, &strengths, die) {
                CombatResult::Exchange | CombatResult::DefenderLoses => lost += 1.0 / 6.0,
                CombatResult::DefendersRetreat => driven += 1.0 / 6.0,
                _ => {}
            }
        }
        let value = self.harm(state, strengths.defenders, bombardment.target, lost, driven);
        Fire { bombardment, value, column: strengths.column }
    }

    /// What it is worth that defenders lose a step or are driven off with these chances.
    pub fn harm(&self, state: &State, units: UnitSet, at: Cell, lost: f64, driven: f64) -> f64 {
        let battle = self.desk.battle;
        let foot = units.without(battle.guns());
        let concerned = if foot.is_empty() { units } else { foot };
        let step = concerned.iter().map(|unit| self.step_worth(state, unit));
        let step = step.fold(f64::MAX, f64::min).min(1e6);
        let strength: f64 = units.iter().map(|unit| f64::from(state.strength(battle, unit))).sum();
        let ground = 0.2 * self.prize_at(at);
        lost * step + driven * (self.desk.survey.weights.driven * strength * self.worth + ground)
    }
}
