//! Which attacks could meet what is owed [BG 7.11, 7.12]: help for players. Nothing here decides what is legal.

use field::Cell;
use serde_json::Value;

use super::action::{Action, Attack};
use super::battle::Battle;
use super::check_combat::check_attack_with;
use super::crt::CombatResult;
use super::ids::{Around, UnitSet};
use super::json::action_to_json;
use super::listing::{common_attackers, guns_that_can_join};
use super::obligations::Obligations;
use super::odds::odds;
use super::play::Play;
use super::retreat;
use super::state::State;
use crate::plan::{Owes, Possible};

/// A combat phase.
pub struct Phase<'b>(pub &'b Battle);

impl Phase<'_> {
    /// The sets of targets with this one that some hex could attack together: at most three.
    fn target_sets(&self, duties: &Obligations, target: Cell) -> Vec<Vec<Cell>> {
        let battle = self.0;
        let attackers = battle.ground.around(target).within(&duties.must_attack);
        let mut near: Vec<Cell> = attackers
            .iter()
            .flat_map(|own| battle.adjacent(own).iter().copied())
            .filter(|&cell| cell != target && duties.targets.contains(cell))
            .collect();
        near.sort_unstable();
        near.dedup();
        let mut sets = vec![vec![target]];
        for (index, &one) in near.iter().enumerate() {
            sets.push(vec![target, one]);
            sets.extend(near[index + 1..].iter().map(|&two| vec![target, one, two]));
        }
        sets
    }

    fn consider(
        &self,
        state: &State,
        duties: &Obligations,
        attack: Attack,
        found: &mut Vec<Possible<Attack>>,
    ) {
        let battle = self.0;
        let guns = guns_that_can_join(battle, state, &attack, duties);
        let joined = Attack { bombard: guns, ..attack };
        let legal = |attack: &Attack| check_attack_with(battle, state, attack, duties).is_ok();
        if !attack.attackers.is_empty() && legal(&attack) {
            found.push(self.possible(state, attack));
        }
        if !guns.is_empty() && legal(&joined) {
            found.push(self.possible(state, joined));
        }
    }

    fn possible(&self, state: &State, attack: Attack) -> Possible<Attack> {
        let battle = self.0;
        let odds = odds(battle, state, &attack);
        let trapped = |units: UnitSet| -> i64 {
            let lost = units.iter().filter(|&unit| !retreat::is_possible(battle, state, unit));
            i64::from(battle.strength(lost.collect()))
        };
        let strength = |units: UnitSet| i64::from(battle.strength(units));
        let (own, enemy) = (strength(odds.attackers), strength(odds.defenders));
        let (own_trapped, enemy_trapped) = (trapped(odds.attackers), trapped(odds.defenders));
        // Points of strength in twelfths: a retreat is worth a third of a loss to the attacker, and costs him a quarter.
        let worth = |result: CombatResult| match result {
            CombatResult::DefenderEliminated => 12 * enemy,
            CombatResult::Exchange => 12 * (enemy - own.min(enemy)),
            CombatResult::DefenderRetreats => 12 * enemy_trapped + 4 * (enemy - enemy_trapped),
            CombatResult::AttackerRetreats => -(12 * own_trapped + 3 * (own - own_trapped)),
            CombatResult::AttackerEliminated => -12 * own,
        };
        let results = (1..=6).map(|die| battle.facts.results.result(odds.column, die));
        Possible {
            attack,
            targets: attack.defenders.to_vec(),
            strengths: (2 * odds.attack, 2 * odds.defence),
            column: (odds.column.name().to_owned(), odds.column.index()),
            danger: results.clone().filter(|result| result.favours_attacker()).count() as u8,
            value: results.map(worth).sum(),
        }
    }
}

impl Owes for Phase<'_> {
    type State = State;
    type Attack = Attack;

    fn owed(&self, state: &State) -> Vec<Cell> {
        let duties = Obligations::of(self.0, state);
        let mut cells: Vec<Cell> = duties.must_be_attacked.iter().collect();
        let ground = &self.0.ground;
        cells.sort_by_key(|&cell| ground.around(cell).within(&duties.must_attack).iter().count());
        cells
    }

    fn options(&self, state: &State, target: Cell) -> Vec<Possible<Attack>> {
        let battle = self.0;
        let duties = Obligations::of(battle, state);
        let mut found = Vec::new();
        for set in self.target_sets(&duties, target) {
            let Some(defenders) = Around::of(set).map(Around::sorted) else { continue };
            let able = common_attackers(battle, &duties, &defenders);
            // Without anybody next to it a hex may still be bombarded.
            let smallest = if defenders.len() == 1 { 0u32 } else { 1 };
            for bits in smallest..1 << able.len() {
                let chosen = able.iter().enumerate().filter(|(index, _)| bits >> index & 1 != 0);
                let Some(attackers) = Around::of(chosen.map(|(_, &cell)| cell)) else { continue };
                let attack = Attack { defenders, attackers, bombard: UnitSet::EMPTY, column: None };
                self.consider(state, &duties, attack, &mut found);
            }
        }
        found
    }

    fn after(&self, state: &State, attack: &Attack) -> State {
        let mut then = state.clone();
        let odds = odds(self.0, state, attack);
        let mut events = Vec::new();
        Play { battle: self.0, state: &mut then, events: &mut events }.mark(attack, &odds);
        then
    }

    fn action(&self, attack: &Attack) -> Value {
        action_to_json(self.0, &Action::Attack(*attack))
    }

    fn name(&self, cell: Cell) -> String {
        self.0.grid().name(cell).to_string()
    }
}
