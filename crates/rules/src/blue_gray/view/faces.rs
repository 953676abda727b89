//! What a face of the die would do, in a sentence.

use super::words::{capital, count, is_one, names, the_army};
use crate::blue_gray::action::Attack;
use crate::blue_gray::battle::Battle;
use crate::blue_gray::crt::CombatResult;
use crate::blue_gray::ids::UnitSet;
use crate::blue_gray::preview::{Face, Fate, Preview};

/// What a face would do to everybody in an attack.
pub fn sentence(battle: &Battle, attack: &Attack, preview: &Preview, face: &Face) -> String {
    let mut parts = Vec::new();
    let (attackers, defenders) = (preview.odds.attackers, preview.odds.defenders);
    parts.extend(told(battle, face, defenders));
    match face.result {
        CombatResult::Exchange => parts.extend(exchange(battle, face, attackers, defenders)),
        _ => parts.extend(told(battle, face, attackers)),
    }
    parts.extend(shaken(battle, face, attackers));
    parts.extend(elections(battle, face, attack.bombard));
    match parts.as_slice() {
        [] => "No effect.".into(),
        _ => format!("{}.", capital(&parts.join("; "))),
    }
}

/// [BG 11.1] Whoever is thrown back from his own attack loses his attack effectiveness.
fn shaken(battle: &Battle, face: &Face, attackers: UnitSet) -> Option<String> {
    let thrown_back = face.result == CombatResult::AttackerRetreats;
    if !thrown_back || !battle.options.attack_effectiveness {
        return None;
    }
    let lost = with_fate(face, attackers, Fate::Trapped).union(with_fate(
        face,
        attackers,
        Fate::Eliminated,
    ));
    match attackers.without(lost) {
        UnitSet::EMPTY => None,
        one if lost.is_empty() && is_one(battle, one) => {
            Some("it loses its attack effectiveness".into())
        }
        _ if lost.is_empty() => Some("they lose their attack effectiveness".into()),
        left => {
            let verb = if is_one(battle, left) { "loses its" } else { "lose their" };
            Some(format!("{} {verb} attack effectiveness", names(battle, left)))
        }
    }
}

fn with_fate(face: &Face, among: UnitSet, fate: Fate) -> UnitSet {
    let has = |(unit, its): &&(_, Fate)| *its == fate && among.contains(*unit);
    face.fates.iter().filter(has).map(|(unit, _)| *unit).collect()
}

/// What becomes of one side's units, fate by fate.
fn told(battle: &Battle, face: &Face, units: UnitSet) -> Vec<String> {
    let Some(first) = units.first() else { return Vec::new() };
    let owner = the_army(battle.unit(first).side);
    let of = |fate| with_fate(face, units, fate);
    let mut parts = Vec::new();
    let mut say = |who: UnitSet, one: &str, many: &str| {
        if !who.is_empty() {
            let verb = if is_one(battle, who) { one } else { many };
            parts.push(format!("{} {verb}", names(battle, who)));
        }
    };
    say(of(Fate::Retreats), "retreats", "retreat");
    say(of(Fate::Displaces), "retreats and displaces a friend", "retreat and displace friends");
    say(of(Fate::Trapped), "is trapped and lost", "are trapped and lost");
    let lost = of(Fate::Eliminated);
    match face.result {
        // Whoever must retreat and is lost without having been trapped cannot move at all.
        CombatResult::AttackerRetreats | CombatResult::DefenderRetreats => {
            say(lost, "cannot retreat and is lost", "cannot retreat and are lost");
            let anybody = lost.union(of(Fate::Retreats)).union(of(Fate::Displaces));
            let moved = !anybody.union(of(Fate::Trapped)).union(of(Fate::OwnersChoice)).is_empty();
            if moved {
                say(of(Fate::Stays), "stays", "stay");
            }
        }
        _ => say(lost, "is lost", "are lost"),
    }
    let open = of(Fate::OwnersChoice);
    if !open.is_empty() {
        let who = names(battle, open);
        let whose = if is_one(battle, open) { "its fate is" } else { "their fates are" };
        parts.push(format!("{who} must retreat, and {whose} for {owner} to choose"));
    }
    parts
}

/// What an exchange costs the attackers.
fn exchange(battle: &Battle, face: &Face, attackers: UnitSet, defenders: UnitSet) -> Vec<String> {
    let Some(first) = attackers.first() else {
        return vec!["the guns suffer nothing".into()];
    };
    let lost = with_fate(face, attackers, Fate::Eliminated);
    let open = with_fate(face, attackers, Fate::OwnersChoice);
    let mut parts = Vec::new();
    if !lost.is_empty() {
        let verb = if is_one(battle, lost) { "is" } else { "are" };
        parts.push(format!("{} {verb} lost in exchange", names(battle, lost)));
    }
    if !open.is_empty() {
        let price = count(battle.strength(defenders) as usize, "strength point", "strength points");
        let owner = the_army(battle.unit(first).side);
        parts.push(format!("the exchange costs the attacker {price}: {owner} chooses who"));
    }
    parts
}

/// What becomes of the guns that bombard.
fn elections(battle: &Battle, face: &Face, guns: UnitSet) -> Option<String> {
    let open = with_fate(face, guns, Fate::OwnersChoice);
    let first = open.first()?;
    let owner = the_army(battle.unit(first).side);
    let who = names(battle, open);
    let verb = if is_one(battle, open) { "shares" } else { "share" };
    Some(format!("{owner} chooses whether {who} {verb} the retreat"))
}
