//! What the enemy can do in his next player-turn: how much infantry he can bring next to each hex, and which landmarks
//! he can walk into.

use atlas::Side;
use atlas::battle::Arm;
use field::{Cell, CellSet, Search};
use rules::brigade::State;
use rules::brigade::movement::Mover;
use rules::ids::UnitId;

use super::desk::Desk;

/// The most strength that fits around a hex, in points: nobody brings more.
const ROOM: f64 = 26.0;
/// So far infantry is near, in hexes.
const NEAR: usize = 5;
/// Corps that are named one by one, and one place for everybody else.
const CORPS: usize = 17;

/// What a side can do next.
#[derive(Clone, Debug)]
pub struct Threat {
    /// By cell, the strength that can be brought next to it.
    force: Vec<f32>,
    /// The hexes that units who take a landmark by resting there can get to.
    pub walkable: CellSet,
    /// The hexes that anybody can get to.
    pub touched: CellSet,
}

impl Threat {
    /// What a side can do from where it stands, if it may name any of its corps.
    pub fn of(desk: &Desk<'_>, state: &State, side: Side, search: &mut Search) -> Threat {
        let battle = desk.battle;
        let slots = battle.grid().slots();
        let most = battle.activation(side).map_or(0, |activation| usize::from(activation.most));
        let mut by_corps: Vec<Vec<f32>> = Vec::new();
        let mut rows = [usize::MAX; CORPS];
        let stops = state.controlled_by(battle, side.other());
        let (mut walkable, mut touched) = (CellSet::EMPTY, CellSet::EMPTY);
        for unit in state.on_map(battle, side).iter() {
            let printed = battle.unit(unit);
            let Some(start) = state.cell(unit) else { continue };
            let reach = reach(desk, state, &stops, (unit, start), search);
            if side == Side::Confederate || printed.arm == Arm::Infantry {
                walkable |= reach;
            }
            if printed.arm == Arm::Artillery {
                continue;
            }
            let row = &mut rows[printed.corps.map_or(CORPS - 1, |corps| corps.min(CORPS - 2))];
            if *row == usize::MAX {
                *row = by_corps.len();
                by_corps.push(vec![0.0; slots]);
            }
            let strength = state.strength(battle, unit) as f32;
            let strength = if printed.arm == Arm::Infantry { strength } else { 0.6 * strength };
            let next = beside(desk, state, &reach);
            for cell in next.iter() {
                by_corps[*row][cell.index()] += strength;
            }
            touched |= next;
        }
        let mut force = vec![0.0; slots];
        let others = (rows[CORPS - 1] != usize::MAX).then(|| rows[CORPS - 1]);
        for cell in touched.iter() {
            let named = (0..by_corps.len()).filter(|&row| Some(row) != others);
            let mut best: [f32; 2] = [0.0; 2];
            for row in named {
                let here = by_corps[row][cell.index()];
                if here > best[0] {
                    best = [here, best[0]];
                } else if here > best[1] {
                    best[1] = here;
                }
            }
            let always = others.map_or(0.0, |row| by_corps[row][cell.index()]);
            force[cell.index()] = always + best.iter().take(most).sum::<f32>();
        }
        Threat { force, walkable, touched }
    }

    /// Nobody threatens anything.
    pub fn none() -> Threat {
        Threat { force: Vec::new(), walkable: CellSet::EMPTY, touched: CellSet::EMPTY }
    }

    /// The same, but that the hexes near a side's infantry are known.
    pub fn near(desk: &Desk<'_>, state: &State, side: Side) -> Threat {
        let mut touched = CellSet::EMPTY;
        for cell in state.infantry(desk.battle, side).iter() {
            touched |= desk.battle.grid().disc(cell, NEAR);
        }
        Threat { touched, ..Threat::none() }
    }

    /// The strength that can be brought next to a hex.
    #[inline]
    pub fn force(&self, cell: Cell) -> f64 {
        self.force.get(cell.index()).map_or(0.0, |&force| f64::from(force).min(ROOM))
    }
}

/// The hexes that a unit can get to, with the one it is in; enemy zones of control stop it.
pub fn reach(
    desk: &Desk<'_>,
    state: &State,
    stops: &CellSet,
    (unit, start): (UnitId, Cell),
    search: &mut Search,
) -> CellSet {
    let mover = Mover::among(desk.battle, state, stops, (unit, start));
    let mut cells = search.reach(mover.costs(), mover.walk()).destinations();
    cells.insert(start);
    cells
}

/// The hexes that can be assaulted from some hexes: next to them, and not over the plain creek.
fn beside(desk: &Desk<'_>, state: &State, cells: &CellSet) -> CellSet {
    let mut next = CellSet::EMPTY;
    let crossing = state.ford.map(|edge| desk.battle.grid().edge_cells(edge));
    for cell in cells.iter() {
        next.insert_all(desk.battle.ground.beside(cell));
        next.insert_all(&desk.survey.crossings[cell.index()]);
        match crossing {
            Some((a, b)) if cell == a => _ = next.insert(b),
            Some((a, b)) if cell == b => _ = next.insert(a),
            _ => {}
        }
    }
    next
}
