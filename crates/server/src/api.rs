//! The routes under `/api/v1`: thin, each described where it stands, so that the OpenAPI document cannot
//! leave one out.

mod battles;
mod book;
mod club;
mod commands;
mod dice;
mod document;
mod example;
mod extract;
mod games;
mod keys;
pub(crate) mod learning;
mod notices;
mod pace;
mod records;
mod seats;
mod staff;
mod story;

use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::problem::Problem;
use crate::{health, stream};

pub use battles::prepare;
pub use document::Problems;
pub use extract::{At, Body, Query};

/// Where records are brought in; longer bodies are read there than elsewhere.
pub const RECORDS: &str = "/api/v1/records";

/// Looks at the token, or the invitation, of a request about a game before anything of its body is read.
pub async fn guard(
    State(app): State<Arc<App>>,
    parts: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let parts = parts.map_err(|_| Problem::UnknownRoute)?;
    let game = parts.iter().find(|(name, _)| *name == "id");
    if let Some((_, id)) = game.filter(|_| !request.body().is_end_stream()) {
        app.opens(id, request.headers()).await?;
    }
    Ok(next.run(request).await)
}

/// The routes and their description.
pub fn routes() -> (axum::Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let api = OpenApiRouter::new()
        .routes(routes!(battles::list))
        .routes(routes!(battles::sheet))
        .routes(routes!(battles::map))
        .routes(routes!(battles::legend))
        .routes(routes!(battles::card))
        .routes(routes!(battles::small_card))
        .routes(routes!(learning::lesson))
        .routes(routes!(learning::puzzles))
        .routes(routes!(learning::answer))
        .routes(routes!(games::create))
        .routes(routes!(games::view, games::delete))
        .routes(routes!(games::summary))
        .routes(routes!(commands::act))
        .routes(routes!(dice::contribute))
        .routes(routes!(dice::deposit))
        .routes(routes!(dice::show))
        .routes(routes!(dice::host))
        .routes(routes!(commands::undo))
        .routes(routes!(commands::ask_take_back))
        .routes(routes!(commands::answer_take_back))
        .routes(routes!(commands::draw))
        .routes(routes!(commands::resign))
        .routes(routes!(commands::talk))
        .routes(routes!(pace::claim))
        .routes(routes!(pace::pause))
        .routes(routes!(pace::vacation))
        .routes(routes!(pace::invitation))
        .routes(routes!(seats::name))
        .routes(routes!(seats::orders))
        .routes(routes!(keys::reissue))
        .routes(routes!(keys::answer))
        .routes(routes!(keys::redeem))
        .routes(routes!(keys::renew))
        .routes(routes!(notices::view, notices::open))
        .routes(routes!(notices::pace, notices::close))
        .routes(routes!(notices::test))
        .routes(routes!(notices::here))
        .routes(routes!(notices::confirm))
        .routes(routes!(notices::unsubscribe, notices::ask_unsubscribe))
        .routes(routes!(notices::feed))
        .routes(routes!(staff::seat))
        .routes(routes!(staff::hint))
        .routes(routes!(staff::shown))
        .routes(routes!(staff::assessment))
        .routes(routes!(staff::review))
        .routes(routes!(story::ask))
        .routes(routes!(story::entries))
        .routes(routes!(story::steps))
        .routes(routes!(story::step))
        .routes(routes!(stream::listen))
        .routes(routes!(records::export))
        .routes(routes!(records::import))
        .routes(routes!(records::verify))
        .routes(routes!(records::branch))
        .merge(club::routes())
        .routes(routes!(book::book))
        .routes(routes!(book::figure))
        .routes(routes!(document::document));
    let (router, mut document) = OpenApiRouter::with_openapi(document::Document::openapi())
        .nest("/api/v1", api)
        .routes(routes!(health::healthz))
        .routes(routes!(health::figures))
        .split_for_parts();
    document::complete(&mut document);
    (router, document)
}
