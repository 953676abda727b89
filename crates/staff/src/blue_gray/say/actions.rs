//! Actions in plain words.

use field::Cell;
use rules::blue_gray::crt::Column;
use rules::blue_gray::ids::Path;
use rules::blue_gray::{Action, Battle, Phase, State, UnitId};

/// An action in a sentence.
pub fn words(battle: &Battle, state: &State, action: &Action) -> String {
    let unit = |unit: UnitId| battle.unit(unit).called.as_str();
    let does = |unit: UnitId, deed: &str| does(battle, unit, deed);
    let hex = |cell: Cell| battle.grid().name(cell).to_string();
    let hexes =
        |cells: &[Cell]| cells.iter().map(|&cell| hex(cell)).collect::<Vec<_>>().join(" and ");
    match *action {
        Action::Move { unit: who, to, path } => {
            format!("{} to {}{}.", does(who, "moves"), hex(to), by_way_of(battle, path))
        }
        Action::Enter { unit: who, hex: at, to, .. } if at == to => {
            format!("{} on at {}.", does(who, "comes"), hex(at))
        }
        Action::Enter { unit: who, hex: at, to, .. } => {
            let to = format!("{} to {}", deed(battle, who, "moves"), hex(to));
            format!("{} on at {} and {to}.", does(who, "comes"), hex(at))
        }
        Action::Exit { unit: who, hex: at, path } => {
            format!("{} the map at {}{}.", does(who, "leaves"), hex(at), by_way_of(battle, path))
        }
        Action::EndPhase if state.phase == Phase::Movement => "End the movement phase.".into(),
        Action::EndPhase => "End the combat phase.".into(),
        Action::Attack(attack) if attack.attackers.is_empty() => {
            let guns: Vec<&str> = attack.bombard.iter().map(unit).collect();
            let announced = announced(attack.column);
            format!("Bombard {} with {}{announced}.", hexes(&attack.defenders), guns.join(" and "))
        }
        Action::Attack(attack) => {
            let guns: Vec<&str> = attack.bombard.iter().map(unit).collect();
            let with = if guns.is_empty() { "" } else { " with " };
            format!(
                "Attack {} from {}{with}{}{}.",
                hexes(&attack.defenders),
                hexes(&attack.attackers),
                guns.join(" and "),
                announced(attack.column)
            )
        }
        Action::Elect { unit: who, retreat: true } => format!("{} too.", does(who, "retreats")),
        Action::Elect { unit: who, retreat: false } => format!("{}.", does(who, "stays")),
        Action::Losses { units } => {
            let lost: Vec<&str> = units.iter().map(unit).collect();
            format!("Give up {}.", lost.join(" and "))
        }
        Action::Retreat { unit: who, to, .. } => {
            format!("{} to {}.", does(who, "retreats"), hex(to))
        }
        Action::Advance { unit: who, to } => format!("{} to {}.", does(who, "advances"), hex(to)),
        Action::Decline => "Nobody advances.".into(),
    }
}

/// What a unit does, in a sentence.
fn does(battle: &Battle, unit: UnitId, verb: &str) -> String {
    format!("{} {}", battle.unit(unit).called, deed(battle, unit, verb))
}

/// The verb of one, for a unit that may be spoken of as of many: guns move.
fn deed<'w>(battle: &Battle, unit: UnitId, verb: &'w str) -> &'w str {
    let many = verb.strip_suffix('s').filter(|_| battle.unit(unit).is_plural());
    many.unwrap_or(verb)
}

/// The hexes on a way that is not the usual one, but for its end.
fn by_way_of(battle: &Battle, path: Option<Path>) -> String {
    let cells = path.as_ref().map_or(&[][..], |path| path);
    let passed = &cells[..cells.len().saturating_sub(1)];
    if passed.is_empty() {
        return String::new();
    }
    let names: Vec<String> =
        passed.iter().map(|&cell| battle.grid().name(cell).to_string()).collect();
    format!(" by way of {}", names.join(", "))
}

/// [BG 7.9] A lower column than the odds give, if one is announced.
fn announced(column: Option<Column>) -> String {
    column.map_or_else(String::new, |column| format!(", announced at {column}"))
}

#[cfg(test)]
mod tests {
    use rules::blue_gray::ids::Around;
    use rules::blue_gray::{Attack, new_game};
    use rules::dice::Chance;

    use super::*;

    #[test]
    fn ways_of_their_own_and_announced_columns_are_told() {
        let files = atlas::builtin::battle("blue-gray/antietam").unwrap();
        let battle = Battle::new(&files, None, &[]).unwrap();
        let (mut dice, mut events) = (Chance::new(1), Vec::new());
        let state = new_game(&battle, &mut dice, &mut events);
        let cell = |name: &str| battle.grid().cell(name).unwrap();
        let unit = battle.find("1/1/I").unwrap();
        let path = Path::of(["0814", "0815", "0816"].map(cell));
        let said = |one: Action| words(&battle, &state, &one);
        let moved = |path| Action::Move { unit, to: cell("0816"), path };
        let guns =
            Action::Move { unit: battle.find("Jones").unwrap(), to: cell("0510"), path: None };
        assert!(said(guns).ends_with(" move to 0510."), "{}", said(guns));
        assert_eq!(said(moved(None)), "Phelps (1/1/I) moves to 0816.");
        assert_eq!(said(moved(path)), "Phelps (1/1/I) moves to 0816 by way of 0814, 0815.");
        let attack = Attack {
            defenders: Around::of([cell("0809")]).unwrap(),
            attackers: Around::of([cell("0808")]).unwrap(),
            bombard: battle.find("A").into_iter().collect(),
            column: Column::parse("3-1"),
        };
        let told = said(Action::Attack(attack));
        assert_eq!(told, "Attack 0809 from 0808 with Rifled artillery A, announced at 3-1.");
    }
}
