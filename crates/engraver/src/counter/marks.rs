//! Small signs on a counter, each in its own place: moved, advanced, must attack and so on.

use std::fmt::Write;

use super::{Counter, State};

/// A place for a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    x: i8,
    y: i8,
}

const LEFT: Place = Place { x: -36, y: -4 };
const RIGHT: Place = Place { x: 36, y: -4 };
const TOP_RIGHT: Place = Place { x: 45, y: -44 };
const TOP_LEFT: Place = Place { x: -45, y: -44 };
const BOTTOM_LEFT: Place = Place { x: -42, y: 42 };
const BOTTOM_RIGHT: Place = Place { x: 42, y: 42 };

/// What a sign in an upper corner takes from the strip.
const COVERED: f32 = 14.0;

/// All places, the ones that cover least first. There are as many as signs.
const PLACES: [Place; 6] = [RIGHT, LEFT, TOP_RIGHT, TOP_LEFT, BOTTOM_LEFT, BOTTOM_RIGHT];

/// The signs in the order in which they choose their places, with their part and the place each
/// prefers.
const SIGNS: [(State, &str, Place); 6] = [
    (State::MustAttack, "must", TOP_RIGHT),
    (State::Attacked, "attacked", TOP_RIGHT),
    (State::Moved, "moved", RIGHT),
    (State::Immobile, "immobile", LEFT),
    (State::OutOfCommand, "command", LEFT),
    (State::Advanced, "advanced", LEFT),
];

/// The signs of a counter and their places: each has the place it prefers, or the next free one.
fn placed(counter: &Counter) -> impl Iterator<Item = (&'static str, Place)> {
    let mut free = PLACES.to_vec();
    let signs = SIGNS.into_iter().filter(|(state, ..)| counter.has(*state));
    signs.map(move |(_, part, prefers)| {
        let at = free.iter().position(|&place| place == prefers).unwrap_or(0);
        (part, free.remove(at))
    })
}

/// Draws the signs of a counter.
pub(super) fn draw(out: &mut String, counter: &Counter) {
    for (part, Place { x, y }) in placed(counter) {
        let _ = write!(out, "<use href=\"#lr-{part}\" x=\"{x}\" y=\"{y}\"/>");
    }
}

/// How much of the strip's left and right end a sign covers.
pub(super) fn covered(counter: &Counter) -> (f32, f32) {
    let ends = placed(counter).map(|(_, place)| place);
    ends.fold((0.0, 0.0), |(left, right), place| match place {
        TOP_LEFT => (COVERED, right),
        TOP_RIGHT => (left, COVERED),
        _ => (left, right),
    })
}
