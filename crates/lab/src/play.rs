//! One game of a study, from its set-up to its end.
//!
//! The dice are those of a recorded game, bound to its seed and to every action: what is played here can be
//! written down as a record and verified by anybody.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::blue_gray::json::canonical_bytes;
use rules::blue_gray::{Action, Battle, Event, State, apply, decision, new_game, victory};
use rules::dice::{Dice, Seed, SeededDice};
use rules::record::{Recorder, START};
use serde_json::{Map, Value, json};
use staff::Budget;
use staff::bout::Seat;

use crate::fault::LabError;
use crate::plan::{Plan, Study};
use crate::rows::GameRow;
use crate::watch::{Watch, by_side};

/// No game of these rules comes near so many actions.
const MOST_ACTIONS: u32 = 200_000;

/// The dice of one action, made when the first of them is thrown: most actions throw none.
struct ActionDice<'a> {
    battle: &'a Battle,
    seed: &'a Seed,
    sequence: u32,
    action: &'a Action,
    dice: Option<SeededDice>,
}

impl Dice for ActionDice<'_> {
    fn throw(&mut self) -> u8 {
        let ActionDice { battle, seed, sequence, action, .. } = *self;
        self.dice
            .get_or_insert_with(|| seed.dice(sequence, &canonical_bytes(battle, action)))
            .throw()
    }
}

/// A game in progress.
struct Table<'b> {
    battle: &'b Battle,
    seed: Seed,
    seats: [Seat; 2],
    nodes: Option<u64>,
    state: State,
    actions: u32,
}

impl<'b> Table<'b> {
    fn new(battle: &'b Battle, plan: &Plan, game: u32) -> Table<'b> {
        let seed = plan.game_seed(game);
        let seats = atlas::Side::BOTH
            .map(|side| Seat::new(battle, plan.seats[side], plan.player_seed(game, side)));
        let state = new_game(battle, &mut seed.dice(0, START), &mut Vec::new());
        Table { battle, seed, seats, nodes: plan.nodes, state, actions: 0 }
    }

    /// What the player whose decision it is does; `None` when the game is over.
    fn choose(&mut self, stop: &AtomicBool) -> Result<Option<Action>, String> {
        let Some(side) = decision(&self.state).side() else { return Ok(None) };
        let stopped = || stop.load(Ordering::Relaxed);
        let budget = Budget { nodes: self.nodes, stop: Some(&stopped) };
        let chosen = self.seats[side as usize].choose(self.battle, &self.state, budget);
        if self.actions >= MOST_ACTIONS {
            return Err(format!("is not over after {MOST_ACTIONS} actions"));
        }
        self.actions += 1;
        chosen.map(Some).ok_or_else(|| format!("the {side} player has nothing to do"))
    }

    fn act(&mut self, action: &Action, events: &mut Vec<Event>) -> Result<(), String> {
        let sequence = self.state.sequence.saturating_add(1);
        let mut dice =
            ActionDice { battle: self.battle, seed: &self.seed, sequence, action, dice: None };
        events.clear();
        apply(self.battle, &mut self.state, action, &mut dice, events)
            .map_err(|refusal| format!("a player was refused: {}", refusal.reason(self.battle)))
    }
}

/// Plays a game of a study; `None` if it was told to stop before the end.
pub fn play(
    study: &Study,
    set: u32,
    game: u32,
    stop: &AtomicBool,
) -> Result<Option<GameRow>, LabError> {
    let stuck = |problem| LabError::Stuck { set, game, problem };
    let battle = study.battle(set).ok_or_else(|| stuck("there is no such set".to_owned()))?;
    let mut table = Table::new(battle, &study.plan, game);
    let mut watch = Watch::new(battle);
    let mut events = Vec::new();
    while let Some(action) = table.choose(stop).map_err(stuck)? {
        // A player who was interrupted answers in haste: the game does not count.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (turn, phasing) = (table.state.turn, table.state.side);
        if action == Action::EndPhase {
            watch.leave_attack();
        }
        table.act(&action, &mut events).map_err(stuck)?;
        watch.tell(turn, phasing, &events);
        if table.state.turn != turn || table.state.outcome.is_some() {
            watch.turn_over(turn, &table.state);
        }
    }
    let outcome =
        table.state.outcome.ok_or_else(|| stuck("is over without an outcome".to_owned()))?;
    Ok(Some(GameRow {
        set,
        game,
        winner: outcome.winner,
        level: outcome.level,
        early: outcome.early,
        points: victory::totals(battle, &table.state),
        actions: table.actions,
        turns: watch.turns,
        attacks: watch.attacks,
        deaths: watch.deaths,
    }))
}

/// Plays a game of a study again and writes its record, a line an action. If the journal tells the game, it must
/// come out as told.
pub fn record(
    study: &Study,
    told: Option<&GameRow>,
    set: u32,
    game: u32,
) -> Result<Vec<String>, LabError> {
    let stuck = |problem| LabError::Stuck { set, game, problem };
    let battle = study.battle(set).ok_or_else(|| stuck("there is no such set".to_owned()))?;
    let mut table = Table::new(battle, &study.plan, game);
    let words = by_side(|side| study.plan.seats[side].word());
    let seats: Map<String, Value> = atlas::Side::BOTH
        .iter()
        .map(|&side| (side.word().to_owned(), json!(words[side])))
        .collect();
    let mut recorder = Recorder::begin(battle, table.seed, seats);
    let never = AtomicBool::new(false);
    while let Some(action) = table.choose(&never).map_err(stuck)? {
        recorder.act(&action, &[]).map_err(|error| stuck(error.to_string()))?;
        table.state = recorder.state().clone();
    }
    let is_told = |row: &GameRow| {
        let outcome = table.state.outcome.map(|end| (end.winner, end.level, end.early));
        outcome == Some((row.winner, row.level, row.early))
            && table.actions == row.actions
            && victory::totals(battle, &table.state) == row.points
    };
    if !told.is_none_or(is_told) {
        let program = study.plan.program.clone();
        return Err(LabError::OtherRecord { set, game, program });
    }
    Ok(recorder.lines().to_vec())
}
