//! What hexes are called: the nearest name on the map, for reports that a player reads.

use atlas::map::{LabelKind, Map};
use field::Cell;
use rules::blue_gray::Battle;

/// A place farther away than this, in hexes, is no direction.
const NEAR: usize = 5;

/// Where a step leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Towards<'a> {
    /// To this place, or next to it.
    At(&'a str),
    /// Nearer to this place.
    Near(&'a str),
}

/// The names of places on a map.
#[derive(Clone, Debug, Default)]
pub struct Names(Vec<(Cell, String)>);

impl Names {
    /// The names on a map: places, heights, woods and works.
    pub fn of(map: &Map) -> Names {
        let names = |kind: LabelKind| !matches!(kind, LabelKind::Water | LabelKind::Road);
        let labels = map.labels.iter().filter(|label| names(label.kind));
        Names(labels.map(|label| (label.at, titled(&label.text))).collect())
    }

    /// A hex as a player reads it: its number, with the name of the place it is in or next to.
    pub fn hex(&self, battle: &Battle, cell: Cell) -> String {
        let number = battle.grid().name(cell);
        match self.place(battle, cell) {
            Some(place) => format!("{number} ({place})"),
            None => number.to_string(),
        }
    }

    /// The place that a step leads to, or towards: the nearest to its end, if it was farther before.
    pub fn towards(&self, battle: &Battle, from: Cell, to: Cell) -> Option<Towards<'_>> {
        let distance = |cell, at: Cell| battle.grid().distance(cell, at);
        let nearer = self.0.iter().filter(|(at, _)| distance(to, *at) < distance(from, *at));
        let (at, name) = nearer.min_by_key(|(at, _)| distance(to, *at))?;
        match distance(to, *at) {
            0 | 1 => Some(Towards::At(name)),
            2..=NEAR => Some(Towards::Near(name)),
            _ => None,
        }
    }

    /// The place a hex is in or next to.
    pub fn place(&self, battle: &Battle, cell: Cell) -> Option<&str> {
        let near = |(at, _): &&(Cell, String)| battle.grid().distance(*at, cell) <= 1;
        let nearest = self.0.iter().filter(near);
        nearest
            .min_by_key(|(at, _)| battle.grid().distance(*at, cell))
            .map(|(_, name)| name.as_str())
    }
}

/// `NORTH WOODS` as `North Woods`; words that are not all capitals stay as they are.
fn titled(text: &str) -> String {
    if text.chars().any(char::is_lowercase) {
        return text.to_owned();
    }
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().into_iter();
        first.chain(letters.flat_map(char::to_lowercase)).collect::<String>()
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::titled;

    #[test]
    fn capitals_become_a_name() {
        assert_eq!(titled("NORTH WOODS"), "North Woods");
        assert_eq!(titled("Dunker Church"), "Dunker Church");
    }
}
