//! Faults of `battle.toml`.

use super::*;

#[test]
fn unknown_fields_are_refused_by_name() {
    check(
        ANTIETAM,
        "battle.toml",
        &[("first = \"union\"", "first = \"union\"\nweather = \"hot\"")],
        &["scenario september-17: unknown field \"weather\"; expected id, title, turns, \
           first, night, fog, stacking, columns, movement, clock or balance"],
    );
    check(
        ANTIETAM,
        "battle.toml",
        &[("number = \"20.1\",", "number = \"20.1\", cost = 3,")],
        &["option 20.1: unknown field \"cost\"; expected number, title, meaning or values"],
    );
}

#[test]
fn an_option_number_stands_once() {
    check(
        ANTIETAM,
        "battle.toml",
        &[("number = \"20.2\"", "number = \"20.1\"")],
        &["option 20.1: found a second option with this number; expected each once"],
    );
}

#[test]
fn turns_are_within_the_game_and_in_order() {
    check(
        FREDERICKSBURG,
        "battle.toml",
        &[("night = [6]", "night = [12]"), ("fog = [1, 7]", "fog = [7, 1]")],
        &[
            "scenario december-13, night: found 12; expected a whole number, 1 to 11",
            "scenario december-13, fog: found 1; expected game-turns in order, none twice",
        ],
    );
}

#[test]
fn a_clock_has_a_time_for_every_turn() {
    check(
        BRIGADE,
        "battle.toml",
        &[("\"06:00\", ", "")],
        &["scenario september-17, clock: found a list; expected 16 times, one a game-turn, \
           not 15"],
    );
}

#[test]
fn a_default_is_one_of_the_values() {
    check(
        GRAND_TACTICAL,
        "battle.toml",
        &[("default = \"basic\"", "default = \"easy\"")],
        &["option 4, default: found \"easy\"; expected basic, intermediate or advanced"],
    );
    check(
        GRAND_TACTICAL,
        "battle.toml",
        &[("title = \"Hidden Units\",", "title = \"Hidden Units\", default = \"on\",")],
        &["option 5, default: found \"on\"; expected only with values"],
    );
}

#[test]
fn numbers_of_an_option_go_upwards_and_stand_once() {
    check(
        GRAND_TACTICAL,
        "battle.toml",
        &[("from = 1, to = 60", "from = 60, to = 1")],
        &["option 6, to: found 1; expected a number above 60, 64 values at most"],
    );
    check(
        GRAND_TACTICAL,
        "battle.toml",
        &[("from = 1, to = 60", "from = 1, to = 65")],
        &["option 6, to: found 65; expected a number above 1, 64 values at most"],
    );
    check(
        GRAND_TACTICAL,
        "battle.toml",
        &[("from = 1, to = 60", "from = 0, to = 60")],
        &["option 6, values: found the value \"0\" twice"],
    );
}

#[test]
fn words_of_closed_lists() {
    check(
        ANTIETAM,
        "battle.toml",
        &[("first = \"union\"", "first = \"Union\"")],
        &["scenario september-17, first: found \"Union\"; expected union or confederate"],
    );
}

#[test]
fn a_study_adds_up_and_gives_points_that_can_be_given() {
    let study = "games = 1000, union = 818";
    check(
        ANTIETAM,
        "battle.toml",
        &[(study, "games = 1000, union = 819")],
        &[
            "scenario september-17, balance: found a table; expected at most 1000 games won, not 1001",
        ],
    );
    check(
        ANTIETAM,
        "battle.toml",
        &[("points = 47", "points = 0")],
        &["scenario september-17, points: found 0; expected a whole number, 1 to 999"],
    );
}
