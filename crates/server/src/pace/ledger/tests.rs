//! The arithmetic of clocks.

use super::*;

const NOBODY: BySide<bool> = BySide { union: false, confederate: false };

fn timer(kind: StintKind, side: Side, began: usize, grant: Grant) -> Timer {
    let key = Key { kind, side, began, round: 0 };
    Timer { key, grant, runs: true, reminded: false, noted: false }
}

fn phase(began: usize) -> Timer {
    timer(StintKind::Phase, Side::Union, began, Grant::Fixed(60_000))
}

/// 100 seconds at first, 20 more with each turn, 110 at most.
fn turn(side: Side, began: usize) -> Timer {
    let grant = Grant::Banked { bank: 100_000, increment: 20_000, cap: 110_000, least: 0 };
    timer(StintKind::Turn, side, began, grant)
}

fn run(ledger: &mut Ledger, timers: &[Timer], steps: usize, now: i64) -> bool {
    ledger.run(timers, NOBODY, steps, now)
}

#[test]
fn going_back_into_a_phase_gives_no_time_back_and_a_phase_taken_back_costs_none() {
    let mut ledger = Ledger::default();
    run(&mut ledger, &[phase(0)], 0, 0);
    run(&mut ledger, &[phase(3)], 3, 20_000);
    assert_eq!(ledger.left(&phase(3), 25_000), 55_000);
    run(&mut ledger, &[phase(0)], 2, 30_000);
    assert_eq!(ledger.left(&phase(0), 35_000), 35_000);
    run(&mut ledger, &[phase(3)], 3, 36_000);
    assert_eq!(ledger.left(&phase(3), 36_000), 60_000, "it is another phase");
}

#[test]
fn whoever_lets_others_wait_for_his_link_finds_it_on_his_own_clock() {
    let mut ledger = Ledger::default();
    run(&mut ledger, &[phase(0)], 0, 0);
    let stands = Timer { runs: false, ..phase(0) };
    let waits = BySide { union: false, confederate: true };
    ledger.run(&[stands], waits, 1, 10_000);
    run(&mut ledger, &[phase(0)], 1, 35_000);
    assert_eq!(ledger.left(&phase(0), 35_000), 50_000, "the player's own clock stood");
    let text = serde_json::to_string(&ledger).unwrap();
    let mut ledger: Ledger = serde_json::from_str(&text).unwrap();
    let theirs = Timer { key: Key { side: Side::Confederate, ..phase(4).key }, ..phase(4) };
    run(&mut ledger, &[theirs], 4, 40_000);
    assert_eq!(ledger.left(&theirs, 40_000), 35_000);
    run(&mut ledger, &[theirs], 4, 41_000);
    assert_eq!(ledger.left(&theirs, 41_000), 34_000, "it is taken once");
}

#[test]
fn clocks_as_they_were_written_before_are_read() {
    let oldest: Ledger = serde_json::from_str(r#"{"0":5000,"3":7000}"#).unwrap();
    let old = r#"{"spent":{"0":5000,"3":7000},"owed":{"union":0,"confederate":2000}}"#;
    let mut old: Ledger = serde_json::from_str(old).unwrap();
    for mut ledger in [oldest, old.clone()] {
        let theirs = Timer { key: Key { side: Side::Confederate, ..phase(3).key }, ..phase(3) };
        let stands = Timer { runs: false, ..theirs };
        run(&mut ledger, &[stands], 5, 0);
        assert_eq!(ledger.left(&stands, 99_000), 53_000);
    }
    let theirs = Timer { key: Key { side: Side::Confederate, ..phase(6).key }, ..phase(6) };
    run(&mut old, &[theirs], 6, 0);
    assert_eq!(old.left(&theirs, 0), 58_000, "what was owed");
}

#[test]
fn a_clock_goes_on_where_it_was_written_down_and_never_back() {
    let mut ledger = Ledger::default();
    assert!(run(&mut ledger, &[turn(Side::Union, 0)], 0, 1000), "a clock that begins is noted");
    assert!(!run(&mut ledger, &[turn(Side::Union, 0)], 4, 8000), "one that runs on is not");
    let text = serde_json::to_string(&ledger).unwrap();
    let ledger: Ledger = serde_json::from_str(&text).unwrap();
    assert_eq!(ledger.left(&turn(Side::Union, 0), 31_000), 70_000);
    assert_eq!(ledger.left(&turn(Side::Union, 0), 0), 100_000, "before it began nothing is spent");
}

#[test]
fn a_bank_is_added_to_with_each_turn_up_to_its_cap_and_an_undo_gives_nothing() {
    let (union, theirs) =
        (|began| turn(Side::Union, began), |began| turn(Side::Confederate, began));
    let mut ledger = Ledger::default();
    run(&mut ledger, &[union(0)], 0, 0);
    run(&mut ledger, &[theirs(2)], 2, 30_000);
    assert_eq!(ledger.store(Side::Union, 90_000), Some(70_000), "it stands in the other's turn");
    run(&mut ledger, &[union(5)], 5, 31_000);
    assert_eq!(ledger.left(&union(5), 31_000), 90_000);
    // An agreed take-back into the turn before: the store is what it was.
    run(&mut ledger, &[theirs(2)], 4, 41_000);
    assert_eq!(ledger.left(&theirs(2), 41_000), 99_000);
    run(&mut ledger, &[union(5)], 5, 42_000);
    assert_eq!(ledger.left(&union(5), 42_000), 90_000, "that turn is another");
    run(&mut ledger, &[theirs(6)], 6, 42_500);
    assert_eq!(ledger.left(&theirs(6), 42_500), 110_000, "no more than the cap");
    run(&mut ledger, &[union(9)], 9, 43_000);
    assert_eq!(ledger.left(&union(9), 43_000), 109_500);
}

#[test]
fn a_bank_that_ran_out_owes_nothing_and_who_comes_back_has_something() {
    let mut ledger = Ledger::default();
    run(&mut ledger, &[turn(Side::Union, 0)], 0, 0);
    assert_eq!(ledger.left(&turn(Side::Union, 0), 250_000), -150_000);
    run(&mut ledger, &[], 3, 250_000);
    run(&mut ledger, &[turn(Side::Union, 7)], 7, 300_000);
    assert_eq!(ledger.left(&turn(Side::Union, 7), 300_000), 20_000);
    let grant = Grant::Banked { bank: 100_000, increment: 0, cap: 110_000, least: 30_000 };
    let back = Timer { key: Key { round: 1, ..turn(Side::Union, 7).key }, grant, ..phase(0) };
    run(&mut ledger, &[back], 7, 400_000);
    assert_eq!(ledger.left(&back, 400_000), 30_000);
}

#[test]
fn a_choice_in_the_others_turn_has_a_time_of_its_own() {
    let choice = timer(StintKind::Choice, Side::Confederate, 2, Grant::Fixed(10_000));
    let mut ledger = Ledger::default();
    run(&mut ledger, &[turn(Side::Union, 0)], 0, 0);
    run(&mut ledger, &[choice], 2, 40_000);
    assert_eq!(ledger.left(&turn(Side::Union, 0), 45_000), 60_000, "the turn's clock stands");
    assert_eq!(ledger.left(&choice, 45_000), 5000);
    run(&mut ledger, &[turn(Side::Union, 0)], 3, 46_000);
    assert_eq!(ledger.left(&turn(Side::Union, 0), 50_000), 56_000, "and goes on");
}

#[test]
fn reminded_at_four_fifths_then_the_end_and_then_nothing() {
    let mut turn = turn(Side::Union, 0);
    let mut ledger = Ledger::default();
    run(&mut ledger, &[turn], 0, 500);
    let next = |ledger: &Ledger, timer: &Timer, now| {
        ledger.next(timer, now).map(|next| (next.alarm, next.after))
    };
    assert_eq!(next(&ledger, &turn, 500), Some((Alarm::Reminder, 80_000)));
    assert_eq!(ledger.due(), Some(80_500));
    assert_eq!(next(&ledger, &turn, 90_000), Some((Alarm::Reminder, 0)));
    turn.reminded = true;
    assert!(run(&mut ledger, &[turn], 0, 90_500));
    assert_eq!(
        (next(&ledger, &turn, 90_500), ledger.due()),
        (Some((Alarm::End, 10_000)), Some(100_500))
    );
    turn.reminded = false;
    assert_eq!(next(&ledger, &turn, 200_000), Some((Alarm::End, 0)), "too late to remind anybody");
    turn.noted = true;
    run(&mut ledger, &[turn], 0, 200_000);
    assert_eq!((next(&ledger, &turn, 200_000), ledger.due()), (None, None));
    let stands = Timer { runs: false, noted: false, ..turn };
    run(&mut ledger, &[stands], 0, 200_000);
    assert_eq!((next(&ledger, &stands, 300_000), ledger.due()), (None, None));
    run(&mut ledger, &[phase(0)], 0, 300_000);
    assert_eq!(ledger.due(), Some(i64::MAX), "it runs, and nobody is sent for");
}

#[test]
fn vacation_is_counted_beside_the_clock_and_forgotten_when_it_is_over() {
    let away = timer(StintKind::Vacation, Side::Union, 17, Grant::Fixed(50_000));
    let stands = Timer { runs: false, ..turn(Side::Union, 3) };
    let mut ledger = Ledger::default();
    run(&mut ledger, &[turn(Side::Union, 3)], 3, 0);
    run(&mut ledger, &[stands, away], 3, 10_000);
    assert_eq!((ledger.left(&stands, 40_000), ledger.left(&away, 40_000)), (90_000, 20_000));
    assert_eq!(ledger.days_begun(Side::Union, 10_000), 1);
    assert_eq!(ledger.days_begun(Side::Union, 10_001 + DAY), 2);
    assert_eq!(ledger.days_begun(Side::Confederate, 40_000), 0);
    let longer = Timer { grant: Grant::Fixed(80_000), ..away };
    run(&mut ledger, &[stands, longer], 3, 40_000);
    assert_eq!(ledger.left(&longer, 40_000), 50_000);
    run(&mut ledger, &[turn(Side::Union, 3)], 3, 90_000);
    assert_eq!(ledger.days_begun(Side::Union, 90_000), 0);
    assert_eq!(ledger.left(&turn(Side::Union, 3), 91_000), 89_000);
}

#[test]
fn what_is_kept_is_bounded_and_the_banks_are_kept() {
    let mut ledger = Ledger::default();
    run(&mut ledger, &[turn(Side::Confederate, 0)], 0, 0);
    run(&mut ledger, &[turn(Side::Union, 1)], 1, 40_000);
    for step in 2..200 {
        let choice = timer(StintKind::Choice, Side::Confederate, step, Grant::Fixed(10_000));
        run(&mut ledger, &[choice], step, 40_000);
        assert!(ledger.stints.len() <= MOST_STINTS, "{}", ledger.stints.len());
    }
    assert_eq!(ledger.store(Side::Confederate, 99_000), Some(60_000));
    assert_eq!(ledger.store(Side::Union, 99_000), Some(100_000));
}

#[test]
fn of_what_two_servers_have_counted_the_more_counts() {
    let mut here = Ledger::default();
    run(&mut here, &[turn(Side::Union, 0)], 0, 0);
    let mut there = here.clone();
    let stands = Timer { runs: false, ..turn(Side::Union, 0) };
    run(&mut there, &[stands], 0, 25_000);
    run(&mut here, &[stands], 0, 10_000);
    here.take_over(there.clone(), 30_000);
    assert_eq!(here.left(&stands, 30_000), 75_000);
    there.take_over(Ledger::default(), 30_000);
    assert_eq!(there.left(&stands, 30_000), 75_000, "what only this server knows stays");
    run(&mut there, &[turn(Side::Confederate, 4)], 4, 40_000);
    here.take_over(there, 50_000);
    assert_eq!(here.left(&turn(Side::Confederate, 4), 50_000), 90_000);
    assert_eq!(here.store(Side::Union, 50_000), Some(75_000), "of an earlier stint, too");
}
