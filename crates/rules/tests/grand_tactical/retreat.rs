//! [GT 8.5, 8.6, 8.7] Retreats, routs and advances.

use serde_json::json;

use crate::fixture::{Field, Game};
use crate::fray::*;

/// 85 men under the fire of 400 lose 12 and rout for certain.
fn rout(field: &Field, prepare: impl FnOnce(&mut Game)) -> Game {
    let mut game = clear_day(field);
    silence(&mut game, &["CS"]);
    prepare(&mut game);
    game.end(&[NO, EVEN, NO, NO]);
    assert_eq!(units_told(&game, "routed"), ["CS"]);
    game
}

fn whole_map() -> Field {
    Field::open(42, 36).intermediate().option("8")
}

#[test]
fn w15_a_rout() {
    let field = whole_map()
        .infantry("US1", "union", 400, "12,14", 5)
        .infantry("US2", "union", 400, "12,15", 5)
        .infantry("CS", "confederate", 85, "13,14", 1);
    let game = rout(&field, |_| {});
    assert_eq!(path(&game, "CS"), ["14,13", "15,12", "16,11", "17,10"]);
    let now = game.unit("CS");
    // It faces its last step, and has forgotten what it was to do.
    assert_eq!((now.facing.index() + 1, now.routed, now.melee), (6, true, false));
}

/// [GT 8.6, 7.11, 7.8] A rout ends works, plots and column.
#[test]
fn r8_6_what_a_rout_ends() {
    let field = whole_map().infantry("US1", "union", 400, "12,14", 5).infantry(
        "CS",
        "confederate",
        85,
        "13,14",
        1,
    );
    let game = rout(&field, |game| {
        let cell = game.battle().grid.cell("12,14");
        let now = game.unit_mut("CS");
        (now.fort, now.mode) = (1, atlas::battle::Mode::Column);
        (now.fire, now.advance, now.melee) = (cell, true, true);
    });
    let now = game.unit("CS");
    assert_eq!((now.fort, now.mode.word(), now.fire), (0, "normal", None));
    assert_eq!((now.melee, now.advance), (false, false));
}

/// [GT 7.7, 8.5] Whoever is passed through or stacked onto gains five fatigue; a routed unit that ends with
/// friends looks where they look (D-77).
#[test]
fn r8_5_friends_grow_tired() {
    let field = whole_map()
        .infantry("US", "union", 400, "12,14", 5)
        .infantry("CS", "confederate", 85, "13,14", 1)
        .infantry("PASSED", "confederate", 500, "15,12", 2)
        .infantry("END", "confederate", 500, "17,10", 3)
        .infantry("ASIDE", "confederate", 500, "16,12", 3);
    let game = rout(&field, |_| {});
    assert_eq!(path(&game, "CS").last().unwrap(), "17,10");
    let fatigue = |unit: &str| game.unit(unit).fatigue;
    assert_eq!((fatigue("PASSED"), fatigue("END"), fatigue("ASIDE")), (5, 5, 0));
    assert_eq!(game.unit("CS").facing, game.unit("END").facing);
    assert_eq!(game.unit("PASSED").facing.index() + 1, 2);
}

/// [GT 8.5] The order of preference: out of zones of control, away from the enemy, towards the rear, empty.
#[test]
fn r8_5_the_choice_of_squares() {
    // The straight way to the rear is in the zone of control of US2.
    let field = whole_map()
        .infantry("US", "union", 400, "12,14", 5)
        .infantry("US2", "union", 400, "15,12", 1)
        .infantry("CS", "confederate", 85, "13,14", 1);
    let game = rout(&field, |game| silence(game, &["US2"]));
    assert_eq!(path(&game, "CS")[0], "14,14");
    // Full squares are no way [GT 7.7].
    let field = whole_map()
        .infantry("US", "union", 400, "12,14", 5)
        .infantry("CS", "confederate", 85, "13,14", 1)
        .infantry("ONE", "confederate", 400, "14,13", 1)
        .infantry("TWO", "confederate", 400, "14,13", 1);
    let game = rout(&field, |_| {});
    assert_eq!(path(&game, "CS")[0], "14,14");
}

/// [GT 7.6, 8.5?] A rout into a zone of control ends there, with one man in ten lost (D-64); in the basic
/// game the unit is no more [GT-QS 3.6].
#[test]
fn r7_6_a_rout_into_a_zone_of_control() {
    let hemmed = |field: Field| {
        field
            .infantry("US", "union", 400, "12,14", 5)
            .infantry("US2", "union", 400, "15,14", 1)
            .infantry("CS", "confederate", 85, "13,14", 1)
    };
    let game = rout(&hemmed(whole_map()), |game| silence(game, &["US2"]));
    assert_eq!(path(&game, "CS").len(), 1);
    // 85 - 12 = 73 men; 8 more, and 4 fatigue for them.
    assert_eq!(losses(&game)[1], ("CS".into(), 8, 10));
    assert_eq!(game.unit("CS").strength, 65);
    assert_eq!(purposes(&game), ["ammunition", "fire", "disruption"]);
    let mut basic = clear_day(&hemmed(Field::open(42, 36)));
    basic.unit_mut("US2").op = 0;
    basic.unit_mut("CS").fatigue = 100;
    basic.end(&[0, EVEN]);
    assert_eq!(units_told(&basic, "eliminated"), ["CS"]);
    assert_eq!(basic.state.losses[atlas::Side::Confederate].infantry, 85);
    assert!(basic.told("retreated").is_empty());
}

/// D-87: hemmed in by friends alone, a routed unit stays without loss; where the enemy has a hand in it, it
/// loses a tenth.
#[test]
fn r8_5_hemmed_in() {
    // A lane between squares that nobody enters; the rears lie apart.
    let drawing = ["###.##.", &"###.###\n".repeat(6), ".##.###"].join("\n");
    let mut field = Field::new(&drawing)
        .intermediate()
        .level("1,3", 4)
        .level("5,3", 4)
        .guns("US", "union", 40, "5,3", 1, "N12")
        .infantry("US2", "union", 400, "3,3", 1)
        .infantry("CS", "confederate", 85, "1,3", 5);
    for square in ["0,3", "2,3"] {
        for half in ["a", "b"] {
            let id = format!("{square}{half}");
            field = field.infantry(&id, "confederate", 400, square, 5);
        }
    }
    for (enemy_near, lost) in [(false, vec![30]), (true, vec![30, 6])] {
        let mut units = vec![
            json!({"id": "US", "square": "5,3", "fire": "1,3"}),
            json!({"id": "CS", "square": "1,3", "ammo": false}),
        ];
        for (id, square) in [("0,3a", "0,3"), ("0,3b", "0,3"), ("2,3a", "2,3"), ("2,3b", "2,3")] {
            units.push(json!({"id": id, "square": square, "ammo": false}));
        }
        if enemy_near {
            units.push(json!({"id": "US2", "square": "3,3", "ammo": false}));
        }
        let mut game = field.at(json!({"turn": 3, "units": units}));
        game.end(&[NO, EVEN, NO]);
        assert_eq!(units_told(&game, "routed"), ["CS"]);
        assert!(game.told("retreated").is_empty());
        let told: Vec<u64> = losses(&game).into_iter().map(|(_, lost, _)| lost).collect();
        assert_eq!(told, lost);
    }
}

/// D-87: a unit that routs in its corner stays, without loss.
#[test]
fn r8_5_the_corner_is_the_end() {
    let field = whole_map().infantry("US", "union", 400, "40,1", 6).infantry(
        "CS",
        "confederate",
        85,
        "41,0",
        2,
    );
    let game = rout(&field, |_| {});
    assert!(game.told("retreated").is_empty());
    assert_eq!((game.square("CS"), losses(&game).len()), ("41,0".into(), 1));
}

/// [GT 8.5] A retreat from a melee is two squares, through zones of control without loss; facing stays.
#[test]
fn r8_5_a_retreat_from_melee() {
    let field = whole_map()
        .infantry("US", "union", 1000, "12,14", 5)
        .infantry("US2", "union", 400, "15,12", 1)
        .infantry("US3", "union", 400, "15,16", 1)
        .infantry("CS1", "confederate", 300, "13,14", 1)
        .infantry("CS2", "confederate", 300, "13,14", 1);
    let mut game = clear_day(&field);
    silence(&mut game, &["US", "US2", "US3", "CS1", "CS2"]);
    game.unit_mut("CS1").fort = 2;
    plot_melee(&mut game, "US", "13,14");
    game.end(&[EVEN, EVEN, 0, 0, 0]);
    for unit in ["CS1", "CS2"] {
        assert_eq!(path(&game, unit).len(), 2);
        assert_eq!((game.unit(unit).facing.index() + 1, game.unit(unit).fort), (1, 0));
        assert!(!game.unit(unit).routed);
    }
    // Those of one retreat do not tire each other: only what the losses cost.
    assert!(losses(&game).iter().all(|(unit, _, fatigue)| {
        unit == "US" || u64::from(game.unit(unit).fatigue) == *fatigue
    }));
}

/// [GT 8.7] After the shot that empties a square, who shot at it and is plotted to advance goes in at once.
#[test]
fn r8_7_advance_after_fire() {
    let field = whole_map()
        .infantry("US1", "union", 400, "12,14", 5)
        .infantry("US2", "union", 400, "12,15", 6)
        .infantry("CS", "confederate", 85, "13,14", 1);
    let game = rout(&field, |game| {
        plot_melee(game, "US1", "13,14");
        plot_melee(game, "US2", "13,14");
        game.unit_mut("US1").fort = 2;
    });
    // The second unit never shot there (D-89).
    assert_eq!(game.told("advanced").len(), 1);
    assert_eq!((game.square("US1"), game.square("US2")), ("13,14".into(), "12,15".into()));
    let now = game.unit("US1");
    assert_eq!((now.fatigue, now.fort, now.op, now.facing.index() + 1), (2, 0, 8, 5));
    assert!(game.told("melee").is_empty());
}

/// [GT 8.7, 3.3] Without the plot, disrupted, or inactive (D-14): no advance.
#[test]
fn r8_7_who_does_not_advance() {
    let field = |option8: bool| {
        let field = Field::open(42, 36).intermediate();
        let field = if option8 { field.option("8") } else { field };
        field.infantry("US", "union", 400, "12,14", 5).infantry("CS", "confederate", 85, "13,14", 1)
    };
    let game = rout(&field(true), |_| {});
    assert_eq!(game.square("US"), "12,14");
    let game = rout(&field(false), |game| plot_melee(game, "US", "13,14"));
    assert_eq!(game.square("US"), "12,14");
}

/// [GT 8.7] Onto a bridge only mounted or in column; into a town only one.
#[test]
fn r8_7_bridges_and_towns() {
    let rest = "at = \"2,2\", weapon = \"RFL\", effectiveness = 80, facing = 7, mode = \"column\"";
    let square = |drawn: [&str; 5]| {
        let field = Field::new(&drawn.join("\n"))
            .intermediate()
            .option("8")
            .infantry("US", "union", 400, "2,1", 3)
            .unit("CS", "confederate", "infantry", 85, rest);
        rout(&field, |game| plot_melee(game, "US", "2,2")).square("US")
    };
    assert_eq!(square(["..~..", "..~..", "..b..", "..~..", "..~.."]), "2,1");
    assert_eq!(square(["..~..", "..~..", "..d..", "..~..", "..~.."]), "2,2");
    assert_eq!(square([".....", ".....", "..t..", ".....", "....."]), "2,2");
}

/// D-89: who shot at the square without a melee plot follows up after the melee; two units and no more.
#[test]
fn r8_7_advance_after_melee() {
    let field = whole_map()
        .infantry("US1", "union", 900, "12,13", 4)
        .infantry("US2", "union", 400, "12,14", 5)
        .infantry("US3", "union", 400, "12,15", 6)
        .infantry("CS", "confederate", 300, "13,14", 1);
    let mut game = clear_day(&field);
    silence(&mut game, &["CS"]);
    plot_melee(&mut game, "US1", "13,14");
    for unit in ["US2", "US3"] {
        game.unit_mut(unit).advance = true;
    }
    game.end(&[NO, 0, NO, NO, 0, NO, NO, 0, NO, EVEN, EVEN, 0, 0, NO, NO, NO]);
    assert_eq!(game.told("melee")[0]["attackers"], json!(["US1"]));
    assert_eq!(units_told(&game, "advanced"), ["US1", "US2"]);
    // The stack looks where the last one came from.
    assert_eq!(game.unit("US1").facing, game.unit("US2").facing);
    assert_eq!(game.unit("US2").facing.index() + 1, 5);
}

/// [GT-QS 4.2] In the basic game a melee plot is an advance plot.
#[test]
fn q4_2_basic_advance() {
    let field = Field::open(42, 36).option("8").infantry("US", "union", 400, "12,14", 5).infantry(
        "CS",
        "confederate",
        85,
        "13,14",
        1,
    );
    let mut game = clear_day(&field);
    game.unit_mut("US").melee = true;
    game.unit_mut("CS").fatigue = 100;
    game.end(&[0, EVEN]);
    assert_eq!(units_told(&game, "routed"), ["CS"]);
    assert_eq!(game.square("US"), "13,14");
}
