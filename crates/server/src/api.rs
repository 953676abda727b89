//! The routes under `/api/v1`: thin, each described where it stands, so that the OpenAPI document cannot
//! leave one out.

mod battles;
mod book;
mod commands;
mod extract;
mod games;
mod records;
mod seats;
mod story;

use std::sync::Arc;

use axum::body::HttpBody;
use axum::extract::{RawPathParams, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::IntoResponse;
use axum::routing::get;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, RefOr, Response, ResponseBuilder, Schema};
use utoipa::{IntoResponses, Modify, OpenApi, PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::problem::{PROBLEM_TYPE, Problem, ProblemDocument};
use crate::stream;

pub use extract::{At, Body, Query};

/// Where records are brought in; longer bodies are read there than elsewhere.
pub const RECORDS: &str = "/api/v1/records";

/// Looks at the token of a request about a game before anything of its body is read.
pub async fn guard(
    State(app): State<Arc<App>>,
    parts: RawPathParams,
    request: Request,
    next: Next,
) -> Result<axum::response::Response, Problem> {
    let game = parts.iter().find(|(name, _)| *name == "id");
    if let Some((_, id)) = game.filter(|_| !request.body().is_end_stream()) {
        app.admit(id, request.headers()).await?;
    }
    Ok(next.run(request).await)
}

/// Every answer that is not the one hoped for.
pub struct Problems;

impl IntoResponses for Problems {
    fn responses() -> std::collections::BTreeMap<String, RefOr<Response>> {
        let schema = RefOr::Ref(utoipa::openapi::Ref::from_schema_name("Problem"));
        let content = ContentBuilder::new().schema(Some(schema)).build();
        let response = ResponseBuilder::new()
            .description("A problem document; nothing was changed, except perhaps after `timeout` and `internal`.")
            .content(PROBLEM_TYPE, content)
            .build();
        [("default".to_owned(), RefOr::T(response))].into()
    }
}

struct Extras;

impl Modify for Extras {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a role in one game."))
            .build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
        let problem: RefOr<Schema> = ProblemDocument::schema();
        components.schemas.insert(ProblemDocument::name().into_owned(), problem);
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Long Roll",
        description = "Tables on which games of the American Civil War are played. \
                       Whoever sets a game up gets a token for each role; a token is sent as \
                       `Authorization: Bearer TOKEN`. Everything that changes a game names the version it \
                       was made for and carries a name of its own, so that it can be sent again without harm.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    servers((url = "/", description = "This server")),
    modifiers(&Extras),
    tags(
        (name = "battles", description = "What can be played"),
        (name = "games", description = "Games and their seats"),
        (name = "play", description = "What the seats do"),
        (name = "story", description = "What happened"),
        (name = "books", description = "Rulebooks"),
    )
)]
struct Document;

/// The routes and their description.
pub fn routes() -> (axum::Router<Arc<App>>, utoipa::openapi::OpenApi) {
    let api = OpenApiRouter::new()
        .routes(routes!(battles::list))
        .routes(routes!(battles::sheet))
        .routes(routes!(battles::map))
        .routes(routes!(battles::legend))
        .routes(routes!(battles::card))
        .routes(routes!(games::create))
        .routes(routes!(games::view, games::delete))
        .routes(routes!(games::summary))
        .routes(routes!(commands::act))
        .routes(routes!(commands::undo))
        .routes(routes!(commands::ask_take_back))
        .routes(routes!(commands::answer_take_back))
        .routes(routes!(commands::draw))
        .routes(routes!(commands::resign))
        .routes(routes!(commands::talk))
        .routes(routes!(seats::name))
        .routes(routes!(seats::orders))
        .routes(routes!(seats::reissue))
        .routes(routes!(story::ask))
        .routes(routes!(story::entries))
        .routes(routes!(story::steps))
        .routes(routes!(story::step))
        .routes(routes!(stream::listen))
        .routes(routes!(records::export))
        .routes(routes!(records::import))
        .routes(routes!(records::verify))
        .routes(routes!(records::branch))
        .routes(routes!(book::book));
    OpenApiRouter::with_openapi(Document::openapi()).nest("/api/v1", api).split_for_parts()
}

/// The route of the description itself.
pub fn with_document(
    router: axum::Router<Arc<App>>,
    document: &utoipa::openapi::OpenApi,
) -> axum::Router<Arc<App>> {
    let text: Arc<str> = document.to_json().unwrap_or_default().into();
    router.route(
        "/api/v1/openapi.json",
        get(move || async move {
            ([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response()
        }),
    )
}
