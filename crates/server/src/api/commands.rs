//! What the seats do.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{At, Body, Problems, club};
use crate::app::App;
use crate::entry::{Entry, shared};
use crate::problem::Problem;
use crate::table::{Command, DrawWord, GameView, Request};
use crate::tables::Done;
use crate::text::clean_text;
use crate::words::{Face, RequestName, Verb, faces, whole, whole_or_null};

/// The longest thing that can be said, in characters.
const LONGEST_TALK: usize = 500;
/// How many draws can be given by hand.
const MOST_DICE: usize = 64;

/// What came of a command.
#[derive(Serialize, ToSchema)]
pub struct Answer {
    /// The version after it.
    version: u64,
    /// It had been carried out before, and nothing was done now.
    repeated: bool,
    /// The entries it made.
    #[serde(serialize_with = "shared")]
    #[schema(value_type = Vec<Entry>)]
    news: Vec<Arc<Entry>>,
    /// The game now.
    view: GameView,
}

impl From<Done> for Answer {
    fn from(done: Done) -> Answer {
        let Done { version, repeated, news, view } = done;
        Answer { version, repeated, news, view }
    }
}

/// An action.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The version it was made for.
    #[serde(deserialize_with = "whole")]
    version: u64,
    /// The action, in the words of the game's system.
    #[schema(value_type = Verb, inline)]
    action: Value,
    /// At a study table: the throws.
    #[serde(default, deserialize_with = "faces")]
    #[schema(value_type = Vec<Face>, max_items = 64)]
    dice: Vec<u16>,
    /// With witnessed dice: the next link of one's chain, 64 hexadecimal digits. Only an action that draws needs it;
    /// without it such an action is answered by `link-wanted`, and nothing is done.
    #[serde(default)]
    link: Option<String>,
}

/// A command without more to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Plain {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The version it was made for.
    #[serde(deserialize_with = "whole")]
    version: u64,
}

/// A command that is not about a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Resignation {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The version it was made for; without one, whatever stands.
    #[serde(default, deserialize_with = "whole_or_null")]
    version: Option<u64>,
}

impl Resignation {
    /// Its name, and the version it was made for.
    pub fn parts(self) -> (String, Option<u64>) {
        (self.request, self.version)
    }
}

/// A wish to take back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBack {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The version it was made for; without one, whatever stands.
    #[serde(default, deserialize_with = "whole_or_null")]
    version: Option<u64>,
    /// The step after which play would go on; null withdraws the wish.
    #[serde(deserialize_with = "whole_or_null")]
    #[schema(required = true)]
    to: Option<usize>,
}

/// The answer to such a wish.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBackAnswer {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The version it was made for; without one, whatever stands.
    #[serde(default, deserialize_with = "whole_or_null")]
    version: Option<u64>,
    /// Whether it is granted.
    grant: bool,
    /// The step the answer is about; refused if another is asked for by now.
    #[serde(default, deserialize_with = "whole_or_null")]
    to: Option<usize>,
}

/// Something about a draw.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The version it was made for; without one, whatever stands.
    #[serde(default, deserialize_with = "whole_or_null")]
    version: Option<u64>,
    /// What is done about it.
    what: DrawWord,
}

/// Something said.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Talk {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// What is said, at most 500 characters and something to be seen among them.
    #[schema(min_length = 1, max_length = 500, pattern = r"[^\s\x00-\x1f\x7f-\x9f]")]
    text: String,
}

/// Carries out a command under a request's name.
pub async fn carry_out(
    app: &Arc<App>,
    id: &str,
    head: &HeaderMap,
    request: String,
    version: Option<u64>,
    command: Command,
) -> Result<Json<Answer>, Problem> {
    let pass = app.admit(id, head).await?;
    let plain = request.bytes().all(|byte| byte.is_ascii_graphic());
    if !plain || !(8..=64).contains(&request.len()) {
        return Err(Problem::Malformed(
            "A request's name has 8 to 64 letters, digits or signs, without blanks.".into(),
        ));
    }
    let request = Request { role: pass.role, request: Some(request), version, command };
    Ok(Json(app.tables.command_by(&pass, request).await?.into()))
}

/// Carry out an action.
#[utoipa::path(post, path = "/games/{id}/actions", tag = "play", operation_id = "act",
    params(("id" = String, Path)), security(("token" = [])), request_body = Act,
    responses((status = 200, body = Answer), Problems))]
pub async fn act(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Act>,
) -> Result<Json<Answer>, Problem> {
    if body.dice.len() > MOST_DICE {
        return Err(Problem::Malformed(format!("At most {MOST_DICE} throws are read.")));
    }
    let command = Command::Act { action: body.action, dice: body.dice, link: body.link };
    carry_out(&app, &id, &head, body.request, Some(body.version), command).await
}

/// Undo one's last action, as long as no die was thrown for it.
#[utoipa::path(post, path = "/games/{id}/undo", tag = "play", operation_id = "undo",
    params(("id" = String, Path)), security(("token" = [])), request_body = Plain,
    responses((status = 200, body = Answer), Problems))]
pub async fn undo(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Plain>,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &id, &head, body.request, Some(body.version), Command::Undo).await
}

/// Ask the other side to take back everything after a step, or withdraw that wish.
#[utoipa::path(post, path = "/games/{id}/take-back", tag = "play", operation_id = "ask_take_back",
    params(("id" = String, Path)), security(("token" = [])), request_body = TakeBack,
    responses((status = 200, body = Answer), Problems))]
pub async fn ask_take_back(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<TakeBack>,
) -> Result<Json<Answer>, Problem> {
    let command = Command::AskTakeBack(body.to);
    carry_out(&app, &id, &head, body.request, body.version, command).await
}

/// Grant or refuse what the other side asked to take back.
#[utoipa::path(post, path = "/games/{id}/take-back/answer", tag = "play",
    operation_id = "answer_take_back",
    params(("id" = String, Path)), security(("token" = [])), request_body = TakeBackAnswer,
    responses((status = 200, body = Answer), Problems))]
pub async fn answer_take_back(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<TakeBackAnswer>,
) -> Result<Json<Answer>, Problem> {
    let command = Command::AnswerTakeBack(body.grant, body.to);
    carry_out(&app, &id, &head, body.request, body.version, command).await
}

/// Offer, withdraw, accept or refuse a draw.
#[utoipa::path(post, path = "/games/{id}/draw", tag = "play", operation_id = "draw",
    params(("id" = String, Path)), security(("token" = [])), request_body = Draw,
    responses((status = 200, body = Answer), Problems))]
pub async fn draw(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Draw>,
) -> Result<Json<Answer>, Problem> {
    let command = Command::Draw(body.what);
    carry_out(&app, &id, &head, body.request, body.version, command).await
}

/// Give up.
#[utoipa::path(post, path = "/games/{id}/resign", tag = "play", operation_id = "resign",
    params(("id" = String, Path)), security(("token" = [])), request_body = Resignation,
    responses((status = 200, body = Answer), Problems))]
pub async fn resign(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Resignation>,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &id, &head, body.request, body.version, Command::Resign).await
}

/// Say something to everybody at the table.
#[utoipa::path(post, path = "/games/{id}/talk", tag = "play", operation_id = "talk",
    params(("id" = String, Path)), security(("token" = [])), request_body = Talk,
    responses((status = 200, body = Answer), Problems))]
pub async fn talk(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Talk>,
) -> Result<Json<Answer>, Problem> {
    let text = clean_text(&body.text);
    if text.is_empty() || text.chars().count() > LONGEST_TALK {
        return Err(Problem::Malformed(format!(
            "Say something in 1 to {LONGEST_TALK} characters."
        )));
    }
    let pass = app.admit(&id, &head).await?;
    app.rates.talk(&pass.token)?;
    club::check_talk(&app, &pass, &text).await?;
    carry_out(&app, &id, &head, body.request, None, Command::Talk(text)).await
}
