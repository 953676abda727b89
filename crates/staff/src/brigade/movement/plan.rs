//! The moves of a phase, planned together: assaults first, then those who had better break off, then everybody else.

use field::{Cell, CellSet, Search};
use rules::brigade::movement::able_to_move;
use rules::brigade::stacking::has_room;
use rules::brigade::{Action, State, arrivals, check};
use rules::ids::{UnitId, UnitSet};

use super::intent::Intent;
use crate::brigade::combat::fights::{Fights, Priced};
use crate::brigade::position::balance::Balance;
use crate::brigade::position::desk::{Desk, sign};
use crate::brigade::position::scene::Scene;
use crate::brigade::position::survey::LANDMARKS_MAX;
use crate::brigade::position::threat::{Threat, reach};
use crate::budget::Effort;

/// How much more the landmark pulls that a plan looks at.
const FOCUS: f64 = 3.0;

/// How somebody plans.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How much heed is paid to what the enemy can do in return.
    pub caution: f64,
    /// How many enemy hexes are thought of as targets.
    pub targets: usize,
    /// How often the list of targets is gone through.
    pub rounds: usize,
    /// What an assault must promise beyond the present position, in points.
    pub least: f64,
    /// How much what pulls units counts.
    pub eager: f64,
    /// Whether he thinks of coming at the enemy from all sides.
    pub around: bool,
}

impl Manner {
    /// For many plans in a short time.
    pub const QUICK: Manner = Manner { targets: 8, rounds: 1, around: false, ..Manner::USUAL };
    /// With care.
    pub const USUAL: Manner =
        Manner { caution: 0.0, targets: 24, rounds: 2, least: 0.0, eager: 1.0, around: true };
}

/// A plan.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The moves, each legal after those before it.
    pub moves: Vec<Action>,
    /// Where they lead.
    pub after: State,
    /// What that promises the side that moves.
    pub value: f64,
}

/// A plan in the making.
pub struct Planner<'a, 'e, 'b> {
    /// What it is judged by.
    pub scene: Scene<'a>,
    /// How it is made.
    pub manner: Manner,
    /// What it is made for.
    pub intent: Intent,
    /// Where the moves so far lead.
    pub now: State,
    /// The moves so far.
    pub moves: Vec<Action>,
    /// The units that may still move, and where each can get to.
    pub reaches: Vec<(UnitId, CellSet)>,
    /// All who may still move.
    pub able: UnitSet,
    /// What the position now promises.
    pub value: f64,
    /// The balance of the position now.
    pub balance: Balance,
    /// What assaults promised from a position on the way here.
    prices: Vec<Priced>,
    /// The hexes that moves since then began or ended in.
    changed: Vec<Cell>,
    /// Memory for searches.
    pub search: &'e mut Search,
    /// What may be spent.
    pub effort: &'e mut Effort<'b>,
}

impl<'a, 'e, 'b> Planner<'a, 'e, 'b> {
    /// A plan that begins in a state.
    pub fn new(
        desk: Desk<'a>,
        state: &State,
        manner: Manner,
        search: &'e mut Search,
        effort: &'e mut Effort<'b>,
    ) -> Planner<'a, 'e, 'b> {
        let mut scene = Scene::of(desk, state, state.side, manner.caution, search);
        if scene.caution <= 0.0 {
            scene.threat = Threat::near(&desk, state, state.side.other());
        }
        let able = able_to_move(desk.battle, state);
        let stops = state.controlled_by(desk.battle, state.side.other());
        let reach_of =
            |unit| Some((unit, reach(&desk, state, &stops, (unit, state.cell(unit)?), search)));
        let reaches = able.iter().filter_map(reach_of);
        let reaches = reaches.collect();
        let now = state.clone();
        let (balance, prices) = (scene.balance, scene.prices_since(state, &[], &[]));
        let mut planner = Planner {
            scene,
            manner,
            intent: Intent::of(manner),
            now,
            moves: Vec::new(),
            reaches,
            able,
            value: 0.0,
            balance,
            prices,
            changed: Vec::new(),
            search,
            effort,
        };
        planner.value = planner.judge(&planner.now, &[]);
        planner
    }

    /// The same for an intent.
    pub fn heeding(mut self, intent: Intent) -> Planner<'a, 'e, 'b> {
        self.intent = intent;
        self
    }

    /// By landmark, what pulls a strength point, the one first that is looked at.
    pub fn pulls(&self, balance: &Balance) -> [f64; LANDMARKS_MAX] {
        let mut pulls = balance.pulls(&self.scene.desk, self.scene.side);
        if let Some(pull) = self.intent.focus.and_then(|focus| pulls.get_mut(focus)) {
            *pull *= FOCUS;
        }
        pulls
    }

    /// Makes the plan.
    pub fn plan(mut self) -> Campaign {
        self.enter();
        self.strike();
        self.break_off();
        self.march();
        self.unstack();
        let value = self.judge(&self.now, &[]);
        Campaign { moves: self.moves, after: self.now, value }
    }

    /// Makes the plan of somebody who does not look twice.
    pub fn plan_by_thumb(mut self) -> Campaign {
        self.enter();
        self.strike_by_thumb();
        self.march();
        self.unstack();
        let value = self.value;
        Campaign { moves: self.moves, after: self.now, value }
    }

    /// What a position after some more moves promises the side that moves.
    pub fn judge(&self, after: &State, moves: &[(UnitId, Cell)]) -> f64 {
        let (mut balance, mut changed) = (self.balance, self.changed.clone());
        self.follow(after, moves, &mut balance, &mut changed);
        self.manner.eager * sign(self.scene.side) * balance.points(&self.scene.desk)
            + self.scene.fights_since(after, &self.prices, &changed).value
            - self.scene.fears(after)
    }

    /// What some more moves change in the balance, and where.
    fn follow(
        &self,
        after: &State,
        moves: &[(UnitId, Cell)],
        balance: &mut Balance,
        changed: &mut Vec<Cell>,
    ) {
        let desk = &self.scene.desk;
        for &(unit, _) in moves {
            if let (Some(from), Some(to)) = (self.now.cell(unit), after.cell(unit)) {
                balance.shift(desk, after, unit, from, to);
                changed.extend([from, to]);
            }
        }
        balance.hold(desk, after);
    }

    /// Where a unit that may still move can get to.
    pub fn reach_of(&self, unit: UnitId) -> CellSet {
        let found = self.reaches.iter().find(|(known, _)| *known == unit);
        found.map_or(CellSet::EMPTY, |(_, cells)| *cells)
    }

    /// Whether there is room for a unit in a hex of a state.
    pub fn has_room(&self, state: &State, unit: UnitId, cell: Cell) -> bool {
        state.cell(unit) == Some(cell) || has_room(self.scene.desk.battle, state, unit, cell)
    }

    /// The state after some more moves.
    pub fn moved(&self, moves: &[(UnitId, Cell)]) -> State {
        let mut state = self.now.clone();
        for &(unit, to) in moves {
            self.step(&mut state, &Action::Move { unit, to, path: None });
        }
        state
    }

    /// Makes a move in thought: nobody withdraws before it.
    pub fn step(&self, state: &mut State, action: &Action) {
        self.scene.desk.make(state, action);
        while state.pending().is_some() {
            self.scene.desk.make(state, &Action::Decline);
        }
    }

    /// Takes moves into the plan.
    pub fn accept(&mut self, moves: &[(UnitId, Cell)], after: State, value: f64) {
        let (mut balance, mut changed) = (self.balance, std::mem::take(&mut self.changed));
        self.follow(&after, moves, &mut balance, &mut changed);
        (self.balance, self.changed) = (balance, changed);
        for &(unit, to) in moves {
            self.moves.push(Action::Move { unit, to, path: None });
            self.able.remove(unit);
        }
        self.reaches.retain(|(unit, _)| self.able.contains(*unit));
        self.now = after;
        self.value = value;
    }

    /// The assaults from here.
    pub fn fights_now(&self) -> Fights {
        self.scene.fights_since(&self.now, &self.prices, &self.changed)
    }

    /// Prices assaults anew, from here on.
    pub fn look_around(&mut self) {
        self.prices = self.scene.prices_since(&self.now, &self.prices, &self.changed);
        self.changed.clear();
    }

    /// Who waits to come on comes on, where it is wanted most.
    fn enter(&mut self) {
        let battle = self.scene.desk.battle;
        for unit in arrivals::due(battle, &self.now).iter() {
            let mut found = Vec::new();
            rules::brigade::listing::marches_of(battle, &self.now, unit, self.search, &mut found);
            let pulls = self.pulls(&self.scene.balance);
            let mut best: Option<(f64, Action)> = None;
            for listed in found {
                let Action::Enter { to, .. } = listed.action else { continue };
                let score = self.wish(&self.now, &pulls, unit, to);
                if score > best.map_or(f64::MIN, |(known, _)| known) {
                    best = Some((score, listed.action));
                }
            }
            let Some((_, action)) = best else { continue };
            let mut after = self.now.clone();
            self.step(&mut after, &action);
            self.moves.push(action);
            self.now = after;
        }
        if !self.moves.is_empty() {
            self.balance = Balance::of(&self.scene.desk, &self.now);
            self.prices = self.scene.prices_since(&self.now, &[], &[]);
            self.value = self.judge(&self.now, &[]);
        }
    }

    /// [BR 15.0] Where too many came on together, those who can go do, as many as must.
    fn unstack(&mut self) {
        let battle = self.scene.desk.battle;
        while check(battle, &self.now, &Action::EndPhase).is_err() {
            let crowded = battle.hill().map(|hill| hill.cell);
            let there = self.able.iter().filter(|&unit| self.now.cell(unit) == crowded);
            let mut goes = None;
            for unit in there {
                let open = self.reach_of(unit);
                let to = open
                    .iter()
                    .find(|&cell| Some(cell) != crowded && self.has_room(&self.now, unit, cell));
                goes = goes.or(to.map(|to| (unit, to)));
            }
            let Some(step) = goes else { return };
            let after = self.moved(&[step]);
            let value = self.value;
            self.accept(&[step], after, value);
        }
    }
}
