//! The Recruit: a rule of thumb for every decision, quick enough to play thousands of games.
//!
//! He looks for an enemy that can be attacked at good odds with what is in reach, sends just enough, and lets
//! everybody else march where the pull is strongest, out of the enemy's control.

use field::{Cell, CellSet, Search};
use rules::blue_gray::facts::QuotaFacts;
use rules::blue_gray::{Action, Event, State, UnitId, UnitSet, apply_listed, listing};
use rules::dice::Chance;

use crate::blue_gray::movement::muster::{Closing, Wish};
use crate::blue_gray::position::bearings::Bearings;
use crate::blue_gray::position::desk::{Desk, due};
use crate::blue_gray::position::threat::Menace;

/// The least an assault must promise, in points for a brigade. Set by hand.
const ASSAULT_MIN_POINTS: f64 = 0.3;
/// He brings up strength and does not think of the enemy's way out.
const FRONTAL: Wish = Wish { closing: Closing::Not, shy: false, times: 3.0 };
/// The least a march must gain in pull, in points. Set by hand.
const MARCH_MIN_PULL_POINTS: f64 = 0.02;

impl Desk<'_> {
    /// The moves of a whole phase by rule of thumb, each legal once those before it are made, and where they lead.
    pub fn moves_by_thumb(&self, state: &State, search: &mut Search) -> (Vec<Action>, State) {
        let mut after = state.clone();
        let mut moves = Vec::new();
        let bearings = Bearings::of(self, state, state.side);
        self.enter_by_thumb(&mut after, false, &bearings, search, &mut moves);
        self.assaults_by_thumb(&mut after, search, &mut moves);
        self.departures_by_thumb(&mut after, search, &mut moves);
        self.marches_by_thumb(&mut after, &bearings, search, &mut moves);
        (moves, after)
    }

    /// Carries out a move in a state that is being planned on.
    pub fn make(&self, state: &mut State, action: &Action) {
        let mut events: Vec<Event> = Vec::new();
        apply_listed(self.battle, state, action, &mut Chance::new(0), &mut events);
    }

    /// Brings on whoever can come, to where he is wanted most; of those who come whole or in parts, the parts if
    /// they are asked for.
    pub fn enter_by_thumb(
        &self,
        state: &mut State,
        in_parts: bool,
        bearings: &Bearings,
        search: &mut Search,
        moves: &mut Vec<Action>,
    ) {
        let mut listed = Vec::new();
        let mut units = due(self.battle, state);
        units.sort_by_key(|&unit| {
            let strength = self.survey.strength(unit);
            if in_parts { strength } else { u32::MAX - strength }
        });
        for unit in units {
            listed.clear();
            listing::marches_of(self.battle, state, unit, search, &mut listed);
            let enemy = state.controlled_by(state.side.other());
            let mut best: Option<(f64, Action)> = None;
            for one in &listed {
                let Action::Enter { to, .. } = one.action else { continue };
                let touched = if enemy.contains(to) { 5.0 } else { 0.0 };
                let score = bearings.pull(self, unit, to) - touched;
                if best.is_none_or(|(known, _)| score > known) {
                    best = Some((score, one.action));
                }
            }
            if let Some((_, action)) = best {
                self.make(state, &action);
                moves.push(action);
            }
        }
    }

    fn assaults_by_thumb(&self, state: &mut State, search: &mut Search, moves: &mut Vec<Action>) {
        if self.battle.is_night(state.turn) {
            return;
        }
        let before = state.clone();
        let side = state.side;
        let menace = Menace::now(self, &before, search);
        let mut found: Vec<(f64, Cell)> = before
            .occupied(side.other())
            .iter()
            .filter_map(|cell| {
                menace.assault(cell, UnitSet::EMPTY, usize::MAX, FRONTAL).map(|a| (a.gain, cell))
            })
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut spent = UnitSet::EMPTY;
        let mut quota = self.quota(state, side, state.turn);
        for (_, target) in found {
            let Some(assault) = menace.assault(target, spent, quota, FRONTAL) else { continue };
            if assault.gain < ASSAULT_MIN_POINTS {
                continue;
            }
            for &(unit, to) in assault.moves() {
                if !state.full(side).contains(to) {
                    let action = Action::Move { unit, to, path: None };
                    self.make(state, &action);
                    moves.push(action);
                    quota = quota.saturating_sub(1);
                }
            }
            spent = spent.union(assault.units);
        }
    }

    /// Lets units leave the map where that scores, but for those who guard or can take a hex worth more.
    fn departures_by_thumb(&self, state: &mut State, search: &mut Search, moves: &mut Vec<Action>) {
        if self.survey.gates.is_empty() {
            return;
        }
        let menace = Menace::now(self, state, search);
        let reaches = menace.reaches().clone();
        for unit in self.battle.of_side(state.side).iter() {
            let Some((points, action)) = self.departure(state, unit, search) else { continue };
            let stake = |cell: Cell| {
                let guarded = state.cell(unit) == Some(cell);
                let by = if guarded { state.side.other() } else { state.side };
                self.goal_worth(state, by, cell)
            };
            let mut near = reaches.from(unit) - *state.occupied(state.side.other());
            near.extend(state.cell(unit));
            let goals = self.survey.goals.iter().map(|goal| goal.cell);
            if goals.filter(|&cell| near.contains(cell)).all(|cell| stake(cell) <= points) {
                self.make(state, &action);
                moves.push(action);
            }
        }
    }

    /// Lets those who have not moved march where they are wanted, the keenest first.
    pub fn marches_by_thumb(
        &self,
        state: &mut State,
        bearings: &Bearings,
        search: &mut Search,
        moves: &mut Vec<Action>,
    ) {
        let menace = Menace::now(self, state, search);
        let mut wishes: Vec<(f64, UnitId)> = Vec::new();
        for (unit, cells) in &menace.reaches().units {
            if let Some((gain, _)) = self.best_march(state, bearings, *unit, cells) {
                wishes.push((gain, *unit));
            }
        }
        let reaches = menace.reaches().clone();
        wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut quota = self.quota(state, state.side, state.turn);
        let under_quota = |quota: &QuotaFacts| quota.side != state.side && !state.quota_lifted;
        let dear = self.battle.quota().is_some_and(under_quota) && self.crossing(state) > 0.0;
        for (_, unit) in wishes {
            if quota == 0 {
                break;
            }
            let best = self.best_march(state, bearings, unit, &reaches.from(unit));
            let Some((gain, to)) = best else { continue };
            let action = Action::Move { unit, to, path: None };
            let before = (dear && !state.creek_crossed).then(|| state.clone());
            self.make(state, &action);
            if let Some(before) =
                before.filter(|before| state.creek_crossed && gain < self.crossing(before))
            {
                *state = before;
                continue;
            }
            moves.push(action);
            quota = quota.saturating_sub(1);
        }
    }

    fn best_march(
        &self,
        state: &State,
        bearings: &Bearings,
        unit: UnitId,
        cells: &CellSet,
    ) -> Option<(f64, Cell)> {
        let start = state.cell(unit)?;
        let closed = *state.controlled_by(state.side.other()) | *state.full(state.side);
        let here = bearings.pull(self, unit, start);
        let mut best: Option<(f64, Cell)> = None;
        for cell in (*cells - closed).iter() {
            let gain = bearings.pull(self, unit, cell) - here;
            if gain > MARCH_MIN_PULL_POINTS && best.is_none_or(|(known, _)| gain > known) {
                best = Some((gain, cell));
            }
        }
        best
    }

    /// Leaving the map, where that scores more than staying, and by how much.
    pub fn departure(
        &self,
        state: &State,
        unit: UnitId,
        search: &mut Search,
    ) -> Option<(f64, Action)> {
        if self.survey.gates.is_empty() {
            return None;
        }
        let mover = rules::blue_gray::movement::Mover::of(self.battle, state, unit).ok()?;
        let mut best: Option<(f64, Action)> = None;
        let exits =
            rules::blue_gray::reinforcements::exits(self.battle, state, unit, &mover, search);
        for (hex, _) in exits {
            let gate = self.survey.gates.iter().position(|gate| gate.cell == hex)?;
            let points = self.survey.exit_points(gate, unit) - self.survey.future(unit, state.turn);
            if points > 0.0 && best.is_none_or(|(known, _)| points > known) {
                best = Some((points, Action::Exit { unit, hex, path: None }));
            }
        }
        best
    }
}
