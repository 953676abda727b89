//! Orders in sentences.

use field::Direction;
use rules::grand_tactical::{Action, Battle, UnitId};

/// An order in a sentence.
pub fn words(battle: &Battle, action: &Action) -> String {
    let called = |unit: UnitId| battle.unit(unit).short.as_str();
    match *action {
        Action::Activate { division } => format!("activates {}", battle.post(division).name),
        Action::Step { unit, direction } => {
            format!("{} goes {}", called(unit), compass(direction))
        }
        Action::Move { unit, from, path } => {
            let to = path.squares(&battle.grid, from).last().unwrap_or(from);
            format!("{} moves to {}", called(unit), battle.name(to))
        }
        Action::MoveTo { unit, to } => format!("{} moves to {}", called(unit), battle.name(to)),
        Action::Face { unit, direction } => {
            format!("{} faces {}", called(unit), compass(direction))
        }
        Action::Mode { unit } => format!("{} changes formation", called(unit)),
        Action::ForceMarch { unit } => format!("{} force marches", called(unit)),
        Action::Fortify { unit } => format!("{} digs in", called(unit)),
        Action::PlotFire { unit, square: Some(square) } => {
            format!("{} fires at {}", called(unit), battle.name(square))
        }
        Action::PlotFire { unit, square: None } => format!("{} has no target", called(unit)),
        Action::PlotMelee { unit, on: true } => format!("{} is to charge", called(unit)),
        Action::PlotMelee { unit, on: false } => format!("{} is not to charge", called(unit)),
        Action::PlotAdvance { unit, on: true } => format!("{} is to advance", called(unit)),
        Action::PlotAdvance { unit, on: false } => format!("{} is not to advance", called(unit)),
        Action::Transfer { leader, unit } => {
            format!("{} rides to {}", battle.leader(leader).name, called(unit))
        }
        Action::EndPhase => "ends the phase".to_owned(),
    }
}

/// A direction of the compass.
pub fn compass(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::NorthEast => "north-east",
        Direction::East => "east",
        Direction::SouthEast => "south-east",
        Direction::South => "south",
        Direction::SouthWest => "south-west",
        Direction::West => "west",
        Direction::NorthWest => "north-west",
    }
}
