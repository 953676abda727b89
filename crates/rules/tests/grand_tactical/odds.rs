//! The previews of fire and melee: they come from the code that resolves.

use rules::System;
use rules::dice::Dice;
use rules::grand_tactical::{Action, Event};
use serde_json::json;

use crate::fixture::{Field, Game};
use crate::fray::*;

/// Draws given in turn, then nothing happens: the highest value of every draw.
struct Then<'d>(&'d [u16]);

impl Dice for Then<'_> {
    fn roll(&mut self, sides: u16) -> u16 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => sides - 1,
        }
    }
}

fn resolve(game: &Game, draws: &[u16]) -> Vec<Event> {
    let (mut state, mut events) = (game.state.clone(), Vec::new());
    game.battle().apply(&mut state, &Action::EndPhase, &mut Then(draws), &mut events).unwrap();
    events
}

fn duel() -> Game {
    let field = Field::open(6, 5)
        .advanced()
        .infantry("CS", "union", 501, "1,2", 5)
        .infantry("US-GIBBON-A", "confederate", 600, "2,2", 1)
        .leader("Ripley", "union", "brigade", "CS", 13, "");
    let mut game = clear_day(&field);
    silence(&mut game, &["US-GIBBON-A"]);
    game.unit_mut("CS").op = 7;
    game
}

/// The example of the door, which is the first worked example.
#[test]
fn the_odds_of_a_shot() {
    let told = duel().odds(json!({"plot_fire": {"unit": "CS", "square": "2,2"}}));
    let expected = json!({
        "unit": "CS", "square": "2,2", "range": 1, "rate": 4, "strength": 501,
        "primary": "US-GIBBON-A",
        "factors": [["mode", 100], ["horse_holders", 100], ["fatigue", 100], ["leaders", 113],
            ["battle_time", 70], ["fortification", 100], ["terrain", 100], ["elevation", 100],
            ["flank", 100], ["density", 96], ["difficulty", 100]],
        "casualties": {"min": 8, "max": 23, "mean": 15.2},
        "dry": {"chance": 7, "min": 2, "max": 6, "mean": 3.8},
    });
    assert_eq!(told, expected);
}

/// Every random modifier resolved: fewest, most and mean are those told, and so with an empty cartridge box.
#[test]
fn the_shots_come_out_as_told() {
    let game = duel();
    let told = game.odds(json!({"plot_fire": {"unit": "CS", "square": "2,2"}}));
    for (ammunition, spread) in [(NO, &told["casualties"]), (0, &told["dry"])] {
        let casualties: Vec<u64> = (0..101)
            .map(|random| {
                let events = resolve(&game, &[ammunition, random]);
                let shot = |event: &Event| match event {
                    Event::Fired { casualties, .. } => Some(u64::from(*casualties)),
                    _ => None,
                };
                events.iter().find_map(shot).unwrap()
            })
            .collect();
        assert_eq!(spread["min"].as_u64(), casualties.iter().copied().min());
        assert_eq!(spread["max"].as_u64(), casualties.iter().copied().max());
        let sum: u64 = casualties.iter().sum();
        let tenths = (sum * 20 + 101) / 202;
        assert_eq!(spread["mean"].to_string(), format!("{}.{}", tenths / 10, tenths % 10));
    }
}

/// Every pair of random modifiers resolved: the rows are met as often as told.
#[test]
fn the_melees_come_out_as_told() {
    let field = Field::open(8, 7).intermediate().infantry("US", "union", 800, "3,3", 5).infantry(
        "CS",
        "confederate",
        500,
        "4,3",
        1,
    );
    let mut game = clear_day(&field);
    silence(&mut game, &["US", "CS"]);
    let told = game.odds(json!({"plot_melee": {"unit": "US", "on": true}}));
    plot_melee(&mut game, "US", "4,3");
    let table = &game.battle().tables.melee;
    let mut ways = vec![0; table.rows.len()];
    for (attackers, defenders) in (0..101).flat_map(|a| (0..101).map(move |d| (a, d))) {
        let events = resolve(&game, &[attackers, defenders]);
        let difference = events.iter().find_map(|event| match event {
            Event::Melee { difference, .. } => Some(*difference),
            _ => None,
        });
        ways[table.row(difference.unwrap())] += 1;
    }
    let rows: Vec<_> = told["rows"].as_array().unwrap().iter().rev().collect();
    let expected: Vec<u64> = rows.iter().map(|row| row["ways"].as_u64().unwrap()).collect();
    assert_eq!(ways, expected);
    assert!(
        ways.iter().filter(|&&count| count > 0).count() > 1,
        "a test that sees one row sees little"
    );
    let names: Vec<&str> = rows.iter().map(|row| row["difference"].as_str().unwrap()).collect();
    assert_eq!(names, ["<=-7", "-6,-5", "-4..4", "5..12", ">=13"]);
    assert_eq!(told["of"], 10201);
}

/// The melee of the rulebook's example, with every factor named.
#[test]
fn the_odds_of_a_melee() {
    let field = Field::open(8, 7)
        .advanced()
        .infantry("US1", "union", 801, "4,3", 1)
        .infantry("US2", "union", 650, "2,3", 5)
        .infantry("US3", "union", 650, "2,2", 4)
        .infantry("CS", "confederate", 503, "3,3", 1)
        .leader("A", "union", "brigade", "US1", 10, "")
        .leader("B", "union", "brigade", "US2", 10, "")
        .leader("C", "confederate", "brigade", "CS", 13, "");
    let mut game = clear_day(&field);
    plot_melee(&mut game, "US2", "3,3");
    let told = game.odds(json!({"plot_melee": {"unit": "US1", "on": true}}));
    let attacker = |id: &str, flank: u16| {
        json!({"unit": id, "factors": [["mode", 100], ["horse_holders", 100], ["leaders", 110],
            ["ammunition", 100], ["flank", flank], ["elevation", 100], ["crossing", 100]]})
    };
    assert_eq!(told["attackers"], json!([attacker("US1", 150), attacker("US2", 100)]));
    let defender = json!({"unit": "CS", "factors": [["mode", 100], ["horse_holders", 100],
        ["leaders", 113], ["ammunition", 100], ["flank", 50]]});
    assert_eq!(told["defenders"], json!([defender]));
    assert_eq!((&told["attack"], &told["defence"]), (&json!(203665), &json!(28419)));
}

/// No enemy in the square, out of range, behind: no odds.
#[test]
fn no_odds_of_nothing() {
    let game = duel();
    for square in ["2,3", "0,2", "5,2"] {
        let action = json!({"plot_fire": {"unit": "CS", "square": square}});
        assert_eq!(game.odds(action), json!(null), "{square}");
    }
    let mut turned = duel();
    turned.unit_mut("CS").facing = field::Direction::North;
    assert_eq!(turned.odds(json!({"plot_melee": {"unit": "CS", "on": true}})), json!(null));
}
