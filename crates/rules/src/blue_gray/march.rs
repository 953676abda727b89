//! Carrying out moves, entries and exits that are known to be legal, with all they bring about on the way.

use field::Cell;

use super::action::Action;
use super::event::Event;
use super::ids::{Path, UnitId};
use super::movement::{Mover, counts, with_search};
use super::play::Play;
use super::state::Place;

impl Play<'_> {
    /// Carries out a legal move, entry or exit.
    pub fn march(&mut self, action: &Action) {
        match *action {
            Action::Move { unit, to, path } => {
                let Some(from) = self.state.cell(unit) else { return };
                let way = match path {
                    // Legal by now: only its price is asked.
                    Some(path) => Some((path, self.battle.ground.path_cost(from, &path))),
                    None => Mover::of(self.battle, self.state, unit).ok().and_then(|mover| {
                        with_search(|search| mover.path_to(self.battle, to, search))
                    }),
                };
                if let Some((path, cost)) = way {
                    self.march_along(unit, from, &path, cost);
                }
            }
            Action::Enter { unit, hex, to, path } => self.enter(unit, hex, to, path),
            Action::Exit { unit, hex, path } => self.exit(unit, hex, path),
            _ => {}
        }
    }

    /// Moves a unit along a way that is known to be legal.
    pub fn march_along(&mut self, unit: UnitId, from: Cell, path: &Path, cost: u8) {
        self.count_move(unit, false);
        self.tell(Event::Moved { unit, from, path: *path, cost });
        self.walk_through(unit, Some(from), path);
    }

    /// Notes that a unit has moved, also against the quota.
    fn count_move(&mut self, unit: UnitId, entering: bool) {
        if counts(self.battle, self.state, unit, entering) {
            self.state.moves_made = self.state.moves_made.saturating_add(1);
        }
        self.state.board.marks.moved.insert(unit);
    }

    /// Puts a unit at the end of a way, with what its passing does on the way.
    fn walk_through(&mut self, unit: UnitId, from: Option<Cell>, path: &[Cell]) {
        if let Some(&end) = path.last() {
            self.state.put(self.battle, unit, Place::On(end));
        }
        let mut before = from;
        for &cell in path {
            self.step_into(unit, before, cell);
            before = Some(cell);
        }
    }

    fn enter(&mut self, unit: UnitId, hex: Cell, to: Cell, path: Option<Path>) {
        let (battle, state) = (self.battle, &*self.state);
        let mover = super::reinforcements::mover_from(battle, state, unit, hex);
        let placed = super::reinforcements::placing_cost(battle, hex);
        let onward = match path {
            Some(path) => mover.walk_along(battle, state, &path).ok().map(|cost| (path, cost)),
            None if to == hex => Some((Path::EMPTY, 0)),
            None => with_search(|search| mover.path_to(battle, to, search)),
        };
        let Some((onward, cost)) = onward else { return };
        let Some(path) = Path::of(std::iter::once(hex).chain(onward.iter().copied())) else {
            return;
        };
        let others = super::reinforcements::arrival(battle, unit).map(|arrival| arrival.instead_of);
        self.count_move(unit, true);
        self.tell(Event::Entered { unit, path, cost: cost + placed });
        self.walk_through(unit, None, &path);
        // [BG-F 15.22] One form of a reinforcement sets the other aside.
        for other in others.into_iter().flat_map(super::ids::UnitSet::iter) {
            if self.state.place(other) == Place::Reserve {
                self.state.put(self.battle, other, Place::Absent);
                self.tell(Event::SetAside { unit: other });
            }
        }
    }

    fn exit(&mut self, unit: UnitId, hex: Cell, path: Option<Path>) {
        let Ok(mover) = Mover::of(self.battle, self.state, unit) else { return };
        let from = mover.start;
        let way = match path {
            Some(path) => Some(path),
            None if hex == from => Some(Path::EMPTY),
            None => {
                with_search(|search| mover.path_to(self.battle, hex, search)).map(|(path, _)| path)
            }
        };
        let Some(path) = way else { return };
        let points = super::reinforcements::exit_points(self.battle, unit, hex);
        let side = self.battle.unit(unit).side;
        self.count_move(unit, false);
        self.walk_through(unit, Some(from), &path);
        self.state.put(self.battle, unit, Place::Exited);
        self.state.points[side].exited += points;
        self.tell(Event::Exited { unit, from, path, hex, points });
        self.release_on_exit(side, hex);
    }

    /// [BG-F 19.11] A unit that leaves the map in the enemy's rear releases those that stood still.
    fn release_on_exit(&mut self, side: atlas::Side, hex: Cell) {
        let Some(release) = &self.battle.facts.release else { return };
        if side != release.side || !release.on_exit.contains(&hex) {
            return;
        }
        for unit in self.battle.of_side(side).iter() {
            if self.battle.unit(unit).held && !self.state.flags(unit).released() {
                self.release(unit);
            }
        }
    }
}
