//! The kinds of games: every one of the built-in battles, and those of the toy.

use atlas::builtin::{self, Kind};
use rules::game::{CannotPlay, Game};
use rules::toy;

use crate::Table;

const TOY: [Kind; 4] = [
    Kind { battle: toy::BATTLE, scenario: "skirmish", options: &[] },
    Kind { battle: toy::BATTLE, scenario: "skirmish", options: &["6"] },
    Kind { battle: toy::BATTLE, scenario: "at-dusk", options: &[] },
    Kind { battle: toy::BATTLE, scenario: "at-dusk", options: &["6"] },
];

/// Every kind of game.
pub fn kinds() -> impl Iterator<Item = Kind> {
    builtin::kinds().chain(TOY)
}

/// A kind of game, ready; `None` if its rules are not written yet.
pub fn table(kind: Kind) -> Option<Table> {
    let files = match kind.battle {
        toy::BATTLE => toy::battle(),
        id => builtin::battle(id).unwrap(),
    };
    let options: Vec<String> = kind.options.iter().map(|&number| number.to_owned()).collect();
    match Game::new(&files, Some(kind.scenario), &options) {
        Ok(game) => Some(Table { files, game }),
        Err(CannotPlay::NoEngine(_)) => None,
        Err(error) => panic!("{kind:?}: {error}"),
    }
}

/// A test for each kind of game, so that they run side by side.
macro_rules! each_kind {
    ($($number:literal $name:ident),+ $(,)?) => {
        $(mod $name {
            fn run(check: fn(&crate::Table)) {
                let kind = super::kinds().nth($number).unwrap();
                if let Some(table) = super::table(kind) {
                    check(&table);
                }
            }

            #[test]
            fn keeps_the_laws_at_every_step() {
                run(crate::walk::keeps_the_laws_at_every_step);
            }

            #[test]
            fn records_replay_and_tampering_shows() {
                run(crate::records::records_replay_and_tampering_shows);
            }

            #[test]
            fn what_looks_alike_is_answered_alike() {
                run(crate::alike::what_looks_alike_is_answered_alike);
            }
        })+

        #[test]
        fn every_kind_has_its_tests() {
            let named = [$(stringify!($name)),+];
            assert_eq!(named.len(), kinds().count(), "each_kind! names them one by one");
            assert!([$($number),+].into_iter().eq(0..named.len()));
        }
    };
}

each_kind!(
    0 antietam,
    1 antietam_options,
    2 antietam_other_options,
    3 fredericksburg,
    4 fredericksburg_options,
    5 may_3_options,
    6 chattanooga,
    7 chattanooga_options,
    8 brigade_antietam,
    9 brigade_antietam_options,
    10 brigade_antietam_drawn,
    11 brigade_hooker,
    12 brigade_hooker_options,
    13 grand_tactical_antietam,
    14 grand_tactical_antietam_options,
    15 grand_tactical_intermediate,
    16 grand_tactical_advanced_hidden,
    17 toy_hidden,
    18 toy_open,
    19 toy_at_dusk_hidden,
    20 toy_at_dusk_open,
);
