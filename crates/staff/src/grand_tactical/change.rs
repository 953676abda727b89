//! Changes of a manner of commanding: what lots are drawn for.

use rules::dice::Chance;

use super::lots::{Effect, MOST_CHANGES};
use super::temper::{Manner, Stance, WEIGHTS};

/// How many times as much, or as little, a weight counts when it is changed.
const MORE_OR_LESS: [f32; 2] = [1.6, 1.0 / 1.6];
/// One thing in so many is changed by lot.
const ONE_IN: usize = 3;
/// A change must be worth so many times the doubt about it.
const SURE: f64 = 1.0;

/// A change of a manner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change {
    /// The stance of a command, by its post.
    Stance(usize, Stance),
    /// What is weighed, by its place, so many times.
    Weight(usize, f32),
}

impl Change {
    fn make(self, plan: &mut Manner) {
        match self {
            Change::Stance(post, stance) => plan.stances[post] = stance,
            Change::Weight(place, factor) => *plan.temper.weight(place) *= factor,
        }
    }

    /// Whether two changes are of the same thing: only one of them can be made.
    fn is_of(self, other: Change) -> bool {
        match (self, other) {
            (Change::Stance(one, _), Change::Stance(two, _)) => one == two,
            (Change::Weight(one, _), Change::Weight(two, _)) => one == two,
            _ => false,
        }
    }

    /// Whether a plan would be another.
    fn changes(self, plan: &Manner) -> bool {
        !matches!(self, Change::Stance(post, stance) if plan.stances[post] == stance)
    }
}

/// All changes of a manner with these commands; those of the same thing follow one another.
pub fn changes(commands: &[usize]) -> Vec<Change> {
    let mut changes = Vec::new();
    for place in 0..WEIGHTS {
        changes.extend(MORE_OR_LESS.map(|factor| Change::Weight(place, factor)));
    }
    for &post in commands {
        changes.extend(Stance::ALL.map(|stance| Change::Stance(post, stance)));
    }
    changes.truncate(MOST_CHANGES);
    changes
}

/// The changes thing by thing: for each where its changes begin and end.
fn things(changes: &[Change]) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    let mut begin = 0;
    std::iter::from_fn(move || {
        let first = *changes.get(begin)?;
        let alike = changes[begin..].iter().take_while(|one| one.is_of(first)).count();
        begin += alike;
        Some(begin - alike..begin)
    })
}

/// A plan in which some things are changed by lot, and which changes those are.
pub fn by_lot(changes: &[Change], plan: &Manner, luck: &mut Chance) -> (u128, Manner) {
    let (mut made, mut drawn) = (0, *plan);
    for thing in things(changes) {
        if luck.below(ONE_IN) > 0 {
            continue;
        }
        let which = thing.start + luck.below(thing.len());
        if changes[which].changes(plan) {
            changes[which].make(&mut drawn);
            made |= 1 << which;
        }
    }
    (made, drawn)
}

/// A plan with those changes that are worth more than the doubt about them; of each thing the best.
pub fn improved(changes: &[Change], effects: &[Effect], plan: &Manner) -> Manner {
    let mut better = *plan;
    for thing in things(changes) {
        let by_worth =
            |one: &usize, other: &usize| effects[*one].worth.total_cmp(&effects[*other].worth);
        let best = thing.max_by(by_worth);
        let sure = |effect: &Effect| effect.worth > SURE * effect.doubt;
        if let Some(best) = best.filter(|&best| sure(&effects[best])) {
            changes[best].make(&mut better);
        }
    }
    better
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grand_tactical::temper::Temper;

    #[test]
    fn of_each_thing_one_change_is_drawn_at_most_and_all_of_them_in_time() {
        let (changes, plan) = (changes(&[3, 7]), Manner::of(Temper::CAPTAIN));
        let (mut luck, mut seen) = (Chance::new(1), 0);
        for _ in 0..400 {
            let (made, drawn) = by_lot(&changes, &plan, &mut luck);
            for thing in things(&changes) {
                assert!(thing.filter(|&index| made >> index & 1 == 1).count() <= 1);
            }
            assert_eq!(made == 0, drawn == plan);
            seen |= made;
        }
        // To stand as it stands is no change.
        let usual = |change: &Change| !matches!(change, Change::Stance(_, Stance::Usual));
        let all = changes.iter().enumerate().filter(|(_, change)| usual(change));
        assert_eq!(seen, all.fold(0, |all, (index, _)| all | 1 << index));
    }

    #[test]
    fn only_what_is_surely_worth_something_is_changed() {
        let (changes, plan) = (changes(&[3]), Manner::of(Temper::CAPTAIN));
        let mut effects = vec![Effect { worth: 50.0, doubt: 60.0 }; changes.len()];
        assert_eq!(improved(&changes, &effects, &plan), plan);
        let attack = changes.iter().position(|one| *one == Change::Stance(3, Stance::Attack));
        effects[attack.unwrap()] = Effect { worth: 90.0, doubt: 60.0 };
        let better = improved(&changes, &effects, &plan);
        assert_eq!(better.stances[3], Stance::Attack);
        assert_eq!(Manner { stances: plan.stances, ..better }, plan, "and nothing else");
    }
}
