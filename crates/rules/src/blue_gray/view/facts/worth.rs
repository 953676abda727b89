//! What a hex is worth, in words.

use atlas::Side;
use atlas::map::Map;
use field::Cell;

use crate::blue_gray::battle::Battle;
use crate::blue_gray::facts::{ExitPoints, QuotaLift};
use crate::blue_gray::view::words::{capital, count, hexes, list, the_army};

/// What a hex is worth, to whom and when; `None` if nothing.
pub fn worth(battle: &Battle, map: &Map, cell: Cell) -> Option<String> {
    let mut parts = held_at_the_end(battle, cell);
    parts.extend(taken_or_threatened(battle, cell));
    parts.extend(ways_out(battle, map, cell));
    parts.extend(freedom_to_move(battle, cell));
    (!parts.is_empty()).then(|| format!("{}.", capital(&parts.join("; "))))
}

fn points(number: i32) -> String {
    count(number.unsigned_abs() as usize, "point", "points")
}

fn to_whom(side: Option<Side>) -> String {
    match side {
        Some(side) => format!("to {}", the_army(side)),
        None => "to whoever".into(),
    }
}

fn held_at_the_end(battle: &Battle, cell: Cell) -> Vec<String> {
    let scoring = &battle.facts.scoring;
    let mut parts = Vec::new();
    for hex in scoring.hexes.iter().filter(|hex| hex.cell == cell) {
        let verb = if hex.to.is_some() { "for holding" } else { "holds" };
        parts.push(format!("{} {} {verb} it at the end", points(hex.points), to_whom(hex.to)));
    }
    for group in scoring.groups.iter().filter(|group| group.cells.contains(&cell)) {
        let verb = if group.to.is_some() { "for holding" } else { "holds" };
        let mut all = hexes(battle, group.cells.iter().copied());
        all.sort_unstable();
        let all = list(&all);
        let (worth, whom) = (points(group.points), to_whom(group.to));
        parts.push(format!("{worth} {whom} {verb} all of {} at the end: {all}", group.name));
    }
    parts
}

fn taken_or_threatened(battle: &Battle, cell: Cell) -> Vec<String> {
    let scoring = &battle.facts.scoring;
    let mut parts = Vec::new();
    for hex in scoring.firsts.iter().filter(|hex| hex.cell == cell) {
        let verb = if hex.to.is_some() { "for taking" } else { "takes" };
        let (worth, whom) = (points(hex.points), to_whom(hex.to));
        parts.push(format!("{worth} {whom} {verb} it, once, during play"));
    }
    if let Some(town) = scoring.threatened.as_ref().filter(|town| town.cells.contains(&cell)) {
        let (worth, whom) = (points(town.points), the_army(town.to));
        parts.push(format!("{worth} to {whom} if its infantry is in it or next to it at the end"));
    }
    if let Some(cut) = scoring.cut_off.as_ref().filter(|cut| cut.to == cell) {
        parts.push(format!(
            "{} units without a clear way to it at the end count as eliminated",
            cut.side
        ));
    }
    parts
}

fn ways_out(battle: &Battle, map: &Map, cell: Cell) -> Option<String> {
    let exit = battle.facts.exits.iter().find(|exit| exit.cell == cell)?;
    let rate = |points: ExitPoints| match points {
        ExitPoints::Strength => "its strength, cavalry twice that",
        ExitPoints::Unit => "1 point, a division or cavalry 2",
    };
    let name = map.exits.get(&cell).map_or(String::new(), |exit| format!(" ({})", exit.name));
    Some(format!(
        "units may leave the map here{name}: a Union unit scores {}, a Confederate unit {}",
        rate(exit.union),
        rate(exit.confederate)
    ))
}

fn freedom_to_move(battle: &Battle, cell: Cell) -> Option<String> {
    let quota = battle.quota()?;
    let side = the_army(quota.side);
    match (quota.bonus, quota.lifted_by) {
        (Some((bonus, units)), _) if bonus == cell => {
            Some(format!("while {side} holds it, {units} more of its units may move in a turn"))
        }
        (_, Some(QuotaLift::EnemyEnters(at))) if at == cell => {
            Some(format!("an enemy who enters it ends the limit on how many units {side} may move"))
        }
        _ => None,
    }
}
