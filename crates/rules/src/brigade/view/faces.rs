//! What a face of the die would do, in a sentence.

use super::words::names;
use crate::brigade::battle::Battle;
use crate::brigade::preview::{Face, Fate};
use crate::ids::UnitSet;
use crate::words::capital;

/// What a face would do to everybody in an attack.
pub fn sentence(battle: &Battle, face: &Face) -> String {
    let of = |fate: Fate| -> UnitSet {
        face.fates.iter().filter(|(_, its)| *its == fate).map(|(unit, _)| *unit).collect()
    };
    let mut parts = Vec::new();
    let mut say = |fate: Fate, one: &str, many: &str| {
        let units = of(fate);
        if !units.is_empty() {
            let verb = if units.len() == 1 { one } else { many };
            parts.push(format!("{} {verb}", names(battle, units)));
        }
    };
    say(Fate::Reduced, "is reduced", "are reduced");
    say(Fate::Eliminated, "is eliminated", "are eliminated");
    say(Fate::Retreats, "retreats", "retreat");
    say(
        Fate::RetreatsAtAPrice,
        "retreats over water and loses a step",
        "retreat over water and lose a step each",
    );
    say(Fate::Displaces, "retreats and displaces a friend", "retreat and displace friends");
    say(Fate::Trapped, "has no way and loses a step", "have no way and lose a step each");
    for (side, units) in by_side(battle, of(Fate::OwnersChoice)) {
        parts.push(format!("one of {units} loses a step, as {side} chooses"));
    }
    match parts.as_slice() {
        [] => "No effect.".into(),
        _ => format!("{}.", capital(&parts.join("; "))),
    }
}

fn by_side(battle: &Battle, units: UnitSet) -> Vec<(&'static str, String)> {
    let of = |side: atlas::Side| {
        let own = units.intersection(battle.of_side(side));
        (!own.is_empty()).then(|| (crate::words::the_army(side), names(battle, own)))
    };
    atlas::Side::BOTH.into_iter().filter_map(of).collect()
}
