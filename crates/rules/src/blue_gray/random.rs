//! Uniformly random play over the factored choice: a unit first, then its destination; a target first,
//! then its attackers, then guns. For properties, simulations and benchmarks.

use field::{Cell, CellSet, Reach, Search};

use super::action::{Action, Attack};
use super::battle::Battle;
use super::check::check;
use super::check_combat::check_attack_with;
use super::ids::{Around, Path, UnitId, UnitSet};
use super::listing::{self, Listed, common_attackers, marches_of};
use super::movement::{self, Mover};
use super::obligations::Obligations;
use super::reinforcements;
use super::state::{Phase, State};
use crate::dice::Chance;

/// How often a random attack is tried before the whole list is made.
const TRIES: usize = 24;

/// Chooses at random among the legal actions.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    chance: Chance,
    search: Search,
    buffer: Vec<Listed>,
}

impl RandomPlayer {
    /// A player with his own luck.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { chance: Chance::new(seed), search: Search::new(), buffer: Vec::new() }
    }

    /// The luck, to throw dice with.
    pub fn chance(&mut self) -> &mut Chance {
        &mut self.chance
    }

    /// A legal action; `None` when the game is over.
    pub fn choose(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        if state.outcome.is_some() {
            return None;
        }
        match (state.pending(), state.phase) {
            (Some(_), _) => self.one_of_all(battle, state),
            (None, Phase::Movement) => self.march(battle, state),
            (None, Phase::Combat) => self.attack(battle, state),
        }
    }

    fn one_of_all(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        let all = listing::actions(battle, state);
        (!all.is_empty()).then(|| all[self.chance.below(all.len())].action)
    }

    /// A unit that may move, or the end of the phase; then where to.
    fn march(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        let waiting = state.board.places.reserve().intersection(battle.of_side(state.side));
        let due = waiting.iter().filter(|&unit| reinforcements::is_due(battle, state, unit));
        let mut able = movement::able_to_move(battle, state).union(due.collect());
        loop {
            let pick = self.chance.below(able.len() + 1);
            let Some(unit) = able.nth(pick) else {
                if able.is_empty() || check(battle, state, &Action::EndPhase).is_ok() {
                    return Some(Action::EndPhase);
                }
                continue;
            };
            if let Some(action) = self.march_of(battle, state, unit) {
                return Some(action);
            }
            able.remove(unit);
        }
    }

    /// A random move of one unit that may move or waits to come on.
    fn march_of(&mut self, battle: &Battle, state: &State, unit: UnitId) -> Option<Action> {
        let Some(start) = state.cell(unit) else {
            self.buffer.clear();
            marches_of(battle, state, unit, &mut self.search, &mut self.buffer);
            let count = self.buffer.len();
            return (count > 0).then(|| self.buffer[self.chance.below(count)].action);
        };
        let mover = Mover::new(battle, state, unit, start, battle.allowance(state.turn));
        let reach = self.search.reach(&battle.ground.costs, mover.walk());
        if !battle.facts.exits.is_empty() {
            return march_or_exit(battle, state, &mover, &reach, &mut self.chance);
        }
        let open = reach.ends(state.full(battle.unit(unit).side));
        let count = open.len() + usize::from(reach.has_round_trip());
        if count == 0 {
            return None;
        }
        let (to, path) = match open.nth(self.chance.below(count)) {
            Some(to) => (to, Path::of(reach.steps(to)?)),
            None => (start, Path::of(reach.round_trip()?.iter().skip(1).copied())),
        };
        Some(Action::Move { unit, to, path })
    }

    /// A target, some of the hexes that can attack it, some of the guns that reach it.
    fn attack(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        let obligations = Obligations::of(battle, state);
        let done = obligations.are_met();
        let targets = Self::open_targets(battle, &obligations);
        if targets.is_empty() {
            return done.then_some(Action::EndPhase);
        }
        for _ in 0..TRIES {
            if done && self.chance.below(targets.len() + 1) == 0 {
                return Some(Action::EndPhase);
            }
            let attack = self.random_attack(battle, state, &obligations, &targets);
            if check_attack_with(battle, state, &attack, &obligations).is_ok() {
                return Some(Action::Attack(attack));
            }
        }
        self.one_of_all(battle, state)
    }

    fn open_targets(battle: &Battle, obligations: &Obligations) -> Vec<Cell> {
        let mut near = CellSet::EMPTY;
        for cell in obligations.must_attack.iter() {
            near.insert_all(battle.ground.around(cell));
        }
        near &= obligations.targets;
        obligations.batteries.iter().for_each(|battery| near |= battery.reaches);
        near.iter().collect()
    }

    fn random_attack(
        &mut self,
        battle: &Battle,
        state: &State,
        obligations: &Obligations,
        targets: &[Cell],
    ) -> Attack {
        let first = targets[self.chance.below(targets.len())];
        let mut defenders = Around::EMPTY;
        defenders.push(first);
        if self.chance.below(4) == 0 {
            let next = battle.adjacent(first).iter().copied();
            let others = Around::of(next.filter(|cell| targets.contains(cell)));
            if let Some(others) = others.filter(|others| !others.is_empty()) {
                defenders.push(others[self.chance.below(others.len())]);
            }
        }
        let able = common_attackers(battle, obligations, &defenders);
        let some = able.iter().copied().filter(|_| self.chance.below(2) == 0);
        let mut attackers = Around::of(some).unwrap_or(Around::EMPTY);
        if attackers.is_empty() && !able.is_empty() && self.chance.below(4) != 0 {
            attackers.push(able[self.chance.below(able.len())]);
        }
        let mut bombard = UnitSet::EMPTY;
        for battery in &obligations.batteries {
            let reaches = defenders.iter().any(|&target| battery.reaches.contains(target));
            if reaches && self.chance.below(2) == 0 {
                let guns = state.units_at(battery.cell).intersection(battle.guns());
                bombard = bombard.union(guns);
            }
        }
        defenders.sort();
        Attack { defenders, attackers, bombard, column: None }
    }
}

/// A random one of the moves and exits that [`marches_of`] lists, in its order, without making the list:
/// destinations by their numbers, the start among them if there is a way back to it, then the exits.
fn march_or_exit(
    battle: &Battle,
    state: &State,
    mover: &Mover<'_>,
    reach: &Reach<'_>,
    chance: &mut Chance,
) -> Option<Action> {
    let (unit, start) = (mover.unit, mover.start);
    let open = reach.ends(state.full(battle.unit(unit).side));
    let comes_back = reach.has_round_trip();
    let moves = open.len() + usize::from(comes_back);
    let mut exits = reinforcements::exits_within(battle, state, unit, mover, reach);
    let count = moves + exits.clone().count();
    if count == 0 {
        return None;
    }
    let pick = chance.below(count);
    if pick >= moves {
        let (hex, _) = exits.nth(pick - moves)?;
        return Some(Action::Exit { unit, hex, path: None });
    }
    let to = match open.nth(pick) {
        Some(to) if to < start || !comes_back => to,
        // From its place on, the start moves all others back by one.
        _ => match pick.checked_sub(1).and_then(|before| open.nth(before)) {
            Some(to) if to > start => to,
            _ => start,
        },
    };
    Some(Action::Move { unit, to, path: None })
}

/// Plays a game to its end at random; how many actions it took.
pub fn play_out(battle: &Battle, state: &mut State, player: &mut RandomPlayer) -> usize {
    let mut actions = 0;
    let mut events = Vec::new();
    while let Some(action) = player.choose(battle, state) {
        events.clear();
        super::apply_listed(battle, state, &action, &mut player.chance, &mut events);
        actions += 1;
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blue_gray::{apply, new_game};

    /// Moves and exits drawn without the list are those drawn from it.
    #[test]
    fn a_march_drawn_is_the_one_that_the_list_has_there() {
        let files = atlas::builtin::battle("blue-gray/fredericksburg").unwrap();
        let mut exits = 0;
        for scenario in ["december-13", "may-3"] {
            let battle = Battle::new(&files, Some(scenario), &[]).unwrap();
            for game in 0..12 {
                let mut player = RandomPlayer::new(game);
                let mut state = new_game(&battle, player.chance(), &mut Vec::new());
                while let Some(action) = player.choose(&battle, &state) {
                    exits += usize::from(matches!(action, Action::Exit { .. }));
                    for unit in movement::able_to_move(&battle, &state).iter().step_by(5) {
                        let mut listed = Vec::new();
                        let search = &mut player.search.clone();
                        marches_of(&battle, &state, unit, search, &mut listed);
                        let mut chance = player.chance.clone();
                        let expected =
                            (!listed.is_empty()).then(|| listed[chance.below(listed.len())].action);
                        let mut drawing = player.clone();
                        assert_eq!(drawing.march_of(&battle, &state, unit), expected);
                    }
                    let mut dice = player.chance.clone();
                    apply(&battle, &mut state, &action, &mut dice, &mut Vec::new()).unwrap();
                    player.chance = dice;
                }
            }
        }
        assert!(exits > 0, "somebody left the map");
    }
}
