//! What follows the die [BG 7.6, 7.7]: elections, losses, retreats and advances, step by step, until
//! somebody has a real choice.

use atlas::battle::Arm;
use field::{Cell, CellSet};

use super::action::{Action, Attack};
use super::advance;
use super::battle::Battle;
use super::crt::{Column, CombatResult};
use super::event::{Event, Loss, Purpose};
use super::ids::{Around, UnitId, UnitSet};
use super::losses;
use super::odds::{Odds, odds};
use super::pending::{Chain, Combat, Pending, Step};
use super::play::Play;
use super::retreat::{self, Retreat};
use super::state::{Place, State};
use crate::dice::Dice;

impl Play<'_> {
    /// Resolves an attack: throws the die and follows it as far as nobody has a choice.
    pub fn attack(&mut self, mut attack: Attack, dice: &mut impl Dice) {
        let odds = odds(self.battle, self.state, &attack);
        let column = attack.column.map_or(odds.column, |announced| announced.min(odds.column));
        attack.column = Some(column);
        self.tell(Event::Attacked { attack, strength: odds.attack, defence: odds.defence, column });
        let die = dice.throw();
        self.tell(Event::DieThrown { face: die, purpose: Purpose::Combat });
        self.resolve(attack, &odds, column, die);
    }

    /// Applies a face of the die to an attack and follows it as far as nobody has a choice.
    pub fn resolve(&mut self, attack: Attack, odds: &Odds, column: Column, die: u8) {
        let result = self.battle.facts.results.result(column, die);
        self.tell(Event::Resulted { result });
        self.mark(&attack, odds);
        let (attackers, defenders) = (odds.attackers, odds.defenders);
        let combat = Combat { attack, column, die, result, attackers, defenders };
        let side = self.state.side;
        let mut pending = Pending {
            step: Step::Advance,
            decider: side,
            combat: Some(combat),
            units: UnitSet::EMPTY,
            elected: UnitSet::EMPTY,
            vacated: Around::EMPTY,
            chain: None,
        };
        match result {
            CombatResult::AttackerEliminated => {
                attackers.iter().for_each(|unit| self.eliminate(unit, Loss::Combat));
                self.begin_advance(&mut pending);
            }
            CombatResult::DefenderEliminated => {
                defenders.iter().for_each(|unit| self.eliminate(unit, Loss::Combat));
                self.begin_advance(&mut pending);
            }
            CombatResult::Exchange => {
                defenders.iter().for_each(|unit| self.eliminate(unit, Loss::Combat));
                pending.step = Step::Losses;
                pending.units = attackers;
            }
            CombatResult::AttackerRetreats => self.begin_attackers_retreat(&mut pending),
            CombatResult::DefenderRetreats => self.begin_defenders_retreat(&mut pending),
        }
        self.state.pending = Some(Box::new(pending));
        self.settle();
    }

    /// Notes who has attacked and who was attacked.
    fn mark(&mut self, attack: &Attack, odds: &Odds) {
        for unit in odds.attackers.iter() {
            self.state.flags[unit.index()].set_used(true);
        }
        for gun in attack.bombard.iter() {
            self.state.flags[gun.index()].set_used(true);
            self.state.bombarded_from[gun.index()] = self.state.cell(gun);
        }
        for unit in odds.defenders.iter() {
            self.state.flags[unit.index()].set_attacked(true);
        }
    }

    /// [BG 7.6, 11.1] The attackers must retreat; with attack effectiveness they lose it. Guns that
    /// bombarded may share the retreat [BG 8.16].
    fn begin_attackers_retreat(&mut self, pending: &mut Pending) {
        let Some(combat) = pending.combat else { return };
        if self.battle.options.attack_effectiveness {
            for unit in combat.attackers.iter() {
                self.state.flags[unit.index()].set_ineffective(true);
                self.tell(Event::BecameIneffective { unit });
            }
        }
        pending.step = Step::Elect;
        pending.units = combat.attack.bombard.iter().filter(|&gun| self.may_elect(gun)).collect();
    }

    /// [BG 8.16] Whether a gun may choose to retreat: it can move, and has somewhere to go.
    fn may_elect(&self, gun: UnitId) -> bool {
        let held = self.battle.unit(gun).held && !self.state.flags(gun).released();
        !held && retreat::is_possible(self.battle, self.state, gun)
    }

    /// [BG 7.6] The defenders must retreat; immobile guns are eliminated, or stand against artillery alone.
    fn begin_defenders_retreat(&mut self, pending: &mut Pending) {
        let Some(combat) = pending.combat else { return };
        let guns_alone = combat
            .attackers
            .union(combat.attack.bombard)
            .iter()
            .all(|unit| self.battle.unit(unit).arm == Arm::Artillery);
        let stands =
            self.battle.facts.immobile.as_ref().is_some_and(|f| f.ignore_retreat_from_artillery);
        for unit in combat.defenders.iter() {
            if !retreat::is_bound(self.battle, unit) {
                pending.units.insert(unit);
            } else if guns_alone && stands {
                self.tell(Event::Stood { unit });
            } else {
                self.eliminate(unit, Loss::Immobile);
            }
        }
        pending.step = Step::Retreat;
        pending.decider = self.state.side.other();
    }

    /// [BG 7.75] The hexes that the loser no longer holds may be advanced into by the winner.
    fn begin_advance(&mut self, pending: &mut Pending) {
        let Some(combat) = pending.combat else { return };
        let attacker_won = !matches!(
            combat.result,
            CombatResult::AttackerEliminated | CombatResult::AttackerRetreats
        );
        let side = self.state.side;
        let (winner, winners, lost) = if attacker_won {
            (side, combat.attackers, combat.attack.defenders)
        } else {
            (side.other(), combat.defenders, combat.attack.attackers)
        };
        let held = self.state.occupied(winner.other());
        pending.vacated = Around::of(lost.iter().copied().filter(|&cell| !held.contains(cell)))
            .unwrap_or(Around::EMPTY);
        pending.step = Step::Advance;
        pending.decider = winner;
        pending.units = winners
            .iter()
            .filter(|&unit| advance::can_ever(self.battle, self.state, unit))
            .collect();
    }

    /// Goes on until somebody has a real choice, or nothing is pending.
    pub fn settle(&mut self) {
        while let Some(mut pending) = self.state.pending.take() {
            if self.waits(&mut pending) {
                self.state.pending = Some(pending);
                return;
            }
        }
    }

    /// Takes what is not a choice; whether there is one now. Leaves `state.pending` set if the combat goes on.
    fn waits(&mut self, pending: &mut Box<Pending>) -> bool {
        match pending.step {
            Step::Elect => {
                if !pending.units.is_empty() {
                    return true;
                }
                let attackers = pending.combat.map_or(UnitSet::EMPTY, |combat| combat.attackers);
                pending.units = attackers.union(pending.elected);
                pending.step = Step::Retreat;
            }
            Step::Losses => match self.loss_choices(pending).as_slice() {
                [] => self.begin_advance(pending),
                [only] => {
                    let only = *only;
                    self.lose(pending, only);
                }
                _ => return true,
            },
            Step::Retreat | Step::Withdraw => {
                let done = pending.units.is_empty() && pending.chain.is_none();
                // The player-turn ends after the last withdrawal; whoever applies the action sees to it.
                if pending.step == Step::Withdraw && done || self.retreats_wait(pending) {
                    return true;
                }
            }
            Step::Advance => {
                let choices =
                    advance::options(self.battle, self.state, pending.units, &pending.vacated);
                // Nobody can advance: the combat is over.
                return !choices.is_empty();
            }
        }
        self.state.pending = Some(pending.clone());
        false
    }

    /// The ways to pay for an exchange.
    fn loss_choices(&self, pending: &Pending) -> Vec<UnitSet> {
        let Some(combat) = pending.combat else { return Vec::new() };
        losses::choices(self.battle, pending.units, self.battle.strength(combat.defenders))
    }

    fn lose(&mut self, pending: &mut Pending, units: UnitSet) {
        units.iter().for_each(|unit| self.eliminate(unit, Loss::Exchange));
        if let Some(combat) = &mut pending.combat {
            combat.attackers = combat.attackers.without(units);
        }
        self.begin_advance(pending);
    }

    /// Takes retreats that are no choice; whether one is. A unit without any way waits for the others,
    /// whose leaving may open one; if nobody has a way, all that are left are lost [BG 7.72].
    fn retreats_wait(&mut self, pending: &mut Pending) -> bool {
        match retreat_choices(self.battle, self.state, pending).as_slice() {
            [] => {
                if let Some(chain) = pending.chain.take() {
                    self.eliminate(chain.unit, Loss::NoRetreat);
                    return false;
                }
                for unit in pending.units.iter() {
                    self.eliminate(unit, Loss::NoRetreat);
                }
                pending.units = UnitSet::EMPTY;
                if pending.step == Step::Retreat {
                    self.begin_advance(pending);
                }
                false
            }
            [only] => {
                let only = *only;
                self.retreat(pending, only);
                false
            }
            _ => true,
        }
    }

    /// Makes one retreat or one step of a displacement.
    fn retreat(&mut self, pending: &mut Pending, retreat: Retreat) {
        let Retreat { unit, to, displace } = retreat;
        let Some(from) = self.state.cell(unit) else { return };
        let chain = pending.chain.take();
        let displaced = chain.is_some();
        self.state.put(self.battle, unit, Place::On(to));
        self.tell(Event::Retreated { unit, from, to, displaced });
        if displaced {
            self.state.flags[unit.index()].set_displaced(true);
        } else {
            pending.units.remove(unit);
            if !self.state.occupied(self.battle.unit(unit).side).contains(from) {
                pending.note_vacated(from);
            }
        }
        self.step_into(unit, Some(from), to);
        if let Some(other) = displace {
            let mut visited = chain.map_or(CellSet::EMPTY, |chain| chain.visited);
            visited.insert(from);
            visited.insert(to);
            pending.chain = Some(Chain { unit: other, visited });
        }
    }

    /// Follows a choice made at a step of a combat.
    pub fn choose(&mut self, action: &Action) {
        let Some(mut pending) = self.state.pending.take() else { return };
        match *action {
            Action::Elect { unit, retreat } => {
                self.tell(Event::Elected { unit, retreat });
                pending.units.remove(unit);
                if retreat {
                    pending.elected.insert(unit);
                }
            }
            Action::Losses { units } => self.lose(&mut pending, units),
            Action::Retreat { unit, to, displace } => {
                self.retreat(&mut pending, Retreat { unit, to, displace });
            }
            Action::Advance { unit, to } => return self.advance(unit, to),
            Action::Decline => return self.tell(Event::Declined { side: pending.decider }),
            _ => {}
        }
        self.state.pending = Some(pending);
        self.settle();
    }

    /// [BG 7.75] A unit advances; the combat is over.
    fn advance(&mut self, unit: UnitId, to: Cell) {
        let Some(from) = self.state.cell(unit) else { return };
        self.state.put(self.battle, unit, Place::On(to));
        self.state.flags[unit.index()].set_advanced(true);
        self.tell(Event::Advanced { unit, from, to });
        self.step_into(unit, Some(from), to);
    }
}

/// Every retreat that may be made at a step: of the displaced unit, or of the units still to go.
pub fn retreat_choices(battle: &Battle, state: &State, pending: &Pending) -> Vec<Retreat> {
    match &pending.chain {
        Some(chain) => retreat::options(battle, state, chain.unit, &chain.visited),
        None => pending
            .units
            .iter()
            .flat_map(|unit| retreat::options(battle, state, unit, &CellSet::EMPTY))
            .collect(),
    }
}
