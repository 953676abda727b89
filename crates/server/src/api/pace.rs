//! What players do about their time; and what a guest is told before he sits down.

use std::sync::Arc;

use atlas::Side;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::commands::{Answer, Resignation, carry_out};
use super::{At, Body, Problems};
use crate::app::App;
use crate::facts::{DicePolicy, UndoPolicy};
use crate::given::GivenPoints;
use crate::pace::Pace;
use crate::problem::Problem;
use crate::table::{Command, PauseWord, VacationWord};
use crate::tokens::Opened;
use crate::words::{RequestName, SideWord, whole_or_null};

/// Something about a pause.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pause {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The version it was made for; without one, whatever stands.
    #[serde(default, deserialize_with = "whole_or_null")]
    version: Option<u64>,
    /// What is done about it.
    what: PauseWord,
}

/// Something about one's vacation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The version it was made for; without one, whatever stands.
    #[serde(default, deserialize_with = "whole_or_null")]
    version: Option<u64>,
    /// How many days, or how many more; null comes back, and days that were not begun are not spent.
    #[serde(deserialize_with = "whole_or_null")]
    #[schema(required = true, minimum = 1, maximum = 60)]
    days: Option<u8>,
}

/// What a guest is told of a game to which he is invited, before he takes the seat.
#[derive(Serialize, ToSchema)]
pub struct InvitedTo {
    /// The seat.
    #[schema(value_type = SideWord)]
    side: Side,
    /// The battle's id.
    battle: String,
    /// The battle's title.
    title: String,
    /// The scenario's id.
    scenario: String,
    /// Numbers of the optional rules.
    options: Vec<String>,
    /// Points that a side was given beforehand.
    #[serde(skip_serializing_if = "Option::is_none")]
    bid: Option<GivenPoints>,
    /// What can be taken back.
    undo: UndoPolicy,
    /// Where the dice come from.
    dice: DicePolicy,
    /// How much time the players have; null, if nobody's time is kept.
    pace: Option<Pace>,
    /// The same in words.
    pace_words: Option<String>,
}

/// Look at what one is invited to; the invitation is sent as the token of this request, and stays as it is.
#[utoipa::path(get, path = "/games/{id}/invitation", tag = "games", operation_id = "get_invitation",
    params(("id" = String, Path)), security(("token" = [])),
    responses((status = 200, body = InvitedTo), Problems))]
pub async fn invitation(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
) -> Result<Json<InvitedTo>, Problem> {
    let side = match app.opens(&id, &head).await?.1 {
        Opened::Invitation(side) => side,
        Opened::Spent(_) => return Err(Problem::InvitationUsed),
        Opened::Role(_) => {
            return Err(Problem::WrongSeat("This is a token, and no invitation.".into()));
        }
    };
    let table = app.tables.open(&id).await?.table();
    let facts = &table.facts;
    Ok(Json(InvitedTo {
        side,
        battle: facts.battle.clone(),
        title: facts.title.clone(),
        scenario: facts.scenario.clone(),
        options: facts.options.clone(),
        bid: facts.header.bid.map(GivenPoints::of),
        undo: facts.undo,
        dice: facts.dice,
        pace: facts.pace,
        pace_words: facts.pace.map(|pace| pace.words()),
    }))
}

/// Claim the game of a player whose time has run out, where that was agreed.
#[utoipa::path(post, path = "/games/{id}/claim", tag = "play", operation_id = "claim",
    params(("id" = String, Path)), security(("token" = [])), request_body = Resignation,
    responses((status = 200, body = Answer), Problems))]
pub async fn claim(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Resignation>,
) -> Result<Json<Answer>, Problem> {
    let (request, version) = body.parts();
    carry_out(&app, &id, &head, request, version, Command::Claim).await
}

/// Ask for a pause, agree to one, refuse it, or go on.
#[utoipa::path(post, path = "/games/{id}/pause", tag = "play", operation_id = "pause",
    params(("id" = String, Path)), security(("token" = [])), request_body = Pause,
    responses((status = 200, body = Answer), Problems))]
pub async fn pause(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Pause>,
) -> Result<Json<Answer>, Problem> {
    carry_out(&app, &id, &head, body.request, body.version, Command::Pause(body.what)).await
}

/// Take days of vacation, on which one's clock stands, or come back.
#[utoipa::path(post, path = "/games/{id}/vacation", tag = "play", operation_id = "vacation",
    params(("id" = String, Path)), security(("token" = [])), request_body = Vacation,
    responses((status = 200, body = Answer), Problems))]
pub async fn vacation(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<Vacation>,
) -> Result<Json<Answer>, Problem> {
    let word = match body.days {
        None => VacationWord::End,
        Some(0) => return Err(Problem::Malformed("Take one day at least.".into())),
        Some(days) => VacationWord::Take(days),
    };
    carry_out(&app, &id, &head, body.request, body.version, Command::Vacation(word)).await
}
