//! The combat results table [BG 7.6]: columns, results and the table itself.

use std::fmt;

/// A column of the table, from 1-5 to 6-1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

/// The columns as printed, the worst for the attacker first.
const COLUMN_NAMES: [&str; Column::COUNT] =
    ["1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"];

impl Column {
    /// How many columns the table has.
    pub const COUNT: usize = 10;
    /// The worst for the attacker.
    pub const WORST: Column = Column(0);
    /// Even odds.
    pub const EVEN: Column = Column(4);
    /// The best for the attacker.
    pub const BEST: Column = Column(9);

    /// [BG 7.0] The ratio of strengths, rounded in the defender's favour.
    pub fn of(attack: u32, defence: u32) -> Column {
        debug_assert!(attack > 0 && defence > 0);
        if attack >= defence {
            Column(Column::EVEN.0 + (attack / defence).min(6) as u8 - 1)
        } else {
            Column(Column::EVEN.0 + 1 - defence.div_ceil(attack).min(5) as u8)
        }
    }

    /// The column so many to the right; the table's edges hold.
    pub fn shifted(self, columns: i8) -> Column {
        Column(self.0.saturating_add_signed(columns).min(Column::BEST.0))
    }

    /// Position in the table, from the left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every column up to this one, the worst first.
    pub fn up_to(self) -> impl Iterator<Item = Column> {
        (0..=self.0).map(Column)
    }

    /// The column with this printed name.
    pub fn parse(name: &str) -> Option<Column> {
        COLUMN_NAMES.iter().position(|known| *known == name).map(|index| Column(index as u8))
    }

    /// As printed.
    pub const fn name(self) -> &'static str {
        COLUMN_NAMES[self.0 as usize]
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// [BG 7.6] What the table says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CombatResult {
    /// Ae: the attacker is eliminated.
    AttackerEliminated,
    /// Ar: the attacker retreats.
    AttackerRetreats,
    /// Ex: exchange.
    Exchange,
    /// Dr: the defender retreats.
    DefenderRetreats,
    /// De: the defender is eliminated.
    DefenderEliminated,
}

impl CombatResult {
    const ALL: [(CombatResult, &'static str); 5] = [
        (CombatResult::AttackerEliminated, "Ae"),
        (CombatResult::AttackerRetreats, "Ar"),
        (CombatResult::Exchange, "Ex"),
        (CombatResult::DefenderRetreats, "Dr"),
        (CombatResult::DefenderEliminated, "De"),
    ];

    /// Whether the attacker wins by it, and may advance [BG 7.75].
    pub const fn favours_attacker(self) -> bool {
        match self {
            CombatResult::AttackerEliminated | CombatResult::AttackerRetreats => false,
            CombatResult::Exchange
            | CombatResult::DefenderRetreats
            | CombatResult::DefenderEliminated => true,
        }
    }

    /// The result with this printed name.
    pub fn parse(name: &str) -> Option<CombatResult> {
        CombatResult::ALL.iter().find(|(_, known)| *known == name).map(|(result, _)| *result)
    }

    /// As printed.
    pub fn name(self) -> &'static str {
        CombatResult::ALL.iter().find(|(result, _)| *result == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The combat results table of a battle, row by row as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CombatResults([[CombatResult; Column::COUNT]; 6]);

impl CombatResults {
    /// Reads six rows of ten results each, as in `"Ar Ar Dr Dr Dr Dr De De De De"`; a bad row is named.
    pub fn parse(rows: &[&str]) -> Result<CombatResults, String> {
        if rows.len() != 6 {
            return Err(format!("{} rows; expected 6, one for each face of the die", rows.len()));
        }
        let mut table = [[CombatResult::AttackerRetreats; Column::COUNT]; 6];
        for (face, row) in rows.iter().enumerate() {
            let words: Vec<&str> = row.split_whitespace().collect();
            if words.len() != Column::COUNT {
                return Err(format!("row {}: {} results; expected 10", face + 1, words.len()));
            }
            for (column, word) in words.iter().enumerate() {
                table[face][column] = CombatResult::parse(word).ok_or_else(|| {
                    format!("row {}: `{word}`; expected Ae, Ar, Ex, Dr or De", face + 1)
                })?;
            }
        }
        Ok(CombatResults(table))
    }

    /// [BG 7.6] What a face of the die does in a column.
    pub fn result(&self, column: Column, die: u8) -> CombatResult {
        self.0[usize::from(die.clamp(1, 6)) - 1][column.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r7_0_odds_round_in_the_defenders_favour() {
        for (attack, defence, column) in [
            (13, 4, "3-1"),
            (4, 13, "1-4"),
            (4, 4, "1-1"),
            (7, 4, "1-1"),
            (8, 4, "2-1"),
            (3, 4, "1-2"),
            (1, 2, "1-2"),
            (1, 5, "1-5"),
            (1, 60, "1-5"),
            (60, 1, "6-1"),
            (4, 8, "1-2"),
            (4, 9, "1-3"),
        ] {
            assert_eq!(Column::of(attack, defence).name(), column, "{attack} to {defence}");
        }
    }

    #[test]
    fn shifts_stop_at_the_edges_of_the_table() {
        assert_eq!(Column::BEST.shifted(1), Column::BEST);
        assert_eq!(Column::WORST.shifted(-1), Column::WORST);
        assert_eq!(Column::EVEN.shifted(1).name(), "2-1");
    }

    #[test]
    fn a_table_with_a_wrong_word_names_the_row() {
        let good = "Ar Ar Dr Dr Dr Dr De De De De";
        assert!(CombatResults::parse(&[good; 6]).is_ok());
        let error =
            CombatResults::parse(&[good, good, "Ar Ar Dr Dr Dr Dr De De De Da", good, good, good]);
        assert_eq!(error.unwrap_err(), "row 3: `Da`; expected Ae, Ar, Ex, Dr or De");
        assert!(CombatResults::parse(&[good; 5]).is_err());
    }
}
