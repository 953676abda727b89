//! What must be true at every step of a game.

use std::borrow::Cow;
use std::collections::HashSet;

use rules::dice::{Chance, FixedDie};
use rules::game::{ActError, Game, GameState, Seat};
use serde_json::{Value, json};

use crate::{Lawful, Played, Table, decider, of_system, play, soak};

/// Plays games and looks at every step, at some of them closely.
pub fn keeps_the_laws_at_every_step(table: &Table) {
    let small = table.is_small();
    // Games differ in length by a factor of twenty, so that the long run counts steps.
    let (games, steps) = if small { (soak(20, 500), usize::MAX) } else { (soak(1, 40), 10_000) };
    // A step of a large game lists thousands of actions: every one of them is looked at now and then.
    let closely = if small { 1 } else { 17 };
    let mut walked = 0;
    of_system!(&table.game, system => {
        for number in 0..games {
            if walked >= steps {
                break;
            }
            let played = play(table, &**system, number);
            walked += played.lines.len();
            let mut chance = Chance::new(number);
            for index in 0..played.lines.len() {
                at_step(&table.game, &**system, &played, index);
                if (index + number as usize).is_multiple_of(closely) {
                    look_closely(table, &**system, &played.states[index], &mut chance);
                }
            }
            at_the_end(&table.game, &played);
        }
    });
}

/// The laws that are cheap to check.
fn at_step<S: Lawful>(game: &Game, system: &S, played: &Played, index: usize) {
    let (before, after) = (&played.states[index], &played.states[index + 1]);
    let line = &played.lines[index];
    assert_eq!(game.sequence(after), game.sequence(before) + 1);
    assert_eq!(line.n, game.sequence(after));
    assert_eq!(game.outcome(before), None, "it is over and somebody decides");
    assert_eq!(game.decider(before).map(|side| side.word()), Some(line.by.as_str()));
    let (moment, next) = (game.moment(before), game.moment(after));
    assert!(moment.turn >= 1 && moment.turn <= next.turn && next.turn <= next.turns);
    // What was done is legal, reads back as itself, and is in its one spelling.
    let truth = S::of_state(before).expect("a state of this system");
    let seen = system.seen(truth, decider(game, before));
    let action = system.read_action(&seen, &line.action).expect("a recorded action");
    assert_eq!(system.write_action(&action), line.action);
    assert_eq!(system.canonical(&seen, &action), action, "the spelling is not final");
    assert_eq!(system.check(&seen, &action), Ok(()));
    // Undone and done again, it is the same.
    let (redone, _) = game.redo(before, &played.header, line).unwrap();
    assert_eq!(&redone, after);
    // What happened can be told in sentences.
    for sentence in line.events.iter().filter_map(|event| game.narrate(event)) {
        assert!(sentence.ends_with('.') && !sentence.contains(['{', '}']), "{sentence}");
    }
    for seat in Seat::ALL {
        match game.seen(before, seat) {
            Cow::Borrowed(same) => assert_eq!(same, before),
            Cow::Owned(seen) => {
                assert!(game.capabilities().hidden, "nothing is hidden and a copy is made");
                assert_eq!(*game.seen(&seen, seat), seen, "what is observed is not final");
            }
        }
    }
}

/// The laws that take time: lists, refusals, doors, whatever a seat may ask for.
fn look_closely<S: Lawful>(table: &Table, system: &S, state: &GameState, chance: &mut Chance) {
    let game = &table.game;
    let position = game.position(state);
    let text = position.to_string();
    let read = serde_json::from_str(&text).map(|position| game.read_position(&position));
    assert_eq!(&read.unwrap().unwrap(), state, "{text}");
    let seat = decider(game, state);
    let listed: Vec<Value> =
        game.list(state, seat).into_iter().map(|mut one| one["action"].take()).collect();
    assert!(!listed.is_empty(), "nothing can be done");
    assert_eq!(listed.iter().map(Value::to_string).collect::<HashSet<_>>().len(), listed.len());
    for action in sample(&listed, 80, chance) {
        assert_eq!(game.check(state, seat, action), Ok(()), "{action}");
        let _ = game.odds(state, seat, action).unwrap();
    }
    refuses_the_rest(table, system, state, &listed, chance);
    answers_everybody(game, state);
    obeys(table, state);
}

fn sample<'a>(all: &'a [Value], most: usize, chance: &mut Chance) -> Vec<&'a Value> {
    if all.len() <= most {
        return all.iter().collect();
    }
    (0..most).map(|_| &all[chance.below(all.len())]).collect()
}

/// What is not listed is refused, and leaves the state alone.
fn refuses_the_rest<S: Lawful>(
    table: &Table,
    system: &S,
    state: &GameState,
    listed: &[Value],
    chance: &mut Chance,
) {
    let game = &table.game;
    let seat = decider(game, state);
    let known: HashSet<String> =
        listed.iter().filter_map(S::bare).map(|bare| bare.to_string()).collect();
    let facts = Facts::of(table);
    for _ in 0..40 {
        let changed = facts.changed(&listed[chance.below(listed.len())], chance);
        let verdict = game.check(state, seat, &changed);
        match (&verdict, S::bare(&changed)) {
            (Ok(()), Some(bare)) => {
                let canonical = canonical(system, state, seat, &changed);
                let bare = S::bare(&canonical).unwrap_or(bare);
                assert!(known.contains(&bare.to_string()), "{changed} is legal and not listed");
            }
            (Ok(()), None) => {}
            (Err(error), bare) => {
                // A free choice may be bad where another would do; everything else is listed or
                // refused.
                let same = listed.contains(&changed);
                assert!(!same, "{changed} is listed: {error}, {bare:?}");
                leaves_alone(system, state, &changed);
            }
        }
        if let Err(ActError::Refused(refused)) = verdict {
            assert!(!refused.reason.is_empty() && refused.rule.system == game.system_of_map());
        }
    }
}

fn canonical<S: Lawful>(system: &S, state: &GameState, seat: Seat, action: &Value) -> Value {
    let seen = system.seen(S::of_state(state).expect("a state of this system"), seat);
    let action = system.read_action(&seen, action).expect("it was accepted");
    let once = system.canonical(&seen, &action);
    assert_eq!(system.canonical(&seen, &once), once);
    system.write_action(&once)
}

fn leaves_alone<S: Lawful>(system: &S, state: &GameState, action: &Value) {
    let truth = S::of_state(state).expect("a state of this system");
    let seat = system.decider(truth).map_or(Seat::Watcher, Seat::Side);
    let Ok(action) = system.read_action(&system.seen(truth, seat), action) else { return };
    let mut after = truth.clone();
    let mut events = Vec::new();
    assert!(system.apply(&mut after, &action, &mut FixedDie(0), &mut events).is_err());
    assert!(after == *truth && events.is_empty(), "{action:?} is refused and changes something");
}

/// The names of a battle, to spoil actions with.
struct Facts {
    units: Vec<String>,
    cells: Vec<String>,
}

impl Facts {
    fn of(table: &Table) -> Facts {
        let scenario = table.files.scenario(Some(table.game.key().scenario)).unwrap();
        let grid = &table.files.map.grid;
        Facts {
            units: scenario.units.iter().map(|unit| unit.id.clone()).collect(),
            cells: grid.cells().map(|cell| grid.name(cell).to_string()).collect(),
        }
    }

    /// An action with one of its texts, numbers or answers changed.
    fn changed(&self, action: &Value, chance: &mut Chance) -> Value {
        let mut changed = action.clone();
        let mut leaves = Vec::new();
        collect(&mut changed, &mut leaves);
        if leaves.is_empty() || chance.below(20) == 0 {
            let odd =
                [json!(null), json!({}), json!({"end_phase": {"x": 1}}), json!({"dance": {}})];
            return odd[chance.below(odd.len())].clone();
        }
        let count = leaves.len();
        let leaf = &mut leaves[chance.below(count)];
        **leaf = match &**leaf {
            Value::String(text) => {
                let is_cell = self.cells.contains(text);
                let among = if is_cell { &self.cells } else { &self.units };
                json!(among[chance.below(among.len())])
            }
            Value::Bool(answer) => json!(!answer),
            _ => json!("nobody"),
        };
        changed
    }
}

fn collect<'v>(value: &'v mut Value, leaves: &mut Vec<&'v mut Value>) {
    match value {
        Value::Object(fields) => fields.values_mut().for_each(|field| collect(field, leaves)),
        Value::Array(items) => items.iter_mut().for_each(|item| collect(item, leaves)),
        leaf => leaves.push(leaf),
    }
}

/// Nothing that a client may ask for fails.
fn answers_everybody(game: &Game, state: &GameState) {
    for seat in Seat::ALL {
        let decision = game.decision(state, seat);
        let side = game.decider(state).map(|side| side.word());
        assert_eq!(decision["side"], json!(side));
        assert!(decision["words"].is_string() && decision["kind"].is_string());
        let view = game.view(state, seat);
        assert!(view["turn"].is_u64() && view["units"].is_array(), "{view}");
        assert!(game.view_closed(state, seat).is_object());
        assert!(!game.headline(state, seat).is_empty() && !game.show(state, seat).is_empty());
        for odd in [json!(null), json!({}), json!({"a": 1, "b": 2}), json!({"why": {}})] {
            assert!(game.ask(state, seat, &odd).is_err(), "{odd}");
        }
        let _ = game.counters(state, seat);
    }
}

/// Every choice of the form can be ordered, and what orders decide is legal.
fn obeys(table: &Table, state: &GameState) {
    let game = &table.game;
    let form = game.orders_form();
    assert_eq!(form.is_some(), game.capabilities().orders);
    let Some(form) = form else { return };
    let cell = &Facts::of(table).cells[0];
    for item in form["items"].as_array().expect("items") {
        for choice in item["choices"].as_array().expect("choices") {
            let value = match choice["asks"].as_str() {
                Some(_) => json!({choice["value"].as_str().unwrap(): cell}),
                None => choice["value"].clone(),
            };
            let orders = json!({item["key"].as_str().unwrap(): value});
            let kept =
                game.check_orders(&orders).unwrap_or_else(|error| panic!("{orders}: {error}"));
            assert_eq!(game.check_orders(&kept).as_ref(), Ok(&kept), "kept orders change");
            if let Some(action) = game.obey(state, &kept) {
                assert_eq!(game.check(state, decider(game, state), &action), Ok(()), "{action}");
            }
        }
    }
    assert!(game.check_orders(&json!({"no such order": 1})).is_err());
}

/// Where the game is over, everybody may know everything, and nobody does anything more.
fn at_the_end(game: &Game, played: &Played) {
    let last = &played.states[played.lines.len()];
    assert_eq!(game.decider(last).is_some(), game.outcome(last).is_none());
    if game.decider(last).is_some() {
        return;
    }
    assert!(game.outcome(last).is_some_and(|outcome| !outcome.words.is_empty()));
    assert_eq!(game.private_to(last), None);
    for seat in Seat::ALL {
        assert!(matches!(game.seen(last, seat), Cow::Borrowed(_)), "something stays hidden");
        assert!(game.list(last, seat).is_empty());
        let again = game.act(last, &played.source(), &played.lines[0].action, &[]);
        assert!(again.is_err(), "the game goes on after its end");
    }
    let read = game.read_position(&game.position(last));
    assert_eq!(read.as_ref(), Ok(last));
}
