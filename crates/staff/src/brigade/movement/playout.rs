//! What comes of a plan: its fire and its assaults with dice, then some player-turns as both sides would play them in
//! haste.

use atlas::Side;
use field::Search;
use rules::brigade::battle::CorpsSet;
use rules::brigade::pending::Attack;
use rules::brigade::resolve::{result_of, strengths};
use rules::brigade::results::CombatResult;
use rules::brigade::{Action, Phase, State, apply_listed, rally};
use rules::dice::{Chance, Dice, FixedDie};

use super::corps;
use super::plan::{Manner, Planner};
use crate::brigade::position::balance::Balance;
use crate::brigade::position::desk::{Desk, sign};
use crate::brigade::position::scene::Scene;
use crate::budget::Effort;

/// How both sides' later turns are planned.
pub const LATER: Manner = Manner { targets: 6, ..Manner::QUICK };
/// How corps are looked at that may be named in later turns.
const LOOK: Manner = Manner { targets: 3, ..LATER };
/// How many positions a player-turn that is played out counts for, beside those judged in it.
const TURN_NODES: u64 = 5;
/// No player-turn has more attacks than this. A bound on the work.
const ATTACKS_MAX: usize = 60;

/// What is found out once for all games that are played out from a position.
#[derive(Clone, Default, Debug)]
pub struct Habits {
    /// The corps that are named in later turns, by the turn.
    named: Vec<(u8, CorpsSet)>,
}

/// What an attack comes to with a result.
struct Outcome {
    result: CombatResult,
    after: State,
    balance: Balance,
    value: f64,
}

/// A game that is played out.
pub struct Playout<'p, 'd, 'e, 'b> {
    /// The desk.
    pub desk: &'p Desk<'d>,
    /// Memory for searches.
    pub search: &'e mut Search,
    /// What may be spent.
    pub effort: &'e mut Effort<'b>,
    /// What was found out before.
    pub habits: &'e mut Habits,
    /// How the enemy's answer is planned.
    pub answer: Manner,
    /// The luck of the game.
    pub seed: u64,
}

impl Playout<'_, '_, '_, '_> {
    /// What a position after somebody's moves comes to, for him, after so many further player-turns.
    pub fn run(&mut self, after: &State, turns: usize) -> f64 {
        let side = after.side;
        let mut state = after.clone();
        let mut windfall = 0.0;
        for turn in 0..=turns {
            if turn > 0 {
                self.prepare(&mut state);
                self.march(&mut state, if turn == 1 { self.answer } else { LATER });
            }
            windfall += self.fight(&mut state);
            self.effort.spend(TURN_NODES);
            if state.outcome.is_some() || self.effort.is_over() {
                break;
            }
        }
        sign(side) * (self.desk.prospect(&state) - windfall)
    }

    /// Corps are named and units rally.
    fn prepare(&mut self, state: &mut State) {
        if state.phase == Phase::Activation {
            let corps = self.naming(state);
            self.desk.make(state, &Action::Activate { corps });
        }
        if state.phase == Phase::Rally {
            if state.turn < self.desk.battle.turns {
                let mut dice = self.luck(state, 1);
                for unit in rally::able(self.desk.battle, state).iter() {
                    self.throw(state, &Action::Rally { unit }, &mut dice);
                }
            }
            self.desk.make(state, &Action::EndPhase);
        }
    }

    /// The corps that are named: what is best when a turn is first met serves for all games.
    fn naming(&mut self, state: &State) -> CorpsSet {
        if let Some((_, corps)) = self.habits.named.iter().find(|(turn, _)| *turn == state.turn) {
            return *corps;
        }
        let found = corps::namings(self.desk, state, LOOK, 0, self.search, self.effort);
        let corps = found.first().map(|naming| naming.corps).unwrap_or_default();
        self.habits.named.push((state.turn, corps));
        corps
    }

    fn march(&mut self, state: &mut State, manner: Manner) {
        let planner = Planner::new(*self.desk, state, manner, self.search, self.effort);
        *state = planner.plan().after;
        self.desk.make(state, &Action::EndPhase);
    }

    /// The fire and the assaults of the phasing player, and the end of his turn; by how much the dice left the Union
    /// better off than they would have on the average.
    fn fight(&mut self, state: &mut State) -> f64 {
        let (turn, side) = (state.turn, state.side);
        let mut windfall = 0.0;
        let mut balance = Balance::of(self.desk, state);
        for _ in 0..ATTACKS_MAX {
            if state.outcome.is_some() || (state.turn, state.side) != (turn, side) {
                break;
            }
            let scene = Scene::with(*self.desk, state, side, 0.0, self.search, balance);
            let attack = match state.phase {
                Phase::Bombardment => {
                    scene.best_fire(state).map(|fire| Attack::Bombardment(fire.bombardment))
                }
                Phase::Assault => {
                    let fights = scene.fights(state);
                    fights.orders.first().map(|order| Attack::Assault(order.assault))
                }
                _ => None,
            };
            match attack {
                Some(attack) => windfall += self.attack(state, &mut balance, &attack),
                None => {
                    let mut dice = self.luck(state, 2);
                    self.throw(state, &Action::EndPhase, &mut dice);
                }
            }
        }
        windfall
    }

    /// Makes an attack with its die; by how much that left the Union better off than the mean.
    fn attack(&mut self, state: &mut State, balance: &mut Balance, attack: &Attack) -> f64 {
        let battle = self.desk.battle;
        let before = strengths(battle, state, attack);
        let action = match attack {
            Attack::Assault(assault) => Action::Assault(*assault),
            Attack::Bombardment(fire) => Action::Bombard(*fire),
        };
        let target = attack.targets().first().map_or(0, |cell| cell.index() as u64);
        let die = self.luck(state, 16 + target).d6();
        let mut known: Vec<Outcome> = Vec::new();
        let mut sum = 0.0;
        for face in 1..=6 {
            let result = result_of(battle, &before, face);
            let seen = known.iter().find(|one| one.result == result).map(|one| one.value);
            sum += seen.unwrap_or_else(|| {
                let mut after = state.clone();
                self.throw(&mut after, &action, &mut FixedDie::face(u16::from(face)));
                self.desk.settle(&mut after, self.search, self.effort);
                let balance = balance.since(self.desk, state, &after);
                let value = self.desk.prospect_with(&after, &balance);
                known.push(Outcome { result, after, balance, value });
                value
            });
        }
        let result = result_of(battle, &before, die);
        let Some(found) = known.into_iter().find(|one| one.result == result) else { return 0.0 };
        (*state, *balance) = (found.after, found.balance);
        found.value - sum / 6.0
    }

    fn throw(&self, state: &mut State, action: &Action, dice: &mut impl Dice) {
        apply_listed(self.desk.battle, state, action, dice, &mut Vec::new());
    }

    /// The luck of something in a player-turn: the same in every game with the same seed.
    fn luck(&self, state: &State, what: u64) -> Chance {
        let side = u64::from(state.side == Side::Union);
        let mix = u64::from(state.turn) << 32 | side << 24 | what;
        Chance::new(self.seed.wrapping_add(mix.wrapping_mul(0xD6E8_FEB8_6659_FD93)))
    }
}
