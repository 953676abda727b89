//! What a side could assault and bombard in its coming player-turn, as the armies stand: an estimate for players, made
//! of the rules that will judge it. Nobody is bound by it.

use std::borrow::Cow;
use std::cmp::Reverse;

use atlas::Side;
use atlas::battle::Arm;
use field::{Cell, CellSet, Search};

use super::action::{Assault, Bombardment};
use super::battle::{Battle, CorpsSet};
use super::movement::{self, Mover};
use super::pending::Attack;
use super::results::CombatResult;
use super::stacking::has_room;
use super::state::{Phase, Place, State};
use super::{activation, assault, bombardment, resolve};
use crate::ids::{Around, UnitId, UnitSet};
use crate::threats::{self, Blow, Met, Part};

/// A side's coming player-turn.
pub struct Coming<'b> {
    battle: &'b Battle,
    /// When it begins.
    state: State,
    /// Where each unit of the side could stand after moving.
    posts: Vec<Posts>,
    /// The units that may act together, for each choice of corps that no larger one makes needless.
    choices: Vec<UnitSet>,
}

/// Where a unit could stand after moving.
struct Posts {
    unit: UnitId,
    /// Its own hex first.
    cells: Vec<Cell>,
    /// The same.
    set: CellSet,
}

/// A unit that could assault a hex: the places around it where it could stand, as bits, two for each hex.
struct Comer {
    unit: UnitId,
    /// Those from where no water is to be crossed.
    dry: u64,
    /// All of them.
    any: u64,
    /// Whether it must move.
    comes: bool,
}

/// The state when a side acts next, if nothing happens until then; `None` if it does not act any more.
fn at_next_turn(battle: &Battle, state: &State, side: Side) -> Option<State> {
    if state.outcome.is_some() {
        return None;
    }
    let mut next = state.clone();
    next.pending = None;
    if state.side == side && state.phase <= Phase::Movement {
        return Some(next);
    }
    next.active = CorpsSet::EMPTY;
    // [BR 3.0] The second player follows in this turn; who is first in the next is for the dice to say.
    if state.side == side || state.side != state.first {
        next.turn += 1;
        next.board.marks = [UnitSet::EMPTY; 6];
    }
    next.side = side;
    next.phase = Phase::Activation;
    next.board.noted = CellSet::EMPTY;
    (next.turn <= battle.turns).then_some(next)
}

/// The units that may act together by each choice of corps, without the choices that are part of another.
fn choices(battle: &Battle, state: &State) -> Vec<UnitSet> {
    let named = state.phase != Phase::Activation || battle.activation(state.side).is_none();
    let all = match named {
        true => vec![state.active],
        false => activation::choices(battle, state),
    };
    let is_part = |of: CorpsSet, whole: CorpsSet| of != whole && of.0 & !whole.0 == 0;
    let largest = all.iter().filter(|&&one| !all.iter().any(|&other| is_part(one, other)));
    let active = largest.map(|&corps| {
        let mut then = state.clone();
        then.active = corps;
        battle.active(&then)
    });
    active.collect()
}

impl<'b> Coming<'b> {
    /// The coming player-turn of a side; `None` if there is none.
    pub fn of(battle: &'b Battle, state: &State, side: Side) -> Option<Coming<'b>> {
        let state = at_next_turn(battle, state, side)?;
        let choices = choices(battle, &state);
        let stay = movement::barred(&state);
        let zones = state.controlled_by(battle, side.other());
        let mut search = Search::new();
        let posts = state.on_map(battle, side).iter().filter_map(|unit| {
            let here = state.cell(unit)?;
            let mut cells = vec![here];
            if !stay.contains(unit) {
                let mover = Mover::among(battle, &state, &zones, (unit, here));
                let found = mover.destinations(battle, &state, &mut search);
                cells.extend(found.into_iter().map(|(cell, _)| cell).filter(|&to| to != here));
            }
            let set = cells.iter().copied().collect();
            Some(Posts { unit, cells, set })
        });
        let posts = posts.collect();
        Some(Coming { battle, state, posts, choices })
    }

    fn posts_of(&self, unit: UnitId) -> &[Cell] {
        let found = self.posts.iter().find(|posts| posts.unit == unit);
        found.map_or(&[], |posts| &posts.cells)
    }

    /// Whether some choice of corps lets a unit act.
    fn can_act(&self, unit: UnitId) -> bool {
        self.choices.iter().any(|active| active.contains(unit))
    }

    fn strikes_from(&self, unit: UnitId, from: Cell, at: Cell) -> bool {
        assault::check_reaches_from(self.battle, &self.state, unit, from, &[at]).is_ok()
    }

    /// Whether a hex may be bombarded at all, if whoever of this side is next to it and can leave does.
    fn may_be_bombarded(&self, at: Cell) -> bool {
        let held = self.battle.ground.beside(at).within(self.state.occupied(self.state.side));
        let stays = |cell: Cell| {
            self.posts.iter().any(|posts| posts.cells.len() == 1 && posts.cells[0] == cell)
        };
        !self.battle.ground.cover.contains(at) && !held.iter().any(stays)
    }

    /// [BR 7.0] Whether a gun in a hex would bombard another: in range, in sight and not next to it.
    fn fires_from(&self, gun: UnitId, from: Cell, at: Cell) -> bool {
        let range = usize::from(bombardment::range_from(self.battle, gun, from));
        let far = self.battle.grid().distance(from, at);
        (2..=range).contains(&far) && self.battle.sight.is_clear(from, at)
    }

    /// Those who could stand next to a hex and assault it, the strongest first.
    fn comers(&self, at: Cell) -> (Vec<Cell>, Vec<Comer>) {
        let ground = &self.battle.ground;
        let around: Vec<Cell> = self.battle.grid().neighbours(at).map(|(_, cell)| cell).collect();
        let near: CellSet = around.iter().copied().collect();
        let barred = assault::barred(&self.state);
        let mut comers: Vec<Comer> = Vec::new();
        for Posts { unit, cells, set } in &self.posts {
            if barred.contains(*unit) || (*set & near).is_empty() {
                continue;
            }
            // [BR 5.0] One place in a hex is for anybody, the other for guns.
            let places = if self.battle.guns().contains(*unit) { 0b11 } else { 0b01 };
            let (mut dry, mut any) = (0, 0);
            for (index, &from) in around.iter().enumerate() {
                if set.contains(from) && self.strikes_from(*unit, from, at) {
                    let wet = ground.water_between(from, at, self.state.ford).is_wet();
                    any |= places << (2 * index);
                    dry |= if wet { 0 } else { places << (2 * index) };
                }
            }
            if any != 0 {
                comers.push(Comer { unit: *unit, dry, any, comes: !near.contains(cells[0]) });
            }
        }
        comers.sort_by_key(|comer| (Reverse(self.strength(comer.unit)), comer.comes));
        (around, comers)
    }

    fn strength(&self, unit: UnitId) -> u32 {
        self.state.strength(self.battle, unit)
    }

    /// Seats as many of the units with places as there is room for.
    fn seated(&self, around: &[Cell], wishes: &[(UnitId, u64)]) -> Vec<Part> {
        let slots: Vec<u64> = wishes.iter().map(|(_, slots)| *slots).collect();
        let placed = wishes.iter().zip(threats::seated(&slots)).filter_map(|(wish, seat)| {
            let (unit, at) = (wish.0, around[seat? / 2]);
            Some(Part { unit, at, doubled: 2 * self.strength(unit), afar: false })
        });
        placed.collect()
    }

    /// The guns that could take part from afar, with the hexes from where, each nearest to hand first.
    fn gunners(&self, done: UnitSet, fires: impl Fn(UnitId, Cell) -> bool) -> Vec<Gunner> {
        let guns = self
            .posts
            .iter()
            .filter(|posts| self.battle.guns().contains(posts.unit) && !done.contains(posts.unit));
        let from = |posts: &Posts| -> Vec<Cell> {
            posts.cells.iter().copied().filter(|&from| fires(posts.unit, from)).collect()
        };
        guns.map(|posts| (posts.unit, from(posts))).filter(|(_, from)| !from.is_empty()).collect()
    }

    /// [BR 5.0] Adds guns that take part from afar, two to a hex.
    fn add_guns(&self, gunners: &[Gunner], active: UnitSet, parts: &mut Vec<Part>) {
        for (unit, from) in gunners {
            if !active.contains(*unit) || parts.iter().any(|part| part.unit == *unit) {
                continue;
            }
            let room = |cell: &&Cell| parts.iter().filter(|part| part.at == **cell).count() < 2;
            if let Some(&at) = from.iter().find(room) {
                parts.push(Part { unit: *unit, at, doubled: 2 * self.strength(*unit), afar: true });
            }
        }
    }

    /// The strongest assault that was found, over all choices of corps: with water to cross by infantry alone
    /// [BR 8.0?], else with guns two hexes away in support.
    fn best_assault(&self, at: Cell) -> Blow {
        let (around, comers) = self.comers(at);
        if comers.is_empty() {
            return Blow::default();
        }
        let supports = |_: UnitId, from: Cell| assault::can_support_from(self.battle, from, &[at]);
        let gunners = self.gunners(assault::barred(&self.state), supports);
        let infantry = self.battle.of_arm(Arm::Infantry);
        let wet = comers.iter().any(|comer| comer.dry != comer.any);
        let mut best = Blow::default();
        for &active in &self.choices {
            let of = |units: UnitSet, slots: fn(&Comer) -> u64| -> Vec<Part> {
                let units = units.intersection(active);
                let able = comers.iter().filter(|one| units.contains(one.unit) && slots(one) != 0);
                let wishes: Vec<_> = able.map(|one| (one.unit, slots(one))).collect();
                self.seated(&around, &wishes)
            };
            let mut dry = of(self.battle.of_side(self.state.side), |one| one.dry);
            if !dry.is_empty() {
                self.add_guns(&gunners, active, &mut dry);
            }
            let wet = if wet { of(infantry, |one| one.any) } else { Vec::new() };
            for parts in [dry, wet].into_iter().filter(|parts| !parts.is_empty()) {
                best = stronger(best, self.blow_of(at, parts, assault_on));
            }
        }
        best
    }

    /// The strongest bombardment that was found, over all choices of corps.
    fn best_bombardment(&self, at: Cell) -> Blow {
        if !self.may_be_bombarded(at) {
            return Blow::default();
        }
        let done = bombardment::barred(&self.state);
        let gunners = self.gunners(done, |gun, from| self.fires_from(gun, from, at));
        let mut best = Blow::default();
        for &active in &self.choices {
            let mut parts = Vec::new();
            self.add_guns(&gunners, active, &mut parts);
            if !parts.is_empty() {
                best = stronger(best, self.blow_of(at, parts, bombardment_of));
            }
        }
        best
    }

    /// What comes of an attack by these.
    fn blow_of(&self, at: Cell, parts: Vec<Part>, made: Made) -> Blow {
        match self.met(at, &parts, made) {
            Some((attack, met)) => Blow { parts, attack, met: Some(met) },
            None => Blow { attack: parts.iter().map(|part| part.doubled).sum(), parts, met: None },
        }
    }

    /// Twice the strength of an attack, and what it meets.
    fn met(&self, at: Cell, parts: &[Part], made: Made) -> Option<(u32, Met)> {
        if !self.state.occupied(self.state.side.other()).contains(at) {
            return None;
        }
        let mut then = self.state.clone();
        for part in parts {
            then.put(self.battle, part.unit, Place::On(part.at));
        }
        let attack = made(at, parts.iter().map(|part| part.unit).collect())?;
        Some(reckoned(self.battle, &then, &attack))
    }
}

/// An attack on a hex by some units.
type Made = fn(Cell, UnitSet) -> Option<Attack>;
/// A gun with the hexes from where it could take part.
type Gunner = (UnitId, Vec<Cell>);

fn assault_on(at: Cell, attackers: UnitSet) -> Option<Attack> {
    Some(Attack::Assault(Assault { defenders: Around::of([at])?, attackers }))
}

fn bombardment_of(target: Cell, guns: UnitSet) -> Option<Attack> {
    Some(Attack::Bombardment(Bombardment { target, guns }))
}

fn stronger(one: Blow, other: Blow) -> Blow {
    if rank(&other) > rank(&one) { other } else { one }
}

/// The more dangerous, then the stronger, then the one of fewer units.
fn rank(blow: &Blow) -> (Option<u8>, u32, Reverse<usize>) {
    (blow.met.as_ref().map(|met| met.danger), blow.attack, Reverse(blow.parts.len()))
}

fn reckoned(battle: &Battle, state: &State, attack: &Attack) -> (u32, Met) {
    use CombatResult::{DefenderLoses, DefendersRetreat, Exchange};
    let strengths = resolve::strengths(battle, state, attack);
    let results = [1, 2, 3, 4, 5, 6].map(|die| resolve::result_of(battle, &strengths, die));
    let hurts =
        |result: &&CombatResult| matches!(result, Exchange | DefendersRetreat | DefenderLoses);
    let met = Met {
        defence: strengths.defence,
        column: battle.facts.results.name(strengths.column).to_owned(),
        danger: results.iter().filter(hurts).count() as u8,
        faces: results.map(CombatResult::name),
    };
    (strengths.attack, met)
}

/// The assaults that those of a side who are there could make if a unit stood where it stands now, each hex next to it
/// by itself: the hex, twice the strength, and what it meets.
fn own_attacks(battle: &Battle, state: &State, unit: UnitId) -> Vec<(Cell, u32, Met)> {
    let side = battle.unit(unit).side;
    let Some(here) = state.cell(unit).filter(|_| state.side == side) else { return Vec::new() };
    let free = assault::free(battle, state);
    let near = battle.grid().neighbours(here).map(|(_, cell)| cell);
    let near = near.filter(|&cell| state.occupied(side.other()).contains(cell));
    let against = |at: Cell| -> Option<(Cell, u32, Met)> {
        let able = |&one: &UnitId| {
            let next = state.cell(one).is_some_and(|from| battle.grid().distance(from, at) == 1);
            next && assault::check_reaches(battle, state, one, &[at]).is_ok()
        };
        let mut attackers: UnitSet = free.iter().filter(able).collect();
        if !attackers.contains(unit) {
            return None;
        }
        if assault::crosses_water(battle, state, attackers, &[at]) {
            attackers = attackers.intersection(battle.of_arm(Arm::Infantry));
        } else {
            let guns = assault::guns_that_may_join(battle, state, attackers, &[at]);
            attackers = attackers.union(guns);
        }
        let (attack, met) = reckoned(battle, state, &assault_on(at, attackers)?);
        Some((at, attack, met))
    };
    near.filter_map(against).collect()
}

impl threats::Coming for Coming<'_> {
    type Battle = Battle;

    fn battle(&self) -> &Battle {
        self.battle
    }

    fn side(&self) -> Side {
        self.state.side
    }

    fn turn(&self) -> u8 {
        self.state.turn
    }

    fn called(&self, unit: UnitId) -> &str {
        &self.battle.unit(unit).called
    }

    fn cell(&self, unit: UnitId) -> Option<Cell> {
        self.state.cell(unit)
    }

    fn posts(&self, unit: UnitId) -> Vec<Cell> {
        self.posts_of(unit).to_vec()
    }

    fn strikes(&self, unit: UnitId) -> CellSet {
        let mut found = CellSet::EMPTY;
        if !self.can_act(unit) || assault::barred(&self.state).contains(unit) {
            return found;
        }
        for &post in self.posts_of(unit) {
            let near = self.battle.grid().neighbours(post).map(|(_, cell)| cell);
            found.extend(near.filter(|&at| self.strikes_from(unit, post, at)));
        }
        found & self.battle.ground.land
    }

    fn shoots(&self, unit: UnitId) -> CellSet {
        let mut found = CellSet::EMPTY;
        let done = bombardment::barred(&self.state).contains(unit);
        if !self.battle.guns().contains(unit) || !self.can_act(unit) || done {
            return found;
        }
        for &post in self.posts_of(unit) {
            let seen = *self.battle.sight.seen_from(post) - found;
            found.extend(seen.iter().filter(|&at| self.fires_from(unit, post, at)));
        }
        found.iter().filter(|&at| self.may_be_bombarded(at)).collect()
    }

    fn units(&self) -> Vec<UnitId> {
        self.posts.iter().map(|posts| posts.unit).collect()
    }

    fn targets(&self) -> CellSet {
        *self.state.occupied(self.state.side.other())
    }

    /// Where nobody could assault, guns may still bombard.
    fn blow(&self, at: Cell) -> Blow {
        let assault = self.best_assault(at);
        if assault.parts.is_empty() { self.best_bombardment(at) } else { assault }
    }
}

/// The armies as they stand.
pub struct Armies<'b> {
    /// The battle.
    pub battle: &'b Battle,
    /// Where everybody is.
    pub state: Cow<'b, State>,
}

impl threats::Foresees for Armies<'_> {
    type Battle = Battle;
    type Turn<'t>
        = Coming<'t>
    where
        Self: 't;

    fn battle(&self) -> &Battle {
        self.battle
    }

    fn phasing(&self) -> Side {
        self.state.side
    }

    fn side_of(&self, unit: UnitId) -> Side {
        self.battle.unit(unit).side
    }

    fn holder(&self, cell: Cell) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.state.occupied(side).contains(cell))
    }

    fn coming(&self, side: Side) -> Option<Coming<'_>> {
        Coming::of(self.battle, &self.state, side)
    }

    fn with(&self, unit: UnitId, cell: Cell) -> Option<Self> {
        let side = self.battle.unit(unit).side;
        let room = has_room(self.battle, &self.state, unit, cell);
        if self.state.occupied(side.other()).contains(cell) || !room {
            return None;
        }
        let mut then = self.state.clone().into_owned();
        then.put(self.battle, unit, Place::On(cell));
        then.note_zones(self.battle);
        Some(Armies { battle: self.battle, state: Cow::Owned(then) })
    }

    fn own_attacks(&self, unit: UnitId) -> Vec<(Cell, u32, Met)> {
        own_attacks(self.battle, &self.state, unit)
    }
}
