//! Actions in plain words.

use field::Cell;
use rules::brigade::battle::CorpsSet;
use rules::brigade::{Action, Battle, Phase, State};
use rules::ids::{UnitId, UnitSet};

use super::words::listed;

/// An action in a sentence.
pub fn words(battle: &Battle, state: &State, action: &Action) -> String {
    let unit = |unit: UnitId| battle.unit(unit).called.clone();
    let units = |units: UnitSet| listed(units.iter().map(unit).collect());
    let hex = |cell: Cell| battle.grid().name(cell).to_string();
    match *action {
        Action::Activate { corps } if corps.is_empty() => "Name no corps.".into(),
        Action::Activate { corps } => format!("Name {}.", corps_words(battle, corps)),
        Action::Rally { unit: who } => format!("{} tries to rally.", unit(who)),
        Action::Move { unit: who, to, path } => {
            let cells = path.as_ref().map_or(&[][..], |path| path);
            let passed = &cells[..cells.len().saturating_sub(1)];
            let by = listed(passed.iter().map(|&cell| hex(cell)).collect());
            let by = if by.is_empty() { by } else { format!(" by way of {by}") };
            format!("{} moves to {}{by}.", unit(who), hex(to))
        }
        Action::Search { unit: who, hex: at } => {
            format!("{} looks for a ford towards {}.", unit(who), hex(at))
        }
        Action::Enter { unit: who, hex: at, to, .. } if at == to => {
            format!("{} comes on at {}.", unit(who), hex(at))
        }
        Action::Enter { unit: who, hex: at, to, .. } => {
            format!("{} comes on at {} and moves to {}.", unit(who), hex(at), hex(to))
        }
        Action::Bombard(fire) => {
            format!("Bombard {} with {}.", hex(fire.target), units(fire.guns))
        }
        Action::Assault(assault) => {
            let hexes = listed(assault.defenders.iter().map(|&cell| hex(cell)).collect());
            format!("Assault {hexes} with {}.", units(assault.attackers))
        }
        Action::Loss { unit: who } => format!("{} loses a step.", unit(who)),
        Action::Retreat { unit: who, to: None, .. } => {
            format!("{} has no way and loses a step.", unit(who))
        }
        Action::Retreat { unit: who, to: Some(to), displace: None } => {
            format!("{} retreats to {}.", unit(who), hex(to))
        }
        Action::Retreat { unit: who, to: Some(to), displace: Some(friend) } => {
            format!("{} retreats to {}; {} makes room.", unit(who), hex(to), unit(friend))
        }
        Action::Advance { unit: who, to } => format!("{} advances to {}.", unit(who), hex(to)),
        Action::Withdraw { unit: who, to } => {
            format!("{} withdraws to {}.", unit(who), hex(to))
        }
        Action::Decline => declined(battle, state),
        Action::EndPhase => format!("End the {} phase.", phase(state.phase)),
    }
}

/// Corps in words: `I and XII Corps`.
pub fn corps_words(battle: &Battle, corps: CorpsSet) -> String {
    let names = battle.facts.activation.as_ref().map_or(&[][..], |facts| &facts.corps);
    let named = corps.iter().filter_map(|index| names.get(index).cloned());
    format!("{} Corps", listed(named.collect()))
}

fn declined(battle: &Battle, state: &State) -> String {
    use rules::brigade::pending::{Pending, Step};
    match state.pending() {
        Some(Pending::Combat(_)) | None => "Nobody advances.".into(),
        Some(pending) => {
            let first = pending.units().first();
            let who = first.map_or("", |unit| battle.unit(unit).called.as_str());
            let does = if pending.step() == Step::GoOn { "stops" } else { "stays" };
            format!("{who} {does}.")
        }
    }
}

fn phase(phase: Phase) -> &'static str {
    phase.word()
}
