//! The armies of the built-in battles, counted: units and strength of each arm.

use atlas::Side::{self, Confederate, Union};
use atlas::battle::{Arm, Scenario, Start};
use atlas::builtin;

/// Units and strength of one arm.
type Count = (usize, u32);

fn count(scenario: &Scenario, side: Side, arm: Arm) -> Count {
    let units = scenario.units.iter().filter(|unit| unit.side == side && unit.arm == arm);
    units.fold((0, 0), |(n, strength), unit| (n + 1, strength + u32::from(unit.strength)))
}

/// Checks infantry, cavalry and artillery of a side.
#[track_caller]
fn check(id: &str, scenario: &str, side: Side, expected: [Count; 3]) {
    let battle = builtin::battle(id).unwrap();
    let scenario = battle.scenario(Some(scenario)).unwrap();
    assert_eq!(Arm::ALL.map(|arm| count(scenario, side, arm)), expected, "{id} {side}");
}

/// The 99 counters of the game, optional ones included.
#[test]
fn blue_gray_antietam() {
    check("blue-gray/antietam", "september-17", Union, [(49, 243), (5, 12), (3, 13)]);
    check("blue-gray/antietam", "september-17", Confederate, [(34, 116), (3, 12), (5, 14)]);
}

/// The 99 counters of the game; Early is there twice, whole and in brigades.
#[test]
fn blue_gray_fredericksburg() {
    check("blue-gray/fredericksburg", "december-13", Union, [(46, 270), (4, 19), (8, 24)]);
    check("blue-gray/fredericksburg", "december-13", Confederate, [(36, 195), (0, 0), (5, 8)]);
    check("blue-gray/fredericksburg", "may-3", Union, [(10, 66), (0, 0), (1, 3)]);
    check("blue-gray/fredericksburg", "may-3", Confederate, [(13, 62), (0, 0), (4, 7)]);
}

#[test]
fn blue_gray_chattanooga() {
    check("blue-gray/chattanooga", "november-24", Union, [(33, 170), (2, 10), (6, 23)]);
    check("blue-gray/chattanooga", "november-24", Confederate, [(27, 111), (0, 0), (9, 13)]);
}

/// The 112 counters of the game, 60 and 52.
#[test]
fn brigade_antietam() {
    check("brigade/antietam", "september-17", Union, [(44, 285), (5, 10), (11, 49)]);
    check("brigade/antietam", "september-17", Confederate, [(39, 135), (3, 10), (10, 37)]);
}

/// Men and guns of the order of battle.
#[test]
fn grand_tactical_antietam() {
    let id = "grand-tactical/antietam";
    check(id, "september-17", Union, [(88, 63_260), (9, 3_414), (14, 287)]);
    check(id, "september-17", Confederate, [(78, 30_474), (6, 4_306), (14, 238)]);
}

/// The book's essay gives Sumner 15,834 men.
#[test]
fn sumner_has_the_men_the_book_gives_him() {
    let battle = builtin::battle("grand-tactical/antietam").unwrap();
    let men = battle.scenarios[0].units.iter().filter(|unit| {
        unit.side == Union && unit.corps.as_deref() == Some("II") && unit.arm != Arm::Artillery
    });
    assert_eq!(men.map(|unit| u32::from(unit.strength)).sum::<u32>(), 15_834);
}

/// Early's division is as strong whole as in brigades, and both come together.
#[test]
fn early_is_the_same_in_one_piece_and_in_four() {
    let battle = builtin::battle("blue-gray/fredericksburg").unwrap();
    let scenario = battle.scenario(None).unwrap();
    let of = |id: &str| {
        let comes = |start: &Start| matches!(start, Start::Arrives { group } if group == id);
        let units = scenario.units.iter().filter(|unit| comes(&unit.start));
        units.map(|unit| unit.strength).collect::<Vec<_>>()
    };
    assert_eq!(of("Early, whole"), [20]);
    assert_eq!(of("Early, in brigades"), [7, 4, 5, 4]);
    let [whole, parts] =
        ["Early, whole", "Early, in brigades"].map(|id| scenario.group(id).unwrap());
    assert_eq!((&whole.turns, &whole.cells), (&parts.turns, &parts.cells));
    assert_eq!((whole.choice.as_deref(), parts.choice.as_deref()), (Some("Early"), Some("Early")));
}

/// [BG-A 16.2] The optional group needs an option, and 20.4 names its turn.
#[test]
fn the_optional_group_of_antietam() {
    let battle = builtin::battle("blue-gray/antietam").unwrap();
    let group = battle.scenarios[0].group("16.2").unwrap();
    assert_eq!(group.options, ["20.4", "20.5"]);
    assert_eq!(group.by_option, [("20.4".to_owned(), vec![2])]);
    assert!(group.turns.is_empty());
    assert!(group.options.iter().all(|number| battle.option(number).is_some()));
}

/// Night, fog and first player.
#[test]
fn turns_of_the_scenarios() {
    let rows = [
        ("blue-gray/antietam", "september-17", 10, Union, vec![], vec![]),
        ("blue-gray/fredericksburg", "december-13", 11, Confederate, vec![6], vec![1, 7]),
        ("blue-gray/fredericksburg", "may-3", 11, Confederate, vec![6], vec![1, 7]),
        ("blue-gray/chattanooga", "november-24", 10, Union, vec![5], vec![]),
        ("brigade/antietam", "september-17", 16, Union, vec![], vec![]),
        ("grand-tactical/antietam", "september-17", 11, Union, vec![], vec![]),
    ];
    for (id, scenario, turns, first, night, fog) in rows {
        let battle = builtin::battle(id).unwrap();
        let found = battle.scenario(Some(scenario)).unwrap();
        assert_eq!((found.turns, found.first), (turns, first), "{id}");
        assert_eq!((&found.night, &found.fog), (&night, &fog), "{id}");
    }
}
