//! The kinds of games: every one of the built-in battles, of the small battles in the documents, and of the toy.

use std::path::Path;

use atlas::battle::{Battle as Files, Folder};
use atlas::builtin::{self, Kind};
use rules::game::{CannotPlay, Game};
use rules::toy;

use crate::Table;

/// The battles of `docs/examples`, at every level and with the options that change most.
const EXAMPLES: [Kind; 7] = [
    Kind { battle: "blue-gray/milltown", scenario: "dawn", options: &[] },
    Kind { battle: "brigade/stone-bridge", scenario: "noon", options: &[] },
    Kind { battle: "grand-tactical/crossroads", scenario: "noon", options: &[] },
    Kind { battle: "grand-tactical/crossroads", scenario: "noon", options: &["5"] },
    Kind {
        battle: "grand-tactical/crossroads",
        scenario: "noon",
        options: &["4=intermediate", "5", "8"],
    },
    Kind { battle: "grand-tactical/crossroads", scenario: "noon", options: &["4=advanced"] },
    Kind { battle: "grand-tactical/crossroads", scenario: "noon", options: &["4=advanced", "5"] },
];

const TOY: [Kind; 4] = [
    Kind { battle: toy::BATTLE, scenario: "skirmish", options: &[] },
    Kind { battle: toy::BATTLE, scenario: "skirmish", options: &["6"] },
    Kind { battle: toy::BATTLE, scenario: "at-dusk", options: &[] },
    Kind { battle: toy::BATTLE, scenario: "at-dusk", options: &["6"] },
];

/// Every kind of game.
pub fn kinds() -> impl Iterator<Item = Kind> {
    builtin::kinds().chain(EXAMPLES).chain(TOY)
}

/// A kind of game, ready; `None` if its rules are not written yet.
pub fn table(kind: Kind) -> Option<Table> {
    let files = match kind.battle {
        toy::BATTLE => toy::battle(),
        id if EXAMPLES.contains(&kind) => example(id, kind.scenario),
        id => builtin::battle(id).unwrap(),
    };
    let options: Vec<String> = kind.options.iter().map(|&number| number.to_owned()).collect();
    match Game::new(&files, Some(kind.scenario), &options) {
        Ok(game) => Some(Table { files, game }),
        Err(CannotPlay::NoEngine(_)) => None,
        Err(error) => panic!("{kind:?}: {error}"),
    }
}

/// A battle of the documents.
fn example(id: &str, scenario: &str) -> Files {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/battle-minimal").join(id);
    let names = ["battle.toml", "map.json", "rules.toml", &format!("setups/{scenario}.toml")];
    let texts = names.map(|name| {
        std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{id}/{name}: {error}"))
    });
    let mut files = Folder::new();
    for (name, text) in names.iter().zip(&texts) {
        files.add(*name, text);
    }
    Files::from_files(id, &files).unwrap_or_else(|faults| panic!("{faults}"))
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
        fn a_bid_counts_and_stands_in_the_record() {
            let small = kinds().filter(|kind| EXAMPLES.contains(kind) || TOY.contains(kind));
            small.filter_map(table).for_each(|table| {
                crate::bids::a_bid_counts_and_stands_in_the_record(&table);
            });
        }

        #[test]
        fn a_bid_decides_if_it_is_large_enough() {
            let small = kinds().filter(|kind| EXAMPLES.contains(kind) || TOY.contains(kind));
            small.filter_map(table).for_each(|table| {
                crate::bids::a_bid_decides_if_it_is_large_enough(&table);
            });
        }

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
    17 milltown,
    18 stone_bridge,
    19 crossroads_basic,
    20 crossroads_basic_hidden,
    21 crossroads_intermediate_hidden,
    22 crossroads_advanced,
    23 crossroads_advanced_hidden,
    24 toy_hidden,
    25 toy_open,
    26 toy_at_dusk_hidden,
    27 toy_at_dusk_open,
);
