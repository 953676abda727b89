//! Records: written, replayed, verified, and what happens to those that were tampered with.

use rules::game::{Game, Seat};
use rules::record::{Cause, EndLine, FORMAT, Line, Source, TIME_EXPIRED, Text};
use rules::toy;
use serde_json::{Map, Value, json};

use crate::{Played, Table, of_system, play, soak};

/// A record replays to the same states, and whatever is changed in it is found.
pub fn records_replay_and_tampering_shows(table: &Table) {
    let (games, steps) =
        if table.is_small() { (soak(10, 250), usize::MAX) } else { (soak(1, 20), 5_000) };
    let mut written = 0;
    for number in 0..games {
        if written >= steps {
            break;
        }
        let played = of_system!(&table.game, system => play(table, &**system, number));
        written += played.lines.len();
        let text = record(&table.game, &played);
        head_is_right(&table.game, &text);
        replays(&table.game, &played, &text);
        tampered(&table.game, &text, number as usize);
        branches(&table.game, &played);
        the_clock_does_what_it_may(&table.game, &played, &text);
    }
}

/// The record of a game, with its seed.
pub fn record(game: &Game, played: &Played) -> Vec<String> {
    let (mut text, first) = Text::begin(&played.header);
    let mut lines = vec![first];
    lines.extend(played.lines.iter().map(|line| text.line(line)));
    let end = game.state_hash(&played.states[played.lines.len()]);
    lines.push(text.line(&EndLine { seed: played.seed.to_hex(), end, chain: None }));
    lines
}

fn head_is_right(game: &Game, lines: &[String]) {
    let Ok(Line::Header(header)) = Line::read(&lines[0]) else { panic!("no header: {}", lines[0]) };
    let key = game.key();
    assert_eq!((header.longroll_record, header.battle.as_str()), (FORMAT, key.battle));
    assert_eq!((header.scenario.as_str(), &header.options[..]), (key.scenario, key.options));
    assert_eq!(header.die, game.capabilities().notation.die);
    for line in &lines[1..lines.len() - 1] {
        let Ok(Line::Action(read)) = Line::read(line) else { panic!("no action: {line}") };
        assert_eq!(&json!(read).to_string(), line, "a line does not read back");
        assert_eq!(read.dice.len(), read.of.len(), "every draw has its sides");
        assert!(read.dice.len() <= game.capabilities().most_draws);
        for (&value, &sides) in read.dice.iter().zip(&read.of) {
            let lowest = u16::from(header.die == Some(sides));
            assert!((lowest..sides + lowest).contains(&value), "{line}");
        }
    }
}

fn replays(game: &Game, played: &Played, lines: &[String]) {
    let whole = lines.join("\n");
    let verified = game.verify(&whole).unwrap();
    assert_eq!((verified.actions, verified.dice, verified.forced), (played.lines.len(), true, 0));
    // A game that goes on has no seed yet.
    let open = game.verify(&lines[..lines.len() / 2 + 1].join("\n")).unwrap();
    assert!(!open.dice && open.actions == lines.len() / 2);
    let mut replay = game.replay(&whole).unwrap();
    for (state, line) in played.states.iter().zip(&played.lines) {
        assert_eq!(&replay.state(), state);
        replay.step().unwrap();
        assert_eq!(game.state_hash(&replay.state()), line.hash);
    }
}

/// A change of one thing in a record.
type Change = fn(&mut Value) -> bool;

const CHANGES: [Change; 8] = [
    |line| change(line, "n", |n| json!(n.as_u64().unwrap_or_default() + 1)),
    |line| change(line, "by", |by| json!(if by == "union" { "confederate" } else { "union" })),
    |line| change(line, "hash", |_| json!("0".repeat(64))),
    |line| change(line, "events", |_| json!([{"event": "nothing"}])),
    |line| change(line, "reveals", |told| json!(!told.as_bool().unwrap_or_default())),
    |line| change(line, "action", |_| json!({"dance": {}})),
    |line| drawn(line) && change(line, "of", |_| json!([7])),
    |line| {
        drawn(line)
            && change(line, "dice", |dice| {
                let first = dice[0].as_u64().unwrap_or_default();
                let mut dice = dice.clone();
                dice[0] = json!(if first == 2 { 3 } else { 2 });
                dice
            })
    },
];

fn drawn(line: &Value) -> bool {
    line["dice"].as_array().is_some_and(|dice| !dice.is_empty())
}

fn change(line: &mut Value, member: &str, make: fn(&Value) -> Value) -> bool {
    let made = make(&line[member]);
    line[member] = made;
    true
}

/// Whatever is changed is found, whether or not the chain of lines is mended afterwards.
fn tampered(game: &Game, lines: &[String], number: usize) {
    let last = lines.len() - 1;
    let bad = |lines: &[String], what: &str| {
        assert!(game.verify(&lines.join("\n")).is_err(), "{what} is not found");
    };
    for (index, change) in CHANGES.iter().enumerate() {
        let tries = (0..last - 1).map(|step| 1 + (number + 7 * index + step) % (last - 1));
        for at in tries.take(200) {
            let mut line: Value = serde_json::from_str(&lines[at]).unwrap();
            if !change(&mut line) {
                continue;
            }
            let mut changed = lines.to_vec();
            changed[at] = line.to_string();
            bad(&changed, "a change");
            bad(&mended(&changed), &format!("change {index} in line {at}"));
            break;
        }
    }
    let mut without = lines.to_vec();
    without.remove(last / 2);
    bad(&without, "a missing line");
    bad(&mended(&without), "a missing line");
    let mut longer = lines.to_vec();
    longer.push(lines[last].clone());
    bad(&longer, "a line after the end");
    let mut seed: Value = serde_json::from_str(&lines[last]).unwrap();
    seed["seed"] = json!("1".repeat(64));
    let mut other = lines.to_vec();
    other[last] = seed.to_string();
    bad(&other, "another seed");
}

/// The same lines with their chain mended.
fn mended(lines: &[String]) -> Vec<String> {
    let Ok(Line::Header(header)) = Line::read(&lines[0]) else { return lines.to_vec() };
    let (mut text, first) = Text::begin(&header);
    let mut mended = vec![first];
    for line in &lines[1..] {
        mended.push(match Line::read(line) {
            Ok(Line::Action(action)) => text.line(&action),
            Ok(Line::End(end)) => text.line(&end),
            _ => line.clone(),
        });
    }
    mended
}

/// A game begun from the middle of another is a record like any other.
fn branches(game: &Game, played: &Played) {
    let middle = played.lines.len() / 2;
    let header = game.begin_from(&played.seed, Map::new(), &played.states[middle]);
    assert_eq!(game.first_state(&header).as_ref(), Ok(&played.states[middle]));
    let (mut text, first) = Text::begin(&header);
    let mut lines = vec![first];
    lines.extend(played.lines[middle..].iter().map(|line| text.line(line)));
    let verified = game.verify(&lines.join("\n")).unwrap();
    assert_eq!(verified.actions, played.lines.len() - middle);
}

/// Where there is a time limit its expiry is a legal action that everybody hears of; where there is none, no
/// line may say that the clock carried it out.
fn the_clock_does_what_it_may(game: &Game, played: &Played, lines: &[String]) {
    let source = played.source();
    let limit = game.capabilities().time_limit;
    let mut limited = 0;
    for (index, state) in played.states.iter().enumerate().step_by(1 + played.states.len() / 12) {
        let expired = game.expire(state, &source);
        assert_eq!(expired.is_some(), game.time_limit(state).is_some());
        let Some(acted) = expired else { continue };
        limited += 1;
        assert!(limit.is_some(), "a clock without a limit");
        assert_eq!(acted.line.cause, Some(Cause::Clock));
        assert_eq!(acted.line.events[0]["event"], TIME_EXPIRED);
        assert!(game.narrate(&acted.line.events[0]).is_some_and(|told| told.contains("clock")));
        if let Some(told) = &acted.told {
            assert!(Seat::ALL.iter().all(|&seat| told.events[seat][0] == acted.line.events[0]));
        }
        // It is what the player himself might have done, to the draw; only the line says whose it was.
        let own = game.act(state, &source, &acted.line.action, &[]).unwrap();
        assert_eq!((&own.state, &own.line.dice), (&acted.state, &acted.line.dice));
        assert_eq!((own.line.cause, &own.line.events[..]), (None, &acted.line.events[1..]));
        let header = game.begin_from(&played.seed, Map::new(), state);
        let (mut text, first) = Text::begin(&header);
        let record = [first, text.line(&acted.line)];
        let verified = game.verify(&record.join("\n")).unwrap();
        assert_eq!((verified.actions, verified.by_clock), (1, 1), "step {index}");
        let claimed = own.line.clone();
        let silent = acted.line.clone();
        for (mut line, cause) in [(claimed, Some(Cause::Clock)), (silent, None)] {
            line.cause = cause;
            assert!(game.redo(state, &header, &line).is_err(), "told otherwise than it was");
        }
    }
    assert!(limit.is_none() || limited > 0, "a limit, and nothing is played against the clock");
    // Nobody can blame the clock for what a player did.
    for line in lines.iter().skip(1).take(30) {
        let Ok(Line::Action(mut line)) = Line::read(line) else { continue };
        let header = json!({"event": TIME_EXPIRED, "side": line.by});
        line.cause = Some(Cause::Clock);
        line.events.insert(0, header);
        let before = &played.states[line.n as usize - 1];
        let redone = game.redo(before, &played.header, &line);
        let due = game.expire(before, &source);
        let same = due.is_some_and(|due| due.line.action == line.action);
        assert_eq!(redone.is_ok(), same, "{}", line.action);
        if let Err(problem) = redone {
            assert!(problem.contains("the clock's doing"), "{problem}");
        }
    }
}

/// The options say whether there is a clock, and the header repeats it.
#[test]
fn a_clock_is_that_of_the_options() {
    let ready = |options: &[&str]| {
        let options: Vec<String> = options.iter().map(|&one| one.to_owned()).collect();
        Game::new(&toy::battle(), None, &options).unwrap()
    };
    let (timed, untimed) = (ready(&["8"]), ready(&[]));
    let seed = rules::dice::Seed::from_number(1);
    let (header, state) = timed.begin(&seed, Map::new());
    assert_eq!(header.clock, json!({"phase_seconds": 60}).as_object().cloned());
    assert_eq!(timed.time_limit(&state), Some(std::time::Duration::from_secs(60)));
    for clock in [json!(null), json!({}), json!({"phase_seconds": 61})] {
        let mut header = header.clone();
        header.clock = clock.as_object().cloned();
        let problem = timed.first_state(&header).unwrap_err();
        assert!(problem.contains("clock") && problem.contains("60 seconds a phase"), "{problem}");
    }
    let (mut plain, open) = untimed.begin(&seed, Map::new());
    assert_eq!((plain.clock.as_ref(), untimed.time_limit(&open)), (None, None));
    assert!(untimed.expire(&open, &Source::new(seed)).is_none());
    plain.clock.clone_from(&header.clock);
    assert!(untimed.first_state(&plain).unwrap_err().contains("no time limit"));
    // Format 1 has no place for it.
    let old = Source { format: 1, ..Source::new(seed) };
    assert!(timed.expire(&state, &old).is_none());
}
