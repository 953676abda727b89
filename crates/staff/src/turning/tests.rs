use super::*;
use crate::interface::{Choice, Scope};
use crate::scale::tests::MEN;

/// A game of half points.
const SCALE: Scale =
    Scale { singular: "point", plural: "points", step: 0.5, least_lead: 1.0, least_swing: 1.0 };

fn judged(step: usize, by: Side, scope: Scope, done: f64, best: f64, ends: bool) -> Judged {
    let choice = Choice {
        action: Value::from(step),
        why: "it is better".into(),
        words: String::new(),
        nodes: 0,
    };
    let plan = if scope == Scope::Phase { vec![Value::from(step), Value::Null] } else { vec![] };
    let found = Judgement { done, best, scope, ends, choice: Some(choice), plan };
    Judged { step, by, turn: 1, found }
}

fn moved(step: usize, done: f64, best: f64, ends: bool) -> Judged {
    judged(step, Side::Union, Scope::Phase, done, best, ends)
}

fn points(all: &[Judged]) -> Vec<(usize, usize, f64)> {
    turning_points(all, &SCALE, 5)
        .iter()
        .map(|point| (point.step, point.until, point.swing))
        .collect()
}

#[test]
fn the_moves_of_a_phase_are_one_turning_point_at_the_worst_of_them() {
    let all =
        [moved(1, 18.0, 20.0, false), moved(2, 11.0, 18.0, false), moved(3, 10.0, 11.0, true)];
    assert_eq!(points(&all), [(2, 3, -10.0)]);
    let told = turning_points(&all, &SCALE, 5);
    assert_eq!(told[0].own, -7.0, "what the move itself cost");
    let plan = told[0].better.as_ref().map(|better| better.plan.clone());
    assert_eq!(plan, Some(vec![Value::from(2), Value::Null]), "as the staff would have gone on");
    // Another side's phase is another; so is the next of the same side.
    let foe =
        |step, done, best, ends| judged(step, Side::Confederate, Scope::Phase, done, best, ends);
    let all = [moved(1, 15.0, 20.0, true), foe(2, 19.0, 15.0, false), foe(3, 25.0, 19.0, true)];
    assert_eq!(points(&all), [(1, 1, -5.0), (3, 3, -10.0)]);
}

#[test]
fn what_turned_out_better_than_the_staff_thought_is_the_best_of_the_moves_before() {
    // Expected 5, after the first move 3, after the second 9, and 2 in the end: the last cost it.
    let all = [moved(1, 3.0, 5.0, false), moved(2, 9.0, 3.0, false), moved(3, 2.0, 9.0, true)];
    assert_eq!(points(&all), [(3, 3, -7.0)]);
    // In the end more than anybody expected: nothing to tell, and least of all a gain.
    let all = [moved(1, 3.0, 5.0, false), moved(2, 12.0, 3.0, true)];
    assert_eq!(points(&all), []);
}

#[test]
fn attacks_are_told_one_by_one() {
    let attack = |step, done, best| judged(step, Side::Union, Scope::Attack, done, best, true);
    assert_eq!(points(&[attack(1, 3.0, 5.0), attack(2, 4.0, 8.0)]), [(1, 1, -2.0), (2, 2, -4.0)]);
}

#[test]
fn the_five_that_changed_most_are_told_in_order() {
    let all: Vec<Judged> = (1..=7)
        .map(|step| moved(step, 0.0, [3.0, 1.5, 6.0, 4.0, 1.0, 2.0, 9.0][step - 1], true))
        .collect();
    let told: Vec<usize> = points(&all).iter().map(|(step, ..)| *step).collect();
    assert_eq!(told, [1, 3, 4, 6, 7]);
}

#[test]
fn the_numbers_are_rounded_once_and_agree() {
    let costly = judged(1, Side::Confederate, Scope::Attack, 4.2, -3.3, true);
    let told = turning_points(&[costly], &SCALE, 5);
    let [point] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((point.expected, point.best, point.swing), (4.0, -3.5, -7.5));
    assert_eq!(point.own, point.swing);
    let words = "Expected before the die was thrown: the Union by 4; of the staff's choice: the Confederates by 3.5.";
    assert_eq!(point.words, words);
    assert_eq!(point.better.as_ref().map(|better| &*better.why), Some("it is better"));
    let even = judged(1, Side::Union, Scope::Attack, -3.0, -0.1, true);
    let told = turning_points(&[even], &SCALE, 5);
    assert!(told[0].best.is_sign_positive(), "{told:?}");
    // What comes to less than a point, rounded, is not told.
    assert_eq!(points(&[moved(1, 4.2, 4.7, true)]), []);
    assert_eq!(points(&[moved(1, f64::NAN, 4.7, true)]), []);
}

#[test]
fn a_game_counted_in_thousands_is_told_in_its_own_unit() {
    let told = |done, best| turning_points(&[moved(1, done, best, true)], &MEN, 5);
    assert_eq!(told(4_260.0, 4_640.0), [], "little in such a game");
    let told = told(4_230.0, 5_770.0);
    let [point] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((point.expected, point.best, point.swing), (4_200.0, 5_800.0, -1_600.0));
}
