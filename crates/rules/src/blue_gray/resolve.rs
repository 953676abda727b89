//! What follows the die [BG 7.6, 7.7]: elections, losses, retreats and the advance, step by step, until
//! somebody has a real choice.
//!
//! Which retreats, advances and losses are allowed is said in [`retreat`], [`advance`] and [`losses`]; here
//! is in which order they come.

use atlas::Side;
use atlas::battle::Arm;
use field::{Cell, CellSet};

use super::action::{Action, Attack};
use super::advance;
use super::artillery;
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

/// Whether a combat can go on by itself.
enum Progress {
    /// Somebody must choose.
    Waits,
    /// Something was done that was no choice, and more may follow.
    GoesOn,
    /// Nothing is left to be done.
    Over,
}

impl Play<'_> {
    /// Resolves an attack: throws the die and follows it as far as nobody has a choice.
    pub fn attack(&mut self, mut attack: Attack, dice: &mut (impl Dice + ?Sized)) {
        let odds = odds(self.battle, self.state, &attack);
        // [BG 7.9] The column announced counts, if it is lower than the odds.
        let column = attack.column.map_or(odds.column, |announced| announced.min(odds.column));
        attack.column = Some(column);
        self.tell(Event::Attacked { attack, strength: odds.attack, defence: odds.defence, column });
        let die = dice.d6();
        self.tell(Event::DieThrown { face: die, purpose: Purpose::Combat });
        self.resolve(attack, &odds, column, die);
    }

    /// [BG 7.6] Applies a face of the die to an attack and follows it as far as nobody has a choice.
    pub fn resolve(&mut self, attack: Attack, odds: &Odds, column: Column, die: u8) {
        let result = self.battle.facts.results.result(column, die);
        self.tell(Event::Resulted { result });
        self.mark(&attack, odds);
        let (attackers, defenders) = (odds.attackers, odds.defenders);
        let combat = Combat { attack, column, die, result, attackers, defenders };
        let mut pending = Pending {
            step: Step::Advance,
            decider: self.state.side,
            combat: Some(combat),
            units: UnitSet::EMPTY,
            elected: UnitSet::EMPTY,
            vacated: Around::EMPTY,
            chain: None,
        };
        match result {
            // [BG 8.15, 8.23] Only those next to the enemy attack at their own risk: guns that bombard are not
            // among the attackers.
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
            CombatResult::AttackerRetreats => self.begin_elections(&mut pending, &combat),
            CombatResult::DefenderRetreats => self.begin_defenders_retreat(&mut pending, &combat),
        }
        self.state.pending = Some(Box::new(pending));
        self.settle();
    }

    /// [BG 7.14] Notes who has attacked and who was attacked.
    pub(super) fn mark(&mut self, attack: &Attack, odds: &Odds) {
        let marks = &mut self.state.board.marks;
        marks.used = marks.used.union(odds.attackers).union(attack.bombard);
        marks.attacked = marks.attacked.union(odds.defenders);
        for gun in attack.bombard.iter() {
            self.state.set_bombarded_from(gun, self.state.cell(gun));
        }
    }

    /// The attackers are thrown back: [BG 11.1] with attack effectiveness they lose it, and [BG 8.16] guns
    /// that bombarded choose whether they share the retreat.
    fn begin_elections(&mut self, pending: &mut Pending, combat: &Combat) {
        if self.battle.options.attack_effectiveness {
            for unit in combat.attackers.iter() {
                self.state.board.marks.ineffective.insert(unit);
                self.tell(Event::BecameIneffective { unit });
            }
        }
        pending.step = Step::Elect;
        let may_share = |&gun: &UnitId| artillery::may_share_retreat(self.battle, self.state, gun);
        pending.units = combat.attack.bombard.iter().filter(may_share).collect();
    }

    /// [BG 7.6] All defenders must retreat. [BG-A 19.0] Immobile guns stand against artillery alone.
    fn begin_defenders_retreat(&mut self, pending: &mut Pending, combat: &Combat) {
        let is_gun = |unit: UnitId| self.battle.unit(unit).arm == Arm::Artillery;
        let guns_alone = combat.attackers.union(combat.attack.bombard).iter().all(is_gun);
        let facts = self.battle.facts.immobile.as_ref();
        let may_stand =
            guns_alone && facts.is_some_and(|facts| facts.ignore_retreat_from_artillery);
        let stands = |&unit: &UnitId| may_stand && retreat::is_bound(self.battle, unit);
        let standing: UnitSet = combat.defenders.iter().filter(stands).collect();
        standing.iter().for_each(|unit| self.tell(Event::Stood { unit }));
        self.begin_retreat(pending, self.state.side.other(), combat.defenders.without(standing));
    }

    /// [BG 7.71] Units must retreat; their owner chooses where, and in which order. [BG-A 19.0, BG-C 16.11]
    /// Those that never move are lost instead.
    fn begin_retreat(&mut self, pending: &mut Pending, owner: Side, units: UnitSet) {
        let is_bound = |&unit: &UnitId| retreat::is_bound(self.battle, unit);
        let bound: UnitSet = units.iter().filter(is_bound).collect();
        bound.iter().for_each(|unit| self.eliminate(unit, Loss::Immobile));
        pending.step = Step::Retreat;
        pending.decider = owner;
        pending.units = units.without(bound);
        pending.vacated = self.vacated(pending);
    }

    /// [BG 7.75] One of those who took part on the winning side may advance.
    fn begin_advance(&mut self, pending: &mut Pending) {
        let Some(combat) = pending.combat else { return };
        let attacker = self.state.side;
        pending.step = Step::Advance;
        pending.decider =
            if combat.result.favours_attacker() { attacker } else { attacker.other() };
        pending.vacated = self.vacated(pending);
        let vacated = &pending.vacated;
        let decides =
            |&unit: &UnitId| advance::is_concerned(self.battle, self.state, unit, vacated);
        pending.units = combat.winners().iter().filter(decides).collect();
    }

    /// [BG 7.75?] The hexes of the loser in this combat in which nobody of his is left. Hexes that only
    /// displaced units have left are none of them.
    fn vacated(&self, pending: &Pending) -> Around {
        let Some(combat) = pending.combat else { return Around::EMPTY };
        let (loser, hexes) = if combat.result.favours_attacker() {
            (self.state.side.other(), combat.attack.defenders)
        } else {
            (self.state.side, combat.attack.attackers)
        };
        let held = self.state.occupied(loser);
        let left = hexes.iter().copied().filter(|&cell| !held.contains(cell));
        Around::of(left).unwrap_or(Around::EMPTY)
    }

    /// Goes on until somebody has a real choice, or nothing is pending.
    pub fn settle(&mut self) {
        while let Some(mut pending) = self.state.pending.take() {
            match self.go_on(&mut pending) {
                Progress::Waits => {
                    self.state.pending = Some(pending);
                    return;
                }
                Progress::GoesOn => self.state.pending = Some(pending),
                Progress::Over => return,
            }
        }
    }

    /// Takes what is not a choice.
    fn go_on(&mut self, pending: &mut Pending) -> Progress {
        match pending.step {
            Step::Elect if pending.units.is_empty() => {
                let attackers = pending.combat.map_or(UnitSet::EMPTY, |combat| combat.attackers);
                let retreating = attackers.union(std::mem::take(&mut pending.elected));
                self.begin_retreat(pending, self.state.side, retreating);
                Progress::GoesOn
            }
            Step::Elect => Progress::Waits,
            Step::Losses => self.go_on_losing(pending),
            Step::Retreat | Step::Withdraw => self.go_on_retreating(pending),
            Step::Advance => {
                let units = pending.units;
                match advance::options(self.battle, self.state, units, &pending.vacated).is_empty()
                {
                    true => Progress::Over,
                    false => Progress::Waits,
                }
            }
        }
    }

    fn go_on_losing(&mut self, pending: &mut Pending) -> Progress {
        let lost = pending.combat.map_or(0, |combat| self.battle.strength(combat.defenders));
        match losses::choices(self.battle, pending.units, lost).as_slice() {
            // Nobody was next to the defenders.
            [] => self.begin_advance(pending),
            &[only] => self.lose(pending, only),
            _ => return Progress::Waits,
        }
        Progress::GoesOn
    }

    /// A unit without any way waits for the others, whose leaving may open one; if nobody has a way, all
    /// that are left are lost [BG 7.72], but for guns that bombarded.
    fn go_on_retreating(&mut self, pending: &mut Pending) -> Progress {
        match retreat_choices(self.battle, self.state, pending).as_slice() {
            [] => match pending.chain.take() {
                Some(chain) => self.eliminate(chain.unit, Loss::NoRetreat),
                None => {
                    self.trap(pending);
                    match pending.step {
                        // [BG 7.71?] Every retreat is made: the advance may follow.
                        Step::Retreat => self.begin_advance(pending),
                        // The player-turn ends now; whoever applies the action sees to it.
                        _ => return Progress::Waits,
                    }
                }
            },
            &[only] => self.retreat(pending, only),
            _ => return Progress::Waits,
        }
        Progress::GoesOn
    }

    /// [BG 7.72] Those who have nowhere to go are lost. [BG 8.15?] A gun that bombarded and chose to go with the
    /// others stays where it is: its own attack never destroys it.
    fn trap(&mut self, pending: &mut Pending) {
        let bombarded = pending.combat.map_or(UnitSet::EMPTY, |combat| combat.attack.bombard);
        for unit in std::mem::take(&mut pending.units).iter() {
            match bombarded.contains(unit) {
                true => self.tell(Event::Stood { unit }),
                false => self.eliminate(unit, Loss::NoRetreat),
            }
        }
    }

    /// [BG 7.6] The attacker pays for an exchange. In a position that was written by hand the defenders may
    /// still be there.
    fn lose(&mut self, pending: &mut Pending, units: UnitSet) {
        let defenders = pending.combat.map_or(UnitSet::EMPTY, |combat| combat.defenders);
        let standing: UnitSet =
            defenders.iter().filter(|&unit| self.state.cell(unit).is_some()).collect();
        standing.iter().for_each(|unit| self.eliminate(unit, Loss::Combat));
        units.iter().for_each(|unit| self.eliminate(unit, Loss::Exchange));
        self.begin_advance(pending);
    }

    /// Makes one retreat, or one step of a displacement [BG 7.81].
    fn retreat(&mut self, pending: &mut Pending, retreat: Retreat) {
        let Retreat { unit, to, displace } = retreat;
        let Some(from) = self.state.cell(unit) else { return };
        let chain = pending.chain.take();
        let displaced = chain.is_some();
        self.state.put(self.battle, unit, Place::On(to));
        self.tell(Event::Retreated { unit, from, to, displaced });
        if displaced {
            self.state.board.marks.displaced.insert(unit);
        } else {
            pending.units.remove(unit);
            pending.vacated = self.vacated(pending);
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
            // [BG 7.76] One unit advances, whatever was vacated: with it the combat is over.
            Action::Advance { unit, to } => return self.advance(unit, to),
            Action::Decline => return self.tell(Event::Declined { side: pending.decider }),
            _ => {}
        }
        self.state.pending = Some(pending);
        self.settle();
    }

    /// [BG 7.75] A unit advances.
    fn advance(&mut self, unit: UnitId, to: Cell) {
        let Some(from) = self.state.cell(unit) else { return };
        self.state.put(self.battle, unit, Place::On(to));
        self.state.board.marks.advanced.insert(unit);
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
