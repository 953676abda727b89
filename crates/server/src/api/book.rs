//! The rulebooks.

use axum::http::HeaderMap;
use axum::response::Response;

use super::battles::ThemeQuery;
use super::{At, Problems, Query};
use crate::problem::Problem;
use crate::tables::off_thread;
use crate::{figures, rulebook};

/// A rulebook as HTML, with its contents.
#[utoipa::path(get, path = "/rules/{book}", tag = "books", operation_id = "get_rules",
    params(("book" = String, Path, description = "The system of rules", example = json!(super::example::system()))),
    responses((status = 200, body = rulebook::Book),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn book(At(book): At<String>, head: HeaderMap) -> Result<Response, Problem> {
    match rulebook::asset(&book) {
        Some(asset) => Ok(asset.answer(&head)),
        None => Err(Problem::UnknownRoute),
    }
}

/// A figure of a rulebook.
#[utoipa::path(get, path = "/rules/{book}/figures/{figure}", tag = "books", operation_id = "get_figure",
    params(("book" = String, Path, description = "The system of rules", example = json!(super::example::system())),
        ("figure" = String, Path, description = "As the book calls it"), ThemeQuery),
    responses((status = 200, content_type = "image/svg+xml", body = String),
        (status = 304, description = "The asker has it"), Problems))]
pub async fn figure(
    At((book, figure)): At<(String, String)>,
    Query(query): Query<ThemeQuery>,
    head: HeaderMap,
) -> Result<Response, Problem> {
    let theme = query.theme.into();
    let asset = off_thread(move || figures::asset(&book, &figure, theme)).await??;
    Ok(asset.answer(&head))
}
