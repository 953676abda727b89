//! Games at random, and positions made by hand.

use rules::blue_gray::random::RandomPlayer;
use rules::blue_gray::{Battle, Prepared, State};
use rules::dice::Seed;
use rules::game::{Game, GameState, InGame, Seat};
use rules::record::Source;
use serde_json::{Map, Value, json};

pub fn game(id: &str, scenario: &str, options: &[&str]) -> Game {
    let files = atlas::builtin::battle(id).unwrap();
    let options: Vec<String> = options.iter().map(|&number| number.to_owned()).collect();
    Game::new(&files, Some(scenario), &options).unwrap()
}

pub fn battle(game: &Game) -> &Battle {
    &Prepared::of_game(game).unwrap().battle
}

pub fn inner(state: &GameState) -> &State {
    Prepared::of_state(state).unwrap()
}

/// Plays a whole game at random and shows every state to a visitor, with its number.
pub fn play(game: &Game, seed: u64, mut visit: impl FnMut(usize, &GameState)) {
    let secret = Seed::from_number(seed);
    let (_, mut state) = game.begin(&secret, Map::new());
    let mut player = RandomPlayer::new(seed);
    let mut steps = 0;
    visit(steps, &state);
    while let Some(action) = player.choose(battle(game), inner(&state)) {
        let action = rules::blue_gray::json::action_to_json(battle(game), &action);
        state = game.act(&state, &Source::new(secret), &action, &[]).unwrap().state;
        steps += 1;
        visit(steps, &state);
    }
}

pub fn view(game: &Game, state: &GameState) -> Value {
    game.view(state, Seat::Watcher)
}

pub fn ask(game: &Game, state: &GameState, question: Value) -> Value {
    game.ask(state, Seat::Watcher, &question).unwrap_or_else(|error| panic!("{question}: {error}"))
}

/// Every legal action, as it is listed.
pub fn listed(game: &Game, state: &GameState) -> Vec<Value> {
    let answer = ask(game, state, json!({"actions": {}}));
    answer["actions"].as_array().unwrap().clone()
}

/// A position of a battle made by hand, with these units and whatever else is given.
pub fn position(game: &Game, units: Value, more: Value) -> GameState {
    let battle = battle(game);
    let mut position = json!({
        "game": battle.id, "scenario": battle.scenario, "options": battle.options.numbers, "units": units,
    });
    for (key, value) in more.as_object().unwrap() {
        position[key] = value.clone();
    }
    game.read_position(&position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// The strings of a list.
pub fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}
