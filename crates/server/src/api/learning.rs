//! Learning by playing: the lessons and puzzles of the battles.

use std::sync::Arc;

use ::staff::puzzle::{Fraction, Goal, Kind, Provenance, Puzzle, Puzzles, Unproved, Valued};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use rules::game::Seat;
use rules::lesson::Lesson;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::battles::BattleAt;
use super::{At, Body, Problems};
use crate::app::App;
use crate::asset::Asset;
use crate::catalogue::{Catalogue, Selection};
use crate::limits_layer::Asker;
use crate::problem::Problem;
use crate::tables::off_thread;
use crate::words::SideWord;

/// A guided first battle: steps on the real board, each with what to do and why.
#[utoipa::path(get, path = "/battles/{system}/{name}/lesson", tag = "learning",
    operation_id = "get_lesson", params(BattleAt),
    responses((status = 200, body = Object, content_type = "application/json"),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn lesson(
    State(app): State<Arc<App>>,
    At(battle): At<BattleAt>,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let id = battle.id();
    let made = move || app.lessons.get(&id, || lesson_of(app.tables.catalogue(), &id));
    Ok(off_thread(made).await??.answer(&head))
}

fn lesson_of(catalogue: &Catalogue, id: &str) -> Result<Asset, Problem> {
    let battle = catalogue.battle(id)?;
    let lesson = Lesson::of(&battle).map_err(|faults| {
        tracing::error!(battle = id, %faults, "a lesson cannot be used");
        Problem::UnknownBattle(format!("Its lesson has faults: {faults}"))
    })?;
    let lesson = lesson.ok_or(Problem::UnknownRoute)?;
    let text = serde_json::to_vec(&lesson).map_err(|_| Problem::Internal)?;
    Ok(Asset::new(text, "application/json").packed())
}

/// A puzzle as it is asked, without its answer.
#[derive(Serialize, ToSchema)]
pub struct PuzzleCard {
    /// Its id.
    id: String,
    /// What it is about: `attack`, `close`, `hold`, `fire` or `break`.
    #[schema(value_type = String)]
    kind: Kind,
    title: String,
    /// What is asked.
    words: String,
    /// Whose decision it is.
    #[schema(value_type = SideWord)]
    side: atlas::Side,
    /// The position, to begin a game from.
    #[schema(value_type = Object)]
    position: Value,
    /// How many answers there are.
    choices: usize,
    /// Where it was found.
    #[schema(value_type = Object)]
    from: Provenance,
}

/// The puzzles of a battle.
#[derive(Serialize, ToSchema)]
pub struct PuzzleList {
    /// The scenario of their positions; the first if there is none.
    scenario: Option<String>,
    puzzles: Vec<PuzzleCard>,
}

/// The puzzles of a battle, without their answers.
#[utoipa::path(get, path = "/battles/{system}/{name}/puzzles", tag = "learning",
    operation_id = "list_puzzles", params(BattleAt),
    responses((status = 200, body = PuzzleList), Problems))]
pub async fn puzzles(
    State(app): State<Arc<App>>,
    At(battle): At<BattleAt>,
) -> Result<Json<PuzzleList>, Problem> {
    let listed = move || {
        let Puzzles { scenario, puzzles } = puzzles_of(app.tables.catalogue(), &battle.id())?;
        Ok(Json(PuzzleList { scenario, puzzles: puzzles.into_iter().map(puzzle_card).collect() }))
    };
    off_thread(listed).await?
}

fn puzzle_card(puzzle: Puzzle) -> PuzzleCard {
    let Puzzle { id, kind, title, words, side, position, choices, from, .. } = puzzle;
    PuzzleCard { id, kind, title, words, side, position, choices, from }
}

/// The puzzles of a battle; none if it has none.
pub(super) fn puzzles_of(catalogue: &Catalogue, id: &str) -> Result<Puzzles, Problem> {
    let battle = catalogue.battle(id)?;
    let Some(bytes) = &battle.puzzles else {
        return Ok(Puzzles { scenario: None, puzzles: Vec::new() });
    };
    Puzzles::read(bytes).map_err(|error| {
        tracing::error!(battle = id, %error, "puzzles cannot be used");
        Problem::UnknownBattle(format!("Its puzzles have a fault: {error}"))
    })
}

/// A puzzle as it stands in an address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct PuzzleAt {
    /// The system of rules.
    #[param(example = json!(super::example::system()))]
    system: String,
    /// The battle.
    #[param(example = json!(super::example::name()))]
    name: String,
    /// The puzzle.
    puzzle: String,
}

/// An answer to a puzzle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAnswer {
    /// The action, as in a position.
    #[schema(value_type = Object)]
    action: Value,
}

/// What a face of the die is worth.
#[derive(Clone, Serialize, ToSchema)]
struct FaceWorth {
    /// The face.
    die: u8,
    /// The result, where the system names it.
    result: Option<String>,
    /// What it is worth, as a fraction.
    #[schema(value_type = String)]
    worth: Fraction,
    /// The same for a reader.
    words: String,
}

/// An answer and its worth.
#[derive(Clone, Serialize, ToSchema)]
pub struct Worth {
    /// The action.
    #[schema(value_type = Object)]
    action: Value,
    /// What it is worth, as a fraction.
    #[schema(value_type = String)]
    worth: Fraction,
    /// The same for a reader.
    words: String,
    /// What is best done after it before a die is thrown.
    #[schema(value_type = Vec<Object>)]
    then: Vec<Value>,
    /// Face by face; empty if no die is thrown.
    faces: Vec<FaceWorth>,
}

/// What is said of an answer.
#[derive(Serialize, ToSchema)]
pub struct PuzzleVerdict {
    /// Whether it is worth as much as the best, within the tolerance.
    right: bool,
    /// How much less than the best counts as right, as a fraction.
    #[schema(value_type = String)]
    tolerance: Fraction,
    /// The answer that was given.
    own: Worth,
    /// The best answer.
    best: Worth,
}

/// Answer a puzzle: what the answer is worth, and what the best is, both over every face of every die.
#[utoipa::path(post, path = "/battles/{system}/{name}/puzzles/{puzzle}", tag = "learning",
    operation_id = "answer_puzzle", params(PuzzleAt), request_body = PuzzleAnswer,
    responses((status = 200, body = PuzzleVerdict), Problems))]
pub async fn answer(
    State(app): State<Arc<App>>,
    At(at): At<PuzzleAt>,
    asker: Asker,
    Body(answer): Body<PuzzleAnswer>,
) -> Result<Json<PuzzleVerdict>, Problem> {
    app.rates.hint(asker.0)?;
    off_thread(move || judged(&app, &at, &answer.action).map(Json)).await?
}

/// How many positions are looked at for an answer, whatever a file says.
const MOST_POSITIONS: u64 = 200_000;

/// An answer of which the worth is known: the battle, the puzzle, and the action in its one spelling.
pub type AnswerKey = (String, String, String);

fn judged(app: &App, at: &PuzzleAt, action: &Value) -> Result<PuzzleVerdict, Problem> {
    let catalogue = app.tables.catalogue();
    let battle = format!("{}/{}", at.system, at.name);
    let puzzles = puzzles_of(catalogue, &battle)?;
    let puzzle = puzzles.find(&at.puzzle).ok_or(Problem::UnknownRoute)?;
    let selection = Selection::new(battle.clone(), puzzles.scenario.clone(), Vec::new());
    let ready = catalogue.ready(&selection)?;
    let staff = ready.staff.ok_or(Problem::UnknownRoute)?;
    let prover = staff.prover().ok_or(Problem::UnknownRoute)?;
    let state = ready.game.read_position(&puzzle.position);
    let state =
        state.map_err(|faults| unproved(puzzle, Unproved::Malformed(faults.to_string())))?;
    let seat = Seat::Side(puzzle.side);
    ready.game.check(&state, seat, action).map_err(Problem::from)?;
    let told = |action: &Value| {
        let action = prover.spelling(&puzzle.position, action);
        let action = action.map_err(|error| unproved(puzzle, error))?;
        let key = (battle.clone(), puzzle.id.clone(), action.to_string());
        let made = || {
            let most = puzzle.nodes.saturating_mul(4).saturating_add(10_000).min(MOST_POSITIONS);
            let valued = prover.value(&puzzle.position, &puzzle.goal, &action, most);
            let valued = valued.map_err(|error| unproved(puzzle, error))?;
            let odds = ready.game.odds(&state, seat, &action).ok().flatten().unwrap_or_default();
            Ok(worth(valued, &puzzle.goal, &odds))
        };
        app.answers.get(&key, made)
    };
    let own = told(action)?;
    let best = told(puzzle.answers.first().ok_or(Problem::Internal)?)?;
    let (right, tolerance) = (puzzle.is_right(own.worth), puzzle.tolerance);
    Ok(PuzzleVerdict { right, tolerance, own, best })
}

/// Why an answer that can be given was not judged.
fn unproved(puzzle: &Puzzle, error: Unproved) -> Problem {
    tracing::error!(puzzle = puzzle.id, %error, "an answer was not judged");
    match error {
        Unproved::TooLong => {
            Problem::NotAllowed("This answer leads to more than can be reckoned here.".into())
        }
        Unproved::Illegal => Problem::NotAllowed("This is no answer to the puzzle.".into()),
        Unproved::Malformed(fault) => {
            Problem::UnknownBattle(format!("Its puzzle {} has a fault: {fault}", puzzle.id))
        }
    }
}

fn worth(valued: Valued, goal: &Goal, odds: &Value) -> Worth {
    let Valued { action, worth, then, faces, .. } = valued;
    let face = |(index, worth): (usize, Fraction)| FaceWorth {
        die: index as u8 + 1,
        result: odds["faces"][index]["result"].as_str().map(str::to_owned),
        worth,
        words: words(goal, worth),
    };
    let faces = faces.into_iter().flatten().enumerate().map(face).collect();
    Worth { action, worth, words: words(goal, worth), then, faces }
}

fn words(goal: &Goal, worth: Fraction) -> String {
    match goal {
        Goal::Losses {} => format!("{:+.2}", worth.decimal()),
        Goal::Lost { .. } | Goal::Held { .. } => format!("{:.0}%", 100.0 * worth.decimal()),
    }
}
