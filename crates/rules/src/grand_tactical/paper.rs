//! What the games need on paper.

use crate::paper::{Column, Marker, Number, OnPaper, Pad};

const fn marker(front: &'static str, back: &'static str, number: Number) -> Marker {
    Marker { front, back, number }
}

const fn printed(title: &'static str, member: &'static str, width: u8) -> Column {
    Column { title, member: Some(member), width }
}

const fn blank(title: &'static str, width: u8) -> Column {
    Column { title, member: None, width }
}

/// What the games need on paper.
pub const ON_PAPER: OnPaper = OnPaper {
    markers: &[
        marker("Game turn", "Game turn", Number::Just(1)),
        marker("Routed", "Disrupted", Number::ForTen(2)),
        marker("Column", "Limbered", Number::ForTen(4)),
        marker("Mounted", "Dis- mounted", Number::Just(6)),
        marker("Low ammo", "No ammo", Number::ForTen(2)),
        marker("Works 1", "Works 2", Number::ForTen(1)),
        marker("Works 3", "Works 4", Number::Just(8)),
        marker("Works 5", "Works 5", Number::Just(2)),
        marker("Active", "Out of command", Number::ForTen(2)),
        marker("Moved", "Fired", Number::ForTen(2)),
        marker("Union holds", "Confed. holds", Number::Just(12)),
    ],
    roster: &[
        printed("Unit", "called", 31),
        printed("Men, guns", "strength", 13),
        printed("Weapon", "weapon", 15),
        printed("Eff.", "effectiveness", 9),
        blank("Men or guns now", 44),
        blank("Fatigue", 40),
        blank("Ammo, works, notes", 24),
    ],
    pads: &[Pad {
        title: "Plots",
        use_it: "A line for each order of this turn, written before anybody shoots and read out together: whom the unit \
                 fires at, whom it charges, where it goes after a won melee.",
        columns: &[
            ("Unit", 44),
            ("Points left", 18),
            ("Fires at", 26),
            ("Melee with", 26),
            ("Advances to", 26),
            ("Done", 14),
        ],
    }],
    dice: "two ten-sided dice, read together as a number from 1 to 100",
    limits: &[
        "This game was made for a computer. On paper it can be played, slowly, with a pocket calculator: every shot is \
         men times a table times what each modifier leaves, in per cent. Begin with the basic game and a part of the map.",
        "Hidden units cannot be played on paper without a third person who sees the whole map, keeps both maps in order \
         and says what comes into sight. Without him leave option 5 off.",
        "The order in which the program settles fire within a phase, and the small chances that it throws without being \
         seen (casualties up and down a little, fords, fallen leaders, morale), are in the rulebook under The order of \
         chance. At a table agree beforehand which of them you leave out.",
        "A time limit (option 6) needs a clock of your own.",
        "Men, fatigue and ammunition are written on the roster sheets. The number on a counter is the line of its unit \
         there. The arrow is its front: turn the counter.",
    ],
};
