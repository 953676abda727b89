//! Previews of fire and melee for a reader at a terminal.

use std::fmt::Write as _;

use super::action::Action;
use super::battle::Battle;
use super::event::FACTORS;
use super::json::{NOT_OF_A_PLOT, row_names};
use super::melee::MELEE_FACTORS;
use super::odds::{self, FireOdds, MeleeOdds, Spread};
use super::perils::{self, Peril};
use super::state::State;

/// The odds of an action in lines; `None` if this kind has none, or nobody is seen there.
pub fn text(battle: &Battle, seen: &State, action: &Action) -> Option<String> {
    match *action {
        Action::PlotFire { unit, square: Some(square) } => {
            let odds = odds::fire(battle, seen, unit, square)?;
            let perils = perils::of_fire(battle, seen, unit, square)?;
            Some(fire(battle, &odds, &perils))
        }
        Action::PlotMelee { unit, on: true } => {
            Some(melee(battle, &odds::melee(battle, seen, unit)?))
        }
        _ => None,
    }
}

fn fire(battle: &Battle, odds: &FireOdds, perils: &[Peril]) -> String {
    let firer = battle.unit(odds.unit);
    let (what, each) =
        if firer.is_artillery() { ("guns", "for each") } else { ("men", "for each 100") };
    let mut out = format!(
        "{} fires at {}, range {}: {} {what}, {} {each}\n",
        firer.short,
        battle.name(odds.square),
        odds.range,
        odds.strength,
        odds.rate
    );
    let known = FACTORS.iter().zip(odds.factors).filter(|(name, _)| !NOT_OF_A_PLOT.contains(name));
    let _ = writeln!(out, "  {}", factors(known.map(|(name, percent)| (*name, percent))));
    let _ = writeln!(out, "  casualties: {}", spread(&odds.casualties));
    if let Some((chance, dry)) = &odds.dry {
        let _ = writeln!(out, "  {chance} % that its ammunition gives out; then {}", spread(dry));
    }
    for peril in perils {
        let _ = writeln!(out, "  {}", in_peril(battle, peril));
    }
    out
}

/// What may become of a unit, in a line.
fn in_peril(battle: &Battle, peril: &Peril) -> String {
    let facts = battle.unit(peril.unit);
    let what = if facts.is_artillery() { "guns" } else { "men" };
    let mut line = format!("{} loses {} {what}", facts.short, spread(&peril.losses));
    let chances = [
        ("is disrupted", peril.disrupted),
        ("routs", peril.routed),
        ("is eliminated", peril.eliminated),
    ];
    for (deed, chance) in chances.into_iter().filter(|(_, chance)| *chance > 0) {
        let _ = write!(line, "; {deed} {} %", tenths(chance));
    }
    for (leader, chance) in &peril.leaders {
        let _ = write!(line, "; {} falls {} %", battle.leader(*leader).name, tenths(*chance));
    }
    line
}

fn melee(battle: &Battle, odds: &MeleeOdds) -> String {
    let men = |hundredths: u64| format!("{}.{:02}", hundredths / 100, hundredths % 100);
    let mut out = format!(
        "melee at {}: {} men against {}\n",
        battle.name(odds.square),
        men(odds.attack),
        men(odds.defence)
    );
    let attackers = odds.attackers.iter().map(|(unit, factors)| (unit, &factors[..]));
    let defenders = odds.defenders.iter().map(|(unit, factors)| (unit, &factors[..]));
    for (who, side) in
        [("attacks", attackers.collect::<Vec<_>>()), ("defends", defenders.collect())]
    {
        for (unit, percents) in side {
            let named = MELEE_FACTORS.into_iter().zip(percents.iter().copied());
            let _ = writeln!(out, "  {} {who}: {}", battle.unit(*unit).short, factors(named));
        }
    }
    let table = &battle.tables.melee;
    let loss = |more: u16| format!("{} to {}", more + 1, more + table.random);
    let rows = row_names(&table.rows).into_iter().zip(&table.rows).zip(&odds.ways);
    for ((name, row), &ways) in rows.rev().filter(|(_, ways)| **ways > 0) {
        let chance = (2000 * u64::from(ways) + u64::from(odds.of)) / (2 * u64::from(odds.of));
        let _ = writeln!(
            out,
            "  {} %: difference {name}: attackers lose {}, retreat {} %; defenders lose {}, \
             retreat {} %",
            tenths(chance as u32),
            loss(row.attacker),
            row.attacker_retreats,
            loss(row.defender),
            row.defender_retreats
        );
    }
    out
}

/// The factors that change something.
fn factors<'n>(all: impl Iterator<Item = (&'n str, u16)>) -> String {
    let changed = all.filter(|(_, percent)| *percent != 100);
    let words: Vec<String> =
        changed.map(|(name, percent)| format!("{} {percent} %", name.replace('_', " "))).collect();
    if words.is_empty() { "no factor changes it".to_owned() } else { words.join(", ") }
}

fn spread(spread: &Spread) -> String {
    format!("{} ({} to {})", tenths(spread.mean_tenths), spread.min, spread.max)
}

fn tenths(number: u32) -> String {
    format!("{}.{}", number / 10, number % 10)
}
