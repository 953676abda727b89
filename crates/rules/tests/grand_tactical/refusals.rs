//! Every refusal, met through the rules, with the printed rule that it cites.

use std::collections::BTreeSet;

use rules::System;
use rules::grand_tactical::action::{Action, Path};
use rules::grand_tactical::refusal::{Lacking, Refusal};
use rules::grand_tactical::sight::NoShot;
use serde_json::{Value, json};

use crate::fixture::{Field, Game};

/// The names of an enum's variants, and the name of a value; a variant that is not named does not compile.
macro_rules! names {
    ($all:ident, $name:ident($kind:ident): $($variant:ident),+ $(,)?) => {
        const $all: &[&str] = &[$(stringify!($variant)),+];

        fn $name(value: $kind) -> &'static str {
            match value {
                $($kind::$variant { .. } => stringify!($variant),)+
            }
        }
    };
}

names!(REFUSALS, name_of(Refusal):
    GameOver, NotNow, NotYours, NotOnMap, NotAtThisLevel, NoSuchDivision, DivisionNotOnMap, ActivatedTwice,
    LimitReached, NotActivated, NotReleased, CavalryWaits, CavalryDivisionWaits, OffMap, EmptyPath, NotThere,
    NoWay, Unlimbered, Impassable, IntoEnemy, NoRoom, OneUnitOnly, WrongModeForBridge, RoutedMovesOnce,
    ZoneToZoneAfterStep, ArtilleryZoneToZone, TooFewPoints, FacesSo, ModeOnBridge, RoutedMode, TooTired,
    RoutedForceMarch, NoPointsThisTurn, FullOfPoints, CannotFortify, FullyFortified, RoutedFortify, PlotStands,
    CannotFire, ArtilleryMelee, ArtilleryAdvance, RoutedPlot, DisruptedPlot, NotYourLeader, LeaderOut,
    RankStays, TransferredTwice, LeaderNotArrived, NotHisFormation, WithThatUnit,
);
names!(LACKS, lack_of(Lacking):
    Facing, Modes, ForceMarches, Fortification, AdvancePlots, Leaders);
names!(SHOTS, shot_of(NoShot): OutOfRange, OutOfArc, BeyondVisibility, Blocked);

/// What was refused, and by which rules.
#[derive(Default)]
struct Met {
    cases: BTreeSet<&'static str>,
    lacks: BTreeSet<&'static str>,
    shots: BTreeSet<&'static str>,
}

impl Met {
    /// An action is refused so, by this rule, in a sentence.
    fn refused(&mut self, game: &Game, action: &Action, expected: &str, rule: &str) {
        let refusal = game.battle().check(&game.seen(), action);
        let refusal = refusal.expect_err(&format!("{action:?} is legal; expected {expected}"));
        assert_eq!(name_of(refusal), expected, "{action:?}");
        let told = game.battle().explain(&refusal);
        assert_eq!(told.rule.to_string(), rule, "{expected}: {}", told.reason);
        assert!(told.reason.len() > 10 && !told.reason.ends_with('.'), "{}", told.reason);
        self.cases.insert(name_of(refusal));
        match refusal {
            Refusal::NotAtThisLevel(lacking) => self.lacks.insert(lack_of(lacking)),
            Refusal::CannotFire { why, .. } => self.shots.insert(shot_of(why)),
            _ => false,
        };
    }

    /// The same for an action as JSON.
    fn json(&mut self, game: &Game, action: Value, expected: &str, rule: &str) {
        let read = game.battle().read_action(&game.seen(), &action);
        let read = read.unwrap_or_else(|faults| panic!("{action}: {faults}"));
        self.refused(game, &read, expected, rule);
    }
}

/// Ground with everything that stops somebody: a town, a bridge over a stream, a wood; units of all arms.
fn ground() -> Field {
    Field::new(
        "........
         ..t.....
         ...~....
         ...b....
         ...~..w.
         ........",
    )
    .infantry("A", "union", 500, "0,0", 5)
    .infantry("B", "union", 500, "0,1", 5)
    .infantry("C", "union", 500, "0,1", 5)
    .infantry("T", "union", 500, "1,2", 5)
    .guns("G", "union", 10, "0,5", 5, "N12")
    .cavalry("H", "union", 300, "0,7", 5)
    .infantry("Z", "confederate", 500, "4,0", 1)
    .infantry("Y", "confederate", 500, "4,5", 1)
    .leader("Corps", "union", "corps", "C", 9, "A")
    .leader("Div", "union", "division", "D", 9, "A")
    .leader("Ride", "union", "division", "H", 9, "H")
    .leader("Bri", "union", "brigade", "A", 9, "")
    .leader("Reb", "confederate", "division", "D", 9, "Z")
}

/// A game on that ground in which every division is active, with these units.
fn at(field: Field, units: Value) -> Game {
    field.option("8").at(json!({"turn": 3, "units": units}))
}

fn step(unit: &str, dir: u8) -> Value {
    json!({"step": {"unit": unit, "dir": dir}})
}

fn of(kind: &str, unit: &str) -> Value {
    json!({kind: {"unit": unit}})
}

fn plot(kind: &str, unit: &str) -> Value {
    json!({kind: {"unit": unit, "on": true}})
}

fn sequence(met: &mut Met) {
    let end = json!({"end_phase": {}});
    let over = json!({"phase": "over"});
    met.json(&ground().advanced().at(over.clone()), end.clone(), "GameOver", "GT 10.0");
    met.json(&ground().at(over), end, "GameOver", "GT-QS 7.0");
    let choosing = |position: Value| {
        let mut whole = json!({"turn": 3, "phase": "activation"});
        whole.as_object_mut().unwrap().extend(position.as_object().unwrap().clone());
        ground().advanced().at(whole)
    };
    let activate = |division: &str| json!({"activate": {"division": division}});
    met.json(&choosing(json!({})), step("A", 5), "NotNow", "GT 2.3");
    met.json(&ground().advanced().at(json!({"turn": 3})), activate("D"), "NotNow", "GT 2.3");
    let one = choosing(json!({"activated": ["D"], "limit": 1}));
    met.json(&one, activate("D"), "ActivatedTwice", "GT 3.1");
    met.json(&one, activate("H"), "LimitReached", "GT 3.2");
    let gone = choosing(json!({"units": [{"id": "A", "square": "0,0"}]}));
    met.json(&gone, activate("H"), "DivisionNotOnMap", "GT 3.1");
    let rank = atlas::battle::Rank::Corps;
    let corps = gone.battle().find_post(atlas::Side::Union, rank, "C").unwrap();
    met.refused(&gone, &Action::Activate { division: corps }, "NoSuchDivision", "GT 3.1");
    let still = ground().advanced().at(json!({"turn": 3}));
    met.json(&still, step("A", 5), "NotActivated", "GT 3.3");
    met.json(&still, step("Z", 1), "NotYours", "GT 7.1");
    let dead = at(ground().advanced(), json!([{"id": "A", "state": "eliminated"}]));
    met.json(&dead, step("A", 5), "NotOnMap", "GT 7.3");
}

/// What only the battle of Antietam has: its timetable, its late cavalry, its tired divisions.
fn antietam(met: &mut Met) {
    let game = |options: &[&str], position: Value| Game::at(Game::antietam(options), position);
    let horse = "US-FARNSWORTH-A";
    // Somebody of Porter's corps, which waits.
    let porter = |game: &Game| {
        let battle = game.battle();
        let mut own = battle.roster().filter(|&unit| game.state.cell(unit).is_some());
        let corps = |unit| battle.unit(unit).corps.map(|post| battle.post(post).name.as_str());
        let found = own.find(|&unit| corps(unit) == Some("V"));
        battle.unit(found.expect("a unit of the V Corps")).id.clone()
    };
    let basic = game(&[], json!({}));
    met.json(&basic, step(&porter(&basic), 7), "NotReleased", "GT-QS 2.0");
    let table = game(&["4=advanced", "D-78"], json!({}));
    met.json(&table, step(&porter(&table), 7), "NotReleased", "GT 3.2");
    met.json(&game(&["8", "D-17"], json!({})), step(horse, 7), "CavalryWaits", "GT-QS 2.0");
    let late = game(&["4=advanced", "8", "D-17"], json!({}));
    met.json(&late, step(horse, 7), "CavalryWaits", "GT 3.2");
    let choosing = game(&["4=advanced", "D-17"], json!({"phase": "activation"}));
    let activate = json!({"activate": {"division": "Pleasonton"}});
    met.json(&choosing, activate, "CavalryDivisionWaits", "GT 3.2");
    let tired = game(&["4=advanced"], json!({"side": "confederate"}));
    let unit = tired.battle().units.iter().find(|unit| unit.no_points_on.contains(&1)).unwrap();
    met.json(&tired, of("force_march", &unit.id.clone()), "NoPointsThisTurn", "GT 7.4");
}

fn movement(met: &mut Met) {
    let all = at(
        ground().advanced(),
        json!([{"id": "A", "square": "0,0"},
        {"id": "B", "square": "0,1"}, {"id": "C", "square": "0,1"}, {"id": "T", "square": "1,2"},
        {"id": "G", "square": "0,5"}, {"id": "H", "square": "0,7"}]),
    );
    met.json(&all, step("A", 1), "OffMap", "GT 1.3");
    let (a, cell) = (all.id("A"), |name: &str| all.battle().grid.cell(name).unwrap());
    let empty = Action::Move { unit: a, from: cell("0,0"), path: Path::EMPTY };
    met.refused(&all, &empty, "EmptyPath", "GT 7.5");
    let elsewhere =
        Action::Move { unit: a, from: cell("3,3"), path: Path::of(field::Direction::South) };
    met.refused(&all, &elsewhere, "NotThere", "GT 7.5");
    let far = json!({"move": {"unit": "A", "to": "5,7"}});
    met.json(&all, far.clone(), "NoWay", "GT 7.5");
    met.json(&all, step("G", 5), "Unlimbered", "GT 7.5");
    met.json(&all, step("A", 3), "NoRoom", "GT 7.7");
    met.json(&all, step("B", 4), "OneUnitOnly", "GT 7.7");
    let basic = at(
        ground(),
        json!([{"id": "A", "square": "0,0"}, {"id": "B", "square": "0,1"},
        {"id": "C", "square": "0,1"}, {"id": "Z", "square": "3,1", "routed": true}]),
    );
    met.json(&basic, step("A", 1), "OffMap", "GT-QS 3.4");
    met.json(&basic, far, "NoWay", "GT-QS 3.4");
    met.json(&basic, step("A", 3), "NoRoom", "GT-QS 3.5");
    let bank = |unit: Value| at(ground().advanced(), json!([unit, {"id": "Z", "square": "4,0"}]));
    let line = bank(json!({"id": "A", "square": "3,2"}));
    met.json(&line, step("A", 3), "WrongModeForBridge", "GT 7.8");
    met.json(&bank(json!({"id": "A", "square": "2,2"})), step("A", 3), "Impassable", "GT 7.5");
    let bridge = bank(json!({"id": "A", "square": "3,3", "mode": "column"}));
    met.json(&bridge, of("mode", "A"), "ModeOnBridge", "GT 7.8");
    met.json(&bank(json!({"id": "A", "square": "3,0"})), step("A", 5), "IntoEnemy", "GT 7.5");
    let poor = bank(json!({"id": "A", "square": "0,0", "op": 1, "moved": 1}));
    met.json(&poor, step("A", 5), "TooFewPoints", "GT 7.4");
    let poor = at(ground(), json!([{"id": "A", "square": "0,0", "op": 1}]));
    met.json(&poor, step("A", 5), "TooFewPoints", "GT-QS 3.4");
    let routed = json!({"id": "A", "square": "0,0", "routed": true, "moved": 1});
    met.json(&bank(routed.clone()), step("A", 5), "RoutedMovesOnce", "GT 8.6");
    met.json(&at(ground(), json!([routed])), step("A", 5), "RoutedMovesOnce", "GT-QS 4.3");
}

fn zones(met: &mut Met) {
    let near = |field: Field, unit: Value| at(field, json!([unit, {"id": "Z", "square": "1,6"}]));
    let again = json!({"id": "A", "square": "0,6", "moved": 1, "op": 12});
    let rule = "ZoneToZoneAfterStep";
    met.json(&near(ground().advanced(), again.clone()), step("A", 3), rule, "GT 7.6");
    let guns = json!({"id": "G", "square": "0,6", "mode": "limbered", "op": 40});
    met.json(&near(ground().advanced(), guns), step("G", 3), "ArtilleryZoneToZone", "GT 7.6");
    let guns = json!({"id": "G", "square": "0,6", "op": 40});
    met.json(&near(ground(), guns), step("G", 3), "ArtilleryZoneToZone", "GT-QS 3.6");
}

fn orders(met: &mut Met) {
    let one = |unit: Value| at(ground().advanced(), json!([unit, {"id": "Z", "square": "4,0"}]));
    let with = |key: &str, value: Value| {
        let mut unit = json!({"id": "A", "square": "0,0"});
        unit[key] = value;
        one(unit)
    };
    let face = |unit: &str, dir: u8| json!({"face": {"unit": unit, "dir": dir}});
    met.json(&with("op", json!(9)), face("A", 5), "FacesSo", "GT 7.9");
    let routed = with("routed", json!(true));
    met.json(&routed, of("mode", "A"), "RoutedMode", "GT 7.8");
    met.json(&routed, of("force_march", "A"), "RoutedForceMarch", "GT 7.10");
    met.json(&routed, of("fortify", "A"), "RoutedFortify", "GT 7.11");
    met.json(&routed, plot("plot_melee", "A"), "RoutedPlot", "GT 8.6");
    met.json(&with("disrupted", json!(true)), plot("plot_advance", "A"), "DisruptedPlot", "GT 8.8");
    met.json(&with("fatigue", json!(40)), of("force_march", "A"), "TooTired", "GT 7.10");
    met.json(&with("op", json!(40)), of("force_march", "A"), "FullOfPoints", "GT 7.10");
    met.json(&with("mode", json!("column")), of("fortify", "A"), "CannotFortify", "GT 7.11");
    met.json(&with("fort", json!(5)), of("fortify", "A"), "FullyFortified", "GT 7.11");
    met.json(&with("melee", json!(true)), plot("plot_melee", "A"), "PlotStands", "GT 7.13");
    let guns = one(json!({"id": "G", "square": "0,0"}));
    met.json(&guns, plot("plot_melee", "G"), "ArtilleryMelee", "GT 8.4");
    met.json(&guns, plot("plot_advance", "G"), "ArtilleryAdvance", "GT 8.7");
    let basic = at(
        ground(),
        json!([{"id": "G", "square": "0,0"},
        {"id": "A", "square": "0,0", "routed": true}]),
    );
    met.json(&basic, plot("plot_melee", "G"), "ArtilleryMelee", "GT-QS 3.8");
    met.json(&basic, plot("plot_melee", "A"), "RoutedPlot", "GT-QS 3.8");
    for (action, lack) in [
        (face("A", 5), "GT-QS 3.3"),
        (of("mode", "A"), "GT-QS 3.3"),
        (of("force_march", "A"), "GT-QS 3.3"),
        (of("fortify", "A"), "GT-QS 3.3"),
        (plot("plot_advance", "A"), "GT-QS 3.3"),
        (json!({"transfer": {"leader": "Div", "unit": "A"}}), "GT 2.1"),
    ] {
        met.json(&basic, action, "NotAtThisLevel", lack);
    }
    let middle = at(ground().intermediate(), json!([{"id": "A", "square": "0,0"}]));
    met.json(&middle, of("fortify", "A"), "NotAtThisLevel", "GT 2.1");
}

fn shots(met: &mut Met) {
    let fire = |square: &str| json!({"plot_fire": {"unit": "A", "square": square}});
    let guns = |square: &str| json!({"plot_fire": {"unit": "G", "square": square}});
    let line = at(
        ground().advanced(),
        json!([{"id": "A", "square": "5,6", "facing": 1},
        {"id": "G", "square": "5,7", "facing": 1}]),
    );
    met.json(&line, fire("2,6"), "CannotFire", "GT 8.3");
    met.json(&line, fire("5,5"), "CannotFire", "GT 7.9");
    met.json(&line, fire("3,6"), "CannotFire", "GT 8.3");
    met.json(&line, guns("0,7"), "CannotFire", "GT 8.3");
    let basic = at(ground(), json!([{"id": "A", "square": "5,6"}]));
    met.json(&basic, fire("2,6"), "CannotFire", "GT-QS 3.7");
}

fn leaders(met: &mut Met) {
    let transfer = |leader: &str, unit: &str| json!({"transfer": {"leader": leader, "unit": unit}});
    let game = |leaders: Value| {
        let units = json!([{"id": "A", "square": "0,0"}, {"id": "B", "square": "0,1"},
            {"id": "H", "square": "0,7"}, {"id": "Z", "square": "4,0"}]);
        let position = json!({"turn": 3, "units": units, "leaders": leaders});
        ground().advanced().option("8").at(position)
    };
    let div = |key: &str, value: Value| {
        let mut leader = json!({"name": "Div", "side": "union"});
        leader[key] = value;
        game(json!([leader]))
    };
    let plain = game(json!([]));
    met.json(&plain, transfer("Reb", "A"), "NotYourLeader", "GT 7.1");
    met.json(&plain, transfer("Bri", "B"), "RankStays", "GT 7.12");
    met.json(&plain, transfer("Div", "H"), "NotHisFormation", "GT 7.12");
    met.json(&plain, transfer("Div", "A"), "WithThatUnit", "GT 7.12");
    met.json(&div("state", json!("lost")), transfer("Div", "B"), "LeaderOut", "GT 7.12");
    met.json(&div("transferred", json!(true)), transfer("Div", "B"), "TransferredTwice", "GT 7.12");
    met.json(&div("with", json!("C")), transfer("Div", "B"), "LeaderNotArrived", "GT 7.12");
}

#[test]
fn every_refusal_is_met_and_cites_its_rule() {
    let mut met = Met::default();
    for chapter in [sequence, antietam, movement, zones, orders, shots, leaders] {
        chapter(&mut met);
    }
    let missed = |all: &[&'static str], met: &BTreeSet<&'static str>| -> Vec<&'static str> {
        all.iter().copied().filter(|name| !met.contains(name)).collect()
    };
    assert_eq!(missed(REFUSALS, &met.cases), Vec::<&str>::new());
    assert_eq!(missed(LACKS, &met.lacks), Vec::<&str>::new());
    assert_eq!(missed(SHOTS, &met.shots), Vec::<&str>::new());
}
