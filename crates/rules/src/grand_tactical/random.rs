//! Uniformly random play: a unit first, then an order.

use field::{Cell, Direction};

use super::action::Action;
use super::battle::Battle;
use super::ids::UnitId;
use super::movement::{self, Reach};
use super::operations::check;
use super::state::{Phase, State};
use super::{activation, seen, sight};
use crate::dice::Chance;
use crate::game::Seat;

/// How many tries it takes to give up looking for a legal order and end the phase.
const TRIES: usize = 8;

/// Plays at random: about one order for every third unit in a phase.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    chance: Chance,
    reach: Reach,
}

impl RandomPlayer {
    /// A player with his own luck.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { chance: Chance::new(seed), reach: Reach::new() }
    }

    /// The luck, to throw dice with.
    pub fn chance(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// A legal action; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        if state.phase == Phase::Over {
            return None;
        }
        let seen = seen::observe(battle, state, Seat::Side(state.side));
        let chosen = match seen.phase {
            Phase::Activation => self.activation(battle, &seen),
            _ => self.order(battle, &seen),
        };
        Some(chosen.unwrap_or(Action::EndPhase))
    }

    fn activation(&mut self, battle: &Battle, seen: &State) -> Option<Action> {
        if self.chance.below(8) == 0 {
            return None;
        }
        let open = |division: &_| activation::check(battle, seen, *division).is_ok();
        let count = activation::divisions(battle).filter(open).count();
        let at = self.chance.below(count.max(1));
        let division = activation::divisions(battle).filter(open).nth(at)?;
        Some(Action::Activate { division })
    }

    /// An order to a unit; `None` ends the phase, after about a third as many orders as there are
    /// units.
    fn order(&mut self, battle: &Battle, seen: &State) -> Option<Action> {
        let own = battle.of_side(seen.side);
        let count = own.len();
        if self.chance.below(count / 3 + 1) == 0 {
            return None;
        }
        for _ in 0..TRIES {
            let unit = own.iter().nth(self.chance.below(count))?;
            if let Some(action) = self.order_to(battle, seen, unit) {
                return Some(action);
            }
        }
        None
    }

    /// An order of a kind that is drawn first; `None` if it is not legal.
    fn order_to(&mut self, battle: &Battle, seen: &State, unit: UnitId) -> Option<Action> {
        let cell = seen.cell(unit)?;
        let action = match self.chance.below(16) {
            0..=5 => return self.movement(battle, seen, unit, cell),
            6 => Action::Step { unit, direction: self.direction() },
            7 => Action::Face { unit, direction: self.direction() },
            8 => Action::Mode { unit },
            9 => Action::ForceMarch { unit },
            10 => Action::Fortify { unit },
            11 | 12 => return self.target(battle, seen, unit),
            13 => Action::PlotMelee { unit, on: !seen.unit(unit).melee },
            14 => Action::PlotAdvance { unit, on: !seen.unit(unit).advance },
            _ => return self.transfer(battle, seen, unit),
        };
        check(battle, seen, &action).is_ok().then_some(action)
    }

    fn direction(&mut self) -> Direction {
        Direction::ALL[self.chance.below(8)]
    }

    /// A move to one of the squares that the unit can reach.
    fn movement(
        &mut self,
        battle: &Battle,
        seen: &State,
        unit: UnitId,
        from: Cell,
    ) -> Option<Action> {
        movement::may_move(battle, seen, unit).ok()?;
        self.reach.search(battle, seen, unit);
        let count = self.reach.len();
        let (to, squares) = self.reach.nth(self.chance.below(count.max(1)))?;
        let path = self.reach.path(battle, seen, unit, to)?;
        Some(match squares {
            1 => Action::Step { unit, direction: path.ways()[0] },
            _ => Action::Move { unit, from, path },
        })
    }

    /// A fire plot at a square with an enemy.
    fn target(&mut self, battle: &Battle, seen: &State, unit: UnitId) -> Option<Action> {
        let enemies = seen.occupied(seen.side.other());
        let fire = seen.unit(unit).fire;
        let from = seen.cell(unit)?;
        let reach = battle.tables.weapons.reach(battle.unit(unit).weapon);
        let may = |square: &Cell| {
            battle.distance(from, *square) <= reach
                && fire != Some(*square)
                && sight::may_plot(battle, seen, unit, *square).is_ok()
        };
        let count = enemies.iter().filter(may).count();
        let square = enemies.iter().filter(may).nth(self.chance.below(count.max(1)));
        let action = Action::PlotFire { unit, square };
        (square.is_some() || fire.is_some()).then_some(action)
    }

    /// A transfer of the unit's division or corps leader to it.
    fn transfer(&mut self, battle: &Battle, seen: &State, unit: UnitId) -> Option<Action> {
        let facts = battle.unit(unit);
        let post = if self.chance.below(2) == 0 { facts.division } else { facts.corps };
        let leader = seen.leader_of(post)?;
        let action = Action::Transfer { leader, unit };
        check(battle, seen, &action).is_ok().then_some(action)
    }
}
