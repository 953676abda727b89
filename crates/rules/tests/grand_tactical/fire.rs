//! [GT 8.1, 8.2, 8.9, GT-T 2.0] Fire: the formula factor by factor, targets, distribution, and the order of
//! draws.

use rules::grand_tactical::tables::Modifier;
use serde_json::json;

use crate::fixture::{Field, Game};
use crate::fray::*;

/// A Union unit with rifles north of a Confederate one, who keeps silent; both look at each other.
fn duel(men: u32, target: u32) -> Field {
    Field::open(6, 5).intermediate().infantry("US", "union", men, "1,2", 5).infantry(
        "CS",
        "confederate",
        target,
        "2,2",
        1,
    )
}

fn fire(field: &Field, prepare: impl FnOnce(&mut Game), draws: &[u16]) -> Game {
    let mut game = clear_day(field);
    silence(&mut game, &["CS"]);
    prepare(&mut game);
    game.end(draws);
    game
}

#[test]
fn w01_a_rifle_shot() {
    let field = Field::open(6, 5)
        .advanced()
        .infantry("US", "union", 501, "1,2", 5)
        .infantry("CS", "confederate", 600, "2,2", 1)
        .leader("Ripley", "union", "brigade", "US", 13, "");
    let game = fire(&field, |game| game.unit_mut("US").op = 7, &[NO, EVEN, NO]);
    let factors = json!([["leaders", 113], ["battle_time", 70], ["density", 96]]);
    assert_eq!(shot(&game, "US"), (15, factors));
    assert_eq!(losses(&game), [("CS".into(), 15, 5)]);
    let drawn = [("ammunition", 100), ("fire", 101), ("disruption", 100)];
    assert_eq!(game.draws(), drawn.map(|(name, of)| (name.to_owned(), of)));
    assert_eq!(game.unit("US").op, 5);
}

#[test]
fn w02_an_artillery_shot() {
    let field = Field::new(".....\n.....\n.....\n..w..\n.....")
        .intermediate()
        .guns("US", "union", 26, "0,2", 5, "N12")
        .infantry("CS", "confederate", 753, "3,2", 1);
    let game = fire(&field, |_| {}, &[NO, 70, NO]);
    let factors = json!([["terrain", 80], ["density", 108], ["random", 120]]);
    assert_eq!(shot(&game, "US"), (54, factors));
    assert_eq!(game.unit("US").op, 6);
}

#[test]
fn w03_a_shot_with_everything() {
    let rest = "at = \"1,2\", weapon = \"R/S\", effectiveness = 87, facing = 5, mode = \"normal\", \
                corps = \"C\", division = \"D\", brigade = \"B\"";
    let field = Field::open(6, 5)
        .advanced()
        .option("1=2")
        .unit("US", "union", "infantry", 701, rest)
        .infantry("CS", "confederate", 704, "2,2", 5)
        .infantry("CS2", "confederate", 600, "2,2", 5)
        .leader("Seymour", "union", "brigade", "B", 11, "")
        .leader("Meade", "union", "division", "D", 16, "US");
    let game = fire(
        &field,
        |game| {
            silence(game, &["CS2"]);
            let now = game.unit_mut("US");
            (now.fatigue, now.op) = (20, 8);
        },
        &[NO, 40],
    );
    let factors = json!([
        ["fatigue", 80],
        ["leaders", 127],
        ["battle_time", 80],
        ["flank", 150],
        ["density", 125],
        ["difficulty", 95],
        ["random", 90]
    ]);
    assert_eq!(shot(&game, "US"), (55, factors));
}

/// The firer is not phasing: it fires though it has fewer points than a shot costs (D-45).
#[test]
fn w04_mounted_and_short_of_points() {
    let field = Field::open(6, 5)
        .intermediate()
        .cavalry("FARNSWORTH", "confederate", 802, "1,2", 5)
        .infantry("US", "union", 303, "3,2", 1);
    let mut game = clear_day(&field);
    silence(&mut game, &["US"]);
    game.unit_mut("FARNSWORTH").op = 4;
    game.end(&[NO, 100, NO]);
    let factors = json!([["mode", 75], ["battle_time", 50], ["density", 75], ["random", 150]]);
    assert_eq!(shot(&game, "FARNSWORTH"), (3, factors));
}

/// At the longest range, from high ground, at guns alone: points for fatigue, and a gun by chance.
#[test]
fn w05_counter_battery_fire() {
    let field = Field::new(&"333\n".repeat(14))
        .intermediate()
        .guns("US", "union", 29, "0,1", 5, "P10")
        .guns("CS", "confederate", 10, "12,1", 1, "N12");
    for (draw, guns) in [(67, 9), (68, 10)] {
        let game = fire(&field, |game| game.unit_mut("US").op = 6, &[NO, EVEN, draw, NO]);
        assert_eq!(shot(&game, "US"), (17, json!([["battle_time", 60]])));
        assert_eq!(losses(&game), [("CS".into(), 10 - guns, 8)]);
        assert_eq!(purposes(&game), ["ammunition", "fire", "gun", "disruption"]);
        assert_eq!(u64::from(game.unit("CS").strength), guns);
    }
}

#[test]
fn w06_distribution_over_a_square() {
    let rifles = Field::open(6, 5)
        .intermediate()
        .infantry("US", "union", 550, "1,2", 5)
        .infantry("CS", "confederate", 300, "2,2", 1)
        .infantry("CS2", "confederate", 350, "2,2", 1);
    let game = fire(&rifles, |game| silence(game, &["CS2"]), &[NO, EVEN, NO, NO]);
    assert_eq!(losses(&game), [("CS2".into(), 17, 8), ("CS".into(), 5, 2)]);
    let guns = Field::open(6, 5)
        .intermediate()
        .guns("US", "union", 15, "0,2", 5, "N12")
        .infantry("CS", "confederate", 350, "4,2", 1)
        .infantry("CS2", "confederate", 300, "4,2", 1)
        .guns("CS3", "confederate", 12, "4,2", 1, "N12");
    let game = fire(&guns, |game| silence(game, &["CS2", "CS3"]), &[NO, EVEN, NO, NO, NO, NO]);
    assert_eq!(losses(&game), [("CS".into(), 9, 4), ("CS2".into(), 3, 1), ("CS3".into(), 0, 1)]);
    // The gun is drawn before anything that follows.
    let drawn = ["ammunition", "fire", "gun", "disruption", "disruption", "disruption"];
    assert_eq!(purposes(&game), drawn);
}

/// [GT 7.7] Small arms spare guns that have company; point-blank artillery strikes one unit (D-54).
#[test]
fn r7_7_guns_with_company_and_guns_at_close_range() {
    let field = Field::open(6, 5)
        .intermediate()
        .guns("US", "union", 10, "1,2", 5, "N12")
        .infantry("US2", "union", 500, "1,2", 5)
        .infantry("CS", "confederate", 350, "2,2", 1)
        .infantry("CS2", "confederate", 300, "2,2", 1)
        .guns("CS3", "confederate", 12, "2,2", 1, "N12");
    let quiet = |game: &mut Game| silence(game, &["CS2", "CS3"]);
    let game = fire(&field, quiet, &[NO, EVEN, NO, NO, NO, EVEN, NO, NO, NO]);
    assert_eq!(shot(&game, "US").0, 140);
    let hit: Vec<String> = losses(&game).into_iter().map(|(unit, ..)| unit).collect();
    // The guns strike one unit; with 210 men left, the other is the larger one for the rifles.
    assert_eq!(hit, ["CS", "CS2", "CS"]);
}

/// [GT 8.2] Small arms at guns alone: fatigue for half the points, never a gun.
#[test]
fn r8_2_small_arms_take_no_guns() {
    let field = Field::open(6, 5).intermediate().infantry("US", "union", 1000, "1,2", 5).guns(
        "CS",
        "confederate",
        10,
        "2,2",
        1,
        "N12",
    );
    let game = fire(&field, |_| {}, &[NO, EVEN, NO]);
    assert_eq!(shot(&game, "US"), (40, json!([])));
    assert_eq!(losses(&game), [("CS".into(), 0, 20)]);
    assert_eq!(purposes(&game), ["ammunition", "fire", "disruption"]);
}

/// [GT-T 9.0, 7.8] What the mode of the firer does; a routed unit has that instead.
#[test]
fn t9_0_the_mode_of_the_firer() {
    let modes = [("column", 75), ("normal", 100)];
    for (mode, percent) in modes {
        let field = duel(500, 650);
        let game = field.at(json!({"turn": 3, "units": [
            {"id": "US", "square": "1,2", "mode": mode},
            {"id": "CS", "square": "2,2", "ammo": false},
        ]}));
        let mut game = game;
        game.end(&[NO, EVEN, NO]);
        let expected = if percent == 100 { json!([]) } else { json!([["mode", percent]]) };
        assert_eq!(shot(&game, "US").1, expected, "{mode}");
    }
    let cavalry = Field::open(6, 5).intermediate().infantry("US", "union", 650, "1,2", 5).cavalry(
        "CS",
        "confederate",
        500,
        "2,2",
        1,
    );
    for (mode, routed, expected) in [
        ("dismounted", false, json!([["horse_holders", 75]])),
        ("mounted", true, json!([["mode", 75]])),
        ("dismounted", true, json!([["mode", 75], ["horse_holders", 75]])),
    ] {
        let mut game = cavalry.at(json!({"turn": 3, "units": [
            {"id": "US", "square": "1,2", "ammo": false},
            {"id": "CS", "square": "2,2", "mode": mode, "routed": routed},
        ]}));
        game.end(&[NO, EVEN, NO]);
        assert_eq!(shot(&game, "CS").1, expected, "{mode} {routed}");
    }
}

/// [GT 8.10] Fatigue takes off its points in per cent, but a tenth remains (D-49).
#[test]
fn r8_10_fatigue_weakens_fire() {
    for (fatigue, percent) in [(0, 100), (35, 65), (90, 10), (95, 10)] {
        let game =
            fire(&duel(1000, 650), |game| game.unit_mut("US").fatigue = fatigue, &[NO, EVEN]);
        let expected = if percent == 100 { json!([]) } else { json!([["fatigue", percent]]) };
        assert_eq!(shot(&game, "US").1, expected, "{fatigue}");
    }
}

/// [GT 7.11] A level of fortification takes ten per cent off (D-53); it is the primary unit's that counts.
#[test]
fn r7_11_works_protect() {
    let field = duel(1000, 400).infantry("CS2", "confederate", 250, "2,2", 1);
    let works = |game: &mut Game| {
        silence(game, &["CS2"]);
        game.unit_mut("CS").fort = 3;
        game.unit_mut("CS2").fort = 5;
    };
    let game = fire(&field, works, &[NO, EVEN]);
    assert_eq!(shot(&game, "US"), (28, json!([["fortification", 70]])));
}

/// [GT-T 8.0] Woods, town, corn, and a target on higher ground.
#[test]
fn t8_0_the_ground_of_the_target() {
    for (drawn, factors) in [
        ('w', json!([["terrain", 80]])),
        ('t', json!([["terrain", 70]])),
        ('k', json!([])),
        ('d', json!([])),
        ('2', json!([["elevation", 90]])),
        ('4', json!([["elevation", 90]])),
    ] {
        let field = Field::new(&format!(".....\n.....\n..{drawn}..\n....."))
            .intermediate()
            .infantry("US", "union", 500, "1,2", 5)
            .infantry("CS", "confederate", 650, "2,2", 1);
        let game = fire(&field, |_| {}, &[NO, EVEN, NO]);
        assert_eq!(shot(&game, "US").1, factors, "{drawn}");
    }
}

/// [GT-T 8.0] What is printed as one is one: the rules leave these factors out.
#[test]
fn t8_0_what_changes_nothing() {
    let field = duel(500, 650).battle();
    let table = &field.tables.modifiers;
    let Modifier { fire, .. } = table.crossing;
    assert_eq!(fire, 100);
    assert_eq!([table.woods.melee, table.town.melee, table.cornfield.melee], [100; 3]);
}

/// [GT 7.8, 7.9] In column, mounted, limbered, or fired at from where it does not look: flanked.
#[test]
fn r7_9_flanks() {
    for (facing, mode, flank) in [
        (1, "normal", 100),
        (2, "normal", 100),
        (3, "normal", 150),
        (5, "normal", 150),
        (1, "column", 150),
    ] {
        let mut game = duel(500, 650).at(json!({"turn": 3, "units": [
            {"id": "US", "square": "1,2"},
            {"id": "CS", "square": "2,2", "ammo": false, "facing": facing, "mode": mode},
        ]}));
        game.end(&[NO, EVEN, NO]);
        let expected = if flank == 100 { json!([]) } else { json!([["flank", flank]]) };
        assert_eq!(shot(&game, "US").1, expected, "{facing} {mode}");
    }
}

/// [GT-T 10.0] A per cent for every twelve men, 25 at the most; guns do not count, and alone they have none.
#[test]
fn t10_0_density() {
    for (men, percent) in
        [(650, 100), (661, 100), (662, 101), (638, 99), (639, 100), (338, 75), (1000, 125)]
    {
        let field = duel(500, men).guns("CS3", "confederate", 10, "2,2", 1, "N12");
        let game = fire(&field, |game| silence(game, &["CS3"]), &[NO, EVEN, NO]);
        let expected = if percent == 100 { json!([]) } else { json!([["density", percent]]) };
        assert_eq!(shot(&game, "US").1, expected, "{men}");
    }
}

/// [GT-T 10.0] Battle time: points left before the shot, five at the least; more than ten count as well.
#[test]
fn t10_0_battle_time() {
    for (op, percent) in [(2, 50), (4, 50), (5, 50), (6, 60), (10, 100), (12, 120)] {
        let game = fire(&duel(500, 650), |game| game.unit_mut("US").op = op, &[NO, EVEN, NO]);
        let expected = if percent == 100 { json!([]) } else { json!([["battle_time", percent]]) };
        assert_eq!(shot(&game, "US").1, expected, "{op}");
    }
}

/// [GT 8.9] Ammunition gives out by 7 in a hundred, of guns by 10, and the shot is a quarter (D-51).
#[test]
fn r8_9_ammunition_gives_out() {
    for (draw, dry) in [(6, true), (7, false)] {
        let game = fire(&duel(500, 650), |_| {}, &[draw, EVEN, NO]);
        assert_eq!(game.unit("US").ammo, !dry);
        assert_eq!(shots(&game, "US")[0]["dry"], dry);
        assert_eq!(shot(&game, "US").0, if dry { 5 } else { 20 });
    }
    let guns = Field::open(6, 5).intermediate().guns("US", "union", 10, "1,2", 5, "N12").infantry(
        "CS",
        "confederate",
        650,
        "2,2",
        1,
    );
    for (draw, dry) in [(9, true), (10, false)] {
        let game = fire(&guns, |_| {}, &[draw, EVEN, NO]);
        assert_eq!(game.unit("US").ammo, !dry);
    }
}

/// [GT 8.9, 8.8, 8.6, 7.8, 8.4] Who does not fire: no ammunition, disrupted, routed (on the phasing side),
/// limbered, without the points. The other side is never short of points.
#[test]
fn r8_1_who_may_fire() {
    let silent = |change: &dyn Fn(&mut Game)| {
        let game = fire(&duel(500, 650), change, &[]);
        (shots(&game, "US").is_empty(), game.unit("US").op)
    };
    assert_eq!(silent(&|game| game.unit_mut("US").ammo = false), (true, 10));
    assert_eq!(silent(&|game| game.unit_mut("US").disrupted = true), (true, 10));
    assert_eq!(silent(&|game| game.unit_mut("US").op = 1), (true, 1));
    assert_eq!(silent(&|game| game.unit_mut("US").op = 2), (false, 0));
    let mut game = duel(650, 500).at(json!({"turn": 3, "units": [
        {"id": "US", "square": "1,2", "routed": true},
        {"id": "CS", "square": "2,2", "routed": true, "op": 0},
    ]}));
    game.end(&[NO, EVEN]);
    assert_eq!((shots(&game, "US").len(), shots(&game, "CS").len()), (0, 1));
    let limbered = Field::open(6, 5)
        .intermediate()
        .guns("US", "union", 10, "1,2", 5, "N12")
        .infantry("CS", "confederate", 650, "2,2", 1);
    for (mode, op, count) in [("limbered", 10, 0), ("unlimbered", 3, 0), ("unlimbered", 4, 1)] {
        let mut game = limbered.at(json!({"turn": 3, "units": [
            {"id": "US", "square": "1,2", "mode": mode, "op": op},
            {"id": "CS", "square": "2,2", "ammo": false},
        ]}));
        game.end(&[]);
        assert_eq!(shots(&game, "US").len(), count, "{mode} {op}");
    }
}

/// [GT 8.1] Defensive artillery, offensive artillery, defensive fire, offensive fire; in unit order.
#[test]
fn r8_1_the_order_of_fire() {
    let field = Field::open(6, 6)
        .intermediate()
        .infantry("US1", "union", 650, "1,2", 5)
        .guns("US2", "union", 2, "1,3", 5, "N12")
        .infantry("US3", "union", 650, "1,4", 5)
        .infantry("CS1", "confederate", 650, "2,2", 1)
        .guns("CS2", "confederate", 2, "2,3", 1, "N12")
        .infantry("CS3", "confederate", 650, "2,4", 1);
    let mut game = clear_day(&field);
    game.end(&[]);
    assert_eq!(units_told(&game, "fired"), ["CS2", "US2", "CS1", "CS3", "US1", "US3"]);
    let parts: Vec<String> =
        game.told("sub_phase").iter().map(|event| event["name"].as_str().unwrap().into()).collect();
    assert_eq!(parts.len(), 6);
    assert_eq!((parts[0].as_str(), parts[5].as_str()), ("defensive artillery fire", "melee"));
}

/// [GT 7.13] The plot comes first, if it can still be carried out; or else the nearest enemy.
#[test]
fn r7_13_the_plotted_square_or_the_nearest() {
    let field = Field::open(6, 6)
        .intermediate()
        .infantry("US", "union", 500, "1,2", 5)
        .infantry("CS", "confederate", 650, "2,2", 1)
        .infantry("FAR", "confederate", 650, "3,3", 1)
        .infantry("AWAY", "confederate", 650, "5,5", 1);
    for (plot, at) in [("3,3", "3,3"), ("5,5", "2,2"), ("2,3", "2,2"), ("0,2", "2,2")] {
        let plotted = |game: &mut Game| {
            silence(game, &["FAR", "AWAY"]);
            game.unit_mut("US").fire = game.battle().grid.cell(plot);
        };
        let game = fire(&field, plotted, &[NO, EVEN, NO]);
        assert_eq!(shots(&game, "US")[0]["at"], at, "{plot}");
    }
}

/// [GT 7.13?] Of squares equally near: the straighter line, then more men, then x, then y (D-46).
#[test]
fn r7_13_ties_of_the_nearest() {
    let base = || Field::open(6, 6).intermediate().infantry("US", "union", 500, "1,2", 5);
    let at = |field: Field| {
        let game = fire(&field, |game| silence(game, &["CS2"]), &[NO, EVEN, NO]);
        shots(&game, "US")[0]["at"].as_str().unwrap().to_owned()
    };
    let two = |one: (u32, &str), two: (u32, &str)| {
        let field = base().infantry("CS", "confederate", one.0, one.1, 1);
        at(field.infantry("CS2", "confederate", two.0, two.1, 1))
    };
    assert_eq!(two((900, "2,1"), (100, "2,2")), "2,2");
    assert_eq!(two((100, "2,1"), (101, "2,3")), "2,3");
    assert_eq!(two((100, "2,3"), (100, "2,1")), "2,1");
    // Guns count nothing among "more men".
    let guns = base().guns("CS", "confederate", 60, "2,1", 1, "N12").infantry(
        "CS2",
        "confederate",
        1,
        "2,3",
        1,
    );
    assert_eq!(at(guns), "2,3");
}

/// [GT-T 2.0] Where the rate is 0 nobody fires, and nobody pays.
#[test]
fn t2_0_out_of_range() {
    let field = Field::open(6, 5).intermediate().infantry("US", "union", 500, "1,2", 5).infantry(
        "CS",
        "confederate",
        650,
        "4,2",
        1,
    );
    let game = fire(&field, |_| {}, &[]);
    assert_eq!((game.told("fired").len(), game.unit("US").op, game.draws().len()), (0, 10, 0));
}

/// [GT-QS 3.4, 3.3] The basic game: no arcs, no flanks, no ammunition, no modes; guns that moved wait.
#[test]
fn q3_4_basic_fire() {
    let field = Field::open(6, 5).infantry("US", "union", 500, "1,2", 1).infantry(
        "CS",
        "confederate",
        650,
        "2,2",
        5,
    );
    let mut game = field.at(json!({"turn": 3}));
    game.end(&[EVEN, EVEN]);
    assert_eq!(shot(&game, "CS"), (23, json!([["density", 88]])));
    assert_eq!(shot(&game, "US"), (17, json!([["fatigue", 89]])));
    assert_eq!(purposes(&game), ["fire", "fire"]);
    let guns = Field::open(6, 5).guns("US", "union", 10, "1,2", 1, "N12").infantry(
        "CS",
        "confederate",
        650,
        "3,2",
        5,
    );
    for (moved, count) in [(0, 1), (1, 0)] {
        let mut game = guns.at(json!({"turn": 3, "units": [
            {"id": "US", "square": "1,2", "moved": moved}, {"id": "CS", "square": "3,2"},
        ]}));
        game.end(&[]);
        assert_eq!(shots(&game, "US").len(), count);
    }
}
