//! What a side could attack in its coming player-turn, as the armies stand: an estimate for players, made of the
//! rules that will judge it. Nobody is bound by it.

use std::borrow::Cow;
use std::cmp::Reverse;

use atlas::Side;
use field::{Cell, CellSet, Search};

use super::action::Attack;
use super::artillery;
use super::battle::Battle;
use super::facts::Recovery;
use super::ids::{Around, UnitId, UnitSet};
use super::movement::{self, Mover, quota_now};
use super::odds::{able_in, odds};
use super::play::Play;
use super::state::{Phase, Place, State};
use crate::dice::FixedDie;
use crate::threats::{self, Blow, Met, Part};

/// A side's coming player-turn.
pub struct Coming<'b> {
    battle: &'b Battle,
    /// At the beginning of its movement phase.
    state: State,
    /// Where each unit of the side that can attack could stand after moving; its own hex first.
    posts: Vec<(UnitId, Vec<Cell>)>,
}

/// The state when a side moves next, if nothing happens until then; `None` if it does not move any more.
fn at_next_turn(battle: &Battle, state: &State, side: Side) -> Option<State> {
    if state.outcome.is_some() {
        return None;
    }
    let mut next = state.clone();
    next.pending = None;
    if state.side == side && state.phase == Phase::Movement {
        return Some(next);
    }
    if state.side == side || side == battle.first {
        next.turn += 1;
        // [BG 11.4] A night restores all.
        if battle.is_night(state.turn) && battle.facts.recovery == Recovery::Night {
            next.board.marks.ineffective = UnitSet::EMPTY;
        }
    }
    next.side = side;
    let mut events = Vec::new();
    // A die that admits a group is not counted on.
    Play { battle, state: &mut next, events: &mut events }
        .begin_player_turn(&mut FixedDie::face(6));
    (next.turn <= battle.turns).then_some(next)
}

impl<'b> Coming<'b> {
    /// The coming player-turn of a side; `None` if there is none.
    pub fn of(battle: &'b Battle, state: &State, side: Side) -> Option<Coming<'b>> {
        let state = at_next_turn(battle, state, side)?;
        let mut search = Search::new();
        // [BG 11.2] The ineffective attack nobody.
        let able = state.on_map(battle, side).without(state.ineffective());
        let posts = able.iter().filter_map(|unit| {
            let here = state.cell(unit)?;
            let mut cells = vec![here];
            if let Ok(mover) = Mover::of(battle, &state, unit) {
                let found = mover.destinations(battle, &state, &mut search);
                cells.extend(found.into_iter().map(|(cell, _)| cell).filter(|&to| to != here));
            }
            Some((unit, cells))
        });
        let posts = posts.collect();
        Some(Coming { battle, state, posts })
    }

    /// [BG 10.1] At night nobody fights.
    fn fights(&self) -> bool {
        !self.battle.is_night(self.state.turn)
    }

    fn posts_of(&self, unit: UnitId) -> &[Cell] {
        let found = self.posts.iter().find(|(other, _)| *other == unit);
        found.map_or(&[], |(_, cells)| cells)
    }

    /// [BG 8.41] A gun bombards from where no enemy controls it.
    fn fires_from(&self, gun: UnitId, from: Cell, at: Cell) -> bool {
        let enemy = self.state.side.other();
        self.fights()
            && !self.battle.is_fog(self.state.turn)
            && !self.state.controlled_by(enemy).contains(from)
            && artillery::reaches(self.battle, gun, from, at)
    }

    /// The guns that could bombard a hex, from where they stand if they can.
    fn gunners(&self, at: Cell) -> Vec<Part> {
        let mut found = Vec::new();
        for (unit, posts) in &self.posts {
            if self.battle.unit(*unit).range == 0 {
                continue;
            }
            if let Some(&from) = posts.iter().find(|&&from| self.fires_from(*unit, from, at)) {
                let doubled = 2 * self.battle.unit(*unit).strength;
                found.push(Part { unit: *unit, at: from, doubled, afar: true });
            }
        }
        found
    }

    /// The units that could stand next to a hex, the strongest first, each with the hexes where it could: as bits,
    /// one for each place in a hex.
    fn comers(&self, at: Cell, guns: &[Part]) -> Vec<(UnitId, u64)> {
        if !self.fights() {
            return Vec::new();
        }
        let around = self.battle.adjacent(at);
        let near: CellSet = around.iter().copied().collect();
        let mut comers: Vec<(UnitId, u64)> = Vec::new();
        for (unit, posts) in &self.posts {
            let there: CellSet =
                posts.iter().copied().filter(|&post| near.contains(post)).collect();
            if !there.is_empty() && guns.iter().all(|gun| gun.unit != *unit) {
                let cells = around.iter().enumerate().filter(|(_, cell)| there.contains(**cell));
                let slots = cells.fold(0, |bits, (index, _)| bits | self.places(index));
                comers.push((*unit, slots));
            }
        }
        let comes = |unit: UnitId| !self.state.cell(unit).is_some_and(|from| near.contains(from));
        let strength = |unit: UnitId| self.battle.unit(unit).strength;
        comers.sort_by_key(|&(unit, _)| (Reverse(strength(unit)), comes(unit)));
        comers
    }

    /// The bits of the places in one of the hexes around another.
    fn places(&self, index: usize) -> u64 {
        let room = self.battle.stacking.min(8);
        ((1 << room) - 1) << (index * room)
    }

    /// As many of them as there is room for.
    fn ring(&self, at: Cell, comers: &[(UnitId, u64)]) -> Vec<Part> {
        let (around, room) = (self.battle.adjacent(at), self.battle.stacking.min(8));
        let wishes: Vec<u64> = comers.iter().map(|(_, slots)| *slots).collect();
        let placed =
            comers.iter().zip(threats::seated(&wishes)).filter_map(|(&(unit, _), seat)| {
                let doubled = 2 * self.battle.unit(unit).strength;
                Some(Part { unit, at: around[seat? / room], doubled, afar: false })
            });
        placed.collect()
    }

    /// The strongest units that could attack a hex together: as many as there is room for, and of those that must
    /// move for it no more than the quota lets [BG-A 18.1]. Whoever it holds back leaves room to others.
    fn together(&self, at: Cell) -> Vec<Part> {
        let mut guns = self.gunners(at);
        let mut comers = self.comers(at, &guns);
        let quota = quota_now(self.battle, &self.state)
            .map(|quota| usize::from(quota.saturating_sub(self.state.moves_made)));
        loop {
            let mut parts = self.ring(at, &comers);
            parts.extend(&guns);
            let moves = |part: &&Part| {
                self.state.cell(part.unit) != Some(part.at)
                    && movement::counts(self.battle, &self.state, part.unit, false)
            };
            let movers = parts.iter().filter(moves).count();
            let weakest = parts.iter().filter(moves).min_by_key(|part| part.doubled);
            let Some(held) = weakest.filter(|_| quota.is_some_and(|quota| movers > quota)) else {
                return parts;
            };
            guns.retain(|gun| gun.unit != held.unit);
            comers.retain(|(unit, _)| *unit != held.unit);
            // If it is next to the hex already it attacks from where it stands.
            let here = self.state.cell(held.unit);
            let place = self.battle.adjacent(at).iter().position(|&cell| Some(cell) == here);
            if let Some(index) = place {
                comers.push((held.unit, self.places(index)));
            }
        }
    }

    /// What an attack of these would meet.
    fn met(&self, at: Cell, parts: &[Part]) -> Option<(u32, Met)> {
        let enemy = self.state.side.other();
        if !self.state.occupied(enemy).contains(at) {
            return None;
        }
        let mut then = self.state.clone();
        then.phase = Phase::Combat;
        for part in parts {
            then.put(self.battle, part.unit, Place::On(part.at));
        }
        let near = parts.iter().filter(|part| !part.afar).map(|part| part.at);
        let mut hexes: Vec<Cell> = near.collect();
        hexes.sort_unstable();
        hexes.dedup();
        let bombard = parts.iter().filter(|part| part.afar).map(|part| part.unit).collect();
        let attack = Attack {
            defenders: Around::of([at])?,
            attackers: Around::of(hexes)?,
            bombard,
            column: None,
        };
        Some(reckoned(self.battle, &then, &attack))
    }
}

/// Twice the strength of an attack, and what it meets.
fn reckoned(battle: &Battle, state: &State, attack: &Attack) -> (u32, Met) {
    let odds = odds(battle, state, attack);
    let results = [1, 2, 3, 4, 5, 6].map(|die| battle.facts.results.result(odds.column, die));
    let danger = results.iter().filter(|result| result.favours_attacker()).count() as u8;
    let met = Met {
        defence: 2 * odds.defence,
        column: odds.column.name().to_owned(),
        danger,
        faces: results.map(|result| result.name()),
    };
    (2 * odds.attack, met)
}

/// The attacks that those of a side who are there could make if a unit stood where it stands now, each hex next to it by itself:
/// the hex, twice the strength, and what it meets.
fn own_attacks(battle: &Battle, state: &State, unit: UnitId) -> Vec<(Cell, u32, Met)> {
    let Some(here) = state.cell(unit) else { return Vec::new() };
    let side = battle.unit(unit).side;
    if battle.is_night(state.turn) || state.flags(unit).ineffective() || state.side != side {
        return Vec::new();
    }
    let mut then = state.clone();
    then.phase = Phase::Combat;
    let ready = artillery::ready(battle, &then);
    let enemies = battle.adjacent(here).iter().copied();
    let enemies = enemies.filter(|&cell| state.occupied(side.other()).contains(cell));
    enemies
        .filter_map(|at| {
            let able = |&cell: &Cell| !able_in(battle, &then, cell).is_empty();
            let attackers = battle.adjacent(at).iter().copied().filter(able);
            let reaches = |&gun: &UnitId| {
                then.cell(gun).is_some_and(|from| artillery::reaches(battle, gun, from, at))
            };
            let bombard = ready.iter().filter(reaches).collect();
            let attackers = Around::of(attackers)?.sorted();
            let attack = Attack { defenders: Around::of([at])?, attackers, bombard, column: None };
            let (strength, met) = reckoned(battle, &then, &attack);
            Some((at, strength, met))
        })
        .collect()
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
        let posts = if self.fights() { self.posts_of(unit) } else { &[] };
        posts.iter().flat_map(|&post| self.battle.adjacent(post).iter().copied()).collect()
    }

    fn shoots(&self, unit: UnitId) -> CellSet {
        if self.battle.unit(unit).range == 0 {
            return CellSet::EMPTY;
        }
        let land = &self.battle.ground.land;
        let mut found = CellSet::EMPTY;
        for &post in self.posts_of(unit) {
            let seen = artillery::targets(self.battle, unit, post, land);
            found.extend(seen.filter(|&at| self.fires_from(unit, post, at)));
        }
        found
    }

    fn units(&self) -> Vec<UnitId> {
        self.posts.iter().map(|(unit, _)| *unit).collect()
    }

    fn targets(&self) -> CellSet {
        *self.state.occupied(self.state.side.other())
    }

    fn blow(&self, at: Cell) -> Blow {
        let parts = self.together(at);
        if parts.is_empty() {
            return Blow::default();
        }
        let sum = parts.iter().map(|part| part.doubled).sum();
        match self.met(at, &parts) {
            Some((attack, met)) => Blow { parts, attack, met: Some(met) },
            None => Blow { parts, attack: sum, met: None },
        }
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
        let room = self.state.cell(unit) == Some(cell) || !self.state.full(side).contains(cell);
        if self.state.occupied(side.other()).contains(cell) || !room {
            return None;
        }
        let mut then = self.state.clone().into_owned();
        then.put(self.battle, unit, Place::On(cell));
        Some(Armies { battle: self.battle, state: Cow::Owned(then) })
    }

    fn own_attacks(&self, unit: UnitId) -> Vec<(Cell, u32, Met)> {
        own_attacks(self.battle, &self.state, unit)
    }
}
