//! The previews of fire and melee: they come from the code that resolves.

use std::collections::HashMap;

use rules::System;
use rules::dice::Dice;
use rules::game::Seat;
use rules::grand_tactical::{Action, Event};
use serde_json::{Value, json};

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
    let (mut state, mut events) = (game.state, Vec::new());
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

/// What a shot may do to each unit of its target.
fn perils(game: &Game, unit: &str, square: &str) -> Value {
    let action = json!({"plot_fire": {"unit": unit, "square": square}});
    let asked = game.battle().ask(
        &game.seen(),
        Seat::Side(game.state.side),
        &json!({"odds": {"action": action}}),
    );
    asked.unwrap()["may"].clone()
}

/// 852 rifles at 501 men with three leaders, without chance: 30 casualties.
fn certain_shot(fatigue: u8) -> Game {
    let division = "corps = \"C\", division = \"D\", brigade = \"B\"";
    let rest = format!(
        "at = \"2,2\", weapon = \"RFL\", effectiveness = 80, facing = 1, mode = \"normal\", {division}"
    );
    let field = Field::open(6, 5)
        .advanced()
        .rule("random        = 50 ", "random        = 0 ")
        .rule("runs_out  = [ 7,                 10 ]", "runs_out  = [ 0, 0 ]")
        .infantry("US", "union", 852, "1,2", 5)
        .unit("CS", "confederate", "infantry", 501, &rest)
        .leader("Corps", "confederate", "corps", "C", 40, "CS")
        .leader("Division", "confederate", "division", "D", 20, "CS")
        .leader("Brigade", "confederate", "brigade", "B", 5, "");
    let mut game = clear_day(&field);
    game.unit_mut("CS").fatigue = fatigue;
    game
}

/// [GT 8.8, 8.6, 7.12] Disruption, rout and the risk of leaders are told with a fire plot: of 30 men in 501 the first
/// is 12 in a hundred, the last 149 in 10000 for each; a leader who falls can cost the morale that was left.
#[test]
fn what_a_shot_may_do_to_its_target() {
    let lost = json!({"min": 30, "max": 30, "mean": 30.0});
    let leaders = json!([["Brigade", 1.5], ["Division", 1.5], ["Corps", 1.5]]);
    // Effectiveness 80, 15 of fatigue by the loss: 1 - 0.9851³ = 4.403 %, of which 40 % rout.
    for (fatigue, routed) in [(40, 0.0), (50, 1.8), (51, 40.0)] {
        let expected = json!([{"unit": "CS", "men": lost, "eliminated": 0.0, "disrupted": 12.0,
            "routed": routed, "leaders": leaders}]);
        assert_eq!(perils(&certain_shot(fatigue), "US", "2,2"), expected, "fatigue {fatigue}");
    }
    let mut few = certain_shot(0);
    few.unit_mut("CS").strength = 100;
    assert_eq!(perils(&few, "US", "2,2")[0]["routed"], 100.0, "fewer than 80 are left");
    few.unit_mut("CS").strength = 20;
    let told = &perils(&few, "US", "2,2")[0];
    assert_eq!([&told["eliminated"], &told["routed"]], [100.0, 0.0], "nobody is left to run");
    assert_eq!(told["leaders"][0], json!(["Brigade", 25.0]));
    let mut shaken = certain_shot(51);
    shaken.unit_mut("CS").disrupted = true;
    let id = shaken.id("CS");
    let battle = shaken.battle().clone();
    shaken.state.set_routed(&battle, id, true);
    let told = &perils(&shaken, "US", "2,2")[0];
    assert_eq!([&told["disrupted"], &told["routed"]], [0.0, 0.0], "it is both already");
}

/// Many shots of guns at a stack come out as often as told: each unit's losses, disruption, rout and leader.
#[test]
fn perils_come_out_as_told() {
    let field = Field::open(9, 5)
        .advanced()
        .guns("G", "union", 26, "1,2", 5, "RG3")
        .infantry("A", "confederate", 600, "4,2", 1)
        .infantry("B", "confederate", 90, "4,2", 1)
        .guns("Z", "confederate", 6, "4,2", 1, "N12")
        .leader("Of A", "confederate", "brigade", "A", 13, "");
    let mut game = clear_day(&field);
    silence(&mut game, &["A", "B", "Z"]);
    game.unit_mut("A").fatigue = 45;
    game.unit_mut("Z").fatigue = 64;
    let told = perils(&game, "G", "4,2");
    let mut chance = rules::dice::Chance::new(5);
    const SHOTS: usize = 1500;
    let mut seen: HashMap<(String, &str), usize> = HashMap::new();
    for _ in 0..SHOTS {
        let (mut state, mut events) = (game.state, Vec::new());
        let end = Action::EndPhase;
        game.battle().apply(&mut state, &end, &mut chance, &mut events).unwrap();
        // Only the first shot counts: nobody else fires before the next phase.
        for event in events {
            let (unit, what, count) = match event {
                Event::Lost { unit, losses, .. } => (unit, "lost", losses.into()),
                Event::Disrupted { unit, .. } => (unit, "disrupted", 1),
                Event::Routed { unit, .. } => (unit, "routed", 1),
                Event::LeaderLost { unit, .. } => (unit, "leader", 1),
                _ => continue,
            };
            *seen.entry((game.battle().unit(unit).id.clone(), what)).or_default() += count;
        }
    }
    let mut met = 0;
    for peril in told.as_array().unwrap() {
        let unit = peril["unit"].as_str().unwrap().to_owned();
        let found = |what| *seen.get(&(unit.clone(), what)).unwrap_or(&0) as f64 / SHOTS as f64;
        for what in ["disrupted", "routed"] {
            let (expected, found) = (peril[what].as_f64().unwrap(), 100.0 * found(what));
            assert!((expected - found).abs() < 4.0, "{unit} {what}: {expected}, found {found}");
            met += usize::from(expected > 1.0);
        }
        let lost = peril.get("guns").unwrap_or(&peril["men"])["mean"].as_f64().unwrap();
        let found_lost = found("lost");
        assert!((lost - found_lost).abs() < 1.0, "{unit}: {lost}, found {found_lost}");
        if let Some(risk) = peril["leaders"][0][1].as_f64() {
            assert!((risk - 100.0 * found("leader")).abs() < 1.5, "{unit}: {risk}");
        }
    }
    assert!(met >= 4, "a test that meets little proves little: {told}");
}

/// What a reader at a terminal is told has the factors that change something, and every unit of the target.
#[test]
fn odds_are_told_in_lines() {
    let game = certain_shot(50);
    let seen = game.seen();
    let text = |action: Value| {
        let action = game.battle().read_action(&seen, &action).unwrap();
        game.battle().odds_text(&seen, &action).unwrap()
    };
    assert_eq!(
        text(json!({"plot_fire": {"unit": "US", "square": "2,2"}})),
        "US fires at 2,2, range 1: 852 men, 4 for each 100\n  density 88 %\n  \
         casualties: 30.0 (30 to 30)\n  CS loses 30.0 (30 to 30) men; is disrupted 12.0 %; \
         routs 1.8 %; Brigade falls 1.5 %; Division falls 1.5 %; Corps falls 1.5 %\n"
    );
    assert_eq!(
        text(json!({"plot_melee": {"unit": "US", "on": true}})),
        "melee at 2,2: 852.00 men against 826.65\n  US attacks: no factor changes it\n  \
         CS defends: leaders 165 %\n  100.0 %: difference -4..4: attackers lose 1 to 25, retreat \
         20 %; defenders lose 1 to 25, retreat 40 %\n"
    );
}
