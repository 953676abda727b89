//! One game of a study, from its set-up to its end.
//!
//! The dice are those of a recorded game, bound to its seed and to every action: what is played here can be
//! written down as a record and verified by anybody.

use std::sync::atomic::{AtomicBool, Ordering};

use atlas::Side;
use rules::dice::{BoundDice, Seed};
use rules::game::{InGame, Seat as Seated};
use rules::record::{Recorder, START};
use rules::{Moment, System};
use serde_json::{Map, Value, json};
use staff::Budget;

use crate::fault::LabError;
use crate::plan::Study;
use crate::room::{End, Room, Watch};
use crate::rows::{GameRow, TurnRow};
use crate::seats::Seat;

/// No game of any rules comes near so many actions.
const MOST_ACTIONS: u32 = 200_000;

/// The two players of a game, and how much they have done.
struct Players<R: Room> {
    seats: [R::Seat; 2],
    nodes: Option<u64>,
    actions: u32,
}

impl<R: Room> Players<R> {
    fn new(study: &Study, set: u32, game: u32) -> Result<Players<R>, String> {
        let plan = &study.plan;
        let ready = study.games.get(set as usize).ok_or("there is no such set")?;
        let seat = |side: Side| {
            let (contender, seed) = (plan.seats[side], plan.player_seed(game, side));
            R::seat(ready, &study.files, contender, seed)
                .ok_or_else(|| format!("there is no {} to play", contender.word()))
        };
        let seats = [seat(Side::Union)?, seat(Side::Confederate)?];
        Ok(Players { seats, nodes: plan.nodes, actions: 0 })
    }

    /// What the player whose decision it is does; `None` when the game is over.
    fn choose(
        &mut self,
        system: &R::System,
        state: &<R::System as System>::State,
        stop: &AtomicBool,
    ) -> Result<Option<<R::System as System>::Action>, String> {
        let Some(side) = system.decider(state) else { return Ok(None) };
        let stopped = || stop.load(Ordering::Relaxed);
        let budget = Budget { nodes: self.nodes, stop: Some(&stopped) };
        let seen = system.seen(state, Seated::Side(side));
        let chosen = self.seats[side as usize].choose(system, &seen, budget);
        // Dice are bound to the one spelling of an action.
        let chosen = chosen.map(|action| system.canonical(&seen, &action));
        if self.actions >= MOST_ACTIONS {
            return Err(format!("is not over after {MOST_ACTIONS} actions"));
        }
        self.actions += 1;
        chosen.map(Some).ok_or_else(|| format!("the {side} player has nothing to do"))
    }
}

/// Carries out an action with its own dice, as a record does.
fn act<S: System>(
    system: &S,
    seed: &Seed,
    state: &mut S::State,
    action: &S::Action,
    events: &mut Vec<S::Event>,
) -> Result<(), String> {
    let sequence = system.sequence(state).saturating_add(1);
    let bytes = || system.write_action(action).to_string().into_bytes();
    let mut dice = BoundDice::new(seed, sequence, bytes);
    events.clear();
    system
        .apply(state, action, &mut dice, events)
        .map_err(|refusal| format!("a player was refused: {}", system.explain(&refusal).reason))
}

/// Plays a game of a study; `None` if it was told to stop before the end.
pub fn play(
    study: &Study,
    set: u32,
    game: u32,
    stop: &AtomicBool,
) -> Result<Option<GameRow>, LabError> {
    study.bench.play(study, set, game, stop)
}

/// Plays a game of a study again and writes its record, a line an action. If the journal tells the game, it must
/// come out as told.
pub fn record(
    study: &Study,
    told: Option<&GameRow>,
    set: u32,
    game: u32,
) -> Result<Vec<String>, LabError> {
    study.bench.record(study, told, set, game)
}

/// Plays a game over the types of its system.
pub fn play_in<R: Room>(
    study: &Study,
    set: u32,
    game: u32,
    stop: &AtomicBool,
) -> Result<Option<GameRow>, LabError> {
    let stuck = |problem| LabError::Stuck { set, game, problem };
    let system = system_of::<R>(study, set).map_err(stuck)?;
    let seed = study.plan.game_seed(game);
    let mut players = Players::<R>::new(study, set, game).map_err(stuck)?;
    let (mut turns, mut events) = (Vec::new(), Vec::new());
    let mut state = system.start(&mut seed.dice(0, START), &mut events);
    let mut watch = R::Watch::new(system, &events);
    while let Some(action) = players.choose(system, &state, stop).map_err(stuck)? {
        // A player who was interrupted answers in haste: the game does not count.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let before: Moment = system.moment(&state);
        act(system, &seed, &mut state, &action, &mut events).map_err(stuck)?;
        watch.saw(system, before, &action, &events);
        if system.moment(&state).turn != before.turn || system.decider(&state).is_none() {
            let (turn, points) = (before.turn, system.points(&state));
            turns.push(TurnRow { turn, points, own: watch.turn_over(system, &state) });
        }
    }
    let End { winner, level, early } =
        R::end(system, &state).ok_or_else(|| stuck("is over without an outcome".to_owned()))?;
    let (points, actions, own) = (system.points(&state), players.actions, watch.game_over());
    Ok(Some(GameRow { set, game, winner, level, early, points, actions, turns, own }))
}

/// Plays a game again over the types of its system and writes its record.
pub fn record_in<R: Room>(
    study: &Study,
    told: Option<&GameRow>,
    set: u32,
    game: u32,
) -> Result<Vec<String>, LabError> {
    let stuck = |problem| LabError::Stuck { set, game, problem };
    let system = system_of::<R>(study, set).map_err(stuck)?;
    let mut players = Players::<R>::new(study, set, game).map_err(stuck)?;
    let word = |&side: &Side| (side.word().to_owned(), json!(study.plan.seats[side].word()));
    let seats: Map<String, Value> = Side::BOTH.iter().map(word).collect();
    let mut recorder = Recorder::begin(system, study.plan.game_seed(game), seats);
    let never = AtomicBool::new(false);
    while let Some(action) = players.choose(system, recorder.state(), &never).map_err(stuck)? {
        recorder.act(&action, &[]).map_err(|error| stuck(error.to_string()))?;
    }
    let state = recorder.state();
    let is_told = |row: &GameRow| {
        let (winner, level) = (row.winner, row.level.clone());
        R::end(system, state) == Some(End { winner, level, early: row.early })
            && players.actions == row.actions
            && system.points(state) == row.points
    };
    if !told.is_none_or(is_told) {
        let program = study.plan.program.clone();
        return Err(LabError::OtherRecord { set, game, program });
    }
    Ok(recorder.lines().to_vec())
}

fn system_of<R: Room>(study: &Study, set: u32) -> Result<&R::System, String> {
    let game = study.games.get(set as usize).ok_or("there is no such set")?;
    R::System::of_game(game).ok_or_else(|| "it is of another system than its room".to_owned())
}
