//! Ways through several hexes worth having: whoever passes through a hex holds it, so one march can take a whole
//! town, and leave the map behind it, or stop where standing counts at the end of the game.

use atlas::battle::Arm;
use field::{Cell, CellSet, Search};
use rules::blue_gray::ids::Path;
use rules::blue_gray::movement::Mover;
use rules::blue_gray::{Action, State, UnitId};

use crate::blue_gray::position::desk::{Desk, Reaches};

/// Most ways that are proposed. Bounds the work; set by hand.
const PROPOSED_WAYS_MAX: usize = 4;
/// Most ways that are looked at for one unit. Bounds the work; set by hand.
const EXAMINED_WAYS_MAX: usize = 160;

/// A way begun.
#[derive(Clone, Debug)]
struct Way {
    /// The hexes entered.
    cells: Vec<Cell>,
    /// What they cost.
    spent: u8,
    /// What the hexes worth having among them bring.
    gain: f64,
    /// How many of those there are.
    taken: usize,
}

/// Looking for one unit's ways.
struct Sweep<'a, 'm> {
    desk: &'a Desk<'a>,
    state: &'a State,
    mover: &'m Mover<'a>,
    /// Hexes worth having that nobody bars, with what they bring.
    goals: &'a [(Cell, f64)],
    /// Hexes where it counts to stand at the end, with what that brings.
    ends: &'a [(Cell, f64)],
    looked_at: usize,
    /// The best that was found.
    best: Option<(f64, Action)>,
}

impl Desk<'_> {
    /// Moves by a way of their own that take several hexes worth having, or one on the way off the map; the best
    /// of different units, with what they bring.
    pub fn sweeps(
        &self,
        state: &State,
        reaches: &Reaches,
        search: &mut Search,
    ) -> Vec<(f64, Vec<Action>)> {
        let barred = state.occupied(state.side.other());
        let goals: Vec<(Cell, f64)> = (self.survey.goals.iter())
            .map(|goal| (goal.cell, self.goal_worth(state, state.side, goal.cell)))
            .filter(|&(cell, gain)| gain > 0.0 && !barred.contains(cell))
            .collect();
        let places: CellSet = goals.iter().map(|&(cell, _)| cell).collect();
        let gates: CellSet = self.survey.gates.iter().map(|gate| gate.cell).collect();
        let posts = self.last_posts(state);
        let ends: CellSet = posts.iter().map(|&(cell, _)| cell).collect();
        let mut found: Vec<(f64, Vec<Action>)> = Vec::new();
        for (unit, cells) in &reaches.units {
            let near = (*cells & places).len();
            let infantry = self.battle.unit(*unit).arm == Arm::Infantry;
            let post = infantry && !(*cells & ends).is_empty();
            if !post && (near == 0 || (near == 1 && (*cells & gates).is_empty())) {
                continue;
            }
            let posts = if post { &posts[..] } else { &[] };
            let Some(best) = self.sweep_of(state, *unit, &goals, posts, search) else { continue };
            found.push((best.0, vec![best.1]));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.truncate(PROPOSED_WAYS_MAX);
        found
    }

    /// The way of a unit that takes most.
    fn sweep_of(
        &self,
        state: &State,
        unit: UnitId,
        goals: &[(Cell, f64)],
        ends: &[(Cell, f64)],
        search: &mut Search,
    ) -> Option<(f64, Action)> {
        let mover = Mover::of(self.battle, state, unit).ok()?;
        let mut sweep =
            Sweep { desk: self, state, mover: &mover, goals, ends, looked_at: 0, best: None };
        let start = Way { cells: Vec::new(), spent: 0, gain: 0.0, taken: 0 };
        sweep.go_on(&start, search);
        sweep.best
    }

    /// On the last turn, the hexes where infantry brings hexes under control that count by that, with what it
    /// brings beyond what stands there already.
    fn last_posts(&self, state: &State) -> Vec<(Cell, f64)> {
        let facts = self.battle.facts.scoring.threatened.as_ref();
        let facts = facts.filter(|facts| facts.to == state.side && state.turn >= self.battle.turns);
        let Some(facts) = facts else { return Vec::new() };
        let reach = self.infantry_reach(state, facts.to);
        let mut posts: Vec<(Cell, f64)> = Vec::new();
        for &cell in facts.cells.iter().filter(|&&cell| !reach.contains(cell)) {
            for &near in self.battle.adjacent(cell).iter().chain([&cell]) {
                match posts.iter_mut().find(|(known, _)| *known == near) {
                    Some((_, points)) => *points += f64::from(facts.points),
                    None => posts.push((near, f64::from(facts.points))),
                }
            }
        }
        posts
    }
}

impl Sweep<'_, '_> {
    /// Looks at every way on from here.
    fn go_on(&mut self, way: &Way, search: &mut Search) {
        let here = way.cells.last().copied().unwrap_or(self.mover.start);
        let stops = self.state.controlled_by(self.state.side.other());
        if !way.cells.is_empty() && stops.contains(here) {
            return;
        }
        self.look_at_gates(way, here, search);
        let mut next: Vec<Way> = Vec::new();
        let rest = self.rest(way, here);
        let reach = search.reach(&self.desk.battle.ground.costs, rest.walk());
        for &(goal, _) in self.goals {
            if goal == here || way.cells.contains(&goal) {
                continue;
            }
            let Some(leg) = reach.path(goal) else { continue };
            next.push(self.extended(way, &leg.cells()[1..], leg.cost()));
        }
        let full = self.state.full(self.state.side);
        let ends = self.ends.iter().filter(|(end, _)| !full.contains(*end));
        let ends = ends.filter(|(end, _)| reach.cost(*end).is_some());
        let last = ends.max_by(|a, b| a.1.total_cmp(&b.1)).and_then(|&(end, points)| {
            let leg = reach.path(end)?;
            let whole = self.extended(way, &leg.cells()[1..], leg.cost());
            Some((whole.gain + points, whole))
        });
        if let Some((gain, whole)) = last {
            self.offer_end(gain, &whole);
        }
        next.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.spent.cmp(&b.spent)));
        for way in next {
            self.looked_at += 1;
            if self.looked_at > EXAMINED_WAYS_MAX {
                return;
            }
            if way.taken >= 2 {
                self.offer_end(way.gain, &way);
            }
            self.go_on(&way, search);
        }
    }

    /// The same unit farther on, with what it has left.
    fn rest(&self, way: &Way, here: Cell) -> Mover<'_> {
        let allowance = self.mover.allowance - way.spent;
        Mover::new(self.desk.battle, self.state, self.mover.unit, here, allowance)
    }

    fn extended(&self, way: &Way, leg: &[Cell], cost: u8) -> Way {
        let mut longer = way.clone();
        for &cell in leg {
            if !longer.cells.contains(&cell)
                && let Some(&(_, gain)) = self.goals.iter().find(|(goal, _)| *goal == cell)
            {
                longer.gain += gain;
                longer.taken += 1;
            }
            longer.cells.push(cell);
        }
        longer.spent += cost;
        longer
    }

    /// A way that ends where it is.
    fn offer_end(&mut self, gain: f64, way: &Way) {
        let (Some(&to), Some(path)) = (way.cells.last(), Path::of(way.cells.iter().copied()))
        else {
            return;
        };
        if !self.state.full(self.state.side).contains(to) {
            self.offer(gain, Action::Move { unit: self.mover.unit, to, path: Some(path) }, way);
        }
    }

    /// A way that has taken something and goes on off the map.
    fn look_at_gates(&mut self, way: &Way, here: Cell, search: &mut Search) {
        if way.taken == 0 {
            return;
        }
        let (desk, unit) = (self.desk, self.mover.unit);
        let enemy = self.state.controlled_by(self.state.side.other());
        for (index, gate) in desk.survey.gates.iter().enumerate() {
            let points =
                desk.survey.exit_points(index, unit) - desk.survey.future(unit, self.state.turn);
            if points <= 0.0 || enemy.contains(gate.cell) {
                continue;
            }
            let whole = if gate.cell == here {
                Some(way.clone())
            } else {
                let rest = self.rest(way, here);
                let reach = search.reach(&desk.battle.ground.costs, rest.walk());
                let leg = reach.path(gate.cell);
                leg.map(|leg| self.extended(way, &leg.cells()[1..], leg.cost()))
            };
            let Some(whole) = whole.filter(|whole| whole.spent < self.mover.allowance) else {
                continue;
            };
            if let Some(path) = Path::of(whole.cells.iter().copied()) {
                let exit = Action::Exit { unit, hex: gate.cell, path: Some(path) };
                self.offer(whole.gain + points, exit, &whole);
            }
        }
    }

    fn offer(&mut self, gain: f64, action: Action, way: &Way) {
        let known = self.best.is_some_and(|(known, _)| known >= gain);
        let legal = || self.mover.walk_along(self.desk.battle, self.state, &way.cells).is_ok();
        if !known && legal() {
            self.best = Some((gain, action));
        }
    }
}
