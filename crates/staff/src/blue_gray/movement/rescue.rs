//! What is proposed to a planner because something would be lost, or won, otherwise than by the fight itself: help
//! for those who must attack from a hex worth having, and the way out of an army.
//!
//! Whether it is worth its price, the judgement of the position after it decides.

use field::{Cell, CellSet};
use rules::blue_gray::{State, UnitId, UnitSet};

use crate::blue_gray::movement::campaign::Planner;
use crate::blue_gray::movement::proposals::{Proposal, march, marches};
use crate::blue_gray::position::threat::Menace;

/// Most units that are brought up against one hex. Bounds the work; set by hand.
const HELPERS_MAX: usize = 4;

/// So many of the last turns the way out of an army matters. Set by hand.
const WAY_OUT_LAST_TURNS: u8 = 2;

impl Planner<'_, '_, '_> {
    /// Attacks that save a hex or open a way out, and marches that shut one.
    pub(crate) fn rescues(&self, state: &State, menace: &Menace<'_>) -> Vec<Proposal> {
        let mut found = Vec::new();
        if !self.desk.battle.is_night(state.turn) {
            let mut targets = self.threats_to_goals(state);
            targets.extend(self.in_the_way(state));
            targets.sort_by(|a, b| b.0.total_cmp(&a.0));
            for (gain, target) in targets {
                found.extend(self.brought_up(state, menace, gain, target));
            }
        }
        found.extend(self.bars(state, menace));
        found
    }

    /// The enemies whom units on a hex worth having must attack, with what is lost if they fail.
    fn threats_to_goals(&self, state: &State) -> Vec<(f64, Cell)> {
        let (desk, enemy) = (self.desk, self.side.other());
        let held = *state.occupied(self.side) & *state.controlled_by(enemy);
        let mut found = Vec::new();
        for goal in desk.survey.goals.iter().filter(|goal| held.contains(goal.cell)) {
            let stake = desk.goal_worth(state, enemy, goal.cell);
            if stake > 0.0 {
                let near = desk.battle.adjacent(goal.cell).iter();
                let enemies = near.filter(|&&cell| state.occupied(enemy).contains(cell));
                found.extend(enemies.map(|&cell| (stake, cell)));
            }
        }
        found
    }

    /// The enemies without whom fewer units would be cut off, with what that saves.
    fn in_the_way(&self, state: &State) -> Vec<(f64, Cell)> {
        let cut_off = self.desk.battle.facts.scoring.cut_off.as_ref();
        if cut_off.is_none_or(|cut| cut.side != self.side) {
            return Vec::new();
        }
        let severed = self.desk.cut_off_without(state, CellSet::EMPTY);
        if severed <= 0.0 {
            return Vec::new();
        }
        let saved = |cell: Cell| {
            let gone = [cell].into_iter().collect();
            (severed - self.desk.cut_off_without(state, gone), cell)
        };
        let enemies = state.occupied(self.side.other()).iter();
        enemies.map(saved).filter(|(saved, _)| *saved > 0.0).collect()
    }

    /// The strongest who can come next to a target, one more each time.
    fn brought_up(
        &self,
        state: &State,
        menace: &Menace<'_>,
        gain: f64,
        target: Cell,
    ) -> Vec<Proposal> {
        let desk = self.desk;
        let quota = desk.quota(state, self.side, state.turn).min(HELPERS_MAX);
        // First where somebody is anyway: every further hex touches further enemies.
        let enemies = state.occupied(self.side.other());
        let touched = |cell: Cell| {
            let near = desk.battle.adjacent(cell).iter();
            let fresh = usize::from(!state.occupied(self.side).contains(cell));
            10 * fresh + near.filter(|&&cell| enemies.contains(cell)).count()
        };
        let mut around: Vec<(Cell, usize)> = desk
            .battle
            .adjacent(target)
            .iter()
            .filter(|&&cell| !enemies.contains(cell))
            .map(|&cell| (cell, desk.room(state, self.side, cell)))
            .collect();
        around.sort_by_key(|&(cell, _)| touched(cell));
        let comers = around
            .iter()
            .fold(UnitSet::EMPTY, |all, &(cell, _)| all.union(menace.reaches().to(cell)));
        let mut comers: Vec<UnitId> = comers.iter().collect();
        comers.sort_by_key(|&unit| std::cmp::Reverse(desk.survey.strength(unit)));
        let (mut moves, mut found) = (Vec::new(), Vec::new());
        for unit in comers {
            if moves.len() == quota {
                break;
            }
            let free = |(cell, room): &&mut (Cell, usize)| {
                *room > 0 && menace.reaches().to(*cell).contains(unit)
            };
            let Some((cell, room)) = around.iter_mut().find(free) else { continue };
            *room -= 1;
            moves.push((unit, *cell));
            found.push((gain, marches(&moves)));
        }
        found
    }

    /// Marches that shut the enemy's way out.
    fn bars(&self, state: &State, menace: &Menace<'_>) -> Vec<Proposal> {
        let desk = self.desk;
        let Some(cut) = desk.battle.facts.scoring.cut_off.as_ref() else { return Vec::new() };
        let late = state.turn + WAY_OUT_LAST_TURNS > desk.battle.turns;
        let shut = state.occupied(self.side).contains(cut.to)
            || state.controlled_by(self.side).contains(cut.to);
        if cut.side == self.side || !late || shut {
            return Vec::new();
        }
        let mut found = Vec::new();
        for &cell in desk.battle.adjacent(cut.to).iter().chain([&cut.to]) {
            let comers = menace.reaches().to(cell);
            let strongest = comers.iter().max_by_key(|&unit| desk.survey.strength(unit));
            let weakest = comers.iter().min_by_key(|&unit| desk.survey.strength(unit));
            for unit in [strongest, weakest].into_iter().flatten() {
                found.push((0.0, vec![march(unit, cell)]));
            }
        }
        found
    }
}
