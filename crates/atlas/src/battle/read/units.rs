//! The units of a set-up, one line each.

use std::collections::BTreeSet;

use super::facts::MOST_MOVEMENT;
use super::game;
use super::places::Places;
use super::setup::Ground;
use super::spot::{Fields, Spot};
use crate::Side;
use crate::battle::{Arm, Guns, Mode, Size, Special, Start, Unit, Weapon};
use crate::fault::{one_of, quoted};
use crate::map::System;

/// The greatest strength: men of half a brigade.
const STRONGEST: u16 = 9999;
/// The longest bombardment range.
const LONGEST_RANGE: u8 = 30;

/// The units that were read.
pub(super) struct Roster {
    pub units: Vec<Unit>,
    /// Every designation, also of units that were not understood.
    pub ids: BTreeSet<String>,
    /// Whether every unit was understood.
    pub complete: bool,
}

/// Reads the units, and puts those that start on the map in their places.
pub(super) fn read(items: &[Spot<'_>], ground: &Ground<'_>, places: &mut Places<'_>) -> Roster {
    let mut roster = Roster { units: Vec::new(), ids: BTreeSet::new(), complete: true };
    for (item, n) in items.iter().zip(1..) {
        let item = match item.peek("id") {
            Some(id) => {
                let item = item.named(format!("unit {id}"));
                if !roster.ids.insert(id.to_owned()) {
                    item.fault("found a second unit with this id; expected each once");
                }
                item
            }
            None => item.named(format!("unit number {n}")),
        };
        match unit(&item, ground) {
            Some(unit) => {
                places.put(&item, &unit);
                roster.units.push(unit);
            }
            None => roster.complete = false,
        }
    }
    roster
}

fn unit(spot: &Spot<'_>, ground: &Ground<'_>) -> Option<Unit> {
    let mut fields = spot.fields()?;
    let id = fields.need("id").and_then(|spot| spot.name());
    let short = fields.name_if_any("short");
    let name = fields.name_if_any("name");
    let side = fields.need_word("side", &Side::BOTH, Side::word);
    let arm = fields.need_word("arm", &Arm::ALL, Arm::word);
    let size = fields.need_word("size", &Size::ALL, Size::word);
    let strength = fields.need("strength").and_then(|spot| spot.number(1..=STRONGEST));
    let movement = fields.find("movement").map(|spot| spot.small_number(1..=MOST_MOVEMENT));
    let corps = fields.name_if_any("corps");
    let division = fields.name_if_any("division");
    let start = start(&mut fields, ground);
    let provenance = fields.need("provenance").and_then(|spot| source(&spot, ground));
    let note = fields.find("note").and_then(|spot| spot.paragraph());
    let reduced = reduced(&mut fields, ground.system, strength);
    let brigade = grand_tactical(&mut fields, ground.system, "brigade").and_then(|s| s.name());
    let special = special(&mut fields, ground, arm);
    fields.finish();
    Some(Unit {
        id: id?,
        short,
        name,
        side: side?,
        arm: arm?,
        size: size?,
        strength: strength?,
        reduced: reduced?,
        movement: movement.map_or(Some(None), |read| read.map(Some))?,
        corps,
        division,
        brigade,
        start: start?,
        provenance: provenance?,
        note,
        special: special?,
    })
}

fn start(fields: &mut Fields<'_>, ground: &Ground<'_>) -> Option<Start> {
    match (fields.find("at"), fields.find("arrives")) {
        (Some(at), None) => at.cell(ground.grid()).map(Start::At),
        (None, Some(arrives)) => {
            let group = arrives.name()?;
            if ground.group_names.contains(&group) {
                return Some(Start::Arrives { group });
            }
            arrives.expected("the id of one of the groups")
        }
        (Some(_), Some(_)) => {
            fields.spot.fault("found \"at\" and \"arrives\"; expected one of them");
            None
        }
        (None, None) => {
            fields.spot.fault("found neither \"at\" nor \"arrives\"; expected one of them");
            None
        }
    }
}

fn source(spot: &Spot<'_>, ground: &Ground<'_>) -> Option<String> {
    let code = spot.name()?;
    if let Some(text) = ground.sources.get(&code) {
        return Some(text.clone());
    }
    let codes = one_of(ground.sources.keys().map(String::as_str));
    spot.fault(format!("found {}; expected a code of the sources: {codes}", quoted(&code)));
    None
}

/// `Some(None)` where a unit has no reverse side.
fn reduced(fields: &mut Fields<'_>, system: System, full: Option<u16>) -> Option<Option<u16>> {
    if system != System::Brigade {
        refuse(fields, "reduced", System::Brigade);
        return Some(None);
    }
    fields.need("reduced")?.number(1..=full.unwrap_or(STRONGEST)).map(Some)
}

fn refuse(fields: &mut Fields<'_>, key: &'static str, only: System) {
    fields.refuse(key, format!("in {} battles", game(only)));
}

/// A field that only grand-tactical battles have.
fn grand_tactical<'a>(
    fields: &mut Fields<'a>,
    system: System,
    key: &'static str,
) -> Option<Spot<'a>> {
    if system == System::GrandTactical {
        return fields.find(key);
    }
    refuse(fields, key, System::GrandTactical);
    None
}

const BLUE_GRAY: [&str; 3] = ["immobile", "range", "may_not_move_on"];
const GRAND_TACTICAL: [&str; 6] =
    ["weapon", "effectiveness", "facing", "mode", "horse_artillery", "no_points_on"];

fn special(fields: &mut Fields<'_>, ground: &Ground<'_>, arm: Option<Arm>) -> Option<Special> {
    let system = ground.system;
    if system != System::BlueGray {
        BLUE_GRAY.iter().for_each(|key| refuse(fields, key, System::BlueGray));
    }
    if system != System::Brigade {
        refuse(fields, "guns", System::Brigade);
    }
    if system != System::GrandTactical {
        GRAND_TACTICAL.iter().for_each(|key| refuse(fields, key, System::GrandTactical));
    }
    match system {
        System::BlueGray => blue_gray(fields, ground.turns),
        System::Brigade => brigade(fields, arm),
        System::GrandTactical => grand_tactical_facts(fields, ground.turns, arm),
        #[cfg(feature = "toy")]
        System::Toy => Some(Special::default()),
    }
}

fn blue_gray(fields: &mut Fields<'_>, turns: u8) -> Option<Special> {
    let immobile = fields.flag("immobile");
    let range = match fields.find("range") {
        Some(spot) => Some(spot.small_number(1..=LONGEST_RANGE)?),
        None => None,
    };
    let may_not_move_on = some_turns(fields, "may_not_move_on", turns)?;
    Some(Special { immobile, range, may_not_move_on, ..Special::default() })
}

fn some_turns(fields: &mut Fields<'_>, key: &'static str, turns: u8) -> Option<Vec<u8>> {
    match fields.find(key) {
        Some(spot) => spot.turns(turns),
        None => Some(Vec::new()),
    }
}

fn brigade(fields: &mut Fields<'_>, arm: Option<Arm>) -> Option<Special> {
    if arm? != Arm::Artillery {
        fields.refuse("guns", "of artillery");
        return Some(Special::default());
    }
    let guns = fields.need_word("guns", &Guns::ALL, Guns::word)?;
    Some(Special { guns: Some(guns), ..Special::default() })
}

fn grand_tactical_facts(fields: &mut Fields<'_>, turns: u8, arm: Option<Arm>) -> Option<Special> {
    let weapon = fields.need("weapon").and_then(|spot| weapon(&spot, arm));
    let effectiveness = fields.need("effectiveness").and_then(|spot| spot.small_number(1..=100));
    let facing = fields.need("facing").and_then(|spot| spot.small_number(1..=8));
    let mode = fields.need("mode").and_then(|spot| mode(&spot, arm));
    let no_points_on = some_turns(fields, "no_points_on", turns);
    let horse_artillery = if arm.is_none_or(|arm| arm == Arm::Artillery) {
        fields.flag("horse_artillery")
    } else {
        fields.refuse("horse_artillery", "of artillery");
        false
    };
    Some(Special {
        weapon: Some(weapon?),
        effectiveness: Some(effectiveness?),
        facing: Some(facing?),
        mode: Some(mode?),
        horse_artillery,
        no_points_on: no_points_on?,
        ..Special::default()
    })
}

fn weapon(spot: &Spot<'_>, arm: Option<Arm>) -> Option<Weapon> {
    let weapon = spot.word(&Weapon::ALL, Weapon::word)?;
    match arm {
        Some(Arm::Artillery) if !weapon.is_gun() => spot.expected("guns, as it is artillery"),
        Some(Arm::Infantry | Arm::Cavalry) if weapon.is_gun() => {
            spot.expected("small arms, as it is not artillery")
        }
        _ => Some(weapon),
    }
}

fn mode(spot: &Spot<'_>, arm: Option<Arm>) -> Option<Mode> {
    let mode = spot.word(&Mode::ALL, Mode::word)?;
    match arm {
        Some(arm) if mode.arm() != arm => {
            let all = Mode::ALL.iter().filter(|mode| mode.arm() == arm);
            spot.expected(one_of(all.map(|mode| mode.word())))
        }
        _ => Some(mode),
    }
}
