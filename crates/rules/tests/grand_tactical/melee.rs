//! [GT 8.4, 8.9, GT-T 3.0] Melee: who attacks, what answers, strengths, results, and the order of draws.

use serde_json::{Value, json};

use crate::fixture::{Field, Game};
use crate::fray::*;

/// A Union unit north of a Confederate one, looking at each other, both without ammunition: nobody fires,
/// and both fight at half strength.
fn grapple(men: u32, defenders: u32) -> Field {
    Field::open(8, 7).intermediate().option("8").infantry("US", "union", men, "3,3", 5).infantry(
        "CS",
        "confederate",
        defenders,
        "4,3",
        1,
    )
}

fn melee(field: &Field, draws: &[u16]) -> Game {
    let mut game = clear_day(field);
    silence(&mut game, &["US", "CS"]);
    plot_melee(&mut game, "US", "4,3");
    game.end(draws);
    game
}

fn difference(game: &Game) -> i64 {
    game.told("melee")[0]["difference"].as_i64().unwrap()
}

fn odds(game: &Game, unit: &str) -> Value {
    game.odds(json!({"plot_melee": {"unit": unit, "on": true}}))
}

#[test]
fn w07_melee_from_two_squares() {
    let field = Field::open(8, 7)
        .advanced()
        .infantry("US1", "union", 801, "4,3", 1)
        .infantry("US2", "union", 650, "2,3", 5)
        .infantry("CS", "confederate", 503, "3,3", 1)
        .leader("A", "union", "brigade", "US1", 10, "")
        .leader("B", "union", "brigade", "US2", 10, "")
        .leader("C", "confederate", "brigade", "CS", 13, "");
    let mut game = clear_day(&field);
    plot_melee(&mut game, "US1", "3,3");
    let told = odds(&game, "US2");
    assert_eq!((&told["attack"], &told["defence"]), (&json!(203665), &json!(28419)));
    // Both randoms 100: (203665 - 28419) / 5000 = 35, the last row. Only the worst luck leads to the row
    // before: (101832 - 42628) / 5000 = 11.
    assert_eq!(told["rows"][0], json!({"difference": ">=13", "ways": 10159}));
    assert_eq!(told["rows"][1], json!({"difference": "5..12", "ways": 42}));
}

#[test]
fn w08_melee_uphill() {
    let field = Field::open(8, 7)
        .level("4,3", 2)
        .advanced()
        .infantry("US", "union", 400, "3,3", 5)
        .infantry("CS", "confederate", 653, "4,3", 1)
        .leader("A", "union", "brigade", "US", 11, "")
        .leader("B", "confederate", "brigade", "CS", 9, "");
    let told = odds(&clear_day(&field), "US");
    assert_eq!((&told["attack"], &told["defence"]), (&json!(39960), &json!(71177)));
    let battle = field.battle();
    // (39960 - 71177) / 5000, towards zero.
    assert_eq!(battle.tables.melee.rows[battle.tables.melee.row(-6)].attacker, 50);
}

/// D-83: the attackers' modifier, the defenders', both losses, what follows, defenders first, then retreats.
#[test]
fn t3_0_the_order_of_draws() {
    let game = melee(&grapple(800, 700), &[EVEN, EVEN, 9, 14, NO, NO, 40, 20]);
    let drawn = [
        ("attackers", 101),
        ("defenders", 101),
        ("attackers' loss", 25),
        ("defenders' loss", 25),
        ("disruption", 100),
        ("disruption", 100),
        ("defenders' retreat", 100),
        ("attackers' retreat", 100),
    ];
    assert_eq!(game.draws(), drawn.map(|(name, of)| (name.to_owned(), of)));
    assert_eq!(difference(&game), 1);
    assert_eq!(losses(&game), [("CS".into(), 15, 4), ("US".into(), 10, 2)]);
    assert_eq!((game.square("US"), game.square("CS")), ("3,3".into(), "4,3".into()));
    assert_eq!(game.unit("US").op, 8);
}

/// [GT-T 3.0] Each row: what both lose beside the random number, and the chances of retreat.
#[test]
fn t3_0_the_rows_of_the_table() {
    // Strengths at half: a differential of n is 100 n men apart.
    for (men, defenders, row, attackers_lose, defenders_lose, retreats) in [
        (300, 1000, -7, 151, 1, ["attackers"].as_slice()),
        (400, 1000, -6, 51, 1, &["attackers"]),
        (500, 1000, -5, 51, 1, &["attackers"]),
        (600, 1000, -4, 1, 1, &["defenders", "attackers"]),
        (1000, 600, 4, 1, 1, &["defenders", "attackers"]),
        (1000, 500, 5, 1, 51, &[]),
        (1700, 500, 12, 1, 51, &[]),
        (1800, 500, 13, 1, 101, &[]),
    ] {
        let mut draws = vec![EVEN, EVEN, 0, 0];
        draws.extend([NO; 8]);
        let game = melee(&grapple(men, defenders), &draws);
        assert_eq!(difference(&game), row);
        let lost = |unit: &str| {
            let of = losses(&game).into_iter().find(|(id, ..)| id == unit);
            of.map_or(0, |(_, lost, _)| lost)
        };
        assert_eq!((lost("US"), lost("CS")), (attackers_lose, defenders_lose), "{row}");
        let asked = purposes(&game).into_iter().filter(|purpose| purpose.ends_with("retreat"));
        let expected: Vec<String> = retreats.iter().map(|who| format!("{who}' retreat")).collect();
        assert_eq!(asked.collect::<Vec<_>>(), expected, "{row}");
        // A chance of a hundred is not drawn: the defenders go, and the attackers follow.
        let went = row >= 5;
        assert_eq!(game.square("CS") != "4,3", went, "{row}");
        assert_eq!(game.square("US") == "4,3", went, "{row}");
    }
}

/// [GT-T 3.0] The defenders go first, and then the attackers stay; never both.
#[test]
fn t3_0_one_side_retreats() {
    let game = melee(&grapple(800, 700), &[EVEN, EVEN, 0, 0, 39]);
    assert_eq!((game.told("retreated").len(), purposes(&game).len()), (1, 5));
    assert_eq!(units_told(&game, "retreated"), ["CS"]);
    assert_eq!(game.square("US"), "4,3");
    let game = melee(&grapple(800, 700), &[EVEN, EVEN, 0, 0, 40, 19]);
    assert_eq!(units_told(&game, "retreated"), ["US"]);
    assert_eq!(path(&game, "US").len(), 2);
    assert!(game.told("advanced").is_empty());
}

/// D-83: no retreat is drawn when one side has nobody left in place.
#[test]
fn t3_0_no_retreat_is_drawn_when_a_side_has_gone() {
    // 85 men less 10 rout for certain.
    let game = melee(&grapple(200, 85), &[EVEN, EVEN, 0, 9, NO]);
    assert_eq!(units_told(&game, "routed"), ["CS"]);
    assert!(!purposes(&game).iter().any(|purpose| purpose.ends_with("retreat")));
    assert_eq!(game.square("US"), "4,3");
}

/// [GT 2.1] Losses at the difficulty of the side that inflicts them, rounded to the nearest man.
#[test]
fn r2_1_difficulty_in_melee() {
    let field = grapple(800, 700).option("1=5");
    let game = melee(&field, &[EVEN, EVEN, 14, 14, NO, NO, NO, NO]);
    assert_eq!(losses(&game), [("CS".into(), 17, 4), ("US".into(), 14, 3)]);
}

/// [GT 8.4] Only a unit that shot at the square melees it, with points for both before the shot.
#[test]
fn r8_4_a_melee_needs_a_shot_and_the_points() {
    let field = grapple(500, 650);
    for (op, fights) in [(4, true), (3, false)] {
        let mut game = clear_day(&field);
        silence(&mut game, &["CS"]);
        plot_melee(&mut game, "US", "4,3");
        game.unit_mut("US").op = op;
        game.end(&[NO, EVEN, NO]);
        assert_eq!((shots(&game, "US").len(), game.told("melee").len()), (1, usize::from(fights)));
    }
    // Fire plotted two squares away is not for a melee.
    let mut game = clear_day(&field.clone().infantry("CS2", "confederate", 650, "5,4", 1));
    silence(&mut game, &["CS", "CS2"]);
    plot_melee(&mut game, "US", "5,4");
    game.end(&[NO, EVEN, NO]);
    assert_eq!((shots(&game, "US")[0]["at"].as_str(), game.told("melee").len()), (Some("5,4"), 0));
}

/// D-90: whose plot cannot be carried out fires at the nearest enemy, and melees that.
#[test]
fn r8_4_a_failed_plot_is_replaced() {
    let mut game = clear_day(&grapple(500, 650));
    silence(&mut game, &["CS"]);
    plot_melee(&mut game, "US", "4,2");
    game.end(&[NO, EVEN, NO]);
    assert_eq!(game.told("melee")[0]["at"], "4,3");
}

/// [GT 8.9?] Without ammunition: no shot, half strength, the plotted square beside it or else the nearest;
/// two points suffice (D-56, D-58).
#[test]
fn r8_9_melee_without_ammunition() {
    let game = melee(&grapple(800, 700), &[EVEN, EVEN]);
    assert_eq!((game.told("fired").len(), game.told("melee").len()), (0, 1));
    for (op, fights) in [(2, 1), (1, 0)] {
        let mut game = clear_day(&grapple(800, 700));
        silence(&mut game, &["US", "CS"]);
        plot_melee(&mut game, "US", "4,3");
        game.unit_mut("US").op = op;
        game.end(&[]);
        assert_eq!(game.told("melee").len(), fights);
    }
    let field = grapple(800, 700).infantry("CS2", "confederate", 600, "4,4", 1);
    for (plot, at) in [("4,4", "4,4"), ("2,3", "4,3")] {
        let mut game = clear_day(&field);
        silence(&mut game, &["US", "CS", "CS2"]);
        plot_melee(&mut game, "US", plot);
        game.end(&[]);
        assert_eq!(game.told("melee")[0]["at"], at);
    }
}

/// [GT 8.4] Who runs dry on the shot still melees, at half strength.
#[test]
fn r8_9_dry_on_the_shot_and_into_the_melee() {
    let mut game = clear_day(&grapple(1000, 650));
    silence(&mut game, &["CS"]);
    plot_melee(&mut game, "US", "4,3");
    // 10 casualties; 500 against 320 men.
    game.end(&[0, EVEN, NO, EVEN, EVEN]);
    assert_eq!((shot(&game, "US").0, difference(&game)), (10, 3));
}

/// [GT 8.8, 8.6] Disrupted and routed units do not attack; artillery never.
#[test]
fn r8_4_who_does_not_attack() {
    let mut game = clear_day(&grapple(500, 650));
    silence(&mut game, &["CS", "US"]);
    plot_melee(&mut game, "US", "4,3");
    game.unit_mut("US").disrupted = true;
    game.end(&[]);
    assert_eq!((game.told("melee").len(), game.draws().len()), (0, 0));
}

/// [GT 8.4] Every defender with ammunition answers once, the disrupted too, at the square from which most
/// men attack; from a flank at half (D-75). Limbered guns cannot.
#[test]
fn r8_4_defensive_melee_fire() {
    let field = Field::open(8, 7)
        .intermediate()
        .option("8")
        .infantry("US1", "union", 300, "3,3", 5)
        .infantry("US2", "union", 700, "5,3", 1)
        .infantry("CS1", "confederate", 650, "4,3", 1)
        .guns("CS2", "confederate", 5, "4,3", 1, "N12");
    let (both, one) = ([NO, EVEN, NO, NO, EVEN, NO], [NO, EVEN, NO]);
    for (mode, guns_answer, draws) in
        [("unlimbered", true, &both[..]), ("limbered", false, &one[..])]
    {
        let mut game = field.at(json!({"turn": 3, "units": [
            {"id": "US1", "square": "3,3", "ammo": false},
            {"id": "US2", "square": "5,3", "ammo": false},
            {"id": "CS1", "square": "4,3", "disrupted": true},
            {"id": "CS2", "square": "4,3", "mode": mode, "disrupted": true},
        ]}));
        plot_melee(&mut game, "US1", "4,3");
        plot_melee(&mut game, "US2", "4,3");
        game.end(draws);
        let answers = shots(&game, "CS1");
        assert_eq!((answers.len(), answers[0]["at"].as_str()), (1, Some("5,3")));
        let factors = json!([["flank_defender", 50], ["density", 104]]);
        assert_eq!(answers[0]["factors"], factors);
        assert_eq!(shots(&game, "CS2").len(), usize::from(guns_answer));
        assert_eq!(game.told("melee")[0]["attackers"], json!(["US1", "US2"]));
    }
}

/// D-83: attackers who are disrupted or routed by the answer drop out; with nobody left nothing is drawn.
#[test]
fn r8_4_an_empty_group_ends_the_matter() {
    let field = grapple(400, 1000).infantry("CS2", "confederate", 500, "4,3", 1);
    let mut game = clear_day(&field);
    silence(&mut game, &["US", "CS2"]);
    // The defensive fire phase comes first: there the defender is silent, being disrupted.
    game.unit_mut("CS").disrupted = true;
    plot_melee(&mut game, "US", "4,3");
    game.end(&[NO, EVEN, 0]);
    assert_eq!(units_told(&game, "disrupted"), ["US"]);
    assert_eq!(purposes(&game), ["ammunition", "fire", "disruption"]);
    assert!(game.told("melee").is_empty());
}

/// [GT-T 8.0, 9.0] Mounted 150, dismounted 75, column 75, on a bridge or ford 80; routed defenders 50.
#[test]
fn t9_0_factors_of_melee() {
    let field = Field::new(".....\n.....\n..d..\n.....\n.....")
        .intermediate()
        .cavalry("US", "union", 400, "2,2", 5)
        .infantry("CS", "confederate", 400, "3,2", 1);
    for (mode, attack) in
        [("mounted", 40000 * 150 / 100 * 80 / 100), ("dismounted", 40000 * 75 / 100 * 80 / 100)]
    {
        let game = field.at(json!({"turn": 3, "units": [
            {"id": "US", "square": "2,2", "mode": mode},
            {"id": "CS", "square": "3,2", "routed": true},
        ]}));
        let told = odds(&game, "US");
        assert_eq!((&told["attack"], &told["defence"]), (&json!(attack), &json!(20000)));
    }
}

/// D-76: of the factors the basic game has routed, higher ground and crossings.
#[test]
fn q4_2_basic_melee() {
    let field = Field::new(".....\n.....\n..d..\n..2..\n.....")
        .cavalry("US", "union", 400, "2,2", 5)
        .infantry("CS", "confederate", 400, "3,2", 5);
    let mut game = clear_day(&field);
    plot_melee(&mut game, "US", "3,2");
    let told = odds(&game, "US");
    assert_eq!(
        (&told["attack"], &told["defence"]),
        (&json!(40000 * 90 / 100 * 80 / 100), &json!(40000))
    );
}

/// [GT 8.4?] The attackers' loss by their men, the rest to the largest; a gun counts as ten men (D-57).
#[test]
fn r8_4_the_attackers_share_their_loss() {
    let field = Field::open(8, 7)
        .intermediate()
        .option("8")
        .infantry("US1", "union", 300, "3,3", 5)
        .infantry("US2", "union", 500, "3,2", 5)
        .guns("CS", "confederate", 10, "4,3", 1, "N12");
    let mut game = clear_day(&field);
    silence(&mut game, &["US1", "US2", "CS"]);
    plot_melee(&mut game, "US1", "4,3");
    plot_melee(&mut game, "US2", "4,3");
    game.end(&[EVEN, EVEN, 9, 0, NO, NO, NO, NO]);
    // 400 men against 50: 7. Guns alone: 51 points, fatigue 25, no gun; then they go and lose a quarter.
    assert_eq!(difference(&game), 7);
    let told = losses(&game);
    assert_eq!(told[0], ("CS".into(), 0, 25));
    assert_eq!(told[1..3], [("US1".into(), 3, 1), ("US2".into(), 7, 3)]);
    assert_eq!(told[3], ("CS".into(), 2, 25));
    assert_eq!(game.unit("CS").mode.word(), "limbered");
    assert_eq!(path(&game, "CS").len(), 2);
}

/// [GT 8.2, 8.5?] Worn-out guns leave a melee whatever else happens: once, and with loss (D-61, D-85).
#[test]
fn r8_2_worn_out_guns_fall_back() {
    for (fatigue, goes) in [(75, false), (76, true)] {
        let field = grapple(500, 650).guns("GUNS", "confederate", 7, "4,3", 1, "N12");
        let mut game = clear_day(&field);
        silence(&mut game, &["US", "CS", "GUNS"]);
        game.unit_mut("GUNS").fatigue = fatigue;
        plot_melee(&mut game, "US", "4,3");
        game.end(&[EVEN, EVEN, 0, 0, NO, NO]);
        let guns = game.unit("GUNS");
        assert_eq!(
            (guns.strength, guns.mode.word()),
            if goes { (6, "limbered") } else { (7, "unlimbered") }
        );
        assert_eq!(units_told(&game, "retreated"), if goes { vec!["GUNS"] } else { vec![] });
        assert_eq!(game.square("CS"), "4,3");
    }
}

/// [GT 8.4] Melees are fought by x, then y; who advanced after his shot fights no melee.
#[test]
fn r8_4_order_of_melees() {
    let field = Field::open(8, 7)
        .intermediate()
        .option("8")
        .infantry("US1", "union", 500, "3,4", 5)
        .infantry("US2", "union", 500, "3,1", 5)
        .infantry("US3", "union", 500, "2,6", 5)
        .infantry("CS1", "confederate", 600, "4,4", 1)
        .infantry("CS2", "confederate", 600, "4,1", 1)
        .infantry("CS3", "confederate", 600, "3,6", 1);
    let mut game = clear_day(&field);
    silence(&mut game, &["US1", "US2", "US3", "CS1", "CS2", "CS3"]);
    plot_melee(&mut game, "US1", "4,4");
    plot_melee(&mut game, "US2", "4,1");
    plot_melee(&mut game, "US3", "3,6");
    game.end(&[]);
    let at: Vec<Value> = game.told("melee").iter().map(|melee| melee["at"].clone()).collect();
    assert_eq!(at, ["3,6", "4,1", "4,4"]);
}
