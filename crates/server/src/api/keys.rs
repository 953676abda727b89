//! Keys: invitations redeemed, tokens renewed, lost seats given out again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::commands::Answer;
use super::seats::side;
use super::{At, Body, Problems};
use crate::app::App;
use crate::problem::Problem;
use crate::table::{Command, GameView, Request};
use crate::tables::{Reissued, Rekeyed};
use crate::tokens::{Opened, Role, Token};
use crate::words::{Reissuable, SideWord, TokenWord};

/// A token that its holder has made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnToken {
    /// 32 random bytes as base64 for addresses, without padding. Nobody else ever needs to know it.
    #[schema(value_type = TokenWord)]
    token: String,
}

/// What a token opens from now on.
#[derive(Serialize, ToSchema)]
pub struct NewKey {
    /// The role.
    role: Role,
    /// It had been done before, with the same token, and nothing was done now.
    repeated: bool,
    /// The game as the role sees it.
    view: GameView,
}

impl From<Rekeyed> for NewKey {
    fn from(Rekeyed { role, repeated, view }: Rekeyed) -> NewKey {
        NewKey { role, repeated, view }
    }
}

/// What was made anew; told here and never again.
#[derive(Serialize, Default, ToSchema)]
pub struct NewLink {
    /// With those who watch: their token.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<Token>,
    /// With a seat: an invitation to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<Token>,
    /// Nothing was made yet: the seat is a guest's, and somebody else must agree first. Ask again then.
    waits: bool,
}

/// An answer to the wish that a lost seat be given out again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LostSeatAnswer {
    /// Whether it is granted.
    grant: bool,
}

fn own(token: &OwnToken) -> Result<Token, Problem> {
    let words = "A token is 32 random bytes as base64 for addresses, without padding: 43 letters.";
    Token::read(&token.token).ok_or_else(|| Problem::Malformed(words.into()))
}

/// Redeem an invitation, which is sent as the token of this request: the seat is its guest's from now on, by the
/// token in the body, which he has made himself. An invitation is redeemed once.
#[utoipa::path(post, path = "/games/{id}/redeem", tag = "games", operation_id = "redeem",
    params(("id" = String, Path)), security(("token" = [])), request_body = OwnToken,
    responses((status = 200, body = NewKey), Problems))]
pub async fn redeem(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<OwnToken>,
) -> Result<Json<NewKey>, Problem> {
    let (word, opened) = app.opens(&id, &head).await?;
    let side = match opened {
        Opened::Invitation(side) | Opened::Spent(side) => side,
        Opened::Role(_) => {
            return Err(Problem::WrongSeat("This is a token, and no invitation.".into()));
        }
    };
    let token = own(&body)?;
    Ok(Json(app.tables.redeem(&id, word, side, token.hash()).await?.into()))
}

/// Put a token that you have made in the place of the one you send, which dies at once with its streams. For
/// the seats and the owner.
#[utoipa::path(post, path = "/games/{id}/renew", tag = "games", operation_id = "renew_token",
    params(("id" = String, Path)), security(("token" = [])), request_body = OwnToken,
    responses((status = 200, body = NewKey), Problems))]
pub async fn renew(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<OwnToken>,
) -> Result<Json<NewKey>, Problem> {
    let pass = app.admit(&id, &head).await?;
    let token = own(&body)?;
    Ok(Json(app.tables.renew(&pass, token.hash()).await?.into()))
}

/// Make a new token for those who watch, or a new invitation to a seat; what opened it before is dead at once. For
/// the owner. A seat that a guest has taken is his: it is given out again, at the wish of the owner or the
/// other seat, only if somebody else agrees, or when its holder has been silent for 14 days.
#[utoipa::path(post, path = "/games/{id}/seats/{side}/reissue", tag = "games",
    operation_id = "reissue_seat",
    params(("id" = String, Path), ("side" = Reissuable, Path)),
    security(("token" = [])),
    responses((status = 200, body = NewLink), Problems))]
pub async fn reissue(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
) -> Result<Json<NewLink>, Problem> {
    let pass = app.admit(&id, &head).await?;
    let role = match Role::from_word(&seat) {
        None | Some(Role::Owner) => return Err(Problem::UnknownRoute),
        Some(role) => role,
    };
    if role == Role::Watch && pass.role != Role::Owner {
        return Err(Problem::WrongSeat("Only the owner of the game may do this.".into()));
    }
    let (made, none) = (app.tables.reissue(&pass, role).await?, NewLink::default());
    Ok(Json(match made {
        Reissued::Token(word) => NewLink { token: Some(word), ..none },
        Reissued::Invitation(word) => NewLink { invitation: Some(word), ..none },
        Reissued::Waits => NewLink { waits: true, ..none },
    }))
}

/// Agree that a lost seat is given out again, or do not. Whoever else than the asker is at the table may agree;
/// its holder, and everybody but those who watch, may refuse.
#[utoipa::path(post, path = "/games/{id}/seats/{side}/reissue/answer", tag = "games",
    operation_id = "answer_reissue",
    params(("id" = String, Path), ("side" = SideWord, Path)),
    security(("token" = [])), request_body = LostSeatAnswer,
    responses((status = 200, body = Answer), Problems))]
pub async fn answer(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
    Body(body): Body<LostSeatAnswer>,
) -> Result<Json<Answer>, Problem> {
    let pass = app.admit(&id, &head).await?;
    let command = Command::AnswerInvite(side(&seat)?, body.grant);
    let request = Request { role: pass.role, request: None, version: None, command };
    Ok(Json(app.tables.command_by(&pass, request).await?.into()))
}
