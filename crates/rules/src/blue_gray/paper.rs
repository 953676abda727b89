//! What the games need on paper.

use crate::paper::{Marker, Number, OnPaper};

const fn marker(front: &'static str, back: &'static str, number: Number) -> Marker {
    Marker { front, back, number }
}

/// What the games need on paper.
pub const ON_PAPER: OnPaper = OnPaper {
    markers: &[
        marker("Game turn", "Night turn", Number::Just(1)),
        marker("Moved", "Must attack", Number::ForTen(3)),
        marker("Attacked", "Advanced", Number::ForTen(3)),
        marker("Union holds", "Confed. holds", Number::Just(12)),
        marker("Union points x1", "Union points x1", Number::Just(1)),
        marker("Union points x10", "Union points x10", Number::Just(1)),
        marker("Confed. points x1", "Confed. points x1", Number::Just(1)),
        marker("Confed. points x10", "Confed. points x10", Number::Just(1)),
    ],
    roster: &[],
    pads: &[],
    dice: "one six-sided die",
    limits: &[
        "Everything of this game can be played on paper. What the program watches over you watch yourselves: zones of \
         control, who must still attack whom, and the limits on how many units may move.",
        "The back of a counter is its ineffective side. It is used only with the optional rule of attack effectiveness.",
    ],
};
