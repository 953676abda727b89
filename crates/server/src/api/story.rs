//! Questions about a game, and what happened in it.

use std::borrow::Cow;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use rules::game::AskError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{At, Body, Problems, Query};
use crate::app::App;
use crate::entry::{Entry, shared};
use crate::problem::Problem;
use crate::table::{StepsView, eyes};
use crate::text::sentence;
use crate::words::{Verb, spelled_or_none, whole_or_null};

/// A question.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The version it is about; refused if the game has moved on.
    #[serde(default, deserialize_with = "whole_or_null")]
    version: Option<u64>,
    /// The step it is about; without one, the game as it stands.
    #[serde(default, deserialize_with = "whole_or_null")]
    step: Option<usize>,
    /// The question, in the words of the game's system.
    #[schema(value_type = Verb, inline)]
    question: Value,
}

/// Where to go on reading.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// Number of the last entry the asker knows.
    #[serde(default, deserialize_with = "spelled_or_none")]
    after: Option<u64>,
}

/// Entries.
#[derive(Serialize, ToSchema)]
pub struct Entries {
    #[serde(serialize_with = "shared")]
    #[schema(value_type = Vec<Entry>)]
    entries: Vec<Arc<Entry>>,
}

/// A game after a step.
#[derive(Serialize, ToSchema)]
pub struct StepView {
    /// The step.
    step: usize,
    /// Who had to choose then, and what about.
    #[schema(value_type = Object)]
    decision: Value,
    /// The game then.
    #[schema(value_type = Object)]
    game: Value,
}

/// Ask about reach, paths, odds, reasons, lines of sight, threats and plans.
#[utoipa::path(post, path = "/games/{id}/ask", tag = "play", operation_id = "ask",
    params(("id" = String, Path)), security(("token" = [])), request_body = Question,
    responses((status = 200, body = Object), Problems))]
pub async fn ask(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Question>,
) -> Result<Json<Value>, Problem> {
    let guest = app.enter(&id, &head).await?;
    let seat = eyes(guest.role);
    let answer = guest.look(move |table| {
        let version = table.version_for(seat);
        if body.version.is_some_and(|wanted| wanted != version) {
            return Err(Problem::StaleVersion { version });
        }
        let play = table.play();
        let state = match body.step {
            None => table.now_for(seat),
            Some(step) => {
                let state = table.step_for(seat, step).and_then(|step| play.at(step));
                Cow::Owned(state.map_err(no_step)?)
            }
        };
        match play.game().ask(&state, seat, &body.question) {
            Ok(answer) => Ok(Json(answer)),
            Err(AskError::Malformed(problem)) => Err(Problem::Malformed(problem)),
        }
    });
    answer.await?
}

/// A step in a body that there is not.
pub fn no_step(reason: String) -> Problem {
    Problem::Malformed(format!("The step: {reason}."))
}

/// Everything that happened at the table, also what was undone and what was said.
#[utoipa::path(get, path = "/games/{id}/entries", tag = "story", operation_id = "get_entries",
    params(("id" = String, Path), After), security(("token" = [])),
    responses((status = 200, body = Entries), Problems))]
pub async fn entries(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Query(query): Query<After>,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let seat = eyes(guest.role);
    let told = guest.look(move |table| {
        let entries = table.entries_after(seat, query.after.unwrap_or(0)).to_vec();
        Json(Entries { entries }).into_response()
    });
    told.await
}

/// The line of play as it stands.
#[utoipa::path(get, path = "/games/{id}/steps", tag = "story", operation_id = "get_steps",
    params(("id" = String, Path)), security(("token" = [])),
    responses((status = 200, body = StepsView), Problems))]
pub async fn steps(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let seat = eyes(guest.role);
    let steps = guest.look(move |table| {
        let steps = table.steps_view(seat);
        steps.map(|steps| Json(steps).into_response())
    });
    steps.await?.map_err(|error| {
        tracing::error!(%error, "steps");
        Problem::Internal
    })
}

/// The game after a step; 0 is the start.
#[utoipa::path(get, path = "/games/{id}/steps/{n}", tag = "story", operation_id = "get_step",
    params(("id" = String, Path), ("n" = usize, Path)), security(("token" = [])),
    responses((status = 200, body = StepView), Problems))]
pub async fn step(
    State(app): State<Arc<App>>,
    At((id, step)): At<(String, usize)>,
    head: HeaderMap,
) -> Result<Json<StepView>, Problem> {
    let guest = app.enter(&id, &head).await?;
    let seat = eyes(guest.role);
    let view = guest.look(move |table| {
        let play = table.play();
        let state = table.step_for(seat, step).and_then(|step| play.at(step));
        let state = state.map_err(|reason| Problem::UnknownStep(sentence(&reason)))?;
        let game = play.game();
        Ok(StepView {
            step,
            decision: game.decision(&state, seat),
            game: table.view_at(&state, seat),
        })
    });
    view.await?.map(Json)
}
