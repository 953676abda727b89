//! A finished game as a story to share: a page that runs by itself, or an animated picture.
//!
//! Both are made of the same steps: a record replayed and checked action by action. Everything is told that happened;
//! of a hidden game, too, because it is over.

mod page;
mod picture;

use std::collections::BTreeMap;
use std::fmt;

use atlas::Side;
use atlas::battle::{Battle, Scenario};
use engraver::counter::{Counter, Livery, State, States};
use engraver::png::PngError;
use engraver::units::Stack;
use field::Cell;
use rules::game::{Game, GameState, Seat};
use rules::record::RecordError;

pub use page::html;
pub use picture::{Film, animation};

/// What a counter of a story shows: what lasts. Signs that come and go within a phase are left out.
const LASTING: [State; 6] = [
    State::Reduced,
    State::Routed,
    State::Disrupted,
    State::Ineffective,
    State::Immobile,
    State::OutOfCommand,
];

/// Why there is no story.
#[derive(Debug)]
pub enum StoryError {
    /// The record is wrong.
    Record(RecordError),
    /// The game is not over: its story cannot be told yet.
    Unfinished,
    /// The battle does not have the scenario of the record.
    NoScenario,
    /// The picture could not be drawn.
    Picture(PngError),
}

impl fmt::Display for StoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoryError::Record(error) => write!(f, "{error}"),
            StoryError::Unfinished => {
                f.write_str("the game is not over: a story is told when nothing is hidden any more")
            }
            StoryError::NoScenario => f.write_str("the battle does not have the record's scenario"),
            StoryError::Picture(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for StoryError {}

/// One unit on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Standing {
    unit: String,
    states: States,
}

/// Who stands where, those on top first.
type Field = BTreeMap<Cell, Vec<Standing>>;

/// One action and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    /// When it is, in words.
    when: String,
    /// What happened, a sentence each.
    said: Vec<String>,
    /// Who stands where after it.
    field: Field,
}

/// A game from its first moment to its last.
pub struct Story<'a> {
    files: &'a Battle,
    scenario: &'a Scenario,
    livery: Livery,
    /// Whether counters are drawn without what changes in play.
    bare: bool,
    seats: Vec<String>,
    /// How it ended.
    pub outcome: String,
    steps: Vec<Step>,
}

impl<'a> Story<'a> {
    /// The story of a record of this game. Everything in the record is checked on the way.
    pub fn read(files: &'a Battle, game: &Game, record: &str) -> Result<Story<'a>, StoryError> {
        let scenario = files.scenario(Some(game.key().scenario)).ok_or(StoryError::NoScenario)?;
        let header = rules::record::header_of(record).map_err(StoryError::Record)?;
        let mut replay = game.replay(record).map_err(StoryError::Record)?;
        let begun = replay.state();
        let first = Step {
            when: game.headline(&begun, Seat::Watcher),
            said: Vec::new(),
            field: field_of(game, scenario, &begun),
        };
        let mut steps = vec![first];
        for _ in 0..replay.len() {
            replay.step().map_err(StoryError::Record)?;
            let state = replay.state();
            let events = replay.last().map(|line| line.events.clone()).unwrap_or_default();
            steps.push(Step {
                when: game.headline(&state, Seat::Watcher),
                said: events.iter().filter_map(|event| game.narrate(event)).collect(),
                field: field_of(game, scenario, &state),
            });
        }
        replay.finish().map_err(StoryError::Record)?;
        let outcome = game.outcome(&replay.state()).ok_or(StoryError::Unfinished)?.words;
        let seats = header.seats.iter().filter_map(|(side, seat)| {
            let name = seat.as_str().or_else(|| seat["name"].as_str())?;
            Some(format!("{side}: {name}"))
        });
        Ok(Story {
            files,
            scenario,
            livery: Livery::of(scenario),
            bare: game.changing(),
            seats: seats.collect(),
            outcome,
            steps,
        })
    }

    /// How many actions there were.
    pub fn actions(&self) -> usize {
        self.steps.len() - 1
    }

    /// What it is called.
    fn title(&self) -> String {
        format!("{}: {}", self.files.title, self.scenario.title)
    }

    fn counter(&self, standing: &Standing) -> Option<Counter> {
        let unit = self.scenario.unit(&standing.unit)?;
        let counter = match standing.states.contains(State::Reduced) {
            true => Counter::reverse_of(unit, &self.livery)?,
            false => Counter::of(unit, &self.livery),
        };
        let counter = if self.bare { counter.bare() } else { counter };
        Some(Counter { states: standing.states, ..counter })
    }

    fn stacks(&self, field: &Field) -> Vec<Stack> {
        let stacks = field.iter().map(|(&cell, here)| Stack {
            cell,
            counters: here.iter().filter_map(|standing| self.counter(standing)).collect(),
        });
        stacks.collect()
    }
}

/// Who stands where. Each side is asked for its own, so that nobody is missing where units are hidden.
fn field_of(game: &Game, scenario: &Scenario, state: &GameState) -> Field {
    let mut field = Field::new();
    for side in Side::BOTH {
        for stand in game.counters(state, Seat::Side(side)) {
            if scenario.unit(&stand.unit).is_none_or(|unit| unit.side != side) {
                continue;
            }
            let shown = LASTING.into_iter().filter(|one| stand.states.contains(&one.word()));
            let standing = Standing { unit: stand.unit, states: shown.collect() };
            field.entry(stand.cell).or_default().push(standing);
        }
    }
    // They come from the bottom up.
    field.values_mut().for_each(|here| here.reverse());
    field
}
