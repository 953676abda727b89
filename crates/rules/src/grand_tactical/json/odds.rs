//! The previews of fire and melee as JSON.

use serde_json::{Value, json};

use crate::grand_tactical::battle::Battle;
use crate::grand_tactical::event::FACTORS;
use crate::grand_tactical::melee::MELEE_FACTORS;
use crate::grand_tactical::odds::{FireOdds, MeleeOdds, Spread};
use crate::grand_tactical::perils::Peril;
use crate::grand_tactical::tables::MeleeRow;

/// Factors that are not known before a shot, or belong to another one: not written.
pub const NOT_OF_A_PLOT: [&str; 3] = ["ammunition", "flank_defender", "random"];

impl FireOdds {
    /// As the door writes it.
    pub fn to_json(&self, battle: &Battle) -> Value {
        let named = FACTORS.iter().zip(self.factors);
        let known = named.filter(|(name, _)| !NOT_OF_A_PLOT.contains(name));
        let factors: Vec<Value> = known.map(|(name, percent)| json!([name, percent])).collect();
        let mut odds = json!({
            "unit": battle.unit(self.unit).id,
            "square": battle.name(self.square),
            "range": self.range,
            "rate": self.rate,
            "strength": self.strength,
            "primary": battle.unit(self.primary).id,
            "factors": factors,
            "casualties": spread_to_json(&self.casualties),
        });
        if let Some((chance, spread)) = &self.dry {
            let Spread { min, max, .. } = spread;
            odds["dry"] = json!({"chance": chance, "min": min, "max": max, "mean": mean(spread)});
        }
        odds
    }
}

/// What may become of a unit of the target, in men or guns and in per cent; what this level of the
/// game does without is left out.
pub fn peril_to_json(battle: &Battle, peril: &Peril) -> Value {
    let facts = battle.unit(peril.unit);
    let percent = |tenths: u32| f64::from(tenths) / 10.0;
    let mut told = json!({
        "unit": facts.id, "eliminated": percent(peril.eliminated), "routed": percent(peril.routed),
    });
    told[if facts.is_artillery() { "guns" } else { "men" }] = spread_to_json(&peril.losses);
    if !battle.options.basic() {
        told["disrupted"] = json!(percent(peril.disrupted));
    }
    if battle.options.advanced() {
        let fallen = peril.leaders.iter();
        let fallen =
            fallen.map(|&(leader, chance)| json!([battle.leader(leader).name, percent(chance)]));
        told["leaders"] = fallen.collect();
    }
    told
}

fn spread_to_json(spread: &Spread) -> Value {
    json!({"min": spread.min, "max": spread.max, "mean": mean(spread)})
}

/// A mean to a tenth. Only for readers: no rule looks at it.
fn mean(spread: &Spread) -> f64 {
    f64::from(spread.mean_tenths) / 10.0
}

impl MeleeOdds {
    /// As the door writes it.
    pub fn to_json(&self, battle: &Battle) -> Value {
        let fighter = |id: &str, factors: &[u16]| {
            let named = MELEE_FACTORS.iter().zip(factors);
            let factors: Vec<Value> = named.map(|(name, percent)| json!([name, percent])).collect();
            json!({"unit": id, "factors": factors})
        };
        let attackers = self.attackers.iter();
        let attackers = attackers.map(|(unit, factors)| fighter(&battle.unit(*unit).id, factors));
        let defenders = self.defenders.iter();
        let defenders = defenders.map(|(unit, factors)| fighter(&battle.unit(*unit).id, factors));
        let names = row_names(&battle.tables.melee.rows);
        let rows = names.iter().zip(&self.ways).rev();
        let rows = rows.map(|(name, ways)| json!({"difference": name, "ways": ways}));
        json!({
            "square": battle.name(self.square),
            "attack": self.attack,
            "defence": self.defence,
            "attackers": attackers.collect::<Vec<_>>(),
            "defenders": defenders.collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
            "of": self.of,
        })
    }
}

/// The rows of the Melee Combat Results Table by their differentials: "<=-7", "-6,-5", "-4..4",
/// ">=13".
pub fn row_names(rows: &[MeleeRow]) -> Vec<String> {
    let mut low: Option<i32> = None;
    let mut name = |row: &MeleeRow| {
        let name = match (low, row.up_to) {
            (None, None) => "any".to_owned(),
            (None, Some(high)) => format!("<={high}"),
            (Some(low), None) => format!(">={low}"),
            (Some(low), Some(high)) if low == high => low.to_string(),
            (Some(low), Some(high)) if low + 1 == high => format!("{low},{high}"),
            (Some(low), Some(high)) => format!("{low}..{high}"),
        };
        low = row.up_to.map(|high| high + 1);
        name
    };
    rows.iter().map(&mut name).collect()
}
