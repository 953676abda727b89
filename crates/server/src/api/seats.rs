//! Seats: names, standing orders, new links.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::commands::Answer;
use super::games::clean_name;
use super::{At, Body, Problems};
use crate::app::App;
use crate::problem::Problem;
use crate::table::{Command, Request};
use crate::tokens::{Role, Token};
use crate::words::{self, Reissuable, SideWord};

/// A seat's new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// At most 60 characters; null or empty for none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true, max_length = 60)]
    name: Option<String>,
}

/// A token, told here and never again.
#[derive(Serialize, ToSchema)]
pub struct NewToken {
    token: Token,
}

/// The side whose seat is meant.
pub fn side(word: &str) -> Result<atlas::Side, Problem> {
    Role::from_word(word).and_then(Role::side).ok_or(Problem::UnknownRoute)
}

/// Give a seat a name. For its holder and the owner.
#[utoipa::path(put, path = "/games/{id}/seats/{side}", tag = "games", operation_id = "name_seat",
    params(("id" = String, Path), ("side" = SideWord, Path)),
    security(("token" = [])), request_body = Name,
    responses((status = 200, body = Answer), Problems))]
pub async fn name(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
    Body(body): Body<Name>,
) -> Result<Json<Answer>, Problem> {
    let pass = app.admit(&id, &head).await?;
    let command = Command::Name(side(&seat)?, clean_name(body.name)?);
    let request = Request { role: pass.role, request: None, version: None, command };
    Ok(Json(app.tables.command_by(&pass, request).await?.into()))
}

/// Give standing orders, which decide in one's stead where they can. For the seat's holder.
#[utoipa::path(put, path = "/games/{id}/seats/{side}/orders", tag = "games",
    operation_id = "give_orders",
    params(("id" = String, Path), ("side" = SideWord, Path)),
    security(("token" = [])), request_body = words::StandingOrders,
    responses((status = 200, body = Answer), Problems))]
pub async fn orders(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
    Body(orders): Body<Value>,
) -> Result<Json<Answer>, Problem> {
    let pass = app.admit(&id, &head).await?;
    if pass.role.side() != Some(side(&seat)?) {
        return Err(Problem::WrongSeat("Orders are given by the seat's holder.".into()));
    }
    let command = Command::Orders(orders);
    let request = Request { role: pass.role, request: None, version: None, command };
    Ok(Json(app.tables.command_by(&pass, request).await?.into()))
}

/// Make a new token for a seat or the watchers; the old one dies at once. For the owner.
#[utoipa::path(post, path = "/games/{id}/seats/{side}/reissue", tag = "games",
    operation_id = "reissue_seat",
    params(("id" = String, Path),
        ("side" = Reissuable, Path)),
    security(("token" = [])),
    responses((status = 200, body = NewToken), Problems))]
pub async fn reissue(
    State(app): State<Arc<App>>,
    At((id, seat)): At<(String, String)>,
    head: HeaderMap,
) -> Result<Json<NewToken>, Problem> {
    let owner = app.admit_owner(&id, &head).await?;
    let role = match Role::from_word(&seat) {
        None | Some(Role::Owner) => return Err(Problem::UnknownRoute),
        Some(role) => role,
    };
    Ok(Json(NewToken { token: app.tables.reissue(&owner, role).await? }))
}
