//! Questions about a game, and what happened in it.

use std::sync::Arc;

use atlas::Side;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use rules::game::AskError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{At, Body, Problems, Query};
use crate::app::App;
use crate::asset::Asset;
use crate::entry::{Entry, shared};
use crate::limits_layer::Asker;
use crate::problem::Problem;
use crate::readers::What;
use crate::table::{StepsView, eyes};
use crate::text::sentence;
use crate::words::{SideWord, Verb, spelled_or_none, whole_or_null};

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
    /// Once a hidden game is over: through the eyes of this side, whose steps are counted then.
    #[serde(default)]
    #[schema(value_type = Option<SideWord>)]
    eyes: Option<Side>,
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

/// Through whose eyes a game is looked at.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Through {
    /// Once a hidden game is over: the line of play as this side was told it, and the game as it saw it.
    #[param(value_type = Option<SideWord>)]
    eyes: Option<Side>,
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
    asker: Asker,
    head: HeaderMap,
    Body(body): Body<Question>,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let seat = eyes(guest.role);
    let answer = guest.look(guest.asks(asker), move |table| {
        table.check_begun()?;
        let version = table.version_for(seat);
        if body.version.is_some_and(|wanted| wanted != version) {
            return Err(Problem::StaleVersion { version });
        }
        let by = table.looking(seat, body.eyes)?;
        let state = table.state_asked(by, body.step).map_err(no_step)?;
        match table.play().game().ask(&state, by.eyes(), &body.question) {
            Ok(answer) => Asset::private_json(&answer),
            Err(AskError::Malformed(problem)) => Err(Problem::Malformed(problem)),
        }
    });
    Ok(answer.await??.bare(&head))
}

/// A step in a body that there is not.
pub fn no_step(reason: String) -> Problem {
    Problem::Malformed(format!("The step: {reason}."))
}

/// Everything that happened at the table, also what was undone and what was said.
#[utoipa::path(get, path = "/games/{id}/entries", tag = "story", operation_id = "get_entries",
    params(("id" = String, Path), After), security(("token" = [])),
    responses((status = 200, body = Entries),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn entries(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Query(query): Query<After>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let (table, seat) = (guest.live.table(), eyes(guest.role));
    let after = query.after.unwrap_or(0);
    let what = (What::Entries(seat, after), table.seq_for(seat).to_string());
    let told = guest.look_shared(table, what, guest.asks(asker), move |table, _| {
        let entries = table.entries_after(seat, after).to_vec();
        Some(Asset::private_json(&Entries { entries }))
    });
    Ok(told.await?.answer(&head))
}

/// The line of play as it stands.
#[utoipa::path(get, path = "/games/{id}/steps", tag = "story", operation_id = "get_steps",
    params(("id" = String, Path), Through), security(("token" = [])),
    responses((status = 200, body = StepsView),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn steps(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Query(through): Query<Through>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let (table, seat) = (guest.live.table(), eyes(guest.role));
    table.check_begun()?;
    let by = table.looking(seat, through.eyes)?;
    // Numbered as the seat counts: how long it takes tells nothing of what the seat was not told.
    let what = (What::Steps(by), table.version_for(seat).to_string());
    let steps = guest.look_shared(table, what, guest.replays(asker), move |table, unwanted| {
        Some(match table.steps_seen(by, unwanted) {
            Ok(None) => return None,
            Ok(Some(steps)) => Asset::private_json(&steps),
            Err(error) => {
                tracing::error!(%error, "steps");
                Err(Problem::Internal)
            }
        })
    });
    Ok(steps.await?.answer(&head))
}

/// The game after a step; 0 is the start.
#[utoipa::path(get, path = "/games/{id}/steps/{n}", tag = "story", operation_id = "get_step",
    params(("id" = String, Path), ("n" = usize, Path), Through), security(("token" = [])),
    responses((status = 200, body = StepView),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn step(
    State(app): State<Arc<App>>,
    At((id, step)): At<(String, usize)>,
    Query(through): Query<Through>,
    asker: Asker,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let guest = app.enter(&id, &head).await?;
    let (table, seat) = (guest.live.table(), eyes(guest.role));
    table.check_begun()?;
    let by = table.looking(seat, through.eyes)?;
    let what = (What::Step(by, step), table.version_for(seat).to_string());
    let view = guest.look_shared(table, what, guest.replays(asker), move |table, _| {
        let state = table.state_seen(by, step);
        let made = state.map_err(|reason| Problem::UnknownStep(sentence(&reason))).map(|state| {
            let decision = table.play().game().decision(&state, by.eyes());
            StepView { step, decision, game: table.sight(by, &state) }
        });
        Some(made.and_then(|view| Asset::private_json(&view)))
    });
    Ok(view.await?.answer(&head))
}
