//! The kinds of games that the tests go through.

use atlas::builtin::{self, Kind};
use rules::blue_gray::Battle;

/// Every scenario of the system, with and without optional rules.
pub fn kinds() -> impl Iterator<Item = Kind> {
    builtin::kinds().filter(|kind| kind.system() == "blue-gray")
}

/// A battle, ready.
pub fn battle_of(kind: Kind) -> Battle {
    let files = builtin::battle(kind.battle).unwrap();
    let options: Vec<String> = kind.options.iter().map(|&number| number.to_owned()).collect();
    Battle::new(&files, Some(kind.scenario), &options)
        .unwrap_or_else(|error| panic!("{kind:?}: {error}"))
}

/// A test for each kind of game, so that they run side by side: `each_kind!(games_end)` makes
/// `games_end::antietam` and so on of a function `games_end(kind)`.
macro_rules! each_kind {
    ($($check:ident),+ $(,)?) => {$(
        mod $check {
            each_kind!(@ $check, 0 antietam, 1 antietam_options, 2 antietam_other_options,
                3 fredericksburg, 4 fredericksburg_options, 5 may_3_options,
                6 chattanooga, 7 chattanooga_options);
        }
    )+};
    (@ $check:ident, $($number:literal $name:ident),+) => {$(
        #[test]
        fn $name() {
            super::$check(crate::kinds::kinds().nth($number).unwrap());
        }
    )+};
}

#[test]
fn a_test_for_each_kind_is_a_test_for_all_of_them() {
    assert_eq!(kinds().count(), 8, "each_kind! names them one by one");
}
