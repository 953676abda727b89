//! What a game is about, as the view tells it: every point has its source, every line its rule, and the next level
//! is as far away as is said.

use serde_json::{Value, json};

use crate::view::common::{game, play, position, view};

const RULEBOOK: &str = include_str!("../../../../../docs/rules/blue-gray.md");

/// Every battle and scenario.
const GAMES: [(&str, &str); 4] = [
    ("blue-gray/antietam", "september-17"),
    ("blue-gray/fredericksburg", "december-13"),
    ("blue-gray/fredericksburg", "may-3"),
    ("blue-gray/chattanooga", "november-24"),
];

fn check_link(line: &Value) {
    let link = line["link"].as_str().expect("a link");
    let (book, place) = link.split_once('/').expect("a book");
    assert_eq!(book, "blue-gray");
    assert!(RULEBOOK.contains(&format!("<a id=\"{place}\"></a>")), "{line}");
}

/// The points of all sources of a side, banked or not.
fn scored(goals: &Value, side: &str, banked: Option<bool>) -> i64 {
    let sources = goals["sources"].as_array().expect("sources");
    let counts = |line: &&Value| banked.is_none_or(|banked| line["banked"] == banked);
    sources.iter().filter(counts).map(|line| line["now"][side].as_i64().expect("points")).sum()
}

#[test]
fn every_point_of_a_random_game_has_its_source_and_its_rule() {
    for (id, scenario) in GAMES {
        let game = game(id, scenario, &[]);
        play(&game, 7, |step, state| {
            if step % 40 != 0 {
                return;
            }
            let seen = view(&game, state);
            let goals = &seen["goals"];
            check_link(goals);
            goals["sources"].as_array().unwrap().iter().for_each(check_link);
            for side in ["union", "confederate"] {
                let points = &seen["points"][side];
                assert_eq!(points["total"], scored(goals, side, None), "{id} {scenario} {side}");
                assert_eq!(points["banked"], scored(goals, side, Some(true)), "{id} {side}");
            }
        });
    }
}

#[test]
fn it_says_what_wins_and_what_the_clock_leaves() {
    let told = |id, scenario| {
        let game = game(id, scenario, &[]);
        let mut first = Value::Null;
        play(&game, 1, |step, state| {
            if step == 0 {
                first = view(&game, state)["goals"].clone();
            }
        });
        first
    };
    let antietam = told("blue-gray/antietam", "september-17");
    assert_eq!(
        antietam["brief"],
        "More points win after turn 10: for enemy units eliminated and Sharpsburg (15 points)."
    );
    assert!(
        antietam["words"].as_str().unwrap().starts_with(
            "When turn 10 ends, the Union wins with more points than the Confederates;"
        ),
        "{antietam}"
    );
    assert_eq!(antietam["clock"], "Turn 1 of 10: 10 turns are left, with this one.");
    let sharpsburg = &antietam["sources"][2];
    assert_eq!(sharpsburg["what"], "Sharpsburg: all 4 hexes held at the end");
    assert_eq!(sharpsburg["worth"], "15 points");
    assert_eq!(sharpsburg["holder"], "confederate");
    assert_eq!(sharpsburg["now"], json!({"union": 0, "confederate": 15}));
    let fredericksburg = told("blue-gray/fredericksburg", "december-13");
    assert!(
        fredericksburg["clock"].as_str().unwrap().contains("At the end of turn 5"),
        "{fredericksburg}"
    );
    let chattanooga = told("blue-gray/chattanooga", "november-24");
    assert_eq!(
        chattanooga["words"],
        "When turn 10 ends, the Union wins if it is 6 points ahead, the Confederates if they are 6 \
         points ahead; anything between is a draw."
    );
}

#[test]
fn the_next_level_is_as_far_as_is_said() {
    let game = game("blue-gray/antietam", "september-17", &[]);
    let points = json!({"union": {"eliminated": 12}, "confederate": {"eliminated": 5}});
    let control = json!({"0815": "union"});
    let units = json!([{"id": "1/1/V", "hex": "1515"}, {"id": "Hood", "hex": "0126"}]);
    let state = position(&game, units, json!({"points": points, "control": control}));
    let goals = &view(&game, &state)["goals"];
    // 12 to 5 is decisive for the Union; with 6 to 12 more than half it no longer is.
    let next = goals["next"].as_array().unwrap();
    assert_eq!(next.len(), 1, "the Union has no better level: {goals}");
    assert_eq!(next[0]["side"], "confederate");
    assert_eq!(next[0]["points"], 2);
    assert_eq!(
        next[0]["words"],
        "2 points more for the Confederates: a Union substantive victory."
    );
}
