//! The tables of sight, command, activation, arrivals and victory.

use atlas::Side;
use atlas::battle::read::spot::Spot;
use atlas::fault::quoted;

use super::{Part, Reader, every, or_word};
use crate::grand_tactical::tables::*;

impl Reader<'_> {
    /// [GT 8.3] Line of sight, with the visibility of each game-turn.
    pub(super) fn sight(&self, mut part: Part<'_>) -> Sight {
        let visibility = part.0.need("visibility");
        if let Some(spot) = &visibility {
            let (found, turns) = (spot.items().map_or(0, |items| items.len()), self.last_turn());
            if found != usize::from(turns) {
                spot.fault(format!("found {found} items; expected {turns}, one for each turn"));
            }
        }
        let visibility = visibility.map(|spot| every(&spot, |item| item.small_number(0..=100)));
        let sight = Sight {
            feet_a_level: part.number("feet_a_level", 1..=1000) as u16,
            squares_a_level: part.number("squares_a_level", 1..=16) as u8,
            woods: part.number("woods", 0..=1000) as u16,
            town: part.number("town", 0..=1000) as u16,
            cornfield: part.number("cornfield", 0..=1000) as u16,
            unit: part.number("unit", 0..=1000) as u16,
            visibility: visibility.unwrap_or_default(),
        };
        part.finish();
        sight
    }

    /// [GT 4.0] Command control.
    pub(super) fn command(&self, mut part: Part<'_>) -> Command {
        let squares = |spot: &Spot<'_>| spot.small_number(0..=100);
        let traced = |spot: &Spot<'_>| or_word(spot, "always", 0..=100);
        let command = Command {
            unit_to_corps: part.percent("unit_to_corps"),
            unit_to_division: part.sides("unit_to_division", 0, squares),
            division_to_corps: part.sides("division_to_corps", None, traced),
            artillery_to_corps: part.sides("artillery_to_corps", None, traced),
        };
        part.finish();
        command
    }

    /// [GT 3.2] Activation.
    pub(super) fn activation(&self, mut part: Part<'_>) -> Activation {
        let side = part.0.need_word("side", &Side::BOTH, Side::word);
        let activation = Activation {
            side: side.unwrap_or(Side::Union),
            base: part.number("base", 0..=100) as u8,
            random: part.number("random", 1..=100) as u16,
            score_a_division: part.number("score_a_division", 1..=1_000_000),
            turns_a_division: part.number("turns_a_division", 1..=100) as u8,
        };
        part.finish();
        activation
    }

    /// [GT 3.2?] Option D-99.
    pub(super) fn slow_activation(&self, spot: &Spot<'_>) -> Option<SlowActivation> {
        let mut part = Part(spot.fields()?);
        let slow = SlowActivation {
            random: part.number("random", 1..=100) as u16,
            score_a_division: part.number("score_a_division", 1..=1_000_000),
            turns_a_division: part.number("turns_a_division", 1..=100) as u8,
        };
        part.finish();
        Some(slow)
    }

    /// [GT-QS 2.0] The timetable.
    pub(super) fn timetable(&self, mut part: Part<'_>) -> Timetable {
        let chances = part.numbers::<2>("chances", 0..=100).map(|chance| chance as u8);
        let list = part.0.need("formations");
        let formations = list.as_ref().map(|spot| every(spot, |item| self.formation(item)));
        let formations = formations.unwrap_or_default();
        if let Some(spot) = list.filter(|_| formations.len() > 32) {
            spot.fault(format!("found {} formations; expected at most 32", formations.len()));
        }
        part.finish();
        Timetable { chances, formations }
    }

    fn formation(&self, spot: &Spot<'_>) -> Option<Formation> {
        let mut part = Part(spot.fields()?);
        let name = part.0.need("name").and_then(|spot| spot.name());
        let corps = part.0.name_if_any("corps");
        let division = part.0.name_if_any("division");
        let turn = part.number("turn", 1..=i32::from(self.last_turn())) as u8;
        part.finish();
        let formation = Formation { name: name?, corps, division, turn };
        let is_of = |unit: &atlas::battle::Unit| {
            (formation.corps.is_some() && unit.corps == formation.corps)
                || (formation.division.is_some() && unit.division == formation.division)
        };
        if formation.corps.is_some() == formation.division.is_some() {
            spot.fault("expected either \"corps\" or \"division\"");
        } else if !self.scenario.units.iter().any(is_of) {
            let name = quoted(&formation.name);
            spot.fault(format!("no unit belongs to {name}; expected one of the set-up"));
        }
        Some(formation)
    }

    /// [GT 3.2?] Option D-17.
    pub(super) fn late_cavalry(&self, spot: &Spot<'_>) -> Option<(Side, u8)> {
        let mut part = Part(spot.fields()?);
        let side = part.0.need_word("side", &Side::BOTH, Side::word);
        let turn = part.number("turn", 1..=i32::from(self.last_turn())) as u8;
        part.finish();
        Some((side?, turn))
    }

    /// [GT 6.0?] Groups that come by chance (D-22).
    pub(super) fn arrivals(&self, spot: &Spot<'_>) -> Vec<Arrival> {
        let members = spot.members().unwrap_or_default();
        members.iter().filter_map(|(group, member)| self.arrival(group, member)).collect()
    }

    fn arrival(&self, group: &str, spot: &Spot<'_>) -> Option<Arrival> {
        let mut part = Part(spot.fields()?);
        let chances = part.0.need("chances");
        let chances = chances.map(|spot| every(&spot, |item| item.small_number(0..=100)));
        let chances = chances.unwrap_or_default();
        let blocked_by = part.0.find("blocked_by").and_then(|spot| self.cell(&spot));
        part.finish();
        let known = self.files.scenarios.iter().find_map(|scenario| scenario.group(group));
        match known {
            None => spot.fault("no set-up has a group of this name"),
            Some(known) if known.turns.len() != chances.len() + 1 => {
                let expected = known.turns.len().saturating_sub(1);
                let found = chances.len();
                spot.fault(format!(
                    "found {found} chances; expected {expected}, for all turns but the last"
                ));
            }
            Some(_) => {}
        }
        Some(Arrival { group: group.to_owned(), chances, blocked_by })
    }

    /// [GT 2.1] Difficulty.
    pub(super) fn difficulty(&self, mut part: Part<'_>) -> Difficulty {
        let difficulty = Difficulty {
            union: part.numbers::<5>("union", 0..=400).map(|n| n as u16),
            confederate: part.numbers::<5>("confederate", 0..=400).map(|n| n as u16),
            activation: part.numbers::<5>("activation", -20..=20).map(|n| n as i8),
        };
        part.finish();
        difficulty
    }

    /// [GT 10.1] Points.
    pub(super) fn score(&self, mut part: Part<'_>) -> Score {
        let mut points = |key| part.number(key, 0..=100_000) as u32;
        let (infantryman, cavalryman, gun) =
            (points("infantryman"), points("cavalryman"), points("gun"));
        let (brigade_leader, division_leader) =
            (points("brigade_leader"), points("division_leader"));
        let corps = |spot: &Spot<'_>| spot.signed(0..=100_000).map(|points| points as u32);
        let corps_leader = part.sides("corps_leader", 0, corps);
        part.finish();
        Score { infantryman, cavalryman, gun, brigade_leader, division_leader, corps_leader }
    }

    /// [GT 10.2] Levels of victory.
    pub(super) fn victory(&self, mut part: Part<'_>) -> (Vec<Level>, Option<LeastCasualties>) {
        let list = part.0.need("levels");
        let levels = list.as_ref().map(|spot| every(spot, level)).unwrap_or_default();
        let falls = levels.windows(2).all(|two| match (two[0].from, two[1].from) {
            (Some(high), Some(low)) => high > low,
            (Some(_), None) => true,
            (None, _) => false,
        });
        if let Some(spot) = list
            && (!falls || levels.last().is_none_or(|last| last.from.is_some()))
        {
            spot.fault("expected lines that fall, the last without \"from\"");
        }
        let least = part.0.find("least_casualties").and_then(|spot| {
            let mut part = Part(spot.fields()?);
            let of = part.0.need_word("of", &Side::BOTH, Side::word);
            let men = part.number("men", 0..=1_000_000) as u32;
            let winner = part.0.need_word("winner", &Side::BOTH, Side::word);
            let level = part.0.need("level").and_then(|spot| spot.name());
            part.finish();
            Some(LeastCasualties { of: of?, men, winner: winner?, level: level? })
        });
        part.finish();
        (levels, least)
    }
}

fn level(spot: &Spot<'_>) -> Option<Level> {
    let mut part = Part(spot.fields()?);
    let from = part.0.find("from").and_then(|spot| spot.signed(-10_000_000..=10_000_000));
    let winner = part.0.find("winner").and_then(|spot| spot.word(&Side::BOTH, Side::word));
    let level = part.0.need("level").and_then(|spot| spot.name());
    part.finish();
    Some(Level { from, winner, level: level? })
}
