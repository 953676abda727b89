//! Puzzles of the Grand-tactical game: one order, and the combat after it with every value of every draw.

use std::sync::Arc;

use rules::dice::Dice;
use rules::game::Game;
use rules::grand_tactical::victory::worth_of_losses;
use rules::grand_tactical::{Battle, resolve_phase};
use rules::{System, grand_tactical::State};
use serde_json::{Value, json};
use staff::Staff;
use staff::puzzle::{Fraction, Goal, Unproved, Valued};

use crate::common::{BATTLE, battle, cell, soak, unit};

#[path = "../shared/proved.rs"]
mod proved;

#[test]
fn every_puzzle_is_what_is_written_of_it() {
    proved::prove_anew(&[BATTLE], soak());
}

fn staff() -> Arc<dyn Staff> {
    let battle = atlas::builtin::battle(BATTLE).expect("a battle");
    let game = Arc::new(Game::new(&battle, None, &[]).expect("a game"));
    staff::of(&game, &battle).expect("a staff")
}

/// Union guns with points left, and Confederates in the open before them.
fn field() -> Value {
    json!({"game": BATTLE, "turn": 5, "phase": "operations", "round": 1, "side": "union", "units": [
        {"id": "US-ICORPS-A", "square": "13,18", "guns": 12, "op": 10},
        {"id": "CS-RIPLEY-A", "square": "17,17", "men": 500, "fatigue": 30},
        {"id": "CS-RIPLEY-B", "square": "18,18", "men": 90}]})
}

/// Dice that show what is written, and then nothing more.
struct Written<'v>(&'v [u16], usize, Vec<u16>);

impl Dice for Written<'_> {
    fn roll(&mut self, sides: u16) -> u16 {
        let value = self.0.get(self.1).copied().unwrap_or(0);
        self.1 += 1;
        self.2.push(sides);
        value
    }
}

/// The mean over every value of every draw, one after another, as slowly as can be.
fn by_hand(battle: &Battle, before: &State, worth: &dyn Fn(&State) -> i64) -> f64 {
    fn follow(
        battle: &Battle,
        before: &State,
        worth: &dyn Fn(&State) -> i64,
        way: &mut Vec<u16>,
    ) -> f64 {
        let mut dice = Written(way, 0, Vec::new());
        let mut after = *before;
        resolve_phase(battle, &mut after, before.side, &mut dice, &mut Vec::new());
        let sides = dice.2;
        let Some(&next) = sides.get(way.len()) else { return worth(&after) as f64 };
        let mut sum = 0.0;
        for value in 0..next {
            way.push(value);
            sum += follow(battle, before, worth, way);
            way.pop();
        }
        sum / f64::from(next)
    }
    follow(battle, before, worth, &mut Vec::new())
}

fn proved(position: &Value, goal: &Goal) -> Vec<Valued> {
    staff().prover().expect("a prover").prove(position, goal, 1_000_000).expect("a proof")
}

#[test]
fn a_shot_is_worth_the_mean_of_every_value_of_every_draw() {
    let battle = battle(&[]);
    let read = battle.read_position(&field()).expect("a position");
    let worth = |state: &State| {
        let of = |side| i64::from(worth_of_losses(&battle, state, side));
        of(atlas::Side::Union) - of(atlas::Side::Confederate)
    };
    let start = worth(&read);
    for (goal, measure) in [
        (Goal::Losses {}, &(|state: &State| worth(state) - start) as &dyn Fn(&State) -> i64),
        (Goal::Lost { unit: "CS-RIPLEY-B".into() }, &|state: &State| {
            i64::from(state.unit(unit(&battle, "CS-RIPLEY-B")).routed)
        }),
    ] {
        let all = proved(&field(), &goal);
        for square in ["17,17", "18,18"] {
            let order = json!({"plot_fire": {"unit": "US-ICORPS-A", "square": square}});
            let told = all.iter().find(|one| one.action == order).expect("an answer");
            let mut plotted = read;
            let gun = unit(&battle, "US-ICORPS-A");
            plotted.unit_mut(gun).fire = Some(cell(&battle, square));
            let exact = by_hand(&battle, &plotted, measure);
            assert!((told.worth.decimal() - exact).abs() < 1e-9, "{square}: {exact}");
        }
        // Without a plot the rules choose the nearest: that is 17,17.
        let worth = |action: Value| {
            all.iter().find(|one| one.action == action).map(|one| one.worth.to_string())
        };
        let nearest = json!({"plot_fire": {"unit": "US-ICORPS-A", "square": "17,17"}});
        assert_eq!(worth(json!({"end_phase": {}})), worth(nearest));
    }
}

#[test]
fn few_men_rout_for_certain_and_what_was_lost_before_does_not_count() {
    let lost = Goal::Lost { unit: "CS-RIPLEY-B".into() };
    let order = json!({"plot_fire": {"unit": "US-ICORPS-A", "square": "18,18"}});
    let staff = staff();
    let prover = staff.prover().expect("a prover");
    let told = prover.value(&field(), &lost, &order, 1_000_000).expect("a worth");
    assert!(told.worth > Fraction::ZERO && told.faces.is_none() && told.then.is_empty());
    let mut before = field();
    before["losses"] = json!({"confederate": {"infantry": 400}});
    let losses = |position: &Value| {
        let all = prover.prove(position, &Goal::Losses {}, 1_000_000).expect("a proof");
        all.into_iter().map(|one| one.worth).collect::<Vec<_>>()
    };
    assert_eq!(losses(&before), losses(&field()));
}

#[test]
fn a_march_by_its_way_is_the_march_to_its_end() {
    let staff = staff();
    let prover = staff.prover().expect("a prover");
    let mut position = field();
    position["units"][0] = json!({"id": "US-GIBBON-A", "square": "13,18", "op": 10});
    let by_way = json!({"move": {"unit": "US-GIBBON-A", "path": ["14,18", "15,18"]}});
    let short =
        prover.spelling(&position, &json!({"move": {"unit": "US-GIBBON-A", "to": "15,18"}}));
    assert_eq!(prover.spelling(&position, &by_way), short);
    assert!(short.is_ok());
}

#[test]
fn what_cannot_be_judged_is_refused_in_words() {
    let staff = staff();
    let prover = staff.prover().expect("a prover");
    let order = json!({"plot_fire": {"unit": "US-ICORPS-A", "square": "17,17"}});
    let refused = |position: &Value, goal: &Goal, action: &Value, most| {
        prover.value(position, goal, action, most).expect_err("it cannot be judged")
    };
    let losses = Goal::Losses {};
    assert_eq!(refused(&field(), &losses, &order, 3), Unproved::TooLong);
    let far = json!({"plot_fire": {"unit": "CS-RIPLEY-A", "square": "13,18"}});
    assert_eq!(refused(&field(), &losses, &far, 1000), Unproved::Illegal);
    for goal in [
        Goal::Lost { unit: "US-ICORPS-A".into() },
        Goal::Lost { unit: "nobody".into() },
        Goal::Held { cell: "17,17".into() },
    ] {
        let fault = refused(&field(), &goal, &order, 1000);
        assert!(matches!(fault, Unproved::Malformed(_)), "{fault}");
    }
    let mut hidden = field();
    hidden["options"] = json!(["5"]);
    assert!(matches!(refused(&hidden, &losses, &order, 1000), Unproved::Malformed(_)));
}
