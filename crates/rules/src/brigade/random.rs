//! Uniformly random play over the factored choice: a unit first, then its destination; a target
//! first, then who attacks it, then guns. For properties, simulations and benchmarks.

use field::{Cell, Search};

use super::action::{Action, Assault, Bombardment, Path};
use super::assault;
use super::battle::{Battle, CorpsSet};
use super::check::check;
use super::listing::{self, Listed, adjacent, marches_of};
use super::movement::{Mover, able_to_move};
use super::pending::{CombatChoice, Pending, Reaction, Step};
use super::resolve::retreat_choices;
use super::state::{Phase, State};
use super::{activation, arrivals, bombardment, ford, obligations, rally, withdrawal};
use crate::dice::Chance;
use crate::ids::{Around, UnitId, UnitSet};

/// How often a random assault is tried before the whole list is made.
const TRIES: usize = 24;

/// One unit in so many that could search for a ford does.
const SEARCHES: usize = 8;

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
        match state.pending() {
            Some(Pending::Combat(choice)) => self.choice(battle, state, choice),
            Some(Pending::Reaction(reaction)) => self.reaction(battle, state, reaction),
            None => match state.phase {
                Phase::Activation => Some(self.activate(battle, state)),
                Phase::Rally => Some(self.rally(battle, state)),
                Phase::Movement => self.march(battle, state),
                Phase::Bombardment => Some(self.bombard(battle, state)),
                Phase::Assault => self.assault(battle, state),
            },
        }
    }

    fn one_of_all(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        let all = listing::actions(battle, state);
        (!all.is_empty()).then(|| all[self.chance.below(all.len())].action)
    }

    fn pick(&mut self, units: UnitSet) -> Option<UnitId> {
        if units.is_empty() { None } else { units.nth(self.chance.below(units.len())) }
    }

    /// Corps that may be named, up to as many as may be, each choice of a first and a second as
    /// likely.
    fn activate(&mut self, battle: &Battle, state: &State) -> Action {
        let mut corps = CorpsSet::EMPTY;
        if let Some(facts) = battle.activation(state.side) {
            for _ in 0..facts.most {
                let named = self.chance.below(facts.corps.len() + 1);
                let fits = named < facts.corps.len()
                    && activation::why_not(battle, state, named).is_none();
                corps = if fits { corps.with(named) } else { corps };
            }
        }
        Action::Activate { corps }
    }

    fn rally(&mut self, battle: &Battle, state: &State) -> Action {
        let able = rally::able(battle, state);
        match able.nth(self.chance.below(able.len() + 1)) {
            Some(unit) => Action::Rally { unit },
            None => Action::EndPhase,
        }
    }

    /// A unit that may move or come on, or the end of the phase; then where to.
    fn march(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        let mut able = able_to_move(battle, state);
        if !state.board.places.reserve().is_empty() {
            able = able.union(arrivals::due(battle, state));
        }
        loop {
            let pick = self.chance.below(able.len() + 1);
            let Some(unit) = able.nth(pick) else {
                if able.is_empty() || check(battle, state, &Action::EndPhase).is_ok() {
                    return Some(Action::EndPhase);
                }
                continue;
            };
            let action =
                self.search_by(battle, state, unit).or_else(|| self.march_of(battle, state, unit));
            if action.is_some() {
                return action;
            }
            able.remove(unit);
        }
    }

    /// Now and then a unit beside the creek looks for a ford instead.
    fn search_by(&mut self, battle: &Battle, state: &State, unit: UnitId) -> Option<Action> {
        if ford::why_not(battle, state, unit).is_some() || self.chance.below(SEARCHES) != 0 {
            return None;
        }
        let count = ford::choices(battle, state, unit).count();
        let pick = self.chance.below(count.max(1));
        let hex = ford::choices(battle, state, unit).nth(pick)?;
        Some(Action::Search { unit, hex })
    }

    /// A random move of one unit that may move or waits to come on.
    fn march_of(&mut self, battle: &Battle, state: &State, unit: UnitId) -> Option<Action> {
        let Some(start) = state.cell(unit) else {
            self.buffer.clear();
            marches_of(battle, state, unit, &mut self.search, &mut self.buffer);
            let count = self.buffer.len();
            return (count > 0).then(|| self.buffer[self.chance.below(count)].action);
        };
        let mover = Mover::starting(battle, state, unit, start);
        self.walk(battle, state, &mover)
    }

    /// A random destination of a mover.
    fn walk(&mut self, battle: &Battle, state: &State, mover: &Mover<'_>) -> Option<Action> {
        let printed = battle.unit(mover.unit);
        let reach = self.search.reach(mover.costs(), mover.walk());
        let closed = state.closed_to(battle, printed.side, printed.arm);
        let open = reach.ends(&closed);
        let count = open.len();
        if count == 0 {
            return None;
        }
        let to = open.nth(self.chance.below(count))?;
        Some(Action::Move { unit: mover.unit, to, path: Path::of(reach.steps(to)?) })
    }

    /// A gun that may fire, a target that it reaches, and some of the others that reach it; or the
    /// end.
    fn bombard(&mut self, battle: &Battle, state: &State) -> Action {
        let ready = bombardment::ready(battle, state);
        let mut left = ready;
        while let Some(gun) = left.nth(self.chance.below(left.len() + 1)) {
            if let Some(target) = self.target(battle, state, gun) {
                let mut guns = UnitSet::one(gun);
                for other in ready.iter() {
                    if bombardment::reaches(battle, state, other, target)
                        && self.chance.below(2) == 0
                    {
                        guns.insert(other);
                    }
                }
                return Action::Bombard(Bombardment { target, guns });
            }
            left.remove(gun);
        }
        Action::EndPhase
    }

    fn target(&mut self, battle: &Battle, state: &State, gun: UnitId) -> Option<Cell> {
        let from = state.cell(gun)?;
        let seen = battle.sight.seen_from(from);
        let enemies = state.occupied(state.side.other());
        let fits = |&cell: &Cell| {
            bombardment::reaches(battle, state, gun, cell)
                && bombardment::check_target(battle, state, cell).is_ok()
        };
        let range = usize::from(bombardment::range(battle, state, gun));
        let columns = from.column().saturating_sub(range)..from.column() + range + 1;
        let near = || seen.common(enemies, columns.clone()).filter(fits);
        let count = near().count();
        if count == 0 { None } else { near().nth(self.chance.below(count)) }
    }

    /// A target, some of those who can assault it, some of the guns that may join.
    fn assault(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        let owed = state.obligations();
        let done = owed.is_empty();
        let free = assault::free(battle, state);
        for _ in 0..TRIES {
            if done && self.chance.below(4) == 0 {
                return Some(Action::EndPhase);
            }
            if let Some(assault) = self.random_assault(battle, state, free)
                && assault::check(battle, state, &assault).is_ok()
            {
                return Some(Action::Assault(assault));
            }
        }
        self.one_of_all(battle, state)
    }

    fn random_assault(&mut self, battle: &Battle, state: &State, free: UnitSet) -> Option<Assault> {
        let leader = self.pick(free)?;
        let from = state.cell(leader)?;
        let near = battle.ground.around(from).within(state.occupied(state.side.other()));
        let mut defenders = Around::EMPTY;
        for hex in near.iter() {
            if obligations::can_be_assaulted(battle, state, hex) && self.chance.below(2) == 0 {
                defenders.push(hex);
            }
        }
        if defenders.is_empty() {
            return None;
        }
        let able = adjacent(battle, state, free, &defenders);
        let mut attackers = UnitSet::one(leader);
        for unit in able.iter() {
            if self.chance.below(2) == 0 {
                attackers.insert(unit);
            }
        }
        let foot = attackers.without(battle.guns());
        for gun in assault::guns_that_may_join(battle, state, foot, &defenders).iter() {
            if self.chance.below(2) == 0 {
                attackers.insert(gun);
            }
        }
        Some(Assault { defenders, attackers })
    }

    /// A choice in a combat: a unit first, then what it does.
    fn choice(&mut self, battle: &Battle, state: &State, choice: &CombatChoice) -> Option<Action> {
        match choice.step {
            Step::Loss => self.pick(choice.units).map(|unit| Action::Loss { unit }),
            Step::Retreat => {
                let unit = self.pick(choice.moving.map_or(choice.units, UnitSet::one))?;
                let choices = retreat_choices(battle, state, choice, unit);
                let pick = self.chance.below(choices.iter().count());
                let (to, displace) = choices.iter().nth(pick)?;
                Some(Action::Retreat { unit, to, displace })
            }
            _ => self.one_of_all(battle, state),
        }
    }

    fn reaction(&mut self, battle: &Battle, state: &State, reaction: &Reaction) -> Option<Action> {
        match reaction.units.first() {
            Some(unit) => {
                let ends = withdrawal::ends(battle, state, unit);
                let to = ends.nth(self.chance.below(ends.len() + 1));
                Some(to.map_or(Action::Decline, |to| Action::Withdraw { unit, to }))
            }
            None => {
                let start = state.cell(reaction.mover)?;
                let held = state.controls(battle, state.side.other(), start);
                if held || self.chance.below(4) == 0 {
                    return Some(Action::Decline);
                }
                let mover = Mover::going_on(battle, state, reaction.mover, start, reaction.points);
                self.walk(battle, state, &mover).or(Some(Action::Decline))
            }
        }
    }
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
    use crate::brigade::{apply, new_game};

    /// Whatever is drawn is legal, and every game ends.
    #[test]
    fn random_games_are_legal_and_end() {
        let files = atlas::builtin::battle("brigade/antietam").unwrap();
        for kind in atlas::builtin::kinds().filter(|kind| kind.battle == "brigade/antietam") {
            let options: Vec<String> = kind.options.iter().map(|n| (*n).to_owned()).collect();
            let battle = Battle::new(&files, Some(kind.scenario), &options).unwrap();
            for game in 0..6 {
                let mut player = RandomPlayer::new(game);
                let mut state = new_game(&battle, player.chance(), &mut Vec::new());
                while let Some(action) = player.choose(&battle, &state) {
                    let mut dice = player.chance.clone();
                    let done = apply(&battle, &mut state, &action, &mut dice, &mut Vec::new());
                    if let Err(refusal) = done {
                        panic!("{action:?}: {}", refusal.reason(&battle));
                    }
                    player.chance = dice;
                }
            }
        }
    }
}
