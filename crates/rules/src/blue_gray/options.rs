//! The optional rules in force.

use atlas::Side;

use super::crt::Column;
use super::facts::{Effect, OptionFact};

/// The optional rules in force, as what they change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The printed numbers, in the order of the battle's list.
    pub numbers: Vec<String>,
    /// [BG 11.0] Attack effectiveness is played.
    pub attack_effectiveness: bool,
    /// [BG-A 20.1] The quota, if another than the book's.
    pub quota: Option<u8>,
    /// [BG-A 20.2] There is no quota.
    pub no_quota: bool,
    /// [BG-A 20.3] No unit stands still by order.
    pub no_standstill: bool,
    /// [BG-A 20.5] A die of 1 at the start of its side's player-turn admits this group.
    pub die_for_group: Option<String>,
    /// [BG-A 20.6] Column shifts: whose attacks, how far, from which column.
    pub shifts: Vec<(Side, i8, Option<Column>)>,
}

impl Options {
    /// [BG-A 20.0] What the chosen options change together, in any combination.
    pub fn of<'a>(chosen: impl IntoIterator<Item = &'a OptionFact>) -> Options {
        let mut options = Options::default();
        for option in chosen {
            options.numbers.push(option.number.clone());
            for effect in &option.effects {
                match effect {
                    Effect::AttackEffectiveness => options.attack_effectiveness = true,
                    Effect::Quota(units) => options.quota = Some(*units),
                    Effect::NoQuota => options.no_quota = true,
                    Effect::NoStandstill => options.no_standstill = true,
                    Effect::DieForGroup(group) => options.die_for_group = Some(group.clone()),
                    Effect::Shift { side, columns, from } => {
                        options.shifts.push((*side, *columns, *from));
                    }
                }
            }
        }
        options
    }

    /// [BG-A 20.6] The column after the shifts for attacks of a side.
    pub fn shifted(&self, side: Side, column: Column) -> Column {
        self.shifts
            .iter()
            .filter(|(whose, _, from)| *whose == side && from.is_none_or(|from| column >= from))
            .fold(column, |column, (_, columns, _)| column.shifted(*columns))
    }
}
