//! Who stands where, who comes when: the set-ups against the printed charts, written down a second time.

use atlas::Side;
use atlas::battle::{Arm, Size};
use rules::blue_gray::battle::{Unit, UnitStart};
use serde_json::json;

use crate::battles::words::*;
use crate::fixture::Game;

/// The lines of a chart that concern one side; of those on the map, or of those that come later.
fn chart(text: &str, side: &str, later: bool) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && line.starts_with(side));
    let mut lines: Vec<String> =
        lines.map(str::to_owned).filter(|line| line.contains('@') == later).collect();
    lines.sort();
    lines
}

/// The same from the battle as it is played.
fn played(game: &Game, side: Side, later: bool) -> Vec<String> {
    let battle = game.battle();
    let name = |cell| battle.grid().name(cell).to_string();
    let line = |unit: &Unit| {
        let place = match &unit.start {
            UnitStart::At(cell) => name(*cell),
            UnitStart::Arrives(arrival) => {
                let cells: Vec<String> = arrival.cells.iter().map(|&cell| name(cell)).collect();
                format!("t{}@{}", arrival.turn?, cells.join(","))
            }
            UnitStart::Absent => return None,
        };
        let kind = match (unit.arm, unit.size) {
            (Arm::Artillery, _) => "a",
            (Arm::Cavalry, _) => "c",
            (_, Size::Division) => "d",
            _ => "",
        };
        Some(format!("{} {place} {}{kind} {}", unit.side.word(), unit.strength, unit.id))
    };
    let units = battle.of_side(side).iter().map(|unit| battle.unit(unit));
    let mut lines: Vec<String> =
        units.filter_map(line).filter(|line| line.contains('@') == later).collect();
    lines.sort();
    lines
}

/// Both sides of a scenario against its charts.
fn compare(game: &Game, text: &str, side: Side, later: bool, count: usize) {
    let expected = chart(text, side.word(), later);
    assert_eq!(expected.len(), count, "the chart itself is complete");
    assert_eq!(played(game, side, later), expected);
}

const ANTIETAM: &str = include_str!("charts/antietam.txt");
const FREDERICKSBURG: &str = include_str!("charts/fredericksburg.txt");
const MAY_3: &str = include_str!("charts/may-3.txt");
const CHATTANOOGA: &str = include_str!("charts/chattanooga.txt");

/// [BG-A 14.1] The Union army stands where its chart says.
mod a14_1_union_deployment {
    use super::*;

    #[test]
    fn forty_six_units_as_printed() {
        compare(&antietam(json!({})), ANTIETAM, Side::Union, false, 46);
    }
}

/// [BG-A 14.2] The Confederate army stands where its chart says, with Rodes in 1214 as corrected.
mod a14_2_confederate_deployment {
    use super::*;

    #[test]
    fn forty_one_units_as_printed_and_corrected() {
        let game = antietam(json!({}));
        compare(&game, ANTIETAM, Side::Confederate, false, 41);
        assert_eq!(game.whereabouts("Rodes"), "1214");
    }
}

/// [BG-A 16.1, 16.3] VI Corps on game-turn 4 at 2112, A. P. Hill on game-turn 7 at 0126.
mod a16_1_reinforcements {
    use super::*;

    #[test]
    fn six_brigades_and_a_division() {
        let game = antietam(json!({}));
        compare(&game, ANTIETAM, Side::Union, true, 6);
        compare(&game, ANTIETAM, Side::Confederate, true, 1);
    }
}

/// [BG-A 16.2] Five brigades come only with an option.
mod a16_2_the_optional_group {
    use super::*;

    const GROUP: [(&str, u32); 5] =
        [("1/1/IV", 5), ("2/1/IV", 5), ("3/1/IV", 7), ("1/3/V", 4), ("2/3/V", 4)];

    #[test]
    fn they_are_not_in_the_game_without_one() {
        let game = antietam(json!({}));
        for (id, strength) in GROUP {
            assert_eq!(game.whereabouts(id), "absent");
            let unit = game.battle().find(id).expect("a unit of the roster");
            assert_eq!(game.battle().unit(unit).strength, strength);
        }
    }

    #[test]
    fn with_one_they_wait_for_2112() {
        for option in ["20.4", "20.5"] {
            let game = antietam(json!({"options": [option]}));
            for (id, _) in GROUP {
                assert_eq!(game.whereabouts(id), "reserve", "{option}");
            }
        }
    }
}

/// [BG-F 14.1] The Union army stands where its chart says on 13 December.
mod f14_1_union_deployment {
    use super::*;

    #[test]
    fn fifty_five_units_as_printed() {
        compare(&fredericksburg(json!({})), FREDERICKSBURG, Side::Union, false, 55);
    }
}

/// [BG-F 14.2] The Confederate army stands where its chart says on 13 December.
mod f14_2_confederate_deployment {
    use super::*;

    #[test]
    fn thirty_units_as_printed() {
        compare(&fredericksburg(json!({})), FREDERICKSBURG, Side::Confederate, false, 30);
    }
}

/// [BG-F 15.21, 15.22] Three brigades of 2/V; Pelham, Early in two forms, five brigades of D. H. Hill.
mod f15_21_reinforcements {
    use super::*;

    #[test]
    fn as_printed() {
        let game = fredericksburg(json!({}));
        compare(&game, FREDERICKSBURG, Side::Union, true, 3);
        compare(&game, FREDERICKSBURG, Side::Confederate, true, 11);
    }
}

/// [BG-F 20.2] The Union stands where its chart says on 3 May.
mod f20_2_union_on_3_may {
    use super::*;

    #[test]
    fn eleven_units_as_printed() {
        compare(&may_3(json!({})), MAY_3, Side::Union, false, 11);
    }
}

/// [BG-F 20.3] The Confederates stand where their chart says on 3 May.
mod f20_3_confederates_on_3_may {
    use super::*;

    #[test]
    fn eight_units_as_printed() {
        compare(&may_3(json!({})), MAY_3, Side::Confederate, false, 8);
    }
}

/// [BG-F 20.4?] Nine Confederate units come on 3 May; Cobb and Semmes, whose line is lost, on game-turn 3.
mod f20_4_reinforcements_on_3_may {
    use super::*;

    #[test]
    fn all_confederate_and_all_at_2027() {
        let game = may_3(json!({}));
        compare(&game, MAY_3, Side::Confederate, true, 9);
        compare(&game, MAY_3, Side::Union, true, 0);
    }

    #[test]
    fn cobb_not_before_game_turn_three() {
        let on = |turn: u8| may_3(json!({"turn": turn})).why(enter("Cobb", "2027"));
        assert_eq!(on(2), "BG-F 15.0");
        assert_eq!(on(3), "legal");
    }
}

/// [BG-C 14.1?] The Union stands where its chart says; the 1/2/XIV printed twice is 3/2/XIV in 1204.
mod c14_1_union_deployment {
    use super::*;

    #[test]
    fn thirty_eight_units_as_printed_but_one() {
        let game = chattanooga(json!({}));
        compare(&game, CHATTANOOGA, Side::Union, false, 38);
        assert_eq!(game.whereabouts("1/2/XIV"), "1320");
        assert_eq!(game.whereabouts("3/2/XIV"), "1204");
    }
}

/// [BG-C 14.2] The Confederates stand where their chart says.
mod c14_2_confederate_deployment {
    use super::*;

    #[test]
    fn thirty_six_units_as_printed() {
        compare(&chattanooga(json!({})), CHATTANOOGA, Side::Confederate, false, 36);
    }
}

/// [BG-C 15.21] Three brigades of 2/XII, each in any of four hexes, on game-turn 2.
mod c15_21_reinforcements {
    use super::*;

    #[test]
    fn three_brigades_and_no_confederates() {
        let game = chattanooga(json!({}));
        compare(&game, CHATTANOOGA, Side::Union, true, 3);
        compare(&game, CHATTANOOGA, Side::Confederate, true, 0);
    }

    #[test]
    fn each_in_any_of_the_four_hexes() {
        let game =
            chattanooga(json!({"turn": 2, "units": [waits("1/2/XII"), at("Liddell", "2004")]}));
        for hex in ["0427", "0528", "0627", "0728"] {
            assert_eq!(game.why(enter("1/2/XII", hex)), "legal", "{hex}");
        }
        assert_eq!(game.why(enter("1/2/XII", "0326")), "BG-C 15.0");
    }
}
