//! Whose eyes look at a game.

use atlas::Side;

/// Whose eyes look at a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// A player.
    Side(Side),
    /// Somebody who does not play.
    Watcher,
}

impl Seat {
    /// Every pair of eyes.
    pub const ALL: [Seat; 3] =
        [Seat::Side(Side::Union), Seat::Side(Side::Confederate), Seat::Watcher];
}

/// Something for each pair of eyes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BySeat<T> {
    /// The Union's.
    pub union: T,
    /// The Confederates'.
    pub confederate: T,
    /// Of those who do not play.
    pub watcher: T,
}

impl<T> BySeat<T> {
    /// Makes one for each pair of eyes.
    pub fn each(mut make: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat {
            union: make(Seat::Side(Side::Union)),
            confederate: make(Seat::Side(Side::Confederate)),
            watcher: make(Seat::Watcher),
        }
    }
}

impl<T> std::ops::Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::Side(Side::Union) => &self.union,
            Seat::Side(Side::Confederate) => &self.confederate,
            Seat::Watcher => &self.watcher,
        }
    }
}

impl<T> std::ops::IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::Side(Side::Union) => &mut self.union,
            Seat::Side(Side::Confederate) => &mut self.confederate,
            Seat::Watcher => &mut self.watcher,
        }
    }
}
