//! What may become of the units at which a shot is aimed: previews, from the code that resolves it.
//!
//! Every way the draws of a shot can fall is gone through and counted in whole numbers; only what
//! is told in the end is rounded.

use field::Cell;

use super::battle::Battle;
use super::distribution::distribute;
use super::event::FACTORS;
use super::factors::WHOLE;
use super::ids::{LeaderId, UnitId};
use super::losses::{self, Loss};
use super::odds::{self, Spread};
use super::state::{State, Unit};
use super::{fire, leaders};

/// In hundredths: certain.
const CERTAIN: u32 = 100;
/// In ten thousandths: certain, as the risk of leaders is counted.
const CERTAIN_LOSS: u128 = 10_000;
/// The most leaders with a unit: of its brigade, its division and its corps.
const LEADERS_OF_A_UNIT: u32 = 3;

/// What may become of one unit of the target. Chances are in tenths of a per cent, half of one
/// rounded up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peril {
    /// Who.
    pub unit: UnitId,
    /// The men, or guns, that it loses.
    pub losses: Spread,
    /// The chance that nothing is left of it.
    pub eliminated: u32,
    /// [GT 8.8] The chance that it is disrupted by this shot.
    pub disrupted: u32,
    /// [GT 8.6] The chance that it routs.
    pub routed: u32,
    /// [GT 7.12] Each leader with it, and the chance that he falls.
    pub leaders: Vec<(LeaderId, u32)>,
}

/// [GT 8.2] What may become of the units in a square at which a unit fires, in unit order; `None`
/// where it could not be plotted, or no enemy is seen.
pub fn of_fire(battle: &Battle, seen: &State, unit: UnitId, square: Cell) -> Option<Vec<Peril>> {
    let shot = odds::aimed(battle, seen, unit, square)?;
    let by_guns = battle.unit(unit).is_artillery();
    let base = shot.base(battle, seen);
    let mut counts: Vec<Count> =
        seen.stack(square).map(|unit| Count::of(battle, seen, unit)).collect();
    let dry = fire::chance_to_run_dry(battle, unit);
    for (runs_dry, weight) in [(false, CERTAIN - u32::from(dry)), (true, u32::from(dry))] {
        let mut factors = shot.factors(battle, seen, runs_dry, WHOLE);
        for random in odds::modifiers(battle) {
            factors[FACTORS.len() - 1] = random;
            let casualties = fire::casualties(base, &factors);
            let shares = distribute(battle, seen, square, casualties, shot.blow(battle));
            for count in &mut counts {
                count.hit(battle, shares.of(count.unit), by_guns, weight);
            }
        }
    }
    Some(counts.iter().map(Count::peril).collect())
}

/// What becomes of a unit, counted over all ways of a shot.
struct Count {
    unit: UnitId,
    now: Unit,
    leaders: Vec<LeaderId>,
    /// The weight of all ways so far.
    all: u128,
    least: u32,
    most: u32,
    lost: u128,
    eliminated: u128,
    /// Of [`CERTAIN`] for each way.
    disrupted: u128,
    /// Of [`CERTAIN`] and, for each leader there could be, of [`CERTAIN_LOSS`].
    routed: u128,
    /// Of [`CERTAIN_LOSS`] for each way: all leaders run the same risk.
    fallen: u128,
}

impl Count {
    fn of(battle: &Battle, seen: &State, unit: UnitId) -> Count {
        let leaders = leaders::present(battle, seen, unit).into_iter().flatten().collect();
        Count {
            unit,
            now: *seen.unit(unit),
            leaders,
            all: 0,
            least: u32::MAX,
            most: 0,
            lost: 0,
            eliminated: 0,
            disrupted: 0,
            routed: 0,
            fallen: 0,
        }
    }

    /// The unit takes a share; artillery may lose one gun more or less.
    fn hit(&mut self, battle: &Battle, points: u32, by_guns: bool, weight: u32) {
        let before = self.now.strength;
        let guns = battle.unit(self.unit).is_artillery();
        let (sure, more) = match (guns, by_guns) {
            (true, true) => losses::guns_taken(battle, points),
            (true, false) => (0, 0),
            (false, _) => (points.min(before.into()) as u16, 0),
        };
        for (lost, part) in [(sure, CERTAIN - more), (sure.saturating_add(1), more)] {
            let (lost, weight) = (lost.min(before), u128::from(weight * part));
            if weight > 0 {
                let points = if guns { points } else { lost.into() };
                self.follow(battle, &Loss { unit: self.unit, points, before, lost }, weight);
            }
        }
    }

    /// What follows a loss: fatigue, leaders, disruption, rout, in the order of the rules. Who
    /// loses nothing is not asked.
    fn follow(&mut self, battle: &Battle, loss: &Loss, weight: u128) {
        let lost = u32::from(loss.lost);
        self.all += weight;
        self.lost += weight * u128::from(lost);
        (self.least, self.most) = (self.least.min(lost), self.most.max(lost));
        if loss.points == 0 {
            return;
        }
        let risk = u128::from(leaders::risk(battle, loss)).min(CERTAIN_LOSS);
        self.fallen += weight * risk;
        if loss.lost == loss.before {
            self.eliminated += weight;
            return;
        }
        let disrupts = losses::disruption_chance(battle, &self.now, loss).min(CERTAIN);
        self.disrupted += weight * u128::from(disrupts);
        let mut after = self.now;
        after.strength -= loss.lost;
        after.tire(losses::fatigue_of(battle, loss));
        for (fallen, part) in fallen_of(self.leaders.len() as u32, risk) {
            let mut after = after;
            after.tire(fallen * u32::from(battle.tables.fatigue.leader_lost));
            let routs = losses::rout_chance(battle, self.unit, &after).min(CERTAIN);
            self.routed += weight * part * u128::from(routs);
        }
    }

    fn peril(&self) -> Peril {
        let tenths = |count: u128, of: u128| {
            let whole = (self.all * of).max(1);
            ((2000 * count + whole) / (2 * whole)) as u32
        };
        let fallen = tenths(self.fallen, CERTAIN_LOSS);
        let certain = u128::from(CERTAIN);
        let whole = self.all.max(1);
        Peril {
            unit: self.unit,
            losses: Spread {
                min: self.least,
                max: self.most,
                mean_tenths: ((20 * self.lost + whole) / (2 * whole)) as u32,
            },
            eliminated: tenths(self.eliminated, 1),
            disrupted: tenths(self.disrupted, certain),
            routed: tenths(self.routed, certain * CERTAIN_LOSS.pow(LEADERS_OF_A_UNIT)),
            leaders: self.leaders.iter().map(|&leader| (leader, fallen)).collect(),
        }
    }
}

/// How many of some leaders fall who run the same risk each, and the weight of each number, of
/// [`CERTAIN_LOSS`] for each of [`LEADERS_OF_A_UNIT`].
fn fallen_of(leaders: u32, risk: u128) -> impl Iterator<Item = (u32, u128)> {
    let leaders = leaders.min(LEADERS_OF_A_UNIT);
    let rest = CERTAIN_LOSS.pow(LEADERS_OF_A_UNIT - leaders);
    let mut ways = 1;
    (0..=leaders).map(move |fallen| {
        let each = risk.pow(fallen) * (CERTAIN_LOSS - risk).pow(leaders - fallen);
        let weight = ways * each * rest;
        ways = ways * u128::from(leaders - fallen) / u128::from(fallen + 1);
        (fallen, weight)
    })
}
