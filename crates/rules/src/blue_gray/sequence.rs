//! The sequence of play [BG 4.0, 4.1]: phases, player-turns, game-turns, and what happens between them.

use atlas::Side;

use super::event::{Event, Loss, Purpose};
use super::facts::Recovery;
use super::ids::{Around, UnitSet};
use super::pending::{Pending, Step};
use super::places::Places;
use super::play::Play;
use super::reinforcements;
use super::state::{Phase, Place};
use super::victory;
use crate::dice::Dice;

impl Play<'_> {
    /// The phasing player is done with the phase.
    pub fn end_phase(&mut self, dice: &mut (impl Dice + ?Sized)) {
        match self.state.phase {
            Phase::Movement => {
                self.lose_late_reinforcements();
                // [BG 10.0, 10.1] A night game-turn has no combat phase.
                if self.battle.is_night(self.state.turn) {
                    self.end_player_turn(dice);
                } else {
                    self.begin_combat(dice);
                }
            }
            Phase::Combat => {
                let withdrawing = self.withdrawing();
                if withdrawing.is_empty() {
                    self.end_player_turn(dice);
                } else {
                    self.begin_withdrawals(withdrawing);
                    self.settle();
                    self.leave_combat_if_settled(dice);
                }
            }
        }
    }

    /// [BG-C 15.12] Units that had to come on in this phase and could not are lost.
    fn lose_late_reinforcements(&mut self) {
        if !self.battle.facts.entry.lost_if_late {
            return;
        }
        for unit in self.battle.of_side(self.state.side).iter() {
            if reinforcements::is_due(self.battle, self.state, unit) {
                self.eliminate(unit, Loss::Late);
            }
        }
    }

    fn begin_phase(&mut self, phase: Phase) {
        self.state.phase = phase;
        // Moves are counted by the phase: combat may change what the quota allows.
        self.state.moves_made = 0;
        self.state.board.marks.begin_phase();
        self.state.board.bombarded_from = Places::NOBODY;
        let (turn, side) = (self.state.turn, self.state.side);
        self.tell(Event::PhaseBegan { turn, side, phase });
    }

    fn begin_combat(&mut self, dice: &mut (impl Dice + ?Sized)) {
        self.begin_phase(Phase::Combat);
        if !self.battle.options.attack_effectiveness {
            return;
        }
        for unit in self.battle.of_side(self.state.side).iter() {
            if self.state.cell(unit).is_none() || !self.state.flags(unit).ineffective() {
                continue;
            }
            if self.battle.facts.recovery == Recovery::DieOfOne {
                // [BG-A 21.0] A one restores an ineffective unit.
                let face = dice.d6();
                self.tell(Event::DieThrown { face, purpose: Purpose::Rally(unit) });
                if face == 1 {
                    self.state.board.marks.ineffective.remove(unit);
                    self.tell(Event::Rallied { unit });
                    continue;
                }
            }
            // [BG 11.31] Those that begin the phase under enemy control must be out of it at its end.
            let controlled = self.state.in_enemy_control(self.battle, unit);
            self.state.board.marks.withdraws.set(unit, controlled);
        }
    }

    /// [BG 11.31?, 11.32] The ineffective units that began the phase under enemy control and still are;
    /// those that came under it in the course of the phase may stay.
    fn withdrawing(&self) -> UnitSet {
        let own = self.battle.of_side(self.state.side);
        own.iter()
            .filter(|&unit| {
                let flags = self.state.flags(unit);
                flags.ineffective()
                    && flags.withdraws()
                    && self.state.in_enemy_control(self.battle, unit)
            })
            .collect()
    }

    fn begin_withdrawals(&mut self, units: UnitSet) {
        let mut bound = units;
        for unit in units.iter().filter(|&unit| self.battle.unit(unit).immobile) {
            bound.remove(unit);
            self.eliminate(unit, Loss::Immobile);
        }
        self.state.pending = Some(Box::new(Pending {
            step: Step::Withdraw,
            decider: self.state.side,
            combat: None,
            units: bound,
            elected: UnitSet::EMPTY,
            vacated: Around::EMPTY,
            chain: None,
        }));
    }

    /// Ends the player-turn once the last withdrawal is made.
    pub fn leave_combat_if_settled(&mut self, dice: &mut (impl Dice + ?Sized)) {
        let done = self.state.pending().is_some_and(|pending| {
            pending.step == Step::Withdraw && pending.units.is_empty() && pending.chain.is_none()
        });
        if done {
            self.state.pending = None;
            self.end_player_turn(dice);
        }
    }

    fn end_player_turn(&mut self, dice: &mut (impl Dice + ?Sized)) {
        if self.state.side != self.battle.first {
            self.end_game_turn();
            if self.state.outcome.is_some() {
                return;
            }
            self.state.turn += 1;
        }
        self.state.side = self.state.side.other();
        self.begin_player_turn(dice);
    }

    /// Begins the player-turn of the side now in `state.side`.
    pub fn begin_player_turn(&mut self, dice: &mut (impl Dice + ?Sized)) {
        let side = self.state.side;
        self.begin_phase(Phase::Movement);
        if let Some(quota) = self.battle.quota()
            && quota.side == side
            && self.state.creek_crossed
            && !self.state.quota_lifted
        {
            // [BG-A 18.1] From the player-turn after the crossing the quota is gone for good.
            self.state.quota_lifted = true;
            self.tell(Event::QuotaLifted);
        }
        if self.admits(side) {
            let face = dice.d6();
            self.tell(Event::DieThrown { face, purpose: Purpose::Admission });
            if face == 1 {
                self.state.group_admitted = true;
                self.tell(Event::GroupAdmitted);
            }
        }
    }

    /// [BG-A 20.5] Whether a die is due for a group of this side that waits to be admitted.
    fn admits(&self, side: Side) -> bool {
        !self.state.group_admitted
            && self.battle.roster().any(|unit| {
                self.battle.unit(unit).side == side
                    && self.state.place(unit) == Place::Reserve
                    && reinforcements::waits_for_die(self.battle, unit)
            })
    }

    fn end_game_turn(&mut self) {
        // [BG 11.4] At the end of a night game-turn all units recover.
        if self.battle.is_night(self.state.turn) && self.battle.facts.recovery == Recovery::Night {
            for unit in self.battle.roster() {
                if self.state.flags(unit).ineffective() {
                    self.state.board.marks.ineffective.remove(unit);
                    // The fallen have nothing to tell of.
                    if self.state.cell(unit).is_some() {
                        self.tell(Event::Rallied { unit });
                    }
                }
            }
        }
        let early = victory::early(self.battle, self.state);
        if early.is_some() || self.state.turn >= self.battle.turns {
            let points = victory::totals(self.battle, self.state);
            let outcome = early.unwrap_or_else(|| victory::outcome_with(self.battle, points));
            self.state.outcome = Some(outcome);
            self.tell(Event::Ended { outcome, points });
        }
    }
}
