//! Which assaults could meet what is owed [BR 8.0]: help for players. Nothing here decides what is legal.

use atlas::battle::Arm;
use field::Cell;
use serde_json::Value;

use super::action::{Action, Assault};
use super::battle::Battle;
use super::check::check;
use super::json::action_to_json;
use super::listing::actions;
use super::results::CombatResult;
use super::state::{Mark, State};
use super::strength::{defenders_in, of_assault};
use crate::ids::UnitSet;
use crate::plan::{Owes, Possible};

/// An assault phase.
pub struct Phase<'b>(pub &'b Battle);

impl Phase<'_> {
    fn possible(&self, state: &State, assault: Assault) -> Possible<Assault> {
        use CombatResult::{
            AttackerLoses, AttackersRetreat, DefenderLoses, DefendersRetreat, Exchange, NoEffect,
        };
        let strengths = of_assault(self.0, state, &assault);
        let table = &self.0.facts.results;
        let results = (1..=6).map(|die| table.result(strengths.column, die));
        // A step is worth more than ground; guns that support risk nothing next to the enemy.
        let worth = |result: CombatResult| match result {
            DefenderLoses => 10,
            DefendersRetreat => 4,
            Exchange | NoEffect => 0,
            AttackersRetreat => -4,
            AttackerLoses => -10,
        };
        let hurts =
            |result: &CombatResult| matches!(result, Exchange | DefendersRetreat | DefenderLoses);
        Possible {
            attack: assault,
            targets: assault.defenders.to_vec(),
            strengths: (strengths.attack, strengths.defence),
            column: (table.name(strengths.column).to_owned(), usize::from(strengths.column.0)),
            danger: results.clone().filter(hurts).count() as u8,
            value: results.map(worth).sum(),
        }
    }
}

impl Owes for Phase<'_> {
    type State = State;
    type Attack = Assault;

    fn owed(&self, state: &State) -> Vec<Cell> {
        let ground = &self.0.ground;
        let own = state.hexes_of(
            super::assault::free(self.0, state).intersection(self.0.of_arm(Arm::Infantry)),
        );
        let mut cells: Vec<Cell> = state.obligations().iter().collect();
        cells.sort_by_key(|&cell| ground.zone(cell).within(&own).iter().count());
        cells
    }

    fn options(&self, state: &State, target: Cell) -> Vec<Possible<Assault>> {
        let mut found = Vec::new();
        for listed in actions(self.0, state) {
            let Action::Assault(assault) = listed.action else { continue };
            if !assault.defenders.contains(&target) {
                continue;
            }
            found.push(self.possible(state, assault));
            let guns = listed.may_join.unwrap_or(UnitSet::EMPTY);
            let joined = Assault { attackers: assault.attackers.union(guns), ..assault };
            if !guns.is_empty() && check(self.0, state, &Action::Assault(joined)).is_ok() {
                found.push(self.possible(state, joined));
            }
        }
        found
    }

    fn after(&self, state: &State, assault: &Assault) -> State {
        let mut then = state.clone();
        then.mark(assault.attackers, Mark::Assaulted);
        then.mark(defenders_in(self.0, state, &assault.defenders), Mark::Defended);
        for &cell in assault.defenders.iter() {
            then.board.noted.remove(cell);
        }
        then
    }

    fn action(&self, assault: &Assault) -> Value {
        action_to_json(self.0, &Action::Assault(*assault))
    }

    fn name(&self, cell: Cell) -> String {
        self.0.grid().name(cell).to_string()
    }
}
