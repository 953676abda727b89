//! Seats: names and standing orders.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::commands::Answer;
use super::games::clean_name;
use super::{At, Body, Problems, club};
use crate::app::App;
use crate::problem::Problem;
use crate::table::{Command, Request};
use crate::tokens::Role;
use crate::words::{self, SideWord};

/// A seat's new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// At most 60 characters; null or empty for none.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true, max_length = 60)]
    name: Option<String>,
}

/// The side whose seat is meant.
pub fn side(word: &str) -> Result<atlas::Side, Problem> {
    Role::from_word(word).and_then(Role::side).ok_or(Problem::UnknownRoute)
}

/// Give a seat a name. For its holder; for the owner, as long as nobody has taken it.
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
    club::check_renaming(&app, &pass).await?;
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
