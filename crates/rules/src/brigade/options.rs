//! The optional rules in force.

use atlas::Side;
use field::Cell;

use super::facts::{Effect, Level, OptionFact};

/// The optional rules in force, as what they change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Their numbers, in the order of the battle's list.
    pub numbers: Vec<String>,
    /// [BR 4.0] The side that throws two dice to rally.
    pub two_dice_rally: Option<Side>,
    /// [BR 6.0] Cavalry and guns may withdraw before infantry.
    pub withdrawal: bool,
    /// [BR 14.0?] A hexside that is a ford from the start; then nobody searches.
    pub ford: Option<(Cell, Cell)>,
    /// [BR 6.0?] Roads through woods stop zones of control.
    pub wooded_roads_stop_control: bool,
    /// [BR 7.0?] A hex may be bombarded more than once in a phase.
    pub repeated_bombardment: bool,
    /// [BR 8.0?] A defender under cover is always doubled.
    pub cover_against_cover: bool,
    /// [BR 3.0?] Corps that may not be activated before a turn.
    pub not_before: Vec<(usize, u8)>,
    /// [BR 3.0] The corps are drawn, not chosen.
    pub drawn_activation: bool,
    /// [BR 16.0?] Levels of victory instead of the scenario's own.
    pub levels: Option<Vec<Level>>,
}

impl Options {
    /// What the chosen options change together.
    pub fn of<'a>(chosen: impl IntoIterator<Item = &'a OptionFact>) -> Options {
        let mut options = Options::default();
        for option in chosen {
            options.numbers.push(option.number.clone());
            for effect in &option.effects {
                match effect {
                    Effect::TwoDiceRally(side) => options.two_dice_rally = Some(*side),
                    Effect::Withdrawal => options.withdrawal = true,
                    Effect::Ford(a, b) => options.ford = Some((*a, *b)),
                    Effect::WoodedRoadsStopControl => options.wooded_roads_stop_control = true,
                    Effect::RepeatedBombardment => options.repeated_bombardment = true,
                    Effect::CoverAgainstCover => options.cover_against_cover = true,
                    Effect::NotBefore { corps, turn } => options.not_before.push((*corps, *turn)),
                    Effect::DrawnActivation => options.drawn_activation = true,
                    Effect::Levels(levels) => options.levels = Some(levels.clone()),
                }
            }
        }
        options
    }
}
