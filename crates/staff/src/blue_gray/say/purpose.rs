//! What a single move of a plan is for, read off the position that the whole plan leads to and what units were drawn
//! by. Only what is so on the board is said; nothing is chosen here.

use field::{Cell, CellSet, Search};
use rules::blue_gray::{Action, State, UnitId, UnitSet};

use crate::blue_gray::combat::orders::Order;
use crate::blue_gray::position::bearings::{Bearings, Draw};
use crate::blue_gray::position::desk::{Desk, Reaches};
use crate::blue_gray::position::survey::Goal;

/// Less than this, in points, draws nobody. Set by hand.
const SLIGHT_PULL_POINTS: f64 = 0.02;

/// What a unit moves for.
#[derive(Clone, PartialEq, Debug)]
pub enum Purpose {
    /// It takes part in this attack of the plan, by its number, from next to the enemy.
    Strikes(usize),
    /// It bombards for this attack of the plan, from afar.
    Bombards(usize),
    /// It takes these hexes.
    Takes(Vec<Cell>),
    /// It stands in this hex, which enemies could still come to.
    Garrisons(Cell),
    /// It stands next to this hex, which enemies could come to or next to on their next player-turn.
    Covers(Cell),
    /// Enemies could come next to it where it stood, and cannot where it goes.
    OutOfReach,
    /// It comes nearer to this hex, which is the enemy's.
    Towards(Cell),
    /// It comes nearer to this hex, which is its own side's.
    Guards(Cell),
    /// It comes nearer to this hex, where its side wants units at the end.
    Lured(Cell),
    /// It comes nearer to this hex, where units leave the map for points.
    Leaves(Cell),
    /// It comes nearer to the enemy in this hex.
    Nearer(Cell),
    /// Enemies of less strength could come next to it there.
    LessExposed {
        /// The strength where it stood.
        before: u32,
        /// The strength where it goes.
        after: u32,
    },
    /// The ground there doubles it.
    Shelter,
    /// It goes away from the enemy in this hex.
    Away(Cell),
    /// It comes to the side of this friend.
    Joins(UnitId),
    /// It comes on.
    ComesOn,
    /// None of these.
    Onward,
}

/// The enemies near, and those who could come on their next player-turn.
struct Enemies {
    standing: CellSet,
    reaches: Option<Reaches>,
    /// The hexes next to which they stand or could come.
    touched: CellSet,
}

impl Enemies {
    /// The enemies of the phasing player.
    fn of(desk: &Desk<'_>, state: &State, search: &mut Search) -> Enemies {
        let enemy = state.side.other();
        let standing = *state.occupied(enemy);
        let turn = desk.next_turn(state, enemy);
        let reaches = turn.map(|turn| Reaches::of(desk, state, enemy, turn, search));
        let near = reaches.as_ref().map_or(standing, |reaches| standing | reaches.all);
        Enemies { standing, touched: desk.control_from(near), reaches }
    }

    /// Whether they could come to a hex, or next to it.
    fn threaten(&self, cell: Cell) -> bool {
        let enter = self.reaches.as_ref().is_some_and(|reaches| reaches.all.contains(cell));
        enter || self.touched.contains(cell)
    }

    /// The strength of those who stand next to a hex or could come there.
    fn strength(&self, desk: &Desk<'_>, state: &State, cell: Cell) -> u32 {
        let near = desk.battle.adjacent(cell).iter();
        let all = near.fold(UnitSet::EMPTY, |all, &near| {
            let come = self.reaches.as_ref().map_or(UnitSet::EMPTY, |reaches| reaches.to(near));
            let stand = self.standing.contains(near);
            let there = desk.stack(state, state.side.other(), near);
            all.union(come).union(if stand { there } else { UnitSet::EMPTY })
        });
        desk.strength(all)
    }
}

/// A plan, seen from its end.
pub struct Prospect<'a> {
    /// The battle.
    pub desk: &'a Desk<'a>,
    /// The position it leads to.
    pub end: &'a State,
    /// Its attacks, the most valuable first.
    pub orders: &'a [Order],
    start: &'a State,
    bearings: Bearings,
    /// The enemies before it, and after.
    enemies: (Enemies, Enemies),
}

impl<'a> Prospect<'a> {
    /// Looks from where a plan begins to where it ends.
    pub fn of(
        desk: &'a Desk<'a>,
        start: &'a State,
        end: &'a State,
        orders: &'a [Order],
        search: &mut Search,
    ) -> Prospect<'a> {
        let enemies = (Enemies::of(desk, start, search), Enemies::of(desk, end, search));
        let bearings = Bearings::of(desk, start, start.side);
        Prospect { desk, end, orders, start, bearings, enemies }
    }

    /// What a move is for that is made in a state on the way there.
    pub fn purpose(&self, before: &State, action: &Action) -> Purpose {
        let (unit, from, to) = match *action {
            Action::Move { unit, to, .. } => (unit, before.cell(unit), to),
            Action::Enter { unit, hex, to, .. } => (unit, Some(hex), to),
            _ => return self.takes(before, action).unwrap_or(Purpose::Onward),
        };
        let enters = matches!(action, Action::Enter { .. });
        self.strikes(unit)
            .or_else(|| self.takes(before, action))
            .or_else(|| self.garrisons(to))
            .or_else(|| self.covers(to))
            .or_else(|| from.filter(|_| !enters).and_then(|from| self.escapes(from, to)))
            .or_else(|| self.drawn(unit, from?, to))
            .or_else(|| from.filter(|_| !enters).and_then(|from| self.less_exposed(from, to)))
            .or_else(|| self.shelters(to).then_some(Purpose::Shelter))
            .or_else(|| self.away(from?, to))
            .or_else(|| enters.then_some(Purpose::ComesOn))
            .or_else(|| self.joins(unit, to))
            .unwrap_or(Purpose::Onward)
    }

    /// [BG 7.22, 8.41] Whoever stands in an attacking hex attacks, guns as well.
    fn strikes(&self, unit: UnitId) -> Option<Purpose> {
        let cell = self.end.cell(unit)?;
        let find = |joins: &dyn Fn(&Order) -> bool| self.orders.iter().position(joins);
        find(&|order| order.attack.bombard.contains(unit))
            .map(Purpose::Bombards)
            .or_else(|| find(&|order| order.attack.attackers.contains(&cell)).map(Purpose::Strikes))
    }

    /// The hexes worth having that change hands by a move.
    fn takes(&self, before: &State, action: &Action) -> Option<Purpose> {
        let (battle, side) = (self.desk.battle, before.side);
        let mut after = before.clone();
        self.desk.make(&mut after, action);
        let goals = self.desk.survey.goals.iter();
        let taken: Vec<Cell> = goals
            .filter(|goal| self.desk.goal_worth(before, side, goal.cell) > 0.0)
            .map(|goal| goal.cell)
            .filter(|&cell| after.holder(battle, cell) == Some(side))
            .collect();
        (!taken.is_empty()).then_some(Purpose::Takes(taken))
    }

    /// The hexes worth having that are held at the end of the plan and that the enemy would gain by.
    fn held(&self) -> impl Iterator<Item = &Goal> {
        let (battle, side) = (self.desk.battle, self.end.side);
        self.desk.survey.goals.iter().filter(move |goal| {
            self.end.holder(battle, goal.cell) == Some(side)
                && self.desk.goal_worth(self.end, side.other(), goal.cell) > 0.0
        })
    }

    fn garrisons(&self, to: Cell) -> Option<Purpose> {
        let goal = self.held().find(|goal| goal.cell == to)?;
        self.can_be_reached(goal).then_some(Purpose::Garrisons(to))
    }

    /// Whether an enemy who marches for the rest of the game could come to a hex.
    fn can_be_reached(&self, goal: &Goal) -> bool {
        let (battle, enemy) = (self.desk.battle, self.end.side.other());
        let Some(next) = self.desk.next_turn(self.end, enemy) else { return false };
        let points: u16 = (next..=battle.turns).map(|turn| u16::from(battle.allowance(turn))).sum();
        let marches = |unit: &UnitId| !battle.unit(*unit).immobile;
        let cells = battle.of_side(enemy).iter().filter(marches);
        let mut cells = cells.filter_map(|unit| self.end.cell(unit));
        cells.any(|cell| goal.distances.from(cell) <= points)
    }

    /// The most valuable hex next to one that a unit there keeps under its control.
    fn covers(&self, to: Cell) -> Option<Purpose> {
        let near = self.desk.battle.adjacent(to);
        let covered = self
            .held()
            .filter(|goal| near.contains(&goal.cell) && self.enemies.1.threaten(goal.cell));
        dearest(covered).map(|goal| Purpose::Covers(goal.cell))
    }

    /// The most valuable hex that is held by those in it or next to it against an enemy who could come.
    pub fn stronghold(&self) -> Option<Cell> {
        let own = self.end.occupied(self.end.side);
        let held = self.held().filter(|goal| {
            let near = self.desk.battle.adjacent(goal.cell).iter();
            near.chain([&goal.cell]).any(|&cell| own.contains(cell))
                && self.enemies.1.threaten(goal.cell)
        });
        dearest(held).map(|goal| goal.cell)
    }

    fn escapes(&self, from: Cell, to: Cell) -> Option<Purpose> {
        let (before, after) = &self.enemies;
        let escaped = before.touched.contains(from) && !after.touched.contains(to);
        escaped.then_some(Purpose::OutOfReach)
    }

    /// What draws a unit most of what can be said of a step.
    fn drawn(&self, unit: UnitId, from: Cell, to: Cell) -> Option<Purpose> {
        let mut draws = self.bearings.draws(self.desk, unit, from, to);
        self.join_groups(&mut draws);
        let drawn = draws.iter().filter(|(_, more)| *more > SLIGHT_PULL_POINTS);
        drawn.map(|(draw, _)| *draw).find_map(|draw| match draw {
            Draw::Enemy => self.nearer(from, to),
            Draw::Goal(index) => {
                let goal = &self.desk.survey.goals[index];
                let own = self.end.holder(self.desk.battle, goal.cell) == Some(self.end.side);
                let cell = self.approached(goal.cell, from, to)?;
                Some(if own { Purpose::Guards(cell) } else { Purpose::Towards(cell) })
            }
            Draw::Lure(index) => {
                let lure = &self.desk.survey.lures[index];
                let cells = self.desk.battle.grid().cells();
                let there = cells.filter(|&cell| lure.distances.from(cell) == 0);
                let nearest = there.min_by_key(|&cell| self.distance(cell, to))?;
                self.approached(nearest, from, to).map(Purpose::Lured)
            }
            Draw::Gate(index) => {
                let gate = self.desk.survey.gates[index].cell;
                self.approached(gate, from, to).map(Purpose::Leaves)
            }
        })
    }

    /// The hexes of a group draw together; its nearest stands for them.
    fn join_groups(&self, draws: &mut Vec<(Draw, f64)>) {
        let group = |draw: Draw| match draw {
            Draw::Goal(index) => self.desk.survey.goals[index].group,
            _ => None,
        };
        let mut joined: Vec<(Draw, f64)> = Vec::new();
        for &(draw, more) in draws.iter() {
            let same = |known: Draw| group(draw).is_some() && group(known) == group(draw);
            match joined.iter_mut().find(|(known, _)| same(*known)) {
                Some((_, all)) => *all += more,
                None => joined.push((draw, more)),
            }
        }
        joined.sort_by(|a, b| b.1.total_cmp(&a.1));
        *draws = joined;
    }

    fn distance(&self, a: Cell, b: Cell) -> usize {
        self.desk.battle.grid().distance(a, b)
    }

    /// A hex, if a step does not lead away from it as the map shows it.
    fn approached(&self, cell: Cell, from: Cell, to: Cell) -> Option<Cell> {
        (self.distance(cell, to) < self.distance(cell, from)).then_some(cell)
    }

    /// The nearest of the enemies that a step leads nearer to.
    fn nearer(&self, from: Cell, to: Cell) -> Option<Purpose> {
        let enemies = self.enemies.1.standing.iter();
        let nearer = enemies.filter(|&enemy| self.approached(enemy, from, to).is_some());
        nearer.min_by_key(|&enemy| self.distance(enemy, to)).map(Purpose::Nearer)
    }

    fn less_exposed(&self, from: Cell, to: Cell) -> Option<Purpose> {
        let before = self.enemies.0.strength(self.desk, self.start, from);
        let after = self.enemies.1.strength(self.desk, self.end, to);
        (after < before).then_some(Purpose::LessExposed { before, after })
    }

    fn shelters(&self, to: Cell) -> bool {
        self.desk.battle.ground.doubling.contains(to)
    }

    /// The nearest enemy before a move, if it leads away from him.
    fn away(&self, from: Cell, to: Cell) -> Option<Purpose> {
        let enemies = self.enemies.1.standing.iter();
        let enemy = enemies.min_by_key(|&cell| self.distance(cell, from))?;
        (self.distance(enemy, to) > self.distance(enemy, from)).then_some(Purpose::Away(enemy))
    }

    fn joins(&self, unit: UnitId, to: Cell) -> Option<Purpose> {
        let around = self.desk.battle.adjacent(to).iter().copied().chain([to]);
        let mut friends = around.flat_map(|cell| {
            self.desk.stack(self.end, self.end.side, cell).iter().collect::<Vec<_>>()
        });
        friends.find(|&friend| friend != unit).map(Purpose::Joins)
    }
}

fn dearest<'g>(goals: impl Iterator<Item = &'g Goal>) -> Option<&'g Goal> {
    goals.max_by(|a, b| a.swing.total_cmp(&b.swing))
}
