//! The leaders of a grand-tactical set-up.

use std::collections::BTreeSet;

use super::spot::Spot;
use crate::Side;
use crate::battle::{Leader, Rank, Unit};
use crate::fault::quoted;

/// The most leaders of a scenario.
const MOST: usize = 1000;
/// The greatest bonus, in per cent.
const GREATEST_BONUS: u8 = 100;

/// Reads the leaders; `ids` are the designations of all units, also of those not understood.
pub(super) fn read(spot: &Spot<'_>, units: &[Unit], ids: &BTreeSet<String>) -> Vec<Leader> {
    let mut leaders: Vec<Leader> = Vec::new();
    let mut items = spot.items().unwrap_or_default();
    if items.len() > MOST {
        spot.fault(format!("found {} leaders; expected at most {MOST}", items.len()));
        items.truncate(MOST);
    }
    for (item, n) in items.iter().zip(1..) {
        let item = match item.peek("name") {
            Some(name) => item.named(format!("leader {name}")),
            None => item.named(format!("leader number {n}")),
        };
        let Some(leader) = leader(&item, units, ids) else { continue };
        let post = |leader: &Leader| (leader.side, leader.rank, leader.commands.clone());
        if leaders.iter().any(|other| post(other) == post(&leader)) {
            let commands = quoted(&leader.commands);
            item.fault(format!("found a second leader of {commands}; expected each once"));
        }
        leaders.push(leader);
    }
    leaders
}

fn leader(spot: &Spot<'_>, units: &[Unit], ids: &BTreeSet<String>) -> Option<Leader> {
    let mut fields = spot.fields()?;
    let name = fields.need("name").and_then(|spot| spot.name());
    let side = fields.need_word("side", &Side::BOTH, Side::word);
    let rank = fields.need_word("rank", &Rank::ALL, Rank::word);
    let commands = fields.need("commands");
    let bonus = fields.need("bonus").and_then(|spot| spot.small_number(0..=GREATEST_BONUS));
    let with = if rank == Some(Rank::Brigade) {
        fields.refuse("with", "of leaders above a brigade");
        None
    } else {
        fields.need("with")
    };
    let note = fields.find("note").and_then(|spot| spot.paragraph());
    fields.finish();
    let (side, rank, commands) = (side?, rank?, commands?);
    let formation = commands.name()?;
    if !units.iter().any(|unit| is_under(unit, side, rank, &formation)) {
        commands.fault(format!(
            "found {}; expected the {} of some {} unit",
            quoted(&formation),
            formation_word(rank),
            side.word()
        ));
    }
    let with = match with {
        Some(spot) => {
            let id = spot.name()?;
            if !ids.contains(&id) {
                return spot.expected("the id of a unit");
            }
            let unit = units.iter().find(|unit| unit.id == id);
            if unit.is_some_and(|unit| !is_under(unit, side, rank, &formation)) {
                spot.fault(format!(
                    "found {}, which is not his; expected a unit of {}",
                    quoted(&id),
                    quoted(&formation)
                ));
            }
            Some(id)
        }
        None => None,
    };
    Some(Leader { name: name?, side, rank, commands: formation, bonus: bonus?, with, note })
}

fn formation_word(rank: Rank) -> &'static str {
    match rank {
        Rank::Brigade => "brigade",
        Rank::Division => "division",
        Rank::Corps | Rank::Deputy => "corps",
    }
}

/// Whether a unit belongs to a formation.
fn is_under(unit: &Unit, side: Side, rank: Rank, formation: &str) -> bool {
    let named = match rank {
        Rank::Brigade => &unit.brigade,
        Rank::Division => &unit.division,
        Rank::Corps | Rank::Deputy => &unit.corps,
    };
    unit.side == side && named.as_deref() == Some(formation)
}
