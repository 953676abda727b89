//! The system of the tests: nine squares, pieces that hide, a ten-sided die.
//!
//! It is small enough to read in a quarter of an hour and has what the other systems have: options, phases,
//! draws, points, standing orders, and whatever a hidden game needs. `docs/adding-a-system.md` goes through
//! it; `tests/every_system/` holds it to the laws. No release has it: it is behind the feature `toy`.
//!
//! # The rules (book `TOY`)
//!
//! 1. In each game-turn first one side has its phase, then the other. A phase ends when its player says so.
//! 2. In its side's phase each piece may act once: move, attack or scout.
//! 3. A piece moves across a side of its square to one that looks empty. If an unseen enemy is there, it
//!    stays where it is and sights it.
//! 4. A piece attacks an enemy in sight in a neighbouring square. The die: 1, the attacker is lost; 6 to 10, the enemy is.
//! 5. A piece that scouts throws 6 or more to sight one unseen enemy, wherever it is; another draw says which.
//! 6. A side sees an enemy piece beside one of its own, unless it is in the town. In a phase its player's
//!    sight only grows; at the end of each phase it is worked out afresh for both. With option 6 everybody
//!    sees everything.
//! 7. Whoever holds the town at the end of a game-turn gets a point, which is announced. Each lost piece is
//!    worth two to the enemy when the game is over: after the last turn, or when a side has none left.
//! 8. With option 8 a phase takes a minute at most; then the clock ends it.

mod client;
mod door;
mod play;
mod sight;
mod system;

use atlas::battle::{Battle as Files, Folder};
use atlas::{BySide, Side};
use field::{Cell, Grid};

use crate::bid::Bid;

/// How long a phase takes with option 8.
const SECONDS: u32 = 60;

/// The id of its battle.
pub const BATTLE: &str = "toy/nine-squares";

/// The files of its battle, for tests that seat it.
pub fn files() -> Folder<'static> {
    macro_rules! file {
        ($name:literal) => {
            (
                $name,
                include_bytes!(concat!("../../tests/battles/toy/nine-squares/", $name)).as_slice(),
            )
        };
    }
    [
        file!("battle.toml"),
        file!("map.json"),
        file!("setups/skirmish.toml"),
        file!("setups/at-dusk.toml"),
    ]
    .into_iter()
    .collect()
}

/// Its battle, read.
pub fn battle() -> Files {
    match Files::from_files(BATTLE, &files()) {
        Ok(battle) => battle,
        Err(faults) => panic!("{BATTLE}: {faults}"),
    }
}

/// A scenario of the battle, ready for play.
#[derive(Clone, Debug)]
pub struct Toy {
    battle: String,
    scenario: String,
    options: Vec<String>,
    bid: Option<Bid>,
    grid: Grid,
    town: Cell,
    turns: u8,
    first: Side,
    pieces: Vec<Piece>,
    /// Option 6.
    open: bool,
    /// Option 8.
    timed: bool,
}

/// A piece as the set-up has it.
#[derive(Clone, Debug)]
struct Piece {
    id: String,
    side: Side,
    start: Cell,
}

/// A game at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    turn: u8,
    side: Side,
    places: Vec<Place>,
    /// Pieces that acted in this phase.
    acted: Pieces,
    /// Enemy pieces that each side sees or has seen fall.
    sighted: BySide<Pieces>,
    points: BySide<i64>,
    over: bool,
    /// Number of the last action; 0 in what a seat observes, as it counts the enemy's actions, too.
    sequence: u32,
}

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    On(Cell),
    Lost,
    /// Somewhere or nowhere: only in what a seat observes.
    Unseen,
}

/// A piece by its place in the set-up.
type Id = usize;

/// A set of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pieces(u8);

impl Pieces {
    fn has(self, piece: Id) -> bool {
        self.0 & 1 << piece != 0
    }

    fn with(self, piece: Id) -> Pieces {
        Pieces(self.0 | 1 << piece)
    }
}

impl FromIterator<Id> for Pieces {
    fn from_iter<I: IntoIterator<Item = Id>>(pieces: I) -> Pieces {
        pieces.into_iter().fold(Pieces(0), Pieces::with)
    }
}

/// What a person decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Rule 3.
    Move {
        /// Which piece.
        piece: usize,
        /// Where to.
        to: Cell,
    },
    /// Rule 4.
    Attack {
        /// Which piece.
        piece: usize,
        /// Which enemy.
        target: usize,
    },
    /// Rule 5.
    Scout {
        /// Which piece.
        piece: usize,
    },
    /// Rule 1.
    EndPhase,
}

/// What then happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A piece moved, or stayed because an unseen enemy is there.
    Moved {
        /// Which piece.
        piece: usize,
        /// Where from.
        from: Cell,
        /// Where to; where it stands if it stayed.
        to: Cell,
    },
    /// A piece attacked.
    Attacked {
        /// Which piece.
        piece: usize,
        /// Which enemy.
        target: usize,
        /// Where that stood.
        at: Cell,
        /// The draw, from 0.
        draw: u16,
        /// Who is lost.
        lost: Option<usize>,
    },
    /// A piece scouted.
    Scouted {
        /// Which piece.
        piece: usize,
        /// The draw, from 0.
        draw: u16,
    },
    /// A side sights an enemy piece.
    Sighted {
        /// Who sees.
        by: Side,
        /// What.
        piece: usize,
        /// Where.
        at: Cell,
    },
    /// A game-turn is over: the points as they are announced.
    Scored {
        /// The points.
        points: BySide<i64>,
    },
    /// A phase began.
    PhaseBegan {
        /// Its game-turn.
        turn: u8,
        /// Whose it is.
        side: Side,
    },
    /// The game is over.
    Ended {
        /// The points in the end.
        points: BySide<i64>,
    },
}

/// Why an action is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// The piece is not of the side whose phase it is.
    NotYours,
    /// The piece is lost.
    Lost,
    /// The piece has acted in this phase.
    Acted,
    /// The two squares have no side in common.
    TooFar,
    /// Somebody is in the square.
    Taken,
    /// The target is no enemy.
    Friend,
    /// There is nobody left to be sighted.
    NothingToScout,
}
