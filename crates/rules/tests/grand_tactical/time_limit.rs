//! [GT 2.1] Option 6: at expiry the table ends the operations phase, recorded as the clock's doing (D-98).

use std::time::Duration;

use atlas::builtin;
use rules::dice::Seed;
use rules::game::{Game, Seat};
use rules::record::{ActionLine, Cause, Source, Text};
use serde_json::{Map, Value, json};

fn ready(options: &[&str]) -> Game {
    let options: Vec<String> = options.iter().map(|&one| one.to_owned()).collect();
    let files = builtin::battle("grand-tactical/antietam").unwrap();
    Game::new(&files, None, &options).unwrap_or_else(|error| panic!("{options:?}: {error}"))
}

fn end() -> Value {
    json!({"end_phase": {}})
}

#[test]
fn r2_1_a_time_limit_is_none_or_one_to_sixty_minutes() {
    let files = builtin::battle("grand-tactical/antietam").unwrap();
    let words = files.option("6").unwrap().values.iter().map(|value| value.word.clone());
    assert!(words.eq((0..=60).map(|minutes| minutes.to_string())));
    for minutes in [0u32, 1, 20, 60] {
        let option = format!("6={minutes}");
        let limit = ready(&[&option]).capabilities().time_limit;
        assert_eq!(limit, (minutes > 0).then_some(60 * minutes));
    }
    assert_eq!(ready(&[]).capabilities().time_limit, None);
    for wrong in ["6", "6=61", "6=-1", "6=010", "6=1.5", "6=ten", "6="] {
        assert!(Game::new(&files, None, &[wrong.to_owned()]).is_err(), "{wrong}");
    }
}

/// Only operations phases are played against the clock.
#[test]
fn r2_1_the_activation_takes_its_time() {
    let game = ready(&["4=advanced", "6=5"]);
    let source = Source::new(Seed::from_number(1));
    let (_, state) = game.begin(&source.seed, Map::new());
    assert_eq!((game.moment(&state).phase, game.time_limit(&state)), ("activation", None));
    assert!(game.expire(&state, &source).is_none());
    let operations = game.act(&state, &source, &end(), &[]).unwrap().state;
    assert_eq!(game.time_limit(&operations), Some(Duration::from_secs(300)));
}

/// The whole of it ends as (C) would: the combat and all that follows, from the same draws.
#[test]
fn r2_1_at_expiry_the_phase_ends_as_by_the_player_himself() {
    let game = ready(&["6=60"]);
    let source = Source::new(Seed::from_number(3));
    let (_, state) = game.begin(&source.seed, Map::new());
    let own = game.act(&state, &source, &end(), &[]).unwrap();
    let expired = game.expire(&state, &source).unwrap();
    assert_eq!((&own.state, &own.line.dice), (&expired.state, &expired.line.dice));
    assert_eq!(own.line.hash, expired.line.hash);
    assert_eq!((own.line.cause, expired.line.cause), (None, Some(Cause::Clock)));
    assert_eq!(expired.line.events[0], json!({"event": "time_expired", "side": "union"}));
    let told = game.narrate(&expired.line.events[0]);
    assert_eq!(told.as_deref(), Some("Time is up: the clock ended the Union phase."));
}

/// In a hidden game everybody hears that it was the clock, and nothing else that he would not have heard.
#[test]
fn r2_1_everybody_hears_the_clock() {
    let game = ready(&["5", "6=20"]);
    let source = Source::new(Seed::from_number(3));
    let (_, state) = game.begin(&source.seed, Map::new());
    let own = game.act(&state, &source, &end(), &[]).unwrap().told.unwrap();
    let expired = game.expire(&state, &source).unwrap().told.unwrap();
    assert_eq!(own.phase_over, expired.phase_over);
    for seat in Seat::ALL {
        assert_eq!(expired.events[seat][0]["event"], "time_expired");
        assert_eq!(expired.events[seat][1..], own.events[seat]);
    }
}

/// A record of these lines, begun by this game.
fn record(game: &Game, seed: &Seed, lines: &[&ActionLine]) -> String {
    let (header, _) = game.begin(seed, Map::new());
    let (mut text, first) = Text::begin(&header);
    let lines = lines.iter().map(|line| text.line(line));
    [first].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

#[test]
fn r2_1_a_record_in_which_the_clock_did_what_it_cannot_is_refused() {
    let (timed, untimed) = (ready(&["6=10"]), ready(&[]));
    let seed = Seed::from_number(3);
    let source = Source::new(seed);
    let (_, state) = timed.begin(&seed, Map::new());
    let expired = timed.expire(&state, &source).unwrap();
    let verified = timed.verify(&record(&timed, &seed, &[&expired.line])).unwrap();
    assert_eq!((verified.actions, verified.by_clock), (1, 1));
    let problem = |game: &Game, line: &ActionLine| {
        game.verify(&record(game, &seed, &[line])).unwrap_err().to_string()
    };
    // Without the option there is no clock.
    let found = problem(&untimed, &expired.line);
    assert_eq!(found, "line 2: the clock's doing, in a game without a time limit");
    // Nor does it do anything but end the phase.
    let listed = timed.list(&state, Seat::Side(atlas::Side::Union));
    let step = listed.iter().map(|one| &one["action"]).find(|one| one.get("step").is_some());
    let mut step = timed.act(&state, &source, step.unwrap(), &[]).unwrap().line;
    step.cause = Some(Cause::Clock);
    let found = problem(&timed, &step);
    let due = "line 2: the clock's doing, but all that a clock does here is {\"end_phase\":{}}";
    assert_eq!(found, due);
    // Whoever takes the word away changes what was told, and the other way round.
    let mut silent = expired.line.clone();
    silent.cause = None;
    assert_eq!(problem(&timed, &silent), "line 2: event 1 is not what happened");
    let mut claimed = timed.act(&state, &source, &end(), &[]).unwrap().line;
    claimed.cause = Some(Cause::Clock);
    assert_eq!(problem(&timed, &claimed), "line 2: event 1 is not what happened");
    // And in an activation nobody plays against it.
    let advanced = ready(&["4=advanced", "6=10"]);
    let (_, state) = advanced.begin(&seed, Map::new());
    let mut line = advanced.act(&state, &source, &end(), &[]).unwrap().line;
    line.cause = Some(Cause::Clock);
    let found = problem(&advanced, &line);
    assert_eq!(found, "line 2: the clock's doing, in a phase without a time limit");
}
