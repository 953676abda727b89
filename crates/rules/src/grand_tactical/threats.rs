//! What a side could do in its coming operations phase and the combat after it, as the armies
//! stand and as far as they are seen: an estimate for players, made of the rules that will judge
//! it. Nobody is bound by it.

use atlas::Side;
use field::{Cell, CellSet, Direction};

use super::battle::Battle;
use super::ids::UnitId;
use super::movement::{self, Reach};
use super::state::{Phase, State, Unit};
use super::{activation, combat, odds, places, sequence, sight};

/// [GT 7.7] Infantry and cavalry that find room in a square; and guns.
const ROOM: (usize, usize) = (2, 1);

/// A side's coming operations phase.
pub(super) struct Coming<'b> {
    battle: &'b Battle,
    side: Side,
    /// When it begins.
    state: State,
    /// Where each of its units could stand then; where it is comes first.
    posts: Vec<(UnitId, Vec<Post>)>,
}

/// How a unit could stand when it has moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Post {
    cell: Cell,
    /// The unit as it would be then.
    now: Unit,
    /// Whether it would fire.
    fires: bool,
    /// Whether it could charge.
    charges: bool,
}

/// One unit's part in what could come against a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part {
    /// Who.
    pub unit: UnitId,
    /// Where it would stand.
    pub at: Cell,
    /// The casualties of its fire in the middle of chance, in thousandths of a man; none where
    /// nobody stands.
    pub thousandths: u64,
    /// Whether it could charge from there.
    pub charges: bool,
}

/// The state when a side operates next, if nothing happens until then; `None` if it does not any
/// more.
fn at_next_phase(battle: &Battle, seen: &State, side: Side) -> Option<State> {
    let mut next = *seen;
    let now = seen.phase == Phase::Operations && seen.side == side;
    match seen.phase {
        Phase::Over => return None,
        _ if now => return Some(next),
        Phase::Activation => next.round = 1,
        // The second side follows in the same round.
        Phase::Operations if seen.side == battle.first => {}
        Phase::Operations if seen.round == 1 => next.round = 2,
        Phase::Operations => (next.turn, next.round) = (seen.turn + 1, 1),
    }
    if next.turn > battle.turns {
        return None;
    }
    next.phase = Phase::Operations;
    next.side = side;
    if side == battle.tables.activation.side {
        let chosen = next.turn == seen.turn && seen.phase == Phase::Operations;
        activate_whoever_may(battle, &mut next, chosen && !battle.options.hidden);
    }
    for unit in battle.of_side(side).iter() {
        if next.cell(unit).is_some() {
            let op = sequence::allowance(battle, &next, unit);
            let now = next.unit_mut(unit);
            (now.op, now.moved) = (op, 0);
            now.clear_plots();
        }
    }
    Some(next)
}

/// [GT 3.1] Which divisions will move is for their general to say: until it is `chosen` and known,
/// any of them could. Formations of the timetable wait for their hour, or for the enemy beside
/// them; where units are hidden nobody knows who was met.
fn activate_whoever_may(battle: &Battle, next: &mut State, chosen: bool) {
    if !chosen {
        for division in activation::divisions(battle) {
            next.activated.insert(division);
        }
        for (index, formation) in battle.tables.timetable.formations.iter().enumerate() {
            if battle.options.hidden || next.turn + 1 >= formation.turn {
                next.released |= 1 << index;
            }
        }
    }
    activation::release_by_contact(battle, next, &mut Vec::new());
}

impl<'b> Coming<'b> {
    /// The coming operations phase of a side, as far as it is seen; `None` if there is none.
    pub fn of(battle: &'b Battle, seen: &State, side: Side) -> Option<Coming<'b>> {
        let state = at_next_phase(battle, seen, side)?;
        let mut coming = Coming { battle, side, state, posts: Vec::new() };
        let mut reach = Reach::new();
        let units = state.on_map(battle, side);
        coming.posts = units.map(|unit| (unit, coming.posts_of(unit, &mut reach))).collect();
        Some(coming)
    }

    /// Whose it is.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// On which turn and in which round it comes.
    pub const fn when(&self) -> (u8, u8) {
        (self.state.turn, self.state.round)
    }

    /// When it begins.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The units of this side that are seen on the map.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.state.on_map(self.battle, self.side)
    }

    /// The squares in which the other side is seen.
    pub fn targets(&self) -> &CellSet {
        self.state.occupied(self.side.other())
    }

    /// Where a unit could stand when it has moved, in either of its formations.
    fn posts_of(&self, unit: UnitId, reach: &mut Reach) -> Vec<Post> {
        let Some(here) = self.state.cell(unit) else { return Vec::new() };
        let mut then = self.state;
        let mut posts = vec![self.post(&then, unit, here)];
        self.add_marches(&then, unit, reach, &mut posts);
        if let Some(formed) = self.reformed(&then, unit) {
            *then.unit_mut(unit) = formed;
            posts.push(self.post(&then, unit, here));
            self.add_marches(&then, unit, reach, &mut posts);
        }
        posts
    }

    /// Where it comes in the formation it has, and the other formation at the end of the march.
    fn add_marches(&self, state: &State, unit: UnitId, reach: &mut Reach, posts: &mut Vec<Post>) {
        reach.search(self.battle, state, unit);
        let tires = places::square_fatigue(self.battle, state, unit);
        let mut there = *state;
        for (cell, cost, steps) in reach.squares() {
            there.put(self.battle, unit, cell);
            let place = there.unit(unit).place;
            let mut then = Unit { place, fort: 0, ..*state.unit(unit) };
            then.pay(cost);
            then.tire(tires * u32::from(steps));
            then.moved = then.moved.saturating_add(steps);
            *there.unit_mut(unit) = then;
            posts.push(self.post(&there, unit, cell));
            if let Some(formed) = self.reformed(&there, unit) {
                *there.unit_mut(unit) = formed;
                posts.push(self.post(&there, unit, cell));
            }
        }
    }

    /// [GT 7.8] A unit in its other formation; `None` if it cannot change it.
    fn reformed(&self, state: &State, unit: UnitId) -> Option<Unit> {
        let (now, cost) = (state.unit(unit), movement::mode_cost(self.battle, state, unit));
        if self.battle.options.basic() || now.routed || now.op < cost {
            return None;
        }
        let mut formed = Unit { mode: places::other_mode(now.mode), fort: 0, ..*now };
        formed.pay(cost);
        Some(formed)
    }

    /// A unit as it stands in a state.
    fn post(&self, state: &State, unit: UnitId, cell: Cell) -> Post {
        Post {
            cell,
            now: *state.unit(unit),
            fires: combat::silence(self.battle, state, self.side, unit).is_none(),
            charges: self.may_charge(state, unit),
        }
    }

    /// [GT 8.4] Whether a unit has the points for a shot and a melee, and is fit for it.
    fn may_charge(&self, state: &State, unit: UnitId) -> bool {
        let (costs, now) = (&self.battle.tables.costs, state.unit(unit));
        let column = self.battle.column(unit, now.mode).index();
        let Some(melee) = costs.melee[column] else { return false };
        let shot = if now.ammo { costs.fire[column] } else { 0 };
        let guns = self.battle.unit(unit).is_artillery();
        !guns && !now.routed && !now.disrupted && now.op >= melee + shot
    }

    /// The armies with a unit at one of its posts.
    fn at(&self, unit: UnitId, post: &Post) -> State {
        let mut then = self.state;
        then.put(self.battle, unit, post.cell);
        *then.unit_mut(unit) = post.now;
        then
    }

    fn posts(&self, unit: UnitId) -> &[Post] {
        let found = self.posts.iter().find(|(one, _)| *one == unit);
        found.map_or(&[], |(_, posts)| posts)
    }

    /// The squares where a unit could stand; its own first.
    pub fn reach(&self, unit: UnitId) -> Vec<Cell> {
        let mut known = CellSet::EMPTY;
        let cells = self.posts(unit).iter().map(|post| post.cell);
        cells.filter(|&cell| known.insert(cell)).collect()
    }

    /// [GT 8.2] The squares at which a unit could fire, from wherever it could stand.
    pub fn fires(&self, unit: UnitId) -> CellSet {
        let weapons = &self.battle.tables.weapons;
        let weapon = self.battle.unit(unit).weapon;
        let (mut found, mut tried) = (CellSet::EMPTY, CellSet::EMPTY);
        for post in self.posts(unit).iter().filter(|post| post.fires) {
            if !tried.insert(post.cell) {
                continue;
            }
            let near = self.battle.grid.disc(post.cell, weapons.reach(weapon));
            let seen = sight::field_of(self.battle, &self.state, post.cell, None);
            let hit = |at: &Cell| weapons.rate(weapon, self.battle.distance(post.cell, *at)) > 0;
            found.extend((seen & near).iter().filter(hit));
        }
        found
    }

    /// [GT 8.4] The squares that a unit could charge, from wherever it could stand.
    pub fn charges(&self, unit: UnitId) -> CellSet {
        let mut found = CellSet::EMPTY;
        for post in self.posts(unit).iter().filter(|post| post.charges) {
            found.extend(self.battle.around(post.cell).iter());
        }
        found
    }

    /// What a unit could do to a square from each place where it could stand, the best first; a
    /// charge without a shot comes last.
    fn blows(&self, unit: UnitId, posts: &[Post], at: Cell) -> Vec<Part> {
        let farthest = self.battle.tables.weapons.reach(self.battle.unit(unit).weapon).max(1);
        let mut found: Vec<Part> = Vec::new();
        for post in posts.iter().filter(|post| post.fires || post.charges) {
            if self.battle.distance(post.cell, at) > farthest || post.cell == at {
                continue;
            }
            let Some(part) = self.blow_from(unit, post, at) else { continue };
            match found.iter_mut().find(|one| one.at == part.at) {
                Some(known) if known.thousandths >= part.thousandths => {
                    known.charges |= part.charges;
                }
                Some(known) => *known = Part { charges: known.charges || part.charges, ..part },
                None => found.push(part),
            }
        }
        found.sort_by_key(|part| std::cmp::Reverse((part.thousandths, part.charges)));
        found
    }

    /// What a unit would do to a square from a post; `None`: nothing.
    fn blow_from(&self, unit: UnitId, post: &Post, at: Cell) -> Option<Part> {
        let mut then = self.at(unit, post);
        then.unit_mut(unit).facing = self.facing(post, at);
        let charges = post.charges && self.battle.distance(post.cell, at) == 1;
        let fires = post.fires && sight::may_plot(self.battle, &then, unit, at).is_ok();
        let shot = fires.then(|| odds::middling_fire(self.battle, &then, unit, at)).flatten();
        let thousandths = shot.unwrap_or(0);
        (fires || charges).then_some(Part { unit, at: post.cell, thousandths, charges })
    }

    /// [GT 7.9] A way to look in which a square is in front; turning costs nothing.
    fn facing(&self, post: &Post, at: Cell) -> Direction {
        let ahead = |&way: &Direction| sight::in_arc(self.battle, way, post.cell, at);
        Direction::ALL.into_iter().find(ahead).unwrap_or(post.now.facing)
    }

    /// Who could fire at a square or charge it together, each from where there is room for it: the
    /// strongest choose first.
    pub fn against(&self, at: Cell) -> Vec<Part> {
        let units = self.posts.iter().map(|(unit, posts)| self.blows(*unit, posts, at));
        let mut wishes: Vec<Vec<Part>> = units.filter(|posts| !posts.is_empty()).collect();
        wishes.sort_by_key(|posts| std::cmp::Reverse((posts[0].thousandths, posts[0].charges)));
        let mut parts: Vec<Part> = Vec::new();
        for posts in &wishes {
            if let Some(part) = posts.iter().find(|part| self.has_room(part, &parts)) {
                parts.push(*part);
            }
        }
        parts
    }

    /// [GT 7.7] Whether there is room for one more among those who are to stand in a square.
    fn has_room(&self, part: &Part, parts: &[Part]) -> bool {
        let guns = |part: &Part| self.battle.unit(part.unit).is_artillery();
        let there = parts.iter().filter(|one| one.at == part.at);
        let alike = there.clone().filter(|one| guns(one) == guns(part)).count();
        let one_only = !self.battle.options.basic()
            && places::holds_one(self.battle.terrain(&self.state.fords, part.at));
        let room = if guns(part) { ROOM.1 } else { ROOM.0 };
        if one_only { there.count() == 0 } else { alike < room }
    }
}

/// [GT 7.7] The same armies with a unit in another square, with the points that the way there
/// leaves it; `None` if it cannot stand there.
pub(super) fn standing(battle: &Battle, seen: &State, unit: UnitId, cell: Cell) -> Option<State> {
    let side = battle.unit(unit).side;
    let enemies = seen.occupied(side.other()).contains(cell);
    let free = battle.passable(&seen.fords, cell) && places::room(battle, seen, unit, cell).is_ok();
    seen.cell(unit)?;
    if enemies || !free {
        return None;
    }
    let mut reach = Reach::new();
    if seen.phase == Phase::Operations && seen.side == side {
        reach.search(battle, seen, unit);
    }
    let (cost, steps) = reach.cost(cell).unwrap_or((0, 0));
    let tires = places::square_fatigue(battle, seen, unit);
    let mut then = *seen;
    if seen.cell(unit) != Some(cell) {
        places::enter(battle, &mut then, unit, cell, None);
    }
    let now = then.unit_mut(unit);
    now.pay(cost);
    now.moved = now.moved.saturating_add(steps);
    now.tire(tires * u32::from(steps));
    Some(then)
}

/// [GT 8.2] At whom a unit could fire from where it stands, and the casualties in the middle of
/// chance, in thousandths of a man: by squares.
pub(super) fn own_fire(battle: &Battle, seen: &State, unit: UnitId) -> Vec<(Cell, u64)> {
    let side = battle.unit(unit).side;
    let Some(from) = seen.cell(unit) else { return Vec::new() };
    if combat::silence(battle, seen, side, unit).is_some() {
        return Vec::new();
    }
    let shot = |at: Cell| {
        let mut then = *seen;
        let ahead = |&way: &Direction| sight::in_arc(battle, way, from, at);
        then.unit_mut(unit).facing = Direction::ALL.into_iter().find(ahead)?;
        sight::may_plot(battle, &then, unit, at).ok()?;
        Some((at, odds::middling_fire(battle, &then, unit, at)?))
    };
    seen.occupied(side.other()).iter().filter_map(shot).collect()
}
