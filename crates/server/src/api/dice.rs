//! What seats give to the dice.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::commands::{Answer, carry_out};
use super::{At, Body, Problems};
use crate::app::App;
use crate::problem::Problem;
use crate::table::{Command, DiceWord};
use crate::words::{RequestName, whole};

/// A number for the dice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewContribution {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// 32 random bytes, as 64 hexadecimal digits in lower case.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    bytes: String,
}

/// The end of a hash chain.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChain {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The end, as 64 hexadecimal digits in lower case.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    end: String,
    /// How many links it has.
    #[serde(deserialize_with = "whole")]
    #[schema(value_type = u32, minimum = 1, maximum = 10_000)]
    links: u64,
}

/// A link for a throw that waits.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownLink {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The seal of the throw.
    seal: String,
    /// The next link of one's chain, as 64 hexadecimal digits in lower case.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    link: String,
}

/// A wish to go on with the host's dice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HostDice {
    /// A name of its own.
    #[schema(value_type = RequestName)]
    request: String,
    /// The next link of one's chain: to ask, or to agree with the other. Null withdraws or refuses.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true)]
    link: Option<String>,
}

/// Give a number to the dice, on sitting down: throws derive from the seed and from the numbers of all players. The
/// game begins when everybody has given his.
#[utoipa::path(post, path = "/games/{id}/dice/contribution", tag = "dice", operation_id = "contribute",
    params(("id" = String, Path)), security(("token" = [])), request_body = NewContribution,
    responses((status = 200, body = Answer), Problems))]
pub async fn contribute(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<NewContribution>,
) -> Result<Json<Answer>, Problem> {
    let command = Command::Dice(DiceWord::Contribute(body.bytes));
    carry_out(&app, &id, &head, body.request, None, command).await
}

/// Deposit the end of a hash chain for witnessed dice, on sitting down or in the place of a chain that was lost.
#[utoipa::path(post, path = "/games/{id}/dice/chain", tag = "dice", operation_id = "deposit_chain",
    params(("id" = String, Path)), security(("token" = [])), request_body = NewChain,
    responses((status = 200, body = Answer), Problems))]
pub async fn deposit(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<NewChain>,
) -> Result<Json<Answer>, Problem> {
    let links = u32::try_from(body.links).unwrap_or(u32::MAX);
    let command = Command::Dice(DiceWord::Deposit(body.end, links));
    carry_out(&app, &id, &head, body.request, None, command).await
}

/// Show the next link of one's chain for the throw that waits. Note its seal before.
#[utoipa::path(post, path = "/games/{id}/dice/link", tag = "dice", operation_id = "show_link",
    params(("id" = String, Path)), security(("token" = [])), request_body = ShownLink,
    responses((status = 200, body = Answer), Problems))]
pub async fn show(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<ShownLink>,
) -> Result<Json<Answer>, Problem> {
    let command = Command::Dice(DiceWord::Show(body.seal, body.link));
    carry_out(&app, &id, &head, body.request, None, command).await
}

/// Ask to go on with the host's dice, agree to it, or do not.
#[utoipa::path(post, path = "/games/{id}/dice/host", tag = "dice", operation_id = "host_dice",
    params(("id" = String, Path)), security(("token" = [])), request_body = HostDice,
    responses((status = 200, body = Answer), Problems))]
pub async fn host(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    head: HeaderMap,
    Body(body): Body<HostDice>,
) -> Result<Json<Answer>, Problem> {
    let command = Command::Dice(DiceWord::HostDice(body.link));
    carry_out(&app, &id, &head, body.request, None, command).await
}
