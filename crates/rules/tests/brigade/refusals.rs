//! Every refusal there is, each met by a case of its own that names its printed rule. A new kind of
//! refusal does not compile without one.

use std::collections::BTreeSet;

use rules::System;
use rules::brigade::Refusal;
use serde_json::{Value, json};

use crate::fixture::{Field, Game, assault, bombard, march, retreat};

/// A game, what is refused in it, and the rule that is cited.
type Case = (Game, Value, &'static str);

/// The cases by kind of refusal. The `match` has no other arm: a kind without a line here is an
/// error.
macro_rules! every_refusal {
    ($($kind:ident: [$(($game:expr, $action:expr, $rule:literal)),+ $(,)?];)+) => {
        fn kind_of(refusal: &Refusal) -> &'static str {
            match refusal {
                $(Refusal::$kind { .. } => stringify!($kind),)+
            }
        }

        const CASES: &[(&str, fn() -> Vec<Case>)] =
            &[$((stringify!($kind), || vec![$(($game, $action, $rule)),+])),+];
    };
}

fn activate(corps: &[&str]) -> Value {
    json!({"activate": {"corps": corps}})
}

fn rally(unit: &str) -> Value {
    json!({"rally": {"unit": unit}})
}

fn along(unit: &str, path: &[&str]) -> Value {
    json!({"move": {"unit": unit, "path": path}})
}

fn search(unit: &str, hex: &str) -> Value {
    json!({"search": {"unit": unit, "hex": hex}})
}

fn enter(unit: &str, hex: &str) -> Value {
    json!({"enter": {"unit": unit, "hex": hex}})
}

fn withdraw(unit: &str, to: &str) -> Value {
    json!({"withdraw": {"unit": unit, "to": to}})
}

fn advance(unit: &str, to: &str) -> Value {
    json!({"advance": {"unit": unit, "to": to}})
}

fn displacing(unit: &str, to: &str, friend: &str) -> Value {
    json!({"retreat": {"unit": unit, "to": to, "displace": friend}})
}

fn end_phase() -> Value {
    json!({"end_phase": {}})
}

/// One of each side in contact, cavalry and guns with them, a brigade of an idle corps and woods
/// near.
fn field() -> Field {
    Field::open()
        .ground("0909", 'w')
        .ground("0808", 'r')
        .ground("1212", '~')
        .union("uA", 4, "1110")
        .unit("uB", "infantry", 4, "V", "1409")
        .unit("uC", "cavalry", 4, "I", "0908")
        .unit("uG", "horse", 3, "I", "1110")
        .confederate("cA", 4, "1010")
}

fn in_phase(phase: &str) -> Game {
    field().phase("union", phase)
}

/// In a phase of the Union, with these units and nobody else.
fn with(field: Field, phase: &str, units: Value) -> Game {
    let active = json!(["I", "II"]);
    field.at(json!({"turn": 2, "side": "union", "phase": phase, "active": active, "units": units}))
}

/// Somebody who has done something, beside an enemy.
fn marked(phase: &str, mark: &str) -> Game {
    let mut unit = json!({"id": "uA", "hex": "1110"});
    unit[mark] = json!(true);
    with(field(), phase, json!([unit, {"id": "cA", "hex": "1010"}]))
}

fn over() -> Game {
    let at = json!({"turn": 8, "side": "confederate", "first": "union", "phase": "assault"});
    let mut game = Field::open().at(at);
    game.end_phase(&[]);
    game
}

fn creek() -> Field {
    Field::open()
        .creek("0505", "0605")
        .creek("0505", "0604")
        .union("uA", 4, "0505")
        .union("uB", 4, "0605")
        .unit("uG", "regular", 3, "I", "0505")
}

fn hooker(position: Value) -> Game {
    Game::antietam("hooker-attacks", &[], position)
}

fn arriving(turn: u8) -> Game {
    let field = Field::open().columns(10).arriving("cR", "infantry").confederate("cA", 4, "0303");
    field.at(json!({"turn": turn, "side": "confederate", "first": "union", "phase": "movement"}))
}

fn crowded() -> Game {
    let units = ["cHa", "cHb", "cHc"].map(|id| json!({"id": id, "hex": "1010"}));
    Field::open().hill().at(json!({
        "turn": 3, "side": "confederate", "first": "union", "phase": "movement", "hill": "arrived",
        "units": units,
    }))
}

/// Infantry has come next to cavalry and guns, who may withdraw.
fn disturbed() -> Game {
    let field = Field::open()
        .options(&["6.0"])
        .union("uA", 4, "1010")
        .union("uB", 4, "0303")
        .unit("cC", "cavalry", 4, "JS", "1013")
        .unit("cD", "cavalry", 4, "JS", "1015")
        .unit("cG", "regular", 4, "JS", "1113");
    let mut game = field.phase("union", "movement");
    game.apply(march("uA", "1012"), &[]);
    game
}

/// One of them has withdrawn, and the mover may go on.
fn going_on() -> Game {
    let mut game = disturbed();
    game.apply(withdraw("cC", "1014"), &[]).apply(json!({"decline": {}}), &[]);
    game
}

/// Guns, a target in the open four hexes away, others nearer and farther, under cover, out of
/// sight.
fn firing(targets: &[&str]) -> Game {
    let field = Field::open()
        .ground("1006", 's')
        .ground("1312", 'w')
        .unit("uG", "regular", 4, "I", "1010")
        .union("uA", 4, "1211")
        .confederate("cA", 4, "1014")
        .confederate("cB", 4, "1018")
        .confederate("cC", 4, "1006")
        .confederate("cD", 4, "1613")
        .confederate("cE", 4, "1312");
    field.at(json!({
        "turn": 2, "side": "union", "phase": "bombardment", "active": ["I"], "targets": targets,
    }))
}

/// Two hexes to be assaulted by two brigades, of which one is next to both.
fn owing() -> Game {
    let field = Field::open()
        .union("uX", 4, "1110")
        .union("uY", 4, "0911")
        .confederate("cA", 4, "1010")
        .unit("cC", "cavalry", 4, "JS", "1111");
    field.phase("union", "assault")
}

/// An assault over water: what lies between, and who stands beside whom.
fn crossing(cross: fn(Field, &str, &str) -> Field, ground: char) -> Game {
    let field = Field::open()
        .ground("1010", ground)
        .union("uA", 4, "1110")
        .unit("uC", "cavalry", 4, "I", "1009")
        .unit("uD", "cavalry", 4, "I", "1011")
        .confederate("cA", 4, "1010");
    cross(field, "1010", "1009").bridge("1010", "1110").phase("union", "assault")
}

fn dry(field: Field, _: &str, _: &str) -> Field {
    field
}

/// Somebody must lose a step: two of infantry, and guns.
fn losing() -> Game {
    let field = Field::open()
        .union("uA", 1, "1110")
        .union("uB", 2, "1111")
        .unit("uG", "horse", 1, "I", "1110")
        .union("uZ", 4, "0505")
        .confederate("cA", 4, "1010");
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB", "uG"]), &[1]);
    game
}

/// A defender in 1010 is thrown back from 1110 and 1111, with friends as named in the hexes behind.
fn thrown_back(friends: &[&str]) -> Game {
    let mut field = Field::open()
        .ground("0909", '~')
        .union("uA", 9, "1110")
        .union("uB", 9, "1111")
        .confederate("cA", 4, "1010");
    for (index, at) in friends.iter().enumerate() {
        field = field.confederate(&format!("cB{index}"), 2, at);
    }
    let mut game = field.phase("union", "assault");
    game.apply(assault(&["1010"], &["uA", "uB"]), &[2]);
    game
}

/// Every end of that retreat.
const ENDS: [&str; 6] = ["0809", "0810", "0811", "0910", "0911", "0912"];

fn displaced() -> Game {
    let mut game = thrown_back(&ENDS);
    game.apply(displacing("cA", "0810", "cB1"), &[]);
    game
}

/// Somebody may advance into 1010, but not so far as 0910, which was left too.
fn vacated() -> Game {
    let combat = json!({"defenders": ["0910", "1010"], "attackers": ["uA"]});
    Field::open().union("uA", 20, "1110").at(json!({
        "turn": 2, "side": "union", "phase": "assault", "active": ["I"],
        "pending": {"step": "advance", "decider": "union", "assault": combat, "die": 2,
                    "result": "DR", "units": ["uA"]},
    }))
}

every_refusal! {
    GameOver: [(over(), end_phase(), "BR 16.0")];
    NotNow: [(in_phase("rally"), march("uA", "1111"), "BR 3.0")];
    Unresolved: [
        (losing(), end_phase(), "BR 11.0"),
        (thrown_back(&[]), end_phase(), "BR 13.0"),
        (vacated(), end_phase(), "BR 12.0"),
        (disturbed(), end_phase(), "BR 6.0"),
        (going_on(), end_phase(), "BR 6.0"),
    ];
    NotYours: [(in_phase("rally"), rally("cA"), "BR 3.0")];
    NotOnMap: [(
        Field::open().hill().phase("confederate", "movement"), march("cHa", "1010"), "BR 2.0"
    )];
    Inactive: [(in_phase("movement"), march("uB", "1410"), "BR 3.0")];
    Done: [
        (marked("movement", "rallied"), march("uA", "1209"), "BR 4.0"),
        (marked("movement", "moved"), march("uA", "1209"), "BR 6.0"),
        (marked("movement", "searched"), march("uA", "1209"), "BR 14.0"),
        (marked("assault", "assaulted"), assault(&["1010"], &["uA"]), "BR 8.0"),
        (
            with(field(), "assault", json!([
                {"id": "uG", "hex": "1110", "bombarded": true}, {"id": "cA", "hex": "1010"},
            ])),
            assault(&["1010"], &["uG"]),
            "BR 7.0"
        ),
    ];
    TooManyCorps: [(in_phase("activation"), activate(&["I", "II", "V"]), "BR 3.0")];
    CorpsAbsent: [(
        field().at(json!({
            "turn": 2, "side": "union", "phase": "activation", "units": [{"id": "uA", "hex": "1110"}],
        })),
        activate(&["II"]),
        "BR 3.0"
    )];
    CorpsTooEarly: [
        (field().options(&["D39"]).phase("union", "activation"), activate(&["V"]), "BR 3.0"),
        (hooker(json!({"turn": 2, "side": "union"})), activate(&["II"]), "BR 13"),
    ];
    NotReduced: [(in_phase("rally"), rally("uC"), "BR 4.0")];
    EnemyNear: [(
        with(field(), "rally", json!([
            {"id": "uA", "hex": "1110", "steps": 1}, {"id": "cA", "hex": "1010"},
        ])),
        rally("uA"),
        "BR 4.0"
    )];
    EmptyPath: [(
        in_phase("movement"), json!({"move": {"unit": "uC", "to": "0907", "path": []}}), "BR 6.0"
    )];
    RoundTrip: [(in_phase("movement"), march("uC", "0908"), "BR 6.0")];
    Skips: [(in_phase("movement"), along("uC", &["0906"]), "BR 6.0")];
    OffMap: [(in_phase("movement"), march("uC", "1212"), "BR 2.0")];
    Prohibited: [(in_phase("movement"), march("uC", "0909"), "BR 6.0")];
    OnlyByRoad: [(in_phase("movement"), along("uC", &["0808"]), "BR 6.0")];
    AcrossCreek: [(creek().phase("union", "movement"), along("uA", &["0605"]), "BR 6.0")];
    IntoEnemy: [(in_phase("movement"), march("uC", "1010"), "BR 5.0")];
    MovesOnUnderControl: [(
        in_phase("movement"), along("uC", &["1008", "1009", "1109"]), "BR 6.0"
    )];
    FromControlToControl: [(in_phase("movement"), along("uA", &["1111"]), "BR 6.0")];
    TooFar: [(in_phase("movement"), march("uA", "1901"), "BR 6.0")];
    NoRoom: [(in_phase("movement"), along("uC", &["1008", "1109", "1110"]), "BR 5.0")];
    Crowded: [(crowded(), end_phase(), "BR 15.0")];
    NoSearch: [
        (
            hooker(json!({"turn": 2, "side": "union", "phase": "movement", "active": ["I"]})),
            search("US-I-MEADE-SEYMOUR", "0505"),
            "BR 13"
        ),
        (creek().options(&["D04"]).phase("union", "movement"), search("uA", "0604"), "BR 14.0"),
    ];
    FordFound: [(
        creek().at(json!({
            "turn": 2, "side": "union", "phase": "movement", "active": ["I"], "ford": "0505|0604",
        })),
        search("uA", "0605"),
        "BR 14.0"
    )];
    SearchedThisTurn: [(
        with(creek(), "movement", json!([
            {"id": "uA", "hex": "0505"}, {"id": "uB", "hex": "0605", "searched": true},
        ])),
        search("uA", "0605"),
        "BR 14.0"
    )];
    CannotSearch: [(creek().phase("union", "movement"), search("uG", "0605"), "BR 14.0")];
    NotAcrossCreek: [(creek().phase("union", "movement"), search("uA", "0504"), "BR 14.0")];
    NotWaiting: [(arriving(3), enter("cA", "1005"), "BR 13")];
    NotYetDue: [(arriving(2), enter("cR", "1005"), "BR 13")];
    WrongEntry: [(arriving(3), enter("cR", "1007"), "BR 13")];
    WithdrawsFirst: [(disturbed(), withdraw("cG", "1115"), "BR 6.0")];
    WithdrawalBarred: [
        (disturbed(), withdraw("cC", "1017"), "BR 6.0"),
        (disturbed(), withdraw("cC", "1011"), "BR 6.0"),
        (disturbed(), withdraw("cC", "1015"), "BR 6.0"),
    ];
    OtherMover: [(going_on(), march("uB", "0304"), "BR 6.0")];
    NoGuns: [(firing(&[]), bombard("1014", &[]), "BR 7.0")];
    NotArtillery: [(firing(&[]), bombard("1014", &["uA"]), "BR 7.0")];
    NothingToBombard: [(firing(&[]), bombard("1013", &["uG"]), "BR 7.0")];
    BombardedTwice: [(firing(&["1014"]), bombard("1014", &["uG"]), "BR 7.0")];
    TargetCovered: [(firing(&[]), bombard("1006", &["uG"]), "BR 7.0")];
    FriendsNear: [(
        Field::open()
            .unit("uG", "regular", 4, "I", "1010")
            .union("uA", 4, "1013")
            .confederate("cA", 4, "1014")
            .phase("union", "bombardment"),
        bombard("1014", &["uG"]),
        "BR 7.0"
    )];
    OutOfRange: [(firing(&[]), bombard("1018", &["uG"]), "BR 7.0")];
    OutOfSight: [(firing(&[]), bombard("1613", &["uG"]), "BR 7.0")];
    NoDefender: [(owing(), assault(&[], &["uX"]), "BR 8.0")];
    NothingToAssault: [(owing(), assault(&["1109"], &["uX"]), "BR 8.0")];
    AssaultedTwice: [(
        with(field(), "assault", json!([
            {"id": "uA", "hex": "1110"}, {"id": "cA", "hex": "1010", "defended": true},
        ])),
        assault(&["1010"], &["uA"]),
        "BR 8.0"
    )];
    NoAttacker: [(owing(), assault(&["1010"], &[]), "BR 8.0")];
    NotAdjacent: [(owing(), assault(&["1010"], &["uX", "uzI"]), "BR 8.0")];
    NotNextToAll: [(owing(), assault(&["1010", "1111"], &["uX", "uY"]), "BR 8.0")];
    AssaultOverCreek: [(crossing(Field::creek, '.'), assault(&["1010"], &["uC"]), "BR 8.0")];
    OnlyInfantryCrosses: [(crossing(Field::ford, '.'), assault(&["1010"], &["uC"]), "BR 8.0")];
    OnlyInfantryIntoCover: [(crossing(dry, 's'), assault(&["1010"], &["uC"]), "BR 8.0")];
    NotWithCrossing: [(crossing(dry, '.'), assault(&["1010"], &["uA", "uD"]), "BR 8.0")];
    CannotSupport: [(
        Field::open()
            .union("uA", 4, "1110")
            .unit("uG", "regular", 3, "I", "1310")
            .confederate("cA", 4, "1010")
            .phase("union", "assault"),
        assault(&["1010"], &["uA", "uG"]),
        "BR 8.0"
    )];
    LeavesObligation: [(owing(), assault(&["1010"], &["uX"]), "BR 8.0")];
    MustStillAssault: [(owing(), end_phase(), "BR 8.0")];
    NotConcerned: [
        (losing(), json!({"loss": {"unit": "uZ"}}), "BR 11.0"),
        (thrown_back(&["0505"]), retreat("cB0", "0506"), "BR 13.0"),
        (disturbed(), withdraw("cD", "1016"), "BR 6.0"),
    ];
    GunsLoseLast: [(losing(), json!({"loss": {"unit": "uG"}}), "BR 11.0")];
    DisplacedFirst: [(displaced(), retreat("cA", "0710"), "BR 13.0")];
    MayNotStand: [(thrown_back(&[]), json!({"retreat": {"unit": "cA"}}), "BR 13.0")];
    RetreatBarred: [
        (thrown_back(&[]), retreat("cA", "0710"), "BR 13.0"),
        (thrown_back(&[]), retreat("cA", "1011"), "BR 13.0"),
        (thrown_back(&[]), retreat("cA", "0909"), "BR 13.0"),
        (thrown_back(&["0910"]), retreat("cA", "0910"), "BR 13.0"),
    ];
    DisplacesWithoutNeed: [(
        thrown_back(&["0910"]), displacing("cA", "0910", "cB0"), "BR 13.0"
    )];
    CannotBeDisplaced: [(thrown_back(&ENDS), displacing("cA", "0810", "cB0"), "BR 13.0")];
    NotVacated: [(vacated(), advance("uA", "1111"), "BR 12.0")];
    AdvanceBarred: [(vacated(), advance("uA", "0910"), "BR 12.0")];
}

/// Every kind is refused by its cases, with the printed rule and a sentence; no two cases of a kind
/// are told alike.
#[test]
fn every_kind_of_refusal_is_met_and_cites_its_rule() {
    let mut wrong: Vec<String> = Vec::new();
    for (kind, cases) in CASES {
        let mut heard = BTreeSet::new();
        for (number, (game, action, rule)) in cases().into_iter().enumerate() {
            let refusal = game.refusal(action);
            let told = game.ready().explain(&refusal);
            let sentence = &told.reason;
            let spoken = sentence.len() > 10 && sentence.ends_with('.') && !sentence.contains('{');
            let is_new = heard.insert(told.to_string());
            if kind_of(&refusal) != *kind || told.rule.to_string() != rule || !spoken || !is_new {
                wrong.push(format!("{kind}, case {number}: {refusal:?}: {told}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
