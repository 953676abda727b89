//! How the machine moves: infantry to its objective, guns to where they fire best, cavalry behind the infantry; last,
//! somebody looks for a ford.

use atlas::battle::Arm;
use field::{Cell, CellSet};
use rules::brigade::facts::Gait;
use rules::brigade::movement::{Mover, able_to_move};
use rules::brigade::results::Column;
use rules::brigade::state::Mark;
use rules::brigade::{
    Action, Assault, Battle, Bombardment, State, arrivals, bombardment, ford, strength,
};
use rules::dice::FixedDie;
use rules::ids::{Around, UnitId, UnitSet};

use super::Machine;
use super::fight::column_named;

/// How far cavalry stays behind the nearest infantry, in hexes.
const CAVALRY_HEXES: usize = 2;

impl Machine {
    /// The next move; `None` when everybody is where the procedure wants him.
    pub(super) fn march(&mut self, battle: &Battle, state: &State) -> Option<Action> {
        if self.turn != Some((state.turn, state.side)) {
            (self.turn, self.settled) = (Some((state.turn, state.side)), UnitSet::EMPTY);
        }
        if let Some(unit) = arrivals::due(battle, state).without(self.settled).first() {
            self.settled.insert(unit);
            return self.enter(battle, state, unit).or_else(|| self.march(battle, state));
        }
        loop {
            let left = able_to_move(battle, state).without(self.settled);
            let Some(unit) = self.next(battle, state, left) else {
                return self.look_for_ford(battle, state);
            };
            self.settled.insert(unit);
            let Some(from) = state.cell(unit) else { continue };
            let to = match battle.unit(unit).arm {
                Arm::Infantry => self.infantry_to(battle, state, unit, from),
                Arm::Artillery => self.guns_to(battle, state, unit, from),
                Arm::Cavalry => self.cavalry_to(battle, state, unit, from),
            };
            if to != from {
                return Some(Action::Move { unit, to, path: None });
            }
        }
    }

    /// Infantry first, by the length of its way; then guns, then cavalry.
    fn next(&self, battle: &Battle, state: &State, left: UnitSet) -> Option<UnitId> {
        let order = |unit: &UnitId| {
            let way = state.cell(*unit).map_or(u16::MAX, |cell| self.way(battle, state, cell));
            match battle.unit(*unit).arm {
                Arm::Infantry => (0, way, *unit),
                Arm::Artillery => (1, 0, *unit),
                Arm::Cavalry => (2, 0, *unit),
            }
        };
        left.iter().min_by_key(order)
    }

    fn enter(&mut self, battle: &Battle, state: &State, unit: UnitId) -> Option<Action> {
        let mut found = Vec::new();
        rules::brigade::listing::marches_of(battle, state, unit, &mut self.search, &mut found);
        let end = |action: &Action| match action {
            Action::Enter { to, .. } => Some(*to),
            _ => None,
        };
        let controlled = state.controlled_by(battle, state.side.other());
        let open = found.into_iter().map(|listed| listed.action);
        let open = open.filter(|action| end(action).is_some_and(|to| !controlled.contains(to)));
        open.min_by_key(|action| end(action).map(|to| (self.way(battle, state, to), to)))
    }

    /// The landmark that infantry in a hex goes for: the nearest that is not its side's, of these the dearest.
    fn objective(&self, battle: &Battle, state: &State, from: Cell) -> Option<usize> {
        let landmarks = self.survey.landmarks.iter().enumerate();
        let theirs = landmarks
            .filter(|(_, (cell, _))| state.holder(battle, *cell) == Some(state.side.other()));
        let nearest = theirs.min_by_key(|(index, (cell, points))| {
            let way = self.survey.way(Gait::Infantry, *index, from);
            (way, u64::MAX - *points as u64, *cell)
        });
        nearest.map(|(index, _)| index)
    }

    /// The rest of the way from a hex: to the objective, or to the nearest enemy if there is none.
    pub(super) fn way(&self, battle: &Battle, state: &State, from: Cell) -> u16 {
        if let Some(objective) = self.objective(battle, state, from) {
            return u16::from(self.survey.way(Gait::Infantry, objective, from));
        }
        let enemies = state.occupied(state.side.other());
        let nearest = enemies.iter().map(|enemy| battle.grid().distance(from, enemy)).min();
        2 * nearest.unwrap_or(0) as u16
    }

    fn reach(&mut self, battle: &Battle, state: &State, unit: UnitId) -> CellSet {
        let Ok(mover) = Mover::of(battle, state, unit) else { return CellSet::EMPTY };
        mover.destinations(battle, state, &mut self.search).into_iter().map(|(to, _)| to).collect()
    }

    fn infantry_to(&mut self, battle: &Battle, state: &State, unit: UnitId, from: Cell) -> Cell {
        let controlled = state.controlled_by(battle, state.side.other());
        let objective = self.objective(battle, state, from);
        let rest = |cell: Cell| match objective {
            Some(index) => u16::from(self.survey.way(Gait::Infantry, index, cell)),
            None => self.way(battle, state, cell),
        };
        let key = |cell: Cell| (rest(cell), !battle.ground.cover.contains(cell), cell);
        let mut all: Vec<Cell> = Vec::new();
        let stays = key(from);
        all.extend(self.reach(battle, state, unit).iter());
        let rest = |cell: Cell| match objective {
            Some(index) => u16::from(self.survey.way(Gait::Infantry, index, cell)),
            None => self.way(battle, state, cell),
        };
        let key = |cell: Cell| (rest(cell), !battle.ground.cover.contains(cell), cell);
        all.retain(|&cell| key(cell) < stays);
        all.sort_by_key(|&cell| key(cell));
        let fits = |cell: &Cell| !controlled.contains(*cell) || even(battle, state, unit, *cell);
        all.into_iter().find(fits).unwrap_or(from)
    }

    fn guns_to(&mut self, battle: &Battle, state: &State, unit: UnitId, from: Cell) -> Cell {
        let controlled = state.controlled_by(battle, state.side.other());
        let mut open = self.reach(battle, state, unit) - controlled;
        if !controlled.contains(from) {
            open.insert(from);
        }
        let mut best: Option<(Column, Cell)> = None;
        for cell in open.iter() {
            let there = moved(battle, state, unit, cell);
            for target in bombardment::targets(battle, &there).iter() {
                if !bombardment::reaches(battle, &there, unit, target) {
                    continue;
                }
                let fire = Bombardment { target, guns: UnitSet::one(unit) };
                let column = strength::of_bombardment(battle, &there, &fire).column;
                if best.is_none_or(|(known, _)| column > known) {
                    best = Some((column, cell));
                }
            }
        }
        let follows = || {
            nearest_infantry(battle, state, from).map(|infantry| {
                open.iter().min_by_key(|&cell| (battle.grid().distance(cell, infantry), cell))
            })
        };
        best.map(|(_, cell)| cell).or_else(|| follows().flatten()).unwrap_or(from)
    }

    fn cavalry_to(&mut self, battle: &Battle, state: &State, unit: UnitId, from: Cell) -> Cell {
        let Some(infantry) = nearest_infantry(battle, state, from) else { return from };
        let away = |cell: Cell| battle.grid().distance(cell, infantry);
        let controlled = state.controlled_by(battle, state.side.other());
        if away(from) <= CAVALRY_HEXES && !controlled.contains(from) {
            return from;
        }
        let open = self.reach(battle, state, unit) - controlled;
        let key = |cell: Cell| (away(cell).max(CAVALRY_HEXES), cell);
        open.iter().min_by_key(|&cell| key(cell)).unwrap_or(from)
    }

    /// [BR 14.0] Somebody beside the creek whose objective is on the other bank looks for a ford.
    fn look_for_ford(&self, battle: &Battle, state: &State) -> Option<Action> {
        ford::searching(battle, state).ok()?;
        let enemies = state.occupied(state.side.other());
        for unit in state.on_map(battle, state.side).iter() {
            let Some(near) = state.cell(unit) else { continue };
            if state.is_marked(unit, Mark::Rallied) || battle.ground.zone(near).meets(enemies) {
                continue;
            }
            let Some(objective) = self.objective(battle, state, near) else { continue };
            let rest = |cell: Cell| self.survey.way(Gait::Infantry, objective, cell);
            let far = ford::choices(battle, state, unit).filter(|&far| rest(far) < rest(near));
            if let Some(hex) = far.min_by_key(|&far| (rest(far), far)) {
                return Some(Action::Search { unit, hex });
            }
        }
        None
    }
}

/// The nearest active infantry of the phasing side.
fn nearest_infantry(battle: &Battle, state: &State, from: Cell) -> Option<Cell> {
    let active = battle.active(state).intersection(battle.of_arm(Arm::Infantry));
    let cells = active.iter().filter_map(|unit| state.cell(unit));
    cells.min_by_key(|&cell| (battle.grid().distance(from, cell), cell))
}

/// The state with a unit moved, nobody reacting.
fn moved(battle: &Battle, state: &State, unit: UnitId, to: Cell) -> State {
    let mut after = state.clone();
    if state.cell(unit) == Some(to) {
        return after;
    }
    let (mut die, mut events) = (FixedDie(0), Vec::new());
    let action = Action::Move { unit, to, path: None };
    rules::brigade::apply_listed(battle, &mut after, &action, &mut die, &mut events);
    while after.pending().is_some() {
        rules::brigade::apply_listed(battle, &mut after, &Action::Decline, &mut die, &mut events);
    }
    after
}

/// [BR 3.0?] Whether all active infantry next to one of the enemy hexes that a unit would touch in a hex make it even
/// or better there.
fn even(battle: &Battle, state: &State, unit: UnitId, cell: Cell) -> bool {
    let there = moved(battle, state, unit, cell);
    let even = column_named(battle, "1-1");
    let touched = battle.ground.around(cell).within(state.occupied(state.side.other()));
    let infantry = battle.active(&there).intersection(battle.of_arm(Arm::Infantry));
    touched.iter().any(|hex| {
        let attackers =
            rules::brigade::listing::adjacent(battle, &there, infantry, std::slice::from_ref(&hex));
        let Some(defenders) = Around::of([hex]) else { return false };
        let on_map = attackers.contains(unit);
        let assault = Assault { defenders, attackers };
        on_map && strength::of_assault(battle, &there, &assault).column >= even
    })
}
