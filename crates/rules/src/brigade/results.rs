//! The combat results table [BR 9.0] and what its codes say [BR 10.0, 11.0].

use std::fmt;

/// What the table says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CombatResult {
    /// A1: one attacker loses a step.
    AttackerLoses,
    /// AR: all attackers retreat.
    AttackersRetreat,
    /// NE: nothing happens.
    NoEffect,
    /// EX: one unit of each side loses a step.
    Exchange,
    /// DR: all defenders retreat.
    DefendersRetreat,
    /// D1: one defender loses a step.
    DefenderLoses,
}

impl CombatResult {
    /// All of them, the worst for the attacker first.
    pub const ALL: [CombatResult; 6] = [
        CombatResult::AttackerLoses,
        CombatResult::AttackersRetreat,
        CombatResult::NoEffect,
        CombatResult::Exchange,
        CombatResult::DefendersRetreat,
        CombatResult::DefenderLoses,
    ];

    /// As the table prints it.
    pub const fn name(self) -> &'static str {
        match self {
            CombatResult::AttackerLoses => "A1",
            CombatResult::AttackersRetreat => "AR",
            CombatResult::NoEffect => "NE",
            CombatResult::Exchange => "EX",
            CombatResult::DefendersRetreat => "DR",
            CombatResult::DefenderLoses => "D1",
        }
    }

    /// The result with this code.
    pub fn parse(code: &str) -> Option<CombatResult> {
        CombatResult::ALL.into_iter().find(|result| result.name() == code)
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A column of the table, by its place in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

/// A ratio of strengths that heads a column: whole numbers, `numerator` to `denominator`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ratio {
    /// As it is printed: "1-1.5".
    pub name: String,
    numerator: u64,
    denominator: u64,
}

impl Ratio {
    /// Reads a ratio as in `3-1` or `1-1.5`: whole and half numbers up to 20.
    pub fn parse(name: &str) -> Option<Ratio> {
        // Both sides are doubled, so that halves are whole.
        let doubled = |text: &str| -> Option<u64> {
            let (whole, half) = match text.strip_suffix(".5") {
                Some(whole) => (whole, 1),
                None => (text, 0),
            };
            let whole = whole.parse::<u64>().ok().filter(|&number| number <= 20)?;
            Some(2 * whole + half).filter(|&number| number > 0)
        };
        let (left, right) = name.split_once('-')?;
        Some(Ratio {
            name: name.to_owned(),
            numerator: doubled(left)?,
            denominator: doubled(right)?,
        })
    }

    /// Whether this is less than another.
    pub fn is_below(&self, other: &Ratio) -> bool {
        self.numerator * other.denominator < other.numerator * self.denominator
    }
}

/// The combat results table: columns of ratios, a row for each face of the die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombatResults {
    columns: Vec<Ratio>,
    rows: [Vec<CombatResult>; 6],
}

impl CombatResults {
    /// The table of these columns and rows; `None` if there is no column or a row has not one code
    /// for each.
    pub fn new(columns: Vec<Ratio>, rows: [Vec<CombatResult>; 6]) -> Option<CombatResults> {
        let even = !columns.is_empty() && rows.iter().all(|row| row.len() == columns.len());
        even.then_some(CombatResults { columns, rows })
    }

    /// The columns, the worst for the attacker first.
    pub fn columns(&self) -> impl Iterator<Item = Column> + use<> {
        (0..self.columns.len() as u8).map(Column)
    }

    /// What a column is called.
    pub fn name(&self, column: Column) -> &str {
        &self.columns[usize::from(column.0)].name
    }

    /// [BR 9.0?] The column nearest to a ratio of strengths; exactly between two, the lower one;
    /// beyond the ends, the last. Compared in whole numbers: nothing is rounded.
    pub fn column(&self, attack: u32, defence: u32) -> Column {
        let (attack, defence) = (u64::from(attack), u64::from(defence));
        let passed = |pair: &&[Ratio]| {
            let (low, high) = (&pair[0], &pair[1]);
            let halfway = low.numerator * high.denominator + high.numerator * low.denominator;
            attack * 2 * low.denominator * high.denominator > defence * halfway
        };
        Column(self.columns.windows(2).take_while(passed).count() as u8)
    }

    /// [BR 9.0] What the table says to a face of the die, 1 to 6.
    pub fn result(&self, column: Column, face: u8) -> CombatResult {
        self.rows[usize::from(face.clamp(1, 6)) - 1][usize::from(column.0)]
    }
}
