//! Words that sentences of every system are made of.

use atlas::Side;
use field::Direction;

/// A list in words: `A`, `A and B`, `A, B and C`.
pub(crate) fn list<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// A list of choices in words: `A`, `A or B`, `A, B or C`.
pub(crate) fn either<T: AsRef<str>>(items: &[T]) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", most.join(", "), last.as_ref())
        }
        _ => list(items),
    }
}

/// A number with its noun: `1 unit`, `3 units`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A number that is counted in halves, as it is written: `½`, `1`, `1½`.
pub(crate) fn halves(doubled: u32) -> String {
    match (doubled / 2, doubled % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Movement points that are counted in halves: `½ point`, `1 point`, `1½ points`.
pub(crate) fn points_in_halves(doubled: u32) -> String {
    let noun = if doubled <= 2 && doubled > 0 { "point" } else { "points" };
    format!("{} {noun}", halves(doubled))
}

/// Whether sentences speak of something so called as of many: guns retreat, a battery retreats.
pub(crate) fn is_plural(called: &str) -> bool {
    let many = |word: &str| matches!(word.to_lowercase().as_str(), "guns" | "batteries");
    called.split(|letter: char| !letter.is_alphanumeric()).any(many)
}

/// A side as the subject of a sentence, with its verb: `The Union moves`, `The Confederates move`.
pub(crate) fn army(side: Side, one: &str, many: &str) -> String {
    match side {
        Side::Union => format!("The Union {one}"),
        Side::Confederate => format!("The Confederates {many}"),
    }
}

/// A side in the midst of a sentence.
pub(crate) fn the_army(side: Side) -> &'static str {
    match side {
        Side::Union => "the Union",
        Side::Confederate => "the Confederate",
    }
}

/// With a capital letter in front.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A direction in a letter or two.
pub(crate) fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "n",
        Direction::NorthEast => "ne",
        Direction::East => "e",
        Direction::SouthEast => "se",
        Direction::South => "s",
        Direction::SouthWest => "sw",
        Direction::West => "w",
        Direction::NorthWest => "nw",
    }
}
