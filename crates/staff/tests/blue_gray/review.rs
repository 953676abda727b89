//! Pieces of games, judged as a review judges them.

use std::sync::Arc;

use atlas::Side;
use rules::blue_gray::json::{Position, action_to_json, read_action};
use rules::blue_gray::{Action, Battle, Phase, Prepared, State, apply, check, decision};
use rules::dice::Chance;
use rules::game::{Game, InGame};
use rules::json::Header;
use serde_json::{Value, json};
use staff::blue_gray::{Player, SCALE};
use staff::{Budget, Interrupted, Judge, Judged, Level, TurningPoint, turning_points};

/// A battle with its staff, and what was done in it.
struct Field {
    game: Arc<Game>,
    files: atlas::battle::Battle,
    state: State,
    judge: Box<dyn Judge>,
    judged: Vec<Judged>,
    done: Vec<Value>,
    dice: Chance,
}

impl Field {
    fn new(game: Arc<Game>, files: &atlas::battle::Battle, state: State) -> Field {
        let judge = staff::of(&game, files).expect("a staff").judge();
        let (judged, done, dice) = (Vec::new(), Vec::new(), Chance::new(1));
        let files = files.clone();
        Field { game, files, state, judge, judged, done, dice }
    }

    /// A position written as JSON.
    fn position(text: &str) -> Field {
        let (header, value) = Header::read(text).unwrap_or_else(|faults| panic!("{faults}"));
        let files = atlas::builtin::battle(&header.battle).expect("a battle");
        let game = Game::new(&files, header.scenario.as_deref(), &header.options).expect("a game");
        let state =
            Position::read(battle(&game), &value).unwrap_or_else(|faults| panic!("{faults}"));
        Field::new(Arc::new(game), &files, state.state)
    }

    /// A battle after so many phases of Captains.
    fn after_phases(id: &str, phases: usize) -> Field {
        let files = atlas::builtin::battle(id).expect("a battle");
        let game = Arc::new(Game::new(&files, None, &[]).expect("a game"));
        let seed = rules::dice::Seed::from_number(1);
        let (_, state) = game.begin(&seed, serde_json::Map::new());
        let state = Prepared::of_state(&state).expect("a state").clone();
        let mut field = Field::new(game, &files, state);
        let mut captain = field.player(Level::Captain);
        for _ in 0..phases {
            let now = (field.state.turn, field.state.side, field.state.phase);
            while (field.state.turn, field.state.side, field.state.phase) == now {
                let action = field.chosen(&mut captain);
                field.make(&action);
            }
        }
        field
    }

    fn player(&self, level: Level) -> Player {
        Player::new(battle(&self.game), level, 0)
    }

    fn chosen(&self, player: &mut Player) -> Action {
        let budget = Budget::nodes(20_000);
        player.choose(battle(&self.game), &self.state, budget).expect("a choice").action
    }

    fn make(&mut self, action: &Action) {
        let battle = battle(&self.game);
        apply(battle, &mut self.state, action, &mut self.dice, &mut Vec::new()).expect("legal");
    }

    /// Does something, and has it judged.
    fn act(&mut self, action: &Action) {
        let by = decision(&self.state).side().expect("a decision");
        let done = action_to_json(battle(&self.game), action);
        let state = Prepared::state(self.state.clone());
        let found = self.judge.judge(&state, &done, &|| false).expect("in peace");
        let (step, turn) = (self.done.len() + 1, self.state.turn.into());
        self.judged.push(Judged { step, by, turn, found: found.expect("a judgement") });
        self.done.push(done);
        self.make(action);
    }
}

fn battle(game: &Game) -> &Battle {
    &Prepared::of_game(game).expect("a game").battle
}

impl Field {
    /// What the staff would do in the rest of a movement phase.
    fn plan(&self) -> Vec<Action> {
        let mut colonel = self.player(Level::Colonel);
        let mut ahead = Field::new(Arc::clone(&self.game), &self.files, self.state.clone());
        let mut moves = Vec::new();
        loop {
            match ahead.chosen(&mut colonel) {
                Action::EndPhase => return moves,
                action => {
                    ahead.make(&action);
                    moves.push(action);
                }
            }
        }
    }

    /// Makes these moves as soon as each is legal, and ends the phase.
    fn march(&mut self, mut moves: Vec<Action>) {
        while let Some(next) = moves.iter().position(|action| self.is_legal(action)) {
            self.act(&moves.remove(next));
        }
        self.act(&Action::EndPhase);
    }

    fn is_legal(&self, action: &Action) -> bool {
        check(battle(&self.game), &self.state, action).is_ok()
    }

    /// An action as it is written.
    fn read(&self, action: Value) -> Action {
        read_action(battle(&self.game), &self.state, &action).expect("an action")
    }

    fn told(&self) -> Vec<TurningPoint> {
        turning_points(&self.judged, &SCALE, 5)
    }
}

/// Plays the staff's own moves backwards.
fn moves_in_any_order_are_no_turning_point(id: &str, phases: usize) {
    let mut field = Field::after_phases(id, phases);
    assert_eq!(field.state.phase, Phase::Movement);
    let mut moves = field.plan();
    assert!(moves.len() > 3, "{id}: {moves:?}");
    moves.reverse();
    field.march(moves);
    assert_eq!(field.told(), [], "{id} after {phases} phases");
}

#[test]
fn the_staffs_own_moves_at_the_start_in_any_order_are_no_turning_point() {
    moves_in_any_order_are_no_turning_point("blue-gray/antietam", 0);
}

#[test]
fn the_staffs_own_moves_in_contact_in_any_order_are_no_turning_point() {
    moves_in_any_order_are_no_turning_point("blue-gray/antietam", 10);
}

#[test]
fn the_staffs_own_moves_at_chattanooga_in_any_order_are_no_turning_point() {
    moves_in_any_order_are_no_turning_point("blue-gray/chattanooga", 6);
}

/// A lone brigade that holds the line with others behind it, and enough enemies before it to cut it
/// off.
const LONE: &str = r#"{"game":"blue-gray/antietam","turn":5,"side":"confederate","phase":"movement","units":[
    {"id":"Winder","hex":"0813"},{"id":"AP Hill","state":"eliminated"},{"id":"Wilcox","hex":"0321"},
    {"id":"Mahone","hex":"0418"},{"id":"Rodes","hex":"0520"},
    {"id":"1/1/I","hex":"0805"},{"id":"3/1/I","hex":"0805"},{"id":"2/1/I","hex":"0706"},
    {"id":"4/1/I","hex":"0706"},{"id":"1/2/I","hex":"1007"},{"id":"3/2/I","hex":"1007"}]}"#;

#[test]
fn a_unit_marched_off_to_be_trapped_is_found_among_good_moves() {
    let mut field = Field::position(LONE);
    let off = field.read(json!({"move": {"unit": "Winder", "to": "0809"}}));
    let Action::Move { unit: winder, .. } = off else { panic!("{off:?}") };
    let mut moves = field.plan();
    moves.retain(|action| !matches!(action, Action::Move { unit, .. } if *unit == winder));
    assert!(!moves.is_empty(), "somebody else moves");
    moves.insert(1, off);
    field.march(moves);
    let told = field.told();
    let [point] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((point.step, point.until, point.by), (2, field.done.len(), Side::Confederate));
    assert!(point.swing <= -2.0, "{point:?}");
    let better = point.better.as_ref().expect("something better");
    assert!(better.plan.contains(&better.action), "{better:?}");
    // The plan can be carried out from the position in which the decision was due.
    let mut ahead = Field::position(LONE);
    ahead.act(&ahead.read(field.done[0].clone()));
    for action in &better.plan {
        ahead.act(&ahead.read(action.clone()));
    }
    assert_eq!(ahead.state.phase, Phase::Movement);

    let mut field = Field::position(LONE);
    let moves = field.plan();
    field.march(moves);
    assert_eq!(field.told(), []);
}

/// The same brigade, surrounded.
const TRAPPED: &str = r#"{"game":"blue-gray/antietam","turn":5,"side":"union","phase":"combat","units":[
    {"id":"Winder","hex":"0809"},{"id":"AP Hill","state":"eliminated"},{"id":"Wilcox","hex":"0716"},
    {"id":"1/1/I","hex":"0808"},{"id":"3/1/I","hex":"0808"},{"id":"2/1/I","hex":"0810"},
    {"id":"4/1/I","hex":"0810"},{"id":"1/2/I","hex":"0909"},{"id":"3/2/I","hex":"0909"}]}"#;

#[test]
fn an_attack_thrown_away_is_a_turning_point_and_a_good_one_is_not() {
    let mut field = Field::position(TRAPPED);
    let mut general = field.player(Level::General);
    let Action::Attack(good) = field.chosen(&mut general) else { panic!("no attack") };
    let column = rules::blue_gray::crt::Column::WORST;
    field.act(&Action::Attack(good));
    assert_eq!(field.told(), []);

    let mut field = Field::position(TRAPPED);
    field.act(&Action::Attack(rules::blue_gray::Attack { column: Some(column), ..good }));
    let told = field.told();
    let [point] = told.as_slice() else { panic!("{told:?}") };
    assert!(point.swing <= -2.0 && point.better.is_some(), "{point:?}");
    assert!(point.words.starts_with("Expected before the die was thrown"), "{}", point.words);
}

/// Two attacks that must be made, far from each other, and neither of them good.
const FORCED: &str = r#"{"game":"blue-gray/antietam","turn":10,"side":"union","phase":"combat",
    "units":[{"id":"Winder","hex":"0809"},{"id":"Lawton","hex":"0809"},
    {"id":"AP Hill","state":"eliminated"},{"id":"Wilcox","hex":"0413"},{"id":"Mahone","hex":"0413"},
    {"id":"1/1/I","hex":"0808"},{"id":"1/2/I","hex":"0412"}]}"#;

#[test]
fn which_of_two_forced_attacks_comes_first_is_no_turning_point() {
    for (from, at) in [("0808", "0809"), ("0412", "0413")] {
        let mut field = Field::position(FORCED);
        let attack = json!({"attack": {"attackers": [from], "defenders": [at]}});
        field.act(&field.read(attack));
        assert_eq!(field.told(), [], "{from} first");
    }
}

#[test]
fn interrupted_it_has_done_nothing() {
    let mut calm = Field::after_phases("blue-gray/antietam", 10);
    let mut harried = Field::after_phases("blue-gray/antietam", 10);
    let mut moves = calm.plan();
    moves.reverse();
    for action in &moves {
        let done = action_to_json(battle(&harried.game), action);
        if !harried.is_legal(action) {
            continue;
        }
        let state = Prepared::state(harried.state.clone());
        assert_eq!(harried.judge.judge(&state, &done, &|| true), Err(Interrupted));
        calm.act(action);
        harried.act(action);
    }
    let found =
        |field: &Field| field.judged.iter().map(|one| one.found.clone()).collect::<Vec<_>>();
    assert_eq!(found(&calm), found(&harried));
    assert!(calm.judged.len() > 3);
}
