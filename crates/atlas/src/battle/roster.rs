//! What holds units together: the groups they arrive in, and those who lead them.

use field::Cell;

use crate::Side;

/// Units that come later, together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its name, unique in its scenario.
    pub id: String,
    /// Whose units they are.
    pub side: Side,
    /// The game-turns among which it comes, in order: one alone is the first on which it may come,
    /// of several a die picks one, and of a group without any only the rules know when.
    pub turns: Vec<u8>,
    /// Where, the first choice first.
    pub cells: Vec<Cell>,
    /// It is in play only with one of these options; empty: always.
    pub options: Vec<String>,
    /// With this option, these turns instead.
    pub by_option: Vec<(String, Vec<u8>)>,
    /// Groups of one choice are alternatives: their owner picks one of them, and the others never
    /// come.
    pub choice: Option<String>,
}

/// A leader (grand-tactical).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leader {
    /// His name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// What he commands: how much of it.
    pub rank: Rank,
    /// What he commands: its name, as his units give it.
    pub commands: String,
    /// What his presence adds, in per cent.
    pub bonus: u8,
    /// The unit he is with; `None` for leaders of brigades, who are with every unit of theirs.
    pub with: Option<String>,
    /// What else there is to say about him.
    pub note: Option<String>,
}

/// How much a leader commands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rank {
    /// A brigade.
    Brigade,
    /// A division.
    Division,
    /// A corps.
    Corps,
    /// A corps, should its leader be lost.
    Deputy,
}

impl Rank {
    /// All of them.
    pub const ALL: [Rank; 4] = [Rank::Brigade, Rank::Division, Rank::Corps, Rank::Deputy];

    /// As it is written in files.
    pub const fn word(self) -> &'static str {
        match self {
            Rank::Brigade => "brigade",
            Rank::Division => "division",
            Rank::Corps => "corps",
            Rank::Deputy => "deputy",
        }
    }
}
