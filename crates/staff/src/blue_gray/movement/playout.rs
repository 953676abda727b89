//! Playing a plan out: its attacks with dice, the enemy's answer as he would plan it, some turns beyond.

use atlas::Side;
use field::Search;
use rules::blue_gray::{Action, Attack, Decision, State, apply_listed, decision};
use rules::dice::Chance;
use rules::dice::Dice;

use crate::blue_gray::movement::campaign::{Manner, Planner};
use crate::blue_gray::position::bearings::Bearings;
use crate::blue_gray::position::desk::Desk;
use crate::blue_gray::position::outlook::Outlook;
use crate::budget::Effort;

/// How the enemy's answer is planned: a little bolder than he may be, so that what he could do is seen.
const ANSWER: Manner = Manner { caution: 0.8, assaults: 8, ..LATER };

/// How both sides' turns after that are planned. Their marches are judged, too: plans that wait for the enemy to
/// walk into a trap would be flattered by one who looks at nothing before he steps. They heed the enemy in full: a
/// plan that ends in reckless attacks looks better than it is, and defenders who believe it leave their heights.
const LATER: Manner = Manner { marches: 3, ..Manner::QUICK };

/// So many unit-turns after his own are played out: the fewer units, the farther ahead. Set by hand.
const UNIT_TURNS_AHEAD: usize = 180;
/// The fewest and the most player-turns that are. Set by hand.
const PLAYER_TURNS_AHEAD: (usize, usize) = (2, 6);

/// How many positions a turn that is played out counts for, beside those judged in it. Set by hand.
const TURN_NODES: u64 = 12;

/// A position after somebody's moves, to be played out.
pub struct Start<'a> {
    /// The position.
    pub after: &'a State,
    /// Where the units of the side whose plan it is are wanted.
    pub bearings: &'a Bearings,
}

/// The luck of a game that is played out: the same attack on the same turn has the same die in all of them.
#[derive(Clone, Copy)]
struct Luck {
    seed: u64,
    turn: usize,
}

impl Luck {
    fn of(self, attack: &Attack) -> Chance {
        let target = attack.defenders.first().map_or(0, |cell| cell.index() as u64 + 1);
        let mix = (self.turn as u64) << 32 | target;
        Chance::new(self.seed.wrapping_add(mix.wrapping_mul(0xD6E8_FEB8_6659_FD93)))
    }
}

impl Desk<'_> {
    /// What a plan comes to: its attacks with dice, then some player-turns as both sides would plan them.
    pub fn played_out(
        &self,
        start: &Start<'_>,
        seed: u64,
        search: &mut Search,
        effort: &mut Effort<'_>,
    ) -> f64 {
        let side = start.after.side;
        let mut state = start.after.clone();
        let mut windfall = 0.0;
        let units: usize =
            Side::BOTH.iter().map(|&side| state.on_map(self.battle, side).len()).sum();
        let turns =
            (UNIT_TURNS_AHEAD / units.max(1)).clamp(PLAYER_TURNS_AHEAD.0, PLAYER_TURNS_AHEAD.1);
        for turn in 0..=turns {
            let phasing = state.side;
            let sign = if phasing == side { 1.0 } else { -1.0 };
            if turn > 0 {
                let manner = if turn == 1 { ANSWER } else { LATER };
                state = Planner::new(self, &state, manner, search, effort).plan(&state).after;
            }
            if turn == turns {
                break;
            }
            // What the dice gave beyond what could be expected says nothing about the plan.
            windfall += sign * self.fight_out(&mut state, Luck { seed, turn });
            effort.spend(TURN_NODES);
            if state.outcome.is_some() {
                return self.final_margin(&state, side) - windfall;
            }
        }
        let sign = if state.side == side { 1.0 } else { -1.0 };
        let (value, _) = Outlook::new(self, state.side).value_after_moves(&state, search);
        sign * value - windfall + start.bearings.pull_of_all(self, &state, side)
    }

    /// Makes the attacks of the phasing player with dice and ends his turn; by how much the dice left him better off
    /// than they would have on the average.
    fn fight_out(&self, state: &mut State, luck: Luck) -> f64 {
        let side = state.side;
        let (mut events, mut windfall) = (Vec::new(), 0.0);
        apply_listed(self.battle, state, &Action::EndPhase, &mut Chance::new(0), &mut events);
        while let Decision::Combat(phasing) = decision(state) {
            if phasing != side {
                break;
            }
            let Some(order) = self.legal_orders(state).into_iter().next() else {
                events.clear();
                apply_listed(
                    self.battle,
                    state,
                    &Action::EndPhase,
                    &mut Chance::new(0),
                    &mut events,
                );
                self.settle(state, &mut Chance::new(0), &mut events);
                continue;
            };
            let mut ways = self.ways(state, &order.attack);
            let stand: Vec<f64> =
                ways.states.iter().map(|after| self.standing(after, side)).collect();
            let way = ways.of(luck.of(&order.attack).d6());
            windfall += stand[way] - ways.mean(&stand);
            *state = ways.states.swap_remove(way);
        }
        windfall
    }
}
