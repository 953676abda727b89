//! What a system's games need beside map, counters and charts when they are played on paper, and what paper cannot do.

/// What a system needs on paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnPaper {
    /// Markers that are put on counters and cells.
    pub markers: &'static [Marker],
    /// What is kept of each unit by writing; empty where its counter says everything.
    pub roster: &'static [Column],
    /// Sheets with lines to write on.
    pub pads: &'static [Pad],
    /// What one throws, in words.
    pub dice: &'static str,
    /// What paper cannot do, or only with a helper: a sentence or two each.
    pub limits: &'static [&'static str],
}

impl OnPaper {
    /// A system that needs nothing but its map and its counters.
    pub const NOTHING: OnPaper =
        OnPaper { markers: &[], roster: &[], pads: &[], dice: "one six-sided die", limits: &[] };
}

/// A marker with words on its front and its back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marker {
    /// The words on its front.
    pub front: &'static str,
    /// The words on its back.
    pub back: &'static str,
    /// How many there are.
    pub number: Number,
}

/// How many markers there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// So many.
    Just(usize),
    /// So many for ten units.
    ForTen(usize),
}

impl Number {
    /// How many there are in a game with so many units; at least one.
    pub const fn of(self, units: usize) -> usize {
        match self {
            Number::Just(number) => number,
            Number::ForTen(number) => (units * number).div_ceil(10),
        }
    }
}

/// A column of the roster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its heading.
    pub title: &'static str,
    /// The member of the unit's facts that is printed in it; to be written on without one.
    pub member: Option<&'static str>,
    /// How wide it is, in millimetres.
    pub width: u8,
}

/// A sheet with lines to write on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pad {
    /// What it is for.
    pub title: &'static str,
    /// How it is used, in a sentence.
    pub use_it: &'static str,
    /// Its columns with their width in millimetres.
    pub columns: &'static [(&'static str, u8)],
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn markers_are_counted_by_the_units_of_a_game() {
        assert_eq!(Number::Just(3).of(200), 3);
        assert_eq!(Number::ForTen(3).of(41), 13);
        assert_eq!(Number::ForTen(3).of(1), 1);
    }
}
