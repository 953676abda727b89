//! Why, in plain words, the moves of a plan are made, and what all of it is about.

use atlas::battle::Arm;
use field::{Cell, Search};
use rules::brigade::{Action, State};
use rules::ids::UnitId;

use super::words::Words;
use crate::brigade::combat::price::Order;
use crate::brigade::position::balance::Balance;
use crate::brigade::position::scene::Scene;
use crate::brigade::position::survey::LANDMARKS_MAX;

/// How many assaults of a plan are told.
const TOLD_MAX: usize = 2;
/// A step towards a landmark that is worth less than this is none.
const LEAST_PULL: f64 = 0.001;

/// A plan told.
pub struct Told {
    /// Why each of its moves is made.
    pub whys: Vec<String>,
    /// What all of it is about.
    pub about: String,
}

/// What a plan leads to.
struct Prospect<'a> {
    scene: Scene<'a>,
    after: &'a State,
    orders: Vec<Order>,
    pulls: [f64; LANDMARKS_MAX],
}

impl Words<'_> {
    /// Tells a plan: its moves from a state, and where they lead.
    pub fn campaign(&self, state: &State, moves: &[Action], after: &State) -> Told {
        let desk = *self.desk;
        let scene = Scene::of(desk, state, state.side, 0.0, &mut Search::new());
        let mut orders = scene.fights(after).orders;
        orders.sort_by(|a, b| b.value.total_cmp(&a.value));
        let pulls = scene.balance.pulls(&desk, state.side);
        let prospect = Prospect { scene, after, orders, pulls };
        let mut now = state.clone();
        let mut whys = Vec::with_capacity(moves.len());
        for action in moves {
            whys.push(match *action {
                Action::Move { unit, to, .. } => self.march(&prospect, &now, unit, to),
                Action::Enter { unit, to, .. } => {
                    let why = self.march(&prospect, &now, unit, to);
                    format!("to be on the field as soon as it can, {why}")
                }
                _ => String::new(),
            });
            desk.make(&mut now, action);
            while now.pending().is_some() {
                desk.make(&mut now, &Action::Decline);
            }
        }
        Told { about: self.about(&prospect, state), whys }
    }

    fn about(&self, prospect: &Prospect<'_>, state: &State) -> String {
        let battle = self.desk.battle;
        let mut parts: Vec<String> = Vec::new();
        let taken = battle.facts.landmarks.iter().filter(|landmark| {
            let held = |state: &State| state.holder(battle, landmark.cell) == Some(state.side);
            held(prospect.after) && !held(state)
        });
        parts.extend(taken.filter_map(|one| Some(format!("taking {}", self.landmark(one.cell)?))));
        for order in prospect.orders.iter().take(TOLD_MAX) {
            let column = battle.facts.results.name(order.column);
            let blow = self.blow(prospect.after, &order.assault.defenders, column);
            parts.push(format!("striking {blow}"));
        }
        if parts.is_empty() {
            parts.extend(self.direction(prospect, state));
        }
        if prospect.orders.is_empty() {
            parts.push("no assault on this turn".to_owned());
        }
        parts.join("; ")
    }

    /// The landmark that most strength moved towards.
    fn direction(&self, prospect: &Prospect<'_>, state: &State) -> Option<String> {
        let desk = self.desk;
        let [before, after] = [state, prospect.after].map(|state| Balance::of(desk, state));
        let gain = |index: usize| {
            let change = after.force(state.side, index) - before.force(state.side, index);
            prospect.pulls[index] * change
        };
        let all = 0..desk.survey.landmarks.len();
        let best = all.max_by(|&a, &b| gain(a).total_cmp(&gain(b)))?;
        let (cell, _) = desk.survey.landmarks[best];
        let own = state.holder(desk.battle, cell) == Some(state.side);
        let what = if own { "guarding" } else { "marching on" };
        (gain(best) > LEAST_PULL)
            .then(|| self.landmark(cell).map(|name| format!("{what} {name}")))?
    }

    /// What a single move is for.
    fn march(&self, prospect: &Prospect<'_>, now: &State, unit: UnitId, to: Cell) -> String {
        let battle = self.desk.battle;
        if let Some(place) = self.landmark(to).filter(|_| prospect.scene.takes(unit)) {
            let own = now.holder(battle, to) == Some(now.side);
            return format!("to {} {place}", if own { "hold" } else { "take" });
        }
        let order = prospect.orders.iter().find(|order| order.assault.attackers.contains(unit));
        if let Some(order) = order {
            let column = battle.facts.results.name(order.column);
            let blow = self.blow(prospect.after, &order.assault.defenders, column);
            return format!("to strike {blow}");
        }
        let enemies = now.occupied(now.side.other());
        let close = |cell: Cell| battle.ground.around(cell).within(enemies).iter().next();
        let from = now.cell(unit);
        if let Some(enemy) = from.and_then(close).filter(|_| close(to).is_none()) {
            return format!("out of contact with the enemy at {}", self.hex(enemy));
        }
        if battle.unit(unit).arm == Arm::Artillery
            && let Some(target) = self.under_fire(prospect.after, unit, to)
        {
            return format!("to bring {} under fire", self.hex(target));
        }
        let towards = from.and_then(|from| self.towards(prospect, now, unit, from, to));
        if let Some(place) = towards {
            return format!("towards {place}");
        }
        if battle.ground.cover.contains(to) {
            return "to stand under cover".to_owned();
        }
        "to stand where more depends on it".to_owned()
    }

    fn under_fire(&self, after: &State, gun: UnitId, from: Cell) -> Option<Cell> {
        let battle = self.desk.battle;
        let targets = rules::brigade::bombardment::targets(battle, after);
        let reached = targets
            .iter()
            .filter(|&target| rules::brigade::bombardment::reaches(battle, after, gun, target));
        reached.min_by_key(|&target| battle.grid().distance(from, target))
    }

    /// The landmark that a move brings a unit nearer to that pulls it most.
    fn towards(
        &self,
        prospect: &Prospect<'_>,
        now: &State,
        unit: UnitId,
        from: Cell,
        to: Cell,
    ) -> Option<String> {
        let desk = self.desk;
        let printed = desk.battle.unit(unit);
        let left = prospect.scene.balance.left[now.side as usize];
        let gain = |index: usize| {
            let at = |cell| desk.survey.presence(printed.gait, index, cell, left);
            prospect.pulls[index] * (at(to) - at(from))
        };
        let all = 0..desk.survey.landmarks.len();
        let best = all.max_by(|&a, &b| gain(a).total_cmp(&gain(b)))?;
        if gain(best) * f64::from(now.strength(desk.battle, unit)) < LEAST_PULL {
            return None;
        }
        self.landmark(desk.survey.landmarks[best].0)
    }
}
