//! Draws with what they were for. A chance of nothing, or of certainty, draws nothing.

use super::event::{Event, Purpose};
use crate::dice::Dice;

/// A whole number from 0 to `of` - 1.
pub fn roll<D: Dice + ?Sized>(
    dice: &mut D,
    events: &mut Vec<Event>,
    purpose: Purpose,
    of: u16,
) -> u16 {
    let value = dice.roll(of);
    events.push(Event::Drew { purpose, of, value });
    value
}

/// Whether something happens that has a chance of so many in a hundred.
pub fn chance<D: Dice + ?Sized>(
    dice: &mut D,
    events: &mut Vec<Event>,
    purpose: Purpose,
    percent: u32,
) -> bool {
    one_of(dice, events, purpose, percent, 100)
}

/// Whether something happens that has a chance of so many in ten thousand.
pub fn chance_of_ten_thousand<D: Dice + ?Sized>(
    dice: &mut D,
    events: &mut Vec<Event>,
    purpose: Purpose,
    chance: u32,
) -> bool {
    one_of(dice, events, purpose, chance, 10_000)
}

fn one_of<D: Dice + ?Sized>(
    dice: &mut D,
    events: &mut Vec<Event>,
    purpose: Purpose,
    chance: u32,
    of: u16,
) -> bool {
    match chance {
        0 => false,
        certain if certain >= u32::from(of) => true,
        _ => {
            let value = dice.roll_below(chance as u16, of);
            events.push(Event::Drew { purpose, of, value });
            u32::from(value) < chance
        }
    }
}
