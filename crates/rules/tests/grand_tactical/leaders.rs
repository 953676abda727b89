//! [GT 7.12] Leaders: their bonus, their loss, and who succeeds them.

use atlas::Side;
use serde_json::{Value, json};

use crate::fixture::{Field, Game};
use crate::fray::*;

fn unit(id: &str, men: u32, at: &str, division: &str, brigade: &str) -> (String, u32, String) {
    let rest = format!(
        "at = \"{at}\", weapon = \"RFL\", effectiveness = 80, facing = 1, mode = \"normal\", \
         corps = \"C\", division = \"{division}\", brigade = \"{brigade}\""
    );
    (id.to_owned(), men, rest)
}

/// A Confederate corps of two divisions with two brigades each, all of two halves; the Union has one unit.
fn corps() -> Field {
    let units = [
        unit("1A", 501, "13,14", "D1", "B1"),
        unit("1B", 300, "20,5", "D1", "B1"),
        unit("2A", 400, "20,6", "D1", "B2"),
        unit("2B", 600, "20,7", "D1", "B2"),
        unit("3A", 400, "20,8", "D2", "B3"),
        unit("3B", 400, "20,9", "D2", "B3"),
    ];
    let field = Field::open(42, 36).advanced().infantry("US", "union", 852, "12,14", 5);
    let field = units.into_iter().fold(field, |field, (id, men, rest)| {
        field.unit(&id, "confederate", "infantry", men, &rest)
    });
    field
        .leader("Corps", "confederate", "corps", "C", 40, "1A")
        .leader("First", "confederate", "division", "D1", 20, "1A")
        .leader("Second", "confederate", "division", "D2", 25, "3A")
        .leader("Brigade1", "confederate", "brigade", "B1", 5, "")
        .leader("Brigade2", "confederate", "brigade", "B2", 9, "")
        .leader("Brigade3", "confederate", "brigade", "B3", 12, "")
}

/// The Union unit fires at 1A: 30 casualties of 501, a chance of 149 in 10000 for each leader.
fn strike(field: &Field, prepare: impl FnOnce(&mut Game), draws: &[u16]) -> Game {
    let mut game = clear_day(field);
    silence(&mut game, &["1A"]);
    prepare(&mut game);
    game.end(&[&[NO, EVEN], draws].concat());
    game
}

fn told(game: &Game, kind: &str, keys: &[&str]) -> Vec<Vec<Value>> {
    let row = |event: &Value| keys.iter().map(|key| event[*key].clone()).collect();
    game.told(kind).iter().map(row).collect()
}

#[test]
fn w18_the_risk_of_leaders() {
    let game = strike(&corps(), |_| {}, &[149, 149, 149, NO]);
    assert_eq!(losses(&game), [("1A".into(), 30, 15)]);
    let leaders: Vec<_> = game.draws().into_iter().filter(|(name, _)| name == "leader").collect();
    assert_eq!(leaders, vec![("leader".to_owned(), 10_000); 3]);
    assert!(game.told("leader_lost").is_empty());
    let game = strike(&corps(), |_| {}, &[148, 149, 149, NO]);
    let lost = told(&game, "leader_lost", &["leader", "rank", "unit"]);
    assert_eq!(lost, [["Brigade1", "brigade", "1A"].map(Value::from)]);
    assert_eq!(game.state.losses[Side::Confederate].brigade, 1);
    // Five fatigue more, after the fifteen of the losses.
    assert_eq!(game.unit("1A").fatigue, 20);
    assert!(game.told("succeeded").is_empty());
}

/// [GT 7.12?] The draws of leaders come after fatigue, before disruption.
#[test]
fn r7_12_the_order_of_checks() {
    let game = strike(&corps(), |_| {}, &[149, 149, 149, NO]);
    let drawn = ["ammunition", "fire", "leader", "leader", "leader", "disruption"];
    assert_eq!(purposes(&game), drawn);
}

/// [GT 7.12?] A corps goes to the division leader with the highest bonus, who stays where he is; his division
/// to the brigade leader with the highest bonus, who stands with the larger half; that brigade to nobody.
#[test]
fn r7_12_succession_of_a_corps() {
    let game = strike(&corps(), |_| {}, &[149, 149, 148, NO]);
    let succeeded = told(&game, "succeeded", &["leader", "rank", "commands", "unit"]);
    assert_eq!(
        succeeded,
        [
            ["Second", "corps", "C", "3A"].map(Value::from),
            ["Brigade3", "division", "D2", "3A"].map(Value::from),
        ]
    );
    let state = &game.state;
    let post = |rank, name: &str| game.battle().find_post(Side::Confederate, rank, name).unwrap();
    let holder = |rank, name: &str| {
        let leader = state.holders[post(rank, name).index()];
        leader.map(|leader| game.battle().leader(leader).name.clone())
    };
    use atlas::battle::Rank;
    assert_eq!(holder(Rank::Corps, "C").as_deref(), Some("Second"));
    assert_eq!(holder(Rank::Division, "D2").as_deref(), Some("Brigade3"));
    assert_eq!(holder(Rank::Brigade, "B3"), None);
    assert_eq!(
        (state.losses[Side::Confederate].corps, state.losses[Side::Confederate].division),
        (1, 0)
    );
}

/// [GT 7.12?] A division goes to the best brigade leader: with the half that has more men now (D-86).
#[test]
fn r7_12_succession_of_a_division() {
    let game = strike(&corps(), |_| {}, &[149, 148, 149, NO]);
    let succeeded = told(&game, "succeeded", &["leader", "rank", "unit"]);
    assert_eq!(succeeded, [["Brigade2", "division", "2B"].map(Value::from)]);
}

/// D-83: the leaders present are listed before the first check; a successor who arrives is not checked.
#[test]
fn r7_12_successors_are_not_at_risk() {
    // Both the division leader and the corps leader fall: three draws, though others take their places.
    let game = strike(&corps(), |_| {}, &[148, 148, 148, NO]);
    let draws = purposes(&game);
    assert_eq!(draws.iter().filter(|purpose| *purpose == "leader").count(), 3);
    assert_eq!(game.told("leader_lost").len(), 3);
    let losses = game.state.losses[Side::Confederate];
    assert_eq!((losses.brigade, losses.division, losses.corps), (1, 1, 1));
}

/// D-86: a deputy comes first, appears where the leader fell, and leaves no post empty.
#[test]
fn r7_12_a_deputy() {
    let field = corps().leader("Deputy", "confederate", "deputy", "C", 1, "3A");
    let game = strike(&field, |_| {}, &[149, 149, 148, NO]);
    let succeeded = told(&game, "succeeded", &["leader", "rank", "unit"]);
    assert_eq!(succeeded, [["Deputy", "corps", "1A"].map(Value::from)]);
}

/// D-68: a leader whose unit is no more goes to the nearest unit of his formation; D-86: the leader of a
/// brigade leaves play with its last half. Nobody scores for either.
#[test]
fn r7_12_leaders_of_a_unit_that_is_no_more() {
    let game = strike(&corps(), |game| game.unit_mut("1A").strength = 20, &[2500, 2500, 2500]);
    assert_eq!(units_told(&game, "eliminated"), ["1A"]);
    let moved = told(&game, "leader_moved", &["leader", "unit"]);
    // 20,7 is seven rows and seven columns away: nearer than 20,5 and 20,6. The corps has nearer units.
    assert_eq!(moved, [["First", "2B"].map(Value::from), ["Corps", "2B"].map(Value::from)]);
    let mut alone = corps().at(json!({"turn": 3, "units": [
        {"id": "US", "square": "12,14"},
        {"id": "1A", "square": "13,14", "men": 20, "ammo": false},
        {"id": "3A", "square": "20,8"}, {"id": "3B", "square": "20,9"},
    ]}));
    alone.end(&[NO, EVEN, 2500, 2500, 2500]);
    let moved = told(&alone, "leader_moved", &["leader", "unit"]);
    let gone = |name: &str| vec![json!(name), Value::Null];
    assert_eq!(moved[..2], [gone("Brigade1"), gone("First")]);
    assert_eq!(moved[2], vec![json!("Corps"), json!("3A")]);
    let losses = alone.state.losses[Side::Confederate];
    assert_eq!((losses.brigade, losses.division, losses.corps), (0, 0, 0));
}

/// D-66: whoever loses all his men risks 2500 in 10000; the loss is scored though the unit is gone.
#[test]
fn r7_12_lost_with_the_unit() {
    let game = strike(&corps(), |game| game.unit_mut("1A").strength = 20, &[2499, 2499, 2499]);
    let lost = told(&game, "leader_lost", &["leader"]);
    assert_eq!(lost.len(), 3);
    // Whoever took their places is with living men.
    for leader in game.battle().staff() {
        let with = game.state.leaders[leader.index()].with;
        assert!(with != Some(game.id("1A")));
    }
}

/// [GT 2.1] The intermediate game has no leaders: no bonus, no draws.
#[test]
fn r2_1_no_leaders_in_the_intermediate_game() {
    let field = Field::open(42, 36)
        .intermediate()
        .infantry("US", "union", 852, "12,14", 5)
        .infantry("CS", "confederate", 501, "13,14", 1)
        .leader("A", "union", "brigade", "US", 30, "")
        .leader("B", "confederate", "brigade", "CS", 30, "");
    let mut game = clear_day(&field);
    silence(&mut game, &["CS"]);
    game.end(&[NO, EVEN, NO]);
    assert_eq!(shot(&game, "US"), (30, json!([["density", 88]])));
    assert_eq!(purposes(&game), ["ammunition", "fire", "disruption"]);
}
