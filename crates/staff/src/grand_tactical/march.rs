//! Where foot and horse go: each unit in its turn takes the square that promises most.

use atlas::battle::{Arm, Mode};
use field::Cell;
use rules::grand_tactical::movement::{self, is_bridge};
use rules::grand_tactical::state::Unit;
use rules::grand_tactical::{Action, UnitId};

use super::desk::{Desk, Why};
use super::ground::travels;
use super::scene::{volley, worth};
use super::temper::Stance;

/// Morale under which a unit begins to mind itself.
const SHAKEN: i32 = 30;
/// Nearer to the enemy than this nobody marches in column.
const CLOSE: u8 = 3;
/// Farther than this, in points on the march, it is worth forming column.
const LONG_MARCH: u16 = 15;
/// What a fire that all of an enemy's line could direct at a square comes to, as a share: they have other targets too.
const SHARE: f32 = 0.6;

/// What one unit weighs.
pub(super) struct Mind {
    gain: f32,
    caution: f32,
    pull: f32,
    storm: f32,
    /// Casualties of a volley at one and two squares.
    pub(super) volley: [f32; 2],
    /// Points for each of its own casualties.
    worth: f32,
    goal: Option<u8>,
    leader: Option<(Cell, usize)>,
}

impl Desk<'_> {
    /// Moves everybody but the guns: whoever is nearest to a goal first.
    pub fn march(&mut self) {
        self.note_threats();
        self.room.queue.clear();
        for unit in self.state.on_map(self.battle, self.side) {
            let may = movement::may_move(self.battle, &self.state, unit).is_ok();
            if may && !self.battle.unit(unit).is_artillery() {
                let cell = self.state.cell(unit).map_or(0, Cell::index);
                self.room.queue.push((self.room.scene.goal[cell], unit));
            }
        }
        self.room.queue.sort_unstable();
        self.post_guards();
        for index in 0..self.room.queue.len() {
            let (_, unit) = self.room.queue[index];
            if self.state.unit(unit).routed { self.flee(unit) } else { self.place(unit) }
        }
    }

    /// A routed unit goes a square farther from the enemy, if he is near.
    fn flee(&mut self, unit: UnitId) {
        let Some(from) = self.state.cell(unit) else { return };
        self.room.reach.search(self.battle, &self.state, unit);
        let scene = &self.room.scene;
        let key = |cell: Cell| {
            let fire = scene.small[cell.index()] + scene.shells[cell.index()];
            (fire, 255 - scene.near[cell.index()])
        };
        let mut best = (key(from), from);
        for (cell, ..) in self.room.reach.squares() {
            let this = key(cell);
            if this.0 < best.0.0 - 0.1 || (this.0 <= best.0.0 && this.1 < best.0.1) {
                best = (this, cell);
            }
        }
        if best.1 != from && scene.near[from.index()] <= 5 {
            self.send(unit, best.1, Why::Withdraw);
        }
    }

    /// Lets a unit take the best square.
    fn place(&mut self, unit: UnitId) {
        let Some(from) = self.state.cell(unit) else { return };
        self.form_up(unit, from);
        let mind = self.mind(unit);
        self.room.reach.search(self.battle, &self.state, unit);
        let now = *self.state.unit(unit);
        let mut best = (self.weigh(unit, &now, &mind, from, 0, 0), from);
        for index in 0..self.room.reach.len() {
            let Some((cell, squares)) = self.room.reach.nth(index) else { continue };
            let cost = self.room.reach.cost(cell).map_or(0, |(cost, _)| cost);
            let score = self.weigh(unit, &now, &mind, cell, cost, squares);
            if score > best.0 + 0.01 {
                best = (score, cell);
            }
        }
        if !self.press_on(unit, &mind, from, best) && best.1 != from {
            let why = self.why(unit, &mind, from, best.1);
            self.send(unit, best.1, why);
        }
        self.form_down(unit);
    }

    pub(super) fn why(&self, unit: UnitId, mind: &Mind, from: Cell, to: Cell) -> Why {
        let scene = &self.room.scene;
        let objective = |goal: &rules::grand_tactical::battle::Objective| goal.cell == to;
        if self.battle.objectives.iter().any(objective) {
            return Why::Seize;
        }
        if mind.goal.is_some() {
            return Why::Guard;
        }
        let morale = self.state.morale(self.battle, unit);
        let farther = scene.near[to.index()] > scene.near[from.index()];
        match (farther, morale < SHAKEN) {
            (true, true) => Why::Withdraw,
            (true, false) if scene.near[from.index()] <= CLOSE => Why::Shift,
            _ if scene.near[to.index()] <= 2 && scene.near[from.index()] > 2 => Why::Close,
            _ if scene.goal[to.index()] < scene.goal[from.index()] => Why::March,
            _ => Why::Shift,
        }
    }

    /// Forms line before the enemy and column for the road.
    fn form_up(&mut self, unit: UnitId, from: Cell) {
        if self.battle.options.basic() || self.battle.unit(unit).arm != Arm::Infantry {
            if self.battle.unit(unit).arm == Arm::Cavalry {
                self.mount(unit, from);
            }
            return;
        }
        let (near, goal) = (self.room.scene.near[from.index()], self.room.scene.goal[from.index()]);
        let now = self.state.unit(unit);
        let bridge = self.battle.around(from).iter().any(|cell| {
            is_bridge(self.battle, cell)
                && self.room.scene.goal[cell.index()] < goal
                && !self.state.is_occupied(cell)
        });
        let wants = match now.mode {
            Mode::Normal => {
                (near > CLOSE + 2 && goal >= LONG_MARCH && now.op >= 6) || (bridge && near > 1)
            }
            _ => near <= CLOSE && !bridge,
        };
        if wants {
            self.give(Action::Mode { unit }, Why::Form);
        }
    }

    /// Cavalry that is to ride mounts.
    fn mount(&mut self, unit: UnitId, from: Cell) {
        let scene = &self.room.scene;
        let calm = scene.small[from.index()] + scene.shells[from.index()] < 1.0;
        if self.state.unit(unit).mode == Mode::Dismounted && calm {
            self.give(Action::Mode { unit }, Why::Form);
        }
    }

    /// Whoever ends near the enemy in a formation for the march leaves it, if there is time.
    fn form_down(&mut self, unit: UnitId) {
        let now = self.state.unit(unit);
        let Some(cell) = now.cell() else { return };
        if self.battle.options.basic() || !travels(now.mode) || now.op < 2 {
            return;
        }
        let scene = &self.room.scene;
        let fire = scene.small[cell.index()] + scene.shells[cell.index()];
        let near = scene.near[cell.index()];
        let wants = match self.battle.unit(unit).arm {
            Arm::Infantry => near <= CLOSE,
            _ => near <= 2 && fire > 4.0,
        };
        if wants {
            self.give(Action::Mode { unit }, Why::Form);
        }
    }

    /// What a unit weighs, by its commander's temper, its stance and its own state.
    fn mind(&self, unit: UnitId) -> Mind {
        let (temper, now) = (self.temper(), self.state.unit(unit));
        let goal = self.room.guards.iter().find(|(guard, _)| *guard == unit).map(|guard| guard.1);
        let mut mind = Mind {
            gain: temper.gain,
            caution: temper.caution,
            pull: temper.pull * f32::from(now.strength.min(700)) / 500.0,
            storm: temper.storm,
            volley: [1, 2].map(|range| volley(self.battle, now, unit, range)),
            worth: worth(self.battle, now, unit, true),
            goal,
            leader: self.leader_of(unit),
        };
        if self.defends() {
            mind.pull *= temper.defends;
            mind.caution *= self.sparing();
        }
        if self.battle.unit(unit).arm == Arm::Cavalry && temper.reckons {
            // A horseman is worth three men.
            mind.pull *= 0.4;
        }
        match self.stance(unit) {
            Stance::Usual => {}
            Stance::Attack => {
                mind.caution *= 0.5;
                // Whoever defends falls back a little of himself; told to attack he comes.
                mind.pull = if self.defends() { mind.pull.abs() * 2.0 } else { mind.pull * 1.6 };
                mind.storm *= 1.5;
            }
            Stance::Hold => mind.pull *= 0.1,
            Stance::Withdraw => {
                mind.caution *= 2.0;
                mind.pull = -0.7 * mind.pull.abs();
                mind.storm = 0.0;
            }
        }
        let morale = self.state.morale(self.battle, unit);
        if morale < SHAKEN {
            let shaken = (SHAKEN - morale) as f32 / 10.0;
            mind.caution *= 1.0 + shaken;
            mind.pull = mind.pull.max(0.0) * 0.2;
        }
        mind
    }

    /// Where the leader is whom a unit should stay near, and how near.
    fn leader_of(&self, unit: UnitId) -> Option<(Cell, usize)> {
        if !self.battle.options.advanced() || !self.temper().reckons {
            return None;
        }
        let facts = self.battle.unit(unit);
        let leader = self.state.leader_of(facts.division)?;
        let most = self.battle.tables.command.unit_to_division[self.side];
        Some((self.state.leader_cell(leader)?, most.into()))
    }

    /// What a square promises a unit that comes there for so many points.
    pub(super) fn weigh(
        &self,
        unit: UnitId,
        now: &Unit,
        mind: &Mind,
        to: Cell,
        cost: u8,
        squares: u8,
    ) -> f32 {
        let (scene, index) = (&self.room.scene, to.index());
        let left = now.op.saturating_sub(cost);
        let odds = self.odds(index);
        let mut friends = 0;
        if scene.near[index] <= 4 {
            let beside = self.battle.around(to).within(self.state.occupied(self.side));
            friends = beside.iter().take(3).count();
        }
        let fire = self.fire_from(now, mind, index, left);
        // The more stand together, the fewer shots are for each.
        let mut loss = self.loss_at(unit, now, mind, to) / (1.0 + 0.25 * friends as f32);
        if squares == 0 && now.fort > 0 {
            loss *= self.works(unit);
        }
        let mut score = mind.gain * fire - mind.caution * loss / odds;
        score += self.progress(mind, to) * if mind.pull > 0.0 { odds.min(1.0) } else { 1.0 };
        score += self.objective(unit, to);
        score += self.temper().together * friends as f32;
        if let Some((leader, most)) = mind.leader {
            let beyond = self.battle.distance(leader, to).saturating_sub(most);
            score -= 2.0 * beyond.min(4) as f32;
        }
        score - f32::from(squares) * (0.1 + f32::from(now.fatigue) * 0.02)
    }

    /// How the strengths about a square compare.
    fn odds(&self, index: usize) -> f32 {
        let [own, enemy] = [0, 1].map(|side| self.room.scene.power[side][index]);
        if enemy < 1.0 { 1.3 } else { (own / enemy).clamp(0.4, 2.0).powf(self.temper().odds) }
    }

    /// Points that a unit's fire is expected to bring from a square: now, and in the enemy's phase.
    fn fire_from(&self, now: &Unit, mind: &Mind, index: usize, left: u8) -> f32 {
        let hit = [0, 1].map(|far| self.room.scene.hit[far][index] * mind.volley[far]);
        let best = hit[0].max(hit[1]);
        if best <= 0.0 || !now.ammo || now.disrupted {
            return 0.0;
        }
        let now_time = if left >= 2 { f32::from(left.max(5)) / 10.0 } else { 0.0 };
        let later = f32::from(left.saturating_sub(2).max(5)) / 10.0;
        let storm =
            if hit[0] > 0.0 && left >= 4 { self.room.scene.storm[index] * mind.storm } else { 0.0 };
        best * (now_time + later) + storm
    }

    /// Points that the enemy's fire is expected to cost in a square: now and in his phase.
    fn loss_at(&self, unit: UnitId, now: &Unit, mind: &Mind, to: Cell) -> f32 {
        let (scene, index) = (&self.room.scene, to.index());
        let fire = scene.small[index] + scene.shells[index];
        if fire <= 0.0 {
            return 0.0;
        }
        let mut others = 0.0;
        for other in self.state.stack(to) {
            if other != unit && !self.battle.unit(other).is_artillery() {
                others += f32::from(self.state.unit(other).strength);
            }
        }
        let men = others + f32::from(now.strength);
        let density = 1.0 + ((men - 650.0) / 12.0).clamp(-25.0, 25.0) / 100.0;
        let joined = if others > 0.0 { 0.5 } else { 1.0 };
        let open = travels(now.mode) && !self.battle.options.basic();
        let flank = if open { 1.4 } else { 1.0 };
        let most = f32::from(now.strength) * 0.6;
        let casualties = fire * self.ground.cover[index] * density * joined * flank * SHARE;
        2.0 * casualties.min(most) * mind.worth
    }

    /// Points for coming nearer to what is wanted.
    fn progress(&self, mind: &Mind, to: Cell) -> f32 {
        match mind.goal {
            Some(goal) => {
                let far = self.ground.to_objective[usize::from(goal)][to.index()];
                -2.5 * f32::from(far.saturating_sub(3))
            }
            None => -mind.pull * f32::from(self.room.scene.goal[to.index()].min(400)),
        }
    }

    /// Points for standing on an objective, or beside it.
    pub(super) fn objective(&self, unit: UnitId, to: Cell) -> f32 {
        let mut score = 0.0;
        for (index, goal) in self.battle.objectives.iter().enumerate() {
            let squares = self.battle.distance(goal.cell, to);
            if squares > 1 {
                continue;
            }
            let held = self.state.stack(goal.cell).any(|other| {
                other != unit
                    && self.battle.unit(other).side == self.side
                    && !self.state.unit(other).routed
            });
            if held {
                continue;
            }
            let points = goal.points as f32 * self.urgency();
            let share = match (goal.side == self.side, squares) {
                (true, 0) => 1.0,
                (true, _) if !self.state.is_occupied(goal.cell) => 0.45,
                (true, _) => 0.0,
                (false, 0) => self.room.threats[index],
                (false, _) => 0.0,
            };
            score += points * share;
        }
        score
    }
}
