//! How a move is made, hex by hex where somebody may react to it [BR 6.0].

use atlas::battle::Arm;
use field::Cell;

use super::action::{Action, Path};
use super::arrivals;
use super::event::Event;
use super::movement::Mover;
use super::pending::{Pending, Reaction};
use super::play::Play;
use super::stacking::has_room;
use super::state::{Mark, Place};
use super::withdrawal;
use crate::ids::{UnitId, UnitSet};
use crate::search::with_search;

impl Play<'_> {
    /// Makes a move, an entry, or the rest of a move after somebody has withdrawn.
    pub fn march(&mut self, action: &Action) {
        match *action {
            Action::Move { unit, to, path } => {
                let going = self.state.pending.take();
                let mover = match going.as_deref() {
                    Some(Pending::Reaction(reaction)) => self.mover(unit, Some(reaction.points)),
                    _ => self.mover(unit, None),
                };
                let Some((path, points)) = self.way(mover, to, path) else { return };
                self.go(unit, path, points);
            }
            Action::Enter { unit, hex, to, path } => self.enter(unit, hex, to, path),
            _ => {}
        }
    }

    /// The unit as it begins its move, or goes on with so many half-points.
    fn mover(&self, unit: UnitId, points: Option<u8>) -> Option<Mover<'_>> {
        let start = self.state.cell(unit)?;
        Some(match points {
            None => Mover::starting(self.battle, self.state, unit, start),
            Some(points) => Mover::going_on(self.battle, self.state, unit, start, points),
        })
    }

    /// The hexes entered and the half-points that the unit has.
    fn way(&self, mover: Option<Mover<'_>>, to: Cell, path: Option<Path>) -> Option<(Path, u8)> {
        let mover = mover?;
        let path = match path {
            Some(path) => path,
            None => with_search(|search| mover.path_to(to, search))?.0,
        };
        Some((path, mover.allowance))
    }

    /// [BR 13] A unit comes on; others may react to that already.
    fn enter(&mut self, unit: UnitId, hex: Cell, to: Cell, path: Option<Path>) {
        let Ok(mover) = arrivals::placed(self.battle, self.state, unit, hex) else { return };
        let rest = match path {
            Some(path) => Some(path),
            None if to == hex => Some(Path::EMPTY),
            None => with_search(|search| mover.path_to(to, search)).map(|(path, _)| path),
        };
        let Some(rest) = rest else { return };
        let cost = arrivals::entry_cost(self.battle, unit, hex).unwrap_or(0);
        let left = self.battle.unit(unit).allowance.saturating_sub(cost);
        let whole = Path::of(std::iter::once(hex).chain(rest.iter().copied()));
        if self.first_pause(unit, &[hex]).is_none()
            && self.first_pause(unit, &rest).is_none()
            && let Some(path) = whole
        {
            let cost = cost + self.price(unit, hex, &rest);
            let end = path.last().copied().unwrap_or(hex);
            self.state.put(self.battle, unit, Place::On(end));
            self.tell(Event::Entered { unit, path, cost });
            self.stop(unit);
            return;
        }
        self.state.put(self.battle, unit, Place::On(hex));
        let path = Path::of([hex]).unwrap_or(Path::EMPTY);
        self.tell(Event::Entered { unit, path, cost });
        if self.first_pause(unit, &[hex]).is_some() {
            self.pause(unit, rest, left);
        } else {
            self.go(unit, rest, left);
        }
    }

    /// What a way costs that can be gone.
    fn price(&self, unit: UnitId, from: Cell, path: &[Cell]) -> u8 {
        let costs = self.battle.costs(unit, self.state.ford);
        let mut here = from;
        let mut spent = 0u8;
        for &next in path {
            let way = self.battle.grid().direction(here, next);
            let step = way.and_then(|way| costs.price(here, way));
            spent = spent.saturating_add(step.map_or(0, |step| step.get()));
            here = next;
        }
        spent
    }

    /// Goes a way, as far as nobody may react.
    pub fn go(&mut self, unit: UnitId, path: Path, points: u8) {
        let Some(from) = self.state.cell(unit) else { return };
        let pause = self.first_pause(unit, &path);
        let gone = pause.map_or(path.len(), |index| index + 1);
        if gone > 0 {
            let way = Path::of(path[..gone].iter().copied()).unwrap_or(path);
            let cost = self.price(unit, from, &way);
            let end = way.last().copied().unwrap_or(from);
            self.state.put(self.battle, unit, Place::On(end));
            self.tell(Event::Moved { unit, from, path: way, cost });
            if pause.is_some() {
                let rest = Path::of(path[gone..].iter().copied()).unwrap_or(Path::EMPTY);
                return self.pause(unit, rest, points.saturating_sub(cost));
            }
        }
        self.stop(unit);
    }

    /// [BR 6.0?] The first hex of a way in which somebody may react: the mover is infantry and may
    /// stop there.
    fn first_pause(&self, unit: UnitId, path: &[Cell]) -> Option<usize> {
        let (battle, state) = (self.battle, &*self.state);
        if !battle.options.withdrawal || battle.unit(unit).arm != Arm::Infantry {
            return None;
        }
        let enemies = state.occupied(battle.unit(unit).side.other());
        path.iter().position(|&cell| {
            battle.ground.around(cell).meets(enemies)
                && has_room(battle, state, unit, cell)
                && self.somebody_reacts(unit, cell)
        })
    }

    /// Whether somebody may withdraw if the mover stood in a hex.
    fn somebody_reacts(&self, unit: UnitId, cell: Cell) -> bool {
        let disturbed = withdrawal::disturbed(self.battle, self.state, unit, cell);
        if disturbed.is_empty() {
            return false;
        }
        let mut there = self.state.clone();
        there.put(self.battle, unit, Place::On(cell));
        !withdrawal::still_asked(self.battle, &there, disturbed).is_empty()
    }

    /// The mover pauses where it stands, and those who may react are asked one after another.
    fn pause(&mut self, mover: UnitId, path: Path, points: u8) {
        let Some(cell) = self.state.cell(mover) else { return };
        let units = withdrawal::disturbed(self.battle, self.state, mover, cell);
        let reaction = Reaction { mover, path, points, units, withdrew: false };
        self.react(reaction);
    }

    /// Asks the next who may react; when all are done the mover goes on as it meant to, or anew.
    fn react(&mut self, mut reaction: Reaction) {
        reaction.units = withdrawal::still_asked(self.battle, self.state, reaction.units);
        if !reaction.units.is_empty() {
            self.state.pending = Some(Box::new(Pending::Reaction(reaction)));
            return;
        }
        let Reaction { mover, path, points, withdrew, .. } = reaction;
        if !withdrew {
            return self.go(mover, path, points);
        }
        if self.can_go_on(mover, points) {
            // The way that was announced is forgotten: the mover chooses anew.
            let anew = Reaction { path: Path::EMPTY, ..reaction };
            self.state.pending = Some(Box::new(Pending::Reaction(anew)));
        } else {
            self.stop(mover);
        }
    }

    /// [BR 6.0?] Whether the mover has a choice left: points, ground, and no enemy zone of control
    /// that holds it.
    fn can_go_on(&self, mover: UnitId, points: u8) -> bool {
        let Some(mover) = self.mover(mover, Some(points)) else { return false };
        let enemy = self.state.side.other();
        !self.state.controls(self.battle, enemy, mover.start)
            && with_search(|search| mover.can_go(self.battle, self.state, search))
    }

    /// A unit that may react withdraws.
    pub fn withdraw(&mut self, unit: UnitId, to: Cell) {
        let Some(Pending::Reaction(mut reaction)) = self.state.pending.take().map(|it| *it) else {
            return;
        };
        let Some(from) = self.state.cell(unit) else { return };
        self.state.put(self.battle, unit, Place::On(to));
        self.tell(Event::Withdrew { unit, from, to });
        self.come_to_rest(unit, to);
        reaction.units.remove(unit);
        reaction.withdrew = true;
        self.react(reaction);
    }

    /// The unit that is asked does not withdraw; or the mover that is asked stops.
    pub fn decline_reaction(&mut self, mut reaction: Reaction) {
        let Some(unit) = reaction.units.first() else { return self.stop(reaction.mover) };
        self.tell(Event::Stayed { unit });
        reaction.units.remove(unit);
        self.react(reaction);
    }

    /// A unit's move is over.
    fn stop(&mut self, unit: UnitId) {
        self.state.mark(UnitSet::one(unit), Mark::Moved);
        if let Some(cell) = self.state.cell(unit) {
            self.come_to_rest(unit, cell);
        }
    }
}
