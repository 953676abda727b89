//! What the games need on paper.

use crate::paper::{Marker, Number, OnPaper};

const fn marker(front: &'static str, back: &'static str, number: Number) -> Marker {
    Marker { front, back, number }
}

/// What the games need on paper.
pub const ON_PAPER: OnPaper = OnPaper {
    markers: &[
        marker("Game turn", "Game turn", Number::Just(1)),
        marker("Corps active", "Corps active", Number::Just(3)),
        marker("Moved", "Must assault", Number::ForTen(3)),
        marker("Assaulted", "Rallied", Number::ForTen(3)),
        marker("Bombarded", "Searched", Number::ForTen(1)),
        marker("Ford found", "Ford found", Number::Just(1)),
        marker("Union holds", "Confed. holds", Number::Just(12)),
        marker("Union points x1", "Union points x1", Number::Just(1)),
        marker("Union points x10", "Union points x10", Number::Just(1)),
    ],
    roster: &[],
    pads: &[],
    dice: "one six-sided die",
    limits: &[
        "Everything of this game can be played on paper. The back of a counter is the unit after its first step loss.",
        "Of landmarks somebody has to keep in mind whose infantry rested there last: put a marker with his name on them.",
    ],
};
